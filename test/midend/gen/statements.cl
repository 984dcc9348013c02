/* Every statement, jumps in and out of loops and switches. */
__kernel void
loops(__global int *p, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (i == 3)
            continue;
        if (p[i] < 0)
            break;
        sum += p[i];
    }
    while (sum > 100)
        sum -= 7;
    do {
        sum ^= 1;
        if (sum & 2)
            continue;
        n--;
    } while (n > 0 && sum);
    for (;;) {
        if (sum++ > 10)
            break;
    }
    p[0] = sum;
    return;
    p[1] = 0;
}

__kernel void
jumps(__global int *p, int n)
{
    int i = 0;
again:
    if (i >= n)
        goto done;
    p[i] = i;
    i++;
    goto again;
done:
    p[n] = -1;
}

int
pick(int x)
{
    switch (x) {
    case 1:
        return 10;
    case 2:
    case 3:
        x += 5;
    default:
        x *= 2;
        break;
    case -7:
        x = 9;
        break;
    case 100 ... 200:
        return -3;
    case 40:
        while (x) {
            if (x == 5)
                break;
            x--;
        }
        break;
    case 41: case 42: case 43:
        return 1;
    }
    return x;
}

__kernel void
choose(__global int *p)
{
    p[0] = pick(p[1]);
    switch ((uchar)p[2]) {
    }
    switch (p[3]) {
        p[4] = 1;
    default:
        p[5] = 1;
    }
}

// CHECK: i64
__kernel void
wide(__global long *p)
{
    switch (*p) {
    case 0x100000000L: *p = 1; break;
    case -1: *p = 2; break;
    }
}
