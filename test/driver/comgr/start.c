/* Does what AMD's OpenCL and HIP runtimes do when their first queue is created: it compiles the kernels with which they
 * copy and fill, which call functions of AMD's device library, through comgr, step by step, and runs them.
 *
 *   start peers OBJECT...     runs what another compiler has made of such texts, with AMD's own library
 *   start some|all [FOLDER]   some: each target with one release and version; the functions of two releases on five
 *                             targets.  all: each with each.  FOLDER gets the source texts and executables
 *
 * Source of what the steps and options are: ROCclr's device/devprogram.cpp (compileImplLC, linkImplLC) and
 * device/device.cpp (BlitProgram), of the releases named below; of the kernels' parameters device/blitcl.cpp. */
#include "host.h"
#include "blit.h"
#include "start.h"

#include <stdint.h>

int passed, failed;

enum { MAX_TEXT = 1 << 15 };

/* ---- releases ---- */

enum { R_3_5, R_3_8, R_4_5, R_5_2, R_5_5, R_6_2, RELEASES };

static const struct {
    const char *name, *prefix;
    bool
        has_libraries_step; /* device libraries are added to bitcode; else compilation links them */
} releases[RELEASES] = {[R_3_5] = {"3.5", "", true},
                        [R_3_8] = {"3.8", "__amd_rocclr_", true},
                        [R_4_5] = {"4.5", "__amd_rocclr_", true},
                        [R_5_2] = {"5.2", "__amd_rocclr_", true},
                        [R_5_5] = {"5.5", "__amd_rocclr_", true},
                        [R_6_2] = {"6.2", "__amd_rocclr_", false}};

/* Each kernel passes its parameters on to the function. */
#define IMAGE(access) "__" access "_only image2d_array_t"
#define POINTERS      "__global uchar *,__global ushort *,__global uint *,__global ulong *"
static const struct {
    const char *kernel, *function, *parameters;
    unsigned first, last;
} rows[] = {
    {"copyBufferRect", "__amd_copyBufferRect",
     "__global uchar *,__global uchar *,ulong4,ulong4,ulong4", R_3_5, R_6_2},
    {"copyBufferRectAligned", "__amd_copyBufferRectAligned",
     "__global uint *,__global uint *,ulong4,ulong4,ulong4", R_3_5, R_6_2},
    {"copyBuffer", "__amd_copyBuffer", "__global uchar *,__global uchar *,ulong,ulong,ulong,uint",
     R_3_5, R_5_5},
    {"copyBufferAligned", "__amd_copyBufferAligned",
     "__global uint *,__global uint *,ulong,ulong,ulong,uint", R_3_5, R_6_2},
    {"fillBuffer", "__amd_fillBuffer",
     "__global uchar *,__global uint *,__constant uchar *,uint,ulong,ulong", R_3_5, R_3_8},
    {"fillBufferAligned", "__amd_fillBufferAligned",
     POINTERS ",__constant uchar *,uint,ulong,ulong", R_4_5, R_5_5},
    {"fillBufferAligned2D", "__amd_fillBufferAligned2D",
     POINTERS ",__constant uchar *,uint,ulong,ulong,ulong,ulong", R_5_2, R_6_2},
    {"copyBufferToImage", "__amd_copyBufferToImage",
     "__global uint *," IMAGE("write") ",ulong4,int4,int4,uint4,ulong4", R_3_5, R_6_2},
    {"copyImageToBuffer", "__amd_copyImageToBuffer",
     IMAGE("read") ",__global uint *,__global ushort *,__global uchar "
                   "*,int4,ulong4,int4,uint4,ulong4",
     R_3_5, R_6_2},
    {"copyImage", "__amd_copyImage", IMAGE("read") "," IMAGE("write") ",int4,int4,int4", R_3_5,
     R_6_2},
    {"copyImage1DA", "__amd_copyImage1DA", IMAGE("read") "," IMAGE("write") ",int4,int4,int4",
     R_3_5, R_6_2},
    {"fillImage", "__amd_fillImage", IMAGE("write") ",float4,int4,uint4,int4,int4,uint", R_3_5,
     R_6_2},
    {"streamOpsWrite", "__amd_streamOpsWrite", "__global uint *,__global ulong *,ulong,ulong",
     R_4_5, R_5_5},
    {"streamOpsWrite", "__amd_streamOpsWrite", "__global uint *,__global ulong *,ulong", R_6_2,
     R_6_2},
    {"streamOpsWait", "__amd_streamOpsWait", "__global uint *,__global ulong *,ulong,ulong,ulong",
     R_4_5, R_6_2},
    {"initHeap", "__ockl_dm_init_v1", "ulong,ulong,uint,uint", R_5_5, R_6_2},
    {"scheduler", "__amd_scheduler_rocm", "__global void *", R_3_5, R_6_2},
};

