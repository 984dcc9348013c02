/* What the environment says. */
#include "runtime/kfd/kfd.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void
add_gpu(const char *name, size_t length)
{
    const struct gcn_target *target = gcn_find_target(name, length);
    if (!target || !gcn_card_of(target))
        kfd_tell("OCC_DEVICES: '%.*s' is no GPU that HSA's runtime knows", (int)length, name);
    else if (the_kfd.gpu_count < KFD_GPUS)
        the_kfd.gpus[the_kfd.gpu_count++].target = target;
}

void
kfd_settings_read(void)
{
    const char *list = getenv("OCC_DEVICES"), *check = getenv("OCC_CHECK");
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    the_kfd.settings.cores = cores > 0 ? (unsigned)cores : 1;
    the_kfd.settings.checks_all = check && strcmp(check, "all") == 0;
    the_kfd.gpu_count = 0;
    for (const char *at = list ? list : ""; *at;) {
        size_t length = strcspn(at, ",");
        add_gpu(at, length);
        at += length + (at[length] == ',');
    }
    if (!the_kfd.gpu_count)
        add_gpu("gfx900", 6);
}
