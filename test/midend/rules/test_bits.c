/* What ana_bits and ana_range say of values, against the values: random functions with branches, joins and loops,
 * executed by the tests' interpreter.  Each value must have no more bits, and no fewer zeros at its lower end, than
 * is said, and each value and each argument must lie within its interval.  And what opt_ranges and lower_div make of
 * the function must return the same.
 *
 *   test-bits [FUNCTIONS] */
#include "test/midend/rules/rules.h"

#include "midend/analysis/ana_range.h"
#include "midend/analysis/analysis.h"
#include "midend/pass.h"
#include "test/midend/run/ir_run.h"

#include <stdio.h>
#include <stdlib.h>

enum { POOL = 400, STEPS = 500, ARGS = 3, RESULTS = 12 };

/* Of each value. */
struct said {
    uint8_t most_bits, low_zeros;
    bool is_exact;
    struct ana_range range, args[ARGS];
};

struct maker {
    struct numbers numbers;
    struct ir_function *function;
    struct ir_block *block;
    ir_id pool[POOL]; /* what the block may use */
    unsigned count;
};

static const uint8_t binary[] = {
    IR_OP_and,      IR_OP_umin,     IR_OP_or,       IR_OP_xor,      IR_OP_umax,
    IR_OP_add,      IR_OP_add,      IR_OP_mul,      IR_OP_udiv,     IR_OP_urem,
    IR_OP_sub,      IR_OP_smin,     IR_OP_smax,     IR_OP_sdiv,     IR_OP_srem,
    IR_OP_uadd_sat, IR_OP_sadd_sat, IR_OP_usub_sat, IR_OP_ssub_sat,
};
static const uint8_t unary[] = {IR_OP_clz, IR_OP_ctz, IR_OP_popcount, IR_OP_bitrev};
static const uint8_t shifts[] = {IR_OP_shl, IR_OP_shl, IR_OP_lshr, IR_OP_ashr};

static ir_id
append(struct maker *m, enum ir_op op, enum ir_type type, const ir_id *args, uint32_t count)
{
    struct ir_inst *inst = ir_inst_new(m->function, op, type, 1, args, count);
    ir_append(m->block, inst);
    if (m->count < POOL)
        m->pool[m->count++] = inst->def;
    return inst->def;
}

static enum ir_type
any_type(struct maker *m)
{
    return (enum ir_type)(IR_I8 + below(&m->numbers, IR_I64 - IR_I8 + 1));
}

/* One of the last values of that type, a parameter or a constant. */
static ir_id
pick(struct maker *m, enum ir_type type)
{
    uint32_t kind = below(&m->numbers, 6);
    for (unsigned i = 0; i < 8 && kind < 4 && m->count; i++) {
        ir_id id = m->pool[m->count - 1 - below(&m->numbers, m->count < 12 ? m->count : 12)];
        if (ir_type_of(m->function, id) == type)
            return id;
    }
    if (kind == 4)
        return ir_const(m->function, type, random_value(&m->numbers, type));
    return m->function->params[below(&m->numbers, 4) * IR_TYPES + type];
}

/* A constant such as bounds and steps are. */
static ir_id
small(struct maker *m, enum ir_type type)
{
    static const int16_t numbers[] = {0,  1,  2,  3,   5,   7,   10,  15,   16,   31,
                                      63, 64, 99, 100, 127, 255, 256, 1000, 30000};
    int64_t number = numbers[below(&m->numbers, sizeof numbers / sizeof numbers[0])];
    return ir_const(m->function, type,
                    (uint64_t)(below(&m->numbers, 4) ? number : -number) & ir_mask(type));
}

static ir_id
convert(struct maker *m, enum ir_type type)
{
    enum ir_type from = any_type(m);
    ir_id a[2] = {pick(m, from), 0};
    if (from < type)
        return append(m, below(&m->numbers, 3) ? IR_OP_zext : IR_OP_sext, type, a, 1);
    if (from > type)
        return append(m, IR_OP_trunc, type, a, 1);
    if (type == IR_I64) {
        a[0] = pick(m, IR_I32), a[1] = pick(m, IR_I32);
        return append(m, IR_OP_pack64, type, a, 2);
    }
    a[0] = pick(m, IR_I64);
    return append(m, below(&m->numbers, 2) ? IR_OP_unpack_lo : IR_OP_unpack_hi, IR_I32, a, 1);
}

