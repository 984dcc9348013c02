// options: -c -o /dev/null
    .hsa_code_object_isa 8,0,9,"AMD","AMDGPU" // error: there is no target '8.0.9'
    .hsa_code_object_isa 8,0,3,"AMD","AMDGPU"
    .amdgcn_target "amdgcn-amd-amdhsa--gfx900" // error: the text is for 'gfx900'
    .amd_kernel_code_t
        no_such_key = 1                       // error: unknown key 'no_such_key'
        user_sgpr_count = 99                  // error: the value is out of range
        is_ptr64 1                            // error: expected '='
        wavefront_size = 5                    // error: 'wavefront_size = 5' is not possible on gfx803
        enable_wavefront_size32 = 0
        enable_wavefront_size32 = 1           // error: 'enable_wavefront_size32 = 1' is not possible on gfx803
        compute_pgm_rsrc1_wgp_mode = 1        // error: 'compute_pgm_rsrc1_wgp_mode = 1' is not possible on gfx803
    .end_amd_kernel_code_t
