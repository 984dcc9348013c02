/* `occ devices`: what ROCr found, and what cannot be used, as text. */
#include "runtime/machine/machine.h"

#include "runtime/hsa/gpu.h"

#include <stdlib.h>

static void
list_gpu(struct strbuf *out, unsigned index, const struct gpu_info *info)
{
    strbuf_printf(out, "gpu:%-2u  %s, %s\n", index, info->processor, info->name);
    strbuf_printf(
        out, "        %u compute units at up to %u MHz, %llu MiB of memory, %llu MiB at once\n",
        info->compute_units, info->clock, (unsigned long long)(info->memory >> 20),
        (unsigned long long)(info->allocation >> 20));
    strbuf_printf(out, "        PCI %04x:%02x:%02x.%u, device %04x%s%s\n", info->domain,
                  info->bdf >> 8 & 255, info->bdf >> 3 & 31, info->bdf & 7, info->chip,
                  *info->uuid ? ", " : "", info->uuid);
    strbuf_printf(out, "        %s; %s; at most %u queues\n",
                  info->has_images ? "images" : "no images",
                  info->has_coherent_atomics ? "64-bit atomics reach the host's memory"
                                             : "no atomics in the host's memory",
                  info->queues);
    if (info->is_full_profile)
        strbuf_puts(out, "        shares the host's memory (full profile)\n");
}

unsigned
machine_list_gpus(struct strbuf *out)
{
    char *why = NULL;
    const char *refused;
    struct gpu_system *system = gpu_system_open(&why);
    unsigned count = system ? gpu_count(system) : 0;
    if (system)
        strbuf_printf(out, "%s\n", gpu_system_name(system));
    else
        strbuf_printf(out, "%s\n", why ? why : "out of memory");
    free(why);
    for (unsigned i = 0; i < count; i++)
        list_gpu(out, i, gpu_describe(gpu_at(system, i)));
    for (unsigned i = 0; system && (refused = gpu_refused_at(system, i)) != NULL; i++)
        strbuf_printf(out, "not     %s\n", refused);
    gpu_system_close(system);
    return count;
}
