#undef M_PI
#pragma OPENCL FP_CONTRACT OFF
#define LOOP(n) _Pragma("unroll n") for (int i = 0; i < 4; i++)
#define F(x, ...) G(x, ##__VA_ARGS__) - -x
#define G(x, y) (x+ +y)
constant char text[] = "a \"quoted\" // text";
kernel void k(global float *x, global char *c) {
    float M_PI = 3.0f;
    LOOP(2) x[i] = x[i] * 2.0f + F(x[i], x[i + 1]) - M_PI; c[0] = text[(int)x[0]]; c[1] = __LINE__;
    #pragma unroll
    for (int i = 0; i < 3; i++) x[i] += NAN == x[i] ? HUGE_VALF : INT_MIN;
}
