#include "driver/inspect.h"

#include "backend-gcn/isa/gcn_target.h"
#include "driver/stored_ir.h"

#include <gelf.h>
#include <libelf.h>
#include <string.h>

/* Its header; false: it is no ELF file for these GPUs. */
static bool
read_elf_header(const void *bytes, size_t length, GElf_Ehdr *header)
{
    if (elf_version(EV_CURRENT) == EV_NONE)
        return false;
    Elf *elf = elf_memory((char *)(uintptr_t)bytes, length);
    bool good = elf && elf_kind(elf) == ELF_K_ELF && gelf_getehdr(elf, header) &&
                header->e_machine == EM_AMDGPU;
    elf_end(elf);
    return good;
}

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
    GElf_Ehdr header;
    struct stored_ir stored;
    binary->kind = OCC_BINARY_UNKNOWN;
    binary->target = NULL;
    if (!read_elf_header(bytes, length, &header))
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
