// volatile: every access happens, in order, past the caches.
// kernel: test
// arg: int r[3]
// arg: int v[2] = 5 6
// asm: glc
kernel void
test(global int *r, volatile global int *v)
{
    int first = *v, second = *v;
    *v = 7;
    *v = 8;
    r[0] = first + second;               //= 10
    r[1] = *v;                           //= 8
    volatile int mine = 1;
    mine = mine + 1;
    v[1];
    r[2] = mine;                         //= 2
}
// expect: v[0] = 8 6
