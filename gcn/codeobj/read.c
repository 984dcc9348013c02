/* Reads code objects: headers, sections, symbols, relocations, notes; then what they say of versions, targets and
 * kernels. */
#include "gcn/codeobj/codeobj.h"
#include "gcn/object/elf.h"

#include <string.h>

struct reading {
    struct codeobj *object;
    struct arena *arena;
    const char *why;
};

__attribute__((format(printf, 2, 3))) static void
wrong(struct reading *reading, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!reading->why)
        reading->why = arena_vprintf(reading->arena, format, args);
    va_end(args);
}

/* Those of a section that has bytes; none. */
static struct elf_view_texts
texts_of(const struct codeobj *object, uint32_t section)
{
    bool has_bytes = section < object->sections.count && object->sections.at[section].bytes;
    return has_bytes ? elf_view_texts(&object->file, section) : (struct elf_view_texts){NULL, 0};
}

/* ---- the file ---- */

static void
read_header(struct reading *reading)
{
    const struct elf_view *file = &reading->object->file;
    const Elf64_Ehdr *header = &file->header;
    if (!elf_view_is_64(file))
        wrong(reading, "it is no 64-bit little-endian ELF file");
    else if (header->e_machine != EM_AMDGPU)
        wrong(reading, "its machine is %u, not AMDGPU (224)", header->e_machine);
    else if (header->e_type != ET_REL && header->e_type != ET_DYN && header->e_type != ET_EXEC)
        wrong(reading, "its type is %u: neither relocatable nor loadable", header->e_type);
    else if (header->e_shnum && header->e_shentsize != sizeof(Elf64_Shdr))
        wrong(reading, "its section headers have %u bytes, not 64", header->e_shentsize);
    else if (header->e_phnum && header->e_phentsize != sizeof(Elf64_Phdr))
        wrong(reading, "its program headers have %u bytes, not 56", header->e_phentsize);
    else if (!elf_view_has(file, header->e_shoff, header->e_shnum * sizeof(Elf64_Shdr)))
        wrong(reading, "its section headers end behind the file");
    else if (!elf_view_has(file, header->e_phoff, header->e_phnum * sizeof(Elf64_Phdr)))
        wrong(reading, "its program headers end behind the file");
}

static void
read_sections(struct reading *reading)
{
    struct codeobj *object = reading->object;
    const struct elf_view *file = &object->file;
    struct codeobj_section section = {.name = ""};
    for (uint32_t i = 0; elf_view_section(file, i, &section.header); i++) {
        bool has_bytes = i && section.header.sh_type != SHT_NOBITS && section.header.sh_type;
        section.bytes = has_bytes ? elf_view_content(file, &section.header) : NULL;
        if (has_bytes && !section.bytes)
            wrong(reading, "section %u ends behind the file", i);
        vec_push(reading->arena, &object->sections, section);
    }
    if (!object->sections.count)
        vec_push(reading->arena, &object->sections, (struct codeobj_section){.name = ""});
    uint32_t names = file->header.e_shstrndx;
    if (names >= object->sections.count)
        wrong(reading, "the section of section names is %u of %u", names, object->sections.count);
    struct elf_view_texts texts = texts_of(object, names);
    for (uint32_t i = 1; i < object->sections.count && !reading->why; i++) {
        struct codeobj_section *named = &object->sections.at[i];
        named->name = elf_view_text(texts, named->header.sh_name);
        if (!named->name)
            wrong(reading, "the name of section %u is not in the section of names", i);
    }
}

static void
read_segments(struct reading *reading)
{
    struct codeobj *object = reading->object;
    const struct elf_view *file = &object->file;
    for (unsigned i = 0; i < file->header.e_phnum; i++) {
        Elf64_Phdr segment;
        memcpy(&segment, file->bytes + file->header.e_phoff + i * sizeof segment, sizeof segment);
        if (!elf_view_has(file, segment.p_offset, segment.p_filesz))
            wrong(reading, "segment %u ends behind the file", i);
        vec_push(reading->arena, &object->segments, segment);
    }
}

/* ---- symbols and relocations ---- */

