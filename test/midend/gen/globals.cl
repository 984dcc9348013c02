/* Program-scope and local variables, strings, addresses in initialisers. */
// CHECK: global
__constant int primes[5] = {2, 3, 5, 7, 11};
__constant float4 scale = (float4)(1.0f, 2.0f, 0.5f, -1.0f);
__constant int *__constant where = &primes[2];
struct pair { char tag; int value; };
__constant struct pair pairs[2] = {{'a', 1}, {'b', -2}};
__constant char greeting[] = "hello";

__kernel void
globals(__global int *out, __local int *scratch, int i)
{
    __local int tile[16][17];
    __local float one;
    tile[i][i + 1] = primes[i];
    scratch[i] = *where + pairs[i].value;
    if (i == 0)
        one = scale.z;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[0] = tile[0][i] + scratch[0] + (int)one + greeting[i];
    __constant char *s = "text";
    out[1] = s[i];
    __constant int inside[3] = {1, 2, 3};
    out[2] = inside[i];
}

__constant float odd[4] = {NAN, INFINITY, -0.0f, 1.0f / 3};
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__constant half2 halves = (half2)(1.5h, -2.0h);
__constant bool yes[2] = {true, false};
__constant int *__constant nothing = 0;
struct node { __constant char *name; __constant const struct node *next; };
__constant struct node second = {"second", 0};
__constant struct node first = {"first", &second};

__kernel void
more(__global float *out, int i)
{
    out[0] = odd[i] + (float)halves.x + yes[i] + (nothing == 0);
    out[1] = first.next->name[i] + first.name[0];
}
