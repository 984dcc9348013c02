// Variables in global memory: program scope and static, initialisers with addresses, atomics.
// options: -cl-std=CL2.0
int zero;
global int four = 4;
global int *global to_four = &four;
int *generic_pointer = &zero;
constant int table[3] = {10, 20, 30};
constant int *global to_table = &table[1];
global float numbers[4] = {1, 2.5f, 3};
global float *third = &numbers[2];
struct node {
    char c;
    global struct node *next;
    long value;
};
struct node tail = {'t', 0, 7}, head = {'h', &tail, 5};
static global short small = -3;
atomic_int counter = ATOMIC_VAR_INIT(100);
constant char *global text = "abc";
ulong8 wide;

int
next(void)
{
    static int state = 40;
    return ++state;
}

// kernel: variables
// arg: int n = 2
// arg: int r[24]
// arg: float f[2]
kernel void
variables(int n, global int *r, global float *f)
{
    r[0] = zero;                //= 0
    r[1] = four;                //= 4
    r[2] = *to_four;            //= 4
    *to_four = 9;
    r[3] = four;                //= 9
    *generic_pointer = 6;
    r[4] = zero;                //= 6
    r[5] = *to_table;           //= 20
    f[0] = numbers[n];          //= 3
    f[1] = third[-1];           //= 2.5
    r[6] = (int)head.next->value + head.c; //= 111
    head.next->value = n;
    r[7] = (int)tail.value;     //= 2
    r[8] = small;               //= -3
    r[9] = next();              //= 41
    r[10] = next();             //= 42
    r[11] = text[n];            //= 99
    wide = (ulong8)(n);
    r[12] = (int)wide.s7;       //= 2
    r[13] = atomic_fetch_add(&counter, n); //= 100
    r[14] = atomic_load(&counter); //= 102
}
// kernel: count global=256 local=64
// arg: int r[1]
kernel void
count(global int *r)
{
    if (atomic_fetch_add(&counter, 1) == 102 + 255) /* the launch before left 102 */
        r[0] = atomic_load(&counter); //= 358
}
