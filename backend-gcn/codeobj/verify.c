/* Rules of loaders and of the ABI.  Each rule looks at an object or at one kernel and says what is wrong, or NULL. */
#include "backend-gcn/codeobj/verify.h"
#include "backend-gcn/object/reloc.h"
#include "backend-gcn/object/elf.h"

#include <string.h>

struct verifying {
    const struct codeobj *object;
    const struct codeobj_kernel *kernel; /* NULL in rules of objects */
    struct arena *arena;
};

__attribute__((format(printf, 2, 3))) static const char *
say(const struct verifying *v, const char *format, ...)
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
    return v->object->header.e_type == ET_DYN ? NULL : "it is not linked (ET_DYN)";
}

static const char *
is_hsa(const struct verifying *v)
{
    unsigned abi = v->object->header.e_ident[EI_OSABI];
    return abi == ELF_OSABI_AMDGPU_HSA ? NULL : say(v, "EI_OSABI is %u, not 64", abi);
}

static const char *
has_version(const struct verifying *v)
{
    return v->object->version ? NULL
                              : say(v, "EI_ABIVERSION %u is of no version",
                                    v->object->header.e_ident[EI_ABIVERSION]);
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
    return v->object->target ? NULL
                             : say(v, "e_flags 0x%x name no processor", v->object->header.e_flags);
}

