/* Makes the pattern of a rule as IR: each letter is a parameter or something small computed from one (what
 * ana_bits knows: masks, shifts, extensions), each constant one that is likely to matter. */
#include "test/midend/rules/rules.h"

#include "midend/analysis/analysis.h"
#include "support/ieee.h"

struct maker {
    struct numbers numbers;
    struct instance *instance;
    struct ir_function *function;
    struct ir_block *block;
    const uint16_t *at; /* in the pattern */
    ir_id letters[CAPTURES];
    bool failed;
};

/* ---- numbers ---- */

struct numbers
numbers_new(uint64_t a, uint64_t b, uint64_t c)
{
    struct numbers numbers = {(a * 0x9E3779B97F4A7C15u) ^ (b * 0xC2B2AE3D27D4EB4Fu) ^
                              (c * 0x165667B19E3779F9u) ^ 0x27D4EB2F165667C5u};
    for (int i = 0; i < 4; i++)
        random_bits(&numbers);
    return numbers;
}

uint64_t
random_bits(struct numbers *numbers)
{
    uint64_t x = numbers->state ? numbers->state : 1;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    numbers->state = x;
    return x * 0x2545F4914F6CDD1Du;
}

uint32_t
below(struct numbers *numbers, uint32_t limit)
{
    return (uint32_t)((random_bits(numbers) >> 33) % limit);
}

static uint64_t
random_float(struct numbers *numbers, unsigned width)
{
    static const double corners[] = {0,      -0.0,  1,        -1,      2,       -2,     0.5,
                                     0.25,   3,     -7,       0.1,     1e4,     1.5,    0x1p-14,
                                     0x1p14, 65504, 0x1p-126, 0x1p127, 0x1p-24, 1.0 / 3};
    uint64_t infinity = width == 16   ? 0x7c00
                        : width == 32 ? 0x7f800000
                                      : UINT64_C(0x7ff0000000000000);
    switch (below(numbers, 8)) {
    case 0:
        return infinity | (uint64_t)below(numbers, 2) << (width - 1);
    case 1: /* NaN */
        return infinity | infinity >> 1 | UINT64_C(1) << (width == 16 ? 9 : width == 32 ? 22 : 51);
    case 2: /* denormal, or smallest normal number */
        return UINT64_C(1) << below(numbers, width == 16 ? 11 : width == 32 ? 24 : 53);
    case 3:
        return random_bits(numbers) & (UINT64_MAX >> (64 - width));
    case 4: /* a power of two of any exponent */
        return random_bits(numbers) & infinity;
    default:
        return ieee_bits(width, corners[below(numbers, sizeof corners / sizeof *corners)]);
    }
}

uint64_t
random_value(struct numbers *numbers, enum ir_type type)
{
    unsigned width = ir_type_bits(type);
    uint64_t bits = random_bits(numbers), one = 1;
    if (ir_is_float(type))
        return random_float(numbers, width);
    switch (below(numbers, 9)) {
    case 0:
        bits = below(numbers, 3);
        break;
    case 1:
        bits = UINT64_MAX - below(numbers, 3);
        break;
    case 2: /* the most negative number and its neighbours */
        bits = (one << (width - 1)) + below(numbers, 3) - 1;
        break;
    case 3:
        bits = one << below(numbers, width);
        break;
    case 4:
        bits = (one << below(numbers, width)) - 1;
        break;
    case 5: /* around what fits 32 bits */
        bits = (one << (31 + below(numbers, 2))) + below(numbers, 3) - 1;
        break;
    case 6:
        bits = below(numbers, 80);
        break;
    case 7:
        bits >>= below(numbers, 64);
        break;
    default:
        break;
    }
    return bits & ir_mask(type);
}

/* ---- leaves ---- */

static ir_id
param(struct maker *m, enum ir_type type, unsigned letter)
{
    return m->function->params[letter % 4 * IR_TYPES + type];
}

static ir_id
append(struct maker *m, enum ir_op op, enum ir_type type, const ir_id *args, uint32_t count)
{
    struct ir_inst *inst = ir_inst_new(m->function, op, type, 1, args, count);
    ir_append(m->block, inst);
    return inst->def;
}

static ir_id
append2(struct maker *m, enum ir_op op, enum ir_type type, ir_id a, ir_id b)
{
    ir_id args[2] = {a, b};
    return append(m, op, type, args, 2);
}

