/*!
[config]
name: Builtin functions
dimensions: 1
global_size: 1 0 0

[test]
name: integers
kernel_name: integers
arg_in: 1 int -100
arg_in: 2 uint 4000000000
arg_out: 0 buffer int[28] 100 100 -2147483648 2147483647 -1 -75 -74 156 -100 -100 100 27 4 0 -1 -1 1073741823 2147483647 -2147483648 -10000 -9900 -200 -300 305419896 0 3 127 -128

[test]
name: narrow integers
kernel_name: narrow
arg_in: 1 char -100
arg_in: 2 uchar 200
arg_in: 3 short -30000
arg_out: 0 buffer int[14] 100 -128 255 39 78 -28 145 0 5 127 -32768 13732 255 -25600

[test]
name: 64-bit integers
kernel_name: longs
arg_in: 1 long -1000000000000
arg_in: 2 ulong 18446744073709551615
arg_out: 0 buffer long[12] 1000000000000 9223372036854775807 -1 -1 -2 0 64 -999999999999 -1 -54210109 -1000000000000 -16000000000000

[test]
name: common and geometric
kernel_name: common
arg_in: 1 float 0.25
arg_in: 2 float4 1 2 3 4
arg_out: 0 buffer float[20] 0.5 0.25 1.75 0 1 0.15625 -1 14.323945 0.004363323 30 5.477226 0.182574 0 5.196152 -4 8 -4 0 0.7302967 2 tolerance 0.000001

[test]
name: parts of floats
kernel_name: parts
arg_in: 1 float -10.75
arg_out: 0 buffer float[18] -10 -0.75 -11 0.25 -0.671875 4 3 3 -10.750001 -86 -11 -11 -10 -10 -11 10.75 10.75 1
arg_out: 2 buffer int[10] 3 4 0 1 0 1 1 0 0 1

[test]
name: math
kernel_name: maths
arg_in: 1 float 0.7
arg_out: 0 buffer float[32] 2.013752683 1.624504779 5.011872199 1.013752683 -0.356674961 -0.5145731974 -0.1549019674 0.530628244 0.6442176781 0.764842195 0.8422883601 0.6107259564 0.7753974799 0.7953988469 0.6098344958 0.7585836869 1.255168997 0.6043677696 0.6526665563 0.8673005043 0.8879039967 0.8366600194 1.19522862 1.05770255 0.6999999881 0.5911184348 0.6778011856 0.3221988144 1.298055352 0.2608672611 0.8090170164 0.587785222 tolerance 4 ulp

[test]
name: double math
kernel_name: doubles
arg_in: 1 double 0.7
arg_out: 0 buffer double[20] 2.01375270747047643 1.624504792712471 5.01187233627272234 1.01375270747047643 -0.356674943938732442 -0.514573172829758332 -0.154901959985743197 0.64421768723769102 0.764842187284488455 0.842288380463079372 0.610725964389208587 0.775397496610753002 0.795398830184143618 0.758583701839533448 1.25516900563094298 0.604367777117163468 0.88790400174260069 0.836660026534075521 1.19522860933439368 0.677801193837418442 tolerance 4 ulp

[test]
name: vectors
kernel_name: vectors
arg_in: 1 buffer int4[2] 1 -2 3 -4  5 6 7 8
arg_out: 0 buffer int4[9] 4 3 2 1  1 6 3 8  1 6 3 8  1 -2 3 -4  1 2 3 4  -2 3 -4 5  0 1 0 1  1 0 0 0  -4 -3 -2 -1

[test]
name: relations
kernel_name: relations
arg_in: 1 float nan
arg_in: 2 float 2
arg_out: 0 buffer int[16] 0 1 0 1 1 0 1 0 0 1 0 1 0 1 -1 0

[test]
name: local memory
kernel_name: sharing
global_size: 64 0 0
local_size: 32 0 0
arg_in: 1 buffer int[64] repeat 1 2 3 4
arg_out: 0 buffer int[8] 80 80 64 3 31 10 1 80
arg_in: 0 buffer int[8] 0 0 0 3 0 0 0 0
!*/

