/* Variables that one program uses and another defines; OCC_ICD_DEVICES=gfx900,gfx803, OCC_ICD_VERSION=3.0. */
#include "test/icd/two_devices.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT "__attribute__((visibility(\"default\"))) "

static const char defines[] =
    "#ifndef START\n#define START 5\n#endif\n" DEFAULT "global uint counter = START;\n" DEFAULT
    "constant uint table[4] = {10, 20, 30, 40};\n";
static const char reads[] = DEFAULT "global uint counter = 5;\n"
                                    "kernel void k(global uint *a) { a[0] = counter; }\n";
static const char uses[] =
    "extern " DEFAULT "global uint counter;\n"
    "extern " DEFAULT "constant uint table[4];\n"
    "kernel void k(global uint *a) { a[0] = counter + table[3]; counter += 1; }\n";
static const char counts[] =
    "extern " DEFAULT "global uint counter;\n"
    "global uint own[3];\n"
    "kernel void k(global uint *a) { own[1] = counter++; a[0] = own[1]; }\n";

static cl_program
source(const struct both *both, const char *text)
{
    cl_int error;
    cl_program program = clCreateProgramWithSource(both->context, 1, &text, NULL, &error);
    assert_ok(error);
    return program;
}

static cl_int
build_for(const struct both *both, cl_program program, unsigned device, const char *more)
{
    char options[100];
    snprintf(options, sizeof options, "-cl-std=CL2.0 %s", more);
    return clBuildProgram(program, 1, &both->devices[device], options, NULL, NULL);
}

/* For the first device. */
static cl_program
build(const struct both *both, const char *text, const char *more)
{
    cl_program program = source(both, text);
    assert_ok(build_for(both, program, 0, more));
    return program;
}

static const char *
log_of(const struct both *both, cl_program program, unsigned device)
{
    static char log[2048];
    assert_ok(clGetProgramBuildInfo(program, both->devices[device], CL_PROGRAM_BUILD_LOG,
                                    sizeof log, log, NULL));
    return log;
}

static cl_kernel
kernel_of(cl_program program)
{
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, "k", &error);
    assert_ok(error);
    return kernel;
}

