/* Instruction selection: values, the dispatch by isel_op.def, and the driver. */
#include "backend-gcn/isel/isel.h"
#include "backend-gcn/abi/calls.h"

#include <string.h>

bool
isel_is_uniform(const struct isel *isel, ir_id id)
{
    return !isel->divergence->divergent[id];
}

bool
isel_in_sgpr(const struct isel *isel, ir_id id)
{
    enum ir_type type = ir_type_of(isel->kernel, id);
    return isel_is_uniform(isel, id) && !ir_is_float(type);
}

bool
isel_const(const struct isel *isel, ir_id id, uint64_t *bits)
{
    const struct ir_value *value = ir_value(isel->kernel, id);
    if (value->kind == IR_VALUE_UNDEF) {
        *bits = 0;
        return true;
    }
    *bits = value->kind == IR_VALUE_CONST ? value->bits : 0;
    return value->kind == IR_VALUE_CONST;
}

static struct isel_value *
value_of(struct isel *isel, ir_id id)
{
    struct isel_value *value = &isel->values[id];
    if (!value->is_set)
        ice(isel->guard, "isel: value %u is used before it is defined", id);
    return value;
}

/* i8 and i16 constants keep their bits; f16 too. */
struct mir_operand
isel_use(struct isel *isel, ir_id id)
{
    uint64_t bits;
    if (isel_const(isel, id, &bits))
        return ir_type_bits(ir_type_of(isel->kernel, id)) == 64 ? mir_const64(bits)
                                                                : mir_const((uint32_t)bits);
    return value_of(isel, id)->whole;
}

/* A value from the start of a block is split where its halves are needed: until then they would take
 * registers of their own beside it. */
static struct isel_value *
split_value_of(struct isel *isel, ir_id id)
{
    struct isel_value *value = value_of(isel, id);
    if (value->splits_late && value->split_block != isel->b.block) {
        struct mir_operand parts[2];
        isel_split(isel, value->whole, parts, 2, 1);
        value->lo = parts[0];
        value->hi = parts[1];
        value->split_block = isel->b.block;
    }
    return value;
}

struct mir_operand
isel_lo(struct isel *isel, ir_id id)
{
    uint64_t bits;
    if (isel_const(isel, id, &bits))
        return mir_const((uint32_t)bits);
    return split_value_of(isel, id)->lo;
}

struct mir_operand
isel_hi(struct isel *isel, ir_id id)
{
    uint64_t bits;
    if (isel_const(isel, id, &bits))
        return mir_const((uint32_t)(bits >> 32));
    return split_value_of(isel, id)->hi;
}

struct mir_operand
isel_use_vgpr(struct isel *isel, ir_id id)
{
    return isel_to_vgpr(isel, isel_use(isel, id));
}

struct mir_operand
isel_use_sgpr(struct isel *isel, ir_id id)
{
    return isel_to_sgpr(isel, isel_use(isel, id));
}

struct mir_operand
isel_use_scalar(struct isel *isel, ir_id id)
{
    struct mir_operand operand = isel_use(isel, id);
    return operand.kind == MIR_CONST ? operand : isel_to_sgpr(isel, operand);
}

struct mir_operand
isel_use_float(struct isel *isel, ir_id id)
{
    bool neg = false, abs = false;
    for (struct ir_inst *def; (def = ir_def(isel->kernel, id)) != NULL;) {
        if (def->op == IR_OP_fneg)
            neg ^= !abs;
        else if (def->op == IR_OP_fabs)
            abs = true;
        else
            break;
        id = def->args[0].value;
    }
    struct mir_operand operand = isel_use(isel, id);
    operand.neg ^= neg;
    operand.abs |= abs;
    return operand;
}

struct mir_operand
isel_to_vgpr(struct isel *isel, struct mir_operand operand)
{
    if (mir_is_vgpr(&operand) && operand.kind == MIR_TEMP)
        return operand;
    struct mir_operand copy = mir_new_vgpr(&isel->b, operand.dwords);
    struct mir_operand source = operand;
    source.neg = source.abs = 0;
    mir_build(&isel->b, MIR_P_COPY, 1, copy, source);
    copy.neg = operand.neg;
    copy.abs = operand.abs;
    return copy;
}

struct mir_operand
isel_to_sgpr(struct isel *isel, struct mir_operand operand)
{
    if (mir_is_sgpr(&operand))
        return operand;
    if (operand.kind == MIR_CONST) {
        struct mir_operand copy = mir_new_sgpr(&isel->b, operand.dwords);
        operand.neg = operand.abs = 0;
        mir_build(&isel->b, MIR_P_COPY, 1, copy, operand);
        return copy;
    }
    struct mir_operand parts[16], scalars[16];
    isel_split(isel, operand, parts, operand.dwords, 1);
    for (unsigned i = 0; i < operand.dwords; i++) {
        scalars[i] = mir_new_sgpr(&isel->b, 1);
        mir_build(&isel->b, GCN_v_readfirstlane_b32, 1, scalars[i], parts[i]);
    }
    return isel_join(isel, scalars, operand.dwords);
}

