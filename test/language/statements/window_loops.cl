// Loops from a little below a number to a little above it: as many rounds whatever the number is, if
// there are any; where the ends lie beyond the largest int there are none.
// kernel: windows
// arg: int r[10]
// arg: uint u[5] = 100 0x7fffffff 0x80000000 0x7ffffffd 3
static int
window(uint u, int *last)
{
    int sum = 0, low = (int)(u - 1u), high = (int)(u + 1u);
    *last = -7;
    for (int i = low; i <= high; i++) {
        sum += 1;
        *last = i;
    }
    return sum;
}
static int
down(uint u)
{
    int sum = 0, high = (int)(u + 3u), low = (int)(u - 2u);
    for (int i = high; i > low; i -= 2)
        sum = sum * 10 + (i - low);
    return sum;
}
static int
broken(uint u, int at)
{
    int i, high = (int)(u + 2u);
    for (i = (int)u; i < high; i++)
        if (i == at)
            break;
    return i;
}
kernel void
windows(global int *r, global const uint *u)
{
    int last;
    r[0] = window(u[0], &last); //= 3
    r[1] = last;                //= 101
    r[2] = window(u[1], &last); //= 0
    r[3] = last;                //= -7
    r[4] = window(u[2], &last); //= 0
    r[5] = window(u[3], &last) + last / 0x7ffffffe; //= 4
    r[6] = down(u[0]);          //= 531
    r[7] = down(u[2]);          //= 0
    r[8] = broken(u[0], 101);   //= 101
    r[9] = broken(u[4], 101);   //= 5
}
