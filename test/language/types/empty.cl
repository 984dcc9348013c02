// Structures without members, and members that take no room.
struct none {};
struct some { int a; struct none n; int b; };

struct none
pass(struct none n, int a)
{
    return n;
}

// kernel: test
// arg: int r[3]
// arg: int k = 4
kernel void
test(global int *r, int k)
{
    struct none a, b = {};
    struct some s = {k, {}, k + 1};
    a = pass(b, k);
    b = a;
    s.n = a;
    r[0] = sizeof(struct none);          //= 0
    r[1] = sizeof(struct some);          //= 8
    r[2] = s.a * 10 + s.b;               //= 45
}
