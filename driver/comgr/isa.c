/* Names of targets: "amdgcn-amd-amdhsa--gfx900:xnack+"; in the words of comgr 1, which runtimes up to ROCm 4.0 say,
 * "amdgcn-amd-amdhsa--gfx906+sram-ecc". */
#include "driver/comgr/handles.h"

#include <string.h>

#define PREFIX "amdgcn-amd-amdhsa--"

/* The rows of the table of targets, in its order. */
static const char *const names[] = {
#define TARGET(name, ...)           PREFIX #name,
#define RELATIVE(like, name, ...)   PREFIX #name,
#define GENERIC(version, name, ...) PREFIX name,
#include "gcn/isa/gcn_target.def"
};

enum comgr_status
amd_comgr_get_isa_count(size_t *count)
{
    if (!count)
        return COMGR_INVALID_ARGUMENT;
    *count = sizeof names / sizeof *names;
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_get_isa_name(size_t index, const char **name)
{
    if (!name || index >= sizeof names / sizeof *names)
        return COMGR_INVALID_ARGUMENT;
    *name = names[index];
    return COMGR_SUCCESS;
}

/* "gfx906+sram-ecc+xnack": what the target has and the name does not say is off. */
static bool
parse_old(const char *text, struct target_id *isa)
{
    size_t length = strcspn(text, "+");
    const struct gcn_target *target = gcn_find_target(text, length);
    if (!target)
        return false;
    *isa = (struct target_id){target, target->xnack_supported ? GCN_FEATURE_OFF : GCN_FEATURE_ANY,
                              target->sramecc_supported ? GCN_FEATURE_OFF : GCN_FEATURE_ANY};
    for (text += length; *text; text += length) {
        length = strcspn(++text, "+");
        bool is_xnack = length == 5 && strncmp(text, "xnack", length) == 0;
        bool is_sramecc = length == 8 && strncmp(text, "sram-ecc", length) == 0;
        uint8_t *feature = is_xnack ? &isa->xnack : is_sramecc ? &isa->sramecc : NULL;
        if (!feature || *feature == GCN_FEATURE_ANY)
            return false;
        *feature = GCN_FEATURE_ON;
    }
    return true;
}

bool
isa_parse(const char *name, struct target_id *isa)
{
    if (strncmp(name, PREFIX, strlen(PREFIX)) != 0)
        return false;
    name += strlen(PREFIX);
    return name[strcspn(name, ":+")] == '+' ? parse_old(name, isa) : target_id_parse(name, isa);
}

const char *
isa_print(struct arena *arena, const char *os, const struct target_id *isa)
{
    static const char *const xnack[] = {"", ":xnack-", ":xnack+"};
    static const char *const sramecc[] = {"", ":sramecc-", ":sramecc+"};
    const struct gcn_target *target = isa->target;
    return arena_printf(arena, "amdgcn-amd-%s--%s%s%s", os, target->name,
                        target->sramecc_supported ? sramecc[isa->sramecc] : "",
                        target->xnack_supported ? xnack[isa->xnack] : "");
}
