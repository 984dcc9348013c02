/* The address of image instructions: which registers hold what (AMD's ISA manuals, "Image Address"
 * and "MIMG Opcodes with and without sampler"; order as in CLRX GcnInstrsMimg). */
#include "runtime/sim/image/mimg.h"
#include "runtime/sim/exec/valu.h"

/* How many registers take `count` parts of 16 or 32 bits. */
static unsigned
dwords_of(const struct mimg_address *address, unsigned count)
{
    return address->a16 ? (count + 1) / 2 : count;
}

static int
take(struct mimg_address *address, bool present)
{
    return present ? (int)address->dwords++ : -1;
}

/* Coordinates without layer, lod and the like: a cube's third is its face, which is a layer. */
static void
place_coordinates(struct mimg *m)
{
    struct mimg_address *address = &m->address;
    unsigned flags = m->op->image, count = address->axes;
    bool has_layer = m->op->inst.da || m->image.type == SIM_IMAGE_CUBE;
    address->layer = has_layer ? (int)count++ : -1;
    bool has_level = flags & (IMAGE_MIP | IMAGE_LOD | IMAGE_LOD_BOUND);
    address->level = has_level ? (int)count++ : -1;
    address->sample = m->image.type >= SIM_IMAGE_2D_MSAA ? (int)count++ : -1;
    address->coordinates = address->dwords;
    address->dwords += dwords_of(address, count);
}

void
mimg_place_address(struct mimg *m)
{
    struct mimg_address *address = &m->address;
    unsigned flags = m->op->image;
    *address = (struct mimg_address){.axes = m->image.dims, .a16 = m->op->inst.a16};
    address->layer = address->level = address->sample = -1;
    if (flags & IMAGE_RESINFO) { /* the level alone */
        address->offset = address->bias = address->reference = address->derivatives = -1;
        address->level = 0;
        address->dwords = 1;
        return;
    }
    address->offset = take(address, flags & IMAGE_OFFSET);
    address->bias = take(address, flags & IMAGE_BIAS);
    address->reference = take(address, flags & IMAGE_COMPARE);
    address->derivatives = flags & IMAGE_DERIVATIVES ? (int)address->dwords : -1;
    if (flags & IMAGE_DERIVATIVES)
        address->dwords += 2 * dwords_of(address, address->axes);
    place_coordinates(m);
}

uint32_t
mimg_dword(const struct mimg *m, unsigned lane, unsigned dword, uint32_t mask)
{
    sim_need_defined(m->wave, m->op, (int)lane, (m->part_shadow[dword][lane] & mask) != 0,
                     "an image address");
    return m->part[dword][lane] & mask;
}

uint32_t
mimg_integer(const struct mimg *m, unsigned lane, unsigned dword, unsigned index)
{
    if (!m->address.a16)
        return mimg_dword(m, lane, dword + index, UINT32_MAX);
    unsigned shift = 16 * (index % 2);
    return mimg_dword(m, lane, dword + index / 2, UINT32_C(0xFFFF) << shift) >> shift;
}

double
mimg_float(const struct mimg *m, unsigned lane, unsigned dword, unsigned index)
{
    uint32_t bits = mimg_integer(m, lane, dword, index);
    return m->address.a16 ? half_to_double(bits) : (double)as_f32(bits);
}
