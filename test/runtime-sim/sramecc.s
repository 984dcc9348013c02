/* One d16 load: sramecc.py replaces the target. */
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
.globl t
.p2align 8
.type t,@function
t:
s_load_dwordx2 s[0:1], s[0:1], 0x0
s_waitcnt lgkmcnt(0)
v_lshlrev_b32 v1, 2, v0
v_mov_b32 v3, s1
v_add_co_u32 v2, vcc, s0, v1
v_addc_co_u32 v3, vcc, 0, v3, vcc
v_mov_b32 v4, 0x12340000
global_load_short_d16 v4, v[2:3], off
s_waitcnt vmcnt(0)
global_store_dword v[2:3], v4, off
s_waitcnt vmcnt(0) lgkmcnt(0)
s_endpgm

.size t, .-t
.rodata
.p2align 6
.amdhsa_kernel t
 .amdhsa_user_sgpr_kernarg_segment_ptr 1
 .amdhsa_system_sgpr_workgroup_id_x 0
 .amdhsa_next_free_vgpr 32
 .amdhsa_next_free_sgpr 32
 .amdhsa_group_segment_fixed_size 1024
 .amdhsa_private_segment_fixed_size 0
 .amdhsa_reserve_vcc 1
.amdhsa_accum_offset 32
.end_amdhsa_kernel
.amdgpu_metadata
---
amdhsa.version: [1, 1]
amdhsa.kernels:
  - .name: t
    .symbol: t.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 1024
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 32
    .vgpr_count: 32
    .max_flat_workgroup_size: 256
    .args:
      - {.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}
...
.end_amdgpu_metadata
