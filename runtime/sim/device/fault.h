/* How a call ends in something else than SIM_OK, and what a message says of the place (fault.c, device.c). */
#ifndef OCC_RUNTIME_SIM_DEVICE_FAULT_H
#define OCC_RUNTIME_SIM_DEVICE_FAULT_H

#include "runtime/sim/device/device.h"

/* Ends the current call with SIM_ERROR. */
_Noreturn void sim_error(struct sim_device *device, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* After an unwind: the guard's message, when it has one, becomes the device's. */
void sim_take_message(struct sim_device *device);
/* Ends the launch with SIM_FAULT; lane < 0: the whole wave. */
_Noreturn void sim_fault(struct sim_wave *wave, const struct sim_op *op, int lane,
                         const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Ends the launch with SIM_ERROR, naming the place all the same. */
_Noreturn void sim_stop(struct sim_wave *wave, const struct sim_op *op, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A warning in any object. */
void sim_tell(struct sim_wave *wave, const struct sim_op *op, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same, even if the instruction was told of something else. */
void sim_report(struct sim_wave *wave, const struct sim_op *op, const char *reason);
/* A fault in our objects, a warning in foreign ones. */
void sim_warn(struct sim_wave *wave, const struct sim_op *op, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "v7", "s4", "vcc_lo": the name of a VGPR or of an index of sgpr[]. */
void sim_put_register(struct strbuf *text, bool vector, unsigned reg);
/* ", `instruction`" of a place, if one was executed there. */
void sim_put_instruction(struct sim_device *device, uint64_t pc, struct strbuf *text);
/* "work-group (...), wave ..., lane ..., local id (...), global id (...)" of any wave. */
void sim_put_work_item(const struct sim_device *device, uint64_t group, unsigned wave,
                       unsigned lane, struct strbuf *text);
/* Whose memory the region is: "argument 2 (out)", "the kernarg segment". */
const char *sim_owner(struct sim_device *device, struct arena *arena,
                      const struct sim_region *region);
/* Which byte of the region it is: "4 of argument 2 (out)", "4 of 'table'". */
const char *sim_byte_text(struct sim_device *device, struct arena *arena,
                          const struct sim_region *region, uint64_t address);
/* The place that the instruction at a pc belongs to, which the wave has come to; of a function without lines the
 * place where it was called.  false: nobody says. */
bool sim_find_calling_source(const struct sim_wave *wave, uint64_t pc, struct sim_place *source);

/* Before one of these, if the hardware would have told the host so. */
static inline void
sim_blame(struct sim_device *device, enum sim_cause cause, uint64_t address)
{
    device->cause = cause;
    device->cause_address = address;
}

#endif
