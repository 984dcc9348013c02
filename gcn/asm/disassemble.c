/* Layout of the text: LLVM 16, llvm-objdump.cpp, AMDGCNPrettyPrinter. */
#include "gcn/asm/disassemble.h"

#include "gcn/codeobj/elf_view.h"
#include "gcn/isa/gcn_target.h"
#include "gcn/object/elf.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 4, HEADER_SIZE = 256, MNEMONIC_COLUMNS = 60 };

struct place {
    uint64_t address;
    const char *name;
    uint8_t type;
};

struct disassembly {
    struct strbuf *text;
    struct arena *arena;
    const struct gcn_target *target;
    struct elf_view file;
    struct elf_view_texts names; /* of sections */
    VEC(struct place) places;    /* of the section, in order */
};

/* ---- reading ---- */

static const char *
read_headers(struct disassembly *d, const void *bytes, size_t size)
{
    const Elf64_Ehdr *header = &d->file.header;
    if (!elf_view_open(&d->file, bytes, size))
        return "it is no ELF file";
    if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_machine != EM_AMDGPU)
        return "it is no ELF file for AMD GPUs";
    if (header->e_shentsize != sizeof(Elf64_Shdr) ||
        !elf_view_has(&d->file, header->e_shoff, header->e_shnum * sizeof(Elf64_Shdr)))
        return "its section headers are not there";
    d->names = elf_view_texts(&d->file, header->e_shstrndx);
    const struct gcn_target *named = gcn_find_mach(header->e_flags);
    d->target = named ? named : d->target;
    return d->target ? NULL : "it is for a chip that is not GCN";
}

static int
compare_places(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    return a->address != b->address ? (a->address < b->address ? -1 : 1) : strcmp(a->name, b->name);
}

static void
add_symbols(struct disassembly *d, const Elf64_Shdr *table, unsigned section)
{
    const uint8_t *symbols = elf_view_content(&d->file, table);
    struct elf_view_texts names = elf_view_texts(&d->file, table->sh_link);
    for (uint64_t i = 0; symbols && i < table->sh_size / sizeof(Elf64_Sym); i++) {
        Elf64_Sym symbol = elf_view_symbol(symbols, i);
        unsigned type = ELF64_ST_TYPE(symbol.st_info);
        const char *name = elf_view_text(names, symbol.st_name);
        if (symbol.st_shndx != section || type == STT_SECTION || type == STT_FILE || !name ||
            !*name)
            continue;
        vec_push(d->arena, &d->places, (struct place){symbol.st_value, name, (uint8_t)type});
    }
}

/* false: there is no table of that type. */
static bool
add_tables(struct disassembly *d, uint32_t type, unsigned section)
{
    Elf64_Shdr table;
    bool is_there = false;
    for (unsigned i = 1; elf_view_section(&d->file, i, &table); i++)
        if (table.sh_type == type) {
            add_symbols(d, &table, section);
            is_there = true;
        }
    return is_there;
}

/* The symbols of a section in order; one more at its start if there is none. */
static void
find_places(struct disassembly *d, unsigned index, const Elf64_Shdr *section, const char *name)
{
    d->places.count = 0;
    if (!add_tables(d, SHT_SYMTAB, index))
        add_tables(d, SHT_DYNSYM, index);
    if (d->places.count)
        qsort(d->places.at, d->places.count, sizeof *d->places.at, compare_places);
    if (!d->places.count || d->places.at[0].address > section->sh_addr) {
        vec_push(d->arena, &d->places, (struct place){section->sh_addr, name, STT_SECTION});
        qsort(d->places.at, d->places.count, sizeof *d->places.at, compare_places);
    }
}

/* ---- writing ---- */

/* A label at the address: LLVM writes its name in place of the distance.  NULL: there is none. */
static const char *
label_at(const struct disassembly *d, uint64_t address)
{
    vec_foreach (const struct place, place, &d->places)
        if (place->address == address && place->type == STT_NOTYPE)
            return place->name;
    return NULL;
}

/* " <symbol+0x10>" */
static void
add_target(struct disassembly *d, uint64_t address)
{
    const struct place *found = NULL;
    vec_foreach (const struct place, place, &d->places)
        if (place->address <= address)
            found = place;
    if (!found)
        return;
    strbuf_printf(d->text, " <%s", found->name);
    if (address > found->address)
        strbuf_printf(d->text, "+0x%" PRIx64, address - found->address);
    strbuf_puts(d->text, ">");
}

/* What LLVM reads into a literal that has the value of an inline constant: that constant. */
static void
fold_literals(const struct gcn_target *target, struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    for (unsigned i = 0; i < info->operand_count; i++) {
        struct gcn_operand *operand = &inst->operands[i];
        if (operand->reg != GCN_LITERAL || info->operands[i].kind == GCN_OPERAND_IMM)
            continue;
        uint16_t code = gcn_inline_constant(target, operand->literal);
        if (code != GCN_NO_REG)
            *operand = (struct gcn_operand){.reg = code, .dwords = operand->dwords};
    }
}

