/* Facts about chips: one row each in gcn_target.def.  Passes ask these, not the generation. */
#ifndef OCC_GCN_ISA_GCN_TARGET_H
#define OCC_GCN_ISA_GCN_TARGET_H

#include "gcn/isa/gcn.h"

/* A feature of chips that an object may require, forbid, or leave open. */
enum gcn_feature { GCN_FEATURE_ANY, GCN_FEATURE_OFF, GCN_FEATURE_ON };

/* One chip: facts of AMDGPUUsage, Processors, and of its ISA manual. */
struct gcn_target {
    const char *name;             /* "gfx900" */
    const char *like;             /* what LLVM calls it: its own name; gfx802 for gfx800 */
    uint8_t family;               /* enum gcn_family: opcode column */
    bool doorbell_dwords;         /* legacy doorbells of its queues count dwords, else packets */
    uint8_t generation;           /* 6, 7, 8, 9: allowed in tables, encode/decode, hazards only */
    uint8_t major, minor, step;   /* ISA version without XNACK: 9:0:0 */
    uint8_t elf_mach;             /* EF_AMDGPU_MACH_AMDGCN_*: AMDGPUUsage, ELF header */
    uint8_t generic_version;      /* 0: it is one chip */
    uint8_t first_object_version; /* of the code objects that know the chip */
    bool xnack_supported, xnack_default, sramecc_supported;
    bool steps_for_xnack;  /* with XNACK the chip counts as the next step: gfx901 is gfx900 (2017
                              guide, Processors); those of GFX8 that have it always have it on */
    bool needs_lds_m0;     /* LDS access clamps against M0 */
    bool has_flat;         /* FLAT instructions (GFX7 and later) */
    bool has_flat_offset;  /* FLAT and GLOBAL take an immediate offset; GLOBAL and SCRATCH exist */
    bool has_16bit;        /* f16 and i16 VALU instructions */
    bool has_inv_2pi;      /* the inline constant 1 / (2 * pi) */
    bool has_add_no_carry; /* v_add_u32 without carry-out (GFX9) */
    bool has_dpp_sdwa;
    bool has_add3_lshl_add;                    /* three-operand integer instructions of GFX9 */
    bool has_smem_imm20, has_smem_byte_offset; /* SMEM immediate counts bytes */
    bool has_smem_both_offsets;                /* an immediate and an SGPR in one instruction */
    bool has_fma_mix;                          /* v_fma_mix_* in place of v_mad_mix_* */
    bool has_no_mix;                           /* neither */
    bool has_packed_d16;      /* D16 buffer and image data: two components per VGPR */
    bool d16_image_store_bug; /* gfx810: image stores of D16 data go wrong (LLVM 16,
                                 "image-store-d16-bug") */
    /* Accumulation registers.  "Checked" in this list and the next: seen with llvm-mc-16; names in
     * quotes are LLVM 16's features. */
    bool has_agprs;               /* gfx908, gfx90a: "mai-insts" */
    bool mfma_inline_bug;         /* gfx908: "mfma-inline-literal-bug": no constant as sum */
    bool float_atomics_no_return; /* gfx908: "atomic-fadd-no-rtn-insts": float adds take no glc */
    /* What gfx90a alone does. */
    bool even_vgpr_tuples;     /* two and more VGPRs or AGPRs start at an even one (checked) */
    bool packed_workitem_ids;  /* "packed-tid": 10 bits each in v0 */
    bool agprs_follow_vgprs;   /* in one allocation, from accum_offset on (AMDGPUUsage,
                                  compute_pgm_rsrc3); else there are as many as VGPRs */
    bool barrier_backoff;      /* "back-off-barrier": a wave that waits at s_barrier can take an
                                  exception, so memory accesses may be outstanding there */
    bool memory_takes_agprs;   /* as data: the bit acc of DS, FLAT, MUBUF and the like (checked) */
    bool mfma_takes_vgprs;     /* for sum and result; else AGPRs only (checked) */
    bool accvgpr_write_any;    /* v_accvgpr_write_b32 reads SGPRs too (checked) */
    bool has_dpp_f64;          /* "dpp-64bit": of instructions that read or write f64 */
    bool has_dpp_row_newbcast; /* DPP controls 0x150 to 0x15f (checked) */
    bool has_xnack_mask;       /* XNACK_MASK can be named */
    bool
        has_doorbell_message; /* MSG_GET_DOORBELL: a trap handler finds the queue by itself (GFX9) */
    bool fast_fma32;          /* v_fma_f32 at full rate */
    bool unaligned_global, unaligned_lds; /* amdhsa enables unaligned access mode */
    bool unaligned_scratch;               /* the same: LLVM 20's "unaligned-scratch-access" */
    bool vccz_bug;                        /* scalar loads in flight corrupt VCCZ */
    bool div_scale_f64_bug; /* GFX6: the mask of v_div_scale_f64 is of no use (LLVM 16,
                               hasUsableDivScaleConditionOutput) */
    bool fract_bug;      /* GFX6: v_fract gives 1 just below an integer, and no NaN for NaN (LLVM's
                               and Mesa's lowering of fract for SI) */
    bool lds_offset_bug; /* GFX6: an offset in a DS instruction whose address register is negative
                            leads out of LDS, whatever the sum (LLVM 16, hasUsableDSOffset) */
    bool soffset_bug;    /* GFX6, GFX7: with an SGPR as offset, what is out of a buffer's range is
                               not clamped (LLVM 16, splitMUBUFOffset) */
    bool shift64_bug;    /* a 64-bit shift by the last VGPR goes wrong (LLVM 16,
                               hasShift64HighRegBug) */
    bool stores_use_expcnt; /* vector stores read their data late: expcnt says when they have */
    bool sgpr_init_bug;     /* every kernel allocates 96 SGPRs */
    bool flat_scratch_is_address; /* GFX9: 64-bit address; before: size and offset */
    /* Compiled code reaches private memory by scratch_load and the like; else by way of a buffer.  The
     * one fact that a switch changes: -mno-flat-scratch. */
    bool private_by_scratch;
    bool f32_denormals_default;
    uint16_t max_vgprs, vgpr_granule, vgprs_per_simd;
    uint16_t max_sgprs, sgpr_granule, sgprs_per_simd; /* max: addressable without VCC and friends */
    uint8_t allocated_sgprs; /* most that a wave may have, those extra ones with it (LLVM 16,
                                AMDGPUAsmPrinter: before GFX8, 104 is the limit of both) */
    uint8_t extra_sgprs;     /* VCC, FLAT_SCRATCH, XNACK_MASK at the top when used */
    uint8_t max_waves;       /* per SIMD */
    uint8_t vmcnt_max, lgkmcnt_max, expcnt_max;
    uint32_t lds_size, lds_granule; /* per work-group, in bytes */
    uint8_t lds_banks;
    uint32_t gds_size;  /* bytes of the global data share; 0: only its waits and barriers exist */
    uint8_t f64_factor; /* f64 add takes 4 * F cycles, mul and fma 8 * F */
};

