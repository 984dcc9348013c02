// address_space(n), ext_vector_type and vector_size: clang's spellings of what has a word.
typedef float vec4 __attribute__((ext_vector_type(4)));
typedef __attribute__((address_space(1))) int global_int;

int
sum(__attribute__((address_space(3))) int *p)
{
    return p[0] + p[1];
}

// kernel: test
// arg: int r[4]
// arg: int in[2] = 3 4
kernel void
test(global_int *r, global int *in)
{
    local int tile[2];
    tile[0] = in[0];
    tile[1] = in[1];
    vec4 v = (vec4)(1, 2, 3, 4);
    float4 same = v;
    global_int *p = in;
    r[0] = sum(tile);                    //= 7
    r[1] = v.wzyx.x + same.y;            //= 6
    r[2] = p[1];                         //= 4
    r[3] = sizeof(vec4);                 //= 16
}
