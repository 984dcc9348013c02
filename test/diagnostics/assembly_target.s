// options: -c -mcpu=gfx900:xnack- -mcode-object-version=4 -ferror-limit=100 -o /dev/null
    .amdgcn_target "amdgcn-amd-amdhsa--gfx803"        // error: the text is for 'gfx803', but the target is gfx900:xnack-
    .amdgcn_target "amdgcn-amd-amdhsa--gfx900:xnack+" // error: the text is for 'gfx900:xnack+'
    .amdgcn_target "amdgcn-amd-amdhsa--gfx99"         // error: there is no target
    .amdgcn_target "gfx900"                           // error: there is no target 'gfx900'
    .amdhsa_code_object_version 77                    // error: expected a code object version
    .hsa_code_object_version 2,1                      // error: '.hsa_code_object_version' is not of this code object version
    .amdhsa_kernel k                                  // error: there are not so many VGPRs
        .amdhsa_next_free_vgpr 300
        .amdhsa_next_free_sgpr 8
    .end_amdhsa_kernel
    .amdhsa_kernel few
        .amdhsa_kernarg_size 8
        .amdhsa_kernarg_size 8                        // error: 'kernarg_size' is given twice
        .amdhsa_accum_offset 4                        // error: 'accum_offset' is not possible on gfx900
        .amdhsa_dx10_clamp 2                          // error: the value is out of range
        .amdhsa_nothing 1                             // error: unknown directive '.amdhsa_nothing'
    .end_amdhsa_kernel
    .amdhsa_kernel none // error: .amdhsa_next_free_vgpr and .amdhsa_next_free_sgpr are required
    .end_amdhsa_kernel
    .amdhsa_kernel k                                  // error: 'k' is defined already
    .end_amdhsa_kernel
    .amdgpu_metadata                                  // error: the metadata is malformed: it is no map
    - 1
    .end_amdgpu_metadata
    .amdgpu_metadata                                  // error: the metadata is malformed
    a: [
    .end_amdgpu_metadata
    .amdgpu_metadata                                  // error: '.amdgpu_metadata' without '.end_amdgpu_metadata'
