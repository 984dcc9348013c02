// Enumerations: values, constants as int, arithmetic, in switches and array sizes.
enum colour { RED, GREEN = 5, BLUE, ALIAS = GREEN, NEGATIVE = -3, AFTER };
typedef enum { ONE = 1, BIG = 0x7fffffff } number;
enum { COUNT = BLUE * 2, SIZE = sizeof(int) };

// kernel: test
// arg: int r[14]
// arg: int in[2] = 5 1
kernel void
test(global int *r, global const int *in)
{
    enum colour c = (enum colour)in[0];
    number n = BIG;
    enum { INNER = COUNT + 1 } inner = INNER;
    int table[COUNT];
    r[0] = RED;                  //= 0
    r[1] = BLUE;                 //= 6
    r[2] = AFTER;                //= -2
    r[3] = c == ALIAS;           //= 1
    r[4] = sizeof(table);        //= 48
    r[5] = sizeof(enum colour);  //= 4
    r[6] = n;                    //= 0x7fffffff
    r[7] = inner;                //= 13
    switch (c) {
    case RED:
    case BLUE:
        r[8] = 1;
        break;
    case GREEN:
        r[8] = 2;                //= 2
        break;
    default:
        r[8] = 3;
    }
    c = BLUE;
    r[9] = c + in[1];            //= 7
    c++;
    r[10] = c;                   //= 7
    r[11] = NEGATIVE < 0;        //= 1
    r[12] = SIZE | ONE;          //= 5
    r[13] = (number)in[1] == ONE; //= 1
}
