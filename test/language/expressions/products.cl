// 64-bit products of words, alone and in sums; products of which one half is used.
// kernel: unsigned_products global=8 local=8
// arg: ulong r[96]
// arg: uint a[8] = 0xffffffff 0x80000000 0x80000000 0x0 0x128b2f33 0xd23f0824 0x892f902b 0x1818e811
// arg: uint b[8] = 0xffffffff 0x80000000 0xffffffff 0x18 0x36f675cc 0x99950d8 0x1600a35a 0x6f03675a
// arg: ulong c[8] = 0xffffffffffffffff 0x1738f7d93d9c1724 0x6cad4a268d116ece 0xd3ac94af0f21ddb6 0x1fb17c2390c192cf 0x39263059f28c105d 0xa09f76b5a170b338 0xf29d0da9953f48f1
kernel void
unsigned_products(global ulong *r, global const uint *a, global const uint *b, global const ulong *c)
{
    size_t i = get_global_id(0);
    uint x = a[i], y = b[i];
    r[0 + i] = (ulong)x * y;
    r[8 + i] = (ulong)x * y + c[i];
    r[16 + i] = c[i] - (ulong)x * y;
    r[24 + i] = (ulong)x * y + (ulong)y * y + (ulong)x * x;
    r[32 + i] = mul_hi(x, y) ^ (x * y);
    r[40 + i] = (ulong)x * 24 + c[i];
    r[48 + i] = c[i] * ((ulong)y << 32 | x);
    r[56 + i] = mul_hi(c[i], (ulong)y << 32 | x);
    r[64 + i] = (uint)((ulong)x * y >> 32);
    r[72 + i] = (ulong)(x & 0xffffff) * (y & 0xffffff) + c[i];
    r[80 + i] = (ulong)x * y + mul_hi(x, y);
    r[88 + i] = (ulong)x * y + ((ulong)x * y >> 7);
}
// expect: r[0] = 0xfffffffe00000001 0x4000000000000000 0x7fffffff80000000 0x0 0x3fb363c807deba4 0x7e2215a393e1e60 0xbca6ded3584101e 0xa731ea495536cfa 0xfffffffe00000000 0x5738f7d93d9c1724 0xecad4a260d116ece 0xd3ac94af0f21ddb6 0x23acb260113f7e73 0x410851b42bca2ebd 0xac69e4a2d6f4c356 0xfd102c4e2a92b5eb 0x1fffffffe 0xd738f7d93d9c1724 0xecad4a270d116ece 0xd3ac94af0f21ddb6 0x1bb645e71043a72b 0x31440effb94df1fd 0x94d508c86beca31a 0xe829ef04ffebdbf7 0xfffffffa00000003 0xc000000000000000 0xbffffffd80000001 0x240 0x111ffb84a0d7ca5d 0xb4e9bdbb36f019b0 0x57327b255cba32fb 0x3cdbc03fbcb7c9bf 0xffffffff 0x40000000 0xffffffff 0x0 0x8386dd98 0x3edc3f3a 0x3e4e7df3 0x9f20725e 0x17ffffffe7 0x1738f7e53d9c1724 0x6cad4a328d116ece 0xd3ac94af0f21ddb6 0x1fb17c254dcdff97 0x3926306da874d3bd 0xa09f76c27de63740 0xf29d0dabd7950a89 0x1 0x9ece0b9200000000 0xb977489900000000 0x6b2cc91000000000 0x5ce7100aa4e9403d 0x61db1096cd183514 0x8b89b62059a68 0xe71f2003b1e64001 0xfffffffffffffffe 0xb9c7becaa6a877e 0x6cad4a2656bac9ba 0x13d82df069 0x6cdf3522c2cd26b 0x2249192658d2fda 0xdce1ab1f2983f4f 0x693552b6433f8cf8 0xfffffffe 0x40000000 0x7fffffff 0x0 0x3fb363c 0x7e2215a 0xbca6ded 0xa731ea4 0xfffffe000000 0x1738f7d93d9c1724 0x6cad4a268d116ece 0xd3ac94af0f21ddb6 0x1fb20222f73f7e73 0x39265619b7ca2ebd 0xa09f76d3faf4c356 0xf29d0dfe5b92b5eb 0xfffffffeffffffff 0x4000000040000000 0x7fffffffffffffff 0x0 0x3fb363c847921e0 0x7e2215a41203fba 0xbca6ded414e7e0b 0xa731ea49fc68b9e 0x1fffffdfc000001 0x4080000000000000 0x80ffffff7f000000 0x0 0x4032ca8f97ee77b 0x7f1e59cedb09a9c 0xbe202c90fef183e 0xa8804e1de7e13d3
// kernel: signed_products global=8 local=8
// arg: ulong r[80]
// arg: uint a[8] = 0xffffffff 0x80000000 0x80000000 0x0 0x128b2f33 0xd23f0824 0x892f902b 0x1818e811
// arg: uint b[8] = 0xffffffff 0x80000000 0xffffffff 0x18 0x36f675cc 0x99950d8 0x1600a35a 0x6f03675a
// arg: ulong c[8] = 0xffffffffffffffff 0x1738f7d93d9c1724 0x6cad4a268d116ece 0xd3ac94af0f21ddb6 0x1fb17c2390c192cf 0x39263059f28c105d 0xa09f76b5a170b338 0xf29d0da9953f48f1
kernel void
signed_products(global ulong *r, global const uint *a, global const uint *b, global const ulong *c)
{
    size_t i = get_global_id(0);
    uint x = a[i], y = b[i];
    r[0 + i] = (ulong)((long)(int)x * (int)y);
    r[8 + i] = (ulong)((long)(int)x * (int)y + (long)c[i]);
    r[16 + i] = (ulong)((long)(int)x * (y & 0x7fffffff));
    r[24 + i] = (ulong)((long)(int)x * -1000);
    r[32 + i] = (ulong)((long)(int)x * (long)y);
    r[40 + i] = (ulong)((long)(int)x * 0xffffffffL);
    r[48 + i] = (ulong)mul_hi((int)x, (int)y) ^ x * y;
    r[56 + i] = (ulong)mul_hi((long)c[i], (long)((ulong)y << 32 | x));
    r[64 + i] = (ulong)((long)(short)x * (short)y + (long)c[i]);
    r[72 + i] = (ulong)((long)(char)x * (int)y);
}
// expect: r[0] = 0x1 0x4000000000000000 0x80000000 0x0 0x3fb363c807deba4 0xfe48d082393e1e60 0xf5c9ca933584101e 0xa731ea495536cfa 0x0 0x5738f7d93d9c1724 0x6cad4a270d116ece 0xd3ac94af0f21ddb6 0x23acb260113f7e73 0x376f00dc2bca2ebd 0x96694148d6f4c356 0xfd102c4e2a92b5eb 0xffffffff80000001 0x0 0xc000000080000000 0x0 0x3fb363c807deba4 0xfe48d082393e1e60 0xf5c9ca933584101e 0xa731ea495536cfa 0x3e8 0x1f400000000 0x1f400000000 0x0 0xffffffb7904fa0c8 0xb2b9c83360 0x1d01e34d808 0xffffffa1deb57d98 0xffffffff00000001 0xc000000000000000 0x8000000080000000 0x0 0x3fb363c807deba4 0xfe48d082393e1e60 0xf5c9ca933584101e 0xa731ea495536cfa 0xffffffff00000001 0x8000000080000000 0x8000000080000000 0x0 0x128b2f32ed74d0cd 0xd23f08242dc0f7dc 0x892f902b76d06fd5 0x1818e810e7e717ef 0x1 0x40000000 0x80000000 0x0 0x8386dd98 0xffffffffc776cee2 0xffffffffc04dda8d 0x9f20725e 0x0 0xf46384136cce705a 0xffffffffc9a95aec 0xfffffffbd82df069 0x6cdf3522c2cd26b 0x2249192658d2fda 0xf7cd77576968af24 0xfa31eb5c2b26a4e7 0x0 0x1738f7d93d9c1724 0x6cad4a268d116ece 0xd3ac94af0f21ddb6 0x1fb17c23a6797e73 0x39263059f51e2ebd 0xa09f76b5c9e9c356 0xf29d0da98b95b5eb 0x1 0x0 0x0 0x0 0xaf31977a4 0x1598f5e60 0x3b21b701e 0x75f39dcfa
// A sum in a loop stays in its registers.
// kernel: dot global=8 local=8
// arg: ulong r[8]
// arg: uint a[8] = 0xffffffff 0x80000000 0x80000000 0x0 0x128b2f33 0xd23f0824 0x892f902b 0x1818e811
// arg: uint b[8] = 0xffffffff 0x80000000 0xffffffff 0x18 0x36f675cc 0x99950d8 0x1600a35a 0x6f03675a
// arg: int n = 8
kernel void
dot(global ulong *r, global const uint *a, global const uint *b, int n)
{
    size_t i = get_global_id(0);
    ulong sum = i;
    for (int j = 0; j < n; j++)
        sum += (ulong)a[j] * b[(i + j) & 7];
    r[i] = sum;
}
// expect: r[0] = 0xe21ae4260493871d 0x665a4b1de4249fbe 0xd7b612c77a7d96e 0x57423448c52d2ca4 0x4b9db3566fa48c72 0x2ccc69f4acdbdd9d 0xfe68f032202b9875 0x635e2485a5fa7367
