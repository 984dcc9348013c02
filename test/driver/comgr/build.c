/* Programs are built through comgr's interface as runtimes build them: compiled against Debian's amd_comgr.h, run with
 * our library.
 *
 *   build OUT FOLDER   all checks; leaves an executable in the file OUT; FOLDER has shared/factor.h and external.cl,
 *                      and gets objects of that
 *   build threads      the same build in several threads, with data objects that they share */
#include "host.h"

#include <pthread.h>

int passed, failed;

static const char isa[] = "amdgcn-amd-amdhsa--gfx900:xnack-";

static const char source[] = "#include \"shared/factor.h\"\n"
                             "float helper(float x);\n"
                             "kernel void scale(global float *data, float by)\n"
                             "{ data[get_global_id(0)] = helper(data[get_global_id(0)]) * by; }\n";
static const char helper[] = "#include \"shared/factor.h\"\n"
                             "float helper(float x) { return x * FACTOR; }\n";
static const char header[] = "#ifndef FACTOR\n#define FACTOR 3\n#endif\n";

/* What ROCm's OpenCL runtime says, and what names files that only clang has. */
static const char *options[] = {"-O3",
                                "-mllvm",
                                "-amdgpu-prelink",
                                "-mcode-object-version=4",
                                "-D__AMD__=1",
                                "-D__gfx900__=1",
                                "-DFP_FAST_FMAF=1",
                                "-D__IMAGE_SUPPORT__=1",
                                "-m64",
                                "-Xclang",
                                "-cl-ext=+cl_khr_fp64,+cl_khr_fp16",
                                "-Xclang",
                                "-finclude-default-header",
                                "-include",
                                "opencl-c.h",
                                "-include-pch",
                                "/tmp/opencl1.2-c.pch",
                                "-Xclang",
                                "-fno-validate-pch",
                                "-Xclang",
                                "-include-pch",
                                "-Xclang",
                                "/tmp/opencl1.2-c.pch",
                                "-fno-such-switch-of-clang",
                                "-cl-kernel-arg-info",
                                NULL};
static const char *codegen_options[] = {"-O3", "-mllvm", "-amdgpu-internalize-symbols",
                                        "-mcode-object-version=4", NULL};

/* ---- source to executable ---- */

static amd_comgr_data_set_t
act(amd_comgr_action_kind_t kind, amd_comgr_action_info_t info, amd_comgr_data_set_t in)
{
    amd_comgr_data_set_t out = make_set();
    GOOD(amd_comgr_do_action(kind, info, in, out));
    CHECK(log_says(out, NULL));
    GOOD(amd_comgr_destroy_data_set(in));
    GOOD(amd_comgr_data_set_remove(out, AMD_COMGR_DATA_KIND_LOG));
    return out;
}

static size_t
count(amd_comgr_data_set_t set, amd_comgr_data_kind_t kind)
{
    size_t found = 0;
    GOOD(amd_comgr_action_data_count(set, kind, &found));
    return found;
}

static amd_comgr_data_set_t
sources(void)
{
    amd_comgr_data_set_t set = make_set();
    add_text(set, AMD_COMGR_DATA_KIND_SOURCE, "scale.cl", source);
    add_text(set, AMD_COMGR_DATA_KIND_SOURCE, "helper.cl", helper);
    add_text(set, AMD_COMGR_DATA_KIND_INCLUDE, "shared/factor.h", header);
    return set;
}

/* The steps of a runtime; compile: one of the two actions that there are for it. */
static amd_comgr_data_set_t
build(amd_comgr_action_kind_t compile)
{
    amd_comgr_action_info_t info = make_info(isa, AMD_COMGR_LANGUAGE_OPENCL_1_2, options);
    amd_comgr_action_info_t codegen = make_info(isa, AMD_COMGR_LANGUAGE_NONE, codegen_options);
    amd_comgr_data_set_t set = act(AMD_COMGR_ACTION_ADD_PRECOMPILED_HEADERS, info, sources());
    CHECK(count(set, AMD_COMGR_DATA_KIND_SOURCE) == 2);
    set = act(compile, info, set);
    CHECK(count(set, AMD_COMGR_DATA_KIND_BC) == 2);
    set = act(AMD_COMGR_ACTION_LINK_BC_TO_BC, info, set);
    CHECK(count(set, AMD_COMGR_DATA_KIND_BC) == 1);
    set = act(AMD_COMGR_ACTION_ADD_DEVICE_LIBRARIES, info, set);
    set = act(AMD_COMGR_ACTION_OPTIMIZE_BC_TO_BC, info, set);
    set = act(AMD_COMGR_ACTION_LINK_BC_TO_BC, info, set);
    set = act(AMD_COMGR_ACTION_CODEGEN_BC_TO_RELOCATABLE, codegen, set);
    CHECK(count(set, AMD_COMGR_DATA_KIND_RELOCATABLE) == 1);
    GOOD(amd_comgr_action_info_set_option_list(codegen, NULL, 0));
    set = act(AMD_COMGR_ACTION_LINK_RELOCATABLE_TO_EXECUTABLE, codegen, set);
    CHECK(count(set, AMD_COMGR_DATA_KIND_EXECUTABLE) == 1);
    GOOD(amd_comgr_destroy_action_info(info));
    GOOD(amd_comgr_destroy_action_info(codegen));
    return set;
}

