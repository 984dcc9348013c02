/* What the files of the simulator share: device, code, waves, decoded instructions. */
#ifndef OCC_RUNTIME_SIM_SIM_INTERNAL_H
#define OCC_RUNTIME_SIM_SIM_INTERNAL_H

#include "runtime/sim/device/amd_abi.h"
#include "support/fpenv.h"
#include "support/lines.h"
#include "runtime/sim/observer.h"
#include "support/strbuf.h"
#include "support/vec.h"

#include <stdio.h>
#include <string.h>

enum {
    SIM_SREGS = 160,    /* scalar registers by sim_sreg() */
    SIM_MAX_WAVES = 16, /* of a work-group */
    SIM_VGPRS = 512,
    SIM_MAX_JOBS = 256,
    SIM_SIMDS = 4, /* of a compute unit */
    SIM_UNITS = 4, /* compute units that work-groups run on together */
    SIM_MAX_SOURCES = 4,
    SIM_MAX_RANGES = GCN_MAX_OPERANDS + 2, /* read or written; two that no operand names */
    SIM_HISTORY = 32,                      /* wait states that a wave looks back: strict_hazard.c */
    SIM_JUMPS = 8,
    SIM_REGISTER_WORDS = (512 + SIM_SREGS + 63) / 64, /* registers as bits: vector, then scalar */
};

/* ---- The host (host.c) ---- */

struct sim_device;
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
/* The device's `host`, called in that way. */
struct allocator sim_host_allocator(struct sim_device *device);

/* ---- Memory (memory.c) ---- */

struct sim_store_origin;
struct race_page;
struct race_log;

struct sim_region {
    uint64_t base, size;
    uint8_t *bytes;
    uint8_t *shadow; /* 1 bits: uninitialised; NULL: everything is initialised */
    bool owned, owns_shadow;
    bool image; /* a code object: kernels write between these offsets only */
    uint64_t writable_first, writable_end;
    uint8_t access;              /* enum sim_access */
    uint64_t first_undefined_pc; /* the first store of uninitialised data here */
    const char *first_undefined_kernel;
    struct sim_undefined_store undefined_store; /* kernel NULL: none */
    struct race_page *race_pages; /* strict_race.c, of the dispatch with this number */
    uint32_t race_dispatch;
    struct race_log *race_log;  /* loads that are not in the pages yet */
    bool race_stores;           /* somebody stored in that dispatch: the log is not used */
    uint32_t scratch_wave_size; /* scratch backing: bytes per wave; 0: ordinary memory */
    struct sim_code *code;      /* decoded instructions, when it holds code */
    struct sim_region *next_free;
};

/* ---- Decoded instructions (decode_op.c) ---- */

enum sim_source_kind { SIM_SRC_NONE, SIM_SRC_VGPR, SIM_SRC_SGPR, SIM_SRC_CONST, SIM_SRC_SPECIAL };

struct sim_source {
    uint8_t kind, dwords, type, sel;
    bool neg, abs, sext;
    bool is_float;
    uint16_t reg;    /* VGPR number, sim_sreg() index, or gcn_reg of a special */
    uint8_t width;   /* bits of the value: 16, 32, 64 and more */
    uint64_t value;  /* constant */
    uint32_t *lanes; /* it in all lanes, of a plain instruction */
};

struct sim_range {
    uint16_t first;
    uint8_t count;
    bool vector;
};

struct sim_wave;
struct sim_op;
struct valu;
struct salu_row;
typedef void sim_exec_fn(struct sim_wave *wave, const struct sim_op *op);
typedef void valu_fn(struct valu *x);

/* How shadow bits (1: uninitialised) go through an operation (strict_undefined.c). */
enum sim_half { SIM_HALF_NONE, SIM_HALF_CLEARS, SIM_HALF_KEEPS, SIM_HALF_UNTOLD };

