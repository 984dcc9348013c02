/* Rules of loaders and of the ABI for one kernel: where it is, its metadata, the bits that launch it. */
#include "gcn/codeobj/verify_rule.h"

#include <string.h>

/* ---- where they are ---- */

static const char *
launch_aligned(const struct verifying *v)
{
    uint64_t align = v->kernel->launch_size == CODEOBJ_KERNEL_CODE ? 256 : 64;
    return v->kernel->launch_address % align == 0
               ? NULL
               : verify_say(v, "its header or descriptor is not aligned to %u bytes",
                            (unsigned)align);
}

static const char *
entry_is_code(const struct verifying *v)
{
    const struct codeobj_section *section = codeobj_section_at(v->object, 0, v->kernel->entry, 4);
    if (v->object->file.header.e_type == ET_REL)
        return NULL;
    if (!section || !(section->header.sh_flags & SHF_EXECINSTR))
        return verify_say(v, "its entry 0x%llx is no code", (unsigned long long)v->kernel->entry);
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

/* ---- their metadata ---- */

static const uint8_t needed_of_kernel[] = {
    META_KERNEL_NAME,           META_KERNEL_SYMBOL_NAME,
    META_KERNEL_KERNARG_SIZE,   META_KERNEL_KERNARG_ALIGN,
    META_KERNEL_GROUP_SIZE,     META_KERNEL_PRIVATE_SIZE,
    META_KERNEL_WAVEFRONT_SIZE, META_KERNEL_SGPRS,
    META_KERNEL_VGPRS,          META_KERNEL_MAX_FLAT_GROUP_SIZE,
};

/* The value of a key of the kernel; NULL: it is not there. */
static const struct meta *
value_of(const struct verifying *v, enum meta_key_id id)
{
    const struct meta_key *key = &meta_keys[id];
    const struct meta *map = v->kernel->metadata;
    if (!v->object->is_yaml)
        return meta_get(map, key->msgpack);
    return meta_get(*key->map ? meta_get(map, key->map) : map, key->yaml);
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
    for (size_t i = 0; i < sizeof needed_of_kernel; i++) {
        const struct meta_key *key = &meta_keys[needed_of_kernel[i]];
        if (!value_of(v, needed_of_kernel[i]))
            return verify_say(v, "its metadata lacks %s",
                              codeobj_key(v->object, key->yaml, key->msgpack));
    }
    return NULL;
}

static uint64_t
told(const struct verifying *v, enum meta_key_id id)
{
    uint64_t number;
    meta_integer(value_of(v, id), &number);
    return number;
}

/* clr fails to create a kernel without it. */
static const char *
largest_group(const struct verifying *v)
{
    bool is_known = !v->kernel->metadata || is_guide(v) || told(v, META_KERNEL_MAX_FLAT_GROUP_SIZE);
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
    static const char *const yaml[] = {"Size", "Align", "ValueKind", "ValueType", NULL};
    static const char lacks_type[] =
        ", without which loaders of 2017 to 2020 (LLVM 4 to 10) refuse the object; "
        "`occ-obj convert -mcode-object-version=2` adds it";
    static const char *const msgpack[] = {".size", ".value_kind", ".offset", NULL};
    const struct meta *args = args_of(v);
    for (uint32_t i = 0; i < meta_count(args) && !is_guide(v); i++)
        for (const char *const *key = v->object->is_yaml ? yaml : msgpack; *key; key++)
            if (!meta_get(args->entries.at[i].value, *key))
                return verify_say(v, "its argument %u lacks %s%s", i, *key,
                                  strcmp(*key, "ValueType") == 0 ? lacks_type : "");
    return NULL;
}

/* Readers compute offsets of version 2 from sizes and alignments; all lie in the segment, one after the other. */
static const char *
args_fit(const struct verifying *v)
{
    const struct meta *args = args_of(v);
    uint64_t next = 0, segment = told(v, META_KERNEL_KERNARG_SIZE);
    for (uint32_t i = 0; i < meta_count(args); i++) {
        const struct meta *arg = args->entries.at[i].value;
        uint64_t offset, size, align;
        meta_integer(meta_get(arg, codeobj_key(v->object, "Size", ".size")), &size);
        if (!meta_integer(meta_get(arg, "Align"), &align) || !align || align & (align - 1))
            align = 1;
        if (v->object->is_yaml || !meta_integer(meta_get(arg, ".offset"), &offset))
            offset = (next + align - 1) & ~(align - 1);
        if (offset < next)
            return verify_say(v, "its argument %u overlaps the one before it", i);
        next = offset + size;
    }
    return next <= segment || !v->kernel->metadata
               ? NULL
               : verify_say(v, "its arguments end at %llu, their segment has %llu bytes",
                            (unsigned long long)next, (unsigned long long)segment);
}

/* ---- the bits that launch them ---- */

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
            return verify_say(v, "%s is not 0", zeros[i].name);
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
        return verify_say(v, "%llu user SGPRs: there are 16", (unsigned long long)count);
    return enabled <= count ? NULL
                            : verify_say(v, "%llu user SGPRs are enabled, user_sgpr_count is %llu",
                                         (unsigned long long)enabled, (unsigned long long)count);
}

static const char *
registers_suffice(const struct verifying *v)
{
    const struct gcn_target *target = v->object->target;
    uint64_t sgprs = told(v, META_KERNEL_SGPRS), vgprs = told(v, META_KERNEL_VGPRS);
    if (!target || !v->kernel->metadata)
        return NULL;
    if ((bits(v, RSRC1, 0, 6) + 1) * target->vgpr_granule < vgprs)
        return verify_say(v, "it uses %llu VGPRs, more than it allocates",
                          (unsigned long long)vgprs);
    if ((bits(v, RSRC1, 6, 4) + 1) * 8 < sgprs)
        return verify_say(v, "it uses %llu SGPRs, more than it allocates",
                          (unsigned long long)sgprs);
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
    if (group != told(v, META_KERNEL_GROUP_SIZE))
        return "its LDS is of another size in the metadata";
    if (scratch != told(v, META_KERNEL_PRIVATE_SIZE))
        return "its scratch memory is of another size in the metadata";
    /* 0: not said */
    if (!is_guide(v) && kernarg && kernarg != told(v, META_KERNEL_KERNARG_SIZE))
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
            return verify_say(v, "byte %u of its descriptor is reserved, and not 0", i);
    }
    return codeobj_word(v->kernel->launch, 60, 4) ? "bytes 60 to 63 of its descriptor are not 0"
                                                  : NULL;
}

const struct verify_rule verify_kernel_rules[] = {
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
    {NULL, NULL},
};