static amd_comgr_data_t
first_of(amd_comgr_data_set_t set, amd_comgr_data_kind_t kind)
{
    amd_comgr_data_t data = {0};
    GOOD(amd_comgr_action_data_get_data(set, kind, 0, &data));
    return data;
}

/* ---- what is asked of it ---- */

static amd_comgr_metadata_node_t
look_up(amd_comgr_metadata_node_t map, const char *key)
{
    amd_comgr_metadata_node_t value = {0};
    GOOD(amd_comgr_metadata_lookup(map, key, &value));
    return value;
}

static int
is_text(amd_comgr_metadata_node_t map, const char *key, const char *wanted)
{
    amd_comgr_metadata_node_t value = look_up(map, key);
    char text[100] = "";
    size_t size = 0;
    int same = !amd_comgr_get_metadata_string(value, &size, NULL) && size <= sizeof text &&
               !amd_comgr_get_metadata_string(value, &size, text) && strcmp(text, wanted) == 0;
    GOOD(amd_comgr_destroy_metadata(value));
    return same;
}

static void
check_metadata(amd_comgr_data_t object)
{
    amd_comgr_metadata_node_t root = {0}, kernel = {0}, argument = {0}, none;
    amd_comgr_metadata_kind_t kind;
    size_t size = 0;
    GOOD(amd_comgr_get_data_metadata(object, &root));
    GOOD(amd_comgr_get_metadata_kind(root, &kind));
    CHECK(kind == AMD_COMGR_METADATA_KIND_MAP);
    CHECK(amd_comgr_metadata_lookup(root, "no.such", &none) == AMD_COMGR_STATUS_ERROR);
    amd_comgr_metadata_node_t kernels = look_up(root, "amdhsa.kernels");
    GOOD(amd_comgr_destroy_metadata(root)); /* a tree lives as long as one of its nodes */
    GOOD(amd_comgr_get_metadata_list_size(kernels, &size));
    CHECK(size == 1);
    REFUSED(amd_comgr_index_list_metadata(kernels, 1, &none));
    REFUSED(amd_comgr_get_metadata_map_size(kernels, &size));
    GOOD(amd_comgr_index_list_metadata(kernels, 0, &kernel));
    CHECK(is_text(kernel, ".name", "scale"));
    CHECK(is_text(kernel, ".symbol", "scale.kd"));
    amd_comgr_metadata_node_t arguments = look_up(kernel, ".args");
    GOOD(amd_comgr_index_list_metadata(arguments, 0, &argument));
    CHECK(is_text(argument, ".name", "data"));
    CHECK(is_text(argument, ".type_name", "float*"));
    CHECK(is_text(argument, ".size", "8"));
    GOOD(amd_comgr_destroy_metadata(argument));
    GOOD(amd_comgr_destroy_metadata(arguments));
    GOOD(amd_comgr_destroy_metadata(kernel));
    GOOD(amd_comgr_destroy_metadata(kernels));
}

static amd_comgr_status_t
refuse(amd_comgr_symbol_t symbol, void *calls)
{
    (void)symbol;
    ++*(int *)calls;
    return AMD_COMGR_STATUS_ERROR;
}

