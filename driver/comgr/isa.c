/* Names of targets: "amdgcn-amd-amdhsa--gfx900:xnack+". */
#include "driver/comgr/handles.h"

#include <string.h>

#define PREFIX "amdgcn-amd-amdhsa--"

/* The rows of the table of targets, in its order. */
static const char *const names[] = {
#define TARGET(name, ...)           PREFIX #name,
#define RELATIVE(like, name, ...)   PREFIX #name,
#define GENERIC(version, name, ...) PREFIX name,
#include "backend-gcn/isa/gcn_target.def"
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

/* One feature, "xnack+"; false: the target does not have it. */
static bool
parse_feature(const char *text, size_t length, struct isa *isa)
{
    const struct gcn_target *target = isa->target;
    if (!length || (text[length - 1] != '+' && text[length - 1] != '-'))
        return false;
    uint8_t state = text[length - 1] == '+' ? GCN_FEATURE_ON : GCN_FEATURE_OFF;
    if (length == strlen("xnack+") && memcmp(text, "xnack", length - 1) == 0) {
        isa->xnack = state;
        return target->xnack_supported;
    }
    if (length == strlen("sramecc+") && memcmp(text, "sramecc", length - 1) == 0) {
        isa->sramecc = state;
        return target->sramecc_supported;
    }
    return false;
}

bool
isa_parse(const char *name, struct isa *isa)
{
    *isa = (struct isa){0};
    if (strncmp(name, PREFIX, strlen(PREFIX)) != 0)
        return false;
    name += strlen(PREFIX);
    size_t length = strcspn(name, ":");
    isa->target = gcn_find_target(name, length);
    if (!isa->target)
        return false;
    for (name += length; *name; name += length) {
        length = strcspn(++name, ":");
        if (!parse_feature(name, length, isa))
            return false;
    }
    return true;
}

const char *
isa_print(struct arena *arena, const char *os, const struct isa *isa)
{
    static const char *const xnack[] = {"", ":xnack-", ":xnack+"};
    static const char *const sramecc[] = {"", ":sramecc-", ":sramecc+"};
    const struct gcn_target *target = isa->target;
    return arena_printf(arena, "amdgcn-amd-%s--%s%s%s", os, target->name,
                        target->sramecc_supported ? sramecc[isa->sramecc] : "",
                        target->xnack_supported ? xnack[isa->xnack] : "");
}
