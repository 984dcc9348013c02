/* Pragmas that concern the program: loops, extensions, contraction, packing. */
#include "frontend/ast_build.h"
#include "frontend/lex_internal.h"
#include "frontend/literal.h"
#include "frontend/parse.tab.h"

#include <stdlib.h>
#include <string.h>

/* A pragma while it is obeyed: a copy of its text, and the token. */
struct pragma {
    const char *text;
    const struct pp_token *token;
};

/* The location of a part of the text; at its end, that of the last token. */
static loc_t
place_of(const struct pragma *pragma, const char *part)
{
    size_t at = (size_t)(part - pragma->text), length = pragma->token->length;
    return pragma->token->places[at < length ? at : length - 1];
}

/* The count in "unroll 4", "unroll(4)", "unroll_count(4)", and nothing after it; part is what follows
 * the word.  0: an error was reported. */
static uint32_t
unroll_count(struct parser *parser, const struct pragma *pragma, const char *part)
{
    struct literal_number number;
    if (strchr(part, '(') && !strchr(part, ')')) {
        diag_error(parser->diag, place_of(pragma, part + strlen(part)),
                   expected_closing_parenthesis);
        return 0;
    }
    part += strspn(part, " (");
    uint32_t length = (uint32_t)strcspn(part, " )");
    const char *rest = part + length + strspn(part + length, " )");
    literal_number(part, length, &number);
    if (number.error || number.is_float || !number.value || number.high ||
        number.value > INT32_MAX) {
        diag_error(parser->diag, place_of(pragma, part), invalid_value_must_positive, (int)length,
                   part);
        return 0;
    }
    if (*rest && strncmp(rest, "vectorize", 9) != 0 && strncmp(rest, "interleave", 10) != 0)
        diag_warning(parser->diag, place_of(pragma, rest), extra_tokens_end_pragma_unroll_ignored);
    return (uint32_t)number.value;
}

/* #pragma clang loop unroll(full) unroll_count(4) ...: options about vectorisation mean nothing
 * here. */
static void
obey_loop_pragma(struct parser *parser, const struct pragma *pragma)
{
    const char *text = pragma->text, *count = strstr(text, "unroll_count(");
    const char *unroll = strstr(text, "unroll");
    struct pragma_state *pragmas = &parser->pragmas;
    pragmas->unroll_loc = pragma->token->loc;
    if (count)
        pragmas->unroll = unroll_count(parser, pragma, count + strlen("unroll_count"));
    else if (strstr(text, "unroll(disable)"))
        pragmas->unroll = 1;
    else if (strstr(text, "unroll(full)") || strstr(text, "unroll(enable)"))
        pragmas->unroll = UINT32_MAX;
    else if (unroll)
        diag_warning(parser->diag, place_of(pragma, unroll + strcspn(unroll, "( ") + 1),
                     expected_enable_full_disable_after_unroll);
}

/* #pragma OPENCL EXTENSION name : behaviour, with single blanks or none around the colon. */
static void
obey_extension(struct parser *parser, const char *text)
{
    static const struct {
        const char *name;
        uint8_t extension;
    } names[] = {{"all", EXTENSIONS},
                 {"cl_khr_fp16", EXTENSION_FP16},
                 {"cl_khr_fp64", EXTENSION_FP64},
                 {"cl_amd_fp64", EXTENSION_FP64},
                 {"cl_amd_printf", EXTENSION_PRINTF},
                 {"cl_clang_storage_class_specifiers", EXTENSION_STORAGE},
                 {"__cl_clang_bitfields", EXTENSION_BITS},
                 {"__cl_clang_function_pointers", EXTENSION_FUNCTION_POINTERS},
                 {"__cl_clang_variadic_functions", EXTENSION_VARIADIC}};
    size_t length = strcspn(text, " :");
    bool enables = strstr(text + length, "enable") || strstr(text + length, "require");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strlen(names[i].name) != length || strncmp(text, names[i].name, length) != 0)
            continue;
        if (!enables && strstr(text + length, "disable"))
            parser->pragmas.extensions &= (uint8_t)~names[i].extension;
        else if (enables && names[i].extension != EXTENSIONS)
            parser->pragmas.extensions |= names[i].extension;
    }
}