static void
check_symbols(amd_comgr_data_t object)
{
    amd_comgr_symbol_t kernel = {0}, again = {0};
    amd_comgr_symbol_type_t type;
    uint64_t size = 0;
    char name[100];
    int calls = 0;
    GOOD(amd_comgr_symbol_lookup(object, "scale.kd", &kernel));
    GOOD(amd_comgr_symbol_lookup(object, "scale.kd", &again));
    CHECK(kernel.handle == again.handle);
    GOOD(amd_comgr_symbol_get_info(kernel, AMD_COMGR_SYMBOL_INFO_TYPE, &type));
    GOOD(amd_comgr_symbol_get_info(kernel, AMD_COMGR_SYMBOL_INFO_SIZE, &size));
    GOOD(amd_comgr_symbol_get_info(kernel, AMD_COMGR_SYMBOL_INFO_NAME, name));
    CHECK(type == AMD_COMGR_SYMBOL_TYPE_OBJECT && size == 64 && strcmp(name, "scale.kd") == 0);
    GOOD(amd_comgr_iterate_symbols(object, refuse, &calls));
    CHECK(calls == 2);
    size_t length = sizeof name;
    GOOD(amd_comgr_get_data_isa_name(object, &length, name));
    CHECK(strcmp(name, isa) == 0 && length == sizeof isa);
}

static void
check_disassembly(amd_comgr_data_set_t set)
{
    amd_comgr_action_info_t info = make_info(isa, AMD_COMGR_LANGUAGE_NONE, NULL);
    amd_comgr_data_set_t out = make_set();
    size_t size;
    GOOD(amd_comgr_do_action(AMD_COMGR_ACTION_DISASSEMBLE_EXECUTABLE_TO_SOURCE, info, set, out));
    char *text = take_bytes(out, AMD_COMGR_DATA_KIND_SOURCE, &size);
    CHECK(text && strstr(text, "s_endpgm") && strstr(text, "scale"));
    free(text);
    GOOD(amd_comgr_destroy_data_set(out));
    GOOD(amd_comgr_destroy_action_info(info));
}

/* Are the names of its symbols, and nothing else? */
static void
check_names(amd_comgr_data_t data, const char *const *wanted, size_t wanted_count)
{
    populate_function populate = LOAD_POPULATE_NAMES();
    amd_comgr_status_t (*get)(amd_comgr_data_t, size_t, size_t *, char *) =
        load("amd_comgr_get_mangled_name", "amd_comgr_2.5");
    size_t names = 0, size = 0;
    char name[100];
    REFUSED(populate((amd_comgr_data_t){0}, &names));
    GOOD(populate(data, &names));
    CHECK(names == wanted_count);
    for (size_t i = 0; i < names && i < wanted_count; i++) {
        GOOD(get(data, i, &size, NULL));
        CHECK(size == strlen(wanted[i]) + 1);
        GOOD(get(data, i, &size, name));
        CHECK(strcmp(name, wanted[i]) == 0);
    }
    CHECK(get(data, names, &size, NULL) == AMD_COMGR_STATUS_ERROR);
}

static void
check_program(amd_comgr_data_set_t set)
{
    static const char *const names[] = {"scale", "scale.kd"};
    amd_comgr_data_t object = first_of(set, AMD_COMGR_DATA_KIND_EXECUTABLE);
    check_metadata(object);
    check_symbols(object);
    check_names(object, names, 2);
    check_disassembly(set);
    GOOD(amd_comgr_release_data(object));
}

/* ---- other ways ---- */

/* Each source to an object of its own; the link of objects joins them. */
static void
check_objects(void)
{
    amd_comgr_action_info_t info = make_info(isa, AMD_COMGR_LANGUAGE_OPENCL_2_0, options);
    amd_comgr_data_set_t set = act(AMD_COMGR_ACTION_COMPILE_SOURCE_TO_BC, info, sources());
    set = act(AMD_COMGR_ACTION_CODEGEN_BC_TO_RELOCATABLE, info, set);
    CHECK(count(set, AMD_COMGR_DATA_KIND_RELOCATABLE) == 2);
    set = act(AMD_COMGR_ACTION_LINK_RELOCATABLE_TO_RELOCATABLE, info, set);
    CHECK(count(set, AMD_COMGR_DATA_KIND_RELOCATABLE) == 1);
    set = act(AMD_COMGR_ACTION_LINK_RELOCATABLE_TO_EXECUTABLE, info, set);
    check_program(set);
    GOOD(amd_comgr_destroy_data_set(set));
    GOOD(amd_comgr_destroy_action_info(info));
}

