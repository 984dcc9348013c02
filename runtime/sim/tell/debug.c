/* What a debugger sees: the waves in flight, their registers, LDS and memory, why they wait. */
#include "runtime/sim/strict/strict.h"
#include "runtime/sim/tell/tell.h"
#include "runtime/sim/timing/timing.h"

#include <limits.h>

/* ---- the callback ---- */

/* The work-groups of a dispatch that have begun, by the place that they have in flight. */
struct begun {
    uint64_t dispatch; /* 1 + its number; 0: none */
    VEC(struct sim_group *) groups;
};

static void
note_group(struct sim_group *group)
{
    struct sim_device *device = group->device;
    struct begun *begun = device->observed[OBSERVER_debug];
    uint64_t dispatch = device->dispatch->dispatch_id + 1;
    if (begun->dispatch != dispatch)
        begun->groups.count = 0;
    begun->dispatch = dispatch;
    for (uint32_t i = 0; i < begun->groups.count; i++)
        if (begun->groups.at[i] == group)
            return;
    vec_push(&device->arena, &begun->groups, group);
}

static void
before(struct sim_wave *wave)
{
    struct sim_device *device = wave->device;
    note_group(wave->group);
    bool goes_on;
    SIM_CALL_BACK(device, goes_on = device->options.debug(device->options.data, wave, SIM_OK));
    if (!goes_on)
        sim_error(device, "the debugger has ended the launch");
}

static void
end(struct sim_wave *wave, const struct sim_op *op, enum sim_status status)
{
    struct sim_device *device = wave->device;
    if (!device->dispatch)
        return;
    note_group(wave->group);
    if (op)
        wave->pc = op->pc; /* which may be after it already */
    SIM_CALL_BACK(device, device->options.debug(device->options.data, wave, status));
}

static void
begin_launch(struct sim_device *device)
{
    struct begun *begun = device->observed[OBSERVER_debug];
    begun->groups.count = 0;
    begun->dispatch = 0;
}

/* ---- waves ---- */

static const struct sim_code *
code_at(const struct sim_wave *wave, uint64_t pc)
{
    struct sim_region *region = sim_region_at(wave->device, pc, 4);
    const struct sim_code *code = region ? region->code : NULL;
    size_t word = code ? (pc - code->base) / 4 : 0;
    return code && word >= code->first && word < code->words ? code : NULL;
}

void
sim_wave_describe(const struct sim_wave *wave, struct sim_wave_info *info)
{
    /* after a barrier's one word */
    uint64_t pc = wave->at_barrier ? wave->pc - 4 : wave->pc;
    const struct sim_code *code = code_at(wave, pc);
    *info = (struct sim_wave_info){
        .index = wave->index,
        .state = wave->done         ? SIM_WAVE_ENDED
                 : wave->at_barrier ? SIM_WAVE_AT_BARRIER
                                    : SIM_WAVE_RUNS,
        .pc = pc,
        .offset = code ? pc - code->base : 0,
        .exec = sim_exec(wave),
        .sgprs = wave->sgprs,
        .vgprs = wave->vgprs,
        .agprs = wave->agprs,
        .lds_bytes = wave->group->lds_size,
    };
    memcpy(info->group, wave->group->id, sizeof info->group);
}

static bool
is_in_flight(const struct sim_group *group)
{
    for (unsigned i = 0; i < group->wave_count; i++)
        if (!group->waves[i].done)
            return true;
    return false;
}

struct sim_wave *
sim_wave_at(struct sim_device *device, unsigned index)
{
    const struct begun *begun = device->observed[OBSERVER_debug];
    for (uint32_t i = 0; begun && i < begun->groups.count; i++) {
        struct sim_group *group = begun->groups.at[i];
        if (!is_in_flight(group))
            continue;
        if (index < group->wave_count)
            return &group->waves[index];
        index -= group->wave_count;
    }
    return NULL;
}

/* ---- registers and memory ---- */

enum { FIRST_AGPR = 256 };

static bool
is_pending(const struct sim_wave *wave, bool vector, unsigned reg)
{
    const struct wait_wave *waits = strict_waits(wave);
    return waits && (vector ? waits->vector[reg] : waits->scalar[reg]) != 0;
}

static bool
vector_register(const struct sim_wave *wave, unsigned reg, unsigned lane,
                struct sim_register_value *value)
{
    *value = (struct sim_register_value){.value = wave->v[reg][lane],
                                         .undefined = sim_lane_shadow(wave, reg, lane),
                                         .bits = 32,
                                         .is_pending = is_pending(wave, true, reg)};
    return true;
}

/* dwords: 1 or 2 */
static bool
scalar_register(const struct sim_wave *wave, unsigned index, unsigned dwords,
                struct sim_register_value *value)
{
    *value = (struct sim_register_value){.value = wave->sgpr[index],
                                         .undefined = wave->sgpr_shadow[index],
                                         .bits = 32 * dwords,
                                         .is_pending = is_pending(wave, false, index)};
    if (dwords == 2) {
        value->value = sim_get64(wave, index);
        value->undefined = sim_shadow64(wave, index);
        value->is_pending |= is_pending(wave, false, index + 1);
    }
    return true;
}

