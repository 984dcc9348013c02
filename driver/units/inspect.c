#include "driver/units/inspect.h"

#include "gcn/isa/gcn_target.h"
#include "driver/units/elf_view.h"
#include "driver/units/stored_ir.h"

#include <string.h>

/* EF_AMDGPU_MACH: AMDGPUUsage, "Header".  Version 2 leaves it 0. */
static const char *
target_of_flags(unsigned flags)
{
    for (unsigned i = 0; i < gcn_target_count; i++)
        if ((flags & 0xFF) && gcn_targets[i].elf_mach == (flags & 0xFF))
            return gcn_targets[i].name;
    return NULL;
}

void
inspect(struct occ_binary *binary, struct arena *arena, const void *bytes, size_t length)
{
    Elf64_Ehdr header;
    struct stored_ir stored;
    binary->kind = OCC_BINARY_UNKNOWN;
    binary->target = NULL;
    if (!elf_view_header(bytes, length, &header))
        return;
    if (header.e_type == ET_DYN || header.e_type == ET_EXEC) {
        binary->kind = OCC_BINARY_EXECUTABLE;
        binary->target = target_of_flags(header.e_flags);
    } else if (header.e_type != ET_REL) {
        return;
    } else if (!stored_ir_read(&stored, arena, bytes, length)) {
        const struct gcn_target *target = gcn_find_target(stored.target, strlen(stored.target));
        binary->kind = stored.is_library ? OCC_BINARY_LIBRARY : OCC_BINARY_UNIT;
        binary->target = target ? target->name : NULL;
    } else if (!stored.is_there) {
        binary->kind = OCC_BINARY_RELOCATABLE;
        binary->target = target_of_flags(header.e_flags);
    }
}
