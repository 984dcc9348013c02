/* Shared by warn*.c: what the walk tells the families, and what they ask.
 *
 * They know only the typed tree and sema_query.h of sema. */
#ifndef OCC_SEMA_WARN_WARN_INTERNAL_H
#define OCC_SEMA_WARN_WARN_INTERNAL_H

#include "sema/builtin.h"
#include "sema/constexpr.h"
#include "sema/warn/warn.h"
#include "support/diag.h"

enum warn_family { /* a column of diag.def */
                   WARN_NONE,
                   WARN_VARIABLES,   /* warn_unused.c: unused names */
                   WARN_VALUES,      /* warn_value.c: unused values */
                   WARN_CONVERSIONS, /* warn_conversion.c */
                   WARN_COMPARISONS, /* warn_comparison.c */
                   WARN_PARENTHESES, /* warn_parentheses.c */
                   WARN_ARITHMETIC,  /* warn_arithmetic.c */
                   WARN_SEQUENCE,    /* warn_sequence.c */
                   WARN_STATEMENTS,  /* warn_statement.c */
                   WARN_FLOW,        /* warn_flow.c and what works on its graph */
                   WARN_FORMAT,      /* warn_format.c */
                   WARN_ESCAPES,     /* warn_escape.c */
                   WARN_BARRIERS,    /* warn_barrier.c */
                   WARN_GLOBALS,     /* warn_unused.c: names at file scope */
                   WARN_FAMILIES
};

struct warn {
    struct sema *s;
    struct diag *diag;
    struct decl *function; /* NULL: at file scope */
    bool on[WARN_FAMILIES];
    const struct expr *address_of;    /* the walk: operand of the last unary & */
    bool is_dead;                     /* the walk: a constant condition excludes what is seen */
    bool has_errors;                  /* the function: expressions that are wrong are missing */
    bool has_losses;                  /* the walk: an error in the scope may have hidden uses */
    const struct stmt *block_value;   /* the walk: what gives a statement expression its value */
    VEC(struct stmt *) labels, jumps; /* the walk: those of goto */
    VEC(struct decl *) locals;        /* the walk: variables and typedefs of the function */
    VEC(struct decl *) changes;       /* the walk: variables that the full expression changes */
    uint64_t named, repeated; /* the walk: bits of what it names, of what it may name twice */
};

/* ---- warn.c: for the families ---- */
/* The function that an EXPR_CALL calls; NULL: a block. */
const struct decl *warn_callee(const struct expr *call);
/* The expression as written: without the conversions that sema added. */
struct expr *warn_written(struct expr *expr);
/* Where loc is; all zero: unknown. */
struct diag_location warn_location(const struct warn *w, loc_t loc);
/* Was loc written in the body of a macro?  Several warnings keep quiet there. */
bool warn_in_macro(const struct warn *w, loc_t loc);
/* The type for a message: of the value, without qualifiers and address space. */
const char *warn_type(const struct warn *w, struct type *type);
/* The same for an expression, also by its typedef. */
const char *warn_words(const struct warn *w, const struct expr *expr);
/* An integer constant of scalar type. */
bool warn_constant(const struct expr *expr, int64_t *value);
bool warn_wide(const struct expr *expr, wide_int *value); /* the same, of any size */
/* The variable that the expression, as written, names; or NULL. */
struct decl *warn_variable(const struct expr *expr);
/* The object whose address the pointer, as written, is: of &x and of arrays; or NULL. */
const struct expr *warn_object(const struct expr *expr);
/* A constant zero, whatever it is cast to. */
bool warn_is_null(const struct expr *expr);
/* "a.b->c"; NULL: there is more to it than names. */
const char *warn_name(const struct warn *w, const struct expr *object);
bool warn_is_comparison(const struct expr *expr);
bool warn_is_boolean(const struct expr *expr); /* is its value always 0 or 1? */
const char *warn_operator(uint8_t op);         /* "+" */

/* ---- warn_conversion.c ---- */
/* The value of expr (as written) becomes one of type to, implicitly. */
void warn_conversion(struct warn *w, struct expr *expr, struct type *to);
/* What is asked is whether the value is not 0: by if, !, && and the like, which is at around. */
void warn_truth(struct warn *w, loc_t around, struct expr *condition);
void warn_compound_assignment(struct warn *w, const struct expr *expr);
void warn_cast(struct warn *w, const struct expr *expr);
/* The value cut to the width of the integer type. */
wide_int warn_cut(const struct type *type, wide_int value);

/* ---- one function of each family's file, or a few ---- */
/* Of a comparison; true: the implicit conversions of its operands need no warning of their own. */
bool warn_comparison(struct warn *w, const struct expr *expr);
void warn_overlap(struct warn *w, const struct expr *expr); /* of && and ||: warn_comparison.c */
void warn_parentheses(struct warn *w, const struct expr *expr);
void warn_condition(struct warn *w, const struct expr *condition);      /* warn_parentheses.c */
void warn_reversed_assignment(struct warn *w, const struct expr *expr); /* warn_parentheses.c */
void warn_conditional(struct warn *w, const struct expr *expr);         /* warn_parentheses.c */
void warn_arithmetic(struct warn *w, const struct expr *expr);
/* Of a full expression, which changes the variables w->changes from the given index on. */
void warn_sequence(struct warn *w, const struct expr *expr, uint32_t first_change);
void warn_unused_value(struct warn *w, const struct expr *expr); /* warn_value.c */
/* warn_value.c: a note that == was meant to be =. */
void warn_suggest_assignment(struct warn *w, const struct expr *comparison);
void warn_comma(struct warn *w, const struct expr *expr); /* warn_value.c */
void warn_statement(struct warn *w, const struct stmt *stmt);
void warn_loop(struct warn *w, const struct stmt *loop); /* of a for */
/* Does next, after stmt in a block, look as if it belonged to it? */
void warn_indentation(struct warn *w, const struct stmt *stmt, const struct stmt *next);
void warn_unused_names(struct warn *w, bool has_errors); /* warn_unused.c */
void warn_unused_globals(struct warn *w, const struct sema_unit *unit);
void warn_format(struct warn *w, const struct expr *call);
void warn_escape(struct warn *w, const struct stmt *stmt);
void warn_flow(struct warn *w);
/* Of all functions together, once the unit is known. */
void warn_barriers(struct warn *w, const struct translation_unit *unit);

/* ---- warn_range.c: which values an integer expression can have ---- */
struct warn_range {
    uint32_t width; /* bits that hold it, with the sign's if it may be negative */
    bool non_negative;
};
/* Of the type alone. */
struct warn_range warn_type_range(const struct type *type);
/* Of the expression.  approximate: sums are taken to fit where their operands do. */
struct warn_range warn_range(const struct expr *expr, bool approximate);

#endif
