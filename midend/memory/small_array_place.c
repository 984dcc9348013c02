/* Which dwords of a small array an access may mean; see opt_small_arrays.c.
 *
 * An offset that is a multiple of 40 means one dword in ten: a row's number chooses among the rows, while the
 * column is known.  That a product is a multiple of a number that is no power of two holds only where it does
 * not wrap, which gen promises of indices (`nsw`), or bounds of the index show.  Bounds leave out dwords, too:
 *
 *   double m[5][5]; p = c ? 3 : 2; m[p][1]   ->   c ? the dwords 32 and 33 : 22 and 23 */
#include "midend/memory/small_arrays.h"
#include "support/limit.h"
#include "support/number.h"

enum {
    MOST_DIVISOR = 1 << 20, /* a bound of what is told of products: beyond any object */
    FAR = 1 << 29,          /* bytes: distances below it add up without wrapping */
    SMALLEST_STEPPED_BY = 4 /* bytes of a dword: smaller steps do not lead from dword to dword */
};

/* ---- divisors ---- */

/* The power of two in it: that divides what wrapped, too. */
static uint32_t
power_in(uint32_t divisor)
{
    return divisor & -divisor;
}

/* Of the product of what they divide. */
static uint32_t
product(uint32_t x, uint32_t y)
{
    uint64_t both = (uint64_t)x * y;
    if (both > MOST_DIVISOR) {
        both &= 0 - both;
        both = both > MOST_DIVISOR ? MOST_DIVISOR : both;
    }
    return (uint32_t)both;
}

static uint32_t divisor_of(const struct ir_function *f, ir_id id, unsigned depth);

/* Of a choice, or of a phi of constants. */
static uint32_t
divisor_of_merged(const struct ir_function *f, const struct ir_inst *inst, unsigned depth)
{
    uint32_t divisor = 0;
    for (uint32_t i = inst->op == IR_OP_select; i < inst->arg_count; i++) {
        ir_id arg = inst->args[i].value;
        if (inst->op == IR_OP_phi && !ir_is_const(f, arg))
            return 1;
        divisor = common_divisor(divisor, divisor_of(f, arg, depth + 1));
    }
    return divisor;
}

/* A number that divides the value, which is signed; 0: the value is 0. */
static uint32_t
divisor_of(const struct ir_function *f, ir_id id, unsigned depth)
{
    const struct ir_inst *inst = ir_def(f, id);
    if (ir_is_const(f, id)) {
        uint32_t bits = (uint32_t)ir_value(f, id)->bits;
        return (int32_t)bits < 0 ? 0 - bits : bits;
    }
    if (!inst || LIMIT_MET(f->module->guard, OFFSET_DEPTH, depth == LIMIT_OFFSET_DEPTH))
        return 1;
    if (inst->op == IR_OP_select || inst->op == IR_OP_phi)
        return divisor_of_merged(f, inst, depth);
    if (inst->arg_count != 2)
        return 1;
    uint32_t x = divisor_of(f, inst->args[0].value, depth + 1);
    uint32_t y = divisor_of(f, inst->args[1].value, depth + 1);
    if (inst->op == IR_OP_shl) /* by as many bits as the shift itself */
        y = ir_is_const(f, inst->args[1].value)
                ? 1u << (ir_value(f, inst->args[1].value)->bits & 31)
                : 1;
    if (!(inst->no_wrap & IR_NO_SIGNED_WRAP)) {
        x = power_in(x);
        y = power_in(y);
    }
    if (inst->op == IR_OP_add || inst->op == IR_OP_sub)
        return common_divisor(x, y);
    if (inst->op == IR_OP_mul || inst->op == IR_OP_shl)
        return product(x, y);
    if (inst->op != IR_OP_and)
        return 1;
    return !x || !y ? 0 : power_in(x) > power_in(y) ? power_in(x) : power_in(y);
}

/* ---- bounds ---- */

static void
note_distance(void *context, struct ana_ranges *here, struct ir_inst *inst)
{
    struct arrays *a = context;
    if (inst->op == IR_OP_ptradd && inst->type == IR_P_PRIVATE &&
        !ir_is_const(a->function, inst->args[1].value)) {
        struct ana_range *range = ARENA_NEW(&a->scratch, struct ana_range);
        *range = ana_range_of(here, inst->args[1].value);
        map_put(&a->distances, inst->def, range);
    }
    bool wraps = inst->op == IR_OP_add || inst->op == IR_OP_sub || inst->op == IR_OP_mul ||
                 inst->op == IR_OP_shl;
    if (wraps && inst->type == IR_I32 && ana_range_is_exact(here, inst))
        inst->no_wrap |= IR_NO_SIGNED_WRAP;
}

static const struct ana_range *
distance_of(struct arrays *a, const struct ir_inst *sum)
{
    if (!a->has_distances) {
        a->has_distances = true;
        a->distances = map_new(&a->scratch);
        ana_ranges_walk(&a->scratch, a->function, note_distance, a);
    }
    return map_get(&a->distances, sum->def);
}

static bool
is_near(int64_t distance)
{
    return -FAR < distance && distance < FAR;
}

/* ---- places ---- */

/* Of a pointer with one variable distance from the object: offset is that without the constants that are
 * added to it, which are in from. */
