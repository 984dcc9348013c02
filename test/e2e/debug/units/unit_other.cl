/* A part of unit_main.cl's program. */
int other(int x);
int
other(int x)
{
    return popcount(x) + 3;
}
