// options: -Wall
int
f(float f, double d, float4 v)
{
    if (f == 0.1 ||  // warning: floating-point comparison is always false; constant cannot be represented exactly in type 'float' // range: 9-9 // range: 14-16
        (0.1) != f)  // warning: floating-point comparison is always true
        return 1;
    if (f == 0.5 || f == 0.1f || d == 0.1 || d == 0.1f || f < 0.1)
        return 2;
    v.rgb = v.xyz;   // warning: vector component name 'r' is a feature from OpenCL version 3.0 onwards
    int x = ({ goto label; label: f > 1; }), y = ({ ({ x = 1; x; }); x; }); // warning: expression result unused
    x += ({ x + 1; x; }); // warning: expression result unused
    return x + y;
}
int
no_return(int x)
{
    x++;
} // warning: non-void function does not return a value
int
some_returns(int x)
{
    if (x)
        return 1;
} // warning: non-void function does not return a value in all control paths
