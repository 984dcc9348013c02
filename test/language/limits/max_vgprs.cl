// -mmax-vgprs: forty values that are all used at the end fit into 24 registers, by way of scratch.
// options: -mmax-vgprs=24
// kernel: many global=2
// arg: uint r[2]
// arg: uint q[120] = 3 4 7 12 19 28 39 52 67 84 6 27 50 75 5 34 65 1 36 73 15 56 2 47 94 46 0 53 11 68 30 91 57 25 92 64 38 14 89 69 51 35 21 9 96 88 82 78 76 76 78 82 88 96 9 21 35 51 69 89 14 38 64 92 25 57 91 30 68 11 53 0 46 94 47 2 56 15 73 36 1 65 34 5 75 50 27 6 84 67 52 39 28 19 12 7 4 3 4 7 12 19 28 39 52 67 84 6 27 50 75 5 34 65 1 36 73 15 56 2
// check: vgprs <= 24
// check: scratch >= 4
#define N4(m, n) m(n##0) m(n##1) m(n##2) m(n##3)
#define N16(m, n) N4(m, n##0) N4(m, n##1) N4(m, n##2) N4(m, n##3)
#define ALL(m) N16(m, 1) N16(m, 2) N4(m, 30) N4(m, 31)
#define MAKE(n) uint s##n = q[(get_global_id(0) + 1) * 0x##n % 119];
#define MIX(n) s##n = s##n * sum + s111;
#define TAKE(n) sum = sum * 3 + s##n;
kernel void
many(global uint *r, global const volatile uint *q)
{
    uint sum = get_global_id(0);
    ALL(MAKE)
    for (int i = 0; i < 3; i++) {
        ALL(MIX)
        ALL(TAKE)
    }
    r[get_global_id(0)] = sum;
}
// expect: r[0] = 2849278976 1585423344
