// __attribute__((overloadable)): chosen by type, width, number of arguments, address space.
int __attribute__((overloadable)) f(int a) { return 1; }
int __attribute__((overloadable)) f(uint a) { return 2; }
int __attribute__((overloadable)) f(float a) { return 3; }
int __attribute__((overloadable)) f(double a) { return 4; }
int __attribute__((overloadable)) f(char a) { return 5; }
int __attribute__((overloadable)) f(int2 a) { return 6; }
int __attribute__((overloadable)) f(int4 a) { return 7; }
int __attribute__((overloadable)) f(int a, int b) { return 8; }
int __attribute__((overloadable)) f(global int *a) { return 9; }
int __attribute__((overloadable)) f(local int *a) { return 10; }
int __attribute__((overloadable)) f(constant int *a) { return 11; }
int __attribute__((overloadable)) f(private int *a) { return 12; }
int __attribute__((overloadable)) f(long a) { return 13; }
int __attribute__((overloadable)) f(void) { return 14; }
struct s { int a; };
int __attribute__((overloadable)) f(struct s a) { return 15; }
int __attribute__((overloadable)) f(global const float *a) { return 16; }
float __attribute__((overloadable)) f(float a, int b) { return 17.5f; }
constant int table[1] = {0};
__attribute__((overloadable)) int sin(int a); // beside the builtin of the name

// kernel: test
// arg: int r[24]
// arg: int k = 1
// arg: float x[1] = 1
kernel void
test(global int *r, int k, global float *x)
{
    local int tile[1];
    struct s s = {k};
    r[0] = f(k);                  //= 1
    r[1] = f(1u);                 //= 2
    r[2] = f(1.0f);               //= 3
    r[3] = f(1.0);                //= 4
    r[4] = f((char)k);            //= 5
    r[5] = f((int2)(k));          //= 6
    r[6] = f((int4)(k));          //= 7
    r[7] = f(k, 2);               //= 8
    r[8] = f(r);                  //= 9
    r[9] = f(tile);               //= 10
    r[10] = f(table);             //= 11
    r[11] = f(&k);                //= 12
    r[12] = f(1L);                //= 13
    r[13] = f();                  //= 14
    r[14] = f(s);                 //= 15
    r[15] = f(x);                 //= 16
    r[16] = f(1.0f, k) * 2;       //= 35
    r[17] = f((short)k);          //= 1
    r[18] = f(true);              //= 1
    r[19] = f('a');               //= 1
    r[20] = sin(k);               //= 50
    r[21] = sin(0.0f);            //= 0
    r[22] = f(get_global_size(0) > 0); //= 1
    r[23] = f(k ? 1 : 2L);        //= 13
}

__attribute__((overloadable)) int
sin(int a)
{
    return a * 50;
}
