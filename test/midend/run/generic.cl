/*!
[config]
name: Pointers without a named space
clc_version_min: 20
dimensions: 1
global_size: 1 0 0

[test]
name: choose
kernel_name: choose
arg_in: 1 buffer int[4] 5 6 7 8
arg_in: 2 int 1
arg_out: 0 buffer int[8] 5 42 17 6 8 17 1 60

[test]
name: distances between generic and named
kernel_name: distances
arg_in: 1 int 1
arg_out: 0 buffer int[4] 2 -1 1 0
!*/

int
read(int *p, int i)
{
    return p[i];
}

void
swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

struct holder { int *p; };

kernel void
choose(global int *out, global int *in, int n)
{
    local int shared[2];
    int mine[3] = {41, 42, 43};
    int *which = mine;
    if (!n)
        which = shared;
    shared[0] = 17;
    shared[1] = 60;
    out[0] = read(in, 0);
    out[1] = read(mine, n);
    out[2] = read(shared, 0);
    int *p = in;
    for (int i = 0; i < n; i++)
        p++;
    out[3] = *p;
    int *table[3] = {in, mine, shared};
    out[4] = *(table[n - 1] + 3);
    struct holder h = {shared};
    out[5] = *h.p;
    out[6] = which == mine && which != 0;
    swap(&mine[0], &shared[1]);
    out[7] = which[0];
}

kernel void
distances(global int *out, int n)
{
    int mine[4] = {1, 2, 3, 4};
    int *inside = mine + n;
    out[0] = (int)(inside + 1 - mine);
    out[1] = (int)(mine - inside);
    out[2] = inside > mine;
    out[3] = inside == mine;
}
