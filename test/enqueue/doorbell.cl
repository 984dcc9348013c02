/* The kernel puts itself into its queue once more, and rings the doorbell as the library does: of each kind. */
typedef struct {
    ulong handle;
} hsa_signal_t;
extern void __ockl_hsa_signal_store(hsa_signal_t s, long value, int order);
extern ulong __ockl_hsa_queue_load_read_index(const global void *queue, int order);
extern ulong __ockl_hsa_queue_load_write_index(const global void *queue, int order);
extern ulong __ockl_hsa_queue_add_write_index(global void *queue, ulong value, int order);
extern ulong __ockl_hsa_queue_cas_write_index(global void *queue, ulong expected, ulong value, int order);
extern void __ockl_hsa_queue_store_write_index(global void *queue, ulong value, int order);

kernel void again(global uint *o, global uint *runs)
{
    global ulong *queue = (global ulong *)(ulong)__builtin_amdgcn_queue_ptr();
    constant ulong *packet = (constant ulong *)__builtin_amdgcn_dispatch_ptr();
    uint run = atomic_inc(runs);
    o[run * 2] = (uint)__ockl_hsa_queue_load_read_index(queue, 2);
    o[run * 2 + 1] = (uint)__ockl_hsa_queue_load_write_index(queue, 5);
    if (run == 300)
        return;
    ulong index = run % 2 ? __ockl_hsa_queue_add_write_index(queue, 1, 0) : __ockl_hsa_queue_load_write_index(queue, 0);
    if (run % 4 == 0)
        __ockl_hsa_queue_store_write_index(queue, index + 1, 3);
    else if (run % 4 == 2 && __ockl_hsa_queue_cas_write_index(queue, index, index + 1, 4) != index)
        return;
    global ulong *slot = (global ulong *)queue[1] + (index & ((uint)queue[3] - 1)) * 8;
    for (int i = 1; i < 7; i++)
        slot[i] = packet[i];
    slot[7] = 0; /* no signal */
    slot[0] = (packet[0] & ~0xffful) | 2 | 1 << 8 | 1 << 9 | 1 << 11;
    hsa_signal_t doorbell = {queue[2]};
    __ockl_hsa_signal_store(doorbell, (long)index, 3);
}
