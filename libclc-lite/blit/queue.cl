/* What queues ask of kernels of AMD's runtimes: values that are stored or waited for in the order of a stream, global
 * wave sync, and the heap of malloc in kernels. */

enum { RELAXED = 0, SYSTEM = 3 }; /* memory_order_relaxed, memory_scope_all_svm_devices */

/* To that of the pointers which is not null. */
void
__amd_streamOpsWrite(global uint *u32, global ulong *u64, ulong value)
{
    if (u32)
        __occ_atomic_store(u32, (uint)value, RELAXED, SYSTEM);
    else
        __occ_atomic_store(u64, value, RELAXED, SYSTEM);
}

/* Is what was read, x, what hipStreamWaitValue waits for?  Comparisons are of unsigned numbers. */
static bool
is_met(ulong x, ulong value, ulong comparison, ulong mask)
{
    switch ((uint)comparison) { /* of 32 bits the host writes the lower halves alone */
    case 0: return (x & mask) >= value;
    case 1: return (x & mask) == value;
    case 2: return (x & mask & value) != 0;
    case 3: return (~(x | value) & mask) != 0;
    default: return true;
    }
}

void
__amd_streamOpsWait(global uint *u32, global ulong *u64, ulong value, ulong comparison, ulong mask)
{
    if (u32) {
        value = (uint)value;
        mask = (uint)mask;
    }
    for (;;) {
        ulong x = u32 ? __occ_atomic_load(u32, RELAXED, SYSTEM)
                      : __occ_atomic_load(u64, RELAXED, SYSTEM);
        if (is_met(x, value, comparison, mask))
            return;
        __builtin_amdgcn_s_sleep(1);
    }
}

/* Global wave sync: the barrier of number `resource` is for waves_1 + 1 waves. */
void
__ockl_gws_init(uint waves_1, uint resource)
{
    __builtin_amdgcn_ds_gws_init(waves_1, resource);
}

/* The heap's header (ROCm-Device-Libs ockl/src/dm.cl, heap_t): 128 KiB that are 0 but for these. */
enum {
    HEAP_BYTES = 131072,
    HEAP_SLABS = 108544, /* the next of the slabs that are there from the start, their end, their start */
    SLAB_SHIFT = 21,
    ITEMS = 256 /* of the one work-group */
};

/* clear: 0 where the host has cleared the header. */
void
__ockl_dm_init_v1(ulong heap, ulong slabs, uint clear, uint slab_count)
{
    global ulong *header = (global ulong *)heap;
    uint id = (uint)get_local_id(0);
    if (clear)
        for (uint i = id; i < HEAP_BYTES / 8; i += ITEMS)
            header[i] = 0;
    if (id < 3) /* those that have cleared the three: HEAP_SLABS / 8 is a multiple of ITEMS */
        header[HEAP_SLABS / 8 + id] = slabs + (id == 1 ? (ulong)slab_count << SLAB_SHIFT : 0);
}
