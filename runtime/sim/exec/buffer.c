/* Buffer instructions: MUBUF and MTBUF (GcnInstrsMubuf, GcnInstrsMtbuf, GcnMemHandling). */
#include "runtime/sim/format/descriptor.h"
#include "runtime/sim/format/format.h"
#include "runtime/sim/exec/valu.h"
#include "runtime/sim/exec/unit.h"

/* ---- descriptor and address ---- */

struct buffer {
    uint32_t words[SIM_V_WORDS];
    uint64_t base, records, stride;
    unsigned element, index_stride;
    bool swizzle, add_tid;
};

static struct buffer
read_buffer(struct sim_wave *wave, const struct sim_op *op)
{
    unsigned first = sim_sreg(op->inst.operands[op->at_rsrc].reg);
    uint32_t word[SIM_V_WORDS];
    for (unsigned k = 0; k < SIM_V_WORDS; k++)
        word[k] = vmem_scalar(wave, op, first + k);
    unsigned generation = wave->device->target->generation;
    struct buffer buffer = {
        .words = {word[0], word[1], word[2], word[3]},
        .base = word[0] | (uint64_t)(word[1] & 0xFFFF) << 32,
        .stride = word[1] >> 16 & 0x3FFF,
        .records = word[2],
        .swizzle = word[1] >> 31,
        .add_tid = word[3] >> 23 & 1,
        .element = generation >= 9 ? 4 : 2u << (word[3] >> 19 & 3),
        .index_stride = 8u << (word[3] >> 21 & 3),
    };
    /* With add_tid, the bits of the data format extend the stride. */
    if (buffer.add_tid && generation >= 8)
        buffer.stride |= (uint64_t)(word[3] >> 15 & 15) << 14;
    return buffer;
}

/* Units of the records: bytes without a stride.  With one, GFX8 counts bytes unless the buffer is
 * swizzled, GFX9 unless the instruction has an index, the others elements (Mesa, ac_descriptors). */
static bool
counts_bytes(const struct buffer *buffer, const struct gcn_target *target,
             const struct gcn_inst *inst)
{
    if (!buffer->stride || buffer->add_tid)
        return true;
    return target->generation == 8   ? !buffer->swizzle
           : target->generation >= 9 ? !inst->idxen
                                     : false;
}

static bool
in_range(const struct buffer *buffer, bool bytes, uint64_t index, uint64_t offset, uint64_t soffset,
         unsigned size)
{
    if (!bytes)
        return index < buffer->records && offset + size <= buffer->stride;
    if (!buffer->stride || buffer->add_tid)
        return offset + size + soffset <= buffer->records || buffer->records == UINT32_MAX;
    return index * buffer->stride + offset + size <= buffer->records;
}

static uint64_t
buffer_address(const struct buffer *buffer, uint64_t index, uint64_t offset)
{
    if (!buffer->swizzle)
        return buffer->base + index * buffer->stride + offset;
    unsigned es = buffer->element, is = buffer->index_stride;
    /* Swizzled: for each block of `is` records, element 0 of all, then element 1 of all, ... */
    return buffer->base + (index / is * buffer->stride + offset / es * es) * is +
           es * (index % is) + offset % es;
}

/* An offset after the work-item's private memory: of the scratch descriptor that says more than
 * where in memory it ends. */
static void
check_private(struct sim_wave *wave, const struct sim_op *op, const struct buffer *buffer,
              unsigned lane, uint64_t offset)
{
    const struct sim_region *region = sim_region_at(wave->device, buffer->base, 1);
    if (wave->device->strict && region && region->scratch_wave_size)
        sim_fault(wave, op, (int)lane, "out of bounds: scratch byte %llu of a work-item's %u",
                  (unsigned long long)offset, wave->private_size);
}

/* Where a lane's bytes are: from `first` on at `next`; 0: all are together. */
struct place {
    uint64_t address, next;
    unsigned first;
};

/* An access that goes over the end of a swizzled element goes on in the lane's next one: on GFX9 in
 * unaligned mode, of scratch and for the instructions with which LLVM does that (docs/abi.md). */
