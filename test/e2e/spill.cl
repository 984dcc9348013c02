// More live values than registers: 270 numbers that are all needed twice again.
#define STRIDE 64

__kernel void
spill(__global const uint *in, __global uint *out)
{
    uint sum = get_global_id(0);
    in += sum;
    out += sum;
#define EACH_10(M, n) M(n##0) M(n##1) M(n##2) M(n##3) M(n##4) M(n##5) M(n##6) M(n##7) M(n##8) M(n##9)
#define EACH_90(M, n)                                                                              \
    EACH_10(M, n##1) EACH_10(M, n##2) EACH_10(M, n##3) EACH_10(M, n##4) EACH_10(M, n##5)           \
    EACH_10(M, n##6) EACH_10(M, n##7) EACH_10(M, n##8) EACH_10(M, n##9)
#define EACH(M) EACH_90(M, 1) EACH_90(M, 2) EACH_90(M, 3)
#define LOAD(n) uint v##n = in[n * STRIDE];
#define MIX(n) sum = (sum << 5 | sum >> 27) ^ (v##n + sum);
#define STORE(n) out[n * STRIDE] = v##n * 3 + sum;
    EACH(LOAD)
    EACH(MIX)
    EACH(STORE)
}
