// options: -cl-std=CL2.0
// What the conversions of printf should be: flags, width and precision stay.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define BODY "%d"
kernel void k(global char *s, global int *p, char c, uchar u, short h, long l, ulong ul, float f, half hf, float4 v, int2 iv, char4 cv)
{
    printf("%d", f);            // warning: 'int' but the argument has type 'float' // fixit: 13-14 %f
    printf("%d", hf);           // warning: 'half' // fixit: 13-14 %f
    printf("%f\n", c);          // warning: 'char' // fixit: 13-14 %c
    printf("%.3f", u);          // warning: 'uchar' // fixit: 13-16 %.3hhu
    printf("%f", h);            // warning: 'short' // fixit: 13-14 %hd
    printf("%x %d", ul, l);     // warning: 'ulong' // fixit: 13-14 %lx // warning: 'long' // fixit: 16-17 %ld
    printf("%-8.3x", f);        // warning: 'float' // fixit: 13-18 %-8.3f
    printf("%+ld", f);          // warning: 'float' // fixit: 13-16 %+f
    printf("%d", v);            // warning: 'float4' // fixit: 13-14 %v4hlf
    printf("%v2f", iv);         // warning: 'int2' // fixit: 13-16 %v2hld
    printf("%v4d", cv);         // warning: 'char4' // fixit: 13-16 %v4hhd
    printf("%d", s);            // warning: '__global char *' // fixit: 13-14 %s
    printf("%d", p);            // warning: '__global int *' // fixit: 13-14 %p
    printf("a\t\1b\042 %d", f); // warning: 'float' // fixit: 24-25 %f
    printf("a" "b %d", f);      // warning: 'float' // fixit: 19-20 %f
}
// Not where the source does not spell it, nor for what no conversion takes.
void none(bool b, float f)
{
    printf("%f", b);   // warning: 'bool'
    printf(BODY, f);   // warning: 'float'
    printf("\x41%d",   // its escapes end where digits do
           f);         // warning: 'float'
    printf("a"
           "%d", f);   // warning: 'float'
}