static ir_id
field(struct maker *m)
{
    ir_id args[3] = {pick(m, IR_I32), pick(m, IR_I32),
                     ir_const(m->function, IR_I32, below(&m->numbers, 40))};
    return below(&m->numbers, 2) ? append(m, IR_OP_ubfe, IR_I32, args, 3)
                                 : append(m, IR_OP_umul24, IR_I32, args, 2);
}

static ir_id
make(struct maker *m)
{
    enum ir_type type = any_type(m);
    unsigned width = ir_type_bits(type);
    ir_id args[3] = {pick(m, type), pick(m, type), 0};
    switch (below(&m->numbers, 9)) {
    case 0:
    case 1:
        args[1] = below(&m->numbers, 5)
                      ? ir_const(m->function, IR_I32, below(&m->numbers, width + width / 4))
                      : pick(m, IR_I32);
        return append(m, (enum ir_op)shifts[below(&m->numbers, sizeof shifts)], type, args, 2);
    case 2:
    case 3:
        return convert(m, type);
    case 4:
        args[2] = args[1], args[1] = args[0];
        args[0] = m->function->params[IR_I1];
        return append(m, IR_OP_select, type, args, 3);
    case 5:
        return below(&m->numbers, 2)
                   ? field(m)
                   : append(m, (enum ir_op)unary[below(&m->numbers, sizeof unary)], type, args, 1);
    default:
        return append(m, (enum ir_op)binary[below(&m->numbers, sizeof binary)], type, args, 2);
    }
}

/* A comparison, two of them, or the opposite of one. */
static ir_id
decision(struct maker *m, unsigned depth)
{
    static const uint8_t relations[] = {IR_OP_eq,  IR_OP_ne,  IR_OP_ult, IR_OP_ule, IR_OP_ugt,
                                        IR_OP_uge, IR_OP_slt, IR_OP_sle, IR_OP_sgt, IR_OP_sge};
    unsigned kind = depth ? below(&m->numbers, 6) : 5;
    if (kind == 0)
        return m->function->params[IR_I1];
    if (kind < 4) {
        ir_id args[2] = {decision(m, depth - 1),
                         kind == 3 ? ir_const(m->function, IR_I1, 1) : decision(m, depth - 1)};
        return append(m, kind == 1 ? IR_OP_and : kind == 2 ? IR_OP_or : IR_OP_xor, IR_I1, args, 2);
    }
    enum ir_type type = any_type(m);
    ir_id args[2] = {pick(m, type), below(&m->numbers, 3) ? small(m, type) : pick(m, type)};
    return append(m, (enum ir_op)relations[below(&m->numbers, sizeof relations)], IR_I1, args, 2);
}

/* One of two, a clamp or a magnitude. */
static ir_id
choice(struct maker *m)
{
    enum ir_type type = any_type(m);
    ir_id x = pick(m, type), args[3] = {0, x, pick(m, type)};
    ir_id zero = ir_const(m->function, type, 0);
    switch (below(&m->numbers, 3)) {
    case 0:
        args[0] = decision(m, 1);
        return append(m, IR_OP_select, type, args, 3);
    case 1:
        x = append(m, IR_OP_smax, type, (ir_id[]){x, small(m, type)}, 2);
        return append(m, IR_OP_smin, type, (ir_id[]){x, small(m, type)}, 2);
    default:
        args[2] = append(m, IR_OP_sub, type, (ir_id[]){zero, x}, 2);
        return append(m, IR_OP_smax, type, args + 1, 2);
    }
}

/* An operation that promises not to wrap: where it does, the rest of the run says nothing. */
static ir_id
promise(struct maker *m)
{
    static const uint8_t ops[] = {IR_OP_add, IR_OP_sub, IR_OP_mul};
    enum ir_type type = any_type(m);
    ir_id args[2] = {pick(m, type), small(m, type)};
    ir_id id = append(m, (enum ir_op)ops[below(&m->numbers, 3)], type, args, 2);
    ir_def(m->function, id)->no_wrap = IR_NO_SIGNED_WRAP;
    return id;
}

