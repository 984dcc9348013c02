/* LDS instructions that exchange values between lanes and touch no memory: GcnInstrsDs, and for the
 * modes of GFX9 AMD's Vega ISA manual, DS_SWIZZLE_B32. */
#include "runtime/sim/exec/exec.h"

enum {
    SWIZZLE_QUAD = 0x8000,
    SWIZZLE_ROTATE = 0xC000, /* from GFX9 on, like the next */
    SWIZZLE_FFT = 0xE000,
    SWIZZLE_ROTATE_RIGHT = 0x400,
};

/* The bits of the lane number reversed, those of the mask kept. */
static unsigned
fft_source(unsigned mask, unsigned lane)
{
    unsigned reversed = 0;
    for (unsigned bit = 0; bit < 5; bit++)
        reversed |= (lane >> bit & 1) << (4 - bit);
    return reversed >> __builtin_popcount(mask) | (lane & mask);
}

static unsigned
rotate_source(uint32_t offset, unsigned lane)
{
    unsigned by = offset >> 5 & 31, mask = offset & 31;
    if (offset & SWIZZLE_ROTATE_RIGHT)
        by = 32 - by;
    return (lane & mask) | ((lane + by) & 31 & ~mask);
}

/* The lane that `lane` reads: within 32 lanes, or within 4. */
static unsigned
swizzle_source(const struct gcn_target *target, uint32_t offset, unsigned lane)
{
    unsigned in = lane & 31, half = lane & 32;
    if (target->generation >= 9 && offset >= SWIZZLE_FFT)
        return half | fft_source(offset & 31, in);
    if (target->generation >= 9 && offset >= SWIZZLE_ROTATE)
        return half | rotate_source(offset, in);
    if (offset & SWIZZLE_QUAD)
        return (lane & ~3u) + (offset >> 2 * (lane & 3) & 3);
    return half | (((in & (offset & 31)) | (offset >> 5 & 31)) ^ (offset >> 10 & 31));
}

void
lds_exchange(struct sim_wave *wave, const struct sim_op *op)
{
    bool swizzle = op->inst.op == GCN_ds_swizzle_b32, push = op->inst.op == GCN_ds_permute_b32;
    unsigned address = lds_vgpr(wave, op, op->at_addr, 1);
    unsigned from = swizzle ? address : lds_vgpr(wave, op, op->at_data, 1);
    unsigned to = lds_vgpr(wave, op, op->at_vdst, 1);
    uint64_t exec = sim_exec(wave);
    uint32_t value[SIM_LANES] = {0}, shadow[SIM_LANES] = {0};
    int lane;
    if (op->inst.gds)
        sim_fault(wave, op, -1, "an exchange between lanes does not go to the global data share");
    if (!swizzle) {
        uint64_t undefined = wave->v_undefined[address] & exec;
        sim_need_defined(wave, op, undefined ? __builtin_ctzll(undefined) : 0, undefined != 0,
                         "a lane number");
    }
    FOREACH_LANE(lane, exec)
    {
        unsigned l = (unsigned)lane;
        unsigned other =
            swizzle ? swizzle_source(wave->device->target, (uint32_t)op->inst.imm & 0xFFFF, l)
                    : (wave->v[address][l] + ((uint32_t)op->inst.imm & 0xFFFF)) / 4 % 64;
        if (push) {
            value[other] = wave->v[from][l];
            shadow[other] = sim_lane_shadow(wave, from, l);
        } else if (exec >> other & 1) {
            value[l] = wave->v[from][other];
            shadow[l] = sim_lane_shadow(wave, from, other);
        }
    }
    uint32_t any = 0;
    FOREACH_LANE(lane, exec)
    any |= shadow[lane];
    if (any)
        OBSERVE(wave->device, unset, wave, op, -1, false, 0);
    FOREACH_LANE(lane, exec)
    sim_set_lane(wave, to, (unsigned)lane, value[lane], shadow[lane]);
    OBSERVE(wave->device, memory, wave, op, 2);
    counter_issue(wave, op, PENDING_LDS, true, to, 1);
}
