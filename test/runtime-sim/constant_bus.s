; Two scalar values in one vector instruction, a literal in VOP3: neither is there before GFX10.
.macro kernel name, first, second
.text
.globl \name
.p2align 8
.type \name,@function
\name:
    s_mov_b32 s8, 1.0
    s_mov_b32 s9, 1.0
    .long \first, \second
    .long 0x3f800000        ; s_endpgm's place is behind the literal
    s_endpgm
.rodata
.p2align 6
.amdhsa_kernel \name
    .amdhsa_next_free_vgpr 8
    .amdhsa_next_free_sgpr 16
.end_amdhsa_kernel
.endm
kernel two_scalars, 0xd1010004, 0x00001208    ; v_add_f32_e64 v4, s8, s9
kernel literal, 0xd1010004, 0x000202ff        ; v_add_f32_e64 v4, 1.0, v1
.amdgpu_metadata
---
amdhsa.version: [1, 1]
amdhsa.kernels:
  - {.name: two_scalars, .symbol: two_scalars.kd, .kernarg_segment_size: 0, .kernarg_segment_align: 8, .group_segment_fixed_size: 0, .private_segment_fixed_size: 0, .wavefront_size: 64, .sgpr_count: 16, .vgpr_count: 8, .max_flat_workgroup_size: 64}
  - {.name: literal, .symbol: literal.kd, .kernarg_segment_size: 0, .kernarg_segment_align: 8, .group_segment_fixed_size: 0, .private_segment_fixed_size: 0, .wavefront_size: 64, .sgpr_count: 16, .vgpr_count: 8, .max_flat_workgroup_size: 64}
...
.end_amdgpu_metadata