/* Quotients by constants, of numbers of any size. */
static ir_id
divide(struct maker *m)
{
    static const uint8_t ops[] = {IR_OP_udiv, IR_OP_sdiv, IR_OP_urem, IR_OP_srem};
    enum ir_type type = any_type(m);
    ir_id mask = ir_const(m->function, type, random_bits(&m->numbers) >> below(&m->numbers, 64));
    ir_id x = append(m, IR_OP_and, type, (ir_id[]){pick(m, type), mask}, 2);
    if (below(&m->numbers, 2))
        x = append(m, IR_OP_sub, type, (ir_id[]){x, small(m, type)}, 2);
    ir_id y = below(&m->numbers, 2)
                  ? small(m, type)
                  : ir_const(m->function, type, random_bits(&m->numbers) >> below(&m->numbers, 64));
    return append(m, (enum ir_op)ops[below(&m->numbers, 4)], type, (ir_id[]){x, y}, 2);
}

static void
fill(struct maker *m, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        switch (below(&m->numbers, 8)) {
        case 0:
            (void)choice(m);
            break;
        case 1:
            (void)promise(m);
            break;
        case 2:
            (void)divide(m);
            break;
        default:
            (void)make(m);
            break;
        }
}

/* ---- blocks ---- */

/* A choice: two arms from here, which meet in a block that the rest is made in. */
static void
branch(struct maker *m)
{
    struct ir_block *from = m->block,
                    *arms[2] = {ir_block_new(m->function), ir_block_new(m->function)};
    struct ir_block *join = ir_block_new(m->function);
    enum ir_type types[3] = {any_type(m), any_type(m), IR_I32};
    ir_id values[2][3];
    ir_set_cbr(from, decision(m, 2), arms[0], arms[1]);
    unsigned before = m->count;
    for (unsigned k = 0; k < 2; k++) {
        m->block = arms[k];
        m->count = before;
        fill(m, 4);
        for (unsigned i = 0; i < 3; i++)
            values[k][i] = pick(m, types[i]);
        ir_set_br(arms[k], join);
    }
    m->block = join;
    m->count = before;
    for (unsigned i = 0; i < 3; i++)
        append(m, IR_OP_phi, types[i], (ir_id[]){values[0][i], values[1][i]}, 2);
}

/* A loop of three iterations whose phis grow by sums of themselves, or not of themselves. */
static void
loop(struct maker *m)
{
    struct ir_block *from = m->block, *body = ir_block_new(m->function),
                    *end = ir_block_new(m->function);
    enum ir_type types[3] = {any_type(m), any_type(m), any_type(m)};
    ir_id starts[4], phis[4], next[4];
    for (unsigned i = 0; i < 3; i++)
        starts[i] = pick(m, types[i]);
    starts[3] = ir_const(m->function, IR_I32, 0);
    ir_set_br(from, body);
    m->block = body;
    for (unsigned i = 0; i < 4; i++) {
        enum ir_type type = i < 3 ? types[i] : IR_I32;
        phis[i] = append(m, IR_OP_phi, type, &starts[i], 1); /* the edge back adds an argument */
    }
    m->count--; /* the counter */
    fill(m, 4);
    for (unsigned i = 0; i < 3; i++) {
        ir_id args[2] = {below(&m->numbers, 3) ? phis[i] : pick(m, types[i]), pick(m, types[i])};
        next[i] = append(m, below(&m->numbers, 4) ? IR_OP_add : IR_OP_sub, types[i], args, 2);
    }
    next[3] = append(m, IR_OP_add, IR_I32, (ir_id[]){phis[3], ir_const(m->function, IR_I32, 1)}, 2);
    ir_id sides[2] = {next[3], ir_const(m->function, IR_I32, 3)};
    struct ir_inst *test = ir_inst_new(m->function, IR_OP_ult, IR_I1, 1, sides, 2);
    ir_append(body, test);
    ir_set_cbr(body, test->def, body, end);
    for (unsigned i = 0; i < 4; i++)
        ir_set_arg(ir_def(m->function, phis[i]), 1, next[i]);
    m->block = end;
}

