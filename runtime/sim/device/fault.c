/* Faults and warnings as text: the reason, where it is, the last instructions of the wave with the
 * registers they read, and what to look at.
 *
 * Nothing is recorded for this while a wave runs but its last jumps: between two of them it went
 * straight on, so the instructions before a place are found from there. */
#include "runtime/sim/device/device.h"
#include "runtime/sim/device/device.h"
#include "support/number.h"

#include <stdarg.h>
#include <stdio.h>

enum {
    LOOKED_AT = 512,     /* instructions before the place */
    SHOWN = 6,           /* of them */
    SHOWN_REGISTERS = 8, /* of each */
    SHOWN_ORIGINS = 4,   /* registers */
    REASON = 1024,
};

static const struct {
    const char *words, *hint;
} hints[] = {
#define HINT(words, hint) {words, hint},
#include "runtime/sim/device/fault_hint.def"
#undef HINT
};

/* ---- places ---- */

static void
put_triple(struct strbuf *text, const char *what, const uint64_t id[3])
{
    strbuf_printf(text, "%s (%llu,%llu,%llu)", what, (unsigned long long)id[0],
                  (unsigned long long)id[1], (unsigned long long)id[2]);
}

/* get_local_id and get_global_id of the lane. */
static void
describe_ids(const struct sim_device *device, const uint32_t group[3], unsigned wave, unsigned lane,
             struct strbuf *text)
{
    const struct sim_dispatch *dispatch = device->dispatch;
    uint64_t item = (uint64_t)wave * SIM_LANES + lane, local[3], global[3];
    for (unsigned d = 0; d < 3; d++) {
        uint32_t start = group[d] * dispatch->local[d];
        uint64_t size = (uint64_t)smaller(dispatch->grid[d] - start, dispatch->local[d]);
        local[d] = item % size;
        item /= size;
        global[d] = device->launch->offset[d] + start + local[d];
    }
    put_triple(text, ", local id", local);
    put_triple(text, ", global id", global);
}

void
sim_put_work_item(const struct sim_device *device, uint64_t group, unsigned wave, unsigned lane,
                  struct strbuf *text)
{
    const struct sim_dispatch *dispatch = device->dispatch;
    uint32_t id[3];
    for (unsigned d = 0; d < 3; d++) {
        uint64_t count =
            (dispatch->grid[d] + (uint64_t)dispatch->local[d] - 1) / dispatch->local[d];
        id[d] = (uint32_t)(group % count);
        group /= count;
    }
    strbuf_printf(text, "work-group (%u,%u,%u), wave %u, lane %u", id[0], id[1], id[2], wave, lane);
    if (device->launch)
        describe_ids(device, id, wave, lane, text);
}

static void
describe_work_item(const struct sim_wave *wave, unsigned lane, struct strbuf *text)
{
    const struct sim_device *device = wave->device;
    if (device->dispatch && device->launch && wave->lanes >> lane & 1)
        describe_ids(device, wave->group->id, wave->index, lane, text);
}

/* The function that the kernel has called, if the instruction is in one. */
static void
describe_function(const struct sim_device *device, uint64_t pc, struct strbuf *text)
{
    for (const struct sim_object *object = device->objects; object; object = object->next)
        vec_foreach (const struct sim_function, function, &object->functions)
            if (function->local && pc - function->base < function->size)
                strbuf_printf(text, ", function %s", function->name);
}

static void
describe_source(const struct sim_device *device, uint64_t pc, struct strbuf *text)
{
    struct sim_place source;
    if (sim_find_source(device, pc, &source))
        strbuf_printf(text, ", %s", sim_source_text(text->arena, &source));
}

bool
sim_find_calling_source(const struct sim_wave *wave, uint64_t pc, struct sim_place *source)
{
    unsigned depth = wave->jumps->depth;
    while (depth && !sim_find_source(wave->device, pc, source))
        pc = wave->jumps->calls[--depth]->pc;
    return sim_find_source(wave->device, pc, source);
}

