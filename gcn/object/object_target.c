/* Names and numbers of a target in a code object, in the styles of its versions. */
#include "gcn/object/object_version.h"

unsigned
target_stepping(const struct object_target *object)
{
    return object->target->step + (object->xnack && object->target->steps_for_xnack);
}

/* ---- the stepping says XNACK: gfx901 is gfx900 with it ---- */

static const char *
stepping_name(struct arena *arena, const struct object_target *object)
{
    const struct gcn_target *target = object->target;
    return arena_printf(arena, "amdgcn-amd-amdhsa--gfx%u%u%x", target->major, target->minor,
                        target_stepping(object));
}

/* EF_AMDGPU_FEATURE_*: AMDGPUUsage of today, ELF header.  One bit each in version 3, and as clang-16 has it in
 * version 2. */
enum {
    XNACK_V3 = 0x100,
    SRAMECC_V3 = 0x200,
    XNACK_OFF_V4 = 0x200,
    XNACK_ON_V4 = 0x300,
    SRAMECC_V4 = 0x400 /* times 1 any, 2 off, 3 on */
};

static uint32_t
feature_bits(const struct object_target *object)
{
    const struct gcn_target *target = object->target;
    bool sramecc = target->sramecc_supported && object->sramecc != GCN_FEATURE_OFF;
    return target->elf_mach | (object->xnack ? XNACK_V3 : 0) | (sramecc ? SRAMECC_V3 : 0);
}

static void
read_bits(uint32_t flags, uint8_t *xnack, uint8_t *sramecc)
{
    *xnack = flags & XNACK_V3 ? GCN_FEATURE_ON : GCN_FEATURE_OFF;
    *sramecc = flags & SRAMECC_V3 ? GCN_FEATURE_ON : GCN_FEATURE_OFF;
}

const struct object_targets object_targets_stepping = {stepping_name, feature_bits, read_bits,
                                                       false, NULL};

/* ---- the same, and the header says nothing: form 2d ---- */

static uint32_t
no_flags(const struct object_target *object)
{
    (void)object;
    return 0;
}

const struct object_targets object_targets_noted = {stepping_name, no_flags, read_bits, false,
                                                    NULL};

/* ---- features as signs: gfx900+xnack; what may be on counts as on ---- */

static const char *
signs_name(struct arena *arena, const struct object_target *object)
{
    const struct gcn_target *target = object->target;
    bool sramecc = target->sramecc_supported && object->sramecc != GCN_FEATURE_OFF;
    return arena_printf(arena, "amdgcn-amd-amdhsa--%s%s%s", target->like,
                        object->xnack && target->xnack_supported ? "+xnack" : "",
                        sramecc ? "+sram-ecc" : "");
}

const struct object_targets object_targets_signs = {signs_name, feature_bits, read_bits, false,
                                                    NULL};

/* ---- for no operating system, as clang has it: the chip alone ---- */

static const char *
unknown_name(struct arena *arena, const struct object_target *object)
{
    return arena_printf(arena, "amdgcn-amd-unknown--%s", object->target->like);
}

const struct object_targets object_targets_unknown = {unknown_name, feature_bits, read_bits, false,
                                                      NULL};

/* ---- features after the chip: gfx900:xnack+.  Who reads this knows no gfx800 ---- */

static const char *
features_name(struct arena *arena, const struct object_target *object)
{
    static const char *const sramecc[] = {"", ":sramecc-", ":sramecc+"};
    const struct gcn_target *target = object->target;
    const char *xnack = "";
    if (target->xnack_supported)
        xnack = object->xnack ? ":xnack+" : ":xnack-";
    return arena_printf(arena, "amdgcn-amd-amdhsa--%s%s%s", target->like, sramecc[object->sramecc],
                        xnack);
}

/* Two bits each; 0: the chip does not have the feature. */
static uint32_t
feature_fields(const struct object_target *object)
{
    const struct gcn_target *target = object->target;
    enum { GENERIC_VERSION = 1 << 24 };
    uint32_t flags = target->elf_mach | (uint32_t)target->generic_version * GENERIC_VERSION;
    if (target->xnack_supported)
        flags |= object->xnack ? XNACK_ON_V4 : XNACK_OFF_V4;
    if (target->sramecc_supported)
        flags |= SRAMECC_V4 * (object->sramecc + 1u);
    return flags;
}

static void
read_fields(uint32_t flags, uint8_t *xnack, uint8_t *sramecc)
{
    static const uint8_t states[] = {GCN_FEATURE_ANY, GCN_FEATURE_ANY, GCN_FEATURE_OFF,
                                     GCN_FEATURE_ON};
    *xnack = states[flags / XNACK_V3 & 3];
    *sramecc = states[flags / SRAMECC_V4 & 3];
}

/* As lld 16: what may be either way gives way to what is stated. */
static bool
join_fields(uint32_t *flags, uint32_t other)
{
    enum { ANY = 1 };
    static const uint32_t units[] = {XNACK_V3, SRAMECC_V4};
    for (unsigned i = 0; i < sizeof units / sizeof *units; i++) {
        uint32_t mask = 3 * units[i], mine = *flags & mask, its = other & mask;
        if (its == ANY * units[i] && mine)
            other = (other & ~mask) | mine;
        else if (mine == ANY * units[i] && its)
            *flags = (*flags & ~mask) | its;
    }
    return *flags == other;
}

const struct object_targets object_targets_features = {features_name, feature_fields, read_fields,
                                                       true, join_fields};