bool
sim_wave_register(const struct sim_wave *wave, enum sim_register which, unsigned number,
                  unsigned lane, struct sim_register_value *value)
{
    switch (which) {
    case SIM_REGISTER_S:
        return number < wave->sgprs && number < GCN_VCC_LO &&
               scalar_register(wave, number, 1, value);
    case SIM_REGISTER_V:
        return number < wave->vgprs && lane < SIM_LANES &&
               vector_register(wave, number, lane, value);
    case SIM_REGISTER_A:
        return number < wave->agprs && lane < SIM_LANES &&
               vector_register(wave, FIRST_AGPR + number, lane, value);
    case SIM_REGISTER_VCC:
        return scalar_register(wave, GCN_VCC_LO, 2, value);
    case SIM_REGISTER_EXEC:
        return scalar_register(wave, GCN_EXEC_LO, 2, value);
    case SIM_REGISTER_FLAT_SCRATCH:
        return scalar_register(wave, SREG_FLAT_SCRATCH, 2, value);
    case SIM_REGISTER_M0:
        return scalar_register(wave, GCN_M0, 1, value);
    case SIM_REGISTER_SCC:
        *value = (struct sim_register_value){
            .value = wave->scc, .undefined = wave->scc_shadow, .bits = 1};
        return true;
    default:
        return false;
    }
}

bool
sim_wave_lds(const struct sim_wave *wave, uint32_t offset, uint32_t size, uint8_t *bytes,
             uint8_t *undefined)
{
    const struct sim_group *group = wave->group;
    if (offset > group->lds_size || size > group->lds_size - offset)
        return false;
    memcpy(bytes, group->lds + offset, size);
    memcpy(undefined, group->lds_shadow + offset, size);
    return true;
}

/* Dwords of the lanes lie together. */
uint64_t
sim_private_place(const struct sim_wave *wave, unsigned lane, uint32_t address)
{
    enum { DWORD = 4 };
    return wave->scratch_base + (uint64_t)(address / DWORD) * (DWORD * SIM_LANES) + lane * DWORD +
           address % DWORD;
}

bool
sim_wave_private(const struct sim_wave *wave, unsigned lane, uint32_t address, uint32_t size,
                 uint8_t *bytes, uint8_t *undefined)
{
    if (lane >= SIM_LANES || address > wave->scratch_size || size > wave->scratch_size - address)
        return false;
    for (uint32_t i = 0; i < size; i++)
        if (!sim_peek(wave->device, sim_private_place(wave, lane, address + i), 1, bytes + i,
                      undefined + i))
            return false;
    return true;
}

bool
sim_peek(struct sim_device *device, uint64_t address, uint64_t size, uint8_t *bytes,
         uint8_t *undefined)
{
    const struct sim_region *region = sim_region_at(device, address, size);
    if (!region)
        return false;
    memcpy(bytes, region->bytes + (address - region->base), size);
    if (region->shadow)
        memcpy(undefined, region->shadow + (address - region->base), size);
    else
        memset(undefined, 0, size);
    return true;
}

/* ---- code ---- */

const char *
sim_wave_disassemble(const struct sim_wave *wave, struct arena *arena, uint64_t pc, unsigned *size)
{
    const struct sim_code *code = code_at(wave, pc);
    unsigned words;
    if (!code || (pc - code->base) % 4)
        return NULL;
    const char *text = sim_disassemble(wave->device, arena, code, (pc - code->base) / 4, &words);
    *size = 4 * words;
    return text;
}

uint64_t
sim_find_code(struct sim_device *device, const char *name)
{
    bool is_kernel;
    for (const struct sim_object *object = device->objects; object; object = object->next) {
        const struct sim_kernel *kernel = sim_find_kernel(object, name);
        struct sim_function entry = {.name = name};
        if (kernel) {
            entry.base = kernel->descriptor;
            return sim_entry(device, object, &entry, &is_kernel);
        }
        vec_foreach (const struct sim_function, function, &object->functions)
            if (strcmp(function->name, name) == 0)
                return function->base;
    }
    return 0;
}

/* ---- why a wave waits ---- */

static void
put_place(struct strbuf *text, const struct sim_wave *wave, uint64_t pc)
{
    unsigned size;
    const struct sim_code *code = code_at(wave, pc);
    const char *instruction = sim_wave_disassemble(wave, text->arena, pc, &size);
    if (instruction)
        strbuf_printf(text, "0x%llx %s", (unsigned long long)(pc - code->base), instruction);
    else
        strbuf_printf(text, "pc 0x%llx", (unsigned long long)pc);
}

