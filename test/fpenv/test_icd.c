/* What a program gives to the OpenCL platform is called in the program's floating-point environment, on its own thread
 * and on those that the platform makes; all built-in functions give the same bits in a hostile one. */
#define CL_TARGET_OPENCL_VERSION 300
#include "test/fpenv/hostile.h"
#include "test/icd/host.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 64 };

/* Of the callbacks that ran: in the hostile environment, in another one. */
static atomic_uint good, bad;

static void
look(void)
{
    atomic_fetch_add(hostile_is_current() ? &good : &bad, 1);
}

static void
expect(unsigned callbacks, const char *what)
{
    if (bad || good != callbacks)
        fail_msg("%s: %u callbacks in the program's environment, %u in another; not %u, 0", what,
                 good, bad, callbacks);
    good = 0;
}

/* A call in the hostile environment, which it must leave. */
#define HOSTILE(call)                                                                              \
    do {                                                                                           \
        struct fpenv before;                                                                       \
        hostile_begin(&before);                                                                    \
        call;                                                                                      \
        hostile_end(&before, #call);                                                               \
    } while (0)

static void CL_CALLBACK
on_error(const char *text, const void *info, size_t size, void *data)
{
    (void)text, (void)info, (void)size, (void)data;
    look();
}

static void CL_CALLBACK
on_program(cl_program program, void *data)
{
    (void)program, (void)data;
    look();
}

/* It may call the API, which must not be confused by that. */
static void CL_CALLBACK
on_event(cl_event event, cl_int status, void *data)
{
    cl_int now;
    (void)data, (void)status;
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof now, &now, NULL);
    look();
}

static void CL_CALLBACK
on_memory(cl_mem memory, void *data)
{
    (void)memory, (void)data;
    look();
}

static void CL_CALLBACK
on_context(cl_context context, void *data)
{
    (void)context, (void)data;
    look();
}

static void CL_CALLBACK
on_svm(cl_command_queue queue, cl_uint count, void **pointers, void *data)
{
    (void)queue, (void)data;
    for (cl_uint i = 0; i < count; i++)
        clSVMFree(*(cl_context *)data, pointers[i]);
    look();
}

static void
programs_call_back(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    const char *text = "kernel void k(global int *a) { *a = 1; }";
    cl_int error;
    cl_program program = clCreateProgramWithSource(host.context, 1, &text, NULL, &error), linked;
    HOSTILE(clCompileProgram(program, 0, NULL, NULL, 0, NULL, NULL, on_program, NULL));
    expect(1, "compile");
    HOSTILE(linked =
                clLinkProgram(host.context, 0, NULL, NULL, 1, &program, on_program, NULL, &error));
    expect(1, "link");
    HOSTILE(clBuildProgram(program, 0, NULL, NULL, on_program, NULL));
    expect(1, "build");
    assert_ok(clReleaseProgram(linked));
    assert_ok(clReleaseProgram(program));
    host_end(&host);
}

/* The queue, and its thread, are made in the hostile environment. */
static void
events_call_back(void **state)
{
    (void)state;
    struct host host;
    HOSTILE(host = host_begin(0, NULL, NULL));
    cl_int error;
    cl_mem memory = host_words(&host, NULL, 1);
    cl_event user = clCreateUserEvent(host.context, &error), event;
    uint32_t one = 1;
    HOSTILE(clSetEventCallback(user, CL_COMPLETE, on_event, NULL));
    HOSTILE(clEnqueueFillBuffer(host.queue, memory, &one, 4, 0, 4, 1, &user, &event));
    HOSTILE(clSetEventCallback(event, CL_SUBMITTED, on_event, NULL));
    HOSTILE(clSetEventCallback(event, CL_RUNNING, on_event, NULL));
    HOSTILE(clSetEventCallback(event, CL_COMPLETE, on_event, NULL));
    HOSTILE(clSetUserEventStatus(user, CL_COMPLETE));
    HOSTILE(clFinish(host.queue));
    while (good + bad < 4)
        continue; /* they may run after the end of the command */
    expect(4, "events");
    HOSTILE(clSetEventCallback(event, CL_COMPLETE, on_event, NULL));
    expect(1, "an event that has ended");
    assert_ok(clReleaseEvent(user));
    assert_ok(clReleaseEvent(event));
    assert_ok(clReleaseMemObject(memory));
    host_end(&host);
}

