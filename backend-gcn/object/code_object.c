/* Lays out a code object: sections, symbols, relocations.  What depends on the version of the
 * object comes from its row in object_version.def. */
#include "backend-gcn/object/code_object.h"
#include "backend-gcn/debug/debug_sections.h"
#include "backend-gcn/object/check_list.h"
#include "gcn/object/elf.h"

#include <string.h>

enum { CODE_ALIGN = 256, MAX_SECTIONS = 48 }; /* more than a layout has */

#define MADE_BY "occ back end for GCN" /* .comment */

struct layout {
    const struct code_object *object;
    struct elf_file file;
    uint32_t note, dynsym, hash, dynstr, rodata, text, dynamic, rela, symtab, strtab, shstrtab;
    uint32_t data, bss; /* variables in global memory, zero ones apart; 0: there are none */
    uint32_t atomics;   /* places of atomic loads and stores; 0: there are none */
    uint32_t checks;    /* points for the simulator; 0: there are none */
    uint32_t rela_dyn;  /* addresses in objects; 0: there are none */
    uint32_t got;       /* addresses of imports; 0: there are none, or a linker makes it */
    struct map imports; /* name of an import -> its symbol, in .dynsym or, for a linker, .symtab */
    struct map objects; /* ir_global -> offset in its section, + 1 */
    struct map weak;    /* ir_global that is weak -> its symbol: another may take its place */
    uint32_t *descriptors;  /* kernel -> offset in .rodata, where it has one */
    uint32_t *code;         /* kernel -> offset of its first instruction in .text */
    struct map functions;   /* ir_function that is called -> its offset in .text, + 1 */
    uint32_t local_symbols; /* symbols before the first global one */
    uint32_t row_symbols;   /* ET_REL: of the first row of printf */
    uint32_t section_symbol[MAX_SECTIONS]; /* ET_REL: section -> its symbol */
    struct debug_sections debug;
};

static const struct object_launch *
launch_of(const struct layout *layout)
{
    return layout->object->options->object_version->launch;
}

static struct strbuf *
content(struct layout *layout, uint32_t section)
{
    return &layout->file.sections.at[section].content;
}

static void
align_to(struct strbuf *buf, size_t align)
{
    strbuf_zeros(buf, (align - buf->length % align) % align);
}

struct kernel_facts
code_object_facts(const struct code_object *object, const struct mir_function *kernel)
{
    const struct kernel_info *info = kernel->source->kernel;
    return (struct kernel_facts){.name = info->name,
                                 .object = object->options->object,
                                 .start = &kernel->abi,
                                 .usage = &kernel->usage,
                                 .kernarg_size = kernel->kernarg_size,
                                 .max_flat_group_size = info->max_flat_group_size,
                                 .f32_denormals = kernel->f32_denormals};
}

bool
code_object_is_zero(const struct ir_global *global)
{
    if (global->reloc_count)
        return false;
    for (uint32_t i = 0; global->bytes && i < global->size; i++)
        if (global->bytes[i])
            return false;
    return true;
}

static bool
has_variables(const struct layout *layout, bool zero)
{
    for (struct ir_global *global = layout->object->module->globals; global; global = global->next)
        if (global->space == IR_SPACE_GLOBAL && !global->is_import &&
            code_object_is_zero(global) == zero)
            return true;
    return false;
}

static bool
hold_addresses(const struct layout *layout, enum ir_space space)
{
    for (struct ir_global *global = layout->object->module->globals; global; global = global->next)
        if (global->space == space && global->reloc_count && !global->is_got)
            return true;
    return false;
}

static bool
has_slots(const struct layout *layout)
{
    for (struct ir_global *global = layout->object->module->globals; global; global = global->next)
        if (global->is_got)
            return true;
    return false;
}

static bool
has_atomics(const struct code_object *object)
{
    for (uint32_t i = 0; i < object->kernel_count; i++)
        if (object->kernels[i]->atomics.count)
            return true;
    for (uint32_t i = 0; i < object->function_count; i++)
        if (object->functions[i]->atomics.count)
            return true;
    return false;
}

