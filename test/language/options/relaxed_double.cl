// -cl-unsafe-math-optimizations: quotients of doubles within an ulp where no number is denormal.
// options: -cl-unsafe-math-optimizations
// kernel: test
// arg: double r[9]
// arg: double d[6] = 1 3 -7 0x1.fffffffffffffp+1000 0x1.0000000000001p-1000 0x1.921fb54442d18p+1
kernel void
test(global double *r, global const double *d)
{
    r[0] = d[0] / d[1];       //= 0x1.5555555555555p-2 ~1ulp
    r[1] = 1.0 / d[3];        //= 0x1.0000000000001p-1001 ~1ulp
    r[2] = d[2] / d[4];       //= -0x1.bfffffffffffep+1002 ~1ulp
    r[3] = d[5] / d[1];       //= 0x1.0c152382d7366p+0 ~1ulp
    r[4] = d[3] / d[3];       //= 1 ~1ulp
    r[5] = 1.0 / d[5];        //= 0x1.45f306dc9c883p-2 ~1ulp
    r[6] = d[2] / 3.0;        //= -0x1.2aaaaaaaaaaabp+1 ~1ulp
    r[7] = d[2] / -4.0;       //= 1.75
    r[8] = d[4] / 0x3p-1074;  //= 0x1.5555555555557p+72
}