enum sim_shadow_rule {
    SHADOW_ANY, /* any shadow bit of a source makes the whole result undefined */
    SHADOW_MOVE,
    SHADOW_SHUFFLE /* bits change their places only */,
    SHADOW_AND,
    SHADOW_OR,
    SHADOW_XOR,
    SHADOW_ADD /* carries go upwards */,
    SHADOW_SELECT,
    SHADOW_BFI,
    SHADOW_SHL,
    SHADOW_SHLREV,
    SHADOW_SHR,
    SHADOW_SHRREV,
    SHADOW_ASHR,
    SHADOW_ASHRREV,
    SHADOW_BFE,
    SHADOW_SBFE,
    SHADOW_SEXT8,
    SHADOW_SEXT16,
    SHADOW_PERM,
    SHADOW_ALIGNBIT,
    SHADOW_ALIGNBYTE,
    SHADOW_LSHL_OR,
    SHADOW_AND_OR,
    SHADOW_OR3,
    SHADOW_LSHL_ADD,
    SHADOW_UBYTE0,
    SHADOW_UBYTE1,
    SHADOW_UBYTE2,
    SHADOW_UBYTE3,
    SHADOW_PACKED,
    SHADOW_BITREV,
    SHADOW_PACK16,
    SHADOW_LOW24,
    SHADOW_MAD64,
    SHADOW_SHL64,
    SHADOW_SHLREV64,
    SHADOW_SHR64,
    SHADOW_SHRREV64,
    SHADOW_PAIR, /* each half of the result from the halves that op_sel and op_sel_hi choose */
    SHADOW_PAIR_MOVE /* v_pk_mov_b32 */,
};

enum sim_memory_kind {
    MEMORY_NONE,
    MEMORY_LOAD,
    MEMORY_STORE,
    MEMORY_ATOMIC,
    MEMORY_CACHE,
    MEMORY_UNSUPPORTED
};

enum sim_atomic {
    ATOMIC_SWAP,
    ATOMIC_CMPSWAP,
    ATOMIC_ADD,
    ATOMIC_SUB,
    ATOMIC_RSUB,
    ATOMIC_SMIN,
    ATOMIC_UMIN,
    ATOMIC_SMAX,
    ATOMIC_UMAX,
    ATOMIC_AND,
    ATOMIC_OR,
    ATOMIC_XOR,
    ATOMIC_INC,
    ATOMIC_DEC,
    ATOMIC_FADD,
    ATOMIC_FMIN,
    ATOMIC_FMAX,
    ATOMIC_FCMPSWAP,
    ATOMIC_MSKOR,
    ATOMIC_WRAP,
    ATOMIC_CONDXCHG,
    ATOMIC_PK_ADD_F16
};

/* What a memory instruction moves (memory_op.c). */
struct sim_memory_op {
    uint8_t kind;         /* enum sim_memory_kind */
    uint8_t atomic;       /* enum sim_atomic */
    uint8_t bytes;        /* per lane and access; with a format: in registers */
    uint8_t components;   /* of a format; 0: none */
    bool sext, d16, high; /* narrow loads: sign; half of a register; its high half */
    bool loses_half;      /* the load leaves the other half undefined (decode_op.c) */
    bool returns;         /* an atomic that gives back the old value */
    bool two;             /* DS: two addresses */
    bool src2;            /* DS: the operand is in memory too */
    bool wave_sync;       /* ds_gws_* */
    bool buffer;          /* SMEM: by a descriptor */
    uint16_t scale;       /* DS, two addresses: bytes per offset unit */
};

/* What an image instruction does besides, by its name: bits of sim_op.image (image/mimg.c). */
enum sim_image_flag {
    IMAGE_MIP = 1 << 0,    /* the level is in the address */
    IMAGE_PACKED = 1 << 1, /* _pck: the bytes of the texel, not converted */
    IMAGE_SIGNED = 1 << 2, /* _pck_sgn */
    IMAGE_RESINFO = 1 << 3,
    IMAGE_SAMPLE = 1 << 4, /* takes a sampler: it may return out of order with those that do not */
    IMAGE_GATHER = 1 << 5,
    IMAGE_GATHER_ROW = 1 << 6, /* four texels of a row */
    IMAGE_GET_LOD = 1 << 7,
    IMAGE_COMPARE = 1 << 8,     /* _c: against a reference */
    IMAGE_DERIVATIVES = 1 << 9, /* _d, _cd: in the address */
    IMAGE_BIAS = 1 << 10,       /* _b: of the level of detail */
    IMAGE_LOD = 1 << 11,        /* _l: the level of detail is in the address */
    IMAGE_LOD_ZERO = 1 << 12,   /* _lz */
    IMAGE_LOD_BOUND = 1 << 13,  /* _cl: its lower bound is in the address */
    IMAGE_OFFSET = 1 << 14,     /* _o: in texels */
};

/* Operands to which M0 may be added: bits, in the order of M0[15:12]. */
enum sim_index { SIM_INDEX_SOURCE0 = 1, SIM_INDEX_RESULT = 8 };

