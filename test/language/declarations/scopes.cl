// Scopes: shadowing in blocks, loops and functions; names of tags and labels apart; declarations
// between statements.
constant int x = 1;
struct x { int x; };

int
outer(int x)
{
    {
        int y = x;
        int x = y + 1;
        y += x;
        return y * 10 + x;
    }
}

// kernel: test
// arg: int r[8]
// arg: int k = 2
kernel void
test(global int *r, int k)
{
    r[0] = x;                       //= 1
    int x = k;
    r[1] = x;                       //= 2
    struct x s = {x + 5};
    r[2] = s.x;                     //= 7
    for (int x = 0; x < 3; x++) {
        int k = x * 2;
        r[3] = k;                   //= 4
    }
    r[4] = k;                       //= 2
    if (k) {
        float x = 1.5f;
        r[5] = x * 2;               //= 3
    }
    r[6] = outer(k);                //= 53
    int a = 5, *p = &a, b = *p + a, c[2] = {a, b};
x:
    r[7] = c[1];                    //= 10
}
