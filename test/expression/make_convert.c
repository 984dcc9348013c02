/* Conversions, vectors made of parts, parts of vectors. */
#include "make.h"

struct node *
make_converted(struct gen *g, struct vtype type, struct node *child)
{
    enum scalar from = child->type.scalar, to = type.scalar;
    bool splat = child->type.count == 1 && type.count > 1;
    struct node *node = make_node(g, NODE_CAST, type);
    if (same_type(child->type, type))
        return child;
    if (child->type.count != type.count && !splat)
        return NULL;
    bool name = child->kind == NODE_VARIABLE && !child->arrow;
    if (splat && from == BOOL && (is_float(to) || !name))
        return NULL; /* (int4)(b) may be taken for a literal of one element, which is 1 */
    if (!splat && from != BOOL && to != BOOL && (type.count > 1 || make_chance(g, 60))) {
        node->kind = NODE_CONVERT;
        node->rounding = (int8_t)((int)make_below(g, ROUNDINGS + 1) - 1);
        node->saturate = !is_float(to) && make_chance(g, 40);
    }
    make_adopt(node, child);
    if (make_finish(g, node))
        return node;
    if (splat || from == BOOL || to == BOOL || is_float(to))
        return NULL;
    node->kind = NODE_CONVERT;
    node->saturate = true;
    return make_finish(g, node) ? node : NULL;
}

static struct node *
converted_or_instead(struct gen *g, struct vtype type, struct vtype from, int depth)
{
    struct node *sequence = make_node(g, NODE_COMMA, type);
    make_child(g, sequence, from, depth, true);
    struct node *node = make_converted(g, type, sequence->child[0]);
    return node ? node : make_instead(g, sequence);
}

struct node *
make_cast(struct gen *g, struct vtype type, int depth)
{
    return converted_or_instead(g, type, (struct vtype){make_scalar(g), 1}, depth);
}

struct node *
make_conversion(struct gen *g, struct vtype type, int depth)
{
    enum scalar from = make_scalar(g);
    return type.scalar == BOOL || (from == BOOL && type.count > 1)
               ? NULL
               : converted_or_instead(g, type, (struct vtype){from, type.count}, depth);
}

struct node *
make_as(struct gen *g, struct vtype type, int depth)
{
    unsigned size = scalar_size(type.scalar) * type.count;
    enum scalar from = make_scalar(g);
    unsigned count = size / scalar_size(from);
    if (type.scalar == BOOL || from == BOOL || count > 16 || count * scalar_size(from) != size)
        return NULL;
    if (type.count == 3 && scalar_size(from) != scalar_size(type.scalar))
        return NULL;
    if (type.count == 3 && make_chance(g, 40))
        count = 4;
    if (type.count != 3 && (count & (count - 1)))
        return NULL;
    struct node *node = make_node(g, NODE_AS, type);
    make_child(g, node, (struct vtype){from, (uint8_t)count}, depth, false);
    return make_finish(g, node) ? node : make_instead(g, node);
}

struct node *
make_swizzle(struct gen *g, struct vtype type, int depth)
{
    unsigned count = vector_counts[1 + make_below(g, 5)], regular = make_below(g, 4);
    if (type.scalar == BOOL)
        return NULL;
    struct node *node = make_node(g, NODE_SWIZZLE, type);
    make_child(g, node, (struct vtype){type.scalar, (uint8_t)count}, depth, false);
    bool half = 2 * type.count == count && make_chance(g, 50);
    for (unsigned i = 0; i < type.count; i++)
        node->components[i] = (uint8_t)(!half         ? make_below(g, count)
                                        : regular < 2 ? i + regular * type.count
                                                      : 2 * i + (regular & 1));
    make_finish(g, node);
    return node;
}

struct node *
make_vector(struct gen *g, struct vtype type, int depth)
{
    bool pure = g->pure;
    if (type.count == 1)
        return NULL;
    struct node *node = make_node(g, NODE_VECTOR, type);
    g->pure |= type.count == 16; /* make_instead has no room for 17 */
    for (unsigned left = type.count; left;) {
        struct vtype part = {type.scalar, vector_counts[make_below(g, 5)]};
        if (part.count > left || part.count == type.count || make_chance(g, 40))
            part.count = 1;
        if (part.count == 1 && make_chance(g, 15))
            do
                part.scalar = make_scalar(g);
            while (part.scalar == BOOL);
        make_child(g, node, part, part.count == 1 && type.count > 4 ? 1 : depth, false);
        left -= part.count;
    }
    g->pure = pure;
    return make_finish(g, node) ? node : make_instead(g, node);
}

struct node *
make_shuffle(struct gen *g, struct vtype type, int depth)
{
    static const uint8_t counts[] = {2, 4, 8, 16};
    struct vtype source = {type.scalar, counts[make_below(g, 4)]};
    struct vtype mask = {unsigned_of(type.scalar), type.count};
    if (type.count == 1 || type.count == 3)
        return NULL;
    struct node *node = make_node(g, NODE_SHUFFLE, type);
    make_child(g, node, source, depth, false);
    if (make_chance(g, 50))
        make_child(g, node, source, depth, false);
    make_child(g, node, mask, depth, false);
    make_finish(g, node);
    return node;
}

struct node *
make_size(struct gen *g, struct vtype type, int depth)
{
    (void)depth;
    if (type.scalar != ULONG || type.count != 1)
        return NULL;
    struct node *node = make_node(g, NODE_SIZE, type);
    node->of = make_type(g);
    node->constant = type_size(node->of);
    make_finish(g, node);
    return node;
}
