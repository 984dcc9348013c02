/* What each parameter may be, by its kind alone. */
#include "test/hsa-check/check.h"

#include <inttypes.h>

/* Enumerations: their least and largest value (hsa.h; hsa_ext_amd.h; hsa_ext_image.h). */
static const struct {
    const char *name;
    uint64_t first, last;
} ranges[KINDS] = {
    [KIND_CONDITION] = {"condition", HSA_SIGNAL_CONDITION_EQ, HSA_SIGNAL_CONDITION_GTE},
    [KIND_WAIT_STATE] = {"wait state", HSA_WAIT_STATE_BLOCKED, HSA_WAIT_STATE_ACTIVE},
    [KIND_PROFILE] = {"profile", HSA_PROFILE_BASE, HSA_PROFILE_FULL},
    [KIND_ROUNDING] = {"rounding mode", HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT,
                       HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR},
    [KIND_EXECUTABLE_STATE] = {"executable state", HSA_EXECUTABLE_STATE_UNFROZEN,
                               HSA_EXECUTABLE_STATE_FROZEN},
    [KIND_PERMISSION] = {"access permission", HSA_ACCESS_PERMISSION_RO, HSA_ACCESS_PERMISSION_RW},
    [KIND_PRIORITY] = {"priority", HSA_AMD_QUEUE_PRIORITY_LOW, HSA_AMD_QUEUE_PRIORITY_HIGH},
    [KIND_QUEUE_TYPE] = {"queue type", HSA_QUEUE_TYPE_MULTI, HSA_QUEUE_TYPE_COOPERATIVE},
    [KIND_DIRECTION] = {"direction", hsaHostToHost, hsaDeviceToDevice},
    [KIND_GEOMETRY] = {"geometry", HSA_EXT_IMAGE_GEOMETRY_1D, HSA_EXT_IMAGE_GEOMETRY_2DADEPTH},
    [KIND_LAYOUT] = {"layout", HSA_EXT_IMAGE_DATA_LAYOUT_OPAQUE, HSA_EXT_IMAGE_DATA_LAYOUT_LINEAR},
};

static void
check(struct call *call, unsigned number, enum kind kind, uint64_t word)
{
    switch (kind) {
    case KIND_ANY:
        return;
    case KIND_NON_NULL:
        if (!word)
            misuse(call, "argument %u is NULL", number);
        return;
    case KIND_NON_ZERO:
        if (!word)
            misuse(call, "argument %u is 0", number);
        return;
    case KIND_NULL:
        if (word)
            misuse(call, "argument %u is reserved and not 0", number);
        return;
    default:
        if (object_name(kind))
            object_wanted(call, "", kind, word);
        else if (word < ranges[kind].first || word > ranges[kind].last)
            misuse(call, "argument %u: %s %" PRIu64 " is none", number, ranges[kind].name, word);
    }
}

void
arguments_check(struct call *call)
{
    for (unsigned i = 0; i < MAX_WORDS; i++)
        check(call, i + 1, call->function->kinds[i], call->word[i]);
}
