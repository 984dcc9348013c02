// SHA-256 (FIPS 180-4) of one message of up to 55 bytes per work-item.
__constant uint K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

uint
rotr(uint x, uint n)
{
    return rotate(x, 32 - n);
}

void
compress(uint state[8], uint w[16])
{
    uint s[8];
    for (int i = 0; i < 8; i++)
        s[i] = state[i];
    for (int i = 0; i < 64; i++) {
        if (i >= 16) {
            uint a = w[(i + 1) & 15], b = w[(i + 14) & 15];
            uint s0 = rotr(a, 7) ^ rotr(a, 18) ^ (a >> 3);
            uint s1 = rotr(b, 17) ^ rotr(b, 19) ^ (b >> 10);
            w[i & 15] += s0 + s1 + w[(i + 9) & 15];
        }
        uint e = s[4], a = s[0];
        uint sum1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25);
        uint choose = (e & s[5]) ^ (~e & s[6]);
        uint t1 = s[7] + sum1 + choose + K[i] + w[i & 15];
        uint sum0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22);
        uint majority = (a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]);
        for (int j = 7; j > 0; j--)
            s[j] = s[j - 1];
        s[4] += t1;
        s[0] = t1 + sum0 + majority;
    }
    for (int i = 0; i < 8; i++)
        state[i] += s[i];
}

__kernel void
sha256(__global const uchar *messages, __global const uint *lengths, __global uint *digests,
       uint stride)
{
    uint id = get_global_id(0);
    __global const uchar *message = messages + id * stride;
    uint length = lengths[id];
    uint w[16];
    uint state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

    for (int i = 0; i < 16; i++)
        w[i] = 0;
    for (uint i = 0; i < length; i++)
        w[i / 4] |= (uint)message[i] << (24 - i % 4 * 8);
    w[length / 4] |= 0x80u << (24 - length % 4 * 8);
    w[15] = length * 8;
    compress(state, w);
    for (int i = 0; i < 8; i++)
        digests[id * 8 + i] = state[i];
}