/* The section of a constant or of a variable in global memory; 0: the object is neither, or is not here. */
static uint32_t
section_of(const struct layout *layout, const struct ir_global *global)
{
    if (global->is_import)
        return 0;
    if (global->is_got)
        return layout->got;
    if (global->space == IR_SPACE_GLOBAL)
        return code_object_is_zero(global) ? layout->bss : layout->data;
    return global->space == IR_SPACE_CONSTANT ? layout->rodata : 0;
}

static void
add_sections(struct layout *layout)
{
    struct elf_file *file = &layout->file;
    bool loadable = file->type != ET_REL;
    layout->note = elf_section_new(file, ".note", SHT_NOTE, SHF_ALLOC, 4, PF_R);
    if (loadable) {
        layout->dynsym = elf_section_new(file, ".dynsym", SHT_DYNSYM, SHF_ALLOC, 8, PF_R);
        layout->hash = elf_section_new(file, ".hash", SHT_HASH, SHF_ALLOC, 4, PF_R);
        layout->dynstr = elf_section_new(file, ".dynstr", SHT_STRTAB, SHF_ALLOC, 1, PF_R);
        if (hold_addresses(layout, IR_SPACE_CONSTANT) || hold_addresses(layout, IR_SPACE_GLOBAL) ||
            has_slots(layout))
            layout->rela_dyn = elf_section_new(file, ".rela.dyn", SHT_RELA, SHF_ALLOC, 8, PF_R);
    }
    layout->rodata = elf_section_new(file, ".rodata", SHT_PROGBITS, SHF_ALLOC, 64, PF_R);
    layout->text = elf_section_new(file, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR,
                                   CODE_ALIGN, PF_R | PF_X);
    if (loadable)
        layout->dynamic =
            elf_section_new(file, ".dynamic", SHT_DYNAMIC, SHF_ALLOC | SHF_WRITE, 8, PF_R | PF_W);
    if (loadable && has_slots(layout))
        layout->got =
            elf_section_new(file, ".got", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, 8, PF_R | PF_W);
    if (has_variables(layout, false))
        layout->data =
            elf_section_new(file, ".data", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, 64, PF_R | PF_W);
    if (has_variables(layout, true))
        layout->bss =
            elf_section_new(file, ".bss", SHT_NOBITS, SHF_ALLOC | SHF_WRITE, 64, PF_R | PF_W);
    if (!loadable)
        layout->rela = elf_section_new(file, ".rela.text", SHT_RELA, SHF_INFO_LINK, 8, 0);
    if (layout->object->stored_ir) {
        uint32_t stored = elf_section_new(file, ".occ.ir", SHT_PROGBITS, 0, 1, 0);
        strbuf_add(content(layout, stored), layout->object->stored_ir->text,
                   layout->object->stored_ir->length);
    }
    if (has_atomics(layout->object))
        layout->atomics = elf_section_new(file, ".occ.atomics", SHT_PROGBITS, SHF_INFO_LINK, 4, 0);
    if (check_list_is_there(layout->object)) {
        layout->checks = elf_section_new(file, ".occ.check", SHT_PROGBITS, SHF_INFO_LINK, 4, 0);
        check_list_begin(layout->object, content(layout, layout->checks));
    }
    uint32_t comment =
        elf_section_new(file, ".comment", SHT_PROGBITS, SHF_MERGE | SHF_STRINGS, 1, 0);
    file->sections.at[comment].header.sh_entsize = 1;
    strbuf_add(&file->sections.at[comment].content, MADE_BY, sizeof MADE_BY);
    layout->symtab = elf_section_new(file, ".symtab", SHT_SYMTAB, 0, 8, 0);
    layout->strtab = elf_section_new(file, ".strtab", SHT_STRTAB, 0, 1, 0);
    layout->shstrtab = elf_section_new(file, ".shstrtab", SHT_STRTAB, 0, 1, 0);
    for (uint32_t i = 1; i < file->sections.count; i++)
        file->sections.at[i].header.sh_name =
            elf_string(&file->sections.at[layout->shstrtab], file->sections.at[i].name);
}