/* Preprocessed, compiled, printed as assembly, assembled, linked. */
static void
check_texts(void)
{
    amd_comgr_action_info_t info = make_info(isa, AMD_COMGR_LANGUAGE_OPENCL_1_2, options);
    amd_comgr_data_set_t set = act(AMD_COMGR_ACTION_SOURCE_TO_PREPROCESSOR, info, sources());
    amd_comgr_data_t text = first_of(set, AMD_COMGR_DATA_KIND_SOURCE);
    char name[20];
    size_t size = sizeof name;
    GOOD(amd_comgr_get_data_name(text, &size, name));
    CHECK(strcmp(name, "scale.cl.i") == 0);
    GOOD(amd_comgr_release_data(text));
    set = act(AMD_COMGR_ACTION_COMPILE_SOURCE_TO_BC, info, set);
    set = act(AMD_COMGR_ACTION_LINK_BC_TO_BC, info, set);
    set = act(AMD_COMGR_ACTION_CODEGEN_BC_TO_ASSEMBLY, info, set);
    CHECK(count(set, AMD_COMGR_DATA_KIND_SOURCE) == 1);
    set = act(AMD_COMGR_ACTION_ASSEMBLE_SOURCE_TO_RELOCATABLE, info, set);
    set = act(AMD_COMGR_ACTION_LINK_RELOCATABLE_TO_EXECUTABLE, info, set);
    check_program(set);
    GOOD(amd_comgr_destroy_data_set(set));
    GOOD(amd_comgr_destroy_action_info(info));
}

/* Assembly as ROCclr hands it over from 6.0 on: as bitcode, with this name. */
static void
check_assembly(void)
{
    static const char text[] =
        ".amdgcn_target \"amdgcn-amd-amdhsa--gfx900:xnack-\"\n.text\n.globl f\n"
        ".type f,@function\nf:\ns_endpgm\n.size f, .-f\n";
    const char *given[] = {"-O3",
                           "-mllvm",
                           "-amdgpu-internalize-symbols",
                           "-mcumode",
                           "-mwavefrontsize64",
                           "-mcode-object-version=5",
                           NULL};
    amd_comgr_action_info_t info = make_info(isa, AMD_COMGR_LANGUAGE_NONE, given);
    amd_comgr_data_set_t set = make_set();
    amd_comgr_symbol_t symbol;
    add_text(set, AMD_COMGR_DATA_KIND_BC, "Assembly Text", text);
    set = act(AMD_COMGR_ACTION_ASSEMBLE_SOURCE_TO_RELOCATABLE, info, set);
    CHECK(count(set, AMD_COMGR_DATA_KIND_RELOCATABLE) == 1);
    GOOD(amd_comgr_action_info_set_option_list(info, NULL, 0));
    set = act(AMD_COMGR_ACTION_LINK_RELOCATABLE_TO_EXECUTABLE, info, set);
    amd_comgr_data_t object = first_of(set, AMD_COMGR_DATA_KIND_EXECUTABLE);
    GOOD(amd_comgr_symbol_lookup(object, "f", &symbol));
    GOOD(amd_comgr_release_data(object));
    GOOD(amd_comgr_destroy_data_set(set));
    GOOD(amd_comgr_destroy_action_info(info));
}

/* ISA names of comgr 1, and those of the objects that are built with them. */
static void
check_old_names(void)
{
    static const char *const rows[][2] = {{"gfx906+sram-ecc", "gfx906:sramecc+:xnack-"},
                                          {"gfx900+xnack", "gfx900:xnack+"},
                                          {"gfx908+sram-ecc+xnack", "gfx908:sramecc+:xnack+"}};
    static const char *const wrong[] = {"gfx803+xnack", "gfx900+sram-ecc", "gfx906+sramecc",
                                        "gfx900+",      "gfx900+xnack-",   "+xnack"};
    char name[100];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(name, sizeof name, "amdgcn-amd-amdhsa--%s", rows[i][0]);
        amd_comgr_action_info_t info = make_info(name, AMD_COMGR_LANGUAGE_OPENCL_1_2, NULL);
        amd_comgr_data_set_t set = make_set();
        size_t length = sizeof name;
        add_text(set, AMD_COMGR_DATA_KIND_SOURCE, "CompileSource", "kernel void k(void) {}");
        set = act(AMD_COMGR_ACTION_COMPILE_SOURCE_TO_BC, info, set);
        set = act(AMD_COMGR_ACTION_CODEGEN_BC_TO_RELOCATABLE, info, set);
        set = act(AMD_COMGR_ACTION_LINK_RELOCATABLE_TO_EXECUTABLE, info, set);
        amd_comgr_data_t object = first_of(set, AMD_COMGR_DATA_KIND_EXECUTABLE);
        GOOD(amd_comgr_get_data_isa_name(object, &length, name));
        CHECK(strcmp(name + strlen("amdgcn-amd-amdhsa--"), rows[i][1]) == 0);
        GOOD(amd_comgr_release_data(object));
        GOOD(amd_comgr_destroy_data_set(set));
        GOOD(amd_comgr_destroy_action_info(info));
    }
    amd_comgr_action_info_t info = make_info(isa, AMD_COMGR_LANGUAGE_NONE, NULL);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(name, sizeof name, "amdgcn-amd-amdhsa--%s", wrong[i]);
        REFUSED(amd_comgr_action_info_set_isa_name(info, name));
    }
    GOOD(amd_comgr_destroy_action_info(info));
}

