// Initialisers: nested, partial, designated, out of order, overriding, flat, of vectors and arrays.
struct point { int x, y; };
struct shape { struct point at[2]; int3 v; char name[4]; union { int i; float f; } u; };

// kernel: arrays
// arg: int r[16]
// arg: int k = 1
kernel void
arrays(global int *r, int k)
{
    int plain[4] = {k, k + 1};
    int open[] = {[3] = 4, [0] = k, 2};
    int later[5] = {1, 2, 3, [1] = k + 9, 11};
    int nested[2][2] = {{k}, {k, 2}};
    int flat[2][2] = {1, k + 1, 3};
    int deep[2][2] = {[1][0] = 7, [0][1] = 8};
    int all_zero[3] = {0};
    int single = {k + 6};
    r[0] = plain[0] + plain[1] * 10 + plain[2] + plain[3]; //= 21
    r[1] = sizeof(open);                        //= 16
    r[2] = open[0] * 100 + open[1] * 10 + open[3]; //= 124
    r[3] = open[2];                             //= 0
    r[4] = later[1];                            //= 10
    r[5] = later[2];                            //= 11
    r[6] = later[3];                            //= 0
    r[7] = nested[0][0] * 100 + nested[0][1] * 10 + nested[1][1]; //= 102
    r[8] = flat[0][1] * 100 + flat[1][0] * 10 + flat[1][1]; //= 230
    r[9] = deep[1][0] * 10 + deep[0][1];        //= 78
    r[10] = deep[0][0] + deep[1][1];            //= 0
    r[11] = all_zero[k];                        //= 0
    r[12] = single;                             //= 7
    int4 v = {k, 2, 0, 0}, w = {1, 2, k, 4};
    r[13] = v.x + v.y + v.z + v.w;              //= 3
    r[14] = w.z * 10 + w.w;                     //= 14
    float4 none = {}, nones[2] = {{}, {1, 2, 3, 4}};
    constant int2 fixed = {};
    r[11] += none.w + nones[0].x + fixed.y;
    int2 pairs[2] = {{k, 2}, (int2)(3, k)};
    r[15] = pairs[0].y * 10 + pairs[1].x;       //= 23
}

// kernel: records
// arg: int r[12]
// arg: int k = 1
kernel void
records(global int *r, int k)
{
    struct shape a = {{{1, k + 1}, {3}}, (int3)(k, 5, 6), {'a', 'b'}, {k}};
    struct shape b = {.at[1].y = 4, .name = "xy", .u.f = 1, .v = {7, 8, 9}};
    struct shape c = {1, 2, 3, 4, (int3)(5), 'z', .u = {k + 8}};
    struct point p = {.y = k, .x = 2}, q = p, empty = {};
    struct point list[] = {[2].x = 5, [0] = {k, 2}, [1] = p};
    r[0] = a.at[0].y + a.at[1].x + a.at[1].y;   //= 5
    r[1] = a.v.x + a.v.y + a.v.z;               //= 12
    r[2] = a.name[1] + a.name[2];               //= 98
    r[3] = b.at[1].y + b.at[0].x;               //= 4
    r[4] = b.name[1];                           //= 121
    r[5] = b.u.i;                               //= 0x3f800000
    r[6] = b.v.z + b.v.x;                       //= 16
    r[7] = c.at[1].y + c.v.z + c.name[0] + c.name[1]; //= 131
    r[8] = c.u.i;                               //= 9
    r[9] = p.x * 10 + q.y + empty.x;            //= 21
    r[10] = sizeof(list) / sizeof(struct point); //= 3
    r[11] = list[0].y * 100 + list[1].x * 10 + list[2].x; //= 225
}
