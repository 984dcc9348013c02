/* Loads and stores of small arrays: trees of selects over dwords; see opt_small_arrays.c. */
#include "midend/memory/small_arrays.h"

static ir_id
number(struct ir_builder *b, uint64_t value)
{
    return ir_const(b->function, IR_I32, value);
}

/* One outside of the object is anything: the access is never executed. */
static ir_id
dword(struct ir_builder *b, const struct arrays *a, uint32_t i)
{
    if (i >= a->count)
        return ir_undef(b->function, IR_I32);
    return ir_build_load(b, IR_I32, 1, a->dwords[i], 4)->def;
}

/* The dwords that a place may mean: the first and every step after it, as far as the place's bounds let
 * them.  The nth of them is meant where which is zero + n * each. */
struct candidates {
    uint32_t first, step;
    ir_id which;
    uint32_t zero, each; /* modulo 2^32 */
};

/* What the value is a multiple of by an operation that does not wrap; 1: of nothing known. */
static int32_t
scale_of(const struct ir_function *f, ir_id id)
{
    const struct ir_inst *inst = ir_def(f, id);
    if (!inst || !(inst->no_wrap & IR_NO_SIGNED_WRAP) ||
        (inst->op != IR_OP_mul && inst->op != IR_OP_shl) || !ir_is_const(f, inst->args[1].value))
        return 1;
    int32_t bits = (int32_t)ir_value(f, inst->args[1].value)->bits;
    return inst->op == IR_OP_mul ? bits : bits >= 0 && bits < 31 ? 1 << bits : 1;
}

/* Of an index that was multiplied and did not wrap, the index is compared; of another offset, itself. */
static struct candidates
candidates_of(struct ir_builder *b, const struct small_place *place)
{
    enum { FAR = 1 << 29 };
    if (place->divisor < 4)
        return (struct candidates){
            0, 1, ir_build2(b, IR_OP_ashr, IR_I32, place->offset, number(b, 2)), 0, 1};
    uint32_t first = small_place_first(place);
    int32_t by = (int32_t)place->divisor, distance = (int32_t)(first * 4 - (place->from & ~3u));
    struct candidates c = {first, place->divisor / 4, place->offset, (uint32_t)distance,
                           place->divisor};
    int32_t scale = scale_of(b->function, place->offset);
    if (scale != 0 && by % scale == 0 && distance % scale == 0 && -FAR < distance &&
        distance < FAR) {
        c.which = scale == 1 ? place->offset : ir_def(b->function, place->offset)->args[0].value;
        c.zero = (uint32_t)(distance / scale);
        c.each = (uint32_t)(by / scale);
    }
    return c;
}

static ir_id
is_meant(struct ir_builder *b, const struct candidates *c, uint32_t n)
{
    return ir_build2(b, IR_OP_eq, IR_I1, c->which, number(b, c->zero + n * c->each));
}

/* One after the other, by the conditions that a store to the same place needs anyway. */
static ir_id
choose_by_number(struct ir_builder *b, const struct candidates *c, const ir_id *list,
                 uint32_t count)
{
    ir_id chosen = 0;
    for (uint32_t i = 0; i < count; i++)
        if (list[i])
            chosen = !chosen
                         ? list[i]
                         : ir_build3(b, IR_OP_select, IR_I32, is_meant(b, c, i), list[i], chosen);
    return chosen;
}

static ir_id
choose_one(struct ir_builder *b, ir_id condition, ir_id then, ir_id otherwise)
{
    if (!then || !otherwise)
        return then ? then : otherwise;
    return ir_build3(b, IR_OP_select, IR_I32, condition, then, otherwise);
}

