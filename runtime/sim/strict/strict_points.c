/* Points that -fsanitize= left in the code: an index within its array, a variable that nothing has set, a
 * value that is stored.  What is undefined goes its way through registers and memory as all uninitialised
 * bits do (exec/shadow.c); here is kept where it came from. */
#include "runtime/sim/strict/strict_points.h"
#include "runtime/sim/dispatch/dispatch.h"
#include "runtime/sim/exec/valu.h"

/* A private array or structure that begins without a value: from there on, in private memory. */
struct object {
    const struct sim_check *check;
    uint64_t first;
};

/* Up to a dword of private memory, which holds undefined bits that these lanes have stored there. */
struct stored {
    uint64_t address, size, lanes;
    const struct sim_check *origin;
};

enum { MOST_STORED = 1024 };

struct points_wave {
    VEC(struct object) objects;
    VEC(struct stored) stored;
    const struct sim_check
        *origin[SIM_VGPRS];         /* of the undefined bits of a register; NULL: not known */
    const struct sim_check *scalar; /* of those that went to a scalar register last */
    const struct sim_check *last;   /* the variable whose bits went anywhere last */
    bool has_foreign;               /* bits came from memory that is no variable */
};

/* Bits that came from memory which is no variable without a value: kernels may copy them (docs/icd.md,
 * "Uninitialised data"). */
static const struct sim_check from_memory;

bool
points_ask(const struct sim_device *device, uint32_t kinds)
{
    return device->strict && device->kernel && device->kernel->object &&
           device->kernel->object->asks & kinds;
}

void
points_put_line(struct sim_device *device, const struct sim_code *code, uint64_t pc,
                struct strbuf *text)
{
    struct sim_place place;
    if (sim_find_source(device, pc, &place))
        strbuf_puts(text, sim_source_text(text->arena, &place));
    else
        strbuf_printf(text, "code offset 0x%llx", (unsigned long long)(pc - code->base));
}

/* ---- what most points find: that all is well ---- */

/* Is the first value of an active lane, taken as unsigned, larger? */
VALU_CLONES static bool
is_any_above(const struct sim_wave *wave, const struct sim_check *check, uint64_t last)
{
    uint32_t active[SIM_LANES], any = 0;
    const uint32_t *low = wave->v[check->reg[0]], *high = low + SIM_LANES;
    valu_spread(sim_exec(wave), active);
    if (check->dwords[0] == 1) {
        uint32_t most = last < UINT32_MAX ? (uint32_t)last : UINT32_MAX;
        for (unsigned i = 0; i < SIM_LANES; i++)
            any |= (low[i] > most ? UINT32_MAX : 0) & active[i];
    } else {
        for (unsigned i = 0; i < SIM_LANES; i++)
            any |= ((low[i] | (uint64_t)high[i] << 32) > last ? UINT32_MAX : 0) & active[i];
    }
    return any != 0;
}

/* Has it one of these bits? */
VALU_CLONES static bool
has_any_bit(const struct sim_wave *wave, const struct sim_check *check, uint32_t bits)
{
    uint32_t active[SIM_LANES], any = 0;
    const uint32_t *low = wave->v[check->reg[0]];
    valu_spread(sim_exec(wave), active);
    for (unsigned i = 0; i < SIM_LANES; i++)
        any |= low[i] & active[i];
    return (any & bits) != 0;
}

/* May it be the value? */
VALU_CLONES static bool
is_any_equal(const struct sim_wave *wave, const struct sim_check *check, uint64_t value)
{
    uint32_t active[SIM_LANES], any = 0;
    const uint32_t *low = wave->v[check->reg[0]];
    valu_spread(sim_exec(wave), active);
    for (unsigned i = 0; i < SIM_LANES; i++)
        any |= (low[i] == (uint32_t)value ? UINT32_MAX : 0) & active[i];
    return any != 0;
}

/* ---- bounds ---- */

static void
check_index(struct sim_wave *wave, const struct sim_op *op, const struct sim_check *check)
{
    int lane;
    if (check->number[0] && !is_any_above(wave, check, check->number[0] - 1) &&
        (check->sign != 's' || check->number[0] <= INT32_MAX))
        return;
    FOREACH_LANE(lane, sim_exec(wave))
    {
        uint64_t index = points_value(wave, check, 0, lane);
        bool is_signed = check->sign == 's';
        if (check->dwords[0] == 1 && is_signed)
            index = (uint64_t)(int64_t)(int32_t)index;
        if (index < check->number[0])
            continue;
        struct strbuf text = strbuf_new(wave->group->arena);
        strbuf_puts(&text, "outside of its array: index ");
        strbuf_printf(&text, is_signed ? "%lld" : "%llu", (long long)index);
        strbuf_printf(&text, " of '%s', which has %llu elements", check->name,
                      (unsigned long long)check->number[1]);
        points_tell(wave, op, lane, text.text);
        return;
    }
}

