/* Inside the generator.  Nodes are evaluated as they are made: an operation that is undefined for
 * the values it meets is changed before anything is built on it. */
#ifndef OCC_TEST_EXPRESSION_MAKE_H
#define OCC_TEST_EXPRESSION_MAKE_H

#include "number.h"
#include "program.h"

/* forbid_*: objects that expressions not sequenced with this one write, or read and write; pure:
 * no effects, for operands that OpenCL C may or may not evaluate. */
struct gen {
    struct program *p;
    uint64_t state;
    uint64_t forbid_read, forbid_write;
    bool pure;
    unsigned scope;
    int budget; /* nodes left for this statement */
};

/* ---- make_random.c ---- */
uint64_t make_random(struct gen *g);
unsigned make_below(struct gen *g, unsigned limit);
bool make_chance(struct gen *g, unsigned percent);
enum scalar make_scalar(struct gen *g);             /* any that the program uses */
enum scalar make_integer(struct gen *g);            /* not bool */
struct vtype make_type(struct gen *g);              /* any */
uint64_t make_number(struct gen *g, enum scalar t); /* often a special one; no denormal float */

/* ---- make_leaf.c ---- */
struct node *make_node(struct gen *g, enum node_kind kind, struct vtype type);
/* Adds a child; sequenced: after those before it. */
void make_child(struct gen *g, struct node *node, struct vtype type, int depth, bool sequenced);
void make_adopt(struct node *node, struct node *child);
/* Evaluates a node that has all its children; false: undefined, and nothing happened. */
bool make_finish(struct gen *g, struct node *node);
struct node *make_wrap(struct gen *g, enum node_kind kind, struct vtype type, struct node *child);
struct node *make_constant(struct gen *g, struct vtype type, uint64_t value);
/* A variable, component, element or constant; always defined. */
struct node *make_leaf(struct gen *g, struct vtype type);
/* A place of the type that may be read, or written, too; NULL: there is none. */
struct node *make_place(struct gen *g, struct vtype type, bool write);
/* Instead of an undefined node: keeps the effects of its children. */
struct node *make_instead(struct gen *g, struct node *node);

/* ---- make_operator.c, make_convert.c, make_call.c: each NULL when it makes no such type ---- */
struct node *make_binary(struct gen *g, struct vtype type, int depth);
struct node *make_unary(struct gen *g, struct vtype type, int depth);
struct node *make_assign(struct gen *g, struct vtype type, int depth);
struct node *make_step(struct gen *g, struct vtype type, int depth);
struct node *make_comma(struct gen *g, struct vtype type, int depth);
struct node *make_ternary(struct gen *g, struct vtype type, int depth);
struct node *make_choice(struct gen *g, struct vtype type, int depth);
struct node *make_cast(struct gen *g, struct vtype type, int depth);
struct node *make_conversion(struct gen *g, struct vtype type, int depth);
struct node *make_as(struct gen *g, struct vtype type, int depth);
struct node *make_swizzle(struct gen *g, struct vtype type, int depth);
struct node *make_vector(struct gen *g, struct vtype type, int depth);
struct node *make_shuffle(struct gen *g, struct vtype type, int depth);
struct node *make_builtin(struct gen *g, struct vtype type, int depth);
struct node *make_call(struct gen *g, struct vtype type, int depth);
struct node *make_size(struct gen *g, struct vtype type, int depth);
/* child, converted by whatever defined conversion there is. */
struct node *make_converted(struct gen *g, struct vtype type, struct node *child);

/* ---- generate.c ---- */
/* An expression of exactly this type. */
struct node *make_expression(struct gen *g, struct vtype type, int depth);
unsigned make_object(struct gen *g, enum storage storage, struct vtype type, unsigned length);
#endif
