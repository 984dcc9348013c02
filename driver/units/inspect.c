#include "driver/units/inspect.h"

#include "driver/units/stored_ir.h"
#include "gcn/codeobj/elf_view.h"
#include "gcn/isa/gcn_target.h"

#include <string.h>

void
inspect(struct occ_binary *binary, struct arena *arena, const void *bytes, size_t length)
{
    struct elf_view file;
    struct stored_ir stored;
    binary->kind = OCC_BINARY_UNKNOWN;
    binary->target = NULL;
    if (!elf_view_open(&file, bytes, length) || !elf_view_is_gcn(&file))
        return;
    unsigned type = file.header.e_type;
    const struct gcn_target *target = gcn_find_mach(file.header.e_flags);
    if (type == ET_DYN || type == ET_EXEC) {
        binary->kind = OCC_BINARY_EXECUTABLE;
    } else if (type != ET_REL) {
        return;
    } else if (!stored_ir_read(&stored, arena, bytes, length)) {
        target = gcn_find_target(stored.target, strlen(stored.target));
        binary->kind = stored.is_library ? OCC_BINARY_LIBRARY : OCC_BINARY_UNIT;
    } else if (!stored.is_there) {
        binary->kind = OCC_BINARY_RELOCATABLE;
    } else {
        return;
    }
    binary->target = target ? target->name : NULL;
}