/* An action that fails: status and log. */
static void
check_failure(amd_comgr_action_kind_t kind, const char *target, amd_comgr_language_t language,
              amd_comgr_data_kind_t from, const char *text, amd_comgr_status_t status,
              const char *message)
{
    amd_comgr_action_info_t info = make_info(target, language, NULL);
    amd_comgr_data_set_t in = make_set(), out = make_set();
    add_text(in, from, "input", text);
    CHECK(amd_comgr_do_action(kind, info, in, out) == status);
    CHECK(log_says(out, message));
    GOOD(amd_comgr_destroy_data_set(in));
    GOOD(amd_comgr_destroy_data_set(out));
    GOOD(amd_comgr_destroy_action_info(info));
}

static void
check_failures(void)
{
    amd_comgr_language_t cl = AMD_COMGR_LANGUAGE_OPENCL_1_2, none = AMD_COMGR_LANGUAGE_NONE;
    amd_comgr_status_t error = AMD_COMGR_STATUS_ERROR,
                       invalid = AMD_COMGR_STATUS_ERROR_INVALID_ARGUMENT;
    check_failure(AMD_COMGR_ACTION_COMPILE_SOURCE_TO_BC, isa, cl, AMD_COMGR_DATA_KIND_SOURCE,
                  "kernel void f() { x; }", error, "input:1:19: error: ");
    check_failure(AMD_COMGR_ACTION_COMPILE_SOURCE_TO_BC, isa, none, AMD_COMGR_DATA_KIND_SOURCE,
                  source, invalid, "not OpenCL");
    check_failure(AMD_COMGR_ACTION_COMPILE_SOURCE_TO_BC, isa, AMD_COMGR_LANGUAGE_HIP,
                  AMD_COMGR_DATA_KIND_SOURCE, source, invalid, "not OpenCL");
    check_failure(AMD_COMGR_ACTION_COMPILE_SOURCE_TO_BC, NULL, cl, AMD_COMGR_DATA_KIND_SOURCE,
                  source, invalid, "no ISA name");
    check_failure(AMD_COMGR_ACTION_COMPILE_SOURCE_TO_FATBIN, isa, AMD_COMGR_LANGUAGE_HIP,
                  AMD_COMGR_DATA_KIND_SOURCE, source, invalid, "fat binaries");
    REFUSED(amd_comgr_do_action((amd_comgr_action_kind_t)(AMD_COMGR_ACTION_LAST + 1), /* of 2.6 */
                                (amd_comgr_action_info_t){1}, (amd_comgr_data_set_t){1},
                                (amd_comgr_data_set_t){1}));
    check_failure(AMD_COMGR_ACTION_LINK_BC_TO_BC, isa, cl, AMD_COMGR_DATA_KIND_BC, "BC\xc0\xde",
                  error, "input");
    check_failure(AMD_COMGR_ACTION_ASSEMBLE_SOURCE_TO_RELOCATABLE, isa, none,
                  AMD_COMGR_DATA_KIND_SOURCE, "v_no_such_thing", error, "input:1:");
}

/* EI_ABIVERSION of the first of a kind. */
static int
abi_version(amd_comgr_data_set_t set, amd_comgr_data_kind_t kind)
{
    size_t size;
    char *bytes = take_bytes(set, kind, &size);
    int version = bytes && size > 8 ? bytes[8] : -1;
    free(bytes);
    return version;
}

