/* The end of an assembly: what was not known yet is filled in or left to the linker, then the ELF
 * file. */
#include "gcn/asm/assembler.h"

#include <string.h>

struct writing {
    struct assembler *as;
    struct elf_file file;
    uint32_t symtab, strtab;
    uint32_t count; /* of symbols in the table */
    uint32_t local_symbols;
};

/* ---- fixups ---- */

static void
patch(struct section *section, const struct fixup *fixup, int64_t value)
{
    memcpy(section->content.text + fixup->offset, &value, fixup->size);
}

static bool
is_in_range(const struct fixup *fixup, int64_t value)
{
    unsigned bits = 8 * fixup->size;
    if (fixup->kind == FIXUP_BRANCH)
        return value % 4 == 0 && value / 4 >= INT16_MIN && value / 4 <= INT16_MAX;
    return bits >= 64 || (value >= -((int64_t)1 << (bits - 1)) && value < (int64_t)1 << bits);
}

static void
fill(struct assembler *as, struct section *section, const struct fixup *fixup, int64_t value)
{
    if (!is_in_range(fixup, value))
        diag_error(as->diag, fixup->loc, assembly_range,
                   fixup->kind == FIXUP_BRANCH ? "distance" : "value");
    else
        patch(section, fixup, fixup->kind == FIXUP_BRANCH ? value / 4 : value);
}

/* What it counts from: branches from the next instruction. */
static int64_t
origin_of(const struct fixup *fixup)
{
    enum { WORD = 4 };
    return (int64_t)fixup->offset + (fixup->kind == FIXUP_BRANCH ? WORD : 0);
}

static bool
is_number(struct assembler *as, const struct symbol *symbol)
{
    int64_t value;
    return symbol->assigned && expression_is_absolute(as, symbol->assigned, &value);
}

/* A number has one relocation whole: LLVM's linker does not know ABS32_LO. */
static unsigned
relocation_type(struct assembler *as, const struct fixup *fixup, const struct relocatable *r,
                bool relative)
{
    if (r->variant && !(r->variant == ELF_R_AMDGPU_ABS32_LO && is_number(as, r->add)))
        return r->variant;
    for (unsigned i = 0; i < ELF_R_AMDGPU_COUNT; i++)
        if (reloc_types[i].is_plain && reloc_types[i].size == fixup->size &&
            reloc_types[i].from_place == relative)
            return i;
    return ELF_R_AMDGPU_NONE;
}

/* Local symbols are named by their section, as LLVM does it. */
static struct symbol *
named_symbol(struct relocatable *r)
{
    struct symbol *symbol = r->add;
    if (!symbol->section || (symbol->binding != STB_LOCAL && symbol->has_binding) ||
        symbol->type == STT_SECTION)
        return symbol;
    r->value += (int64_t)symbol->offset;
    return &symbol->section->symbol;
}

struct relocation {
    uint64_t offset;
    struct symbol *symbol;
    unsigned type;
    int64_t addend;
};

/* true: a relocation is left for the linker. */
static bool
resolve(struct assembler *as, struct section *section, const struct fixup *fixup,
        struct relocation *relocation)
{
    struct relocatable r;
    bool relative = fixup->kind != FIXUP_DATA;
    if (!expression_evaluate(as, fixup->expression, &r)) {
        diag_error(as->diag, fixup->loc, assembly_expected, "an expression that can be relocated");
        return false;
    }
    if (!r.add && !r.sub) {
        fill(as, section, fixup, fixup->kind == FIXUP_BRANCH ? r.value * 4 : r.value);
        return false;
    }
    if (r.sub && r.sub->section == section && (!relative || !r.add)) {
        r.value += (int64_t)(fixup->offset - r.sub->offset);
        relative = true;
        r.sub = NULL;
    }
    if (!r.add || r.sub || (r.add->is_temporary && !symbol_is_defined(r.add))) {
        const char *name = r.sub ? r.sub->name : r.add ? r.add->name : "";
        diag_error(as->diag, fixup->loc, assembly_undefined, name);
        return false;
    }
    bool is_local = !r.add->has_binding || r.add->binding == STB_LOCAL;
    if (relative && fixup->kind != FIXUP_DATA && !r.variant && is_local &&
        r.add->section == section) {
        fill(as, section, fixup, (int64_t)r.add->offset + r.value - origin_of(fixup));
        return false;
    }
    relocation->type = relocation_type(as, fixup, &r, relative || fixup->kind == FIXUP_BRANCH);
    if (!relocation->type) {
        diag_error(as->diag, fixup->loc, assembly_expected, "an absolute expression");
        return false;
    }
    if (fixup->kind == FIXUP_BRANCH)
        patch(section, fixup, -1); /* as LLVM leaves it */
    relocation->offset = fixup->offset;
    relocation->symbol = named_symbol(&r);
    relocation->symbol->is_used = true;
    relocation->addend = r.value;
    return true;
}

