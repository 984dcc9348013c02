/* A code object in another version: sections, symbols and notes around code and data that stay where they are.
 *
 * What a loader reads is tried in front of them, where compilers put it; if it does not fit there it goes after
 * all else, into a segment of its own.  So an object that went to another version and comes back is the same. */
#include "gcn/codeobj/convert_output.h"

#include <string.h>

enum { MAX_GROWTH = 1 << 24 /* of the file, in bytes: alignments, and what the loader reads */ };

/* ---- relocations, .dynamic, notes ---- */

static void
copy_relocs(struct convert_output *o)
{
    const struct codeobj *from = o->c->from;
    const Elf64_Sym *symbols = (const Elf64_Sym *)convert_content(o, o->dynsym)->text;
    size_t count = convert_content(o, o->dynsym)->length / sizeof *symbols;
    const char *names = convert_content(o, o->dynstr)->text;
    vec_foreach (const struct codeobj_reloc, reloc, &from->relocs) {
        if (!convert_is_loaded(&from->sections.at[reloc->section]))
            continue;
        uint64_t symbol = ELF64_R_SYM(reloc->entry.r_info), found = 0;
        for (size_t i = 1; symbol && symbol < from->dynamic.count && i < count; i++)
            if (strcmp(names + symbols[i].st_name, from->dynamic.at[symbol].name) == 0)
                found = i;
        if (symbol && !found)
            convert_refuse(o->c, "a relocation has no symbol");
        Elf64_Rela entry = reloc->entry;
        entry.r_info = ELF64_R_INFO(found, ELF64_R_TYPE(entry.r_info));
        strbuf_add(convert_content(o, o->rela), (const char *)&entry, sizeof entry);
    }
}

/* As long as it was, so that what follows stays. */
static void
fill_dynamic(struct convert_output *o)
{
    const struct elf_dynamic dynamic = {o->dynsym, o->hash, o->dynstr, o->dynamic, o->rela};
    bool is_first = !convert_content(o, o->dynamic)->length;
    elf_fill_dynamic(&o->file, &dynamic);
    vec_foreach (const struct codeobj_section, section, &o->c->from->sections) {
        if (!is_first || section->header.sh_type != SHT_DYNAMIC)
            continue;
        size_t size = convert_content(o, o->dynamic)->length;
        if (section->header.sh_size > size)
            strbuf_zeros(convert_content(o, o->dynamic), section->header.sh_size - size);
    }
}

static void
write_notes(struct convert_output *o)
{
    const struct object_version *to = o->c->to;
    const struct meta *metadata = convert_metadata(o->c);
    size_t size = 0;
    const void *bytes = metadata ? object_metadata(to, o->c->arena, metadata, &size) : NULL;
    to->notes->write(to, &o->c->object, bytes, size, convert_content(o, o->note));
}

/* ---- all of it ---- */

/* What is made anew may have become longer: .dynamic, by relocations that it did not tell of. */
static void
check_room(struct convert_output *o)
{
    uint64_t end = 0;
    vec_foreach (const struct elf_section, section, &o->file.sections) {
        if (!section->fixed_address)
            continue;
        if (section->fixed_address < end)
            convert_refuse(o->c, "there is no room for its dynamic section");
        end = section->fixed_address + section->content.length + section->zeros;
    }
}

static void
make(struct convert_output *o)
{
    const struct codeobj *from = o->c->from;
    elf_file_init(&o->file, o->c->arena, o->c->arena->guard);
    o->file.type = from->file.header.e_type;
    o->file.flags = o->c->to->targets->elf_flags(&o->c->object);
    o->file.os_abi = o->c->to->os_abi;
    o->file.abi_version = o->c->to->abi_version;
    o->index = ARENA_ARRAY(o->c->arena, from->sections.count, uint32_t);
    convert_place_launches(o);
    convert_add_sections(o);
    if (!o->dynamic) {
        convert_refuse(o->c, "it has no dynamic section");
        return;
    }
    if (o->launch)
        convert_reserve_launches(o);
    write_notes(o);
    convert_add_symbols(o, false);
    convert_add_symbols(o, true);
    if (o->rela)
        copy_relocs(o);
    const struct elf_dynamic dynamic = {o->dynsym, o->hash, o->dynstr, o->dynamic, o->rela};
    elf_fill_hash(&o->file, &dynamic);
    fill_dynamic(o);
    elf_link_dynamic(&o->file, &dynamic);
    struct elf_section *symtab = &o->file.sections.at[o->symtab];
    symtab->header.sh_link = o->strtab;
    symtab->header.sh_info = convert_count_locals(&symtab->content);
    symtab->header.sh_entsize = sizeof(Elf64_Sym);
    if (o->is_behind) {
        convert_fix_loaders(o);
        check_room(o);
    }
    elf_layout(&o->file);
    const Elf64_Shdr *last = &vec_last(&o->file.sections).header;
    if (last->sh_offset > MAX_GROWTH + 4 * (uint64_t)from->file.size)
        convert_refuse(o->c, "there are gaps in it that are too large");
}

