// extern constant variables: declared before and in blocks, defined later.
extern constant int elsewhere;
extern constant int list[];

// kernel: test
// arg: int r[3]
// arg: int k = 1
kernel void
test(global int *r, int k)
{
    extern constant int elsewhere;
    r[0] = elsewhere;             //= 99
    r[1] = list[k];               //= 6
    {
        extern constant float other;
        r[2] = other * 2;         //= 3
    }
}
constant int elsewhere = 99;
constant int list[] = {5, 6};
constant float other = 1.5f;
