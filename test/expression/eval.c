/* What nodes compute, for all work-items at once. */
#include "number.h"
#include "program.h"

#include <string.h>

#define LANE_LOOP(lane, mask)                                                                      \
    for (unsigned lane = 0; lane < LANES; lane++)                                                  \
        if ((mask) >> lane & 1)

static uint64_t *
lane_value(const struct node *node, unsigned lane)
{
    return node->value + lane * node->type.count;
}

/* Component i of a value; a scalar widens. */
static uint64_t
component(const struct node *node, unsigned lane, unsigned i)
{
    return lane_value(node, lane)[node->type.count > 1 ? i : 0];
}

uint64_t
nonzero_lanes(const struct node *node)
{
    uint64_t lanes = 0, truth;
    for (unsigned lane = 0; lane < LANES; lane++)
        if (convert_number(BOOL, node->type.scalar, *lane_value(node, lane), -1, false, &truth))
            lanes |= truth << lane;
    return lanes;
}

uint64_t
child_mask(const struct program *program, const struct node *node, unsigned i)
{
    bool short_circuit =
        node->kind == NODE_BINARY && operators[node->op].group == LOGIC && node->type.count == 1;
    if (i == 0 || !(short_circuit || node->kind == NODE_TERNARY))
        return program->mask;
    uint64_t truth = nonzero_lanes(node->child[0]);
    bool wants_false = short_circuit ? node->op == OP_OROR : i == 2;
    return program->mask & (wants_false ? ~truth : truth);
}

/* ---- places ---- */

/* Components of one element of an object, in one lane. */
struct spot {
    uint64_t *base;
    uint8_t components[16];
};

static bool
locate(const struct program *p, const struct node *node, unsigned lane, struct spot *spot)
{
    const struct object *object = &p->objects[node->object];
    uint64_t element = node->child_count ? *lane_value(node->child[0], lane) : 0;
    if (node->kind == NODE_SWIZZLE) {
        struct spot inner;
        if (!locate(p, node->child[0], lane, &inner))
            return false;
        spot->base = inner.base;
        for (unsigned i = 0; i < node->type.count; i++)
            spot->components[i] = inner.components[node->components[i]];
        return true;
    }
    if (node->kind == NODE_DEREF) {
        const struct pointer *pointer = &p->pointers[node->object];
        unsigned side = pointer->chosen >> lane & 1 ? 0 : 1;
        object = &p->objects[pointer->object[side]];
        if (element >= pointer->reach)
            return false;
        element += pointer->element[side];
    }
    for (unsigned i = 0; i < 16; i++)
        spot->components[i] = (uint8_t)i;
    if (element >= object->length)
        return false;
    spot->base = object->data + (lane * object->length + element) * object->type.count;
    return true;
}

static bool
is_place(const struct node *node)
{
    return node->kind == NODE_SWIZZLE ? is_place(node->child[0])
                                      : node->kind >= NODE_VARIABLE && node->kind <= NODE_DEREF;
}

static bool
apply_place(struct program *p, struct node *node)
{
    LANE_LOOP(lane, p->mask)
    {
        struct spot spot;
        if (!locate(p, node, lane, &spot))
            return false;
        for (unsigned i = 0; i < node->type.count; i++)
            lane_value(node, lane)[i] = spot.base[spot.components[i]];
    }
    return true;
}

static bool
apply_swizzle(struct program *p, struct node *node)
{
    if (is_place(node))
        return apply_place(p, node);
    LANE_LOOP(lane, p->mask)
    {
        for (unsigned i = 0; i < node->type.count; i++)
            lane_value(node, lane)[i] = lane_value(node->child[0], lane)[node->components[i]];
    }
    return true;
}

/* The node's own value goes to the place, in the lanes of the mask. */
static void
store(struct program *p, const struct node *place, const struct node *value)
{
    LANE_LOOP(lane, p->mask)
    {
        struct spot spot;
        locate(p, place, lane, &spot);
        for (unsigned i = 0; i < place->type.count; i++)
            spot.base[spot.components[i]] = lane_value(value, lane)[i];
    }
}

/* ---- operators ---- */

static bool
truth_of(enum scalar scalar, uint64_t bits, bool *truth)
{
    uint64_t value = 0;
    bool defined = convert_number(BOOL, scalar, bits, -1, false, &value);
    *truth = value;
    return defined;
}

