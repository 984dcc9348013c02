/* Small private arrays with variable indices become dwords in registers: a load chooses among them
 * with a tree of selects, a store replaces the one that is meant.
 *
 * A tree over 16 dwords takes 15 selects and a store 16 compares and selects; whether private memory
 * or consecutive registers with an index (opt_register_arrays.c) would do better is estimated for each
 * array.  Bytes and shorts are shifted and masked.  ssa_build turns the dwords into values.  Runs
 * after unrolling: with constant indices opt_sroa has taken the array apart before.
 *
 *   %2 = load f32 %1 + i   ->   select (i & 4, %b, %a) */
#include "midend/pass.h"

#include "midend/memory/small_arrays.h"
#include "support/limit.h"

enum {                    /* costs: tuned */
       LEAST_INDEXED = 4, /* dwords: selects among fewer are as good as indices */
       WAIT_LOAD = 44,    /* what the simulator models where each lane has a place of its own: */
       WAIT_STORE = 28    /* more lines than in opt_register_arrays */
};

/* ---- may it? ---- */

/* What a copy moves at once: bytes. */
static uint32_t
unit_at(const struct ir_inst *inst, uint32_t at)
{
    uint32_t align = inst->memory.align, left = inst->size - at, unit = 4;
    if (inst->op == IR_OP_memcpy && inst->align < align)
        align = inst->align;
    while (unit > left || unit > align)
        unit /= 2;
    return unit ? unit : 1;
}

static uint32_t
dwords_of(const struct ir_inst *object)
{
    return (object->size + 3) / 4;
}

/* Is it never executed, as iterations of unrolled loops that go on below the first element? */
static bool
is_outside(const struct arrays *a, const struct object_access *access, uint32_t bytes)
{
    const struct object_pointer *pointer = &a->uses.pointers.at[access->pointer];
    uint32_t size = a->uses.object->size;
    return pointer->is_constant && pointer->bytes % 4 == 0 && pointer->bytes >= size &&
           0u - pointer->bytes >= bytes;
}

/* Are `bytes` in the object, and do units of `unit` bytes not cross dwords? */
static bool
fits(const struct arrays *a, const struct object_access *access, uint32_t bytes, uint32_t unit)
{
    const struct ir_inst *inst = access->inst, *object = a->uses.object;
    const struct object_pointer *pointer = &a->uses.pointers.at[access->pointer];
    uint32_t align = access->arg == 1 ? inst->align : inst->memory.align;
    if (pointer->is_constant)
        return pointer->bytes <= object->size && bytes <= object->size - pointer->bytes &&
               pointer->bytes % unit == 0;
    return bytes <= object->size && align >= unit && object->align >= unit;
}

static bool
is_handled(const struct arrays *a, const struct object_access *access)
{
    const struct ir_inst *inst = access->inst;
    if (inst->op == IR_OP_memcpy && map_get(&a->uses.index, inst->args[1 - access->arg].value))
        return false; /* within the object */
    if (inst->op == IR_OP_memcpy || inst->op == IR_OP_memzero)
        return fits(a, access, inst->size, unit_at(inst, 0));
    if (inst->op != IR_OP_load && inst->op != IR_OP_store)
        return true; /* a comparison */
    uint32_t size = ir_type_bytes((enum ir_type)inst->type);
    uint32_t bytes = size * inst->memory.components;
    return is_outside(a, access, bytes) || fits(a, access, bytes, size < 4 ? size : 4);
}

/* ---- is it worth it? ---- */

/* Dwords that a component of an access at a variable place may be in. */
static uint32_t
choices(struct arrays *a, const struct object_access *access)
{
    const struct ir_inst *inst = access->inst;
    bool is_component = inst->op == IR_OP_load || inst->op == IR_OP_store;
    return is_component ? small_array_choices(a, access) : dwords_of(a->uses.object);
}

/* Vector instructions, of 4 cycles each, that the access takes in registers. */
static uint32_t
cost_in_registers(struct arrays *a, const struct object_access *access)
{
    const struct ir_inst *inst = access->inst;
    uint32_t words;
    if (a->uses.pointers.at[access->pointer].is_constant)
        return 0;
    uint32_t each = choices(a, access);
    if (inst->op != IR_OP_load && inst->op != IR_OP_store)
        words = (inst->size + 3) / 4;
    else
        words = (ir_type_bytes((enum ir_type)inst->type) + 3) / 4 * inst->memory.components;
    return inst->op == IR_OP_load ? words * each + 4 : words * each * 2;
}

/* As many such instructions as wait for the access in memory. */
static uint32_t
cost_in_memory(const struct arrays *a, const struct object_access *access)
{
    const struct ir_inst *inst = access->inst;
    if ((inst->op >= IR_OP_eq && inst->op <= IR_OP_uge) ||
        a->uses.pointers.at[access->pointer].is_constant)
        return 0;
    return inst->op == IR_OP_store ? WAIT_STORE : WAIT_LOAD;
}

