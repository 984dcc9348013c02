/* A code object as a tree of names and numbers. */
#include "gcn/codeobj/describe.h"
#include "gcn/object/reloc.h"

#include <string.h>

struct describing {
    const struct codeobj *object;
    struct arena *arena;
};

/* ---- entries ---- */

static void
text(const struct describing *d, struct meta *map, const char *key, const char *value)
{
    meta_add(d->arena, map, key, meta_text(d->arena, value, true));
}

static void
number(const struct describing *d, struct meta *map, const char *key, uint64_t value)
{
    meta_add(d->arena, map, key, meta_number(d->arena, value));
}

/* Addresses and flags are read as such. */
static void
hex(const struct describing *d, struct meta *map, const char *key, uint64_t value)
{
    text(d, map, key, arena_printf(d->arena, "0x%llx", (unsigned long long)value));
}

static struct meta *
list(const struct describing *d, struct meta *map, const char *key)
{
    struct meta *made = meta_new(d->arena, META_LIST);
    meta_add(d->arena, map, key, made);
    return made;
}

static struct meta *
row(const struct describing *d, struct meta *to)
{
    struct meta *made = meta_new(d->arena, META_MAP);
    guard_poll(d->arena->guard);
    meta_add(d->arena, to, NULL, made);
    return made;
}

/* ---- names of numbers ---- */

struct name {
    uint32_t number;
    const char *name;
};

static const char *
name_of(const struct describing *d, const struct name *names, uint32_t value)
{
    for (; names->name; names++)
        if (names->number == value)
            return names->name;
    return arena_printf(d->arena, "0x%x", value);
}

static const struct name file_types[] = {
    {ET_REL, "relocatable"}, {ET_DYN, "shared"}, {ET_EXEC, "executable"}, {0, NULL}};
static const struct name section_types[] = {
    {SHT_NULL, "NULL"},           {SHT_PROGBITS, "PROGBITS"},
    {SHT_SYMTAB, "SYMTAB"},       {SHT_STRTAB, "STRTAB"},
    {SHT_RELA, "RELA"},           {SHT_HASH, "HASH"},
    {SHT_DYNAMIC, "DYNAMIC"},     {SHT_NOTE, "NOTE"},
    {SHT_NOBITS, "NOBITS"},       {SHT_REL, "REL"},
    {SHT_DYNSYM, "DYNSYM"},       {SHT_GNU_HASH, "GNU_HASH"},
    {0x6fff4c03, "LLVM_ADDRSIG"}, {0, NULL}};
static const struct name segment_types[] = {
    {PT_LOAD, "LOAD"},           {PT_DYNAMIC, "DYNAMIC"},     {PT_NOTE, "NOTE"}, {PT_PHDR, "PHDR"},
    {PT_GNU_STACK, "GNU_STACK"}, {PT_GNU_RELRO, "GNU_RELRO"}, {0, NULL}};
static const struct name symbol_types[] = {
    {STT_NOTYPE, "NOTYPE"}, {STT_OBJECT, "OBJECT"},    {STT_FUNC, "FUNC"}, {STT_SECTION, "SECTION"},
    {STT_FILE, "FILE"},     {10, "AMDGPU_HSA_KERNEL"}, {0, NULL}};
static const struct name bindings[] = {
    {STB_LOCAL, "LOCAL"}, {STB_GLOBAL, "GLOBAL"}, {STB_WEAK, "WEAK"}, {0, NULL}};
static const struct name visibilities[] = {{STV_DEFAULT, "DEFAULT"},
                                           {STV_INTERNAL, "INTERNAL"},
                                           {STV_HIDDEN, "HIDDEN"},
                                           {STV_PROTECTED, "PROTECTED"},
                                           {0, NULL}};
static const struct name amd_notes[] = {
    {1, "code object version"}, {2, "HSAIL"},     {3, "ISA version"}, {4, "producer"},
    {10, "metadata"},           {11, "ISA name"}, {0, NULL}};
static const struct name amdgpu_notes[] = {{32, "metadata"}, {0, NULL}};

static const char *
letters(const struct describing *d, uint64_t flags, const char *set)
{
    char made[16] = "";
    for (unsigned i = 0; set[i]; i++)
        if (flags >> i & 1 && set[i] != '-')
            strncat(made, (char[]){set[i], 0}, 1);
    return arena_strdup(d->arena, made);
}

/* ---- the parts ---- */

static void
describe_file(const struct describing *d, struct meta *to)
{
    const struct codeobj *object = d->object;
    const Elf64_Ehdr *header = &object->file.header;
    struct meta *file = meta_new(d->arena, META_MAP);
    meta_add(d->arena, to, "file", file);
    text(d, file, "type", name_of(d, file_types, header->e_type));
    text(d, file, "version", object->version ? object->version->name : "unknown");
    text(d, file, "target", object->target_name ? object->target_name : "unknown");
    number(d, file, "osabi", header->e_ident[EI_OSABI]);
    number(d, file, "abiversion", header->e_ident[EI_ABIVERSION]);
    hex(d, file, "flags", header->e_flags);
    number(d, file, "bytes", object->file.size);
}