/* Of 'a', or of 'a' or 'b'. */
static void
put_object(const struct sim_check *check, int64_t argument, struct strbuf *text)
{
    const char *other = strchr(check->name, '|');
    if (argument >= 0)
        strbuf_printf(text, "argument %lld (%s)", (long long)argument, check->name);
    else if (other)
        strbuf_printf(text, "'%.*s' or '%s'", (int)(other - check->name), check->name, other + 1);
    else
        strbuf_printf(text, "'%s'", check->name);
}

/* Does what the lane points to lie inside of an object of that size?  argument < 0: a variable. */
static bool
lies_inside(struct sim_wave *wave, const struct sim_op *op, const struct sim_check *check, int lane,
            uint64_t size, int64_t argument)
{
    uint64_t bytes = check->number[0], value = points_value(wave, check, 0, lane);
    int64_t offset = check->dwords[0] == 1 ? (int32_t)value : (int64_t)value;
    if (offset >= 0 && (uint64_t)offset <= size && size - (uint64_t)offset >= bytes)
        return true;
    struct strbuf text = strbuf_new(wave->group->arena);
    strbuf_printf(&text, "outside of its object: byte %lld of ", (long long)offset);
    put_object(check, argument, &text);
    strbuf_printf(&text, ", which has %llu bytes; the access has %llu", (unsigned long long)size,
                  (unsigned long long)bytes);
    points_tell(wave, op, lane, text.text);
    return false;
}

static void
check_inside(struct sim_wave *wave, const struct sim_op *op, const struct sim_check *check,
             uint64_t size, int64_t argument)
{
    uint64_t bytes = check->number[0];
    int lane;
    if (bytes <= size && size <= INT32_MAX && !is_any_above(wave, check, size - bytes))
        return;
    FOREACH_LANE(lane, sim_exec(wave))
    if (!lies_inside(wave, op, check, lane, size, argument))
        return;
}

static void
check_access(struct sim_wave *wave, const struct sim_op *op, const struct sim_check *check)
{
    check_inside(wave, op, check, check->number[1], -1);
}

static void
check_either(struct sim_wave *wave, const struct sim_op *op, const struct sim_check *check)
{
    int lane;
    FOREACH_LANE(lane, sim_exec(wave))
    if (!lies_inside(wave, op, check, lane, points_value(wave, check, 1, lane), -1))
        return;
}

/* Local memory that the launch gave a size; a packet does not say how large each is. */
static void
check_argument(struct sim_wave *wave, const struct sim_op *op, const struct sim_check *check)
{
    const struct sim_launch *launch = wave->device->launch;
    uint64_t number = check->number[1];
    if (!launch || number >= launch->arg_count || !launch->args[number].local ||
        launch->args[number].size == SIM_SIZE_UNKNOWN)
        return;
    check_inside(wave, op, check, launch->args[number].size, (int64_t)number);
}

/* ---- pointers ---- */

static void
check_aligned(struct sim_wave *wave, const struct sim_op *op, const struct sim_check *check)
{
    uint64_t bits = check->number[0] - 1;
    int lane;
    if (!(bits & check->number[0]) && bits <= UINT32_MAX &&
        !has_any_bit(wave, check, (uint32_t)bits))
        return;
    FOREACH_LANE(lane, sim_exec(wave))
    {
        uint64_t pointer = points_value(wave, check, 0, lane);
        bool is_null = check->dwords[0] == 1 && pointer == UINT32_MAX;
        if (is_null || pointer % check->number[0] == 0)
            continue;
        points_tell(wave, op, lane,
                    arena_printf(wave->group->arena,
                                 "misaligned pointer: 0x%llx, which is no multiple of %llu",
                                 (unsigned long long)pointer,
                                 (unsigned long long)check->number[0]));
        return;
    }
}