/* Without a switch, code objects are of version 4; what is linked to code of another is of that. */
static void
check_versions(void)
{
    const char *third[] = {"-mcode-object-version=3", NULL};
    amd_comgr_action_info_t info = make_info(isa, AMD_COMGR_LANGUAGE_OPENCL_1_2, NULL);
    amd_comgr_action_info_t older = make_info(isa, AMD_COMGR_LANGUAGE_OPENCL_1_2, third);
    amd_comgr_data_set_t set = make_set(), program, mixed;
    add_text(set, AMD_COMGR_DATA_KIND_SOURCE, "a.cl", "kernel void a(global int *p) { *p = 1; }");
    set = act(AMD_COMGR_ACTION_COMPILE_SOURCE_TO_BC, info, set);
    mixed = make_set();
    GOOD(amd_comgr_do_action(AMD_COMGR_ACTION_CODEGEN_BC_TO_RELOCATABLE, older, set, mixed));
    set = act(AMD_COMGR_ACTION_CODEGEN_BC_TO_RELOCATABLE, info, set);
    CHECK(abi_version(set, AMD_COMGR_DATA_KIND_RELOCATABLE) == 2);
    CHECK(abi_version(mixed, AMD_COMGR_DATA_KIND_RELOCATABLE) == 1);
    GOOD(amd_comgr_destroy_data_set(set));
    program = act(AMD_COMGR_ACTION_COMPILE_SOURCE_TO_BC, info, sources());
    GOOD(amd_comgr_do_action(AMD_COMGR_ACTION_CODEGEN_BC_TO_RELOCATABLE, info, program, mixed));
    GOOD(amd_comgr_destroy_data_set(program));
    mixed = act(AMD_COMGR_ACTION_LINK_RELOCATABLE_TO_EXECUTABLE, info, mixed);
    CHECK(abi_version(mixed, AMD_COMGR_DATA_KIND_EXECUTABLE) == 1);
    GOOD(amd_comgr_destroy_data_set(mixed));
    GOOD(amd_comgr_destroy_action_info(info));
    GOOD(amd_comgr_destroy_action_info(older));
}

/* Two objects with code stay two: there is no ld -r. */
static void
check_relocatable(void)
{
    amd_comgr_action_info_t info = make_info(isa, AMD_COMGR_LANGUAGE_OPENCL_1_2, NULL);
    amd_comgr_data_set_t set = make_set(), out = make_set();
    add_text(set, AMD_COMGR_DATA_KIND_SOURCE, "a.cl", "kernel void a(global int *p) { *p = 1; }");
    add_text(set, AMD_COMGR_DATA_KIND_SOURCE, "b.cl", "kernel void b(global int *p) { *p = 2; }");
    set = act(AMD_COMGR_ACTION_COMPILE_SOURCE_TO_BC, info, set);
    set = act(AMD_COMGR_ACTION_CODEGEN_BC_TO_RELOCATABLE, info, set);
    CHECK(amd_comgr_do_action(AMD_COMGR_ACTION_LINK_RELOCATABLE_TO_RELOCATABLE, info, set, out) ==
          AMD_COMGR_STATUS_ERROR);
    CHECK(log_says(out, "to an executable only"));
    GOOD(amd_comgr_destroy_data_set(out));
    set = act(AMD_COMGR_ACTION_LINK_RELOCATABLE_TO_EXECUTABLE, info, set);
    amd_comgr_data_t object = first_of(set, AMD_COMGR_DATA_KIND_EXECUTABLE);
    amd_comgr_symbol_t symbol;
    GOOD(amd_comgr_symbol_lookup(object, "a.kd", &symbol));
    GOOD(amd_comgr_symbol_lookup(object, "b.kd", &symbol));
    GOOD(amd_comgr_release_data(object));
    GOOD(amd_comgr_destroy_data_set(set));
    GOOD(amd_comgr_destroy_action_info(info));
}

static void
save(amd_comgr_data_set_t set, const char *path)
{
    size_t size;
    char *bytes = take_bytes(set, AMD_COMGR_DATA_KIND_EXECUTABLE, &size);
    FILE *file = fopen(path, "wb");
    CHECK(file && bytes && fwrite(bytes, 1, size, file) == size);
    if (file)
        fclose(file);
    free(bytes);
}

/* The text of a file in the folder, the caller's to free. */
static char *
read_text(const char *folder, const char *name)
{
    enum { ROOM = 1 << 16 };
    char path[4096], *text = calloc(1, ROOM);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    CHECK(text && file && fread(text, 1, ROOM - 1, file) > 0);
    if (file)
        fclose(file);
    return text;
}

/* The executable of units, with or without assembly between. */
static amd_comgr_data_set_t
link_units(amd_comgr_action_info_t info, amd_comgr_data_set_t set, bool by_text)
{
    set = act(AMD_COMGR_ACTION_COMPILE_SOURCE_TO_BC, info, set);
    set = act(AMD_COMGR_ACTION_LINK_BC_TO_BC, info, set);
    if (by_text) {
        set = act(AMD_COMGR_ACTION_CODEGEN_BC_TO_ASSEMBLY, info, set);
        set = act(AMD_COMGR_ACTION_ASSEMBLE_SOURCE_TO_RELOCATABLE, info, set);
    } else {
        set = act(AMD_COMGR_ACTION_CODEGEN_BC_TO_RELOCATABLE, info, set);
    }
    return act(AMD_COMGR_ACTION_LINK_RELOCATABLE_TO_EXECUTABLE, info, set);
}

