// Programs whose work-items talk to each other: messages, locks, rings, grids that meet, reductions by
// the last work-group.  order.py compiles each, and deletes what orders memory.
//   // run: global=N local=N [WORD] : sum of all results, which start as 0
//
// What order.py reads from the machine's text, it reads by these conventions:
//   - what is atomic in global memory has 32 bits, everything else 64
//   - atomic stores, add and swap release (or a release fence stands before them, or nothing that
//     matters is under way); or and cmpswap do not
//   - every plain access is one that others must see, or that must see what others did
// A kernel with the word seq needs one order of all sequentially consistent accesses.  occ, barrier: the
// code that clang-16 makes (barrier: for gfx90a, where a barrier waits for nothing) is wrong, see
// test/litmus-scopes/README.md, "Transitivity".

#define DEVICE memory_scope_device
#define GROUP memory_scope_work_group
#define load(flag, order, scope) atomic_load_explicit(flag, memory_order_##order, scope)
#define store(flag, value, order, scope)                                                           \
    atomic_store_explicit(flag, value, memory_order_##order, scope)
#define fence(order, scope)                                                                        \
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_##order, scope)
#define ARGUMENTS global ulong *data, global atomic_int *flags, global ulong *result

// Each work-item of the first group tells one of the second.
// run: global=128 local=64 : 2144
kernel void
message(ARGUMENTS)
{
    size_t i = get_local_id(0);
    if (get_group_id(0) == 0) {
        data[i] = i + 2;
        store(&flags[i], 1, release, DEVICE);
    } else {
        while (!load(&flags[i], acquire, DEVICE))
            ;
        result[i] = data[i];
    }
}

// The same by fences; two words behind one flag.
// run: global=128 local=64 : 4288
kernel void
message_fences(ARGUMENTS)
{
    size_t i = get_local_id(0);
    if (get_group_id(0) == 0) {
        data[i] = i;
        data[i + 64] = i + 4;
        fence(release, DEVICE);
        store(&flags[i], 1, relaxed, DEVICE);
    } else {
        while (!load(&flags[i], relaxed, DEVICE))
            ;
        fence(acquire, DEVICE);
        result[i] = data[i] + data[i + 64];
    }
}

// By sequentially consistent accesses, as without words they are.
// run: global=128 local=64 : 2016
kernel void
message_default(ARGUMENTS)
{
    size_t i = get_local_id(0);
    if (get_group_id(0) == 0) {
        data[i] = i;
        atomic_store(&flags[i], 1);
    } else {
        while (!atomic_load(&flags[i]))
            ;
        result[i] = data[i];
    }
}

// A reader that had a line of the data in its L1 before, and an exchange.
// run: global=128 local=64 : 2080
kernel void
message_exchange(ARGUMENTS)
{
    size_t i = get_local_id(0);
    if (get_group_id(0) == 0) {
        data[4 * i] = i;
        atomic_exchange_explicit(&flags[i], 1, memory_order_release, DEVICE);
    } else {
        ulong near = data[4 * i + 3];
        int seen = 0;
        while (!seen) {
            seen = 1;
            atomic_compare_exchange_strong_explicit(&flags[i], &seen, 2, memory_order_acquire,
                                                    memory_order_relaxed, DEVICE);
            seen = seen == 1;
        }
        result[i] = data[4 * i] + near + 1;
    }
}

// A message that is answered, several times: the buffer is written again when it has been read.
// run: global=128 local=64 : 12096
kernel void
ping_pong(ARGUMENTS)
{
    size_t i = get_local_id(0);
    int rounds = get_num_groups(0) + 1;
    ulong sum = 0;
    for (int round = 1; round <= rounds; round++) {
        if (get_group_id(0) == 0) {
            data[i] = i * round;
            store(&flags[i], round, release, DEVICE);
            while (load(&flags[i + 64], acquire, DEVICE) != round)
                ;
        } else {
            while (load(&flags[i], acquire, DEVICE) != round)
                ;
            sum += data[i];
            store(&flags[i + 64], round, release, DEVICE);
        }
    }
    result[get_global_id(0)] = sum;
}

// A ring of two places.
// run: global=128 local=64 : 32160
kernel void
ring(ARGUMENTS)
{
    size_t i = get_local_id(0);
    int rounds = get_num_groups(0) + 3;
    global atomic_int *head = flags + i, *tail = flags + 64 + i;
    if (get_group_id(0) == 0) {
        for (int n = 0; n < rounds; n++) {
            while (load(tail, acquire, DEVICE) + 2 <= n)
                ;
            data[i + 64 * (n & 1)] = (i + 2) * (n + 1);
            store(head, n + 1, release, DEVICE);
        }
    } else {
        ulong sum = 0;
        for (int n = 0; n < rounds; n++) {
            while (load(head, acquire, DEVICE) <= n)
                ;
            sum += data[i + 64 * (n & 1)];
            store(tail, n + 1, release, DEVICE);
        }
        result[i] = sum;
    }
}

// A lock that spins; what it protects is read and written.
// run: global=1024 local=64 : 272
kernel void
lock_spin(ARGUMENTS)
{
    size_t group = get_group_id(0);
    if (get_local_id(0) == 0) {
        while (group % 2 && !load(flags + 64 + group - 1, relaxed, DEVICE))
            ; // another one was there, which orders nothing
        int free;
        do {
            free = 0;
        } while (!atomic_compare_exchange_strong_explicit(flags, &free, 1, memory_order_acquire,
                                                          memory_order_relaxed, DEVICE));
        ulong sum = data[0] += group + 1, turn = data[64] += 1;
        store(flags, 0, release, DEVICE);
        store(flags + 64 + group, 1, relaxed, DEVICE);
        result[turn] = turn;
        if (turn == get_num_groups(0))
            result[0] = sum;
    }
}

// A lock with a ticket.
// run: global=256 local=64 : 20
kernel void
lock_ticket(ARGUMENTS)
{
    if (get_local_id(0) == 0) {
        int ticket = atomic_fetch_or_explicit(flags + 128 + get_group_id(0), 1, memory_order_relaxed,
                                              DEVICE) +
                     get_group_id(0);
        while (load(flags, acquire, DEVICE) != ticket)
            ;
        data[0] += ticket + 1;
        result[ticket] = data[0];
        store(flags, ticket + 1, release, DEVICE);
    }
}

// The last work-group adds what all have left.
// run: global=256 local=64 : 640
kernel void
last_group(ARGUMENTS)
{
    local int is_last;
    size_t i = get_local_id(0);
    data[get_global_id(0)] = get_group_id(0) + 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (i == 0)
        is_last = atomic_fetch_add_explicit(flags, 1, memory_order_acq_rel, DEVICE) == 3;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (is_last) {
        ulong sum = 0;
        for (int group = 0; group < 4; group++)
            sum += data[64 * group + i];
        result[i] = sum;
    }
}

// The same with fences around the counter.
// run: global=512 local=128 barrier : 1280
kernel void
last_group_fences(ARGUMENTS)
{
    local int is_last;
    size_t i = get_local_id(0);
    data[get_global_id(0)] = get_group_id(0) + 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (i == 0) {
        fence(release, DEVICE);
        is_last = atomic_fetch_add_explicit(flags, 1, memory_order_relaxed, DEVICE) == 3;
        fence(acquire, DEVICE);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (is_last) {
        ulong sum = 0;
        for (int group = 0; group < 4; group++)
            sum += data[128 * group + i];
        result[i] = sum;
    }
}

// A sum over all work-items before, handed from group to group.
// run: global=256 local=64 : 32896
kernel void
chained_scan(ARGUMENTS)
{
    size_t i = get_local_id(0), group = get_group_id(0);
    ulong sum = 0;
    if (group > 0) {
        while (!load(&flags[64 * (group - 1) + i], acquire, DEVICE))
            ;
        sum = data[64 * (group - 1) + i];
    }
    sum += 64 * group + i + 1 - (group ? 64 * (group - 1) + i + 1 : 0);
    data[64 * group + i] = sum;
    store(&flags[64 * group + i], 1, release, DEVICE);
    result[64 * group + i] = sum;
}

// All work-groups meet twice.
// run: global=512 local=128 barrier : 130816
kernel void
grid_barrier(ARGUMENTS)
{
    size_t i = get_global_id(0), size = get_global_size(0);
    ulong value = i;
    for (int meeting = 1; meeting <= 2; meeting++) {
        global ulong *now = data + meeting % 2 * size;
        now[i] = value;
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (get_local_id(0) == 0) {
            atomic_fetch_add_explicit(flags + meeting, 1, memory_order_release, DEVICE);
            while (load(flags + meeting, acquire, DEVICE) != 4)
                ;
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
        value = now[(i + 128) % size];
    }
    result[i] = value;
}

// A stack of what the groups publish: each looks at the one below.
// run: global=256 local=64 : 4
kernel void
stack(ARGUMENTS)
{
    size_t group = get_group_id(0);
    if (get_local_id(0) == 0) {
        data[64 * group] = 7 * group + 7;
        int below = atomic_exchange_explicit(flags, group + 1, memory_order_acq_rel, DEVICE);
        result[group] = below ? data[64 * (below - 1)] == 7 * below : 1;
    }
}

// A table: who comes first fills an entry, the others wait until it is filled.  Each group shares half of
// its entries with the next one.
// run: global=256 local=64 : 20352
kernel void
table(ARGUMENTS)
{
    size_t i = get_local_id(0) + 32 * get_group_id(0);
    int free = 0;
    ulong value = i;
    if (atomic_compare_exchange_strong_explicit(&flags[i], &free, 1, memory_order_relaxed,
                                                memory_order_relaxed, DEVICE)) {
        data[i] = value;
        store(&flags[i], 2, release, DEVICE);
    } else {
        while (load(&flags[i], acquire, DEVICE) != 2)
            ;
        value = data[i];
    }
    result[get_global_id(0)] = value;
}

// The pointer says nothing of the memory.
// run: global=128 local=64 : 2016
kernel void
message_generic(ARGUMENTS)
{
    size_t i = get_local_id(0);
    local atomic_int own[64];
    local ulong word[64];
    volatile atomic_int *flag = data[1000] ? (volatile atomic_int *)own : (volatile atomic_int *)flags;
    ulong *place = data[1000] ? (ulong *)word : (ulong *)data;
    if (get_group_id(0) == 0) {
        place[i] = i;
        store(&flag[i], 1, release, DEVICE);
    } else {
        while (!load(&flag[i], acquire, DEVICE))
            ;
        result[i] = place[i];
    }
}

// What a wave tells another one of its group, that one tells another group.
// run: global=256 local=128 occ : 2016
kernel void
relay(ARGUMENTS)
{
    size_t i = get_local_id(0) % 64, wave = get_local_id(0) / 64;
    if (get_group_id(0) == 0 && wave == 0) {
        data[i] = i;
        store(&flags[i], 1, release, GROUP);
    } else if (get_group_id(0) == 0) {
        while (!load(&flags[i], acquire, GROUP))
            ;
        store(&flags[i + 64], 1, release, DEVICE);
    } else if (wave == 0) {
        while (!load(&flags[i + 64], acquire, DEVICE))
            ;
        result[i] = data[i];
    }
}

// The same behind a barrier.
// run: global=256 local=128 barrier : 2016
kernel void
relay_barrier(ARGUMENTS)
{
    size_t i = get_local_id(0) % 64, wave = get_local_id(0) / 64;
    if (get_group_id(0) == 0) {
        if (wave == 0)
            data[i] = i;
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (wave == 1)
            store(&flags[i], 1, release, DEVICE);
    } else if (wave == 0) {
        while (!load(&flags[i], acquire, DEVICE))
            ;
        result[i] = data[i];
    }
}

// Store buffering: both write, and one at least sees the other.  The sum is that of all outcomes.
// run: global=2 local=1 seq : 10
kernel void
dekker(ARGUMENTS)
{
    size_t me = get_group_id(0), other = 1 - me;
    atomic_store(&flags[64 * me], 1);
    int seen = atomic_load(&flags[64 * other]);
    result[me] = seen + 1;
}