static bool
apply_unary(struct program *p, struct node *node)
{
    const struct node *child = node->child[0];
    enum scalar from = child->type.scalar, t = node->type.scalar;
    LANE_LOOP(lane, p->mask)
    {
        for (unsigned i = 0; i < node->type.count; i++) {
            uint64_t x = lane_value(child, lane)[i], *result = &lane_value(node, lane)[i];
            bool truth;
            if (node->op == '!') {
                if (!truth_of(from, x, &truth))
                    return false;
                *result = wrap(t, (uint64_t)!truth * (node->type.count > 1 ? -1ull : 1));
            } else if (node->op == '-') {
                if (!negate(t, x, result))
                    return false;
            } else {
                *result = node->op == '~' ? wrap(t, ~x) : x;
            }
        }
    }
    return true;
}

static bool
apply_logic(enum operator op, const struct node *a, const struct node *b, unsigned lane, unsigned i,
            uint64_t *result)
{
    bool x, y = false;
    if (!truth_of(a->type.scalar, component(a, lane, i), &x))
        return false;
    bool decided = x == (op == OP_OROR);
    bool vector = a->type.count > 1 || b->type.count > 1;
    if ((!decided || vector) && !truth_of(b->type.scalar, component(b, lane, i), &y))
        return false;
    *result = op == OP_OROR ? x || y : x && y;
    return true;
}

/* Component i of a op b; as wide as the operator's result. */
static bool
operate_component(enum operator op, const struct node *a, const struct node *b, unsigned lane,
                  unsigned i, uint64_t *result)
{
    struct vtype operand, type;
    enum operator_group group = operators[op].group;
    operator_types(op, a->type, b->type, &operand, &type);
    if (group == LOGIC) {
        if (!apply_logic(op, a, b, lane, i, result))
            return false;
    } else {
        uint64_t x, y = component(b, lane, i);
        if (!convert_number(operand.scalar, a->type.scalar, component(a, lane, i), -1, false, &x) ||
            (group != SHIFT && !convert_number(operand.scalar, b->type.scalar, y, -1, false, &y)) ||
            !operate(op, operand.scalar, x, y, result))
            return false;
    }
    if (group >= COMPARISON && type.count > 1)
        *result = wrap(type.scalar, -*result);
    return true;
}

static bool
apply_binary(struct program *p, struct node *node)
{
    LANE_LOOP(lane, p->mask)
    {
        for (unsigned i = 0; i < node->type.count; i++)
            if (!operate_component(node->op, node->child[0], node->child[1], lane, i,
                                   &lane_value(node, lane)[i]))
                return false;
    }
    return true;
}

static bool
apply_assign(struct program *p, struct node *node)
{
    const struct node *place = node->child[0], *value = node->child[1];
    enum scalar from = value->type.scalar, to = place->type.scalar;
    struct vtype operand, type = value->type;
    if (node->op != OPERATORS)
        operator_types(node->op, place->type, value->type, &operand, &type);
    from = type.scalar;
    LANE_LOOP(lane, p->mask)
    {
        for (unsigned i = 0; i < place->type.count; i++) {
            uint64_t x = component(value, lane, i);
            if (node->op != OPERATORS && !operate_component(node->op, place, value, lane, i, &x))
                return false;
            if (!convert_number(to, from, x, -1, false, &lane_value(node, lane)[i]))
                return false;
        }
    }
    store(p, place, node);
    return true;
}

/* v++ is v += 1, the result the old value when it stands after. */
static bool
apply_step(struct program *p, struct node *node)
{
    const struct node *place = node->child[0];
    enum scalar t = place->type.scalar;
    enum scalar computed = place->type.count > 1 ? t : promoted(t);
    uint64_t one = is_float(t) ? from_double(t, 1) : 1;
    LANE_LOOP(lane, p->mask)
    {
        for (unsigned i = 0; i < place->type.count; i++) {
            uint64_t next;
            if (!operate(node->op & 1 ? OP_SUB : OP_ADD, computed, lane_value(place, lane)[i], one,
                         &next))
                return false;
            lane_value(node, lane)[i] = is_float(t) ? next : wrap(t, next);
        }
    }
    store(p, place, node);
    if (node->op & 2)
        memcpy(node->value, place->value, sizeof *node->value * LANES * node->type.count);
    return true;
}

static bool
apply_comma(struct program *p, struct node *node)
{
    const struct node *last = node->child[node->child_count - 1];
    (void)p;
    memcpy(node->value, last->value, sizeof *node->value * LANES * node->type.count);
    return true;
}

static bool
apply_ternary(struct program *p, struct node *node)
{
    LANE_LOOP(lane, p->mask)
    {
        bool truth;
        if (!truth_of(node->child[0]->type.scalar, *lane_value(node->child[0], lane), &truth))
            return false;
        const struct node *chosen = node->child[truth ? 1 : 2];
        for (unsigned i = 0; i < node->type.count; i++)
            if (!convert_number(node->type.scalar, chosen->type.scalar, component(chosen, lane, i),
                                -1, false, &lane_value(node, lane)[i]))
                return false;
    }
    return true;
}

