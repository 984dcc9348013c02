/* What lower_printf.c calls.  The buffer begins with two dwords, the offset after the last record
 * and the size of the whole; the records follow (docs/abi.md, printf).
 *
 * The active lanes take room together: they all ask for as much, so the first of them adds the sum
 * for as many as find room, in one compare-and-swap, and each takes its part in their order.  The
 * offset never exceeds the size: readers walk from record to record and would run on. */
enum { HEADER = 8 };

/* For `bytes` bytes, the same in all lanes, more than 0; null: there is no room, or the launch
 * passed no buffer. */
OVERLOAD global uchar *
__occ_printf_alloc(uint bytes)
{
    global uchar *buffer = __occ_printf_buffer();
    volatile global uint *offset = (volatile global uint *)buffer;
    ulong lanes = __occ_ballot(true);
    uint count = (uint)popcount(lanes), rank = __occ_mbcnt(lanes, 0);
    uint at = 0, fitting = 0;
    if (!buffer)
        return 0;
    if (rank == 0) {
        uint room = ((global uint *)buffer)[1] - HEADER;
        for (at = ATOMIC_LOAD(offset);;) {
            uint left = at < room ? room - at : 0;
            fitting = min(left / bytes, count);
            if (!fitting)
                break;
            uint seen = atomic_cmpxchg(offset, at, at + fitting * bytes);
            if (seen == at)
                break;
            at = seen;
        }
    }
    at = __occ_readfirstlane(at);
    fitting = __occ_readfirstlane(fitting);
    return rank < fitting ? buffer + HEADER + at + rank * bytes : 0;
}

/* Copies a string to `dwords` dwords and fills what is left with zeros; of a longer one the end is
 * lost, but not the NUL. */
#define STRING(space)                                                                              \
    OVERLOAD void __occ_printf_string(global uint *to, space const char *from, uint dwords)        \
    {                                                                                              \
        uint last = 4 * dwords - 1;                                                                \
        bool more = from != 0;                                                                     \
        for (uint i = 0; i < last + 1; i += 4) {                                                   \
            uint part = 0;                                                                         \
            for (uint k = 0; k < 32 && more; k += 8) {                                             \
                uint byte = i + k / 8 < last ? (uchar)from[i + k / 8] : 0;                         \
                part |= byte << k;                                                                 \
                more = byte != 0;                                                                  \
            }                                                                                      \
            to[i / 4] = part;                                                                      \
        }                                                                                          \
    }
STRING(global)
STRING(constant)
STRING(local)
STRING(private)
STRING(__attribute__((address_space(0)))) /* generic, which has no keyword in 1.2 */