static unsigned
cross_element(struct sim_wave *wave, const struct sim_op *op, const struct buffer *buffer,
              unsigned lane, uint64_t offset, unsigned size)
{
    unsigned here = buffer->element - (unsigned)(offset % buffer->element);
    bool plain = (op->memory.kind == MEMORY_LOAD || op->memory.kind == MEMORY_STORE) &&
                 !op->memory.components && !op->inst.lds;
    if (here >= size)
        return 0;
    if (!plain || size > buffer->element || !wave->device->target->unaligned_scratch ||
        !sim_is_scratch(wave->device, buffer->base))
        sim_fault(wave, op, (int)lane,
                  "%u bytes at offset %llu cross an element of the swizzled buffer", size,
                  (unsigned long long)offset);
    return here;
}

/* The lane's place, or false when the access is out of range and not strict. */
static bool
mubuf_lane(struct sim_wave *wave, const struct sim_op *op, const struct buffer *buffer,
           unsigned lane, unsigned vaddr, uint64_t soffset, unsigned size, struct place *place)
{
    place->first = 0;
    const struct gcn_inst *inst = &op->inst;
    if (inst->addr64) {
        uint64_t va = wave->v[vaddr][lane] | (uint64_t)wave->v[vaddr + 1][lane] << 32;
        /* A base has 48 bits, and so has an address: clang-16 makes bases of -4. */
        place->address =
            (buffer->base + va + soffset + (uint64_t)inst->imm) & UINT64_C(0xFFFFFFFFFFFF);
        return true;
    }
    uint64_t index = inst->idxen ? wave->v[vaddr][lane] : 0;
    uint64_t offset = (uint64_t)inst->imm;
    if (inst->offen)
        offset += wave->v[vaddr + inst->idxen][lane];
    if (buffer->add_tid) {
        index += lane;
        if (offset + size > wave->private_size)
            check_private(wave, op, buffer, lane, offset);
    }
    bool bytes = counts_bytes(buffer, wave->device->target, inst);
    if (!in_range(buffer, bytes, index, offset, soffset, size)) {
        if (wave->device->strict)
            sim_fault(wave, op, (int)lane,
                      "out of bounds: offset %llu (index %llu) of a buffer of %llu records",
                      (unsigned long long)(offset + soffset), (unsigned long long)index,
                      (unsigned long long)buffer->records);
        if (wave->device->target->soffset_bug && op->source[0].kind == SIM_SRC_SGPR)
            sim_fault(
                wave, op, (int)lane,
                "offset %llu (index %llu) is out of a buffer of %llu records, which this chip "
                "does not notice beside an SGPR offset",
                (unsigned long long)(offset + soffset), (unsigned long long)index,
                (unsigned long long)buffer->records);
        return false;
    }
    if (buffer->swizzle)
        place->first = cross_element(wave, op, buffer, lane, offset, size);
    place->address = buffer_address(buffer, index, offset) + soffset;
    place->next = buffer_address(buffer, index, offset + place->first) + soffset;
    return true;
}

static uint64_t
scalar_offset(struct sim_wave *wave, const struct sim_op *op)
{
    uint64_t shadow, value = sim_scalar(wave, op, &op->source[0], &shadow);
    sim_need_defined(wave, op, -1, shadow != 0, "an address");
    return (uint32_t)value;
}

/* ---- formats ---- */

/* What a formatted access makes of the bytes: for MTBUF the instruction says it, for MUBUF the
 * descriptor does. */
struct conversion {
    struct sim_format format;
    uint8_t select[4]; /* enum sim_dst_sel */
};

static struct conversion
read_conversion(struct sim_wave *wave, const struct sim_op *op, const struct buffer *buffer)
{
    const struct gcn_target *target = wave->device->target;
    struct conversion conversion = {.select = {SIM_SEL_X, SIM_SEL_Y, SIM_SEL_Z, SIM_SEL_W}};
    unsigned data = op->inst.dfmt, number = op->inst.nfmt;
    if (op->info->format == GCN_MUBUF) {
        if (buffer->add_tid && target->generation >= 8)
            sim_fault(wave, op, -1, "a buffer that adds the lane's number has no format");
        if (sim_field_get(target, buffer->words, SIM_V_TYPE))
            sim_fault(wave, op, -1, "the descriptor is none of a buffer");
        data = (unsigned)sim_field_get(target, buffer->words, SIM_V_DATA_FORMAT);
        number = (unsigned)sim_field_get(target, buffer->words, SIM_V_NUM_FORMAT);
        for (unsigned i = 0; i < 4; i++)
            conversion.select[i] = (uint8_t)sim_field_get(
                target, buffer->words, (enum sim_field)(SIM_V_DST_SEL_X + (int)i));
    }
    if (!sim_format_find(SIM_RESOURCE_BUFFER, target, data, number, &conversion.format))
        sim_fault(wave, op, -1, "data format %u with number format %u (%s) does not exist", data,
                  number, sim_number_name(number));
    if (op->memory.kind == MEMORY_STORE && !conversion.format.writable && wave->device->strict)
        sim_fault(wave, op, -1, "stores do not know the number format %s", sim_number_name(number));
    return conversion;
}

