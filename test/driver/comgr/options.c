/* The options that AMD's OpenCL runtimes hand to comgr (ROCclr's compiler/lib/utils/options.cpp and OPTIONS.def), each
 * with the others that are always there: what it is to do shows in the assembly, or the source says #error.  The rows
 * of docs/comgr.md, "What AMD's runtimes ask for", that are about options. */
#include "host.h"

int passed, failed;

#define NO(condition) "#if " condition "\n#error " condition "\n#endif\n"
#define KERNEL        "kernel void k(global float *a, float b) { a[0] = a[1] / b; }\n"

enum { MAX_GIVEN = 4 };

static const struct {
    const char *given[MAX_GIVEN];
    amd_comgr_language_t language;
    const char *source;
    const char *has;   /* in the assembly */
    const char *lacks; /* NULL: nothing */
} rows[] = {
    {{NULL},
     1,
     KERNEL NO("__OPENCL_C_VERSION__ != 120") NO("__OPENCL_VERSION__ != 200"),
     "k.kd",
     "v_div_fmas_f32"},
    {{NULL}, 2, KERNEL NO("__OPENCL_C_VERSION__ != 200"), "k.kd", NULL},
    {{"-cl-fp32-correctly-rounded-divide-sqrt"}, 1, KERNEL, "v_div_fmas_f32", NULL},
    {{"-cl-denorms-are-zero"}, 1, KERNEL, ".amdhsa_float_denorm_mode_32 0", NULL},
    {{NULL}, 1, KERNEL, ".amdhsa_float_denorm_mode_32 3", NULL},
    {{"-cl-finite-math-only"}, 1, KERNEL NO("__FINITE_MATH_ONLY__ != 1"), "k.kd", NULL},
    {{"-D__FAST_RELAXED_MATH__=1", "-cl-fast-relaxed-math", "-cl-unsafe-math-optimizations"},
     1,
     KERNEL NO("__FAST_RELAXED_MATH__ != 1"),
     "v_rcp_f32",
     NULL},
    {{"-cl-unsafe-math-optimizations"}, 1, KERNEL, "v_rcp_f32", NULL},
    {{"-cl-no-signed-zeros", "-cl-mad-enable", "-cl-strict-aliasing"}, 1, KERNEL, "k.kd", NULL},
    {{"-cl-single-precision-constant"},
     1,
     KERNEL "typedef int is[sizeof 1.0 == 4 ? 1 : -1];\n",
     "k.kd",
     NULL},
    {{"-g"}, 1, KERNEL, ".loc", NULL},
    {{NULL}, 1, KERNEL, "k.kd", ".loc"},
    {{"-O0"}, 1, KERNEL NO("defined __OPTIMIZE__"), "k.kd", NULL},
    {{"-O4"}, 1, KERNEL NO("!defined __OPTIMIZE__"), "k.kd", NULL},
    {{"-O5"}, 1, KERNEL NO("!defined __OPTIMIZE__"), "k.kd", NULL},
    {{"-Os"}, 1, KERNEL NO("!defined __OPTIMIZE__"), "k.kd", NULL},
    {{"-w"}, 1, KERNEL "#warning told\n", "k.kd", NULL},
    {{"-fc99-inline"}, 1, KERNEL, "k.kd", NULL},
    {{"-cl-uniform-work-group-size", "-mcode-object-version=5"},
     2,
     KERNEL,
     ".uniform_work_group_size: 1",
     NULL},
    {{"-mcode-object-version=5"}, 2, KERNEL, "k.kd", ".uniform_work_group_size: 1"},
    {{"-DX=\"a b\"", "-DCL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE=77"},
     1,
     KERNEL "constant char x[] = X; typedef int is[sizeof X == 4 && "
            "CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE == 77 ? 1 : -1];\n",
     "k.kd",
     NULL},
    {{"-Ino such folder"}, 1, KERNEL, "k.kd", NULL},
    {{"-mllvm", "-amdgpu-kernarg-preload-count=8"}, 1, KERNEL, "k.kd", NULL}, /* -Wb,... */
    {{"-mllvm", "-amdgpu-use-native=sin,cos"}, 1, KERNEL, "k.kd", NULL},
    {{"-mllvm", "-disable-branch-fold"}, 1, KERNEL, "k.kd", NULL},
    {{"-cl-internal-kernel"},
     1,
     KERNEL,
     "k.kd",
     NULL}, /* the runtime's own: nobody passes it on, but it may */
    {{NULL},
     1,
     KERNEL NO("!defined cl_khr_fp64") NO("!defined cl_amd_media_ops") NO("__IMAGE_SUPPORT__ != 1"),
     ".name: 'a'",
     NULL},
    {{"-Xclang", "-cl-ext=-cl_khr_fp64"}, 1, KERNEL NO("defined cl_khr_fp64"), "k.kd", NULL},
};

