/* What clang makes of printf.  Its device library's own body would be in the way, so there is none:
 * the room for a record is taken here, as that library's __printf_alloc does (occ needs no such
 * function: PRINTF_SLOT is not defined).
 *
 * What LLVM 16 gets wrong is left out: it gives %F and %A no size, and stores a string of 4, 8, 12
 * ... letters without its last NUL, though the size counts that. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#ifdef PRINTF_SLOT
__global char *
__printf_alloc(uint bytes)
{
    __constant ulong *implicit = (__constant ulong *)__builtin_amdgcn_implicitarg_ptr();
    __global uint *header = (__global uint *)implicit[PRINTF_SLOT];
    uint at = __opencl_atomic_load((__global atomic_uint *)header, memory_order_relaxed,
                                   memory_scope_device);
    while (at + bytes + 8 <= header[1])
        if (__opencl_atomic_compare_exchange_strong((__global atomic_uint *)header, &at, at + bytes,
                                                    memory_order_relaxed, memory_order_relaxed,
                                                    memory_scope_device))
            return (__global char *)header + 8 + at;
    return 0;
}
#endif

__kernel void
forms(__global int *i, __global float *f)
{
    int a = i[0];
    float b = f[0];
    printf("nothing to convert, 100%%\n");
    printf("%d %i %u %o %x %X|%5d|%-5d|%05d|%+d|% d|%#x|%#o|%.3d\n", a, -a, a, a, a, a, a, a, a, a,
           a, a, a, a);
    printf("%hhd %hd %ld %hhu %hu %lu\n", (char)-1, (short)-1, (long)-1, (uchar)-1, (ushort)-1,
           (ulong)-1);
    printf("%f %e %g %a %E %G|%8.3f|%-8.1f|%+.0f\n", b, b, b, b, b, b, b, b, b);
    printf("%f %f %f\n", (half)b, b / 0.0f, as_float(0x7fc00000));
    printf("%c%c|%3c|%s|%5s|%-5s|%.2s\n", 'o', 'k', 'x', "words", "ab", "ab", "abc");
    printf("%s colons: a:b::c\t\"quoted\" back\\slash %s\n", "a string longer than eight", "");
    printf("%p %p\n", i, (__global int *)0);
}

__kernel void
vectors(__global int *i, __global float *f)
{
    int a = i[0];
    float b = f[0];
    printf("%v4hlf %v2lf %v2hf\n", (float4)(b, 1, 2, 3), (double2)(b, -b), (half2)(b, 0));
    printf("%v4hld %v3hlu %v2ld\n", (int4)(a, -a, 0, 1), (uint3)(a, 2, 3), (long2)(a, -a));
    printf("%v2hhd %v3hhd %v4hhx %v16hhu\n", (char2)(-1, 1), (char3)(-1, 2, 3), (char4)(-1, 2, 3, 4),
           (uchar16)(255));
    printf("%v2hd %v3hd %v8hx\n", (short2)(-1, 1), (short3)(-1, 2, 3), (short8)(-1));
    printf("|%5v2hld|%-3v2hld|%.1v2hlf|\n", (int2)(a, 1), (int2)(a, 1), (float2)(b, 1));
}

/* What each call returned. */
__kernel void
results(__global int *i, __global int *returned)
{
    uint id = __builtin_amdgcn_workitem_id_x();
    returned[id] = printf("item %d\n", i[id]);
}