/* Of a function without lines: where it was called. */
static void
describe_call(const struct sim_wave *wave, uint64_t pc, struct strbuf *text)
{
    struct sim_place source;
    if (!sim_find_source(wave->device, pc, &source) && sim_find_calling_source(wave, pc, &source))
        strbuf_printf(text, ", called at %s", sim_source_text(text->arena, &source));
}

static void
describe_location(struct sim_wave *wave, const struct sim_op *op, int lane, struct strbuf *text)
{
    struct sim_device *device = wave->device;
    uint64_t group[3], exec = sim_exec(wave);
    for (unsigned d = 0; d < 3; d++)
        group[d] = wave->group->id[d];
    strbuf_printf(text, "\n  kernel %s", device->kernel ? device->kernel->name : "?");
    describe_function(device, op ? op->pc : wave->pc, text);
    strbuf_printf(text, ", pc 0x%llx", (unsigned long long)(op ? op->pc : wave->pc));
    if (op && wave->code)
        strbuf_printf(text, " (code offset 0x%llx)",
                      (unsigned long long)(op->pc - wave->code->base));
    if (op) {
        strbuf_puts(text, ", instruction `");
        gcn_print(text, device->target, &op->inst, NULL);
        strbuf_puts(text, "`");
    }
    describe_source(device, op ? op->pc : wave->pc, text);
    describe_call(wave, op ? op->pc : wave->pc, text);
    put_triple(text, "\n  work-group", group);
    strbuf_printf(text, ", wave %u", wave->index);
    if (lane >= 0) {
        strbuf_printf(text, ", lane %d", lane);
        describe_work_item(wave, (unsigned)lane, text);
    } else if (exec & wave->lanes) {
        unsigned first = (unsigned)__builtin_ctzll(exec & wave->lanes);
        strbuf_printf(text, "; first active lane %u", first);
        describe_work_item(wave, first, text);
    }
}

/* ---- the last instructions ---- */

static const struct sim_op *
op_at(struct sim_device *device, uint64_t pc)
{
    struct sim_region *region = sim_region_at(device, pc, 4);
    const struct sim_code *code = region ? sim_code_of(device, region) : NULL;
    size_t word = code ? (pc - code->base) / 4 : 0;
    if (!code || word < code->first || word >= code->words)
        return NULL;
    return code->ops[word - code->first];
}

void
sim_put_instruction(struct sim_device *device, uint64_t pc, struct strbuf *text)
{
    const struct sim_op *op = op_at(device, pc);
    if (!op)
        return;
    strbuf_puts(text, ", instruction `");
    gcn_print(text, device->target, &op->inst, NULL);
    strbuf_puts(text, "`");
    describe_source(device, pc, text);
}

/* What a wave executed up to a place, the newest first. */
struct past {
    const struct sim_op *ops[LOOKED_AT];
    unsigned count;
    bool at_place; /* the first is the place itself, and has not ended */
    bool whole;    /* they reach back to the first instruction of the kernel */
};

/* Adds those of [start, end), which were executed one after the other.  False: not all of them have
 * room. */
static bool
add_straight(struct sim_device *device, uint64_t start, uint64_t end, struct past *past)
{
    const struct sim_op *last[LOOKED_AT];
    unsigned found = 0, first = past->count;
    for (uint64_t pc = start; pc < end;) {
        const struct sim_op *op = op_at(device, pc);
        if (!op)
            return false; /* never: it was executed */
        last[found++ % LOOKED_AT] = op;
        pc += 4u * op->inst.words;
    }
    while (past->count - first < found && past->count < LOOKED_AT) {
        past->ops[past->count] = last[(found - 1 - (past->count - first)) % LOOKED_AT];
        past->count++;
    }
    return past->count - first == found;
}

