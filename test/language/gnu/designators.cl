// Range designators and the old form with a colon.
// kernel: ranges
// arg: int r[22]
// arg: int in[2] = 3 4
struct s {
    int a, b[3];
};
constant int table[8] = {1, [2 ... 4] = 7, 9, [7] = 2};

static int
next(int *n)
{
    return ++*n;
}

kernel void
ranges(global int *r, global int *in)
{
    int n = 0;
    int x[6] = {[1 ... 3] = next(&n), next(&n)};
    for (int i = 0; i < 6; i++)
        r[i] = x[i];
    for (int i = 0; i < 8; i++)
        r[6 + i] = table[i + in[0] - 3];
    int y[2][3] = {[0 ... 1] = {in[0], [1 ... 2] = in[1]}, [1][1] = 8};
    r[14] = y[0][0] * 100 + y[0][1] * 10 + y[0][2]; //= 344
    r[15] = y[1][0] * 100 + y[1][1] * 10 + y[1][2]; //= 384
    struct s z = {b: {5, 6}, a: in[1]};
    r[16] = z.a * 1000 + z.b[0] * 100 + z.b[1] * 10 + z.b[2]; //= 4560
    int open[] = {[0 ... 4] = 1};
    r[17] = sizeof open / sizeof *open; //= 5
    int2 v[3] = {[0 ... 2] = (int2)(in[0], in[1])};
    r[18] = v[2].x * 10 + v[1].y;       //= 34
    struct s w = {.b[0 ... 2] = in[0], .b[1] = 9};
    r[19] = w.a * 1000 + w.b[0] * 100 + w.b[1] * 10 + w.b[2]; //= 393
    int grid[2][2] = {[0 ... 1][0 ... 1] = 6};
    r[20] = grid[0][0] + grid[0][1] + grid[1][0] + grid[1][1]; //= 24
    int first[3] = {4, 5, 6, [0 ... 1] = in[0]};
    r[21] = first[0] * 100 + first[1] * 10 + first[2]; //= 336
}
// expect: r[0] = 0 1 1 1 2 0
// expect: r[6] = 1 0 7 7 7 9 0 2