/* Would consecutive registers that M0 indexes (opt_register_arrays) do better than selects? */
static bool
is_better_indexed(struct arrays *a, uint64_t with_selects)
{
    struct array_costs costs;
    return dwords_of(a->uses.object) >= LEAST_INDEXED &&
           register_array_costs(&a->judge, &a->uses, &costs) &&
           costs.registers + costs.registers / 2 < with_selects;
}

static bool
pays(struct arrays *a)
{
    uint64_t in_registers = 0, in_memory = 0, constant = 0;
    uint32_t size = 0;
    vec_foreach (struct object_access, access, &a->uses.accesses) {
        uint32_t cost = cost_in_registers(a, access);
        uint64_t weight = array_weight(&a->judge, access->inst->block);
        in_registers += weight * cost;
        in_memory += weight * cost_in_memory(a, access);
        size += cost;
        if (a->uses.pointers.at[access->pointer].is_constant && weight > constant)
            constant = weight;
    }
    /* Constant places are mostly written once and read once: opt_memory knows the value otherwise.
     * Their waiting overlaps. */
    in_memory += constant * dwords_of(a->uses.object) * 8;
    if (in_registers > in_memory ||
        LIMIT_MET(a->scratch.guard, SMALL_ARRAYS_CODE, a->made + size > LIMIT_SMALL_ARRAYS_CODE) ||
        is_better_indexed(a, in_registers))
        return false;
    a->made += size;
    return true;
}

static bool
is_wanted(struct arrays *a, struct ir_inst *object)
{
    uint32_t dwords = dwords_of(object);
    struct guard *guard = a->scratch.guard;
    if (LIMIT_MET(guard, SMALL_ARRAY_DWORDS, dwords > LIMIT_SMALL_ARRAY_DWORDS) || dwords == 0 ||
        LIMIT_MET(guard, SMALL_ARRAYS_DWORDS, a->taken + dwords > LIMIT_SMALL_ARRAYS_DWORDS) ||
        !object_uses_collect(&a->uses, &a->scratch, a->function, object))
        return false;
    bool indexed = false;
    vec_foreach (struct object_access, access, &a->uses.accesses) {
        if (!is_handled(a, access))
            return false;
        bool variable = !a->uses.pointers.at[access->pointer].is_constant;
        if (variable &&
            LIMIT_MET(guard, SMALL_ARRAY_CHOICES, choices(a, access) > LIMIT_SMALL_ARRAY_CHOICES))
            return false;
        indexed |= variable;
    }
    if (!indexed || !pays(a))
        return false;
    a->taken += dwords;
    return true;
}

/* ---- copies become loads and stores ---- */

static void
write_out(struct arrays *a, struct ir_inst *inst)
{
    struct ir_function *f = a->function;
    struct ir_builder b = {f, inst->block, inst, inst->loc};
    for (uint32_t at = 0, unit; at < inst->size; at += unit) {
        unit = unit_at(inst, at);
        enum ir_type type = unit == 4 ? IR_I32 : unit == 2 ? IR_I16 : IR_I8;
        ir_id value = inst->memory.is_undefined ? ir_undef(f, type) : ir_const(f, type, 0);
        if (inst->op == IR_OP_memcpy)
            value = ir_build_load(&b, type, 1, ir_build_offset(&b, inst->args[1].value, at),
                                  small_array_align(inst->align, at))
                        ->def;
        ir_build_store(&b, type, 1, ir_build_offset(&b, inst->args[0].value, at), &value,
                       small_array_align(inst->memory.align, at));
    }
    ir_remove(inst);
}

static bool
write_out_blocks(struct arrays *a)
{
    bool changed = false;
    vec_foreach (struct object_access, access, &a->uses.accesses)
        if (access->inst->op == IR_OP_memcpy || access->inst->op == IR_OP_memzero) {
            write_out(a, access->inst);
            changed = true;
        }
    return changed;
}

static bool
take_apart(struct arrays *a, struct ir_inst *object)
{
    if (!is_wanted(a, object))
        return false;
    if (write_out_blocks(a)) /* finds the new accesses */
        object_uses_collect(&a->uses, &a->scratch, a->function, object);
    struct ir_builder b = {a->function, a->function->entry, NULL, object->loc};
    a->count = dwords_of(object);
    a->dwords = ARENA_ARRAY(&a->scratch, a->count, ir_id);
    for (uint32_t i = 0; i < a->count; i++)
        a->dwords[i] = ir_build_alloca(&b, 4, 4)->def;
    small_array_find_stores(a);
    vec_foreach (struct object_access, access, &a->uses.accesses)
        small_array_rewrite(a, access);
    object_remove(&a->uses);
    return true;
}

bool
opt_small_arrays(struct ir_function *function)
{
    struct arrays a = {.function = function};
    bool changed = false;
    VEC(struct ir_inst *) objects = {0};
    arena_init_scratch(&a.scratch, function->module->arena->allocator, function->module->guard);
    a.judge = (struct array_judge){.function = function, .arena = &a.scratch, .guesses = true};
    ir_foreach_inst (inst, function->entry)
        if (inst->op == IR_OP_alloca)
            vec_push(&a.scratch, &objects, inst);
    vec_foreach (struct ir_inst *, object, &objects)
        changed |= take_apart(&a, *object);
    arena_free(&a.scratch);
    return changed;
}
