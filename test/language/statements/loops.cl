// for, while and do loops, nested, with break and continue, empty parts, several counters.
// kernel: uniform
// arg: int r[12]
// arg: int n = 5
kernel void
uniform(global int *r, int n)
{
    int sum = 0, i, j;
    for (int k = 0; k < n; k++)
        sum += k;
    r[0] = sum;                 //= 10
    for (i = 0, j = 10; i < j; i += 2, j--)
        ;
    r[1] = i * 100 + j;         //= 806
    i = 0;
    while (i * i < 50)
        i++;
    r[2] = i;                   //= 8
    do
        i--;
    while (i > n);
    r[3] = i;                   //= 5
    do {
        i += 100;
    } while (0);
    r[4] = i;                   //= 105
    sum = 0;
    for (i = 0; i < 10; i++) {
        if (i == 3)
            continue;
        if (i == n + 2)
            break;
        sum += i;
    }
    r[5] = sum * 10 + i;        //= 187
    sum = 0;
    for (;;) {
        if (++sum > n)
            break;
    }
    r[6] = sum;                 //= 6
    sum = 0;
    for (i = 0; i < n; i++)
        for (j = i; j < n; j++) {
            if ((i + j) % 3 == 0)
                continue;
            if (j == 4)
                break;
            sum += i * 10 + j;
        }
    r[7] = sum;                 //= 72
    i = 0;
    while (true) {
        i += 3;
        if (i % 2)
            continue;
        if (i > n)
            break;
    }
    r[8] = i;                   //= 6
    sum = 0;
    do {
        if (sum++ == 2)
            continue;
        sum += 2;
    } while (sum < 10);
    r[9] = sum;                 //= 12
    for (i = n; i-- > 0;)
        sum += i;
    r[10] = sum * 10 + i;       //= 219
    while (n-- && n != 2)
        ;
    r[11] = n;                  //= 2
}

// Every work-item goes its own number of turns: n, n - 1 ... below.
// kernel: divergent global=8 local=8
// arg: int r[8]
// arg: int in[8] = 0 1 2 3 4 10 20 7
kernel void
divergent(global int *r, global const int *in)
{
    int me = get_global_id(0), n = in[me], sum = 0;
    for (int i = 0; i < n; i++) {
        if (i == 5)
            continue;
        if (i > 12)
            break;
        int j = i;
        while (j > 0) {
            sum += j & 1;
            j -= 2;
        }
        do
            sum += 100;
        while (sum < 0);
    }
    r[me] = sum;
}
// expect: r[0] = 0 100 201 301 403 912 1218 603
