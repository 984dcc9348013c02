/* Pipes as AMD's device libraries have them. */
__kernel void
put(__global int *values, write_only pipe int out, __global int *status)
{
    int value = values[get_global_id(0)];
    status[get_global_id(0)] = write_pipe(out, &value);
}

__kernel void
take(read_only pipe int in, __global int *values, __global int *status)
{
    int value = -1;
    status[get_global_id(0)] = read_pipe(in, &value);
    values[get_global_id(0)] = value;
}

__kernel void
counts(read_only pipe float4 in, __global int *values)
{
    values[0] = get_pipe_num_packets(in);
    values[1] = get_pipe_max_packets(in);
}

/* A reservation of three packets, in the order that its indices say. */
__kernel void
reserve(write_only pipe short out, __global int *status)
{
    reserve_id_t id = reserve_write_pipe(out, 3);
    status[0] = is_valid_reserve_id(id);
    if (!status[0])
        return;
    for (short i = 0; i < 3; i++) {
        short value = 10 + i;
        write_pipe(out, id, 2 - i, &value);
    }
    commit_write_pipe(out, id);
}
