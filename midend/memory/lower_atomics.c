/* Atomic operations for which the target has no instruction, as loops around a compare-exchange:
 *
 *   %3 = atomic f32 fadd %1, %2   ->   before: %4 = load i32 %1
 *                                      loop:   %5 = phi %4, %7; %3 = bitcast %5; %6 = fadd %3, %2
 *                                              %7 = cmpxchg %1, %5, bits of %6
 *                                              cbr (%7 == %5), rest, loop
 *
 * A number of 8 or 16 bits lies in a dword whose rest stays as it is; a compare-exchange of one that finds another
 * number stores what it has found.  What else there is, instructions do
 * (float_atomics of struct ir_module). */
#include "midend/memory/atomic.h"
#include "midend/pass.h"

struct lowering {
    struct ir_builder b;
    struct ir_inst *inst;
    ir_id pointer;      /* of a dword or two */
    ir_id shift;        /* of the number in its dword; 0: it is whole */
    enum ir_type value; /* of the number */
    enum ir_type bits;  /* what is loaded and exchanged: i32 or i64 */
};

/* AMD's wrapping forms, as ir_enum.def has them. */
static ir_id
wrapping_result(struct ir_builder *b, const struct ir_inst *inst, ir_id old)
{
    enum ir_type type = (enum ir_type)inst->type;
    bool is_inc = inst->memory.rmw == IR_RMW_INC;
    ir_id most = inst->args[1].value, zero = ir_const(b->function, type, 0);
    ir_id one = ir_const(b->function, type, 1);
    ir_id next = ir_build2(b, is_inc ? IR_OP_add : IR_OP_sub, type, old, one);
    ir_id wraps = ir_build2(b, is_inc ? IR_OP_uge : IR_OP_ugt, IR_I1, old, most);
    if (!is_inc)
        wraps = ir_build2(b, IR_OP_or, IR_I1, wraps, ir_build2(b, IR_OP_eq, IR_I1, old, zero));
    return ir_build3(b, IR_OP_select, type, wraps, is_inc ? zero : most, next);
}

ir_id
atomic_result(struct ir_builder *b, const struct ir_inst *inst, ir_id old)
{
    static const uint8_t ops[] = {
        [IR_RMW_ADD] = IR_OP_add,   [IR_RMW_SUB] = IR_OP_sub,   [IR_RMW_AND] = IR_OP_and,
        [IR_RMW_OR] = IR_OP_or,     [IR_RMW_XOR] = IR_OP_xor,   [IR_RMW_SMIN] = IR_OP_smin,
        [IR_RMW_SMAX] = IR_OP_smax, [IR_RMW_UMIN] = IR_OP_umin, [IR_RMW_UMAX] = IR_OP_umax,
        [IR_RMW_FADD] = IR_OP_fadd, [IR_RMW_FMIN] = IR_OP_fmin, [IR_RMW_FMAX] = IR_OP_fmax};
    ir_id operand = inst->args[1].value;
    enum ir_type type = (enum ir_type)inst->type;
    if (inst->op == IR_OP_cmpxchg)
        return ir_build3(b, IR_OP_select, type, ir_build2(b, IR_OP_eq, IR_I1, old, operand),
                         inst->args[2].value, old);
    if (inst->memory.rmw == IR_RMW_XCHG)
        return operand;
    if (inst->memory.rmw == IR_RMW_INC || inst->memory.rmw == IR_RMW_DEC)
        return wrapping_result(b, inst, old);
    if (inst->memory.rmw == IR_RMW_NAND)
        return ir_build2(b, IR_OP_xor, type, ir_build2(b, IR_OP_and, type, old, operand),
                         ir_const(b->function, type, UINT64_MAX));
    ir_id made = ir_build2(b, (enum ir_op)ops[inst->memory.rmw], type, old, operand);
    struct ir_inst *minimum = inst->memory.rmw >= IR_RMW_FMIN ? ir_def(b->function, made) : NULL;
    if (minimum) /* of a signalling NaN NaN may come (cl_ext_float_atomics, min and max) */
        minimum->no_wrap = IR_NO_SIGNALLING;
    return made;
}

/* The dword that the number is in, and where. */
static void
find_word(struct lowering *l)
{
    struct ir_builder *b = &l->b;
    enum ir_type pointer = ir_type_of(b->function, l->pointer);
    enum ir_type address = ir_type_bits(pointer) == 64 ? IR_I64 : IR_I32;
    ir_id number = ir_build1(b, IR_OP_ptrtoint, address, l->pointer);
    unsigned places = 4 - ir_type_bytes(l->value); /* bits of the address */
    ir_id byte = ir_build2(b, IR_OP_and, address, number, ir_const(b->function, address, places));
    ir_id back = ir_build2(b, IR_OP_sub, address, ir_const(b->function, address, 0), byte);
    l->pointer = ir_build2(b, IR_OP_ptradd, pointer, l->pointer, back);
    if (address == IR_I64)
        byte = ir_build1(b, IR_OP_trunc, IR_I32, byte);
    l->shift = ir_build2(b, IR_OP_shl, IR_I32, byte, ir_const(b->function, IR_I32, 3));
}

