/* Traps: s_trap, the trap handler, s_rfe_b64, halting, and messages.
 *
 * Without a handler s_trap does what the runtime's does: AMDGPUUsage, "Trap Handler ABI", a table
 * here.  With one (sim_set_trap_handler) the wave waits for what is outstanding, ttmp0 and ttmp1 get
 *
 *     63..61  60..57    56    55..48   47..0
 *     0       rewind    host  trap id  pc of the s_trap instruction
 *
 * and it goes on at TBA with privileges, which s_rfe_b64 gives back.  Only then TBA, TMA and the
 * ttmp registers are there.  AMD's manuals, "Traps and exceptions"; GcnOperands; GcnInstrsSopp. */
#include "runtime/sim/exec/salu.h"

enum {
    TRAP_ABORT = 2,
    TRAP_ID_SHIFT = 48,
    TRAP_ALIGN = 256,
    FIRST_PRIVILEGED = 128 + GCN_TBA_LO - GCN_FLAT_SCRATCH_LO, /* as sim_sreg() counts */
    END_PRIVILEGED = 128 + GCN_TTMP0 + 16 - GCN_FLAT_SCRATCH_LO,
    PC_BITS = 48,
};

enum {
    MESSAGE_INTERRUPT = 1,
    MESSAGE_SAVEWAVE = 4,
    MESSAGE_STALL_WAVE_GEN = 5,
    MESSAGE_HALT_WAVES = 6,
    MESSAGE_GET_DOORBELL = 10,
    EVENT_BITS = 0xFFFFFF,
    DOORBELL_BITS = 0x3FF,
};

#define MESSAGE(id, name, first, last) [id] = {"MSG_" name, GCN_##first, GCN_##last},
static const struct {
    const char *name;
    uint8_t first, last; /* families that have it */
} messages[16] = {
#include "gcn/isa/gcn_names.def"
};

/* ---- without a handler ---- */

static const struct {
    uint8_t id;
    bool warns; /* and goes on; else a fault */
    const char *text;
} runtime_traps[] = {
    {0, false, "is reserved by the hardware"},
    {1, false, "is reserved for a debugtrap with an argument"},
    {TRAP_ABORT, false, "ends the kernel (llvm.trap)"},
    {3, true, "without a debugger (llvm.debugtrap)"},
    {7, false, "is a breakpoint of a debugger, and there is none"},
    {8, false, "is reserved for a debugger"},
    {0xFE, false, "is reserved for a debugger"},
    {0xFF, false, "is reserved for a debugger"},
};

/* Which queue is to be put into the error state the handler finds out by a message, on a chip that
 * has it and with a handler as young as version 4; else s[0:1] tells. */
static bool
is_queue_missing(const struct sim_wave *wave)
{
    const struct sim_device *device = wave->device;
    if (device->target->family >= messages[MESSAGE_GET_DOORBELL].first &&
        device->kernel->object->version >= 4)
        return false;
    return device->strict && (sim_shadow64(wave, 0) || sim_get64(wave, 0) != device->queue_address);
}

static void
trap_of_runtime(struct sim_wave *wave, const struct sim_op *op, unsigned id)
{
    for (size_t i = 0; i < sizeof runtime_traps / sizeof *runtime_traps; i++) {
        if (runtime_traps[i].id != id)
            continue;
        if (id == TRAP_ABORT)
            sim_blame(wave->device, SIM_CAUSE_TRAP, 0);
        if (id == TRAP_ABORT && is_queue_missing(wave))
            sim_fault(wave, op, -1, "trap %u %s, but s[0:1] is not the queue's address", id,
                      runtime_traps[i].text);
        if (!runtime_traps[i].warns)
            sim_fault(wave, op, -1, "trap %u %s", id, runtime_traps[i].text);
        sim_tell(wave, op, "trap %u %s", id, runtime_traps[i].text);
        return;
    }
    sim_fault(wave, op, -1, "trap %u is none that the runtime's handler knows", id);
}

/* ---- with one ---- */

void
trap_exec(struct sim_wave *wave, const struct sim_op *op)
{
    struct sim_device *device = wave->device;
    unsigned id = (unsigned)op->inst.imm & 0xFF;
    if (!device->trap_base) {
        trap_of_runtime(wave, op, id);
        return;
    }
    if (!id)
        sim_fault(wave, op, -1, "trap 0 is reserved by the hardware");
    if (wave->state->priv)
        sim_fault(wave, op, -1, "trap %u inside of the trap handler", id);
    counter_wait(wave, 0, 0, 0);
    sim_set64(wave, sim_sreg(GCN_TTMP0), op->pc | (uint64_t)id << TRAP_ID_SHIFT, 0);
    wave->state->priv = true;
    sim_jump(wave, op, device->trap_base);
}

/* The handler's code object as any other; its kernel, or without one its first instruction, is the
 * handler. */