struct sim_block;
struct vmem_pattern;

struct sim_op {
    /* what each execution looks at */
    sim_exec_fn *exec;
    const struct sim_block *block; /* that begins here; NULL: not known: block.c */
    valu_fn *kernel;
    const struct gcn_op_info *info;
    struct gcn_inst inst;
    struct sim_memory_op memory;
    struct vmem_pattern *pattern; /* of a memory instruction: vmem_quick.c */
    uint16_t image;               /* enum sim_image_flag */
    uint64_t pc;
    sim_exec_fn *exec_with_privileges, *exec_alone, *exec_slowly;
    const struct salu_row *scalar_row; /* salu.c */
    uint32_t kernel_flags;
    uint8_t shadow_rule;
    uint8_t upper_half; /* enum sim_half: what becomes of it where the result has 16 bits */
    uint8_t sim_class;
    uint8_t source_count;
    struct sim_source source[SIM_MAX_SOURCES];
    /* Destinations: VGPR number or -1; scalar register index or -1. */
    int16_t vdst, sdst, carry_in;
    uint8_t vdst_dwords, sdst_dwords, dst_type, dst_width;
    bool dst_float;
    /* Operand indices by role, -1: absent. */
    int8_t at_addr, at_data, at_data1, at_saddr, at_rsrc, at_samp, at_soffset, at_vdst;
    struct sim_range reads[SIM_MAX_RANGES], writes[SIM_MAX_RANGES];
    uint8_t read_count, write_count;
    uint64_t produces, consumes; /* hazard classes: strict_hazard.def */
    /* Operands that M0 is added to, always and with gpr_index_on: enum sim_index bits (indexed.c). */
    uint8_t relative, indexable;
    /* valu_quick.c */
    uint8_t mode_bits, plain_mode_bits; /* of MODE that a float operation depends on */
    bool is_plain, is_wide;
    bool reads_destination; /* a source is the destination */
    uint16_t vgpr_end;      /* VGPRs touched are below this */
    int16_t carry;          /* the scalar pair that each lane reads a bit of; -1: none */
    uint8_t wait_states;    /* s_nop: imm + 1; else 1 */
    uint16_t issue_cycles;
    uint8_t unit;
    bool warned;    /* one warning per place */
    bool was_seen;  /* a wave has come here */
    bool is_atomic; /* a load or store that its language calls atomic: the object lists it */
    /* strict_top.c */
    uint64_t numbers[2]; /* numbered SGPRs touched */
    uint8_t top_names;   /* slots touched by name: VCC, XNACK_MASK, FLAT_SCRATCH */
};

struct sim_code {
    struct arena *arena; /* of what is decoded */
    uint64_t base;       /* of the image */
    size_t first, words; /* executable words of the image: from first on, below words */
    const uint32_t *text;
    struct sim_op **ops;           /* by word, from first on */
    struct profile_count *profile; /* the same; NULL: nothing was executed, or not profiled */
    uint32_t *atomics;             /* words of atomic loads and stores, ascending */
    size_t atomic_count;
    bool sramecc;                     /* made for memories that may correct errors: on or any */
    bool gds_known, has_gds;          /* jobs.c: somewhere in it the GDS is used */
    struct sim_code *next, *original; /* jobs.c: the next copy of a core, and of what it is one */
};

/* ---- Device ---- */

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
    struct arena arena;        /* of all that belongs to it; lies in the device's itself */
    struct sim_region *region; /* the image; NULL: it is not loaded yet */
    unsigned version;          /* to be shown */
    bool has_code_headers;     /* amd_kernel_code_t before each kernel's code; else descriptors */
    bool foreign;
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

struct sim_wave;

/* LDS of a work-group, or the global data share. */
struct sim_share {
    uint8_t *bytes, *shadow;
    uint32_t size;
};

enum { SIM_GWS_RESOURCES = 64 };

