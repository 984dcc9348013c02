// amdgpu_waves_per_eu, amdgpu_num_vgpr, amdgpu_num_sgpr: limits that the kernel keeps to.
// targets: gfx900 gfx803
// kernel: vgprs global=64
// arg: int r[64]
// arg: int in[64] = 1*64
// check: vgprs <= 16
kernel __attribute__((amdgpu_num_vgpr(16))) void
vgprs(global int *r, global const int *in)
{
    int v[32], me = get_global_id(0), sum = 0;
    for (int i = 0; i < 32; i++)
        v[i] = in[(me + i) % 64] * (i + 1);
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (int i = 0; i < 32; i++)
        sum += v[i] * v[31 - i];
    r[me] = sum;
}
// expect: r[0] = 5984*64

// kernel: waves global=64
// arg: int r[64]
// arg: int in[64] = 1*64
// check: vgprs <= 32
// check: occupancy >= 8
kernel __attribute__((amdgpu_waves_per_eu(8))) void
waves(global int *r, global const int *in)
{
    int v[40], me = get_global_id(0), sum = 0;
    for (int i = 0; i < 40; i++)
        v[i] = in[(me + i) % 64] + i;
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (int i = 0; i < 40; i++)
        sum += v[i] ^ v[39 - i];
    r[me] = sum;
}
// expect: r[0] = 968*64

// kernel: sgprs global=64
// arg: int r[1]
// arg: int n = 3
// check: sgprs <= 32
kernel __attribute__((amdgpu_num_sgpr(32))) void
sgprs(global int *r, int n)
{
    r[0] = n + 1; //= 4
}

// Many uniform values, in far fewer registers than assignment needs in the worst case; more than 20 were
// an error.
// kernel: tight global=64
// arg: uint r[64]
// arg: uint c[48] = 1*48
// arg: int n = 3
// check: sgprs <= 32
kernel __attribute__((amdgpu_num_sgpr(20))) void
tight(global uint *r, constant uint *c, int n)
{
    uint s[48], value = get_global_id(0);
    for (int i = 0; i < 48; i++)
        s[i] = c[i] * (i + 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 48; j++)
            value = value * s[j] + s[(j + 7) % 48];
    r[get_global_id(0)] = value;
}
// expect: r[0] = 2114500055*64
