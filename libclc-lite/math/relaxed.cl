/* What takes the place of the functions without `__occ_relaxed_` under -cl-unsafe-math-optimizations (OpenCL C 3.0,
 * "Relaxed Math"): midend/gen/relaxed.def. */

OVERLOAD float
__occ_relaxed_exp(float x)
{
    return __occ_hw_exp2(x * 0x1.715476p+0f);
}
OVERLOAD float
__occ_relaxed_exp2(float x)
{
    return __occ_hw_exp2(x);
}
OVERLOAD float
__occ_relaxed_exp10(float x)
{
    return __occ_hw_exp2(x * 0x1.a934f0p+1f);
}
OVERLOAD float
__occ_relaxed_log(float x)
{
    return __occ_hw_log2(x) * 0x1.62e430p-1f;
}
OVERLOAD float
__occ_relaxed_log2(float x)
{
    return __occ_hw_log2(x);
}
OVERLOAD float
__occ_relaxed_log10(float x)
{
    return __occ_hw_log2(x) * 0x1.344136p-2f;
}
OVERLOAD float
__occ_relaxed_rsqrt(float x)
{
    return __occ_hw_rsq(x);
}
OVERLOAD float
__occ_relaxed_powr(float x, float y)
{
    return __occ_hw_exp2(__occ_hw_log2(x) * y);
}

/* Of a negative x the logarithm is NaN, and so is the power; whole exponents take it without the sign. */
OVERLOAD float
__occ_relaxed_pow(float x, float y)
{
    float half_of_y = y * 0.5f;
    bool is_whole = y == rint(y), is_odd = is_whole && half_of_y != rint(half_of_y);
    float power = __occ_hw_exp2(__occ_hw_log2(is_whole ? fabs(x) : x) * y);
    power = is_odd ? copysign(power, x) : power;
    return y == 0.0f ? 1.0f : power;
}

/* Even powers and roots have no sign; of a negative x an even root is NaN. */
OVERLOAD float
__occ_relaxed_pown(float x, int n)
{
    float power = __occ_hw_exp2(__occ_hw_log2(fabs(x)) * (float)n);
    power = n & 1 ? copysign(power, x) : power;
    return n == 0 ? 1.0f : power;
}
OVERLOAD float
__occ_relaxed_rootn(float x, int n)
{
    float root = __occ_hw_exp2(__occ_hw_log2(n & 1 ? fabs(x) : x) * __occ_hw_rcp((float)n));
    return n & 1 ? copysign(root, x) : root;
}

/* x / (2 pi) less the nearest whole number: the product in two parts keeps its error below 2^-24 turns up to
 * 2^20 of them. */
static float
turns_of(float x)
{
    float n = rint(x * 0x1.45f306p-3f);
    return fma(x, 0x1.b93910p-28f, fma(x, 0x1.45f306p-3f, -n));
}
OVERLOAD float
__occ_relaxed_sin(float x)
{
    return __occ_hw_sin(turns_of(x));
}
OVERLOAD float
__occ_relaxed_cos(float x)
{
    return __occ_hw_cos(turns_of(x));
}
OVERLOAD float
__occ_relaxed_tan(float x)
{
    float turns = turns_of(x);
    return __occ_hw_sin(turns) * __occ_hw_rcp(__occ_hw_cos(turns));
}

OVERLOAD float
__occ_relaxed_sincos(float x, float *cosine)
{
    float turns = turns_of(x);
    *cosine = __occ_hw_cos(turns);
    return __occ_hw_sin(turns);
}
