// switch: fallthrough, default anywhere, no default, nested, of every integer type, ranges of cases
// far apart, declarations, Duff's device.
int
classify(int a)
{
    switch (a) {
    default:
        return 100;
    case 1:
    case 2:
        a += 10; // falls through
    case 3:
        a += 20;
        break;
    case -5:
        return 5;
    case 0x7fffffff:
        return 7;
    case 'A':
        return 'B';
    }
    return a;
}

int
no_default(uint a)
{
    int result = 1;
    switch (a) {
    case 0xffffffff:
        result = 2;
        break;
    case 0:
        result = 3;
    }
    return result;
}

int
of_long(long a)
{
    switch (a) {
    case 1L << 40:
        return 1;
    case -1:
        return 2;
    case 0:
        return 3;
    }
    return 4;
}

int
of_char(char a)
{
    switch (a) {
    case -1:
        return 1;
    case 127:
        return 2;
    default:
        return 3;
    }
}

int
nested(int a, int b)
{
    int result = 0;
    for (int i = 0; i < 3; i++) {
        switch (a) {
        case 0:
            switch (b) {
            case 0:
                result += 1;
                break;
            case 1:
                result += 10;
                continue;
            default:
                return -1;
            }
            result += 100;
            break;
        case 1:
            continue;
        }
        result += 1000;
    }
    return result;
}

int
duff(global const int *from, int count)
{
    int sum = 0, turns = (count + 3) / 4;
    switch (count % 4) {
    case 0:
        do {
            sum += *from++;
        case 3:
            sum += *from++;
        case 2:
            sum += *from++;
        case 1:
            sum += *from++;
        } while (--turns > 0);
    }
    return sum;
}

int
only_default(int a)
{
    switch (a) {
    default:
        a++;
    }
    switch (a)
    case 3:
        return 30;
    return a;
}

constant int table[4] = {10, 20, 30, 40};

int
of_constants(int a)
{
    switch (a) {
    case (&table[1] != 0) + 1:
        return 2;
    case ((constant char *)table == 0) + 3:
        return 3;
    }
    return 0;
}

// One work-item takes one way.
// kernel: divergent global=8
// arg: int r[8]
// arg: int in[8] = 1 2 3 -5 0x7fffffff 65 4 -1
kernel void
divergent(global int *r, global const int *in)
{
    int i = get_global_id(0);
    r[i] = classify(in[i]);
}
// expect: r[0] = 31 32 23 5 7 66 100 100

// kernel: others global=8
// arg: int r[8]
// arg: int in[8] = 1 2 3 4 5 6 7 8
kernel void
others(global int *r, global const int *in)
{
    int i = get_global_id(0);
    r[i] = duff(in, in[i]);
}
// expect: r[0] = 1 3 6 10 15 21 28 36

// kernel: uniform
// arg: int r[18]
// arg: int z = 0
kernel void
uniform(global int *r, int z)
{
    r[0] = classify(z + 2);           //= 32
    r[1] = no_default(z - 1);         //= 2
    r[2] = no_default(z);             //= 3
    r[3] = no_default(z + 7);         //= 1
    r[4] = of_long((z + 1L) << 40);   //= 1
    r[5] = of_long(z - 1);            //= 2
    r[6] = of_long((z + 1L) << 32);   //= 4
    r[7] = of_long(z);                //= 3
    r[8] = of_char(z + 255);          //= 1
    r[9] = of_char(z + 127);          //= 2
    r[10] = nested(z, z);             //= 3303
    r[11] = nested(z, z + 1);         //= 30
    r[12] = nested(z, 2);             //= -1
    r[13] = nested(z + 1, 0);         //= 0
    r[14] = only_default(z + 2);      //= 30
    r[15] = only_default(z);          //= 1
    r[16] = of_constants(z + 2);      //= 2
    r[17] = of_constants(z + 3);      //= 3
}
