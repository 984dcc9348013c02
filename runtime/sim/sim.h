/* The GCN simulator as a library: devices, memory, code objects, launches.
 *
 * A device executes code objects of GFX6 to GFX9 in wave64.  Global memory lives in simulated
 * virtual addresses; every access is checked against the allocations.  A launch goes the way a real
 * one goes: an AQL packet in the ring of an amd_queue_t, a doorbell, a packet processor that sets
 * up registers from the kernel descriptor alone, a completion signal.
 *
 * Nothing here exits, prints or keeps global state.  One device belongs to one thread at a time.  The
 * floating-point environment of the thread is neither used nor changed; callbacks run in it. */
#ifndef OCC_RUNTIME_SIM_SIM_H
#define OCC_RUNTIME_SIM_SIM_H

#include "gcn/isa/gcn_target.h"
#include "support/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sim_device; /* one GPU with its memory and queue */
struct sim_object; /* a loaded code object */
struct sim_wave;   /* a wave of the running launch: see "Debugging" */

/* How a call ended; sim_message says more unless it is SIM_OK. */
enum sim_status {
    SIM_OK,
    SIM_ERROR, /* bad object, bad arguments, out of memory, a limit reached */
    SIM_FAULT, /* the kernel did what the hardware, or a strict reading of it, forbids */
};

/* Limits that end a run without end and let other runs finish.  Nothing here applies them unasked:
 * they are for programs that have a person waiting, as the command has. */
enum { SIM_DEFAULT_INSTRUCTIONS = 1 << 30, SIM_DEFAULT_SECONDS = 50 };

/* What v_rcp, v_rsq, v_sqrt, v_exp, v_log, v_sin and v_cos give: the nearest number (of f64 its
 * first 26 bits), the one as far from the truth as the documented error allows, or any within it
 * (README.md, "Choices"). */
enum sim_rounding { SIM_ROUNDING_NEAREST, SIM_ROUNDING_WORST, SIM_ROUNDING_SEED };

/* In what order waves take turns: one work-group after the other, on memory without caches; several
 * on several compute units with caches of their own and memory operations in flight, all in turn, as
 * a seed says, or in every way there is. */
enum sim_schedule {
    SIM_SCHEDULE_ORDER,
    SIM_SCHEDULE_ROUND,
    SIM_SCHEDULE_SEED,
    SIM_SCHEDULE_ALL, /* of launches with at most four waves: one schedule after the other */
};

/* Which plain loads and stores are atomic in the language of the program: those that the object lists;
 * an aligned one of at most 8 bytes beside an atomic instruction or a load past the L1 (glc); the
 * first in objects that list them, as occ's do, else the second. */
enum sim_atomics { SIM_ATOMICS_BY_OBJECT, SIM_ATOMICS_LISTED, SIM_ATOMICS_GUESSED };

/* Which instructions are traced: all that every `by` which is set lets through. */
struct sim_trace_filter {
    bool by_group, by_wave, by_lane, by_place;
    uint32_t group[3];    /* work-group */
    unsigned wave;        /* of the work-group */
    unsigned lane;        /* active ones only; its registers and accesses are those shown */
    uint64_t first, last; /* offsets of instructions in the code object, as the trace has them */
};

/* Copied by sim_device_new; the allocator and the callbacks are used as long as the device lives.
 * Callbacks get `data` and must not call the device. */
struct sim_options {
    const struct allocator *allocator; /* NULL: malloc */
    bool strict;                       /* check waits, hazards, uses of uninitialised data, races */
    bool fast;     /* not strict, in order; no modelled time, no statistics but of instructions */
    unsigned jobs; /* cores of the host that share the work-groups of a launch; 0 or 1: one.  One
                        also where it is checked for races, traced, profiled or debugged, uses
                        printf, the global data share or a trap handler, or another order is asked
                        for.  What programs give whose results do not depend on an order, and the
                        statistics, are those of one.  Their threads end with the device. */
    int foreign;   /* 1: wait states that only a manual asks for are warnings; 0: faults;
                    -1: decided by each object (one that occ wrote is not foreign) */
    uint32_t observed; /* sim_observe: checks beside those that the other options ask for */
    bool no_races;     /* strict, but for data races */
    bool benign; /* objects that ask for races: a store of what is there already is in none with
                              loads and stores of the same */
    /* Rows KIND:PATTERN of what objects made with -fsanitize= are not told of: bounds, race, undefined, async-copy or *;
     * where a kernel, a file, or a file with a line ("a.cl:12") is like that, in which a * stands for any
     * characters.  What is behind # is a comment.  NULL: none. */
    const char *suppressions;
    bool same_value_races; /* a store of what is there already may race, too */
    enum sim_atomics atomics;
    /* A barrier may complete because a wave ended, as on the hardware, and lanes that were masked at one may go
     * on, which is warned of; else either is a fault when strict, for OpenCL leaves it undefined. */
    bool early_exit;
    uint64_t max_instructions; /* per launch, over all waves; 0: no limit */
    uint32_t max_seconds;      /* per launch, of the clock on the wall; 0: no limit */
    const char *seconds_name;  /* what sets that, for the message; NULL: none is named */
    const bool *stop;  /* looked at by waves between turns: once it is true, launches end with
                         SIM_ERROR.  Stores to it are atomic; NULL: nobody stops them. */
    bool profile;      /* record what sim_profile tells (slow) */
    uint64_t removed;  /* address in the ELF file of one instruction to skip as if it were absent;
                         0: none.  Tests delete waits with it. */
    uint32_t gds_size; /* bytes of the global data share; 0: what the target has */
    enum sim_rounding rounding;
    uint64_t rounding_seed; /* of SIM_ROUNDING_SEED */
    enum sim_schedule schedule;
    uint64_t schedule_seed; /* of SIM_SCHEDULE_SEED */
    /* Of SIM_SCHEDULE_ALL: called at the end of each schedule that leaves memory as none did before;
     * may call sim_read.  NULL: nobody asks. */
    void (*outcome)(void *data);
    /* Called with each executed instruction as text when not NULL (slow). */
    void (*trace)(void *data, const char *line);
    struct sim_trace_filter trace_filter;
    /* Called with status SIM_OK before each instruction of each wave when not NULL (slow); returning
     * false ends the launch with SIM_ERROR.  Called with another status when an instruction ends the
     * launch with that: sim_message says why.  It may call sim_message and what is under
     * "Debugging". */
    bool (*debug)(void *data, struct sim_wave *wave, enum sim_status status);
    /* Called when the host would be interrupted: by a wave's s_sendmsg (bits 23:0 of M0), or by the
     * packet processor for a completion signal with a mailbox (its event id).  NULL: nobody asks. */
    void (*interrupt)(void *data, uint32_t event);
    /* Called with each warning, once per place. */
    void (*warn)(void *data, const char *line);
    void *data;
};

