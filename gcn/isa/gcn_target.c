/* Chips by name, and how many waves fit. */
#include "gcn/isa/gcn_target.h"
#include "support/number.h"

#include <string.h>

/* What distinguishes a chip from the rest of its family. */
enum {
    FAST_FMA = 1 << 0,
    XNACK = 1 << 1,
    XNACK_DEFAULT = 1 << 2,
    SRAMECC = 1 << 3,
    SGPR_INIT_BUG = 1 << 4,
    BANKS_16 = 1 << 5,
    PACKED_D16 = 1 << 6,
    MIX_FMA = 1 << 7,
    SMALL_GDS = 1 << 8,
    NO_MIX = 1 << 9,
};

#define FACTS_ALL                                                                                  \
    .max_vgprs = 256, .vgpr_granule = 4, .vgprs_per_simd = 256, .max_waves = 10,                   \
    .lgkmcnt_max = 15, .expcnt_max = 7, .lds_size = 65536, .lds_granule = 512

#define FACTS_GFX6_7                                                                               \
    FACTS_ALL, .doorbell_dwords = true, .needs_lds_m0 = true, .vccz_bug = true,                    \
               .soffset_bug = true, .max_sgprs = 104, .allocated_sgprs = 104, .sgpr_granule = 8,   \
               .sgprs_per_simd = 512, .vmcnt_max = 15

#define FACTS_GFX8_9                                                                               \
    FACTS_ALL, .has_flat = true, .has_16bit = true, .has_inv_2pi = true, .has_dpp_sdwa = true,     \
               .has_smem_imm20 = true, .has_smem_byte_offset = true, .unaligned_global = true,     \
               .max_sgprs = 102, .allocated_sgprs = 112, .sgpr_granule = 16,                       \
               .sgprs_per_simd = 800, .extra_sgprs = 6

#define FACTS_GFX6                                                                                 \
    FACTS_GFX6_7, .generation = 6, .stores_use_expcnt = true, .div_scale_f64_bug = true,           \
                  .fract_bug = true, .lds_offset_bug = true, .extra_sgprs = 2, .lds_size = 32768,  \
                  .lds_granule = 256
#define FACTS_GFX7                                                                                 \
    FACTS_GFX6_7, .generation = 7, .has_flat = true, .unaligned_global = true, .extra_sgprs = 4
#define FACTS_GFX8 FACTS_GFX8_9, .generation = 8, .needs_lds_m0 = true, .vmcnt_max = 15
#define FACTS_GFX9                                                                                 \
    FACTS_GFX8_9, .generation = 9, .has_flat_offset = true, .has_add_no_carry = true,              \
                  .has_smem_both_offsets = true, .has_add3_lshl_add = true, .unaligned_lds = true, \
                  .has_doorbell_message = true, .unaligned_scratch = true,                         \
                  .flat_scratch_is_address = true, .private_by_scratch = true,                     \
                  .f32_denormals_default = true, .vmcnt_max = 63
#define FACTS_GFX906 FACTS_GFX9
#define FACTS_GFX908                                                                               \
    FACTS_GFX9, .has_agprs = true, .mfma_inline_bug = true, .float_atomics_no_return = true
#define FACTS_GFX90A                                                                               \
    FACTS_GFX9, .has_agprs = true, .even_vgpr_tuples = true, .packed_workitem_ids = true,          \
                .agprs_follow_vgprs = true, .barrier_backoff = true, .memory_takes_agprs = true,   \
                .mfma_takes_vgprs = true, .accvgpr_write_any = true, .has_dpp_f64 = true,          \
                .has_dpp_row_newbcast = true, .shift64_bug = true, .max_vgprs = 512,               \
                .vgpr_granule = 8, .vgprs_per_simd = 512, .max_waves = 8

/* A chip's facts override its family's. */
#pragma GCC diagnostic ignored "-Woverride-init"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Winitializer-overrides"
#endif

const struct gcn_target gcn_targets[] = {
#define TARGET(chip, ...)           RELATIVE(chip, chip, __VA_ARGS__)
#define RELATIVE(like, chip, ...)   ROW(#like, #chip, 0, __VA_ARGS__)
#define GENERIC(version, chip, ...) ROW(chip, chip, version, __VA_ARGS__)
#define ROW(like_, chip, generic, column, major_, minor_, step_, mach, first, f64, traits)         \
    {                                                                                              \
        FACTS_##column,                                                                            \
        .name = chip,                                                                              \
        .like = like_,                                                                             \
        .family = GCN_##column,                                                                    \
        .major = major_,                                                                           \
        .minor = minor_,                                                                           \
        .step = step_,                                                                             \
        .elf_mach = mach,                                                                          \
        .first_object_version = first,                                                             \
        .f64_factor = f64,                                                                         \
        .xnack_supported = ((traits)&XNACK) != 0,                                                  \
        .xnack_default = ((traits)&XNACK_DEFAULT) != 0,                                            \
        .steps_for_xnack = (major_) == 9,                                                          \
        .sramecc_supported = ((traits)&SRAMECC) != 0,                                              \
        .sgpr_init_bug = ((traits)&SGPR_INIT_BUG) != 0,                                            \
        .fast_fma32 = ((traits)&FAST_FMA) != 0 || (major_) == 9,                                   \
        .has_packed_d16 = ((traits)&PACKED_D16) != 0 || (major_) == 9,                             \
        .d16_image_store_bug = ((traits)&PACKED_D16) != 0,                                         \
        .has_fma_mix = ((traits)&MIX_FMA) != 0,                                                    \
        .has_no_mix = ((traits)&NO_MIX) != 0,                                                      \
        .generic_version = generic,                                                                \
        .has_xnack_mask = ((traits)&XNACK) != 0,                                                   \
        .lds_banks = (traits)&BANKS_16 ? 16 : 32,                                                  \
        .gds_size = GCN_##column == GCN_GFX90A ? 0                                                 \
                    : (traits)&SMALL_GDS       ? 4096                                              \
                                               : 65536,                                                  \
    },
#include "gcn/isa/gcn_target.def"
};