/* From 6.1 on two kernels have bodies in the source. */
static const char bodies[] =
    "__kernel void __amd_rocclr_copyBuffer(__global uchar *from, __global uchar *to, ulong size, "
    "uint rest,\n"
    "                                      uint unit, ulong end, uint step)\n"
    "{\n"
    "    ulong id = get_global_id(0);\n"
    "    for (ulong i = id; unit == 16 && (ulong)&((__global ulong2 *)to)[i] < end; i += step)\n"
    "        ((__global ulong2 *)to)[i] = ((__global ulong2 *)from)[i];\n"
    "    for (ulong i = id; unit != 16 && (ulong)&((__global uint *)to)[i] < end; i += step)\n"
    "        ((__global uint *)to)[i] = ((__global uint *)from)[i];\n"
    "    for (ulong i = size - rest; id == 0 && i < size; i++)\n"
    "        to[i] = from[i];\n"
    "}\n"
    "#define FILL(T) for (ulong i = get_global_id(0) * length; (ulong)&((__global T *)to)[i] < "
    "end; i += step) \\\n"
    "    for (uint k = 0; k < length; k++) ((__global T *)to)[i + k] = ((__constant T "
    "*)pattern)[k]\n"
    "__kernel void __amd_rocclr_fillBufferAligned(__global void *to, __constant uchar *pattern, "
    "uint length,\n"
    "                                             uint unit, ulong end, uint step)\n"
    "{\n"
    "    if (unit == sizeof(ulong2)) FILL(ulong2);\n"
    "    else if (unit == sizeof(ulong)) FILL(ulong);\n"
    "    else if (unit == sizeof(uint)) FILL(uint);\n"
    "    else if (unit == sizeof(ushort)) FILL(ushort);\n"
    "    else FILL(uchar);\n"
    "}\n";

/* Cooperative launches ask for the first; the second is ours, to see what that does. */
static const char sync[] =
    "extern void __ockl_gws_init(uint, uint);\n"
    "__kernel void %sgwsInit(uint value) { __ockl_gws_init(value, 0); }\n"
    "__kernel void %sgwsBarrier(uint value) { __builtin_amdgcn_ds_gws_barrier(value, 0); }\n";

/* "T a0, T a1, ..." and "a0, a1, ..." of the row's parameters. */
static void
write_row(char *text, size_t row, const char *prefix)
{
    char parameters[1000] = "", arguments[200] = "";
    const char *at = rows[row].parameters;
    for (unsigned i = 0; *at; i++) {
        size_t length = strcspn(at, ",");
        sprintf(parameters + strlen(parameters), "%s%.*s a%u", i ? ", " : "", (int)length, at, i);
        sprintf(arguments + strlen(arguments), "%sa%u", i ? ", " : "", i);
        at += length + (at[length] == ',');
    }
    sprintf(text, "extern void %s(%s);\n__kernel void %s%s(%s) { %s(%s); }\n", rows[row].function,
            rows[row].parameters, prefix, rows[row].kernel, parameters, rows[row].function,
            arguments);
}

/* The source of a release's program; returns how many kernels it has. */
static unsigned
write_source(char *text, unsigned release)
{
    unsigned count = 2;
    *text = '\0';
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (release < rows[i].first || release > rows[i].last)
            continue;
        write_row(text + strlen(text), i, releases[release].prefix);
        count++;
    }
    sprintf(text + strlen(text), sync, releases[release].prefix, releases[release].prefix);
    if (release == R_6_2)
        strcat(text, bodies);
    return count + (release == R_6_2 ? 2 : 0);
}

/* ---- steps ---- */

static amd_comgr_data_set_t
step(amd_comgr_action_kind_t kind, amd_comgr_action_info_t info, amd_comgr_data_set_t in)
{
    amd_comgr_data_set_t out = make_set();
    GOOD(amd_comgr_do_action(kind, info, in, out));
    CHECK(log_says(out, NULL));
    GOOD(amd_comgr_destroy_data_set(in));
    return out;
}

/* The runtime takes bytes out and puts them into a set of their own. */
static amd_comgr_data_set_t
hand_on(amd_comgr_data_set_t set, amd_comgr_data_kind_t kind, const char *name)
{
    size_t size;
    char *bytes = take_bytes(set, kind, &size);
    amd_comgr_data_set_t made = make_set();
    amd_comgr_data_t data = make_data(kind, name, bytes ? bytes : "", size);
    GOOD(amd_comgr_data_set_add(made, data));
    GOOD(amd_comgr_release_data(data));
    GOOD(amd_comgr_destroy_data_set(set));
    free(bytes);
    return made;
}