static bool
find_distance(struct arrays *a, ir_id pointer, struct small_place *place)
{
    const struct ir_function *f = a->function;
    const struct ir_inst *inst = ir_def(f, pointer);
    int64_t known = 0;
    while (inst->op == IR_OP_ptradd && ir_is_const(f, inst->args[1].value)) {
        known += (int32_t)ir_value(f, inst->args[1].value)->bits;
        inst = ir_def(f, inst->args[0].value);
    }
    if (inst->op != IR_OP_ptradd)
        return false;
    uintptr_t base = (uintptr_t)map_get(&a->uses.index, inst->args[0].value);
    if (!base || !a->uses.pointers.at[base - 1].is_constant)
        return false;
    known += (int32_t)a->uses.pointers.at[base - 1].bytes;
    const struct ana_range *distance = distance_of(a, inst);
    if (distance && is_near(distance->lo) && is_near(distance->hi) && is_near(known))
        place->at = (struct ana_range){distance->lo + known, distance->hi + known};
    place->offset = inst->args[1].value;
    const struct ir_inst *sum = ir_def(f, place->offset);
    while (sum && sum->op == IR_OP_add && ir_is_const(f, sum->args[1].value)) {
        known += (int32_t)ir_value(f, sum->args[1].value)->bits;
        place->offset = sum->args[0].value;
        sum = ir_def(f, place->offset);
    }
    place->from = (uint32_t)known;
    place->divisor = divisor_of(f, place->offset, 0);
    if (!is_near(known))
        place->divisor = power_in(place->divisor);
    return true;
}

/* What divides all that is added up; makes nothing. */
static uint32_t
divisor_of_pointer(const struct arrays *a, ir_id pointer)
{
    const struct ir_function *f = a->function;
    const struct ir_inst *inst = ir_def(f, pointer);
    uint32_t divisor = 0;
    for (; inst && inst->op == IR_OP_ptradd; inst = ir_def(f, inst->args[0].value))
        if (!ir_is_const(f, inst->args[1].value))
            divisor = common_divisor(divisor, power_in(divisor_of(f, inst->args[1].value, 0)));
    return inst == a->uses.object ? divisor : 1;
}

/* The alignment that the access promises of the offset, and what no divisor can tell. */
static void
finish(const struct arrays *a, const struct object_access *access, struct small_place *place)
{
    uint32_t align = access->inst->memory.align;
    if (align > a->uses.object->align)
        align = a->uses.object->align; /* no more is promised of the offset */
    align = small_array_align(align, place->from);
    if (!place->divisor)
        place->divisor = MOST_DIVISOR;
    if (place->divisor % SMALLEST_STEPPED_BY)
        place->divisor = power_in(place->divisor);
    if (place->divisor < align)
        place->divisor = align;
}

/* Constants that are added are taken off the offset: what is left often has a larger divisor. */
struct small_place
small_place_at(struct ir_builder *b, struct arrays *a, const struct object_access *access,
               uint32_t bytes)
{
    struct ir_function *f = a->function;
    const struct object_pointer *pointer = &a->uses.pointers.at[access->pointer];
    struct small_place place = {.at = {0, a->uses.object->size}};
    if (pointer->is_constant)
        return (struct small_place){.divisor = 4, .from = pointer->bytes + bytes};
    if (!find_distance(a, pointer->id, &place)) {
        place.offset = object_offset(&a->uses, access->pointer);
        const struct ir_inst *sum = ir_def(f, place.offset);
        while (sum && sum->op == IR_OP_add && ir_is_const(f, sum->args[1].value)) {
            place.from += (uint32_t)ir_value(f, sum->args[1].value)->bits;
            place.offset = sum->args[0].value;
            sum = ir_def(f, place.offset);
        }
        place.divisor = power_in(divisor_of(f, place.offset, 0));
    }
    finish(a, access, &place);
    place.from += bytes;
    place.at.lo += bytes;
    place.at.hi += bytes;
    if (place.divisor < SMALLEST_STEPPED_BY && place.from) {
        place.offset =
            ir_build2(b, IR_OP_add, IR_I32, place.offset, ir_const(f, IR_I32, place.from));
        place.from = 0;
    }
    return place;
}

uint32_t
small_place_first(const struct small_place *place)
{
    int64_t by = place->divisor, rest = (int32_t)place->from % by;
    return by < SMALLEST_STEPPED_BY ? 0 : (uint32_t)((rest < 0 ? rest + by : rest) / 4);
}

bool
small_place_may_be(const struct small_place *place, uint32_t dword)
{
    return place->at.lo <= 4 * (int64_t)dword + 3 && 4 * (int64_t)dword <= place->at.hi;
}

uint32_t
small_array_choices(struct arrays *a, const struct object_access *access)
{
    ir_id pointer = a->uses.pointers.at[access->pointer].id;
    struct small_place place = {.at = {0, a->uses.object->size}};
    uint32_t count = 0;
    if (!find_distance(a, pointer, &place))
        place.divisor = divisor_of_pointer(a, pointer);
    finish(a, access, &place);
    if (place.divisor < SMALLEST_STEPPED_BY)
        place.from = 0;
    uint32_t step = place.divisor < SMALLEST_STEPPED_BY ? 1 : place.divisor / 4;
    for (uint32_t i = small_place_first(&place); i < (a->uses.object->size + 3) / 4; i += step)
        count += small_place_may_be(&place, i);
    return count;
}
