// C = A * B for square matrices of n x n, n a multiple of TILE.
// A work-group computes one TILE x TILE block of C and stages blocks of A and B in local memory.
#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
matrix_multiply(__global const float *a, __global const float *b, __global float *c, int n)
{
    __local float tile_a[TILE][TILE];
    __local float tile_b[TILE][TILE];
    int x = get_local_id(0), y = get_local_id(1);
    int column = get_global_id(0), row = get_global_id(1);
    float sum = 0.0f;

    for (int k = 0; k < n; k += TILE) {
        tile_a[y][x] = a[row * n + k + x];
        tile_b[y][x] = b[(k + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < TILE; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}