static void
add_zeros(struct layout *layout, const struct ir_global *global)
{
    struct elf_section *bss = &layout->file.sections.at[layout->bss];
    uint64_t align = global->align ? global->align : 1;
    bss->zeros = (bss->zeros + align - 1) & ~(align - 1);
    map_put(&layout->objects, MAP_KEY(global), (void *)(uintptr_t)(bss->zeros + 1));
    bss->zeros += global->size;
}

static void
add_object(struct layout *layout, const struct ir_global *global)
{
    uint32_t index = section_of(layout, global);
    struct strbuf *section = content(layout, index);
    if (index == layout->bss) {
        add_zeros(layout, global);
        return;
    }
    align_to(section, global->align ? global->align : 1);
    map_put(&layout->objects, MAP_KEY(global), (void *)(uintptr_t)(section->length + 1));
    if (global->bytes)
        strbuf_add(section, (const char *)global->bytes, global->size);
    else
        strbuf_zeros(section, global->size);
}

/* Descriptors are filled when addresses are known; constants after them, variables in .data and
 * .bss. */
static void
add_rodata(struct layout *layout)
{
    const struct code_object *object = layout->object;
    struct strbuf *rodata = content(layout, layout->rodata);
    for (uint32_t i = 0; launch_of(layout)->write_descriptor && i < object->kernel_count; i++) {
        layout->descriptors[i] = (uint32_t)rodata->length;
        strbuf_zeros(rodata, KERNEL_DESCRIPTOR_SIZE);
    }
    for (struct ir_global *global = object->module->globals; global; global = global->next)
        if (section_of(layout, global))
            add_object(layout, global);
}

/* Code and the places of its atomic accesses. */
static void
add_code(struct layout *layout, const struct mir_function *function)
{
    struct strbuf *text = content(layout, layout->text);
    uint32_t start = (uint32_t)text->length;
    strbuf_add(text, (const char *)function->code, function->code_size);
    vec_foreach (const uint32_t, place, &function->atomics) {
        uint32_t offset = start + *place;
        strbuf_add(content(layout, layout->atomics), (const char *)&offset, sizeof offset);
    }
    if (function->checks.count)
        check_list_add(function, start, content(layout, layout->checks));
}

static void
add_text(struct layout *layout)
{
    const struct code_object *object = layout->object;
    struct strbuf *text = content(layout, layout->text);
    for (uint32_t i = 0; i < object->kernel_count; i++) {
        const struct mir_function *kernel = object->kernels[i];
        while (text->length % CODE_ALIGN)
            strbuf_add(text, "\x00\x00\x80\xbf", 4); /* s_nop 0, as assemblers align code */
        if (launch_of(layout)->write_header) {
            struct kernel_facts facts = code_object_facts(object, kernel);
            uint8_t header[KERNEL_CODE_SIZE];
            launch_of(layout)->write_header(&facts, header);
            strbuf_add(text, (const char *)header, sizeof header);
        }
        layout->code[i] = (uint32_t)text->length;
        add_code(layout, kernel);
    }
    for (uint32_t i = 0; i < object->function_count; i++) {
        const struct mir_function *function = object->functions[i];
        map_put(&layout->functions, MAP_KEY(function->source),
                (void *)(uintptr_t)(text->length + 1));
        add_code(layout, function);
    }
}

/* Where a called function begins in .text. */
static uint64_t
function_offset(const struct layout *layout, const struct ir_function *function)
{
    uintptr_t offset = (uintptr_t)map_get(&layout->functions, MAP_KEY(function));
    if (!offset)
        ice(layout->object->guard, "code calls '%s', which is not there", function->name);
    return offset - 1;
}

struct symbol {
    const char *name;
    unsigned char bind, type, visibility;
    uint32_t section;
    uint64_t offset, size;
};

/* Returns the index of the symbol.  Addresses are relative to the section until finish_symbols. */
static uint32_t
add_symbol(struct layout *layout, uint32_t table, uint32_t strings, const struct symbol *symbol)
{
    struct elf_section *names = &layout->file.sections.at[strings];
    Elf64_Sym entry = {.st_name = elf_string(names, symbol->name),
                       .st_info = ELF64_ST_INFO(symbol->bind, symbol->type),
                       .st_other = symbol->visibility,
                       .st_shndx = (Elf64_Section)symbol->section,
                       .st_value = symbol->offset,
                       .st_size = symbol->size};
    struct strbuf *symbols = content(layout, table);
    strbuf_add(symbols, (const char *)&entry, sizeof entry);
    return (uint32_t)(symbols->length / sizeof entry) - 1;
}

