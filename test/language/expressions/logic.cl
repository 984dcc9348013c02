// && and || stop early; comma evaluates both; order of evaluation in divergent code.
int
note(global int *calls, int bit, int value)
{
    *calls |= bit;
    return value;
}

// kernel: uniform
// arg: int r[12]
// arg: int calls[8] = 0*8
// arg: int z = 0
kernel void
uniform(global int *r, global int *calls, int z)
{
    r[0] = note(&calls[0], 1, z) && note(&calls[0], 2, 1);      //= 0
    r[1] = note(&calls[1], 1, z + 5) && note(&calls[1], 2, 7);  //= 1
    r[2] = note(&calls[2], 1, z + 5) || note(&calls[2], 2, 1);  //= 1
    r[3] = note(&calls[3], 1, z) || note(&calls[3], 2, z);      //= 0
    r[4] = z && note(&calls[4], 1, 1) || note(&calls[4], 2, 1); //= 1
    r[5] = !(z || note(&calls[5], 1, 0)) && note(&calls[5], 2, 1); //= 1
    r[6] = (note(&calls[6], 1, 3), note(&calls[6], 2, 4));      //= 4
    int a = 1, b = (a++, a + 1);
    r[7] = b;                                                   //= 3
    global int *null = z ? r : 0;
    r[8] = null && *null;                                       //= 0
    r[9] = z == 0 || 1 / z;                                     //= 1
    r[10] = 5 && 0.5f;                                          //= 1
    r[11] = sizeof(note(&calls[7], 1, 1));                      //= 4
}
// expect: calls[0] = 1 3 1 3 2 3 3 0

// kernel: divergent global=8
// arg: int r[8]
// arg: int in[8] = 0 1 2 3 4 5 6 7
// arg: int calls[8] = 0*8
kernel void
divergent(global int *r, global const int *in, global int *calls)
{
    int i = get_global_id(0), a = in[i];
    global int *mine = calls + i;
    r[i] = (a & 1 && note(mine, 1, a & 2) && note(mine, 2, a & 4)) ||
           (note(mine, 4, a == 2) || note(mine, 8, 0)) ? 100 + a : a;
}
// expect: r[0] = 0 1 102 3 4 5 6 107
// expect: calls[0] = 12 13 4 15 12 13 12 3