static uint8_t
random_wrap(struct maker *m, unsigned op)
{
    bool may = op == IR_OP_add || op == IR_OP_sub || op == IR_OP_mul || op == IR_OP_shl;
    if (ir_is_float_op((enum ir_op)op)) {
        static const uint8_t promises[] = {0, IR_FINITE, IR_NO_SIGNED_ZEROS,
                                           IR_FINITE | IR_NO_SIGNED_ZEROS};
        return promises[below(&m->numbers, 4)];
    }
    return may && below(&m->numbers, 2) ? (uint8_t)below(&m->numbers, 4) : 0;
}

/* One bit is often what decides. */
static ir_id
amount(struct maker *m, unsigned width)
{
    return ir_const(m->function, IR_I32, below(&m->numbers, below(&m->numbers, 2) ? 3 : width));
}

/* A number with few bits, or with zeros at its lower end. */
static ir_id
small_number(struct maker *m, enum ir_type type, unsigned letter)
{
    static const uint8_t two[] = {IR_OP_and, IR_OP_umin, IR_OP_or,   IR_OP_xor,  IR_OP_umax,
                                  IR_OP_add, IR_OP_mul,  IR_OP_udiv, IR_OP_urem, IR_OP_sub};
    unsigned width = ir_type_bits(type);
    ir_id value = param(m, type, letter), count = amount(m, width);
    ir_id mask = ir_const(m->function, type, random_value(&m->numbers, type));
    struct ir_inst *lane;
    switch (below(&m->numbers, 7)) {
    case 0:
        return append2(m, IR_OP_lshr, type, value, count);
    case 1:
        return append2(m, IR_OP_shl, type, value, count);
    case 2: /* of two such numbers */
        value = append2(m, IR_OP_lshr, type, value, count);
        count = amount(m, width);
        mask = append2(m, below(&m->numbers, 2) ? IR_OP_shl : IR_OP_lshr, type,
                       param(m, type, letter + 1), count);
        return append2(m, two[below(&m->numbers, sizeof two)], type, value, mask);
    case 3: {
        enum ir_type narrow = (enum ir_type)(IR_I1 + below(&m->numbers, 4));
        ir_id from = param(m, narrow, letter);
        return narrow < type ? append(m, IR_OP_zext, type, &from, 1) : value;
    }
    case 4:
        if (type != IR_I32)
            return value;
        lane = ir_inst_new(m->function, IR_OP_workitem_id, type, 1, NULL, 0);
        ir_append(m->block, lane);
        return lane->def;
    case 5:
        return append2(m, two[below(&m->numbers, sizeof two)], type, value, mask);
    default: { /* a choice of two */
        ir_id args[3] = {param(m, IR_I1, letter), append2(m, IR_OP_and, type, value, mask), 0};
        args[2] = append2(m, below(&m->numbers, 2) ? IR_OP_lshr : IR_OP_shl, type, value, count);
        return append(m, IR_OP_select, type, args, 3);
    }
    }
}

static ir_id
leaf(struct maker *m, enum ir_type type, unsigned letter)
{
    if (type == IR_P_LOCAL && below(&m->numbers, 2)) {
        struct ir_inst *symbol = ir_inst_new(m->function, IR_OP_symbol, type, 1, NULL, 0);
        symbol->global = m->instance->module->globals;
        ir_append(m->block, symbol);
        return symbol->def;
    }
    for (unsigned i = 0; i < 4; i++) /* two letters may stand for one value */
        if (m->letters[i] && ir_type_of(m->function, m->letters[i]) == type &&
            below(&m->numbers, 12) == 0)
            return m->letters[i];
    if (!ir_is_int(type) || type == IR_I1 || below(&m->numbers, 3) == 0)
        return param(m, type, letter);
    return small_number(m, type, letter);
}

/* A shift of a number with so many bits, or a factor, that just fits or does not fit 32 bits. */
static uint64_t
beside(struct maker *m, unsigned bits)
{
    unsigned room = bits < 32 ? 32 - bits : 1;
    switch (below(&m->numbers, 4)) {
    case 0:
        return room + below(&m->numbers, 2);
    case 1:
        return UINT64_C(1) << room;
    default:
        return (UINT64_C(1) << room) - 1 - below(&m->numbers, 2);
    }
}

