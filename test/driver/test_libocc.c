/* The library's promises: every allocation may fail, threads may share a compiler, equal jobs give
 * equal bytes, and nothing but a status comes out. */
#include "driver/occ.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char program[] =
    "#define TIMES(x) ((x) * 3)\n"
    "struct pair { int a; float b; };\n"
    "float helper(struct pair p, int n) { float s = p.b; for (int i = 0; i < n; i++) s += p.a; "
    "return s; }\n"
    "__constant int table[4] = {1, 2, 3, 4};\n"
    "__kernel void first(__global int *x, __global float *y, __local int *l) {\n"
    "    int g = get_global_id(0);\n"
    "    l[get_local_id(0)] = x[g] / 7;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    struct pair p = {TIMES(g), y[g]};\n"
    "    if (x[g] > 3) y[g] = helper(p, x[g]) + sqrt(y[g]); else x[g] = table[g & 3] + l[0];\n"
    "}\n"
    "__kernel void second(__global int *x) { atomic_add(x, 1); }\n";

/* The n-th allocation fails; what is not given back is counted. */
struct failing {
    unsigned long calls, fails_at, live;
};

static void *
failing_alloc(void *data, size_t size)
{
    struct failing *failing = data;
    if (++failing->calls == failing->fails_at)
        return NULL;
    failing->live++;
    return malloc(size);
}

static void
failing_release(void *data, void *block)
{
    struct failing *failing = data;
    if (block)
        failing->live--;
    free(block);
}

static struct occ_job
job_of(const char *source, const char *const *options, unsigned count)
{
    return (struct occ_job){.size = sizeof(struct occ_job),
                            .name = "test.cl",
                            .source = source,
                            .length = strlen(source),
                            .options = options,
                            .option_count = count};
}

static enum occ_status
compile_failing(struct failing *failing, const struct occ_job *job)
{
    struct occ_config config = {sizeof config, failing_alloc, failing_release, failing};
    occ_compiler *compiler = occ_compiler_create(&config);
    if (!compiler)
        return OCC_MEMORY;
    occ_result *result = NULL;
    enum occ_status status = occ_compile(compiler, job, &result);
    if (result) {
        size_t size;
        const void *bytes = occ_result_bytes(result, &size);
        assert_true((bytes != NULL) == (status == OCC_OK));
        assert_non_null(occ_result_log(result));
        assert_non_null(occ_result_report(result));
        if (status == OCC_MEMORY)
            assert_non_null(strstr(occ_result_log(result), "memory"));
    }
    occ_result_free(result);
    occ_compiler_destroy(compiler);
    return status;
}

static void
fail_everywhere(const struct occ_job *job, enum occ_status at_last)
{
    enum occ_status status = OCC_MEMORY;
    for (unsigned long n = 1; status == OCC_MEMORY; n++) {
        struct failing failing = {.fails_at = n};
        status = compile_failing(&failing, job);
        assert_int_equal(failing.live, 0);
        assert_true(status == OCC_MEMORY || failing.calls < n);
        if (failing.calls < n)
            assert_int_equal(status, at_last);
    }
}

static void
test_failing_allocator(void **state)
{
    (void)state;
    static const char *const options[][3] = {{"-mcpu=gfx900", "-O3", "-ftime-report"},
                                             {"-mcpu=gfx803", "-O0", "--resource-usage"},
                                             {"-mcode-object-version=4", "-S", "-w"},
                                             {"-print-after=all", "-fverify-passes", "-w"},
                                             {"-E", "-DA=1", "-UA"},
                                             {"-Wp,-DA=1,-UA", "-g", "-Wl,-x"}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        struct occ_job job = job_of(program, options[i], 3);
        fail_everywhere(&job, OCC_OK);
    }
    struct occ_job wrong = job_of("__kernel void k(__global int *x) { x[0] = y; }", NULL, 0);
    fail_everywhere(&wrong, OCC_ERROR);
    static const char *const relocatable[] = {"-c"};
    struct occ_job partial =
        job_of("int f(int x); kernel void k(global int *x) { x[0] = f(1); }", relocatable, 1);
    fail_everywhere(&partial, OCC_OK);
}

