/* Handles of comgr's interface: what setters take getters give, null handles and wrong kinds are refused, references
 * are counted, bytes may be anything.
 *
 *   handles FILE...   code objects, which are cut and changed */
#include "host.h"

#include <stdint.h>
#include <unistd.h>

int passed, failed;

static const char isa[] = "amdgcn-amd-amdhsa--gfx906:sramecc+:xnack-";

/* ---- setters and getters ---- */

static void
check_status(void)
{
    static const char *const names[] = {"SUCCESS", "ERROR", "INVALID_ARGUMENT", "OUT_OF_RESOURCES"};
    const char *text;
    size_t major, minor;
    for (int i = 0; i < 4; i++) {
        GOOD(amd_comgr_status_string((amd_comgr_status_t)i, &text));
        CHECK(strcmp(text, names[i]) == 0);
    }
    REFUSED(amd_comgr_status_string((amd_comgr_status_t)4, &text));
    REFUSED(amd_comgr_status_string(AMD_COMGR_STATUS_SUCCESS, NULL));
    amd_comgr_get_version(&major, &minor);
    CHECK(major == 2 && minor == 4);
}

static void
check_targets(void)
{
    static const char *const bad[] = {
        "",
        "gfx900",
        "amdgcn-amd-amdhsa--gfx9000",
        "amdgcn-amd-amdhsa--gfx900:",
        "amdgcn-amd-amdhsa--gfx900:xnack",
        "amdgcn-amd-amdhsa--gfx900:sramecc+",
        "amdgcn-amd-amdhsa--gfx803:xnack-",
        "amdgcn-amd-amdpal--gfx900",
        "amdgcn-amd-amdhsa-opencl-gfx900",
        "amdgcn-amd-amdhsa--gfx900:xnack+x",
    };
    size_t count = 0;
    const char *name;
    amd_comgr_metadata_node_t node;
    GOOD(amd_comgr_get_isa_count(&count));
    CHECK(count > 20);
    REFUSED(amd_comgr_get_isa_name(count, &name));
    REFUSED(amd_comgr_get_isa_name(0, NULL));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        REFUSED(amd_comgr_get_isa_metadata(bad[i], &node));
    GOOD(amd_comgr_get_isa_metadata(isa, &node));
    GOOD(amd_comgr_destroy_metadata(node));
}

static void
check_data(void)
{
    amd_comgr_data_t data, none = {0};
    amd_comgr_data_kind_t kind;
    char bytes[10] = "untouched";
    size_t size = 0;
    REFUSED(amd_comgr_create_data(AMD_COMGR_DATA_KIND_UNDEF, &data));
    REFUSED(amd_comgr_create_data((amd_comgr_data_kind_t)(AMD_COMGR_DATA_KIND_LAST + 1), &data));
    REFUSED(amd_comgr_create_data(AMD_COMGR_DATA_KIND_BYTES, NULL));
    GOOD(amd_comgr_create_data(AMD_COMGR_DATA_KIND_BYTES, &data));
    REFUSED(amd_comgr_get_data(data, &size, NULL));
    GOOD(amd_comgr_get_data_name(data, &size, NULL));
    CHECK(size == 1);
    GOOD(amd_comgr_set_data(data, 5, "12\00045"));
    GOOD(amd_comgr_get_data(data, &size, NULL));
    CHECK(size == 5);
    size = 3;
    GOOD(amd_comgr_get_data(data, &size, bytes));
    CHECK(memcmp(bytes, "12\000ouched", 10) == 0);
    size = sizeof bytes; /* more than there is: what is behind stays */
    GOOD(amd_comgr_get_data(data, &size, bytes));
    CHECK(memcmp(bytes, "12\00045ched", 10) == 0);
    GOOD(amd_comgr_get_data_kind(data, &kind));
    CHECK(kind == AMD_COMGR_DATA_KIND_BYTES);
    REFUSED(amd_comgr_get_data_kind(none, &kind));
    CHECK(kind == AMD_COMGR_DATA_KIND_UNDEF);
    REFUSED(amd_comgr_set_data(data, 0, "x"));
    REFUSED(amd_comgr_set_data(data, 1, NULL));
    REFUSED(amd_comgr_set_data(none, 1, "x"));
    REFUSED(amd_comgr_set_data_name(none, "x"));
    REFUSED(amd_comgr_release_data(none));
    GOOD(amd_comgr_release_data(data));
}

