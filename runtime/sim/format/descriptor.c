/* Fields of descriptors: reading and writing bits where descriptor.def says they are. */
#include "runtime/sim/format/descriptor.h"

enum { FIRST_GENERATION = 6, GENERATIONS = 4 };

struct bits {
    uint8_t first, count;
};

/* clang-format off */
#define BITS(first, last) {first, (last) - (first) + 1}
#define NONE              {0, 0}
static const struct bits positions[SIM_FIELDS][GENERATIONS] = {
#define FIELD(descriptor, name, gfx6, gfx7, gfx8, gfx9) {gfx6, gfx7, gfx8, gfx9},
#include "runtime/sim/format/descriptor.def"
#undef FIELD
};
/* clang-format on */
_Static_assert(SIM_FIELDS > 0, "the table is not empty");

static struct bits
bits_of(const struct gcn_target *target, enum sim_field field)
{
    return positions[field][target->generation - FIRST_GENERATION];
}

void
sim_field_bits(const struct gcn_target *target, enum sim_field field, unsigned *first,
               unsigned *count)
{
    struct bits bits = bits_of(target, field);
    *first = bits.first;
    *count = bits.count;
}

bool
sim_field_exists(const struct gcn_target *target, enum sim_field field)
{
    return bits_of(target, field).count != 0;
}

uint64_t
sim_field_get(const struct gcn_target *target, const uint32_t *words, enum sim_field field)
{
    struct bits bits = bits_of(target, field);
    uint64_t value = 0;
    for (unsigned done = 0; done < bits.count;) {
        unsigned at = bits.first + done, shift = at % 32, left = bits.count - done;
        unsigned take = left < 32 - shift ? left : 32 - shift;
        uint64_t piece = words[at / 32] >> shift & ((UINT64_C(1) << take) - 1);
        value |= piece << done;
        done += take;
    }
    return value;
}

bool
sim_field_set(const struct gcn_target *target, uint32_t *words, enum sim_field field,
              uint64_t value)
{
    struct bits bits = bits_of(target, field);
    if (value >> bits.count)
        return false;
    for (unsigned done = 0; done < bits.count;) {
        unsigned at = bits.first + done, shift = at % 32, left = bits.count - done;
        unsigned take = left < 32 - shift ? left : 32 - shift;
        uint32_t mask = (uint32_t)((UINT64_C(1) << take) - 1) << shift;
        words[at / 32] = (words[at / 32] & ~mask) | ((uint32_t)(value >> done) << shift & mask);
        done += take;
    }
    return true;
}