/* A loop with its test before the body: a counter with a bound, at most eight iterations. */
static void
counted_loop(struct maker *m)
{
    struct ir_function *f = m->function;
    struct ir_block *from = m->block, *header = ir_block_new(f), *body = ir_block_new(f);
    struct ir_block *end = ir_block_new(f);
    enum ir_type type = any_type(m), other = any_type(m);
    ir_id start = below(&m->numbers, 2) ? small(m, type) : pick(m, type), sum = pick(m, other);
    ir_id bound = below(&m->numbers, 2) ? small(m, type) : pick(m, type);
    static const uint8_t relations[] = {IR_OP_slt, IR_OP_sle, IR_OP_sgt, IR_OP_sge,
                                        IR_OP_ult, IR_OP_ugt, IR_OP_ne};
    static const uint8_t steps[] = {IR_OP_add, IR_OP_add,  IR_OP_add, IR_OP_sub,
                                    IR_OP_shl, IR_OP_lshr, IR_OP_ashr};
    ir_id zero = ir_const(f, IR_I32, 0), eight = ir_const(f, IR_I32, 8),
          one = ir_const(f, IR_I32, 1);
    ir_set_br(from, header);
    m->block = header;
    ir_id i = append(m, IR_OP_phi, type, &start, 1), total = append(m, IR_OP_phi, other, &sum, 1);
    ir_id count = append(m, IR_OP_phi, IR_I32, &zero, 1);
    ir_id sides[2] = {i, bound}, tests[2];
    tests[0] =
        append(m, (enum ir_op)relations[below(&m->numbers, sizeof relations)], IR_I1, sides, 2);
    tests[1] = append(m, IR_OP_ult, IR_I1, (ir_id[]){count, eight}, 2);
    ir_set_cbr(header, append(m, IR_OP_and, IR_I1, tests, 2), body, end);
    unsigned before = m->count;
    m->block = body;
    fill(m, 4);
    enum ir_op step = (enum ir_op)steps[below(&m->numbers, sizeof steps)];
    ir_id by = step == IR_OP_add || step == IR_OP_sub ? small(m, type) : one;
    ir_id next = append(m, step, type, (ir_id[]){i, by}, 2);
    if (below(&m->numbers, 2) && step <= IR_OP_sub)
        ir_def(f, next)->no_wrap = IR_NO_SIGNED_WRAP;
    ir_id grown = append(m, IR_OP_add, other, (ir_id[]){total, pick(m, other)}, 2);
    ir_id counted = append(m, IR_OP_add, IR_I32, (ir_id[]){count, one}, 2);
    struct ir_block *last = m->block;
    ir_set_br(last, header);
    ir_set_arg(ir_def(f, i), 1, next);
    ir_set_arg(ir_def(f, total), 1, grown);
    ir_set_arg(ir_def(f, count), 1, counted);
    m->block = end;
    m->count = before;
}

/* Of the last values. */
static ir_id
checksum(struct maker *m)
{
    ir_id sum = ir_const(m->function, IR_I32, 1), factor = ir_const(m->function, IR_I32, 31);
    unsigned from = m->count > RESULTS ? m->count - RESULTS : 0, end = m->count;
    for (unsigned i = from; i < end; i++) {
        ir_id value = m->pool[i];
        enum ir_type type = ir_type_of(m->function, value);
        if (type != IR_I32)
            value = append(m, type == IR_I64 ? IR_OP_trunc : IR_OP_zext, IR_I32, &value, 1);
        sum = append(m, IR_OP_mul, IR_I32, (ir_id[]){sum, factor}, 2);
        sum = append(m, IR_OP_add, IR_I32, (ir_id[]){sum, value}, 2);
    }
    return sum;
}

static struct ir_function *
make_function(struct arena *arena, struct guard *guard, uint64_t seed)
{
    uint8_t params[PARAMS], result = IR_I32;
    for (unsigned i = 0; i < PARAMS; i++)
        params[i] = i % IR_TYPES ? (uint8_t)(i % IR_TYPES) : IR_I32;
    struct ir_module *module = ir_module_new(arena, guard);
    struct maker m = {.numbers = numbers_new(seed, 3, 3)};
    m.function = ir_function_new(module, "f", params, PARAMS, &result, 1);
    m.block = ir_block_new(m.function);
    fill(&m, 6);
    branch(&m);
    fill(&m, 5);
    (below(&m.numbers, 3) ? counted_loop : loop)(&m);
    fill(&m, 5);
    branch(&m);
    fill(&m, 3);
    ir_id last = checksum(&m);
    ir_append(m.block, ir_inst_new(m.function, IR_OP_ret, IR_VOID, 0, &last, 1));
    return m.function;
}

/* ---- execution ---- */

static uint64_t
value_of(const struct ir_function *f, const uint64_t *bits, ir_id id)
{
    const struct ir_value *value = ir_value(f, id);
    return value->kind == IR_VALUE_CONST ? value->bits : bits[id];
}

