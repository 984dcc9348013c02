/*!
[config]
name: Private arrays with indices that all work-items share, beside their own and beside constants
dimensions: 1
global_size: 4 0 0

[test]
name: a ring of words
kernel_name: ring
arg_in: 1 int 20
arg_out: 0 buffer uint[4] 1676 34060 66444 98828

[test]
name: a ring that is never turned
kernel_name: ring
arg_in: 1 int 0
arg_out: 0 buffer uint[4] 0 1360 2720 4080

[test]
name: an element whose index is a smaller one and a constant
kernel_name: behind
arg_in: 1 int 7
arg_out: 0 buffer uint[4] 1013228797 3634535458 1960874823 287214188

[test]
name: sorted by exchanges under a condition of each work-item
kernel_name: sorted
arg_in: 1 int 9
arg_out: 0 buffer uint[4] 0x12345678 0x12345678 0x12345678 0x12345678

[test]
name: 64 bits, four floats at a time
kernel_name: wide
arg_in: 1 int 5
arg_out: 0 buffer int[4] 801 813 825 837

[test]
name: bytes and shorts
kernel_name: narrow
arg_in: 1 int 13
arg_out: 0 buffer int[4] 476800 409832 408656 407736

[test]
name: constants before and behind the index, also below it
kernel_name: offsets
arg_in: 1 int -1
arg_out: 0 buffer int[4] 708 741 774 807

[test]
name: an index of each work-item among shared ones
kernel_name: mixed
arg_in: 1 int 30
arg_out: 0 buffer int[4] 7650 8159 8176 9201

[test]
name: a counter that outlives a loop which work-items leave apart
kernel_name: apart
arg_in: 1 int 12
arg_out: 0 buffer int[4] 100 201 302 403

[test]
name: local memory between indexed accesses
kernel_name: with_local
local_size: 4 0 0
arg_in: 1 int 16
arg_out: 0 buffer int[4] 5704 5584 5720 5568

[test]
name: two arrays, a pointer that moves
kernel_name: moving
arg_in: 1 int 10
arg_out: 0 buffer int[4] 670 715 760 805
!*/

kernel void
ring(global uint *out, int n)
{
    uint w[16], g = get_global_id(0), s = 0;
    for (uint i = 0; i < 16; i++)
        w[i] = g * i;
    for (int i = 0; i < n; i++)
        w[i & 15] = w[(i + 1) & 15] * 3 + w[(i + 14) & 15] + 1;
    for (int i = 0; i < 16; i++)
        s += w[(i + n) & 15] * (i + 1);
    out[g] = s;
}

kernel void
sorted(global uint *out, int n)
{
    uint a[24], g = get_global_id(0), sum = 0;
    for (int i = 0; i < n; i++)
        a[i] = (i * 7 + g) % 9;
    for (int i = 0; i < n; i++)
        for (int k = 0; k + 1 < n - i; k++)
            if (a[k] > a[k + 1]) {
                uint t = a[k];
                a[k] = a[k + 1];
                a[k + 1] = t;
            }
    for (int i = 1; i < n; i++)
        sum = sum << 4 | a[i];
    out[g] = sum;
}

kernel void
wide(global int *out, int n)
{
    long d[6], high = 0, low = 0;
    float4 f[3], sum = 0;
    int g = get_global_id(0);
    for (int i = 0; i <= n; i++)
        d[i] = (long)(i + g) << 32 | i * 5;
    for (int i = 0; i < 3; i++)
        f[i] = (float4)(i, i + 1, i + 2, g);
    for (int i = 0; i <= n; i++) {
        high += d[i] >> 32;
        low += d[i] & 0xff;
        sum += f[i % 3];
    }
    out[g] = (int)(high + low * 10) + (int)(sum.x + sum.y + sum.z + sum.w);
}

kernel void
narrow(global int *out, int n)
{
    uchar b[40];
    ushort h[20];
    int g = get_global_id(0), s = 0;
    for (int i = 0; i < n; i++) {
        b[i] = 250 + i + g;
        h[i] = 0xfff0 + 3 * i + g;
        b[i + n] = i;
    }
    for (int i = 0; i < n; i++)
        s += b[i] * (i + 1) + h[i] + b[i + n] * 1000;
    out[g] = s;
}

kernel void
offsets(global int *out, int n)
{
    int a[12], g = get_global_id(0), s = 0;
    for (int i = 0; i < 12; i++)
        a[i] = i * i + g;
    for (int i = n; i < 7; i++) { /* from -1 */
        s += a[i + 1] * 2 + a[i + 2] - a[9 - i];
        a[i + 4] += 1;
        if (i > 0)
            a[i - 1] += a[i];
    }
    for (int i = 0; i < 13 + n; i++)
        s += a[i];
    out[g] = s;
}

kernel void
mixed(global int *out, int n)
{
    int a[6], g = get_global_id(0), s;
    for (int i = 0; i < 6; i++)
        a[i] = 0;
    for (int i = 0; i < n; i++)
        a[i % 6] += i;
    a[g] += 4 * g;
    a[5 - g] -= 5;
    s = a[g + 1] * 100;
    for (int i = 0; i < n - 24; i++)
        s += a[i] * i;
    out[g] = s;
}

kernel void
apart(global int *out, int n)
{
    int a[16], g = get_global_id(0), i;
    for (i = 0; i < n; i++)
        a[i] = i * 101 + 100;
    for (i = 0; i < n; i++) {
        a[i + 1] += 0;
        if (a[i] == 100 + g * 101)
            break;
    }
    out[g] = a[i];
}

kernel void
with_local(global int *out, int n)
{
    local int shared[4];
    int a[17], g = get_local_id(0), s = 0;
    for (int i = 0; i <= n; i++)
        a[i] = i * i + g;
    for (int i = 0; i < n; i++) {
        shared[g] = a[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        s += shared[(g + 1) & 3];
        a[i + 1] += shared[(g + 2) & 3];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[g] = s;
}

kernel void
moving(global int *out, int n)
{
    int a[10], b[10], g = get_global_id(0), s = 0;
    for (int i = 0; i < n; i++) {
        a[i] = i;
        b[i] = g + i;
    }
    for (int *p = a; p != a + n; p++)
        *p += *p + 1;
    for (int i = 0; i < n; i++)
        s += a[n - 1 - i] * (i + 1) + b[i] * i;
    out[g] = s;
}

kernel void
behind(global uint *out, int n)
{
    uint4 t[5];
    uint g = get_global_id(0), s = 0;
    for (uint i = 0; i < 5; i++)
        t[i] = (uint4)(i, g, i * g, 1);
    for (int i = 0; i < n; i++)
        t[i % 5] += t[(i + 2) % 5];
    for (uint i = 0; i < 20; i++)
        s = s * 3 + ((uint *)t)[i];
    out[g] = s;
}
