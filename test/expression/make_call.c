/* Calls of builtin functions, and of functions that are made for their first call. */
#include "make.h"

#include <string.h>

/* The gentype for which the function's result is `type`. */
static bool
gentype_for(struct gen *g, const struct builtin_info *info, struct vtype type,
            struct vtype *gentype)
{
    for (unsigned tries = 0; tries < 12; tries++) {
        *gentype = (struct vtype){make_scalar(g), type.count};
        if (*info->signature == 'T')
            *gentype = type;
        else if (*info->signature == 'b')
            gentype->count = vector_counts[make_below(g, 6)];
        struct vtype result = letter_type(*info->signature, *gentype);
        if (gentype->scalar != BOOL && builtin_takes(info, gentype->scalar) &&
            same_type(result, type))
            return true;
    }
    return false;
}

/* The type of parameter i; `scalars` where vectors may stand for scalars. */
static struct vtype
parameter_type(struct gen *g, const struct builtin_info *info, unsigned i, struct vtype gentype,
               bool scalars)
{
    char letter = info->signature[i + 1];
    struct vtype type = letter_type(letter, gentype);
    if ((letter == 'v' || letter == 'I') && scalars)
        type.count = 1;
    if (letter == 'C')
        type.scalar = make_chance(g, 60) ? signed_of(gentype.scalar) : unsigned_of(gentype.scalar);
    return type;
}

/* 24-bit functions get operands of 24 bits. */
static bool
mend_builtin(struct gen *g, struct node *node)
{
    if (node->op != FN_mul24 && node->op != FN_mad24)
        return false;
    for (unsigned i = 0; i < node->child_count; i++) {
        struct node *cut = make_wrap(g, NODE_BINARY, node->type, node->child[i]);
        cut->op = OP_AND;
        make_adopt(cut, make_constant(g, (struct vtype){node->type.scalar, 1}, 0x7fffff));
        make_finish(g, cut);
        node->child[i] = cut;
    }
    return make_finish(g, node);
}

struct node *
make_builtin(struct gen *g, struct vtype type, int depth)
{
    unsigned number = make_below(g, FUNCTIONS);
    if (type.scalar == INT && type.count == 1 && make_chance(g, 8)) /* few types have any and all */
        number = make_chance(g, 50) ? FN_any : FN_all;
    const struct builtin_info *info = &builtins[number];
    struct vtype gentype;
    if (number == FN_ctz && g->p->seed % 3 == 0) /* compiled as OpenCL C 1.2 */
        return NULL;
    if (!gentype_for(g, info, type, &gentype))
        return NULL;
    struct node *node = make_node(g, NODE_BUILTIN, type);
    bool scalars = make_chance(g, 30);
    node->op = (uint8_t)number;
    node->of = gentype;
    for (unsigned i = 0; info->signature[i + 1]; i++)
        make_child(g, node, parameter_type(g, info, i, gentype, scalars), depth, false);
    return make_finish(g, node) || mend_builtin(g, node) ? node : make_instead(g, node);
}

/* ---- functions of the program ---- */

/* The body is made for the arguments of this call, in lanes that execute it. */
static void
make_body(struct gen *g, struct function *function, unsigned number)
{
    struct gen saved = *g;
    g->scope = number;
    g->forbid_read = g->forbid_write = 0;
    g->pure = false;
    g->budget = 30;
    if (make_chance(g, 60))
        make_object(g, LITERAL, make_type(g), make_chance(g, 30) ? 4 : 1);
    for (unsigned i = make_below(g, 3); i > 0; i--) {
        struct node *node = make_assign(g, g->p->objects[function->parameters[0]].type, 2);
        if (node)
            function->statements[function->statement_count++] = node;
    }
    function->value = make_expression(g, function->result, 3);
    g->scope = saved.scope;
    g->forbid_read = saved.forbid_read;
    g->forbid_write = saved.forbid_write;
    g->pure = saved.pure;
    g->budget = saved.budget - 5;
    function->complete = true;
}

/* Parameters of the types of the arguments, holding their values. */
static void
make_parameters(struct gen *g, const struct node *node, struct function *function)
{
    unsigned scope = g->scope;
    g->scope = node->object;
    for (unsigned i = 0; i < node->child_count; i++) {
        unsigned number = make_object(g, PARAMETER, node->child[i]->type, 1);
        struct object *object = &g->p->objects[number];
        memcpy(object->data, node->child[i]->value,
               sizeof *object->data * LANES * object->type.count);
        function->parameters[function->parameter_count++] = (uint8_t)number;
    }
    g->scope = scope;
}

static struct node *
first_call(struct gen *g, struct vtype type, int depth)
{
    struct node *node = make_node(g, NODE_CALL, type);
    node->object = (uint8_t)g->p->function_count++;
    struct function *function = &g->p->functions[node->object];
    function->result = type;
    for (unsigned i = 1 + make_below(g, MAX_PARAMETERS); i > 0; i--)
        make_child(g, node, make_type(g), depth, false);
    make_parameters(g, node, function);
    make_body(g, function, node->object);
    return make_finish(g, node) ? node : make_instead(g, node);
}

struct node *
make_call(struct gen *g, struct vtype type, int depth)
{
    struct program *p = g->p;
    for (unsigned i = 0; i < p->function_count; i++) {
        const struct function *function = &p->functions[i];
        if (!function->complete || !same_type(function->result, type))
            continue;
        struct node *node = make_node(g, NODE_CALL, type);
        node->object = (uint8_t)i;
        for (unsigned k = 0; k < function->parameter_count; k++) {
            struct vtype parameter = p->objects[function->parameters[k]].type;
            if (parameter.count == 1 && make_chance(g, 30))
                parameter.scalar = make_scalar(g);
            make_child(g, node, parameter, depth, false);
        }
        return make_finish(g, node) ? node : make_instead(g, node);
    }
    bool room = p->function_count < MAX_FUNCTIONS && p->object_count + 8 < MAX_OBJECTS;
    return room && g->scope == MAX_FUNCTIONS && make_chance(g, 50) ? first_call(g, type, depth)
                                                                   : NULL;
}
