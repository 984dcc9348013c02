/* Names of targets: "amdgcn-amd-amdhsa--gfx900:xnack+". */
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

bool
isa_parse(const char *name, struct target_id *isa)
{
    return strncmp(name, PREFIX, strlen(PREFIX)) == 0 &&
           target_id_parse(name + strlen(PREFIX), isa);
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
