/* Prints what a library with comgr's interface tells of code objects: compiled against Debian's amd_comgr.h, and
 * run with that library and with ours.
 *
 *   dump PARTS FILE...   PARTS: a letter each, i ISA name, m metadata, s symbols, d disassembly, n instructions one
 *                        by one, y symbols by address
 *   dump isa             the targets, with their metadata
 *
 * What a library refuses is printed too, as its status. */
#include <amd_comgr.h>
#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct file {
    const char *name;
    char *bytes;
    size_t size;
    amd_comgr_data_t data;
};

static const char *
say(amd_comgr_status_t status)
{
    const char *text = "?";
    amd_comgr_status_string(status, &text);
    return text;
}

/* ---- metadata ---- */

static void print_node(amd_comgr_metadata_node_t node, int depth);

static char *
node_text(amd_comgr_metadata_node_t node)
{
    size_t size = 0;
    if (amd_comgr_get_metadata_string(node, &size, NULL))
        return strdup("?");
    char *text = malloc(size);
    amd_comgr_get_metadata_string(node, &size, text);
    return text;
}

static amd_comgr_status_t
print_entry(amd_comgr_metadata_node_t key, amd_comgr_metadata_node_t value, void *data)
{
    char *text = node_text(key);
    printf("%*s%s:", *(int *)data, "", text);
    free(text);
    print_node(value, *(int *)data + 2);
    return AMD_COMGR_STATUS_SUCCESS;
}

/* As ROCclr's callbacks answer a key that they do not know. */
static amd_comgr_status_t
refuse_entry(amd_comgr_metadata_node_t key, amd_comgr_metadata_node_t value, void *calls)
{
    (void)key, (void)value;
    ++*(int *)calls;
    return AMD_COMGR_STATUS_ERROR;
}

static amd_comgr_status_t
refuse_symbol(amd_comgr_symbol_t symbol, void *calls)
{
    (void)symbol;
    ++*(int *)calls;
    return AMD_COMGR_STATUS_ERROR;
}

static void
print_list(amd_comgr_metadata_node_t node, int depth)
{
    size_t size = 0;
    amd_comgr_get_metadata_list_size(node, &size);
    printf(" %zu entries\n", size);
    for (size_t i = 0; i < size; i++) {
        amd_comgr_metadata_node_t entry;
        if (amd_comgr_index_list_metadata(node, i, &entry))
            continue;
        printf("%*s-", depth, "");
        print_node(entry, depth + 2);
        amd_comgr_destroy_metadata(entry);
    }
}

static void
print_node(amd_comgr_metadata_node_t node, int depth)
{
    amd_comgr_metadata_kind_t kind = AMD_COMGR_METADATA_KIND_NULL;
    size_t size = 0;
    amd_comgr_get_metadata_kind(node, &kind);
    if (kind == AMD_COMGR_METADATA_KIND_STRING) {
        char *text = node_text(node);
        printf(" '%s'\n", text);
        free(text);
    } else if (kind == AMD_COMGR_METADATA_KIND_LIST) {
        print_list(node, depth);
    } else if (kind == AMD_COMGR_METADATA_KIND_MAP) {
        amd_comgr_get_metadata_map_size(node, &size);
        printf(" %zu keys\n", size);
        amd_comgr_iterate_map_metadata(node, print_entry, &depth);
        int calls = 0;
        amd_comgr_status_t status = amd_comgr_iterate_map_metadata(node, refuse_entry, &calls);
        printf("%*s%d calls refuse: %s\n", depth, "", calls, say(status));
    } else {
        printf(" null\n");
    }
}

static void
print_metadata(struct file *file)
{
    amd_comgr_metadata_node_t node;
    amd_comgr_status_t status = amd_comgr_get_data_metadata(file->data, &node);
    printf("metadata: %s", say(status));
    if (status) {
        printf("\n");
        return;
    }
    print_node(node, 0);
    amd_comgr_destroy_metadata(node);
}

/* ---- the object ---- */

static void
print_isa_name(struct file *file)
{
    char name[100];
    size_t size = 0;
    amd_comgr_status_t status = amd_comgr_get_data_isa_name(file->data, &size, NULL);
    if (!status)
        status = amd_comgr_get_data_isa_name(file->data, &size, name);
    printf("isa name: %s %s\n", say(status), status ? "" : name);
}

