// ordinary: hashes, ciphers and random numbers

#define ROTL(x, n) rotate((uint)(x), (uint)(n))

// run 256 64 buf:1024*u32=random,1 buf:256*u32
kernel void murmur3(global const uint *a, global uint *b)
{
    int i = get_global_id(0);
    uint h = 42;
    for (int k = 0; k < 4; k++) {
        h ^= ROTL(a[i * 4 + k] * 0xcc9e2d51u, 15) * 0x1b873593u;
        h = ROTL(h, 13) * 5 + 0xe6546b64u;
    }
    h = (h ^ h >> 16) * 0x85ebca6bu;
    h = (h ^ h >> 13) * 0xc2b2ae35u;
    b[i] = h ^ h >> 16;
}

// run 256 64 buf:1024*u8=random,2 buf:256*u32
kernel void fnv1a(global const uchar *a, global uint *b)
{
    int i = get_global_id(0);
    uint h = 2166136261u;
    for (int k = 0; k < 4; k++)
        h = (h ^ a[i * 4 + k]) * 16777619u;
    b[i] = h;
}

// run 256 64 buf:2048*u8=random,3 buf:256*u32
kernel void crc32_bits(global const uchar *a, global uint *b)
{
    int i = get_global_id(0);
    uint c = ~0u;
    for (int k = 0; k < 8; k++) {
        c ^= a[i * 8 + k];
        for (int j = 0; j < 8; j++)
            c = c >> 1 ^ (0xedb88320u & -(c & 1));
    }
    b[i] = ~c;
}

// run 256 64 buf:4096*u32=random,4 buf:1024*u32
kernel void md5_rounds(global const uint *m, global uint *out)
{
    int g = get_global_id(0);
    uint a = 0x67452301u, b = 0xefcdab89u, c = 0x98badcfeu, d = 0x10325476u, w[16];
    for (int k = 0; k < 16; k++)
        w[k] = m[g * 16 + k];
    for (int k = 0; k < 64; k++) {
        uint f, x, s;
        if (k < 16) {
            f = (b & c) | (~b & d);
            x = k;
            s = (k & 3) == 0 ? 7 : (k & 3) == 1 ? 12 : (k & 3) == 2 ? 17 : 22;
        } else if (k < 32) {
            f = (d & b) | (~d & c);
            x = (5 * k + 1) & 15;
            s = (k & 3) == 0 ? 5 : (k & 3) == 1 ? 9 : (k & 3) == 2 ? 14 : 20;
        } else if (k < 48) {
            f = b ^ c ^ d;
            x = (3 * k + 5) & 15;
            s = (k & 3) == 0 ? 4 : (k & 3) == 1 ? 11 : (k & 3) == 2 ? 16 : 23;
        } else {
            f = c ^ (b | ~d);
            x = (7 * k) & 15;
            s = (k & 3) == 0 ? 6 : (k & 3) == 1 ? 10 : (k & 3) == 2 ? 15 : 21;
        }
        uint t = d;
        d = c;
        c = b;
        b += ROTL(a + f + w[x] + 0x9e3779b9u * k, s);
        a = t;
    }
    out[g * 4] = a;
    out[g * 4 + 1] = b;
    out[g * 4 + 2] = c;
    out[g * 4 + 3] = d;
}

// run 64 64 buf:1024*u32=random,5 buf:320*u32
kernel void sha1_block(global const uint *m, global uint *out)
{
    int g = get_global_id(0);
    uint w[80], a = 0x67452301u, b = 0xefcdab89u, c = 0x98badcfeu, d = 0x10325476u, e = 0xc3d2e1f0u;
    for (int k = 0; k < 16; k++)
        w[k] = m[g * 16 + k];
    for (int k = 16; k < 80; k++)
        w[k] = ROTL(w[k - 3] ^ w[k - 8] ^ w[k - 14] ^ w[k - 16], 1);
    for (int k = 0; k < 80; k++) {
        uint f = k < 20 ? (d ^ (b & (c ^ d))) + 0x5a827999u : k < 40 ? (b ^ c ^ d) + 0x6ed9eba1u
               : k < 60 ? ((b & c) | (d & (b | c))) + 0x8f1bbcdcu : (b ^ c ^ d) + 0xca62c1d6u;
        uint t = ROTL(a, 5) + f + e + w[k];
        e = d;
        d = c;
        c = ROTL(b, 30);
        b = a;
        a = t;
    }
    out[g * 5] = a;
    out[g * 5 + 1] = b;
    out[g * 5 + 2] = c;
    out[g * 5 + 3] = d;
    out[g * 5 + 4] = e;
}

// run 64 64 buf:16*u32=random,6 buf:1024*u32
kernel void chacha20(constant uint *key, global uint *out)
{
    int g = get_global_id(0);
    uint s[16], x[16];
    for (int i = 0; i < 16; i++)
        s[i] = key[i];
    s[12] += g;
    for (int i = 0; i < 16; i++)
        x[i] = s[i];
#define QUARTER(a, b, c, d)                                                                        \
    x[a] += x[b], x[d] = ROTL(x[d] ^ x[a], 16), x[c] += x[d], x[b] = ROTL(x[b] ^ x[c], 12), x[a] += x[b],             \
        x[d] = ROTL(x[d] ^ x[a], 8), x[c] += x[d], x[b] = ROTL(x[b] ^ x[c], 7)
    for (int r = 0; r < 10; r++) {
        QUARTER(0, 4, 8, 12);
        QUARTER(1, 5, 9, 13);
        QUARTER(2, 6, 10, 14);
        QUARTER(3, 7, 11, 15);
        QUARTER(0, 5, 10, 15);
        QUARTER(1, 6, 11, 12);
        QUARTER(2, 7, 8, 13);
        QUARTER(3, 4, 9, 14);
    }
    for (int i = 0; i < 16; i++)
        out[g * 16 + i] = x[i] + s[i];
}

