/* What instructions do: decoding, execution by format, what is counted and waited for. */
#ifndef OCC_RUNTIME_SIM_EXEC_EXEC_H
#define OCC_RUNTIME_SIM_EXEC_EXEC_H

#include "runtime/sim/device/device.h"

/* LDS of a work-group, or the global data share. */
struct sim_share {
    uint8_t *bytes, *shadow;
    uint32_t size;
};

/* What the files of this room keep of a wave, before its first instruction. */
void exec_make_wave(struct sim_wave *wave, struct arena *arena);
void exec_begin_wave(struct sim_wave *wave);

/* ---- decode_op.c ---- */

struct sim_op *sim_fetch(struct sim_wave *wave);

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
