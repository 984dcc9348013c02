// options: -c -o /dev/null
    .hsa_code_object_isa 8,0,9,"AMD","AMDGPU" // error: there is no target '8.0.9'
    .hsa_code_object_isa 8,0,3,"AMD","AMDGPU"
    .amdgcn_target "amdgcn-amd-amdhsa--gfx900" // error: the text is for 'gfx900'
    .amd_kernel_code_t
        no_such_key = 1                       // error: unknown key 'no_such_key'
        user_sgpr_count = 99                  // error: the value is out of range
        is_ptr64 1                            // error: expected '='
    .end_amd_kernel_code_t
