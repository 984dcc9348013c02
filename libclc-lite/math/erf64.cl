/* erf, erfc for double.
 *
 * Up to 1: erf x = x (2/sqrt(pi) + x^2 P(x^2)).  Above: erfc x = e^(-x^2) Q(t) / (1 + 2x) with
 * t = (x - k) / (x + k), which makes a smooth function on a short interval (Shepherd and Laframboise
 * 1981); by Chebyshev interpolation and weighted least squares.  OpenCL allows 16 ULP. */

static double
erf_small(double x)
{
    double z = x * x;
    double p = fma(z, 0x1.0f8a27a51ad26p-34, -0x1.3c1e91b012003p-30);
    p = fma(z, p, 0x1.f8d476ab1a455p-27);
    p = fma(z, p, -0x1.5f39372686202p-23);
    p = fma(z, p, 0x1.b9e2333703249p-20);
    p = fma(z, p, -0x1.f4d21efdafc7dp-17);
    p = fma(z, p, 0x1.f9a324ddf0f34p-14);
    p = fma(z, p, -0x1.c02db3f4735cbp-11);
    p = fma(z, p, 0x1.565bcd0e434bbp-8);
    p = fma(z, p, -0x1.b82ce312882f8p-6);
    p = fma(z, p, 0x1.ce2f21a042bd7p-4);
    p = fma(z, p, -0x1.812746b0379e7p-2);
    return fma(x, 0x1.20dd750429b6dp+0, x * fma(z, p, 0x1.1ae3a914fed80p-56));
}

static double
erfc_large(double x) /* 0.9 <= x */
{
    double d = x + 2.5, d2 = fma(2.0, x, 1.0), inverse = __occ_reciprocal64(d * d2);
    double t = (x - 2.5) * (d2 * inverse);
    double q = fma(t, -0x1.28d64fc24fa6fp-22, 0x1.c361a12c435f6p-20);
    q = fma(t, q, -0x1.b4cf04dcde5efp-20);
    q = fma(t, q, -0x1.55166546c5288p-18);
    q = fma(t, q, 0x1.93a375b4ec857p-19);
    q = fma(t, q, 0x1.80bbe84213c18p-16);
    q = fma(t, q, 0x1.97e8df6e3b166p-18);
    q = fma(t, q, -0x1.dc3c83245907fp-14);
    q = fma(t, q, -0x1.72f0f9bf70f7ap-14);
    q = fma(t, q, 0x1.4b6a178e550abp-11);
    q = fma(t, q, 0x1.01e0801df2af5p-11);
    q = fma(t, q, -0x1.1f2f1140da97ep-8);
    q = fma(t, q, 0x1.e894931b521d5p-11);
    q = fma(t, q, 0x1.0c6092a15017dp-5);
    q = fma(t, q, -0x1.a5c0c8a49f7a5p-4);
    q = fma(t, q, 0x1.42d37998a2a2fp-3);
    q = fma(t, q, -0x1.959ac16f83868p-4);
    q = fma(t, q, -0x1.f52c5d7e224a0p-4);
    q = fma(t, q, 0x1.43cc6f6c9672bp+0);
    double z = x * x, z_low = fma(x, x, -z);
    double e = exp(-z);
    return fma(-z_low, e, e) * q * (d * inverse);
}

/* As erfc_large for 1 <= x <= 6, but to 2^-60 of 1. */
static double
erf_large(double x)
{
    double d = x + 3.75, d2 = fma(2.0, x, 1.0), inverse = __occ_reciprocal64(d * d2);
    double t = (x - 3.75) * (d2 * inverse);
    double q = fma(t, -0x1.fe601382dddfcp-14, -0x1.62656127eb226p-11);
    q = fma(t, q, -0x1.9b3d80eb98244p-13);
    q = fma(t, q, 0x1.607ff0419d676p-10);
    q = fma(t, q, -0x1.474d24f4116fep-7);
    q = fma(t, q, 0x1.cf01d3a41d6dfp-6);
    q = fma(t, q, -0x1.e1133e9ed1418p-5);
    q = fma(t, q, 0x1.7a0cb9018edcfp-4);
    q = fma(t, q, -0x1.bdaa59ef66800p-4);
    q = fma(t, q, 0x1.510149ef53d83p-4);
    q = fma(t, q, 0x1.d5f24f220425cp-9);
    q = fma(t, q, -0x1.1f36768e69d33p-3);
    q = fma(t, q, 0x1.3ccda0b5d0e01p+0);
    return fma(-exp(-x * x) * q, d * inverse, 1.0);
}

OVERLOAD double
erf(double x)
{
    double a = fabs(x);
    double r = a < 1.0 ? erf_small(a) : erf_large(min(a, 6.0));
    return isnan(x) ? x : copysign(r, x);
}

OVERLOAD double
erfc(double x)
{
    double a = fabs(x);
    if (a < 1.0)
        return x < 0.5 ? 1.0 - erf_small(x) : 0.5 - (erf_small(x) - 0.5);
    double r = a > 28.0 ? 0.0 : erfc_large(a);
    r = x < 0.0 ? 2.0 - r : r;
    return isnan(x) ? x : r;
}
