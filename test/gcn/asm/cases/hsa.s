; version=2 gfx700 gfx803 gfx900
        .hsa_code_object_version 2,1
        .hsa_code_object_isa
        .text
        .p2align 8
        .globl k
        .amdgpu_hsa_kernel k
k:
        .amd_kernel_code_t
        .end_amd_kernel_code_t
        v_mov_b32 v5, s9
        s_endpgm
        .globl every
        .p2align 8
        .amdgpu_hsa_kernel every
every:
        .amd_kernel_code_t
          kernel_code_version_major = 1
          kernel_code_version_minor = 0
          machine_kind = 1
          compute_pgm_rsrc1_vgprs = .kernel.vgpr_count
          compute_pgm_rsrc1_sgprs = 1
          compute_pgm_rsrc1_priority = 3
          compute_pgm_rsrc1_float_mode = 192
          compute_pgm_rsrc1_priv = 1
          compute_pgm_rsrc1_dx10_clamp = 1
          compute_pgm_rsrc1_debug_mode = 1
          compute_pgm_rsrc1_ieee_mode = 1
          compute_pgm_rsrc2_scratch_en = 1
          compute_pgm_rsrc2_user_sgpr = 14
          compute_pgm_rsrc2_tgid_x_en = 1
          compute_pgm_rsrc2_tgid_y_en = 1
          compute_pgm_rsrc2_tgid_z_en = 1
          compute_pgm_rsrc2_tg_size_en = 1
          compute_pgm_rsrc2_tidig_comp_cnt = 2
          compute_pgm_rsrc2_excp_en_msb = 1
          compute_pgm_rsrc2_lds_size = 5
          compute_pgm_rsrc2_excp_en = 7
          enable_trap_handler = 1
          enable_sgpr_private_segment_buffer = 1
          enable_sgpr_dispatch_ptr = 1
          enable_sgpr_queue_ptr = 1
          enable_sgpr_kernarg_segment_ptr = 1
          enable_sgpr_dispatch_id = 1
          enable_sgpr_flat_scratch_init = 1
          enable_sgpr_private_segment_size = 1
          enable_sgpr_grid_workgroup_count_x = 1
          enable_sgpr_grid_workgroup_count_y = 1
          enable_sgpr_grid_workgroup_count_z = 1
          enable_ordered_append_gds = 1
          private_element_size = 3
          is_ptr64 = 1
          is_dynamic_callstack = 1
          is_debug_enabled = 1
          is_xnack_enabled = 0
          workitem_private_segment_byte_size = 64
          workgroup_group_segment_byte_size = 128
          gds_segment_byte_size = 256
          kernarg_segment_byte_size = 512
          workgroup_fbarrier_count = 3
          wavefront_sgpr_count = 10
          workitem_vgpr_count = 20
          reserved_vgpr_first = 1
          reserved_vgpr_count = 2
          reserved_sgpr_first = 3
          reserved_sgpr_count = 4
          debug_wavefront_private_segment_offset_sgpr = 5
          debug_private_segment_buffer_sgpr = 6
          kernarg_segment_alignment = 5
          group_segment_alignment = 6
          private_segment_alignment = 7
          wavefront_size = 6
          call_convention = 3
          runtime_loader_kernel_symbol = 9
          kernel_code_prefetch_byte_size = 8
        .end_amd_kernel_code_t
        s_endpgm