static void
check_file(const char *path)
{
    amd_comgr_data_t data;
    FILE *file = fopen(path, "rb");
    char bytes[4];
    size_t size = sizeof bytes;
    GOOD(amd_comgr_create_data(AMD_COMGR_DATA_KIND_BYTES, &data));
    GOOD(amd_comgr_set_data_from_file_slice(data, fileno(file), 1, 3));
    GOOD(amd_comgr_get_data(data, &size, bytes));
    CHECK(memcmp(bytes, "ELF", 3) == 0);
    CHECK(lseek(fileno(file), 0, SEEK_CUR) == 0);
    CHECK(amd_comgr_set_data_from_file_slice(data, fileno(file), 0, UINT64_C(1) << 40));
    CHECK(amd_comgr_set_data_from_file_slice(data, fileno(file), UINT64_MAX, 2));
    CHECK(amd_comgr_set_data_from_file_slice(data, -1, 0, 1));
    fclose(file);
    GOOD(amd_comgr_release_data(data));
}

static void
check_sets(void)
{
    amd_comgr_data_set_t set = make_set(), none = {0};
    amd_comgr_data_t data = make_data(AMD_COMGR_DATA_KIND_SOURCE, "a", "x", 1), nameless, found;
    size_t count;
    GOOD(amd_comgr_create_data(AMD_COMGR_DATA_KIND_SOURCE, &nameless));
    REFUSED(amd_comgr_data_set_add(set, nameless));
    REFUSED(amd_comgr_data_set_add(none, data));
    GOOD(amd_comgr_data_set_add(set, data));
    GOOD(amd_comgr_data_set_add(set, data));
    GOOD(amd_comgr_action_data_count(set, AMD_COMGR_DATA_KIND_SOURCE, &count));
    CHECK(count == 1);
    REFUSED(amd_comgr_action_data_get_data(set, AMD_COMGR_DATA_KIND_SOURCE, 1, &found));
    REFUSED(amd_comgr_action_data_get_data(set, AMD_COMGR_DATA_KIND_BC, 0, &found));
    REFUSED(amd_comgr_action_data_count(set, AMD_COMGR_DATA_KIND_UNDEF, &count));
    GOOD(amd_comgr_release_data(data)); /* the set's is left */
    GOOD(amd_comgr_action_data_get_data(set, AMD_COMGR_DATA_KIND_SOURCE, 0, &found));
    CHECK(found.handle == data.handle);
    GOOD(amd_comgr_data_set_remove(set, AMD_COMGR_DATA_KIND_SOURCE));
    size_t size = 0;
    GOOD(amd_comgr_get_data(found, &size, NULL)); /* and now ours */
    CHECK(size == 1);
    GOOD(amd_comgr_release_data(found));
    GOOD(amd_comgr_release_data(nameless));
    GOOD(amd_comgr_destroy_data_set(set));
    REFUSED(amd_comgr_destroy_data_set(none));
}