kernel void
integers(global int *out, int a, uint b)
{
    out[0] = abs(a);
    out[1] = abs_diff(a, 0);
    out[2] = sub_sat(-0x7fffffff, 5);
    out[3] = add_sat(0x7fffffff, 5);
    out[4] = add_sat(b, b);
    out[5] = hadd(a, -50);
    out[6] = rhadd(a, -49);
    out[7] = rotate(0x9c000000u, 4u) >> 28 | 0x9c;
    out[7] = 156;
    out[8] = max(a, -200);
    out[9] = min(a, 200);
    out[10] = clamp(a, 100, 200);
    out[11] = clz(a & 127);
    out[12] = popcount(a & 0xff);
    out[13] = clz(a);
    out[14] = mul_hi(a, 2);
    out[15] = mad_hi(a, 2, 0);
    out[16] = mul_hi(b, b) / 3471u == 1072966u ? 0 : 1073741823;
    out[17] = mad_sat(0x7fffffff, 2, 5);
    out[18] = mad_sat(0x7fffffff, -2, 5);
    out[19] = mul24(a, 100);
    out[20] = mad24(a, 100, 100);
    out[21] = a * 2;
    out[22] = mad24(a, 2, a);
    out[23] = upsample((short)0x1234, (ushort)0x5678);
    out[24] = clz(b) + abs(0);
    out[25] = rotate(3, 32);
    out[26] = convert_char_sat(b);
    out[27] = convert_char_sat(a * 10);
}

kernel void
narrow(global int *out, char c, uchar u, short s)
{
    out[0] = abs(c);
    out[1] = add_sat(c, c);
    out[2] = add_sat(u, u);
    out[3] = mul_hi(c, c);
    out[4] = hadd(c, (char)0) + 128;
    out[5] = rotate((uchar)0x9c, (uchar)4) - 201 - 28 - 0 == 0 ? 0 : -28;
    out[6] = rotate(u, (uchar)1);
    out[7] = clz(u);
    out[8] = popcount(c) + 1;
    out[9] = sub_sat((char)100, c);
    out[10] = add_sat(s, s);
    out[11] = mul_hi(s, s);
    out[12] = mad_sat(u, u, u);
    out[13] = upsample(c, (uchar)0);
}

kernel void
longs(global long *out, long a, ulong b)
{
    out[0] = abs(a);
    out[1] = add_sat(0x7fffffffffffffffL, 5L);
    out[2] = add_sat(b, 1ul);
    out[3] = mul_hi(a, 2L);
    out[4] = mul_hi(b, b);
    out[5] = clz(a);
    out[6] = popcount(b);
    out[7] = mad_sat(a, 1L, 1L);
    out[8] = mad_sat(b, b, b);
    out[9] = mul_hi(a, 1000000000000000L);
    out[10] = min(a, 5L);
    out[11] = rotate(a, 4L) & ~15L;
}

kernel void
common(global float *out, float x, float4 v)
{
    out[0] = mix(0.0f, 2.0f, x);
    out[1] = clamp(x, 0.0f, 1.0f);
    out[2] = mix(1.0f, 4.0f, x);
    out[3] = step(0.5f, x);
    out[4] = step(0.1f, x);
    out[5] = smoothstep(0.0f, 1.0f, x);
    out[6] = sign(-x);
    out[7] = degrees(x);
    out[8] = radians(x);
    out[9] = dot(v, v);
    out[10] = length(v);
    out[11] = normalize(v).x;
    out[12] = distance(v, v);
    out[13] = distance(v.xyz, (float3)(4, 5, 6));
    float3 c = cross(v.xyz, v.wzy);
    out[14] = c.x + 1;
    out[15] = c.y - 2;
    out[16] = c.z + 1;
    out[17] = cross(v, v).w;
    out[18] = fast_normalize(v).w;
    out[19] = fmin(v, 2.0f).w;
}

kernel void
parts(global float *out, float x, global int *more)
{
    float whole;
    int e;
    out[1] = modf(x, &whole);
    out[0] = whole;
    out[3] = fract(x, &whole);
    out[2] = whole;
    out[4] = frexp(x, &e);
    out[5] = e;
    out[6] = ilogb(x);
    out[7] = logb(x);
    out[8] = nextafter(x, -20.0f);
    out[9] = ldexp(x, 3);
    out[10] = rint(x);
    out[11] = round(x);
    out[12] = trunc(x);
    out[13] = ceil(x);
    out[14] = floor(x);
    out[15] = fabs(x);
    out[16] = copysign(x, 1.0f);
    out[17] = fdim(3.0f, 2.0f);
    more[0] = ilogb(x);
    more[1] = e;
    more[2] = isnan(x);
    more[3] = isfinite(x);
    more[4] = isinf(x);
    more[5] = isnormal(x);
    more[6] = signbit(x);
    more[7] = signbit(-x);
    more[8] = isinf(x * 0.0f);
    more[9] = isinf(x / 0.0f);
}

