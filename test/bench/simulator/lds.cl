/* A product of matrices by tiles in local memory. */
kernel __attribute__((reqd_work_group_size(16, 16, 1))) void
lds(global const float *a, global const float *b, global float *c, uint n)
{
    local float tile_a[16][17], tile_b[16][17];
    uint x = get_local_id(0), y = get_local_id(1);
    uint column = get_global_id(0), row = get_global_id(1);
    float sum = 0;
    for (uint k = 0; k < n; k += 16) {
        tile_a[y][x] = a[row * n + k + x];
        tile_b[y][x] = b[(k + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = 0; i < 16; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}
