/* -fsanitize=alignment, -fsanitize=null: pointers that are accessed are multiples of what their type promises, and those
 * of private and local memory, where hardware knows no null, are not null.
 *
 *   %3 = ptradd %1, 16                 %3 = ptradd %1, 16
 *   %4 = load i32 %3, align 4    ->    asm "s_nop 0 ; occ.check pointer %0 4294967295 local" (%1)
 *                                      asm "s_nop 0 ; occ.check aligned %0 4" (%3)
 *                                      %4 = load i32 %3, align 4
 *
 * Of a component or a member the whole is asked (`whole` of the access), where it can be found from the pointer.
 *
 * What is added to a pointer in whole multiples changes nothing: all that have one base are asked once.  No point stands
 * where that is an object, which lies where it should, nor behind another of that base in a block that dominates. */
#include "midend/analysis/analysis.h"
#include "midend/analysis/memory_address.h"
#include "midend/ir/check_point.h"
#include "midend/pass.h"
#include "support/sanitize.h"

/* A base that was asked: whether it is null, or a multiple of 2 to that power. */
struct asked {
    const struct asked *next;
    const struct ir_block *block;
    unsigned zeros;
    bool null;
};

struct pointers {
    struct ir_function *function;
    struct arena *arena;
    const struct ana_dom *dom;
    struct map asked; /* base + 1 -> struct asked */
};

/* ---- bases ---- */

/* The pointer that whole multiples were added to. */
static ir_id
base_of(const struct ir_function *f, ir_id pointer, unsigned zeros)
{
    for (const struct ir_inst *inst = ir_def(f, pointer); inst && inst->op == IR_OP_ptradd;
         inst = ir_def(f, pointer)) {
        if (zeros && ana_low_zeros(f, inst->args[1].value) < zeros)
            break;
        pointer = inst->args[0].value;
    }
    return pointer;
}

/* The pointer that, but for whole multiples, leads to the begin of what the accessed one is a part of; 0: it is not
 * known. */
static ir_id
whole_of(const struct ir_function *f, const struct ir_inst *access)
{
    unsigned zeros = access->memory.whole_zeros;
    uint64_t rest = -(uint64_t)access->memory.part_offset, mask = (UINT64_C(1) << zeros) - 1;
    ir_id pointer = access->args[0].value;
    while (rest & mask) {
        const struct ir_inst *inst = ir_def(f, pointer);
        if (!inst || inst->op != IR_OP_ptradd)
            return 0;
        ir_id by = inst->args[1].value;
        if (ir_is_const(f, by))
            rest += ir_value(f, by)->bits;
        else if (ana_low_zeros(f, by) < zeros)
            return 0;
        pointer = inst->args[0].value;
    }
    return base_of(f, pointer, zeros);
}

/* How many low zeros the address of an object has; 64: any number of them. */
static unsigned
zeros_of(const struct ir_function *f, ir_id base)
{
    const struct ir_value *value = ir_value(f, base);
    const struct ir_inst *inst = ir_def(f, base);
    uint32_t align = 0;
    if (value->kind == IR_VALUE_UNDEF || memory_is_of_launch(f, base))
        return 64;
    if (inst && inst->op == IR_OP_alloca)
        align = inst->align;
    else if (inst && inst->op == IR_OP_symbol && inst->global && !inst->global->is_external)
        align = inst->global->align;
    return align ? (unsigned)__builtin_ctz(align) : 0;
}

/* May the pointer be null at all? */
static bool
may_be_null(const struct ir_function *f, ir_id base)
{
    const struct ir_value *value = ir_value(f, base);
    const struct ir_inst *inst = ir_def(f, base);
    bool is_kernels = value->kind == IR_VALUE_PARAM && f->is_kernel;
    return !is_kernels && value->kind != IR_VALUE_UNDEF &&
           !(inst && (inst->op == IR_OP_alloca || inst->op == IR_OP_symbol));
}

/* ---- points ---- */