/* Pairs by the lowest bit of the number, pairs of these by the next, and so on. */
static ir_id
choose_by_bits(struct ir_builder *b, const struct candidates *c, ir_id *list, uint32_t count)
{
    ir_id which = c->which;
    if (c->zero)
        which = ir_build2(b, IR_OP_add, IR_I32, which, number(b, 0u - c->zero));
    for (uint32_t bit = c->each; count > 1; bit *= 2) {
        ir_id set = ir_build2(b, IR_OP_ne, IR_I1,
                              ir_build2(b, IR_OP_and, IR_I32, which, number(b, bit)), number(b, 0));
        for (uint32_t i = 0; i < count / 2; i++)
            list[i] = choose_one(b, set, list[2 * i + 1], list[2 * i]);
        if (count % 2)
            list[count / 2] = list[count - 1];
        count = (count + 1) / 2;
    }
    return list[0];
}

static uint64_t
stored_key(const struct ir_block *block, ir_id offset)
{
    return (uint64_t)(block->id + 1) << 32 | offset;
}

static ir_id
choose(struct ir_builder *b, struct arrays *a, const struct small_place *place)
{
    if (!place->offset)
        return dword(b, a, place->from / 4);
    struct candidates c = candidates_of(b, place);
    ir_id *list = ARENA_ARRAY(&a->scratch, a->count / c.step + 1, ir_id), chosen;
    uint32_t count = 0;
    for (uint32_t i = c.first; i < a->count; i += c.step)
        list[count++] = small_place_may_be(place, i) ? dword(b, a, i) : 0;
    bool by_bits = !(c.each & (c.each - 1));
    if (!by_bits || map_get(&a->stored, stored_key(b->block, place->offset)))
        chosen = choose_by_number(b, &c, list, count);
    else
        chosen = count ? choose_by_bits(b, &c, list, count) : 0;
    return chosen ? chosen : ir_undef(b->function, IR_I32);
}

/* How far the place is from the lowest bit of its dword. */
static ir_id
shift_of(struct ir_builder *b, const struct small_place *place)
{
    if (place->divisor >= 4)
        return number(b, place->from % 4 * 8);
    ir_id bytes = ir_build2(b, IR_OP_and, IR_I32, place->offset, number(b, 3));
    return ir_build2(b, IR_OP_shl, IR_I32, bytes, number(b, 3));
}

static ir_id
read_place(struct ir_builder *b, struct arrays *a, const struct small_place *place, uint32_t size)
{
    ir_id value = choose(b, a, place);
    if (size == 4)
        return value;
    value = ir_build2(b, IR_OP_lshr, IR_I32, value, shift_of(b, place));
    return ir_build1(b, IR_OP_trunc, size == 1 ? IR_I8 : IR_I16, value);
}

/* Replaces the bits of ~keep by those of value; keep 0: the whole dword. */
static void
replace_dword(struct ir_builder *b, const struct arrays *a, uint32_t i, ir_id condition, ir_id keep,
              ir_id value)
{
    if (i >= a->count)
        return;
    ir_id old = condition || keep ? dword(b, a, i) : 0;
    if (keep)
        value = ir_build2(b, IR_OP_or, IR_I32, ir_build2(b, IR_OP_and, IR_I32, old, keep), value);
    if (condition)
        value = ir_build3(b, IR_OP_select, IR_I32, condition, value, old);
    ir_build_store(b, IR_I32, 1, a->dwords[i], &value, 4);
}

static void
write_place(struct ir_builder *b, const struct arrays *a, const struct small_place *place,
            uint32_t size, ir_id value)
{
    ir_id keep = 0;
    if (size < 4) {
        ir_id shift = shift_of(b, place), ones = number(b, size == 1 ? 0xff : 0xffff);
        keep = ir_build2(b, IR_OP_xor, IR_I32, ir_build2(b, IR_OP_shl, IR_I32, ones, shift),
                         number(b, UINT32_MAX));
        value = ir_build2(b, IR_OP_shl, IR_I32, ir_build1(b, IR_OP_zext, IR_I32, value), shift);
    }
    if (!place->offset) {
        replace_dword(b, a, place->from / 4, 0, keep, value);
        return;
    }
    struct candidates c = candidates_of(b, place);
    for (uint32_t i = c.first, n = 0; i < a->count; i += c.step, n++)
        if (small_place_may_be(place, i))
            replace_dword(b, a, i, is_meant(b, &c, n), keep, value);
}

