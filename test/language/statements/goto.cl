// goto: forwards, backwards, out of loops, into blocks, several to one label, irreducible loops.
// kernel: uniform
// arg: int r[6]
// arg: int n = 4
kernel void
uniform(global int *r, int n)
{
    int i = 0, sum = 0;
again:
    sum += i;
    if (++i < n)
        goto again;
    r[0] = sum;                  //= 6
    if (n > 2)
        goto skip;
    sum = -1;
skip:
    r[1] = sum;                  //= 6
    for (i = 0; i < 10; i++)
        for (int j = 0; j < 10; j++) {
            sum++;
            if (i * j == n * 3)
                goto out;
        }
out:
    r[2] = sum * 100 + i;        //= 3302
    goto inside;
    {
        sum = 0;
    inside:
        sum += 5;
    }
    r[3] = sum;                  //= 38
    int state = 0;
    sum = 0;
    if (n & 1)
        goto second;
first:
    sum += 1;
    if (sum > 50)
        goto done;
second:
    sum *= 3;
    state++;
    goto first;
done:
    r[4] = sum;                  //= 121
    r[5] = state;                //= 4
}

// The same, where each work-item takes its own way: a loop with two entries.
// kernel: divergent global=6
// arg: int r[6]
// arg: int in[6] = 0 1 2 3 4 5
kernel void
divergent(global int *r, global const int *in)
{
    int me = get_global_id(0), sum = in[me], turns = 0;
    if (sum & 1)
        goto second;
first:
    sum += 1;
    if (sum > 50)
        goto done;
second:
    sum *= 3;
    if (sum % 7 == 0)
        goto early;
    turns++;
    goto first;
early:
    turns += 1000;
done:
    r[me] = turns * 1000 + sum;
}
// expect: r[0] = 4121 4121 3094 3094 1002147 1002147
