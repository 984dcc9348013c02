// Clang's spellings of C's functions of floating numbers.
// kernel: floats
// arg: float r[41]
// arg: int i[16]
// arg: float in[4] = 0.625 2.5 inf 0x1p-140
kernel void
floats(global float *r, global int *i, global const float *in)
{
    float x = in[0], y = in[1], part;
    int n;
    r[0] = __builtin_acosf(x);                      //= 0.895664793857865 ~16ulp
    r[1] = __builtin_asinf(x);                      //= 0.6751315329370317 ~16ulp
    r[2] = __builtin_asinhf(x);                     //= 0.590143685781959 ~16ulp
    r[3] = __builtin_atanf(x);                      //= 0.5585993153435624 ~16ulp
    r[4] = __builtin_atanhf(x);                     //= 0.7331685343967136 ~16ulp
    r[5] = __builtin_coshf(x);                      //= 1.2017536929756063 ~16ulp
    r[6] = __builtin_erff(x);                       //= 0.623240882188418 ~16ulp
    r[7] = __builtin_erfcf(x);                      //= 0.376759117811582 ~16ulp
    r[8] = __builtin_expm1f(x);                     //= 0.8682459574322224 ~16ulp
    r[9] = __builtin_lgammaf(x);                    //= 0.3608294954889405 ~1e-6
    r[10] = __builtin_log1pf(x);                    //= 0.48550781578170077 ~16ulp
    r[11] = __builtin_sinhf(x);                     //= 0.666492264456616 ~16ulp
    r[12] = __builtin_tanhf(x);                     //= 0.5545997223493823 ~16ulp
    r[13] = __builtin_tgammaf(x);                   //= 1.434518848090557 ~16ulp
    r[14] = __builtin_expf(x);                      //= 1.8682459574322223 ~16ulp
    r[15] = __builtin_exp2f(x);                     //= 1.5422108254079407 ~16ulp
    r[16] = __builtin_logf(x);                      //= -0.4700036292457356 ~16ulp
    r[17] = __builtin_log2f(x);                     //= -0.6780719051126377 ~16ulp
    r[18] = __builtin_log10f(x);                    //= -0.2041199826559248 ~16ulp
    r[19] = __builtin_sinf(x);                      //= 0.5850972729404622 ~16ulp
    r[20] = __builtin_cosf(x);                      //= 0.8109631195052179 ~16ulp
    r[21] = __builtin_tanf(x);                      //= 0.7214844409909045 ~16ulp
    r[22] = __builtin_acoshf(y);                    //= 1.566799236972411 ~4ulp
    r[23] = __builtin_cbrtf(y);                     //= 1.3572088082974532 ~4ulp
    r[24] = __builtin_logbf(y);                     //= 1
    r[25] = __builtin_roundf(y);                    //= 3
    r[26] = __builtin_roundevenf(y);                //= 2
    r[27] = __builtin_atan2f(x, y);                 //= 0.24497866312686414 ~6ulp
    r[28] = __builtin_fdimf(y, x);                  //= 1.875
    r[29] = __builtin_fmodf(y, x);                  //= 0
    r[30] = __builtin_hypotf(x, y);                 //= 2.576941016011038 ~4ulp
    r[31] = __builtin_powf(y, x);                   //= 1.7730153902906027 ~16ulp
    r[32] = __builtin_remainderf(y + x, y);         //= 0.625
    r[33] = __builtin_powif(y, 3);                  //= 15.625 ~16ulp
    r[34] = __builtin_scalbnf(y, -2);               //= 0.625
    r[35] = __builtin_scalblnf(y, 2L);              //= 10
    r[36] = __builtin_scalblnf(y, -0x100000000L);   //= 0
    r[37] = __builtin_nextafterf(y, 3);             //= 0x1.400002p1
    r[38] = __builtin_frexpf(y, &n);                //= 0.625
    i[0] = n;                                       //= 2
    r[39] = __builtin_modff(y, &part) + part * 2;   //= 4.5
    r[40] = __builtin_remquof(y + 10, 3, &n);       //= 0.5
    i[1] = n;                                       //= 4
    i[2] = __builtin_ilogbf(x);                     //= -1
    i[3] = (int)__builtin_lrintf(y);                //= 2
    i[4] = (int)__builtin_llrintf(-y);              //= -2
    i[5] = (int)__builtin_lroundf(y);               //= 3
    i[6] = (int)__builtin_llroundf(-y);             //= -3
    i[7] = (int)(__builtin_lrintf(y * 0x1p40f) >> 33);//= 320
    i[8] = __builtin_isinf_sign(y);                 //= 0
    i[9] = __builtin_isinf_sign(in[2]);             //= 1
    i[10] = __builtin_isinf_sign(-in[2]);           //= -1
    i[11] = __builtin_fpclassify(1, 2, 3, 4, 5, in[2] - in[2]);//= 1
    i[12] = __builtin_fpclassify(1, 2, 3, 4, 5, in[2]);//= 2
    i[13] = __builtin_fpclassify(1, 2, 3, 4, 5, y); //= 3
    i[14] = __builtin_fpclassify(1, 2, 3, 4, 5, x - x);//= 5
    i[15] = __builtin_fpclassify(1, 2, 3, 4, 5, in[3]);//= 4
}

