// Events that conditions choose, of each work-group its own.
// kernel: test global=8 local=4
// arg: int r[8]
// arg: int in[8] = 1 2 3 4 5 6 7 8
kernel void
test(global int *r, global const int *in)
{
    local int tile[4], other[4];
    int group = get_group_id(0), me = get_local_id(0);
    event_t first = async_work_group_copy(tile, in, 4, 0);
    event_t second = async_work_group_copy(other, in + 4, 4, 0);
    const event_t chosen = group ? second : first;
    event_t rest = group ? first : second;
    event_t both[2] = {chosen, rest};
    wait_group_events(1, both);
    r[get_global_id(0)] = group ? other[3 - me] : tile[3 - me];
    wait_group_events(1, both + 1);
    r[get_global_id(0)] += 10 * (group ? tile[me] : other[me]);
}
// expect: r[0] = 54 63 72 81 18 27 36 45