static const char extensions[] =
    "-cl-ext=+cl_khr_fp64,+cl_khr_global_int32_base_atomics,+cl_khr_global_int32_extended_atomics,"
    "+cl_khr_local_int32_base_atomics,+cl_khr_local_int32_extended_atomics,+cl_khr_int64_base_"
    "atomics,"
    "+cl_khr_int64_extended_atomics,+cl_khr_3d_image_writes,+cl_khr_byte_addressable_store,+cl_khr_"
    "fp16,"
    "+cl_khr_gl_sharing,+cl_amd_device_attribute_query,+cl_amd_media_ops,+cl_amd_media_ops2,"
    "+cl_khr_image2d_from_buffer,+cl_khr_subgroups,+cl_amd_copy_buffer_p2p,+cl_amd_assembly_"
    "program";

/* The executable, the caller's to free.  Before 5.2 nobody says the version but the user, who may append options. */
static char *
build(unsigned release, const char *isa, const char *version, const char *source, size_t *size)
{
    bool is_new = !releases[release].has_libraries_step;
    const char *early = is_new ? "-amdgpu-kernarg-preload-count=8" : "-amdgpu-early-inline-all";
    const char *compile[] = {"-O3",
                             "-cl-kernel-arg-info",
                             "-mllvm",
                             early,
                             "-D__OPENCL_VERSION__=200",
                             "-D__IMAGE_SUPPORT__=1",
                             "-Xclang",
                             extensions,
                             "-mllvm",
                             "-amdgpu-prelink",
                             "-mcumode",
                             "-mwavefrontsize64",
                             version,
                             NULL};
    const char *libraries[] = {"daz_opt",
                               "finite_only",
                               "unsafe_math",
                               "correctly_rounded_sqrt",
                               "wavefrontsize64",
                               is_new ? "code_object_v5" : NULL,
                               NULL};
    const char *codegen[] = {"-mllvm",   early,
                             "-O3",      "-cl-kernel-arg-info",
                             "-mllvm",   "-amdgpu-internalize-symbols",
                             "-mcumode", "-mwavefrontsize64",
                             version,    NULL};
    amd_comgr_language_t cl = AMD_COMGR_LANGUAGE_OPENCL_1_2;
    amd_comgr_action_info_t compiling = make_info(isa, cl, compile),
                            linking = make_info(isa, cl, libraries),
                            generating = make_info(isa, AMD_COMGR_LANGUAGE_NONE, codegen);
    amd_comgr_data_set_t set = make_set();
    add_text(set, AMD_COMGR_DATA_KIND_SOURCE, "CompileSource", source);
    set = step(AMD_COMGR_ACTION_ADD_PRECOMPILED_HEADERS, compiling, set);
    set = step(is_new ? AMD_COMGR_ACTION_COMPILE_SOURCE_WITH_DEVICE_LIBS_TO_BC
                      : AMD_COMGR_ACTION_COMPILE_SOURCE_TO_BC,
               compiling, set);
    set = hand_on(set, AMD_COMGR_DATA_KIND_BC, "LLVM Binary");
    if (!is_new)
        set = step(AMD_COMGR_ACTION_ADD_DEVICE_LIBRARIES, linking, set);
    set = step(AMD_COMGR_ACTION_LINK_BC_TO_BC, linking, set);
    set = step(AMD_COMGR_ACTION_CODEGEN_BC_TO_RELOCATABLE, generating, set);
    GOOD(amd_comgr_action_info_set_option_list(generating, NULL, 0));
    set = step(AMD_COMGR_ACTION_LINK_RELOCATABLE_TO_EXECUTABLE, generating, set);
    char *bytes = take_bytes(set, AMD_COMGR_DATA_KIND_EXECUTABLE, size);
    GOOD(amd_comgr_destroy_data_set(set));
    GOOD(amd_comgr_destroy_action_info(compiling));
    GOOD(amd_comgr_destroy_action_info(linking));
    GOOD(amd_comgr_destroy_action_info(generating));
    return bytes;
}

/* ---- running ---- */

struct totals {
    unsigned programs, kernels, cases;
};

static void
save(const char *folder, const char *what, const char *kind, const char *bytes, size_t size)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.%s", folder, what, kind);
    FILE *file = fopen(path, "wb");
    CHECK(file && fwrite(bytes, 1, size, file) == size);
    if (file)
        fclose(file);
}

static unsigned
run(unsigned release, const char *what, const char *bytes, size_t size, bool is_peer)
{
    enum { MAX_INSTRUCTIONS = 30000 }; /* a wait that does not end is over then */
    struct sim_options options = {.strict = true,
                                  .max_instructions = MAX_INSTRUCTIONS,
                                  .foreign = -1,
                                  .schedule = SIM_SCHEDULE_ROUND};
    struct blit blit = {.device = sim_device_new(&options),
                        .prefix = releases[release].prefix,
                        .has_bodies = release == R_6_2,
                        .has_size = release < R_6_2,
                        .is_peer = is_peer,
                        .what = what};
    if (sim_load(blit.device, bytes, size, &blit.object) != SIM_OK) {
        blit_fail(&blit, "", sim_message(blit.device));
    } else {
        blit_check_buffers(&blit);
        blit_check_images(&blit);
        blit_check_queues(&blit);
    }
    passed += (int)(blit.cases - blit.failures);
    failed += (int)blit.failures;
    sim_device_free(blit.device);
    return blit.cases;
}

