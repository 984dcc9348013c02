// typeof, _Generic, __builtin_types_compatible_p, __func__, _Static_assert.
// kernel: types
// arg: int r[16]
// arg: float f[1] = 2.5
typedef float real;
_Static_assert(sizeof(int4) == 16, "vectors of ints");
#define KIND(x) _Generic((x), int: 1, float: 2, float4: 3, global int *: 4, default: 5)

static int
named(void)
{
    return sizeof(__func__);
}

kernel void
types(global int *r, global float *f)
{
    int one = 1;
    _Static_assert(sizeof(one) == 4, "inside");
    __typeof__(one) a = 2;
    __typeof(int *) p = &a;
    typeof(one + 1.0f) b = 3;
    r[0] = *p;                                          //= 2
    r[1] = sizeof b;                                    //= 4
    r[2] = (int)(b / 2 * 10);                           //= 15
    __typeof__(f[0] * 1) g = f[0];
    r[3] = (int)(g * 4);                                //= 10
    r[4] = KIND(one);                                   //= 1
    r[5] = KIND(g);                                     //= 2
    r[6] = KIND((float4)(1));                           //= 3
    r[7] = KIND(r);                                     //= 4
    r[8] = KIND((char)1);                               //= 5
    r[9] = __builtin_types_compatible_p(real, float);   //= 1
    r[10] = __builtin_types_compatible_p(int, uint);    //= 0
    r[11] = __builtin_types_compatible_p(const int, int); //= 1
    r[12] = named();                                    //= 6
    r[13] = __func__[1] == 'y';                         //= 1
    r[14] = __builtin_choose_expr(sizeof(int) == 4, 7, f); //= 7
    one = __builtin_constant_p(f[0]);
    r[15] = __builtin_constant_p(3 * 4) * 100 + __builtin_constant_p("a") * 10 + one; //= 110
}