static void
check_pointer(struct sim_wave *wave, const struct sim_op *op, const struct sim_check *check)
{
    int lane;
    if (!is_any_equal(wave, check, check->number[0]))
        return;
    FOREACH_LANE(lane, sim_exec(wave))
    {
        if (points_value(wave, check, 0, lane) != check->number[0])
            continue;
        points_tell(wave, op, lane,
                    arena_printf(wave->group->arena,
                                 "null pointer: %s memory is accessed through it", check->name));
        return;
    }
}

/* ---- undefined values ---- */

static void
begin_variable(struct sim_wave *wave, const struct sim_check *check)
{
    struct points_wave *own = wave->observed[OBSERVER_points];
    int lane;
    for (unsigned k = 0; k < check->dwords[0]; k++) {
        FOREACH_LANE(lane, sim_exec(wave))
        sim_set_lane(wave, check->reg[0] + k, (unsigned)lane, wave->v[check->reg[0] + k][lane],
                     UINT32_MAX);
        own->origin[check->reg[0] + k] = check;
    }
    own->last = check;
}

/* What an operation gives where it is undefined.  Where nobody has set its operand, that is the reason. */
static void
lose_value(struct sim_wave *wave, const struct sim_check *check)
{
    struct points_wave *own = wave->observed[OBSERVER_points];
    unsigned condition = check->reg[1];
    int lane;
    FOREACH_LANE(lane, sim_exec(wave))
    {
        bool is_known = !sim_lane_shadow(wave, condition, (unsigned)lane);
        for (unsigned k = 0; k < check->dwords[0] && wave->v[condition][lane] && is_known; k++) {
            unsigned reg = check->reg[0] + k;
            sim_set_lane(wave, reg, (unsigned)lane, wave->v[reg][lane], UINT32_MAX);
            own->origin[reg] = check;
            own->last = check;
        }
    }
}

static void
note_object(struct sim_wave *wave, const struct sim_check *check, uint64_t first)
{
    struct points_wave *own = wave->observed[OBSERVER_points];
    vec_foreach (struct object, object, &own->objects)
        if (object->check == check) {
            object->first = first;
            return;
        }
    vec_push(wave->group->arena, &own->objects, ((struct object){check, first}));
}

static bool
is_variable(const struct sim_check *origin)
{
    return origin && origin != &from_memory;
}

static bool
meets(const struct stored *stored, uint64_t first, uint64_t size)
{
    return stored->address + stored->size > first && stored->address < first + size;
}

/* The object begins again. */
static void
forget_stored(struct sim_wave *wave, unsigned lane, uint64_t first, uint64_t size)
{
    struct points_wave *own = wave->observed[OBSERVER_points];
    vec_foreach (struct stored, stored, &own->stored)
        if (meets(stored, first, size))
            stored->lanes &= ~(UINT64_C(1) << lane);
}

/* Scratch is swizzled by dwords (exec/vmem.c). */
static void
begin_object(struct sim_wave *wave, const struct sim_check *check)
{
    struct sim_region *region = sim_region_at(wave->device, wave->scratch_base, 1);
    uint8_t *shadow = region ? sim_shadow_of(wave->device, region) : NULL;
    int lane;
    FOREACH_LANE(lane, sim_exec(wave))
    {
        uint64_t first = wave->v[check->reg[0]][lane];
        if (!shadow || first > wave->private_size || check->number[0] > wave->private_size - first)
            return;
        note_object(wave, check, first);
        forget_stored(wave, (unsigned)lane, first, check->number[0]);
        for (uint64_t at = first; at < first + check->number[0]; at++)
            shadow[wave->scratch_base - region->base + at / 4 * (4 * SIM_LANES) +
                   4 * (unsigned)lane + at % 4] = 0xFF;
    }
}

/* The lane's own address of a byte of private memory, from that or the scratch's; false: it is no such byte. */
static bool
is_own(const struct sim_wave *wave, int lane, bool is_private, uint64_t *address)
{
    uint64_t offset = *address - wave->scratch_base;
    if (is_private)
        return true;
    if (offset / (4 * SIM_LANES) * 4 >= wave->private_size ||
        offset / 4 % SIM_LANES != (unsigned)lane)
        return false;
    *address = offset / (4 * SIM_LANES) * 4 + offset % 4;
    return true;
}