/* A component of the result.  One that the format lacks is 0, W is 1. */
static uint32_t
select_component(const struct conversion *conversion, unsigned select, const uint32_t component[4])
{
    const struct sim_format *format = &conversion->format;
    if (select < SIM_SEL_X)
        return select == SIM_SEL_1 ? sim_format_one(format) : 0;
    if (select == SIM_SEL_W && !format->data->bits[3])
        return sim_format_one(format);
    return component[select - SIM_SEL_X];
}

static uint32_t
narrow(const struct sim_format *format, uint32_t value)
{
    return format->is_float ? half_from_double((double)as_f32(value), 0) : value & 0xFFFF;
}

static uint32_t
widen(const struct sim_format *format, uint32_t half)
{
    if (format->is_float)
        return f32_bits(half_to_float(half));
    return format->number == SIM_NUMBER_SINT ? (uint32_t)(int16_t)half : half;
}

/* Which half of which register a 16-bit component has; chips that do not pack them use the low
 * half. */
static unsigned
half_place(const struct sim_wave *wave, const struct sim_op *op, unsigned i, unsigned *shift)
{
    bool packed = wave->device->target->has_packed_d16;
    *shift = op->memory.high || (packed && i % 2) ? 16 : 0;
    return packed ? i / 2 : i;
}

/* The half of a register that no component fills is undefined, but for the low one of d16_hi. */
static void
set_component(struct sim_wave *wave, const struct sim_op *op, const struct sim_format *format,
              unsigned reg, unsigned lane, unsigned i, uint32_t value, uint32_t shadow)
{
    if (!op->memory.d16) {
        sim_set_lane(wave, reg + i, lane, value, shadow);
        return;
    }
    unsigned shift, at = reg + half_place(wave, op, i, &shift);
    uint32_t half_shadow = format->is_float && shadow ? 0xFFFF : shadow & 0xFFFF;
    uint32_t old = shift ? wave->v[at][lane] & 0xFFFF : 0;
    uint32_t old_shadow = shift ? sim_lane_shadow(wave, at, lane) & 0xFFFF : 0xFFFF0000;
    if (op->memory.loses_half && op->memory.high)
        old = 0, old_shadow = 0xFFFF;
    sim_set_lane(wave, at, lane, old | narrow(format, value) << shift,
                 old_shadow | half_shadow << shift);
}

static void
load_format(const struct vmem_access *access, const struct conversion *conversion, int result,
            const struct vmem_packet *packet)
{
    struct sim_wave *wave = access->wave;
    const struct sim_op *op = access->op;
    uint32_t value[4], shadow[4];
    sim_format_load(&conversion->format, packet->bytes, value);
    sim_format_load_shadow(&conversion->format, packet->shadow, shadow);
    for (unsigned i = 0; i < op->memory.components; i++) {
        unsigned select = conversion->select[i];
        uint32_t out = select_component(conversion, select, value);
        uint32_t out_shadow = select < SIM_SEL_X ? 0 : shadow[select - SIM_SEL_X];
        if (op->inst.lds)
            vmem_dma_store(access, out, out_shadow);
        else
            set_component(wave, op, &conversion->format, (unsigned)result, access->lane, i, out,
                          out_shadow);
    }
}

