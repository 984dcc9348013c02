// Unions: members share their bytes, initialised by the first or a named member.
union word { float f; uint u; uchar bytes[4]; ushort2 halves; };
struct tagged { int kind; union { int i; float f; } value; };

// kernel: test
// arg: uint r[13]
// arg: float f = 1
// arg: uint bits = 0x40490fdb
kernel void
test(global uint *r, float f, uint bits)
{
    union word w = {f}, named = {.u = bits}, copy;
    r[0] = w.u;                    //= 0x3f800000
    r[1] = w.bytes[3];             //= 0x3f
    r[2] = named.f * 1000;         //= 3141
    r[3] = named.halves.y;         //= 0x4049
    named.bytes[0] = 0;
    r[4] = named.u;                //= 0x40490f00
    copy = named;
    copy.halves.x = 1;
    r[5] = copy.u;                 //= 0x40490001
    r[6] = sizeof(union word);     //= 4
    r[7] = sizeof(union { char c; long l; int3 v; }); //= 16
    struct tagged t = {1, {7}};
    r[8] = t.value.i;              //= 7
    t.value.f = f;
    r[9] = t.value.i;              //= 0x3f800000
    union word *p = &w;
    p->f = -f;
    r[10] = w.u;                   //= 0xbf800000
    union word many[2];
    many[0].u = bits;
    many[1] = many[0];
    r[11] = many[1].bytes[1];      //= 0x0f
    r[12] = ((union word){.bytes = {1, 2, 3, 4}}).u; //= 0x04030201
}

// kernel: memory
// arg: struct u[8] = int:-1 uint:0x80000000
// arg: int r[2]
kernel void
memory(global union word *u, global int *r)
{
    r[0] = u[0].bytes[2];          //= 255
    r[1] = as_int(u[1].f) == (int)0x80000000; //= 1
    u[0].halves.y = 7;
    u[1].f = 2;
}
// expect: u[0] = uint:0x0007ffff uint:0x40000000