/* Messages held back for sorting are reported before the memory error. */
static void
test_held_messages(void **state)
{
    (void)state;
    static const char *const options[] = {"-mcpu=gfx900", "-Wall"};
    struct occ_job job =
        job_of("kernel void k(global int *x) { int never; x[0] = 1; }", options, 2);
    unsigned told = 0;
    enum occ_status status = OCC_MEMORY;
    for (unsigned long n = 2; status == OCC_MEMORY; n++) {
        struct failing failing = {.fails_at = n};
        struct occ_config config = {sizeof config, failing_alloc, failing_release, &failing};
        occ_compiler *compiler = occ_compiler_create(&config);
        occ_result *result = NULL;
        status = occ_compile(compiler, &job, &result);
        const char *log = result ? occ_result_log(result) : "";
        const char *warning = strstr(log, "unused variable 'never'"),
                   *memory = strstr(log, "memory");
        if (warning && status == OCC_MEMORY) {
            assert_true(memory > warning);
            told++;
        }
        occ_result_free(result);
        occ_compiler_destroy(compiler);
    }
    assert_int_equal(status, OCC_OK);
    assert_true(told > 0);
}

struct output {
    void *bytes;
    size_t size;
};

static struct output
compile_with(const occ_compiler *compiler, const char *name)
{
    struct occ_job job = job_of(program, NULL, 0);
    struct output output = {NULL, 0};
    occ_result *result = NULL;
    job.name = name;
    if (occ_compile(compiler, &job, &result) == OCC_OK) {
        const void *bytes = occ_result_bytes(result, &output.size);
        output.bytes = malloc(output.size);
        memcpy(output.bytes, bytes, output.size);
    }
    occ_result_free(result);
    return output;
}

static void
test_same_bytes(void **state)
{
    (void)state;
    occ_compiler *compiler = occ_compiler_create(NULL);
    struct output one = compile_with(compiler, "test.cl");
    struct output other = compile_with(compiler, "/some/where/else/test.cl");
    assert_non_null(one.bytes);
    assert_int_equal(one.size, other.size);
    assert_memory_equal(one.bytes, other.bytes, one.size);
    free(one.bytes);
    free(other.bytes);
    occ_compiler_destroy(compiler);
}

static void *
compile_often(void *data)
{
    const occ_compiler *compiler = data;
    struct output first = compile_with(compiler, "test.cl");
    for (int i = 0; i < 10 && first.bytes; i++) {
        struct output again = compile_with(compiler, "test.cl");
        bool same = again.size == first.size && again.bytes &&
                    memcmp(again.bytes, first.bytes, first.size) == 0;
        free(again.bytes);
        if (!same) {
            free(first.bytes);
            first = (struct output){NULL, 0};
        }
    }
    struct output *kept = malloc(sizeof *kept);
    *kept = first;
    return kept;
}

static void
test_threads(void **state)
{
    enum { THREADS = 4 };
    (void)state;
    occ_compiler *compiler = occ_compiler_create(NULL);
    pthread_t threads[THREADS];
    struct output *outputs[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, compile_often, compiler), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], (void **)&outputs[i]);
    for (int i = 0; i < THREADS; i++) {
        assert_non_null(outputs[i]->bytes);
        assert_int_equal(outputs[i]->size, outputs[0]->size);
        assert_memory_equal(outputs[i]->bytes, outputs[0]->bytes, outputs[0]->size);
    }
    for (int i = 0; i < THREADS; i++) {
        free(outputs[i]->bytes);
        free(outputs[i]);
    }
    occ_compiler_destroy(compiler);
}

static void
test_headers(void **state)
{
    (void)state;
    static const char text[] = "#define N 4\n";
    struct occ_header header = {"given.h", text, sizeof text - 1};
    struct occ_job job =
        job_of("#include \"given.h\"\n__kernel void k(__global int *x) { x[0] = N; }", NULL, 0);
    occ_compiler *compiler = occ_compiler_create(NULL);
    occ_result *result;
    assert_int_equal(occ_compile(compiler, &job, &result), OCC_ERROR);
    assert_non_null(
        strstr(occ_result_log(result), "test.cl:1:10: error: 'given.h' file not found"));
    occ_result_free(result);
    job.headers = &header;
    job.header_count = 1;
    assert_int_equal(occ_compile(compiler, &job, &result), OCC_OK);
    assert_int_equal(occ_result_kernel_count(result), 1);
    assert_string_equal(occ_result_kernel(result, 0)->name, "k");
    assert_null(occ_result_kernel(result, 1));
    assert_null(occ_result_header(result, 0, NULL)); /* only what was read from disk */
    occ_result_free(result);
    occ_compiler_destroy(compiler);
}