/* Did all that stays come to lie where it was? */
static bool
is_in_place(const struct convert_output *o)
{
    for (uint32_t i = 1; i < o->c->from->sections.count; i++)
        if (o->index[i] && convert_is_loaded(&o->c->from->sections.at[i]) &&
            o->file.sections.at[o->index[i]].header.sh_addr !=
                o->c->from->sections.at[i].header.sh_addr)
            return false;
    return !o->launch; /* in front it would be in the way when the object comes back */
}

static void
finish(struct convert_output *o)
{
    uint64_t launch = o->launch ? o->file.sections.at[o->launch].header.sh_addr : 0;
    for (uint32_t i = 0; i < o->c->from->kernels.count; i++)
        o->launch_at[i] += o->is_inside[i] ? 0 : launch;
    /* symbols again, with the addresses of launches */
    convert_content(o, o->symtab)->length = convert_content(o, o->dynsym)->length = 0;
    convert_content(o, o->strtab)->length = convert_content(o, o->dynstr)->length = 0;
    convert_add_symbols(o, false);
    convert_add_symbols(o, true);
    convert_finish_symbols(o, o->symtab);
    convert_finish_symbols(o, o->dynsym);
    fill_dynamic(o);
    convert_write_launches(o);
}

/* What libelf wants of each section that is copied: else it writes no file. */
static void
check_copied(struct converting *c)
{
    vec_foreach (const struct codeobj_section, section, &c->from->sections) {
        const Elf64_Shdr *header = &section->header;
        bool is_dynamic = header->sh_type == SHT_DYNAMIC; /* made anew, of the same size */
        uint64_t entry = is_dynamic ? sizeof(Elf64_Dyn) : header->sh_entsize;
        if (convert_is_loaders(section) && !is_dynamic)
            continue;
        if (header->sh_addralign & (header->sh_addralign - 1))
            convert_refuse(c, "the alignment of %s is no power of two", section->name);
        if (entry && header->sh_size % entry)
            convert_refuse(c, "%s is no whole number of its entries", section->name);
    }
}

/* Loaded sections stand in the order of their addresses, apart, and begin near 0, as linkers leave them. */
static void
check_addresses(struct converting *c)
{
    enum { MAX_START = 1 << 24, LEAST_START = sizeof(Elf64_Ehdr) + 12 * sizeof(Elf64_Phdr) };
    uint64_t end = 0;
    bool is_first = true;
    vec_foreach (const struct codeobj_section, section, &c->from->sections) {
        const Elf64_Shdr *header = &section->header;
        uint64_t align = header->sh_addralign ? header->sh_addralign : 1;
        bool counts = convert_is_loaded(section) &&
                      (!convert_is_loaders(section) || header->sh_type == SHT_DYNAMIC);
        if (!counts)
            continue;
        bool is_good =
            header->sh_addr >= end && header->sh_addr <= UINT32_MAX &&
            header->sh_size <= UINT32_MAX && !(align & (align - 1)) &&
            header->sh_addr % align == 0 &&
            (!is_first || (header->sh_addr < MAX_START && header->sh_addr >= LEAST_START));
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
    if (from->file.header.e_type == ET_REL)
        convert_refuse(c, "it is not linked");
    else if (!from->version || from->version == &object_version_bare || !from->target)
        convert_refuse(c, "it is of no version and target that are known");
    else if (!object_version_knows(c->to, from->target))
        convert_refuse(c, "version %s does not know %s", c->to->name, from->target->name);
    check_copied(c);
    check_addresses(c);
}

const uint8_t *
codeobj_convert(const struct codeobj *from, struct arena *arena, const struct object_version *to,
                size_t *size, const char **why)
{
    struct converting c = {.from = from,
                           .arena = arena,
                           .to = to,
                           .object = {from->target, from->xnack == GCN_FEATURE_ON, from->sramecc}};
    struct convert_output front = {.c = &c}, behind = {.c = &c, .is_behind = true}, *o = &front;
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
