// Jumps that each work-item takes otherwise: into loops, irreducible ones, nested loops left early.
// The values are those of the same functions in C, compiled by gcc.
// Into a loop from outside, out of it from inside.
static int
into_loop(int a, int b)
{
    int i = 0, n = 0, sum = 0;
    if (a < 0)
        goto middle;
    for (; i < b; i++) {
        sum += i;
    middle:
        n++;
        if (n > 20)
            break;
        if ((n ^ a) & 1)
            continue;
        sum += 100;
        if (sum > 500)
            goto out;
    }
    sum += 7;
out:
    return sum * 100 + n;
}

// Three blocks that jump to each other: no block is the head of the loop.
static int
irreducible(int a, int b)
{
    int x = a & 7, y = b, c = 0;
    if (x & 1)
        goto second;
first:
    c++;
    x += 3;
    if (c > 30)
        goto done;
    if (x & 4)
        goto second;
    y -= 1;
    if (y < 0)
        goto done;
second:
    c += 2;
    y += x & 1;
    x = (x * 5 + 1) & 15;
    if (c > 30)
        goto done;
    if (x & 2)
        goto first;
    if (x & 8)
        goto third;
    y ^= 3;
    goto second;
third:
    x -= 1;
    c++;
    if (x & 1)
        goto first;
    y++;
    if (c < 25)
        goto second;
done:
    return x * 10000 + y * 100 + c;
}

static int
nested(int a, int b)
{
    int sum = 0;
    for (int i = 0; i < 8; i++) {
        if (i == (a & 7))
            continue;
        for (int j = 0; j < 6; j++) {
            if (i + j == (b & 7))
                break;
            for (int k = 0;; k++) {
                if (k >= j)
                    break;
                if ((k ^ a) & 2)
                    continue;
                sum += i * j + k;
                if (sum > 300)
                    goto far;
            }
            if (sum & 64)
                continue;
            sum += 1;
        }
        do {
            sum++;
            if (sum % 7 == 0)
                continue;
            if (sum % 11 == 0)
                break;
        } while ((sum & 3) != (a & 3));
        while (sum % 5) {
            sum++;
            if (sum % 13 == 0)
                break;
        }
    }
far:
    return sum;
}

// A case inside of another one's loop; break, continue and switch in each other.
static int
cases(int a, int b)
{
    int sum = a;
    switch (a & 3) {
    case 0:
        for (int i = 0; i < b; i++) {
            if (i == 5)
                break;
            sum += i;
            if (i & 1)
                continue;
            sum *= 3;
            switch (i) {
            case 2:
                sum++;
                continue;
            case 4:
                sum--;
                break;
            default:
                sum ^= 1;
            }
            sum += 2;
        }
        break;
    case 1:
        while (b-- > 0) {
            sum += b;
            if (sum & 1) {
            case 2:
                sum += 1000;
            } else
                sum -= 3;
        }
        break;
    case 3:
        goto skip;
    }
    sum += 5;
skip:
    return sum * 10 + b;
}

// Returns from the middle of loops.
static int
returns(int a, int b)
{
    if (a < -10)
        return -1;
    for (int i = 0; i < b; i++) {
        if (i * i == a)
            return i;
        if ((i ^ a) % 5 == 4) {
            if (i & 1)
                return 100 + i;
            else
                continue;
        }
        if (i > 9)
            break;
    }
    if (a > 4)
        while (1) {
            if (a % 7 == 3)
                return a;
            a++;
            if (a > 50)
                return -a;
        }
    return b * 2;
}

// kernel: jumps global=16
// arg: int r[80]
// arg: int a[16] = -20 -11 -7 -3 -1 0 1 2 3 4 5 6 9 13 33 48
// arg: int b[16] = 3 0 7 12 1 5 9 2 11 15 4 8 6 10 14 13
kernel void
jumps(global int *r, global const int *a, global const int *b)
{
    int i = get_global_id(0);
    r[i] = into_loop(a[i], b[i]);
    r[16 + i] = irreducible(a[i], b[i]);
    r[32 + i] = nested(a[i], b[i]);
    r[48 + i] = cases(a[i], b[i]);
    r[64 + i] = returns(a[i], b[i]);
}
// expect: r[0] = 11003 10701 42807 53609 10701 21705 53609 10802 53609 54510 21304 43508 32206 53609 53609 54510
// expect: r[16] = 101331 101132 60832 102332 131131 60631 61032 51231 91331 102531 101532 90831 60732 102132 61532 61431
// expect: r[32] = 313 309 155 303 303 303 305 318 324 180 303 310 337 305 337 303
// expect: r[48] = -1557 -61 40099 60499 -9 845 50299 30079 41 1935 20099 60299 30199 50479 71079 13813
// expect: r[64] = -1 -1 14 24 2 0 1 4 107 2 101 10 3 103 103 101