/* The host's headers win over those on disk, by nested relative names, too, and with -include. */
static void
test_headers_win(void **state)
{
    (void)state;
    static const char front[] = "#define FRONT 100\n", outer[] = "#include \"sub/inner.h\"\n",
                      inner[] = "#pragma once\n#include \"../libocc_test_disk.h\"\n",
                      disk[] = "#define DISK 20\n";
    const struct occ_header headers[] = {{"front.h", front, sizeof front - 1},
                                         {"lib/outer.h", outer, sizeof outer - 1},
                                         {"lib/sub/inner.h", inner, sizeof inner - 1},
                                         {"lib/libocc_test_disk.h", disk, sizeof disk - 1},
                                         {"libocc_test_disk.h", disk, sizeof disk - 1}};
    const char *const options[] = {"-E", "-P", "-I.", "-include", "front.h"};
    struct occ_job job = job_of("#include <lib/outer.h>\n#include \"lib/sub/inner.h\"\n"
                                "#include \"libocc_test_disk.h\"\nFRONT DISK\n",
                                options, 5);
    FILE *file = fopen("libocc_test_disk.h", "w");
    assert_non_null(file);
    fputs("#error the disk won\n", file);
    fclose(file);
    job.headers = headers;
    job.header_count = 5;
    job.use_disk = 1;
    occ_compiler *compiler = occ_compiler_create(NULL);
    occ_result *result;
    assert_int_equal(occ_compile(compiler, &job, &result), OCC_OK);
    assert_string_equal(occ_result_log(result), "");
    assert_non_null(strstr(occ_result_bytes(result, NULL), "100 20"));
    assert_null(occ_result_header(result, 0, NULL));
    assert_string_equal(occ_result_time_trace(result), "");
    assert_string_equal(occ_result_pass_html(result), "");
    occ_result_free(result);
    occ_compiler_destroy(compiler);
    remove("libocc_test_disk.h");
}

static void
write_text(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* All that a result depends on besides its job, each once, also what is not there. */
static void
test_inputs(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        enum occ_input kind;
    } rows[] = {
        {"libocc_none/libocc_in.h", OCC_INPUT_MISSING}, /* -I that leads nowhere */
        {"./libocc_in.h", OCC_INPUT_FILE},
        {"./libocc_in2.h", OCC_INPUT_FILE},
        {"libocc_none/libocc_maybe.h", OCC_INPUT_MISSING},
        {"./libocc_maybe.h", OCC_INPUT_MISSING},
        {"libocc_none/libocc_asked.h", OCC_INPUT_MISSING},
        {"./libocc_asked.h", OCC_INPUT_FILE}, /* not read */
        {"__TIME__", OCC_INPUT_TIME},
        {"libocc_none/__TIME__", OCC_INPUT_MISSING},
        {"./__TIME__", OCC_INPUT_MISSING},
        {"__TIME__", OCC_INPUT_MISSING},
    };
    static const char *const texts[][2] = {{"libocc_in.h", "#include \"libocc_in2.h\"\n"},
                                           {"libocc_in2.h", "\n"},
                                           {"libocc_asked.h", "#error it is not read\n"}};
    const char *const options[] = {"-Ilibocc_none", "-I."};
    struct occ_job job =
        job_of("#include <libocc_in.h>\n#include <libocc_in.h>\n"
               "#if __has_include(<libocc_maybe.h>) || !__has_include(<libocc_asked.h>)\n"
               "#error\n#endif\n__constant char t[] = __TIME__ __TIME__;\n"
               "#if __has_include(<__TIME__>) || __has_include(\"__TIME__\")\n#endif\n"
               "__kernel void k(__global char *x) { x[0] = t[x[1]]; }",
               options, 2);
    for (int i = 0; i < 3; i++)
        write_text(texts[i][0], texts[i][1]);
    job.use_disk = 1;
    occ_compiler *compiler = occ_compiler_create(NULL);
    occ_result *result;
    assert_int_equal(occ_compile(compiler, &job, &result), OCC_OK);
    unsigned count = sizeof rows / sizeof *rows;
    for (unsigned i = 0; i < count; i++) {
        enum occ_input kind = OCC_INPUT_TIME;
        assert_string_equal(occ_result_input(result, i, &kind), rows[i].name);
        assert_int_equal(kind, rows[i].kind);
    }
    assert_null(occ_result_input(result, count, NULL));
    assert_null(occ_result_input(NULL, 0, NULL));
    occ_result_free(result);
    const long long epoch = 0;
    job = job_of(
        "__constant char t[] = __DATE__;\n__kernel void k(__global char *x) { x[0] = t[x[1]]; }",
        NULL, 0);
    job.source_date_epoch = &epoch;
    job.use_disk = 1;
    assert_int_equal(occ_compile(compiler, &job, &result), OCC_OK);
    assert_null(occ_result_input(result, 0, NULL));
    occ_result_free(result);
    job.length -= 10; /* it does not compile */
    assert_int_equal(occ_compile(compiler, &job, &result), OCC_ERROR);
    assert_null(occ_result_input(result, 0, NULL));
    occ_result_free(result);
    occ_compiler_destroy(compiler);
    for (int i = 0; i < 3; i++)
        remove(texts[i][0]);
    assert_int_equal(strlen(occ_build()), 64);
}

