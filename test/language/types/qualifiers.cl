// const, volatile and restrict wherever they may stand.
struct cell { const int fixed; volatile int loose; int const *restrict where; };

int
add(const int a, int const b, volatile const int *const c)
{
    return a + b + *c;
}

void
copy(global int *restrict to, const global int *restrict from, __const int n)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}

// kernel: test
// arg: int r[8]
// arg: int in[2] = 3 4
// arg: int v[1] = 1
kernel void
test(global int *restrict r, const global int *restrict in, volatile __global int *v)
{
    const int k = in[0], *const p = &k;
    int const *volatile q = p;
    volatile int counter = 0;
    struct cell cell = {k + 1, 2, p};
    const int table[2] = {in[1], 9};
    local volatile int shared;
    r[0] = *p + *q;               //= 6
    for (int i = 0; i < 5; i++)
        counter += i;
    r[1] = counter;               //= 10
    cell.loose++;
    r[2] = cell.fixed + cell.loose + *cell.where; //= 10
    r[3] = add(k, k, &table[0]);  //= 10
    *v = *v + 5;
    *v = *v + 1;
    r[4] = *v;                    //= 7
    shared = 12;
    r[5] = shared;                //= 12
    copy(r + 6, in, 2);
}
// expect: r[6] = 3 4
// expect: v[0] = 7
