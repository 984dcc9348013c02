// What it says of a store that nobody expects, and of a kernel that it does not find.
// kernel: stray
// arg: int r[2]
kernel void
stray(global int *r)
{
    r[1] = 1;
    r[0] = 0; //= 0
}

// kernel: missing
// check: vgprs <= 24
