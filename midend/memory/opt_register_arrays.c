/* Private arrays with variable indices that all lanes share go to consecutive registers.
 *
 * v_movrels and v_movreld (GFX9: v_mov in VGPR index mode) take the register's number from M0, so a
 * load or store is two or three instructions whatever the length; in memory it is a round trip.
 * Where lanes have indices of their own a chain of compares and selects goes through all elements,
 * which only rare accesses of an otherwise uniform array are worth.  A loop that serves the lanes one
 * index after the other takes some 8 instructions for each: as slow as memory from 4 indices on.
 *
 * This pass only marks the object: selection knows how many registers there are.  Bytes and shorts
 * become parts of dwords here.  Runs last, when it is known what differs between lanes. */
#include "midend/memory/register_arrays.h"

#include "midend/pass.h"
#include "support/limit.h"

enum {                                                    /* costs: tuned */
       ITERATIONS = 32,                                   /* of a loop, as far as one can guess */
       MAX_WEIGHT = ITERATIONS * ITERATIONS * ITERATIONS, /* more loops weigh no more */
       SET_INDEX = 2,   /* instructions: M0, or index mode on and off */
       PART_LOADED = 3, /* more for a byte or short: shift and mask */
       PART_STORED = 5, /* the same, and the rest of the dword */
       WAIT_LOAD = 28,  /* what the simulator models where lanes share the place */
       WAIT_STORE = 12
};

/* ---- costs ---- */

uint64_t
array_weight(struct array_judge *judge, const struct ir_block *block)
{
    uint64_t weight = 1;
    if (!judge->loops) {
        judge->dom = ana_dom(judge->arena, judge->function);
        judge->loops = ana_loops(judge->arena, judge->function, judge->dom);
    }
    const struct ana_loop *loop = judge->loops->of[block->id];
    for (uint32_t depth = loop ? loop->depth : 0; depth && weight < MAX_WEIGHT; depth--)
        weight *= ITERATIONS;
    return weight;
}

static uint32_t
components_of(const struct ir_inst *inst)
{
    return inst->op == IR_OP_load ? inst->def_count : inst->arg_count - 1;
}

/* Copies are there while it is guessed; they become loads and stores of dwords. */
static bool
is_copy(const struct ir_inst *inst)
{
    return inst->op == IR_OP_memcpy || inst->op == IR_OP_memzero;
}

static uint32_t
words_of(const struct ir_inst *inst)
{
    if (is_copy(inst))
        return inst->memory.is_undefined ? 0 : (inst->size + 3) / 4;
    return (components_of(inst) * ir_type_bytes((enum ir_type)inst->type) + 3) / 4;
}

static bool
is_part(const struct ir_inst *inst)
{
    return !is_copy(inst) && ir_type_bytes((enum ir_type)inst->type) < 4;
}

/* A load or store of whole dwords, or of a part that does not cross them. */
static bool
is_movable(const struct object_uses *uses, const struct object_access *access)
{
    const struct ir_inst *inst = access->inst;
    const struct object_pointer *pointer = &uses->pointers.at[access->pointer];
    if (is_copy(inst))
        return pointer->is_constant && inst->size % 4 == 0 && pointer->bytes % 4 == 0;
    if (inst->op != IR_OP_load && inst->op != IR_OP_store)
        return false;
    uint32_t size = ir_type_bytes((enum ir_type)inst->type), bytes = size * components_of(inst);
    uint32_t unit = size < 4 ? size : 4;
    if (unit < 4 && components_of(inst) != 1)
        return false;
    if (pointer->is_constant)
        return pointer->bytes % unit == 0 && pointer->bytes <= uses->object->size &&
               bytes <= uses->object->size - pointer->bytes;
    return bytes <= uses->object->size && inst->memory.align >= unit;
}

static bool looks_shared(struct array_judge *judge, ir_id id, struct map *seen);

/* A phi of a loop's header counts for all lanes alike; others as their branch does. */
static bool
merges_alike(struct array_judge *judge, const struct ir_inst *phi, struct map *seen)
{
    const struct ana_loop *loop = judge->loops->of[phi->block->id];
    const struct ir_block *fork = judge->dom->idom[phi->block->id];
    if (loop && loop->header == phi->block)
        return true;
    return fork && fork->last->op == IR_OP_cbr &&
           looks_shared(judge, fork->last->args[0].value, seen);
}

