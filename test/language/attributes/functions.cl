// always_inline, noinline, const, pure, unused, opencl_unroll_hint, endian, nosvm, flatten: taken,
// and what can be seen of them seen.
// options: -cl-std=CL2.0
__attribute__((noinline)) int
far(int a)
{
    return a * 3;
}

__attribute__((always_inline)) int
near(int a)
{
    return a * 5;
}

__attribute__((const)) int constant_of(int a) { return a + 1; }
__attribute__((pure)) int pure_of(const global int *a) { return *a + 2; }
__attribute__((unused)) static int never(int a) { return a; }
__attribute__((__noinline__, __unused__)) static int underscores(int a) { return a - 1; }

// kernel: test
// arg: int r[7]
// arg: int in[4] = 1 2 3 4
kernel void
test(global int *r, global const int *in __attribute__((nosvm)))
{
    int spare __attribute__((unused)), sum = 0;
    r[0] = far(in[0]) + near(in[1]);    //= 13
    r[1] = constant_of(in[0]);          //= 2
    r[2] = pure_of(in + 3);             //= 6
    r[3] = underscores(in[2]);          //= 2
    __attribute__((opencl_unroll_hint(2))) for (int i = 0; i < 4; i++)
        sum += in[i];
    r[4] = sum;                         //= 10
    __attribute__((opencl_unroll_hint)) while (sum > 5)
        sum -= in[1];
    r[5] = sum;                         //= 4
    int i = 0;
    __attribute__((opencl_unroll_hint(1))) do
        sum += i;
    while (++i < 4);
    r[6] = sum;                         //= 10
}