static void
start(struct totals *totals, unsigned release, const char *isa, char version, bool runs,
      const char *folder)
{
    static char source[MAX_TEXT];
    char option[40], what[200];
    size_t size;
    unsigned kernels = write_source(source, release);
    snprintf(option, sizeof option, "-mcode-object-version=%c", version);
    snprintf(what, sizeof what, "%s.%s.v%c", strstr(isa, "--") + 2, releases[release].name,
             version);
    char *bytes = build(release, isa, option, source, &size);
    if (folder)
        save(folder, what, "cl", source, strlen(source));
    if (!bytes) {
        printf("%s: FAIL no executable\n", what);
        failed++;
        return;
    }
    start_check_object(bytes, size, isa, version, releases[release].prefix, kernels);
    if (folder)
        save(folder, what, "co", bytes, size);
    if (runs)
        totals->cases += run(release, what, bytes, size, false);
    totals->programs++;
    totals->kernels += kernels;
    free(bytes);
}

/* The chip of an ISA name. */
static const char *
chip_of(const char *isa)
{
    return strstr(isa, "--") + 2;
}

/* Chips of which version 2 knows none, and the family that only version 6 has. */
static bool
has_version(const char *isa, char version)
{
    static const char *const later[] = {"gfx908", "gfx909", "gfx90a", "gfx90c"};
    for (size_t i = 0; i < sizeof later / sizeof *later; i++)
        if (version == '2' && strcmp(chip_of(isa), later[i]) == 0)
            return false;
    return !strstr(isa, "generic");
}

/* The chips on which programs run; runtimes name features, too. */
static const struct {
    const char *chip, *features;
} runs_on[] = {{"gfx600", ""},
               {"gfx701", ""},
               {"gfx803", ""},
               {"gfx900", ":xnack-"},
               {"gfx90a", ":sramecc+:xnack-"}};
enum { RUNS_ON = sizeof runs_on / sizeof *runs_on };

/* What another compiler has made of a source in the folder, FOLDER/CHIP.RELEASE.vVERSION.co. */
static bool
run_peer(struct totals *totals, const char *path)
{
    enum { MAX_SIZE = 1 << 20 };
    static char bytes[MAX_SIZE];
    const char *slash = strrchr(path, '/'), *dot = strchr(slash ? slash : path, '.');
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, MAX_SIZE, file) : 0;
    if (file)
        fclose(file);
    for (unsigned release = 0; release < RELEASES && dot && size; release++) {
        if (strncmp(dot + 1, releases[release].name, strlen(releases[release].name)) != 0)
            continue;
        totals->programs++;
        totals->cases += run(release, path, bytes, size, true);
        return true;
    }
    printf("%s: no such object\n", path);
    return false;
}

/* Of `some` the releases, which differ in what they ask for, take turns over chips and versions. */
static void
start_target(struct totals *totals, const char *isa, size_t index, bool all, const char *folder)
{
    char name[100];
    size_t chip = 0;
    while (chip < RUNS_ON && strcmp(chip_of(isa), runs_on[chip].chip) != 0)
        chip++;
    snprintf(name, sizeof name, "%s%s", isa, chip < RUNS_ON ? runs_on[chip].features : "");
    for (unsigned release = 0; release < RELEASES; release++)
        for (char version = '2'; version <= '5'; version++) {
            unsigned turn = (unsigned)(release + index + (unsigned)(version - '2')) % RELEASES;
            bool runs = chip < RUNS_ON && (all || (turn == 0 && release % 2));
            if ((all || turn == 0) && has_version(isa, version))
                start(totals, release, name, version, runs, folder);
        }
}

int
main(int argc, char **argv)
{
    struct totals totals = {0};
    size_t count = 0;
    bool all = argc > 1 && strcmp(argv[1], "all") == 0;
    bool peers = argc > 1 && strcmp(argv[1], "peers") == 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int i = 2; i < argc && peers; i++)
        failed += !run_peer(&totals, argv[i]);
    if (!peers)
        GOOD(amd_comgr_get_isa_count(&count));
    for (size_t i = 0; i < count; i++) {
        const char *isa = "";
        GOOD(amd_comgr_get_isa_name(i, &isa));
        start_target(&totals, isa, i, all, argc > 2 ? argv[2] : NULL);
    }
    printf("%u programs with %u kernels built, %u launches\n", totals.programs, totals.kernels,
           totals.cases);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
