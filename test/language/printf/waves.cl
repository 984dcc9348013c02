/* Every lane prints, then some, then none of a wave: run.sh counts. */
static int
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