/* Of assembly text: .include. */
static void
test_inputs_of_assembly(void **state)
{
    (void)state;
    const char *const options[] = {"-x", "assembler", "-c", "-mcpu=gfx900", "-Ilibocc_none", "-I."};
    struct occ_job job = job_of(".include \"libocc_in.s\"\n", options, 6);
    enum occ_input kind;
    write_text("libocc_in.s", "s_endpgm\n");
    job.use_disk = 1;
    occ_compiler *compiler = occ_compiler_create(NULL);
    occ_result *result;
    assert_int_equal(occ_compile(compiler, &job, &result), OCC_OK);
    assert_string_equal(occ_result_input(result, 0, &kind), "libocc_in.s");
    assert_int_equal(kind, OCC_INPUT_FILE);
    assert_null(occ_result_input(result, 1, NULL));
    occ_result_free(result);
    occ_compiler_destroy(compiler);
    remove("libocc_in.s");
}

/* What a dependency file or a cache asks for: headers from disk in order, and the date. */
static void
test_files_and_date(void **state)
{
    (void)state;
    const char *const options[] = {"-isystem", "."};
    const long long epoch = 0;
    struct occ_job job = job_of("#include <libocc_test_a.h>\n#include \"libocc_test_b.h\"\n"
                                "__constant char date[] = __DATE__;\n"
                                "__kernel void k(__global char *x) { x[0] = date[x[1]]; }",
                                options, 2);
    const char *const names[] = {"libocc_test_a.h", "libocc_test_b.h"};
    for (int i = 0; i < 2; i++)
        fclose(fopen(names[i], "w"));
    job.use_disk = 1;
    job.source_date_epoch = &epoch;
    occ_compiler *compiler = occ_compiler_create(NULL);
    occ_result *result;
    int is_system;
    assert_int_equal(occ_compile(compiler, &job, &result), OCC_OK);
    assert_string_equal(occ_result_log(result), "");
    assert_string_equal(occ_result_header(result, 0, &is_system), "./libocc_test_a.h");
    assert_true(is_system);
    assert_string_equal(occ_result_header(result, 1, &is_system), "libocc_test_b.h");
    assert_false(is_system);
    assert_null(occ_result_header(result, 2, NULL));
    occ_result_free(result);
    job.source_date_epoch = NULL;
    assert_int_equal(occ_compile(compiler, &job, &result), OCC_OK);
    assert_non_null(strstr(occ_result_log(result), "not reproducible"));
    occ_result_free(result);
    occ_compiler_destroy(compiler);
    for (int i = 0; i < 2; i++)
        remove(names[i]);
}

static void
expect_status(const occ_compiler *compiler, const struct occ_job *job, enum occ_status expected)
{
    occ_result *result = (occ_result *)job; /* anything but a result */
    assert_int_equal(occ_compile(compiler, job, &result), expected);
    assert_non_null(occ_result_log(result));
    if (expected == OCC_USAGE && result)
        assert_non_null(strstr(occ_result_log(result), "error: "));
    occ_result_free(result);
}

