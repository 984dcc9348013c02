/* The GCN simulator as a library: devices, memory, code objects, launches.
 *
 * A device executes code objects of GFX6 to GFX9 in wave64.  Global memory lives in simulated
 * virtual addresses; every access is checked against the allocations.  A launch goes the way a real
 * one goes: an AQL packet in the ring of an amd_queue_t, a doorbell, a packet processor that sets
 * up registers from the kernel descriptor alone, a completion signal.
 *
 * Nothing here exits, prints or keeps global state.  One device belongs to one thread at a time. */
#ifndef OCC_RUNTIME_SIM_SIM_H
#define OCC_RUNTIME_SIM_SIM_H

#include "backend-gcn/gcn_target.h"
#include "support/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sim_device;
struct sim_object;

enum sim_status {
    SIM_OK,
    SIM_ERROR, /* bad object, bad arguments, out of memory, cancelled */
    SIM_FAULT, /* the kernel did what the hardware, or a strict reading of it, forbids */
};

struct sim_options {
    const struct allocator *allocator; /* NULL: malloc */
    bool strict; /* check waits, hazards, marks of uninitialised data, races */
    int foreign; /* 1: wait states that only a manual asks for are warnings; 0: faults;
                    -1: decided by each object (one that occ wrote is not foreign) */
    uint64_t max_instructions; /* per launch, over all waves; 0: no limit */
    uint64_t removed; /* address in the ELF file of one instruction to pass over as if it were not
                         there, 0: none: what the tests delete waits with */
    /* Called with each executed instruction as text when not NULL (slow). */
    void (*trace)(void *data, const char *line);
    /* Called with each warning, once per place. */
    void (*warn)(void *data, const char *line);
    void *data;
};

/* Makes a device without a target: the first loaded object decides it.  NULL: out of memory. */
struct sim_device *sim_device_new(const struct sim_options *options);
void sim_device_free(struct sim_device *device);
/* What went wrong in the last call that did not return SIM_OK. */
const char *sim_message(const struct sim_device *device);
/* NULL before the first object is loaded or sim_device_set_target is called. */
const struct gcn_target *sim_device_target(const struct sim_device *device);
enum sim_status sim_device_set_target(struct sim_device *device, const struct gcn_target *target);

/* ---- Memory ---- */

/* size bytes of zeroed, initialised global memory; returns its address, or 0. */
uint64_t sim_alloc(struct sim_device *device, uint64_t size);
/* The same, uninitialised: the host or a kernel must write a byte before it may be used. */
uint64_t sim_alloc_raw(struct sim_device *device, uint64_t size);
/* Maps host memory that the caller keeps alive; returns its address on the device, or 0. */
uint64_t sim_map(struct sim_device *device, void *host, uint64_t size);
void sim_free(struct sim_device *device, uint64_t address);
enum sim_status sim_write(struct sim_device *device, uint64_t address, const void *bytes,
                          uint64_t size);
/* Copies to the host; in strict mode a byte that carries the mark of uninitialised data is a fault
 * that names the store which left it. */
enum sim_status sim_read(struct sim_device *device, uint64_t address, void *bytes, uint64_t size);
/* The host's view of an address range, or NULL when it is not inside one allocation. */
void *sim_host_pointer(struct sim_device *device, uint64_t address, uint64_t size);

/* ---- Code objects ---- */

enum sim_arg_kind {
    SIM_ARG_BY_VALUE,
    SIM_ARG_GLOBAL_BUFFER,
    SIM_ARG_LOCAL_POINTER,
    SIM_ARG_SAMPLER,
    SIM_ARG_IMAGE,
    SIM_ARG_PIPE,
    SIM_ARG_QUEUE,
    SIM_ARG_HIDDEN_NONE, /* every later kind is hidden */
    SIM_ARG_HIDDEN_GLOBAL_OFFSET_X,
    SIM_ARG_HIDDEN_GLOBAL_OFFSET_Y,
    SIM_ARG_HIDDEN_GLOBAL_OFFSET_Z,
    SIM_ARG_HIDDEN_PRINTF_BUFFER,
    SIM_ARG_HIDDEN_HOSTCALL_BUFFER,
    SIM_ARG_HIDDEN_DEFAULT_QUEUE,
    SIM_ARG_HIDDEN_COMPLETION_ACTION,
    SIM_ARG_HIDDEN_MULTIGRID_SYNC,
    SIM_ARG_HIDDEN_BLOCK_COUNT_X,
    SIM_ARG_HIDDEN_BLOCK_COUNT_Y,
    SIM_ARG_HIDDEN_BLOCK_COUNT_Z,
    SIM_ARG_HIDDEN_GROUP_SIZE_X,
    SIM_ARG_HIDDEN_GROUP_SIZE_Y,
    SIM_ARG_HIDDEN_GROUP_SIZE_Z,
    SIM_ARG_HIDDEN_REMAINDER_X,
    SIM_ARG_HIDDEN_REMAINDER_Y,
    SIM_ARG_HIDDEN_REMAINDER_Z,
    SIM_ARG_HIDDEN_GRID_DIMS,
    SIM_ARG_HIDDEN_HEAP,
    SIM_ARG_HIDDEN_PRIVATE_BASE,
    SIM_ARG_HIDDEN_SHARED_BASE,
    SIM_ARG_HIDDEN_QUEUE_PTR,
    SIM_ARG_HIDDEN_DYNAMIC_LDS_SIZE,
};