/* Is the value put together from parts of that size?  Then they need not be taken off it again.  Not constants:
 * who splits a value in registers wants registers. */
static bool
parts_of_vector(const struct isel *isel, const struct mir_operand *whole, struct mir_operand *parts,
                unsigned count, unsigned dwords)
{
    const struct mir_inst *def =
        whole->kind == MIR_TEMP ? isel->function->temps.at[whole->temp].def : NULL;
    if (!def || def->op != MIR_P_CREATE_VECTOR || def->operand_count != count + 1u)
        return false;
    for (unsigned i = 0; i < count; i++) {
        const struct mir_operand *part = &def->operands[i + 1];
        if (part->kind != MIR_TEMP || part->is_fixed || part->dwords != dwords ||
            part->reg_class != whole->reg_class)
            return false;
        parts[i] = *part;
    }
    return true;
}

void
isel_split(struct isel *isel, struct mir_operand whole, struct mir_operand *parts, unsigned count,
           unsigned dwords)
{
    if (count == 1) {
        parts[0] = whole;
        return;
    }
    if (whole.kind == MIR_CONST) {
        parts[0] = mir_const((uint32_t)whole.value);
        parts[1] = mir_const((uint32_t)(whole.value >> 32));
        return;
    }
    if (parts_of_vector(isel, &whole, parts, count, dwords))
        return;
    struct mir_operand operands[17];
    for (unsigned i = 0; i < count; i++)
        parts[i] = operands[i] =
            mir_is_vgpr(&whole) ? mir_new_vgpr(&isel->b, dwords) : mir_new_sgpr(&isel->b, dwords);
    operands[count] = whole;
    mir_emit(&isel->b, MIR_P_SPLIT_VECTOR, operands, count + 1, count);
}

/* in_vgprs: even if all parts are scalar. */
static struct mir_operand
join(struct isel *isel, const struct mir_operand *parts, unsigned count, bool in_vgprs)
{
    if (count == 1)
        return in_vgprs ? isel_to_vgpr(isel, parts[0]) : parts[0];
    struct mir_operand operands[17];
    unsigned dwords = 0;
    bool vector = in_vgprs, constant = true;
    for (unsigned i = 0; i < count; i++) {
        dwords += parts[i].dwords;
        vector = vector || mir_is_vgpr(&parts[i]);
        constant = constant && parts[i].kind == MIR_CONST;
        operands[i + 1] = parts[i];
    }
    if (constant && count == 2 && dwords == 2 && !in_vgprs)
        return mir_const64(parts[0].value | parts[1].value << 32);
    operands[0] = vector ? mir_new_vgpr(&isel->b, dwords) : mir_new_sgpr(&isel->b, dwords);
    mir_emit(&isel->b, MIR_P_CREATE_VECTOR, operands, count + 1, 1);
    return operands[0];
}

struct mir_operand
isel_join(struct isel *isel, const struct mir_operand *parts, unsigned count)
{
    return join(isel, parts, count, false);
}

struct mir_operand
isel_join_vgpr(struct isel *isel, const struct mir_operand *parts, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (parts[i].kind != MIR_CONST)
            return join(isel, parts, count, true);
    return isel_to_vgpr(isel, join(isel, parts, count, false)); /* a copy may be shared */
}

struct mir_operand
isel_join2(struct isel *isel, struct mir_operand lo, struct mir_operand hi)
{
    return isel_join(isel, (struct mir_operand[]){lo, hi}, 2);
}

static void
set_value(struct isel *isel, ir_id id, struct mir_operand whole, struct mir_operand lo,
          struct mir_operand hi)
{
    struct isel_value *value = &isel->values[id];
    value->is_set = true;
    value->whole = whole;
    value->lo = lo;
    value->hi = hi;
}

/* Puts a value that belongs in SGPRs there, and a constant for any other value into VGPRs. */
static struct mir_operand
in_class(struct isel *isel, ir_id id, struct mir_operand place)
{
    if (isel_in_sgpr(isel, id))
        return isel_to_sgpr(isel, place);
    return place.kind == MIR_CONST ? isel_to_vgpr(isel, place) : place;
}

/* Halves are split off at once, so that they dominate every later use; unused ones are removed. */
void
isel_define(struct isel *isel, ir_id id, struct mir_operand place)
{
    if (!id)
        return;
    place = in_class(isel, id, place);
    struct mir_operand parts[2] = {{0}, {0}};
    if (place.dwords == 2)
        isel_split(isel, place, parts, 2, 1);
    set_value(isel, id, place, parts[0], parts[1]);
}

