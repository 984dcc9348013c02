/* Conversion: sections that stay, sections that loaders read, and where what launches kernels goes. */
#include "gcn/codeobj/convert_output.h"
#include "support/number.h"

#include <string.h>

#define LAUNCH_SECTION ".occ.launch" /* headers or descriptors that have no room elsewhere */

enum { PAGE = 0x1000, GAP = CONVERT_GAP };

/* Is it made anew?  Its name in the output follows from its kind. */
bool
convert_is_loaders(const struct codeobj_section *section)
{
    uint32_t type = section->header.sh_type;
    return type == SHT_NULL || type == SHT_DYNSYM || type == SHT_HASH || type == SHT_GNU_HASH ||
           type == SHT_NOTE || type == SHT_SYMTAB || type == SHT_STRTAB || type == SHT_RELA ||
           type == SHT_DYNAMIC || strcmp(section->name, LAUNCH_SECTION) == 0;
}

bool
convert_is_loaded(const struct codeobj_section *section)
{
    return section->header.sh_flags & SHF_ALLOC;
}

static unsigned
segment_flags(const Elf64_Shdr *header)
{
    return PF_R | (header->sh_flags & SHF_WRITE ? PF_W : 0u) |
           (header->sh_flags & SHF_EXECINSTR ? PF_X : 0u);
}

/* What is far from the section before it has a segment of its own: a gap would be in the file,
 * too, and so would the zeros of one without bytes. */
static void
fix(const struct convert_output *o, struct elf_section *section, uint64_t address)
{
    const struct elf_section *before = section - 1;
    bool is_first = before == o->file.sections.at;
    section->fixed_address = address;
    section->starts_segment = !is_first && (before->zeros || address - before->fixed_address >
                                                                 before->content.length + PAGE);
}

static void
copy_section(struct convert_output *o, uint32_t i)
{
    const struct codeobj_section *from = &o->c->from->sections.at[i];
    const Elf64_Shdr *header = &from->header;
    uint32_t index = elf_section_new(&o->file, from->name, header->sh_type, header->sh_flags,
                                     header->sh_addralign, segment_flags(header));
    struct elf_section *to = &o->file.sections.at[index];
    o->index[i] = index;
    to->header.sh_entsize = header->sh_entsize;
    if (convert_is_loaded(from) && o->is_behind)
        fix(o, to, header->sh_addr);
    if (from->bytes)
        strbuf_add(&to->content, (const char *)from->bytes, header->sh_size);
    else
        to->zeros = header->sh_size;
}

static bool
has_dynamic_relocs(const struct convert_output *o)
{
    vec_foreach (const struct codeobj_section, section, &o->c->from->sections)
        if (section->header.sh_type == SHT_RELA && convert_is_loaded(section) &&
            section->header.sh_size)
            return true;
    return false;
}

static bool
needs_launch_section(const struct convert_output *o)
{
    for (uint32_t i = 0; i < o->c->from->kernels.count; i++)
        if (!o->is_inside[i])
            return true;
    return false;
}

static void
add_loaders(struct convert_output *o)
{
    struct elf_file *file = &o->file;
    o->note = elf_section_new(file, ".note", SHT_NOTE, SHF_ALLOC, 4, PF_R);
    o->dynsym = elf_section_new(file, ".dynsym", SHT_DYNSYM, SHF_ALLOC, 8, PF_R);
    o->hash = elf_section_new(file, ".hash", SHT_HASH, SHF_ALLOC, 4, PF_R);
    o->dynstr = elf_section_new(file, ".dynstr", SHT_STRTAB, SHF_ALLOC, 1, PF_R);
    if (has_dynamic_relocs(o))
        o->rela = elf_section_new(file, ".rela.dyn", SHT_RELA, SHF_ALLOC, 8, PF_R);
    if (needs_launch_section(o))
        o->launch = elf_section_new(file, LAUNCH_SECTION, SHT_PROGBITS, SHF_ALLOC, GAP, PF_R);
}

