#define OVERLOAD __attribute__((overloadable))
int OVERLOAD f(global int *p) { return *p; }
int OVERLOAD f(const global int *p) { return *p + 1; }
int OVERLOAD f(float4 v, uint n);
int OVERLOAD f(float4 v, uint n) { return (int)v.x + n; }
int OVERLOAD f(void) { return 0; }
float OVERLOAD max(struct pair { float a, b; } p) { return fmax(p.a, p.b); }
int g(global int *p, const global int *q, struct pair r)
{
    return f(p) + f(q) + f((float4)(0), 1) + f() + (int)max(r) + max(1, 2);
}
