/* Makes wider accesses of those that opt_join.c found side by side.
 *
 * The bytes of a run are cut into pieces: dwords where they may be accessed as such, else shorts and
 * bytes; dwords in a row are one access.  What a member loaded is put together from the pieces, and
 * a piece to store from the members.  opt_algebraic and selection find simple forms for that.
 *
 *     members    | 0 1 2 | 3 4 5 6 | 7 | 8 9 |
 *     pieces     | 0 1 2 3 | 4 5 6 7 | 8 9 |        the first two: load 2 x i32 */
#include "midend/memory/join.h"

#include "midend/ir/ir_build.h"

#include <stdlib.h>

enum { MAX_PIECES = JOIN_WIDEST }; /* each has a byte at least */
enum { TRANSFER = 16 };            /* bytes that one instruction of a lane moves */

/* A dword, a short or a byte of a run. */
struct piece {
    int64_t offset;
    uint32_t size;
    ir_id value; /* i32; above size undefined where loaded, unused where stored */
};

struct run {
    struct ir_builder b;
    const struct join_member *members; /* by rising offset */
    uint32_t count;
    int64_t start, end;
    bool any_align, has_type; /* has_type: the members are dwords or more, all of one size */
    struct piece pieces[MAX_PIECES];
    uint32_t piece_count;
};

static int
by_offset(const void *a, const void *b)
{
    const struct join_member *x = a, *y = b;
    if (x->address.offset != y->address.offset)
        return x->address.offset < y->address.offset ? -1 : 1;
    return x->address.size < y->address.size ? -1 : x->address.size > y->address.size;
}

static int64_t
end_of(const struct join_member *member)
{
    return member->address.offset + member->address.size;
}

/* What all members tell of the alignment at an offset. */
static uint32_t
align_at(const struct run *run, int64_t offset)
{
    uint32_t align = 1;
    for (uint32_t i = 0; i < run->count; i++) {
        uint64_t distance = (uint64_t)(offset - run->members[i].address.offset);
        uint32_t known = run->members[i].inst->memory.align;
        uint64_t low = distance & -distance;
        if (distance && low < known)
            known = (uint32_t)low;
        if (known > align)
            align = known;
    }
    return align;
}

/* ---- pieces ---- */

static void
cut(struct run *run)
{
    for (int64_t at = run->start; at < run->end;) {
        int64_t left = run->end - at;
        uint32_t align = run->any_align ? 4 : align_at(run, at);
        uint32_t size = align >= 4 && left >= 4 ? 4 : align >= 2 && left >= 2 ? 2 : 1;
        run->pieces[run->piece_count++] = (struct piece){.offset = at, .size = size};
        at += size;
    }
}

/* The pieces from the given one on that are one access: dwords in a row, or itself. */
static uint32_t
together(const struct run *run, uint32_t first)
{
    uint32_t count = 1;
    while (run->pieces[first].size == 4 && first + count < run->piece_count &&
           run->pieces[first + count].size == 4)
        count++;
    return count;
}

/* How many instructions the pieces take. */
static uint32_t
transfers(const struct run *run)
{
    uint32_t sum = 0;
    for (uint32_t i = 0, count; i < run->piece_count; i += count) {
        count = together(run, i);
        sum += (count * 4 + TRANSFER - 1) / TRANSFER;
    }
    return sum;
}

/* Constant data may be loaded by the scalar unit, all of it by one instruction. */
static bool
pays(const struct run *run)
{
    const struct join_member *member = &run->members[0];
    bool scalar = member->inst->op == IR_OP_load &&
                  (member->inst->memory.is_invariant || member->address.space == IR_SPACE_CONSTANT);
    uint32_t sum = transfers(run);
    if (run->count == 1) /* bytes or shorts, which are parts of dwords to those who look for them */
        return !run->has_type && sum < member->inst->memory.components;
    return sum < run->count || (scalar && run->has_type && sum == run->count);
}

/* ---- values ---- */

static ir_id
shifted(struct ir_builder *b, ir_id value, int64_t left_bytes)
{
    if (!left_bytes)
        return value;
    ir_id amount =
        ir_build_int(b, IR_I32, (uint64_t)(left_bytes < 0 ? -left_bytes : left_bytes) * 8);
    return ir_build2(b, left_bytes < 0 ? IR_OP_lshr : IR_OP_shl, IR_I32, value, amount);
}

