// _Float16 is a type of values without cl_khr_fp16 (clang 22).
// kernel: test
// arg: float r[8]
// arg: half h[2] = 1.5 3
struct pair {
    _Float16 first, second;
};
typedef _Float16 four __attribute__((ext_vector_type(4)));
static _Float16
twice(_Float16 x)
{
    return x * 2.0f16;
}
kernel void
test(global float *r, global _Float16 *h)
{
    _Float16 a = h[0], list[2] = {a, 0.25f16};
    struct pair pair = {a, twice(h[1])};
    four v = (four)(a);
    v.y += list[1];
    r[0] = a + 1.5f16; //= 3
    r[1] = pair.second; //= 6
    r[2] = v.x + v.y; //= 3.25
    r[3] = (_Float16)2049.0f; //= 2048
    r[4] = a < pair.second; //= 1
    r[5] = -a; //= -1.5
    h[0] = twice(a); //= 3
    r[6] = sizeof(a) + sizeof(2.0f16); //= 4
}
