/* Operators.  Operands that would make the result undefined are changed here. */
#include "make.h"

/* ---- binary ---- */

/* Operand types for which op gives `type`. */
static bool
operand_types(struct gen *g, enum operator op, struct vtype type, struct vtype *a, struct vtype *b)
{
    struct vtype operand, result;
    for (unsigned tries = 0; tries < 40; tries++) {
        struct vtype main = {make_scalar(g), type.count};
        if (operators[op].group < COMPARISON && make_chance(g, 80))
            main.scalar = type.scalar;
        struct vtype other = {make_scalar(g), make_chance(g, 30) ? 1 : type.count};
        if (type.count > 1 && other.count > 1 &&
            (operators[op].group != SHIFT || make_chance(g, 70)))
            other.scalar = main.scalar;
        bool swap = make_chance(g, 50) && operators[op].group != SHIFT;
        *a = swap ? other : main, *b = swap ? main : other;
        bool exact = operators[op].group != LOGIC || type.count > 1 || make_chance(g, 60);
        if (main.scalar != BOOL && exact && operator_types(op, *a, *b, &operand, &result) &&
            same_type(result, type))
            return true;
    }
    return false;
}

/* (T)((U)a op (U)b): wraps. */
static struct node *
in_unsigned(struct gen *g, struct node *node)
{
    struct vtype type = node->type, other = {unsigned_of(type.scalar), type.count};
    struct node *sum = make_node(g, NODE_BINARY, other);
    sum->op = node->op;
    for (unsigned i = 0; i < 2; i++) {
        struct node *child = node->child[i];
        struct vtype to = {other.scalar, child->type.count};
        struct node *cast =
            make_wrap(g, to.count > 1 && make_chance(g, 50) ? NODE_AS : NODE_CONVERT, to, child);
        if (to.count == 1 && (child->type.scalar == BOOL || make_chance(g, 50)))
            cast->kind = NODE_CAST;
        if (!make_finish(g, cast))
            return NULL;
        make_adopt(sum, cast);
    }
    if (!make_finish(g, sum))
        return NULL;
    struct node *back = make_wrap(g, type.count > 1 ? NODE_AS : NODE_CAST, type, sum);
    return make_finish(g, back) ? back : NULL;
}

/* The divisor with its lowest bit set. */
static bool
make_odd(struct gen *g, struct node *node)
{
    struct node *divisor = node->child[1];
    struct vtype type = divisor->type, scalar = {type.scalar, 1};
    struct vtype wide = {type.count > 1 ? type.scalar : promoted(type.scalar), type.count};
    if (type.scalar == BOOL)
        return false;
    struct node *odd = make_wrap(g, NODE_BINARY, wide, divisor);
    odd->op = OP_OR;
    make_adopt(odd, make_constant(g, scalar, 1));
    make_finish(g, odd);
    if (!same_type(type, wide)) {
        odd = make_wrap(g, NODE_CAST, type, odd);
        make_finish(g, odd);
    }
    node->child[1] = odd;
    return make_finish(g, node);
}

static struct node *
mend_binary(struct gen *g, struct node *node)
{
    static const uint8_t integers[] = {OP_XOR, OP_OR, OP_AND},
                         floats[] = {OP_ADD, OP_SUB, OP_MUL, OP_DIV};
    if (operators[node->op].group >= COMPARISON)
        return make_instead(g, node);
    if (is_float(node->type.scalar)) {
        for (unsigned i = 0; i < 4; i++) {
            node->op = floats[i];
            if (make_finish(g, node))
                return node;
        }
        return make_instead(g, node);
    }
    if ((node->op == OP_DIV || node->op == OP_REM) && make_odd(g, node))
        return node;
    struct node *wrapped = is_signed(node->type.scalar) ? in_unsigned(g, node) : NULL;
    if (wrapped)
        return wrapped;
    node->op = integers[make_below(g, 3)];
    return make_finish(g, node) ? node : make_instead(g, node);
}

struct node *
make_binary(struct gen *g, struct vtype type, int depth)
{
    struct vtype a, b;
    enum operator op = make_below(g, OPERATORS);
    if (!operand_types(g, op, type, &a, &b))
        return NULL;
    struct node *node = make_node(g, NODE_BINARY, type);
    bool pure = g->pure, logic = operators[op].group == LOGIC;
    node->op = (uint8_t)op;
    /* Vectors know no short circuit; a float that may be flushed may turn out to be no condition. */
    g->pure |= logic && (type.count > 1 || a.scalar == FLOAT || b.scalar == FLOAT);
    make_child(g, node, a, depth, false);
    make_child(g, node, b, depth, logic);
    g->pure = pure;
    return make_finish(g, node) ? node : mend_binary(g, node);
}

struct node *
make_unary(struct gen *g, struct vtype type, int depth)
{
    static const char signs[] = "+-~!";
    char op = signs[make_below(g, 4)];
    struct vtype from = type;
    bool is_bool = type.scalar == BOOL, boolean = op == '!';
    if (is_bool || (is_float(type.scalar) && (op == '~' || boolean)))
        return NULL;
    if (type.count == 1 && type.scalar < INT)
        return NULL;
    if (boolean && (type.count == 1 ? type.scalar != INT : !is_signed(type.scalar)))
        return NULL;
    if (boolean)
        do
            from.scalar = make_scalar(g);
        while (type.count > 1 &&
               (from.scalar == BOOL || scalar_size(from.scalar) != scalar_size(type.scalar)));
    else if (type.count == 1 && type.scalar == INT && make_chance(g, 40))
        from.scalar = make_below(g, INT);
    struct node *node = make_node(g, NODE_UNARY, type);
    node->op = (uint8_t)op;
    make_child(g, node, from, depth, false);
    if (make_finish(g, node))
        return node;
    node->op = is_float(type.scalar) || boolean ? '+' : '~';
    return !boolean && make_finish(g, node) ? node : make_instead(g, node);
}

