// Loads of what the last iteration stored: kept in a register only where one store, in every iteration
// and behind the load, is all that changes it.
// kernel: sums global=3 local=3
// arg: int r[21] = 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3
// arg: int a[8] = 1 2 3 4 5 6 7 8
// arg: int n = 3
// expect: r[0] = 7 8 9 7 11 15 2 3 4 3 4 5 1 7 3 3 5 6 10 17 24
// kernel: sums global=3 local=3
// arg: int r[21] = 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3
// arg: int a[8] = 1 2 3 4 5 6 7 8
// arg: int n = 0
// expect: r[0] = 1 2 3 2 4 6 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3
// kernel: meets global=1 local=1
// arg: int r[4] = 1 1 1 1
// expect: r[0] = 33 65 1 1
// kernel: meets global=1 local=1
// arg: int r[4] = 5 0 0 0
// expect: r[0] = 82 159 0 0
// kernel: vectors global=1 local=1
// arg: float r[4] = 1 2 3 4
// arg: float a[8] = 1 2 3 4 5 6 7 8
// arg: int n = 2
// expect: r[0] = 7 10 13 16
// kernel: turns global=1 local=1
// arg: int r[2] = 1 2
// arg: int n = 3
// expect: r[0] = 2 1
// kernel: behind global=2 local=2
// arg: int r[6] = 1 2 1 2 1 2
// arg: int a[8] = 1 2 3 4 5 6 7 8
// arg: int n = 3
// expect: r[0] = 7 8 20 30 6 6
// kernel: behind global=2 local=2
// arg: int r[6] = 1 2 1 2 1 2
// arg: int a[8] = 1 2 3 4 5 6 7 8
// arg: int n = -1
// expect: r[0] = 1 2 1 2 0 0
// kernel: behind global=2 local=2
// arg: int r[6] = 1 2 1 2 1 2
// arg: int a[8] = 1 2 5 4 5 6 7 8
// arg: int n = 8
// expect: r[0] = 4 5 177 222 23 25
kernel void
sums(global int *r, global const int *a, int n)
{
    int id = get_global_id(0), i = 0;
    for (i = 0; i < n; i++) /* every iteration */
        r[id] += a[i];
    i = 0;
    do /* even the first */
        r[3 + id] += a[i + id];
    while (++i < n);
    for (i = 0; i < n; i++) { /* the store is before the load */
        r[6 + id] = a[i] + id;
        if (r[6 + id] > id + 1)
            break;
        r[6 + id] += id + i;
    }
    for (i = 0; i < n; i++) /* not every iteration stores */
        if (r[9 + id] < 10 && (i & 1) == 0)
            r[9 + id] += 1;
    for (i = 0; i < n; i++) { /* nor the one that goes on */
        if (i == 1) {
            r[12 + id] += 5;
            continue;
        }
        if (i + id == 2)
            r[12 + id] -= 5;
    }
    for (i = 0; i < n; i++) { /* and some that leave */
        r[15 + id] += 1;
        if (r[15 + id] == 3 + 2 * id)
            break;
    }
    for (i = 0; i < n; i++) /* in a loop within */
        for (int k = 0; k < n; k++)
            r[18 + id] += id + 1 - (k == i) * id;
}

/* The other pointer goes to the same place. */
kernel void
meets(global int *r)
{
    global int *p = r, *q = r + (r[0] == 1 || r[0] == 5 ? 0 : 1);
    for (int i = 0; i < 4; i++) {
        p[0] += r[0];
        q[0] -= 1 - r[3];
        q[0] += i == 3 ? 17 : 0;
    }
    r[1] = 2 * r[0] - (r[3] ? 1 : 5);
}

kernel void
vectors(global float4 *r, global const float4 *a, int n)
{
    for (int i = 0; i < n; i++)
        r[0] += a[i];
}

/* What is stored was loaded. */
kernel void
turns(global int *r, int n)
{
    for (int i = 0; i < n; i++) {
        int x = r[0], y = r[1];
        r[0] = y;
        r[1] = x;
    }
}

/* Nothing else in the loop reads it: but a function, or a way out of the loop, may need it. */
__attribute__((noinline)) int
get(global const int *p)
{
    return *p;
}

kernel void
behind(global int *restrict r, global const int *restrict a, int n)
{
    int id = get_global_id(0), sum = 0, i;
    for (i = 0; i < n; i++) {
        if (a[i] == 5)
            break;
        r[id] += a[i];
    }
    for (i = 0; i < n; i++) {
        sum += get(r + 2 + id);
        r[2 + id] += id + 1 + a[i];
    }
    r[2 + id] += sum;
    for (i = 0, r[4 + id] = 0; i < n; i++)
        r[4 + id] += a[i] - (i > 2) * 3 + (i > 5) * id;
}
