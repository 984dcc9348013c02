// What debug.txt looks at: two waves a work-group, the second late at a barrier; LDS, a call, lanes
// that are off, a register that is never written.  out[i] = 3 * i + the item that is 64 away, for the
// first `bound` items of a work-group.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900:xnack-"
.text
.p2align 8
.globl exchange
.type exchange,@function
exchange:
    s_load_dwordx2 s[4:5], s[0:1], 0x0      // out
    s_load_dword s6, s[0:1], 0x8            // bound
    v_lshlrev_b32_e32 v1, 2, v0
    v_cmp_gt_u32_e32 vcc, 64, v0
    s_cbranch_vccnz first
    s_movk_i32 s7, 0x3
again:
    s_sub_u32 s7, s7, 1
    s_cmp_lg_u32 s7, 0
    s_cbranch_scc1 again
first:
    ds_write_b32 v1, v0
    s_call_b64 s[10:11], triple
    s_waitcnt lgkmcnt(0)
    s_barrier
    v_xor_b32_e32 v2, 0x100, v1             // 64 items away
    ds_read_b32 v3, v2
    s_lshl_b32 s2, s2, 9                    // bytes of a work-group
    s_add_u32 s4, s4, s2
    s_addc_u32 s5, s5, 0
    v_mov_b32_e32 v6, s5
    v_add_co_u32_e32 v5, vcc, s4, v1
    v_addc_co_u32_e32 v6, vcc, 0, v6, vcc
    s_waitcnt lgkmcnt(0)
    v_add_u32_e32 v4, v4, v3
    v_cmp_gt_u32_e32 vcc, s6, v0
    s_and_saveexec_b64 s[12:13], vcc
    global_store_dword v[5:6], v4, off
    global_load_dword v7, v[5:6], off
    s_waitcnt vmcnt(0)
    s_endpgm
.size exchange, .-exchange
.type triple,@function
triple:
    v_mul_u32_u24_e32 v4, 3, v0
    s_setpc_b64 s[10:11]
.section .rodata,"a"
.p2align 6
.amdhsa_kernel exchange
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_system_sgpr_workgroup_id_x 1
    .amdhsa_next_free_vgpr 12
    .amdhsa_next_free_sgpr 16
    .amdhsa_group_segment_fixed_size 512
.end_amdhsa_kernel
.amdgpu_metadata
---
amdhsa.version: [ 1, 1 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx900:xnack-
amdhsa.kernels:
  - .name: exchange
    .symbol: exchange.kd
    .kernarg_segment_size: 12
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 16
    .vgpr_count: 12
    .max_flat_workgroup_size: 256
    .args:
      - { .name: out, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: bound, .offset: 8, .size: 4, .value_kind: by_value }
...
.end_amdgpu_metadata
