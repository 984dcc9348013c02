/* What buffer, FLAT and LDS-DMA instructions share: data of a lane in transit, the lines that a wave
 * touches, accesses to global memory, scratch and LDS. */
#ifndef OCC_RUNTIME_SIM_EXEC_VMEM_H
#define OCC_RUNTIME_SIM_EXEC_VMEM_H

#include "runtime/sim/exec/exec.h"

enum { VMEM_BYTES = 16, VMEM_LINE = 64 };

/* VMEM_SCALAR: global memory by the scalar unit, only of what is in flight. */
enum vmem_space { VMEM_GLOBAL, VMEM_PRIVATE, VMEM_LDS, VMEM_SCALAR };

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
    const struct sim_flight *flight; /* it was in flight: bounds and races are checked; or NULL */
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
/* The dword that a load of less than one gives, with its shadow. */
uint32_t vmem_extend(const struct sim_memory_op *memory, const struct vmem_packet *packet,
                     uint32_t *shadow);
/* Register contents from a loaded packet. */
void vmem_unpack(struct sim_wave *wave, const struct sim_op *op, unsigned reg, unsigned lane,
                 const struct vmem_packet *packet);
/* Moves a packet to or from any space; private memory goes dword by dword. */
void vmem_transfer(const struct vmem_access *access, unsigned size, struct vmem_packet *packet);
/* ---- vmem_quick.c ---- */

/* A load or store of whole dwords, of which nobody looks at single ones, by some lane. */
bool vmem_is_plain(const struct sim_wave *wave, const struct sim_op *op);

/* Does all of a load or store by the lanes' addresses, if it is a common and good one; false: it has
 * done nothing. */
bool vmem_quick(struct sim_wave *wave, const struct sim_op *op, const uint64_t address[SIM_LANES],
                unsigned data, int result);

/* The registers of a DS instruction; result < 0: it has none. */
struct lds_operands {
    unsigned address, data, data1;
    int result;
};

/* offset: added to both addresses, of which most instructions have one. */
bool lds_quick(struct sim_wave *wave, const struct sim_op *op, const struct lds_operands *operands,
               const uint32_t offset[2]);
/* The cycles that the accesses of the active lanes take (lds.c). */
unsigned lds_conflicts(const struct sim_wave *wave, const struct sim_op *op,
                       uint32_t address[2][SIM_LANES]);
struct vmem_pattern *vmem_pattern_new(struct arena *arena);

/* ---- scratch_quick.c ---- */

/* The same of a plain one of the wave's private memory: offset within that of each lane, at most `limit` bytes. */
bool scratch_quick(struct sim_wave *wave, const struct sim_op *op, uint32_t limit,
                   const uint32_t offset[SIM_LANES], unsigned data, int result);

/* ---- vmem.c ---- */

void vmem_check_alignment(const struct vmem_access *access, unsigned size);
/* The same with what a store writes, or the operands of an atomic: the second one in the upper half. */
void vmem_perform(struct vmem_access *access, struct vmem_packet *packet, int result);
/* A load, store or atomic of the lane as op->memory says, at once or in flight; result < 0: none. */
void vmem_access(struct vmem_access *access, unsigned data, int result);
/* A plain load or store of scratch, whose bytes from `first` on are elsewhere, at `next`. */
void vmem_access_split(struct vmem_access *access, unsigned data, int result, unsigned first,
                       uint64_t next);
/* The registers of data and result (-1: none); counts the instruction, with `size` bytes of memory
 * for each lane. */
void vmem_prepare(struct sim_wave *wave, const struct sim_op *op, unsigned size, unsigned *data,
                  int *result);
/* Sets the lane's status, if there is one, to success. */
void vmem_set_status(struct sim_wave *wave, const struct sim_op *op, unsigned lane, int result);
/* Records what vmcnt (or both counters) and on GFX6 expcnt count. */
void vmem_issue(struct sim_wave *wave, const struct sim_op *op, enum sim_pending_kind kind,
                unsigned data, int result);

/* ---- lds_dma.c: the bit lds ---- */

/* Faults when the instruction has no such form. */
void vmem_check_dma(struct sim_wave *wave, const struct sim_op *op);
/* Where the lane's dword is in the LDS: at M0[15:0] + offset + 4 * lane. */
uint32_t vmem_dma_address(struct sim_wave *wave, const struct sim_op *op, unsigned lane);
/* Writes it there; vmcnt says when it has arrived. */
void vmem_dma_store(const struct vmem_access *access, uint32_t value, uint32_t shadow);
/* From memory to the LDS. */
void vmem_dma_load(struct vmem_access *access);

/* To or from memory that waves may use at the same time, on other cores of the host.  What they race for
 * is their kernel's affair: each dword is whole.  The sanitizer is told so. */
static inline void
vmem_copy(void *to, const void *from, unsigned size)
{
#ifdef __SANITIZE_THREAD__
    uint8_t *out = to;
    const uint8_t *in = from;
    for (unsigned step; size; out += step, in += step, size -= step)
        if (size >= 4 && (uintptr_t)out % 4 == 0 && (uintptr_t)in % 4 == 0) {
            uint32_t dword = __atomic_load_n((const uint32_t *)(const void *)in, __ATOMIC_RELAXED);
            __atomic_store_n((uint32_t *)(void *)out, dword, __ATOMIC_RELAXED);
            step = 4;
        } else {
            __atomic_store_n(out, __atomic_load_n(in, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
            step = 1;
        }
#else
    memcpy(to, from, size);
#endif
}

#endif