/* What nobody has set, of that origin, lies there now. */
static void
keep_stored(struct sim_wave *wave, unsigned lane, uint64_t address, uint64_t size,
            const struct sim_check *origin)
{
    struct points_wave *own = wave->observed[OBSERVER_points];
    struct stored *room = NULL, made = {address, size, UINT64_C(1) << lane, origin};
    vec_foreach (struct stored, stored, &own->stored) {
        if (meets(stored, address, size))
            stored->lanes &= ~made.lanes;
        if (stored->address == address && stored->size == size && stored->origin == origin) {
            stored->lanes |= made.lanes;
            return;
        }
        room = stored->lanes ? room : stored;
    }
    if (room)
        *room = made;
    else if (own->stored.count < MOST_STORED)
        vec_push(wave->group->arena, &own->stored, made);
}

/* A lane stores undefined bits: their origin goes with them, not that of the object which they are stored to. */
static void
follow_store(struct sim_wave *wave, const struct sim_op *op, int lane, bool is_private,
             uint64_t address)
{
    const struct points_wave *own = wave->observed[OBSERVER_points];
    if (lane < 0 || op->at_data < 0 || !is_own(wave, lane, is_private, &address))
        return;
    unsigned reg = op->inst.operands[op->at_data].reg - GCN_VGPR0;
    uint64_t size = op->memory.bytes < 4 ? op->memory.bytes : 4;
    for (unsigned k = 0; 4 * k < op->memory.bytes && reg + k < wave->vgprs; k++)
        if (sim_lane_shadow(wave, reg + k, (unsigned)lane) && is_variable(own->origin[reg + k]))
            keep_stored(wave, (unsigned)lane, address + 4 * k, size, own->origin[reg + k]);
}

/* What holds the bytes of private memory, given by their own address or by that of the scratch. */
static const struct sim_check *
object_at(const struct sim_wave *wave, int lane, bool is_private, uint64_t address, uint64_t size)
{
    const struct points_wave *own = wave->observed[OBSERVER_points];
    if (!is_own(wave, lane, is_private, &address))
        return &from_memory;
    vec_foreach (const struct stored, stored, &own->stored)
        if (meets(stored, address, size) && stored->lanes >> lane & 1)
            return stored->origin;
    vec_foreach (const struct object, object, &own->objects)
        if (address >= object->first && address - object->first < object->check->number[0])
            return object->check;
    return own->last && !own->has_foreign ? own->last : &from_memory; /* it was stored there */
}

static const char *
words_of_unless(const char *name)
{
    static const char *const words[][2] = {
        {"division", "division by zero"},
        {"quotient", "division of the lowest number by -1"},
        {"conversion", "conversion out of range"},
    };
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(name, words[i][0]) == 0)
            return words[i][1];
    return name;
}

static void
put_variable(struct sim_wave *wave, const struct sim_check *origin, struct strbuf *text)
{
    if (!is_variable(origin))
        return;
    if (origin->kind == SIM_CHECK_UNLESS)
        strbuf_printf(text, "\n  it depends on a %s that gave nothing at ",
                      words_of_unless(origin->name));
    else
        strbuf_printf(text, "\n  it depends on the variable '%s', which nobody has set since ",
                      origin->name);
    points_put_line(wave->device, wave->code, wave->code->base + 4 * (uint64_t)origin->word, text);
}

void
points_put_origin(struct sim_wave *wave, const struct sim_op *op, int lane, struct strbuf *text)
{
    const struct points_wave *own = wave->observed[OBSERVER_points];
    const struct sim_check *origin = NULL;
    if (!own)
        return;
    for (unsigned i = 0; i < op->read_count && !origin; i++)
        for (unsigned k = 0; op->reads[i].vector && k < op->reads[i].count && !origin; k++) {
            unsigned reg = op->reads[i].first + k;
            if (reg < wave->vgprs && sim_lane_shadow(wave, reg, lane < 0 ? 0 : (unsigned)lane))
                origin = own->origin[reg];
        }
    put_variable(wave, origin ? origin : own->scalar, text);
}

/* By the aperture of a generic address. */
static bool
leads_to_private(uint64_t address)
{
    return address >> 32 == SIM_PRIVATE_APERTURE;
}