static void
objects_call_back(void **state)
{
    (void)state;
    struct host host;
    HOSTILE(host = host_begin(0, on_error, NULL));
    cl_mem memory = host_words(&host, NULL, 1);
    assert_ok(clSetMemObjectDestructorCallback(memory, on_memory, NULL));
    HOSTILE(clReleaseMemObject(memory));
    expect(1, "memory");
    memory = host_words(&host, NULL, 1);
    cl_kernel kernel = host_kernel(&host, "kernel void k(global int *a) { a[5000] = 1; }", "k");
    size_t size = 1;
    assert_ok(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    HOSTILE(clEnqueueNDRangeKernel(host.queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL));
    HOSTILE(clFinish(host.queue));
    expect(1, "a fault");
    void *svm = clSVMAlloc(host.context, CL_MEM_READ_WRITE, 64, 0);
    if (svm) {
        HOSTILE(clEnqueueSVMFree(host.queue, 1, &svm, on_svm, &host.context, 0, NULL, NULL));
        HOSTILE(clFinish(host.queue));
        expect(1, "shared memory");
    }
    assert_ok(clSetContextDestructorCallback(host.context, on_context, NULL));
    assert_ok(clReleaseMemObject(memory));
    assert_ok(clReleaseKernel(kernel));
    assert_ok(clReleaseCommandQueue(host.queue));
    HOSTILE(clReleaseContext(host.context));
    while (good + bad < 1)
        continue;
    expect(1, "the context");
}

/* ---- built-in functions ---- */

#define ONE                                                                                        \
    "acos(x) acosh(x) acospi(x) asin(x) asinh(x) asinpi(x) atan(x) atanh(x) atanpi(x) cbrt(x) "    \
    "ceil(x) "                                                                                     \
    "cos(x) cosh(x) cospi(x) degrees(x) erf(x) erfc(x) exp(x) exp10(x) exp2(x) expm1(x) fabs(x) "  \
    "floor(x) lgamma(x) "                                                                          \
    "log(x) log10(x) log1p(x) log2(x) logb(x) radians(x) rint(x) round(x) rsqrt(x) sign(x) "       \
    "sin(x) sinh(x) sinpi(x) "                                                                     \
    "sqrt(x) tan(x) tanh(x) tanpi(x) tgamma(x) trunc(x) "
#define TWO                                                                                        \
    "atan2(x,y) atan2pi(x,y) copysign(x,y) fdim(x,y) fmax(x,y) fmin(x,y) fmod(x,y) hypot(x,y) "    \
    "maxmag(x,y) "                                                                                 \
    "minmag(x,y) nextafter(x,y) pow(x,y) powr(x,y) remainder(x,y) step(x,y) x+y x-y x*y x/y "
#define THREE                                                                                      \
    "clamp(x,y,(z)) fma(x,y,z) mad(x,y,z) mix(x,y,z) smoothstep(x,y,z) ldexp(x,5) pown(x,3) "      \
    "rootn(x,3) "

/* Constants for x, y and z, that round, are denormal, or lead to infinities and NaNs. */
static const char *const constants[][3] = {{"0.1", "0.7", "0.3"},       {"-1.7", "3.3", "1e-41"},
                                           {"1e-42", "1.1e-38", "2.5"}, {"1e38", "1.2e30", "-1e38"},
                                           {"0.0", "-0.0", "1.0"},      {"33.3", "-5.1", "1e-3"}};

static char *
make_source(const char *type, unsigned *results)
{
    char *text, *words = strdup(ONE TWO THREE);
    size_t size;
    FILE *out = open_memstream(&text, &size);
    *results = 0;
    fprintf(out, "typedef %s T; kernel void k(global T *o, global const T *i, global char *s) {\n",
            type);
    for (char *rest, *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        for (unsigned c = 0; c < sizeof constants / sizeof *constants; c++) {
            fprintf(out, " { const T x = (T)%s, y = (T)%s, z = (T)%s; o[%u] = (%s); }\n",
                    constants[c][0], constants[c][1], constants[c][2], (*results)++, word);
            fprintf(out, " { T x = i[%u], y = i[%u], z = i[%u]; o[%u] = (%s); }\n", 3 * c,
                    3 * c + 1, 3 * c + 2, (*results)++, word);
        }
    fprintf(out, "}\nkernel void inputs(global T *i) {\n");
    for (unsigned c = 0; c < sizeof constants / sizeof *constants; c++)
        for (unsigned k = 0; k < 3; k++)
            fprintf(out, " i[%u] = (T)%s;\n", 3 * c + k, constants[c][k]);
    fprintf(out, "}\n");
    fclose(out);
    free(words);
    return text;
}

/* Builds and runs it. */
static void
compute(const struct host *host, const char *text, unsigned results, size_t bytes, uint8_t *got)
{
    cl_int error;
    size_t one = 1;
    cl_program program = clCreateProgramWithSource(host->context, 1, &text, NULL, &error);
    assert_ok(error);
    assert_ok(clBuildProgram(program, 0, NULL, "-w", NULL, NULL));
    cl_kernel inputs = clCreateKernel(program, "inputs", &error);
    cl_kernel kernel = clCreateKernel(program, "k", &error);
    assert_ok(error);
    cl_mem in = clCreateBuffer(host->context, 0, 32 * bytes, NULL, &error);
    cl_mem out = clCreateBuffer(host->context, 0, results * bytes, NULL, &error);
    assert_ok(clSetKernelArg(inputs, 0, sizeof in, &in));
    assert_ok(clSetKernelArg(kernel, 0, sizeof out, &out));
    assert_ok(clSetKernelArg(kernel, 1, sizeof in, &in));
    assert_ok(clSetKernelArg(kernel, 2, sizeof in, &in));
    assert_ok(clEnqueueNDRangeKernel(host->queue, inputs, 1, NULL, &one, NULL, 0, NULL, NULL));
    assert_ok(clEnqueueNDRangeKernel(host->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    assert_ok(
        clEnqueueReadBuffer(host->queue, out, CL_TRUE, 0, results * bytes, got, 0, NULL, NULL));
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clReleaseKernel(kernel);
    clReleaseKernel(inputs);
    clReleaseProgram(program);
}

/* Each context has a thread of its own: one is made in each environment. */
static void
functions_give_the_same_bits(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t bytes;
    } types[] = {{"float", 4}, {"double", 8}};
    for (unsigned t = 0; t < 2; t++) {
        unsigned results;
        char *text = make_source(types[t].name, &results);
        uint8_t *calm = calloc(results, types[t].bytes), *hostile = calloc(results, types[t].bytes);
        struct host host = host_begin(0, NULL, NULL);
        compute(&host, text, results, types[t].bytes, calm);
        host_end(&host);
        host = host_begin(0, NULL, NULL);
        HOSTILE(compute(&host, text, results, types[t].bytes, hostile));
        host_end(&host);
        print_message("%s: %u results\n", types[t].name, results);
        assert_memory_equal(calm, hostile, results * types[t].bytes);
        free(text);
        free(calm);
        free(hostile);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_call_back),
        cmocka_unit_test(events_call_back),
        cmocka_unit_test(objects_call_back),
        cmocka_unit_test(functions_give_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