// kernel: doubles
// arg: double r[41]
// arg: int i[16]
// arg: double in[4] = 0.625 2.5 inf 0x1p-1060
kernel void
doubles(global double *r, global int *i, global const double *in)
{
    double x = in[0], y = in[1], part;
    int n;
    r[0] = __builtin_acos(x);                       //= 0.895664793857865 ~16ulp
    r[1] = __builtin_asin(x);                       //= 0.6751315329370317 ~16ulp
    r[2] = __builtin_asinh(x);                      //= 0.590143685781959 ~16ulp
    r[3] = __builtin_atan(x);                       //= 0.5585993153435624 ~16ulp
    r[4] = __builtin_atanh(x);                      //= 0.7331685343967136 ~16ulp
    r[5] = __builtin_cosh(x);                       //= 1.2017536929756063 ~16ulp
    r[6] = __builtin_erf(x);                        //= 0.623240882188418 ~16ulp
    r[7] = __builtin_erfc(x);                       //= 0.376759117811582 ~16ulp
    r[8] = __builtin_expm1(x);                      //= 0.8682459574322224 ~16ulp
    r[9] = __builtin_lgamma(x);                     //= 0.3608294954889405 ~1e-6
    r[10] = __builtin_log1p(x);                     //= 0.48550781578170077 ~16ulp
    r[11] = __builtin_sinh(x);                      //= 0.666492264456616 ~16ulp
    r[12] = __builtin_tanh(x);                      //= 0.5545997223493823 ~16ulp
    r[13] = __builtin_tgamma(x);                    //= 1.434518848090557 ~16ulp
    r[14] = __builtin_exp(x);                       //= 1.8682459574322223 ~16ulp
    r[15] = __builtin_exp2(x);                      //= 1.5422108254079407 ~16ulp
    r[16] = __builtin_log(x);                       //= -0.4700036292457356 ~16ulp
    r[17] = __builtin_log2(x);                      //= -0.6780719051126377 ~16ulp
    r[18] = __builtin_log10(x);                     //= -0.2041199826559248 ~16ulp
    r[19] = __builtin_sin(x);                       //= 0.5850972729404622 ~16ulp
    r[20] = __builtin_cos(x);                       //= 0.8109631195052179 ~16ulp
    r[21] = __builtin_tan(x);                       //= 0.7214844409909045 ~16ulp
    r[22] = __builtin_acosh(y);                     //= 1.566799236972411 ~4ulp
    r[23] = __builtin_cbrt(y);                      //= 1.3572088082974532 ~4ulp
    r[24] = __builtin_logb(y);                      //= 1
    r[25] = __builtin_round(y);                     //= 3
    r[26] = __builtin_roundeven(y);                 //= 2
    r[27] = __builtin_atan2(x, y);                  //= 0.24497866312686414 ~6ulp
    r[28] = __builtin_fdim(y, x);                   //= 1.875
    r[29] = __builtin_fmod(y, x);                   //= 0
    r[30] = __builtin_hypot(x, y);                  //= 2.576941016011038 ~4ulp
    r[31] = __builtin_pow(y, x);                    //= 1.7730153902906027 ~16ulp
    r[32] = __builtin_remainder(y + x, y);          //= 0.625
    r[33] = __builtin_powi(y, 3);                   //= 15.625 ~16ulp
    r[34] = __builtin_scalbn(y, -2);                //= 0.625
    r[35] = __builtin_scalbln(y, 2L);               //= 10
    r[36] = __builtin_scalbln(y, -0x100000000L);    //= 0
    r[37] = __builtin_nextafter(y, 3);              //= 0x1.4000000000001p1
    r[38] = __builtin_frexp(y, &n);                 //= 0.625
    i[0] = n;                                       //= 2
    r[39] = __builtin_modf(y, &part) + part * 2;    //= 4.5
    r[40] = __builtin_remquo(y + 10, 3, &n);        //= 0.5
    i[1] = n;                                       //= 4
    i[2] = __builtin_ilogb(x);                      //= -1
    i[3] = (int)__builtin_lrint(y);                 //= 2
    i[4] = (int)__builtin_llrint(-y);               //= -2
    i[5] = (int)__builtin_lround(y);                //= 3
    i[6] = (int)__builtin_llround(-y);              //= -3
    i[7] = (int)(__builtin_lrint(y * 0x1p40) >> 33);//= 320
    i[8] = __builtin_isinf_sign(y);                 //= 0
    i[9] = __builtin_isinf_sign(in[2]);             //= 1
    i[10] = __builtin_isinf_sign(-in[2]);           //= -1
    i[11] = __builtin_fpclassify(1, 2, 3, 4, 5, in[2] - in[2]);//= 1
    i[12] = __builtin_fpclassify(1, 2, 3, 4, 5, in[2]);//= 2
    i[13] = __builtin_fpclassify(1, 2, 3, 4, 5, y); //= 3
    i[14] = __builtin_fpclassify(1, 2, 3, 4, 5, x - x);//= 5
    i[15] = __builtin_fpclassify(1, 2, 3, 4, 5, in[3]);//= 4
}

// kernel: elementwise
// arg: float2 r[2]
// arg: float2 in[1] = 0.625 2.5
kernel void
elementwise(global float2 *r, global const float2 *in)
{
    r[0] = __builtin_elementwise_sin(*in);
    r[1] = __builtin_elementwise_cos(*in);
}
// expect: r[0] = 0.5850972729404622 0.5984721441039565 0.8109631195052179 -0.8011436155469337 ~4ulp