static void
add_kernel_symbols(struct layout *layout, uint32_t table, uint32_t strings)
{
    const struct code_object *object = layout->object;
    const struct object_launch *launch = launch_of(layout);
    for (uint32_t i = 0; i < object->kernel_count; i++) {
        const struct mir_function *kernel = object->kernels[i];
        const char *name = kernel->source->kernel->name;
        struct symbol code = {name,
                              STB_GLOBAL,
                              launch->symbol_type,
                              STV_PROTECTED,
                              layout->text,
                              layout->code[i] - launch->header_size,
                              kernel->code_size + launch->header_size};
        add_symbol(layout, table, strings, &code);
        if (!launch->write_descriptor)
            continue;
        struct symbol descriptor = {
            arena_printf(object->arena, "%s%s", name, launch->descriptor_suffix),
            STB_GLOBAL,
            STT_OBJECT,
            STV_PROTECTED,
            layout->rodata,
            layout->descriptors[i],
            KERNEL_DESCRIPTOR_SIZE};
        add_symbol(layout, table, strings, &descriptor);
    }
}

/* For disassemblers and debuggers; nothing refers to them. */
static void
add_function_symbols(struct layout *layout)
{
    const struct code_object *object = layout->object;
    for (uint32_t i = 0; i < object->function_count; i++) {
        const struct mir_function *function = object->functions[i];
        struct symbol symbol = {function->source->name,
                                STB_LOCAL,
                                STT_FUNC,
                                STV_DEFAULT,
                                layout->text,
                                function_offset(layout, function->source),
                                function->code_size};
        add_symbol(layout, layout->symtab, layout->strtab, &symbol);
    }
}

/* Objects that others may name, or those that only this unit does; literals and the like, whose
 * names begin with a dot, have no symbols. */
static void
add_object_symbols(struct layout *layout, uint32_t table, uint32_t strings, bool visible)
{
    for (struct ir_global *global = layout->object->module->globals; global;
         global = global->next) {
        uint32_t section = section_of(layout, global);
        if (!section || global->is_visible != visible || global->name[0] == '.')
            continue;
        uint8_t shared = global->is_weak ? STB_WEAK : STB_GLOBAL;
        struct symbol symbol = {
            global->name, visible ? shared : STB_LOCAL,
            STT_OBJECT,   visible ? STV_PROTECTED : STV_DEFAULT,
            section,      (uintptr_t)map_get(&layout->objects, MAP_KEY(global)) - 1,
            global->size};
        uintptr_t index = add_symbol(layout, table, strings, &symbol);
        if (global->is_weak && table == layout->symtab)
            map_put(&layout->weak, MAP_KEY(global), (void *)index);
    }
}

/* The loader finds them by name: symbols without a section, of no type, as other compilers write them. */
static void
add_import_symbols(struct layout *layout, uint32_t table, uint32_t strings)
{
    bool is_named = table == (layout->dynsym ? layout->dynsym : layout->symtab);
    for (struct ir_global *global = layout->object->module->globals; global;
         global = global->next) {
        if (!global->is_import)
            continue;
        uint8_t bind = global->is_weak ? STB_WEAK : STB_GLOBAL;
        struct symbol symbol = {global->name, bind, STT_NOTYPE, STV_DEFAULT, SHN_UNDEF, 0, 0};
        uintptr_t index = add_symbol(layout, table, strings, &symbol);
        if (is_named)
            map_put(&layout->imports, MAP_KEY(global->name), (void *)index);
    }
}

