// ordinary: arithmetic on integers

// run 256 64 buf:512*u32=random,1 buf:256*u32
kernel void gcd(global const uint *a, global uint *out)
{
    uint x = a[get_global_id(0) * 2] >> 16 | 1, y = a[get_global_id(0) * 2 + 1] >> 16 | 1;
    while (y) {
        uint t = x % y;
        x = y;
        y = t;
    }
    out[get_global_id(0)] = x;
}

// run 256 64 buf:512*u32=random,2 buf:256*u32
kernel void binary_gcd(global const uint *a, global uint *out)
{
    uint x = a[get_global_id(0) * 2] | 1, y = a[get_global_id(0) * 2 + 1] | 1;
    while (x != y) {
        if (x > y) {
            x -= y;
            while (!(x & 1))
                x >>= 1;
        } else {
            y -= x;
            while (!(y & 1))
                y >>= 1;
        }
    }
    out[get_global_id(0)] = x;
}

// run 256 64 buf:256*u32
kernel void collatz(global uint *out)
{
    ulong n = get_global_id(0) + 1;
    uint steps = 0;
    while (n != 1) {
        n = n & 1 ? 3 * n + 1 : n >> 1;
        steps++;
    }
    out[get_global_id(0)] = steps;
}

// run 256 64 buf:256*u32=random,3 buf:256*u32
kernel void isqrt(global const uint *a, global uint *out)
{
    uint v = a[get_global_id(0)], r = 0;
    for (uint bit = 1u << 30; bit; bit >>= 2) {
        if (v >= r + bit) {
            v -= r + bit;
            r = (r >> 1) + bit;
        } else {
            r >>= 1;
        }
    }
    out[get_global_id(0)] = r;
}

// run 256 64 buf:256*u32=random,4 buf:256*u32
kernel void modular_power(global const uint *a, global uint *out)
{
    ulong base = a[get_global_id(0)] % 1000003u, result = 1;
    for (uint e = 65537; e; e >>= 1) {
        if (e & 1)
            result = result * base % 1000003u;
        base = base * base % 1000003u;
    }
    out[get_global_id(0)] = (uint)result;
}

// run 256 64 buf:256*u32
kernel void is_prime(global uint *out)
{
    uint n = 2 * get_global_id(0) + 3, prime = 1;
    for (uint d = 3; d * d <= n; d += 2)
        if (n % d == 0) {
            prime = 0;
            break;
        }
    out[get_global_id(0)] = prime;
}

// run 64 64 buf:1024*u32=random,5 buf:1024*u32=random,6 buf:1024*u32
kernel void big_add(global const uint *a, global const uint *b, global uint *c)
{
    int g = get_global_id(0);
    ulong carry = 0;
    for (int k = 0; k < 16; k++) {
        carry += (ulong)a[k * 64 + g] + b[k * 64 + g];
        c[k * 64 + g] = (uint)carry;
        carry >>= 32;
    }
}

// run 64 64 buf:256*u32=random,7 buf:256*u32=random,8 buf:512*u32
kernel void big_multiply(global const uint *a, global const uint *b, global uint *c)
{
    int g = get_global_id(0);
    uint r[8] = {0};
    for (int i = 0; i < 4; i++) {
        ulong carry = 0;
        for (int j = 0; j < 4; j++) {
            carry += (ulong)a[i * 64 + g] * b[j * 64 + g] + r[i + j];
            r[i + j] = (uint)carry;
            carry >>= 32;
        }
        r[i + 4] = (uint)carry;
    }
    for (int k = 0; k < 8; k++)
        c[k * 64 + g] = r[k];
}

// run 256 64 buf:512*u64=random,9 buf:256*u32
kernel void hamming(global const ulong *a, global uint *out)
{
    int g = get_global_id(0);
    out[g] = (uint)popcount(a[g * 2] ^ a[g * 2 + 1]);
}

// run 256 64 buf:256*u32=random,10 buf:256*u32
kernel void morton(global const uint *a, global uint *out)
{
    uint v = a[get_global_id(0)], x = v & 0xffff, y = v >> 16;
    x = (x | x << 8) & 0x00ff00ff, x = (x | x << 4) & 0x0f0f0f0f, x = (x | x << 2) & 0x33333333, x = (x | x << 1) & 0x55555555;
    y = (y | y << 8) & 0x00ff00ff, y = (y | y << 4) & 0x0f0f0f0f, y = (y | y << 2) & 0x33333333, y = (y | y << 1) & 0x55555555;
    out[get_global_id(0)] = x | y << 1;
}

// run 256 64 buf:256*i32=random,11 buf:256*i32 i32:1000
kernel void divide_signed(global const int *a, global int *out, int d)
{
    int v = a[get_global_id(0)];
    out[get_global_id(0)] = v / d + v % 7 + v / 16;
}

// run 256 64 buf:256*u64=random,12 buf:256*u64
kernel void divide_long(global const ulong *a, global ulong *out)
{
    ulong v = a[get_global_id(0)];
    out[get_global_id(0)] = v / 1000000007UL + v % (get_global_id(0) + 3);
}

// run 256 64 buf:256*i32=random,13 buf:256*i32=random,14 buf:256*i32
kernel void fixed_point(global const int *a, global const int *b, global int *out)
{
    int g = get_global_id(0), x = a[g] >> 8, y = b[g] >> 8;
    int p = (int)((long)x * y >> 16);
    out[g] = p + (x << 4) / (abs(y) + 1);
}

// run 512 64 buf:1024*u32=iota,0,5 buf:512*u32=random,15 buf:512*i32
kernel void binary_search(global const uint *sorted, global const uint *keys, global int *out)
{
    uint key = keys[get_global_id(0)] % 5200;
    int low = 0, high = 1023;
    while (low < high) {
        int middle = (low + high) / 2;
        if (sorted[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    out[get_global_id(0)] = low;
}

// run 256 64 buf:256*u32=random,16 buf:1024*u32
kernel void hash_insert(global const uint *keys, volatile global uint *table)
{
    uint key = keys[get_global_id(0)] | 1, slot = key * 2654435761u >> 22;
    for (int tries = 0; tries < 64; tries++, slot = (slot + 1) & 1023)
        if (atomic_cmpxchg(&table[slot], 0u, key) == 0)
            return;
}
