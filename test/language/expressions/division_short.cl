// Divisions of numbers that are known to be short give what those of unknown ones give, near all whole quotients.
// kernel: compare global=64 local=64
// arg: uint wrong[4] = 0 0 0 0
// arg: uint edges[8] = 4194303 4194302 4194301 3 1 2097152 65535 8191
kernel void
compare(global uint *wrong, global const uint *edges)
{
    uint seed = get_global_id(0) * 2654435761u + 12345;
    for (int i = 0; i < 200; i++) {
        seed = seed * 1664525u + 1013904223u;
        uint y = seed >> 10, x;
        if (i < 64)
            y = i < 8 ? edges[i] : y >> (i & 15);
        y += y == 0;
        seed = seed * 1664525u + 1013904223u;
        uint most = 4194303 / y, k = i & 1 ? most : (seed >> 10) % (most + 1);
        x = min(k * y + (i % 3) - (k > 0), 4194303u);
        uint q = (x & 0x3fffff) / (y & 0x3fffff), r = (x & 0x3fffff) % (y & 0x3fffff);
        if (q != x / y)
            atomic_inc(&wrong[0]); //= 0
        if (r != x % y)
            atomic_inc(&wrong[1]); //= 0
        int a = (int)(x >> 6) - 32768, b = (int)(y >> 6) - 32768;
        b += b == 0;
        if ((short)a / (short)b != a / b)
            atomic_inc(&wrong[2]); //= 0
        if ((short)a % (short)b != a % b)
            atomic_inc(&wrong[3]); //= 0
    }
}