enum sim_status
sim_set_trap_handler(struct sim_device *device, const void *bytes, size_t size, uint64_t memory)
{
    struct sim_object *object = NULL;
    device->trap_base = 0;
    device->trap_memory = memory;
    if (!bytes)
        return SIM_OK;
    enum sim_status status = sim_load(device, bytes, size, &object);
    if (status != SIM_OK)
        return status;
    uint64_t entry = object->code;
    if (object->kernel_count) {
        uint64_t descriptor = object->kernels[0].descriptor;
        struct kernel_descriptor header;
        sim_read(device, descriptor, &header, sizeof header);
        entry = descriptor + (uint64_t)header.kernel_code_entry_byte_offset;
    }
    if (entry % TRAP_ALIGN) {
        snprintf(device->message, sizeof device->message,
                 "the trap handler is not aligned to %u bytes", TRAP_ALIGN);
        return SIM_ERROR;
    }
    device->trap_base = entry;
    return SIM_OK;
}

void
trap_begin(struct sim_wave *wave)
{
    const struct sim_device *device = wave->device;
    wave->state->priv = wave->state->halted = false;
    wave->state->priority = wave->state->debug = 0;
    wave->state->trapsts = 0;
    if (!device->trap_base)
        return;
    sim_set64(wave, sim_sreg(GCN_TBA_LO), device->trap_base, 0);
    sim_set64(wave, sim_sreg(GCN_TMA_LO), device->trap_memory, 0);
}

static void
return_from_exception(struct sim_wave *wave, const struct sim_op *op)
{
    uint64_t shadow;
    uint64_t target = sim_scalar(wave, op, &op->source[0], &shadow);
    if (!wave->state->priv)
        sim_fault(wave, op, -1, "only the trap handler may return from an exception");
    sim_need_defined(wave, op, -1, shadow != 0, "a branch");
    wave->state->priv = false;
    sim_jump(wave, op, target & ((UINT64_C(1) << PC_BITS) - 1));
    if (wave->state->halted)
        sim_fault(wave, op, -1, "the trap handler has halted the wave: nobody will resume it");
}

void
trap_exec_rfe(struct sim_wave *wave, const struct sim_op *op)
{
    return_from_exception(wave, op);
}

/* ---- privileges ---- */

bool
trap_is_privileged(const struct sim_op *op)
{
    for (unsigned i = 0; i < op->read_count + op->write_count; i++) {
        const struct sim_range *range =
            i < op->read_count ? &op->reads[i] : &op->writes[i - op->read_count];
        if (!range->vector && range->first + range->count > FIRST_PRIVILEGED &&
            range->first < END_PRIVILEGED)
            return true;
    }
    return false;
}

void
trap_exec_privileged(struct sim_wave *wave, const struct sim_op *op)
{
    if (!wave->state->priv)
        sim_fault(wave, op, -1, "TBA, TMA and ttmp registers are the trap handler's");
    op->exec_with_privileges(wave, op);
}

/* "Halt is ignored while PRIV is 1": until the handler returns. */
void
trap_exec_sethalt(struct sim_wave *wave, const struct sim_op *op)
{
    wave->state->halted = op->inst.imm & 1;
    if (wave->state->halted && !wave->state->priv)
        sim_fault(wave, op, -1, "the wave halts itself: nobody will resume it");
}

/* ---- messages ---- */

static void
interrupt(struct sim_wave *wave, const struct sim_op *op)
{
    const struct sim_options *options = &wave->device->options;
    sim_need_defined(wave, op, -1, (wave->sgpr_shadow[GCN_M0] & EVENT_BITS) != 0, "a message");
    if (options->interrupt)
        options->interrupt(options->data, wave->sgpr[GCN_M0] & EVENT_BITS);
}

/* The queue's doorbell comes into bits 9:0 of EXEC, and bit 31 becomes 0 when it is there. */
static void
get_doorbell(struct sim_wave *wave, const struct sim_op *op)
{
    const struct amd_queue *queue = queue_object(wave->device);
    uint64_t exec = sim_exec(wave) & ~UINT64_C(0xFFFFFFFF);
    sim_write_scalar(wave, op, GCN_EXEC_LO, 2, exec | (queue->hsa_queue.id & DOORBELL_BITS), 0);
}

void
trap_exec_sendmsg(struct sim_wave *wave, const struct sim_op *op)
{
    unsigned id = op->inst.imm & 15, family = wave->device->target->family;
    if (!messages[id].name || family < messages[id].first || family > messages[id].last)
        sim_fault(wave, op, -1, "message %u does not exist", id);
    switch (id) {
    case MESSAGE_INTERRUPT:
        interrupt(wave, op);
        break;
    case MESSAGE_GET_DOORBELL:
        get_doorbell(wave, op);
        break;
    case MESSAGE_STALL_WAVE_GEN: /* no wave is about to be made */
        break;
    case MESSAGE_SAVEWAVE:
        sim_fault(wave, op, -1, "MSG_SAVEWAVE is for a trap handler that saves a context");
    case MESSAGE_HALT_WAVES:
        sim_fault(wave, op, -1, "MSG_HALT_WAVES: nobody will resume the waves");
    default:
        sim_fault(wave, op, -1, "%s is not for compute kernels", messages[id].name);
    }
    counter_issue(wave, op, PENDING_MESSAGE, false, 0, 0);
    if (op->inst.op == GCN_s_sendmsghalt)
        sim_fault(wave, op, -1, "the wave halts itself: nobody will resume it");
}