/* Often one that stands in a relation to the other constant: sums of shifts, masks of what they leave. */
static ir_id
constant(struct maker *m, enum ir_type type)
{
    ir_id other = m->letters[K - A] ? m->letters[K - A] : m->letters[L - A], a = m->letters[0];
    static const unsigned widths[] = {8, 16, 32, 32, 64, 64};
    unsigned width = widths[below(&m->numbers, 6)];
    uint64_t bits = random_value(&m->numbers, type);
    uint64_t k = other ? ir_value(m->function, other)->bits : below(&m->numbers, 65);
    if (a && ir_is_int(type) && below(&m->numbers, 3) == 0) /* what just fits 32 bits with A */
        return ir_const(m->function, type,
                        beside(m, ana_most_bits(m->function, a)) & ir_mask(type));
    if (ir_is_float(type) || (!other && below(&m->numbers, 3)))
        return ir_const(m->function, type, bits);
    switch (below(&m->numbers, 10)) {
    case 0:
        bits = width - k;
        break;
    case 1:
        bits = width - k + below(&m->numbers, 3) - 1;
        break;
    case 2:
        bits = k;
        break;
    case 3:
        bits = UINT64_MAX << (k & 63);
        break;
    case 4:
        bits = (UINT64_C(1) << (k & 63)) - below(&m->numbers, 2);
        break;
    case 5:
        bits = UINT64_MAX >> (k & 63);
        break;
    case 6:
        bits = width - 1;
        break;
    case 7:
        bits = width * below(&m->numbers, 4);
        break;
    case 8:
        bits = below(&m->numbers, width);
        break;
    default:
        break;
    }
    ir_id number = ir_const(m->function, type, bits & ir_mask(type));
    if (other && a && type == IR_I32 && ir_type_of(m->function, a) == IR_I32)
        append2(m, IR_OP_mul, type, a, number); /* A may be multiplied by it elsewhere, too */
    return number;
}

/* ---- types ---- */

static enum ir_type
any_type(struct maker *m, enum ir_type first, enum ir_type last)
{
    return (enum ir_type)(first + below(&m->numbers, (uint32_t)(last - first) + 1));
}

static enum ir_type
int_of_size(enum ir_type pointer)
{
    return ir_type_bits(pointer) == 64 ? IR_I64 : IR_I32;
}

/* A type that the cast may take; not all that come out fit. */
static enum ir_type
cast_from(struct maker *m, unsigned op, enum ir_type to)
{
    enum ir_type from;
    switch (op) {
    case IR_OP_trunc:
        return to < IR_I64 ? any_type(m, (enum ir_type)(to + 1), IR_I64) : IR_I64;
    case IR_OP_zext:
    case IR_OP_sext:
        return to > IR_I1 && to <= IR_I64 ? any_type(m, IR_I1, (enum ir_type)(to - 1)) : IR_I1;
    case IR_OP_addrspacecast: /* between generic and the others */
        return to == IR_P_GENERIC      ? any_type(m, IR_P_GENERIC, IR_P_PRIVATE)
               : below(&m->numbers, 3) ? IR_P_GENERIC
                                       : to;
    case IR_OP_ptrtoint:
        return any_type(m, IR_P_GENERIC, IR_P_PRIVATE);
    case IR_OP_inttoptr:
        return int_of_size(to);
    case IR_OP_unpack_lo:
    case IR_OP_unpack_hi:
        return below(&m->numbers, 3) ? IR_I64 : below(&m->numbers, 2) ? IR_F64 : IR_P_GLOBAL;
    default: /* bitcast */
        do
            from = any_type(m, IR_I1, IR_P_PRIVATE);
        while (ir_type_bits(from) != ir_type_bits(to));
        return from;
    }
}

static enum ir_type
type_of_arg(struct maker *m, unsigned op, enum ir_type result, unsigned i, enum ir_type first)
{
    switch (ir_op_info[op].rule) {
    case IR_RULE_SHIFT:
    case IR_RULE_LDEXP:
        return i ? IR_I32 : result;
    case IR_RULE_FUNNEL:
        return i == 2 ? IR_I32 : result;
    case IR_RULE_COMPARE:
        return i                       ? first
               : below(&m->numbers, 8) ? any_type(m, IR_I1, IR_I64)
                                       : any_type(m, IR_P_GENERIC, IR_P_PRIVATE);
    case IR_RULE_FCOMPARE:
        return i ? first : any_type(m, IR_F16, IR_F64);
    case IR_RULE_CLASS:
        return i ? IR_I32 : any_type(m, IR_F16, IR_F64);
    case IR_RULE_CAST:
        return cast_from(m, op, result);
    case IR_RULE_PACK:
        return IR_I32;
    case IR_RULE_SELECT:
        return i ? result : IR_I1;
    case IR_RULE_PTRADD:
        return i ? int_of_size(result) : result;
    default:
        return result;
    }
}

