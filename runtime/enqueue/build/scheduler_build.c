/* scheduler-build OUT.c TARGET...: compiles the scheduler for each chip and writes the objects as C. */
#include "driver/occ.h"

#include <stdio.h>
#include <string.h>

static const char source[] = "extern void __amd_scheduler_rocm(__global void *parameter);\n"
                             "__kernel void scheduler(__global void *parameter)\n"
                             "{\n"
                             "    __amd_scheduler_rocm(parameter);\n"
                             "}\n";

static void
write_bytes(FILE *out, const char *target, const unsigned char *bytes, size_t size)
{
    enum { A_LINE = 24 };
    fprintf(out, "    {\"%s\", %zu, (const unsigned char[]){", target, size);
    for (size_t i = 0; i < size; i++)
        fprintf(out, "%s%u,", i % A_LINE ? "" : "\n     ", bytes[i]);
    fputs("}},\n", out);
}

static int
compile(const occ_compiler *compiler, const char *target, FILE *out)
{
    char processor[64];
    snprintf(processor, sizeof processor, "-mcpu=%s", target);
    const char *options[] = {processor, "-cl-std=CL1.2"};
    struct occ_job job = {.size = sizeof job,
                          .name = "scheduler.cl",
                          .source = source,
                          .length = strlen(source),
                          .options = options,
                          .option_count = sizeof options / sizeof *options};
    occ_result *result = NULL;
    enum occ_status status = occ_compile(compiler, &job, &result);
    size_t size = 0;
    const void *bytes = occ_result_bytes(result, &size);
    if (status == OCC_OK)
        write_bytes(out, target, bytes, size);
    else
        fprintf(stderr, "scheduler-build: %s: %s", target, occ_result_log(result));
    occ_result_free(result);
    return status == OCC_OK;
}

int
main(int argc, char **argv)
{
    FILE *out = argc > 2 ? fopen(argv[1], "w") : NULL;
    occ_compiler *compiler = occ_compiler_create(NULL);
    int good = out && compiler;
    if (good)
        fputs("/* Written by scheduler-build. */\n#include \"runtime/enqueue/scheduler.h\"\n\n"
              "#include <string.h>\n\n"
              "static const struct {\n    const char *target;\n    size_t size;\n"
              "    const unsigned char *bytes;\n} objects[] = {\n",
              out);
    for (int i = 2; good && i < argc; i++)
        good = compile(compiler, argv[i], out);
    if (good)
        fputs("};\n\nconst void *\nscheduler_object(const char *target, size_t *size)\n{\n"
              "    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++)\n"
              "        if (strcmp(objects[i].target, target) == 0) {\n"
              "            *size = objects[i].size;\n            return objects[i].bytes;\n"
              "        }\n    return NULL;\n}\n",
              out);
    if (out && fclose(out) != 0)
        good = 0;
    occ_compiler_destroy(compiler);
    return good ? 0 : 1;
}
