/* --stats: counts and modelled cycles, as text or as JSON, each with its unit. */
#include "runtime/gcnsim/gcnsim.h"
#include "support/json.h"

#include <stdio.h>

struct row {
    const char *name;
    uint64_t value;
    const char *unit;
};

enum { MAX_ROWS = 64 };

/* The rows in the order of the text; returns how many. */
static unsigned
collect(const struct sim_stats *stats, struct row rows[MAX_ROWS])
{
    unsigned count = 0;
    rows[count++] = (struct row){"instructions", stats->instructions,
                                 "instructions, once for each wave that executed one"};
    for (unsigned i = 0; i < SIM_CLASSES; i++)
        rows[count++] = (struct row){sim_class_name(i), stats->by_class[i], "of those"};
    const struct row others[] = {
        {"lane_ops", stats->lane_ops, "active lanes, summed over vector instructions"},
        {"loads", stats->loads, "instructions that load, LDS included"},
        {"stores", stats->stores, "instructions that store, LDS included"},
        {"atomics", stats->atomics, "atomic instructions, LDS included"},
        {"bytes_read", stats->bytes_read, "bytes of global and scratch memory"},
        {"bytes_written", stats->bytes_written, "bytes of global and scratch memory"},
        {"lds_conflict_cycles", stats->lds_conflict_cycles, "cycles lost to bank conflicts"},
        {"work_groups", stats->groups, "work-groups"},
        {"waves", stats->waves, "wavefronts"},
        {"vgprs", stats->vgprs, "registers allocated for a wave"},
        {"sgprs", stats->sgprs, "registers allocated for a wave"},
        {"lds_bytes", stats->lds_bytes, "bytes allocated for a work-group"},
        {"scratch_bytes", stats->scratch_bytes, "bytes allocated for a work-item"},
        {"waves_per_simd", stats->occupancy, "waves that fit on a SIMD"},
        {"busy_valu", stats->busy_valu, "modelled cycles in which the unit works"},
        {"busy_salu", stats->busy_salu, "modelled cycles in which the unit works"},
        {"busy_lds", stats->busy_lds, "modelled cycles in which the unit works"},
        {"busy_vmem", stats->busy_vmem, "modelled cycles in which the unit works"},
        {"latency", stats->latency, "modelled cycles of the longest wave, alone"},
        {"cycles", stats->cycles, "modelled cycles of the launch on one compute unit"},
        {"warnings", stats->warnings, "places in the code that got a warning"},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        rows[count++] = others[i];
    return count;
}

/* What was asked for by --observe. */
static unsigned
add_observers(const struct sim_device *device, struct row rows[MAX_ROWS], unsigned count)
{
    struct sim_observer_info info;
    for (unsigned i = 0; count < MAX_ROWS && sim_observer_at(device, i, &info); i++)
        if (info.is_asked && info.counted)
            rows[count++] = (struct row){info.name, info.count, info.counted};
    return count;
}

static const char limit_unit[] = "what keeps more waves from a SIMD";

static void
print_text(const struct row *rows, unsigned count, const char *limit)
{
    for (unsigned i = 0; i < count; i++) {
        int width = 22 - (int)snprintf(NULL, 0, "%s", rows[i].name);
        printf("%s %-*llu %s\n", rows[i].name, width, (unsigned long long)rows[i].value,
               rows[i].unit);
    }
    printf("occupancy_limit %-7s %s\n", limit, limit_unit);
}

static void
print_json(struct arena *arena, const struct row *rows, unsigned count, const char *limit)
{
    struct strbuf text = strbuf_new(arena);
    struct json json = json_begin(&text);
    json_open(&json, NULL, '{');
    for (unsigned i = 0; i < count; i++)
        json_number(&json, rows[i].name, rows[i].value);
    json_text(&json, "occupancy_limit", limit);
    json_open(&json, "units", '{');
    for (unsigned i = 0; i < count; i++)
        json_text(&json, rows[i].name, rows[i].unit);
    json_text(&json, "occupancy_limit", limit_unit);
    json_close(&json, '{');
    json_close(&json, '{');
    puts(text.text);
}

void
print_stats(const struct command *command)
{
    const struct sim_stats *stats = sim_stats(command->device);
    const char *limit = stats->occupancy_limit ? stats->occupancy_limit : "none";
    struct row rows[MAX_ROWS];
    unsigned count = add_observers(command->device, rows, collect(stats, rows));
    if (command->stats == STATS_JSON)
        print_json(command->arena, rows, count, limit);
    else
        print_text(rows, count, limit);
}
