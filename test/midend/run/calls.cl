/*!
[config]
name: Functions that stay called
dimensions: 1
global_size: 8 0 0
local_size: 4 0 0

[test]
name: barriers
kernel_name: barriers
arg_out: 0 buffer int[8] 3 2 1 0 7 6 5 4

[test]
name: flags
kernel_name: flags
arg_out: 0 buffer int[8] 0 2 0 2 1 2 1 2

[test]
name: more than registers hold
kernel_name: many
arg_out: 0 buffer long[8] 120 2281 4442 6603 8764 10925 13086 15247

[test]
name: records and arrays
kernel_name: records
arg_out: 0 buffer int[8] 6440 8842 12864 33086 15328 17730 21752 41974

[test]
name: loops that lanes leave apart
kernel_name: loops
arg_out: 0 buffer int[8] 525 425 541 433 325 441 333 221

[test]
name: values of the launch
kernel_name: launch
arg_out: 0 buffer int[8] 8 1009 2010 3011 112 1113 2114 3115

[test]
name: kernels as functions
kernel_name: both
arg_out: 0 buffer int[8] 9 1010 2011 3012 113 1114 2115 3116
!*/

__attribute__((noinline)) int
mirrored(local int *shared, int value)
{
    shared[get_local_id(0)] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    return shared[get_local_size(0) - 1 - get_local_id(0)];
}

kernel void
barriers(global int *out)
{
    local int shared[4];
    int i = get_global_id(0);
    out[i] = mirrored(shared, i);
}

__attribute__((noinline)) bool
above(bool even, int i)
{
    return even && i > 2;
}

kernel void
flags(global int *out)
{
    int i = get_global_id(0);
    bool even = i % 2 == 0;
    out[i] = above(even, i) + (above(!even, 9) ? 2 : 0);
}

__attribute__((noinline)) long
weigh(long16 a, long16 b, int c)
{
    long sum = c;
    long x[16], y[16];
    vstore16(a, 0, x);
    vstore16(b, 0, y);
    for (int k = 0; k < 16; k++)
        sum += (k + 1) * x[k] - y[k];
    return sum;
}

kernel void
many(global long *out)
{
    long i = get_global_id(0);
    long16 k = (long16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    out[i] = weigh(i * 16 + k, k * k + i, (int)i);
}

struct four {
    int at[4];
};

__attribute__((noinline)) void
raise(int *at, int which)
{
    at[which] += 10;
}

__attribute__((noinline)) void
scale(struct four *four)
{
    four->at[0] *= 2;
    four->at[1] *= 2;
    four->at[2] *= 2;
    four->at[3] *= 2;
}

__attribute__((noinline)) struct four
changed(struct four four, int which)
{
    raise(four.at, which);
    scale(&four);
    return four;
}

kernel void
records(global int *out)
{
    int i = get_global_id(0);
    struct four four = {{i, i + 1, i + 2, i + 3}};
    struct four other = changed(four, i % 4);
    out[i] = other.at[0] + 10 * other.at[1] + 100 * other.at[2] + 1000 * other.at[3];
}

__attribute__((noinline)) int
step(int x)
{
    if (x % 2 == 0)
        return x * 2 + 1;
    return x + 3;
}

__attribute__((noinline)) int
steps(int x)
{
    int n = 0;
    for (;; n++) {
        if (x > 20)
            return n * 100 + x;
        x = step(x);
    }
}

kernel void
loops(global int *out)
{
    int i = get_global_id(0);
    out[i] = steps(i);
}

__attribute__((noinline)) int
place(void)
{
    return get_local_id(0) * 1000 + get_group_id(0) * 100 + get_global_id(0);
}

__attribute__((noinline)) int
place_and_size(void)
{
    return place() + get_global_size(0);
}

kernel void
launch(global int *out)
{
    out[get_global_id(0)] = place_and_size();
}

kernel void
both(global int *out)
{
    launch(out);
    out[get_global_id(0)] += 1;
}
