// Components of vectors wherever vectors are: members, elements, pointees, results, in every space.
struct body { float3 at; int4 v[2]; };

int4
make(int a)
{
    return (int4)(a, a + 1, a + 2, a + 3);
}

// kernel: test
// arg: int r[18]
// arg: int4 g[3] = 1 2 3 4 5 6 7 8 0 0 0 0
// arg: int k = 1
kernel void
test(global int *r, global int4 *g, int k)
{
    local int4 tile[2];
    int4 mine[2] = {make(k), make(10)}, *p = mine;
    struct body b = {(float3)(1, 2, 3), {make(20), make(30)}};
    volatile int4 v = make(5);
    r[0] = make(k).zyx.x;                      //= 3
    r[1] = (make(k) + 1).hi.y;                 //= 5
    p->xy = p[1].zw;
    r[2] = mine[0].x * 100 + mine[0].y;        //= 1213
    (p + 1)->s3 *= 2;
    r[3] = mine[k].w;                          //= 26
    b.v[k].lo = b.v[0].odd;
    r[4] = b.v[1].x * 100 + b.v[1].y;          //= 2123
    b.at.zx = b.at.xy;
    r[5] = b.at.x * 100 + b.at.y * 10 + b.at.z; //= 221
    b.at.y++;
    r[6] = b.at.y;                             //= 3
    g[2].yz = g[k].xw;
    g[k - 1].w -= 9;
    tile[k] = g[0];
    tile[k].even = (int2)(70, 80);
    r[7] = tile[1].x + tile[1].z + tile[1].w;  //= 145
    v.x = 50;
    v.zw += v.xy;
    r[8] = v.z + v.w;                          //= 71
    r[9] = (mine[0].xy = (int2)(4, 6)).y;      //= 6
    int4 c = make(k);
    c.xyzw = c.wzyx;
    r[10] = c.x * 10 + c.w;                    //= 41
    c.xy = c.yx;
    r[11] = c.x * 10 + c.y;                    //= 34
    c.s0++;
    --c.w;
    r[12] = c.x++ * 100 + c.x * 10 + c.w;      //= 450
    c = (int4)(c.lo, c.lo);
    r[13] = c.z - c.x;                         //= 0
    int3 three = c.xyz, other = {7, 8, 9};
    three.yz = other.xy;
    r[14] = three.x * 100 + three.y * 10 + three.z; //= 578
    r[15] = k ? other.z : three.x;             //= 9
    r[16] = (k ? c : mine[0]).y;               //= 4
    float2 f = convert_float2(c.xy) / 2;
    r[17] = f.x * 2 + f.yx.x;                  //= 7
}
// expect: g[0] = 1 2 3 -5 5 6 7 8 0 5 8 0
