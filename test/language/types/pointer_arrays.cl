// Arrays of pointers, pointers to arrays, pointers to pointers, arrays of arrays.
// kernel: test
// arg: int r[14]
// arg: int in[6] = 1 2 3 4 5 6
// arg: int k = 1
kernel void
test(global int *r, global int *in, int k)
{
    global int *rows[3] = {in, in + 2, in + 4};
    int a[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int (*row)[3] = a;
    int x = 10, y = 20, *slots[2], **chosen = slots;
    slots[0] = &x;
    slots[1] = &y;
    r[0] = *rows[k];                //= 3
    r[1] = rows[k + 1][1];          //= 6
    r[2] = rows[2] - rows[0];       //= 4
    r[3] = a[k][2];                 //= 6
    r[4] = row[k][k];               //= 5
    r[5] = (*(row + 1))[0];         //= 4
    r[6] = sizeof(a) + sizeof(*row); //= 36
    *slots[k] += 5;
    r[7] = y;                       //= 25
    **chosen = 11;
    chosen++;
    r[8] = x + **chosen;            //= 36
    r[9] = &a[1][0] - &a[0][0];     //= 3
    rows[0] = rows[k];
    r[10] = *rows[0]++;             //= 3
    r[11] = *rows[0];               //= 4
    global int **which = &rows[k];
    (*which)[1] = 77;
    r[12] = in[3];                  //= 77
    int (*cell)[2][3] = &a;
    r[13] = (*cell)[1][k];          //= 5
}
// expect: in[3] = 77

// kernel: local_arrays
// arg: int r[4]
// arg: int k = 1
kernel void
local_arrays(global int *r, int k)
{
    local int tile[2][2];
    local int *local ends[2];
    ends[0] = &tile[0][0];
    ends[1] = &tile[1][1];
    tile[k][k] = 8;
    tile[0][0] = 9;
    r[0] = *ends[k];          //= 8
    r[1] = *ends[k - 1];      //= 9
    r[2] = ends[1] - ends[0]; //= 3
    local int *local *inner = &ends[k];
    r[3] = **inner;           //= 8
}
