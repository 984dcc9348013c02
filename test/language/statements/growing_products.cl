// Products of what loops count become sums: of the counter with something added, of differences, by two
// factors, with a step that is not constant; and products that do not grow evenly.  All of them wrap.
// kernel: sums global=4 local=4
// arg: uint r[4]
// arg: int n = 5
// arg: int step = 3
// arg: int a = 1000003
// arg: int b = -7
// expect: r[0] = 176401564 3105625230 3364222328 3399244138
// kernel: scaled global=4 local=4
// arg: uint r[4]
// arg: int a = 1000003
// arg: int c = 305419897
// expect: r[0] = 4118090632 1000854900 278384518 4241488214
// kernel: uneven global=4 local=4
// arg: uint r[4]
// arg: int step = 3
// arg: int a = 1000003
// expect: r[0] = 3951013338 3957013644 3963013986 3969014364
kernel void
sums(global uint *r, int n, int step, int a, int b)
{
    uint id = get_global_id(0), s = 0;
#pragma unroll 1
    for (uint i = id; i < n * step + id; i += step) {
        s = s * 31 + (i + id) * a;
        s ^= (id - i) * a * b;
    }
    r[id] = s;
}

kernel void
scaled(global uint *r, int a, int c)
{
    int id = get_global_id(0);
    uint s = 0;
#pragma unroll 1
    for (int i = -3 * id; i < 20; i++) {
        s = s * 7 ^ (uint)(2 * i + id) * c;
        s += (uint)(id - 4 * i) * a;
    }
    r[id] = s;
}

kernel void
uneven(global uint *r, int step, int a)
{
    uint id = get_global_id(0), s = 0, i = id, k = 1;
#pragma unroll 1
    for (int t = 0; t < 6; t++) {
        s += i * i * 3 + (i + k) * a;
        k *= 5;
        i += step;
    }
    r[id] = s;
}