struct sim_arg_info {
    const char *name, *type_name; /* "" when the object does not say */
    enum sim_arg_kind kind;
    uint32_t offset, size, align; /* bytes in the kernarg segment */
    uint32_t pointee_align;       /* of a local pointer; 0: unknown */
};

struct sim_kernel {
    const char *name;
    uint64_t descriptor; /* address of the kernel descriptor or amd_kernel_code_t */
    uint32_t kernarg_size, kernarg_align;
    uint32_t group_size, private_size; /* static LDS, scratch per work-item, bytes */
    uint32_t required_size[3];         /* reqd_work_group_size; 0: none */
    uint32_t max_size;                 /* work-items in a work-group; 0: unknown */
    bool has_metadata;
    const struct sim_arg_info *args;
    unsigned arg_count;
    struct sim_object *object;
};

/* Loads an ELF code object (versions 2 to 5).  *object lives as long as the device. */
enum sim_status sim_load(struct sim_device *device, const void *bytes, size_t size,
                         struct sim_object **object);
const struct sim_kernel *sim_find_kernel(const struct sim_object *object, const char *name);
unsigned sim_kernel_count(const struct sim_object *object);
const struct sim_kernel *sim_kernel_at(const struct sim_object *object, unsigned index);
/* Object version 2 to 5. */
unsigned sim_object_version(const struct sim_object *object);

/* ---- Launches ---- */

struct sim_arg {
    bool local;        /* a local pointer of `size` bytes; else `size` bytes by value */
    const void *bytes; /* a buffer's address is 8 bytes by value */
    uint64_t size;
};

struct sim_launch {
    unsigned dims; /* 1 to 3 */
    uint32_t global[3], local[3];
    uint64_t offset[3];
    const struct sim_arg *args; /* the explicit ones, in order */
    unsigned arg_count;
    uint64_t printf_buffer; /* address, 0: none */
    uint32_t stack_size;    /* scratch per work-item for dynamic stacks; 0: 16384 when asked for */
};

/* Counts of executed instructions and modelled cycles of the last launch. */
enum sim_class {
    SIM_CLASS_SALU,
    SIM_CLASS_VALU,
    SIM_CLASS_SMEM,
    SIM_CLASS_VMEM,
    SIM_CLASS_FLAT,
    SIM_CLASS_LDS,
    SIM_CLASS_BRANCH,
    SIM_CLASS_WAIT,
    SIM_CLASS_BARRIER,
    SIM_CLASS_OTHER,
    SIM_CLASSES
};

struct sim_stats {
    uint64_t instructions; /* per wave */
    uint64_t by_class[SIM_CLASSES];
    uint64_t lane_ops; /* active lanes summed over vector instructions */
    uint64_t loads, stores, atomics;
    uint64_t bytes_read, bytes_written; /* global and scratch memory */
    uint64_t lds_conflict_cycles;
    uint64_t groups, waves;
    uint64_t cycles; /* modelled, one compute unit: see timing.c */
    uint64_t busy_valu, busy_salu, busy_lds, busy_vmem; /* cycles of each unit */
    uint64_t latency;                                   /* longest wave alone */
    unsigned vgprs, sgprs, lds_bytes, scratch_bytes;
    unsigned occupancy; /* waves per SIMD */
    const char *occupancy_limit;
    unsigned warnings;
};

enum sim_status sim_launch(struct sim_device *device, const struct sim_kernel *kernel,
                           const struct sim_launch *launch);
const struct sim_stats *sim_stats(const struct sim_device *device);
/* "salu", "valu", ... */
const char *sim_class_name(enum sim_class index);

#endif
