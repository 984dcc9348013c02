/* Shared by the two files that read the text form. */
#ifndef OCC_MIDEND_IR_IR_PARSE_H
#define OCC_MIDEND_IR_IR_PARSE_H

#include "midend/ir/ir.h"
#include "midend/ir/ir_names.h"
#include "support/textscan.h"

/* A name to look up at the end. */
struct fixup {
    struct ir_inst *inst;   /* call, symbol ... */
    struct ir_reloc *reloc; /* ... or a relocation */
    bool is_function;       /* the relocation's */
    const char *name;
    uint32_t line;
};

struct parser {
    struct textscan scan;
    struct ir_module *module;
    struct arena *arena;
    struct ir_function *function;
    VEC(struct ir_block *) blocks; /* of the function, by id; NULL: not seen yet */
    VEC(struct fixup) fixups;
    bool has_places;
    uint32_t first_place; /* of the text's own, if it has some: places of the module before */
    uint16_t ops[32]; /* operation + 1: the first whose name's first letter has these low bits */
    uint16_t next_op[IR_OPS]; /* the same: the next such one after an operation */
};

static inline bool
accept(struct parser *p, const char *text)
{
    return textscan_accept(&p->scan, text);
}

static inline bool
expect(struct parser *p, const char *text)
{
    return textscan_expect(&p->scan, text);
}

static inline uint32_t
number(struct parser *p)
{
    return (uint32_t)textscan_number(&p->scan);
}

/* ---- ir_parse.c: words.  After an error they return something harmless ---- */

/* 0, or a number of the text's places; without those it is whatever it was. */
loc_t ir_parse_location(struct parser *p);
/* length: NULL, or for the bytes of the string. */
const char *ir_parse_string(struct parser *p, uint32_t *length);
/* @name. */
const char *ir_parse_name(struct parser *p);
/* The index of the current word in a list of names; steps over it when found. */
int ir_parse_index(struct parser *p, const char *const *names, size_t count);
/* The same; another word is an error, and 0. */
uint8_t ir_parse_one_of(struct parser *p, const char *const *names, size_t count);
#define ONE_OF(p, names) ir_parse_one_of(p, names, IR_NAME_COUNT(names))
/* The type that the current word names; IR_TYPES: none. */
enum ir_type ir_parse_find_type(const struct parser *p);
enum ir_type ir_parse_type(struct parser *p);

/* ---- ir_parse_inst.c ---- */

/* The blocks of p->function, up to its closing brace. */
void ir_parse_body(struct parser *p);
/* The instruction gets what the name at hand means, when all names are known. */
void ir_parse_fix_later(struct parser *p, struct ir_inst *inst);

#endif