/* Global data share and global wave sync (gds.c). */
struct sim_gds {
    struct sim_share share; /* made by the first access */
    struct {
        int64_t counter;
        bool flag;        /* of a barrier: turns over when it completes */
        unsigned waiting; /* waves at a semaphore */
    } resources[SIM_GWS_RESOURCES];
    uint64_t released; /* waves of the dispatch that have let the next one count in order */
    /* Waves that wait try again: how often since another instruction was executed, and how many
     * those were. */
    uint64_t executed;
    unsigned retries;
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
    char message[4096];
    const struct gcn_target *target;
    VEC(struct sim_region *) regions; /* by ascending base */
    struct sim_region *last_region, *free_regions;
    uint64_t next_address; /* from where on memory is looked for */
    bool keeps_close;      /* all addresses were passed once: no gaps for borders any more */
    struct sim_object *objects, *free_objects;
    uint64_t queue_address, scratch_address;
    uint64_t trap_base, trap_memory; /* TBA, 0: no trap handler; TMA */
    uint64_t time;                   /* of the packet processor: modelled cycles of all launches */
    uint64_t scratch_size;
    struct sim_gds gds;
    struct sim_stats stats;
    /* Of the running launch */
    const struct sim_kernel *kernel;
    const struct sim_launch *launch;     /* NULL: none runs */
    const struct sim_dispatch *dispatch; /* its packet, once that is processed */
    uint64_t kernarg_address, signal_address;
    uint64_t turns, started; /* of waves; the second in which the launch began */
    bool strict, foreign, xnack;
    bool counts; /* operations in flight: counters.c */
    const struct sim_parts *parts;
    uint32_t set; /* of observers */
    struct sim_heard heard;
    void *observed[SIM_OBSERVERS];
    sim_run_fn *run;
    struct sim_unit *units; /* of the dispatch; none in order */
    unsigned unit_count;
    bool is_worker;              /* one of the cores that share a dispatch: jobs.c */
    struct sim_code *codes;      /* its copies of code */
    struct sim_jobs_calls *jobs; /* the cores; NULL: none have shared a dispatch yet */
    sim_exec_fn *exec_alone; /* does op->exec_alone while no other core does; NULL: there is none */
    VEC(void *) registers;   /* blocks of a wave's vector registers each: schedule.c */
    uint32_t registers_used; /* by the dispatch */
    /* For tests: called when a wave has its initial registers and when it has ended. */
    void (*on_start)(void *data, struct sim_wave *wave);
    void (*on_end)(void *data, struct sim_wave *wave);
    void *on_data;
};

struct sim_group;
struct sim_unit;
struct sim_flight;

/* Operations of each kind: the number of the last one, and of the last one that a wait has proved done
 * (counters.c). */
struct sim_counters {
    uint32_t vm_seq, vm_done, lds_seq, lds_done, gds_seq, gds_done, smem_seq, smem_done, flat_seq,
        flat_lgkm_done, flat_vm_done, exp_seq, exp_done, exp_gds_seq, exp_gds_done, message_seq,
        message_done;
    uint32_t lds_change;        /* lds_seq of the last instruction that may have changed the LDS */
    uint32_t scalar_increments; /* of lgkmcnt by SMEM since it was last 0: smem.c */
};

struct sim_history {
    const struct sim_op *op;
    uint64_t state;
};

/* A taken branch: what a wave executed before a place is found from these (fault.c). */
struct sim_jump {
    const struct sim_op *from;
    uint64_t to;
};

struct sim_indexed; /* indexed.c */

/* The register MODE as vector instructions see it (valu.c). */
struct valu_mode {
    uint32_t bits;                              /* MODE */
    uint8_t generation;                         /* of the chip */
    uint8_t round16, round32, round64;          /* 0 nearest even, 1 +inf, 2 -inf, 3 zero */
    bool in16, out16, in32, out32, in64, out64; /* denormals pass */
    bool ieee, dx10;
};

