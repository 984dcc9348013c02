/* Texels in memory and in registers, with their shadows. */
#include "runtime/sim/image/mimg.h"
#include "runtime/sim/exec/valu.h"

enum { LINE = 64, HASH_BITS = 12 };
_Static_assert(MIMG_LINES == 1 << HASH_BITS, "the hash fills the table");

/* ---- memory ---- */

static void
touch(struct mimg *m, uint64_t address, unsigned size)
{
    m->bytes += size;
    for (uint64_t line = address / LINE; line <= (address + size - 1) / LINE; line++) {
        unsigned hash = (unsigned)(line * UINT64_C(0x9E3779B97F4A7C15) >> (64 - HASH_BITS));
        while (m->slot[hash] && m->slot[hash] != line)
            hash = (hash + 1) % MIMG_LINES;
        m->lines += !m->slot[hash];
        m->slot[hash] = line;
    }
}

void
mimg_read(struct mimg *m, unsigned lane, uint64_t address, unsigned size, uint8_t *bytes,
          uint8_t *shadow)
{
    struct sim_region *region;
    memcpy(bytes, sim_global(m->wave, m->op, (int)lane, address, size, false, &region), size);
    if (region->shadow)
        memcpy(shadow, region->shadow + (address - region->base), size);
    else
        memset(shadow, 0, size);
    touch(m, address, size);
    OBSERVE(m->wave->device, access, m->wave, m->op, (int)lane, false, address, size, false, NULL);
}

void
mimg_write(struct mimg *m, unsigned lane, uint64_t address, unsigned size, const uint8_t *bytes,
           const uint8_t *shadow)
{
    struct sim_region *region;
    OBSERVE(m->wave->device, access, m->wave, m->op, (int)lane, false, address, size, true, bytes);
    memcpy(sim_global(m->wave, m->op, (int)lane, address, size, true, &region), bytes, size);
    touch(m, address, size);
    sim_store_shadow(m->wave, m->op, region, address, size, shadow);
}

struct mimg_texel
mimg_fetch(struct mimg *m, unsigned lane, unsigned level, uint32_t x, uint32_t y, uint32_t z)
{
    struct mimg_texel texel;
    uint8_t bytes[16], shadow[16];
    mimg_read(m, lane, sim_texel_address(&m->image, level, x, y, z), m->image.format.data->bytes,
              bytes, shadow);
    sim_format_load(&m->image.format, bytes, texel.value);
    sim_format_load_shadow(&m->image.format, shadow, texel.shadow);
    return texel;
}

/* ---- DST_SEL ---- */

struct mimg_texel
mimg_select(const struct sim_image *image, const struct mimg_texel *texel)
{
    struct mimg_texel result = {{0}, {0}};
    for (unsigned k = 0; k < 4; k++) {
        unsigned select = image->select[k];
        if (select >= SIM_SEL_X) {
            result.value[k] = texel->value[select - SIM_SEL_X];
            result.shadow[k] = texel->shadow[select - SIM_SEL_X];
        } else if (select == SIM_SEL_1) {
            result.value[k] = sim_format_one(&image->format);
        }
    }
    return result;
}

struct mimg_texel
mimg_unselect(const struct sim_image *image, const struct mimg_texel *data)
{
    struct mimg_texel result = {{0}, {0}};
    for (unsigned k = 4; k-- > 0;) { /* the first that selects a component gives it */
        unsigned select = image->select[k];
        if (select < SIM_SEL_X)
            continue;
        result.value[select - SIM_SEL_X] = data->value[k];
        result.shadow[select - SIM_SEL_X] = data->shadow[k];
    }
    return result;
}

/* ---- registers ---- */

static uint32_t
narrow(uint32_t value, bool is_float)
{
    return is_float ? half_from_double((double)as_f32(value), 0) : value & 0xFFFF;
}

/* Two components in each register, or one in the lower half with the upper half zero. */
static void
return_d16(struct mimg *m, unsigned lane, const uint32_t *value, const uint32_t *shadow,
           unsigned count)
{
    bool packed = m->wave->device->target->has_packed_d16;
    for (unsigned k = 0; k < count; k += packed ? 2 : 1) {
        bool two = packed && k + 1 < count;
        uint32_t high = two ? value[k + 1] << 16 : 0, high_shadow = two ? shadow[k + 1] << 16 : 0;
        sim_set_lane(m->wave, m->data + (packed ? k / 2 : k), lane, value[k] | high,
                     (shadow[k] & 0xFFFF) | high_shadow);
    }
}

void
mimg_return(struct mimg *m, unsigned lane, const struct mimg_texel *result, unsigned dmask,
            bool is_float)
{
    uint32_t value[4], shadow[4];
    unsigned count = 0, dwords;
    bool d16 = m->op->inst.d16;
    for (unsigned k = 0; k < 4; k++) {
        if (!(dmask >> k & 1))
            continue;
        value[count] = d16 ? narrow(result->value[k], is_float) : result->value[k];
        shadow[count] = d16 && is_float && result->shadow[k] ? UINT32_MAX : result->shadow[k];
        count++;
    }
    if (d16)
        return_d16(m, lane, value, shadow, count);
    for (unsigned k = 0; !d16 && k < count; k++)
        sim_set_lane(m->wave, m->data + k, lane, value[k], shadow[k]);
    dwords = d16 && m->wave->device->target->has_packed_d16 ? (count + 1) / 2 : count;
    if (m->op->inst.tfe) /* every texel is resident */
        sim_set_lane(m->wave, m->data + dwords, lane, 0, 0);
}
