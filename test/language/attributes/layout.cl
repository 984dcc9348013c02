// packed and aligned: sizes, offsets, alignment of variables and members, unaligned access.
struct __attribute__((packed)) tight { char a; int b; short c; double d; };
struct tail { char a; int b; } __attribute__((packed));
typedef struct __attribute__((packed, aligned(4))) { char a; short b; uchar c; } both;
struct before { char a; int __attribute__((aligned(16))) b; __attribute__((packed)) double c; };
struct wide { char a; int b __attribute__((aligned(16))); char c; };
struct __attribute__((aligned(32))) big { int a; };
typedef int int_at_64 __attribute__((aligned(64)));
struct member { char a; int b __attribute__((packed)); char c; };
struct plain { char a; struct tight t; char b; };
union __attribute__((packed)) any { char c[5]; int i; };
struct __attribute__((aligned)) largest { char c; };

// kernel: sizes
// arg: int r[27]
kernel void
sizes(global int *r)
{
    int __attribute__((aligned(32))) variable;
    local int shared __attribute__((aligned(64)));
    r[0] = sizeof(struct tight);                 //= 15
    r[1] = __builtin_offsetof(struct tight, d);  //= 7
    r[2] = sizeof(struct tail);                  //= 5
    r[3] = sizeof(both);                         //= 4
    r[4] = __builtin_offsetof(both, b);          //= 1
    r[5] = sizeof(struct wide);                  //= 32
    r[6] = __builtin_offsetof(struct wide, b);   //= 16
    r[7] = __builtin_offsetof(struct wide, c);   //= 20
    r[8] = sizeof(struct big);                   //= 32
    r[9] = __alignof__(struct big);              //= 32
    r[10] = __alignof__(int_at_64);              //= 64
    r[11] = sizeof(struct member);               //= 6
    r[12] = __builtin_offsetof(struct member, b); //= 1
    r[13] = __builtin_offsetof(struct plain, b); //= 16
    r[14] = __alignof__(struct tight);           //= 1
    r[15] = sizeof(union any);                   //= 5
    r[16] = __alignof__(struct largest);         //= 16
    r[17] = (size_t)&variable % 32;              //= 0
    r[18] = (size_t)&shared % 64;                //= 0
    r[19] = __alignof__(variable);               //= 32
    r[20] = sizeof(struct big[2]);               //= 64
    r[21] = __alignof__(both);                   //= 4
    r[22] = sizeof(struct { int_at_64 a; char b; }); //= 64
    r[23] = __builtin_offsetof(struct tight, c); //= 5
    r[24] = sizeof(struct before);               //= 32
    r[25] = __builtin_offsetof(struct before, b); //= 16
    r[26] = __builtin_offsetof(struct before, c); //= 20
}

// kernel: memory
// arg: int r[6]
// arg: struct in[30] = char:1 int:-2 short:3 double:0.5 char:4 int:5 short:6 double:1.5
// arg: struct out[15]
kernel void
memory(global int *r, global const struct tight *in, global struct tight *out)
{
    struct tight mine = in[1], list[2] = {in[1], in[0]};
    local struct tight shared[2];
    r[0] = in[0].b + in[0].c + in[0].d * 2;      //= 2
    r[1] = mine.a + mine.b + mine.c;             //= 15
    r[2] = list[1].d * 10;                       //= 5
    mine.b = 0x01020304;
    mine.d = -1;
    *out = mine;
    shared[1] = in[0];
    r[3] = shared[1].b;                          //= -2
    shared[1].d = 7;
    r[4] = shared[1].d + shared[1].c;            //= 10
    global const int *p = &in[1].b;
    r[5] = in[1].b;                              //= 5
}
// expect: out[0] = char:4 int:0x01020304 short:6 double:-1

// A kernel argument by value.
// kernel: by_value
// arg: int r[3]
// arg: struct t = char:7 int:-9 short:100 double:2.5
// arg: int k = 5
kernel void
by_value(global int *r, struct tight t, int k)
{
    r[0] = t.a + t.b;                            //= -2
    r[1] = t.c * t.d;                            //= 250
    r[2] = k;                                    //= 5
}