/* NULL where something should be is answered with a status, too. */
static void
test_null(void **state)
{
    (void)state;
    const char *const gap[] = {"-w", NULL};
    struct occ_header headers[] = {{"h.h", NULL, 0}, {NULL, "", 0}, {"h.h", NULL, 4}};
    struct occ_job good = job_of(program, NULL, 0), job = good;
    occ_compiler *compiler = occ_compiler_create(NULL);
    size_t size = 1;
    expect_status(NULL, &good, OCC_USAGE);
    expect_status(compiler, NULL, OCC_USAGE);
    assert_int_equal(occ_compile(compiler, &good, NULL), OCC_USAGE);
    assert_null(occ_result_bytes(NULL, &size));
    assert_int_equal(size, 0);
    assert_string_equal(occ_result_log(NULL), "");
    assert_string_equal(occ_result_report(NULL), "");
    assert_string_equal(occ_result_time_trace(NULL), "");
    assert_string_equal(occ_result_pass_html(NULL), "");
    assert_int_equal(occ_result_kernel_count(NULL), 0);
    assert_null(occ_result_kernel(NULL, 0));
    job.name = NULL;
    expect_status(compiler, &job, OCC_OK);
    job.source = NULL;
    expect_status(compiler, &job, OCC_USAGE);
    job.length = 0;
    expect_status(compiler, &job, OCC_OK);
    job = job_of(program, gap, 2);
    expect_status(compiler, &job, OCC_USAGE);
    job = good;
    job.option_count = 1;
    expect_status(compiler, &job, OCC_USAGE);
    job.option_count = 0;
    job.header_count = 1;
    expect_status(compiler, &job, OCC_USAGE);
    for (unsigned i = 0; i < 3; i++) {
        job.headers = &headers[i];
        expect_status(compiler, &job, i == 0 ? OCC_OK : OCC_USAGE);
    }
    occ_compiler_destroy(compiler);
}

/* A job has one output and so one target, by either switch; several are for the command. */
static void
test_targets(void **state)
{
    (void)state;
    const char *const one[] = {"--offload-arch=gfx803"}, *const same[] = {"-mcpu=gfx803"},
                      *const two[] = {"--offload-arch=gfx803,gfx900"};
    occ_compiler *compiler = occ_compiler_create(NULL);
    struct occ_job jobs[] = {job_of(program, one, 1), job_of(program, same, 1),
                             job_of(program, two, 1)};
    occ_result *results[3];
    size_t sizes[2];
    for (int i = 0; i < 3; i++)
        assert_int_equal(occ_compile(compiler, &jobs[i], &results[i]), i < 2 ? OCC_OK : OCC_USAGE);
    const void *bytes = occ_result_bytes(results[0], &sizes[0]);
    const void *others = occ_result_bytes(results[1], &sizes[1]);
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(bytes, others, sizes[0]);
    assert_non_null(strstr(occ_result_log(results[2]), "a job is for one target"));
    for (int i = 0; i < 3; i++)
        occ_result_free(results[i]);
    occ_compiler_destroy(compiler);
}

/* Hosts built against another occ.h: shorter structures end where they end. */
static void
test_sizes(void **state)
{
    (void)state;
    struct occ_config config = {offsetof(struct occ_config, alloc), NULL, NULL, NULL};
    occ_compiler *compiler = occ_compiler_create(&config);
    struct occ_job job = job_of(program, (const char *const *)&config, 1000);
    job.size = offsetof(struct occ_job, options);
    expect_status(compiler, &job, OCC_OK);
    job.size = 0; /* which nobody has set */
    expect_status(compiler, &job, OCC_USAGE);
    job.size = offsetof(struct occ_job, length);
    expect_status(compiler, &job, OCC_USAGE);
    occ_compiler_destroy(compiler);
}

/* A configuration that cannot be meant is no compiler of another one. */
static void
test_wrong_configuration(void **state)
{
    (void)state;
    struct failing failing = {0};
    struct occ_config unset = {0, failing_alloc, failing_release, &failing};
    struct occ_config no_release = {sizeof no_release, failing_alloc, NULL, &failing};
    struct occ_config no_alloc = {sizeof no_alloc, NULL, failing_release, &failing};
    assert_null(occ_compiler_create(&unset));
    assert_null(occ_compiler_create(&no_release));
    assert_null(occ_compiler_create(&no_alloc));
    assert_int_equal(failing.calls, 0);
}

/* What the host gave may go once the job is done. */
static void
test_result_stands_alone(void **state)
{
    (void)state;
    char *source = strdup(program), *name = strdup("test.cl"), *option = strdup("-mcpu=gfx803");
    const char *options[] = {option};
    struct occ_job job = job_of(source, options, 1);
    occ_compiler *compiler = occ_compiler_create(NULL);
    occ_result *result;
    job.name = name;
    assert_int_equal(occ_compile(compiler, &job, &result), OCC_OK);
    memset(source, 'x', strlen(source));
    free(source);
    memset(name, 'x', strlen(name));
    free(name);
    memset(option, 'x', strlen(option));
    free(option);
    occ_compiler_destroy(compiler);
    assert_int_equal(occ_result_kernel_count(result), 2);
    assert_string_equal(occ_result_kernel(result, 0)->name, "first");
    assert_string_equal(occ_result_kernel(result, 1)->name, "second");
    assert_true(occ_result_kernel(result, 1)->waves > 0);
    occ_result_free(result);
}

