/* Pipes (OpenCL C 2.0, 6.13.16) in the memory that AMD's device libraries lay out (docs/abi.md).
 *
 *      0           8            16        24      128
 *      +-----------+------------+---------+ ... ... +----------+----------+ ...
 *      | read from | written to | packets |         | packet 0 | packet 1 |
 *      +-----------+------------+---------+ ... ... +----------+----------+ ...
 *
 * Both indices count packets; a packet's place is its index modulo the number of places.  A
 * reservation is its first index, and it moves the counter at once: there is nothing to commit.  The
 * counters never go back: to set them to 0 with the last packet, as those libraries do, races with
 * whoever has just read them. */
enum { READ, WRITTEN, PACKETS, HEADER = 128 };

#define NONE (~0ul)

typedef volatile global ulong *pipe_pointer;

/* The index up to which packets may be reserved. */
static ulong
limit(pipe_pointer pipe, bool writes)
{
    return writes ? ATOMIC_LOAD(&pipe[READ]) + pipe[PACKETS] : ATOMIC_LOAD(&pipe[WRITTEN]);
}

/* Up to `most` packets, whole multiples of `least`; *got: how many. */
static ulong
reserve(pipe_pointer pipe, bool writes, uint least, uint most, uint *got)
{
    pipe_pointer index = pipe + (writes ? WRITTEN : READ);
    ulong end = limit(pipe, writes), at = ATOMIC_LOAD(index);
    for (;;) {
        ulong left = at < end ? end - at : 0;
        uint count = left < most ? (uint)left : most;
        *got = count < least ? 0 : count;
        if (!*got)
            return NONE;
        ulong seen = atom_cmpxchg(index, at, at + *got);
        if (seen == at)
            return at;
        at = seen;
    }
}

/* One packet for each active lane: together, in their order, for as many as there are. */
static ulong
one_each(pipe_pointer pipe, bool writes)
{
    ulong lanes = __occ_ballot(true), at = NONE;
    uint rank = __occ_mbcnt(lanes, 0), got = 0;
    if (rank == 0)
        at = reserve(pipe, writes, 1, (uint)popcount(lanes), &got);
    at = (ulong)__occ_readfirstlane((uint)(at >> 32)) << 32 | __occ_readfirstlane((uint)at);
    return rank < __occ_readfirstlane(got) ? at + rank : NONE;
}

OVERLOAD ulong
__occ_take_packet(pipe_pointer pipe)
{
    return one_each(pipe, false);
}

OVERLOAD ulong
__occ_put_packet(pipe_pointer pipe)
{
    return one_each(pipe, true);
}

OVERLOAD global uchar *
__occ_pipe_packet(pipe_pointer pipe, ulong index, uint size)
{
    ulong packets = pipe[PACKETS];
    if (index >= packets) {
        if ((index | packets) >> 32)
            index %= packets;
        else
            index = (uint)index % (uint)packets;
    }
    return (global uchar *)pipe + HEADER + index * size;
}

OVERLOAD uint
__occ_get_pipe_num_packets(pipe_pointer pipe)
{
    return (uint)(ATOMIC_LOAD(&pipe[WRITTEN]) - ATOMIC_LOAD(&pipe[READ]));
}

OVERLOAD uint
__occ_get_pipe_max_packets(pipe_pointer pipe)
{
    return (uint)pipe[PACKETS];
}

/* The first lane's for all active ones. */
static ulong
once_a_wave(pipe_pointer pipe, bool writes, uint count)
{
    ulong at = NONE;
    uint got;
    if (__occ_mbcnt(__occ_ballot(true), 0) == 0)
        at = reserve(pipe, writes, count, count, &got);
    return (ulong)__occ_readfirstlane((uint)(at >> 32)) << 32 | __occ_readfirstlane((uint)at);
}

__local ulong __occ_pipe_reservation;

/* The barrier before is for waves that still read the previous one. */
static ulong
once_a_group(pipe_pointer pipe, bool writes, uint count)
{
    uint got;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && get_local_id(1) == 0 && get_local_id(2) == 0)
        __occ_pipe_reservation = reserve(pipe, writes, count, count, &got);
    barrier(CLK_LOCAL_MEM_FENCE);
    return __occ_pipe_reservation;
}

static ulong
alone(pipe_pointer pipe, bool writes, uint count)
{
    uint got;
    return reserve(pipe, writes, count, count, &got);
}

#define RESERVE(prefix, function)                                                                  \
    OVERLOAD ulong __occ_##prefix##reserve_read_pipe(pipe_pointer pipe, uint count)                \
    {                                                                                              \
        return function(pipe, false, count);                                                       \
    }                                                                                              \
    OVERLOAD ulong __occ_##prefix##reserve_write_pipe(pipe_pointer pipe, uint count)               \
    {                                                                                              \
        return function(pipe, true, count);                                                        \
    }
RESERVE(, alone)
RESERVE(work_group_, once_a_group)
RESERVE(sub_group_, once_a_wave)
