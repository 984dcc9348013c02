// -cl-fast-relaxed-math: float's / and functions keep the bounds of OpenCL C 3.0, "Relaxed Math", and are short.
// options: -cl-fast-relaxed-math
// kernel: quotient global=8 local=8
// arg: float r[8]
// arg: float a[8] = 0.5 1.0 1.5 -0.75 2.0 -3.25 10.0 0.0010000000474974513
// arg: float b[8] = 2.0 3.0 0.10000000149011612 -7.5 10000000000.0 -1.000000013351432e-10 0.33329999446868896 123.25
kernel void
quotient(global float *r, global const float *a, global const float *b)
{
    int i = get_global_id(0);
    r[i] = a[i] / b[i];
}
// expect: r[0] = 0.25 0.3333333333333333 14.999999776482586 0.1 2e-10 32499999566.07847 30.003000797947582 8.113590649066542e-06 ~3ulp
// asm: v_rcp_f32
// asm-not: v_div_fixup_f32
// kernel: inverse global=8 local=8
// arg: float r[8]
// arg: float b[8] = 2.0 3.0 0.10000000149011612 -7.5 10000000000.0 -1.000000013351432e-10 0.33329999446868896 123.25
kernel void
inverse(global float *r, global const float *b)
{
    int i = get_global_id(0);
    r[i] = 1.0f / b[i];
}
// expect: r[0] = 0.5 0.3333333333333333 9.99999985098839 -0.13333333333333333 1e-10 -9999999866.485682 3.000300079794758 0.008113590263691683 ~3ulp
// kernel: by_constant global=8 local=8
// arg: float r[8]
// arg: float b[8] = 2.0 3.0 0.10000000149011612 -7.5 10000000000.0 -1.000000013351432e-10 0.33329999446868896 123.25
kernel void
by_constant(global float *r, global const float *b)
{
    int i = get_global_id(0);
    r[i] = b[i] / 3.0f;
}
// expect: r[0] = 0.6666666666666666 1.0 0.033333333830038704 -2.5 3333333333.3333335 -3.333333377838107e-11 0.11109999815622966 41.083333333333336 ~3ulp
// kernel: root global=8 local=8
// arg: float r[8]
// arg: float a[8] = 0.5 1.0 1.5 0.75 2.0 3.25 10.0 0.0010000000474974513
kernel void
root(global float *r, global const float *a)
{
    int i = get_global_id(0);
    r[i] = sqrt(a[i]);
}
// expect: r[0] = 0.7071067811865476 1.0 1.224744871391589 0.8660254037844386 1.4142135623730951 1.8027756377319946 3.1622776601683795 0.03162277735268443 ~3ulp
// asm: v_sqrt_f32
// kernel: inverse_root global=8 local=8
// arg: float r[8]
// arg: float a[8] = 0.5 1.0 1.5 0.75 2.0 3.25 10.0 0.0010000000474974513
kernel void
inverse_root(global float *r, global const float *a)
{
    int i = get_global_id(0);
    r[i] = 1.0f / sqrt(a[i]);
}
// expect: r[0] = 1.414213562373095 1.0 0.8164965809277261 1.1547005383792517 0.7071067811865475 0.5547001962252291 0.31622776601683794 31.622775850683176 ~3ulp
// asm: v_rsq_f32
// kernel: inverse_root2 global=8 local=8
// arg: float r[8]
// arg: float a[8] = 0.5 1.0 1.5 0.75 2.0 3.25 10.0 0.0010000000474974513
kernel void
inverse_root2(global float *r, global const float *a)
{
    int i = get_global_id(0);
    r[i] = rsqrt(a[i]);
}
// expect: r[0] = 1.414213562373095 1.0 0.8164965809277261 1.1547005383792517 0.7071067811865475 0.5547001962252291 0.31622776601683794 31.622775850683176 ~3ulp
// kernel: call_exp global=8 local=8
// arg: float r[8]
// arg: float a[8] = 0.5 1.0 1.5 -0.75 2.0 -3.25 10.0 0.0010000000474974513
kernel void
call_exp(global float *r, global const float *a)
{
    int i = get_global_id(0);
    r[i] = exp(a[i]);
}
// expect: r[0] = 1.6487212707001282 2.718281828459045 4.4816890703380645 0.4723665527410147 7.38905609893065 0.03877420783172201 22026.465794806718 1.0010005002142532 ~23ulp
// kernel: call_exp2 global=8 local=8
// arg: float r[8]
// arg: float a[8] = 0.5 1.0 1.5 -0.75 2.0 -3.25 10.0 0.0010000000474974513
kernel void
call_exp2(global float *r, global const float *a)
{
    int i = get_global_id(0);
    r[i] = exp2(a[i]);
}
// expect: r[0] = 1.4142135623730951 2.0 2.8284271247461903 0.5946035575013605 4.0 0.10511205190671431 1024.0 1.0006933874955262 ~23ulp
// kernel: call_exp10 global=8 local=8
// arg: float r[8]
// arg: float a[8] = 0.5 1.0 1.5 -0.75 2.0 -3.25 10.0 0.0010000000474974513
kernel void
call_exp10(global float *r, global const float *a)
{
    int i = get_global_id(0);
    r[i] = exp10(a[i]);
}
// expect: r[0] = 3.1622776601683795 10.0 31.622776601683793 0.1778279410038923 100.0 0.0005623413251903491 10000000000.0 1.0023052381875188 ~73ulp
// kernel: call_log global=8 local=8
// arg: float r[8]
// arg: float a[8] = 0.5 1.0 1.5 0.75 2.0 3.25 10.0 0.0010000000474974513
kernel void
call_log(global float *r, global const float *a)
{
    int i = get_global_id(0);
    r[i] = log(a[i]);
}
// expect: r[0] = -0.6931471805599453 0.0 0.4054651081081644 -0.2876820724517809 0.6931471805599453 1.1786549963416462 2.302585092994046 -6.907755231484687 ~3ulp
// kernel: call_log2 global=8 local=8
// arg: float r[8]
// arg: float a[8] = 0.5 1.0 1.5 0.75 2.0 3.25 10.0 0.0010000000474974513
kernel void
call_log2(global float *r, global const float *a)
{
    int i = get_global_id(0);
    r[i] = log2(a[i]);
}
// expect: r[0] = -1.0 0.0 0.5849625007211562 -0.4150374992788438 1.0 1.7004397181410922 3.321928094887362 -9.96578421613775 ~3ulp
// kernel: call_log10 global=8 local=8
// arg: float r[8]
// arg: float a[8] = 0.5 1.0 1.5 0.75 2.0 3.25 10.0 0.0010000000474974513
kernel void
call_log10(global float *r, global const float *a)
{
    int i = get_global_id(0);
    r[i] = log10(a[i]);
}
// expect: r[0] = -0.3010299956639812 0.0 0.17609125905568124 -0.12493873660829993 0.3010299956639812 0.5118833609788744 1.0 -2.9999999793721193 ~3ulp
// kernel: call_pow global=8 local=8
// arg: float r[8]
// arg: float a[8] = 0.5 1.0 1.5 0.75 2.0 3.25 10.0 0.0010000000474974513
// arg: float b[8] = 0.5 1.0 1.5 -0.75 2.0 -3.25 10.0 0.0010000000474974513
kernel void
call_pow(global float *r, global const float *a, global const float *b)
{
    int i = get_global_id(0);
    r[i] = pow(a[i], b[i]);
}
// expect: r[0] = 0.7071067811865476 1.0 1.8371173070873836 1.2408064788027995 4.0 0.021695970257273437 10000000000.0 0.9931160481422621 ~64ulp
// kernel: call_powr global=8 local=8
// arg: float r[8]
// arg: float a[8] = 0.5 1.0 1.5 0.75 2.0 3.25 10.0 0.0010000000474974513
// arg: float b[8] = 0.5 1.0 1.5 -0.75 2.0 -3.25 10.0 0.0010000000474974513
kernel void
call_powr(global float *r, global const float *a, global const float *b)
{
    int i = get_global_id(0);
    r[i] = powr(a[i], b[i]);
}
// expect: r[0] = 0.7071067811865476 1.0 1.8371173070873836 1.2408064788027995 4.0 0.021695970257273437 10000000000.0 0.9931160481422621 ~64ulp
// kernel: pow_of_negative global=8 local=8
// arg: float r[8]
// arg: float a[8] = -2.0 -3.0 -0.5 -1.5 -2.0 4.0 0.0 -1.0
// arg: float b[8] = 3.0 2.0 -1.0 -2.0 0.0 0.5 2.0 5.0
kernel void
pow_of_negative(global float *r, global const float *a, global const float *b)
{
    int i = get_global_id(0);
    r[i] = pow(a[i], b[i]);
}
// expect: r[0] = -8.0 9.0 -2.0 0.4444444444444444 1.0 2.0 0 -1.0 ~16ulp
// kernel: pow_is_nan global=8 local=8
// arg: float r[8]
// arg: float a[8] = -2.0 -2.0 -2.0 -2.0 -2.0 -2.0 -2.0 -2.0
kernel void
pow_is_nan(global float *r, global const float *a)
{
    int i = get_global_id(0);
    r[i] = pow(a[i], 2.2f);
}
// expect: r[0] = nan*8
// kernel: call_sin global=8 local=8
// arg: float r[8]
// arg: float a[8] = 0.0 1.0 -3.141590118408203 3.0 100.0 -1000.0 65536.0 9.999999747378752e-06
kernel void
call_sin(global float *r, global const float *a)
{
    int i = get_global_id(0);
    r[i] = sin(a[i]);
}
// expect: r[0] = 0.0 0.8414709848078965 -2.535181590110747e-06 0.1411200080598672 -0.5063656411097588 -0.8268795405320025 0.6920654538227232 9.999999747212084e-06 ~4.9e-4
// kernel: call_cos global=8 local=8
// arg: float r[8]
// arg: float a[8] = 0.0 1.0 -3.141590118408203 3.0 100.0 -1000.0 65536.0 9.999999747378752e-06
kernel void
call_cos(global float *r, global const float *a)
{
    int i = get_global_id(0);
    r[i] = cos(a[i]);
}
// expect: r[0] = 1.0 0.5403023058681398 -0.9999999999967865 -0.9899924966004454 0.8623188722876839 0.5623790762907029 -0.7218347509126642 0.99999999995 ~4.9e-4
// kernel: call_tan global=8 local=8
// arg: float r[8]
// arg: float a[8] = 0.0 1.0 -3.141590118408203 3.0 100.0 -1000.0 65536.0 9.999999747378752e-06
kernel void
call_tan(global float *r, global const float *a)
{
    int i = get_global_id(0);
    r[i] = tan(a[i]);
}
// expect: r[0] = 0.0 1.5574077246549023 2.535181590118894e-06 -0.1425465430742778 -0.5872139151569291 -1.4703241557027185 -0.9587588474338459 9.999999747712085e-06 ~5e-3
// kernel: both global=8 local=8
// arg: float r[16]
// arg: float a[8] = 0.0 1.0 -3.141590118408203 3.0 100.0 -1000.0 65536.0 9.999999747378752e-06
kernel void
both(global float *r, global const float *a)
{
    int i = get_global_id(0);
    float c;
    r[i] = sincos(a[i], &c);
    r[8 + i] = c;
}
// expect: r[0] = 0.0 0.8414709848078965 -2.535181590110747e-06 0.1411200080598672 -0.5063656411097588 -0.8268795405320025 0.6920654538227232 9.999999747212084e-06 ~4.9e-4
// expect: r[8] = 1.0 0.5403023058681398 -0.9999999999967865 -0.9899924966004454 0.8623188722876839 0.5623790762907029 -0.7218347509126642 0.99999999995 ~4.9e-4
// kernel: vectors
// arg: float4 r[2]
// arg: float4 a[1] = 1 4 0.25 16
kernel void
vectors(global float4 *r, global const float4 *a)
{
    r[0] = exp2(a[0]) / a[0];
    r[1] = sqrt(a[0]);
}
// expect: r[0] = 2 4 4.756828460010884 4096 1 2 0.5 4 ~3ulp
// kernel: call_pown global=8 local=8
// arg: float r[8]
// arg: float a[8] = 0.5 1.0 -1.5 -0.75 0.0 -3.25 10.0 -0.0010000000474974513
// arg: int n[8] = 3 -7 5 4 2 -3 0 2
kernel void
call_pown(global float *r, global const float *a, global const int *n)
{
    int i = get_global_id(0);
    r[i] = pown(a[i], n[i]);
}
// expect: r[0] = 0.125 1.0 -7.59375 0.31640625 0.0 -0.02913063268092854 1.0 1.0000000949949049e-06 ~60ulp
// asm-not: v_div_fixup_f32
// kernel: call_rootn global=8 local=8
// arg: float r[8]
// arg: float a[8] = 0.5 1.0 -1.5 -0.75 0.0 -3.25 10.0 -0.0010000000474974513
// arg: int n[8] = 3 -7 5 3 2 -3 4 1
kernel void
call_rootn(global float *r, global const float *a, global const int *n)
{
    int i = get_global_id(0);
    r[i] = rootn(a[i], n[i]);
}
// expect: r[0] = 0.7937005259840998 1.0 -1.0844717711976986 -0.9085602964160698 0.0 -0.6751063811791637 1.7782794100389228 -0.0010000000474974513 ~60ulp
// asm-not: v_div_fixup_f32