static amd_comgr_status_t
print_symbol(amd_comgr_symbol_t symbol, void *data)
{
    size_t length = 0;
    amd_comgr_symbol_type_t type;
    uint64_t size, value;
    bool undefined;
    (void)data;
    amd_comgr_symbol_get_info(symbol, AMD_COMGR_SYMBOL_INFO_NAME_LENGTH, &length);
    char *name = malloc(length + 1);
    amd_comgr_symbol_get_info(symbol, AMD_COMGR_SYMBOL_INFO_NAME, name);
    amd_comgr_symbol_get_info(symbol, AMD_COMGR_SYMBOL_INFO_TYPE, &type);
    amd_comgr_symbol_get_info(symbol, AMD_COMGR_SYMBOL_INFO_SIZE, &size);
    amd_comgr_symbol_get_info(symbol, AMD_COMGR_SYMBOL_INFO_IS_UNDEFINED, &undefined);
    amd_comgr_symbol_get_info(symbol, AMD_COMGR_SYMBOL_INFO_VALUE, &value);
    printf("symbol %s: type %d size %" PRIu64 " value %" PRIx64 "%s\n", name, (int)type, size,
           value, undefined ? " undefined" : "");
    free(name);
    return AMD_COMGR_STATUS_SUCCESS;
}

/* Each symbol once more by its name. */
static amd_comgr_status_t
look_up(amd_comgr_symbol_t symbol, void *data)
{
    struct file *file = data;
    size_t length = 0;
    amd_comgr_symbol_t found;
    amd_comgr_symbol_get_info(symbol, AMD_COMGR_SYMBOL_INFO_NAME_LENGTH, &length);
    char *name = malloc(length + 1);
    amd_comgr_symbol_get_info(symbol, AMD_COMGR_SYMBOL_INFO_NAME, name);
    amd_comgr_status_t status = amd_comgr_symbol_lookup(file->data, name, &found);
    printf("looked up: ");
    if (status)
        printf("%s: %s\n", name, say(status));
    else
        print_symbol(found, NULL);
    free(name);
    return AMD_COMGR_STATUS_SUCCESS;
}

static void
print_symbols(struct file *file)
{
    amd_comgr_symbol_t none;
    printf("symbols: %s\n", say(amd_comgr_iterate_symbols(file->data, print_symbol, NULL)));
    amd_comgr_iterate_symbols(file->data, look_up, file);
    int calls = 0;
    amd_comgr_status_t status = amd_comgr_iterate_symbols(file->data, refuse_symbol, &calls);
    printf("%d calls refuse: %s\n", calls, say(status));
    printf("of no such name: %s\n", say(amd_comgr_symbol_lookup(file->data, "no such", &none)));
}

/* ---- code ---- */

static Elf64_Ehdr
header_of(const struct file *file)
{
    Elf64_Ehdr header = {0};
    if (file->size >= sizeof header)
        memcpy(&header, file->bytes, sizeof header);
    return header;
}

static void
isa_name_of(struct file *file, char name[100])
{
    size_t size = 100;
    if (amd_comgr_get_data_isa_name(file->data, &size, name))
        strcpy(name, "amdgcn-amd-amdhsa--gfx900");
}

/* The text of the action, without its blanks and comments: libraries lay them out in different ways. */
static void
print_disassembly(struct file *file)
{
    char isa[100];
    amd_comgr_action_info_t info;
    amd_comgr_data_set_t in, out;
    amd_comgr_data_t text;
    size_t size = 0;
    bool is_relocatable = header_of(file).e_type == ET_REL;
    isa_name_of(file, isa);
    amd_comgr_create_action_info(&info);
    amd_comgr_action_info_set_isa_name(info, isa);
    amd_comgr_create_data_set(&in);
    amd_comgr_create_data_set(&out);
    amd_comgr_data_set_add(in, file->data);
    amd_comgr_status_t status =
        amd_comgr_do_action(is_relocatable ? AMD_COMGR_ACTION_DISASSEMBLE_RELOCATABLE_TO_SOURCE
                                           : AMD_COMGR_ACTION_DISASSEMBLE_EXECUTABLE_TO_SOURCE,
                            info, in, out);
    printf("disassembly: %s\n", say(status));
    if (!amd_comgr_action_data_get_data(out, AMD_COMGR_DATA_KIND_SOURCE, 0, &text)) {
        amd_comgr_get_data(text, &size, NULL);
        char *bytes = malloc(size + 1);
        amd_comgr_get_data(text, &size, bytes);
        bytes[size] = '\0';
        printf("%s", bytes);
        free(bytes);
        amd_comgr_release_data(text);
    }
    amd_comgr_destroy_data_set(in);
    amd_comgr_destroy_data_set(out);
    amd_comgr_destroy_action_info(info);
}

static uint64_t
read_file(uint64_t from, char *to, uint64_t size, void *data)
{
    const struct file *file = data;
    uint64_t left = from < file->size ? file->size - from : 0;
    size = size < left ? size : left;
    memcpy(to, file->bytes + from, size);
    return size;
}