/* Hidden, and global: an assembler would replace a local absolute symbol by its value. */
static void
add_row_symbols(struct layout *layout)
{
    const struct code_object *object = layout->object;
    layout->row_symbols = (uint32_t)(content(layout, layout->symtab)->length / sizeof(Elf64_Sym));
    for (uint32_t i = 1; i <= object->module->printf_rows.count; i++) {
        struct symbol symbol = {arena_printf(object->arena, PRINTF_SYMBOL "%u", i),
                                STB_GLOBAL,
                                STT_NOTYPE,
                                STV_HIDDEN,
                                SHN_ABS,
                                i,
                                0};
        add_symbol(layout, layout->symtab, layout->strtab, &symbol);
    }
}

static void
add_section_symbol(struct layout *layout, uint32_t section)
{
    struct symbol symbol = {"", STB_LOCAL, STT_SECTION, STV_DEFAULT, section, 0, 0};
    if (section)
        layout->section_symbol[section] =
            add_symbol(layout, layout->symtab, layout->strtab, &symbol);
}

static void
add_symbols(struct layout *layout)
{
    const struct symbol null = {.name = ""};
    add_symbol(layout, layout->symtab, layout->strtab, &null);
    if (layout->dynsym) {
        add_symbol(layout, layout->dynsym, layout->dynstr, &null);
        add_kernel_symbols(layout, layout->dynsym, layout->dynstr);
        add_object_symbols(layout, layout->dynsym, layout->dynstr, true);
        add_import_symbols(layout, layout->dynsym, layout->dynstr);
    } else { /* what relocations name */
        add_section_symbol(layout, layout->rodata);
        add_section_symbol(layout, layout->data);
        add_section_symbol(layout, layout->bss);
        add_section_symbol(layout, layout->debug.dwarf ? layout->text : 0);
        for (unsigned i = 0; i < DWARF_SECTIONS; i++)
            add_section_symbol(layout, layout->debug.sections[i]);
    }
    add_function_symbols(layout);
    add_object_symbols(layout, layout->symtab, layout->strtab, false);
    layout->local_symbols = (uint32_t)(content(layout, layout->symtab)->length / sizeof(Elf64_Sym));
    add_kernel_symbols(layout, layout->symtab, layout->strtab);
    add_object_symbols(layout, layout->symtab, layout->strtab, true);
    add_import_symbols(layout, layout->symtab, layout->strtab);
    if (layout->rela)
        add_row_symbols(layout);
}

static struct elf_dynamic
dynamic_of(const struct layout *layout)
{
    return (struct elf_dynamic){layout->dynsym, layout->hash, layout->dynstr, layout->dynamic,
                                layout->rela_dyn};
}

static const Elf64_Shdr *
header_of(const struct layout *layout, uint32_t section)
{
    return &layout->file.sections.at[section].header;
}

static void
link_sections(struct layout *layout)
{
    struct elf_section *sections = layout->file.sections.at;
    sections[layout->symtab].header.sh_link = layout->strtab;
    sections[layout->symtab].header.sh_info = layout->local_symbols;
    sections[layout->symtab].header.sh_entsize = sizeof(Elf64_Sym);
    if (layout->atomics) {
        sections[layout->atomics].header.sh_info = layout->text;
        sections[layout->atomics].header.sh_entsize = sizeof(uint32_t);
    }
    if (layout->checks)
        sections[layout->checks].header.sh_info = layout->text;
    if (layout->rela) {
        sections[layout->rela].header.sh_link = layout->symtab;
        sections[layout->rela].header.sh_info = layout->text;
        sections[layout->rela].header.sh_entsize = sizeof(Elf64_Rela);
        return;
    }
    struct elf_dynamic dynamic = dynamic_of(layout);
    elf_link_dynamic(&layout->file, &dynamic);
}

/* Section offsets of symbols become addresses in a loadable file. */
static void
finish_symbols(struct layout *layout, uint32_t table)
{
    Elf64_Sym *symbols = (Elf64_Sym *)content(layout, table)->text;
    size_t count = content(layout, table)->length / sizeof *symbols;
    for (size_t i = 1; i < count; i++)
        symbols[i].st_value += header_of(layout, symbols[i].st_shndx)->sh_addr;
}

/* The object's offset in its section, or its address once the sections of a loadable file have
 * theirs. */