static void
describe_segments(const struct describing *d, struct meta *to)
{
    struct meta *segments = list(d, to, "segments");
    vec_foreach (const Elf64_Phdr, segment, &d->object->segments) {
        struct meta *map = row(d, segments);
        text(d, map, "type", name_of(d, segment_types, segment->p_type));
        text(d, map, "flags", letters(d, segment->p_flags, "XWR"));
        hex(d, map, "offset", segment->p_offset);
        hex(d, map, "address", segment->p_vaddr);
        number(d, map, "filesize", segment->p_filesz);
        number(d, map, "memsize", segment->p_memsz);
        number(d, map, "align", segment->p_align);
    }
}

static void
describe_sections(const struct describing *d, struct meta *to)
{
    struct meta *sections = list(d, to, "sections");
    for (uint32_t i = 1; i < d->object->sections.count; i++) {
        const struct codeobj_section *section = &d->object->sections.at[i];
        struct meta *map = row(d, sections);
        number(d, map, "index", i);
        text(d, map, "name", section->name);
        text(d, map, "type", name_of(d, section_types, section->header.sh_type));
        text(d, map, "flags", letters(d, section->header.sh_flags, "WAX-MSILOG"));
        hex(d, map, "address", section->header.sh_addr);
        hex(d, map, "offset", section->header.sh_offset);
        number(d, map, "size", section->header.sh_size);
        number(d, map, "align", section->header.sh_addralign);
    }
}

static const char *
section_name(const struct describing *d, uint16_t index)
{
    static const struct name special[] = {
        {SHN_UNDEF, "UND"}, {SHN_ABS, "ABS"}, {SHN_COMMON, "COMMON"}, {0xff00, "LDS"}, {0, NULL}};
    if (index && index < d->object->sections.count)
        return d->object->sections.at[index].name;
    return name_of(d, special, index);
}

static void
describe_symbol(const struct describing *d, struct meta *symbols,
                const struct codeobj_symbol *symbol)
{
    struct meta *map = row(d, symbols);
    text(d, map, "name", symbol->name);
    text(d, map, "type", name_of(d, symbol_types, ELF64_ST_TYPE(symbol->entry.st_info)));
    text(d, map, "binding", name_of(d, bindings, ELF64_ST_BIND(symbol->entry.st_info)));
    text(d, map, "visibility",
         name_of(d, visibilities, ELF64_ST_VISIBILITY(symbol->entry.st_other)));
    text(d, map, "section", section_name(d, symbol->entry.st_shndx));
    hex(d, map, "value", symbol->entry.st_value);
    number(d, map, "size", symbol->entry.st_size);
}

static void
describe_symbols(const struct describing *d, struct meta *to)
{
    struct meta *symbols = list(d, to, "symbols");
    for (uint32_t i = 1; i < d->object->symbols.count; i++)
        describe_symbol(d, symbols, &d->object->symbols.at[i]);
    symbols = list(d, to, "dynamic_symbols");
    for (uint32_t i = 1; i < d->object->dynamic.count; i++)
        describe_symbol(d, symbols, &d->object->dynamic.at[i]);
}

static void
describe_relocs(const struct describing *d, struct meta *to)
{
    const struct codeobj *object = d->object;
    struct meta *relocs = list(d, to, "relocations");
    vec_foreach (const struct codeobj_reloc, reloc, &object->relocs) {
        const struct codeobj_section *section = &object->sections.at[reloc->section];
        bool is_dynamic = section->header.sh_link < object->sections.count &&
                          object->sections.at[section->header.sh_link].header.sh_type == SHT_DYNSYM;
        const struct reloc_type *type = reloc_type((unsigned)ELF64_R_TYPE(reloc->entry.r_info));
        uint64_t symbol = ELF64_R_SYM(reloc->entry.r_info);
        uint32_t count = is_dynamic ? object->dynamic.count : object->symbols.count;
        const struct codeobj_symbol *table = is_dynamic ? object->dynamic.at : object->symbols.at;
        struct meta *map = row(d, relocs);
        text(d, map, "section", section->name);
        hex(d, map, "offset", reloc->entry.r_offset);
        text(d, map, "type", type ? type->name : "unknown");
        text(d, map, "symbol",
             !symbol               ? ""
             : symbol >= count     ? "?"
             : *table[symbol].name ? table[symbol].name
                                   : section_name(d, table[symbol].entry.st_shndx));
        text(d, map, "addend", arena_printf(d->arena, "%lld", (long long)reloc->entry.r_addend));
    }
}

