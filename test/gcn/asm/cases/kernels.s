; gfx700 gfx803 gfx900
        .text
        .globl k
        .p2align 8
        .type k,@function
k:      v_mov_b32 v9, s20
        s_endpgm
        .size k, .-k
.globl plain
plain:  s_endpgm
        .section .rodata,"a",@progbits
        .p2align 6
        .amdhsa_kernel k
          .amdhsa_next_free_vgpr .amdgcn.next_free_vgpr
          .amdhsa_next_free_sgpr .amdgcn.next_free_sgpr
        .end_amdhsa_kernel
        .p2align 6
        .amdhsa_kernel plain
          .amdhsa_group_segment_fixed_size 1024
          .amdhsa_private_segment_fixed_size 64
          .amdhsa_kernarg_size 128
          .amdhsa_user_sgpr_count 14
          .amdhsa_user_sgpr_private_segment_buffer 1
          .amdhsa_user_sgpr_dispatch_ptr 1
          .amdhsa_user_sgpr_queue_ptr 1
          .amdhsa_user_sgpr_kernarg_segment_ptr 1
          .amdhsa_user_sgpr_dispatch_id 0
          .amdhsa_user_sgpr_flat_scratch_init 1
          .amdhsa_user_sgpr_private_segment_size 1
          .amdhsa_system_sgpr_private_segment_wavefront_offset 1
          .amdhsa_system_sgpr_workgroup_id_x 0
          .amdhsa_system_sgpr_workgroup_id_y 1
          .amdhsa_system_sgpr_workgroup_id_z 1
          .amdhsa_system_sgpr_workgroup_info 1
          .amdhsa_system_vgpr_workitem_id 2
          .amdhsa_next_free_vgpr 64
          .amdhsa_next_free_sgpr 42
          .amdhsa_reserve_vcc 0
          .amdhsa_reserve_flat_scratch 0
          .amdhsa_float_round_mode_32 1
          .amdhsa_float_round_mode_16_64 2
          .amdhsa_float_denorm_mode_32 3
          .amdhsa_float_denorm_mode_16_64 0
          .amdhsa_dx10_clamp 0
          .amdhsa_ieee_mode 0
          .amdhsa_exception_fp_ieee_invalid_op 1
          .amdhsa_exception_fp_denorm_src 1
          .amdhsa_exception_fp_ieee_div_zero 1
          .amdhsa_exception_fp_ieee_overflow 1
          .amdhsa_exception_fp_ieee_underflow 1
          .amdhsa_exception_fp_ieee_inexact 1
          .amdhsa_exception_int_div_zero 1
        .end_amdhsa_kernel
        .amdhsa_kernel few
          .amdhsa_next_free_vgpr 4
          .amdhsa_next_free_sgpr 6
          .amdhsa_reserve_flat_scratch 0
        .end_amdhsa_kernel
        .long .amdgcn.gfx_generation_number, .amdgcn.gfx_generation_stepping
        .amdgpu_lds pool, 256, 16
        .amdgpu_metadata
---
amdhsa.version: [1, 1]
x.negative: -5
x.flag: true
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 0x80
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 1024
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 42
    .vgpr_count: 0x40
    .max_flat_workgroup_size: 256
    .device_enqueue_symbol: "k # no comment; // this"
    .args:
      - .size: 8
        .offset: 0
        .value_kind: global_buffer
...
        .end_amdgpu_metadata