static uint64_t
object_address(const struct layout *layout, const struct ir_global *global)
{
    uintptr_t offset = (uintptr_t)map_get(&layout->objects, MAP_KEY(global));
    if (!offset)
        ice(layout->object->guard, "code refers to '%s', which is in no section", global->name);
    uint64_t base = layout->rela ? 0 : header_of(layout, section_of(layout, global))->sh_addr;
    return base + offset - 1;
}

static uint32_t
import_symbol(const struct layout *layout, const struct ir_global *import)
{
    return (uint32_t)(uintptr_t)map_get(&layout->imports, MAP_KEY(import->name));
}

/* ET_REL: what relocations name for it: the symbol of its section, or its own, which another may take the place of. */
static uint32_t
symbol_for(const struct layout *layout, const struct ir_global *global)
{
    uintptr_t weak = (uintptr_t)map_get(&layout->weak, MAP_KEY(global));
    if (global->is_import)
        return import_symbol(layout, global);
    return weak ? (uint32_t)weak : layout->section_symbol[section_of(layout, global)];
}

/* ET_REL: how far after that symbol it is. */
static uint64_t
offset_from_symbol(const struct layout *layout, const struct ir_global *global)
{
    bool is_own = map_get(&layout->weak, MAP_KEY(global)) || global->is_import;
    return is_own ? 0 : object_address(layout, global);
}

static void
fill_literal(struct layout *layout, uint64_t offset, uint64_t value, bool high)
{
    uint32_t half = (uint32_t)(high ? value >> 32 : value);
    memcpy(content(layout, layout->text)->text + offset, &half, sizeof half);
}

static void
leave_to_linker(struct layout *layout, uint64_t offset, uint32_t symbol, uint32_t type,
                int64_t addend)
{
    Elf64_Rela rela = {offset, ELF64_R_INFO((uint64_t)symbol, type), addend};
    strbuf_add(content(layout, layout->rela), (const char *)&rela, sizeof rela);
}

/* Fills a literal with (target + addend - its own address), or the number of a row, or leaves that to a
 * linker.  The distance within .text is known in any case. */
static void
relocate(struct layout *layout, uint64_t code, const struct mir_reloc *reloc)
{
    uint64_t offset = code + reloc->offset;
    if (reloc->row) {
        if (layout->rela)
            leave_to_linker(layout, offset, layout->row_symbols + reloc->row - 1,
                            ELF_R_AMDGPU_ABS32, 0);
        else
            fill_literal(layout, offset, reloc->row, false);
        return;
    }
    if (reloc->callee) {
        uint64_t callee = function_offset(layout, reloc->callee);
        fill_literal(layout, offset, callee + (uint64_t)(int64_t)reloc->addend - offset,
                     reloc->high);
        return;
    }
    if (layout->rela && reloc->global->is_got) {
        leave_to_linker(layout, offset, import_symbol(layout, reloc->global->relocs->target),
                        reloc->high ? ELF_R_AMDGPU_GOTPCREL32_HI : ELF_R_AMDGPU_GOTPCREL32_LO,
                        reloc->addend);
        return;
    }
    uint64_t target = object_address(layout, reloc->global);
    if (layout->rela) {
        uint32_t type = reloc->high ? ELF_R_AMDGPU_REL32_HI : ELF_R_AMDGPU_REL32_LO;
        leave_to_linker(layout, offset, symbol_for(layout, reloc->global), type,
                        (int64_t)offset_from_symbol(layout, reloc->global) + reloc->addend);
        return;
    }
    uint64_t value = target + (uint64_t)(int64_t)reloc->addend -
                     (header_of(layout, layout->text)->sh_addr + offset);
    fill_literal(layout, offset, value, reloc->high);
}

static void
relocate_all(struct layout *layout)
{
    const struct code_object *object = layout->object;
    for (uint32_t i = 0; i < object->kernel_count; i++)
        vec_foreach (const struct mir_reloc, reloc, &object->kernels[i]->relocs)
            relocate(layout, layout->code[i], reloc);
    for (uint32_t i = 0; i < object->function_count; i++)
        vec_foreach (const struct mir_reloc, reloc, &object->functions[i]->relocs)
            relocate(layout, function_offset(layout, object->functions[i]->source), reloc);
}

