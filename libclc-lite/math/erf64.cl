/* erf, erfc for double.
 *
 * Up to 1: erf x = x (2/sqrt(pi) + x^2 P(x^2)).  Above: erfc x = e^(-x^2) Q(t) / (1 + 2x) with
 * t = (x - 3.75) / (x + 3.75), which makes a smooth function on a short interval (Shepherd and
 * Laframboise 1981); both by Chebyshev interpolation.  OpenCL allows 16 ULP. */

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
    double t = (x - 3.75) / (x + 3.75);
    double q = fma(t, -0x1.1d2b1387b3810p-27, 0x1.e263e6d00c514p-26);
    q = fma(t, q, 0x1.475ec60f4edc4p-25);
    q = fma(t, q, -0x1.0d9e333bcdf97p-22);
    q = fma(t, q, -0x1.42a5a8b0f8910p-24);
    q = fma(t, q, 0x1.d5eee0cee698ep-20);
    q = fma(t, q, -0x1.02406735750acp-20);
    q = fma(t, q, -0x1.800d9bab3925ap-17);
    q = fma(t, q, 0x1.7778774825c4bp-16);
    q = fma(t, q, 0x1.b145b98a03785p-15);
    q = fma(t, q, -0x1.303f59ac19e94p-12);
    q = fma(t, q, 0x1.33fb160705d96p-12);
    q = fma(t, q, 0x1.cc3a0b8e86799p-10);
    q = fma(t, q, -0x1.3f603c218683cp-7);
    q = fma(t, q, 0x1.d0b00381a6a47p-6);
    q = fma(t, q, -0x1.e0d0fa6e61d25p-5);
    q = fma(t, q, 0x1.7a14188a8c968p-4);
    q = fma(t, q, -0x1.bda9309a26958p-4);
    q = fma(t, q, 0x1.510169d096d58p-4);
    q = fma(t, q, 0x1.d5f2948158e33p-9);
    q = fma(t, q, -0x1.1f367683f89acp-3);
    q = fma(t, q, 0x1.3ccda0b5d5dc2p+0);
    double z = x * x, z_low = fma(x, x, -z);
    double e = exp(-z);
    return fma(-z_low, e, e) * q / fma(2.0, x, 1.0);
}

OVERLOAD double
erf(double x)
{
    double a = fabs(x);
    double r = a < 1.0 ? erf_small(a) : a > 6.0 ? 1.0 : 1.0 - erfc_large(a);
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