static ir_id
to_type(struct ir_builder *b, ir_id value, enum ir_type type)
{
    enum ir_type from = ir_type_of(b->function, value);
    if (from == type)
        return value;
    if (ir_is_pointer(type))
        return ir_build1(b, IR_OP_inttoptr, type, value);
    if (ir_is_pointer(from))
        return ir_build1(b, IR_OP_ptrtoint, type, value);
    return ir_build1(b, IR_OP_bitcast, type, value);
}

static void
rewrite_load(struct arrays *a, struct ir_builder *b, const struct object_access *access)
{
    struct ir_inst *inst = access->inst;
    enum ir_type type = (enum ir_type)inst->type;
    uint32_t size = ir_type_bytes(type);
    for (uint32_t i = 0; i < inst->def_count; i++) {
        struct small_place place = small_place_at(b, a, access, i * size);
        ir_id value = read_place(b, a, &place, size < 4 ? size : 4);
        if (size == 8) {
            struct small_place high = small_place_at(b, a, access, i * size + 4);
            value = ir_build2(b, IR_OP_pack64, type, value, read_place(b, a, &high, 4));
        } else {
            value = to_type(b, value, type);
        }
        ir_replace_uses(a->function, inst->def + i, value);
    }
}

static void
rewrite_store(struct arrays *a, struct ir_builder *b, const struct object_access *access)
{
    struct ir_inst *inst = access->inst;
    uint32_t size = ir_type_bytes((enum ir_type)inst->type);
    enum ir_type word = size == 1 ? IR_I8 : size == 2 ? IR_I16 : IR_I32;
    for (uint32_t i = 0; i + 1 < inst->arg_count; i++) {
        ir_id value = inst->args[1 + i].value;
        struct small_place place = small_place_at(b, a, access, i * size);
        if (size == 8) {
            struct small_place high = small_place_at(b, a, access, i * size + 4);
            write_place(b, a, &place, 4, ir_build1(b, IR_OP_unpack_lo, IR_I32, value));
            write_place(b, a, &high, 4, ir_build1(b, IR_OP_unpack_hi, IR_I32, value));
        } else {
            write_place(b, a, &place, size, to_type(b, value, word));
        }
    }
}

static void
rewrite_comparison(struct arrays *a, struct ir_inst *inst)
{
    for (uint32_t i = 0; i < 2; i++) {
        uintptr_t at = (uintptr_t)map_get(&a->uses.index, inst->args[i].value);
        if (at)
            ir_set_arg(inst, i, object_offset(&a->uses, (uint32_t)at - 1));
        else if (ir_is_pointer(ir_type_of(a->function, inst->args[i].value)))
            ir_set_arg(inst, i, ir_undef(a->function, IR_I32));
    }
}

void
small_array_rewrite(struct arrays *a, const struct object_access *access)
{
    struct ir_inst *inst = access->inst;
    struct ir_builder b = {a->function, inst->block, inst, inst->loc};
    if (inst->op == IR_OP_load) {
        rewrite_load(a, &b, access);
    } else if (inst->op == IR_OP_store) {
        rewrite_store(a, &b, access);
    } else {
        rewrite_comparison(a, inst); /* stays; with both sides at once, so a second time is idle */
        return;
    }
    ir_remove(inst);
}

void
small_array_find_stores(struct arrays *a)
{
    a->stored = map_new(&a->scratch);
    vec_foreach (struct object_access, access, &a->uses.accesses) {
        struct ir_inst *inst = access->inst;
        struct ir_builder b = {a->function, inst->block, inst, inst->loc};
        if (inst->op == IR_OP_store && !a->uses.pointers.at[access->pointer].is_constant)
            map_put(&a->stored, stored_key(inst->block, small_place_at(&b, a, access, 0).offset),
                    inst);
    }
}
