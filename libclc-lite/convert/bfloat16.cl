/* cl_intel_bfloat16_conversions: the upper half of a float.  Rounded to nearest, ties to even; denormals stay, whatever
 * arithmetic does with them, and so do the upper bits of a NaN, which is quiet then (as LLVM's APFloat has it). */

OVERLOAD ushort __occ_bfloat16_of(float x)
{
    uint bits = as_uint(x), rounded = bits + 0x7fff + (bits >> 16 & 1);
    bool is_nan = (bits & 0x7fffffff) > 0x7f800000;
    return (is_nan ? bits | 0x400000 : rounded) >> 16;
}

OVERLOAD float __occ_of_bfloat16(ushort x)
{
    return as_float((uint)x << 16);
}
