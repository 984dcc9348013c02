// options: fp16
// Half without cl_khr_fp16 is a type of memory only (6.1.1.1, cl_khr_fp16).
half result(void);                       // error: declaring function return value of type 'half' is not allowed
void param(half h);                      // error: declaring function parameter of type '__private half' is not allowed; did you forget * ?
constant half at_program_scope = 1.0f;   // error: declaring variable of type '__constant half' is not allowed
kernel void argument(half h) {}          // error: declaring function parameter of type '__private half' is not allowed
struct with_half { half h; };
half *pointers(half *h, global half2 *h2, struct with_half s);
half2 two_result(void);
void two(half2 h);
float uses(half *h, half2 *h2, struct with_half s)
{
    half local_half;                     // error: declaring variable of type '__private half' is not allowed
    half array[4];                       // error: declaring variable of type '__private half[4]' is not allowed
    half2 vector = *h2, vectors[2] = {vector + vector, (half2)(1.0f, 2.0f)};
    vector.yx = vectors[0];
    *h2 = vector;
    vector.x = 1.0f;                     // error: assigning directly to pointer to type
    float y = vector.x;                  // error: loading directly from pointer to type
    float x = *h;                        // error: loading directly from pointer to type '__private half' requires cl_khr_fp16
    x = h[1];                            // error: loading directly from pointer to type
    x = s.h;                             // error: loading directly from pointer to type
    x = h2->x;                           // error: loading directly from pointer to type
    x = (*h2)[1];                        // error: loading directly from pointer to type
    *h = x;                              // error: assigning directly to pointer to type
    s.h = x;                             // error: assigning directly to pointer to type
    x = (half)x;                         // error: casting to type 'half' is not allowed
    x = 1.0h;                            // error: half precision constant requires cl_khr_fp16
    half *next = h + 1, *address = &h[1];
    x = sizeof(half) + sizeof *h;
    return vload_half(0, h);
}
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
constant half enabled = 1.0h;
kernel void with_pragma(half h, global half *p) { half a[2] = {h, *p}; *p = a[0] + (half)2 * a[1]; }
#pragma OPENCL EXTENSION all : disable
void disabled(half h);                   // error: declaring function parameter of type
void in_function(float x)
{
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
    half h = x;
}
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
void disabled_again(half h);             // error: declaring function parameter of type