/* The jumps say where the straight lines began and ended. */
static void
find_past(struct sim_wave *wave, const struct sim_op *op, struct past *past)
{
    uint64_t end = op ? op->pc : wave->pc;
    past->count = past->at_place = op != NULL;
    past->whole = false;
    past->ops[0] = op;
    for (uint32_t jump = wave->jumps->count; wave->jumps->count - jump < SIM_JUMPS; jump--) {
        const struct sim_jump *last = jump ? &wave->jumps->at[(jump - 1) % SIM_JUMPS] : NULL;
        uint64_t start = last ? last->to : wave->device->dispatch->entry;
        if (!add_straight(wave->device, start, end, past) || past->count == LOOKED_AT)
            return;
        if (!last) {
            past->whole = true;
            return;
        }
        past->ops[past->count++] = last->from;
        end = last->from->pc;
    }
}

void
sim_put_register(struct strbuf *text, bool vector, unsigned reg)
{
    static const struct {
        unsigned reg;
        const char *name;
    } names[] = {{GCN_VCC_LO, "vcc_lo"},
                 {GCN_VCC_HI, "vcc_hi"},
                 {GCN_M0, "m0"},
                 {GCN_EXEC_LO, "exec_lo"},
                 {GCN_EXEC_HI, "exec_hi"},
                 {SREG_FLAT_SCRATCH, "flat_scratch_lo"},
                 {SREG_FLAT_SCRATCH + 1, "flat_scratch_hi"}};
    for (unsigned i = 0; !vector && i < sizeof names / sizeof *names; i++)
        if (names[i].reg == reg) {
            strbuf_puts(text, names[i].name);
            return;
        }
    strbuf_printf(text, "%c%u", vector ? 'v' : 's', reg);
}

static void
put_value(struct strbuf *text, const struct sim_wave *wave, bool vector, unsigned reg,
          unsigned lane)
{
    uint32_t shadow = vector ? sim_lane_shadow(wave, reg, lane) : wave->sgpr_shadow[reg];
    strbuf_puts(text, " ");
    sim_put_register(text, vector, reg);
    if (shadow == UINT32_MAX)
        strbuf_puts(text, "=(uninitialised)");
    else
        strbuf_printf(text, "=0x%x%s", vector ? wave->v[reg][lane] : wave->sgpr[reg],
                      shadow ? " (partly uninitialised)" : "");
}

static bool
writes(const struct sim_op *op, bool vector, unsigned reg)
{
    for (unsigned i = 0; i < op->write_count; i++)
        if (op->writes[i].vector == vector && reg >= op->writes[i].first &&
            reg - op->writes[i].first < op->writes[i].count)
            return true;
    return false;
}

/* What the instruction read, if nothing has written it since: of the place itself all. */
static void
put_reads(struct strbuf *text, const struct sim_wave *wave, const struct past *past, unsigned index,
          unsigned lane)
{
    const struct sim_op *op = past->ops[index];
    unsigned shown = 0;
    for (unsigned i = 0; i < op->read_count; i++)
        for (unsigned reg = op->reads[i].first; reg < op->reads[i].first + op->reads[i].count;
             reg++) {
            bool vector = op->reads[i].vector, overwritten = false;
            for (unsigned k = past->at_place; k <= index; k++)
                overwritten |= writes(past->ops[k], vector, reg);
            if (!overwritten && (vector ? reg < wave->vgprs : reg < SIM_SREGS) &&
                shown++ < SHOWN_REGISTERS)
                put_value(text, wave, vector, reg, lane);
        }
}

static void
put_past(struct strbuf *text, const struct sim_wave *wave, const struct past *past, unsigned lane)
{
    if (past->count)
        strbuf_printf(text,
                      "\n  the last instructions, with what they read (vectors: lane %u):", lane);
    for (unsigned i = (unsigned)smaller(past->count, SHOWN); i-- > 0;) {
        struct strbuf line = strbuf_new(text->arena), reads = strbuf_new(text->arena);
        strbuf_printf(&line, "    0x%llx  ", (unsigned long long)past->ops[i]->pc);
        gcn_print(&line, wave->device->target, &past->ops[i]->inst, NULL);
        put_reads(&reads, wave, past, i, lane);
        if (reads.text) {
            strbuf_column(&line, 64);
            strbuf_puts(&line, reads.text);
        }
        strbuf_printf(text, "\n%s", line.text);
    }
}

