/* Loads and stores of small arrays: trees of selects over dwords; see opt_small_arrays.c. */
#include "midend/memory/small_arrays.h"
#include "support/limit.h"

/* One component of an access: offset + from bytes from the object's start. */
struct place {
    ir_id offset;   /* i32; 0: none */
    uint32_t align; /* power of two that divides offset; at least 4, or from is 0 */
    uint32_t from;  /* modulo 2^32 */
};

static ir_id
number(struct ir_builder *b, uint64_t value)
{
    return ir_const(b->function, IR_I32, value);
}

static ir_id
dword(struct ir_builder *b, const struct arrays *a, uint32_t i)
{
    return ir_build_load(b, IR_I32, 1, a->dwords[i], 4)->def;
}

/* offset >> shift; signed, because the offset may be below 0 as long as its sum with a constant is
 * not.  Of an index that was multiplied, the index: an object has fewer bytes than would overflow. */
static ir_id
element_number(struct ir_builder *b, ir_id offset, uint32_t shift)
{
    const struct ir_inst *inst = ir_def(b->function, offset);
    bool scaled = inst && (inst->op == IR_OP_shl || inst->op == IR_OP_mul) &&
                  ir_is_const(b->function, inst->args[1].value);
    uint64_t by = scaled ? ir_value(b->function, inst->args[1].value)->bits : 0;
    if (scaled && inst->op == IR_OP_shl && by == shift)
        return inst->args[0].value;
    if (scaled && inst->op == IR_OP_shl && by > shift && by < 32)
        return ir_build2(b, IR_OP_shl, IR_I32, inst->args[0].value, number(b, by - shift));
    if (scaled && inst->op == IR_OP_mul && by < 4096 && by >> shift << shift == by)
        return ir_build2(b, IR_OP_mul, IR_I32, inst->args[0].value, number(b, by >> shift));
    /* x >> 2 << 2 was an index, too */
    if (inst && inst->op == IR_OP_and && ir_is_const(b->function, inst->args[1].value) &&
        ir_value(b->function, inst->args[1].value)->bits == (UINT32_MAX << shift & UINT32_MAX))
        offset = inst->args[0].value;
    return ir_build2(b, IR_OP_ashr, IR_I32, offset, number(b, shift));
}

/* The dwords that the place may mean are the returned one and every *step after it; *which counts
 * them. */
static uint32_t
candidates(struct ir_builder *b, const struct place *place, uint32_t *step, ir_id *which)
{
    uint32_t shift = 2;
    while (place->align >> (shift + 1) && shift < 6)
        shift++;
    *step = 1u << (shift - 2);
    *which = element_number(b, place->offset, shift);
    int32_t more = (int32_t)place->from >> shift;
    if (more)
        *which = ir_build2(b, IR_OP_add, IR_I32, *which, number(b, (uint32_t)more));
    return place->from / 4 % *step;
}

static ir_id
is_number(struct ir_builder *b, ir_id which, uint32_t i)
{
    return ir_build2(b, IR_OP_eq, IR_I1, which, number(b, i));
}

/* One after the other, by the conditions that a store to the same place needs anyway. */
static ir_id
choose_by_number(struct ir_builder *b, const ir_id *list, uint32_t count, ir_id which)
{
    ir_id chosen = list[0];
    for (uint32_t i = 1; i < count; i++)
        chosen = ir_build3(b, IR_OP_select, IR_I32, is_number(b, which, i), list[i], chosen);
    return chosen;
}