/* What the array at hand holds is shared if all that is stored to it is. */
static bool
holds_shared(struct array_judge *judge, const struct ir_inst *load, struct map *seen)
{
    if (!map_get(&judge->uses->index, load->args[0].value) ||
        !looks_shared(judge, load->args[0].value, seen))
        return false;
    vec_foreach (const struct object_access, access, &judge->uses->accesses) {
        const struct ir_inst *inst = access->inst;
        for (uint32_t i = 0; inst->op == IR_OP_store && i < inst->arg_count; i++)
            if (!looks_shared(judge, inst->args[i].value, seen))
                return false;
    }
    return true;
}

/* Is the value made of what all lanes share, as a loop's counter is? */
static bool
looks_shared(struct array_judge *judge, ir_id id, struct map *seen)
{
    const struct ir_function *f = judge->function;
    const struct ir_inst *inst = ir_def(f, id);
    if (ir_value(f, id)->kind == IR_VALUE_PARAM)
        return f->is_kernel;
    if (!inst || map_get(seen, id))
        return true;
    map_put(seen, id, judge);
    unsigned flags = ir_op_flags((enum ir_op)inst->op);
    if (flags & IR_UNIFORM || inst->op == IR_OP_alloca)
        return true;
    if (inst->op == IR_OP_load && ir_type_of(f, inst->args[0].value) == IR_P_PRIVATE)
        return holds_shared(judge, inst, seen);
    if (flags & IR_DIVERGENT || inst->op == IR_OP_call ||
        (inst->op == IR_OP_phi && !merges_alike(judge, inst, seen)))
        return false;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (!looks_shared(judge, inst->args[i].value, seen))
            return false;
    return true;
}

/* Do lanes that execute the access together have the same place in mind? */
static bool
is_shared(struct array_judge *judge, const struct object_access *access)
{
    if (judge->guesses) {
        struct map seen = map_new(judge->arena);
        return looks_shared(judge, access->inst->args[access->arg].value, &seen);
    }
    if (!judge->divergence)
        judge->divergence = ana_divergence(judge->arena, judge->function);
    return !ana_differs_at(judge->divergence, judge->loops, access->inst, access->arg);
}

static uint32_t
cost_in_registers(const struct object_uses *uses, const struct object_access *access, bool shared)
{
    const struct ir_inst *inst = access->inst;
    uint32_t words = words_of(inst);
    uint32_t parts = !is_part(inst) ? 0 : inst->op == IR_OP_load ? PART_LOADED : PART_STORED;
    uint32_t length = (uses->object->size + 3) / 4;
    if (uses->pointers.at[access->pointer].is_constant)
        return words + parts;
    return parts + (shared ? SET_INDEX + words : (1 + words) * length);
}

bool
register_array_costs(struct array_judge *judge, struct object_uses *uses, struct array_costs *costs)
{
    bool indexed = false;
    uint32_t chained = 0;
    *costs = (struct array_costs){0, 0};
    judge->uses = uses;
    if (uses->object->size > LIMIT_REGISTER_ARRAY_DWORDS * 4 || uses->object->align > 16)
        return false;
    vec_foreach (struct object_access, access, &uses->accesses) {
        if (!is_movable(uses, access))
            return false;
        uint64_t weight = array_weight(judge, access->inst->block);
        bool variable = !uses->pointers.at[access->pointer].is_constant;
        bool shared = variable && is_shared(judge, access);
        indexed |= shared;
        uint32_t cost = cost_in_registers(uses, access, shared);
        chained += variable && !shared ? cost : 0;
        costs->registers += weight * cost;
        if (words_of(access->inst))
            costs->memory += weight * (access->inst->op == IR_OP_load ? WAIT_LOAD : WAIT_STORE);
    }
    return indexed && !LIMIT_MET(judge->arena->guard, REGISTER_ARRAY_CHAIN,
                                 chained > LIMIT_REGISTER_ARRAY_CHAIN);
}

/* ---- parts of dwords ---- */

/* Where the part is: the dword, and how far from its lowest bit. */
struct part {
    ir_id dword, shift;
};