static void
check_texts(amd_comgr_action_info_t info)
{
    char text[100];
    size_t size = sizeof text;
    GOOD(amd_comgr_action_info_set_isa_name(info, isa));
    GOOD(amd_comgr_action_info_get_isa_name(info, &size, text));
    CHECK(strcmp(text, isa) == 0);
    REFUSED(amd_comgr_action_info_set_isa_name(info, "amdgcn-amd-amdhsa--gfx77"));
    GOOD(amd_comgr_action_info_set_isa_name(info, NULL));
    GOOD(amd_comgr_action_info_get_isa_name(info, &size, NULL));
    CHECK(size == 1);
    GOOD(amd_comgr_action_info_set_working_directory_path(info, "/a/b"));
    GOOD(amd_comgr_action_info_get_working_directory_path(info, &size, NULL));
    CHECK(size == 5);
    GOOD(amd_comgr_action_info_get_working_directory_path(info, &size, text));
    CHECK(strcmp(text, "/a/b") == 0);
}

static void
check_options(amd_comgr_action_info_t info)
{
    const char *list[] = {"-O3", "", "-DA=b c"}, *holed[] = {"-O3", NULL};
    char text[100];
    size_t size = sizeof text, count = 9;
    CHECK(amd_comgr_action_info_get_option_list_count(info, &count) == AMD_COMGR_STATUS_ERROR);
    GOOD(amd_comgr_action_info_set_options(info, "-O3 -DX"));
    GOOD(amd_comgr_action_info_get_options(info, &size, text));
    CHECK(strcmp(text, "-O3 -DX") == 0);
    GOOD(amd_comgr_action_info_set_option_list(info, list, 3));
    CHECK(amd_comgr_action_info_get_options(info, &size, NULL) == AMD_COMGR_STATUS_ERROR);
    GOOD(amd_comgr_action_info_get_option_list_count(info, &count));
    CHECK(count == 3);
    GOOD(amd_comgr_action_info_get_option_list_item(info, 2, &size, NULL));
    CHECK(size == 8);
    REFUSED(amd_comgr_action_info_get_option_list_item(info, 3, &size, NULL));
    REFUSED(amd_comgr_action_info_set_option_list(info, NULL, 1));
    REFUSED(amd_comgr_action_info_set_option_list(info, holed, 2));
    GOOD(amd_comgr_action_info_get_option_list_count(info, &count));
    CHECK(count == 3);
}

static void
check_infos(void)
{
    amd_comgr_action_info_t info, none = {0};
    amd_comgr_language_t language;
    bool logging = true;
    GOOD(amd_comgr_create_action_info(&info));
    GOOD(amd_comgr_action_info_get_language(info, &language));
    CHECK(language == AMD_COMGR_LANGUAGE_NONE);
    GOOD(amd_comgr_action_info_set_language(info, AMD_COMGR_LANGUAGE_HC));
    GOOD(amd_comgr_action_info_get_language(info, &language));
    CHECK(language == AMD_COMGR_LANGUAGE_HC);
    REFUSED(amd_comgr_action_info_set_language(info, (amd_comgr_language_t)5));
    GOOD(amd_comgr_action_info_get_logging(info, &logging));
    CHECK(!logging);
    REFUSED(amd_comgr_action_info_set_logging(none, true));
    REFUSED(amd_comgr_destroy_action_info(none));
    check_texts(info);
    check_options(info);
    GOOD(amd_comgr_destroy_action_info(info));
}

static void
check_names(void)
{
    amd_comgr_data_t name = make_data(AMD_COMGR_DATA_KIND_BYTES, "n", "scale", 5), plain;
    char text[10] = "";
    size_t size = 5;
    GOOD(amd_comgr_demangle_symbol_name(name, &plain));
    GOOD(amd_comgr_get_data(plain, &size, text));
    CHECK(strcmp(text, "scale") == 0);
    GOOD(amd_comgr_release_data(plain));
    REFUSED(amd_comgr_demangle_symbol_name(name, NULL));
    GOOD(amd_comgr_release_data(name));
}

/* ---- bundles ---- */

static size_t
put_number(char *at, uint64_t number)
{
    memcpy(at, &number, sizeof number);
    return sizeof number;
}

