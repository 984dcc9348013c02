// Events, asynchronous copies and barriers in functions that stay called.
// kernel: test global=8 local=4
// arg: int r[8]
// arg: int in[8] = 1 2 3 4 5 6 7 8
__attribute__((noinline)) event_t
fetch(local int *to, global const int *from, event_t event)
{
    return async_work_group_copy(to, from, 4, event);
}
__attribute__((noinline)) void
done(event_t *events, int count)
{
    wait_group_events(count, events);
}
__attribute__((noinline)) int
turned(local int *row)
{
    int i = get_local_id(0);
    return row[3 - i];
}
kernel void
test(global int *r, global const int *in)
{
    local int row[4], other[4];
    event_t events[2];
    events[0] = fetch(row, in + get_group_id(0) * 4, 0);
    events[1] = fetch(other, in + 4, 0);
    done(events, 2);
    r[get_global_id(0)] = turned(row) * 10 + turned(other);
}
// expect: r[0] = 48 37 26 15 88 77 66 55