static void
read_symbol(struct reading *reading, const struct codeobj_section *table,
            struct elf_view_texts names, uint32_t i)
{
    struct codeobj *object = reading->object;
    struct codeobj_symbol symbol = {.entry = elf_view_symbol(table->bytes, i)};
    symbol.name = i || symbol.entry.st_name ? elf_view_text(names, symbol.entry.st_name) : "";
    if (!symbol.name)
        wrong(reading, "the name of symbol %u of %s is not in its section of names", i,
              table->name);
    else if (symbol.entry.st_shndx < SHN_LORESERVE &&
             symbol.entry.st_shndx >= object->sections.count)
        wrong(reading, "symbol '%s' is in section %u of %u", symbol.name, symbol.entry.st_shndx,
              object->sections.count);
    if (table->header.sh_type == SHT_DYNSYM)
        vec_push(reading->arena, &object->dynamic, symbol);
    else
        vec_push(reading->arena, &object->symbols, symbol);
}

static void
read_symbols(struct reading *reading)
{
    struct codeobj *object = reading->object;
    unsigned tables[2] = {0, 0};
    vec_foreach (const struct codeobj_section, section, &object->sections) {
        bool is_dynamic = section->header.sh_type == SHT_DYNSYM;
        if (!section->bytes || (section->header.sh_type != SHT_SYMTAB && !is_dynamic))
            continue;
        if (tables[is_dynamic]++)
            wrong(reading, "there is more than one %s", is_dynamic ? ".dynsym" : ".symtab");
        uint64_t count = section->header.sh_size / sizeof(Elf64_Sym);
        struct elf_view_texts names = texts_of(object, section->header.sh_link);
        for (uint64_t i = 0; i < count && !reading->why; i++) {
            guard_poll(reading->arena->guard);
            read_symbol(reading, section, names, (uint32_t)i);
        }
    }
}

static void
read_relocs(struct reading *reading)
{
    struct codeobj *object = reading->object;
    for (uint32_t i = 1; i < object->sections.count; i++) {
        const struct codeobj_section *section = &object->sections.at[i];
        if (section->header.sh_type == SHT_REL)
            wrong(reading, "%s has relocations without addends", section->name);
        if (section->header.sh_type != SHT_RELA || !section->bytes)
            continue;
        uint64_t count = section->header.sh_size / sizeof(Elf64_Rela);
        for (uint64_t k = 0; k < count; k++) {
            struct codeobj_reloc reloc = {.section = i};
            guard_poll(reading->arena->guard);
            memcpy(&reloc.entry, section->bytes + k * sizeof reloc.entry, sizeof reloc.entry);
            vec_push(reading->arena, &object->relocs, reloc);
        }
    }
}

/* ---- notes ---- */

static void
read_notes_in(struct reading *reading, const uint8_t *at, uint64_t left)
{
    struct codeobj *object = reading->object;
    while (left >= sizeof(Elf64_Nhdr) && !reading->why) {
        Elf64_Nhdr header;
        memcpy(&header, at, sizeof header);
        uint64_t name = (header.n_namesz + UINT64_C(3)) & ~UINT64_C(3);
        uint64_t all =
            sizeof header + name + header.n_descsz; /* the last one may lack its padding */
        const char *owner = (const char *)at + sizeof header;
        guard_poll(reading->arena->guard);
        if (all > left || !header.n_namesz || owner[header.n_namesz - 1])
            wrong(reading, "a note is damaged");
        else
            vec_push(reading->arena, &object->notes,
                     (struct codeobj_note){owner, header.n_type, at + sizeof header + name,
                                           header.n_descsz});
        all = (all + 3) & ~UINT64_C(3);
        at += all < left ? all : left;
        left -= all < left ? all : left;
    }
}

/* A loader finds notes by segments, who reads a relocatable object by sections. */
static void
read_notes(struct reading *reading)
{
    struct codeobj *object = reading->object;
    vec_foreach (const Elf64_Phdr, segment, &object->segments)
        if (segment->p_type == PT_NOTE)
            read_notes_in(reading, object->file.bytes + segment->p_offset, segment->p_filesz);
    if (object->file.header.e_type != ET_REL)
        return;
    vec_foreach (const struct codeobj_section, section, &object->sections)
        if (section->header.sh_type == SHT_NOTE && section->bytes)
            read_notes_in(reading, section->bytes, section->header.sh_size);
}

/* ---- version and target ---- */

static void
read_metadata(struct reading *reading)
{
    struct codeobj *object = reading->object;
    const struct codeobj_note *yaml = codeobj_note(object, "AMD", ELF_NOTE_HSA_METADATA);
    const struct codeobj_note *packed = codeobj_note(object, "AMDGPU", ELF_NOTE_AMDGPU_METADATA);
    const char *why = NULL;
    if (packed) {
        why = meta_parse_msgpack(reading->arena, packed->bytes, packed->size, &object->metadata);
    } else if (yaml) {
        uint32_t size = yaml->size;
        while (size && !yaml->bytes[size - 1]) /* a terminating zero, if the writer counted it */
            size--;
        object->is_yaml = true;
        why = meta_parse_yaml(reading->arena, (const char *)yaml->bytes, size, &object->metadata);
    }
    if (why)
        wrong(reading, "bad metadata: %s", why);
}

