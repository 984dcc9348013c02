// y = A * x for a sparse matrix in compressed rows: one work-item a row, rows of any length.
__kernel void
spmv(__global const uint *row_start, __global const uint *columns, __global const float *values,
     __global const float *x, __global float *y, uint rows)
{
    uint row = get_global_id(0);
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (uint i = row_start[row]; i < row_start[row + 1]; i++)
        sum = fma(values[i], x[columns[i]], sum);
    y[row] = sum;
}