struct sim_wave {
    struct sim_group *group;
    struct sim_device *device;
    struct sim_flight *flight; /* of the instruction under way */
    unsigned index;            /* in the work-group */
    uint64_t pc;
    const struct sim_code *code;
    uint32_t sgpr[SIM_SREGS];
    uint32_t sgpr_shadow[SIM_SREGS];
    bool scc, scc_shadow;
    uint32_t mode;
    struct valu_mode valu_mode; /* of .bits, which may be an old one */
    bool gpr_index_on;
    unsigned vgprs, agprs, sgprs; /* allocated */
    uint32_t (*v)[SIM_LANES];
    uint32_t (*v_shadow)[SIM_LANES];
    uint64_t *v_undefined; /* lanes of a VGPR that have any shadow bit */
    bool done, at_barrier;
    /* trap.c, salu_hwreg.c, salu_fork.c */
    bool priv, halted, vskip;
    bool watched; /* something wants to see each instruction: sim_is_watched, or MODE.vskip */
    uint8_t priority, debug;
    uint32_t trapsts;
    uint64_t instructions;
    uint64_t scratch_base;      /* address of this wave's scratch */
    uint32_t scratch_size;      /* bytes per work-item, as allocated */
    uint32_t private_size;      /* those that the packet asked for: strict mode allows no others */
    uint64_t lanes;             /* that exist */
    bool vccz_stale;            /* half of VCC was written */
    bool vccz_corrupt;          /* GFX6, GFX7: a scalar load returned since VCC was written */
    bool scalar_dirty;          /* scalar stores that s_dcache_wb has not written back */
    VEC(uint64_t) scalar_lines; /* the lines of 64 bytes that they and scalar atomics went to */
    uint32_t dma_first, dma_end,
        dma_seq;                /* LDS that LDS-DMA writes, and its number of PENDING_VM */
    bool gws_entered, gws_flag; /* waits at a barrier of global wave sync since it had this flag */

    struct sim_counters *counters;
    struct sim_indexed *indexed;      /* NULL: none yet */
    struct sim_jump jumps[SIM_JUMPS]; /* the last of jump_count */
    uint32_t jump_count;
    uint64_t clock; /* modelled cycles, as if it ran alone: an observer moves it */
    void *observed[SIM_OBSERVERS];
};

struct sim_group {
    struct sim_device *device;
    struct sim_unit *unit; /* NULL: none with caches, memory is accessed at once */
    struct arena *arena;   /* of the launch */
    struct sim_wave *waves;
    unsigned wave_count;
    uint32_t id[3];
    uint32_t first_slot; /* of the scratch: that of the first wave */
    uint8_t *lds, *lds_shadow;
    uint32_t lds_size;
    struct race_page *races; /* of the LDS */
    struct race_log *race_log;
    bool race_stores; /* since the last barrier that settled all */
    uint64_t memtime;
};

/* ---- Errors ---- */

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
void sim_memory_free(struct sim_device *device);

/* ---- loader.c, metadata.c ---- */

struct sim_metadata_kernel {
    const char *name, *symbol;
    uint32_t kernarg_size, kernarg_align, group_size, private_size;
    uint32_t required_size[3], max_size;
    uint32_t language[2];
    bool uniform;
    struct sim_kernel_notes notes;
    VEC(struct sim_arg_info) args;
};

struct sim_metadata {
    VEC(struct sim_metadata_kernel) kernels;
    VEC(const char *) formats; /* rows of Printf */
};

/* Both return NULL, or what is wrong with the text. */
const char *metadata_parse_yaml(struct arena *arena, const char *text, size_t size,
                                struct sim_metadata *metadata);
const char *metadata_parse_msgpack(struct arena *arena, const char *bytes, size_t size,
                                   struct sim_metadata *metadata);

/* ---- value.c ---- */

/* The type of an argument by value from its name in OpenCL C or its ValueType; size: bytes. */
struct sim_value value_parse(const char *type_name, const char *value_type, uint32_t size);
/* Whether a value of the type `given` may go where `wanted` is named. */
bool value_fits(struct sim_value wanted, struct sim_value given);

/* ---- printf_format.c ---- */

/* Adds a row of the metadata's Printf; an error when it is broken. */
void printf_add_format(struct sim_device *device, struct arena *arena, struct sim_object *object,
                       const char *row);

/* ---- memory_op.c ---- */

void memory_op_classify(struct sim_op *op);
/* The same of a vector atomic whose name goes on with `name`: "umin_x2". */
void memory_op_classify_atomic(struct sim_op *op, const char *name);
/* The new value of an atomic; data2 is the comparand or second operand. */
uint64_t atomic_apply(enum sim_atomic kind, unsigned bytes, uint64_t old, uint64_t data,
                      uint64_t data2);
/* The same; additions of f32 flush denormal operands unless bit 0 of `denormals` is set, results
 * unless bit 1 is (MODE.fp_denorm; LLVM's SIISelLowering: LDS follows MODE, global memory always
 * flushes, both round to nearest even). */
uint64_t atomic_apply_mode(enum sim_atomic kind, unsigned bytes, uint64_t old, uint64_t data,
                           uint64_t data2, unsigned denormals);
/* Puts the bytes of a new value, 4 or 8, in the place of the old one in the host's memory, unless another
 * one is there: false. */
