/* Sections: what stands in them, and the directives that switch between them. */
#include "gcn/asm/assembler.h"

#include <string.h>

/* With relocations of each fewer than SHN_LORESERVE. */
enum { MAX_BYTES = 1 << 28, MAX_SECTIONS = 30000, NOP = 0xbf800000 };

/* What sections are by their names, if the text does not say; the first prefix that fits. */
static const struct {
    const char *prefix;
    uint32_t type;
    uint64_t flags;
} kinds[] = {{".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR},
             {".hsatext", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR},
             {".rodata", SHT_PROGBITS, SHF_ALLOC},
             {".data", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE},
             {".bss", SHT_NOBITS, SHF_ALLOC | SHF_WRITE},
             {".note", SHT_NOTE, 0},
             {"", SHT_PROGBITS, 0}};

static size_t
kind_of(const char *name)
{
    size_t i = 0;
    for (size_t length; (length = strlen(kinds[i].prefix)) != 0; i++)
        if (strncmp(name, kinds[i].prefix, length) == 0 && (!name[length] || name[length] == '.'))
            break;
    return i;
}

struct section *
section_of(struct assembler *as, const char *name, uint32_t type, uint64_t flags)
{
    const char *key = intern_string(&as->names, name);
    struct section *section = map_get(&as->section_names, MAP_KEY(key));
    if (section)
        return section;
    section = ARENA_NEW(as->arena, struct section);
    *section = (struct section){
        .name = name, .type = type, .flags = flags, .align = 1, .content = strbuf_new(as->arena)};
    section->symbol =
        (struct symbol){.name = "", .section = section, .binding = STB_LOCAL, .type = STT_SECTION};
    if (flags & SHF_EXECINSTR)
        section->align = 4;
    vec_push(as->arena, &as->sections, section);
    map_put(&as->section_names, MAP_KEY(key), section);
    return section;
}

void
section_switch(struct assembler *as, struct section *section)
{
    as->previous = as->section;
    as->section = section;
    line_section(as);
}

uint64_t
section_offset(const struct section *section)
{
    return section->content.length + section->zeros;
}

/* Is there room for so many bytes more? */
static bool
has_room(struct assembler *as, uint64_t size)
{
    uint64_t held = section_offset(as->section);
    guard_poll(as->job->guard);
    if (held <= MAX_BYTES && size <= MAX_BYTES - held)
        return true;
    diag_error(as->diag, text_here(as), assembly_section_full, as->section->name);
    as->has_ended = true;
    return false;
}

bool
section_fill(struct assembler *as, const void *bytes, size_t size)
{
    if (as->section->type == SHT_NOBITS) {
        diag_error(as->diag, text_loc(as, as->line.text), assembly_nobits, as->section->name);
        scan_skip(as);
        return false;
    }
    if (!has_room(as, size))
        return false;
    strbuf_add(&as->section->content, bytes, size);
    return true;
}

bool
section_add(struct assembler *as, const void *bytes, size_t size)
{
    line_bytes(as);
    return section_fill(as, bytes, size);
}

bool
section_add_zeros(struct assembler *as, uint64_t count, unsigned value)
{
    if (as->section->type == SHT_NOBITS && !value) {
        if (!has_room(as, count))
            return false;
        as->section->zeros += count;
        return true;
    }
    if (!count)
        return true;
    if (!has_room(as, count))
        return false;
    if (count > as->section->content.length) /* else it grows by doubling */
        strbuf_reserve(&as->section->content, count);
    char bytes[256];
    memset(bytes, (int)value, sizeof bytes);
    for (bool good = true; count && good;) {
        size_t piece = count < sizeof bytes ? count : sizeof bytes;
        good = section_fill(as, bytes, piece);
        count -= piece;
    }
    return !count;
}

void
section_fixup(struct assembler *as, const struct expression *value, unsigned back, unsigned size,
              enum fixup_kind kind, loc_t loc)
{
    struct fixup fixup = {section_offset(as->section) - back, value, loc, (uint8_t)kind,
                          (uint8_t)size};
    vec_push(as->arena, &as->section->fixups, fixup);
}

static bool
fits(int64_t value, unsigned size)
{
    unsigned bits = 8 * size;
    return size >= 8 || (value >= -((int64_t)1 << (bits - 1)) && value < (int64_t)1 << bits);
}

void
section_add_value(struct assembler *as, const struct expression *value, unsigned size, loc_t loc)
{
    int64_t number;
    bool known = expression_is_absolute(as, value, &number);
    if (known && !fits(number, size)) {
        diag_error(as->diag, loc, assembly_range, "value");
        return;
    }
    if (as->section->type == SHT_NOBITS && known && !number) {
        section_add_zeros(as, size, 0);
        return;
    }
    if (section_add(as, &number, size) && !known)
        section_fixup(as, value, size, size, FIXUP_DATA, loc);
}

/* Code is filled with s_nop 0, after zeros up to where instructions begin. */
static void
fill_code(struct assembler *as, uint64_t count)
{
    const uint32_t nop = NOP;
    if (!has_room(as, count) || !section_add_zeros(as, count % sizeof nop, 0))
        return;
    for (uint64_t i = 0; i < count / sizeof nop; i++)
        strbuf_add(&as->section->content, (const char *)&nop, sizeof nop);
}

void
section_align(struct assembler *as, uint64_t align, const int64_t *fill, unsigned fill_size,
              uint64_t most)
{
    struct section *section = as->section;
    uint64_t count = (0 - section_offset(section)) & (align - 1);
    section->align = align > section->align ? align : section->align;
    if (!count || (most && count > most))
        return;
    if (!fill && section->flags & SHF_EXECINSTR && section->type != SHT_NOBITS) {
        fill_code(as, count);
        return;
    }
    if (!section_add_zeros(as, count % fill_size, 0))
        return;
    for (uint64_t i = 0; i < count / fill_size && !as->has_ended; i++)
        if (!fill || !*fill)
            section_add_zeros(as, fill_size, 0);
        else if (!section_fill(as, fill, fill_size))
            return;
}

/* ---- directives ---- */

/* .text, .data, .bss: their names are the directives' */
void
directive_known_section(struct assembler *as, int64_t kind, loc_t loc)
{
    static const char *const names[] = {".text", ".data", ".bss", ".rodata", ".text"};
    (void)loc;
    size_t i = kind_of(names[kind]);
    if (!scan_at_end(as)) {
        int64_t subsection;
        if (!scan_integer(as, &subsection) || subsection) {
            scan_missing(as, "no subsection");
            return;
        }
    }
    section_switch(as, section_of(as, names[kind], kinds[i].type, kinds[i].flags));
}

/* #alloc,#write: as Solaris has it, and clang prints it */
static bool
parse_words(struct assembler *as, uint64_t *flags)
{
    static const struct {
        const char *name;
        uint64_t flag;
    } words[] = {{"alloc", SHF_ALLOC},
                 {"write", SHF_WRITE},
                 {"execinstr", SHF_EXECINSTR},
                 {"exclude", SHF_EXCLUDE}};
    *flags = 0;
    do {
        size_t i = 0;
        const char *word = scan_accept(as, '#') ? scan_word(as) : "";
        while (i < sizeof words / sizeof *words && strcmp(words[i].name, word) != 0)
            i++;
        if (i == sizeof words / sizeof *words)
            return scan_missing(as, "#alloc, #write or #execinstr");
        *flags |= words[i].flag;
    } while (scan_accept(as, ','));
    return true;
}

static bool
parse_flags(struct assembler *as, uint64_t *flags)
{
    static const struct {
        char c;
        uint64_t flag;
    } letters[] = {{'a', SHF_ALLOC},   {'w', SHF_WRITE},   {'x', SHF_EXECINSTR}, {'M', SHF_MERGE},
                   {'S', SHF_STRINGS}, {'e', SHF_EXCLUDE}, {'o', SHF_LINK_ORDER}};
    size_t length = 0;
    if (!scan_at_end(as) && *as->cursor.next == '#')
        return parse_words(as, flags);
    const char *text = scan_string(as, &length);
    if (!text)
        return scan_missing(as, "a string of flags");
    for (*flags = 0; length; length--, text++) {
        size_t i = 0;
        while (i < sizeof letters / sizeof *letters && letters[i].c != *text)
            i++;
        if (i == sizeof letters / sizeof *letters)
            return scan_missing(as, "flags of 'awxMSe'");
        *flags |= letters[i].flag;
    }
    return true;
}

static bool
parse_type(struct assembler *as, uint32_t *type)
{
    static const struct {
        const char *name;
        uint32_t type;
    } types[] = {{"progbits", SHT_PROGBITS},
                 {"nobits", SHT_NOBITS},
                 {"note", SHT_NOTE},
                 {"unwind", 0x70000001},
                 {"llvm_addrsig", SHT_PROGBITS}};
    int64_t number;
    if (!scan_accept(as, '@') && !scan_accept(as, '%'))
        scan_accept(as, '"');
    if (!scan_at_end(as) && *as->cursor.next >= '0' && *as->cursor.next <= '9') {
        bool good = scan_integer(as, &number);
        *type = (uint32_t)number;
        return good;
    }
    const char *word = scan_word(as);
    scan_accept(as, '"');
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, word) == 0) {
            *type = types[i].type;
            return true;
        }
    return scan_missing(as, "a section type such as @progbits");
}

