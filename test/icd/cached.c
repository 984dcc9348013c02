/* What a program gets of a build, and what its kernel `add` computes, on standard output: for
 * cache.sh, which compares.
 *
 *   icd-cached SOURCE OPTIONS [HEADER]    built; with a header, whose name is n.h: compiled, and
 * linked */
#include "test/icd/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *
read_text(const char *path)
{
    char *text = calloc(1, 1 << 20);
    FILE *file = fopen(path, "r");
    if (!file || !fread(text, 1, (1 << 20) - 1, file)) {
        perror(path);
        exit(2);
    }
    fclose(file);
    return text;
}

static cl_program
program_of(const struct host *host, const char *path)
{
    char *text = read_text(path);
    const char *texts[] = {text};
    cl_program program = clCreateProgramWithSource(host->context, 1, texts, NULL, NULL);
    free(text);
    return program;
}

static void
put_build(const struct host *host, cl_program program, const char *what, cl_int status)
{
    static char log[1 << 16];
    size_t size = 0;
    unsigned char *bytes;
    clGetProgramBuildInfo(program, host->device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL);
    printf("%s: %d, %zu bytes, log:\n%s", what, status, size, log);
    bytes = calloc(1, size + 1);
    clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL);
    fwrite(bytes, 1, size, stdout);
    free(bytes);
}

static void
put_kernels(cl_program program)
{
    cl_kernel kernels[8];
    cl_uint count = 0;
    char text[3][256] = {"", "", ""};
    clCreateKernelsInProgram(program, 8, kernels, &count);
    for (cl_uint i = 0; i < count; i++) {
        clGetKernelInfo(kernels[i], CL_KERNEL_FUNCTION_NAME, sizeof *text, text[0], NULL);
        clGetKernelInfo(kernels[i], CL_KERNEL_ATTRIBUTES, sizeof *text, text[1], NULL);
        clGetKernelArgInfo(kernels[i], 0, CL_KERNEL_ARG_NAME, sizeof *text, text[2], NULL);
        printf("kernel %s, attributes '%s', argument '%s'\n", text[0], text[1], text[2]);
        clReleaseKernel(kernels[i]);
    }
}

/* Runs it on 64 words. */
static void
put_words(const struct host *host, cl_program program, const char *name)
{
    uint32_t words[64] = {0};
    cl_kernel kernel = clCreateKernel(program, name, NULL);
    if (!kernel)
        return;
    cl_mem memory = host_words(host, words, 64);
    host_launch(host, kernel, 64, 64, 1, memory);
    host_read(host, memory, words, 64);
    printf("%s: %u %u\n", name, words[0], words[63]);
    clReleaseMemObject(memory);
    clReleaseKernel(kernel);
}

/* By way of a unit; the program that was linked. */
static cl_program
compile_and_link(const struct host *host, cl_program program, const char *options,
                 const char *header)
{
    static const char *name = "n.h";
    cl_program given = program_of(host, header);
    cl_int status = clCompileProgram(program, 0, NULL, options, 1, &given, &name, NULL, NULL);
    put_build(host, program, "compiled", status);
    cl_program linked =
        clLinkProgram(host->context, 0, NULL, NULL, 1, &program, NULL, NULL, &status);
    clReleaseProgram(given);
    clReleaseProgram(program);
    if (linked)
        put_build(host, linked, "linked", status);
    return linked;
}

int
main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    struct host host = host_begin(0, NULL, NULL);
    cl_program program = program_of(&host, argv[1]);
    if (argc > 3)
        program = compile_and_link(&host, program, argv[2], argv[3]);
    else
        put_build(&host, program, "built", clBuildProgram(program, 0, NULL, argv[2], NULL, NULL));
    if (program) {
        put_kernels(program);
        put_words(&host, program, "add");
        clReleaseProgram(program);
    }
    host_end(&host);
    return 0;
}