/* #pragma OPENCL FP_CONTRACT, STDC FP_CONTRACT and clang fp contract(...): up to the end of the
 * block or of the file. */
static void
obey_contract(struct parser *parser, const char *text, loc_t loc)
{
    if (parser->lex.depth[2] && parser->lex.token != TOKEN_LBRACE)
        diag_error(parser->diag, loc, misplaced_fp_contract);
    else if (strstr(text, "CONTRACT OFF") || strstr(text, "(off)"))
        parser->pragmas.contract = CONTRACT_OFF;
    else if (strstr(text, "CONTRACT DEFAULT"))
        parser->pragmas.contract = CONTRACT_DEFAULT;
    else if (strstr(text, "CONTRACT ON") || strstr(text, "(on)") || strstr(text, "(fast)"))
        parser->pragmas.contract = CONTRACT_ON;
}

/* #pragma unroll [N], nounroll, clang loop unroll(...), OPENCL EXTENSION, FP_CONTRACT. */
static void
obey_pragma(struct parser *parser, const struct pp_token *token)
{
    struct pragma_state *pragmas = &parser->pragmas;
    const char *text = arena_strndup(parser->arena, token->text, token->length);
    const struct pragma pragma = {text, token};
    if (strncmp(text, "unroll", 6) == 0) {
        pragmas->unroll_loc = token->loc;
        pragmas->unroll = text[6] ? unroll_count(parser, &pragma, text + 6) : UINT32_MAX;
    } else if (strncmp(text, "nounroll", 8) == 0) {
        pragmas->unroll_loc = token->loc;
        pragmas->unroll = 1;
        if (text[8])
            diag_warning(parser->diag, place_of(&pragma, text + 8),
                         extra_tokens_end_pragma_nounroll_ignored);
    } else if (strncmp(text, "clang loop", 10) == 0) {
        obey_loop_pragma(parser, &pragma);
    } else if (strncmp(text, "OPENCL EXTENSION ", 17) == 0) {
        obey_extension(parser, text + 17);
    } else if (strstr(text, "FP_CONTRACT") || strncmp(text, "clang fp contract", 17) == 0) {
        obey_contract(parser, text, token->loc);
    }
}

/* #pragma pack(N), pack(), pack(push[, N]), pack(pop): the largest alignment of fields from here
 * on.  Names of pushed values are ignored. */
static void
obey_pack(struct parser *parser, const struct pp_token *token)
{
    struct pragma_state *pragmas = &parser->pragmas;
    const char *text = arena_strndup(parser->arena, token->text, token->length);
    const char *open = strchr(text, '('), *digit = strpbrk(text, "0123456789");
    bool push = strstr(text, "push"), pop = strstr(text, "pop");
    unsigned long most = digit ? strtoul(digit, NULL, 10) : 0;
    if (!open || !strchr(open, ')') || (push && pop) || most > 16 || (most & (most - 1)) ||
        (digit && most == 0)) {
        diag_warning(parser->diag, token->loc, malformed_pragma_ignored, text);
        return;
    }
    if (push)
        vec_push(parser->arena, &pragmas->packs, pragmas->pack);
    if (pop && !pragmas->packs.count)
        diag_warning(parser->diag, token->loc, pragma_pack_pop_without_pack_push);
    if (pop)
        pragmas->pack = pragmas->packs.count ? vec_pop(&pragmas->packs) : 0;
    if (most || (!push && !pop))
        pragmas->pack = (uint8_t)most;
}

void
lex_obey_pragma(struct parser *parser, const struct pp_token *token)
{
    if (token->length >= 4 && strncmp(token->text, "pack", 4) == 0)
        obey_pack(parser, token);
    else
        obey_pragma(parser, token);
}
