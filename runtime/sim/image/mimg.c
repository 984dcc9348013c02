/* Image instructions (AMD's ISA manuals, "Vector Memory Image Instructions"; CLRX GcnInstrsMimg):
 * what a name means, and everything that takes no sampler.
 *
 * A coordinate outside of the image is legal: loads give what a texel of zeros would, stores and
 * atomics do nothing. */
#include "runtime/sim/image/mimg.h"
#include "runtime/sim/exec/unit.h"
#include "runtime/sim/exec/salu.h"
#include "runtime/sim/exec/valu.h"

/* ---- names ---- */

struct part {
    const char *name;
    uint16_t flags;
};

static const struct part parts[] = {
    {"mip", IMAGE_MIP},      {"pck", IMAGE_PACKED},    {"sgn", IMAGE_SIGNED},
    {"c", IMAGE_COMPARE},    {"d", IMAGE_DERIVATIVES}, {"cd", IMAGE_DERIVATIVES},
    {"b", IMAGE_BIAS},       {"l", IMAGE_LOD},         {"lz", IMAGE_LOD_ZERO},
    {"cl", IMAGE_LOD_BOUND}, {"o", IMAGE_OFFSET},
};

static const struct {
    const char *name;
    uint8_t kind; /* enum sim_memory_kind */
    uint16_t flags;
} families[] = {
    {"load", MEMORY_LOAD, 0},
    {"store", MEMORY_STORE, 0},
    {"get_resinfo", MEMORY_LOAD, IMAGE_RESINFO},
    {"get_lod", MEMORY_LOAD, IMAGE_SAMPLE | IMAGE_GET_LOD},
    {"sample", MEMORY_LOAD, IMAGE_SAMPLE},
    {"gather4", MEMORY_LOAD, IMAGE_SAMPLE | IMAGE_GATHER},
    {"gather4h", MEMORY_LOAD, IMAGE_SAMPLE | IMAGE_GATHER | IMAGE_GATHER_ROW},
};

/* The flags of "_c_b_cl"; false: a part has no meaning here. */
static bool
add_parts(struct sim_op *op, const char *rest)
{
    while (*rest == '_') {
        size_t length = strcspn(++rest, "_"), i = 0, count = sizeof parts / sizeof *parts;
        while (i < count &&
               (strlen(parts[i].name) != length || memcmp(parts[i].name, rest, length) != 0))
            i++;
        if (i == count)
            return false;
        op->image |= parts[i].flags;
        rest += length;
    }
    return *rest == '\0';
}

void
mimg_classify(struct sim_op *op)
{
    const char *name = strchr(op->info->name, '_') + 1;
    unsigned count = (unsigned)__builtin_popcount(op->inst.dmask);
    op->memory.kind = MEMORY_UNSUPPORTED;
    op->memory.bytes = (uint8_t)(4 * (count ? count : 1));
    if (strncmp(name, "atomic_", 7) == 0) {
        memory_op_classify_atomic(op, name + 7);
        bool two = op->memory.atomic == ATOMIC_CMPSWAP || op->memory.atomic == ATOMIC_FCMPSWAP;
        op->memory.bytes = (uint8_t)(4 * count / (two ? 2 : 1));
        return;
    }
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        size_t length = strlen(families[i].name);
        op->image = families[i].flags;
        if (strncmp(name, families[i].name, length) == 0 && add_parts(op, name + length)) {
            op->memory.kind = families[i].kind;
            if (op->image & IMAGE_GATHER)
                op->memory.bytes = 16;
            return;
        }
    }
}

/* ---- what every image instruction begins with ---- */

static void
read_scalars(struct mimg *m, int operand, uint32_t *words, unsigned count, const char *what)
{
    unsigned first = sim_sreg(m->op->inst.operands[operand].reg);
    if (first + count > GCN_VCC_LO)
        sim_fault(m->wave, m->op, -1, "s%u cannot begin %s", first, what);
    salu_check_sgpr(m->wave, m->op, first, count);
    for (unsigned k = 0; k < count; k++) {
        sim_need_defined(m->wave, m->op, -1, m->wave->sgpr_shadow[first + k] != 0, what);
        words[k] = m->wave->sgpr[first + k];
    }
}

