/* Kernels whose assembly branches.py looks at; volatile stores keep arms from becoming selects. */
kernel void uniform_if(volatile global int *out, int n)
{
    if (n > 10)
        out[get_global_id(0)] = 1;
    else if (get_group_id(0) == 3)
        out[get_global_id(0)] = 2;
}

kernel void uniform_loops(volatile global int *out, constant int *limits, int n)
{
    for (int i = 0; i < n; i++) {
        if (i % 3 == limits[i])
            continue;
        for (int k = i; k < limits[i + 1]; k++)
            out[get_local_id(0) + k] = i;
        if (limits[i + 2] == 77)
            break;
    }
}

kernel void uniform_value(volatile global int *out, constant int *table, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += table[i] > 4 ? table[i + 1] : i;
    if (sum > 100)
        out[get_local_id(0)] = sum;
}

kernel void divergent_if(volatile global int *out, int n)
{
    int i = get_local_id(0);
    if (i & 4)
        out[i] = n;
    else
        out[i + 64] = n;
}

kernel void divergent_loop(volatile global int *out, global const int *in)
{
    int i = get_local_id(0);
    for (int k = 0; k < in[i]; k++)
        out[i] = k;
}

kernel void uniform_in_divergent(volatile global int *out, int n)
{
    int i = get_local_id(0);
    if (i & 4)
        for (int k = 0; k < n; k++)
            out[i] = k;
}

kernel void uniform_in_divergent_loop(volatile global int *out, global const int *in, int n)
{
    int i = get_local_id(0);
    for (int k = 0; k < in[i]; k++)
        if (n > 5)
            out[i] = k;
        else
            out[i + 64] = k;
}