static void
describe_notes(const struct describing *d, struct meta *to)
{
    struct meta *notes = list(d, to, "notes");
    vec_foreach (const struct codeobj_note, note, &d->object->notes) {
        struct meta *map = row(d, notes);
        bool is_amdgpu = strcmp(note->owner, "AMDGPU") == 0;
        text(d, map, "owner", note->owner);
        number(d, map, "type", note->type);
        text(d, map, "name", name_of(d, is_amdgpu ? amdgpu_notes : amd_notes, note->type));
        number(d, map, "size", note->size);
    }
}

/* ---- kernels ---- */

static const struct member {
    const char *name;
    uint8_t offset, first, bits;
} header_members[] = {
#define KEY(name, other, offset, first, bits, initial) {#name, offset, first, bits},
#include "gcn/object/kernel_code.def"
};

/* The 64 bytes of versions 3 and later; of form 2d the fields at 8 and 12 are others. */
static const struct member descriptor_members[] = {
    {"group_segment_fixed_size", 0, 0, 32},
    {"private_segment_fixed_size", 4, 0, 32},
    {"kernarg_size", 8, 0, 32},
    {"kernel_code_entry_byte_offset", 16, 0, 64},
    {"compute_pgm_rsrc3", 44, 0, 32},
};
static const struct member guide_members[] = {
    {"group_segment_fixed_size", 0, 0, 32}, {"private_segment_fixed_size", 4, 0, 32},
    {"max_flat_workgroup_size", 8, 0, 32},  {"is_dynamic_call_stack", 12, 0, 1},
    {"is_xnack_enabled", 12, 1, 1},         {"kernel_code_entry_byte_offset", 16, 0, 64},
};

static void
describe_members(const struct describing *d, struct meta *map, const uint8_t *bytes,
                 const struct member *members, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t word = codeobj_word(bytes, members[i].offset, members[i].bits > 32 ? 8 : 4);
        uint64_t mask = members[i].bits == 64 ? UINT64_MAX : (UINT64_C(1) << members[i].bits) - 1;
        number(d, map, members[i].name, word >> members[i].first & mask);
    }
}

static void
describe_launch(const struct describing *d, struct meta *map, const struct codeobj_kernel *kernel)
{
    bool is_guide = strstr(d->object->version ? d->object->version->launch->descriptor_suffix
                                                    ? d->object->version->launch->descriptor_suffix
                                                    : ""
                                              : "",
                           "@") != NULL;
    if (kernel->launch_size == CODEOBJ_KERNEL_CODE) {
        describe_members(d, map, kernel->launch, header_members,
                         sizeof header_members / sizeof *header_members);
        return;
    }
    if (is_guide)
        describe_members(d, map, kernel->launch, guide_members,
                         sizeof guide_members / sizeof *guide_members);
    else
        describe_members(d, map, kernel->launch, descriptor_members,
                         sizeof descriptor_members / sizeof *descriptor_members);
    for (size_t i = 0; i < sizeof header_members / sizeof *header_members; i++) {
        const struct member *member = &header_members[i];
        if (member->offset < 48 || member->offset > 56 ||
            (member->offset == 56 && member->first >= 16))
            continue; /* the words that both have: RSRC1, RSRC2, properties */
        describe_members(d, map, kernel->launch, member, 1);
    }
}

static void
describe_kernels(const struct describing *d, struct meta *to)
{
    struct meta *kernels = list(d, to, "kernels");
    vec_foreach (const struct codeobj_kernel, kernel, &d->object->kernels) {
        struct meta *map = row(d, kernels), *launch = meta_new(d->arena, META_MAP);
        bool is_header = kernel->launch_size == CODEOBJ_KERNEL_CODE;
        text(d, map, "name", kernel->name);
        hex(d, map, "entry", kernel->entry);
        number(d, map, "code_size", kernel->code_size);
        hex(d, map, is_header ? "header" : "descriptor", kernel->launch_address);
        describe_launch(d, launch, kernel);
        meta_add(d->arena, map, is_header ? "amd_kernel_code_t" : "kernel_descriptor", launch);
    }
}

struct meta *
codeobj_describe(const struct codeobj *object, struct arena *arena)
{
    static void (*const parts[])(const struct describing *d, struct meta *to) = {
        describe_file,   describe_segments, describe_sections, describe_symbols,
        describe_relocs, describe_notes,    describe_kernels};
    const struct describing d = {object, arena};
    struct meta *tree = meta_new(arena, META_MAP);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        parts[i](&d, tree);
    meta_add(arena, tree, "metadata",
             object->metadata ? object->metadata : meta_new(arena, META_NONE));
    return tree;
}