static void
read_descriptors(struct mimg *m)
{
    uint32_t t[SIM_T_WORDS], s[SIM_S_WORDS];
    char why[SIM_IMAGE_WHY];
    bool r128 = m->op->inst.r128;
    read_scalars(m, m->op->at_rsrc, t, r128 ? SIM_T128_WORDS : SIM_T_WORDS, "an image descriptor");
    if (!sim_image_decode(m->wave->device->target, t, r128, &m->image, why))
        sim_fault(m->wave, m->op, -1, "%s", why);
    if (m->op->image & IMAGE_SAMPLE) {
        read_scalars(m, m->op->at_samp, s, SIM_S_WORDS, "a sampler descriptor");
        mimg_read_sampler(m, s);
    }
}

/* The registers of the address: allocated and waited for. */
static void
read_address(struct mimg *m)
{
    struct sim_wave *wave = m->wave;
    unsigned first = m->op->inst.operands[m->op->at_addr].reg - GCN_VGPR0, count;
    mimg_place_address(m);
    count = m->address.dwords;
    sim_check_vgpr(wave, m->op, first, count);
    OBSERVE(wave->device, registers, wave, m->op, true, first, count, false);
    for (unsigned k = 0; k < count; k++) {
        memcpy(m->part[k], wave->v[first + k], sizeof m->part[k]);
        memset(m->part_shadow[k], 0, sizeof m->part_shadow[k]);
        for (unsigned lane = 0; lane < SIM_LANES && wave->v_undefined[first + k]; lane++)
            m->part_shadow[k][lane] = sim_lane_shadow(wave, first + k, lane);
    }
}

static void
check_data(struct mimg *m)
{
    const struct gcn_operand *data = &m->op->inst.operands[m->op->at_data];
    m->data = data->reg >= GCN_AGPR0 ? data->reg - GCN_AGPR0 + 256u : data->reg - 0u - GCN_VGPR0;
    sim_check_vgpr(m->wave, m->op, m->data, data->dwords);
    if (!m->op->inst.dmask)
        sim_fault(m->wave, m->op, -1, "dmask is 0");
    if (m->op->memory.kind != MEMORY_LOAD && !m->op->inst.unorm)
        sim_warn(m->wave, m->op, "stores and atomics need unorm");
    /* LLVM's feature image-gather4-d16-bug; gfx90a, which has not got it, has no gather either. */
    if (m->op->image & IMAGE_GATHER && m->op->inst.d16 && m->wave->device->target->has_packed_d16)
        sim_warn(m->wave, m->op, "image_gather4 with d16 is broken on this chip");
}

/* ---- one lane ---- */

struct place {
    bool inside;
    unsigned level; /* absolute */
    uint32_t x, y, z;
};

static struct place
find_texel(const struct mimg *m, unsigned lane)
{
    const struct mimg_address *address = &m->address;
    const struct sim_image *image = &m->image;
    uint32_t at[MIMG_AXES] = {0}, level = 0;
    for (unsigned k = 0; k < address->axes; k++)
        at[k] = mimg_integer(m, lane, address->coordinates, k);
    if (image->layered && address->layer >= 0)
        at[2] = mimg_integer(m, lane, address->coordinates, (unsigned)address->layer);
    if (address->level >= 0)
        level = mimg_integer(m, lane, address->coordinates, (unsigned)address->level);
    uint32_t sample = address->sample >= 0
                          ? mimg_integer(m, lane, address->coordinates, (unsigned)address->sample)
                          : 0;
    if (level >= image->levels || sample >= image->samples)
        return (struct place){.inside = false};
    const struct sim_image_level *size = &image->level[image->first_level + level];
    bool inside = at[0] < size->width && at[1] < size->height &&
                  at[2] < (image->layered ? image->layers : size->depth);
    return (struct place){inside, image->first_level + level, at[0], at[1],
                          at[2] + sample * image->sample_slices};
}

/* The bytes of a texel in dwords, of which dmask names some. */
static struct mimg_texel
load_packed(struct mimg *m, unsigned lane, const struct place *place)
{
    struct mimg_texel result = {{0}, {0}};
    unsigned size = m->image.format.data->bytes;
    mimg_read(m, lane, sim_texel_address(&m->image, place->level, place->x, place->y, place->z),
              size, (uint8_t *)result.value, (uint8_t *)result.shadow);
    if (m->op->image & IMAGE_SIGNED && size < 4) {
        unsigned shift = 32 - 8 * size;
        result.value[0] = (uint32_t)((int32_t)(result.value[0] << shift) >> shift);
        result.shadow[0] = (uint32_t)((int32_t)(result.shadow[0] << shift) >> shift);
    }
    return result;
}

