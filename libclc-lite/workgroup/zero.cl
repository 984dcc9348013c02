/* Local memory begins with zeros (midend/calls/zero_local.c): all that the dispatch packet gives the group
 * (hsa_kernel_dispatch_packet_t, group_segment_size in bytes 28 to 31). */
enum { SIZE_PLACE = 28 };
#define DWORD 4u

void
__occ_zero_local(void)
{
    __constant const char *packet = __occ_dispatch_ptr();
    uint size = *(__constant const uint *)(packet + SIZE_PLACE), whole = size & -DWORD;
    uint item = (uint)get_local_linear_id();
    uint items = (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
    for (uint at = item * DWORD; at < whole; at += items * DWORD)
        *(__local uint *)at = 0;
    for (uint at = whole + item; at < size; at += items)
        *(__local uchar *)at = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
}