/* The register contents of component i. */
static uint32_t
get_component(const struct vmem_access *access, const struct sim_format *format, unsigned reg,
              unsigned i, uint32_t *shadow)
{
    const struct sim_wave *wave = access->wave;
    unsigned shift = 0, at = reg + i;
    if (access->op->memory.d16)
        at = reg + half_place(wave, access->op, i, &shift);
    uint32_t value = wave->v[at][access->lane] >> shift;
    *shadow = sim_lane_shadow(wave, at, access->lane) >> shift;
    if (!access->op->memory.d16)
        return value;
    *shadow = *shadow & 0xFFFF ? UINT32_MAX : 0;
    return widen(format, value & 0xFFFF);
}

/* Each component of the element comes from the first register that selects it, the others become 0
 * as in image_store (LLVM's feature default-component-zero: "BUFFER/IMAGE store instructions", all
 * before GFX12). */
static void
store_format(const struct vmem_access *access, const struct conversion *conversion, unsigned reg,
             struct vmem_packet *packet)
{
    uint32_t value[4] = {0}, shadow[4] = {0};
    for (unsigned i = access->op->memory.components; i-- > 0;) {
        unsigned select = conversion->select[i];
        if (select >= SIM_SEL_X)
            value[select - SIM_SEL_X] =
                get_component(access, &conversion->format, reg, i, &shadow[select - SIM_SEL_X]);
    }
    sim_format_store(&conversion->format, value, packet->bytes);
    sim_format_store_shadow(&conversion->format, shadow, packet->shadow);
}

/* ---- execution ---- */

struct transfer {
    struct buffer buffer;
    struct conversion conversion; /* of formatted accesses */
    unsigned size;                /* bytes in memory */
    unsigned vaddr, data;
    int result;
    uint64_t soffset;
};

static void
check_race(const struct vmem_access *access, unsigned size, bool write, const uint8_t *bytes)
{
    OBSERVE(access->wave->device, access, access->wave, access->op, (int)access->lane, false,
            access->address, size, write, bytes);
}

static void
access_memory(struct vmem_access *access, const struct transfer *transfer,
              const struct place *place, struct vmem_lines *lines)
{
    const struct sim_op *op = access->op;
    struct vmem_packet packet;
    if (place->first) {
        vmem_touch(lines, place->next, transfer->size - place->first);
        vmem_access_split(access, transfer->data, transfer->result, place->first, place->next);
    } else if (!op->memory.components && !op->inst.lds) {
        vmem_access(access, transfer->data, transfer->result);
    } else if (op->inst.op == GCN_buffer_store_lds_dword) {
        struct vmem_access from = *access;
        from.space = VMEM_LDS;
        from.address = vmem_dma_address(access->wave, op, access->lane);
        vmem_transfer(&from, 4, &packet);
        check_race(access, 4, true, packet.bytes);
        access->write = true;
        vmem_transfer(access, 4, &packet);
    } else if (!op->memory.components) {
        check_race(access, transfer->size, false, NULL);
        vmem_dma_load(access);
    } else {
        vmem_check_alignment(access, transfer->size);
        access->write = op->memory.kind == MEMORY_STORE;
        if (access->write)
            store_format(access, &transfer->conversion, transfer->data, &packet);
        check_race(access, transfer->size, access->write, packet.bytes);
        vmem_transfer(access, transfer->size, &packet);
        if (!access->write)
            load_format(access, &transfer->conversion, transfer->result, &packet);
    }
}

/* Out of range: loads give 0, atomics too, stores are dropped. */
static void
access_nothing(struct vmem_access *access, const struct transfer *transfer)
{
    const struct sim_op *op = access->op;
    struct vmem_packet packet = {{0}, {0}};
    if (op->memory.kind == MEMORY_LOAD && op->inst.lds)
        vmem_dma_store(access, 0, 0);
    else if (op->memory.kind == MEMORY_LOAD && op->memory.components)
        for (unsigned i = 0; i < op->memory.components; i++)
            set_component(access->wave, op, &transfer->conversion.format,
                          (unsigned)transfer->result, access->lane, i, 0, 0);
    else if (transfer->result >= 0)
        vmem_unpack(access->wave, op, (unsigned)transfer->result, access->lane, &packet);
}

