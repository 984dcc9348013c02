// Blocks: literals of all forms, captured values, called where they stand and by name.
// options: -cl-std=CL2.0
typedef int (^unary)(int);

struct pair {
    int a, b;
};

int (^const twice)(int) = ^(int i) { return i * 2; };
unary next = (unary) ^(int i) { return i + 1; };

int
use(int x)
{
    int (^scaled)(int) = ^(int i) { return i * x; };
    return scaled(10) + twice(x);
}

// kernel: blocks
// arg: int a = 7
// arg: int r[20]
kernel void
blocks(int a, global int *r)
{
    int b = 3;
    struct pair p = {a, 4};
    int4 v = (int4)(1, 2, 3, a);
    unary sum = ^(int i) { return i + a + b; };
    b = 100;
    r[0] = sum(1);                           //= 11
    r[1] = twice(21) + next(0);              //= 43
    r[2] = ^(int y) { return y * y; }(a);    //= 49
    unary same = sum;
    r[3] = same(0);                          //= 10
    int (^deduced)(void) = ^{ return p.a * p.b; };
    p.b = 0;
    r[4] = deduced();                        //= 28
    int (^typed)(int, int) = ^int(int x, int y) { return x - y; };
    r[5] = typed(9, a);                      //= 2
    int4 (^vector)(int4) = ^(int4 w) { return w + v; };
    r[6] = vector((int4)(10)).w;             //= 17
    void (^effect)(void) = ^{ r[7] = a; };
    effect();
    int total = 0;
    for (int i = 0; i < 4; i++) {
        int (^each)(void) = ^{ return i * a; };
        total += each();
    }
    r[8] = total;                            //= 42
    r[9] = use(a);                           //= 84
    void (^outer)(int) = ^(int n) {
        int inner_value = n + a;
        int (^inner)(int) = ^(int m) { return m + inner_value + b + n; };
        r[10] = inner(1000);
    };
    outer(20);
    struct pair (^make)(int) = ^(int n) {
        struct pair made = {n, n + 1};
        return made;
    };
    struct pair (^other)(int) = ^struct pair (int n) { return (struct pair){n, 9}; };
    struct pair made = make(5);
    r[11] = made.a * 10 + made.b + other(100).a; //= 156
    float (^mixed)(float) = ^(float f) {
        if (f > 1.0f)
            return f * 2.0f;
        return f;
    };
    r[12] = (int)mixed(2.5f) + (int)mixed(1.0f); //= 6
    static unary constant_block = ^(int i) { return ~i; };
    r[13] = constant_block(0);               //= -1
    int (^jumps)(int) = ^(int n) {
        int k = 0;
    again:
        k += n;
        if (k < 10)
            goto again;
        return k;
    };
    r[14] = jumps(4);                        //= 12
    global int *q = r + 15;
    void (^pointers)(global int *) = ^(global int *to) { *to = q[1]; };
    q[1] = 77;
    pointers(q);
}
// expect: r[7] = 7
// expect: r[10] = 1147
// expect: r[15] = 77 77
