# 1 "examples/prefix_sum.cl"
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
# 1 "examples/prefix_sum.cl" 2


__kernel void
scan_blocks(__global const uint *in, __global uint *out, __global uint *totals, __local uint *buffer)
{
    uint i = get_local_id(0), size = get_local_size(0);
    uint value = in[get_global_id(0)];

    buffer[i] = value;
    barrier(0x01);
    for (uint step = 1; step < size; step *= 2) {
        uint left = i >= step ? buffer[i - step] : 0;
        barrier(0x01);
        value += left;
        buffer[i] = value;
        barrier(0x01);
    }
    out[get_global_id(0)] = value;
    if (i == size - 1)
        totals[get_group_id(0)] = value;
}

__kernel void
add_totals(__global uint *out, __global const uint *before)
{
    out[get_global_id(0)] += before[get_group_id(0)];
}