bool atomic_replace(uint8_t *at, unsigned bytes, uint64_t old, const uint8_t *value);

/* ---- image/mimg.c ---- */

/* Fills in memory and image of an image instruction, from its name and dmask. */
void mimg_classify(struct sim_op *op);

/* ---- disassemble.c ---- */

/* The instruction at a word of the code, of a branch with the offset of its target; what is none, as
 * a word.  *words: its size. */
const char *sim_disassemble(const struct sim_device *device, struct arena *arena,
                            const struct sim_code *code, size_t word, unsigned *words);

/* The address of the first instruction of a function, whose symbol may be a kernel's header. */
uint64_t sim_entry(struct sim_device *device, const struct sim_object *object,
                   const struct sim_function *function, bool *is_kernel);

/* ---- lds.c ---- */

/* Checks bounds and alignment of a DS, FLAT or LDS-DMA access.  Returns the address of the bytes (shadow at the same index). */
uint32_t lds_check(struct sim_wave *wave, const struct sim_op *op, int lane, uint64_t address,
                   uint32_t size, bool write, bool atomic);

void sim_check_vgpr(struct sim_wave *wave, const struct sim_op *op, unsigned reg, unsigned count);
/* The number of the operand's VGPR (AGPRs from 256 on); faults when `dwords` from it on are not
 * allocated. */
unsigned lds_vgpr(struct sim_wave *wave, const struct sim_op *op, int operand, unsigned dwords);

struct vmem_access;
struct vmem_packet;
/* What a DS instruction in flight does for one lane, at one of its addresses. */
void lds_perform(const struct vmem_access *access, const struct vmem_packet *packet, int result,
                 bool second);

/* ---- lds_lane.c ---- */

/* ds_swizzle, ds_permute and ds_bpermute: exchanges between lanes that touch no memory. */
void lds_exchange(struct sim_wave *wave, const struct sim_op *op);

/* ---- gds.c ---- */

/* Forgets the order of the last dispatch's waves. */
void gds_begin_dispatch(struct sim_device *device);
/* The global data share; faults when the chip has none. */
struct sim_share *gds_share(struct sim_wave *wave, const struct sim_op *op);
/* Where the access is in the share: adds the base in M0; checks the size in M0, alignment and the
 * end of the memory. */
uint32_t gds_check(struct sim_wave *wave, const struct sim_op *op, int lane, uint64_t address,
                   uint32_t size);
/* Records what lgkmcnt and expcnt count of the GDS operation: the registers that it writes, the
 * address and data that it still reads. */
void gds_issue(struct sim_wave *wave, const struct sim_op *op, int result, unsigned dwords);
/* ds_gws_* and ds_ordered_count; false: the instruction is none of them. */
bool gds_exec(struct sim_wave *wave, const struct sim_op *op);

/* ---- code.c ---- */

/* The bytes [first, end) of the region may be executed. */
void sim_code_new(struct arena *arena, struct sim_region *region, uint64_t first, uint64_t end);
/* The region's code, of a core its own copy; NULL: it has none. */
struct sim_code *sim_code_of(struct sim_device *device, const struct sim_region *region);

/* ---- decode_op.c ---- */

struct sim_op *sim_fetch(struct sim_wave *wave);

/* ---- queue.c: the host's side of the queue ---- */

void queue_create(struct sim_device *device);
/* Writes a packet into the ring and signals the doorbell. */
void queue_submit(struct sim_device *device, const union aql_packet *packet);
/* The index after the last packet that the doorbell tells the packet processor of. */
uint64_t queue_end(struct sim_device *device);
/* Copies a packet and frees its slot, whose other contents stay for the kernel at *address; the
 * packet's header. */
uint16_t queue_take(struct sim_device *device, uint64_t id, union aql_packet *packet,
                    uint64_t *address);
struct amd_queue *queue_object(struct sim_device *device);
/* What the queue and the packet processor read and write; an error names it. */
void *queue_memory(struct sim_device *device, uint64_t address, uint64_t size, const char *what);

/* ---- aql.c ---- */

/* Takes packets until none is left. */
void aql_process(struct sim_device *device);

/* ---- wave.c ---- */

