#include "make.h"

struct node *
make_node(struct gen *g, enum node_kind kind, struct vtype type)
{
    struct node *node = program_alloc(g->p, sizeof *node);
    node->kind = (uint8_t)kind;
    node->type = type;
    node->rounding = -1;
    g->budget--;
    return node;
}

void
make_adopt(struct node *node, struct node *child)
{
    node->child[node->child_count++] = child;
    node->reads |= child->reads;
    node->writes |= child->writes;
}

void
make_child(struct gen *g, struct node *node, struct vtype type, int depth, bool sequenced)
{
    struct gen saved = *g;
    uint64_t mask = g->p->mask;
    if (!sequenced) {
        g->forbid_read |= node->writes;
        g->forbid_write |= node->reads | node->writes;
    }
    if (node->child_count)
        g->p->mask = child_mask(g->p, node, node->child_count);
    struct node *child = make_expression(g, type, depth);
    make_adopt(node, child);
    g->p->mask = mask;
    g->forbid_read = saved.forbid_read;
    g->forbid_write = saved.forbid_write;
}

bool
make_finish(struct gen *g, struct node *node)
{
    return node_apply(g->p, node);
}

struct node *
make_wrap(struct gen *g, enum node_kind kind, struct vtype type, struct node *child)
{
    struct node *node = make_node(g, kind, type);
    make_adopt(node, child);
    return node;
}

struct node *
make_constant(struct gen *g, struct vtype type, uint64_t value)
{
    struct vtype scalar = {type.scalar, 1};
    struct node *node = make_node(g, NODE_CONST, scalar);
    node->constant = value;
    make_finish(g, node);
    if (type.count > 1) {
        node = make_wrap(g, NODE_CAST, type, node);
        make_finish(g, node);
    }
    return node;
}

static struct node *
random_constant(struct gen *g, struct vtype type)
{
    if (type.count == 1 || make_chance(g, 30))
        return make_constant(g, type, make_number(g, type.scalar));
    struct node *node = make_node(g, NODE_VECTOR, type);
    for (unsigned i = 0; i < type.count; i++)
        make_adopt(node,
                   make_constant(g, (struct vtype){type.scalar, 1}, make_number(g, type.scalar)));
    make_finish(g, node);
    return node;
}

/* ---- places ---- */

static bool
may_use(const struct gen *g, unsigned object, bool write)
{
    const struct object *o = &g->p->objects[object];
    if (o->scope != g->scope && o->storage != CONSTANT)
        return false;
    if (write && (o->storage == CONSTANT || o->storage == INPUT))
        return false;
    return !((write ? g->forbid_write | g->forbid_read : g->forbid_read) >> object & 1);
}

/* An index below limit, a power of two. */
static struct node *
index_expression(struct gen *g, unsigned limit)
{
    struct vtype type = {make_chance(g, 50) ? INT : make_chance(g, 50) ? UINT : LONG, 1};
    if (make_chance(g, 40))
        return make_constant(g, type, make_below(g, limit));
    struct node *node = make_node(g, NODE_BINARY, type);
    node->op = OP_AND;
    make_child(g, node, type, 1, false);
    make_adopt(node, make_constant(g, type, limit - 1));
    make_finish(g, node);
    return node;
}

/* The object itself, or an element of an array. */
static struct node *
object_place(struct gen *g, unsigned number)
{
    const struct object *object = &g->p->objects[number];
    uint64_t read = g->forbid_read, write = g->forbid_write, self = 1ull << number;
    struct node *node = make_node(g, object->array ? NODE_INDEX : NODE_VARIABLE, object->type);
    node->object = (uint8_t)number;
    node->arrow = object->member && make_chance(g, 20);
    if (object->array) { /* a[a[0]] = x is left alone: 6.5 of C99 can be read against it */
        g->forbid_read |= self;
        g->forbid_write |= self;
        make_adopt(node, index_expression(g, object->length));
        g->forbid_read = read;
        g->forbid_write = write;
    }
    node->reads |= self;
    return node;
}

static uint64_t
targets(const struct pointer *pointer)
{
    return 1ull << pointer->object[0] | 1ull << pointer->object[1];
}