static void
add_dynamic(struct convert_output *o, const struct codeobj_section *from)
{
    o->dynamic =
        elf_section_new(&o->file, ".dynamic", SHT_DYNAMIC, SHF_ALLOC | SHF_WRITE, 8, PF_R | PF_W);
    if (o->is_behind)
        fix(o, &o->file.sections.at[o->dynamic], from->header.sh_addr);
}

/* Where it was; after all else if there was none. */
static void
add_symtab(struct convert_output *o)
{
    if (o->symtab)
        return;
    o->symtab = elf_section_new(&o->file, ".symtab", SHT_SYMTAB, 0, 8, 0);
    o->strtab = elf_section_new(&o->file, ".strtab", SHT_STRTAB, 0, 1, 0);
}

static void
copy_sections(struct convert_output *o, bool loaded)
{
    const struct codeobj *from = o->c->from;
    for (uint32_t i = 1; i < from->sections.count; i++) {
        const struct codeobj_section *section = &from->sections.at[i];
        if (convert_is_loaded(section) != loaded)
            continue;
        if (section->header.sh_type == SHT_DYNAMIC)
            add_dynamic(o, section);
        else if (section->header.sh_type == SHT_SYMTAB && !loaded)
            add_symtab(o);
        else if (!convert_is_loaders(section))
            copy_section(o, i);
    }
}

/* The end of all that stays, in whole pages. */
static uint64_t
end_of_fixed(const struct convert_output *o)
{
    uint64_t end = 0;
    vec_foreach (const struct elf_section, section, &o->file.sections)
        if (section->fixed_address)
            end = larger(end, section->fixed_address + section->content.length + section->zeros);
    return round_up(end, PAGE);
}

/* After: each gets the address at which it follows the one before. */
void
convert_fix_loaders(struct convert_output *o)
{
    uint64_t next = end_of_fixed(o);
    for (uint32_t i = o->note; i && i < o->file.sections.count; i++) {
        struct elf_section *section = &o->file.sections.at[i];
        if (!(section->header.sh_flags & SHF_ALLOC))
            return;
        next = round_up(next, section->header.sh_addralign);
        section->fixed_address = next;
        section->starts_segment = i == o->note;
        next += section->content.length;
    }
}

/* Those of debug information after all others, as occ writes them. */
static void
add_names(struct convert_output *o, bool debug)
{
    struct elf_section *sections = o->file.sections.at;
    for (uint32_t i = 1; i < o->file.sections.count; i++)
        if ((strncmp(sections[i].name, ".debug_", strlen(".debug_")) == 0) == debug)
            sections[i].header.sh_name = elf_string(&sections[o->shstrtab], sections[i].name);
}

void
convert_add_sections(struct convert_output *o)
{
    struct elf_file *file = &o->file;
    if (!o->is_behind)
        add_loaders(o);
    copy_sections(o, true);
    if (o->is_behind)
        add_loaders(o);
    copy_sections(o, false);
    add_symtab(o);
    o->shstrtab = elf_section_new(file, ".shstrtab", SHT_STRTAB, 0, 1, 0);
    add_names(o, false);
    add_names(o, true);
    for (uint32_t i = 1; i < o->c->from->sections.count; i++) {
        const Elf64_Shdr *header = &o->c->from->sections.at[i].header;
        if (o->index[i] && header->sh_info && header->sh_info < o->c->from->sections.count)
            file->sections.at[o->index[i]].header.sh_info = o->index[header->sh_info];
    }
}

/* ---- what launches kernels ---- */

static const uint8_t nops[4] = {0, 0, 0x80, 0xbf}; /* s_nop 0 */

/* Are the 256 bytes before the code such as occ leaves for a header? */
static bool
has_gap(const struct codeobj *from, uint64_t entry)
{
    const struct codeobj_section *section =
        entry >= GAP ? codeobj_section_at(from, 0, entry - GAP, GAP) : NULL;
    if (!section || entry % GAP)
        return false;
    const uint8_t *bytes = section->bytes + (entry - GAP - section->header.sh_addr);
    for (unsigned i = 0; i < GAP; i += 4)
        if (memcmp(bytes + i, nops, 4) != 0)
            return false;
    return true;
}

