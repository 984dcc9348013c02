/* Cards by target. */
#include "gcn/card/card.h"

#include <string.h>

#define TILE(...)                  .tile = {__VA_ARGS__}
#define MACROTILE(...)             .macrotile = {__VA_ARGS__}
#define TILES(name, modes, macros) static const struct gcn_tile_tables name = {modes, macros};
#define CARD(...)
#include "gcn/card/card.def"

#define APU   .apu = true
#define BOARD .apu = false
#define UNITS(units, engines_, arrays, per_array)                                                  \
    .compute_units = units, .engines = engines_, .arrays_per_engine = arrays,                      \
    .units_per_array = per_array
#define CLOCKS(engine, memory, bits) .engine_mhz = engine, .memory_mhz = memory, .memory_bits = bits
#define MEMORY(mib)                  .memory_mib = mib
#define CACHES(vector, instructions, scalar, units, l2, line)                                      \
    .vector_l1_kib = vector, .instruction_l1_kib = instructions, .scalar_l1_kib = scalar,          \
    .scalar_units = units, .l2_kib = l2, .l2_line = line
#define COPIES(engines, xgmi_engines, queues)                                                      \
    .sdma_engines = engines, .sdma_xgmi_engines = xgmi_engines, .sdma_queues = queues
#define ADDRESS(config, banks, ranks, tables)                                                      \
    .gb_addr_config = config, .banks_code = banks, .ranks_code = ranks, .tiles = tables

static const struct gcn_card cards[] = {
#define CARD(target_, asic_, name_, device, revision, family_, kind, ...)                          \
    {.target = #target_,                                                                           \
     .asic = asic_,                                                                                \
     .name = name_,                                                                                \
     .pci_device = device,                                                                         \
     .pci_revision = revision,                                                                     \
     .family = GCN_CARD_##family_,                                                                 \
     kind,                                                                                         \
     __VA_ARGS__},
#include "gcn/card/card.def"
};

const struct gcn_card *
gcn_card_of(const struct gcn_target *target)
{
    for (size_t i = 0; i < sizeof cards / sizeof *cards; i++)
        if (strcmp(cards[i].target, target->name) == 0)
            return &cards[i];
    return NULL;
}
