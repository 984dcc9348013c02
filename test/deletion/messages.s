// Programs that no compiler makes: a wave stores by the vector unit and loads the same bytes by the
// scalar one, which has a cache of its own and waits for no vmcnt.  order.py deletes what makes that
// right.  The word seq: every schedule is tried.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"

.macro kernel name
.text
.globl \name
.p2align 8
.type \name,@function
\name:
s_load_dwordx2 s[0:1], s[4:5], 0x0
s_load_dwordx2 s[2:3], s[4:5], 0x10
v_lshlrev_b32 v1, 3, v0
v_mov_b32 v2, 5
v_mov_b32 v3, 0
v_mov_b32 v6, 1
s_waitcnt lgkmcnt(0)
s_load_dwordx2 s[8:9], s[0:1], 0x0
s_waitcnt lgkmcnt(0)
global_store_dwordx2 v1, v[2:3], s[0:1]
s_waitcnt vmcnt(0)
s_dcache_inv
s_load_dwordx2 s[6:7], s[0:1], 0x0
s_waitcnt lgkmcnt(0)
v_add_u32 v4, s6, v6
v_mov_b32 v5, s7
global_store_dwordx2 v1, v[4:5], s[2:3]
s_waitcnt vmcnt(0)
s_endpgm
.size \name, .-\name
.rodata
.p2align 6
.amdhsa_kernel \name
 .amdhsa_user_sgpr_private_segment_buffer 1
 .amdhsa_user_sgpr_kernarg_segment_ptr 1
 .amdhsa_system_sgpr_workgroup_id_x 0
 .amdhsa_next_free_vgpr 8
 .amdhsa_next_free_sgpr 10
.end_amdhsa_kernel
.endm

// run: global=64 local=64 : 384
kernel own_store

// run: global=64 local=64 seq: 384
kernel own_store_all

.amdgpu_metadata
---
amdhsa.version: [1, 1]
amdhsa.kernels:
  - .name: own_store
    .symbol: own_store.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 16
    .vgpr_count: 8
    .max_flat_workgroup_size: 256
    .args:
      - {.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}
      - {.offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global}
      - {.offset: 16, .size: 8, .value_kind: global_buffer, .address_space: global}
  - .name: own_store_all
    .symbol: own_store_all.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 16
    .vgpr_count: 8
    .max_flat_workgroup_size: 256
    .args:
      - {.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}
      - {.offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global}
      - {.offset: 16, .size: 8, .value_kind: global_buffer, .address_space: global}
...
.end_amdgpu_metadata