/* Has the base been asked on every way here?  If not, it is from here on. */
static bool
is_asked(struct pointers *p, const struct ir_block *block, ir_id base, unsigned zeros, bool null)
{
    const struct asked *first = map_get(&p->asked, base + UINT64_C(1));
    for (const struct asked *old = first; old; old = old->next)
        if (old->null == null && old->zeros >= zeros && ana_dominates(p->dom, old->block, block))
            return true;
    struct asked *made = ARENA_NEW(p->arena, struct asked);
    *made = (struct asked){first, block, zeros, null};
    map_put(&p->asked, base + UINT64_C(1), made);
    return false;
}

static void
ask(struct pointers *p, struct ir_inst *access, const char *words, ir_id pointer)
{
    struct ir_builder b = {p->function, access->block, access, access->loc};
    bool is_wide = ir_type_bytes(ir_type_of(p->function, pointer)) == 8;
    ir_id number = ir_build1(&b, IR_OP_ptrtoint, is_wide ? IR_I64 : IR_I32, pointer);
    check_point(&b, words, &number, 1);
}

static void
check(struct pointers *p, struct ir_inst *access, ir_id pointer, uint32_t align)
{
    struct ir_function *f = p->function;
    struct arena *arena = f->module->arena;
    enum ir_type type = ir_type_of(f, pointer);
    unsigned zeros = align > 1 ? (unsigned)__builtin_ctz(align) : 0;
    bool is_private = type == IR_P_PRIVATE;
    ir_id base = base_of(f, pointer, 0), multiple = base_of(f, pointer, zeros);
    if (f->module->sanitize & SANITIZE_NULL_POINTER && (is_private || type == IR_P_LOCAL) &&
        may_be_null(f, base) && !is_asked(p, access->block, base, 0, true))
        ask(p, access,
            arena_printf(arena, "pointer %%0 %llu %s", (unsigned long long)ir_null(type),
                         is_private ? "private" : "local"),
            base);
    if (f->module->sanitize & SANITIZE_ALIGNMENT && zeros_of(f, multiple) < zeros &&
        !is_asked(p, access->block, multiple, zeros, false))
        ask(p, access, arena_printf(arena, "aligned %%0 %u", align), pointer);
}

/* Of a part: is the whole where it should be? */
static void
check_whole(struct pointers *p, struct ir_inst *access)
{
    struct ir_function *f = p->function;
    unsigned zeros = access->memory.whole_zeros;
    ir_id whole = zeros && f->module->sanitize & SANITIZE_ALIGNMENT ? whole_of(f, access) : 0;
    if (whole && zeros_of(f, whole) < zeros && !is_asked(p, access->block, whole, zeros, false))
        ask(p, access, arena_printf(f->module->arena, "aligned %%0 %u", 1u << zeros), whole);
}

static void
check_inst(struct pointers *p, struct ir_inst *inst)
{
    switch ((enum ir_op)inst->op) {
    case IR_OP_load:
    case IR_OP_store:
        check_whole(p, inst);
        check(p, inst, inst->args[0].value, inst->memory.align);
        break;
    case IR_OP_atomic:
    case IR_OP_cmpxchg:
        check(p, inst, inst->args[0].value, inst->memory.align);
        break;
    case IR_OP_memcpy:
        check(p, inst, inst->args[1].value, inst->align);
        check(p, inst, inst->args[0].value, inst->memory.align);
        break;
    case IR_OP_memzero:
        if (!inst->memory.is_undefined)
            check(p, inst, inst->args[0].value, inst->memory.align);
        break;
    default:
        break;
    }
}

bool
check_pointers(struct ir_function *function)
{
    struct arena arena;
    if (!(function->module->sanitize & (SANITIZE_ALIGNMENT | SANITIZE_NULL_POINTER)) ||
        function->is_library)
        return false;
    arena_init_scratch(&arena, function->module->arena->allocator, function->module->guard);
    struct pointers p = {function, &arena, ana_dom(&arena, function), map_new(&arena)};
    struct ir_block **order = ana_tree_order(&arena, p.dom);
    for (uint32_t i = 0; i < p.dom->count; i++)
        ir_foreach_inst_safe (inst, order[i])
            check_inst(&p, inst);
    arena_free(&arena);
    return true;
}
