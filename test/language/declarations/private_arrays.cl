// Private arrays: computed indices that differ between work-items, several dimensions, of vectors
// and structures, constant tables in functions.
constant short other[4] = {100, 200, 300, 400};
struct cell { int3 v; char tag; };

int
lookup(int i)
{
    const int table[] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
    return table[i] + other[i & 3];
}

// kernel: test global=8
// arg: int r[8]
// arg: int in[8] = 7 6 5 4 3 2 1 0
kernel void
test(global int *r, global const int *in)
{
    int me = get_global_id(0), i = in[me];
    int list[8], grid[2][2][2];
    float4 vectors[3];
    struct cell cells[4];
    uchar bytes[5] = {1, 2, 3, 4, 5};
    for (int j = 0; j < 8; j++) {
        list[(j + me) % 8] = j;
        grid[j >> 2][j >> 1 & 1][j & 1] = j * 10;
        vectors[j % 3] = (float4)(j, j + 1, j + 2, j + 3);
        cells[j & 3].v = (int3)(j, i, me);
        cells[j & 3].tag = j + 'a';
    }
    list[i] += 100;
    bytes[i % 5] += 250;
    vectors[me % 3].z = i;
    r[me] = list[i] + grid[i & 1][me & 1][i >> 2] + (int)vectors[i % 3].z + cells[me & 3].v.x +
            cells[i & 3].tag + bytes[i % 5] + lookup(i) * 1000;
}
// expect: r[0] = 406527 302503 209517 105503 401517 304488 201512 103488
