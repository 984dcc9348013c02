/* A code object in another version: sections, symbols and notes around code and data that stay where they are.
 *
 * What a loader reads is tried in front of them, where compilers put it; if it does not fit there it goes behind
 * all else, into a segment of its own.  So an object that went to another version and comes back is the same. */
#include "backend-gcn/codeobj/convert.h"
#include "backend-gcn/object/code_object.h"
#include "backend-gcn/object/elf.h"
#include "support/number.h"

#include <string.h>

enum {
    PAGE = 0x1000,
    GAP = CODEOBJ_KERNEL_CODE,
    MOST_GROWTH = 1 << 24 /* of the file, in bytes: alignments, and what the loader reads */
};

#define LAUNCH_SECTION ".occ.launch" /* headers or descriptors that have no room elsewhere */

struct output {
    struct converting *c;
    struct elf_file file;
    uint32_t *index; /* section of the input -> of the output; 0: it is left out */
    uint32_t note, dynsym, hash, dynstr, rela, dynamic, launch, symtab, strtab, shstrtab;
    uint64_t *
        launch_at; /* kernel -> address of its header or descriptor; offset in .occ.launch before layout */
    bool *is_inside; /* kernel -> it lies in a section of the input */
    bool is_behind;  /* the loader's sections are behind the others */
};

static struct strbuf *
content(struct output *o, uint32_t section)
{
    return &o->file.sections.at[section].content;
}

/* ---- which sections ---- */

/* Is it made anew?  Its name in the output follows from its kind. */
static bool
is_loaders(const struct codeobj_section *section)
{
    uint32_t type = section->header.sh_type;
    return type == SHT_NULL || type == SHT_DYNSYM || type == SHT_HASH || type == SHT_GNU_HASH ||
           type == SHT_NOTE || type == SHT_SYMTAB || type == SHT_STRTAB || type == SHT_RELA ||
           type == SHT_DYNAMIC || strcmp(section->name, LAUNCH_SECTION) == 0;
}

static bool
is_loaded(const struct codeobj_section *section)
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
fix(const struct output *o, struct elf_section *section, uint64_t address)
{
    const struct elf_section *before = section - 1;
    bool is_first = before == o->file.sections.at;
    section->fixed_address = address;
    section->starts_segment = !is_first && (before->zeros || address - before->fixed_address >
                                                                 before->content.length + PAGE);
}

static void
copy_section(struct output *o, uint32_t i)
{
    const struct codeobj_section *from = &o->c->from->sections.at[i];
    const Elf64_Shdr *header = &from->header;
    uint32_t index = elf_section_new(&o->file, from->name, header->sh_type, header->sh_flags,
                                     header->sh_addralign, segment_flags(header));
    struct elf_section *to = &o->file.sections.at[index];
    o->index[i] = index;
    to->header.sh_entsize = header->sh_entsize;
    if (is_loaded(from) && o->is_behind)
        fix(o, to, header->sh_addr);
    if (from->bytes)
        strbuf_add(&to->content, (const char *)from->bytes, header->sh_size);
    else
        to->zeros = header->sh_size;
}

static bool
has_dynamic_relocs(const struct output *o)
{
    vec_foreach (const struct codeobj_section, section, &o->c->from->sections)
        if (section->header.sh_type == SHT_RELA && is_loaded(section) && section->header.sh_size)
            return true;
    return false;
}

static bool
needs_launch_section(const struct output *o)
{
    for (uint32_t i = 0; i < o->c->from->kernels.count; i++)
        if (!o->is_inside[i])
            return true;
    return false;
}

static void
add_loaders(struct output *o)
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
add_dynamic(struct output *o, const struct codeobj_section *from)
{
    o->dynamic =
        elf_section_new(&o->file, ".dynamic", SHT_DYNAMIC, SHF_ALLOC | SHF_WRITE, 8, PF_R | PF_W);
    if (o->is_behind)
        fix(o, &o->file.sections.at[o->dynamic], from->header.sh_addr);
}

static void
copy_sections(struct output *o, bool loaded)
{
    const struct codeobj *from = o->c->from;
    for (uint32_t i = 1; i < from->sections.count; i++) {
        const struct codeobj_section *section = &from->sections.at[i];
        if (is_loaded(section) != loaded)
            continue;
        if (section->header.sh_type == SHT_DYNAMIC)
            add_dynamic(o, section);
        else if (!is_loaders(section))
            copy_section(o, i);
    }
}

