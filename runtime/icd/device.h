/* The seam between the API and what executes: the few operations that commands need of a GPU, with two sets of them,
 * sim/ (the simulator, in the process) and hsa/ (real ones, by HSA's runtime).
 *
 * Those of an engine are called with it locked (icd_engine_lock).  What fails leaves a text for
 * `message`. */
#ifndef OCC_RUNTIME_ICD_DEVICE_H
#define OCC_RUNTIME_ICD_DEVICE_H

#include "runtime/icd/icd.h"
#include "runtime/sim/sim.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct _cl_device_id;
struct _cl_event;
struct _cl_mem;
struct _cl_platform_id;
struct icd_argument;
struct icd_code;
struct icd_engine;

/* One side of a move: bytes of the host, or of the GPU.  Pitches from row to row and slice to slice, in bytes. */
struct icd_place {
    uint8_t *bytes;   /* NULL: it is on the GPU */
    uint64_t address; /* there */
    size_t row, slice;
};

/* A launch whose memory is on the GPU. */
struct icd_launch {
    struct icd_code *code; /* loaded there */
    const char *name;      /* of the kernel */
    struct sim_launch how; /* without a printf buffer */
    const struct icd_argument *arguments;
    uint64_t device_queue; /* as device_queue has given it; 0: the kernel has none */
};

/* How a command went that may take a while. */
enum icd_outcome {
    ICD_GOOD,
    ICD_BAD,
    ICD_LATER,     /* it cannot be taken now, and nothing is done */
    ICD_UNDER_WAY, /* the event has a flight; icd_engine_land says when it is over */
};

struct icd_driver {
    /* Makes the engine's GPU.  false: no memory, or it is lost. */
    bool (*open)(struct icd_engine *engine);
    void (*close)(struct icd_engine *engine);
    const char *(*message)(const struct icd_engine *engine);

    bool maps_parts; /* sub-buffers have addresses of their own, to find what is beside them */
    /* The memory's address; 0: no room.  *is_separate: it has bytes of its own there, which are not the host's. */
    uint64_t (*map)(struct icd_engine *engine, struct _cl_mem *memory, bool *is_separate);
    void (*unmap)(struct icd_engine *engine, uint64_t address);
    /* Commands take the event that they are of, behind what that has gone ahead of; NULL: they are over when they
     * return, and wait for nothing.  This one moves rows of bytes, also between two places of the GPU; what is there is
     * separate. */
    enum icd_outcome (*move)(struct icd_engine *engine, struct _cl_event *event,
                             const struct icd_place *to, const struct icd_place *from,
                             const size_t size[3]);
    enum icd_outcome (*fill)(struct icd_engine *engine, struct _cl_event *event, uint64_t address,
                             size_t size, const void *pattern, size_t pattern_size);
    /* Nothing, behind what the event has gone ahead of.  NULL: no event ever does so. */
    enum icd_outcome (*mark)(struct icd_engine *engine, struct _cl_event *event);

    /* How programs are compiled for it: an option after that of the chip; NULL: none. */
    const char *option;
    /* May an executable run there?  false: *why, the caller's to free, says why not. */
    bool (*takes)(const struct _cl_device_id *device, const void *bytes, size_t size, char **why);
    /* Code whose definers are there. */
    bool (*load)(struct icd_engine *engine, struct icd_code *code);
    void (*unload)(struct icd_engine *engine, struct icd_code *code);
    /* Reads the bytes of a variable: of what loaded code exports by its name, NULL: of its variables by their index, as
     * sim_variable_at counts them.  false: it cannot be had. */
    bool (*read_variable)(struct icd_engine *engine, const struct icd_code *code, const char *name,
                          unsigned index, void *bytes, size_t size);

    /* Makes the engine's queue on the device, with as many bytes, unless it is there; *address: queue_t.  The engine's
     * device_memory is for it.  Later: another launch has it. */
    enum icd_outcome (*device_queue)(struct icd_engine *engine, cl_uint bytes, uint64_t *address);
    /* Runs it, and prints what it prints.  If it has a queue on the device, it is over when all has run that the kernel puts
     * there.  Bad: *complaint, the caller's to free, says why. */
    enum icd_outcome (*launch)(struct icd_engine *engine, struct _cl_event *event,
                               const struct icd_launch *launch, char **complaint);

    /* Commands under way; NULL: there never are any.  These are called with the engine's turn, or with nobody else
     * that could use the flight or lane, but for may_follow, await and attend, which are called under the context's
     * lock. */
    /* Waits, with the lock given up, until the event's command may have ended, and lands it then; false: it is not
     * under way. */
    bool (*await)(struct icd_engine *engine, struct _cl_event *event);
    /* The event, which has a flight, is to land as soon as it is over, though nobody waits for it. */
    void (*attend)(struct icd_engine *engine, struct _cl_event *event);
    /* The other one, of the same engine, has a flight: does the driver keep the order if the event is run now? */
    bool (*may_follow)(const struct _cl_event *event, const struct _cl_event *other);
    /* Waits for what the event has gone ahead of.  false: it will never be over. */
    bool (*settle)(struct icd_engine *engine, struct _cl_event *event);
    /* The event has landed: what is left to do on the host.  false: it did not go well, *complaint says why. */
    bool (*flight_end)(struct icd_engine *engine, struct _cl_event *event, char **complaint);
    /* When it began, ended, and ended with its children, in nanoseconds of icd_clock.  false: that is not known. */
    bool (*flight_times)(const void *flight, cl_ulong times[3]);
    void (*flight_free)(void *flight);
    /* The queue, which had this lane, goes. */
    void (*lane_free)(struct icd_engine *engine, void *lane);

    /* Has the device images that kernels read, or write; both: that one kernel reads and writes? */
    bool (*image_exists)(const struct _cl_device_id *device, enum sim_geometry geometry,
                         enum sim_channel_order order, enum sim_channel_type type, bool reads,
                         bool writes);
    /* Images: with texels of their own, or of a buffer that is there. */
    bool (*image_new)(struct icd_engine *engine, const struct sim_image_info *info,
                      uint64_t *handle);
    bool (*image_map)(struct icd_engine *engine, const struct sim_image_info *info, uint64_t texels,
                      uint64_t *handle);
    /* One of all the texels of another one, in another channel order. */
    bool (*image_view)(struct icd_engine *engine, uint64_t image, enum sim_channel_order order,
                       uint64_t *handle);
    void (*image_free)(struct icd_engine *engine, uint64_t handle);
    /* Texels without gaps. */
    bool (*image_write)(struct icd_engine *engine, uint64_t handle, const struct sim_image_box *box,
                        const void *texels);
    bool (*image_read)(struct icd_engine *engine, uint64_t handle, const struct sim_image_box *box,
                       void *texels);
    bool (*sampler_new)(struct icd_engine *engine, const struct sim_sampler_info *info,
                        uint64_t *handle);
    void (*sampler_free)(struct icd_engine *engine, uint64_t handle);

    /* Memory of the host that GPUs see at its own address; NULL for the functions: any of the host's does, for
     * `map` to map. */
    uint8_t *(*share)(struct _cl_device_id *device, size_t size);
    void (*unshare)(struct _cl_device_id *device, uint8_t *bytes);
};

extern const struct icd_driver icd_sim_driver, icd_hsa_driver;

/* Adds the real GPUs that the settings name, or that there are if they name nothing (hsa/devices.c). */
void icd_hsa_add_devices(struct _cl_platform_id *platform);
/* The process ends: those, if there are any, do nothing more. */
void icd_hsa_abandon(struct _cl_platform_id *platform);

#endif