static bool
lies(const struct ir_function *f, ir_id id, uint64_t bits, struct ana_range range)
{
    enum ir_type type = ir_type_of(f, id);
    int64_t number = ir_is_int(type) ? ir_signed(type, bits) : 0;
    return !ir_is_int(type) || type == IR_I1 || (number >= range.lo && number <= range.hi);
}

/* What would be exact: more than the type holds, or not. */
static bool
wraps(const struct ir_inst *inst, enum ir_type type, const uint64_t *args)
{
    __int128 a = ir_signed(type, args[0]), b = ir_signed(type, args[1]);
    unsigned width = ir_type_bits(type);
    if (inst->op == IR_OP_shl)
        b = (__int128)1 << (args[1] & (width - 1));
    __int128 exact = inst->op == IR_OP_add ? a + b : inst->op == IR_OP_sub ? a - b : a * b;
    struct ana_range all = ana_range_all(type);
    return exact < all.lo || exact > all.hi;
}

static bool
holds(const struct ir_function *f, const struct ir_inst *inst, const uint64_t *args, uint64_t bits,
      const struct said *said)
{
    bool fits = (said->most_bits == 64 || bits >> said->most_bits == 0) &&
                (bits == 0 || __builtin_ctzll(bits) >= said->low_zeros) &&
                lies(f, inst->def, bits, said->range) &&
                !(said->is_exact && wraps(inst, (enum ir_type)inst->type, args));
    for (uint32_t i = 0; fits && inst->op != IR_OP_phi && i < inst->arg_count && i < ARGS; i++)
        fits = lies(f, inst->args[i].value, args[i], said->args[i]);
    return fits;
}

/* Is its result undefined? */
static bool
is_undefined(const struct ir_inst *inst, const uint64_t *args)
{
    if (inst->op >= IR_OP_udiv && inst->op <= IR_OP_srem)
        return args[1] == 0 ||
               (inst->op >= IR_OP_sdiv && args[1] == ir_mask((enum ir_type)inst->type));
    bool may_wrap = inst->op == IR_OP_add || inst->op == IR_OP_sub || inst->op == IR_OP_mul;
    return may_wrap && inst->no_wrap & IR_NO_SIGNED_WRAP &&
           wraps(inst, (enum ir_type)inst->type, args);
}

struct run {
    const struct ir_function *function;
    uint64_t *bits;
    const struct said *said;     /* NULL: nothing is checked */
    const struct ir_inst *wrong; /* whose value is not as said */
    bool is_whole;               /* it returned, and nothing was undefined */
    uint64_t result;
};

static void
execute(struct run *r, const uint64_t *inputs)
{
    const struct ir_function *f = r->function;
    for (uint32_t i = 0; i < f->param_count; i++)
        r->bits[f->params[i]] = inputs[i];
    const struct ir_block *block = f->entry, *before = NULL;
    r->is_whole = false;
    for (unsigned steps = 0; block && steps < STEPS; steps++) {
        uint64_t phis[16];
        unsigned count = 0, edge = 0;
        while (before && block->preds.at[edge] != before)
            edge++;
        for (const struct ir_inst *inst = block->first; inst->op == IR_OP_phi; inst = inst->next)
            phis[count++] = value_of(f, r->bits, inst->args[edge].value);
        count = 0;
        for (const struct ir_inst *inst = block->first; inst != block->last; inst = inst->next) {
            uint64_t args[4] = {0};
            for (uint32_t i = 0; i < inst->arg_count && i < 4; i++)
                args[i] = value_of(f, r->bits, inst->args[i].value);
            if (r->said && inst->op != IR_OP_phi && is_undefined(inst, args))
                return;
            if (inst->op == IR_OP_phi)
                r->bits[inst->def] = phis[count++];
            else if (!ir_run_op(f, inst, args, &r->bits[inst->def]))
                ice(f->module->guard, "no value known for %s", ir_op_name[inst->op]);
            if (r->said && !holds(f, inst, args, r->bits[inst->def], &r->said[inst->def])) {
                r->wrong = inst;
                return;
            }
        }
        before = block;
        block = block->succ_count == 0 ? NULL
                : block->succ_count == 1
                    ? block->succs[0]
                    : block->succs[!value_of(f, r->bits, block->last->args[0].value)];
    }
    if (block)
        return;
    r->is_whole = true;
    r->result = value_of(f, r->bits, before->last->args[0].value);
}