struct sim_dispatch; /* aql.c */
struct sim_dispatch {
    struct hsa_kernel_dispatch_packet packet;
    uint64_t packet_address, dispatch_id;
    uint64_t entry;
    uint32_t rsrc1, rsrc2, rsrc3, properties;
    uint32_t grid[3], local[3];
};
/* Registers and state at the entry; size: of the work-group. */
void wave_start(struct sim_wave *wave, const struct sim_dispatch *dispatch, const uint32_t size[3]);
/* The loop for any set of observers; what those of one set (sets/) share with it. */
sim_run_fn wave_run;
/* A turn begins, which may be beyond the limit of time; it ends. */
void wave_look_at_clock(struct sim_wave *wave);
void wave_end_turn(struct sim_wave *wave);
/* Counts an instruction that is to be executed; ends the launch beyond the limit. */
void wave_count(struct sim_wave *wave, const struct sim_op *op);
/* Tests take instructions away; MODE.vskip leaves vector instructions out. */
bool wave_leaves_out(const struct sim_wave *wave, const struct sim_op *op);
/* V# of the scratch of the whole queue: swizzled, dword elements, 64 lanes, lane id added. */
void wave_scratch_descriptor(const struct sim_device *device, uint32_t words[4]);
/* The time that limits a launch starts. */
void wave_begin_clock(struct sim_device *device);

/* ---- schedule.c ---- */

/* Runs all work-groups. */
void schedule_dispatch(struct sim_device *device, const struct sim_dispatch *dispatch);

/* ---- barrier.c ---- */

/* Every wave waits or has ended: lets those that wait go on, unless it is a fault. */
void barrier_complete(struct sim_group *group);
bool barrier_is_awaited(const struct sim_group *group);
/* Which waves wait where, which have ended, which run. */
void barrier_describe(const struct sim_group *group, struct strbuf *text);

/* ---- device.c ---- */

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

/* ---- registers ---- */

/* Index of a scalar register in sgpr[]: 0..127 as they are, FLAT_SCRATCH.. after them. */
static inline unsigned
sim_sreg(unsigned reg)
{
    return reg < 128 ? reg : 128 + reg - GCN_FLAT_SCRATCH_LO;
}

enum { SREG_FLAT_SCRATCH = 128 };

/* Sets of registers. */
static inline unsigned
sim_register_bit(bool vector, unsigned reg)
{
    return vector ? reg : 512 + reg;
}

static inline void
sim_register_add(uint64_t set[SIM_REGISTER_WORDS], bool vector, unsigned first, unsigned count)
{
    for (unsigned bit = sim_register_bit(vector, first); count--; bit++)
        set[bit / 64] |= UINT64_C(1) << bit % 64;
}

static inline uint64_t
sim_get64(const struct sim_wave *wave, unsigned index)
{
    return wave->sgpr[index] | (uint64_t)wave->sgpr[index + 1] << 32;
}

static inline uint64_t
sim_shadow64(const struct sim_wave *wave, unsigned index)
{
    return wave->sgpr_shadow[index] | (uint64_t)wave->sgpr_shadow[index + 1] << 32;
}

static inline void
sim_set64(struct sim_wave *wave, unsigned index, uint64_t value, uint64_t shadow)
{
    wave->sgpr[index] = (uint32_t)value;
    wave->sgpr[index + 1] = (uint32_t)(value >> 32);
    wave->sgpr_shadow[index] = (uint32_t)shadow;
    wave->sgpr_shadow[index + 1] = (uint32_t)(shadow >> 32);
}

static inline uint64_t
sim_exec(const struct sim_wave *wave)
{
    return sim_get64(wave, GCN_EXEC_LO);
}

static inline uint32_t
sim_lane_shadow(const struct sim_wave *wave, unsigned reg, unsigned lane)
{
    return wave->v_undefined[reg] >> lane & 1 ? wave->v_shadow[reg][lane] : 0;
}

static inline void
sim_set_lane(struct sim_wave *wave, unsigned reg, unsigned lane, uint32_t value, uint32_t shadow)
{
    wave->v[reg][lane] = value;
    if (shadow) {
        wave->v_shadow[reg][lane] = shadow;
        wave->v_undefined[reg] |= UINT64_C(1) << lane;
    } else {
        wave->v_undefined[reg] &= ~(UINT64_C(1) << lane);
    }
}

/* The instruction leads elsewhere than to the next one. */
static inline void
sim_jump(struct sim_wave *wave, const struct sim_op *op, uint64_t to)
{
    wave->jumps[wave->jump_count++ % SIM_JUMPS] = (struct sim_jump){op, to};
    wave->pc = to;
}