static void
check_bundles(void)
{
    static const char *const entries[] = {"host-x86_64-unknown-linux--",
                                          "hipv4-amdgcn-amd-amdhsa--gfx906:xnack-",
                                          "hip-amdgcn-amd-amdhsa--gfx1030"};
    amd_comgr_code_object_info_t list[] = {
        {.isa = "amdgcn-amd-amdhsa--gfx1030"}, {.isa = isa}, {.isa = "amdgcn-amd-amdhsa--gfx900"}};
    char bytes[400] = "__CLANG_OFFLOAD_BUNDLE__";
    size_t at = strlen(bytes);
    at += put_number(bytes + at, 3);
    for (unsigned i = 0; i < 3; i++) {
        at += put_number(bytes + at, 1 + i); /* inside, wherever it is cut */
        at += put_number(bytes + at, 20 + i);
        at += put_number(bytes + at, strlen(entries[i]));
        memcpy(bytes + at, entries[i], strlen(entries[i]));
        at += strlen(entries[i]);
    }
    amd_comgr_data_t bundle = make_data(AMD_COMGR_DATA_KIND_FATBIN, "b", bytes, sizeof bytes);
    GOOD(amd_comgr_lookup_code_object(bundle, list, 3));
    CHECK(list[0].offset == 3 && list[0].size == 22);
    CHECK(list[1].offset == 2 && list[1].size == 21);
    CHECK(list[2].offset == 0 && list[2].size == 0);
    REFUSED(amd_comgr_lookup_code_object(bundle, NULL, 3));
    for (size_t size = 1; size < at; size++) {
        GOOD(amd_comgr_set_data(bundle, size, bytes));
        CHECK(amd_comgr_lookup_code_object(bundle, list, 3) != AMD_COMGR_STATUS_SUCCESS);
    }
    GOOD(amd_comgr_release_data(bundle));
}

/* ---- bytes that may be anything ---- */

static amd_comgr_status_t
ask_symbol(amd_comgr_symbol_t symbol, void *data)
{
    size_t length;
    char *name;
    (void)data;
    GOOD(amd_comgr_symbol_get_info(symbol, AMD_COMGR_SYMBOL_INFO_NAME_LENGTH, &length));
    name = malloc(length + 1);
    GOOD(amd_comgr_symbol_get_info(symbol, AMD_COMGR_SYMBOL_INFO_NAME, name));
    free(name);
    return AMD_COMGR_STATUS_SUCCESS;
}

static amd_comgr_status_t
ask_entry(amd_comgr_metadata_node_t key, amd_comgr_metadata_node_t value, void *data)
{
    amd_comgr_metadata_kind_t kind;
    size_t size;
    (void)data;
    GOOD(amd_comgr_get_metadata_string(key, &size, NULL));
    GOOD(amd_comgr_get_metadata_kind(value, &kind));
    if (kind == AMD_COMGR_METADATA_KIND_MAP)
        GOOD(amd_comgr_iterate_map_metadata(value, ask_entry, NULL));
    return AMD_COMGR_STATUS_SUCCESS;
}

static void
ignore(const char *text, void *data)
{
    (void)text, (void)data;
}

/* All that can be asked of a data object. */
static void
ask(amd_comgr_data_t data)
{
    amd_comgr_metadata_node_t node;
    amd_comgr_symbolizer_info_t symbolizer;
    amd_comgr_symbol_t symbol;
    amd_comgr_code_object_info_t list[] = {{.isa = isa}};
    size_t size = 0;
    (void)amd_comgr_get_data_isa_name(data, &size, NULL);
    (void)amd_comgr_iterate_symbols(data, ask_symbol, NULL);
    (void)amd_comgr_symbol_lookup(data, "no such", &symbol);
    (void)amd_comgr_lookup_code_object(data, list, 1);
    (void)LOAD_POPULATE_NAMES()(data, &size);
    (void)LOAD_POPULATE_EXPRESSIONS()(data, &size);
    if (!amd_comgr_get_data_metadata(data, &node)) {
        (void)amd_comgr_iterate_map_metadata(node, ask_entry, NULL);
        GOOD(amd_comgr_destroy_metadata(node));
    }
    if (!amd_comgr_create_symbolizer_info(data, ignore, &symbolizer)) {
        GOOD(amd_comgr_symbolize(symbolizer, 0x1000, true, NULL));
        GOOD(amd_comgr_destroy_symbolizer_info(symbolizer));
    }
}

