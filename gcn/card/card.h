/* Cards: what is around the chip.  A target (gcn/isa/gcn_target.h) is a set of instructions, which many
 * products have; of each target one product that was sold is the card, with the sizes, clocks and address
 * registers that drivers read from it.  Rows in card.def, where the sources are. */
#ifndef OCC_GCN_CARD_CARD_H
#define OCC_GCN_CARD_CARD_H

#include "gcn/isa/gcn_target.h"

enum {
    GCN_CARD_SIMDS = 4,  /* per compute unit: of all of GCN; waves per SIMD are max_waves of struct
                                 gcn_target */
    GCN_TILE_MODES = 32, /* registers GB_TILE_MODE0 to 31 */
    GCN_MACROTILE_MODES = 16, /* registers GB_MACROTILE_MODE0 to 15 */
};

/* The driver's number of a chip's relatives: AMDGPU_FAMILY_* of its user interface. */
enum gcn_card_family {
    GCN_CARD_CI = 120, /* Sea Islands */
    GCN_CARD_KV = 125, /* Kaveri, Kabini */
    GCN_CARD_VI = 130, /* Volcanic Islands, Polaris */
    GCN_CARD_CZ = 135, /* Carrizo, Stoney */
    GCN_CARD_AI = 141, /* Vega and CDNA */
    GCN_CARD_RV = 142, /* Raven, Renoir */
};

/* How GFX7 and GFX8 lay out images: a T# has the number of a tile mode; with the size of a texel that
 * gives the number of a macrotile mode. */
struct gcn_tile_tables {
    uint32_t tile[GCN_TILE_MODES];
    uint32_t macrotile[GCN_MACROTILE_MODES];
};

struct gcn_card {
    const char *target; /* "gfx803" */
    const char *asic;   /* "Polaris10" */
    const char *name;   /* what people buy: "AMD Radeon RX 580 Series" */
    uint16_t pci_device;
    uint8_t pci_revision;
    uint8_t family; /* enum gcn_card_family */
    bool apu;       /* the GPU of a processor: its memory is a part of the host's */

    uint16_t compute_units;                       /* that work */
    uint8_t engines, arrays_per_engine;           /* shader engines, and arrays in each */
    uint8_t units_per_array;                      /* that exist, working or not */
    uint16_t engine_mhz, memory_mhz, memory_bits; /* greatest clocks; width of the memory bus */
    uint32_t memory_mib;                          /* of an APU: what firmware sets aside */

    /* KiB.  L1 of vector memory is each compute unit's; those of instructions and of scalar data belong
     * to `scalar_units` of them together. */
    uint16_t vector_l1_kib, instruction_l1_kib, scalar_l1_kib, l2_kib;
    uint8_t scalar_units, l2_line; /* l2_line: bytes; those of L1 have 64 */

    /* SDMA engines by what they are best at reaching, and how many queues of programs each serves. */
    uint8_t sdma_engines, sdma_xgmi_engines, sdma_queues;

    uint32_t gb_addr_config; /* register GB_ADDR_CONFIG as the driver sets it up */
    uint8_t banks_code,
        ranks_code; /* fields NOOFBANK (4 << n banks) and NOOFRANKS of MC_ARB_RAMCFG */
    const struct gcn_tile_tables *tiles; /* NULL: GFX9 has no such tables */
};

/* The card of a target; NULL: none is known. */
const struct gcn_card *gcn_card_of(const struct gcn_target *target);

#endif
