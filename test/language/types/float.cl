// float: literals of every form, arithmetic, comparison with NaN and signed zeros.
// options: -cl-fp32-correctly-rounded-divide-sqrt
// kernel: literals
// arg: float r[10]
kernel void
literals(global float *r)
{
    r[0] = 1.5f;        //= 1.5
    r[1] = .25F;        //= 0.25
    r[2] = 1e3f;        //= 1000
    r[3] = 0x1.8p3f;    //= 12
    r[4] = 5;           //= 5
    r[5] = 1.E-2f;      //= 0.01
    r[6] = 0x.4p0f;     //= 0.25
    r[7] = 'A';         //= 65
    r[8] = 010;         //= 8
    r[9] = 0xffffffffu; //= 4294967296
}

// kernel: arithmetic
// arg: float r[10]
// arg: float a[4] = 7 -2 0.1 1e30
kernel void
arithmetic(global float *r, global const float *a)
{
    r[0] = a[0] + a[1];  //= 5
    r[1] = a[0] - a[1];  //= 9
    r[2] = a[0] * a[1];  //= -14
    r[3] = a[0] / a[1];  //= -3.5
    r[4] = -a[2];        //= -0.1
    r[5] = a[3] * a[3];  //= inf
    r[6] = a[0] / 10.0f; //= 0.7
    float b = a[0];
    r[7] = b++;          //= 7
    r[8] = --b + b;      //= 14
    b /= a[1];
    r[9] = b;            //= -3.5
}

// kernel: compare
// arg: int r[12]
// arg: float a[4] = 1 nan 0 -0
kernel void
compare(global int *r, global const float *a)
{
    r[0] = a[0] < a[1];      //= 0
    r[1] = a[0] >= a[1];     //= 0
    r[2] = a[1] == a[1];     //= 0
    r[3] = a[1] != a[1];     //= 1
    r[4] = a[2] == a[3];     //= 1
    r[5] = !(a[0] < a[1]);   //= 1
    r[6] = a[3] < a[2];      //= 0
    r[7] = a[1] && 1;        //= 1
    r[8] = a[3] || 0;        //= 0
    r[9] = !a[3];            //= 1
    r[10] = a[0] > a[2] && a[0] <= 1; //= 1
    r[11] = as_int(a[3]) == 0; //= 0
}