// run 256 64 buf:512*u64=random,7 buf:256*u64
kernel void siphash(global const ulong *m, global ulong *out)
{
    int g = get_global_id(0);
    ulong a = 0x736f6d6570736575UL, b = 0x646f72616e646f6dUL, c = 0x6c7967656e657261UL, d = 0x7465646279746573UL;
    for (int k = 0; k < 2; k++) {
        ulong w = m[g * 2 + k];
        d ^= w;
        for (int r = 0; r < 2; r++) {
            a += b, b = rotate(b, 13UL), b ^= a, a = rotate(a, 32UL), c += d, d = rotate(d, 16UL), d ^= c;
            a += d, d = rotate(d, 21UL), d ^= a, c += b, b = rotate(b, 17UL), b ^= c, c = rotate(c, 32UL);
        }
        a ^= w;
    }
    out[g] = a ^ b ^ c ^ d;
}

// run 256 64 buf:512*u64=random,8 buf:256*u64
kernel void xxhash64(global const ulong *m, global ulong *out)
{
    int g = get_global_id(0);
    ulong h = 0x27d4eb2f165667c5UL + 16;
    for (int k = 0; k < 2; k++) {
        h ^= rotate(m[g * 2 + k] * 0xc2b2ae3d27d4eb4fUL, 31UL) * 0x9e3779b185ebca87UL;
        h = rotate(h, 27UL) * 0x9e3779b185ebca87UL + 0x85ebca77c2b2ae63UL;
    }
    h = (h ^ h >> 33) * 0xc2b2ae3d27d4eb4fUL;
    h = (h ^ h >> 29) * 0x165667b19e3779f9UL;
    out[g] = h ^ h >> 32;
}

// run 256 64 buf:256*u32=random,9 buf:256*f32 i32:32
kernel void monte_carlo_pi(global const uint *seed, global float *out, int n)
{
    int g = get_global_id(0), inside = 0;
    uint s = seed[g] | 1;
    for (int i = 0; i < n; i++) {
        s ^= s << 13, s ^= s >> 17, s ^= s << 5;
        float x = s * 0x1p-32f;
        s ^= s << 13, s ^= s >> 17, s ^= s << 5;
        float y = s * 0x1p-32f;
        inside += x * x + y * y < 1;
    }
    out[g] = 4.0f * inside / n;
}

// run 256 64 buf:1024*u32
kernel void philox(global uint4 *out)
{
    uint4 c = (uint4)(get_global_id(0), 0, 7, 0);
    uint k0 = 0x12345678u, k1 = 0x9abcdef0u;
    for (int r = 0; r < 10; r++) {
        uint h0 = mul_hi(0xd2511f53u, c.x), l0 = 0xd2511f53u * c.x, h1 = mul_hi(0xcd9e8d57u, c.z), l1 = 0xcd9e8d57u * c.z;
        c = (uint4)(h1 ^ c.y ^ k0, l1, h0 ^ c.w ^ k1, l0);
        k0 += 0x9e3779b9u;
        k1 += 0xbb67ae85u;
    }
    out[get_global_id(0)] = c;
}

// run 256 64 buf:256*u64=random,10 buf:256*f32
kernel void pcg_gauss(global const ulong *seed, global float *out)
{
    int g = get_global_id(0);
    ulong s = seed[g];
    float sum = 0;
    for (int i = 0; i < 6; i++) {
        s = s * 6364136223846793005UL + 1442695040888963407UL;
        uint x = (uint)((s >> 18 ^ s) >> 27), r = (uint)(s >> 59);
        sum += (x >> r | x << (-r & 31)) * 0x1p-32f;
    }
    out[g] = sum - 3;
}

// run 64 64 buf:256*u8=random,11 buf:256*u32=random,12 buf:256*u32
kernel void aes_round(constant uchar *box, global const uint4 *in, global uint4 *out)
{
    int g = get_global_id(0);
    uint4 v = in[g];
    for (int r = 0; r < 4; r++) {
        uint4 t;
        t.x = box[v.x & 255] | box[v.y >> 8 & 255] << 8 | box[v.z >> 16 & 255] << 16 | box[v.w >> 24] << 24;
        t.y = box[v.y & 255] | box[v.z >> 8 & 255] << 8 | box[v.w >> 16 & 255] << 16 | box[v.x >> 24] << 24;
        t.z = box[v.z & 255] | box[v.w >> 8 & 255] << 8 | box[v.x >> 16 & 255] << 16 | box[v.y >> 24] << 24;
        t.w = box[v.w & 255] | box[v.x >> 8 & 255] << 8 | box[v.y >> 16 & 255] << 16 | box[v.z >> 24] << 24;
        uint4 twice = (t & 0x7f7f7f7fu) << 1 ^ (t >> 7 & 0x01010101u) * 0x1bu;
        v = twice ^ rotate(t, (uint4)8) ^ rotate(t, (uint4)16) ^ rotate(t ^ twice, (uint4)24);
    }
    out[g] = v;
}

// run 256 64 buf:512*u32=random,13 buf:512*u32 buf:4*u32=random,14
kernel void xtea(global const uint2 *in, global uint2 *out, constant uint *key)
{
    int g = get_global_id(0);
    uint2 v = in[g];
    uint sum = 0;
    for (int r = 0; r < 32; r++) {
        v.x += ((v.y << 4 ^ v.y >> 5) + v.y) ^ (sum + key[sum & 3]);
        sum += 0x9e3779b9u;
        v.y += ((v.x << 4 ^ v.x >> 5) + v.x) ^ (sum + key[sum >> 11 & 3]);
    }
    out[g] = v;
}
