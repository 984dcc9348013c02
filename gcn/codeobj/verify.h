/* Would loaders take the object?  A written model of what ROCr's loader and clr's reader of metadata insist on, and of
 * what the ABI says of each bit: rules of verify.c and verify_kernel.c, a row each.
 *
 * Sources: ROCR-Runtime (executable.cpp, isa.cpp), clr (rocclr: devkernel.cpp, devprogram.cpp) as of the branches that
 * docs/abi.md names; AMDGPUUsage, "Kernel Descriptor", compute_pgm_rsrc1 and 2; AMDGPU Compute ABI 0.40. */
#ifndef OCC_GCN_CODEOBJ_VERIFY_H
#define OCC_GCN_CODEOBJ_VERIFY_H

#include "gcn/codeobj/codeobj.h"

/* Appends a line for each rule that the object breaks: "ROCr: kernel 'k': what is wrong".  Returns how many. */
unsigned codeobj_verify(const struct codeobj *object, struct strbuf *out);

#endif
