/* What must hold of every card, and which targets have one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "gcn/card/card.h"

enum { LINEAR_ALIGNED = 1, TILED_2D_THIN1 = 4, THIN_MICRO_TILES = 1 };

static unsigned
bits(uint32_t word, unsigned first, unsigned last)
{
    return word >> first & ((2u << (last - first)) - 1);
}

/* Those for which ROCr makes an agent: its table of ISAs without the two that came with no card. */
static bool
is_wanted(const struct gcn_target *target)
{
    return gcn_loaders(target) & GCN_ROCR_2024 && strcmp(target->name, "gfx800") != 0 &&
           strcmp(target->name, "gfx804") != 0;
}

static void
check_tables(const struct gcn_target *target, const struct gcn_card *card)
{
    assert_int_equal(!card->tiles, target->generation >= 9);
    if (!card->tiles)
        return;
    assert_int_equal(bits(card->tiles->tile[8], 2, 5), LINEAR_ALIGNED);
    assert_int_equal(bits(card->tiles->tile[14], 2, 5), TILED_2D_THIN1);
    assert_int_equal(bits(card->tiles->tile[14], 22, 24), THIN_MICRO_TILES);
    for (unsigned i = 0; i < GCN_MACROTILE_MODES; i++)
        assert_int_equal(card->tiles->macrotile[i] >> 8, 0);
    assert_true(card->banks_code <= 2 && card->ranks_code <= 1);
}

static void
test_every_card(void **state)
{
    (void)state;
    unsigned cards = 0;
    for (unsigned i = 0; i < gcn_target_count; i++) {
        const struct gcn_target *target = &gcn_targets[i];
        const struct gcn_card *card = gcn_card_of(target);
        assert_int_equal(!!card, is_wanted(target));
        if (!card)
            continue;
        cards++;
        assert_string_equal(card->target, target->name);
        unsigned exist = card->engines * card->arrays_per_engine * card->units_per_array;
        assert_in_range(card->compute_units, 1, exist);
        /* Scratch is shared out evenly among the engines, which ROCr asserts. */
        assert_int_equal(card->compute_units % card->engines, 0);
        assert_true(card->asic[0] && card->name[0] && card->pci_device && card->family);
        assert_true(card->engine_mhz && card->memory_mhz && card->memory_bits && card->memory_mib);
        assert_true(card->vector_l1_kib && card->instruction_l1_kib && card->scalar_l1_kib &&
                    card->scalar_units && card->l2_kib && card->l2_line >= 64);
        assert_in_range(card->sdma_engines, 1, 2);
        assert_true(card->sdma_queues == 2 || card->sdma_queues == 8);
        check_tables(target, card);
        /* 256 bytes go to one pipe after the other: PIPE_INTERLEAVE_SIZE, on which tiled images rely */
        assert_int_equal(bits(card->gb_addr_config, card->tiles ? 4 : 3, card->tiles ? 6 : 5), 0);
    }
    printf("%u cards\n", cards);
}

/* A few figures once more, as the sources have them. */
static void
test_figures(void **state)
{
    (void)state;
    const struct gcn_card *card = gcn_card_of(gcn_find_target("gfx803", 6));
    assert_int_equal(card->gb_addr_config, 0x22011003);
    assert_int_equal(card->tiles->tile[14], 0x02400310);
    assert_int_equal(card->tiles->macrotile[1], 0xe8);
    card = gcn_card_of(gcn_find_target("gfx900", 6));
    assert_int_equal(card->gb_addr_config, 0x2a114042);
    assert_int_equal(card->compute_units, 64);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_card),
        cmocka_unit_test(test_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
