/* Where spilled values are stored. */
#ifndef OCC_BACKEND_GCN_MIR_SPILL_SLOTS_H
#define OCC_BACKEND_GCN_MIR_SPILL_SLOTS_H

#include "backend-gcn/mir/mir.h"

/* Byte address in scratch of a VGPR slot (counted in dwords): after the private objects. */
static inline unsigned
spill_address(const struct mir_function *function, unsigned slot)
{
    return ((function->scratch_objects + 3) & ~3u) + slot * 4;
}

/* ---- SGPR slots ----
 *
 *   slot  0 .. 63      64 .. 127        ...    64 * lane_vgprs and on, in pages of 64
 *         lanes of     lanes of the            lanes of one dword of scratch per work-item a page,
 *         spill_vgpr   next VGPR               read and written by way of the last reserved VGPR */

/* Does the slot lie in scratch? */
static inline bool
spill_is_paged(const struct mir_function *function, unsigned slot)
{
    return function->has_pages && slot >= function->lane_vgprs * 64;
}

/* VGPRs to reserve for the SGPR slots. */
static inline unsigned
spill_reserved_vgprs(const struct mir_function *function)
{
    return function->has_pages ? function->lane_vgprs + 1 : (function->sgpr_spill_slots + 63) / 64;
}

/* SGPRs that ra keeps for lowering: addresses and SCC; with pages also EXEC. */
static inline unsigned
spill_scratch_sgprs(const struct mir_function *function)
{
    return function->has_pages ? 4 : 2;
}

#endif