static const char *
data_format(unsigned format)
{
#define DATA_FORMAT(number, text)                                                                  \
    if (format == number)                                                                          \
        return text;
#include "gcn/isa/gcn_names.def"
    return NULL;
}

/* Of two names the last, which is that of GFX8 and GFX9. */
static const char *
number_format(unsigned format)
{
    const char *name = NULL;
#define NUM_FORMAT(number, text)                                                                   \
    if (format == number)                                                                          \
        name = text;
#include "gcn/isa/gcn_names.def"
    return name;
}

/* format:[...] in place of its number, without what is default. */
static void
name_format(struct strbuf *text, size_t start, const struct gcn_inst *inst)
{
    const char *at = strstr(text->text + start, " format:");
    const char *data = data_format(inst->dfmt), *number = number_format(inst->nfmt);
    if (!at || !data || !number)
        return;
    const char *rest = at + 1 + strcspn(at + 1, " ");
    const char *tail = arena_strdup(text->arena, rest);
    text->length = (size_t)(at - text->text);
    if (inst->dfmt != 1 && inst->nfmt)
        strbuf_printf(text, " format:[BUF_DATA_FORMAT_%s,BUF_NUM_FORMAT_%s]", data, number);
    else if (inst->dfmt != 1)
        strbuf_printf(text, " format:[BUF_DATA_FORMAT_%s]", data);
    else if (inst->nfmt)
        strbuf_printf(text, " format:[BUF_NUM_FORMAT_%s]", number);
    strbuf_puts(text, tail);
}

/* From lane bit 4 down: what becomes of it. */
static void
add_mask(struct strbuf *text, unsigned and, unsigned or, unsigned xor)
{
    for (int bit = 4; bit >= 0; bit--) {
        unsigned of_0 = (or ^xor) >> bit & 1, of_1 = ((and | or) ^ xor) >> bit & 1;
        strbuf_puts(text, of_0 == of_1 ? (of_0 ? "1" : "0") : of_0 ? "i" : "p");
    }
}

static bool
is_power(unsigned value)
{
    return value && !(value & (value - 1));
}

/* offset:swizzle(...) of ds_swizzle_b32 in place of its number. */
static void
name_swizzle(struct strbuf *text, size_t start, unsigned imm)
{
    const char *at = strstr(text->text + start, " offset:");
    unsigned and = imm & 31, or = imm >> 5 & 31, xor = imm >> 10 & 31, group = 32 - and;
    bool is_quad = imm >> 8 == 0x80, keeps = and == 31 && ! or ;
    if (!at || (imm >> 15 && !is_quad))
        return;
    const char *tail = arena_strdup(text->arena, at + 1 + strcspn(at + 1, " "));
    text->length = (size_t)(at - text->text);
    if (is_quad) {
        strbuf_printf(text, " offset:swizzle(QUAD_PERM,%u,%u,%u,%u)", imm & 3, imm >> 2 & 3,
                      imm >> 4 & 3, imm >> 6 & 3);
    } else if (keeps && is_power(xor)) {
        strbuf_printf(text, " offset:swizzle(SWAP,%u)", xor);
    } else if (keeps && xor&&is_power(xor+1)) {
        strbuf_printf(text, " offset:swizzle(REVERSE,%u)", xor+1);
    } else if (group > 1 && is_power(group) && or < group && !xor) {
        strbuf_printf(text, " offset:swizzle(BROADCAST,%u,%u)", group, or);
    } else {
        strbuf_puts(text, " offset:swizzle(BITMASK_PERM,\"");
        add_mask(text, and, or, xor);
        strbuf_puts(text, "\")");
    }
    strbuf_puts(text, tail);
}

/* v_interp_* has a suffix there although it has one form only. */
static void
add_suffix(struct strbuf *text, size_t start)
{
    const char *end = text->text + start + strcspn(text->text + start, " ");
    const char *tail = arena_strdup(text->arena, end);
    text->length = (size_t)(end - text->text);
    strbuf_printf(text, "_e32%s", tail);
}

/* Where LLVM 16 prints otherwise than it was asked to read in 2017: the bit of bound_ctrl is 1 now, and
 * there is no suffix where there are no operands, nor at comparisons with SDWA before GFX9. */