const unsigned gcn_target_count = sizeof gcn_targets / sizeof *gcn_targets;

const struct gcn_target *
gcn_find_target(const char *name, size_t length)
{
    for (unsigned i = 0; i < gcn_target_count; i++) {
        if (strlen(gcn_targets[i].name) == length && !memcmp(gcn_targets[i].name, name, length))
            return &gcn_targets[i];
    }
    return NULL;
}

const struct gcn_target *
gcn_find_mach(uint32_t flags)
{
    enum { MACH = 0xff };
    for (unsigned i = 0; i < gcn_target_count; i++)
        if (gcn_targets[i].elf_mach == (flags & MACH))
            return &gcn_targets[i];
    return NULL;
}

const struct gcn_name gcn_names[] = {
#define NAME(name, chip, xnack, clang) {#name, #chip, xnack, clang},
#include "gcn/isa/gcn_target.def"
};

const unsigned gcn_name_count = sizeof gcn_names / sizeof *gcn_names;

const struct gcn_name *
gcn_find_name(const char *name, size_t length)
{
    for (unsigned i = 0; i < gcn_name_count; i++) {
        if (strlen(gcn_names[i].name) == length && !memcmp(gcn_names[i].name, name, length))
            return &gcn_names[i];
    }
    return NULL;
}

unsigned
gcn_most_sgprs(const struct gcn_target *target)
{
    enum { ALLOCATED_INIT_BUG = 96 };
    unsigned allocated = target->sgpr_init_bug ? ALLOCATED_INIT_BUG : target->allocated_sgprs;
    unsigned most = allocated - target->extra_sgprs;
    return most < target->max_sgprs ? most : target->max_sgprs;
}

unsigned
gcn_loaders(const struct gcn_target *target)
{
    enum { ROCR_2017 = GCN_ROCR_2017, ROCR_2024 = GCN_ROCR_2024 };
    static const struct {
        const char *chip;
        uint8_t loaders;
    } rows[] = {
#define LOADED(chip, loaders) {#chip, loaders},
#include "gcn/isa/gcn_target.def"
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].chip, target->name) == 0)
            return rows[i].loaders;
    return 0;
}

const struct gcn_product gcn_products[] = {
#define PRODUCT(chip, names) {#chip, names},
#include "gcn/isa/gcn_target.def"
};
const unsigned gcn_product_count = sizeof gcn_products / sizeof *gcn_products;

/* Code for all chips of GFX9 but those of CDNA (AMDGPUUsage, Generic Processors). */
bool
gcn_covers(const struct gcn_target *generic, const struct gcn_target *chip)
{
    return generic->generic_version && generic->major == chip->major &&
           (chip->family == GCN_GFX9 || chip->family == GCN_GFX906);
}

bool
gcn_is_r600(const char *name, size_t length)
{
    /* the 2017 guide's, then those that LLVM has besides */
    static const char names[] =
        " r600 r630 rs880 rv670 rv710 rv730 rv770 cedar redwood sumo juniper "
        "cypress barts turks caicos cayman "
        "rv630 rv635 rs780 rv610 rv620 rv740 palm sumo2 hemlock aruba ";
    for (const char *at = names; at[1]; at += strcspn(at + 1, " ") + 1)
        if (strcspn(at + 1, " ") == length && !memcmp(at + 1, name, length))
            return true;
    return false;
}

unsigned
gcn_most_vgprs(const struct gcn_target *target)
{
    enum { NUMBERED = 256 };
    return smaller(target->max_vgprs, NUMBERED) - target->shift64_bug;
}

/* Lowers *waves to what a resource allows and records which resource it was. */
static void
limit_waves(unsigned *waves, const char **limit, unsigned allowed, const char *name)
{
    if (allowed < *waves) {
        *waves = allowed;
        *limit = name;
    }
}

unsigned
gcn_occupancy(const struct gcn_target *target, unsigned vgprs, unsigned sgprs, unsigned lds,
              unsigned group_size, const char **limit)
{
    enum { SIMDS = 4, WAVE_SIZE = 64, CU_LDS = 65536, CU_GROUPS = 16 };
    unsigned waves = target->max_waves;
    unsigned group_waves = group_size ? (group_size + WAVE_SIZE - 1) / WAVE_SIZE : 1;
    const char *ignored;
    if (!limit)
        limit = &ignored;
    *limit = "waves";
    if (target->sgpr_init_bug)
        sgprs = 96;
    if (vgprs)
        limit_waves(&waves, limit, target->vgprs_per_simd / round_up(vgprs, target->vgpr_granule),
                    "vgprs");
    if (sgprs)
        limit_waves(&waves, limit, target->sgprs_per_simd / round_up(sgprs, target->sgpr_granule),
                    "sgprs");
    unsigned groups = group_waves > 1 ? CU_GROUPS : target->max_waves * SIMDS;
    if (groups * group_waves < waves * SIMDS)
        limit_waves(&waves, limit, (groups * group_waves + SIMDS - 1) / SIMDS, "workgroups");
    if (lds) {
        groups = CU_LDS / round_up(lds, target->lds_granule);
        limit_waves(&waves, limit, (groups * group_waves + SIMDS - 1) / SIMDS, "lds");
    }
    return waves;
}
