// options: fp16
/* printf: formats and arguments. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void formats(global int *p, global char *text, int n, uint u, long l, short s, char c, float f, double d, half h, int4 i4, uint4 u4, float4 f4, float3 f3, double4 d4, half4 h4, char4 c4, short4 s4, long4 l4)
{
    printf("%d %i %u %x %X %o %c\n", n, s, u, n, u, u, c);
    printf("%ld %lu %lx %zu %hd %hhd\n", l, l, l, l, s, c);
    printf("%f %e %g %a %F %E %G %A\n", f, d, f, d, h, f, f, f);
    printf("%s %s %p %%\n", "text", text, p);
    printf("%5d %-5d %+d % d %05d %#x %.3f %*d %.*f\n", n, n, n, n, n, n, f, n, n, n, f);
    printf("%v4d %v4hld %v4hlu %v4hlx %v4hhd %v4hd %v4ld\n", i4, i4, u4, u4, c4, s4, l4);
    printf("%v4hlf %v3hlf %v4hlg %2.2v4hlf %v4f %v4lf %v4hf\n", f4, f3, f4, f4, d4, d4, h4);
    printf("%d", l); // warning: format specifies type 'int' but the argument has type 'long'
    printf("%ld", n); // warning: format specifies type 'long' but the argument has type 'int'
    printf("%f", n); // warning: format specifies type 'double' but the argument has type 'int'
    printf("%d", f); // warning: format specifies type 'int' but the argument has type 'float'
    printf("%s", n); // warning: format specifies type 'char *' but the argument has type 'int'
    printf("%p", n); // warning: format specifies type 'void *' but the argument has type 'int'
    printf("%c", l); // warning: format specifies type 'int' but the argument has type 'long'
    printf("%d", i4); // warning: format specifies type 'int' but the argument has type 'int4'
    printf("%v4d", n); // warning: format specifies type 'int4' but the argument has type 'int'
    printf("%v4d", u4); // warning: format specifies type 'int4' but the argument has type 'uint4'
    printf("%v4f", f4); // warning: format specifies type 'double4' but the argument has type 'float4'
    printf("%v4hlf", f3); // warning: format specifies type 'float4' but the argument has type 'float3'
    printf("%*d", l, n); // warning: field width should have type 'int', but argument has type 'long'
    printf("%.*d", l, n); // warning: field precision should have type 'int', but argument has type 'long'
    printf("%lf", d); // warning: length modifier 'l' results in undefined behavior or no effect with 'f' conversion specifier
    printf("%hs", "text"); // warning: length modifier 'h' results in undefined behavior or no effect with 's' conversion specifier
    printf("%hld", n); // warning: length modifier 'hl' results in undefined behavior or no effect with 'd' conversion specifier
    printf("%d %d", n); // warning: more '%' conversions than data arguments
    printf("%*d", n); // warning: more '%' conversions than data arguments
    printf("%d", n, f); // warning: data argument not used by format string
    printf("text", n); // warning: data argument not used by format string
    printf("%y", n); // warning: invalid conversion specifier 'y'
    printf("%n", p); // warning: invalid conversion specifier 'n'
    printf("100%"); // warning: incomplete format specifier
    printf("%5"); // warning: incomplete format specifier
    printf("%vd", i4); // warning: incomplete format specifier
    printf("%#d", n); // warning: flag '#' results in undefined behavior with 'd' conversion specifier
    printf("%0s", "text"); // warning: flag '0' results in undefined behavior with 's' conversion specifier
    printf("%+ d", n); // warning: flag ' ' is ignored when flag '+' is present
    printf("%-0d", n); // warning: flag '0' is ignored when flag '-' is present
    printf("%.3c", n); // warning: precision used with 'c' conversion specifier, resulting in undefined behavior
    printf("a\0b%d", n); // warning: format string contains '\0' within the string body
    printf("%1$d", n);
    __builtin_printf("%d", f); // warning: format specifies type 'int' but the argument has type
}
