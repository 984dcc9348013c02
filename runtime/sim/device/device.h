/* A device: its memory, its objects, what runs on it; how a call ends. */
#ifndef OCC_RUNTIME_SIM_DEVICE_DEVICE_H
#define OCC_RUNTIME_SIM_DEVICE_DEVICE_H

#include "runtime/sim/device/amd_abi.h"
#include "runtime/sim/device/checks.h"
#include "runtime/sim/wave.h"
#include "support/fpenv.h"
#include "support/lines.h"
#include "support/strbuf.h"

#include <stdio.h>
#include <string.h>

/* ---- memory ---- */

struct sim_region {
    uint64_t base, size;
    uint8_t *bytes;
    uint8_t *shadow; /* 1 bits: uninitialised; NULL: everything is initialised */
    bool owned, owns_shadow;
    bool image;     /* a code object: kernels write between these offsets only */
    bool owns_code; /* which the host stores: code.c */
    bool is_hosts;  /* sim_set_hosts */
    uint64_t writable_first, writable_end;
    uint8_t access;              /* enum sim_access */
    uint64_t first_undefined_pc; /* the first store of uninitialised data here */
    const char *first_undefined_kernel;
    struct sim_undefined_store undefined_store; /* kernel NULL: none */
    uint32_t scratch_wave_size;    /* scratch backing: bytes per wave; 0: ordinary memory */
    struct sim_code *code;         /* decoded instructions, when it holds code */
    void *observed[SIM_OBSERVERS]; /* of the running dispatch */
    struct sim_region *next_free;
};

/* ---- code, objects ---- */

struct sim_code {
    struct arena *arena; /* of what is decoded */
    uint64_t base;       /* of the image */
    size_t first, words; /* executable words of the image: from first on, below words */
    const uint32_t *text;
    struct sim_op **ops;           /* by word, from first on */
    struct profile_count *profile; /* the same; NULL: nothing was executed, or not profiled */
    uint32_t *atomics;             /* words of atomic loads and stores, ascending */
    size_t atomic_count;
    VEC(struct sim_check) checks;     /* by ascending word */
    bool sramecc;                     /* made for memories that may correct errors: on or any */
    bool gds_known, has_gds;          /* jobs.c: somewhere in it the GDS is used */
    struct sim_code *next, *original; /* jobs.c: the next copy of a core, and of what it is one */
};

/* A printf call of the source, as the metadata describe it (printf.c). */
struct sim_printf_format {
    uint32_t id;
    uint32_t length; /* bytes of a record */
    VEC(uint32_t) sizes;
    const char *text;
};

/* A function of an object: for messages and profiles.  A kernel of version 2 begins with its header. */
struct sim_function {
    const char *name;
    uint64_t base, size; /* size 0: not said */
    bool local;          /* kernels call it */
};

struct sim_object {
    struct arena arena; /* of all that belongs to it; lies in the device's itself */
    const void *bytes;  /* of the file */
    size_t size;
    struct sim_region *region; /* the image; NULL: it is not loaded yet */
    bool is_adopted;           /* the host has loaded it, whose the region is */
    unsigned version;          /* to be shown */
    bool has_code_headers;     /* amd_kernel_code_t before each kernel's code; else descriptors */
    bool foreign;
    uint32_t asks;      /* enum sim_asks */
    bool has_orders;    /* fences, or atomic operations that order others, are among its checks */
    bool has_scopes;    /* some of them say how far they reach */
    bool lists_atomics; /* its own list says which loads and stores are atomic */
    bool xnack;         /* with descriptors; a header says it of its kernel */
    uint64_t code;      /* address of the first instruction */
    struct sim_kernel *kernels;
    unsigned kernel_count;
    VEC(struct sim_function) functions;
    VEC(struct sim_variable) variables, exports;
    VEC(struct sim_external) externals;
    struct lines_table lines;
    VEC(struct sim_printf_format) formats;
    struct sim_object *next;
};

/* A packet that is processed, with what its kernel's descriptor says (dispatch/aql.c). */
struct sim_dispatch {
    struct hsa_kernel_dispatch_packet packet;
    uint64_t packet_address, dispatch_id;
    uint64_t entry;
    uint32_t rsrc1, rsrc2, rsrc3, properties;
    uint32_t grid[3], local[3];
};

/* What a device asks of the cores that it has (dispatch/jobs.c). */
struct sim_jobs_calls {
    void (*forget)(struct sim_device *device); /* code goes; no launch runs */
    void (*free)(struct sim_device *device);
};

