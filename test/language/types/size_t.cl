// size_t, ptrdiff_t, intptr_t, uintptr_t: 64 bits, pointers fit.
// kernel: test
// arg: long r[7]
// arg: int in[4] = 1 2 3 4
kernel void
test(global long *r, global int *in)
{
    size_t big = 1;
    big <<= 40;
    ptrdiff_t back = in - (in + 3);
    uintptr_t bits = (uintptr_t)in;
    intptr_t more = (intptr_t)(in + 2);
    r[0] = big;                        //= 0x10000000000
    r[1] = back;                       //= -3
    r[2] = more - (intptr_t)bits;      //= 8
    r[3] = *(global int *)(bits + 4);  //= 2
    r[4] = sizeof(int *) + sizeof(local int *); //= 8
    r[5] = (size_t)-1 == 0xffffffffffffffffUL; //= 1
    r[6] = get_global_size(0) - 2 > 0; //= 1
}