/* Where a register that is not to be relied on was last written. */
static void
put_origin(struct strbuf *text, const struct sim_wave *wave, const struct past *past, bool vector,
           unsigned reg)
{
    unsigned at = past->at_place;
    while (at < past->count && !writes(past->ops[at], vector, reg))
        at++;
    strbuf_puts(text, "\n  ");
    sim_put_register(text, vector, reg);
    if (at < past->count) {
        strbuf_puts(text, " was last written by `");
        gcn_print(text, wave->device->target, &past->ops[at]->inst, NULL);
        strbuf_printf(text, "` at 0x%llx", (unsigned long long)past->ops[at]->pc);
    } else if (past->whole) {
        strbuf_puts(text, " was never written");
    } else {
        strbuf_printf(text, " was not written by the last %u instructions", past->count);
    }
}

/* The same for all registers of the place that are uninitialised or not waited for. */
static void
put_origins(struct strbuf *text, const struct sim_wave *wave, const struct past *past,
            unsigned lane)
{
    const struct sim_op *op = past->ops[0];
    unsigned shown = 0;
    for (unsigned i = 0; past->at_place && i < op->read_count + op->write_count; i++) {
        bool read = i < op->read_count;
        const struct sim_range *range = read ? &op->reads[i] : &op->writes[i - op->read_count];
        for (unsigned reg = range->first; reg < range->first + range->count; reg++) {
            bool vector = range->vector, exists = vector ? reg < wave->vgprs : reg < SIM_SREGS;
            if (!exists)
                continue;
            bool pending = false;
            OBSERVE(wave->device, suspect, wave, vector, reg, &pending);
            uint32_t shadow = vector ? sim_lane_shadow(wave, reg, lane) : wave->sgpr_shadow[reg];
            if ((pending || (read && shadow)) && shown++ < SHOWN_ORIGINS)
                put_origin(text, wave, past, vector, reg);
        }
    }
}

static void
describe_past(struct sim_wave *wave, const struct sim_op *op, int lane, struct strbuf *text)
{
    uint64_t exec = sim_exec(wave);
    unsigned shown = lane >= 0 ? (unsigned)lane : exec ? (unsigned)__builtin_ctzll(exec) : 0;
    if (!wave->device->dispatch)
        return;
    struct past *past = ARENA_NEW(text->arena, struct past);
    find_past(wave, op, past);
    put_past(text, wave, past, shown);
    put_origins(text, wave, past, shown);
}

static void
describe_hint(const char *reason, struct strbuf *text)
{
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (strstr(reason, hints[i].words)) {
            strbuf_printf(text, "\n  look at: %s", hints[i].hint);
            return;
        }
}

/* ---- whose memory ---- */

/* The explicit argument whose value is an address in the region; -1: none.  *name: "" if unknown. */
static int
argument_of(const struct sim_device *device, const struct sim_region *region, const char **name)
{
    const struct sim_launch *launch = device->launch;
    const struct sim_kernel *kernel = device->kernel;
    *name = "";
    for (unsigned i = 0; launch && i < launch->arg_count; i++) {
        const struct sim_arg *arg = &launch->args[i];
        uint64_t address;
        if (arg->local || arg->size != sizeof address)
            continue;
        memcpy(&address, arg->bytes, sizeof address);
        if (address - region->base >= region->size && address != region->base)
            continue;
        for (unsigned k = 0, at = 0; k < kernel->arg_count; k++)
            if (kernel->args[k].kind < SIM_ARG_HIDDEN_NONE && at++ == i)
                *name = kernel->args[k].name;
        return (int)i;
    }
    return -1;
}

