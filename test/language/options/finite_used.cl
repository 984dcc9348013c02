// -cl-finite-math-only and -cl-no-signed-zeros: choices are minima and maxima, questions about NaN and infinities have
// their answer, zeros fold.
// options: -cl-finite-math-only -cl-no-signed-zeros
// kernel: test
// arg: float r[12]
// arg: float f[3] = 1.5 -2 0.25
// asm: v_min_f32
// asm-not: v_cmp_class
// asm-not: v_cndmask
kernel void
test(global float *r, global const float *f)
{
    float a = f[0], b = f[1], c = f[2];
    r[0] = a < b ? a : b;                  //= -2
    r[1] = a < b ? b : a;                  //= 1.5
    r[2] = !(a >= c) ? a : c;              //= 0.25
    r[3] = b < 0 ? -b : b;                 //= 2
    r[4] = isnan(a) ? 7 : c;               //= 0.25
    r[5] = isfinite(b * a) ? b : 9;        //= -2
    r[6] = a * 0.0f + b;                   //= -2
    r[7] = a + 0.0f - c;                   //= 1.25
    r[8] = isinf(c) || c == INFINITY;      //= 0
    r[9] = a - a + b / b;                  //= 1
    r[10] = fmax(fmin(a, 1.0f), c);        //= 1
    r[11] = c > 0.125f ? c : 0.125f;       //= 0.25
}
