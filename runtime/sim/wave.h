/* A wave and its work-group, and how their registers are read and written. */
#ifndef OCC_RUNTIME_SIM_WAVE_H
#define OCC_RUNTIME_SIM_WAVE_H

#include "runtime/sim/op.h"
#include "support/vec.h"

enum {
    SIM_SREGS = 160,    /* scalar registers by sim_sreg() */
    SIM_MAX_WAVES = 16, /* of a work-group */
    SIM_VGPRS = 512,
    SIM_JUMPS = 8,
    SIM_CALLS = 32,   /* calls in calls that are remembered */
    SIM_HISTORY = 32, /* wait states that checks look back: what they look at stays as long */
    SIM_REGISTER_WORDS = (512 + SIM_SREGS + 63) / 64, /* registers as bits: vector, then scalar */
};

/* The upper halves of generic addresses of local and of private memory. */
enum { SIM_LOCAL_APERTURE = 1 << 16, SIM_PRIVATE_APERTURE = 2 << 16 };

struct sim_group;
struct sim_unit;

/* Operations of each kind: the number of the last one, and of the last one that a wait has proved done
 * (counters.c). */
struct sim_counters {
    uint32_t vm_seq, vm_done, lds_seq, lds_done, gds_seq, gds_done, smem_seq, smem_done, flat_seq,
        flat_lgkm_done, flat_vm_done, exp_seq, exp_done, exp_gds_seq, exp_gds_done, message_seq,
        message_done;
    uint32_t lds_change;        /* lds_seq of the last instruction that may have changed the LDS */
    uint32_t scalar_increments; /* of lgkmcnt by SMEM since it was last 0: smem.c */
};

/* Taken branches: what a wave executed before a place is found from these (fault.c). */
struct sim_jump {
    const struct sim_op *from;
    uint64_t to;
};

struct sim_jumps {
    struct sim_jump at[SIM_JUMPS]; /* the last of count */
    uint32_t count, depth;
    const struct sim_op *calls[SIM_CALLS]; /* that have not come back, the first depth */
};

/* What s_getreg tells besides, and who may do what (trap.c, salu_hwreg.c, salu_fork.c). */
struct sim_state {
    bool priv, halted, vskip;
    uint8_t priority, debug;
    uint32_t trapsts;
};

/* Of scalar memory (smem.c). */
struct sim_scalar {
    bool vccz_stale;     /* half of VCC was written */
    bool vccz_corrupt;   /* GFX6, GFX7: a scalar load returned since VCC was written */
    bool dirty;          /* scalar stores that s_dcache_wb has not written back */
    VEC(uint64_t) lines; /* the lines of 64 bytes that they and scalar atomics went to */
};

/* LDS that LDS-DMA writes: bytes from first on, below end; the number of the last of PENDING_VM
 * (lds_dma.c). */
struct sim_dma {
    uint32_t first, end, seq;
};

/* Waits at a barrier of global wave sync since that had this flag (gds.c). */
struct sim_gws {
    bool entered, flag;
};

struct sim_indexed; /* indexed.c */
struct valu_mode;   /* valu.h */

struct sim_wave {
    struct sim_group *group;
    struct sim_device *device;
    unsigned index; /* in the work-group */
    uint64_t pc;
    const struct sim_code *code;
    uint32_t sgpr[SIM_SREGS];
    uint32_t sgpr_shadow[SIM_SREGS];
    bool scc, scc_shadow;
    uint32_t mode;
    bool gpr_index_on;
    unsigned vgprs, agprs, sgprs; /* allocated */
    uint32_t (*v)[SIM_LANES];
    uint32_t (*v_shadow)[SIM_LANES];
    uint64_t *v_undefined; /* lanes of a VGPR that have any shadow bit */
    uint64_t lanes;        /* that exist */
    bool done, at_barrier;
    bool watched;          /* instructions are left out: options.removed, or MODE.vskip */
    uint64_t scratch_base; /* address of this wave's scratch */
    uint32_t scratch_size; /* bytes per work-item, as allocated */
    uint32_t private_size; /* those that the packet asked for: strict mode allows no others */
    /* What one file each keeps of it. */
    struct sim_counters *counters;
    struct sim_jumps *jumps;
    struct sim_state *state;
    struct sim_scalar *scalar;
    struct valu_mode *valu_mode; /* of .bits, which may be an old one */
    struct sim_indexed *indexed; /* NULL: none yet */
    struct sim_dma *dma;
    struct sim_gws *gws;
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
    uint64_t memtime;
    void *observed[SIM_OBSERVERS];
};

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
    wave->jumps->at[wave->jumps->count++ % SIM_JUMPS] = (struct sim_jump){op, to};
    wave->pc = to;
}

#define FOREACH_LANE(lane, mask)                                                                   \
    for (uint64_t mask_##lane = (mask); mask_##lane && (lane = __builtin_ctzll(mask_##lane), 1);   \
         mask_##lane &= mask_##lane - 1)

#endif