static const char *
knows_target(const struct verifying *v)
{
    const struct codeobj *object = v->object;
    bool knows = !object->version || !object->target || object->version == &object_version_bare ||
                 object_version_knows(object->version, object->target);
    return knows
               ? NULL
               : say(v, "version %s does not know %s", object->version->name, object->target->name);
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
            return say(v, "the segment at 0x%llx overlaps or precedes one before it",
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

static const char *
relocs_known(const struct verifying *v)
{
    vec_foreach (const struct codeobj_reloc, reloc, &v->object->relocs) {
        unsigned type = (unsigned)ELF64_R_TYPE(reloc->entry.r_info);
        if (!reloc_type(type))
            return say(v, "relocation type %u is unknown", type);
    }
    return NULL;
}

static const char *
symbols_defined(const struct verifying *v)
{
    for (uint32_t i = 1; i < v->object->dynamic.count; i++) {
        const struct codeobj_symbol *symbol = &v->object->dynamic.at[i];
        bool is_weak = ELF64_ST_BIND(symbol->entry.st_info) == STB_WEAK;
        if (!symbol->entry.st_shndx && !is_weak)
            return say(v, "'%s' is not defined", symbol->name);
    }
    return NULL;
}

/* ---- notes ---- */

static const struct codeobj_note *
note_of(const struct verifying *v, const char *owner, uint32_t type)
{
    vec_foreach (const struct codeobj_note, note, &v->object->notes)
        if (note->type == type && strcmp(note->owner, owner) == 0)
            return note;
    return NULL;
}

static bool
has_headers(const struct verifying *v)
{
    return v->object->version && v->object->version->launch->write_header;
}

/* Dynamic relocations want minor version 1. */
static const char *
has_version_note(const struct verifying *v)
{
    const struct codeobj_note *note = note_of(v, "AMD", ELF_NOTE_HSA_VERSION);
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
    const struct codeobj_note *note = note_of(v, "AMD", ELF_NOTE_HSA_ISA_VERSION);
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
               : say(v, "the metadata's version is not 1.%u", object->version->metadata_minor);
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
                   : say(v, "amdhsa.target is '%s', e_flags say %s", target, object->target_name);
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
            return say(v, "the metadata's kernel '%s' has no symbol",
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
            return say(v, "the row of printf '%s' has no number", row);
    }
    return NULL;
}

/* ---- kernels: where they are ---- */

static const char *
launch_aligned(const struct verifying *v)
{
    uint64_t align = v->kernel->launch_size == CODEOBJ_KERNEL_CODE ? 256 : 64;
    return v->kernel->launch_address % align == 0
               ? NULL
               : say(v, "its header or descriptor is not aligned to %u bytes", (unsigned)align);
}

static const char *
entry_is_code(const struct verifying *v)
{
    const struct codeobj_section *section = codeobj_section_at(v->object, 0, v->kernel->entry, 4);
    if (v->object->header.e_type == ET_REL)
        return NULL;
    if (!section || !(section->header.sh_flags & SHF_EXECINSTR))
        return say(v, "its entry 0x%llx is no code", (unsigned long long)v->kernel->entry);
    return v->kernel->entry % 256 ? "its entry is not aligned to 256 bytes" : NULL;
}

static const char *
symbol_size(const struct verifying *v)
{
    const struct codeobj *object = v->object;
    const struct codeobj_symbol *symbols =
        object->symbols.count ? object->symbols.at : object->dynamic.at;
    return symbols[v->kernel->launch_symbol].entry.st_size ? NULL : "its symbol has no size";
}

/* ---- kernels: their metadata ---- */

static const struct needed {
    const char *yaml, *map, *msgpack;
} needed_of_kernel[] =
    {
        {"Name", "", ".name"},
        {"SymbolName", "", ".symbol"},
        {"KernargSegmentSize", "CodeProps", ".kernarg_segment_size"},
        {"KernargSegmentAlign", "CodeProps", ".kernarg_segment_align"},
        {"GroupSegmentFixedSize", "CodeProps", ".group_segment_fixed_size"},
        {"PrivateSegmentFixedSize", "CodeProps", ".private_segment_fixed_size"},
        {"WavefrontSize", "CodeProps", ".wavefront_size"},
        {"NumSGPRs", "CodeProps", ".sgpr_count"},
        {"NumVGPRs", "CodeProps", ".vgpr_count"},
        {"MaxFlatWorkGroupSize", "CodeProps", ".max_flat_workgroup_size"},
},
  needed_of_arg[] = {
      {"Size", "", ".size"},   {"Align", "", NULL}, {"ValueKind", "", ".value_kind"},
      {"ValueType", "", NULL}, /* LLVM 4 to 10 refuse an argument without it */
      {NULL, "", ".offset"},
};

static const char *
lacking(const struct verifying *v, const struct meta *map, const struct needed *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *key = v->object->is_yaml ? rows[i].yaml : rows[i].msgpack;
        const struct meta *in =
            v->object->is_yaml && *rows[i].map ? meta_get(map, rows[i].map) : map;
        if (key && !meta_get(in, key))
            return key;
    }
    return NULL;
}

static bool
is_guide(const struct verifying *v)
{
    return v->object->version && v->object->version->notes == &object_notes_guide;
}

static const char *
kernel_keys(const struct verifying *v)
{
    if (!v->object->metadata || is_guide(v))
        return NULL;
    if (!v->kernel->metadata)
        return "the metadata does not name it";
    const char *key = lacking(v, v->kernel->metadata, needed_of_kernel,
                              sizeof needed_of_kernel / sizeof *needed_of_kernel);
    return key ? say(v, "its metadata lacks %s", key) : NULL;
}

static uint64_t
told(const struct verifying *v, const char *yaml, const char *msgpack)
{
    const struct meta *map = v->kernel->metadata;
    uint64_t number;
    if (v->object->is_yaml)
        map = meta_get(map, "CodeProps");
    meta_integer(meta_get(map, v->object->is_yaml ? yaml : msgpack), &number);
    return number;
}

/* clr fails to create a kernel without it. */
static const char *
largest_group(const struct verifying *v)
{
    bool is_known = !v->kernel->metadata || is_guide(v) ||
                    told(v, "MaxFlatWorkGroupSize", ".max_flat_workgroup_size");
    return is_known ? NULL : "its largest work-group is 0";
}

static const struct meta *
args_of(const struct verifying *v)
{
    const struct meta *args =
        meta_get(v->kernel->metadata, codeobj_key(v->object, "Args", ".args"));
    return args ? args : meta_get(v->kernel->metadata, "Arguments");
}

static const char *
arg_keys(const struct verifying *v)
{
    const struct meta *args = args_of(v);
    for (uint32_t i = 0; i < meta_count(args) && !is_guide(v); i++) {
        const char *key = lacking(v, args->entries.at[i].value, needed_of_arg,
                                  sizeof needed_of_arg / sizeof *needed_of_arg);
        if (key)
            return say(v, "its argument %u lacks %s", i, key);
    }
    return NULL;
}

/* Readers compute offsets of version 2 from sizes and alignments; all lie in the segment, one behind the other. */
static const char *
args_fit(const struct verifying *v)
{
    const struct meta *args = args_of(v);
    uint64_t next = 0, segment = told(v, "KernargSegmentSize", ".kernarg_segment_size");
    for (uint32_t i = 0; i < meta_count(args); i++) {
        const struct meta *arg = args->entries.at[i].value;
        uint64_t offset, size, align;
        meta_integer(meta_get(arg, codeobj_key(v->object, "Size", ".size")), &size);
        if (!meta_integer(meta_get(arg, "Align"), &align) || !align || align & (align - 1))
            align = 1;
        if (v->object->is_yaml || !meta_integer(meta_get(arg, ".offset"), &offset))
            offset = (next + align - 1) & ~(align - 1);
        if (offset < next)
            return say(v, "its argument %u overlaps the one before it", i);
        next = offset + size;
    }
    return next <= segment || !v->kernel->metadata
               ? NULL
               : say(v, "its arguments end at %llu, their segment has %llu bytes",
                     (unsigned long long)next, (unsigned long long)segment);
}

/* ---- kernels: the bits that launch them ---- */

enum { GROUP = 0, PRIVATE_SIZE = 4, KERNARG = 8, RSRC1 = 48, RSRC2 = 52, PROPERTIES = 56 };

static uint64_t
bits(const struct verifying *v, unsigned word, unsigned first, unsigned width)
{
    return codeobj_word(v->kernel->launch, word, 4) >> first & ((UINT64_C(1) << width) - 1);
}

/* Fields that CP fills, or that a code object must leave 0. */
static const struct zero {
    const char *name;
    uint8_t word, first, width;
} zeros[] = {
    {"priority", RSRC1, 10, 2},
    {"priv", RSRC1, 20, 1},
    {"debug_mode", RSRC1, 22, 1},
    {"bulky", RSRC1, 24, 1},
    {"cdbg_user", RSRC1, 25, 1},
    {"fp16_ovfl", RSRC1, 26, 1},
    {"reserved bits of rsrc1", RSRC1, 27, 5},
    {"enable_exception_address_watch", RSRC2, 13, 1},
    {"enable_exception_memory", RSRC2, 14, 1},
    {"granulated_lds_size", RSRC2, 15, 9},
    {"a reserved bit of rsrc2", RSRC2, 31, 1},
    {"enable_sgpr_grid_workgroup_count", PROPERTIES, 7, 3},
};

static const char *
zeros_are_zero(const struct verifying *v)
{
    for (size_t i = 0; i < sizeof zeros / sizeof *zeros; i++)
        if (bits(v, zeros[i].word, zeros[i].first, zeros[i].width))
            return say(v, "%s is not 0", zeros[i].name);
    return NULL;
}

static const char *
user_sgprs(const struct verifying *v)
{
    static const uint8_t each[] = {4, 2, 2, 2, 2, 2, 1}; /* in the order of the properties' bits */
    uint64_t count = bits(v, RSRC2, 1, 5), enabled = 0;
    for (unsigned i = 0; i < sizeof each; i++)
        enabled += bits(v, PROPERTIES, i, 1) ? each[i] : 0u;
    if (count > 16)
        return say(v, "%llu user SGPRs: there are 16", (unsigned long long)count);
    return enabled <= count ? NULL
                            : say(v, "%llu user SGPRs are enabled, user_sgpr_count is %llu",
                                  (unsigned long long)enabled, (unsigned long long)count);
}

static const char *
registers_suffice(const struct verifying *v)
{
    const struct gcn_target *target = v->object->target;
    uint64_t sgprs = told(v, "NumSGPRs", ".sgpr_count"), vgprs = told(v, "NumVGPRs", ".vgpr_count");
    if (!target || !v->kernel->metadata)
        return NULL;
    if ((bits(v, RSRC1, 0, 6) + 1) * target->vgpr_granule < vgprs)
        return say(v, "it uses %llu VGPRs, more than it allocates", (unsigned long long)vgprs);
    if ((bits(v, RSRC1, 6, 4) + 1) * 8 < sgprs)
        return say(v, "it uses %llu SGPRs, more than it allocates", (unsigned long long)sgprs);
    return NULL;
}

/* The metadata and what CP reads agree. */
static const char *
sizes_agree(const struct verifying *v)
{
    bool is_header = v->kernel->launch_size == CODEOBJ_KERNEL_CODE;
    const uint8_t *bytes = v->kernel->launch;
    uint64_t group = codeobj_word(bytes, is_header ? 64 : GROUP, 4);
    uint64_t scratch = codeobj_word(bytes, is_header ? 60 : PRIVATE_SIZE, 4);
    uint64_t kernarg = codeobj_word(bytes, is_header ? 72 : KERNARG, 4);
    if (!v->kernel->metadata)
        return NULL;
    if (group != told(v, "GroupSegmentFixedSize", ".group_segment_fixed_size"))
        return "its LDS is of another size in the metadata";
    if (scratch != told(v, "PrivateSegmentFixedSize", ".private_segment_fixed_size"))
        return "its scratch memory is of another size in the metadata";
    /* 0: not said */
    if (!is_guide(v) && kernarg &&
        kernarg != told(v, "KernargSegmentSize", ".kernarg_segment_size"))
        return "its kernarg segment is of another size in the metadata";
    return NULL;
}

static const char *
header_is_sound(const struct verifying *v)
{
    const uint8_t *bytes = v->kernel->launch;
    const struct gcn_target *target = v->object->target;
    if (v->kernel->launch_size != CODEOBJ_KERNEL_CODE)
        return NULL;
    if (codeobj_word(bytes, 0, 4) != 1)
        return "amd_code_version_major is not 1";
    if (codeobj_word(bytes, 8, 2) != 1)
        return "amd_machine_kind is not 1 (AMDGPU)";
    if (target && (codeobj_word(bytes, 10, 2) != target->major ||
                   codeobj_word(bytes, 12, 2) != target->minor))
        return "amd_machine_version is of another processor";
    if (codeobj_word(bytes, 103, 1) != 6)
        return "wavefront_size is not 6 (64 work-items)";
    return codeobj_word(bytes, 100, 1) < 4 ? "kernarg_segment_alignment is below 4 (16 bytes)"
                                           : NULL;
}

static const char *
descriptor_is_sound(const struct verifying *v)
{
    if (v->kernel->launch_size != CODEOBJ_DESCRIPTOR)
        return NULL;
    bool has_rsrc3 = v->object->target && v->object->target->agprs_follow_vgprs;
    for (unsigned i = 12; i < RSRC1; i++) {
        bool is_reserved = i < 16 || (i >= 24 && (i < 44 || !has_rsrc3));
        if (is_reserved && v->kernel->launch[i] && !(is_guide(v) && i == 12))
            return say(v, "byte %u of its descriptor is reserved, and not 0", i);
    }
    return codeobj_word(v->kernel->launch, 60, 4) ? "bytes 60 to 63 of its descriptor are not 0"
                                                  : NULL;
}

/* ---- the table ---- */

static const struct rule {
    const char *who;
    const char *(*check)(const struct verifying *v);
} object_rules[] =
    {
        {"ROCr", is_loadable},        {"ROCr", is_hsa},           {"ROCr", has_version},
        {"ROCr", is_read_by_loaders}, {"ROCr", has_target},       {"ABI", knows_target},
        {"ROCr", has_load},           {"ROCr", loads_ascend},     {"ABI", no_writable_code},
        {"ROCr", relocs_known},       {"ROCr", symbols_defined},  {"ROCr", has_version_note},
        {"ROCr", has_isa_note},       {"clr", has_metadata},      {"clr", metadata_version},
        {"clr", metadata_target},     {"clr", kernels_are_there}, {"clr", printf_rows},
},
  kernel_rules[] = {
      {"ROCr", launch_aligned},
      {"ROCr", entry_is_code},
      {"ROCr", symbol_size},
      {"clr", kernel_keys},
      {"clr", largest_group},
      {"clr", arg_keys},
      {"clr", args_fit},
      {"ABI", zeros_are_zero},
      {"ABI", user_sgprs},
      {"ABI", registers_suffice},
      {"ABI", sizes_agree},
      {"ABI", header_is_sound},
      {"ABI", descriptor_is_sound},
};

unsigned
codeobj_verify(const struct codeobj *object, struct strbuf *out)
{
    struct verifying v = {.object = object, .arena = out->arena};
    unsigned count = 0;
    for (size_t i = 0; i < sizeof object_rules / sizeof *object_rules; i++) {
        const char *why = object_rules[i].check(&v);
        if (why)
            strbuf_printf(out, "%s: %s\n", object_rules[i].who, why);
        count += why != NULL;
    }
    vec_foreach (const struct codeobj_kernel, kernel, &object->kernels) {
        v.kernel = kernel;
        for (size_t i = 0; i < sizeof kernel_rules / sizeof *kernel_rules; i++) {
            const char *why = kernel_rules[i].check(&v);
            if (why)
                strbuf_printf(out, "%s: kernel '%s': %s\n", kernel_rules[i].who, kernel->name, why);
            count += why != NULL;
        }
    }
    return count;
}