const char *
sim_owner(struct sim_device *device, struct arena *arena, const struct sim_region *region)
{
    const char *name;
    int argument = argument_of(device, region, &name);
    if (argument >= 0)
        return arena_printf(arena, *name ? "argument %d (%s)" : "argument %d", argument, name);
    if (region->image)
        return "a code object";
    if (region->base == device->kernarg_address)
        return "the kernarg segment";
    if (region->base == device->scratch_address)
        return "the scratch memory";
    if (region->base == device->queue_address)
        return "the queue";
    if (device->launch && region->base == device->launch->printf_buffer)
        return "the printf buffer";
    return "an allocation";
}

/* Which variable of a code object holds the byte; NULL: none that the object names. */
static const struct sim_variable *
variable_at(const struct sim_device *device, const struct sim_region *region, uint64_t address)
{
    for (const struct sim_object *object = device->objects; object; object = object->next)
        vec_foreach (const struct sim_variable, variable, &object->variables)
            if (object->region == region && address - variable->address < variable->size)
                return variable;
    return NULL;
}

const char *
sim_byte_text(struct sim_device *device, struct arena *arena, const struct sim_region *region,
              uint64_t address)
{
    const struct sim_variable *variable = variable_at(device, region, address);
    if (variable)
        return arena_printf(arena, "%llu of '%s'",
                            (unsigned long long)(address - variable->address), variable->name);
    return arena_printf(arena, "%llu of %s", (unsigned long long)(address - region->base),
                        sim_owner(device, arena, region));
}

/* ---- ends ---- */

static _Noreturn void
end_launch(struct sim_wave *wave, const struct sim_op *op, int lane, enum sim_status status,
           const char *reason)
{
    struct sim_device *device = wave->device;
    struct strbuf text = strbuf_new(wave->group->arena);
    strbuf_puts(&text, reason);
    describe_location(wave, op, lane, &text);
    if (status == SIM_FAULT) {
        describe_past(wave, op, lane, &text);
        describe_hint(reason, &text);
    }
    snprintf(device->message, sizeof device->message, "%s", text.text);
    device->status = status;
    OBSERVE(device, end, wave, op, status);
    guard_unwind(&device->guard, GUARD_ICE, "");
}

/* What a variadic function was told, in `reason`. */
#define FORMAT_REASON(format)                                                                      \
    char reason[REASON];                                                                           \
    va_list args;                                                                                  \
    va_start(args, format);                                                                        \
    vsnprintf(reason, sizeof reason, format, args);                                                \
    va_end(args)

void
sim_fault(struct sim_wave *wave, const struct sim_op *op, int lane, const char *format, ...)
{
    FORMAT_REASON(format);
    end_launch(wave, op, lane, SIM_FAULT, reason);
}

void
sim_stop(struct sim_wave *wave, const struct sim_op *op, const char *format, ...)
{
    FORMAT_REASON(format);
    end_launch(wave, op, -1, SIM_ERROR, reason);
}

void
sim_report(struct sim_wave *wave, const struct sim_op *op, const char *reason)
{
    struct sim_device *device = wave->device;
    device->stats.warnings++;
    if (!device->options.warn)
        return;
    struct strbuf text = strbuf_new(wave->group->arena);
    strbuf_puts(&text, reason);
    describe_location(wave, op, -1, &text);
    SIM_CALL_BACK(device, device->options.warn(device->options.data, text.text));
}

static void
warn_once(struct sim_wave *wave, const struct sim_op *op, const char *reason)
{
    if (op->warned)
        return;
    ((struct sim_op *)op)->warned = true;
    sim_report(wave, op, reason);
}

void
sim_tell(struct sim_wave *wave, const struct sim_op *op, const char *format, ...)
{
    FORMAT_REASON(format);
    warn_once(wave, op, reason);
}

void
sim_warn(struct sim_wave *wave, const struct sim_op *op, const char *format, ...)
{
    FORMAT_REASON(format);
    if (!wave->device->foreign)
        sim_fault(wave, op, -1, "%s", reason);
    warn_once(wave, op, reason);
}