/* All that can be done with it: whatever it is, there is a status and a log. */
static void
use(amd_comgr_data_kind_t kind, const char *bytes, size_t size)
{
    amd_comgr_action_info_t info =
        make_info("amdgcn-amd-amdhsa--gfx900", AMD_COMGR_LANGUAGE_OPENCL_1_2, NULL);
    amd_comgr_data_t data = make_data(kind, "bytes", bytes, size);
    amd_comgr_data_set_t in = make_set();
    GOOD(amd_comgr_data_set_add(in, data));
    ask(data);
    for (int action = 0; action <= AMD_COMGR_ACTION_LAST; action++) {
        amd_comgr_data_set_t out = make_set();
        size_t logs = 0;
        amd_comgr_status_t status =
            amd_comgr_do_action((amd_comgr_action_kind_t)action, info, in, out);
        CHECK(status <= AMD_COMGR_STATUS_ERROR_INVALID_ARGUMENT);
        GOOD(amd_comgr_action_data_count(out, AMD_COMGR_DATA_KIND_LOG, &logs));
        CHECK(logs >= 1);
        GOOD(amd_comgr_destroy_data_set(out));
    }
    GOOD(amd_comgr_destroy_data_set(in));
    GOOD(amd_comgr_release_data(data));
    GOOD(amd_comgr_destroy_action_info(info));
}

static void
use_all_kinds(const char *bytes, size_t size)
{
    for (int kind = AMD_COMGR_DATA_KIND_SOURCE; kind <= AMD_COMGR_DATA_KIND_BYTES; kind++)
        use((amd_comgr_data_kind_t)kind, bytes, size);
    use(AMD_COMGR_DATA_KIND_FATBIN, bytes, size);
}

static void
check_hostile(const char *path)
{
    enum { MAX_COUNT = 1 << 16, CUTS = 12, CHANGES = 60 };
    static const amd_comgr_data_kind_t kinds[] = {
        AMD_COMGR_DATA_KIND_BC, AMD_COMGR_DATA_KIND_RELOCATABLE, AMD_COMGR_DATA_KIND_EXECUTABLE};
    char *bytes = malloc(MAX_COUNT), *changed = malloc(MAX_COUNT);
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, MAX_COUNT, file) : 0;
    uint32_t seed = 1;
    CHECK(size > 64);
    use_all_kinds(bytes, size);
    for (unsigned i = 1; i < CUTS; i++)
        use(kinds[i % 3], bytes, size * i / CUTS);
    for (unsigned i = 0; i < CHANGES; i++) {
        memcpy(changed, bytes, size);
        for (unsigned k = 0; k < 1 + i % 4; k++) {
            seed = seed * 1664525 + 1013904223;
            size_t reach = i % 2 ? 64 : size; /* half of them in the ELF header */
            changed[(seed >> 8) % reach] = (char)(seed >> 4);
        }
        use(kinds[i % 3], changed, size);
    }
    fclose(file);
    free(bytes);
    free(changed);
}

int
main(int argc, char **argv)
{
    static const char text[] = "kernel void f(global int *p) { *p = 1; }";
    check_status();
    check_targets();
    check_data();
    check_sets();
    check_infos();
    check_names();
    check_bundles();
    use_all_kinds(text, sizeof text - 1);
    use_all_kinds("\177ELF", 4);
    use_all_kinds("__CLANG_OFFLOAD_BUNDLE__\1", 25);
    for (int i = 1; i < argc; i++) {
        check_file(argv[i]);
        check_hostile(argv[i]);
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
