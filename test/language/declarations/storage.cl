// static, extern and inline functions, prototypes before and after, program-scope static constants.
static constant int scale = 3;
static int helper(int);
int declared_twice(int a);
int declared_twice(int b);
extern int outside(int);
inline int
quick(int a)
{
    return a + 1;
}
static inline int
quicker(int a)
{
    return quick(a) * scale;
}
__attribute__((always_inline)) inline float
half_of(float a)
{
    return a / 2;
}

// kernel: test
// arg: int r[8]
// arg: int k = 4
kernel void
test(global int *r, int k)
{
    int local_prototype(int, int);
    r[0] = helper(k);             //= 8
    r[1] = declared_twice(k);     //= 104
    r[2] = quick(k);              //= 5
    r[3] = quicker(k);            //= 15
    r[4] = outside(k);            //= -4
    r[5] = local_prototype(1, k); //= -3
    r[6] = local_prototype(k, 1); //= 3
    r[7] = half_of(k);            //= 2
}

static int
helper(int a)
{
    return a * 2;
}

int
declared_twice(int a)
{
    return a + 100;
}

int
outside(int a)
{
    return -a;
}

int
local_prototype(int a, int b)
{
    return a - b;
}