static ir_id
either(struct ir_builder *b, ir_id a, ir_id c)
{
    return a ? ir_build2(b, IR_OP_or, IR_I32, a, c) : c;
}

static ir_id
zero_extended(struct ir_builder *b, const struct piece *piece)
{
    static const uint8_t types[] = {[1] = IR_I8, [2] = IR_I16};
    if (piece->size == 4)
        return piece->value;
    ir_id narrow = ir_build1(b, IR_OP_trunc, (enum ir_type)types[piece->size], piece->value);
    return ir_build1(b, IR_OP_zext, IR_I32, narrow);
}

/* The dword at an offset of what was loaded, of which only `size` bytes count. */
static ir_id
loaded_dword(struct run *run, int64_t offset, uint32_t size)
{
    ir_id sum = 0;
    for (uint32_t i = 0; i < run->piece_count; i++) {
        const struct piece *piece = &run->pieces[i], *next = piece + 1;
        int64_t skip = offset - piece->offset;
        if (skip >= piece->size || piece->offset >= offset + size)
            continue;
        if (skip > 0 && piece->size == 4 && skip + size > 4 && i + 1 < run->piece_count &&
            next->size == 4) { /* across two dwords */
            ir_id bits = ir_build_int(&run->b, IR_I32, (uint64_t)skip * 8);
            return ir_build3(&run->b, IR_OP_fshr, IR_I32, next->value, piece->value, bits);
        }
        bool is_last = piece->offset + piece->size >= offset + size;
        ir_id part = is_last ? piece->value : zero_extended(&run->b, piece);
        sum = either(&run->b, sum, shifted(&run->b, part, -skip));
    }
    return sum;
}

static ir_id
from_dwords(struct ir_builder *b, ir_id low, ir_id high, enum ir_type type)
{
    unsigned bits = ir_type_bits(type);
    if (bits == 64)
        return ir_build2(b, IR_OP_pack64, type, low, high);
    if (bits == 32)
        return type == IR_I32        ? low
               : ir_is_pointer(type) ? ir_build1(b, IR_OP_inttoptr, type, low)
                                     : ir_build1(b, IR_OP_bitcast, type, low);
    if (type != IR_F16)
        return ir_build1(b, IR_OP_trunc, type, low);
    return ir_build1(b, IR_OP_bitcast, type, ir_build1(b, IR_OP_trunc, IR_I16, low));
}

/* A component as dwords, the upper bits of a small one 0. */
static ir_id
to_dword(struct ir_builder *b, ir_id value, unsigned index)
{
    enum ir_type type = ir_type_of(b->function, value);
    unsigned bits = ir_type_bits(type);
    if (bits == 64)
        return ir_build1(b, index ? IR_OP_unpack_hi : IR_OP_unpack_lo, IR_I32, value);
    if (bits == 32)
        return type == IR_I32        ? value
               : ir_is_pointer(type) ? ir_build1(b, IR_OP_ptrtoint, IR_I32, value)
                                     : ir_build1(b, IR_OP_bitcast, IR_I32, value);
    if (type == IR_F16)
        value = ir_build1(b, IR_OP_bitcast, IR_I16, value);
    return ir_build1(b, IR_OP_zext, IR_I32, value);
}

/* The bytes of a piece, from the members that store them. */
static ir_id
stored_dword(struct run *run, const struct piece *piece)
{
    ir_id sum = 0;
    int64_t end = piece->offset + piece->size;
    for (uint32_t i = 0; i < run->count; i++) {
        const struct join_member *member = &run->members[i];
        if (end_of(member) <= piece->offset || member->address.offset >= end)
            continue;
        uint32_t size = ir_type_bytes((enum ir_type)member->inst->type), part = size < 4 ? size : 4;
        for (uint32_t at = 0; at < member->address.size; at += part) {
            int64_t offset = member->address.offset + at;
            if (offset + part <= piece->offset || offset >= end)
                continue;
            ir_id value = member->inst->args[1 + at / size].value;
            sum = either(
                &run->b, sum,
                shifted(&run->b, to_dword(&run->b, value, at % size / 4), offset - piece->offset));
        }
    }
    return sum;
}