/* Headers go into gaps, descriptors stay where descriptors are; the rest has a section of its own. */
void
convert_place_launches(struct convert_output *o)
{
    const struct codeobj *from = o->c->from;
    bool to_header = convert_has_header(o->c->to);
    uint64_t next = 0, step = to_header ? GAP : CODEOBJ_DESCRIPTOR;
    o->launch_at = ARENA_ARRAY(o->c->arena, from->kernels.count + 1u, uint64_t);
    o->is_inside = ARENA_ARRAY(o->c->arena, from->kernels.count + 1u, bool);
    for (uint32_t i = 0; i < from->kernels.count; i++) {
        const struct codeobj_kernel *kernel = &from->kernels.at[i];
        bool was_header = kernel->launch_size == CODEOBJ_KERNEL_CODE;
        const struct codeobj_section *at =
            codeobj_section_at(from, 0, kernel->launch_address, kernel->launch_size);
        bool stays = was_header == to_header && at && !convert_is_loaders(at);
        o->is_inside[i] = stays || (to_header && has_gap(from, kernel->entry));
        o->launch_at[i] = stays             ? kernel->launch_address
                          : o->is_inside[i] ? kernel->entry - GAP
                                            : next;
        next += o->is_inside[i] ? 0 : step;
    }
}

static void
put(struct convert_output *o, uint64_t address, const uint8_t *bytes, size_t size)
{
    vec_foreach (struct elf_section, section, &o->file.sections) {
        uint64_t start = section->header.sh_addr;
        if (section->header.sh_flags & SHF_ALLOC && section->content.length >= size &&
            address >= start && address - start <= section->content.length - size) {
            memcpy(section->content.text + (address - start), bytes, size);
            return;
        }
    }
}

/* Overwrites what was at the address before, in the section that still has it, if any does: others may
 * lie there now. */
static void
erase(struct convert_output *o, uint64_t address, const uint8_t *bytes, size_t size)
{
    const struct codeobj *from = o->c->from;
    for (uint32_t i = 1; i < from->sections.count; i++) {
        const struct codeobj_section *section = &from->sections.at[i];
        uint64_t start = section->header.sh_addr;
        if (o->index[i] && convert_is_loaded(section) && section->bytes && address >= start &&
            section->header.sh_size >= size && address - start <= section->header.sh_size - size)
            memcpy(convert_content(o, o->index[i])->text + (address - start), bytes, size);
    }
}

void
convert_write_launches(struct convert_output *o)
{
    const struct codeobj *from = o->c->from;
    size_t size = convert_has_header(o->c->to) ? CODEOBJ_KERNEL_CODE : CODEOBJ_DESCRIPTOR;
    for (uint32_t i = 0; i < from->kernels.count; i++) { /* what was there goes */
        const struct codeobj_kernel *kernel = &from->kernels.at[i];
        bool was_header = kernel->launch_size == CODEOBJ_KERNEL_CODE;
        static const uint8_t zeros[CODEOBJ_DESCRIPTOR];
        for (unsigned k = 0; was_header && k < GAP; k += 4)
            erase(o, kernel->launch_address + k, nops, 4);
        if (!was_header)
            erase(o, kernel->launch_address, zeros, sizeof zeros);
    }
    for (uint32_t i = 0; i < from->kernels.count; i++) {
        uint8_t bytes[CODEOBJ_KERNEL_CODE];
        convert_launch(o->c, &from->kernels.at[i], o->launch_at[i], bytes);
        put(o, o->launch_at[i], bytes, size);
    }
}

void
convert_reserve_launches(struct convert_output *o)
{
    size_t size = convert_has_header(o->c->to) ? CODEOBJ_KERNEL_CODE : CODEOBJ_DESCRIPTOR;
    for (uint32_t i = 0; i < o->c->from->kernels.count; i++)
        if (!o->is_inside[i])
            strbuf_zeros(convert_content(o, o->launch), size);
}
