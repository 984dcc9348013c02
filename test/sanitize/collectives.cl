// Functions of the work-group order nothing of the program's (OpenCL C 3.0, 6.15.16), whatever barriers the library has
// in them: of work-items of one wave as of several.
// options: -cl-std=CL2.0

// The sum is no barrier.
// run: reduce --global 64 --local 64 --arg buf:128*i32=iota
// told: race of work-items: byte @ REDUCE
// run: reduce --global 128 --local 128 --arg buf:128*i32=iota
// told: data race: LDS byte @ REDUCE
// run: vote --global 64 --local 64 --arg buf:128*i32=iota
// told: race of work-items: byte @ VOTE
// run: vote --global 128 --local 128 --arg buf:128*i32=iota
// told: data race: LDS byte @ VOTE
// run: scan --global 128 --local 128 --arg buf:128*i32=iota
// told: data race: LDS byte @ SCAN
// run: broadcast --global 128 --local 128 --arg buf:128*i32=iota
// told: data race: LDS byte @ BROADCAST
#define EXCHANGE(NAME, CALL)                                                                                           \
    kernel void NAME(global int *x)                                                                                    \
    {                                                                                                                  \
        local int t[128];                                                                                              \
        int l = get_local_id(0);                                                                                       \
        t[l] = x[l];                                                                                                   \
        int all = CALL;                                                                                                \
        x[l] = t[get_local_size(0) - 1 - l] + all;                                                                     \
    }
EXCHANGE(reduce, work_group_reduce_add(t[l])) /* REDUCE */
EXCHANGE(vote, work_group_all(x[l] >= 0)) /* VOTE */
EXCHANGE(scan, work_group_scan_exclusive_max(t[l])) /* SCAN */
EXCHANGE(broadcast, work_group_broadcast(t[l], 3)) /* BROADCAST */

// Of global memory neither, nor of lanes of one wave in a group of two.
// run: global_memory --global 128 --local 128 --arg buf:128*i32=iota
// told: data race: byte 508 of argument 0 (x) is read, and another wave wrote it @ GLOBAL
// run: neighbour --global 128 --local 128 --arg buf:128*i32=iota
// told: race of work-items: byte @ NEIGHBOUR
kernel void
global_memory(global int *x)
{
    int l = get_local_id(0);
    x[l] = l + 1;
    int any = work_group_any(l > 5);
    int other = x[127 - l]; /* GLOBAL */
    barrier(CLK_GLOBAL_MEM_FENCE);
    x[l] = other + any;
}
kernel void
neighbour(global int *x)
{
    local int t[128];
    int l = get_local_id(0);
    t[l] = x[l];
    int least = work_group_reduce_min(x[l]);
    x[l] = t[l ^ 1] + least; /* NEIGHBOUR */
}

// What the library has in local memory is in order, call after call, and a barrier is one beside them.
// run: right --global 64 --local 64 --arg buf:128*i32=iota
// run: right --global 256 --local 128 --arg buf:256*i32=iota
kernel void
right(global int *x)
{
    local int t[128];
    int l = get_local_id(0), n = get_local_size(0), sum = 0;
    global int *own = x + get_group_id(0) * n;
    t[l] = own[l];
    for (int i = 0; i < 3; i++) {
        sum += work_group_reduce_add(t[l] + i) + work_group_scan_inclusive_max(own[l]);
        sum += work_group_any(own[l] == i) + work_group_broadcast(t[l], i);
        sum += (int)work_group_reduce_max((float)t[l]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += t[n - 1 - l];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    t[l] = work_group_reduce_min(sum + t[l]);
    own[n - 1 - l] = t[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    own[n - 1 - l] += t[n - 1 - l] + work_group_scan_exclusive_add(t[l]);
}

// The place of a pipe's reservation is the library's, too.
// run: reserve --global 128 --local 128 --arg pipe:256x4 --arg buf:128*i32=iota
// told: data race: LDS byte @ RESERVE
// run: reserve_right --global 128 --local 128 --arg pipe:256x4 --arg buf:128*i32=iota
#define RESERVE(NAME, BARRIER)                                                                                         \
    kernel void NAME(write_only pipe int p, global int *x)                                                             \
    {                                                                                                                  \
        local int t[128];                                                                                              \
        int l = get_local_id(0);                                                                                       \
        t[l] = x[l];                                                                                                   \
        reserve_id_t id = work_group_reserve_write_pipe(p, 128);                                                       \
        BARRIER;                                                                                                       \
        int other = t[127 - l];                                                                                        \
        if (is_valid_reserve_id(id)) {                                                                                 \
            write_pipe(p, id, l, &other);                                                                              \
            work_group_commit_write_pipe(p, id);                                                                       \
        }                                                                                                              \
    }
RESERVE(reserve, ) /* RESERVE */
RESERVE(reserve_right, barrier(CLK_LOCAL_MEM_FENCE))