static void
test_usage(void **state)
{
    (void)state;
    static const char *const bad[] = {"-frobnicate"};
    struct occ_job job = job_of("", bad, 1);
    occ_compiler *compiler = occ_compiler_create(NULL);
    occ_result *result;
    assert_int_equal(occ_compile(compiler, &job, &result), OCC_USAGE);
    assert_non_null(strstr(occ_result_log(result), "-frobnicate"));
    occ_result_free(result);
    occ_result_free(NULL);
    occ_compiler_destroy(compiler);
    occ_compiler_destroy(NULL);
}

static void
expect_log(const struct occ_job *job, enum occ_status status, const char *text)
{
    occ_compiler *compiler = occ_compiler_create(NULL);
    occ_result *result;
    assert_int_equal(occ_compile(compiler, job, &result), status);
    if (!strstr(occ_result_log(result), text))
        fail_msg("no '%s' in: %s", text, occ_result_log(result));
    occ_result_free(result);
    occ_compiler_destroy(compiler);
}

/* What only the command can do is no mistake of the program, but is said. */
static void
test_switches_of_the_command(void **state)
{
    (void)state;
    static const char *const options[][3] = {{"-MD", "-MF", "k.d"},
                                             {"-MT", "k.o"},
                                             {"-save-temps"},
                                             {"-o", "k.co"},
                                             {"-v"},
                                             {"--help"},
                                             {"-ftime-trace=t.json"},
                                             {"-fpass-html=p.html"},
                                             {"k.cl"},
                                             {"-###"},
                                             {"--version"}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        unsigned count = options[i][2] ? 3 : options[i][1] ? 2 : 1;
        struct occ_job job = job_of(program, options[i], count);
        expect_log(&job, OCC_OK, "argument unused during compilation: '");
        expect_log(&job, OCC_OK, options[i][0]);
    }
    static const char *const own[] = {"-ftime-trace", "-fpass-html", "-E", "-M", "-c", "-S"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        struct occ_job job = job_of(program, &own[i], 1);
        occ_compiler *compiler = occ_compiler_create(NULL);
        occ_result *result;
        assert_int_equal(occ_compile(compiler, &job, &result), OCC_OK);
        assert_string_equal(occ_result_log(result), "");
        occ_result_free(result);
        occ_compiler_destroy(compiler);
    }
}

/* A unit that another one completes has no kernels yet; a program to be run is not complete. */
static void
test_partial_unit(void **state)
{
    (void)state;
    static const char *const options[] = {"-c"};
    struct occ_job job =
        job_of("int f(int x); kernel void k(global int *x) { x[0] = f(x[1]); }", options, 1);
    occ_compiler *compiler = occ_compiler_create(NULL);
    occ_result *result;
    size_t size;
    assert_int_equal(occ_compile(compiler, &job, &result), OCC_OK);
    assert_string_equal(occ_result_log(result), "");
    assert_int_equal(occ_result_kind(result), OCC_RELOCATABLE);
    assert_int_equal(occ_result_kernel_count(result), 0);
    assert_memory_equal(occ_result_bytes(result, &size), "\177ELF", 4);
    occ_result_free(result);
    occ_compiler_destroy(compiler);
    job.option_count = 0;
    expect_log(&job, OCC_ERROR, "test.cl:1:53: error: function 'f' is called but not defined");
}

/* A folder of headers that may not be read: the message says what allows it. */
static void
test_headers_without_disk(void **state)
{
    (void)state;
    static const char *const options[] = {"-I."};
    struct occ_job job = job_of("#include \"x.h\"\n", options, 1);
    expect_log(&job, OCC_ERROR,
               "note: headers are not read from disk, because the job does not "
               "set use_disk");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_failing_allocator),
        cmocka_unit_test(test_held_messages),
        cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_headers),
        cmocka_unit_test(test_headers_win),
        cmocka_unit_test(test_files_and_date),
        cmocka_unit_test(test_inputs),
        cmocka_unit_test(test_inputs_of_assembly),
        cmocka_unit_test(test_null),
        cmocka_unit_test(test_targets),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_wrong_configuration),
        cmocka_unit_test(test_result_stands_alone),
        cmocka_unit_test(test_usage),
        cmocka_unit_test(test_switches_of_the_command),
        cmocka_unit_test(test_headers_without_disk),
        cmocka_unit_test(test_partial_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
