/* What ana_bits says of values, against the values: random functions with a branch, a join and a loop, executed by
 * the tests' interpreter; each value must have no more bits, and no fewer zeros at its lower end, than it says.
 *
 *   test-bits [FUNCTIONS] */
#include "test/midend/rules/rules.h"

#include "midend/analysis/analysis.h"
#include "test/midend/run/ir_run.h"

#include <stdio.h>
#include <stdlib.h>

enum { POOL = 400, STEPS = 500, SAID = 2 /* of each value: most bits, low zeros */ };

struct maker {
    struct numbers numbers;
    struct ir_function *function;
    struct ir_block *block;
    ir_id pool[POOL]; /* what the block may use */
    unsigned count;
};

static const uint8_t binary[] = {
    IR_OP_and,  IR_OP_umin, IR_OP_or,  IR_OP_xor,  IR_OP_umax, IR_OP_add,  IR_OP_add,  IR_OP_mul,
    IR_OP_udiv, IR_OP_urem, IR_OP_sub, IR_OP_smin, IR_OP_smax, IR_OP_sdiv, IR_OP_srem,
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

static void
fill(struct maker *m, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        (void)make(m);
}

/* ---- blocks ---- */

/* A choice: two arms from here, which meet in a block that the rest is made in. */
static void
branch(struct maker *m)
{
    struct ir_block *from = m->block,
                    *arms[2] = {ir_block_new(m->function), ir_block_new(m->function)};
    struct ir_block *join = ir_block_new(m->function);
    unsigned before = m->count;
    enum ir_type types[3] = {any_type(m), any_type(m), IR_I32};
    ir_id values[2][3];
    ir_set_cbr(from, m->function->params[IR_I1], arms[0], arms[1]);
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
    loop(&m);
    fill(&m, 5);
    ir_id last = pick(&m, IR_I32);
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
holds(uint64_t bits, const uint8_t said[SAID])
{
    return (said[0] == 64 || bits >> said[0] == 0) &&
           (bits == 0 || __builtin_ctzll(bits) >= said[1]);
}

/* The instruction whose value is not as said, or NULL. */
static const struct ir_inst *
execute(const struct ir_function *f, const uint64_t *inputs, uint64_t *bits, uint8_t (*said)[SAID])
{
    for (uint32_t i = 0; i < f->param_count; i++)
        bits[f->params[i]] = inputs[i];
    const struct ir_block *block = f->entry, *before = NULL;
    for (unsigned steps = 0; block && steps < STEPS; steps++) {
        uint64_t phis[8];
        unsigned count = 0, edge = 0;
        while (before && block->preds.at[edge] != before)
            edge++;
        for (const struct ir_inst *inst = block->first; inst->op == IR_OP_phi; inst = inst->next)
            phis[count++] = value_of(f, bits, inst->args[edge].value);
        count = 0;
        for (const struct ir_inst *inst = block->first; inst != block->last; inst = inst->next) {
            uint64_t args[4] = {0};
            for (uint32_t i = 0; i < inst->arg_count && i < 4; i++)
                args[i] = value_of(f, bits, inst->args[i].value);
            if (inst->op == IR_OP_phi)
                bits[inst->def] = phis[count++];
            else if (!ir_run_op(f, inst, args, &bits[inst->def]))
                ice(f->module->guard, "no value known for %s", ir_op_name[inst->op]);
            if (!holds(bits[inst->def], said[inst->def]))
                return inst;
        }
        before = block;
        block = block->succ_count == 0 ? NULL
                : block->succ_count == 1
                    ? block->succs[0]
                    : block->succs[!value_of(f, bits, block->last->args[0].value)];
    }
    return NULL;
}

static unsigned
check(struct arena *arena, struct guard *guard, uint64_t seed)
{
    struct ir_function *f = make_function(arena, guard, seed);
    const char *fault = ir_validate(f, 0, arena);
    uint64_t *bits = ARENA_ARRAY(arena, f->values.count, uint64_t);
    uint8_t(*said)[SAID] = arena_alloc(arena, f->values.count * SAID);
    struct inputs *inputs = ARENA_NEW(arena, struct inputs);
    const struct ir_inst *inst = NULL;
    for (ir_id id = 1; id < f->values.count; id++) {
        said[id][0] = (uint8_t)ana_most_bits(f, id);
        said[id][1] = (uint8_t)ana_low_zeros(f, id);
    }
    inputs_make(inputs, f, numbers_new(seed, 4, 4));
    for (unsigned i = 0; i < INPUTS && !fault && !inst; i++)
        inst = execute(f, inputs->bits[i], bits, said);
    if (!fault && !inst)
        return 0;
    struct strbuf text = strbuf_new(arena);
    ir_print_function(&text, f);
    if (inst) {
        ir_print_inst(&text, f, inst);
        strbuf_printf(&text, "\nis %#llx, said to have at most %u bits and at least %u zeros",
                      (unsigned long long)bits[inst->def], said[inst->def][0], said[inst->def][1]);
    }
    printf("seed %llu: %s\n%s\n", (unsigned long long)seed, fault ? fault : "", text.text);
    return 1;
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
    printf("%u functions with %d inputs each: %u failures\n", count, INPUTS, failures);
    return failures > 0;
}