/* What the loader is to find stays undefined; what another unit defines does not. */
static void
check_external(const char *folder)
{
    static const char defines[] =
        "global int counter = 100; constant int table[4] = {7, 8, 9, 10};\n";
    static const struct {
        bool by_text, has_definition;
        const char *file;
    } rows[] = {{false, false, "external.co"}, {true, false, "text.co"}, {false, true, "whole.co"}};
    const char *version[] = {"-mcode-object-version=4", NULL};
    amd_comgr_action_info_t info = make_info(isa, AMD_COMGR_LANGUAGE_OPENCL_2_0, version);
    char *text = read_text(folder, "external.cl"), path[4096];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        amd_comgr_data_set_t set = make_set();
        add_text(set, AMD_COMGR_DATA_KIND_SOURCE, "external.cl", text);
        if (rows[i].has_definition)
            add_text(set, AMD_COMGR_DATA_KIND_SOURCE, "defines.cl", defines);
        set = link_units(info, set, rows[i].by_text);
        amd_comgr_data_t object = first_of(set, AMD_COMGR_DATA_KIND_EXECUTABLE);
        amd_comgr_symbol_t symbol;
        bool is_undefined = rows[i].has_definition;
        GOOD(amd_comgr_symbol_lookup(object, "counter", &symbol));
        GOOD(amd_comgr_symbol_get_info(symbol, AMD_COMGR_SYMBOL_INFO_IS_UNDEFINED, &is_undefined));
        CHECK(is_undefined == !rows[i].has_definition);
        GOOD(amd_comgr_release_data(object));
        snprintf(path, sizeof path, "%s/%s", folder, rows[i].file);
        save(set, path);
        GOOD(amd_comgr_destroy_data_set(set));
    }
    free(text);
    GOOD(amd_comgr_destroy_action_info(info));
}

/* Options as one text, a folder for headers, a name of the host's and a target that others choose. */
static void
check_options(const char *folder)
{
    amd_comgr_action_info_t info =
        make_info("amdgcn-amd-amdhsa--gfx906:sramecc+:xnack-", AMD_COMGR_LANGUAGE_OPENCL_1_2, NULL);
    amd_comgr_data_set_t set = make_set();
    GOOD(amd_comgr_action_info_set_options(info, " -DFACTOR=5  -mcode-object-version=2 "));
    GOOD(amd_comgr_action_info_set_working_directory_path(info, folder));
    add_text(set, AMD_COMGR_DATA_KIND_SOURCE, "k", source);
    add_text(set, AMD_COMGR_DATA_KIND_SOURCE, "h", helper);
    set = act(AMD_COMGR_ACTION_COMPILE_SOURCE_TO_BC, info, set);
    set = act(AMD_COMGR_ACTION_LINK_BC_TO_BC, info, set);
    set = act(AMD_COMGR_ACTION_CODEGEN_BC_TO_RELOCATABLE, info, set);
    set = act(AMD_COMGR_ACTION_LINK_RELOCATABLE_TO_EXECUTABLE, info, set);
    amd_comgr_data_t object = first_of(set, AMD_COMGR_DATA_KIND_EXECUTABLE);
    amd_comgr_metadata_node_t root;
    GOOD(amd_comgr_get_data_metadata(object, &root));
    amd_comgr_metadata_node_t kernels = look_up(root, "Kernels"); /* version 2 */
    GOOD(amd_comgr_destroy_metadata(kernels));
    GOOD(amd_comgr_destroy_metadata(root));
    GOOD(amd_comgr_release_data(object));
    GOOD(amd_comgr_destroy_data_set(set));
    GOOD(amd_comgr_destroy_action_info(info));
}

/* ---- expressions ---- */

/* What HIP's run-time compiler appends to a source, as OpenCL C can say it: the text of an expression, and where the
 * symbol is that it stands for. */
static const char expressions[] =
    "#define SEEN __attribute__((visibility(\"default\")))\n"
    "global int counter;\n"
    "constant char text[] = \"ns::counter<int>\";\n"
    "struct stub { constant char *text; global int *what; };\n"
    "SEEN global struct stub __amdgcn_name_expr_1 = {text, &counter};\n"
    "SEEN global struct stub __amdgcn_name_expr_2 = {0, 0};\n"
    "static int helper(int x) { return x + 1; }\n"
    "float sin_of(float x) { return sin(x); }\n"
    "kernel void k(global float *p) { *p = sin_of(helper(counter) + __amdgcn_name_expr_1.text[0]); "
    "}\n";