/* ---- rewriting ---- */

/* The type that all members have by the rules for types. */
static uint8_t
scalar_of(const struct run *run)
{
    uint8_t scalar = run->members[0].inst->memory.scalar;
    for (uint32_t i = 1; i < run->count; i++)
        if (run->members[i].inst->memory.scalar != scalar)
            return IR_VOID;
    return scalar;
}

/* What is said of all members, of the access that takes their place. */
static void
mark_joined(const struct run *run, struct ir_inst *access)
{
    const struct ir_memory *first = &run->members[0].inst->memory;
    bool is_of_one = true;
    for (uint32_t i = 1; i < run->count; i++) {
        const struct ir_memory *other = &run->members[i].inst->memory;
        is_of_one &= other->version == first->version && other->stream == first->stream;
    }
    access->memory.scalar = scalar_of(run);
    access->memory.version = is_of_one ? first->version : 0;
    access->memory.stream = is_of_one ? first->stream : 0;
}

static ir_id
pointer_at(struct run *run, int64_t offset)
{
    const struct ir_inst *low = run->members[0].inst;
    if (offset == run->start && (low->op == IR_OP_store || low == run->b.before))
        return low->args[0].value;
    return ir_build_offset(&run->b, run->members[0].address.base, offset);
}

static struct ir_inst *
load_of(struct run *run, enum ir_type type, uint32_t components, int64_t offset)
{
    ir_id pointer = pointer_at(run, offset);
    struct ir_inst *load = ir_build_load(&run->b, type, components, pointer, align_at(run, offset));
    load->memory.is_invariant = run->members[0].inst->memory.is_invariant;
    mark_joined(run, load);
    return load;
}

static const uint8_t piece_types[] = {[1] = IR_I8, [2] = IR_I16, [4] = IR_I32};

static void
load_pieces(struct run *run)
{
    for (uint32_t i = 0, count; i < run->piece_count; i += count) {
        struct piece *piece = &run->pieces[i];
        count = together(run, i);
        struct ir_inst *load =
            load_of(run, (enum ir_type)piece_types[piece->size], count, piece->offset);
        for (uint32_t k = 0; k < count; k++)
            piece[k].value = load->def + k;
        if (piece->size < 4)
            piece->value = ir_build1(&run->b, IR_OP_zext, IR_I32, load->def);
    }
}

static void
redefine(struct run *run, const struct join_member *member)
{
    const struct ir_inst *inst = member->inst;
    enum ir_type type = (enum ir_type)inst->type;
    uint32_t size = ir_type_bytes(type);
    for (uint32_t i = 0; i < inst->def_count; i++) {
        int64_t offset = member->address.offset + (int64_t)i * size;
        ir_id low = loaded_dword(run, offset, size < 4 ? size : 4);
        ir_id high = size == 8 ? loaded_dword(run, offset + 4, 4) : 0;
        ir_replace_uses(run->b.function, inst->def + i, from_dwords(&run->b, low, high, type));
    }
}

static ir_id
converted(struct ir_builder *b, ir_id value, enum ir_type type)
{
    return ir_type_of(b->function, value) == type ? value
                                                  : ir_build1(b, IR_OP_bitcast, type, value);
}

/* Members of one size need no taking apart: components of the first one's type. */
static void
load_typed(struct run *run)
{
    enum ir_type type = (enum ir_type)run->members[0].inst->type;
    uint32_t size = ir_type_bytes(type), components = (uint32_t)(run->end - run->start) / size;
    struct ir_inst *load = load_of(run, type, components, run->start);
    for (uint32_t i = 0; i < run->count; i++) {
        const struct join_member *member = &run->members[i];
        uint32_t first = (uint32_t)(member->address.offset - run->start) / size;
        for (uint32_t k = 0; k < member->inst->def_count; k++)
            ir_replace_uses(
                run->b.function, member->inst->def + k,
                converted(&run->b, load->def + first + k, (enum ir_type)member->inst->type));
    }
}

