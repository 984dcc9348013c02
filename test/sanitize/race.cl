// Work-items of one wave that touch the same bytes.

// run: counts --global 256 --local 64 --arg buf:256*i32=iota --arg buf:16
// told: race of work-items: byte 0 of local memory is written, and another work-item read it @ COUNTS
kernel void
counts(global const int *x, global int *out)
{
    local int h[4];
    int l = get_local_id(0);
    if (l < 4)
        h[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    h[x[get_global_id(0)] & 3]++; /* COUNTS */
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 4)
        atomic_add(&out[l], h[l]);
}

// run: counts_global --global 64 --local 64 --arg buf:4
// told: race of work-items: byte 0 of argument 0 (h) is written, and another work-item read it @ GLOBAL
kernel void
counts_global(global int *h)
{
    h[0]++; /* GLOBAL */
}

// run: neighbour --global 64 --local 64 --arg buf:64*i32=iota --arg local:256
// told: race of work-items: byte 4 of local memory is read, and another work-item wrote it @ NEIGHBOUR
kernel void
neighbour(global int *x, local int *t)
{
    int i = get_local_id(0);
    t[i] = x[i];
    x[i] = t[(i + 1) % get_local_size(0)]; /* NEIGHBOUR */
}

// The barrier is of the other memory.
// run: flags --global 64 --local 64 --arg buf:64*i32=iota --arg local:256
// told: race of work-items: byte 4 of local memory is read, and another work-item wrote it @ FLAGS
kernel void
flags(global int *x, local int *t)
{
    int i = get_local_id(0);
    t[i] = x[i];
    barrier(CLK_GLOBAL_MEM_FENCE);
    x[i] = t[(i + 1) % get_local_size(0)]; /* FLAGS */
}

// The atomic operations are one place, the plain read is another.
// run: half_atomic --global 64 --local 64 --arg buf:64*i32=0
// told: race of work-items: byte 0 of local memory is read, and another work-item atomically changed it @ HALF
kernel void
half_atomic(global int *o)
{
    local int sum;
    int l = get_local_id(0);
    if (l == 0)
        sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&sum, l);
    o[get_global_id(0)] = sum; /* HALF */
}

// Stores of the same value race, too, and do not with --benign.
// run: same --global 64 --local 64 --arg buf:4
// told: race @ SAME
// run: same --benign --global 64 --local 64 --arg buf:4*i32=1
// run: same_and_other --benign --global 64 --local 64 --arg buf:4*i32=1
// told: race of work-items: byte 0 of argument 0 (x) is written, and another work-item read it @ OTHER
kernel void
same(global int *x)
{
    x[0] = 1; /* SAME */
}
kernel void
same_and_other(global int *x)
{
    x[0] = 1;
    if (get_local_id(0) == 5)
        x[0] = 2; /* OTHER */
}

