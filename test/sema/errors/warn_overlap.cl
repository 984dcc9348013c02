// options: -Wall
/* Comparisons whose outcome others decide, as clang-22. */
enum color { RED, GREEN, BLUE };
#define ONE 1
#define BOTH(n) ((n) == 1 && (n) == 2)

kernel void overlaps(global int *o, int n, uint u, uchar c, enum color e, volatile int v, long l)
{
    o[0] = n == 1 && n == 2; // warning: non-overlapping comparisons always evaluate to false
    o[0] = n != 1 || n != 2; // warning: overlapping comparisons always evaluate to true
    o[0] = n < 1 && n > 2; // warning: non-overlapping comparisons always evaluate to false
    o[0] = n > -1 || n < 2; // warning: overlapping comparisons always evaluate to true
    o[0] = (1 == n) && (2 == (n)); // warning: non-overlapping comparisons always evaluate to false
    o[0] = n > 5 && n < 6; // warning: non-overlapping comparisons always evaluate to false
    o[0] = u != 1u || u != 2; // warning: overlapping comparisons always evaluate to true
    o[0] = c == 1 && c == 2; // warning: non-overlapping comparisons always evaluate to false
    o[0] = l < 1 && l > 2; // warning: non-overlapping comparisons always evaluate to false
    o[0] = o[1] == 1 && o[1] == 2; // warning: non-overlapping comparisons always evaluate to false
    o[0] = e == RED && e == BLUE; // warning: non-overlapping comparisons always evaluate to false
    o[0] = n == 1 && n == 2 && u; // warning: non-overlapping comparisons always evaluate to false
    o[0] = n > 5 && n < 7;
    o[0] = n == 1 || n == 2;
    o[0] = n != 1 && n != 2;
    o[0] = n == 1 && u == 2;
    o[0] = o[1] == 1 && o[2] == 2;
    o[0] = n == 1 + 1 && n == 2 + 1;
    o[0] = e == RED && e == 1;
    o[0] = v == 1 && v == 2;
    o[0] = n == ONE && n == 2;
    o[0] = BOTH(n);
    o[0] = n == 1 && u && n == 2;
    o[0] = n == u && n == 2;
    o[0] = (n == 1) + (n == 2);
    if (0)
        o[0] = n == 1 && n == 2;
    o[0] = sizeof(n == 1 && n == 2);
}
