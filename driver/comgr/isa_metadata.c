/* Facts of a target as comgr's tree names them. */
#include "gcn/metadata/meta.h"
#include "driver/comgr/handles.h"

enum { SIMDS = 4, MAX_GROUP = 1024, SGPRS_INIT_BUG = 96 };

static void
add_text(struct arena *arena, struct meta *map, const char *key, const char *text)
{
    meta_add(arena, map, key, meta_text(arena, text, true));
}

static void
add_number(struct arena *arena, struct meta *map, const char *key, uint64_t number)
{
    meta_add(arena, map, key, meta_number(arena, number));
}

static struct meta *
features(struct arena *arena, const struct target_id *isa)
{
    static const char *const states[] = {"any", "off", "on"};
    struct meta *map = meta_new(arena, META_MAP);
    if (isa->target->sramecc_supported)
        add_text(arena, map, "sramecc", states[isa->sramecc]);
    if (isa->target->xnack_supported)
        add_text(arena, map, "xnack", states[isa->xnack]);
    return map;
}

/* Keys in the order of their bytes, as maps of metadata are. */
static enum comgr_status
make(struct arena *arena, const void *from, struct meta **root)
{
    const char *name = from;
    struct target_id isa;
    struct meta *map = *root = meta_new(arena, META_MAP);
    if (!isa_parse(name, &isa))
        return COMGR_INVALID_ARGUMENT;
    const struct gcn_target *target = isa.target;
    add_number(arena, map, "AddressableNumSGPRs",
               target->sgpr_init_bug ? SGPRS_INIT_BUG : target->max_sgprs);
    add_number(arena, map, "AddressableNumVGPRs", target->max_vgprs);
    add_text(arena, map, "Architecture", "amdgcn");
    add_number(arena, map, "EUsPerCU", SIMDS);
    add_text(arena, map, "Environment", "");
    meta_add(arena, map, "Features", features(arena, &isa));
    add_number(arena, map, "LDSBankCount", target->lds_banks);
    add_number(arena, map, "LocalMemorySize", target->lds_size);
    add_number(arena, map, "MaxFlatWorkGroupSize", MAX_GROUP);
    add_number(arena, map, "MaxWavesPerCU", (uint64_t)target->max_waves * SIMDS);
    add_text(arena, map, "Name", arena_strdup(arena, name));
    add_text(arena, map, "OS", "amdhsa");
    add_text(arena, map, "Processor", target->name);
    add_number(arena, map, "SGPRAllocGranule", target->sgpr_granule);
    add_number(arena, map, "TotalNumSGPRs", target->sgprs_per_simd);
    add_number(arena, map, "TotalNumVGPRs", target->vgprs_per_simd);
    add_number(arena, map, "TrapHandlerEnabled", 1);
    add_number(arena, map, "VGPRAllocGranule", target->vgpr_granule);
    add_text(arena, map, "Vendor", "amd");
    add_text(arena, map, "Version", "1.0.0");
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_get_isa_metadata(const char *name, struct comgr_handle *node)
{
    return name && node ? metadata_new(make, name, node) : COMGR_INVALID_ARGUMENT;
}
