/* The object that a conversion makes; private to convert.c, convert_sections.c, convert_symbols.c. */
#ifndef OCC_GCN_CODEOBJ_CONVERT_OUTPUT_H
#define OCC_GCN_CODEOBJ_CONVERT_OUTPUT_H

#include "gcn/codeobj/convert.h"
#include "gcn/object/elf.h"

enum { CONVERT_GAP = CODEOBJ_KERNEL_CODE }; /* bytes before code that may hold a header */

struct convert_output {
    struct converting *c;
    struct elf_file file;
    uint32_t *index; /* section of the input -> of the output; 0: it is left out */
    uint32_t note, dynsym, hash, dynstr, rela, dynamic, launch, symtab, strtab, shstrtab;
    uint64_t *
        launch_at; /* kernel -> address of its header or descriptor; offset in .occ.launch before layout */
    bool *is_inside; /* kernel -> it lies in a section of the input */
    bool is_behind;  /* the loader's sections are after the others */
};

static inline struct strbuf *
convert_content(struct convert_output *o, uint32_t section)
{
    return &o->file.sections.at[section].content;
}

/* convert_sections.c */
/* Is the section made anew?  Its name in the output follows from its kind. */
bool convert_is_loaders(const struct codeobj_section *section);
bool convert_is_loaded(const struct codeobj_section *section);
void convert_add_sections(struct convert_output *o);
/* After all else: sections of loaders get the addresses at which each follows the one before. */
void convert_fix_loaders(struct convert_output *o);
/* Headers go into gaps, descriptors stay where descriptors are; the rest has a section of its own. */
void convert_place_launches(struct convert_output *o);
void convert_reserve_launches(struct convert_output *o);
void convert_write_launches(struct convert_output *o); /* at their final addresses */

/* convert_symbols.c */
/* .dynsym or .symtab.  Called again once launch_at has addresses. */
void convert_add_symbols(struct convert_output *o, bool dynamic);
/* The sections of kernels' symbols, by their addresses in the output. */
void convert_finish_symbols(struct convert_output *o, uint32_t table);
/* Entries before the first that is not local. */
uint32_t convert_count_locals(const struct strbuf *symbols);

#endif