// The same between waves: a barrier orders the memories of its flags, whatever the hardware does.
// run: flags_of_waves --global 256 --local 128 --arg buf:256*i32=iota --arg buf:256*i32=iota --arg i32:3
// run: flags_of_waves --global 256 --local 128 --arg buf:256*i32=iota --arg buf:256*i32=iota --arg i32:2
// told: data race: LDS byte 508 is read, and wave 1 wrote it @ LDS_FLAG
// run: flags_of_waves --global 256 --local 128 --arg buf:256*i32=iota --arg buf:256*i32=iota --arg i32:1
// told: data race: byte 508 of argument 1 (y) is read, and another wave wrote it @ GLOBAL_FLAG
// run: flags_of_waves --global 256 --local 128 --arg buf:256*i32=iota --arg buf:256*i32=iota --arg i32:0
// told: data race: LDS byte 508 is read, and wave 1 wrote it @ LDS_FLAG
// run: flags_in_turn --global 128 --local 128 --arg buf:128*i32=iota --arg buf:128*i32=iota
kernel void
flags_of_waves(global int *x, global int *y, int flags)
{
    local int t[128];
    int l = get_local_id(0), i = get_global_id(0);
    t[l] = x[i];
    y[i] = x[i] + 1;
    if (flags == 3)
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    else if (flags == 2)
        barrier(CLK_GLOBAL_MEM_FENCE);
    else if (flags == 1)
        barrier(CLK_LOCAL_MEM_FENCE);
    else
        barrier(0);
    x[i] = t[127 - l];                   /* LDS_FLAG */
    x[i] += y[i - l + (127 - l)];        /* GLOBAL_FLAG */
}
/* One flag after the other orders both, and each memory has been ordered before the other is once more. */
kernel void
flags_in_turn(global int *x, global int *y)
{
    local int t[128];
    int l = get_local_id(0), sum = 0;
    t[l] = x[l];
    y[l] = x[l] + 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
    sum += y[127 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += t[127 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
    t[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = t[127 - l];
    barrier(CLK_GLOBAL_MEM_FENCE);
    y[l] = sum;
}

// Several waves write bytes of one dword: each byte has its own last one.
// run: bytes_of_waves --global 128 --local 64 --arg buf:128 --arg i32:64
// run: bytes_of_waves --global 128 --local 64 --arg buf:128 --arg i32:63
// told: data race: byte 63 of argument 0 (x) is written, and another wave wrote it @ BYTES
// run: bytes_of_waves --global 128 --local 128 --arg buf:128 --arg i32:2
// told: data race: byte 2 of argument 0 (x) is written, and another wave wrote it @ BYTES
// run: shorts_of_waves --global 128 --local 64 --arg buf:256 --arg i32:64
// run: shorts_of_waves --global 128 --local 64 --arg buf:256 --arg i32:0
// told: data race: byte 0 of argument 0 (x) is written, and another wave wrote it @ SHORTS
// run: short_over_bytes --global 128 --local 64 --arg buf:192 --arg i32:64
// run: short_over_bytes --global 128 --local 64 --arg buf:192 --arg i32:62
// told: data race: byte 62 of argument 0 (x) is written, and another wave wrote it @ SHORT
// run: int_over_bytes --global 128 --local 64 --arg buf:320 --arg i32:64
// run: int_over_bytes --global 128 --local 64 --arg buf:320 --arg i32:60
// told: data race: byte 61 of argument 0 (x) is written, and another wave wrote it @ INT
kernel void
bytes_of_waves(global uchar *x, int from)
{
    int i = get_global_id(0);
    x[i < 64 ? i : from + i - 64] = i; /* BYTES */
}
kernel void
shorts_of_waves(global ushort *x, int from)
{
    int i = get_global_id(0);
    x[i < 64 ? i : from + i - 64] = i; /* SHORTS */
}
kernel void
short_over_bytes(global uchar *x, int from)
{
    int i = get_global_id(0);
    if (i < 64)
        x[i] = 7;
    else
        ((global ushort *)(x + from))[i - 64] = 0x3333; /* SHORT */
}
kernel void
int_over_bytes(global uchar *x, int from)
{
    int i = get_global_id(0);
    if (i < 64 && i % 4 == 1)
        x[i] = 7;
    if (i >= 64)
        ((global int *)(x + from))[i - 64] = 0x33333333; /* INT */
}

// A neighbour that somebody accesses later hides nothing.
// run: read_byte --global 256 --local 256 --arg buf:64 --arg buf:64 --arg i32:6
// run: read_byte --global 256 --local 256 --arg buf:64 --arg buf:64 --arg i32:4
// told: data race: byte 4 of argument 0 (x) is read, and another wave wrote it @ READ_BYTE
// run: read_byte --global 256 --local 256 --arg buf:64 --arg buf:64 --arg i32:5
// told: data race: byte 5 of argument 0 (x) is read, and another wave wrote it @ READ_BYTE
// run: write_byte --global 128 --local 64 --arg buf:64 --arg buf:64 --arg i32:2
// run: write_byte --global 128 --local 64 --arg buf:64 --arg buf:64 --arg i32:0
// told: data race: byte 0 of argument 0 (x) is written, and another wave read it @ WRITE_BYTE
// run: local_byte --global 128 --local 128 --arg buf:64 --arg i32:2
// run: local_byte --global 128 --local 128 --arg buf:64 --arg i32:0
// told: data race: LDS byte 0 is written, and wave 0 wrote it @ LOCAL_BYTE
kernel void
read_byte(global uchar *x, global int *out, int at)
{
    int i = get_global_id(0);
    if (i == 4)
        x[4] = 9;
    if (i == 65)
        x[5] = 9;
    if (i == 200)
        out[0] = x[at]; /* READ_BYTE */
}
kernel void
write_byte(global uchar *x, global uchar *out, int at)
{
    int i = get_global_id(0);
    if (i == 0) {
        out[0] = x[0];
        out[1] = x[1];
    }
    if (i == 100)
        x[at] = 1; /* WRITE_BYTE */
}
kernel void
local_byte(global int *out, int at)
{
    local uchar t[4];
    int i = get_local_id(0);
    if (i < 2)
        t[i] = i + 1;
    if (i == 100)
        t[at] = 3; /* LOCAL_BYTE */
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < 2)
        out[i] = t[i];
}

// Bytes of one dword are not each other.
// run: right_bytes --global 64 --local 64 --arg buf:64 --arg local:64
kernel void
right_bytes(global uchar *x, local uchar *t)
{
    int i = get_local_id(0);
    t[i] = i;
    x[i] = t[i] + x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[i] += t[63 - i];
}

// run: right --global 128 --local 64 --arg buf:128*i32=iota --arg buf:16 --arg local:256
kernel void
right(global int *x, volatile global int *out, local int *t)
{
    int l = get_local_id(0);
    t[l] = x[get_global_id(0)];
    for (int step = 32; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < step)
            t[l] += t[l + step];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    x[get_global_id(0)] = t[0];
    atomic_add(&out[0], 1);
    atomic_max(&out[0], l);
}