/* Writes entries for the addresses that objects hold.  ET_REL: for those in one section; otherwise
 * section is 0, and the loader adds its load address.  Called once to reserve space and once when
 * addresses are known. */
static void
relocate_objects(struct layout *layout, uint32_t section, struct strbuf *rela)
{
    bool loadable = !layout->rela;
    struct strbuf entries = strbuf_new(layout->object->arena);
    for (struct ir_global *global = layout->object->module->globals; global;
         global = global->next) {
        uint32_t own = section_of(layout, global);
        bool counts = own && (!section || own == section);
        for (uint32_t i = 0; counts && i < global->reloc_count; i++) {
            const struct ir_reloc *reloc = &global->relocs[i];
            bool is_relative = loadable && !reloc->target->is_import;
            uint64_t target = (is_relative ? object_address(layout, reloc->target)
                                           : offset_from_symbol(layout, reloc->target)) +
                              reloc->addend;
            Elf64_Rela entry = {
                object_address(layout, global) + reloc->offset,
                is_relative ? ELF64_R_INFO(0, ELF_R_AMDGPU_RELATIVE64)
                            : ELF64_R_INFO(symbol_for(layout, reloc->target), ELF_R_AMDGPU_ABS64),
                (int64_t)target};
            strbuf_add(&entries, (const char *)&entry, sizeof entry);
        }
    }
    if (loadable && rela->length)
        memcpy(rela->text, entries.text, entries.length);
    else if (entries.length)
        strbuf_add(rela, entries.text, entries.length);
}

static void
fill_descriptors(struct layout *layout)
{
    const struct code_object *object = layout->object;
    uint64_t text = header_of(layout, layout->text)->sh_addr;
    uint64_t rodata = header_of(layout, layout->rodata)->sh_addr;
    if (!launch_of(layout)->write_descriptor)
        return;
    for (uint32_t i = 0; i < object->kernel_count; i++) {
        uint8_t *bytes = (uint8_t *)content(layout, layout->rodata)->text + layout->descriptors[i];
        int64_t entry = (int64_t)(text + layout->code[i] - rodata - layout->descriptors[i]);
        struct kernel_facts kernel = code_object_facts(object, object->kernels[i]);
        launch_of(layout)->write_descriptor(&kernel, layout->rela ? 0 : entry, bytes);
    }
}

/* ET_REL: the linker fills the entry offset of a descriptor and addresses in objects. */
static void
add_rela(struct layout *layout, uint32_t section, const char *name, bool descriptors)
{
    const struct code_object *object = layout->object;
    struct elf_file *file = &layout->file;
    uint32_t index = elf_section_new(file, name, SHT_RELA, SHF_INFO_LINK, 8, 0);
    struct elf_section *rela = &file->sections.at[index], *names;
    /* The section header string table stays last: swap the two. */
    struct elf_section moved = *rela;
    *rela = file->sections.at[layout->shstrtab];
    file->sections.at[layout->shstrtab] = moved;
    rela = &file->sections.at[layout->shstrtab];
    names = &file->sections.at[index];
    layout->shstrtab = index;
    rela->header.sh_name = elf_string(names, rela->name);
    rela->header.sh_link = layout->symtab;
    rela->header.sh_info = section;
    rela->header.sh_entsize = sizeof(Elf64_Rela);
    relocate_objects(layout, section, &rela->content);
    for (uint32_t i = 0; descriptors && i < object->kernel_count; i++) {
        uint32_t symbol = layout->local_symbols + 2 * i; /* code, then descriptor */
        Elf64_Rela entry = {layout->descriptors[i] + 16, ELF64_R_INFO(symbol, ELF_R_AMDGPU_REL64),
                            16};
        strbuf_add(&rela->content, (const char *)&entry, sizeof entry);
    }
}

static void
add_relas(struct layout *layout)
{
    bool descriptors = launch_of(layout)->write_descriptor && layout->object->kernel_count;
    if (descriptors || hold_addresses(layout, IR_SPACE_CONSTANT))
        add_rela(layout, layout->rodata, ".rela.rodata", descriptors);
    if (hold_addresses(layout, IR_SPACE_GLOBAL))
        add_rela(layout, layout->data, ".rela.data", false);
}

