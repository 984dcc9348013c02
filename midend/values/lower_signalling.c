/* fmin and fmax take a signalling NaN for a quiet one and give the number; the hardware's, in IEEE mode,
 * give NaN (ISA manuals, V_MIN_F32).  Arguments that may be signalling are made quiet first.
 *
 *   %2 = load f32 ...; %3 = fmax f32 %2, %1   ->   %4 = fcanonicalize f32 %2; %3 = fmax f32 %4, %1, nosnan
 *
 * What comes of a QUIET operation (ir_op.def) and constants are quiet; so are phis and selects of such
 * values, which is assumed first and taken back where it does not hold (optimistic, as Wegman and Zadeck,
 * "Constant propagation with conditional branches", 1991): the largest so far, in a loop, costs nothing. */
#include "midend/pass.h"

#include "midend/ir/ir_build.h"
#include "midend/ir/ir_info.h"
#include "support/bitset.h"
#include "support/ieee.h"

#include <math.h>

static bool
is_quiet_number(unsigned bits, uint64_t value)
{
    uint64_t quiet = UINT64_C(1) << (bits == 16 ? 9 : bits == 32 ? 22 : 51);
    return !isnan(ieee_value(bits, value)) || value & quiet;
}

/* Of an i32: two halves. */
static bool
is_quiet_constant(enum ir_type type, uint64_t value)
{
    if (type == IR_I32)
        return is_quiet_number(16, value & 0xffff) && is_quiet_number(16, value >> 16 & 0xffff);
    return ir_is_float(type) && is_quiet_number(ir_type_bits(type), value);
}

/* The first argument that is as quiet as the result, and how many there are; none: it decides itself. */
static uint32_t
passed_on(const struct ir_inst *inst, uint32_t *first)
{
    switch (inst->op) {
    case IR_OP_phi:
        *first = 0;
        return inst->arg_count;
    case IR_OP_select:
        *first = 1;
        return 2;
    case IR_OP_fneg:
    case IR_OP_fabs:
    case IR_OP_fcopysign:
    case IR_OP_readfirstlane:
        *first = 0;
        return 1;
    default:
        return 0;
    }
}

static bool
are_quiet(const struct bitset *signalling, const struct ir_inst *inst)
{
    uint32_t first = 0, count = passed_on(inst, &first);
    for (uint32_t i = first; i < first + count; i++)
        if (bitset_has(signalling, inst->args[i].value))
            return false;
    return count || ir_op_flags((enum ir_op)inst->op) & IR_QUIET;
}

static void
find_signalling(const struct ir_function *f, struct bitset *signalling)
{
    for (ir_id id = 1; id < f->values.count; id++)
        if (ir_is_const(f, id) ? !is_quiet_constant(ir_type_of(f, id), ir_value(f, id)->bits)
                               : !ir_def(f, id) && ir_value(f, id)->kind != IR_VALUE_UNDEF)
            bitset_add(signalling, id);
    for (bool changed = true; changed;) {
        changed = false;
        ir_foreach_block (block, f)
            ir_foreach_inst (inst, block)
                for (uint32_t i = 0; i < inst->def_count; i++)
                    if (!bitset_has(signalling, inst->def + i) && !are_quiet(signalling, inst)) {
                        bitset_add(signalling, inst->def + i);
                        changed = true;
                    }
    }
}

static bool
wants_quiet(const struct ir_inst *inst)
{
    bool minds = inst->op == IR_OP_fmin || inst->op == IR_OP_fmax || inst->op == IR_OP_pk_fmin ||
                 inst->op == IR_OP_pk_fmax;
    return minds && !(inst->no_wrap & IR_NO_SIGNALLING);
}

static bool
wants_any(const struct ir_function *function)
{
    ir_foreach_block (block, function)
        ir_foreach_inst (inst, block)
            if (wants_quiet(inst))
                return true;
    return false;
}

/* A pair of halves is quiet as its own larger. */
static ir_id
made_quiet(struct ir_builder *b, const struct ir_inst *inst, ir_id value)
{
    enum ir_type type = (enum ir_type)inst->type;
    if (type != IR_I32)
        return ir_build1(b, IR_OP_fcanonicalize, type, value);
    ir_id quiet = ir_build2(b, IR_OP_pk_fmax, type, value, value);
    ir_def(b->function, quiet)->no_wrap = IR_NO_SIGNALLING;
    return quiet;
}

bool
lower_signalling(struct ir_function *function)
{
    struct arena scratch;
    if (!wants_any(function))
        return false;
    arena_init_scratch(&scratch, function->module->arena->allocator, function->module->guard);
    struct bitset signalling = bitset_new(&scratch, function->values.count);
    find_signalling(function, &signalling);
    ir_foreach_block (block, function)
        ir_foreach_inst_safe (inst, block) {
            if (!wants_quiet(inst))
                continue;
            struct ir_builder b = {function, block, inst, inst->loc};
            for (uint32_t i = 0; i < inst->arg_count; i++)
                if (bitset_has(&signalling, inst->args[i].value))
                    ir_set_arg(inst, i, made_quiet(&b, inst, inst->args[i].value));
            inst->no_wrap |= IR_NO_SIGNALLING;
        }
    arena_free(&scratch);
    return true;
}
