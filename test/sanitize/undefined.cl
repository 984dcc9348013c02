// Variables that nothing has set.

// run: scalar --global 64 --local 64 --arg buf:64*i32=0 --arg buf:256
// told: uninitialised value: it is stored here @ SCALAR
// told: it depends on the variable 's', which nobody has set since @ S
// run: scalar --global 64 --local 64 --arg buf:64*i32=200 --arg buf:256
kernel void
scalar(global int *x, global int *y)
{
    int s; /* S */
    if (x[0] > 100)
        s = 1;
    y[get_global_id(0)] = s + 3; /* SCALAR */
}

// run: branch --global 64 --local 64 --arg buf:64*i32=0
// told: uninitialised data reaches @ BRANCH
// told: it depends on the variable 'c', which nobody has set since @ C
kernel void
branch(global int *x)
{
    int c; /* C */
    if (x[1] == 9)
        c = 1;
    if (c > x[2]) /* BRANCH */
        x[get_global_id(0)] = 4;
}

// run: address --global 64 --local 64 --arg buf:256*i32=0
// told: uninitialised data reaches an address @ ADDRESS
// told: it depends on the variable 'at', which nobody has set since @ AT
kernel void
address(global int *x)
{
    int at; /* AT */
    if (x[1] == 9)
        at = 1;
    x[64 + at] = 1; /* ADDRESS */
}

// run: element --global 64 --local 64 --arg buf:64*i32=0
// told: uninitialised value: it is stored here @ ELEMENT
// told: it depends on the variable 'a', which nobody has set since @ A
kernel void
element(global int *x)
{
    int i = get_global_id(0), a[8]; /* A */
    for (int k = 0; k < 7; k++)
        a[k] = i;
    x[i] = a[7 - x[i]]; /* ELEMENT */
}

// A variable of a loop's body begins anew.
// run: again --global 64 --local 64 --arg buf:64*i32=3
// told: uninitialised value: it is stored here @ AGAIN
kernel void
again(global int *x)
{
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < x[i]; k++) {
        int v;
        if (k == 0)
            v = 5;
        sum += v;
    }
    x[i] = sum; /* AGAIN */
}

// run: part --global 64 --local 64 --arg buf:64*i32=3
// told: uninitialised value: it is stored here @ PART
// told: it depends on the variable 'v', which nobody has set since @ V
kernel void
part(global int *x)
{
    int4 v; /* V */
    v.xy = x[0];
    x[get_global_id(0)] = v.x + v.z; /* PART */
}

typedef struct {
    uchar c;
    uint v;
} padded;

// Copies of structures take padding along; bits that are masked do not count.
// run: right --global 64 --local 64 --arg buf:1024*u32=3
kernel void
right(global uint *x)
{
    padded p;
    uint i = get_global_id(0), low;
    char narrow;
    p.c = i;
    p.v = 3;
    ((global padded *)x)[i] = p;
    if (i > 1000)
        low = 3;
    x[i * 2] = low & 0 | 1;
    narrow = i;
    x[i * 2 + 1] = narrow;
}