/* ---- terms ---- */

static ir_id
fixed_constant(struct maker *m, unsigned token, enum ir_type type)
{
    struct ir_function *f = m->function;
    unsigned width = ir_type_bits(type);
    switch (token) {
    case ZERO:
        return ir_const(f, type, 0);
    case ONE:
        return ir_const(f, type, 1);
    case ONES:
        return ir_const(f, type, ir_mask(type));
    case POWER:
        return ir_const(f, type, UINT64_C(1) << below(&m->numbers, width));
    case ZERO32:
        m->failed |= type != IR_I32;
        return ir_const(f, IR_I32, 0);
    case TRUE:
    case FALSE:
        m->failed |= type != IR_I1;
        return ir_const(f, IR_I1, token == TRUE);
    default: /* FONE FMINUS1 FNZERO */
        m->failed |= !ir_is_float(type);
        return ir_const(f, type,
                        ir_is_float(type) ? ieee_bits(width, token == FONE      ? 1
                                                             : token == FMINUS1 ? -1
                                                                                : -0.0)
                                          : 0);
    }
}

static ir_id
captured(struct maker *m, unsigned token, enum ir_type type)
{
    ir_id *letter = &m->letters[token - A];
    if (!*letter)
        *letter = token >= K ? constant(m, type) : leaf(m, type, token - A);
    m->failed |= ir_type_of(m->function, *letter) != type;
    return *letter;
}

static ir_id
term(struct maker *m, enum ir_type type)
{
    m->at += *m->at == ONCE;
    unsigned op = *m->at++;
    if (op >= IR_OPS)
        return op <= L ? captured(m, op, type) : fixed_constant(m, op, type);
    ir_id args[3] = {0};
    enum ir_type first = type;
    unsigned count = ir_op_info[op].args;
    for (unsigned i = 0; i < count; i++) {
        args[i] = term(m, type_of_arg(m, op, type, i, first));
        first = i ? first : ir_type_of(m->function, args[0]);
    }
    if (count == 2 && ir_op_info[op].flags & IR_COMMUTES && below(&m->numbers, 2)) {
        ir_id swap = args[0];
        args[0] = args[1];
        args[1] = swap;
    }
    ir_id made = append(m, (enum ir_op)op, type, args, count);
    ir_def(m->function, made)->no_wrap = random_wrap(m, op);
    return made;
}

/* Returns the root, or what an index is used for. */
static void
finish(struct maker *m, ir_id root)
{
    enum ir_type type = ir_type_of(m->function, root);
    if (ir_is_int(type) && type != IR_I1 && below(&m->numbers, 2)) {
        if (below(&m->numbers, 2))
            root = append2(m, IR_OP_shl, type, root,
                           ir_const(m->function, IR_I32, below(&m->numbers, 4)));
        else
            root = append2(m, IR_OP_mul, type, root, param(m, type, 3));
    }
    ir_append(m->block, ir_inst_new(m->function, IR_OP_ret, IR_VOID, 0, &root, 1));
}

bool
instance_make(struct instance *instance, struct arena *arena, struct guard *guard,
              const struct rule *rule, enum ir_type type, struct numbers numbers)
{
    uint8_t params[PARAMS], result = (uint8_t)type;
    for (unsigned i = 0; i < PARAMS; i++)
        params[i] = i % IR_TYPES ? (uint8_t)(i % IR_TYPES) : IR_I32;
    instance->module = ir_module_new(arena, guard);
    instance->rule = rule;
    ir_global_new(instance->module, "object", IR_SPACE_LOCAL, 4096, 16, NULL);
    struct maker m = {.numbers = numbers, .instance = instance, .at = rule->pattern};
    m.function = instance->function =
        ir_function_new(instance->module, "f", params, PARAMS, &result, 1);
    m.block = ir_block_new(m.function);
    ir_id root = term(&m, type);
    instance->root = ir_def(m.function, root);
    const struct ir_inst *promising = instance->root;
    if (promising && promising->op == IR_OP_select)
        promising = ir_def(m.function, promising->args[0].value);
    instance->any_zero = promising && ir_is_float_op((enum ir_op)promising->op) &&
                         promising->no_wrap & IR_NO_SIGNED_ZEROS;
    if (m.failed)
        return false;
    finish(&m, root);
    return ir_validate(m.function, 0, arena) == NULL;
}
