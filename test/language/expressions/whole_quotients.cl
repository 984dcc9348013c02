// Quotients of which whole numbers are made are exact where they are whole numbers themselves, also where the
// hardware's reciprocals are at their worst; of what the source has as integers, always.
// kernel: convert global=64
// arg: int wrong[1] = 0
kernel void
convert(global int *wrong)
{
    float x = get_global_id(0) + 1;
    for (int i = 1; i <= 64; i++) {
        float y = i + 0.5f, xy = x * y;
        if ((int)(xy / y) != (int)x)
            atomic_inc(wrong);
        if (floor(fma(2.0f, xy / y, 1.0f)) != 2 * x + 1)
            atomic_inc(wrong);
        if (ceil(-(xy / y)) != -x || trunc(fabs(xy / -y)) != x || rint(xy / y) != x)
            atomic_inc(wrong);
        if (fract(xy / y, &y) != 0 || y != x)
            atomic_inc(wrong);
    }
}

// expect: wrong[0] = 0

// kernel: ratios global=64
// arg: int right[1] = 0
kernel void
ratios(global int *right)
{
    int x = get_global_id(0) + 1;
    float sum = 0;
    for (int i = 1; i <= 64; i++)
        sum += (float)(x * i) / i;
    if (sum == 64 * x)
        atomic_inc(right);
}
// expect: right[0] = 64

// kernel: indirect global=64
// arg: int wrong[6] = 0 0 0 0 0 0
kernel void
indirect(global int *wrong)
{
    float x = get_global_id(0) + 1;
    for (int i = 1; i <= 64; i++) {
        float y = i + 0.5f, xy = x * y, q = xy / y, last = 0;
        if ((int)(2 * q + 1) != 2 * (int)x + 1) // a multiplication and an addition in one
            atomic_inc(wrong);
        float chosen = i % 3 ? xy / -y : x;
        if ((int)chosen != (i % 3 ? -(int)x : (int)x))
            atomic_inc(wrong + 1);
        for (int k = 0; k < (i & 3); k++)
            last = xy * (k + 1) / (y * (k + 1));
        if ((int)last != (i & 3 ? (int)x : 0))
            atomic_inc(wrong + 2);
        if (xy * 3 / (y * 3) != x)
            atomic_inc(wrong + 3);
        if ((int)select(x, xy * 5 / (y * 5), i & 1 ? -1 : 0) != (int)x)
            atomic_inc(wrong + 5);
        if ((int)clamp(xy / (y * 4), 0.0f, 3.0f) != min((int)x / 4, 3))
            atomic_inc(wrong + 4);
    }
}
// expect: wrong[0] = 0*6
