int two(int a, float b) { return a; }
void declared_only(int a);
float __attribute__((overloadable)) over(float a) { return a; }
int __attribute__((overloadable)) over(int a) { return a; }
int __attribute__((overloadable)) over(int a, global int *p) { return a; }
int recursive(int n) { return n ? recursive(n - 1) : 0; }
void f(float x, int n, uint u, float4 f4, int4 i4, global int *p, local int *l, half *h, uint4 u4)
{
    two(1);                       // error: too few arguments to function call, expected 2, have 1
    two(1, 2, 3);                 // error: too many arguments to function call, expected 2, have 3
    two(1, f4);                   // error: passing 'float4' to parameter of incompatible type 'float'
    missing(1);                   // error: use of undeclared identifier 'missing'
    n(1);                         // error: called object type '__private int' is not a function or function pointer
    over(1.0f);
    over(1);
    over(1, p);
    over(1, l);                   // error: no matching function for call to 'over'
    over((double)1);              // error: call to 'over' is ambiguous
    x = max(1, 2u);               // error: call to 'max' is ambiguous
    n = max(1, 2, 3);             // error: too many arguments to function call, expected 2, have 3
    f4 = max(f4, 1);
    f4 = max(f4, 1.0);
    x = pow(x, 3);
    x = sqrt(n);                  // error: call to 'sqrt' is ambiguous
    x = dot(f4, f4);
    x = dot(f4, f4.xy);           // error: no matching function for call to 'dot'
    f4 = cross(f4, f4);
    x = fract(x, &x);
    f4 = fract(f4, &f4);
    f4 = fract(f4, &x);           // warning: incompatible pointer types passing '__private float *' to parameter of type '__private float4 *'
    i4 = vload4(0, p);
    i4 = vload4(0, &x);           // error: assigning to '__private int4' from incompatible type 'float4'
    const float constant_floats[4] = {0};
    vstore4(i4, 0, l);
    vstore4(f4, 0, l);            // warning: incompatible pointer types passing '__local int *' to parameter of type '__local float *'
    f4 = vload_half4(0, h);
    vstore_half4_rte(f4, 1, h);
    i4 = convert_int4_sat_rte(f4);
    i4 = convert_int4(x);         // error: no matching function for call to 'convert_int4'
    x = convert_int5(x);          // error: use of undeclared identifier 'convert_int5'
    n = as_int(x);
    i4 = as_int4(x);              // error: invalid reinterpretation: sizes of 'int4' and 'float' must match
    i4 = isless(f4, f4);
    f4 = select(f4, f4, i4);
    i4 = shuffle(i4, u4);
    i4 = shuffle(i4, i4);         // error: no matching function for call to 'shuffle'
    vstore4(f4, 0, constant_floats); // warning: passing 'const __private float *' to parameter of type '__private float *' discards qualifiers
    frexp(f4, &f4);              // warning: incompatible pointer types passing '__private float4 *' to parameter of type '__private int4 *'
    n = atomic_add(p, 1);
    n = atom_add(l, 1);
    n = atomic_add(&x, 1);        // error: no matching function for call to 'atomic_add'
    n = atomic_add(&n, 1);        // error: no matching function for call to 'atomic_add'
    barrier(CLK_LOCAL_MEM_FENCE);
    n = get_global_id();          // error: too few arguments to function call, expected 1, have 0
    barrier(1, 2);                // error: too many arguments to function call, expected 1, have 2
    barrier(p);                   // error: no matching function for call to 'barrier'
    x = mad(x, x);                // error: too few arguments to function call, expected 3, have 2
    sin;                          // error: taking address of function is not allowed
    printf("%d\n", n);
    n = abs(u);
    two(missing(1), 2);           // error: use of undeclared identifier 'missing'
}