static struct transfer
begin(struct sim_wave *wave, const struct sim_op *op)
{
    struct transfer transfer = {.buffer = read_buffer(wave, op), .size = op->memory.bytes};
    unsigned address_dwords = op->inst.addr64 ? 2 : op->inst.idxen + op->inst.offen;
    if (op->inst.addr64 && (op->inst.idxen || op->inst.offen))
        sim_fault(wave, op, -1, "addr64 excludes offen and idxen");
    if (op->memory.components) {
        transfer.conversion = read_conversion(wave, op, &transfer.buffer);
        transfer.size = transfer.conversion.format.data->bytes;
    }
    if (op->at_soffset >= 0)
        transfer.soffset = scalar_offset(wave, op);
    if (address_dwords && op->at_addr >= 0) {
        transfer.vaddr = vmem_vgpr(wave, op, op->at_addr, address_dwords);
        vmem_need_address(wave, op, transfer.vaddr, address_dwords);
    }
    vmem_prepare(wave, op, transfer.size, &transfer.data, &transfer.result);
    return transfer;
}

/* buffer_wbinvl1 in all its forms; of gfx90a's for the L2, which all units of the device share, there
 * is nothing to see. */
static void
invalidate(struct sim_wave *wave, const struct sim_op *op)
{
    OBSERVE(wave->device, invalidate, wave->group);
    bool l1 = op->inst.op == GCN_buffer_wbinvl1 || op->inst.op == GCN_buffer_wbinvl1_vol ||
              op->inst.op == GCN_buffer_wbinvl1_sc;
    if (l1 && wave->group->unit)
        unit_invalidate(&wave->group->unit->vector);
}

/* All lanes at once, of private memory through the descriptor that the packet processor makes for it; false: it has
 * done nothing. */
static bool
exec_private(struct sim_wave *wave, const struct sim_op *op, const struct transfer *transfer)
{
    const struct buffer *buffer = &transfer->buffer;
    uint32_t offset[SIM_LANES], first = (uint32_t)op->inst.imm;
    uint64_t records = buffer->records, limit = wave->private_size;
    if (!vmem_is_plain(wave, op) || op->inst.addr64 || op->inst.idxen || !buffer->add_tid ||
        !buffer->swizzle || buffer->element != 4 || buffer->index_stride != SIM_LANES ||
        op->memory.bytes > 4 || buffer->base + transfer->soffset != wave->scratch_base ||
        transfer->soffset > records)
        return false;
    if (records != UINT32_MAX && records - transfer->soffset < limit)
        limit = records - transfer->soffset;
    for (unsigned i = 0; i < SIM_LANES; i++) {
        uint32_t more = op->inst.offen ? wave->v[transfer->vaddr][i] : 0;
        offset[i] = more > UINT32_MAX - first ? UINT32_MAX : first + more;
    }
    return scratch_quick(wave, op, (uint32_t)limit, offset, transfer->data, transfer->result);
}

static void
exec_lanes(struct sim_wave *wave, const struct sim_op *op, const struct transfer *transfer)
{
    struct vmem_lines lines = {.count = 0};
    int lane;
    FOREACH_LANE(lane, sim_exec(wave))
    {
        struct vmem_access access = {wave, op, (unsigned)lane, VMEM_GLOBAL, 0, false, false, NULL};
        struct place place;
        if (mubuf_lane(wave, op, &transfer->buffer, (unsigned)lane, transfer->vaddr,
                       transfer->soffset, transfer->size, &place)) {
            access.address = place.address;
            vmem_touch(&lines, access.address, place.first ? place.first : transfer->size);
            access_memory(&access, transfer, &place, &lines);
        } else {
            access_nothing(&access, transfer);
        }
        if (op->inst.tfe)
            vmem_set_status(wave, op, (unsigned)lane, transfer->result);
    }
    OBSERVE(wave->device, memory, wave, op, lines.count);
}

void
vmem_exec_mubuf(struct sim_wave *wave, const struct sim_op *op)
{
    if (op->memory.kind == MEMORY_CACHE) {
        invalidate(wave, op);
        return;
    }
    if (op->memory.kind == MEMORY_UNSUPPORTED)
        sim_exec_unsupported(wave, op);
    if (wave->group->unit && (op->memory.components || op->inst.lds))
        flight_make_way(wave, op->memory.kind != MEMORY_LOAD);
    if (op->inst.lds)
        vmem_check_dma(wave, op);
    struct transfer transfer = begin(wave, op);
    if (!exec_private(wave, op, &transfer))
        exec_lanes(wave, op, &transfer);
    vmem_issue(wave, op, PENDING_VM, transfer.data, transfer.result);
}