/* ---- symbols ---- */

static uint32_t
add_symbol(struct writing *w, const Elf64_Sym *entry)
{
    strbuf_add(&w->file.sections.at[w->symtab].content, (const char *)entry, sizeof *entry);
    return w->count++;
}

/* What an assigned symbol stands for; false: nothing that a symbol table can hold. */
static bool
value_of(struct assembler *as, const struct symbol *symbol, Elf64_Sym *entry)
{
    struct relocatable r = {.add = (struct symbol *)symbol};
    if (symbol->assigned && (!expression_evaluate(as, symbol->assigned, &r) || r.sub || r.variant))
        return false;
    entry->st_value = (uint64_t)r.value;
    entry->st_shndx = SHN_ABS;
    if (!r.add)
        return true;
    entry->st_value += r.add->offset;
    entry->st_shndx = (Elf64_Section)(r.add->section ? r.add->section->index : r.add->special);
    if (r.add->special)
        entry->st_value += r.add->common_align;
    return true;
}

static bool
is_in_table(const struct symbol *symbol)
{
    bool is_lds = symbol->special && symbol->special != SHN_COMMON;
    if (symbol->is_counter || ((symbol->is_temporary || is_lds) && !symbol->is_used))
        return false;
    return symbol_is_defined(symbol) || symbol->is_used || symbol->has_binding;
}

static uint8_t
binding_of(const struct symbol *symbol)
{
    if (symbol->has_binding)
        return symbol->binding;
    return symbol_is_defined(symbol) ? STB_LOCAL : STB_GLOBAL;
}

static void
write_symbol(struct writing *w, struct symbol *symbol)
{
    struct assembler *as = w->as;
    int64_t size = (int64_t)symbol->common_size;
    if (symbol->size && !expression_is_absolute(as, symbol->size, &size))
        diag_error(as->diag, symbol->loc, assembly_size, symbol->name);
    Elf64_Sym entry = {
        .st_name = elf_string(&w->file.sections.at[w->strtab], symbol->name),
        .st_info = ELF64_ST_INFO(binding_of(symbol), symbol->type),
        .st_other = symbol->visibility,
        .st_size = (uint64_t)size,
    };
    if (!value_of(as, symbol, &entry))
        diag_error(as->diag, symbol->loc, assembly_undefined, symbol->name);
    symbol->index = add_symbol(w, &entry);
}

static void
write_symbols(struct writing *w)
{
    struct assembler *as = w->as;
    const Elf64_Sym null = {0};
    add_symbol(w, &null);
    vec_foreach (struct section *, section, &as->sections) {
        Elf64_Sym entry = {.st_info = ELF64_ST_INFO(STB_LOCAL, STT_SECTION),
                           .st_shndx = (Elf64_Section)(*section)->index};
        if ((*section)->symbol.is_used)
            (*section)->symbol.index = add_symbol(w, &entry);
    }
    for (int is_local = 1; is_local >= 0; is_local--) {
        vec_foreach (struct symbol *, symbol, &as->symbols)
            if (is_in_table(*symbol) && (binding_of(*symbol) == STB_LOCAL) == is_local)
                write_symbol(w, *symbol);
        if (is_local)
            w->local_symbols = w->count;
    }
}

/* ---- the file ---- */

