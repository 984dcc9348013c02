/* native_ and half_ forms: what the hardware computes; those that are one operation are not
 * here. */

OVERLOAD float
native_divide(float x, float y)
{
    return x * __occ_hw_rcp(y);
}
OVERLOAD float
native_exp(float x)
{
    return __occ_hw_exp2(x * 0x1.715476p+0f);
}
OVERLOAD float
native_exp10(float x)
{
    return __occ_hw_exp2(x * 0x1.a934f0p+1f);
}
OVERLOAD float
native_log(float x)
{
    return __occ_hw_log2(x) * 0x1.62e430p-1f;
}
OVERLOAD float
native_log10(float x)
{
    return __occ_hw_log2(x) * 0x1.344136p-2f;
}
OVERLOAD float
native_powr(float x, float y)
{
    return __occ_hw_exp2(__occ_hw_log2(x) * y);
}

/* The hardware's sine takes its argument in turns and is accurate up to 256 of them. */
static float
turns(float x)
{
    return __occ_ffract(x * 0x1.45f306p-3f);
}
OVERLOAD float
native_sin(float x)
{
    return __occ_hw_sin(turns(x));
}
OVERLOAD float
native_cos(float x)
{
    return __occ_hw_cos(turns(x));
}
OVERLOAD float
native_tan(float x)
{
    float t = turns(x);
    return __occ_hw_sin(t) * __occ_hw_rcp(__occ_hw_cos(t));
}

/* half_: 8192 ULP, arguments of sin, cos and tan within +-2^16 */
OVERLOAD float
half_divide(float x, float y)
{
    return x / y;
}
OVERLOAD float
half_exp2(float x)
{
    return __occ_hw_exp2(x);
}
OVERLOAD float
half_exp(float x)
{
    return native_exp(x);
}
OVERLOAD float
half_exp10(float x)
{
    return native_exp10(x);
}
OVERLOAD float
half_log2(float x)
{
    return __occ_hw_log2(x);
}
OVERLOAD float
half_log(float x)
{
    return native_log(x);
}
OVERLOAD float
half_log10(float x)
{
    return native_log10(x);
}
OVERLOAD float
half_powr(float x, float y)
{
    return powr(x, y);
}
OVERLOAD float
half_sin(float x)
{
    return sin(x);
}
OVERLOAD float
half_cos(float x)
{
    return cos(x);
}
OVERLOAD float
half_tan(float x)
{
    return tan(x);
}
