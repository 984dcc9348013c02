/* Links relocatable objects: checks that they go together, joins their sections. */
#include "gcn/codeobj/linker.h"

#include <string.h>

enum { CODE_ALIGN = 256 };

void
link_error(struct linker *linker, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    linker->failed = true;
    linker->job->error(linker->job->data, arena_vprintf(linker->arena, format, args));
    va_end(args);
}

const char *
link_name(const struct linker *linker, uint32_t input)
{
    return linker->job->inputs[input].name;
}

struct strbuf *
link_content(struct linker *linker, uint32_t section)
{
    return &linker->file.sections.at[section].content;
}

uint64_t
link_section_address(const struct linker *linker, uint32_t section)
{
    return linker->file.sections.at[section].header.sh_addr;
}

/* ---- inputs ---- */

static void
check_input(struct linker *linker, uint32_t i)
{
    const struct codeobj *object = &linker->objects[i], *first = &linker->objects[0];
    uint32_t flags = object->file.header.e_flags;
    if (object->file.header.e_type != ET_REL)
        link_error(linker, "'%s' is linked already", link_name(linker, i));
    else if (!object->version || !object->target)
        link_error(linker, "'%s' is of no version and target that are known", link_name(linker, i));
    else if (object->version == &object_version_bare)
        link_error(linker,
                   "'%s' is for no operating system, and nothing can load what is linked of it: "
                   "compile it "
                   "for one, --target=amdgcn-amd-amdhsa",
                   link_name(linker, i));
    else if (object->version != first->version)
        link_error(linker, "'%s' is of code object version %s, '%s' of %s", link_name(linker, i),
                   object->version->name, link_name(linker, 0), first->version->name);
    else if (object->target != first->target ||
             (object->version->targets->join_flags
                  ? !object->version->targets->join_flags(&linker->flags, flags)
                  : linker->flags != flags))
        link_error(linker, "'%s' is for %s, '%s' for %s", link_name(linker, i), object->target_name,
                   link_name(linker, 0), first->target_name);
}

static void
read_inputs(struct linker *linker)
{
    const struct link_job *job = linker->job;
    linker->objects = ARENA_ARRAY(linker->arena, job->count, struct codeobj);
    linker->places = ARENA_ARRAY(linker->arena, job->count, struct placed *);
    for (uint32_t i = 0; i < job->count; i++) {
        const char *why = codeobj_read(&linker->objects[i], linker->arena, job->inputs[i].bytes,
                                       job->inputs[i].size);
        if (why)
            link_error(linker, "'%s': %s", job->inputs[i].name, why);
        else
            linker->places[i] =
                ARENA_ARRAY(linker->arena, linker->objects[i].sections.count, struct placed);
    }
    linker->flags = linker->objects[0].file.header.e_flags;
    for (uint32_t i = 0; i < job->count && !linker->failed; i++)
        check_input(linker, i);
}

/* ---- sections ---- */

