// Builtins of clang for this hardware, by name.
// CHECK: div_fixup f16
// CHECK: div_fixup f32
// CHECK: div_fmas f32 %
// CHECK: div_fmas f64 %
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void a(global half *h, global int *o) { h[0] = __builtin_amdgcn_rcph(h[1]);
    h[2] = __builtin_amdgcn_rsqh(h[3]);
    h[4]= __builtin_amdgcn_sqrth(h[5]);
    h[6] = __builtin_amdgcn_fracth(h[7]);
    h[14] = __builtin_amdgcn_div_fixuph(h[15], h[16], h[17]);
    h[8] = __builtin_amdgcn_ldexph(h[9], o[0]);
    h[10] = __builtin_amdgcn_frexp_manth(h[11]);
    o[1] = __builtin_amdgcn_frexp_exph(h[12]);
    o[2] = __builtin_amdgcn_classh(h[13], 0x203); }
kernel void b(global float *h, global int *o) { h[0] = __builtin_amdgcn_rcpf(h[1]);
    h[2] = __builtin_amdgcn_rsqf(h[3]);
    h[4]= __builtin_amdgcn_sqrtf(h[5]);
    h[6] = __builtin_amdgcn_fractf(h[7]);
    h[8] = __builtin_amdgcn_ldexpf(h[9], o[0]);
    h[10] = __builtin_amdgcn_frexp_mantf(h[11]);
    o[1] = __builtin_amdgcn_frexp_expf(h[12]);
    o[2] = __builtin_amdgcn_classf(h[13], 0x203);
    h[14] = __builtin_amdgcn_div_fixupf(h[0], h[1], h[2]);
    h[15] = __builtin_amdgcn_div_fmasf(h[0], h[1], h[2], o[4]);
    h[16] = __builtin_amdgcn_sinf(h[0]) + __builtin_amdgcn_cosf(h[1]) + __builtin_amdgcn_exp2f(h[2]) + __builtin_amdgcn_logf(h[3]) + __builtin_amdgcn_fmed3f(h[1],h[2],h[3]); }
kernel void c(global double *h, global int *o) { h[0] = __builtin_amdgcn_rcp(h[1]);
    h[2] = __builtin_amdgcn_rsq(h[3]);
    h[4]= __builtin_amdgcn_sqrt(h[5]);
    h[6] = __builtin_amdgcn_fract(h[7]);
    h[8] = __builtin_amdgcn_ldexp(h[9], o[0]);
    h[10] = __builtin_amdgcn_frexp_mant(h[11]);
    o[1] = __builtin_amdgcn_frexp_exp(h[12]);
    o[2] = __builtin_amdgcn_class(h[13], 0x203);
    h[14] = __builtin_amdgcn_div_fixup(h[0], h[1], h[2]);
    h[15] = __builtin_amdgcn_div_fmas(h[0], h[1], h[2], o[4]);
    h[16] = __builtin_amdgcn_trig_preop(h[1], o[1]); }
kernel void d(global uint *o, global ulong *l) { o[0] = __builtin_amdgcn_workitem_id_x() + __builtin_amdgcn_workgroup_id_y() + __builtin_amdgcn_workgroup_size_x() + __builtin_amdgcn_grid_size_z();
    o[1] = __builtin_amdgcn_mbcnt_hi(o[2], __builtin_amdgcn_mbcnt_lo(o[1], 0));
    o[3] = __builtin_amdgcn_readfirstlane(o[4]);
    o[5] = __builtin_amdgcn_readlane(o[6], 3);
    o[7] = __builtin_amdgcn_ds_bpermute(o[8], o[9]);
    l[0] = __builtin_amdgcn_read_exec();
    l[1] = __builtin_amdgcn_ballot_w64(o[1] > 3);
    o[10] = __builtin_amdgcn_ubfe(o[1], 3, 4) + __builtin_amdgcn_sbfe(o[1], 3, 4) + __builtin_amdgcn_perm(o[1], o[2], o[3]) + __builtin_amdgcn_alignbit(o[1], o[2], o[3]) + __builtin_amdgcn_sad_u8(o[1], o[2], o[3]) + __builtin_amdgcn_wavefrontsize(); __builtin_amdgcn_s_barrier(); __builtin_amdgcn_s_sleep(1);  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
    l[3] = __builtin_bitreverse32(o[1]) + __builtin_clz(o[2]) + __builtin_ctz(o[3]);
    if (o[11]) __builtin_trap(); }
