; The directives and keys of the guide's "HSA Code Object Directives", its version 1,0 and the comma that its
; instruction lacks included: stores 2.5 where the second argument points to, at the index that the first is.
        .hsa_code_object_version 1,0
        .hsa_code_object_isa
        .hsatext
        .globl  put_at
        .p2align 8
        .amdgpu_hsa_kernel put_at
put_at:
        .amd_kernel_code_t
          enable_sgpr_kernarg_segment_ptr = 1
          is_ptr64 = 1
          compute_pgm_rsrc1_vgprs = 1
          compute_pgm_rsrc1_sgprs = 0
          compute_pgm_rsrc2_user_sgpr = 2
          kernarg_segment_byte_size = 16
          wavefront_sgpr_count = 6
          workitem_vgpr_count = 6
        .end_amd_kernel_code_t
        s_load_dword s4, s[0:1], 0x0
        s_load_dwordx2 s[2:3], s[0:1] 0x8
        v_mov_b32 v5, 2.5
        s_waitcnt lgkmcnt(0)
        s_lshl_b32 s4, s4, 2
        s_add_u32 s2, s2, s4
        s_addc_u32 s3, s3, 0
        v_mov_b32 v3, s2
        v_mov_b32 v4, s3
        flat_store_dword v[3:4], v5
        s_endpgm
.Lend:
        .size   put_at, .Lend-put_at
