# 1 "examples/sha256.cl"
# 1 "<built-in>" 1
# 1 "<built-in>" 3
# 387 "<built-in>" 3
# 1 "<command line>" 1
# 1 "<built-in>" 2
# 1 "/usr/lib/llvm-16/lib/clang/16/include/opencl-c-base.h" 1 3 4
# 114 "/usr/lib/llvm-16/lib/clang/16/include/opencl-c-base.h" 3 4
typedef unsigned char uchar;




typedef unsigned short ushort;




typedef unsigned int uint;




typedef unsigned long ulong;







typedef long unsigned int size_t;







typedef long int ptrdiff_t;






typedef long int intptr_t;






typedef long unsigned int uintptr_t;


typedef char char2 __attribute__((ext_vector_type(2)));
typedef char char3 __attribute__((ext_vector_type(3)));
typedef char char4 __attribute__((ext_vector_type(4)));
typedef char char8 __attribute__((ext_vector_type(8)));
typedef char char16 __attribute__((ext_vector_type(16)));
typedef uchar uchar2 __attribute__((ext_vector_type(2)));
typedef uchar uchar3 __attribute__((ext_vector_type(3)));
typedef uchar uchar4 __attribute__((ext_vector_type(4)));
typedef uchar uchar8 __attribute__((ext_vector_type(8)));
typedef uchar uchar16 __attribute__((ext_vector_type(16)));
typedef short short2 __attribute__((ext_vector_type(2)));
typedef short short3 __attribute__((ext_vector_type(3)));
typedef short short4 __attribute__((ext_vector_type(4)));
typedef short short8 __attribute__((ext_vector_type(8)));
typedef short short16 __attribute__((ext_vector_type(16)));
typedef ushort ushort2 __attribute__((ext_vector_type(2)));
typedef ushort ushort3 __attribute__((ext_vector_type(3)));
typedef ushort ushort4 __attribute__((ext_vector_type(4)));
typedef ushort ushort8 __attribute__((ext_vector_type(8)));
typedef ushort ushort16 __attribute__((ext_vector_type(16)));
typedef int int2 __attribute__((ext_vector_type(2)));
typedef int int3 __attribute__((ext_vector_type(3)));
typedef int int4 __attribute__((ext_vector_type(4)));
typedef int int8 __attribute__((ext_vector_type(8)));
typedef int int16 __attribute__((ext_vector_type(16)));
typedef uint uint2 __attribute__((ext_vector_type(2)));
typedef uint uint3 __attribute__((ext_vector_type(3)));
typedef uint uint4 __attribute__((ext_vector_type(4)));
typedef uint uint8 __attribute__((ext_vector_type(8)));
typedef uint uint16 __attribute__((ext_vector_type(16)));
typedef long long2 __attribute__((ext_vector_type(2)));
typedef long long3 __attribute__((ext_vector_type(3)));
typedef long long4 __attribute__((ext_vector_type(4)));
typedef long long8 __attribute__((ext_vector_type(8)));
typedef long long16 __attribute__((ext_vector_type(16)));
typedef ulong ulong2 __attribute__((ext_vector_type(2)));
typedef ulong ulong3 __attribute__((ext_vector_type(3)));
typedef ulong ulong4 __attribute__((ext_vector_type(4)));
typedef ulong ulong8 __attribute__((ext_vector_type(8)));
typedef ulong ulong16 __attribute__((ext_vector_type(16)));
typedef float float2 __attribute__((ext_vector_type(2)));
typedef float float3 __attribute__((ext_vector_type(3)));
typedef float float4 __attribute__((ext_vector_type(4)));
typedef float float8 __attribute__((ext_vector_type(8)));
typedef float float16 __attribute__((ext_vector_type(16)));

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef half half2 __attribute__((ext_vector_type(2)));
typedef half half3 __attribute__((ext_vector_type(3)));
typedef half half4 __attribute__((ext_vector_type(4)));
typedef half half8 __attribute__((ext_vector_type(8)));
typedef half half16 __attribute__((ext_vector_type(16)));





typedef double double2 __attribute__((ext_vector_type(2)));
typedef double double3 __attribute__((ext_vector_type(3)));
typedef double double4 __attribute__((ext_vector_type(4)));
typedef double double8 __attribute__((ext_vector_type(8)));
typedef double double16 __attribute__((ext_vector_type(16)));
# 367 "/usr/lib/llvm-16/lib/clang/16/include/opencl-c-base.h" 3 4
typedef uint cl_mem_fence_flags;
# 675 "/usr/lib/llvm-16/lib/clang/16/include/opencl-c-base.h" 3 4
int printf(__constant const char* st, ...) __attribute__((format(printf, 1, 2)));
# 815 "/usr/lib/llvm-16/lib/clang/16/include/opencl-c-base.h" 3 4
#pragma OPENCL EXTENSION all : disable
# 2 "<built-in>" 2
# 1 "examples/sha256.cl" 2

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