/* All rows, in the order of gcn_target.def. */
extern const struct gcn_target gcn_targets[];
extern const unsigned gcn_target_count;

/* By name ("gfx900", "gfx900:xnack-" is the driver's matter); NULL when unknown. */
const struct gcn_target *gcn_find_target(const char *name, size_t length);

/* By e_flags of an object (EF_AMDGPU_MACH: AMDGPUUsage, Header); NULL: they name no chip that is known.  Version 2
 * leaves it out. */
const struct gcn_target *gcn_find_mach(uint32_t flags);

/* Another name of a chip: "fiji"; "gfx901", with XNACK on. */
struct gcn_name {
    const char *name, *chip;
    bool xnack;        /* it is on, and no feature takes it away */
    const char *clang; /* the chip that clang 16 means by the name; "": the same */
};

extern const struct gcn_name gcn_names[];
extern const unsigned gcn_name_count;

/* By name; NULL when unknown, or when it is a chip's own. */
const struct gcn_name *gcn_find_name(const char *name, size_t length);

/* ROCr as of ROCm 1.6 and of ROCm 6. */
enum gcn_loader { GCN_ROCR_2017 = 1 << 0, GCN_ROCR_2024 = 1 << 1 };

/* Set of enum gcn_loader: those whose table of ISAs has the chip, or the one that it is like. */
unsigned gcn_loaders(const struct gcn_target *target);

/* What is sold with a chip: all rows, by chip. */
struct gcn_product {
    const char *chip, *names;
};
extern const struct gcn_product gcn_products[];
extern const unsigned gcn_product_count;

/* Does code for a generic processor run on the chip? */
bool gcn_covers(const struct gcn_target *generic, const struct gcn_target *chip);

/* Is it a processor of before GCN? */
bool gcn_is_r600(const char *name, size_t length);

/* SGPRs that code may use besides VCC, FLAT_SCRATCH and XNACK_MASK, which come on top of them: GFX6
 * and GFX7 have 104 with those (LLVM 16, getAddressableNumSGPRs). */
unsigned gcn_most_sgprs(const struct gcn_target *target);
/* VGPRs that code may use: without those that only AGPRs can be, and without v255 where a 64-bit
 * shift may not take its amount from it (shift64_bug). */
unsigned gcn_most_vgprs(const struct gcn_target *target);

/* Waves per SIMD that the resources allow (as LLVM's getOccupancyWithNumVGPRs and similar): sgprs
 * with extras, lds in bytes per work-group of `group_size` work-items. *limit: "vgprs", "sgprs",
 * "lds", "waves" or "workgroups". */
unsigned gcn_occupancy(const struct gcn_target *target, unsigned vgprs, unsigned sgprs,
                       unsigned lds, unsigned group_size, const char **limit);

#endif
