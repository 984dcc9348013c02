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
