// options: -Wconversion -Wdouble-promotion
/* Implicit conversions: what must be asked for. */
int sum(uchar a, uchar b)
{
    return a + b;
}
kernel void asked(global int *p, int n, uint u, long l, ulong ul, uchar uc, float f, double d, float4 v)
{
    int from_long = l; // warning: implicit conversion loses integer precision: 'long' to 'int'
    int cut = l & 0xffff;
    int small = l & 7;
    uint from_ulong = ul; // warning: implicit conversion loses integer precision: 'ulong' to 'uint'
    short s = n; // warning: implicit conversion loses integer precision: 'int' to 'short'
    short masked = n & 0xff;
    short shifted = n >> 16;
    uchar next = uc + 1;
    uchar times = uc * n; // warning: implicit conversion loses integer precision: 'int' to 'uchar'
    uchar half_of = uc / 2;
    uchar rest = n % 10; // warning: implicit conversion changes signedness: 'int' to 'uchar'
    uchar turned = ~uc;
    uchar condition = n < 3;
    uchar negated = !n;
    uint signed_value = n; // warning: implicit conversion changes signedness: 'int' to 'uint'
    int unsigned_value = u; // warning: implicit conversion changes signedness: 'uint' to 'int'
    int small_unsigned = uc;
    uint minus = -n; // warning: implicit conversion changes signedness: 'int' to 'uint'
    ulong widened = n; // warning: implicit conversion changes signedness: 'int' to 'ulong'
    long widened_unsigned = u;
    int chosen = n ? n : u; // warning: implicit conversion changes signedness: 'uint' to 'int'
    uint bits = 1 << n;
    float of_int = n; // warning: implicit conversion from 'int' to 'float' may lose precision
    float of_short = s;
    double exact = n;
    float of_long = l; // warning: implicit conversion from 'long' to 'float' may lose precision
    float of_double = d; // warning: implicit conversion loses floating-point precision: 'double' to 'float'
    float of_constant = 0.1; // warning: implicit conversion loses floating-point precision: 'double' to 'float'
    float of_exact = 0.5;
    double of_float = f; // warning: implicit conversion increases floating-point precision: 'float' to 'double'
    int of_float_too = f; // warning: implicit conversion turns floating-point number into integer: 'float' to 'int'
    p[0] = convert_int(f) + (int)f + (int)l;
    n += f; // warning: implicit conversion turns floating-point number into integer: 'float' to 'int'
    f += d; // warning: implicit conversion when assigning computation result loses floating-point precision: 'double' to 'float'
    f *= 2;
    f = sqrt(f) * 2.0; // warning: implicit conversion loses floating-point precision: 'double' to 'float' // warning: implicit conversion increases floating-point precision: 'float' to 'double'
    v = f;
    v = v * f;
    size_t id = get_global_id(0);
    int index = get_global_id(0); // warning: implicit conversion loses integer precision: 'ulong' to 'int'
    p[1] = cut + small + from_long + from_ulong + s + masked; // warning: implicit conversion changes signedness: 'uint' to 'int' // warning: implicit conversion changes signedness: 'int' to 'uint' // warning: implicit conversion changes signedness: 'short' to 'uint' // warning: implicit conversion changes signedness: 'short' to 'uint'
}