static void
store_pieces(struct run *run)
{
    for (uint32_t i = 0, count; i < run->piece_count; i += count) {
        struct piece *piece = &run->pieces[i];
        enum ir_type type = (enum ir_type)piece_types[piece->size];
        ir_id values[MAX_PIECES];
        count = together(run, i);
        for (uint32_t k = 0; k < count; k++)
            values[k] = stored_dword(run, &piece[k]);
        if (piece->size < 4)
            values[0] = ir_build1(&run->b, IR_OP_trunc, type, values[0]);
        ir_id pointer = pointer_at(run, piece->offset);
        mark_joined(run, ir_build_store(&run->b, type, count, pointer, values,
                                        align_at(run, piece->offset)));
    }
}

static void
store_typed(struct run *run)
{
    enum ir_type type = (enum ir_type)run->members[0].inst->type;
    ir_id values[MAX_PIECES];
    uint32_t components = 0;
    for (uint32_t i = 0; i < run->count; i++) {
        const struct ir_inst *inst = run->members[i].inst;
        for (uint32_t k = 1; k < inst->arg_count; k++)
            values[components++] = converted(&run->b, inst->args[k].value, type);
    }
    mark_joined(run, ir_build_store(&run->b, type, components, pointer_at(run, run->start), values,
                                    align_at(run, run->start)));
}

static void
rewrite(struct run *run, struct ir_inst *place)
{
    bool loads = place->op == IR_OP_load;
    run->b.block = place->block;
    run->b.before = place;
    run->b.loc = place->loc;
    if (run->has_type && loads) {
        load_typed(run);
    } else if (run->has_type) {
        store_typed(run);
    } else if (loads) {
        load_pieces(run);
        for (uint32_t i = 0; i < run->count; i++)
            redefine(run, &run->members[i]);
    } else {
        store_pieces(run);
    }
    for (uint32_t i = 0; i < run->count; i++)
        ir_remove(run->members[i].inst);
}

/* ---- runs ---- */

/* Dwords or more, of one size, side by side. */
static bool
is_regular(const struct run *run)
{
    unsigned bits = ir_type_bits((enum ir_type)run->members[0].inst->type);
    int64_t at = run->start;
    for (uint32_t i = 0; i < run->count; i++) {
        if (ir_type_bits((enum ir_type)run->members[i].inst->type) != bits ||
            run->members[i].address.offset != at)
            return false;
        at = end_of(&run->members[i]);
    }
    return bits >= 32;
}

/* Members from the first on that leave no gap and fit into one access. */
static uint32_t
run_length(const struct join_member *members, uint32_t count, int64_t *end)
{
    uint32_t length = 1;
    *end = end_of(&members[0]);
    while (length < count && members[length].address.offset <= *end &&
           end_of(&members[length]) - members[0].address.offset <= JOIN_WIDEST) {
        if (end_of(&members[length]) > *end)
            *end = end_of(&members[length]);
        length++;
    }
    return length;
}

/* The member that comes first, or last, in the program. */
static struct ir_inst *
place_of(const struct join_member *members, uint32_t count, struct ir_inst *const *order,
         uint32_t total)
{
    bool loads = members[0].inst->op == IR_OP_load;
    for (uint32_t i = 0; i < total; i++) {
        struct ir_inst *inst = order[loads ? i : total - 1 - i];
        for (uint32_t k = 0; k < count; k++)
            if (members[k].inst == inst)
                return inst;
    }
    return members[0].inst;
}

bool
join_rewrite(struct arena *arena, struct ir_function *function, struct join_group *group,
             bool any_align)
{
    uint32_t total = group->members.count;
    struct ir_inst **order = ARENA_ARRAY(arena, total, struct ir_inst *);
    bool changed = false;
    for (uint32_t i = 0; i < total; i++)
        order[i] = group->members.at[i].inst;
    qsort(group->members.at, total, sizeof *group->members.at, by_offset);
    for (uint32_t first = 0, count; first < total; first += count) {
        struct run run = {.b = {.function = function},
                          .members = &group->members.at[first],
                          .start = group->members.at[first].address.offset,
                          .any_align = any_align};
        count = run.count = run_length(run.members, total - first, &run.end);
        if (run.end - run.start > JOIN_WIDEST)
            continue;
        cut(&run);
        run.has_type = is_regular(&run);
        if (!pays(&run))
            continue;
        rewrite(&run, place_of(run.members, count, order, total));
        changed = true;
    }
    return changed;
}
