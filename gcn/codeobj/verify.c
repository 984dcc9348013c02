/* Rules of loaders and of the ABI for a whole object; verify_kernel.c: those for its kernels. */
#include "gcn/codeobj/verify_rule.h"
#include "gcn/object/elf.h"

#include <string.h>

const char *
verify_say(const struct verifying *v, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = arena_vprintf(v->arena, format, args);
    va_end(args);
    return text;
}

/* ---- the file ---- */

static const char *
is_loadable(const struct verifying *v)
{
    return v->object->file.header.e_type == ET_DYN ? NULL : "it is not linked (ET_DYN)";
}

static const char *
is_hsa(const struct verifying *v)
{
    unsigned abi = v->object->file.header.e_ident[EI_OSABI];
    return abi == ELF_OSABI_AMDGPU_HSA ? NULL : verify_say(v, "EI_OSABI is %u, not 64", abi);
}

static const char *
has_version(const struct verifying *v)
{
    return v->object->version ? NULL
                              : verify_say(v, "EI_ABIVERSION %u is of no version",
                                           v->object->file.header.e_ident[EI_ABIVERSION]);
}

static const char *
is_read_by_loaders(const struct verifying *v)
{
    const struct object_version *version = v->object->version;
    bool is_guide = version && version->notes == &object_notes_guide;
    return is_guide ? "form 2d is the 2017 guide's; no loader reads it" : NULL;
}

static const char *
has_target(const struct verifying *v)
{
    return v->object->target
               ? NULL
               : verify_say(v, "e_flags 0x%x name no processor", v->object->file.header.e_flags);
}

static const char *
knows_target(const struct verifying *v)
{
    const struct codeobj *object = v->object;
    bool knows = !object->version || !object->target || object->version == &object_version_bare ||
                 object_version_knows(object->version, object->target);
    return knows ? NULL
                 : verify_say(v, "version %s does not know %s", object->version->name,
                              object->target->name);
}

static const char *
has_load(const struct verifying *v)
{
    vec_foreach (const Elf64_Phdr, segment, &v->object->segments)
        if (segment->p_type == PT_LOAD)
            return NULL;
    return "there is no PT_LOAD";
}

static const char *
loads_ascend(const struct verifying *v)
{
    uint64_t end = 0;
    vec_foreach (const Elf64_Phdr, segment, &v->object->segments) {
        if (segment->p_type != PT_LOAD)
            continue;
        if (segment->p_vaddr < end)
            return verify_say(v, "the segment at 0x%llx overlaps or precedes one before it",
                              (unsigned long long)segment->p_vaddr);
        if (segment->p_memsz < segment->p_filesz)
            return "a segment is shorter in memory than in the file";
        end = segment->p_vaddr + segment->p_memsz;
    }
    return NULL;
}

/* A page is written or executed, not both. */
static const char *
no_writable_code(const struct verifying *v)
{
    vec_foreach (const Elf64_Phdr, segment, &v->object->segments)
        if (segment->p_type == PT_LOAD && segment->p_flags & PF_W && segment->p_flags & PF_X)
            return "a segment is writable and executable";
    return NULL;
}

static bool
is_for_loader(const struct verifying *v, const struct codeobj_reloc *reloc)
{
    uint32_t table = v->object->sections.at[reloc->section].header.sh_link;
    return table < v->object->sections.count &&
           v->object->sections.at[table].header.sh_type == SHT_DYNSYM;
}

static const char *
relocs_known(const struct verifying *v)
{
    vec_foreach (const struct codeobj_reloc, reloc, &v->object->relocs) {
        unsigned type = (unsigned)ELF64_R_TYPE(reloc->entry.r_info);
        if (!reloc_type(type))
            return verify_say(v, "relocation type %u is unknown", type);
        if (is_for_loader(v, reloc) && !reloc_type(type)->is_dynamic)
            return verify_say(v, "%s is left to the loader, which does not know it",
                              reloc_type(type)->name);
    }
    return NULL;
}

/* The loader finds variables elsewhere, and writes their whole addresses. */
static bool
is_import(const struct verifying *v, uint32_t dynamic)
{
    bool is_used = false;
    vec_foreach (const struct codeobj_reloc, reloc, &v->object->relocs) {
        if (!is_for_loader(v, reloc) || ELF64_R_SYM(reloc->entry.r_info) != dynamic)
            continue;
        if (ELF64_R_TYPE(reloc->entry.r_info) != ELF_R_AMDGPU_ABS64)
            return false;
        is_used = true;
    }
    return is_used;
}

static const char *
symbols_defined(const struct verifying *v)
{
    for (uint32_t i = 1; i < v->object->dynamic.count; i++) {
        const struct codeobj_symbol *symbol = &v->object->dynamic.at[i];
        bool is_weak = ELF64_ST_BIND(symbol->entry.st_info) == STB_WEAK;
        if (!symbol->entry.st_shndx && !is_weak && !is_import(v, i))
            return verify_say(v, "'%s' is not defined", symbol->name);
    }
    return NULL;
}

/* ---- notes ---- */

static bool
has_headers(const struct verifying *v)
{
    return v->object->version && v->object->version->launch->write_header;
}