/* Sets the rounding from "nearest", "worst" or a number, the seed; NULL: nearest.  Returns false
 * and changes nothing of worth when the text is neither. */
bool sim_rounding_parse(const char *text, struct sim_options *options);

/* Sets the schedule from "order", "round", "all" or a number, the seed; NULL: order.  Returns false and
 * changes nothing of worth when the text is none of them. */
bool sim_schedule_parse(const char *text, struct sim_options *options);

/* Adds a check by its name to those that the other options ask for: one that counts (sim_observer_at); the
 * others belong to options.  Returns false, and changes nothing, when there is none of that name. */
bool sim_observe(struct sim_options *options, const char *name);
struct sim_observer_info {
    const char *name, *what;
    const char *counted; /* what it counts; NULL: nothing */
    uint64_t count;      /* by the device's last launch */
    bool is_asked;       /* by sim_observe */
};
/* The check with that index, from 0.  false: there is none any more. */
bool sim_observer_at(const struct sim_device *device, unsigned index,
                     struct sim_observer_info *info);

/* The first line of suppressions that is none, from 1; 0: all are. */
unsigned sim_suppressions_fault(const char *text);
/* What its rows may begin with: "bounds, race, ..., *". */
extern const char sim_suppression_kinds[];

/* What objects made with -fsanitize= were told of in the device's last launch: at each place, how often.  The texts are
 * the device's until the next launch. */
struct sim_report {
    const char *kind;    /* "race" */
    const char *place;   /* "a.cl:12", or an offset in the code */
    const char *message; /* its first line says what */
    uint64_t count;
};
/* That with that index, from 0.  false: there is none any more. */
bool sim_report_at(const struct sim_device *device, unsigned index, struct sim_report *report);