/* Names that begin so become one section.  Order: that of the file. */
static const struct kind {
    const char *name;
    uint32_t type;
    uint64_t flags;
    uint16_t align;
    uint8_t segment;
} kinds[] = {
    {".rodata", SHT_PROGBITS, SHF_ALLOC, 64, PF_R},
    {".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, CODE_ALIGN, PF_R | PF_X},
    {".data", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, 64, PF_R | PF_W},
    {".bss", SHT_NOBITS, SHF_ALLOC | SHF_WRITE, 64, PF_R | PF_W},
};
enum { KINDS = sizeof kinds / sizeof *kinds, DATA = 2, BSS = 3 };

/* The kind of what is loaded: by its flags, not its name. */
static unsigned
kind_of(const Elf64_Shdr *header)
{
    if (header->sh_flags & SHF_EXECINSTR)
        return 1;
    if (header->sh_flags & SHF_WRITE)
        return header->sh_type == SHT_NOBITS ? BSS : DATA;
    return 0;
}

/* Sections that tell the linker something, or that it makes anew. */
static bool
is_left_out(const struct codeobj_section *section)
{
    static const char *const names[] = {".llvm_addrsig", ".note.GNU-stack", ".occ.ir"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(section->name, names[i]) == 0)
            return true;
    return section->header.sh_type != SHT_PROGBITS && section->header.sh_type != SHT_NOBITS;
}

static uint32_t
unloaded_named(const struct linker *linker, const char *name)
{
    for (uint32_t i = 1; i < linker->file.sections.count; i++) {
        const struct elf_section *section = &linker->file.sections.at[i];
        if (!(section->header.sh_flags & SHF_ALLOC) && strcmp(section->name, name) == 0)
            return i;
    }
    return 0;
}

/* The output section of what is not loaded: one of its own name. */
static uint32_t
unloaded_section(struct linker *linker, const struct codeobj_section *from)
{
    uint32_t index = unloaded_named(linker, from->name);
    if (index)
        return index;
    index =
        elf_section_new(&linker->file, from->name, SHT_PROGBITS,
                        from->header.sh_flags & (SHF_MERGE | SHF_STRINGS | SHF_INFO_LINK), 1, 0);
    linker->file.sections.at[index].header.sh_entsize = from->header.sh_entsize;
    return index;
}

static void
pad(struct strbuf *content, uint64_t align, bool is_code)
{
    static const char nop[4] = "\x00\x00\x80\xbf"; /* s_nop 0, as assemblers align code */
    while (content->length & (align - 1)) {
        if (is_code && content->length % 4 == 0)
            strbuf_add(content, nop, 4);
        else
            strbuf_add(content, "", 1);
    }
}

static uint64_t
align_of(struct linker *linker, uint32_t input, const struct codeobj_section *from)
{
    uint64_t align = from->header.sh_addralign ? from->header.sh_addralign : 1;
    if (align & (align - 1) || align > 0x10000) {
        link_error(linker, "'%s': %s is aligned to %llu bytes", link_name(linker, input),
                   from->name, (unsigned long long)align);
        return 1;
    }
    return align;
}

static void
add_section(struct linker *linker, uint32_t input, uint32_t index, uint32_t output)
{
    const struct codeobj_section *from = &linker->objects[input].sections.at[index];
    struct elf_section *to = &linker->file.sections.at[output];
    uint64_t align = align_of(linker, input, from);
    if (align > to->header.sh_addralign)
        to->header.sh_addralign = align;
    if (to->header.sh_type == SHT_NOBITS) {
        to->zeros = (to->zeros + align - 1) & ~(align - 1);
        linker->places[input][index] = (struct placed){output, to->zeros};
        if (from->header.sh_size > (UINT64_C(1) << 40))
            link_error(linker, "'%s': %s is too large", link_name(linker, input), from->name);
        else
            to->zeros += from->header.sh_size;
        return;
    }
    enum { MAX_ZEROS = 1 << 20 }; /* of a section without bytes among those that have some */
    if (!from->bytes && from->header.sh_size > MAX_ZEROS) {
        link_error(linker, "'%s': %s is too large", link_name(linker, input), from->name);
        return;
    }
    pad(&to->content, align, to->header.sh_flags & SHF_EXECINSTR);
    linker->places[input][index] = (struct placed){output, to->content.length};
    if (from->bytes)
        strbuf_add(&to->content, (const char *)from->bytes, from->header.sh_size);
    else
        strbuf_zeros(&to->content, from->header.sh_size);
}

static bool
has_kind(const struct linker *linker, unsigned kind)
{
    for (uint32_t i = 0; i < linker->job->count; i++)
        vec_foreach (const struct codeobj_section, section, &linker->objects[i].sections) {
            bool counts = section->header.sh_flags & SHF_ALLOC && section->header.sh_size;
            if (counts && !is_left_out(section) && kind_of(&section->header) == kind)
                return true;
        }
    return false;
}

static bool
has_common(const struct linker *linker)
{
    for (uint32_t i = 0; i < linker->job->count; i++)
        vec_foreach (const struct codeobj_symbol, symbol, &linker->objects[i].symbols)
            if (symbol->entry.st_shndx == SHN_COMMON)
                return true;
    return false;
}

/* One stretch of the strings of .comment each. */
static bool
repeats(struct linker *linker, uint32_t output, const struct codeobj_section *from)
{
    const struct strbuf *to = &linker->file.sections.at[output].content;
    size_t size = from->header.sh_size;
    return strcmp(from->name, ".comment") == 0 && from->bytes && to->length >= size &&
           (size == 0 || memcmp(to->text, from->bytes, size) == 0);
}

/* Entries of .occ.atomics count from the start of .text (docs/abi.md, Atomic accesses). */
static void
move_atomics(struct linker *linker, uint32_t input, uint32_t index)
{
    const struct codeobj *object = &linker->objects[input];
    const struct codeobj_section *from = &object->sections.at[index];
    uint32_t text = from->header.sh_info;
    if (strcmp(from->name, ".occ.atomics") != 0 || text >= object->sections.count)
        return;
    struct placed place = linker->places[input][index], code = linker->places[input][text];
    char *words = link_content(linker, place.output)->text + place.offset;
    for (uint64_t i = 0; i + 4 <= from->header.sh_size; i += 4) {
        uint32_t word;
        memcpy(&word, words + i, sizeof word);
        word += (uint32_t)code.offset;
        memcpy(words + i, &word, sizeof word);
    }
    linker->file.sections.at[place.output].header.sh_info = code.output;
    linker->file.sections.at[place.output].header.sh_addralign = 4;
}

/* Of .occ.check too: each with the length of the words behind it (docs/abi.md, Checks). */
static void
move_checks(struct linker *linker, uint32_t input, uint32_t index)
{
    const struct codeobj *object = &linker->objects[input];
    const struct codeobj_section *from = &object->sections.at[index];
    uint32_t text = from->header.sh_info;
    if (strcmp(from->name, ".occ.check") != 0 || text >= object->sections.count)
        return;
    struct placed place = linker->places[input][index], code = linker->places[input][text];
    char *bytes = link_content(linker, place.output)->text + place.offset;
    uint32_t head[2];
    for (uint64_t i = 0; i + sizeof head <= from->header.sh_size; i += sizeof head + head[1]) {
        memcpy(head, bytes + i, sizeof head);
        if (head[0] != UINT32_MAX)
            head[0] += (uint32_t)code.offset;
        memcpy(bytes + i, head, sizeof head);
    }
    linker->file.sections.at[place.output].header.sh_info = code.output;
    linker->file.sections.at[place.output].header.sh_addralign = 4;
}

static void
join(struct linker *linker, const uint32_t *outputs, bool loaded)
{
    for (uint32_t i = 0; i < linker->job->count; i++) {
        const struct codeobj *object = &linker->objects[i];
        for (uint32_t k = 1; k < object->sections.count; k++) {
            const struct codeobj_section *from = &object->sections.at[k];
            guard_poll(linker->job->guard);
            if (is_left_out(from) || (from->header.sh_flags & SHF_ALLOC ? 1 : 0) != loaded)
                continue;
            uint32_t output =
                loaded ? outputs[kind_of(&from->header)] : unloaded_section(linker, from);
            if (output && !(!loaded && repeats(linker, output, from)))
                add_section(linker, i, k, output);
        }
        for (uint32_t k = 1; k < object->sections.count && !loaded; k++)
            if (linker->places[i][k].output) {
                move_atomics(linker, i, k);
                move_checks(linker, i, k);
            }
    }
}

/* Loaded sections in the order of code_object.c: read-only, code, writable. */
static void
make_sections(struct linker *linker)
{
    struct elf_file *file = &linker->file;
    uint32_t outputs[KINDS] = {0};
    linker->note = elf_section_new(file, ".note", SHT_NOTE, SHF_ALLOC, 4, PF_R);
    linker->dynsym = elf_section_new(file, ".dynsym", SHT_DYNSYM, SHF_ALLOC, 8, PF_R);
    linker->hash = elf_section_new(file, ".hash", SHT_HASH, SHF_ALLOC, 4, PF_R);
    linker->dynstr = elf_section_new(file, ".dynstr", SHT_STRTAB, SHF_ALLOC, 1, PF_R);
    if (link_count_dynamic(linker))
        linker->rela = elf_section_new(file, ".rela.dyn", SHT_RELA, SHF_ALLOC, 8, PF_R);
    for (unsigned kind = 0; kind < KINDS; kind++) {
        if (kind == DATA)
            linker->dynamic = elf_section_new(file, ".dynamic", SHT_DYNAMIC, SHF_ALLOC | SHF_WRITE,
                                              8, PF_R | PF_W);
        if (kind == DATA && linker->got.count)
            linker->got_section =
                elf_section_new(file, ".got", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, 8, PF_R | PF_W);
        bool is_always = kind < DATA || (kind == BSS && has_common(linker));
        if (is_always || has_kind(linker, kind))
            outputs[kind] =
                elf_section_new(file, kinds[kind].name, kinds[kind].type, kinds[kind].flags,
                                kinds[kind].align, kinds[kind].segment);
    }
    linker->bss = outputs[BSS];
    join(linker, outputs, true);
    join(linker, outputs, false);
    linker->symtab = elf_section_new(file, ".symtab", SHT_SYMTAB, 0, 8, 0);
    linker->strtab = elf_section_new(file, ".strtab", SHT_STRTAB, 0, 1, 0);
    linker->shstrtab = elf_section_new(file, ".shstrtab", SHT_STRTAB, 0, 1, 0);
    for (uint32_t i = 1; i < file->sections.count; i++)
        file->sections.at[i].header.sh_name =
            elf_string(&file->sections.at[linker->shstrtab], file->sections.at[i].name);
}

/* ---- all of it ---- */

static void
start_file(struct linker *linker)
{
    const Elf64_Ehdr *header = &linker->objects[0].file.header;
    elf_file_init(&linker->file, linker->arena, linker->job->guard);
    linker->file.type = ET_DYN;
    linker->file.flags = linker->flags;
    linker->file.os_abi = header->e_ident[EI_OSABI];
    linker->file.abi_version = header->e_ident[EI_ABIVERSION];
}

const uint8_t *
link_objects(const struct link_job *job, size_t *size)
{
    struct linker linker = {.job = job,
                            .arena = job->arena,
                            .intern = intern_new(job->arena),
                            .names = map_new(job->arena)};
    read_inputs(&linker);
    if (linker.failed)
        return NULL;
    start_file(&linker);
    link_collect_symbols(&linker);
    link_collect_got(&linker);
    make_sections(&linker);
    link_notes(&linker);
    if (linker.failed)
        return NULL;
    struct elf_dynamic dynamic = {linker.dynsym, linker.hash, linker.dynstr, linker.dynamic,
                                  linker.rela};
    if (linker.rela)
        strbuf_zeros(link_content(&linker, linker.rela),
                     link_count_dynamic(&linker) * sizeof(Elf64_Rela));
    if (linker.got_section)
        strbuf_zeros(link_content(&linker, linker.got_section), linker.got.count * UINT64_C(8));
    link_write_symbols(&linker);
    elf_fill_hash(&linker.file, &dynamic);
    elf_fill_dynamic(&linker.file, &dynamic);
    elf_link_dynamic(&linker.file, &dynamic);
    elf_layout(&linker.file);
    elf_fill_dynamic(&linker.file, &dynamic);
    link_finish_symbols(&linker);
    link_relocate(&linker);
    return linker.failed ? NULL : elf_write(&linker.file, size);
}
