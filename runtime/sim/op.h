/* A decoded instruction: what exec/decode_op.c makes once of each address. */
#ifndef OCC_RUNTIME_SIM_OP_H
#define OCC_RUNTIME_SIM_OP_H

#include "gcn/isa/gcn.h"
#include "runtime/sim/observer.h"

enum {
    SIM_MAX_SOURCES = 4,
    SIM_MAX_RANGES = GCN_MAX_OPERANDS + 2, /* read or written; two that no operand names */
};

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
struct sim_check;
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
    sim_exec_fn *exec_with_privileges, *exec_alone, *exec_slowly, *exec_checked;
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
    bool warned;                   /* one warning per place */
    bool was_seen;                 /* a wave has come here */
    const struct sim_check *check; /* a point of .occ.check is here; or NULL */
    bool is_atomic; /* a load or store that its language calls atomic: the object lists it */
    /* strict_top.c */
    uint64_t numbers[2]; /* numbered SGPRs touched */
    uint8_t top_names;   /* slots touched by name: VCC, XNACK_MASK, FLAT_SCRATCH */
};

#endif
