// Builtin functions that a program declares again are OpenCL's; one that it defines is its own.
float __attribute__((overloadable)) fmin(float, float);
float4 __attribute__((overloadable)) fmin(float4 x, float4 y);
size_t get_global_id(uint dimension);
float4 __attribute__((overloadable)) vload4(size_t, const global float *);
float __attribute__((overloadable)) fract(float, global float *);
int __attribute__((overloadable)) convert_int(float);
uint __attribute__((overloadable)) as_uint(float);
int printf(constant const char *restrict, ...);
float exp2(float x);
float exp10(float x);
float __attribute__((overloadable)) mad(float, float, float);
float __attribute__((overloadable)) mad(float2, float2, float2);
float __attribute__((overloadable)) log2(float2);
int __attribute__((overloadable)) log2(global const float *);
float __attribute__((overloadable)) log2(float);
int __attribute__((overloadable)) convert_int(global const float *);

// kernel: test
// arg: float r[15]
// arg: float in[4] = 3.25 -2 7 8
kernel void
test(global float *r, global const float *in)
{
    float sqrt(float);
    float4 v = vload4(0, in);
    r[0] = fmin(in[0], in[1]);                //= -2
    r[1] = fmin(v, (float4)(4)).z;            //= 4
    r[2] = fmin((float2)(1), v.xy).y;         //= -2
    r[3] = get_global_id(0) + 5;              //= 5
    r[4] = fract(in[0], r + 5);               //= 0.25
    r[6] = convert_int(in[0]);                //= 3
    r[7] = as_uint(in[3]) >> 24;              //= 0x41
    r[8] = exp2(in[3]);                       //= 1
    r[9] = mad(v.xy, v.xy, v.xy);             //= 6
    r[10] = log2(in[3]) + log2(v.xy);         //= 10
    r[11] = sqrt(in[3] * 2);                  //= 4
    r[12] = log2(in);                         //= 5
    r[13] = convert_int(in);                  //= 6
    r[14] = exp10(in[0]);                     //= 4.25
}
// expect: r[5] = 3

float
exp2(float x)
{
    return x - 7;
}

float __attribute__((overloadable))
mad(float2 a, float2 b, float2 c)
{
    return a.x + b.x - 0.5f;
}

float __attribute__((overloadable))
log2(float2 x)
{
    return 7;
}

int __attribute__((overloadable))
log2(global const float *x)
{
    return 5;
}

int __attribute__((overloadable))
convert_int(global const float *x)
{
    return 6;
}

float exp10(float x) { return x + 1; } /* after its use, too */