/* NAME[, "flags"[, @type[, entry size]]]; NULL: it was reported. */
static struct section *
parse_section(struct assembler *as, loc_t loc)
{
    const char *name = scan_expect_name(as, "a section");
    if (!name)
        return NULL;
    size_t kind = kind_of(name);
    uint32_t type = kinds[kind].type;
    uint64_t flags = kinds[kind].flags;
    int64_t entry = 0;
    bool says_flags = scan_accept(as, ','), says_type = says_flags;
    if (says_flags && !parse_flags(as, &flags))
        return NULL;
    says_type = says_flags && scan_accept(as, ',');
    if (says_type && !parse_type(as, &type))
        return NULL;
    if (says_type && flags & SHF_MERGE && (!scan_expect(as, ',') || !scan_integer(as, &entry)))
        return NULL;
    if (!scan_expect_end(as))
        return NULL;
    struct section *section = map_get(&as->section_names, MAP_KEY(intern_string(&as->names, name)));
    if (section &&
        ((says_flags && section->flags != flags) || (says_type && section->type != type))) {
        diag_error(as->diag, loc, assembly_section_differs, name);
        return NULL;
    }
    if (!section && as->sections.count >= MAX_SECTIONS) {
        diag_error(as->diag, loc, assembly_section_full, name);
        as->has_ended = true;
        return NULL;
    }
    section = section_of(as, name, type, flags);
    section->entry_size = (uint64_t)entry;
    return section;
}

/* .section, .pushsection */
void
directive_section(struct assembler *as, int64_t pushes, loc_t loc)
{
    struct section *before = as->section, *section = parse_section(as, loc);
    if (!section)
        return;
    if (pushes)
        vec_push(as->arena, &as->stack, before);
    section_switch(as, section);
}

void
directive_popsection(struct assembler *as, int64_t unused, loc_t loc)
{
    (void)unused;
    if (!as->stack.count)
        diag_error(as->diag, loc, assembly_nothing_before, ".popsection");
    else if (scan_expect_end(as))
        section_switch(as, vec_pop(&as->stack));
}

void
directive_previous(struct assembler *as, int64_t unused, loc_t loc)
{
    (void)unused;
    if (!as->previous)
        diag_error(as->diag, loc, assembly_nothing_before, ".previous");
    else if (scan_expect_end(as))
        section_switch(as, as->previous);
}
