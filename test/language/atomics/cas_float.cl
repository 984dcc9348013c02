// A volatile load of one address is one value for each lane: the compare-exchange and the sum take
// the same one, and neither the first lane's.
// kernel: add global=128 local=64
// arg: float r[1] = 0
kernel void
add(volatile global float *r)
{
    volatile global uint *bits = (volatile global uint *)r;
    uint old, seen = *bits;
    do {
        old = seen;
        seen = atomic_cmpxchg(bits, old, as_uint(as_float(old) + 1.0f));
    } while (seen != old);
}
// expect: r[0] = 128
// asm-not: v_readfirstlane
