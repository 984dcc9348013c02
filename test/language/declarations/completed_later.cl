// Declarations of types that are complete, and of arrays that have a length, only later.
// options: -cl-std=CL2.0
// kernel: test
// arg: int r[8]
extern constant struct pair table;
extern constant int numbers[];
extern global struct pair counted;
global struct pair counted;
global int open[];
global int open[3];

int
before(void)
{
    constant struct pair *p = &table;
    global struct pair *q = &counted;
    return p && q ? numbers[2] : 0;
}

struct pair { int a, b; };
constant struct pair table = {3, 4};
constant int numbers[3] = {5, 6, 7};

kernel void
test(global int *r)
{
    r[0] = before();                 //= 7
    r[1] = table.a;                  //= 3
    r[2] = table.b;                  //= 4
    counted.b = 9;
    open[2] = 8;
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    r[3] = counted.a + counted.b;    //= 9
    r[4] = open[2];                  //= 8
    r[5] = sizeof open;              //= 12
}