/* ---- effects ---- */

/* Objects that a place may be part of. */
static uint64_t
written_by(const struct program *p, const struct node *place)
{
    while (place->kind == NODE_SWIZZLE)
        place = place->child[0];
    if (place->kind != NODE_DEREF)
        return 1ull << place->object;
    const struct pointer *pointer = &p->pointers[place->object];
    return 1ull << pointer->object[0] | 1ull << pointer->object[1];
}

/* The operator and type of the value for place op= value. */
static struct vtype
assigned_type(struct gen *g, struct vtype place, enum operator op)
{
    struct vtype operand, result;
    for (unsigned tries = 0; tries < 40; tries++) {
        struct vtype type = {make_scalar(g),
                             place.count > 1 && make_chance(g, 60) ? place.count : 1};
        if (op == OPERATORS && (place.count > 1 || make_chance(g, 60)))
            return place;
        if (op == OPERATORS)
            return type;
        if (operator_types(op, place, type, &operand, &result) &&
            (place.count == 1 || same_type(result, place)))
            return type;
    }
    return place;
}

static struct node *
mend_assign(struct gen *g, struct node *node)
{
    static const uint8_t safe[] = {OP_XOR, OP_OR, OP_AND};
    enum scalar from = node->child[1]->type.scalar, to = node->type.scalar;
    bool compound = node->op != OPERATORS;
    if (compound && !is_float(from) && !is_float(to)) {
        node->op = safe[make_below(g, 3)];
        if (make_finish(g, node))
            return node;
    }
    if (!compound) {
        struct node *value = make_converted(g, node->type, node->child[1]);
        if (value) {
            node->child[1] = value;
            return make_finish(g, node) ? node : NULL;
        }
    }
    return NULL;
}

struct node *
make_assign(struct gen *g, struct vtype type, int depth)
{
    enum operator op = make_below(g, OP_ANDAND + 3u);
    struct node *place = g->pure ? NULL : make_place(g, type, true);
    if (!place)
        return NULL;
    if (op >= OP_ANDAND)
        op = OPERATORS;
    if (op != OPERATORS && (operators[op].group == COMPARISON ||
                            (is_float(type.scalar) && operators[op].group != ARITHMETIC)))
        op = is_float(type.scalar) ? OP_ADD : OPERATORS;
    struct node *node = make_node(g, NODE_ASSIGN, type);
    node->op = (uint8_t)op;
    make_adopt(node, place);
    make_child(g, node, assigned_type(g, type, op), depth, false);
    if (!make_finish(g, node)) {
        struct node *mended = mend_assign(g, node);
        if (!mended)
            return make_instead(g, node);
    }
    node->writes |= written_by(g->p, place);
    return node;
}

struct node *
make_step(struct gen *g, struct vtype type, int depth)
{
    struct node *place =
        g->pure || is_float(type.scalar) || type.scalar == BOOL ? NULL : make_place(g, type, true);
    (void)depth;
    if (!place)
        return NULL;
    struct node *node = make_wrap(g, NODE_STEP, type, place);
    node->op = (uint8_t)make_below(g, 4);
    if (!make_finish(g, node)) {
        node->op ^= 1;
        if (!make_finish(g, node))
            return make_instead(g, node);
    }
    node->writes |= written_by(g->p, place);
    return node;
}

struct node *
make_comma(struct gen *g, struct vtype type, int depth)
{
    struct node *node = make_node(g, NODE_COMMA, type);
    make_child(g, node, make_type(g), depth, true);
    make_child(g, node, type, depth, true);
    make_finish(g, node);
    return node;
}

/* ---- choices ---- */

struct node *
make_ternary(struct gen *g, struct vtype type, int depth)
{
    struct vtype condition = {make_below(g, HALF), 1}, arms[2] = {type, type};
    if (type.count == 1 && (type.scalar < INT))
        return NULL;
    if (type.count == 1 && make_chance(g, 40)) {
        enum scalar other = make_scalar(g); /* no float to double: it may be a denormal */
        if (common_scalar(other, type.scalar) == type.scalar &&
            (other != FLOAT || type.scalar != DOUBLE))
            arms[make_below(g, 2)].scalar = (uint8_t)other;
    }
    struct node *node = make_node(g, NODE_TERNARY, type);
    make_child(g, node, condition, depth, true);
    make_child(g, node, arms[0], depth, true);
    make_child(g, node, arms[1], depth, true);
    make_finish(g, node);
    return node;
}

/* "exp1 ? exp2 : exp3" is select(exp3, exp2, exp1): effects of exp2 and exp3 are left alone. */
struct node *
make_choice(struct gen *g, struct vtype type, int depth)
{
    bool pure = g->pure;
    if (type.count == 1)
        return NULL;
    struct vtype condition = {
        make_chance(g, 70) ? signed_of(type.scalar) : unsigned_of(type.scalar), type.count};
    struct node *node = make_node(g, NODE_CHOICE, type);
    g->pure = true;
    make_child(g, node, condition, depth, false);
    unsigned scalar = make_below(g, 6);
    make_child(g, node, (struct vtype){type.scalar, scalar == 0 ? 1 : type.count}, depth, false);
    make_child(g, node, (struct vtype){type.scalar, scalar == 1 ? 1 : type.count}, depth, false);
    g->pure = pure;
    make_finish(g, node);
    return node;
}