/* Pairs by the lowest bit of the number, pairs of these by the next, and so on. */
static ir_id
choose_by_bits(struct ir_builder *b, ir_id *list, uint32_t count, ir_id which)
{
    for (uint32_t bit = 1; count > 1; bit *= 2) {
        ir_id set = ir_build2(b, IR_OP_ne, IR_I1,
                              ir_build2(b, IR_OP_and, IR_I32, which, number(b, bit)), number(b, 0));
        for (uint32_t i = 0; i < count / 2; i++)
            list[i] = ir_build3(b, IR_OP_select, IR_I32, set, list[2 * i + 1], list[2 * i]);
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
choose(struct ir_builder *b, const struct arrays *a, const struct place *place)
{
    ir_id list[LIMIT_SMALL_ARRAY_DWORDS], which;
    uint32_t step, count = 0;
    if (!place->offset)
        return dword(b, a, place->from / 4);
    for (uint32_t i = candidates(b, place, &step, &which); i < a->count; i += step)
        list[count++] = dword(b, a, i);
    if (!count)
        return ir_undef(b->function, IR_I32);
    if (map_get(&a->stored, stored_key(b->block, place->offset)))
        return choose_by_number(b, list, count, which);
    return choose_by_bits(b, list, count, which);
}

/* How far the place is from the lowest bit of its dword. */
static ir_id
shift_of(struct ir_builder *b, const struct place *place)
{
    if (place->align >= 4)
        return number(b, place->from % 4 * 8);
    ir_id bytes = ir_build2(b, IR_OP_and, IR_I32, place->offset, number(b, 3));
    return ir_build2(b, IR_OP_shl, IR_I32, bytes, number(b, 3));
}

static ir_id
read_place(struct ir_builder *b, const struct arrays *a, const struct place *place, uint32_t size)
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
    ir_id old = condition || keep ? dword(b, a, i) : 0;
    if (keep)
        value = ir_build2(b, IR_OP_or, IR_I32, ir_build2(b, IR_OP_and, IR_I32, old, keep), value);
    if (condition)
        value = ir_build3(b, IR_OP_select, IR_I32, condition, value, old);
    ir_build_store(b, IR_I32, 1, a->dwords[i], &value, 4);
}

static void
write_place(struct ir_builder *b, const struct arrays *a, const struct place *place, uint32_t size,
            ir_id value)
{
    ir_id keep = 0, which;
    uint32_t step, number_of = 0;
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
    for (uint32_t i = candidates(b, place, &step, &which); i < a->count; i += step) {
        ir_id meant = is_number(b, which, number_of++);
        replace_dword(b, a, i, meant, keep, value);
    }
}

/* A power of two that divides the value. */
static uint32_t
divisor_of(const struct ir_function *f, ir_id id, unsigned depth)
{
    const struct ir_inst *inst = ir_def(f, id);
    if (ir_is_const(f, id)) {
        uint32_t bits = (uint32_t)ir_value(f, id)->bits & (64 - 1);
        return bits ? bits & -bits : 64;
    }
    if (!inst || inst->arg_count != 2 ||
        LIMIT_MET(f->module->guard, OFFSET_DEPTH, depth == LIMIT_OFFSET_DEPTH))
        return 1;
    uint32_t x = divisor_of(f, inst->args[0].value, depth + 1);
    if (inst->op == IR_OP_shl && ir_is_const(f, inst->args[1].value)) {
        uint64_t by = ir_value(f, inst->args[1].value)->bits & 31; /* as the shift itself does */
        return by < 6 && x << by < 64 ? x << by : 64;
    }
    uint32_t y = divisor_of(f, inst->args[1].value, depth + 1);
    if (inst->op == IR_OP_add || inst->op == IR_OP_sub)
        return x < y ? x : y;
    if (inst->op == IR_OP_mul)
        return x * y < 64 ? x * y : 64;
    return inst->op != IR_OP_and ? 1 : x > y ? x : y;
}

/* The place of what lies `bytes` after the access's pointer.  Constants that are added are taken off
 * the offset: what is left often has a larger divisor. */
static struct place
place_at(struct ir_builder *b, struct arrays *a, const struct object_access *access, uint32_t bytes)
{
    struct ir_function *f = a->function;
    const struct object_pointer *pointer = &a->uses.pointers.at[access->pointer];
    if (pointer->is_constant)
        return (struct place){.align = 4, .from = pointer->bytes + bytes};
    uint32_t align = access->inst->memory.align, added = 0;
    if (align > a->uses.object->align)
        align = a->uses.object->align; /* no more is promised of the offset */
    struct place place = {.offset = object_offset(&a->uses, access->pointer)};
    const struct ir_inst *sum = ir_def(f, place.offset);
    while (sum && sum->op == IR_OP_add && ir_is_const(f, sum->args[1].value)) {
        added += (uint32_t)ir_value(f, sum->args[1].value)->bits;
        place.offset = sum->args[0].value;
        sum = ir_def(f, place.offset);
    }
    place.from = added + bytes;
    place.align = divisor_of(f, place.offset, 0);
    if (place.align < small_array_align(align, added))
        place.align = small_array_align(align, added);
    if (place.align < 4 && place.from) {
        place.offset = ir_build2(b, IR_OP_add, IR_I32, place.offset, number(b, place.from));
        place.from = 0;
    }
    return place;
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
        struct place place = place_at(b, a, access, i * size);
        ir_id value = read_place(b, a, &place, size < 4 ? size : 4);
        if (size == 8) {
            struct place high = place_at(b, a, access, i * size + 4);
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
        struct place place = place_at(b, a, access, i * size);
        if (size == 8) {
            struct place high = place_at(b, a, access, i * size + 4);
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
            map_put(&a->stored, stored_key(inst->block, place_at(&b, a, access, 0).offset), inst);
    }
}
