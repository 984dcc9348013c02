/* Names and numbers of a target in a code object. */
#include "backend-gcn/object/code_object.h"

enum {
    XNACK_V2 = 0x100,
    SRAMECC_V2 = 0x200, /* EF_AMDGPU_FEATURE_*_V3, which clang-16 uses in version 2 */
    XNACK_OFF_V4 = 0x200,
    XNACK_ON_V4 = 0x300, /* two bits each; 0: the chip has no such feature */
    SRAMECC_V4 = 0x400   /* times 1 any, 2 off, 3 on */
};

const char *
target_id(struct arena *arena, const struct backend_options *options)
{
    const struct gcn_target *target = options->target;
    static const char *const sramecc[] = {"", ":sramecc-", ":sramecc+"};
    const char *xnack = "";
    if (options->code_object_version < 4) /* the stepping says it: gfx901 is gfx900 with XNACK */
        return arena_printf(arena, "amdgcn-amd-amdhsa--gfx%u%u%x", target->major, target->minor,
                            target_stepping(options));
    if (target->xnack_supported)
        xnack = options->xnack ? ":xnack+" : ":xnack-";
    return arena_printf(arena, "amdgcn-amd-amdhsa--%s%s%s", target->name, sramecc[options->sramecc],
                        xnack);
}

unsigned
target_stepping(const struct backend_options *options)
{
    const struct gcn_target *target = options->target;
    return target->step + (options->xnack && target->major == 9 ? 1 : 0);
}

uint32_t
target_elf_flags(const struct backend_options *options)
{
    const struct gcn_target *target = options->target;
    uint32_t flags = target->elf_mach;
    if (options->code_object_version < 4) {
        bool sramecc = target->sramecc_supported && options->sramecc != GCN_FEATURE_OFF;
        return flags | (options->xnack ? XNACK_V2 : 0) | (sramecc ? SRAMECC_V2 : 0);
    }
    if (target->xnack_supported)
        flags |= options->xnack ? XNACK_ON_V4 : XNACK_OFF_V4;
    if (target->sramecc_supported)
        flags |= SRAMECC_V4 * (options->sramecc + 1u);
    return flags;
}