/* COMPILE, the device libraries, LINK, assembly.  The caller's to free; NULL: a step failed. */
static char *
assembly_of(size_t row)
{
    static const char isa[] = "amdgcn-amd-amdhsa--gfx900:xnack-";
    const char *libraries[] = {
        "correctly_rounded_sqrt", "daz_opt",        "finite_only", "unsafe_math",
        "wavefrontsize64",        "code_object_v4", NULL};
    const char *options[30] = {"-O3",
                               "-cl-kernel-arg-info",
                               "-Werror",
                               "-D__OPENCL_VERSION__=200",
                               "-D__IMAGE_SUPPORT__=1",
                               "-Xclang",
                               "-cl-ext=+cl_khr_fp64,+cl_khr_fp16,+cl_amd_media_ops",
                               "-mllvm",
                               "-amdgpu-prelink",
                               "-mllvm",
                               "-amdgpu-early-inline-all",
                               "-mcumode",
                               "-mwavefrontsize64",
                               "-mcode-object-version=4"};
    size_t size, count = 0;
    while (options[count])
        count++;
    for (size_t i = 0; i < MAX_GIVEN && rows[row].given[i]; i++)
        options[count++] = rows[row].given[i];
    amd_comgr_action_info_t compiling = make_info(isa, rows[row].language, options),
                            linking = make_info(isa, rows[row].language, libraries);
    const struct {
        amd_comgr_action_kind_t kind;
        amd_comgr_action_info_t info;
    } steps[] = {{AMD_COMGR_ACTION_ADD_PRECOMPILED_HEADERS, compiling},
                 {AMD_COMGR_ACTION_COMPILE_SOURCE_WITH_DEVICE_LIBS_TO_BC, compiling},
                 {AMD_COMGR_ACTION_ADD_DEVICE_LIBRARIES, linking},
                 {AMD_COMGR_ACTION_LINK_BC_TO_BC, linking},
                 {AMD_COMGR_ACTION_CODEGEN_BC_TO_ASSEMBLY, compiling}};
    amd_comgr_data_set_t set = make_set();
    add_text(set, AMD_COMGR_DATA_KIND_SOURCE, "CompileSource", rows[row].source);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        amd_comgr_data_set_t out = make_set();
        GOOD(amd_comgr_do_action(steps[i].kind, steps[i].info, set, out));
        CHECK(log_says(out, NULL));
        GOOD(amd_comgr_destroy_data_set(set));
        GOOD(amd_comgr_data_set_remove(out, AMD_COMGR_DATA_KIND_LOG));
        set = out;
    }
    char *text = take_bytes(set, AMD_COMGR_DATA_KIND_SOURCE, &size);
    GOOD(amd_comgr_destroy_data_set(set));
    GOOD(amd_comgr_destroy_action_info(compiling));
    GOOD(amd_comgr_destroy_action_info(linking));
    return text;
}

int
main(void)
{
    enum { ROWS = sizeof rows / sizeof *rows };
    for (size_t i = 0; i < ROWS; i++) {
        char *text = assembly_of(i);
        bool good =
            text && strstr(text, rows[i].has) && (!rows[i].lacks || !strstr(text, rows[i].lacks));
        CHECK(good);
        if (!good)
            printf("row %zu: %s %s: no '%s'\n%s\n", i, rows[i].given[0] ? rows[i].given[0] : "",
                   rows[i].given[1] ? rows[i].given[1] : "", rows[i].has, text ? text : "");
        free(text);
    }
    printf("%d rows: %d passed, %d failed\n", (int)ROWS, passed, failed);
    return failed != 0;
}