/* The end of all that stays, in whole pages. */
static uint64_t
end_of_fixed(const struct output *o)
{
    uint64_t end = 0;
    vec_foreach (const struct elf_section, section, &o->file.sections)
        if (section->fixed_address)
            end = larger(end, section->fixed_address + section->content.length + section->zeros);
    return round_up(end, PAGE);
}

/* Behind: each gets the address at which it follows the one before. */
static void
fix_loaders(struct output *o)
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

static void
add_sections(struct output *o)
{
    struct elf_file *file = &o->file;
    if (!o->is_behind)
        add_loaders(o);
    copy_sections(o, true);
    if (o->is_behind)
        add_loaders(o);
    copy_sections(o, false);
    o->symtab = elf_section_new(file, ".symtab", SHT_SYMTAB, 0, 8, 0);
    o->strtab = elf_section_new(file, ".strtab", SHT_STRTAB, 0, 1, 0);
    o->shstrtab = elf_section_new(file, ".shstrtab", SHT_STRTAB, 0, 1, 0);
    for (uint32_t i = 1; i < file->sections.count; i++)
        file->sections.at[i].header.sh_name =
            elf_string(&file->sections.at[o->shstrtab], file->sections.at[i].name);
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
static void
place_launches(struct output *o)
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
        bool stays = was_header == to_header && at && !is_loaders(at);
        o->is_inside[i] = stays || (to_header && has_gap(from, kernel->entry));
        o->launch_at[i] = stays             ? kernel->launch_address
                          : o->is_inside[i] ? kernel->entry - GAP
                                            : next;
        next += o->is_inside[i] ? 0 : step;
    }
}

static void
put(struct output *o, uint64_t address, const uint8_t *bytes, size_t size)
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

static void
write_launches(struct output *o)
{
    const struct codeobj *from = o->c->from;
    size_t size = convert_has_header(o->c->to) ? CODEOBJ_KERNEL_CODE : CODEOBJ_DESCRIPTOR;
    for (uint32_t i = 0; i < from->kernels.count; i++) { /* what was there goes */
        const struct codeobj_kernel *kernel = &from->kernels.at[i];
        bool was_header = kernel->launch_size == CODEOBJ_KERNEL_CODE;
        static const uint8_t zeros[CODEOBJ_DESCRIPTOR];
        for (unsigned k = 0; was_header && k < GAP; k += 4)
            put(o, kernel->launch_address + k, nops, 4);
        if (!was_header)
            put(o, kernel->launch_address, zeros, sizeof zeros);
    }
    for (uint32_t i = 0; i < from->kernels.count; i++) {
        uint8_t bytes[CODEOBJ_KERNEL_CODE];
        convert_launch(o->c, &from->kernels.at[i], o->launch_at[i], bytes);
        put(o, o->launch_at[i], bytes, size);
    }
}

static void
reserve(struct strbuf *buf, size_t size)
{
    for (size_t i = 0; i < size; i++)
        strbuf_add(buf, "", 1);
}

static void
reserve_launches(struct output *o)
{
    size_t size = convert_has_header(o->c->to) ? CODEOBJ_KERNEL_CODE : CODEOBJ_DESCRIPTOR;
    for (uint32_t i = 0; i < o->c->from->kernels.count; i++)
        if (!o->is_inside[i])
            reserve(content(o, o->launch), size);
}

/* ---- symbols ---- */

