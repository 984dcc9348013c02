/* The two traps that C can name: test_trap.c. */
kernel void
stop(global int *o)
{
    if (o[get_global_id(0)] == 7)
        __builtin_trap();
    o[get_global_id(0)] = 1;
}

kernel void
pause(global int *o)
{
    o[get_global_id(0)] = 1;
    __builtin_debugtrap();
    o[get_global_id(0)] += 1;
}
