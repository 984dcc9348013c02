/* Sections of debug information in an object file. */
#ifndef OCC_BACKEND_GCN_DEBUG_DEBUG_SECTIONS_H
#define OCC_BACKEND_GCN_DEBUG_DEBUG_SECTIONS_H

#include "backend-gcn/debug/dwarf.h"
#include "gcn/object/elf.h"

/* Where they are in the file; 0: a section is not there. */
struct debug_sections {
    struct dwarf *dwarf; /* NULL: no debug information */
    uint32_t sections[DWARF_SECTIONS];
    uint32_t relas[DWARF_SECTIONS]; /* ET_REL */
};

/* What a number names: in a file that is linked further the symbol of its section, else the
 * section's address; the offset in it counts on top. */
struct debug_target {
    uint32_t symbol;
    uint64_t address, offset;
};
typedef struct debug_target debug_target_of(void *data, const struct dwarf_fixup *fixup);

/* Adds the sections that are not empty before the last one, the table of section names, whose new
 * index is returned. */
uint32_t debug_sections_add(struct debug_sections *debug, struct elf_file *file);
/* Fills the numbers or, in ET_REL, writes relocations for them: before sizes are final there, and
 * after addresses are known elsewhere. */
void debug_sections_finish(const struct debug_sections *debug, struct elf_file *file,
                           uint32_t symtab, debug_target_of *target_of, void *data);

#endif
