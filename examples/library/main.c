/* A program that compiles a kernel with libocc and says what it takes; built outside of occ's tree.
 */
#include <occ.h>

#include <stdio.h>
#include <string.h>

int
main(void)
{
    static const char source[] =
        "__kernel void twice(__global float *x) { x[get_global_id(0)] *= 2.0f; }";
    static const char *const options[] = {"-mcpu=gfx900"};
    struct occ_job job = {.size = sizeof job,
                          .name = "twice.cl",
                          .source = source,
                          .length = strlen(source),
                          .options = options,
                          .option_count = 1};
    occ_compiler *compiler = occ_compiler_create(NULL); /* once; any number of threads may use it */
    occ_result *result = NULL;
    if (!compiler || occ_compile(compiler, &job, &result) != OCC_OK) {
        fprintf(stderr, "%s", occ_result_log(result));
        return 1;
    }
    size_t size;
    occ_result_bytes(result, &size);
    for (unsigned i = 0; i < occ_result_kernel_count(result); i++) {
        const struct occ_kernel *kernel = occ_result_kernel(result, i);
        printf("occ %s: %s takes %u VGPRs and %u SGPRs, the object %zu bytes\n", occ_version(),
               kernel->name, kernel->vgprs, kernel->sgprs, size);
    }
    occ_result_free(result);
    occ_compiler_destroy(compiler);
    return 0;
}
