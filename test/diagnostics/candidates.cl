// Which functions a call of a builtin might have meant, the nearest three, and why they do not fit.
kernel void
k(global float *a, float4 v, read_only image2d_t image)
{
    v = dot(v, v, v);      // error: too many arguments to function call, expected 2, have 3
    v.x = sqrt(1);         // error: call to 'sqrt' is ambiguous
    v = fmin(v, a);        // error: no matching function for call to 'fmin' // note: argument types are ('float4', '__global float *')
    atomic_add(a[0], 1);   // error: no matching function // note: argument types are ('float', 'int')
    event_t e;
    wait_group_events(1, e);       // error: no matching function // note: argument types are ('int', 'event_t')
    write_imagef(image, (int2)(0), v); // error: no matching function // note: argument types are
    get_global_id();               // error: too few arguments to function call, expected 1, have 0
    printf(a);                     // error: no matching function // note: argument types are
}
// nowhere: note: candidate function 'float dot(float4, float4)' not viable: requires 2 arguments, but 3 were provided
// nowhere: note: candidate function 'uint dot(uchar4, uchar4)' not viable: requires 2 arguments, but 3 were provided
// nowhere: note: candidate function 'int dot(char4, char4)' not viable: requires 2 arguments, but 3 were provided
// nowhere: note: candidate function 'half sqrt(half)'
// nowhere: note: candidate function 'float sqrt(float)'
// nowhere: note: candidate function 'double sqrt(double)'
// nowhere: note: candidate function 'float4 fmin(float4, float4)' not viable: no known conversion from '__global float *' to 'float4' for 2nd argument; dereference the argument with *
// nowhere: note: candidate function 'float4 fmin(float4, float)' not viable: no known conversion from '__global float *' to 'float' for 2nd argument; dereference the argument with *
// nowhere: note: candidate function 'int atomic_add(volatile __global int *, int)' not viable: no known conversion from 'float' to 'volatile __global int *' for 1st argument
// nowhere: note: candidate function 'void wait_group_events(int, __private event_t *)' not viable: no known conversion from 'event_t' to '__private event_t *' for 2nd argument; take the address of the argument with &
// nowhere: note: candidate function 'void write_imagef(__write_only image2d_t, int2, float4)' not viable: no known conversion from '__read_only image2d_t' to '__write_only image2d_t' for 1st argument
// nowhere: note: candidate function 'void write_imagef(__write_only image2d_depth_t, int2, float)' not viable
// nowhere: note: candidate function 'ulong get_global_id(uint)' not viable: requires 1 argument, but 0 were provided
// nowhere: note: candidate function 'int printf(const __constant char *, ...)' not viable
float __attribute__((overloadable)) f(int a, int b);       // note: candidate function not viable: requires 2 arguments, but 1 was provided
float __attribute__((overloadable)) f(global int *p);      // note: candidate function not viable: no known conversion from 'float2' to '__global int *' for 1st argument
float g(float2 x) { return f(x); }                         // error: no matching function for call to 'f'