static struct node *
pointer_place(struct gen *g, struct vtype type, bool write)
{
    uint64_t read_forbidden = g->forbid_read, write_forbidden = g->forbid_write;
    for (unsigned i = 0; i < g->p->pointer_count && g->scope == MAX_FUNCTIONS; i++) {
        const struct pointer *pointer = &g->p->pointers[i];
        if (!same_type(pointer->type, type) || !may_use(g, pointer->object[0], write) ||
            !may_use(g, pointer->object[1], write) || make_chance(g, 30))
            continue;
        struct node *node = make_node(g, NODE_DEREF, type);
        node->object = (uint8_t)i;
        if (pointer->reach > 1 || make_chance(g, 20)) {
            g->forbid_read |= targets(pointer);
            g->forbid_write |= targets(pointer);
            make_adopt(node, index_expression(g, pointer->reach));
            g->forbid_read = read_forbidden;
            g->forbid_write = write_forbidden;
        }
        node->reads |= targets(pointer);
        return node;
    }
    return NULL;
}

/* Different components of a place, for v.xz = ...; or any for a value. */
static struct node *
component_place(struct gen *g, struct node *base, struct vtype type, bool write)
{
    struct node *node = make_wrap(g, NODE_SWIZZLE, type, base);
    unsigned used = 0, count = base->type.count;
    unsigned regular = make_below(g, 4); /* lo hi even odd */
    if (2 * type.count == count && make_chance(g, 50)) {
        for (unsigned i = 0; i < type.count; i++)
            node->components[i] =
                (uint8_t)(regular < 2 ? i + regular * type.count : 2 * i + (regular & 1));
        return node;
    }
    for (unsigned i = 0; i < type.count;) {
        unsigned c = make_below(g, count);
        if (write && used >> c & 1)
            continue;
        used |= 1u << c;
        node->components[i++] = (uint8_t)c;
    }
    return node;
}

static struct node *
choose_place(struct gen *g, struct vtype type, bool write)
{
    unsigned start = make_below(g, g->p->object_count);
    if (make_chance(g, 25)) {
        struct node *node = pointer_place(g, type, write);
        if (node)
            return node;
    }
    bool whole = make_chance(g, 60);
    for (unsigned pass = 0; pass < 2; pass++, whole = !whole)
        for (unsigned i = 0; i < g->p->object_count; i++) {
            unsigned number = (start + i) % g->p->object_count;
            const struct vtype t = g->p->objects[number].type;
            bool fits = whole ? same_type(t, type)
                              : t.scalar == type.scalar && t.count > 1 &&
                                    (t.count >= type.count || (!write && type.count > 1));
            if (fits && may_use(g, number, write))
                return whole ? object_place(g, number)
                             : component_place(g, object_place(g, number), type, write);
        }
    return NULL;
}

static void
finish_place(struct gen *g, struct node *node)
{
    if (node->kind == NODE_SWIZZLE)
        finish_place(g, node->child[0]);
    make_finish(g, node);
}

struct node *
make_place(struct gen *g, struct vtype type, bool write)
{
    struct node *node = choose_place(g, type, write);
    if (node)
        finish_place(g, node);
    return node;
}

/* ---- leaves ---- */

/* Any object at all, converted. */
static struct node *
converted_leaf(struct gen *g, struct vtype type)
{
    struct node *result = NULL;
    bool pure = g->pure;
    g->pure = true; /* what is not used must have had no effects */
    for (unsigned tries = 0; tries < 6 && !result; tries++) {
        unsigned number = make_below(g, g->p->object_count);
        if (!may_use(g, number, false))
            continue;
        struct node *node = object_place(g, number);
        struct vtype t = node->type;
        if (t.count > 1 && t.count != type.count)
            node = component_place(g, node, (struct vtype){t.scalar, 1}, false);
        finish_place(g, node);
        result = make_converted(g, type, node);
    }
    g->pure = pure;
    return result;
}

struct node *
make_leaf(struct gen *g, struct vtype type)
{
    struct node *node = NULL;
    if (make_chance(g, 70))
        node = make_place(g, type, false);
    if (!node && make_chance(g, 75))
        node = converted_leaf(g, type);
    return node ? node : random_constant(g, type);
}

struct node *
make_instead(struct gen *g, struct node *node)
{
    if (!node->writes)
        return make_leaf(g, node->type);
    struct node *comma = make_node(g, NODE_COMMA, node->type);
    for (unsigned i = 0; i < node->child_count; i++)
        make_adopt(comma, node->child[i]);
    if (comma->child_count == MAX_CHILDREN)
        comma->child_count--; /* a vector literal of 16: without effects */
    make_adopt(comma, random_constant(g, node->type));
    make_finish(g, comma);
    return comma;
}
