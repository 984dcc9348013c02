// printf: every conversion, vectors, strings, the result; what it prints is for its own test.
// kernel: test global=2
// arg: int r[6]
// arg: float f[4] = 1 2.5 -3 4e10
kernel void
test(global int *r, global const float *f)
{
    int me = get_global_id(0);
    if (me)
        return;
    r[0] = printf("%d %5i %-5u|%x %X %o %c %%\n", 1, -2, 3u, 255, 0xabc, 8, 'z');  //= 0
    r[1] = printf("%s %s\n", "constant", me ? "no" : "yes");             //= 0
    r[2] = printf("%f %.2e %g %a\n", f[0], f[1], f[2], f[3]);            //= 0
    r[3] = printf("%v4d %v4hlf\n", (int4)(1, 2, 3, 4), vload4(0, f));    //= 0
    r[4] = printf("%ld %hhd %p\n", 1L << 40, (char)-1, r);               //= 0
    r[5] = printf("plain\n");                                            //= 0
}