static void
check_expressions(void)
{
    static const char *const of_ir[] = {
        "counter", "text", "__amdgcn_name_expr_1", "__amdgcn_name_expr_2", "sin_of", "k"};
    populate_function populate = LOAD_POPULATE_EXPRESSIONS();
    amd_comgr_status_t (*map)(amd_comgr_data_t, size_t *, char *, char *) =
        load("amd_comgr_map_name_expression_to_symbol_name", "amd_comgr_2.6");
    amd_comgr_action_info_t info = make_info(isa, AMD_COMGR_LANGUAGE_OPENCL_2_0, NULL);
    amd_comgr_data_set_t set = make_set();
    char expression[] = "ns::counter<int>", other[] = "ns::counter", symbol[20] = "";
    size_t found = 7, size = 0;
    add_text(set, AMD_COMGR_DATA_KIND_SOURCE, "e.cl", expressions);
    set = act(AMD_COMGR_ACTION_COMPILE_SOURCE_TO_BC, info, set);
    amd_comgr_data_t unit = first_of(set, AMD_COMGR_DATA_KIND_BC);
    check_names(unit, of_ir, sizeof of_ir / sizeof *of_ir);
    GOOD(populate(unit, &found));
    CHECK(found == 0);
    GOOD(amd_comgr_release_data(unit));
    set = act(AMD_COMGR_ACTION_CODEGEN_BC_TO_RELOCATABLE, info, set);
    amd_comgr_data_t object = first_of(set, AMD_COMGR_DATA_KIND_RELOCATABLE);
    REFUSED(populate(object, &found));
    GOOD(amd_comgr_release_data(object));
    set = act(AMD_COMGR_ACTION_LINK_RELOCATABLE_TO_EXECUTABLE, info, set);
    object = first_of(set, AMD_COMGR_DATA_KIND_EXECUTABLE);
    REFUSED(map(object, &size, expression, NULL));
    GOOD(populate(object, &found));
    CHECK(found == 1);
    GOOD(map(object, &size, expression, NULL));
    CHECK(size == sizeof "counter");
    GOOD(map(object, &size, expression, symbol));
    CHECK(strcmp(symbol, "counter") == 0);
    REFUSED(map(object, &size, other, NULL));
    GOOD(amd_comgr_release_data(object));
    GOOD(amd_comgr_destroy_data_set(set));
    GOOD(amd_comgr_destroy_action_info(info));
}

/* ---- threads ---- */

struct work {
    amd_comgr_data_set_t program;
    amd_comgr_data_t object;
};

static void *
work_alone(void *data)
{
    const struct work *work = data;
    amd_comgr_symbol_t symbol;
    for (int i = 0; i < 3; i++) {
        amd_comgr_data_set_t set = build(AMD_COMGR_ACTION_COMPILE_SOURCE_TO_BC);
        GOOD(amd_comgr_data_set_add(set, work->object));
        check_program(set);
        check_metadata(work->object);
        GOOD(amd_comgr_symbol_lookup(work->object, i & 1 ? "scale" : "scale.kd", &symbol));
        GOOD(amd_comgr_destroy_data_set(set));
    }
    return NULL;
}

static void
check_threads(void)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    struct work work = {.program = build(AMD_COMGR_ACTION_COMPILE_SOURCE_TO_BC)};
    work.object = first_of(work.program, AMD_COMGR_DATA_KIND_EXECUTABLE);
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, work_alone, &work) == 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    GOOD(amd_comgr_release_data(work.object));
    GOOD(amd_comgr_destroy_data_set(work.program));
}

/* ---- all ---- */

static void
check_all(const char *path, const char *folder)
{
    amd_comgr_data_set_t set = build(AMD_COMGR_ACTION_COMPILE_SOURCE_WITH_DEVICE_LIBS_TO_BC);
    check_program(set);
    save(set, path);
    GOOD(amd_comgr_destroy_data_set(set));
    check_objects();
    check_texts();
    check_assembly();
    check_old_names();
    check_failures();
    check_versions();
    check_relocatable();
    check_external(folder);
    check_options(folder);
    check_expressions();
}

int
main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "threads") == 0)
        check_threads();
    else if (argc == 3)
        check_all(argv[1], argv[2]);
    else
        return 2;
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