/* ---- debug information ---- */

static bool
is_placed(const void *data, const struct ir_global *global)
{
    return map_get(&((const struct layout *)data)->objects, MAP_KEY(global)) != NULL;
}

static struct debug_target
debug_target(void *data, const struct dwarf_fixup *fixup)
{
    const struct layout *layout = data;
    const struct ir_global *object = fixup->object;
    uint32_t section = fixup->target == DWARF_TEXT     ? layout->text
                       : fixup->target == DWARF_OBJECT ? section_of(layout, object)
                                                       : layout->debug.sections[fixup->target];
    uint64_t offset = fixup->addend;
    if (object)
        offset += (uintptr_t)map_get(&layout->objects, MAP_KEY(object)) - 1;
    return (struct debug_target){layout->section_symbol[section],
                                 header_of(layout, section)->sh_addr, offset};
}

static void
add_debug(struct layout *layout)
{
    const struct code_object *object = layout->object;
    uint32_t count = object->kernel_count + object->function_count;
    struct dwarf_code *code = ARENA_ARRAY(object->arena, count + 1u, struct dwarf_code);
    if (!object->options->dwarf || object->stored_ir)
        return;
    for (uint32_t i = 0; i < object->kernel_count; i++)
        code[i] = (struct dwarf_code){object->kernels[i], layout->code[i]};
    for (uint32_t i = 0; i < object->function_count; i++)
        code[object->kernel_count + i] = (struct dwarf_code){
            object->functions[i], function_offset(layout, object->functions[i]->source)};
    layout->debug.dwarf = dwarf_write(object, code, count, is_placed, layout);
    layout->shstrtab = debug_sections_add(&layout->debug, &layout->file);
}

static void
finish_debug(struct layout *layout)
{
    if (layout->debug.dwarf)
        debug_sections_finish(&layout->debug, &layout->file, layout->symtab, debug_target, layout);
}

const uint8_t *
code_object_write(const struct code_object *object, size_t *size)
{
    const struct object_version *version = object->options->object_version;
    struct layout layout = {.object = object,
                            .objects = map_new(object->arena),
                            .weak = map_new(object->arena),
                            .imports = map_new(object->arena),
                            .functions = map_new(object->arena)};
    elf_file_init(&layout.file, object->arena, object->guard);
    layout.file.type = object->options->relocatable ? ET_REL : ET_DYN;
    layout.file.flags = version->targets->elf_flags(&object->options->object);
    layout.file.os_abi = version->os_abi;
    layout.file.abi_version = version->abi_version;
    layout.descriptors = ARENA_ARRAY(object->arena, object->kernel_count + 1u, uint32_t);
    layout.code = ARENA_ARRAY(object->arena, object->kernel_count + 1u, uint32_t);

    add_sections(&layout);
    size_t size_of_metadata;
    const void *metadata =
        object_metadata(version, object->arena, metadata_tree(object), &size_of_metadata);
    version->notes->write(version, &object->options->object, metadata, size_of_metadata,
                          content(&layout, layout.note));
    add_rodata(&layout);
    add_text(&layout);
    add_debug(&layout);
    add_symbols(&layout);
    if (layout.rela) {
        relocate_all(&layout);
        add_relas(&layout);
        finish_debug(&layout);
    } else {
        struct elf_dynamic dynamic = dynamic_of(&layout);
        elf_fill_hash(&layout.file, &dynamic);
        elf_fill_dynamic(&layout.file, &dynamic);
        if (layout.rela_dyn)
            relocate_objects(&layout, 0, content(&layout, layout.rela_dyn));
    }
    link_sections(&layout);
    elf_layout(&layout.file);
    if (!layout.rela) {
        relocate_all(&layout);
        if (layout.rela_dyn)
            relocate_objects(&layout, 0, content(&layout, layout.rela_dyn));
        struct elf_dynamic dynamic = dynamic_of(&layout);
        elf_fill_dynamic(&layout.file, &dynamic);
        finish_debug(&layout);
        finish_symbols(&layout, layout.dynsym);
        finish_symbols(&layout, layout.symtab);
    }
    fill_descriptors(&layout);
    return elf_write(&layout.file, size);
}
