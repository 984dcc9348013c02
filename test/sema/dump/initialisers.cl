struct point { char tag; float2 at; int list[3]; };
union both { int i; float f; };
constant struct point origin = {1, {2, 3}, {4, 5}};
constant int table[][2] = {1, 2, {3}, 4};
constant char text[] = "ab";
constant float4 row = (float4)(1, 2, 3, 4);
enum size { SMALL = 2, LARGE };
void f(int n)
{
    int a[LARGE] = {[1] = n, SMALL};
    struct point p = {.list = {n, n + 1}, .tag = 'x'}, q = p;
    union both u = {.f = 1};
    struct point s[2] = {{1}, {.at = (float2)(n)}};
    float4 v = {1, (float2)(2), 3};
    int x = {n};
    int y = sizeof(p) + vec_step(float3);
    struct point *w = &(struct point){n};
    p.list[n] = w->list[1];
}