/* By the ABI version; 0 is version 2 for the HSA OS, and 1 with metadata in YAML is the 2017 guide's form. */
static const struct object_version *
version_of(const struct codeobj *object)
{
    if (object->file.header.e_ident[EI_OSABI] != ELF_OSABI_AMDGPU_HSA)
        return object->file.header.e_ident[EI_OSABI] ? NULL : &object_version_bare;
    for (unsigned i = 0; i < object_version_count; i++) {
        const struct object_version *version = &object_versions[i];
        if (version->abi_version == object->file.header.e_ident[EI_ABIVERSION] &&
            (version->notes->is_yaml == object->is_yaml || !object->metadata))
            return version;
    }
    return NULL;
}

/* "amdgcn-amd-amdhsa--gfx901": the chip after the last '-', or one with that name. */
static void
target_of_note(struct codeobj *object)
{
    const struct codeobj_note *note = codeobj_note(object, "AMD", ELF_NOTE_HSA_ISA_NAME);
    const char *text = note ? (const char *)note->bytes : "";
    size_t size = note ? strnlen(text, note->size) : 0, start = size;
    while (start && text[start - 1] != '-')
        start--;
    const struct gcn_name *name = gcn_find_name(text + start, size - start);
    object->target = name ? gcn_find_target(name->chip, strlen(name->chip))
                          : gcn_find_target(text + start, size - start);
    object->xnack = name && name->xnack ? GCN_FEATURE_ON : GCN_FEATURE_OFF;
}

static void
read_target(struct reading *reading)
{
    static const char *const states[][3] = {{"", ":sramecc-", ":sramecc+"},
                                            {"", ":xnack-", ":xnack+"}};
    struct codeobj *object = reading->object;
    object->version = version_of(object);
    object->target = gcn_find_mach(object->file.header.e_flags);
    if (object->version && object->target)
        object->version->targets->read_flags(object->file.header.e_flags, &object->xnack,
                                             &object->sramecc);
    else if (!object->target)
        target_of_note(object);
    const struct gcn_target *target = object->target;
    if (!target)
        return;
    if (!target->sramecc_supported) /* versions 2 and 3 have one bit: off, or no such feature */
        object->sramecc = GCN_FEATURE_ANY;
    object->target_name = arena_printf(reading->arena, "%s%s%s", target->name,
                                       target->sramecc_supported ? states[0][object->sramecc] : "",
                                       target->xnack_supported ? states[1][object->xnack] : "");
}

const char *
codeobj_read(struct codeobj *object, struct arena *arena, const void *bytes, size_t size)
{
    static void (*const steps[])(struct reading * reading) = {
        read_header, read_sections, read_segments, read_symbols,
        read_relocs, read_notes,    read_metadata, read_target,
    };
    struct reading reading = {.object = object, .arena = arena};
    *object = (struct codeobj){.version = NULL};
    if (!elf_view_open(&object->file, bytes, size))
        return "it is no ELF file";
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !reading.why; i++)
        steps[i](&reading);
    if (!reading.why)
        reading.why = codeobj_find_kernels(object, arena);
    return reading.why;
}

const struct codeobj_section *
codeobj_section(const struct codeobj *object, const char *name)
{
    vec_foreach (const struct codeobj_section, section, &object->sections)
        if (strcmp(section->name, name) == 0)
            return section;
    return NULL;
}

const struct codeobj_note *
codeobj_note(const struct codeobj *object, const char *owner, uint32_t type)
{
    vec_foreach (const struct codeobj_note, note, &object->notes)
        if (note->type == type && strcmp(note->owner, owner) == 0)
            return note;
    return NULL;
}

const struct codeobj_section *
codeobj_section_at(const struct codeobj *object, uint32_t index, uint64_t address, uint64_t size)
{
    bool is_linked = object->file.header.e_type != ET_REL;
    for (uint32_t i = 1; i < object->sections.count; i++) {
        const struct codeobj_section *section = &object->sections.at[i];
        const Elf64_Shdr *header = &section->header;
        uint64_t start = is_linked ? header->sh_addr : 0;
        bool counts = header->sh_flags & SHF_ALLOC && (is_linked || i == index);
        if (counts && section->bytes && address >= start && address - start <= header->sh_size &&
            size <= header->sh_size - (address - start))
            return section;
    }
    return NULL;
}