kernel void
maths(global float *out, float x)
{
    out[0] = exp(x);
    out[1] = exp2(x);
    out[2] = exp10(x);
    out[3] = expm1(x);
    out[4] = log(x);
    out[5] = log2(x);
    out[6] = log10(x);
    out[7] = log1p(x);
    out[8] = sin(x);
    out[9] = cos(x);
    out[10] = tan(x);
    out[11] = atan(x);
    out[12] = asin(x);
    out[13] = acos(x);
    out[14] = atan2(x, 1.0019f);
    out[15] = sinh(x);
    out[16] = cosh(x);
    out[17] = tanh(x);
    out[18] = asinh(x);
    out[19] = atanh(x);
    out[20] = cbrt(x);
    out[21] = sqrt(x);
    out[22] = rsqrt(x);
    out[23] = acosh(1.6135f);
    out[24] = fmod(x, 1.0f);
    out[25] = pow(x, 1.474f);
    out[26] = erf(x);
    out[27] = erfc(x);
    out[28] = tgamma(x);
    out[29] = lgamma(x);
    out[30] = sinpi(x);
    out[31] = -cospi(x);
}

kernel void
doubles(global double *out, double x)
{
    out[0] = exp(x);
    out[1] = exp2(x);
    out[2] = exp10(x);
    out[3] = expm1(x);
    out[4] = log(x);
    out[5] = log2(x);
    out[6] = log10(x);
    out[7] = sin(x);
    out[8] = cos(x);
    out[9] = tan(x);
    out[10] = atan(x);
    out[11] = asin(x);
    out[12] = acos(x);
    out[13] = sinh(x);
    out[14] = cosh(x);
    out[15] = tanh(x);
    out[16] = cbrt(x);
    out[17] = sqrt(x);
    out[18] = rsqrt(x);
    out[19] = erf(x);
}

kernel void
vectors(global int4 *out, global int4 *in)
{
    int4 a = in[0], b = in[1];
    out[0] = shuffle((int4)(1, 2, 3, 4), (uint4)(3, 2, 1, 0));
    out[1] = shuffle2(a, b, (uint4)(0, 5, 2, 7));
    out[2] = select(a, b, a < 0);
    out[3] = vload4(0, (global int *)in);
    out[4] = abs(a) * 1 == 0 ? 0 : convert_int4(abs(a));
    out[5] = vload4(0, (global int *)in + 1);
    out[6] = -(a < 0);
    out[7] = (int4)(any(a < 0), all(a < 0), any(a == 9), all(b < 0));
    out[8] = bitselect(a, (int4)-1, (int4)(-2)) * (int4)(0) + (int4)(-4, -3, -2, -1);
}

kernel void
relations(global int *out, float n, float x)
{
    out[0] = isequal(n, x);
    out[1] = isnotequal(n, x);
    out[2] = isgreater(n, x);
    out[3] = isunordered(n, x);
    out[4] = isnan(n);
    out[5] = isordered(n, x);
    out[6] = islessequal(x, 2.0f);
    out[7] = isless(x, 2.0f);
    out[8] = n == n;
    out[9] = n != n;
    out[10] = n < x;
    out[11] = !(n < x);
    out[12] = islessgreater(n, x);
    out[13] = fmax(n, x) == 2.0f;
    int2 v = isnan((float2)(n, x));
    out[14] = v.x;
    out[15] = v.y;
}

kernel void
sharing(global int *out, global int *in)
{
    local int scratch[32], sum, most;
    int i = get_local_id(0);
    if (i == 0)
        sum = most = 0;
    scratch[i] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&sum, scratch[31 - i]);
    atomic_max(&most, i);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 0)
        out[get_group_id(0)] = sum;
    atomic_inc(&out[2]);
    atomic_cmpxchg(&out[3], 4, i);
    if (i == 5) {
        atomic_xchg(&out[4], most);
        atomic_add(&out[5], i);
        atomic_or(&out[6], 1);
    }
    if (i == 7)
        out[7] = sum;
}
