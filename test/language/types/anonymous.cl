// Anonymous structure and union members: their members belong to the outer one.
struct outer {
    int kind;
    union {
        int i;
        float f;
        struct {
            short low, high;
        };
    };
    struct {
        int x, y;
    } named;
};
typedef union {
    uint8 all;
    struct {
        uint4 first, second;
    };
    uint array[8];
} block;

// kernel: test
// arg: int r[9]
// arg: int in[3] = 0x12345 7 8
kernel void
test(global int *r, global const int *in)
{
    struct outer o = {1, {in[0]}, {in[1], in[2]}};
    struct outer d = {.kind = 2, .high = 3, .low = 4, .named.y = 5};
    block b;
    r[0] = o.i;                  //= 0x12345
    r[1] = o.low;                //= 0x2345
    r[2] = o.high;               //= 1
    o.f = 1;
    r[3] = o.i;                  //= 0x3f800000
    r[4] = o.named.x + o.named.y; //= 15
    r[5] = d.i;                  //= 0x30004
    r[6] = d.named.x + d.named.y; //= 5
    b.all = (uint8)(in[1]);
    b.second.z = in[2];
    r[7] = b.array[6] * 10 + b.all.s5; //= 87
    r[8] = sizeof(struct outer) + __builtin_offsetof(struct outer, high); //= 22
}