static bool
apply_choice(struct program *p, struct node *node)
{
    LANE_LOOP(lane, p->mask)
    {
        for (unsigned i = 0; i < node->type.count; i++) {
            uint64_t condition = lane_value(node->child[0], lane)[i];
            bool first = condition >> (8 * scalar_size(node->type.scalar) - 1) & 1;
            const struct node *chosen = node->child[first ? 1 : 2];
            if (!convert_number(node->type.scalar, chosen->type.scalar, component(chosen, lane, i),
                                -1, false, &lane_value(node, lane)[i]))
                return false;
        }
    }
    return true;
}

/* Casts, conversions, results.  A bool becomes all ones in vectors of integers (6.2.2). */
static bool
apply_convert(struct program *p, struct node *node)
{
    const struct node *child = node->child[0];
    enum scalar from = child->type.scalar, to = node->type.scalar;
    LANE_LOOP(lane, p->mask)
    {
        for (unsigned i = 0; i < node->type.count; i++) {
            uint64_t x = component(child, lane, i), *result = &lane_value(node, lane)[i];
            if (from == BOOL && node->type.count > 1)
                *result = wrap(to, -x);
            else if (!convert_number(to, from, x, node->rounding, node->saturate, result))
                return false;
        }
    }
    return true;
}

static bool
apply_as(struct program *p, struct node *node)
{
    const struct node *child = node->child[0];
    enum scalar from = child->type.scalar, to = node->type.scalar;
    unsigned from_size = scalar_size(from), to_size = scalar_size(to);
    LANE_LOOP(lane, p->mask)
    {
        uint8_t bytes[128];
        for (unsigned i = 0; i < child->type.count; i++) {
            uint64_t x = lane_value(child, lane)[i];
            if (is_nan(from, x) && from != to)
                return false; /* its payload is open */
            memcpy(bytes + i * from_size, &x, from_size);
        }
        for (unsigned i = 0; i < node->type.count; i++) {
            uint64_t x = 0;
            memcpy(&x, bytes + i * to_size, to_size);
            if (is_signalling(to, x))
                return false;
            lane_value(node, lane)[i] = is_float(to) ? x : wrap(to, x);
        }
    }
    return true;
}

static bool
apply_vector(struct program *p, struct node *node)
{
    LANE_LOOP(lane, p->mask)
    {
        uint64_t *to = lane_value(node, lane);
        for (unsigned c = 0; c < node->child_count; c++) {
            const struct node *child = node->child[c];
            for (unsigned i = 0; i < child->type.count; i++)
                if (!convert_number(node->type.scalar, child->type.scalar,
                                    lane_value(child, lane)[i], -1, false, to++))
                    return false;
        }
    }
    return true;
}

static bool
apply_shuffle(struct program *p, struct node *node)
{
    unsigned sources = node->child_count - 1u, count = node->child[0]->type.count;
    const struct node *mask = node->child[sources];
    LANE_LOOP(lane, p->mask)
    {
        for (unsigned i = 0; i < node->type.count; i++) {
            unsigned from = lane_value(mask, lane)[i] & (sources * count - 1);
            lane_value(node, lane)[i] = lane_value(node->child[from / count], lane)[from % count];
        }
    }
    return true;
}

/* ---- calls ---- */

static bool
apply_any_all(struct program *p, struct node *node)
{
    const struct node *child = node->child[0];
    LANE_LOOP(lane, p->mask)
    {
        bool all = node->op == FN_all;
        uint64_t result = all;
        for (unsigned i = 0; i < child->type.count; i++) {
            uint64_t bit;
            builtins[node->op].evaluate(child->type.scalar, &lane_value(child, lane)[i], &bit);
            result = all ? result & bit : result | bit;
        }
        *lane_value(node, lane) = result;
    }
    return true;
}

static bool
builtin_component(const struct node *node, unsigned lane, unsigned i, uint64_t *result)
{
    const struct builtin_info *info = &builtins[node->op];
    enum scalar t = node->of.scalar;
    uint64_t arguments[4];
    for (unsigned c = 0; c < node->child_count; c++) {
        arguments[c] = component(node->child[c], lane, i);
        if (info->elements == 'F' && is_flushable(node->child[c]->type.scalar, arguments[c]))
            return false;
    }
    if (node->op == FN_select && node->type.count == 1) {
        *result = arguments[arguments[2] ? 1 : 0];
        return true;
    }
    if (!info->evaluate(t, arguments, result))
        return false;
    if (*info->signature == 'R' && node->type.count > 1)
        *result = wrap(node->type.scalar, -*result);
    return info->elements != 'F' || !is_flushable(node->type.scalar, *result);
}

