/* A part of unit_main.cl's program. */
int other(int x);
int
other(int x)
{
    int bits = popcount(x);
    return bits ^ 3;
}
