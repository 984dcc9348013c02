#if 1
a1
#elif 1/0
b1
#else
c1
#endif
#if 0
#if 1
x1
#else
y1
#endif
#elif defined(FOO) || !defined BAR && (1 ? 2 : 1/0)
a2
#elif garbage ( here
x2
#else
x3
#endif
#ifdef NOPE
#error not reached
'unterminated " things are fine here
#else
a3
#endif
#ifndef NOPE
a4
#endif
#define ONE 1
#define EXPR(x) ((x) + ONE)
#if EXPR(2) == 3 && 'a' == 97 && '\x41' == 0x41 && 010 == 8 && 1u > 0 && -1 > 0u
a5
#endif
#if (2 || 1 / 0) && !(0 && 1 % 0)
a6
#endif
#if -5 / 2 == -2 && -5 % 2 == -1 && (-8 >> 1) == -4 && 1 << 62 > 0 && ~0 == -1
a7
#endif
#if 0xffffffffffffffff > 0 && 0xffffffffffffffff != -1 && 18446744073709551615u > 1
a8
#endif
#define DEFINED_ONE defined(ONE)
#if DEFINED_ONE && !defined(TWO) && undefined_name == 0
a9
#endif
# if 0
# else
a10
# endif
#
#if defined __OPENCL_C_VERSION__ && __OPENCL_C_VERSION__ >= CL_VERSION_1_2
a11
#endif
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
a12
#endif
#if __has_include("no_such_file.h") || __has_builtin(__builtin_nothing)
x4
#elif defined(__has_include)
a13
#endif
#line 100 "other.cl"
__LINE__ __FILE__
#line 7
__LINE__ __FILE__
_Pragma("unroll 4") for
#define UNROLL(n) _Pragma("unroll") for (n)
UNROLL(3);
#define N 8
#pragma unroll N
#pragma unroll (N+1)*2
#pragma unroll (N)
x5 \
  y5 \
  z5
"a\
b" int\
eger
/* a
 comment */ after
