/* What buffer, FLAT and LDS-DMA instructions share: data of a lane in transit, the lines that a wave
 * touches, accesses to global memory, scratch and LDS. */
#ifndef OCC_RUNTIME_SIM_VMEM_H
#define OCC_RUNTIME_SIM_VMEM_H

#include "runtime/sim/sim_internal.h"

enum { VMEM_BYTES = 16, VMEM_LINE = 64 };

enum vmem_space { VMEM_GLOBAL, VMEM_PRIVATE, VMEM_LDS };

/* The data of one lane in transit. */
struct vmem_packet {
    uint8_t bytes[VMEM_BYTES], shadow[VMEM_BYTES];
};

/* Cache lines touched, for the timing model: a slot for each line that a wave can touch, two for
 * each lane. */
struct vmem_lines {
    uint64_t slot[2 * SIM_LANES];
    unsigned count;
};
_Static_assert(VMEM_BYTES <= VMEM_LINE, "a lane touches two lines at most");

/* Where one lane of an instruction reads or writes. */
struct vmem_access {
    struct sim_wave *wave;
    const struct sim_op *op;
    unsigned lane;
    enum vmem_space space;
    uint64_t address;
    bool write, atomic;
};

void vmem_touch(struct vmem_lines *lines, uint64_t address, unsigned size);
/* The number of the operand's VGPR (AGPRs from 256 on); faults when `dwords` from it on are not
 * allocated. */
unsigned vmem_vgpr(struct sim_wave *wave, const struct sim_op *op, int index, unsigned dwords);
/* Faults when an active lane has an uninitialised bit in these registers. */
void vmem_need_address(struct sim_wave *wave, const struct sim_op *op, unsigned reg,
                       unsigned dwords);
/* The scalar register of that index (sim_sreg), which must be defined. */
uint32_t vmem_scalar(struct sim_wave *wave, const struct sim_op *op, unsigned index);
/* Moves a packet to or from any space; private memory goes dword by dword. */
void vmem_transfer(const struct vmem_access *access, unsigned size, struct vmem_packet *packet);
void vmem_check_alignment(const struct vmem_access *access, unsigned size);
/* A load, store or atomic of the lane as op->memory says; result < 0: none. */
void vmem_access(struct vmem_access *access, unsigned data, int result);
/* The registers of data and result (-1: none); counts the instruction. */
void vmem_prepare(struct sim_wave *wave, const struct sim_op *op, unsigned *data, int *result);
/* Records what vmcnt (or both counters) and on GFX6 expcnt count. */
void vmem_issue(struct sim_wave *wave, const struct sim_op *op, enum sim_pending_kind kind,
                unsigned data, int result);

#endif