static void
put_barrier(struct strbuf *text, const struct sim_wave *wave)
{
    const struct sim_group *group = wave->group;
    if (!wave->at_barrier)
        return;
    strbuf_puts(text, "waits at the barrier; missing:\n");
    for (unsigned i = 0; i < group->wave_count; i++) {
        const struct sim_wave *other = &group->waves[i];
        if (other->at_barrier)
            continue;
        strbuf_printf(text, "  wave %u ", i);
        if (other->done)
            strbuf_puts(text, "has ended");
        else
            put_place(text, other, other->pc);
        strbuf_puts(text, "\n");
    }
}

static void
put_pending(struct strbuf *text, const struct sim_wave *wave, const struct wait_pending *pending)
{
    const char *names = pending->vector && pending->first < FIRST_AGPR ? "v"
                        : pending->vector                              ? "a"
                                                                       : "s";
    unsigned first = pending->vector ? pending->first % FIRST_AGPR : pending->first;
    strbuf_printf(text, "  %s: ", counter_name(pending->kind));
    if (!pending->vector && pending->count == 1)
        sim_put_register(text, false, first);
    else if (pending->count == 1)
        strbuf_printf(text, "%s%u", names, first);
    else
        strbuf_printf(text, "%s[%u:%u]", names, first, first + pending->count - 1);
    bool reads = pending->kind == PENDING_EXP || pending->kind == PENDING_EXP_GDS;
    strbuf_puts(text, reads ? ", which is still read by " : " from ");
    put_place(text, wave, wave->code->base + pending->offset);
    strbuf_puts(text, "\n");
}

static bool
is_counted_by_vm(unsigned kind)
{
    return kind == PENDING_VM || kind == PENDING_SAMPLE || kind == PENDING_FLAT_VM ||
           kind == PENDING_FLAT;
}

/* Stores and the like, which no register waits for. */
static void
put_without_result(struct strbuf *text, const struct sim_wave *wave, unsigned vm)
{
    const struct sim_counters *c = wave->counters;
    const struct wait_wave *waits = strict_waits(wave);
    uint32_t lds = c->lds_seq - c->lds_done + c->gds_seq - c->gds_done;
    for (uint32_t i = 0; i < waits->pending.count; i++) {
        unsigned kind = waits->pending.at[i].kind;
        vm -= vm && is_counted_by_vm(kind);
        lds -= lds && (kind == PENDING_LDS || kind == PENDING_GDS);
    }
    if (vm)
        strbuf_printf(text, "  vmcnt: %u without a result\n", vm);
    if (lds)
        strbuf_printf(text, "  lgkmcnt: %u of LDS without a result\n", lds);
}

/* IB_STS has the counters in these places: counter_bits. */
static void
put_outstanding(struct strbuf *text, const struct sim_wave *wave)
{
    uint32_t counters = counter_bits(wave);
    unsigned vm = (counters & 15) | (counters >> 22 & 3) << 4, exp = counters >> 4 & 7,
             lgkm = counters >> 8 & 15;
    if (!wave->device->strict) {
        strbuf_puts(text, "what is outstanding is not known: nothing is checked\n");
        return;
    }
    if (!vm && !exp && !lgkm)
        return;
    strbuf_printf(text, "outstanding: vmcnt %u, expcnt %u, lgkmcnt %u\n", vm, exp, lgkm);
    vec_foreach (const struct wait_pending, pending, &strict_waits(wave)->pending)
        put_pending(text, wave, pending);
    put_without_result(text, wave, vm);
}

/* What an s_waitcnt that is next would take. */
static void
put_next(struct strbuf *text, struct sim_wave *wave)
{
    const struct sim_code *code = code_at(wave, wave->pc);
    struct gcn_inst inst;
    unsigned vm, exp, lgkm;
    size_t word = code ? (wave->pc - code->base) / 4 : 0;
    if (!code || wave->done || wave->at_barrier ||
        !gcn_decode(wave->device->target, code->text + word, code->words - word, &inst) ||
        inst.op != GCN_s_waitcnt)
        return;
    gcn_waitcnt_decode(wave->device->target, (uint16_t)inst.imm, &vm, &exp, &lgkm);
    strbuf_puts(text, "next: ");
    put_place(text, wave, wave->pc);
    strbuf_printf(text, " waits %llu modelled cycles\n",
                  (unsigned long long)timing_wait(wave, vm, lgkm));
}

const char *
sim_wave_waits(struct sim_wave *wave, struct arena *arena)
{
    struct strbuf text = strbuf_new(arena);
    put_barrier(&text, wave);
    if (wave->gws->entered)
        strbuf_puts(&text, "waits at a barrier of global wave sync\n");
    if (wave->state->halted)
        strbuf_puts(&text, "is halted\n");
    put_outstanding(&text, wave);
    put_next(&text, wave);
    return text.text ? text.text : "";
}

static bool
is_wanted(const struct sim_device *device)
{
    return device->options.debug;
}

const struct sim_observer sim_observer_debug = {
    .name = "debug",
    .one_core = true,
    .device_size = sizeof(struct begun),
    .is_wanted = is_wanted,
    .begin_launch = begin_launch,
    .before = before,
    .end = end,
};