static void
note_said(void *context, struct ana_ranges *here, struct ir_inst *inst)
{
    struct said *said = context;
    if (inst->def_count != 1)
        return;
    said[inst->def].range = ana_range_of(here, inst->def);
    said[inst->def].is_exact = ana_range_is_exact(here, inst);
    for (uint32_t i = 0; inst->op != IR_OP_phi && i < inst->arg_count && i < ARGS; i++)
        said[inst->def].args[i] = ana_range_of(here, inst->args[i].value);
}

static struct said *
ask(struct arena *arena, struct ir_function *f)
{
    struct said *said = ARENA_ARRAY(arena, f->values.count, struct said);
    for (ir_id id = 1; id < f->values.count; id++) {
        said[id].most_bits = (uint8_t)ana_most_bits(f, id);
        said[id].low_zeros = (uint8_t)ana_low_zeros(f, id);
    }
    ana_ranges_walk(arena, f, note_said, said);
    return said;
}

static void
print_range(struct strbuf *text, const char *what, struct ana_range range)
{
    strbuf_printf(text, ", %s within %lld and %lld", what, (long long)range.lo,
                  (long long)range.hi);
}

static unsigned
report(struct arena *arena, uint64_t seed, const struct run *run, const char *fault)
{
    struct strbuf text = strbuf_new(arena);
    const struct ir_inst *inst = run->wrong;
    ir_print_function(&text, run->function);
    if (inst) {
        const struct said *said = &run->said[inst->def];
        ir_print_inst(&text, run->function, inst);
        strbuf_printf(&text, "\nis %#llx, said to have at most %u bits and at least %u zeros%s",
                      (unsigned long long)run->bits[inst->def], said->most_bits, said->low_zeros,
                      said->is_exact ? ", exact" : "");
        print_range(&text, "itself", said->range);
        for (uint32_t i = 0; i < inst->arg_count && i < ARGS; i++)
            print_range(&text, "an argument", said->args[i]);
    }
    printf("seed %llu: %s\n%s\n", (unsigned long long)seed, fault ? fault : "", text.text);
    return 1;
}

static unsigned whole_runs;

static unsigned
check(struct arena *arena, struct guard *guard, uint64_t seed)
{
    static const struct {
        const char *name;
        bool (*pass)(struct ir_function *function);
    } passes[] = {{"opt_ranges", opt_ranges}, {"lower_div", lower_div}};
    struct ir_function *f = make_function(arena, guard, seed);
    struct run run = {.function = f}, after = {.function = f};
    struct inputs *inputs = ARENA_NEW(arena, struct inputs);
    struct run firsts[INPUTS];
    const char *fault = ir_validate(f, 0, arena);
    if (fault)
        return report(arena, seed, &run, fault);
    run.bits = ARENA_ARRAY(arena, f->values.count, uint64_t);
    run.said = ask(arena, f);
    inputs_make(inputs, f, numbers_new(seed, 4, 4));
    for (unsigned i = 0; i < INPUTS; i++) {
        execute(&run, inputs->bits[i]);
        if (run.wrong)
            return report(arena, seed, &run, NULL);
        firsts[i] = run;
        whole_runs += run.is_whole;
    }
    for (unsigned k = 0; k < sizeof passes / sizeof passes[0]; k++) {
        passes[k].pass(f);
        fault = ir_validate(f, 0, arena);
        after.bits = ARENA_ARRAY(arena, f->values.count, uint64_t);
        for (unsigned i = 0; i < INPUTS && !fault; i++) {
            execute(&after, inputs->bits[i]);
            if (firsts[i].is_whole && (!after.is_whole || after.result != firsts[i].result))
                fault = "another result";
        }
        if (fault) {
            printf("after %s: ", passes[k].name);
            return report(arena, seed, &after, fault);
        }
    }
    return 0;
}

int
main(int argc, char **argv)
{
    static struct guard guard;
    static struct arena arena;
    unsigned count = argc > 1 ? (unsigned)atoi(argv[1]) : 3000, failures = 0;
    for (unsigned seed = 0; seed < count; seed++) {
        arena_init(&arena, NULL, &guard);
        if (setjmp(guard.target) == 0)
            failures += check(&arena, &guard, seed);
        else
            printf("seed %u: %s\n", seed, guard.message), failures++;
        arena_free(&arena);
    }
    printf("%u functions with %d inputs each, %u runs to the end: %u failures\n", count, INPUTS,
           whole_runs, failures);
    return failures > 0;
}
