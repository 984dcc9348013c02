/* Devices and errors: the public calls that are not about memory, objects or launches. */
#include "runtime/sim/sim_internal.h"

#include <stdarg.h>
#include <stdio.h>

struct sim_device *
sim_device_new(const struct sim_options *options)
{
    const struct allocator *allocator = options->allocator ? options->allocator : &allocator_malloc;
    struct sim_device *device = allocator->alloc(allocator->data, sizeof *device);
    if (!device)
        return NULL;
    memset(device, 0, sizeof *device);
    device->options = *options;
    device->allocator = *allocator;
    device->strict = options->strict;
    /* Far from 0, so that null and small offsets from it are never inside an allocation. */
    device->next_address = UINT64_C(0x100000000);
    arena_init(&device->arena, &device->allocator, &device->guard);
    return device;
}

void
sim_device_free(struct sim_device *device)
{
    if (!device)
        return;
    sim_memory_free(device);
    arena_free(&device->arena);
    struct allocator allocator = device->allocator;
    allocator.release(allocator.data, device);
}

const char *
sim_message(const struct sim_device *device)
{
    return device->message;
}

const struct gcn_target *
sim_device_target(const struct sim_device *device)
{
    return device->target;
}

enum sim_status
sim_device_set_target(struct sim_device *device, const struct gcn_target *target)
{
    if (device->target && device->target != target) {
        snprintf(device->message, sizeof device->message, "the device is a %s, not a %s",
                 device->target->name, target->name);
        return SIM_ERROR;
    }
    device->target = target;
    return SIM_OK;
}

const struct sim_stats *
sim_stats(const struct sim_device *device)
{
    return &device->stats;
}

void
sim_error(struct sim_device *device, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(device->message, sizeof device->message, format, args);
    va_end(args);
    device->status = SIM_ERROR;
    guard_unwind(&device->guard, GUARD_ICE, "");
}

void
sim_take_message(struct sim_device *device)
{
    if (device->guard.message[0])
        snprintf(device->message, sizeof device->message, "%s", device->guard.message);
}

static void
describe_location(struct sim_wave *wave, const struct sim_op *op, int lane, struct strbuf *text)
{
    struct sim_device *device = wave->device;
    strbuf_printf(text, "\n  kernel %s, pc 0x%llx", device->kernel ? device->kernel->name : "?",
                  (unsigned long long)(op ? op->pc : wave->pc));
    if (op && wave->code)
        strbuf_printf(text, " (code offset 0x%llx)",
                      (unsigned long long)(op->pc - wave->code->base));
    if (op) {
        strbuf_puts(text, ", instruction `");
        gcn_print(text, device->target, &op->inst, NULL);
        strbuf_puts(text, "`");
    }
    strbuf_printf(text, "\n  work-group (%u,%u,%u), wave %u", wave->group->id[0],
                  wave->group->id[1], wave->group->id[2], wave->index);
    if (lane >= 0)
        strbuf_printf(text, ", lane %d", lane);
}

static _Noreturn void
end_launch(struct sim_wave *wave, const struct sim_op *op, int lane, enum sim_status status,
           const char *reason)
{
    struct sim_device *device = wave->device;
    struct strbuf text = strbuf_new(wave->group->arena);
    strbuf_puts(&text, reason);
    describe_location(wave, op, lane, &text);
    snprintf(device->message, sizeof device->message, "%s", text.text);
    device->status = status;
    guard_unwind(&device->guard, GUARD_ICE, "");
}

void
sim_fault(struct sim_wave *wave, const struct sim_op *op, int lane, const char *format, ...)
{
    char reason[512];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    end_launch(wave, op, lane, SIM_FAULT, reason);
}

void
sim_stop(struct sim_wave *wave, const struct sim_op *op, const char *format, ...)
{
    char reason[512];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    end_launch(wave, op, -1, SIM_ERROR, reason);
}

static void
warn_once(struct sim_wave *wave, const struct sim_op *op, const char *reason)
{
    struct sim_device *device = wave->device;
    if (op->warned)
        return;
    ((struct sim_op *)op)->warned = true;
    device->stats.warnings++;
    if (!device->options.warn)
        return;
    struct strbuf text = strbuf_new(wave->group->arena);
    strbuf_puts(&text, reason);
    describe_location(wave, op, -1, &text);
    device->options.warn(device->options.data, text.text);
}

void
sim_tell(struct sim_wave *wave, const struct sim_op *op, const char *format, ...)
{
    char reason[512];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    warn_once(wave, op, reason);
}

void
sim_warn(struct sim_wave *wave, const struct sim_op *op, const char *format, ...)
{
    char reason[512];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    if (!wave->device->foreign)
        sim_fault(wave, op, -1, "%s", reason);
    warn_once(wave, op, reason);
}

const char *
sim_class_name(enum sim_class index)
{
    static const char *const names[SIM_CLASSES] = {
        [SIM_CLASS_SALU] = "salu",     [SIM_CLASS_VALU] = "valu", [SIM_CLASS_SMEM] = "smem",
        [SIM_CLASS_VMEM] = "vmem",     [SIM_CLASS_FLAT] = "flat", [SIM_CLASS_LDS] = "lds",
        [SIM_CLASS_BRANCH] = "branch", [SIM_CLASS_WAIT] = "wait", [SIM_CLASS_BARRIER] = "barrier",
        [SIM_CLASS_OTHER] = "other",
    };
    return names[index];
}
