/* The versions that are written, as facts. */
#include "backend-gcn/debug/dwarf_internal.h"

/* clang writes the language of version 5 in 4, too; 2 has none later than C89, but readers know
 * C99. */
static const struct dwarf_facts versions[] = {
    {.number = 2,
     .lines = &line_form_2,
     .language = DW_LANG_C99,
     .linkage_name = DW_AT_MIPS_linkage_name,
     .flag = DW_FORM_flag,
     .section_offset = DW_FORM_data4,
     .expression = DW_FORM_block1},
    {.number = 4,
     .lines = &line_form_4,
     .language = DW_LANG_OpenCL,
     .linkage_name = DW_AT_linkage_name,
     .flag = DW_FORM_flag_present,
     .section_offset = DW_FORM_sec_offset,
     .expression = DW_FORM_exprloc,
     .has_restrict = true,
     .has_sizes = true},
};

const struct dwarf_facts *
dwarf_facts_of(unsigned number)
{
    return &versions[number == versions[1].number];
}
