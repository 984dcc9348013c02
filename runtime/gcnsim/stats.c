/* --stats: counts and modelled cycles. */
#include "runtime/gcnsim/gcnsim.h"

#include <stdio.h>

void
print_stats(const struct sim_stats *stats)
{
    printf("instructions %llu\n", (unsigned long long)stats->instructions);
    for (unsigned i = 0; i < SIM_CLASSES; i++)
        printf("%s %llu\n", sim_class_name(i), (unsigned long long)stats->by_class[i]);
    const struct {
        const char *name;
        uint64_t value;
    } rows[] = {
        {"lane_ops", stats->lane_ops},
        {"loads", stats->loads},
        {"stores", stats->stores},
        {"atomics", stats->atomics},
        {"bytes_read", stats->bytes_read},
        {"bytes_written", stats->bytes_written},
        {"lds_conflict_cycles", stats->lds_conflict_cycles},
        {"work_groups", stats->groups},
        {"waves", stats->waves},
        {"vgprs", stats->vgprs},
        {"sgprs", stats->sgprs},
        {"lds_bytes", stats->lds_bytes},
        {"scratch_bytes", stats->scratch_bytes},
        {"waves_per_simd", stats->occupancy},
        {"busy_valu", stats->busy_valu},
        {"busy_salu", stats->busy_salu},
        {"busy_lds", stats->busy_lds},
        {"busy_vmem", stats->busy_vmem},
        {"latency", stats->latency},
        {"cycles", stats->cycles},
        {"warnings", stats->warnings},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        printf("%s %llu\n", rows[i].name, (unsigned long long)rows[i].value);
    printf("occupancy_limit %s\n", stats->occupancy_limit ? stats->occupancy_limit : "none");
}
