/* Makes a program that fails smaller: statements go, expressions become their operands or
 * constants, as long as everything stays defined and the program still fails. */
#include "reduce.h"

#include "number.h"

struct reduction {
    struct program *program;
    bool (*fails)(struct program *program, const void *data);
    const void *data;
};

static bool
still_fails(const struct reduction *r)
{
    return program_eval(r->program) && r->fails(r->program, r->data);
}

static struct node *
constant_node(struct program *p, struct vtype type, uint64_t value)
{
    struct node *node = program_alloc(p, sizeof *node);
    *node = (struct node){.kind = NODE_CONST, .type = {type.scalar, 1}, .rounding = -1};
    node->constant = is_float(type.scalar) ? from_double(type.scalar, 1) : value;
    if (type.count == 1)
        return node;
    struct node *vector = program_alloc(p, sizeof *vector);
    *vector = (struct node){
        .kind = NODE_CAST, .type = type, .rounding = -1, .child_count = 1, .child = {node}};
    return vector;
}

static bool
try_instead(const struct reduction *r, struct node **slot, struct node *other)
{
    struct node *node = *slot;
    *slot = other;
    if (still_fails(r))
        return true;
    *slot = node;
    return false;
}

/* The closest nodes below that have the type. */
static bool
try_below(const struct reduction *r, struct node **slot, const struct node *from)
{
    for (unsigned i = 0; i < from->child_count; i++) {
        struct node *child = from->child[i];
        if (same_type(child->type, (*slot)->type) ? try_instead(r, slot, child)
                                                  : try_below(r, slot, child))
            return true;
    }
    return false;
}

static bool
is_small(const struct node *node)
{
    return node->kind <= NODE_VARIABLE ||
           (node->kind == NODE_CAST && node->child[0]->kind == NODE_CONST);
}

/* place: the left side of an assignment must remain an lvalue. */
static bool
reduce_node(const struct reduction *r, struct node **slot, bool place)
{
    struct node *node = *slot;
    bool changed = false;
    if (!place && !is_small(node)) {
        while (try_below(r, slot, *slot))
            changed = true;
        if (!is_small(*slot) && (try_instead(r, slot, constant_node(r->program, node->type, 0)) ||
                                 try_instead(r, slot, constant_node(r->program, node->type, 1))))
            return true;
    }
    node = *slot;
    for (unsigned i = 0; i < node->child_count; i++) {
        bool is_place = i == 0 && (node->kind == NODE_ASSIGN || node->kind == NODE_STEP ||
                                   (place && node->kind == NODE_SWIZZLE));
        changed |= reduce_node(r, &node->child[i], is_place);
    }
    return changed;
}

static bool
reduce_list(const struct reduction *r, struct node **list, unsigned *count)
{
    bool changed = false;
    for (unsigned i = *count; i-- > 0;) {
        struct node *node = list[i];
        unsigned last = --*count;
        for (unsigned k = i; k < last; k++)
            list[k] = list[k + 1];
        if (still_fails(r)) {
            changed = true;
            continue;
        }
        for (unsigned k = last; k > i; k--)
            list[k] = list[k - 1];
        list[i] = node;
        ++*count;
    }
    return changed;
}

static bool
reduce_function(const struct reduction *r, struct function *function)
{
    unsigned count = function->statement_count;
    bool changed = false;
    for (unsigned i = 0; i < count; i++)
        changed |= reduce_node(r, &function->statements[i], false);
    return reduce_node(r, &function->value, false) || changed;
}

void
program_reduce(struct program *program, bool (*fails)(struct program *program, const void *data),
               const void *data)
{
    struct reduction r = {program, fails, data};
    bool changed = true;
    while (changed) {
        changed = reduce_list(&r, program->statements, &program->statement_count);
        for (unsigned i = 0; i < program->statement_count; i++)
            changed |= reduce_node(&r,
                                   program->statements[i]->kind == NODE_RESULT
                                       ? &program->statements[i]->child[0]
                                       : &program->statements[i],
                                   false);
        for (unsigned i = 0; i < program->function_count; i++)
            if (program->functions[i].complete)
                changed |= reduce_function(&r, &program->functions[i]);
    }
    program_eval(program);
}