static void
add_symbol(struct output *o, bool dynamic, const char *name, Elf64_Sym entry)
{
    struct elf_section *names = &o->file.sections.at[dynamic ? o->dynstr : o->strtab];
    entry.st_name = elf_string(names, name);
    strbuf_add(content(o, dynamic ? o->dynsym : o->symtab), (const char *)&entry, sizeof entry);
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
add_kernel(struct output *o, bool dynamic, const struct codeobj_kernel *kernel, Elf64_Sym like)
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

static void
add_symbols(struct output *o, bool dynamic)
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

static uint32_t
count_locals(const struct strbuf *symbols)
{
    const Elf64_Sym *entries = (const Elf64_Sym *)symbols->text;
    uint32_t count = (uint32_t)(symbols->length / sizeof *entries), i = 1;
    while (i < count && ELF64_ST_BIND(entries[i].st_info) == STB_LOCAL)
        i++;
    return i;
}

/* Values of kernels' symbols: addresses of the output.  Offsets in .occ.launch become such. */
static void
finish_symbols(struct output *o, uint32_t table)
{
    Elf64_Sym *symbols = (Elf64_Sym *)content(o, table)->text;
    size_t count = content(o, table)->length / sizeof *symbols;
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

/* ---- relocations, .dynamic, notes ---- */

static void
copy_relocs(struct output *o)
{
    const struct codeobj *from = o->c->from;
    const Elf64_Sym *symbols = (const Elf64_Sym *)content(o, o->dynsym)->text;
    size_t count = content(o, o->dynsym)->length / sizeof *symbols;
    const char *names = content(o, o->dynstr)->text;
    vec_foreach (const struct codeobj_reloc, reloc, &from->relocs) {
        if (!is_loaded(&from->sections.at[reloc->section]))
            continue;
        uint64_t symbol = ELF64_R_SYM(reloc->entry.r_info), found = 0;
        for (size_t i = 1; symbol && symbol < from->dynamic.count && i < count; i++)
            if (strcmp(names + symbols[i].st_name, from->dynamic.at[symbol].name) == 0)
                found = i;
        if (symbol && !found)
            convert_refuse(o->c, "a relocation has no symbol");
        Elf64_Rela entry = reloc->entry;
        entry.r_info = ELF64_R_INFO(found, ELF64_R_TYPE(entry.r_info));
        strbuf_add(content(o, o->rela), (const char *)&entry, sizeof entry);
    }
}

/* As long as it was, so that what follows stays. */
static void
fill_dynamic(struct output *o)
{
    const struct elf_dynamic dynamic = {o->dynsym, o->hash, o->dynstr, o->dynamic, o->rela};
    bool is_first = !content(o, o->dynamic)->length;
    elf_fill_dynamic(&o->file, &dynamic);
    vec_foreach (const struct codeobj_section, section, &o->c->from->sections) {
        if (!is_first || section->header.sh_type != SHT_DYNAMIC)
            continue;
        size_t size = content(o, o->dynamic)->length;
        if (section->header.sh_size > size)
            reserve(content(o, o->dynamic), section->header.sh_size - size);
    }
}

static void
write_notes(struct output *o)
{
    struct meta *metadata = convert_metadata(o->c);
    struct strbuf text = strbuf_new(o->c->arena);
    struct code_object object = {
        .arena = o->c->arena, .guard = o->c->arena->guard, .options = o->c->options};
    if (metadata && o->c->to->notes->is_yaml) {
        meta_print_yaml(&text, metadata);
        strbuf_add(&text, "", 1);
    } else if (metadata) {
        meta_pack(&text, metadata);
    }
    o->c->to->notes->write(&object, text.text, text.length, content(o, o->note));
}

/* ---- all of it ---- */

static void
make(struct output *o)
{
    const struct codeobj *from = o->c->from;
    elf_file_init(&o->file, o->c->arena, o->c->arena->guard);
    o->file.type = from->header.e_type;
    o->file.flags = o->c->to->targets->elf_flags(o->c->options);
    o->file.os_abi = o->c->to->os_abi;
    o->file.abi_version = o->c->to->abi_version;
    o->index = ARENA_ARRAY(o->c->arena, from->sections.count, uint32_t);
    place_launches(o);
    add_sections(o);
    if (!o->dynamic) {
        convert_refuse(o->c, "it has no dynamic section");
        return;
    }
    if (o->launch)
        reserve_launches(o);
    write_notes(o);
    add_symbols(o, false);
    add_symbols(o, true);
    if (o->rela)
        copy_relocs(o);
    const struct elf_dynamic dynamic = {o->dynsym, o->hash, o->dynstr, o->dynamic, o->rela};
    elf_fill_hash(&o->file, &dynamic);
    fill_dynamic(o);
    elf_link_dynamic(&o->file, &dynamic);
    struct elf_section *symtab = &o->file.sections.at[o->symtab];
    symtab->header.sh_link = o->strtab;
    symtab->header.sh_info = count_locals(&symtab->content);
    symtab->header.sh_entsize = sizeof(Elf64_Sym);
    if (o->is_behind)
        fix_loaders(o);
    elf_layout(&o->file);
    const Elf64_Shdr *last = &vec_last(&o->file.sections).header;
    if (last->sh_offset > MOST_GROWTH + 4 * (uint64_t)from->size)
        convert_refuse(o->c, "there are gaps in it that are too large");
}

/* Did all that stays come to lie where it was? */
static bool
is_in_place(const struct output *o)
{
    for (uint32_t i = 1; i < o->c->from->sections.count; i++)
        if (o->index[i] && is_loaded(&o->c->from->sections.at[i]) &&
            o->file.sections.at[o->index[i]].header.sh_addr !=
                o->c->from->sections.at[i].header.sh_addr)
            return false;
    return !o->launch; /* in front it would be in the way when the object comes back */
}

static void
finish(struct output *o)
{
    uint64_t launch = o->launch ? o->file.sections.at[o->launch].header.sh_addr : 0;
    for (uint32_t i = 0; i < o->c->from->kernels.count; i++)
        o->launch_at[i] += o->is_inside[i] ? 0 : launch;
    /* symbols again, with the addresses of launches */
    content(o, o->symtab)->length = content(o, o->dynsym)->length = 0;
    content(o, o->strtab)->length = content(o, o->dynstr)->length = 0;
    add_symbols(o, false);
    add_symbols(o, true);
    finish_symbols(o, o->symtab);
    finish_symbols(o, o->dynsym);
    fill_dynamic(o);
    write_launches(o);
}

/* Loaded sections stand in the order of their addresses, apart, and begin near 0, as linkers leave them. */
static void
check_addresses(struct converting *c)
{
    enum { MOST_START = 1 << 24, LEAST_START = sizeof(Elf64_Ehdr) + 12 * sizeof(Elf64_Phdr) };
    uint64_t end = 0;
    bool is_first = true;
    vec_foreach (const struct codeobj_section, section, &c->from->sections) {
        const Elf64_Shdr *header = &section->header;
        uint64_t align = header->sh_addralign ? header->sh_addralign : 1;
        bool counts =
            is_loaded(section) && (!is_loaders(section) || header->sh_type == SHT_DYNAMIC);
        if (!counts)
            continue;
        bool is_good =
            header->sh_addr >= end && header->sh_addr <= UINT32_MAX &&
            header->sh_size <= UINT32_MAX && !(align & (align - 1)) &&
            header->sh_addr % align == 0 &&
            (!is_first || (header->sh_addr < MOST_START && header->sh_addr >= LEAST_START));
        if (header->sh_type != SHT_PROGBITS && header->sh_type != SHT_NOBITS &&
            header->sh_type != SHT_DYNAMIC)
            convert_refuse(c, "%s is of a type that is not known", section->name);
        if (!is_good)
            convert_refuse(c, "the address of %s is out of order", section->name);
        end = header->sh_addr + header->sh_size;
        is_first = false;
    }
}

static void
check(struct converting *c)
{
    const struct codeobj *from = c->from;
    if (from->header.e_type == ET_REL)
        convert_refuse(c, "it is not linked");
    else if (!from->version || from->version == &object_version_bare || !from->target)
        convert_refuse(c, "it is of no version and target that are known");
    else if (!object_version_knows(c->to, from->target))
        convert_refuse(c, "version %s does not know %s", c->to->name, from->target->name);
    check_addresses(c);
}

const uint8_t *
codeobj_convert(const struct codeobj *from, struct arena *arena, const struct object_version *to,
                size_t *size, const char **why)
{
    struct backend_options options = {.target = from->target,
                                      .xnack = from->xnack == GCN_FEATURE_ON,
                                      .sramecc = from->sramecc,
                                      .object_version = to};
    struct converting c = {.from = from, .arena = arena, .to = to, .options = &options};
    struct output front = {.c = &c}, behind = {.c = &c, .is_behind = true}, *o = &front;
    check(&c);
    if (!c.why)
        make(o);
    if (!c.why && !is_in_place(o)) {
        o = &behind;
        make(o);
    }
    *why = c.why;
    if (c.why)
        return NULL;
    finish(o);
    return elf_write(&o->file, size);
}