static void
respell(struct strbuf *text, size_t start, const struct gcn_inst *inst, unsigned generation)
{
    char *sdwa = strstr(text->text + start, "_sdwa");
    if (sdwa && inst->format == GCN_VOPC && generation < 9) {
        enum { SUFFIX = 5 };
        memmove(sdwa, sdwa + SUFFIX, strlen(sdwa + SUFFIX) + 1);
        text->length -= SUFFIX;
    }
    if (inst->format == GCN_MTBUF)
        name_format(text, start, inst);
    if (inst->op == GCN_ds_swizzle_b32)
        name_swizzle(text, start, (unsigned)inst->imm);
    if (inst->format == GCN_VINTRP || inst->op == GCN_v_pk_fmac_f16)
        add_suffix(text, start);
    static const char bound[] = "bound_ctrl:0";
    size_t length = text->length - start, tail = sizeof bound - 1;
    if (length > tail && memcmp(text->text + text->length - tail, bound, tail) == 0)
        text->text[text->length - 1] = '1';
    char *suffix = gcn_op_info[inst->op].operand_count ? NULL : strstr(text->text + start, "_e");
    if (suffix && (strcmp(suffix, "_e32") == 0 || strcmp(suffix, "_e64") == 0))
        text->length = (size_t)(suffix - text->text);
}

/* As LLVM prints it; a label in place of a branch's distance, or NULL. */
static void
print(struct strbuf *text, const struct gcn_target *target, struct gcn_inst *inst,
      const char *label)
{
    size_t start = text->length;
    fold_literals(target, inst);
    gcn_print(text, target, inst, label);
    respell(text, start, inst, target->generation);
}

/* Does it jump; *distance: from its first byte, in bytes. */
static bool
is_jump(const struct gcn_inst *inst, int64_t *distance)
{
    *distance = WORD + (int64_t)(int16_t)inst->imm * WORD;
    return gcn_op_info[inst->op].flags & GCN_FLAG_BRANCH && inst->format == GCN_SOPP;
}

unsigned
disassemble_instruction(struct strbuf *text, const struct gcn_target *target, const uint32_t *words,
                        size_t count, bool *jumps, int64_t *distance)
{
    struct gcn_inst inst;
    unsigned size = gcn_decode(target, words, count, &inst);
    *jumps = size && is_jump(&inst, distance);
    if (size)
        print(text, target, &inst, NULL);
    return size;
}

static void
add_words(struct disassembly *d, uint64_t address, const char *at, unsigned words)
{
    strbuf_printf(d->text, "// %012" PRIX64 ":", address);
    for (unsigned i = 0; i < words; i++) {
        uint32_t word;
        memcpy(&word, at + i * WORD, sizeof word);
        strbuf_printf(d->text, " %08" PRIX32, word);
    }
}

/* One instruction, or a word that is none, or what is left of one; how many bytes. */
static uint64_t
add_instruction(struct disassembly *d, const Elf64_Shdr *section, uint64_t offset)
{
    enum { MAX_WORDS = 5, LONG_COLUMNS = 42, BYTE_COLUMNS = 55, BYTE_WIDTH = 6 };
    const char *at = (const char *)elf_view_content(&d->file, section) + offset;
    uint64_t left = section->sh_size - offset, address = section->sh_addr + offset;
    uint32_t words[MAX_WORDS] = {0};
    struct gcn_inst inst;
    if (left < WORD) {
        strbuf_puts(d->text, "\t.byte");
        for (unsigned i = 0; i < left; i++)
            strbuf_printf(d->text, "%s 0x%02x", i ? "," : "", (uint8_t)at[i]);
        strbuf_printf(d->text, "%*s// %012" PRIX64 ":", (int)(BYTE_COLUMNS - BYTE_WIDTH * left), "",
                      address);
        for (unsigned i = 0; i < left; i++)
            strbuf_printf(d->text, " %02X", (uint8_t)at[i]);
        strbuf_puts(d->text, "\n");
        return left;
    }
    uint64_t count = left / WORD < MAX_WORDS ? left / WORD : MAX_WORDS;
    memcpy(words, at, count * WORD);
    unsigned size = gcn_decode(d->target, words, count, &inst);
    size_t start = d->text->length;
    int64_t distance = 0;
    bool jumps = size && is_jump(&inst, &distance);
    uint64_t target = address + (uint64_t)distance;
    const char *label = jumps ? label_at(d, target) : NULL;
    if (size) {
        strbuf_puts(d->text, "\t");
        print(d->text, d->target, &inst, label);
        size_t written = d->text->length - start;
        strbuf_printf(d->text, "%*s",
                      written < MNEMONIC_COLUMNS ? (int)(MNEMONIC_COLUMNS - written) : 0, "");
    } else if (words[0] == UINT32_MAX) { /* LLVM has a name for these bits */
        strbuf_printf(d->text, "\tv_illegal%*s", (int)(MNEMONIC_COLUMNS - sizeof "v_illegal"), "");
    } else {
        strbuf_printf(d->text, "\t.long 0x%08" PRIx32 " %*s", words[0], LONG_COLUMNS, "");
    }
    add_words(d, address, at, size ? size : 1);
    if (jumps && !label)
        add_target(d, target);
    strbuf_puts(d->text, "\n");
    return (size ? size : 1) * (uint64_t)WORD;
}