static void
load_lane(struct mimg *m, unsigned lane)
{
    struct place place = find_texel(m, lane);
    struct mimg_texel texel = {{0}, {0}};
    bool packed = m->op->image & IMAGE_PACKED;
    if (place.inside)
        texel = packed ? load_packed(m, lane, &place)
                       : mimg_fetch(m, lane, place.level, place.x, place.y, place.z);
    if (!packed)
        texel = mimg_select(&m->image, &texel);
    mimg_return(m, lane, &texel, m->op->inst.dmask, m->image.format.is_float && !packed);
}

/* The components that dmask names from registers; the others are 0. */
static struct mimg_texel
gather_data(const struct mimg *m, unsigned lane)
{
    struct mimg_texel data = {{0}, {0}};
    bool d16 = m->op->inst.d16, packed = m->wave->device->target->has_packed_d16;
    bool is_float = m->image.format.is_float, is_signed = m->image.format.number == SIM_NUMBER_SINT;
    for (unsigned k = 0, used = 0; k < 4; k++) {
        if (!(m->op->inst.dmask >> k & 1))
            continue;
        unsigned reg = m->data + (d16 && packed ? used / 2 : used);
        unsigned shift = d16 && packed ? 16 * (used % 2) : 0;
        uint32_t value = m->wave->v[reg][lane] >> shift;
        uint32_t shadow = sim_lane_shadow(m->wave, reg, lane) >> shift;
        used++;
        data.value[k] = !d16        ? value
                        : is_float  ? f32_bits((float)half_to_double(value & 0xFFFF))
                        : is_signed ? (uint32_t)(int16_t)value
                                    : value & 0xFFFF;
        data.shadow[k] = !d16 ? shadow : shadow & 0xFFFF ? UINT32_MAX : 0;
    }
    return data;
}

static void
store_lane(struct mimg *m, unsigned lane)
{
    struct place place = find_texel(m, lane);
    uint8_t bytes[16], shadow[16];
    struct mimg_texel data = gather_data(m, lane);
    if (!place.inside)
        return;
    if (m->op->image & IMAGE_PACKED) {
        memcpy(bytes, data.value, sizeof bytes);
        memcpy(shadow, data.shadow, sizeof shadow);
    } else {
        data = mimg_unselect(&m->image, &data);
        sim_format_store(&m->image.format, data.value, bytes);
        sim_format_store_shadow(&m->image.format, data.shadow, shadow);
    }
    mimg_write(m, lane, sim_texel_address(&m->image, place.level, place.x, place.y, place.z),
               m->image.format.data->bytes, bytes, shadow);
}

static void
atomic_lane(struct mimg *m, unsigned lane)
{
    const struct sim_memory_op *memory = &m->op->memory;
    struct place place = find_texel(m, lane);
    unsigned bytes = memory->bytes, dwords = bytes / 4;
    uint64_t old = 0, shadow = 0, value = 0, compare = 0;
    bool undefined = false,
         two = memory->atomic == ATOMIC_CMPSWAP || memory->atomic == ATOMIC_FCMPSWAP;
    for (unsigned k = 0; k < dwords; k++) {
        value |= (uint64_t)m->wave->v[m->data + k][lane] << 32 * k;
        undefined |= sim_lane_shadow(m->wave, m->data + k, lane) != 0;
        if (two) {
            compare |= (uint64_t)m->wave->v[m->data + dwords + k][lane] << 32 * k;
            undefined |= sim_lane_shadow(m->wave, m->data + dwords + k, lane) != 0;
        }
    }
    if (place.inside) {
        uint64_t at = sim_texel_address(&m->image, place.level, place.x, place.y, place.z);
        mimg_read(m, lane, at, bytes, (uint8_t *)&old, (uint8_t *)&shadow);
        uint64_t new = atomic_apply(memory->atomic, bytes, old, value, compare);
        uint64_t mark = undefined || shadow ? UINT64_MAX : 0;
        mimg_write(m, lane, at, bytes, (uint8_t *)&new, (uint8_t *)&mark);
        m->bytes -= bytes; /* they count once, as those of other atomics */
    }
    for (unsigned k = 0; memory->returns && k < dwords; k++)
        sim_set_lane(m->wave, m->data + k, lane, (uint32_t)(old >> 32 * k),
                     (uint32_t)(shadow >> 32 * k));
}