static struct part
part_of(struct ir_builder *b, struct object_uses *uses, uint32_t pointer)
{
    struct ir_function *f = b->function;
    ir_id offset = object_offset(uses, pointer);
    ir_id whole = ir_build2(b, IR_OP_and, IR_I32, offset, ir_const(f, IR_I32, ~3u));
    ir_id rest = ir_build2(b, IR_OP_and, IR_I32, offset, ir_const(f, IR_I32, 3));
    return (struct part){
        ir_build2(b, IR_OP_ptradd, IR_P_PRIVATE, uses->object->def, whole),
        ir_build2(b, IR_OP_shl, IR_I32, rest, ir_const(f, IR_I32, 3)),
    };
}

static void
load_part(struct ir_builder *b, struct ir_inst *inst, const struct part *part)
{
    enum ir_type type = (enum ir_type)inst->type;
    enum ir_type word = ir_type_bytes(type) == 1 ? IR_I8 : IR_I16;
    ir_id value = ir_build_load(b, IR_I32, 1, part->dword, 4)->def;
    value = ir_build2(b, IR_OP_lshr, IR_I32, value, part->shift);
    value = ir_build1(b, IR_OP_trunc, word, value);
    if (word != type)
        value = ir_build1(b, IR_OP_bitcast, type, value);
    ir_replace_uses(b->function, inst->def, value);
}

static void
store_part(struct ir_builder *b, struct ir_inst *inst, const struct part *part)
{
    struct ir_function *f = b->function;
    enum ir_type type = (enum ir_type)inst->type;
    enum ir_type word = ir_type_bytes(type) == 1 ? IR_I8 : IR_I16;
    ir_id ones = ir_const(f, IR_I32, word == IR_I8 ? 0xff : 0xffff), value = inst->args[1].value;
    if (word != type)
        value = ir_build1(b, IR_OP_bitcast, word, value);
    value = ir_build1(b, IR_OP_zext, IR_I32, value);
    value = ir_build2(b, IR_OP_shl, IR_I32, value, part->shift);
    ir_id mask = ir_build2(b, IR_OP_shl, IR_I32, ones, part->shift);
    mask = ir_build2(b, IR_OP_xor, IR_I32, mask, ir_const(f, IR_I32, UINT32_MAX));
    ir_id old = ir_build_load(b, IR_I32, 1, part->dword, 4)->def;
    old = ir_build2(b, IR_OP_and, IR_I32, old, mask);
    value = ir_build2(b, IR_OP_or, IR_I32, old, value);
    ir_build_store(b, IR_I32, 1, part->dword, &value, 4);
}

static void
widen_parts(struct object_uses *uses)
{
    vec_foreach (struct object_access, access, &uses->accesses) {
        struct ir_inst *inst = access->inst;
        if (!is_part(inst))
            continue;
        struct ir_builder b = {uses->function, inst->block, inst, inst->loc};
        struct part part = part_of(&b, uses, access->pointer);
        if (inst->op == IR_OP_load)
            load_part(&b, inst, &part);
        else
            store_part(&b, inst, &part);
        ir_remove(inst);
    }
}

/* ---- the pass ---- */

bool
opt_register_arrays(struct ir_function *function)
{
    struct arena arena;
    bool changed = false;
    VEC(struct ir_inst *) chosen = {0};
    arena_init_scratch(&arena, function->module->arena->allocator, function->module->guard);
    struct array_judge judge = {.function = function, .arena = &arena};
    struct object_uses uses;
    struct array_costs costs;
    ir_foreach_inst (inst, function->entry) {
        if (inst->op == IR_OP_alloca &&
            !LIMIT_MET(arena.guard, REGISTER_ARRAY_DWORDS,
                       inst->size > LIMIT_REGISTER_ARRAY_DWORDS * 4) &&
            object_uses_collect(&uses, &arena, function, inst) &&
            register_array_costs(&judge, &uses, &costs) && costs.registers < costs.memory)
            vec_push(&arena, &chosen, inst);
    }
    vec_foreach (struct ir_inst *, object, &chosen) {
        object_uses_collect(&uses, &arena, function, *object);
        widen_parts(&uses);
        (*object)->memory.in_registers = changed = true;
    }
    arena_free(&arena);
    return changed;
}
