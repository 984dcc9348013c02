/* The packet processor's own commands, as far as HSA's runtime uses them: an indirect buffer with an ACQUIRE_MEM
 * that invalidates the caches of instructions.  A header has the type in bits 31:30, the dwords after it, less
 * one, in 29:16 and the opcode in 15:8 (Linux, drivers/gpu/drm/amd/amdkfd/kfd_pm4_headers_ai.h). */
#include "runtime/kfd/packet.h"

enum {
    TYPE_COMMAND = 3,
    NOP = 0x10,
    INDIRECT_BUFFER = 0x3F,
    RELEASE_MEM = 0x49,
    ACQUIRE_MEM = 0x58,
    INDIRECT_DWORDS = 0xFFFFF,
};

static bool indirect(struct kfd_gpu *gpu, const uint32_t *command, unsigned depth);

static bool
perform(struct kfd_gpu *gpu, const uint32_t *at, size_t count, unsigned depth)
{
    for (size_t length; count; at += length, count -= length) {
        length = (at[0] >> 16 & 0x3FFF) + 2;
        if (at[0] >> 30 != TYPE_COMMAND || length > count)
            return false;
        switch (at[0] >> 8 & 0xFF) {
        case NOP:
        case RELEASE_MEM: /* the slot is free: the packet's end */
            break;
        case ACQUIRE_MEM:
            sim_invalidate_code(gpu->sim);
            gpu->last_nameless = 0;
            break;
        case INDIRECT_BUFFER:
            if (length < 4 || !indirect(gpu, at, depth))
                return false;
            break;
        default:
            kfd_tell("%s: command 0x%02x of the packet processor", gpu->target->name,
                     at[0] >> 8 & 0xFF);
            return false;
        }
    }
    return true;
}

static bool
indirect(struct kfd_gpu *gpu, const uint32_t *command, unsigned depth)
{
    uint64_t address = ((uint64_t)command[2] << 32 | command[1]) & ~UINT64_C(3);
    size_t count = command[3] & INDIRECT_DWORDS;
    const uint32_t *there = sim_host_pointer(gpu->sim, address, count * sizeof *there);
    return there && !depth && perform(gpu, there, count, depth + 1);
}

bool
kfd_pm4_perform(struct kfd_gpu *gpu, const uint32_t *commands, size_t count)
{
    return perform(gpu, commands, count, 0);
}
