/* Conversion: symbol tables. */
#include "gcn/codeobj/convert_output.h"

#include <string.h>

enum { GAP = CONVERT_GAP };

static void
add_symbol(struct convert_output *o, bool dynamic, const char *name, Elf64_Sym entry)
{
    struct elf_section *names = &o->file.sections.at[dynamic ? o->dynstr : o->strtab];
    entry.st_name = elf_string(names, name);
    strbuf_add(convert_content(o, dynamic ? o->dynsym : o->symtab), (const char *)&entry,
               sizeof entry);
}

/* The kernel that a symbol is the header, descriptor or code of; NULL: none. */
static const struct codeobj_kernel *
kernel_of(const struct codeobj *from, const struct codeobj_symbol *symbol)
{
    size_t length = strlen(symbol->name);
    bool has_suffix = length > 3 && (strcmp(symbol->name + length - 3, ".kd") == 0 ||
                                     strcmp(symbol->name + length - 3, "@kd") == 0);
    vec_foreach (const struct codeobj_kernel, kernel, &from->kernels) {
        bool is_it = kernel->launch_size == CODEOBJ_DESCRIPTOR && has_suffix &&
                     strncmp(kernel->name, symbol->name, length - 3) == 0 &&
                     !kernel->name[length - 3];
        if (is_it || strcmp(kernel->name, symbol->name) == 0)
            return kernel;
    }
    return NULL;
}

/* Sections of addresses that are known after layout only are found then: 0 until then. */
static void
add_kernel(struct convert_output *o, bool dynamic, const struct codeobj_kernel *kernel,
           Elf64_Sym like)
{
    const struct object_launch *launch = o->c->to->launch;
    uint32_t i = (uint32_t)(kernel - o->c->from->kernels.at);
    Elf64_Sym code = like;
    bool is_header = convert_has_header(o->c->to);
    uint64_t gap = kernel->entry - o->launch_at[i];
    code.st_info = (unsigned char)ELF64_ST_INFO(ELF64_ST_BIND(like.st_info), launch->symbol_type);
    code.st_value = is_header ? o->launch_at[i] : kernel->entry;
    code.st_size = is_header && gap != GAP ? GAP : kernel->code_size + (is_header ? GAP : 0);
    add_symbol(o, dynamic, kernel->name, code);
    if (is_header)
        return;
    Elf64_Sym descriptor = like;
    descriptor.st_info = (unsigned char)ELF64_ST_INFO(ELF64_ST_BIND(like.st_info), STT_OBJECT);
    descriptor.st_value = o->launch_at[i];
    descriptor.st_size = CODEOBJ_DESCRIPTOR;
    add_symbol(o, dynamic,
               arena_printf(o->c->arena, "%s%s", kernel->name, launch->descriptor_suffix),
               descriptor);
}

void
convert_add_symbols(struct convert_output *o, bool dynamic)
{
    const struct codeobj *from = o->c->from;
    const struct codeobj_symbol *symbols = dynamic ? from->dynamic.at : from->symbols.at;
    uint32_t count = dynamic ? from->dynamic.count : from->symbols.count;
    bool *done = ARENA_ARRAY(o->c->arena, from->kernels.count + 1u, bool);
    add_symbol(o, dynamic, "", (Elf64_Sym){0});
    for (uint32_t i = 1; i < count; i++) {
        const struct codeobj_symbol *symbol = &symbols[i];
        const struct codeobj_kernel *kernel = kernel_of(from, symbol);
        Elf64_Sym entry = symbol->entry;
        guard_poll(o->c->arena->guard);
        if (kernel) {
            if (!done[kernel - from->kernels.at])
                add_kernel(o, dynamic, kernel, entry);
            done[kernel - from->kernels.at] = true;
            continue;
        }
        bool is_in_section = entry.st_shndx && entry.st_shndx < SHN_LORESERVE;
        if (is_in_section && !o->index[entry.st_shndx] && !dynamic)
            continue; /* of a section that is made anew: _DYNAMIC and the like */
        if (is_in_section)
            entry.st_shndx = (Elf64_Section)o->index[entry.st_shndx];
        add_symbol(o, dynamic, symbol->name, entry);
    }
}

uint32_t
convert_count_locals(const struct strbuf *symbols)
{
    const Elf64_Sym *entries = (const Elf64_Sym *)symbols->text;
    uint32_t count = (uint32_t)(symbols->length / sizeof *entries), i = 1;
    while (i < count && ELF64_ST_BIND(entries[i].st_info) == STB_LOCAL)
        i++;
    return i;
}

/* Values of kernels' symbols: addresses of the output.  Offsets in .occ.launch become such. */
void
convert_finish_symbols(struct convert_output *o, uint32_t table)
{
    Elf64_Sym *symbols = (Elf64_Sym *)convert_content(o, table)->text;
    size_t count = convert_content(o, table)->length / sizeof *symbols;
    for (size_t i = 1; i < count; i++) {
        Elf64_Sym *symbol = &symbols[i];
        unsigned type = ELF64_ST_TYPE(symbol->st_info);
        bool is_section_known = symbol->st_shndx >= SHN_LORESERVE || !symbol->st_shndx;
        if (is_section_known && type != STT_FUNC && type != STT_OBJECT &&
            type != ELF_STT_AMDGPU_HSA_KERNEL)
            continue;
        for (uint32_t k = 1; k < o->file.sections.count; k++) {
            const Elf64_Shdr *header = &o->file.sections.at[k].header;
            if (header->sh_flags & SHF_ALLOC && header->sh_size &&
                symbol->st_value >= header->sh_addr &&
                symbol->st_value < header->sh_addr + header->sh_size)
                symbol->st_shndx = (Elf64_Section)k;
        }
    }
}
