// switch with fall-through, goto, early return, continue and nested breaks, all divergent.
int
classify(int x)
{
    switch (x & 7) {
    case 0:
        return 100;
    case 1:
        x += 3; /* falls through */
    case 2:
        x *= 2;
        break;
    case 5:
        if (x > 40)
            return -x;
        x = ~x;
        break;
    case 6:
        for (int i = 0; i < 10; i++) {
            if (i == (x & 3))
                continue;
            x += i;
            if (x > 60)
                return x;
        }
        break;
    default:
        x -= 9;
    }
    return x;
}

__kernel void
control_flow(__global const int *in, __global int *out, int n)
{
    int id = get_global_id(0);
    if (id >= n)
        return;
    int x = in[id], steps = 0;

again:
    steps++;
    if (steps > 12)
        goto done;
    if (x % 3 == 0) {
        x = x / 3 + 1;
        goto again;
    }
    while (true) {
        if (x < 0)
            goto done;
        if (x % 5 == 2)
            break;
        x -= 3;
        for (int j = 0; j < 4; j++) {
            if ((x ^ j) == 9)
                goto twist;
            if (j > (id & 3))
                break;
            x += j & 1;
        }
        if (x == 1) {
            out[id] = -1000 - steps;
            return;
        }
        continue;
    twist:
        x += 11;
        steps += 2;
        if (steps > 10)
            goto done;
    }
    x = classify(x);
    if (steps < 6 && x > 10)
        goto again;
done:
    out[id] = x * 16 + steps;
}