/* The integer type of a number that is not whole. */
static enum ir_type
narrow_of(const struct lowering *l)
{
    return ir_type_bits(l->value) == 8 ? IR_I8 : IR_I16;
}

/* The number in what was loaded. */
static ir_id
number_of(struct lowering *l, ir_id bits)
{
    if (l->shift) {
        bits = ir_build2(&l->b, IR_OP_lshr, IR_I32, bits, l->shift);
        bits = ir_build1(&l->b, IR_OP_trunc, narrow_of(l), bits);
    }
    return ir_is_float(l->value) ? ir_build1(&l->b, IR_OP_bitcast, l->value, bits) : bits;
}

/* What was loaded with another number in it. */
static ir_id
with_number(struct lowering *l, ir_id bits, ir_id number)
{
    struct ir_builder *b = &l->b;
    if (ir_is_float(l->value))
        number = ir_build1(b, IR_OP_bitcast, l->shift ? narrow_of(l) : l->bits, number);
    if (!l->shift)
        return number;
    number = ir_build1(b, IR_OP_zext, IR_I32, number);
    number = ir_build2(b, IR_OP_shl, IR_I32, number, l->shift);
    ir_id all = ir_const(b->function, IR_I32, (UINT64_C(1) << ir_type_bits(l->value)) - 1);
    ir_id mask = ir_build2(b, IR_OP_shl, IR_I32, all, l->shift);
    return ir_build3(b, IR_OP_bfi, IR_I32, mask, number, bits);
}

static struct ir_inst *
first_look(struct lowering *l)
{
    unsigned bytes = ir_type_bytes(l->bits);
    struct ir_inst *load = ir_build_load(&l->b, l->bits, 1, l->pointer, bytes);
    load->memory.order = IR_RELAXED;
    load->memory.scope = l->inst->memory.scope;
    load->memory.is_volatile = l->inst->memory.is_volatile;
    return load;
}

/* The exchange has the order of the operation; one that fails orders nothing. */
static struct ir_inst *
exchange(struct lowering *l, ir_id seen, ir_id next)
{
    ir_id args[3] = {l->pointer, seen, next};
    struct ir_inst *made = ir_build(&l->b, IR_OP_cmpxchg, l->bits, 1, args, 3);
    made->memory = l->inst->memory;
    made->memory.rmw = 0;
    made->memory.order_failure = IR_RELAXED;
    made->memory.align = ir_type_bytes(l->bits);
    return made;
}

static void
expand(struct ir_inst *inst)
{
    struct ir_function *f = inst->block->function;
    struct lowering l = {.b = {f, inst->block, inst, inst->loc},
                         .inst = inst,
                         .pointer = inst->args[0].value,
                         .value = (enum ir_type)inst->type,
                         .bits = ir_type_bits((enum ir_type)inst->type) == 64 ? IR_I64 : IR_I32};
    if (ir_type_bits(l.value) < 32)
        find_word(&l);
    ir_id first = first_look(&l)->def;
    struct ir_block *before = inst->block, *rest = ir_split_block(inst);
    struct ir_block *loop = ir_block_after(before);
    ir_set_br(before, loop);
    l.b.block = loop;
    l.b.before = NULL;
    ir_id seen = ir_build(&l.b, IR_OP_phi, l.bits, 1, &first, 1)->def;
    ir_id old = number_of(&l, seen);
    ir_id next = with_number(&l, seen, atomic_result(&l.b, inst, old));
    ir_id found = exchange(&l, seen, next)->def;
    ir_build_cbr(&l.b, ir_build2(&l.b, IR_OP_eq, IR_I1, found, seen), rest, loop);
    ir_set_arg(ir_def(f, seen), ir_pred_index(loop, 1), found);
    ir_replace_uses(f, inst->def, old);
    ir_remove(inst);
}

/* Private memory is lower_memory's. */
static bool
needs_loop(const struct ir_inst *inst)
{
    const struct ir_function *f = inst->block->function;
    if ((inst->op != IR_OP_atomic && inst->op != IR_OP_cmpxchg) ||
        ir_type_of(f, inst->args[0].value) == IR_P_PRIVATE)
        return false;
    enum ir_space space = ir_space_of(ir_type_of(f, inst->args[0].value));
    unsigned bits = ir_type_bits((enum ir_type)inst->type);
    return bits < 32 || (inst->op == IR_OP_atomic && inst->memory.rmw == IR_RMW_NAND) ||
           (inst->op == IR_OP_atomic && inst->memory.rmw >= IR_RMW_FADD &&
            !(f->module->float_atomics >> IR_FLOAT_ATOMIC(inst->memory.rmw, bits, space) & 1));
}

bool
lower_atomics(struct ir_function *function)
{
    bool changed = false;
    ir_foreach_block (block, function)
        ir_foreach_inst_safe (inst, block) {
            if (!needs_loop(inst))
                continue;
            expand(inst);
            changed = true;
            break; /* the rest is in a new block, which comes later */
        }
    return changed;
}