/* Makes a device without a target: the first loaded object decides it.  NULL: out of memory. */
struct sim_device *sim_device_new(const struct sim_options *options);
/* Frees the device, its memory (not what sim_map was given) and its objects; NULL is allowed. */
void sim_device_free(struct sim_device *device);
/* What went wrong in the last call that failed; the text lives until the next one does. */
const char *sim_message(const struct sim_device *device);
/* For what stands on this: a call of its own has failed so.  SIM_ERROR. */
enum sim_status sim_fail(struct sim_device *device, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* NULL before the first object is loaded or sim_device_set_target is called. */
const struct gcn_target *sim_device_target(const struct sim_device *device);
/* Decides the target before an object does.  SIM_ERROR: the device has another one already. */
enum sim_status sim_device_set_target(struct sim_device *device, const struct gcn_target *target);

/* ---- Memory ---- */

/* size bytes of zeroed, initialised global memory, the device's until sim_free; returns its
 * address, or 0 (see sim_message). */
uint64_t sim_alloc(struct sim_device *device, uint64_t size);
/* The same, uninitialised: the host or a kernel must write a byte before it may be used. */
uint64_t sim_alloc_raw(struct sim_device *device, uint64_t size);
/* Maps host memory that the caller keeps alive; returns its address on the device, or 0.  undefined: as
 * many bytes, the caller's too, whose 1 bits say what of it is uninitialised: kernels see and change
 * them.  NULL: all is initialised, and what kernels change of that, the device remembers. */
uint64_t sim_map(struct sim_device *device, void *host, uint8_t *undefined, uint64_t size);
/* The same at the memory's own address: pointers into it mean the same on both sides.  0: the address is
 * not between SIM_SHARED_FIRST, below which the device allocates, and SIM_SHARED_END, or less than 4096
 * bytes from what is mapped. */
uint64_t sim_map_shared(struct sim_device *device, void *host, uint8_t *undefined, uint64_t size);
/* The same at any address of that range: kernels find it there. */
uint64_t sim_map_at(struct sim_device *device, uint64_t address, void *host, uint8_t *undefined,
                    uint64_t size);
#define SIM_SHARED_FIRST (UINT64_C(1) << 41)
#define SIM_SHARED_END   (UINT64_C(1) << 47)
/* What kernels may do with an allocation: an atomic operation is a write. */
enum sim_access { SIM_ACCESS_ANY, SIM_ACCESS_READ, SIM_ACCESS_WRITE };
/* Of the allocation at that address: anything else there is a fault from now on.  The host may do all. */
void sim_set_access(struct sim_device *device, uint64_t address, enum sim_access access);
/* The host stores to the allocation at that address when it likes, and tells nobody: nothing of it counts as
 * uninitialised, whatever kernels store. */
void sim_set_hosts(struct sim_device *device, uint64_t address);
/* size bytes of zeroed memory, the device's, at an address of that range.  0: it has been given, or is less
 * than 4096 bytes from what has. */
uint64_t sim_alloc_at(struct sim_device *device, uint64_t address, uint64_t size);
/* Frees what one of these gave; does nothing for any other address. */
void sim_free(struct sim_device *device, uint64_t address);
/* Copies from the host.  SIM_ERROR: the range is not inside one allocation. */
enum sim_status sim_write(struct sim_device *device, uint64_t address, const void *bytes,
                          uint64_t size);
/* Copies to the host.  SIM_ERROR: the range is not inside one allocation.  In strict mode a byte
 * with an uninitialised bit is SIM_FAULT, and the message names the first store that left one; the
 * bytes are copied all the same. */
enum sim_status sim_read(struct sim_device *device, uint64_t address, void *bytes, uint64_t size);
/* A store, by one lane, of bytes that all have uninitialised bits: no padding beside a value. */
struct sim_undefined_store {
    uint64_t offset, size; /* in the allocation, in bytes */
    uint64_t pc;
    const char *kernel; /* lives as long as the object */
};
/* The first such store into the allocation at that address since the last call, in strict mode; false:
 * there was none. */
bool sim_undefined_store(struct sim_device *device, uint64_t address,
                         struct sim_undefined_store *store);
/* What a dispatch did to a byte: an atomic operation, or what the object lists as one, is none of the others. */
enum sim_touch { SIM_TOUCH_READ, SIM_TOUCH_WRITE, SIM_TOUCH_ATOMIC, SIM_TOUCHES };
/* Who is told of runs of such bytes, where the host has them. */
struct sim_touched {
    void (*tell)(void *data, enum sim_touch how, const uint8_t *bytes, uint64_t size);
    /* All of a dispatch has been told: its kernel, and the address of its arguments.  NULL: nobody asks. */
    void (*ended)(void *data, const char *kernel, uint64_t arguments);
    /* A lane is about to store these bytes to a watched address.  true: what the dispatch has touched so far is told by itself,
     * `ended_part` says that it has been, and what follows is told without it. */
    bool (*ends_part)(void *data, uint64_t address, uint32_t size, const uint8_t *bytes);
    void (*ended_part)(void *data);
    uint64_t watched, watched_size; /* size 0: nothing is watched */
    void *data;
};
/* From now on the host is told, when a dispatch ends well, which bytes of memory of sim_map and sim_map_shared it
 * has touched: each allocation by itself, kind by kind, upwards.  Launches run on one core.  NULL: no more. */
void sim_set_touched(struct sim_device *device, const struct sim_touched *touched);
/* The host's view of an address range, or NULL when it is not inside one allocation. */
void *sim_host_pointer(struct sim_device *device, uint64_t address, uint64_t size);

/* The same for the global data share, whose contents live as long as the device.  SIM_ERROR: it is
 * smaller, or the device has no target yet. */
enum sim_status sim_gds_write(struct sim_device *device, uint32_t offset, const void *bytes,
                              uint32_t size);
enum sim_status sim_gds_read(struct sim_device *device, uint32_t offset, void *bytes,
                             uint32_t size);

/* ---- Images and samplers (image/channel.c, image/create.c) ---- */

/* Channel orders and types by their numbers in handles (HSA specification; CLRX AmdCl2Abi). */
enum sim_channel_order {
    SIM_ORDER_A,
    SIM_ORDER_R,
    SIM_ORDER_RX,
    SIM_ORDER_RG,
    SIM_ORDER_RGX,
    SIM_ORDER_RA,
    SIM_ORDER_RGB,
    SIM_ORDER_RGBX,
    SIM_ORDER_RGBA,
    SIM_ORDER_BGRA,
    SIM_ORDER_ARGB,
    SIM_ORDER_ABGR,
    SIM_ORDER_SRGB,
    SIM_ORDER_SRGBX,
    SIM_ORDER_SRGBA,
    SIM_ORDER_SBGRA,
    SIM_ORDER_INTENSITY,
    SIM_ORDER_LUMINANCE,
    SIM_ORDER_DEPTH,
    SIM_ORDER_DEPTH_STENCIL,
    SIM_ORDERS
};
enum sim_channel_type {
    SIM_TYPE_SNORM_INT8,
    SIM_TYPE_SNORM_INT16,
    SIM_TYPE_UNORM_INT8,
    SIM_TYPE_UNORM_INT16,
    SIM_TYPE_UNORM_INT24,
    SIM_TYPE_UNORM_SHORT_555,
    SIM_TYPE_UNORM_SHORT_565,
    SIM_TYPE_UNORM_INT_101010,
    SIM_TYPE_SIGNED_INT8,
    SIM_TYPE_SIGNED_INT16,
    SIM_TYPE_SIGNED_INT32,
    SIM_TYPE_UNSIGNED_INT8,
    SIM_TYPE_UNSIGNED_INT16,
    SIM_TYPE_UNSIGNED_INT32,
    SIM_TYPE_HALF_FLOAT,
    SIM_TYPE_FLOAT,
    SIM_TYPES
};
/* As OpenCL spells them without CL_: "RGBA", "UNORM_INT8". */
const char *sim_channel_order_name(enum sim_channel_order order);
const char *sim_channel_type_name(enum sim_channel_type type);
/* Bytes of a texel; 0: OpenCL or the hardware has no such image.  Of 1D buffers see
 * sim_image_exists. */
unsigned sim_texel_bytes(enum sim_channel_order order, enum sim_channel_type type);
/* Are red, green, blue and alpha floats to a kernel, else integers? */
bool sim_texel_is_float(enum sim_channel_type type);
/* One texel as a kernel reads it, floats as their bits, and as it writes it, clamped and rounded.
 * Nothing happens where sim_texel_bytes is 0. */
void sim_texel_load(enum sim_channel_order order, enum sim_channel_type type, const void *texel,
                    uint32_t rgba[4]);
void sim_texel_store(enum sim_channel_order order, enum sim_channel_type type,
                     const uint32_t rgba[4], void *texel);

enum sim_geometry {
    SIM_GEOMETRY_1D,
    SIM_GEOMETRY_1D_ARRAY,
    SIM_GEOMETRY_1D_BUFFER,
    SIM_GEOMETRY_2D,
    SIM_GEOMETRY_2D_ARRAY,
    SIM_GEOMETRY_3D
};

/* Has the hardware such images?  1D buffers have fewer formats than the others. */
bool sim_image_exists(enum sim_geometry geometry, enum sim_channel_order order,
                      enum sim_channel_type type);

/* Sizes in texels; those that the geometry has not are 1. */
struct sim_image_info {
    enum sim_geometry geometry;
    enum sim_channel_order order;
    enum sim_channel_type type;
    uint32_t width, height, depth;
    uint32_t layers;  /* of an array */
    uint32_t levels;  /* of the mipmap, 1 if it is none */
    uint32_t pitch;   /* of sim_image_map, 2D: texels from a row to the next; 0: the least */
    uint32_t samples; /* of a multi-sampled 2D image or array: 2, 4, 8 or 16; else 0 or 1 */
};

/* A part of one level, in texels; z is the slice of a 3D image or the layer of an array.  A multi-sampled image is all
 * layers of its first sample, those of the second, and so on. */
struct sim_image_box {
    uint32_t level, x, y, z, width, height, depth;
};

enum sim_addressing {
    SIM_ADDRESSING_NONE,
    SIM_ADDRESSING_CLAMP_TO_EDGE,
    SIM_ADDRESSING_CLAMP,
    SIM_ADDRESSING_REPEAT,
    SIM_ADDRESSING_MIRRORED_REPEAT
};

struct sim_sampler_info {
    bool normalized; /* coordinates from 0 to 1, else texels */
    enum sim_addressing addressing;
    bool linear;                  /* filter in a level; else nearest */
    bool mip_nearest, mip_linear; /* between levels (cl_khr_mipmap_image); neither: level 0 */
    bool bounds_lod;              /* the level of detail is bound by those below, else by 0 alone */
    float min_lod, max_lod;
};

/* Makes an image with uninitialised texels, in memory of its own in rows one after the other
 * (linear tiling; README.md says how), and its handle, which is what a kernel's image argument
 * holds: the address of the T# (of a 1D buffer the V#) in 8 dwords, after it channel type, channel
 * order and width (../../docs/abi.md).  Both live until sim_image_free.  SIM_ERROR: no target yet,
 * no such format, or a size that is 0 or too large. */
enum sim_status sim_image_new(struct sim_device *device, const struct sim_image_info *info,
                              uint64_t *handle);
/* Makes a 1D buffer image, or a 2D one in linear tiling, of texels that are there already: kernels read and
 * write those.  2D rows begin at multiples of SIM_IMAGE_ALIGNMENT bytes (a T# has its base without the last 8 bits, and
 * GFX9 rows so).  SIM_ERROR: also for another geometry, or if they do not lie inside one allocation, the last row whole,
 * which must live as long as the image. */
enum { SIM_IMAGE_ALIGNMENT = 256 };
enum sim_status sim_image_map(struct sim_device *device, const struct sim_image_info *info,
                              uint64_t address, uint64_t *handle);
/* Makes an image of another one's texels, all of them, in another channel order, which has as many components: sRGBA of
 * RGBA, depths of R.  SIM_ERROR: the handle is no image's, or there is no such format.  The other one must live as long. */
enum sim_status sim_image_view(struct sim_device *device, uint64_t image,
                               enum sim_channel_order order, uint64_t *handle);
/* Frees an image, but no texels that it was made of, and its handle; does nothing for any other address. */
void sim_image_free(struct sim_device *device, uint64_t handle);
/* Copies texels from the host, where rows and slices follow each other without gaps.  SIM_ERROR:
 * the handle is no image's, or the box does not lie inside the level. */
enum sim_status sim_image_write(struct sim_device *device, uint64_t handle,
                                const struct sim_image_box *box, const void *texels);
/* Copies texels to the host; for the rest as sim_image_write and sim_read. */
enum sim_status sim_image_read(struct sim_device *device, uint64_t handle,
                               const struct sim_image_box *box, void *texels);
/* Makes a sampler; the handle is the address of the S# in 4 dwords, after it addressing (HSA's
 * number), normalized and linear.  sim_free frees it.  SIM_ERROR: no target yet, out of memory. */
enum sim_status sim_sampler_new(struct sim_device *device, const struct sim_sampler_info *info,
                                uint64_t *handle);

/* ---- Code objects ---- */

/* Kinds of kernel arguments, as metadata name them (AMDGPUUsage, Code Object Metadata). */
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

/* Scalar types of values (OpenCL C 6.1; sizes in the names are bits). */
enum sim_value_type {
    SIM_VALUE_UNKNOWN, /* a structure, a type under another name, or nothing is said */
    SIM_VALUE_I8,
    SIM_VALUE_U8,
    SIM_VALUE_I16,
    SIM_VALUE_U16,
    SIM_VALUE_I32,
    SIM_VALUE_U32,
    SIM_VALUE_I64,
    SIM_VALUE_U64,
    SIM_VALUE_F16,
    SIM_VALUE_F32,
    SIM_VALUE_F64,
    SIM_VALUE_ADDRESS, /* of a buffer, an image or sampler handle, a pipe or a queue */
};

/* A scalar or a vector of 2, 3, 4, 8 or 16 of them. */
struct sim_value {
    uint8_t type;  /* enum sim_value_type */
    uint8_t width; /* elements; 0 and 1: a scalar */
};

/* "i8" to "f64" and "address"; "" for SIM_VALUE_UNKNOWN. */
const char *sim_value_type_name(enum sim_value_type type);
/* Bytes of one element; 0 for SIM_VALUE_UNKNOWN. */
uint32_t sim_value_type_size(enum sim_value_type type);

/* An argument as the metadata describe it. */
struct sim_arg_info {
    const char *name, *type_name; /* "" when the object does not say */
    enum sim_arg_kind kind;
    struct sim_value value;       /* what the metadata name of a value's type; else unknown */
    uint32_t offset, size, align; /* bytes in the kernarg segment */
    uint32_t pointee_align;       /* of a local pointer; 0: unknown */
    const char *address_space; /* of a pointer: "global", "constant", "local", ...; "": not said */
    const char *access;        /* "read only", "write only", "read write"; "": not said */
    const char *actual_access; /* what the kernel does with it, in the same words */
    bool is_const, is_restrict, is_volatile, is_pipe;
};

/* What the metadata tell of a kernel that no launch needs; 0 and "": nothing. */
struct sim_kernel_notes {
    uint32_t vgprs, sgprs; /* used by a wave */
    uint32_t spilled_vgprs, spilled_sgprs;
    uint32_t hint_size[3];     /* work_group_size_hint */
    const char *vec_type_hint; /* a type */
    const char *
        runtime_handle; /* of a block that kernels enqueue: the variable that tells them where it is */
    const char *language; /* "OpenCL C" */
};

/* A kernel of a loaded object, which owns it. */
struct sim_kernel {
    const char *name;
    uint64_t descriptor; /* address of the kernel descriptor or amd_kernel_code_t */
    uint32_t kernarg_size, kernarg_align; /* bytes */
    uint32_t group_size, private_size;    /* static LDS, scratch per work-item, bytes */
    uint32_t required_size[3];            /* reqd_work_group_size; 0: none */
    uint32_t max_size;                    /* work-items in a work-group; 0: unknown */
    uint32_t language[2];                 /* version of OpenCL C; 0, 0: unknown, another language */
    bool uniform;                         /* the object says that all work-groups have one size */
    bool has_metadata; /* else sim_launch places arguments one after the other by their sizes */
    const struct sim_arg_info *args; /* hidden ones too */
    unsigned arg_count;
    struct sim_kernel_notes notes;
    struct sim_object *object;
};

/* Loads an ELF code object (versions 2 to 5); the bytes are copied.  *object lives until
 * sim_unload, or as long as the device.  SIM_ERROR: it is broken, or for another target than the
 * device's; then *object is NULL. */
enum sim_status sim_load(struct sim_device *device, const void *bytes, size_t size,
                         struct sim_object **object);
/* Where variables are that an object uses and does not define, as a loader is told by
 * hsa_executable_agent_global_variable_define: find gives the address of device memory with that name.
 * false: there is none.  It calls nothing of this
 * header with the device. */
struct sim_externals {
    bool (*find)(void *data, const char *name, uint64_t *address);
    void *data;
};
/* sim_load of an object that may have such variables.  SIM_ERROR, too: find does not know one, which the message
 * names.  externals may be NULL, and is not kept. */
enum sim_status sim_load_with(struct sim_device *device, const void *bytes, size_t size,
                              const struct sim_externals *externals, struct sim_object **object);
/* Frees an object, its kernels, the memory of its variables, and the last launch's profile.  No launch
 * runs; one that left packets in a queue must not run again. */
void sim_unload(struct sim_device *device, struct sim_object *object);
/* The kernel of that name, or NULL. */
const struct sim_kernel *sim_find_kernel(const struct sim_object *object, const char *name);
/* How many kernels the object has, and the one of that index; NULL after the last. */
unsigned sim_kernel_count(const struct sim_object *object);
const struct sim_kernel *sim_kernel_at(const struct sim_object *object, unsigned index);
/* A variable that kernels may change, as the object's symbols have it. */
struct sim_variable {
    const char *name; /* lives as long as the object, as all of this */
    uint64_t address, size;
    bool has_address; /* from the start: it means nothing in another run */
};
/* How many there are, and the one of that index; NULL after the last. */
unsigned sim_variable_count(const struct sim_object *object);
const struct sim_variable *sim_variable_at(const struct sim_object *object, unsigned index);
/* A variable or constant that other objects may use, for .dynsym has it; NULL: none of that name. */
const struct sim_variable *sim_find_export(const struct sim_object *object, const char *name);
/* What the object uses and does not define. */
struct sim_external {
    const char *name; /* lives as long as the object */
    bool is_weak;     /* its address is 0 if nobody defines it */
};
unsigned sim_external_count(const struct sim_object *object);
const struct sim_external *sim_external_at(const struct sim_object *object, unsigned index);
/* The file's bytes, the object's. */
const void *sim_object_bytes(const struct sim_object *object, size_t *size);
/* Object version 2 to 5. */
unsigned sim_object_version(const struct sim_object *object);

/* ---- Launches ---- */

/* One explicit argument; bytes are the caller's and copied by the launch. */
struct sim_arg {
    bool local;        /* a local pointer of `size` bytes; else `size` bytes by value */
    const void *bytes; /* a buffer's address is 8 bytes by value */
    uint64_t size;
    struct sim_value value; /* what the bytes are; unknown: not checked.  Where the object names
                               the argument's type, another class of type (a float for an int) or
                               another width is an error; the sign is not looked at. */
};

struct sim_launch {
    unsigned dims;                /* 1 to 3 */
    uint32_t global[3], local[3]; /* in work-items; the last group of a dimension may be smaller,
                                     unless the object or `uniform` says otherwise */
    uint64_t offset[3];           /* get_global_offset */
    const struct sim_arg *args;   /* the explicit ones, in order */
    unsigned arg_count;
    uint64_t printf_buffer; /* address, 0: none */
    uint64_t default_queue,
        completion_action; /* hidden arguments of kernels that enqueue; 0: none */
    uint32_t stack_size;   /* scratch per work-item for dynamic stacks; 0: 16384 when asked for */
    uint32_t
        dynamic_local; /* bytes of LDS right behind the kernel's own, which no argument points to */
    bool uniform; /* the global size must be a multiple of the local one, as the OpenCL C compiler's
                     -cl-uniform-work-group-size promises; objects of a 1.x program or with
                     .uniform_work_group_size need no asking */
    bool
        partial; /* work-groups may be larger than the grid, and the last ones smaller, whatever the
                     object asks for: what a packet of a host's own queue may be */
};

/* Classes of instructions in the counts. */
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

/* Counts and modelled cycles of one launch, over all waves. */
struct sim_stats {
    uint64_t instructions; /* an instruction counts once for each wave that executes it */
    uint64_t by_class[SIM_CLASSES];
    uint64_t lane_ops; /* active lanes summed over vector instructions */
    uint64_t loads, stores, atomics;
    uint64_t bytes_read, bytes_written; /* global and scratch memory */
    uint64_t lds_conflict_cycles;
    uint64_t groups, waves;
    uint64_t cycles;     /* modelled, one compute unit: see timing.c */
    uint64_t start, end; /* the completion signal's time stamps, in modelled cycles of the device */
    uint64_t busy_valu, busy_salu, busy_lds, busy_vmem; /* cycles of each unit */
    uint64_t latency;                                   /* longest wave alone */
    unsigned vgprs, sgprs, lds_bytes, scratch_bytes;    /* allocated: per wave, group, work-item */
    unsigned occupancy;                                 /* waves per SIMD */
    const char *occupancy_limit;                        /* as gcn_occupancy names it */
    unsigned warnings;                                  /* places that got a warning */
    uint64_t schedules; /* tried by SIM_SCHEDULE_ALL, most of them up to a state seen before */
};

/* Runs a kernel of an object of this device to its end.  SIM_ERROR: sizes or arguments do not fit
 * the kernel, or a limit was reached; SIM_FAULT: the message names kernel, pc,
 * instruction, work-group, wave and lane.  Memory then holds what was stored up to that point. */
enum sim_status sim_launch(struct sim_device *device, const struct sim_kernel *kernel,
                           const struct sim_launch *launch);

/* ---- Launches on other GPUs ---- */

/* What arguments say of the GPU that runs the kernel. */
struct sim_gpu {
    uint64_t queue; /* address of its amd_queue_t */
    /* bits 63:32 of where LDS and scratch begin in the flat address space */
    uint32_t shared_base, private_base;
};
/* Of the device itself, and the index of the next packet in its queue, in which launches are packets.  Kernels may put
 * more there: they run before the launch returns.  SIM_ERROR: no target yet. */
enum sim_status sim_own_gpu(struct sim_device *device, struct sim_gpu *gpu, uint64_t *write_index);
/* What its packet needs. */
struct sim_arguments {
    uint8_t *bytes;                    /* the caller's: kernel->kernarg_size of them */
    uint32_t group_size, private_size; /* LDS of the work-group, scratch of a work-item: bytes */
};
/* Fills the kernarg segment, and *arguments, of a launch as sim_launch would, for a kernel that the device has
 * loaded and another GPU will run.  SIM_ERROR: as there. */
enum sim_status sim_write_arguments(struct sim_device *device, const struct sim_kernel *kernel,
                                    const struct sim_launch *launch, const struct sim_gpu *gpu,
                                    struct sim_arguments *arguments);

/* ---- Packets of the host's own queues ---- */

/* A host that has queues, signals and a loader of its own (HSA's) maps its memory with sim_map_shared and
 * gives packet by packet.  A device that has taken one takes no sim_launch any more, nor the other way
 * round. */

/* Why a packet ended in something else than SIM_OK, as the hardware would tell the host. */
enum sim_cause {
    SIM_CAUSE_NONE,
    SIM_CAUSE_CHECK,       /* only a strict reading forbids it, or a limit ended it */
    SIM_CAUSE_MEMORY,      /* an access where nothing is mapped, or not so: *address */
    SIM_CAUSE_INSTRUCTION, /* an illegal one */
    SIM_CAUSE_TRAP,        /* s_trap 2 */
    SIM_CAUSE_PACKET,      /* a field that must be 0 is not */
    SIM_CAUSE_DIMENSIONS,
    SIM_CAUSE_LDS,       /* more than there is */
    SIM_CAUSE_CODE,      /* no descriptor there, or a broken one */
    SIM_CAUSE_GROUP,     /* a work-group that is too large */
    SIM_CAUSE_REGISTERS, /* more than there are; told in strict mode alone */
};

/* Code may be executed in that allocation, all of which the host, or kernels, may store.  SIM_ERROR: there
 * is none. */
enum sim_status sim_make_executable(struct sim_device *device, uint64_t address);
/* That allocation is for scratch: of it a packet's kernel has what its queue has.  Nothing for any other address. */
void sim_set_scratch(struct sim_device *device, uint64_t address);
/* Does one begin there, into which no object was adopted yet? */
bool sim_is_executable(struct sim_device *device, uint64_t address);
/* What was stored as code since the last call may be executed from now on, and what was loaded there is
 * forgotten: an instruction cache's invalidation.  Adopted objects stay.  No launch runs. */
void sim_invalidate_code(struct sim_device *device);
/* Tells of an object that the host has loaded into an executable allocation: its segments, relocated, from
 * the allocation's begin on.  Kernels have their names and metadata then, faults their lines.  For the rest
 * as sim_load; sim_unload leaves the allocation, and sim_free of that ends the object. */
enum sim_status sim_adopt(struct sim_device *device, const void *bytes, size_t size,
                          uint64_t address, struct sim_object **object);

/* The kernel of an object whose descriptor has that address; NULL: there is none. */
const struct sim_kernel *sim_kernel_of(const struct sim_device *device, uint64_t descriptor);

struct sim_packet {
    uint64_t queue;   /* address of an amd_queue_t, with its scratch; not written */
    uint64_t address; /* of the packet, of type kernel dispatch; its header is not looked at */
    uint64_t id;      /* dispatch id */
};
/* Runs one to its end.  Signals are the host's.  The queue must have the scratch that it asks for
 * (sim_scratch_missing). */
enum sim_status sim_dispatch_packet(struct sim_device *device, const struct sim_packet *packet);
/* Has the queue less scratch than the packet asks for? */
bool sim_scratch_missing(struct sim_device *device, const struct sim_packet *packet);
/* Of the last packet; *address as its comment says, else 0. */
enum sim_cause sim_cause(const struct sim_device *device, uint64_t *address);

/* ---- The source ---- */

/* A place in the source, of an object's debug information (DWARF 2 to 5).  It lives as long as the
 * object. */
struct sim_place {
    const char *folder, *name; /* of the file; folder: that its name counts from, "": not known */
    unsigned line, column;     /* from 1; column 0: not known */
    bool is_statement;         /* a debugger may stop here for the line */
};

/* The place that the instruction at a pc belongs to; false: nobody says. */
bool sim_find_source(const struct sim_device *device, uint64_t pc, struct sim_place *source);
/* "folder/file.cl:12", in the arena. */
const char *sim_source_text(struct arena *arena, const struct sim_place *source);
/* Where the code of a line begins, each time it does; name: that of the file, or what it ends with.  If
 * the line has no code, *line becomes the next one that has.  Returns how many places there are, *places
 * in the arena; 0: none. */
unsigned sim_find_line(const struct sim_device *device, struct arena *arena, const char *name,
                       unsigned *line, const uint64_t **places);

/* ---- Profiles ---- */

/* What a wave's modelled cycles go to besides the four in which each instruction is issued. */
enum sim_stall {
    SIM_STALL_UNIT,    /* the instruction's unit takes longer than an issue: f64, a wide load */
    SIM_STALL_NOP,     /* the wait states of s_nop */
    SIM_STALL_VMCNT,   /* s_waitcnt: vector memory, also where both counters are waited for */
    SIM_STALL_LGKMCNT, /* s_waitcnt: what LDS and scalar memory take longer than that */
    SIM_STALL_BARRIER, /* s_barrier: other waves of the work-group */
    SIM_STALL_BRANCH,  /* a branch that is taken: instructions are fetched elsewhere */
    SIM_STALLS
};
/* "unit", "nop", "vmcnt", "lgkmcnt", "barrier", "branch". */
const char *sim_stall_name(enum sim_stall stall);

/* An instruction. */
struct sim_profile_row {
    uint64_t offset;        /* in the code object, as the trace has it */
    const char *text;       /* disassembled; of a branch with the offset of its target */
    const char *source;     /* "file.cl:12"; NULL: not known */
    struct sim_place place; /* the same; only if it is known */
    enum sim_class class;
    bool is_vector;      /* EXEC says for which lanes; else it is one operation of the wave */
    uint64_t executions; /* once for each wave */
    uint64_t lanes;      /* active, summed over the executions */
    uint64_t cycles;     /* of the waves, each as if it ran alone: four an execution, and stalls */
    uint64_t stalls[SIM_STALLS];        /* cycles */
    uint64_t unit_cycles;               /* in which its unit works: the busy_ counts of sim_stats */
    uint64_t bytes_read, bytes_written; /* global and scratch memory */
    uint64_t lds_conflict_cycles;
};

/* A kernel or function with at least one executed instruction. */
struct sim_profile_function {
    const char *name; /* "": the object does not say */
    bool is_kernel;
    const struct sim_profile_row *rows; /* all of its instructions, by ascending offset */
    unsigned row_count;
};

enum {
    SIM_PROFILE_WAVES = 1024, /* that have a record */
    SIM_PROFILE_PHASES = 64
};

/* A wave of the timeline.  The model has a wave's time as if it were alone; here the waves stand where
 * they would if each took just that: work-group after work-group, as soon as the SIMDs have places. */
struct sim_profile_wave {
    uint32_t group[3]; /* work-group */
    unsigned index;    /* in the work-group */
    unsigned simd, slot;
    uint64_t start, end; /* cycles since the launch began */
    uint64_t instructions;
    uint64_t stalls[SIM_STALLS];
    /* What took most of each part of phase_cycles cycles: 0 issuing, else 1 + enum sim_stall. */
    uint64_t phase_cycles;
    uint8_t phase_count, phases[SIM_PROFILE_PHASES];
};

struct sim_profile {
    const char *kernel;
    const struct sim_profile_function *functions; /* the kernel first, then by ascending address */
    unsigned function_count;
    const struct sim_profile_wave *waves; /* the first to end, at most SIM_PROFILE_WAVES */
    unsigned wave_count;
    uint64_t waves_left_out;
    unsigned simds;       /* each has sim_stats' occupancy of slots */
    uint64_t wave_cycles; /* of all waves, each as if alone: what the rows' cycles sum to */
};

/* The profile of the last launch, made in the arena, whose guard unwinds when there is no memory.
 * NULL: sim_options.profile is not set, or the launch did not end well. */
const struct sim_profile *sim_profile(struct sim_device *device, struct arena *arena);

/* ---- Debugging ---- */

/* The functions that take a wave are for sim_options.debug, while it is called; nothing here changes
 * anything or fails a launch. */

enum sim_wave_state { SIM_WAVE_RUNS, SIM_WAVE_AT_BARRIER, SIM_WAVE_ENDED };

struct sim_wave_info {
    uint32_t group[3]; /* work-group */
    unsigned index;    /* in the work-group */
    enum sim_wave_state state;
    uint64_t pc;     /* of the next instruction; of a fault's, if that was its */
    uint64_t offset; /* the same in the code object */
    uint64_t exec;
    unsigned sgprs, vgprs, agprs; /* allocated */
    uint32_t lds_bytes;           /* of the work-group */
};

void sim_wave_describe(const struct sim_wave *wave, struct sim_wave_info *info);
/* The waves of the work-groups in flight that have begun, in the order of the grid; NULL after the
 * last. */
struct sim_wave *sim_wave_at(struct sim_device *device, unsigned index);

enum sim_register {
    SIM_REGISTER_S,
    SIM_REGISTER_V,
    SIM_REGISTER_A, /* accumulation VGPRs */
    SIM_REGISTER_VCC,
    SIM_REGISTER_EXEC,
    SIM_REGISTER_FLAT_SCRATCH,
    SIM_REGISTER_M0,
    SIM_REGISTER_SCC,
};

struct sim_register_value {
    uint64_t value;
    uint64_t undefined; /* 1 bits: uninitialised */
    unsigned bits;      /* 32, 64 or 1 */
    bool is_pending;    /* a load is to write it, and has not been waited for */
};

/* number: of an S, V or A; lane: of a V or A.  False: the wave has no such register. */
bool sim_wave_register(const struct sim_wave *wave, enum sim_register which, unsigned number,
                       unsigned lane, struct sim_register_value *value);
/* Bytes of the work-group's LDS and their uninitialised bits (1).  False: not all are inside. */
bool sim_wave_lds(const struct sim_wave *wave, uint32_t offset, uint32_t size, uint8_t *bytes,
                  uint8_t *undefined);
/* The same of a lane's private memory; address: its own, as in scratch. */
bool sim_wave_private(const struct sim_wave *wave, unsigned lane, uint32_t address, uint32_t size,
                      uint8_t *bytes, uint8_t *undefined);
/* The same of global memory, at any time.  False: not all bytes are inside of one allocation. */
bool sim_peek(struct sim_device *device, uint64_t address, uint64_t size, uint8_t *bytes,
              uint8_t *undefined);
/* When a register, or a byte of private memory, was written last: the number of the instruction among those that the
 * device had executed by then, whose count is the first; 0: never.  Only while a debugger is asked for. */
uint32_t sim_executed(const struct sim_device *device);
uint32_t sim_register_written(const struct sim_wave *wave, bool is_vector, unsigned number,
                              unsigned lane);
uint32_t sim_private_written(const struct sim_wave *wave, unsigned lane, uint32_t address);
/* The instruction at a pc in the wave's code, as text in the arena; *size: its bytes.  NULL: there is
 * no code. */
const char *sim_wave_disassemble(const struct sim_wave *wave, struct arena *arena, uint64_t pc,
                                 unsigned *size);
/* Why the wave waits, or would: what is outstanding, what its next instruction waits for, who is
 * missing at the barrier.  Lines of text in the arena, each with its newline; "": it does not. */
const char *sim_wave_waits(struct sim_wave *wave, struct arena *arena);
/* The address of the first instruction of a kernel or function of that name; 0: there is none. */
uint64_t sim_find_code(struct sim_device *device, const char *name);

/* ---- printf ---- */

/* Does some kernel of the object call printf? */
bool sim_object_prints(const struct sim_object *object);
/* Makes an empty buffer for sim_launch's printf_buffer, of `size` bytes with its header of 8;
 * sim_free frees it.  Returns its address, or 0 (see sim_message). */
uint64_t sim_printf_new(struct sim_device *device, uint32_t size);

/* What a buffer held. */
struct sim_printf_report {
    uint64_t records, bytes; /* decoded */
    uint64_t lost_bytes;     /* of records without room, when the kernel counts those; else 0 */
    bool full; /* the longest record of the object has no room left: printf may have returned -1 */
    const char *undefined_format; /* of the first record with uninitialised data; NULL: none */
    unsigned undefined_argument;  /* of that one, from 0 after the format */
};

/* Decodes what launches of that object's kernels have put into the buffer and empties it: calls
 * text with what each printf prints, in the order of the records; not NUL-terminated.  SIM_ERROR:
 * the buffer does not hold records of this object; SIM_FAULT, in strict mode: uninitialised data
 * were printed, which is a warning in objects made with -fsanitize-recover=undefined.  What can be
 * decoded is printed all the same. */
enum sim_status sim_printf_flush(struct sim_device *device, const struct sim_object *object,
                                 uint64_t buffer,
                                 void (*text)(void *data, const char *text, size_t length),
                                 void *data, struct sim_printf_report *report);
/* The same of a buffer in the host's memory, of at least 8 bytes, that another GPU has filled: its header is {0, size}
 * before the launch. */
enum sim_status sim_printf_flush_host(struct sim_device *device, const struct sim_object *object,
                                      void *buffer, uint32_t size,
                                      void (*text)(void *data, const char *text, size_t length),
                                      void *data, struct sim_printf_report *report);

/* ---- Results ---- */

/* Loads a code object (NULL: none, takes an earlier one away) as the trap handler of all later
 * launches: its first kernel's code, or without a kernel its first instruction, aligned to 256
 * bytes.  memory becomes TMA.  SIM_ERROR as of sim_load.  Without a handler s_trap 2 (llvm.trap) is
 * a fault and s_trap 3 (llvm.debugtrap) a warning. */
enum sim_status sim_set_trap_handler(struct sim_device *device, const void *bytes, size_t size,
                                     uint64_t memory);
/* Of the last launch; owned by the device, overwritten by the next launch. */
const struct sim_stats *sim_stats(const struct sim_device *device);
/* "salu", "valu", ... */
const char *sim_class_name(enum sim_class index);

#endif
