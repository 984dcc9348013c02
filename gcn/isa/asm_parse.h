/* The assembly parser's own parts: text, operands, immediates, modifiers.  Private to this folder.
 */
#ifndef OCC_GCN_ISA_ASM_PARSE_H
#define OCC_GCN_ISA_ASM_PARSE_H

#include "gcn/isa/gcn_format.h"

struct asm_parser {
    const struct gcn_target *target;
    struct arena *arena;
    const char *next, *end;
    const char *error; /* the first one; everything after it is ignored */
    const char *error_at;
    struct gcn_inst *inst;
    const struct gcn_expressions *expressions; /* NULL: only numbers are known */
    struct gcn_parsed *parsed;                 /* takes what is not known yet, with expressions */
    bool has_glc, has_lds;     /* found by a look ahead: they decide which operands are written */
    bool in_bars;              /* between the bars of |x| */
    bool has_selects, has_dpp; /* modifiers of SDWA and DPP were seen */
    bool has_long;             /* one of long forms (and SDWA), though it may say 0 */
};

/* Text: asm_scan.c.  Words are letters, digits, '_', '.' and '$', compared without regard to
 * case. */
/* Records the first error. */
void asm_error(struct asm_parser *p, const char *message);
void asm_skip_space(struct asm_parser *p);
bool asm_at_end(struct asm_parser *p);
/* Steps over the character if it is next; asm_expect records an error if it is not. */
bool asm_accept(struct asm_parser *p, char c);
void asm_expect(struct asm_parser *p, char c);
bool asm_is_word_char(char c);
/* The length of the word ahead; 0 if there is none. */
size_t asm_word_length(struct asm_parser *p);
bool asm_accept_word(struct asm_parser *p, const char *text);
/* The length of the number ahead and whether it is a float. */
size_t asm_number_length(struct asm_parser *p, bool *is_float);
/* An integer expression of C numbers, + - * / and parentheses. */
int64_t asm_integer(struct asm_parser *p);
/* The same, or an expression that is known later, for which the fixup takes its place: value 0. */
int64_t asm_value(struct asm_parser *p, enum gcn_fixup fixup);
/* Does a number stand ahead, as opposed to a name? */
bool asm_at_number(struct asm_parser *p);

/* ieee_bits, with an error where the number is too large or loses digits for being too small. */
uint64_t asm_float_bits(struct asm_parser *p, unsigned width, double value);
/* Reads one operand for the position that *info describes: asm_operand.c. */
void asm_operand(struct asm_parser *p, struct gcn_operand *operand,
                 const struct gcn_operand_info *info);
/* A register, a tuple, a list; false: something else is ahead. */
bool asm_register(struct asm_parser *p, struct gcn_operand *operand);
/* hwreg, sendmsg, wait counts, literals of their own, attributes: asm_immediate.c. */
void asm_immediate(struct asm_parser *p, const struct gcn_operand_info *info,
                   struct gcn_operand *operand);
/* dfmt and nfmt before the offset of a typed buffer access. */
void asm_leading_format(struct asm_parser *p);
/* Everything after the operands: asm_modifier.c. */
void asm_modifiers(struct asm_parser *p);

#endif
