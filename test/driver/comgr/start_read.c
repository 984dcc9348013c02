/* What AMD's OpenCL runtime reads of a program that it has built (ROCclr's device/devprogram.cpp,
 * createKernelMetadataMap and FindGlobalVarSize; device/devkernel.hpp, the tables of keys), and as it reads it. */
#include "host.h"
#include "start.h"

#include <elf.h>
#include <stdint.h>

/* Keys of a kernel, of its properties in version 2, and of an argument, all of which must be there. */
struct keys {
    const char *name, *arguments, *kind;
    const char *kernel[12], *argument[6];
};
static const struct keys old_keys = {
    "Name",
    "Args",
    "ValueKind",
    {"KernargSegmentSize", "GroupSegmentFixedSize", "PrivateSegmentFixedSize",
     "KernargSegmentAlign", "WavefrontSize", "NumSGPRs", "NumVGPRs", "MaxFlatWorkGroupSize", NULL},
    {"Size", "Align", "ValueKind", NULL}};
static const struct keys new_keys = {
    ".name",
    ".args",
    ".value_kind",
    {".symbol", ".kernarg_segment_size", ".group_segment_fixed_size", ".private_segment_fixed_size",
     ".kernarg_segment_align", ".wavefront_size", ".sgpr_count", ".vgpr_count",
     ".max_flat_workgroup_size", ".sgpr_spill_count", ".vgpr_spill_count", NULL},
    {".size", ".offset", ".value_kind", NULL}};

/* The kinds of arguments that the runtimes know up to 5.1; from then on those of version 5, too. */
static const char known[] =
    "ByValue GlobalBuffer DynamicSharedPointer Sampler Image Pipe Queue HiddenGlobalOffsetX "
    "HiddenGlobalOffsetY HiddenGlobalOffsetZ HiddenNone HiddenPrintfBuffer HiddenDefaultQueue "
    "HiddenCompletionAction HiddenMultigridSyncArg HiddenHostcallBuffer "
    "by_value global_buffer dynamic_shared_pointer sampler image pipe queue hidden_global_offset_x "
    "hidden_global_offset_y hidden_global_offset_z hidden_none hidden_printf_buffer "
    "hidden_default_queue "
    "hidden_completion_action hidden_multigrid_sync_arg hidden_hostcall_buffer ";
static const char known_in_5[] = "hidden_heap_v1 hidden_block_count_x hidden_block_count_y "
                                 "hidden_block_count_z hidden_group_size_x "
                                 "hidden_group_size_y hidden_group_size_z hidden_remainder_x "
                                 "hidden_remainder_y hidden_remainder_z "
                                 "hidden_grid_dims hidden_private_base hidden_shared_base "
                                 "hidden_queue_ptr hidden_dynamic_lds_size ";

static int
is_in(const char *list, const char *word)
{
    char text[100];
    snprintf(text, sizeof text, "%s ", word);
    return strstr(list, text) != NULL;
}

/* The text of a node, which is destroyed. */
static const char *
text_of(amd_comgr_metadata_node_t node)
{
    static char text[200];
    size_t size = 0;
    *text = '\0';
    GOOD(amd_comgr_get_metadata_string(node, &size, NULL));
    CHECK(size > 0 && size <= sizeof text);
    if (size <= sizeof text)
        GOOD(amd_comgr_get_metadata_string(node, &size, text));
    GOOD(amd_comgr_destroy_metadata(node));
    return text;
}

static amd_comgr_metadata_node_t
look_up(amd_comgr_metadata_node_t map, const char *key)
{
    amd_comgr_metadata_node_t node = {0};
    GOOD(amd_comgr_metadata_lookup(map, key, &node));
    return node;
}

static void
need_keys(amd_comgr_metadata_node_t map, const char *const *keys)
{
    for (size_t i = 0; keys[i]; i++)
        GOOD(amd_comgr_destroy_metadata(look_up(map, keys[i])));
}

/* One character of a text, into room for one. */
static char
digit(amd_comgr_metadata_node_t list, size_t index)
{
    amd_comgr_metadata_node_t node;
    char text[2] = {'?', '#'};
    size_t size = 1;
    GOOD(amd_comgr_index_list_metadata(list, index, &node));
    GOOD(amd_comgr_get_metadata_string(node, &size, text));
    CHECK(text[1] == '#');
    GOOD(amd_comgr_destroy_metadata(node));
    return text[0];
}

/* As the runtime's callbacks: an error for every key but those that they take. */
static amd_comgr_status_t
take_size(amd_comgr_metadata_node_t key, amd_comgr_metadata_node_t value, void *found)
{
    char text[100] = "";
    size_t size = sizeof text;
    GOOD(amd_comgr_get_metadata_string(key, &size, text));
    if (strcmp(text, ".kernarg_segment_size") != 0 && strcmp(text, "KernargSegmentSize") != 0)
        return AMD_COMGR_STATUS_ERROR;
    size = sizeof text;
    GOOD(amd_comgr_get_metadata_string(value, &size, text));
    *(uint64_t *)found = strtoull(text, NULL, 10);
    return AMD_COMGR_STATUS_SUCCESS;
}