static uint32_t
header_flags(const struct assembler *as, const struct object_version *version)
{
    struct object_target id = {as->target, as->xnack, as->sramecc};
    /* Of version 3, where a feature that a name does not add is off. */
    bool adds_features = as->names_target && !version->targets->in_metadata;
    if (adds_features && !as->job->target_is_given) {
        id.xnack &= !as->xnack_is_open;
        id.sramecc = as->sramecc == GCN_FEATURE_ANY ? GCN_FEATURE_OFF : as->sramecc;
    }
    uint32_t flags = version->targets->elf_flags(&id);
    /* EF_AMDGPU_FEATURE_XNACK_ANY_V4, which the compiler never writes */
    enum { XNACK_V4 = 0x300, XNACK_ANY_V4 = 0x100 };
    if (as->xnack_is_open && version->targets->in_metadata)
        flags = (flags & ~(uint32_t)XNACK_V4) | XNACK_ANY_V4;
    return flags;
}

static void
add_sections(struct writing *w)
{
    vec_foreach (struct section *, entry, &w->as->sections) {
        struct section *section = *entry;
        section->index = elf_section_new(&w->file, section->name, section->type, section->flags,
                                         section->align, 0);
        struct elf_section *made = &w->file.sections.at[section->index];
        made->header.sh_entsize = section->entry_size;
        made->content = section->content;
        made->zeros = section->zeros;
    }
}

/* Relocations of each section, before the symbols: those that they name are in the table. */
typedef VEC(struct relocation) relocation_vec;

static relocation_vec *
resolve_all(struct assembler *as)
{
    relocation_vec *all = ARENA_ARRAY(as->arena, as->sections.count, relocation_vec);
    for (uint32_t i = 0; i < as->sections.count; i++) {
        vec_foreach (const struct fixup, fixup, &as->sections.at[i]->fixups) {
            struct relocation relocation;
            guard_poll(as->job->guard);
            if (resolve(as, as->sections.at[i], fixup, &relocation))
                vec_push(as->arena, &all[i], relocation);
        }
    }
    return all;
}

static void
add_relocations(struct writing *w, const struct section *section, const relocation_vec *relocations)
{
    if (!relocations->count)
        return;
    uint32_t index = elf_section_new(&w->file, arena_printf(w->as->arena, ".rela%s", section->name),
                                     SHT_RELA, SHF_INFO_LINK, 8, 0);
    struct elf_section *rela = &w->file.sections.at[index];
    rela->header.sh_link = w->symtab;
    rela->header.sh_info = section->index;
    rela->header.sh_entsize = sizeof(Elf64_Rela);
    vec_foreach (const struct relocation, r, relocations) {
        Elf64_Rela entry = {r->offset, ELF64_R_INFO(r->symbol->index, r->type), r->addend};
        strbuf_add(&rela->content, (const char *)&entry, sizeof entry);
    }
}

/* The names of the sections come last. */
static void
name_sections(struct writing *w)
{
    uint32_t index = elf_section_new(&w->file, ".shstrtab", SHT_STRTAB, 0, 1, 0);
    for (uint32_t i = 1; i < w->file.sections.count; i++)
        w->file.sections.at[i].header.sh_name =
            elf_string(&w->file.sections.at[index], w->file.sections.at[i].name);
}

const uint8_t *
write_object(struct assembler *as, size_t *size)
{
    const struct object_version *version = target_version(as);
    struct writing w = {.as = as};
    relocation_vec *relocations = resolve_all(as);
    if (as->diag->errors)
        return NULL;
    elf_file_init(&w.file, as->arena, as->job->guard);
    w.file.type = ET_REL;
    w.file.flags = header_flags(as, version);
    w.file.os_abi = version->os_abi;
    w.file.abi_version = version->abi_version;
    add_sections(&w);
    w.symtab = elf_section_new(&w.file, ".symtab", SHT_SYMTAB, 0, 8, 0);
    w.strtab = elf_section_new(&w.file, ".strtab", SHT_STRTAB, 0, 1, 0);
    write_symbols(&w);
    w.file.sections.at[w.symtab].header.sh_link = w.strtab;
    w.file.sections.at[w.symtab].header.sh_info = w.local_symbols;
    w.file.sections.at[w.symtab].header.sh_entsize = sizeof(Elf64_Sym);
    for (uint32_t i = 0; i < as->sections.count; i++)
        add_relocations(&w, as->sections.at[i], &relocations[i]);
    name_sections(&w);
    if (as->diag->errors)
        return NULL;
    elf_layout(&w.file);
    return elf_write(&w.file, size);
}
