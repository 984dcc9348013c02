// Functions that work through pointers: outputs, arrays, structures, strings of them; in each space.
struct pair { int x, y; };

__attribute__((noinline)) void
divide(int a, int b, int *quotient, int *remainder)
{
    *quotient = a / b;
    *remainder = a % b;
}

__attribute__((noinline)) int *
larger(int *a, int *b)
{
    return *a > *b ? a : b;
}

__attribute__((noinline)) global int *
at(global int *p, size_t n)
{
    return p + n;
}

__attribute__((noinline)) void
sort(int n, int list[])
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && list[j - 1] > list[j]; j--) {
            int t = list[j];
            list[j] = list[j - 1];
            list[j - 1] = t;
        }
}

__attribute__((noinline)) void
swap(struct pair *p)
{
    *p = (struct pair){p->y, p->x};
}

__attribute__((noinline)) int
row_sum(int m[][3], int row)
{
    return m[row][0] + m[row][1] + m[row][2];
}

__attribute__((noinline)) void
share(local int *tile, int me, int value)
{
    tile[me] = value;
}

__attribute__((noinline)) void
advance(global int **p, int n)
{
    *p += n;
}

// kernel: test
// arg: int r[12]
// arg: int in[5] = 4 2 5 1 3
kernel void
test(global int *r, global int *in)
{
    int q, m, list[5], a = in[0], b = in[1];
    divide(in[0] * 10, in[4], &q, &m);
    r[0] = q * 10 + m;              //= 131
    (*larger(&a, &b))++;
    r[1] = a * 10 + b;              //= 52
    *at(r, 2) = 7;
    r[3] = r[2];                    //= 7
    for (int i = 0; i < 5; i++)
        list[i] = in[i];
    sort(5, list);
    r[4] = list[0] * 10000 + list[1] * 1000 + list[2] * 100 + list[3] * 10 + list[4]; //= 12345
    sort(2, &list[3]);
    r[5] = list[3];                 //= 4
    struct pair p = {a, b};
    swap(&p);
    r[6] = p.x * 10 + p.y;          //= 25
    int grid[2][3] = {{1, 2, 3}, {4, in[2], 6}};
    r[7] = row_sum(grid, 1);        //= 15
    local int tile[2];
    share(tile, 1, a);
    r[8] = tile[1];                 //= 5
    global int *walk = in;
    advance(&walk, 3);
    r[9] = *walk;                   //= 1
    int *none = 0;
    r[10] = !none + (none == &q);   //= 1
    int pair[2] = {1, 2};
    sort(2, pair);
    r[11] = *larger(pair, pair + 1); //= 2
}
// expect: r[2] = 7
