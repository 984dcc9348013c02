// Bit-fields: sizes, values, promotions; initialisers; members beside them stay as they are.
#pragma OPENCL EXTENSION __cl_clang_bitfields : enable
// kernel: sizes
// arg: int r[8]
struct empty_end { int a : 3; int : 0; char b; };
struct crossing { char a; int b : 20; int c : 20; };
struct packed { char a; int b : 20; int c : 20; } __attribute__((packed));
struct unnamed { char a; long : 3; char b; };
kernel void
sizes(global int *r)
{
    r[0] = sizeof(struct empty_end);  //= 8
    r[1] = sizeof(struct crossing);   //= 8
    r[2] = sizeof(struct packed);     //= 6
    r[3] = sizeof(struct unnamed);    //= 3
    r[4] = sizeof(struct { int a : 3; char b; }); //= 4
    r[5] = sizeof(union { long a : 3; char b; }); //= 8
    r[6] = sizeof(struct { long a : 40; int b : 24; }); //= 8
    r[7] = sizeof(struct { bool a : 1; bool b : 1; }); //= 1
}
// kernel: values
// arg: int r[10]
// arg: uint bytes[2] = 0xffffffff 0x12345678
struct fields { unsigned a : 3; int b : 5; unsigned c : 24; long d : 31; ulong e : 1; };
constant struct fields known = {9, -3, 0x123456, -1, 3};
kernel void
values(global int *r, global struct fields *p)
{
    r[0] = known.a;              //= 1
    r[1] = known.b;              //= -3
    r[2] = known.c;              //= 0x123456
    r[3] = known.d;              //= -1
    r[4] = known.e;              //= 1
    r[5] = p->a - 8 < 0;         //= 1
    r[6] = (p->a = 12);          //= 4
    r[7] = p->b++;               //= -1
    r[8] = --p->a + p->d;      
    p->c = 5;
    p->d ^= 1;
    struct fields copy = *p;
    r[9] = copy.a + copy.b + copy.c; //= 8
}
// expect: r[8] = 305419899
// expect: bytes[0] = 0x503 0x12345679
// kernel: rvalues
// arg: int r[8]
// arg: int n = 125
enum colour { RED, BLUE = 3 };
struct made { unsigned a : 3; int b : 5; long c : 40; bool d : 1; enum colour e : 2; };
struct made
make(int n)
{
    struct made v = {n, n, n, n, BLUE};
    return v;
}
kernel void
rvalues(global int *r, int n)
{
    __auto_type x = make(n).b;
    x -= 100;
    r[0] = x;                       //= -103
    r[1] = make(n).a + make(n).c;   //= 130
    r[2] = make(n).a - 6 < 0;       //= 1
    r[3] = max(make(n).a, 9u);      //= 9
    r[4] = make(n).e;               //= 3
    r[5] = make(n).d ? (n ? make(n).b : make(n).a) : 0; //= -3
    struct made t = make(n);
    r[6] = (t.d = 2) + t.d;         //= 2
    r[7] = ((int4)(t.b)).x + (float)t.b; //= -6
}
// kernel: beside global=128 local=128
// arg: int r[3] = 0 0 0
struct beside { int b : 20; char c; char a; int d : 10; char e; };
kernel void
beside(global struct beside *p)
{
    int wave = get_local_id(0) / 64, lane = get_local_id(0) % 64;
    if (lane == 0 && wave)
        p->b = 0x7ffff, p->d = 0x155;
    if (lane == 1 && !wave)
        p->c = 1, p->a = 2, p->e = 3;
}
// expect: r[0] = 0x107ffff 0x3015502 0
