/* open_gpu: what GPUs there are, and why not, as lines. */
#include "runtime/hsa/gpu.h"

#include <stdio.h>
#include <stdlib.h>

int
main(void)
{
    char *why;
    struct gpu_system *system = gpu_system_open(&why);
    if (!system) {
        printf("none: %s\n", why ? why : "no reason");
        free(why);
        return 0;
    }
    printf("%s\n", gpu_system_name(system));
    for (unsigned i = 0; i < gpu_count(system); i++) {
        const struct gpu_info *info = gpu_describe(gpu_at(system, i));
        printf("%s: %s\n", info->processor, info->name);
    }
    for (unsigned i = 0; gpu_refused_at(system, i); i++)
        printf("refused %s\n", gpu_refused_at(system, i));
    gpu_system_close(system);
    return 0;
}