/* How many zeros from here to the end are worth "...". */
static uint64_t
skippable_zeros(const char *at, uint64_t size)
{
    enum { ALWAYS = 8, AT_END = 3 };
    uint64_t count = 0;
    while (count < size && !at[count])
        count++;
    if (count == size && count <= AT_END)
        return count;
    return count < ALWAYS ? 0 : count & ~(uint64_t)3;
}

/* amd_kernel_code_t in front of a kernel's code. */
static uint64_t
add_header(struct disassembly *d, const char *name, const char *at, uint64_t size)
{
    uint64_t count = size < HEADER_SIZE ? size : HEADER_SIZE;
    strbuf_printf(d->text, "// Error in decoding %s : Decoding failed region as bytes.\n", name);
    for (uint64_t i = 0; i < count; i++)
        strbuf_printf(d->text, "\t.byte\t 0x%X\n", (uint8_t)at[i]);
    return count;
}

/* What a variable among the code holds, eight bytes a line and as characters. */
static void
add_data(struct disassembly *d, uint64_t address, const char *at, uint64_t size)
{
    enum { PER_LINE = 8, BYTE_COLUMNS = 3, GAP = 9 };
    for (uint64_t i = 0; i < size; i += PER_LINE) {
        unsigned count = size - i < PER_LINE ? (unsigned)(size - i) : PER_LINE;
        guard_poll(d->arena->guard);
        strbuf_printf(d->text, "%8" PRIx64 ":", address + i);
        for (unsigned j = 0; j < count; j++)
            strbuf_printf(d->text, " %02x", (uint8_t)at[i + j]);
        strbuf_printf(d->text, "%*s", (int)(BYTE_COLUMNS * (PER_LINE - count) + GAP), "");
        for (unsigned j = 0; j < count; j++) {
            bool is_printable = at[i + j] >= ' ' && at[i + j] <= '~';
            strbuf_printf(d->text, "%c", is_printable ? at[i + j] : '.');
        }
        strbuf_puts(d->text, "\n");
    }
}

static void
add_region(struct disassembly *d, const Elf64_Shdr *section, const struct place *place,
           uint64_t start, uint64_t end)
{
    const char *bytes = (const char *)elf_view_content(&d->file, section);
    strbuf_printf(d->text, "\n%016" PRIx64 " <%s>:\n", place->address, place->name);
    if (place->type == ELF_STT_AMDGPU_HSA_KERNEL)
        start += add_header(d, place->name, bytes + start, end - start);
    if (place->type == STT_OBJECT || place->type == STT_COMMON) {
        add_data(d, section->sh_addr + start, bytes + start, end - start);
        return;
    }
    while (start < end) {
        uint64_t zeros = skippable_zeros(bytes + start, end - start);
        guard_poll(d->arena->guard);
        if (zeros)
            strbuf_puts(d->text, "\t\t...\n");
        start += zeros ? zeros : add_instruction(d, section, start);
    }
}

static void
add_section(struct disassembly *d, unsigned index, const Elf64_Shdr *section)
{
    const char *own = elf_view_text(d->names, section->sh_name), *name = own ? own : "";
    if (!elf_view_content(&d->file, section) || !section->sh_size)
        return;
    find_places(d, index, section, name);
    strbuf_printf(d->text, "\nDisassembly of section %s:\n", name);
    for (uint32_t i = 0; i < d->places.count; i++) {
        const struct place *place = &d->places.at[i];
        uint64_t start = place->address - section->sh_addr;
        uint64_t end =
            i + 1 < d->places.count ? place[1].address - section->sh_addr : section->sh_size;
        end = end < section->sh_size ? end : section->sh_size;
        if (start < end) /* of several symbols at one address the last one */
            add_region(d, section, place, start, end);
    }
}

const char *
disassemble(struct strbuf *text, const char *name, const void *bytes, size_t size,
            const struct gcn_target *target)
{
    struct disassembly d = {.text = text, .arena = text->arena, .target = target};
    Elf64_Shdr section;
    const char *error = read_headers(&d, bytes, size);
    if (error)
        return error;
    strbuf_printf(text, "\n%s:\tfile format elf64-amdgpu\n", name);
    for (unsigned i = 1; elf_view_section(&d.file, i, &section); i++)
        if (section.sh_flags & SHF_EXECINSTR && section.sh_type == SHT_PROGBITS)
            add_section(&d, i, &section);
    return NULL;
}