struct sim_device {
    struct sim_options options;
    struct allocator host;      /* as given */
    struct allocator allocator; /* that, called in its environment */
    const struct fpenv *caller; /* of the call under way; NULL: none that computes */
    struct arena arena;         /* lives as long as the device */
    struct guard guard;
    enum sim_status status;
    enum sim_cause cause; /* of the running launch, or the last one */
    uint64_t cause_address;
    char message[4096];
    const struct gcn_target *target;
    VEC(struct sim_region *) regions; /* by ascending base */
    struct sim_region *last_region, *free_regions;
    uint64_t next_address; /* from where on memory is looked for */
    bool keeps_close;      /* all addresses were passed once: no gaps for borders any more */
    struct sim_object *objects, *free_objects;
    uint64_t queue_address, scratch_address;
    struct arena packet_arena;       /* of the running packet of such a queue */
    bool has_host_queue;             /* packets are the host's, and scratch is as its queue says */
    bool partial;                    /* the launch's: grids may be smaller than a work-group */
    uint64_t trap_base, trap_memory; /* TBA, 0: no trap handler; TMA */
    uint64_t ticks;                  /* of s_memtime before the dispatch: it never goes back */
    uint64_t time;                   /* of the packet processor: modelled cycles of all launches */
    uint64_t scratch_size;
    struct sim_gds *gds; /* gds.c; NULL: nothing has used it */
    struct sim_stats stats;
    /* Of the running launch */
    const struct sim_kernel *kernel;
    const struct sim_launch *launch;     /* NULL: none runs */
    const struct sim_dispatch *dispatch; /* its packet, once that is processed */
    uint64_t kernarg_address, signal_address;
    uint64_t turns, started; /* of waves; the second in which the launch began */
    bool strict, foreign, xnack, early_exit;
    bool stores_code; /* it may: the host's own kernels, which load objects */
    bool counts;      /* operations in flight: counters.c */
    bool tells_races; /* so loads of what is in no race have but one value to read */
    bool has_clock;   /* an observer moves those of the waves */
    const struct sim_parts *parts;
    uint32_t set; /* of observers */
    struct sim_heard heard;
    void *observed[SIM_OBSERVERS];
    uint64_t counted[SIM_OBSERVERS]; /* by the launch */
    sim_run_fn *run;
    struct sim_unit *units; /* of the dispatch; none in order */
    unsigned unit_count;
    bool is_worker;              /* one of the cores that share a dispatch: jobs.c */
    struct sim_code *codes;      /* its copies of code */
    struct sim_jobs_calls *jobs; /* the cores; NULL: none have shared a dispatch yet */
    sim_exec_fn *exec_alone; /* does op->exec_alone while no other core does; NULL: there is none */
    VEC(void *) registers;   /* blocks of a wave's vector registers each: schedule.c */
    uint32_t registers_used; /* by the dispatch */
    struct sim_touched touched; /* sim_set_touched; tell NULL: nobody asks */
    /* For tests: called when a wave has its initial registers and when it has ended. */
    void (*on_start)(void *data, struct sim_wave *wave);
    void (*on_end)(void *data, struct sim_wave *wave);
    void *on_data;
};

/* ---- the host (host.c) ---- */

/* What a call that computes begins and ends with; caller must stay where it is until then. */
void sim_begin_call(struct sim_device *device, struct fpenv *caller);
void sim_end_call(struct sim_device *device);
void sim_out(const struct sim_device *device, struct fpenv *own);
void sim_in(const struct sim_device *device, const struct fpenv *own);
/* A call of what the host has given, in its floating-point environment. */
#define SIM_CALL_BACK(device, call)                                                                \
    do {                                                                                           \
        struct fpenv own_environment;                                                              \
        sim_out(device, &own_environment);                                                         \
        call;                                                                                      \
        sim_in(device, &own_environment);                                                          \
    } while (0)

/* ---- memory.c ---- */

/* Far from 0, so that null and small offsets from it are never inside an allocation. */
#define SIM_FIRST_ADDRESS (UINT64_C(1) << 32)
/* Its addresses are those that have been free longest, mostly: below 2^40.  host NULL: bytes of its own. */
/* Of the device's allocator; unwinds if there is no memory. */
void *sim_host_alloc(struct sim_device *device, size_t size);
void sim_host_release(struct sim_device *device, void *block); /* NULL is allowed */
struct sim_region *sim_region_new(struct sim_device *device, uint64_t size, void *host);
/* Moves the next allocation so that a multiple of 4 GiB lies the given bytes, a multiple of 256, after
 * its base: code that forgets a carry between the halves of an address does not survive that. */
void sim_cross_border(struct sim_device *device, uint64_t before);
struct sim_region *sim_region_at(struct sim_device *device, uint64_t address, uint64_t size);
/* The bytes at an address for the kernel; faults when it is out of bounds. */
uint8_t *sim_global(struct sim_wave *wave, const struct sim_op *op, int lane, uint64_t address,
                    uint32_t size, bool write, struct sim_region **region);
/* May a kernel not do that with the region at all? */
static inline bool
sim_is_denied(const struct sim_region *region, bool write)
{
    return region->access && region->access != (write ? SIM_ACCESS_WRITE : SIM_ACCESS_READ);
}
bool sim_is_scratch(struct sim_device *device, uint64_t address);
uint8_t *sim_shadow_of(struct sim_device *device, struct sim_region *region);
/* Gives what a store, or a part of one, has just written its shadow, and notes uninitialised bits. */
void sim_store_shadow(struct sim_wave *wave, const struct sim_op *op, struct sim_region *region,
                      uint64_t address, uint32_t size, const uint8_t *shadow);
/* The queue: its memory, what else the packet processor reads and writes; an error names it. */
struct amd_queue *queue_object(struct sim_device *device);
void *queue_memory(struct sim_device *device, uint64_t address, uint64_t size, const char *what);

/* ---- code.c ---- */

/* The region's code, of a core its own copy; NULL: it has none. */
struct sim_code *sim_code_of(struct sim_device *device, const struct sim_region *region);

/* ---- values ---- */

/* Whether a value of the type `given` may go where `wanted` is named. */
bool value_fits(struct sim_value wanted, struct sim_value given);
/* A number, decimal, hexadecimal or octal as C writes it; false: it is none, or too large. */
bool sim_seed_parse(const char *text, uint64_t *seed);

/* Finaliser of splitmix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators). */
static inline uint64_t
sim_mix(uint64_t z)
{
    z += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

#include "runtime/sim/device/fault.h"

#endif
