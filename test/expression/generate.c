/* Programs: their objects, their statements. */
#include "make.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 22 };

struct block {
    struct block *next;
    size_t used;
    uint8_t bytes[];
};

static struct block *
new_block(struct block *next, size_t size)
{
    struct block *block = calloc(1, sizeof *block + size);
    if (!block)
        abort();
    block->next = next;
    return block;
}

void *
program_alloc(struct program *program, size_t size)
{
    size = (size + 15) & ~(size_t)15;
    if (program->memory->used + size > BLOCK)
        program->memory = new_block(program->memory, BLOCK);
    void *result = program->memory->bytes + program->memory->used;
    program->memory->used += size;
    return result;
}

void
program_free(struct program *program)
{
    for (struct block *block = program->memory, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    free(program);
}

/* ---- expressions ---- */

static const struct {
    struct node *(*make)(struct gen *g, struct vtype type, int depth);
    unsigned weight;
} makers[] = {
    {make_binary, 34}, {make_builtin, 20}, {make_unary, 8},   {make_conversion, 10},
    {make_cast, 6},    {make_as, 4},       {make_swizzle, 5}, {make_vector, 6},
    {make_ternary, 7}, {make_choice, 4},   {make_assign, 5},  {make_step, 4},
    {make_comma, 2},   {make_call, 5},     {make_shuffle, 3}, {make_size, 1},
};

struct node *
make_expression(struct gen *g, struct vtype type, int depth)
{
    if (depth <= 0 || g->budget <= 0 || make_chance(g, 10))
        return make_leaf(g, type);
    for (unsigned tries = 0; tries < 12; tries++) {
        unsigned at = make_below(g, 124), i = 0;
        while (at >= makers[i].weight)
            at -= makers[i++].weight;
        struct node *node = makers[i].make(g, type, depth - 1);
        if (node)
            return node;
    }
    return make_leaf(g, type);
}

/* ---- objects ---- */

static unsigned
reserve(unsigned *size, unsigned bytes)
{
    unsigned at = *size;
    *size += (bytes + 127) & ~127u;
    return at;
}

static void
initial_values(struct gen *g, struct object *object)
{
    bool same =
        object->storage == UNIFORM || object->storage == LITERAL || object->storage == CONSTANT;
    unsigned count = (unsigned)object->length * object->type.count;
    for (unsigned lane = 0; lane < LANES; lane++)
        for (unsigned i = 0; i < count; i++) {
            uint64_t number = make_number(g, object->type.scalar);
            if (object->storage == CONSTANT && is_nan(object->type.scalar, number))
                number = 0; /* NAN need be no constant expression */
            object->initial[lane * count + i] = same && lane > 0 ? object->initial[i] : number;
        }
}

unsigned
make_object(struct gen *g, enum storage storage, struct vtype type, unsigned length)
{
    static const char prefixes[STORAGES] = {
        [PRIVATE] = 'v',  [UNIFORM] = 'u', [LITERAL] = 'k',  [LOCAL] = 'l',
        [CONSTANT] = 't', [INPUT] = 'i',   [PARAMETER] = 'p'};
    struct program *p = g->p;
    unsigned number = p->object_count++;
    struct object *object = &p->objects[number];
    size_t size = sizeof *object->data * LANES * length * type.count;
    snprintf(object->name, sizeof object->name, "%c%u", prefixes[storage], number);
    object->type = type;
    object->storage = (uint8_t)storage;
    object->array = length > 1;
    object->length = (uint8_t)length;
    object->scope = (uint8_t)g->scope;
    object->initial = program_alloc(p, size);
    object->data = program_alloc(p, size);
    if (storage != PARAMETER)
        initial_values(g, object);
    memcpy(object->data, object->initial, size);
    if (storage == PRIVATE || storage == UNIFORM || storage == LOCAL || storage == INPUT)
        object->input = reserve(&p->input_size, LANES * length * type_size(type));
    if (storage == LOCAL)
        object->local = reserve(&p->local_size, LANES * type_size(type));
    return number;
}

static unsigned
random_length(struct gen *g)
{
    return make_chance(g, 75) ? 1 : 2u << make_below(g, 3);
}

static struct vtype
object_type(struct gen *g)
{
    struct vtype type = make_type(g);
    if (make_chance(g, 20))
        type = (struct vtype){INT + make_below(g, 4), 1};
    return type;
}

static void
make_structure(struct gen *g)
{
    unsigned structure = g->p->structure_count++;
    for (unsigned i = 2 + make_below(g, 3); i > 0; i--) {
        struct object *object =
            &g->p->objects[make_object(g, PRIVATE, make_type(g), random_length(g))];
        object->member = true;
        object->structure = (uint8_t)structure;
        snprintf(object->name, sizeof object->name, "s%u.m%u", structure, i);
    }
}

static void
make_objects(struct gen *g)
{
    static const uint8_t storages[] = {PRIVATE, PRIVATE, PRIVATE, PRIVATE, UNIFORM,
                                       UNIFORM, LITERAL, LOCAL,   INPUT,   CONSTANT};
    for (unsigned i = 10 + make_below(g, 6); i > 0; i--) {
        enum storage storage = storages[make_below(g, sizeof storages)];
        struct vtype type = object_type(g);
        if (type.scalar == BOOL && storage != PRIVATE && storage != UNIFORM)
            storage = LITERAL;
        unsigned length = storage == LOCAL || storage == INPUT ? 1 : random_length(g);
        if (storage == CONSTANT)
            length = 8;
        make_object(g, storage, type, length);
    }
    for (unsigned i = make_below(g, 3); i > 0; i--)
        make_structure(g);
}

/* ---- pointers ---- */

static bool
pointer_target(struct gen *g, struct vtype type, unsigned *number)
{
    unsigned start = make_below(g, g->p->object_count);
    for (unsigned i = 0; i < g->p->object_count; i++) {
        const struct object *object = &g->p->objects[ *number = (start + i) % g->p->object_count];
        if (object->storage <= LITERAL && object->scope == MAX_FUNCTIONS &&
            (type.count == 0 || same_type(object->type, type)))
            return true;
    }
    return false;
}

static void
make_pointer(struct gen *g)
{
    struct pointer *pointer = &g->p->pointers[g->p->pointer_count];
    unsigned reach[2], number;
    for (unsigned i = 0; i < 2; i++) {
        if (!pointer_target(g, pointer->type, &number))
            return;
        unsigned length = g->p->objects[number].length;
        pointer->type = g->p->objects[number].type;
        pointer->object[i] = (uint8_t)number;
        pointer->element[i] = (uint8_t)make_below(g, length);
        for (reach[i] = 1; 2 * reach[i] <= length - pointer->element[i];)
            reach[i] *= 2;
    }
    pointer->reach = (uint8_t)(reach[0] < reach[1] ? reach[0] : reach[1]);
    if (make_chance(g, 60)) {
        g->pure = true;
        g->budget = 10;
        pointer->choice = make_expression(g, (struct vtype){INT, 1}, 2);
        g->pure = false;
    } else {
        pointer->object[1] = pointer->object[0];
        pointer->element[1] = pointer->element[0];
    }
    pointer->chosen = pointer->choice ? nonzero_lanes(pointer->choice) : UINT64_MAX;
    g->p->pointer_count++;
}

/* ---- statements ---- */

static void
add_result(struct gen *g, struct vtype type, struct node *value)
{
    struct node *node = make_wrap(g, NODE_RESULT, type, value);
    if (!make_finish(g, node)) {
        node->type = value->type;
        make_finish(g, node);
    }
    node->output = reserve(&g->p->output_size, LANES * type_size(node->type));
    g->p->statements[g->p->statement_count++] = node;
}

static void
make_statement(struct gen *g)
{
    struct vtype type = make_type(g), stored;
    g->budget = 40;
    if (make_chance(g, 35)) {
        const struct object *object = &g->p->objects[make_below(g, g->p->object_count)];
        struct node *node = object->scope == MAX_FUNCTIONS ? make_assign(g, object->type, 4) : NULL;
        if (node)
            g->p->statements[g->p->statement_count++] = node;
        return;
    }
    struct node *value = make_expression(g, type, 4);
    stored = type;
    if (type.scalar == BOOL)
        stored.scalar = UCHAR;
    else if (type.count == 1 && make_chance(g, 25))
        stored.scalar = (uint8_t)make_integer(g);
    add_result(g, stored, value);
}

/* What every object that was or could be changed holds in the end. */
static void
output_objects(struct gen *g)
{
    for (unsigned i = 0; i < g->p->object_count && g->p->statement_count < MAX_STATEMENTS; i++) {
        const struct object *object = &g->p->objects[i];
        if (object->scope != MAX_FUNCTIONS || object->storage > LOCAL)
            continue;
        struct node *node = make_node(g, object->array ? NODE_INDEX : NODE_VARIABLE, object->type);
        node->object = (uint8_t)i;
        if (object->array)
            make_adopt(node,
                       make_constant(g, (struct vtype){INT, 1}, make_below(g, object->length)));
        make_finish(g, node);
        struct vtype stored = object->type;
        if (stored.scalar == BOOL)
            stored.scalar = UCHAR;
        add_result(g, stored, node);
    }
}

struct program *
program_generate(uint64_t seed)
{
    struct program *p = calloc(1, sizeof *p);
    struct gen g = {.p = p, .state = seed * 0x9e3779b97f4a7c15u + 1, .scope = MAX_FUNCTIONS};
    if (!p)
        abort();
    p->memory = new_block(NULL, BLOCK);
    p->seed = seed;
    p->mask = UINT64_MAX;
    p->uses_half = make_chance(&g, 25);
    make_objects(&g);
    for (unsigned i = make_below(&g, MAX_POINTERS); i > 0; i--)
        make_pointer(&g);
    for (unsigned i = 0; i < 10; i++)
        make_statement(&g);
    output_objects(&g);
    return p;
}
