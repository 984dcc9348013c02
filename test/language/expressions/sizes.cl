// sizeof, vec_step, __alignof__, _Alignof and offsetof: constants, their operands not evaluated.
struct s { char c; double d; short h[3]; struct { int x; char y; } in; };

// kernel: test
// arg: int r[24]
// arg: int k = 3
kernel void
test(global int *r, int k)
{
    int array[7], n = k;
    float3 v;
    r[0] = sizeof k;                              //= 4
    r[1] = sizeof array / sizeof *array;          //= 7
    r[2] = sizeof(struct s);                      //= 32
    r[3] = sizeof(n++) + n;                       //= 7
    r[4] = vec_step(v);                           //= 4
    r[5] = vec_step(int8) + vec_step(k);          //= 9
    r[6] = vec_step(v.xy);                   //= 2
    r[7] = __alignof__(struct s);                 //= 8
    r[8] = __alignof__(v);                        //= 16
    r[9] = _Alignof(double);                      //= 8
    r[10] = _Alignof(char3);                      //= 4
    r[11] = __alignof(short);                     //= 2
    r[12] = __builtin_offsetof(struct s, d);      //= 8
    r[13] = __builtin_offsetof(struct s, h[2]);   //= 20
    r[14] = __builtin_offsetof(struct s, in.y);   //= 28
    r[15] = sizeof(int (*)[4]);                   //= 4
    r[16] = sizeof(global int *);                 //= 8
    r[17] = sizeof(constant char *);              //= 8
    r[18] = sizeof(local char *);                 //= 4
    r[19] = sizeof(char[2 > 1 ? 1 : 2][5]);       //= 5
    r[20] = sizeof("abc") + sizeof('c');          //= 8
    r[21] = n;                                    //= 3
    r[22] = sizeof(struct { long l; char c[3]; }[2]); //= 32
    r[23] = sizeof(int4) - 20 > 0;                //= 1
}
