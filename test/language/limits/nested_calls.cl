// 512 calls inside each other, with 40 scalars that live across each: more than lanes of VGPRs hold.
// kernel: k
// arg: uint x[1] = 3
// arg: uint u = 5
// expect: x[0] = 30223
#define REPEAT4(m, n) m(n##0) m(n##1) m(n##2) m(n##3)
#define REPEAT40(m) REPEAT4(m, 1) REPEAT4(m, 2) REPEAT4(m, 3) REPEAT4(m, 4) REPEAT4(m, 5) \
    REPEAT4(m, 6) REPEAT4(m, 7) REPEAT4(m, 8) REPEAT4(m, 9) REPEAT4(m, 10)
#define DECLARE(n) uint a##n = u * n;
#define USE(n) ^ a##n
#define STEP(f, g) __attribute__((noinline)) static uint f(uint x, uint u) \
    { REPEAT40(DECLARE) return g(x, u + 1) REPEAT40(USE); }
#define STEPS8(f, g) STEP(f##0, g) STEP(f##1, f##0) STEP(f##2, f##1) STEP(f##3, f##2) \
    STEP(f##4, f##3) STEP(f##5, f##4) STEP(f##6, f##5) STEP(f, f##6)
#define STEPS64(f, g) STEPS8(f##a0, g) STEPS8(f##a1, f##a0) STEPS8(f##a2, f##a1) STEPS8(f##a3, f##a2) \
    STEPS8(f##a4, f##a3) STEPS8(f##a5, f##a4) STEPS8(f##a6, f##a5) STEPS8(f, f##a6)
#define STEPS512(f, g) STEPS64(f##b0, g) STEPS64(f##b1, f##b0) STEPS64(f##b2, f##b1) \
    STEPS64(f##b3, f##b2) STEPS64(f##b4, f##b3) STEPS64(f##b5, f##b4) STEPS64(f##b6, f##b5) STEPS64(f, f##b6)

__attribute__((noinline)) static uint end(uint x, uint u) { return x * u; }
STEPS512(deep, end)
kernel void k(global uint *x, uint u) { *x = deep(*x, u); }
