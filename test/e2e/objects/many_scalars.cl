// More uniform values than scalar registers: the descriptor's count is at its limit.
#define EIGHT(F, n) F(n##0) F(n##1) F(n##2) F(n##3) F(n##4) F(n##5) F(n##6) F(n##7)
#define ALL(F)                                                                                     \
    EIGHT(F, 1) EIGHT(F, 2) EIGHT(F, 3) EIGHT(F, 4) EIGHT(F, 5) EIGHT(F, 6) EIGHT(F, 7) EIGHT(F, 8) \
    EIGHT(F, 9) EIGHT(F, 10) EIGHT(F, 11) EIGHT(F, 12) EIGHT(F, 13) EIGHT(F, 14)
#define LOAD(n) int a##n = in[n * 3];
#define USE(n) s = s * 3 + (a##n ^ k);
#define STORE(n) out[get_global_id(0) + n] = a##n;

__kernel void
many_scalars(__global const int *in, __global int *out)
{
    int s = 0;
    ALL(LOAD)
    for (int k = 0; k < in[1000]; k++) {
        ALL(USE)
        out[k] = s;
    }
    ALL(STORE)
}