void
isel_define_halves(struct isel *isel, ir_id id, struct mir_operand lo, struct mir_operand hi)
{
    /* A constant half stays a constant for users of that half alone. */
    bool scalar = isel_in_sgpr(isel, id);
    if (scalar && lo.kind != MIR_CONST)
        lo = isel_to_sgpr(isel, lo);
    if (scalar && hi.kind != MIR_CONST)
        hi = isel_to_sgpr(isel, hi);
    struct mir_operand whole = isel_join2(isel, lo, hi);
    set_value(isel, id, in_class(isel, id, whole), lo, hi);
}

void
isel_define_const(struct isel *isel, ir_id id, struct mir_operand constant)
{
    struct mir_operand parts[2] = {{0}, {0}};
    if (constant.dwords == 2)
        isel_split(isel, constant, parts, 2, 1);
    set_value(isel, id, constant, parts[0], parts[1]);
}

bool
isel_is_behind(const struct isel *isel, ir_id id, const struct ir_block *block)
{
    const struct ir_inst *def = ir_def(isel->kernel, id);
    const struct ana_loop *loop = def ? isel->loops->of[def->block->id] : NULL;
    const struct ana_loop *inner = isel->loops->of[block->id];
    return loop && !(inner && ana_loop_contains(loop, inner));
}

/* Is the value used outside the loop that computes it? */
static bool
outlives_loop(const struct isel *isel, ir_id id)
{
    for (const struct ir_use *use = ir_value(isel->kernel, id)->uses; use; use = use->next)
        if (isel_is_behind(isel, id, use->user->block))
            return true;
    return false;
}

void
isel_define_mask(struct isel *isel, ir_id id, struct mir_operand mask)
{
    bool keep = !isel_is_uniform(isel, id) && outlives_loop(isel, id);
    if (keep)
        mask = isel_vcndmask(isel, mir_const(0), mir_const(1), mask);
    set_value(isel, id, mask, mir_none(), mir_none());
    isel->values[id].bool_form = keep ? ISEL_BOOL_VGPR : ISEL_BOOL_MASK;
}

struct mir_operand
isel_salu(struct isel *isel, enum gcn_op op, const struct mir_operand *sources, unsigned count)
{
    struct mir_operand operands[5];
    const struct gcn_op_info *info = &gcn_op_info[op];
    for (unsigned i = 0; i < count; i++)
        operands[i + 1] =
            sources[i].kind == MIR_CONST ? sources[i] : isel_to_sgpr(isel, sources[i]);
    /* One literal; 64-bit literals are 32 bits, sign-extended for integers. */
    bool literal = false;
    for (unsigned i = 1; i <= count; i++) {
        struct mir_operand *operand = &operands[i];
        if (!mir_is_literal(isel->target, operand, info->operands[i].type))
            continue;
        if (literal || operand->dwords == 2)
            *operand = isel_to_sgpr(isel, *operand);
        literal = literal || operand->kind == MIR_CONST;
    }
    operands[0] = mir_new_sgpr(&isel->b, info->operands[0].dwords);
    mir_emit(&isel->b, op, operands, count + 1, 1);
    return operands[0];
}

void
isel_scmp(struct isel *isel, enum gcn_op op, struct mir_operand a, struct mir_operand b)
{
    if (a.kind != MIR_CONST)
        a = isel_to_sgpr(isel, a);
    if (b.kind != MIR_CONST)
        b = isel_to_sgpr(isel, b);
    if (mir_is_literal(isel->target, &a, GCN_B32))
        a = isel_to_sgpr(isel, a);
    if (b.dwords == 2 && mir_is_literal(isel->target, &b, GCN_B64))
        b = isel_to_sgpr(isel, b);
    mir_build(&isel->b, op, 0, a, b);
}

/* ---- dispatch ---- */

void
isel_refuse(struct isel *isel, struct ir_inst *inst)
{
    ice(isel->guard, "isel: no selection for %s %s", ir_op_name[inst->op],
        ir_type_name(inst->type));
}

static void
nothing(struct isel *isel, struct ir_inst *inst)
{
    (void)isel;
    (void)inst;
}

static isel_selector *const selections[IR_OPS] = {
#define SELECT(op, function) [IR_OP_##op] = function,
#include "backend-gcn/isel/isel_op.def"
#undef SELECT
};

/* Every operation of ir_op.def needs a row in isel_op.def: one without is undeclared here. */
enum {
#define SELECT(op, function) isel_op_def_selects_##op,
#include "backend-gcn/isel/isel_op.def"
#undef SELECT
};
enum {
#define OP(name, ...) IS_SELECTED_##name = isel_op_def_selects_##name,
#include "midend/ir/ir_op.def"
};