static void
check_arguments(amd_comgr_metadata_node_t kernel, const struct keys *keys, char version)
{
    amd_comgr_metadata_node_t arguments = look_up(kernel, keys->arguments), argument;
    size_t count = 0;
    GOOD(amd_comgr_get_metadata_list_size(arguments, &count));
    CHECK(count > 0);
    for (size_t i = 0; i < count; i++) {
        GOOD(amd_comgr_index_list_metadata(arguments, i, &argument));
        need_keys(argument, keys->argument);
        const char *kind = text_of(look_up(argument, keys->kind));
        CHECK(is_in(known, kind) || (version == '5' && is_in(known_in_5, kind)));
        GOOD(amd_comgr_destroy_metadata(argument));
    }
    GOOD(amd_comgr_destroy_metadata(arguments));
}

static void
check_kernel(amd_comgr_metadata_node_t kernel, const struct keys *keys, char version,
             const char *prefix)
{
    bool is_old = version == '2';
    amd_comgr_metadata_node_t properties = is_old ? look_up(kernel, "CodeProps") : kernel;
    uint64_t kernarg = 0;
    CHECK(strncmp(text_of(look_up(kernel, keys->name)), prefix, strlen(prefix)) == 0);
    if (is_old)
        GOOD(amd_comgr_destroy_metadata(look_up(kernel, "SymbolName")));
    need_keys(properties, keys->kernel);
    GOOD(amd_comgr_iterate_map_metadata(properties, take_size, &kernarg));
    CHECK(kernarg >= 4);
    if (is_old)
        GOOD(amd_comgr_destroy_metadata(properties));
    check_arguments(kernel, keys, version);
}

static void
check_metadata(amd_comgr_data_t data, char version, const char *prefix, unsigned kernels)
{
    amd_comgr_metadata_node_t root, list, node;
    bool is_old = version == '2';
    size_t count = 0;
    GOOD(amd_comgr_get_data_metadata(data, &root));
    CHECK((amd_comgr_metadata_lookup(root, "Kernels", &list) == AMD_COMGR_STATUS_SUCCESS) ==
          is_old);
    if (!is_old) {
        node = look_up(root, "amdhsa.version");
        CHECK(digit(node, 0) == '1' && digit(node, 1) == version - 3);
        GOOD(amd_comgr_destroy_metadata(node));
        list = look_up(root, "amdhsa.kernels");
    }
    GOOD(amd_comgr_get_metadata_list_size(list, &count));
    CHECK(count == kernels);
    for (size_t i = 0; i < count; i++) {
        GOOD(amd_comgr_index_list_metadata(list, i, &node));
        check_kernel(node, is_old ? &old_keys : &new_keys, version, prefix);
        GOOD(amd_comgr_destroy_metadata(node));
    }
    GOOD(amd_comgr_destroy_metadata(list));
    GOOD(amd_comgr_destroy_metadata(root));
}

/* What can be written, beyond .dynamic, the runtime takes for variables of the program, which make launches slower. */
static void
check_segments(const char *bytes, size_t size)
{
    Elf64_Ehdr header;
    uint64_t writable = 0, dynamic = 0;
    CHECK(size >= sizeof header);
    memcpy(&header, bytes, sizeof header);
    CHECK(header.e_type == ET_DYN && header.e_machine == 224);
    for (unsigned i = 0; i < header.e_phnum; i++) {
        Elf64_Phdr segment;
        memcpy(&segment, bytes + header.e_phoff + i * sizeof segment, sizeof segment);
        if (segment.p_type == PT_LOAD && segment.p_flags & PF_W)
            writable += segment.p_memsz;
        if (segment.p_type == PT_DYNAMIC)
            dynamic += segment.p_memsz;
    }
    CHECK(writable == dynamic);
}

void
start_check_object(const char *bytes, size_t size, const char *isa, char version,
                   const char *prefix, unsigned kernels)
{
    amd_comgr_data_t data = make_data(AMD_COMGR_DATA_KIND_EXECUTABLE, "", bytes, size);
    char name[100] = "";
    size_t length = 0;
    GOOD(amd_comgr_get_data_isa_name(data, &length, NULL));
    CHECK(length <= sizeof name);
    GOOD(amd_comgr_get_data_isa_name(data, &length, name));
    /* Features that are the target's default are added; two chips go by the number of another. */
    bool has_features = strchr(isa, ':'), is_other = strstr(isa, "gfx800") || strstr(isa, "gfx804");
    CHECK(version == '2' || is_other ||
          (has_features ? strcmp(name, isa) : strncmp(name, isa, strlen(isa))) == 0);
    check_metadata(data, version, prefix, kernels);
    check_segments(bytes, size);
    GOOD(amd_comgr_release_data(data));
}
