/* Every lane prints, then some in a function that stays called, then none of a wave: run.sh counts. */
__attribute__((noinline)) static int
third(int id)
{
    return __builtin_printf("third %d of %d\n", id, (int)get_global_size(0));
}

kernel void
waves(global int *r)
{
    int id = get_global_id(0);
    r[id] = printf("all %d\n", id);
    if (id % 3 == 1)
        r[id] |= third(id);
    if (id < 0)
        printf("nobody\n");
}

kernel void
full(global int *r)
{
    int id = get_global_id(0);
    r[id] = printf("all %d\n", id);
}