static void
check_stored(struct sim_wave *wave, const struct sim_op *op, const struct sim_check *check)
{
    const struct points_wave *own = wave->observed[OBSERVER_points];
    int lane;
    for (unsigned k = 0; k < check->dwords[0]; k++) {
        unsigned reg = check->reg[0] + k;
        uint64_t bits = check->number[0] > 32 * k ? check->number[0] - 32 * k : 0;
        uint32_t mask = bits >= 32 ? UINT32_MAX : (UINT32_C(1) << bits) - 1;
        FOREACH_LANE(lane, wave->v_undefined[reg] & sim_exec(wave))
        {
            if (!(wave->v_shadow[reg][lane] & mask) || !is_variable(own->origin[reg]) ||
                (check->kind == SIM_CHECK_LEAVES &&
                 leads_to_private(points_value(wave, check, 1, lane))))
                continue;
            struct strbuf text = strbuf_new(wave->group->arena);
            strbuf_puts(&text, "uninitialised value: it is stored here");
            put_variable(wave, own->origin[reg], &text);
            points_tell(wave, op, lane, text.text);
            return;
        }
    }
}

static void
swap_origins(struct points_wave *own, const struct sim_op *op)
{
    unsigned a = op->inst.operands[0].reg - GCN_VGPR0, b = op->inst.operands[1].reg - GCN_VGPR0;
    const struct sim_check *origin = own->origin[a];
    own->origin[a] = own->origin[b];
    own->origin[b] = origin;
}

/* The result of an operation has the origin of the first operand that has undefined bits. */
static void
follow(struct sim_wave *wave, const struct sim_op *op, int lane, bool is_private, uint64_t address)
{
    struct points_wave *own = wave->observed[OBSERVER_points];
    if (op->inst.op == GCN_v_swap_b32) {
        swap_origins(own, op);
        return;
    }
    if (op->memory.kind == MEMORY_STORE) {
        follow_store(wave, op, lane, is_private, address);
        return;
    }
    const struct sim_check *origin =
        op->memory.kind != MEMORY_LOAD ? NULL
        : lane < 0                     ? &from_memory
                   : object_at(wave, lane, is_private, address, op->memory.bytes);
    for (unsigned i = 0; i < op->read_count && !origin; i++)
        for (unsigned k = 0; op->reads[i].vector && k < op->reads[i].count && !origin; k++)
            if (wave->v_undefined[op->reads[i].first + k])
                origin = own->origin[op->reads[i].first + k];
    if (!origin)
        origin = own->scalar;
    own->has_foreign |= origin == &from_memory;
    own->last = is_variable(origin) ? origin : own->last;
    for (unsigned i = 0; i < op->write_count; i++) {
        if (!op->writes[i].vector)
            own->scalar = origin;
        for (unsigned k = 0; op->writes[i].vector && k < op->writes[i].count; k++)
            own->origin[op->writes[i].first + k] = origin;
    }
}

/* ---- what is heard ---- */

static void
meet(struct sim_wave *wave, const struct sim_op *op, const struct sim_check *check)
{
    for (unsigned i = 0; i < check->register_count; i++)
        sim_check_vgpr(wave, op, check->reg[i], check->dwords[i]);
    if (!sim_exec(wave))
        return;
    switch ((enum sim_check_kind)check->kind) {
    case SIM_CHECK_INDEX:
        check_index(wave, op, check);
        break;
    case SIM_CHECK_ACCESS:
        check_access(wave, op, check);
        break;
    case SIM_CHECK_EITHER:
        check_either(wave, op, check);
        break;
    case SIM_CHECK_ARGUMENT:
        check_argument(wave, op, check);
        break;
    case SIM_CHECK_ALIGNED:
        check_aligned(wave, op, check);
        break;
    case SIM_CHECK_POINTER:
        check_pointer(wave, op, check);
        break;
    case SIM_CHECK_UNDEFINED:
        begin_variable(wave, check);
        break;
    case SIM_CHECK_UNLESS:
        lose_value(wave, check);
        break;
    case SIM_CHECK_OBJECT:
        begin_object(wave, check);
        break;
    case SIM_CHECK_STORED:
    case SIM_CHECK_LEAVES:
        check_stored(wave, op, check);
        break;
    default:
        break; /* of other observers */
    }
}

static void
begin_nothing(struct sim_wave *wave)
{
    struct points_wave *own = wave->observed[OBSERVER_points];
    *own = (struct points_wave){.scalar = NULL};
}

static bool
asks_for_any(const struct sim_device *device)
{
    return points_ask(device, UINT32_MAX);
}

const struct sim_observer sim_observer_points = {
    .name = "points",
    .one_core = true,
    .wave_size = sizeof(struct points_wave),
    .device_size = sizeof(struct points_device),
    .is_wanted = asks_for_any,
    .begin_launch = reports_begin,
    .begin_wave = begin_nothing,
    .unset = follow,
    .point = meet,
};
