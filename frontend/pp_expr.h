/* Between pp_condition.c and the grammar of #if expressions. */
#ifndef OCC_FRONTEND_PP_EXPR_H
#define OCC_FRONTEND_PP_EXPR_H

#include "frontend/pp.h"

/* A value of intmax_t or uintmax_t: of long long, which has 128 bits. */
struct pp_value {
    wide_uint bits;
    bool is_unsigned;
    bool undefined;                 /* a division by zero, an error unless && || ?: drops it */
    const struct pp_token *missing; /* a name that is evaluated and is no macro, or NULL */
};

struct pp_expr_input {
    struct pp *pp;
    const struct pp_token *next; /* NULL: end of the line */
    loc_t loc;                   /* of the token read last */
    bool failed;
    struct pp_value result;
};

/* pp_condition.c */
/* The value of a number, character or name (0); false: an error was reported. */
bool pp_expr_operand(struct pp *pp, const struct pp_token *token, struct pp_value *value);
/* Operators of the grammar, named by enum pp_punct. */
struct pp_value pp_expr_binary(enum pp_punct op, struct pp_value a, struct pp_value b);
struct pp_value pp_expr_unary(enum pp_punct op, struct pp_value a);
struct pp_value pp_expr_choose(struct pp_value c, struct pp_value a, struct pp_value b);

/* pp_expr.y: is the line's value not 0?  Errors are reported and count as 0. */
bool pp_expr_evaluate(struct pp_expr_input *input);

#endif