#define FOREACH_LANE(lane, mask)                                                                   \
    for (uint64_t mask_##lane = (mask); mask_##lane && (lane = __builtin_ctzll(mask_##lane), 1);   \
         mask_##lane &= mask_##lane - 1)

/* ---- indexed.c ---- */

/* Sets relative and indexable. */
void indexed_classify(struct sim_op *op);
/* Is M0 added to any register of the instruction, as the wave is now? */
static inline bool
sim_is_indexed(const struct sim_wave *wave, const struct sim_op *op)
{
    return op->relative || (wave->gpr_index_on && op->indexable);
}
/* The register that a source, or the result, really is: a VGPR, or an SGPR of s_movrel.  It may be beyond
 * those that there are. */
unsigned indexed_source(const struct sim_wave *wave, const struct sim_op *op, unsigned index);
unsigned indexed_result(const struct sim_wave *wave, const struct sim_op *op);
/* The instruction with the registers that it really reads and writes in reads, writes, source and the
 * results: itself, or a copy that is good for SIM_HISTORY wait states. */
const struct sim_op *indexed_op(struct sim_wave *wave, const struct sim_op *op);

/* Scalar source of up to 64 bits (salu.c), with its shadow; faults when out of the allocation. */
uint64_t sim_scalar(struct sim_wave *wave, const struct sim_op *op, const struct sim_source *source,
                    uint64_t *shadow);
void sim_write_scalar(struct sim_wave *wave, const struct sim_op *op, unsigned index,
                      unsigned dwords, uint64_t value, uint64_t shadow);
/* Faults if `undefined`: an address, a branch condition or the like depends on uninitialised
 * data. */
void sim_need_defined(struct sim_wave *wave, const struct sim_op *op, int lane, bool undefined,
                      const char *what);

/* ---- execution by format ---- */

/* Lets salu_exec_quick execute it if it may. */
void salu_choose(struct sim_op *op);
sim_exec_fn salu_exec_quick, salu_exec_sop2, salu_exec_sop1, salu_exec_sopc, salu_exec_sopk,
    salu_exec_sopp;
sim_exec_fn smem_exec, vmem_exec_mubuf, vmem_exec_flat, mimg_exec, lds_exec, valu_exec,
    valu_exec_quick, valu_exec_special, sim_exec_unsupported;

/* Instructions that do not go by their format: decode_op.c has the table. */
sim_exec_fn salu_exec_fork, salu_exec_join, salu_exec_setvskip, salu_exec_getreg, salu_exec_setreg;
sim_exec_fn trap_exec, trap_exec_rfe, trap_exec_sethalt, trap_exec_sendmsg, trap_exec_privileged;

/* ---- trap.c ---- */

/* A wave's state before its first instruction, after its registers are undefined. */
void trap_begin(struct sim_wave *wave);
/* Whether an instruction names a register that only the trap handler has. */
bool trap_is_privileged(const struct sim_op *op);

/* ---- counters.c ---- */

/* An operation is issued; the registers are those that it will write (PENDING_EXP: still reads),
 * none for a store. */
void counter_issue(struct sim_wave *wave, const struct sim_op *op, enum sim_pending_kind kind,
                   bool vector, unsigned first, unsigned count);
/* Has a wait proved that the operation of that kind and number is done? */
bool counter_is_done(const struct sim_wave *wave, enum sim_pending_kind kind, uint32_t seq);
/* The number that the next operation of that kind gets. */
uint32_t counter_next(struct sim_wave *wave, enum sim_pending_kind kind);
/* The counters that have not proved all operations done; NULL: nothing is outstanding. */
const char *counter_outstanding(const struct sim_wave *wave);
/* Is nothing of that outstanding but reads of LDS? */
bool counter_only_reads(const struct sim_wave *wave);
/* s_waitcnt. */
void counter_wait(struct sim_wave *wave, unsigned vm, unsigned exp, unsigned lgkm);
/* Would that wait prove a memory operation done?  The kind is one of the flight's. */
bool counter_would_prove(const struct sim_wave *wave, enum sim_pending_kind kind, uint32_t seq,
                         unsigned vm, unsigned lgkm);
/* "vmcnt": the counter of a kind of operations. */
const char *counter_name(unsigned kind);
/* vmcnt, expcnt and lgkmcnt as IB_STS has them, if nothing came back that was not waited for. */
uint32_t counter_bits(const struct sim_wave *wave);

#endif