static void
print_instruction(const char *text, void *data)
{
    (void)data;
    printf("%s\n", text);
}

static void
print_address(uint64_t address, void *data)
{
    (void)data;
    printf("\tto %" PRIx64 "\n", address);
}

/* From .text's first byte to its last; a word that is no instruction is stepped over. */
static void
print_code(amd_comgr_disassembly_info_t info, struct file *file, uint64_t at, uint64_t end)
{
    while (at < end) {
        uint64_t size = 0;
        amd_comgr_status_t status = amd_comgr_disassemble_instruction(info, at, file, &size);
        if (status)
            printf("%s, %u bytes\n", say(status), (unsigned)size);
        at += status || !size ? 4 : size;
    }
}

static void
print_instructions(struct file *file)
{
    char isa[100];
    amd_comgr_disassembly_info_t info;
    Elf64_Ehdr header = header_of(file);
    isa_name_of(file, isa);
    amd_comgr_status_t status =
        amd_comgr_create_disassembly_info(isa, read_file, print_instruction, print_address, &info);
    printf("instructions: %s\n", say(status));
    for (unsigned i = 0; !status && i < header.e_shnum; i++) {
        Elf64_Shdr section;
        memcpy(&section, file->bytes + header.e_shoff + i * sizeof section, sizeof section);
        if (section.sh_flags & SHF_EXECINSTR)
            print_code(info, file, section.sh_offset, section.sh_offset + section.sh_size);
    }
    if (!status)
        amd_comgr_destroy_disassembly_info(info);
}

static void
print_place(const char *text, void *data)
{
    printf("%s %s\n", (const char *)data, text);
}

static amd_comgr_status_t
symbolize(amd_comgr_symbol_t symbol, void *data)
{
    uint64_t value, size;
    amd_comgr_symbolizer_info_t *info = data;
    amd_comgr_symbol_get_info(symbol, AMD_COMGR_SYMBOL_INFO_VALUE, &value);
    amd_comgr_symbol_get_info(symbol, AMD_COMGR_SYMBOL_INFO_SIZE, &size);
    amd_comgr_symbolize(*info, value, true, "code");
    amd_comgr_symbolize(*info, value + 4, true, "code inside of it");
    amd_comgr_symbolize(*info, value, false, "data");
    amd_comgr_symbolize(*info, value + size - 1, true, "its end");
    amd_comgr_symbolize(*info, value + size, true, "behind its end");
    return AMD_COMGR_STATUS_SUCCESS;
}

static void
print_places(struct file *file)
{
    amd_comgr_symbolizer_info_t info;
    amd_comgr_status_t status = amd_comgr_create_symbolizer_info(file->data, print_place, &info);
    printf("symbolizer: %s\n", say(status));
    if (status)
        return;
    amd_comgr_iterate_symbols(file->data, symbolize, &info);
    amd_comgr_destroy_symbolizer_info(info);
}

/* ---- what is asked ---- */

static int
print_targets(void)
{
    size_t count = 0;
    amd_comgr_get_isa_count(&count);
    for (size_t i = 0; i < count; i++) {
        const char *name;
        amd_comgr_metadata_node_t node;
        if (amd_comgr_get_isa_name(i, &name) || amd_comgr_get_isa_metadata(name, &node))
            return 1;
        printf("%s:", name);
        print_node(node, 2);
        amd_comgr_destroy_metadata(node);
    }
    return 0;
}

static int
print_file(const char *parts, const char *name)
{
    static const struct {
        char letter;
        void (*print)(struct file *file);
    } rows[] = {{'i', print_isa_name},    {'m', print_metadata},     {'s', print_symbols},
                {'d', print_disassembly}, {'n', print_instructions}, {'y', print_places}};
    struct file file = {.name = name, .bytes = malloc(1 << 24)};
    FILE *stream = fopen(name, "rb");
    if (!stream || !file.bytes)
        return 1;
    file.size = fread(file.bytes, 1, 1 << 24, stream);
    fclose(stream);
    amd_comgr_create_data(header_of(&file).e_type == ET_REL ? AMD_COMGR_DATA_KIND_RELOCATABLE
                                                            : AMD_COMGR_DATA_KIND_EXECUTABLE,
                          &file.data);
    amd_comgr_set_data_name(file.data, "object");
    amd_comgr_set_data(file.data, file.size, file.bytes);
    printf("== %s\n", name);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strchr(parts, rows[i].letter))
            rows[i].print(&file);
    amd_comgr_release_data(file.data);
    free(file.bytes);
    return 0;
}

int
main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "isa") == 0)
        return print_targets();
    for (int i = 2; i < argc; i++)
        if (print_file(argv[1], argv[i]))
            return 1;
    return argc < 3;
}