static bool
apply_builtin(struct program *p, struct node *node)
{
    if (node->op == FN_any || node->op == FN_all)
        return apply_any_all(p, node);
    LANE_LOOP(lane, p->mask)
    {
        for (unsigned i = 0; i < node->type.count; i++)
            if (!builtin_component(node, lane, i, &lane_value(node, lane)[i]))
                return false;
    }
    return true;
}

static void
reset_object(struct object *object)
{
    memcpy(object->data, object->initial,
           sizeof *object->data * LANES * object->length * object->type.count);
}

static bool
bind_parameters(struct program *p, const struct node *node, const struct function *function)
{
    for (unsigned i = 0; i < function->parameter_count; i++) {
        struct object *object = &p->objects[function->parameters[i]];
        const struct node *value = node->child[i];
        LANE_LOOP(lane, p->mask)
        {
            for (unsigned c = 0; c < object->type.count; c++)
                if (!convert_number(object->type.scalar, value->type.scalar,
                                    lane_value(value, lane)[c], -1, false,
                                    &object->data[lane * object->type.count + c]))
                    return false;
        }
    }
    return true;
}

static bool
apply_call(struct program *p, struct node *node)
{
    struct function *function = &p->functions[node->object];
    for (unsigned i = 0; i < p->object_count; i++)
        if (p->objects[i].scope == node->object && p->objects[i].storage != PARAMETER)
            reset_object(&p->objects[i]);
    if (!bind_parameters(p, node, function))
        return false;
    for (unsigned i = 0; i < function->statement_count; i++)
        if (!node_eval(p, function->statements[i]))
            return false;
    if (!node_eval(p, function->value))
        return false;
    struct node result = *node;
    result.child[0] = function->value;
    result.rounding = -1;
    return apply_convert(p, &result);
}

static bool
apply_const(struct program *p, struct node *node)
{
    (void)p;
    for (unsigned lane = 0; lane < LANES; lane++)
        *lane_value(node, lane) = node->constant;
    return true;
}

bool
node_apply(struct program *program, struct node *node)
{
    static bool (*const apply[NODE_KINDS])(struct program *, struct node *) = {
        [NODE_CONST] = apply_const,     [NODE_VARIABLE] = apply_place,
        [NODE_INDEX] = apply_place,     [NODE_DEREF] = apply_place,
        [NODE_SWIZZLE] = apply_swizzle, [NODE_UNARY] = apply_unary,
        [NODE_STEP] = apply_step,       [NODE_BINARY] = apply_binary,
        [NODE_COMMA] = apply_comma,     [NODE_ASSIGN] = apply_assign,
        [NODE_TERNARY] = apply_ternary, [NODE_CHOICE] = apply_choice,
        [NODE_CAST] = apply_convert,    [NODE_CONVERT] = apply_convert,
        [NODE_AS] = apply_as,           [NODE_VECTOR] = apply_vector,
        [NODE_BUILTIN] = apply_builtin, [NODE_SHUFFLE] = apply_shuffle,
        [NODE_CALL] = apply_call,       [NODE_SIZE] = apply_const,
        [NODE_RESULT] = apply_convert,
    };
    if (!node->value)
        node->value = program_alloc(program, sizeof *node->value * LANES * node->type.count);
    return apply[node->kind](program, node);
}

bool
node_eval(struct program *program, struct node *node)
{
    uint64_t mask = program->mask;
    bool defined = true;
    for (unsigned i = 0; i < node->child_count && defined; i++) {
        program->mask = child_mask(program, node, i);
        defined = node_eval(program, node->child[i]);
        program->mask = mask;
    }
    return defined && node_apply(program, node);
}

bool
program_eval(struct program *program)
{
    program->mask = UINT64_MAX;
    for (unsigned i = 0; i < program->object_count; i++)
        reset_object(&program->objects[i]);
    for (unsigned i = 0; i < program->pointer_count; i++) {
        struct pointer *pointer = &program->pointers[i];
        if (pointer->choice && !node_eval(program, pointer->choice))
            return false;
        pointer->chosen = pointer->choice ? nonzero_lanes(pointer->choice) : UINT64_MAX;
    }
    for (unsigned i = 0; i < program->statement_count; i++)
        if (!node_eval(program, program->statements[i]))
            return false;
    return true;
}