/* What the kernel leaves in a word. */
static cl_uint
run(const struct both *both, unsigned device, cl_kernel kernel)
{
    cl_int error;
    const size_t one = 1;
    cl_uint word = 0;
    cl_mem memory = clCreateBuffer(both->context, 0, sizeof word, NULL, &error);
    assert_ok(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    assert_ok(clEnqueueNDRangeKernel(both->queues[device], kernel, 1, NULL, &one, NULL, NO_WAIT));
    assert_ok(
        clEnqueueReadBuffer(both->queues[device], memory, CL_TRUE, 0, sizeof word, &word, NO_WAIT));
    assert_ok(clReleaseMemObject(memory));
    return word;
}

static cl_uint
run_program(const struct both *both, unsigned device, cl_program program)
{
    cl_kernel kernel = kernel_of(program);
    cl_uint word = run(both, device, kernel);
    assert_ok(clReleaseKernel(kernel));
    return word;
}

/* The definer reads what the others have written, too. */
static void
programs_share_a_variable(void **state)
{
    (void)state;
    struct both both = begin();
    cl_program constants = build(&both, DEFAULT "constant uint table[4] = {10, 20, 30, 40};", "");
    cl_program definer = build(&both, reads, "");
    cl_program first = build(&both, uses, ""), second = build(&both, counts, "");
    assert_int_equal(run_program(&both, 0, first), 45);
    assert_int_equal(run_program(&both, 0, second), 6);
    assert_int_equal(run_program(&both, 0, first), 47);
    assert_int_equal(run_program(&both, 0, definer), 8);
    cl_program all[] = {constants, definer, first, second};
    for (unsigned i = 0; i < 4; i++)
        assert_ok(clReleaseProgram(all[i]));
    end(&both);
}

/* A command that waits still finds what it needs when all has been released, or the definer has been built again. */
static void
definers_outlive_their_programs(void **state)
{
    (void)state;
    struct both both = begin();
    cl_int error;
    const size_t one = 1;
    cl_uint word = 0;
    cl_program definer = build(&both, defines, ""), user = build(&both, uses, "");
    cl_mem memory = clCreateBuffer(both.context, 0, sizeof word, NULL, &error);
    cl_kernel kernel = kernel_of(user), again = kernel_of(user);
    cl_event gate = clCreateUserEvent(both.context, &error);
    assert_int_equal(run(&both, 0, kernel), 45);
    assert_ok(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    assert_ok(clEnqueueNDRangeKernel(both.queues[0], kernel, 1, NULL, &one, NULL, 1, &gate, NULL));
    assert_ok(clReleaseKernel(kernel));
    assert_ok(build_for(&both, definer, 0, "-DSTART=500"));
    cl_program newer = build(&both, uses, "");
    assert_int_equal(build_for(&both, user, 0, ""), CL_INVALID_OPERATION); /* it has a kernel */
    assert_ok(clReleaseProgram(user));
    assert_ok(clReleaseProgram(definer));
    assert_ok(clSetUserEventStatus(gate, CL_COMPLETE));
    assert_ok(clEnqueueReadBuffer(both.queues[0], memory, CL_TRUE, 0, sizeof word, &word, NO_WAIT));
    assert_int_equal(word, 46);
    assert_int_equal(run_program(&both, 0, newer), 540);
    assert_int_equal(run(&both, 0, again), 47);
    assert_int_equal(run_program(&both, 0, newer), 541);
    /* what is built now finds none of them */
    assert_int_equal(build_for(&both, newer, 0, ""), CL_BUILD_PROGRAM_FAILURE);
    assert_int_equal(run(&both, 0, again), 48);
    assert_ok(clReleaseKernel(again));
    assert_ok(clReleaseProgram(newer));
    assert_ok(clReleaseMemObject(memory));
    assert_ok(clReleaseEvent(gate));
    end(&both);
}

/* Through a program that has only the address of a third one's variable. */
static void
definers_have_definers(void **state)
{
    (void)state;
    struct both both = begin();
    cl_program definer = build(&both, defines, "");
    cl_program between = build(&both,
                               "extern " DEFAULT "global uint counter;\n" DEFAULT
                               "global uint *global where = &counter;\n",
                               "");
    assert_ok(clReleaseProgram(definer));
    cl_program user = build(&both,
                            "extern " DEFAULT "global uint *global where;\n"
                            "kernel void k(global uint *a) { a[0] = ++*where; }\n",
                            "");
    assert_ok(clReleaseProgram(between));
    assert_int_equal(run_program(&both, 0, user), 6);
    assert_int_equal(run_program(&both, 0, user), 7);
    assert_ok(clReleaseProgram(user));
    end(&both);
}

#define REFUSED(text)                                                                              \
    do {                                                                                           \
        EXPECT(CL_BUILD_PROGRAM_FAILURE, build_for(&both, user, 0, ""));                           \
        EXPECT(CL_SUCCESS, !strstr(log_of(&both, user, 0), text));                                 \
    } while (0)
#define NOBODY "the object uses counter, which it does not define, and no other program built"
#define SEVERAL                                                                                    \
    "the object uses counter, which it does not define, and more than one other program built"

/* What is no definer: other contexts, what is not built, not linked, not visible, or is released. */
static void
some_programs_define_nothing(void **state)
{
    (void)state;
    struct both both = begin(), others = begin();
    cl_int error;
    cl_program user = source(&both, uses);
    cl_program elsewhere = build(&others, defines, "");
    cl_program inner = build(&both,
                             "static global uint counter = 1;\n"
                             "kernel void k(global uint *a) { a[0] = counter++; }\n",
                             "");
    cl_program unit = source(&both, defines), definer = source(&both, defines);
    assert_ok(clCompileProgram(unit, 0, NULL, "-cl-std=CL2.0", 0, NULL, NULL, NULL, NULL));
    REFUSED(NOBODY);
    REFUSED("\nthe object uses table, "); /* all are named */
    EXPECT(CL_SUCCESS, build_for(&both, definer, 1, ""));
    REFUSED(NOBODY);
    EXPECT(CL_SUCCESS, build_for(&both, definer, 0, ""));
    EXPECT(CL_SUCCESS, build_for(&both, user, 0, ""));
    EXPECT(CL_BUILD_PROGRAM_FAILURE, build_for(&both, definer, 0, "-DSTART=+"));
    REFUSED(NOBODY);
    EXPECT(CL_SUCCESS, build_for(&both, definer, 0, ""));
    EXPECT(CL_SUCCESS, build_for(&both, user, 0, ""));
    assert_ok(clReleaseProgram(definer));
    EXPECT_NEW(CL_SUCCESS, clReleaseKernel(clCreateKernel(user, "k", &error)));
    REFUSED(NOBODY);
    EXPECT_NEW(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(user, "k", &error));
    /* nor does its own last build */
    cl_program own = build(&both,
                           "#ifdef USE\nextern\n#endif\n" DEFAULT "global uint counter;\n"
                           "kernel void k(global uint *a) { a[0] = counter; }\n",
                           "");
    EXPECT(CL_BUILD_PROGRAM_FAILURE, build_for(&both, own, 0, "-DUSE"));
    assert_ok(clReleaseProgram(own));
    assert_ok(clReleaseProgram(elsewhere));
    assert_ok(clReleaseProgram(inner));
    assert_ok(clReleaseProgram(unit));
    assert_ok(clReleaseProgram(user));
    end(&both);
    end(&others);
    host_expected();
}

/* Whether a command is still under way does not decide whether its program is found. */
static void
commands_keep_no_definer(void **state)
{
    (void)state;
    struct both both = begin();
    cl_int error;
    const size_t one = 1;
    cl_program user = source(&both, counts), definer = build(&both, reads, "");
    cl_kernel kernel = kernel_of(definer);
    cl_mem memory = clCreateBuffer(both.context, 0, 4, NULL, &error);
    cl_event gate = clCreateUserEvent(both.context, &error);
    assert_ok(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    assert_ok(clEnqueueNDRangeKernel(both.queues[0], kernel, 1, NULL, &one, NULL, 1, &gate, NULL));
    EXPECT(CL_SUCCESS, build_for(&both, user, 0, ""));
    assert_ok(clReleaseProgram(definer));
    EXPECT(CL_SUCCESS, build_for(&both, user, 0, ""));
    assert_ok(clReleaseKernel(kernel));
    REFUSED(NOBODY);
    assert_ok(clSetUserEventStatus(gate, CL_COMPLETE));
    assert_ok(clFinish(both.queues[0]));
    assert_ok(clReleaseProgram(user));
    assert_ok(clReleaseMemObject(memory));
    assert_ok(clReleaseEvent(gate));
    end(&both);
    host_expected();
}

/* While there are two, there is no choice.  A program of which there are kernels is there. */
static void
two_definers_are_refused(void **state)
{
    (void)state;
    struct both both = begin();
    cl_program user = source(&both, counts);
    cl_program first = build(&both, reads, ""), second = build(&both, defines, "-DSTART=70");
    REFUSED(SEVERAL);
    cl_kernel kernel = kernel_of(first);
    assert_ok(clReleaseProgram(first));
    REFUSED(SEVERAL);
    assert_ok(clReleaseKernel(kernel));
    EXPECT(CL_SUCCESS, build_for(&both, user, 0, ""));
    EXPECT(70, (cl_int)run_program(&both, 0, user));
    first = build(&both, reads, "");
    EXPECT(71, (cl_int)run_program(&both, 0, user)); /* it has found the second one */
    kernel = kernel_of(first);
    assert_ok(clReleaseProgram(first));
    assert_ok(clReleaseProgram(second));
    EXPECT(CL_SUCCESS, build_for(&both, user, 0, ""));
    EXPECT(5, (cl_int)run_program(&both, 0, user));
    assert_ok(clReleaseKernel(kernel));
    assert_ok(clReleaseProgram(user));
    end(&both);
    host_expected();
}

/* Each device has its own definer, and its own variable. */
static void
devices_have_their_own(void **state)
{
    (void)state;
    struct both both = begin();
    cl_program definer = build(&both, defines, "-DSTART=100"), user = source(&both, uses);
    EXPECT(CL_BUILD_PROGRAM_FAILURE, clBuildProgram(user, 0, NULL, "-cl-std=CL2.0", NULL, NULL));
    EXPECT(CL_SUCCESS, strcmp(log_of(&both, user, 0), ""));
    EXPECT(CL_SUCCESS, !strstr(log_of(&both, user, 1), NOBODY));
    EXPECT(140, (cl_int)run_program(&both, 0, user));
    EXPECT(CL_SUCCESS, build_for(&both, definer, 1, "-DSTART=200"));
    EXPECT(CL_SUCCESS, clBuildProgram(user, 0, NULL, "-cl-std=CL2.0", NULL, NULL));
    EXPECT(141, (cl_int)run_program(&both, 0, user));
    EXPECT(240, (cl_int)run_program(&both, 1, user));
    EXPECT(241, (cl_int)run_program(&both, 1, user));
    EXPECT(142, (cl_int)run_program(&both, 0, user));
    assert_ok(clReleaseProgram(definer));
    assert_ok(clReleaseProgram(user));
    end(&both);
    host_expected();
}

static size_t
variable_bytes(const struct both *both, cl_program program)
{
    size_t bytes;
    assert_ok(clGetProgramBuildInfo(program, both->devices[0],
                                    CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, sizeof bytes,
                                    &bytes, NULL));
    return bytes;
}

/* The binary of the first device, as a program. */
static cl_program
from_binary(const struct both *both, cl_program program)
{
    size_t sizes[DEVICES];
    unsigned char *bytes[DEVICES] = {NULL};
    cl_int error;
    assert_ok(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, NULL));
    bytes[0] = malloc(sizes[0]);
    assert_ok(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, bytes, NULL));
    cl_program made = clCreateProgramWithBinary(both->context, 1, both->devices, sizes,
                                                (const unsigned char **)bytes, NULL, &error);
    assert_ok(error);
    free(bytes[0]);
    return made;
}

/* Binaries have no addresses: each build looks again. */
static void
binaries_find_them_again(void **state)
{
    (void)state;
    struct both both = begin();
    cl_int error;
    cl_program definer = build(&both, defines, ""), program = build(&both, counts, "");
    EXPECT(12, (cl_int)variable_bytes(&both, program));
    EXPECT(4, (cl_int)variable_bytes(&both, definer));
    EXPECT(5, (cl_int)run_program(&both, 0, program));
    cl_program user = from_binary(&both, program);
    EXPECT_NEW(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(user, "k", &error));
    EXPECT(CL_SUCCESS, build_for(&both, user, 0, ""));
    EXPECT(6, (cl_int)run_program(&both, 0, user));
    cl_kernel old = kernel_of(program);
    cl_program remade = from_binary(&both, definer);
    assert_ok(clReleaseProgram(definer));
    REFUSED(NOBODY); /* the binary of the definer is not built yet */
    EXPECT_NEW(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(user, "k", &error));
    EXPECT(CL_SUCCESS, build_for(&both, remade, 0, ""));
    EXPECT(CL_SUCCESS, build_for(&both, user, 0, ""));
    EXPECT(5, (cl_int)run_program(&both, 0, user));
    EXPECT(7, (cl_int)run(&both, 0, old));
    EXPECT(6, (cl_int)run_program(&both, 0, user));
    assert_ok(clReleaseKernel(old));
    assert_ok(clReleaseProgram(remade));
    assert_ok(clReleaseProgram(user));
    assert_ok(clReleaseProgram(program));
    end(&both);
    host_expected();
}

/* clLinkProgram as well, on either side; a library finds nothing, and need not. */
static void
links_find_them(void **state)
{
    (void)state;
    struct both both = begin();
    cl_int error;
    cl_program parts[] = {source(&both, counts), source(&both, defines)}, made[5];
    for (unsigned i = 0; i < 2; i++)
        assert_ok(clCompileProgram(parts[i], 1, both.devices, "-cl-std=CL2.0", 0, NULL, NULL, NULL,
                                   NULL));
#define LINK(options, parts, count)                                                                \
    clLinkProgram(both.context, 1, both.devices, options, count, parts, NULL, NULL, &error)
    EXPECT_NEW(CL_LINK_PROGRAM_FAILURE, made[0] = LINK(NULL, parts, 1));
    EXPECT(CL_SUCCESS, !strstr(log_of(&both, made[0], 0), NOBODY));
    cl_build_status status;
    assert_ok(clGetProgramBuildInfo(made[0], both.devices[0], CL_PROGRAM_BUILD_STATUS,
                                    sizeof status, &status, NULL));
    EXPECT(CL_BUILD_ERROR, status);
    EXPECT_NEW(CL_SUCCESS, made[1] = LINK("-create-library", parts, 1));
    EXPECT_NEW(CL_SUCCESS, made[2] = LINK(NULL, parts, 2)); /* both: nothing is left to be found */
    EXPECT(5, (cl_int)run_program(&both, 0, made[2]));
    EXPECT(6, (cl_int)run_program(&both, 0, made[2]));
    EXPECT_NEW(CL_SUCCESS, made[3] = LINK(NULL, &made[1], 1)); /* which finds what was linked */
    EXPECT(7, (cl_int)run_program(&both, 0, made[3]));
    EXPECT_NEW(CL_SUCCESS, made[4] = LINK(NULL, &parts[1], 1)); /* variables alone */
    cl_program user = source(&both, counts);
    REFUSED(SEVERAL);
    assert_ok(clReleaseProgram(made[2]));
    EXPECT(CL_SUCCESS, build_for(&both, user, 0, ""));
    EXPECT(5, (cl_int)run_program(&both, 0, user));
    EXPECT(8, (cl_int)run_program(&both, 0, made[3]));
    cl_program rest[] = {parts[0], parts[1], made[0], made[1], made[3], made[4], user};
    for (unsigned i = 0; i < sizeof rest / sizeof *rest; i++)
        assert_ok(clReleaseProgram(rest[i]));
    end(&both);
    host_expected();
}

/* ---- threads ---- */

enum { THREADS = 8, ROUNDS = 6 };

struct worker {
    pthread_t thread;
    const struct both *both;
    unsigned number, failures;
};

/* Programs with a variable of the thread's own, which another thread's builds do not find, and one that all have. */
static void *
work(void *data)
{
    static const char text[] = "#define JOIN(a, b) a##b\n#define NAME(n) JOIN(own, n)\n"
                               "extern " DEFAULT "global uint NAME(N);\n"
                               "extern " DEFAULT "constant uint table[4];\n"
                               "kernel void k(global uint *a) { a[0] = NAME(N)++ + table[0]; }\n";
    static const char own[] = "#define JOIN(a, b) a##b\n#define NAME(n) JOIN(own, n)\n" DEFAULT
                              "global uint NAME(N) = N;\n";
    struct worker *worker = data;
    char options[32];
    snprintf(options, sizeof options, "-DN=%u", worker->number);
    for (unsigned i = 0; i < ROUNDS; i++) {
        unsigned device = i % DEVICES;
        cl_program definer = source(worker->both, own), user = source(worker->both, text);
        bool good = build_for(worker->both, definer, device, options) == CL_SUCCESS &&
                    build_for(worker->both, user, device, options) == CL_SUCCESS;
        clReleaseProgram(definer);
        good = good && run_program(worker->both, device, user) == worker->number + 10 &&
               run_program(worker->both, device, user) == worker->number + 11;
        clReleaseProgram(user);
        worker->failures += !good;
    }
    return NULL;
}

static void
threads_build_at_once(void **state)
{
    (void)state;
    static struct worker workers[THREADS];
    struct both both = begin();
    cl_program shared = source(&both, defines);
    unsigned failures = 0;
    assert_ok(clBuildProgram(shared, 0, NULL, "-cl-std=CL2.0", NULL, NULL));
    for (unsigned i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){.both = &both, .number = i + 1};
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (unsigned i = 0; i < ROUNDS; i++) /* the definer is there all the time, old or new */
        assert_ok(clBuildProgram(shared, 0, NULL, "-cl-std=CL2.0", NULL, NULL));
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(workers[i].thread, NULL);
        failures += workers[i].failures;
    }
    assert_int_equal(failures, 0);
    assert_ok(clReleaseProgram(shared));
    end(&both);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_share_a_variable),
        cmocka_unit_test(definers_outlive_their_programs),
        cmocka_unit_test(definers_have_definers),
        cmocka_unit_test(some_programs_define_nothing),
        cmocka_unit_test(commands_keep_no_definer),
        cmocka_unit_test(two_definers_are_refused),
        cmocka_unit_test(devices_have_their_own),
        cmocka_unit_test(binaries_find_them_again),
        cmocka_unit_test(links_find_them),
        cmocka_unit_test(threads_build_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