static void
select_inst(struct isel *isel, struct ir_inst *inst)
{
    isel->b.loc = inst->loc;
    selections[inst->op](isel, inst);
}

static void
select_block(struct isel *isel, struct ir_block *block)
{
    isel->b.block = isel->blocks[block->id];
    isel->b.before = NULL;
    isel->clobbers.now = isel->clobbers.in[block->id];
    isel_phis(isel, block);
    if (block == isel->kernel->entry) {
        if (isel->kernel->is_kernel) {
            kernel_abi_start(isel);
            kernel_abi_params(isel);
        } else {
            function_abi_start(isel);
        }
        isel_unit_start(isel);
    }
    ir_foreach_inst (inst, block) {
        select_inst(isel, inst);
        isel->clobbers.now |= isel_clobbers(isel, inst);
    }
}

static void
select_function(struct isel *isel, struct call_program *program)
{
    struct ir_function *kernel = isel->kernel;
    isel->function->f32_denormals = isel->options->f32_denormals;
    if (program)
        call_enter(program, isel->function);
    isel->b = (struct mir_builder){.function = isel->function};
    isel->values = ARENA_ARRAY(isel->arena, kernel->values.count, struct isel_value);
    isel->blocks = ARENA_ARRAY(isel->arena, kernel->block_count, struct mir_block *);
    isel->divergence = ana_divergence(isel->arena, kernel);
    isel->loops = ana_loops(isel->arena, kernel, ana_dom(isel->arena, kernel));
    isel->lds = map_new(isel->arena);
    isel_find_clobbers(isel);
    isel_find_descriptors(isel);
    isel_find_arrays(isel);
    isel_find_products(isel);
    kernel_abi_scan(isel);
    if (!kernel->is_kernel)
        function_abi_assign(isel);
    isel_make_blocks(isel);
    for (uint32_t i = 0; i < isel->divergence->count; i++)
        select_block(isel, isel->divergence->linear[i]);
    isel_fill_phis(isel);
    isel->function->keeps_lds_m0 = isel->function->array_dwords && isel->target->needs_lds_m0 &&
                                   (isel->has_lds || !kernel->is_kernel); /* a caller may have */
}

/* ---- debug information ---- */

/* A dword of it: of a temp, or none. */
static uint32_t
temp_dword(const struct mir_operand *operand, unsigned dword)
{
    bool is_temp = operand->kind == MIR_TEMP && dword < operand->dwords;
    return is_temp ? operand->temp * 16 + dword : 0;
}

static struct mir_value
place_of_value(const struct isel *isel, ir_id id)
{
    const struct isel_value *value = &isel->values[id];
    struct mir_value made = {.dwords = (uint8_t)((ir_type_bits(isel_type(isel, id)) + 31) / 32)};
    if (!value->is_set || value->bool_form != ISEL_BOOL_NONE || made.dwords > 2)
        return (struct mir_value){0};
    if (value->whole.kind == MIR_CONST) {
        made.is_constant = true;
        made.bits = value->whole.value;
        return made;
    }
    for (unsigned i = 0; i < made.dwords; i++) {
        const struct mir_operand *half = i ? &value->hi : &value->lo;
        made.temps[i] = temp_dword(&value->whole, i);
        if (!made.temps[i] && made.dwords == 2 && half->kind == MIR_TEMP)
            made.temps[i] = temp_dword(half, 0);
        if (!made.temps[i])
            return (struct mir_value){0};
    }
    return made;
}

static void
note_values(const struct isel *isel)
{
    struct mir_function *function = isel->function;
    uint32_t count = isel->kernel->values.count;
    struct mir_value *values = ARENA_ARRAY(function->arena, count, struct mir_value);
    for (ir_id id = 1; id < count; id++)
        if (ir_value(isel->kernel, id)->kind != IR_VALUE_NONE && isel->kernel->values.at[id].type)
            values[id] = place_of_value(isel, id);
    function->values = values;
    function->value_count = count;
}

struct mir_function *
isel(struct arena *arena, struct ir_function *kernel, struct call_program *program,
     const struct backend_options *options)
{
    struct guard *guard = kernel->module->guard;
    struct arena scratch;
    arena_init_scratch(&scratch, arena->allocator, guard);
    struct isel state = {.function = mir_function_new(arena, guard, options->object.target, kernel),
                         .arena = &scratch,
                         .guard = guard,
                         .kernel = kernel,
                         .target = options->object.target,
                         .options = options};
    select_function(&state, program);
    mir_remove_dead(state.function);
    if (options->notes_variables && kernel->module->debug)
        note_values(&state);
    arena_free(&scratch);
    return state.function;
}