/* Sizes of a level, and how many levels there are.  The layers of a cube are its faces, those of a 1D
 * array stand second too (Mesa's drivers divide the first by 6 and read the second there). */
static void
resinfo_lane(struct mimg *m, unsigned lane)
{
    const struct sim_image *image = &m->image;
    struct mimg_texel result = {{0}, {0}};
    uint32_t level = mimg_integer(m, lane, 0, 0);
    if (level < image->levels) {
        const struct sim_image_level *size = &image->level[image->first_level + level];
        result.value[0] = size->width;
        result.value[1] = image->type == SIM_IMAGE_1D_ARRAY ? image->layers : size->height;
        result.value[2] = image->layered ? image->layers : size->depth;
    }
    result.value[3] = image->levels;
    mimg_return(m, lane, &result, m->op->inst.dmask, false);
}

/* ---- the instruction ---- */

static void
check_atomic(const struct mimg *m)
{
    unsigned bytes = m->op->memory.bytes;
    if (m->image.format.data->bytes != bytes || (bytes != 4 && bytes != 8))
        sim_fault(m->wave, m->op, -1, "an atomic of %u bytes on texels of %u", bytes,
                  m->image.format.data->bytes);
}

static void
check_store(const struct mimg *m)
{
    if (!m->image.format.writable && !(m->op->image & IMAGE_PACKED))
        sim_fault(m->wave, m->op, -1, "format %s of number format %s cannot be stored",
                  m->image.format.data->name, sim_number_name(m->image.format.number));
}

/* Multi-sampled images have neither levels nor filters. */
static void
check_samples(const struct mimg *m)
{
    if (m->image.type >= SIM_IMAGE_2D_MSAA && m->op->image & (IMAGE_SAMPLE | IMAGE_MIP))
        sim_fault(m->wave, m->op, -1, "a multi-sampled image is only loaded from and stored to");
}

static void
run_lanes(struct mimg *m)
{
    void (*run)(struct mimg *, unsigned) = load_lane;
    int lane;
    if (m->op->image & IMAGE_RESINFO)
        run = resinfo_lane;
    else if (m->op->image & IMAGE_SAMPLE)
        run = mimg_sample;
    else if (m->op->memory.kind == MEMORY_STORE)
        run = store_lane;
    else if (m->op->memory.kind == MEMORY_ATOMIC)
        run = atomic_lane;
    check_samples(m);
    if (run == store_lane)
        check_store(m);
    if (run == atomic_lane)
        check_atomic(m);
    FOREACH_LANE(lane, sim_exec(m->wave))
    {
        run(m, (unsigned)lane);
    }
}

static void
finish(struct mimg *m)
{
    struct sim_wave *wave = m->wave;
    const struct sim_op *op = m->op;
    struct sim_stats *stats = &wave->device->stats;
    unsigned dwords = op->inst.operands[op->at_data].dwords, returned = dwords;
    bool load = op->memory.kind == MEMORY_LOAD, atomic = op->memory.kind == MEMORY_ATOMIC;
    stats->loads += load;
    stats->stores += !load && !atomic;
    stats->atomics += atomic;
    stats->bytes_read += load ? m->bytes : 0;
    stats->bytes_written += load ? 0 : m->bytes;
    OBSERVE(wave->device, memory, wave, op, m->lines);
    if (!load)
        returned = op->memory.returns ? op->memory.bytes / 4u : 0;
    counter_issue(wave, op, PENDING_VM, true, m->data, returned);
    if (!load && wave->device->target->stores_use_expcnt)
        counter_issue(wave, op, PENDING_EXP, true, m->data, dwords);
}

void
mimg_exec(struct sim_wave *wave, const struct sim_op *op)
{
    struct mimg m;
    memset(m.slot, 0, sizeof m.slot);
    m.wave = wave;
    m.op = op;
    m.lines = 0;
    m.bytes = 0;
    if (op->memory.kind == MEMORY_UNSUPPORTED)
        sim_exec_unsupported(wave, op);
    check_data(&m);
    if (sim_exec(wave)) { /* else nothing reads the descriptors */
        read_descriptors(&m);
        read_address(&m);
        if (wave->group->unit)
            flight_make_way(wave, op->memory.kind != MEMORY_LOAD);
        run_lanes(&m);
    }
    finish(&m);
}
