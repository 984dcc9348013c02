/* Something for every faulty pass: a function called twice, a division, a store, a number. */
int half_of(int x) { return x > 1000 ? 1000 : x / 2 + x % 7; }

kernel void other(global int *out) { out[0] = 1; }

kernel void k(global int *out, global const int *in)
{
    size_t i = get_global_id(0);
    out[i] = half_of(in[i]) * half_of(in[i] + 3) / (in[i] + 1) + 777;
}