/* Dynamic relocations want minor version 1. */
static const char *
has_version_note(const struct verifying *v)
{
    const struct codeobj_note *note = codeobj_note(v->object, "AMD", ELF_NOTE_HSA_VERSION);
    if (!has_headers(v))
        return NULL;
    if (!note || note->size < 8)
        return "note 1 (code object version) is missing";
    bool is_2_1 = codeobj_word(note->bytes, 0, 4) == 2 && codeobj_word(note->bytes, 4, 4) >= 1;
    return is_2_1 ? NULL : "note 1 says another version than 2.1";
}

static const char *
has_isa_note(const struct verifying *v)
{
    const struct codeobj_note *note = codeobj_note(v->object, "AMD", ELF_NOTE_HSA_ISA_VERSION);
    const struct gcn_target *target = v->object->target;
    if (!has_headers(v))
        return NULL;
    if (!note || note->size < 16)
        return "note 3 (ISA version) is missing";
    bool is_same = !target || (codeobj_word(note->bytes, 4, 4) == target->major &&
                               codeobj_word(note->bytes, 8, 4) == target->minor);
    return is_same ? NULL : "note 3 is of another processor than e_flags";
}

static const char *
has_metadata(const struct verifying *v)
{
    return v->object->metadata || v->object->version == &object_version_bare
               ? NULL
               : "there is no metadata";
}

static const char *
metadata_version(const struct verifying *v)
{
    const struct codeobj *object = v->object;
    const struct meta *version =
        meta_get(object->metadata, codeobj_key(object, "Version", "amdhsa.version"));
    uint64_t major = 0, minor = 0;
    if (!object->metadata || !object->version)
        return NULL;
    if (meta_count(version) == 2) {
        meta_integer(version->entries.at[0].value, &major);
        meta_integer(version->entries.at[1].value, &minor);
    }
    return major == 1 && minor == object->version->metadata_minor
               ? NULL
               : verify_say(v, "the metadata's version is not 1.%u",
                            object->version->metadata_minor);
}

static const char *
metadata_target(const struct verifying *v)
{
    const struct codeobj *object = v->object;
    const char *target = meta_string(meta_get(object->metadata, "amdhsa.target"));
    size_t prefix = strlen("amdgcn-amd-amdhsa--");
    if (!object->metadata || !object->version || !object->version->targets->in_metadata ||
        !object->target_name)
        return NULL;
    bool is_same = strlen(target) > prefix && strcmp(target + prefix, object->target_name) == 0;
    return is_same ? NULL
                   : verify_say(v, "amdhsa.target is '%s', e_flags say %s", target,
                                object->target_name);
}

static const char *
kernels_are_there(const struct verifying *v)
{
    const struct codeobj *object = v->object;
    const struct meta *all =
        meta_get(object->metadata, codeobj_key(object, "Kernels", "amdhsa.kernels"));
    for (uint32_t i = 0; i < meta_count(all); i++) {
        bool is_there = false;
        vec_foreach (const struct codeobj_kernel, kernel, &object->kernels)
            is_there |= kernel->metadata == all->entries.at[i].value;
        if (!is_there)
            return verify_say(v, "the metadata's kernel '%s' has no symbol",
                              meta_string(meta_get(all->entries.at[i].value,
                                                   codeobj_key(object, "Name", ".name"))));
    }
    return NULL;
}

static const char *
printf_rows(const struct verifying *v)
{
    const struct codeobj *object = v->object;
    const struct meta *rows =
        meta_get(object->metadata, codeobj_key(object, "Printf", "amdhsa.printf"));
    for (uint32_t i = 0; i < meta_count(rows); i++) {
        const char *row = meta_string(rows->entries.at[i].value);
        size_t id = strspn(row, "0123456789");
        if (!id || row[id] != ':')
            return verify_say(v, "the row of printf '%s' has no number", row);
    }
    return NULL;
}

/* ---- the table ---- */

static const struct verify_rule object_rules[] = {
    {"ROCr", is_loadable},
    {"ROCr", is_hsa},
    {"ROCr", has_version},
    {"ROCr", is_read_by_loaders},
    {"ROCr", has_target},
    {"ABI", knows_target},
    {"ROCr", has_load},
    {"ROCr", loads_ascend},
    {"ABI", no_writable_code},
    {"ROCr", relocs_known},
    {"ROCr", symbols_defined},
    {"ROCr", has_version_note},
    {"ROCr", has_isa_note},
    {"clr", has_metadata},
    {"clr", metadata_version},
    {"clr", metadata_target},
    {"clr", kernels_are_there},
    {"clr", printf_rows},
    {NULL, NULL},
};

/* Lines of the rules that are broken, each with the kernel's name if there is one. */
static unsigned
apply(const struct verify_rule *rules, const struct verifying *v, struct strbuf *out)
{
    unsigned count = 0;
    for (const struct verify_rule *rule = rules; rule->check; rule++) {
        const char *why = rule->check(v);
        if (why && v->kernel)
            strbuf_printf(out, "%s: kernel '%s': %s\n", rule->who, v->kernel->name, why);
        else if (why)
            strbuf_printf(out, "%s: %s\n", rule->who, why);
        count += why != NULL;
    }
    return count;
}

unsigned
codeobj_verify(const struct codeobj *object, struct strbuf *out)
{
    struct verifying v = {.object = object, .arena = out->arena};
    unsigned count = apply(object_rules, &v, out);
    vec_foreach (const struct codeobj_kernel, kernel, &object->kernels) {
        v.kernel = kernel;
        count += apply(verify_kernel_rules, &v, out);
    }
    return count;
}
