/* Every row of the instruction table on a chip of every kind, in each of its encodings, memory
 * instructions also with each modifier that they have: gcnsim executes it, or refuses it with a
 * fault that refused.txt lists:
 *
 *   PATTERN | words of the fault | why
 *
 * PATTERN is a shell pattern of names.  A row of the list that nothing needs is a failure too.
 * Operands lie apart from each other and hold zeros, but for addresses: FLAT and GLOBAL get that of
 * a buffer, scalar memory and branches too, V#, T# and S# are valid. */
#include "test/runtime-sim/image_settings.h"
#include "runtime/sim/device/load.h"

#include <fnmatch.h>

enum {
    CODE_WORDS = 64,
    BUFFER_BYTES = 4096,
    MAX_REFUSED = 100,
    S_BASE = 2,       /* address of the buffer */
    S_DESCRIPTOR = 8, /* V# of it */
    S_IMAGE = 16,
    S_SAMPLER = 24,
    S_DATA = 32,
    S_SOURCE0 = 48, /* address of s_endpgm */
    S_SOURCE1 = 52,
    S_RESULT = 56,
    S_CARRY = 64,
    V_STEP = 16,       /* between the operands of an instruction */
    VGPR_BLOCKS = 31,  /* 128, on gfx90a 256 with the AGPRs */
    ACCUM_OFFSET = 31, /* 128 of them are VGPRs */
    HWREG_MODE_ROUND = 1 | 3 << 11,
};

/* Modifiers of memory instructions, one at a time. */
enum variant {
    PLAIN,
    GLC,
    TFE,
    LDS,
    GDS,
    IDXEN,
    OFFEN,
    IDXEN_OFFEN,
    ADDR64,
    SCALAR_ADDRESS, /* saddr; of SMEM an offset in an SGPR */
    D16,
    VARIANTS
};

struct refused {
    char pattern[64], text[120];
    bool used;
};

struct sweep {
    struct refused refused[MAX_REFUSED];
    unsigned refused_count, executed, faults;
    int failures;
    /* the instruction that is being executed */
    const struct gcn_target *target;
    struct gcn_inst inst;
    enum variant variant;
    struct image_setting image;
    uint64_t buffer, end;
};

/* ---- a plausible instruction ---- */

static uint16_t
register_of(const struct gcn_inst *inst, unsigned index)
{
    const struct gcn_operand_info *info = &gcn_op_info[inst->op].operands[index];
    bool short_form = inst->format != GCN_VOP3A && inst->format != GCN_VOP3B;
    bool matrix = gcn_op_info[inst->op].cost == GCN_COST_MFMA;
    if (matrix && info->kind == GCN_OPERAND_AVDST)
        return (uint16_t)(GCN_AGPR0 + 2 * V_STEP * index);
    switch (info->role) {
    case GCN_ROLE_SBASE:
        return info->dwords == 2 ? S_BASE : S_DESCRIPTOR;
    case GCN_ROLE_SRSRC:
        return inst->format == GCN_MIMG ? S_IMAGE : S_DESCRIPTOR;
    case GCN_ROLE_SSAMP:
        return S_SAMPLER;
    case GCN_ROLE_SDATA:
        return S_DATA;
    case GCN_ROLE_SSRC0:
        return S_SOURCE0;
    case GCN_ROLE_SSRC1:
        return S_SOURCE1;
    case GCN_ROLE_SADDR:
        return GCN_NO_REG;
    case GCN_ROLE_SOFFSET:
        return inst->format == GCN_SMEM ? GCN_NO_REG : GCN_CONST_0;
    default:
        break;
    }
    switch (info->kind) {
    case GCN_OPERAND_VCC:
        return short_form ? GCN_VCC_LO : S_CARRY;
    case GCN_OPERAND_SGPR:
    case GCN_OPERAND_SSRC:
        return info->role == GCN_ROLE_CARRY_IN || info->role == GCN_ROLE_CARRY_OUT ? S_CARRY
               : info->is_def                                                      ? S_RESULT
                                                                                   : S_SOURCE1;
    case GCN_OPERAND_AGPR:
        return (uint16_t)(GCN_AGPR0 + V_STEP * index);
    default:
        return (uint16_t)(GCN_VGPR0 + V_STEP * index);
    }
}

static void
set_image_modifiers(struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    inst->dmask = 15;
    if (info->flags & GCN_FLAG_ATOMIC)
        inst->dmask = strstr(info->name, "cmpswap") ? 3 : 1;
    else if (info->flags & GCN_FLAG_GATHER4)
        inst->dmask = 1;
    inst->unorm = !strstr(info->name, "sample");
}

static void
set_modifiers(struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    switch (inst->format) {
    case GCN_SMEM:
        inst->smem_imm = info->operand_count > 1;
        break;
    case GCN_DS:
        inst->gds = info->flags & GCN_FLAG_SIDE_EFFECT && inst->op != GCN_ds_nop;
        inst->offset1 = info->flags & GCN_FLAG_TWO_OFFSETS ? 1 : 0; /* two places */
        break;
    case GCN_MUBUF:
        inst->lds = inst->op == GCN_buffer_store_lds_dword;
        break;
    case GCN_MTBUF:
        inst->dfmt = 14;
        inst->nfmt = 4;
        break;
    case GCN_MIMG:
        set_image_modifiers(inst);
        break;
    case GCN_EXP:
        inst->en = 15;
        break;
    default:
        break;
    }
    if (inst->op == GCN_s_getreg_b32 || inst->op == GCN_s_setreg_b32 ||
        inst->op == GCN_s_setreg_imm32_b32)
        inst->imm = HWREG_MODE_ROUND;
    if (inst->op == GCN_s_sendmsg || inst->op == GCN_s_sendmsghalt)
        inst->imm = 1;
}

static void
set_variant(struct gcn_inst *inst, enum variant variant)
{
    inst->glc |= variant == GLC;
    inst->tfe |= variant == TFE;
    inst->lds |= variant == LDS;
    inst->gds |= variant == GDS;
    inst->idxen |= variant == IDXEN || variant == IDXEN_OFFEN;
    inst->offen |= variant == OFFEN || variant == IDXEN_OFFEN;
    inst->addr64 |= variant == ADDR64;
    inst->d16 |= variant == D16;
    inst->smem_imm &= variant != SCALAR_ADDRESS;
}

static void
make_instruction(struct sweep *sweep, unsigned op, unsigned format)
{
    struct gcn_inst *inst = &sweep->inst;
    *inst = (struct gcn_inst){.op = (uint16_t)op, .format = (uint8_t)format};
    set_modifiers(inst);
    set_variant(inst, sweep->variant);
    for (unsigned i = 0; i < gcn_op_info[op].operand_count; i++) {
        inst->operands[i].reg = register_of(inst, i);
        unsigned role = gcn_op_info[op].operands[i].role;
        if (role == GCN_ROLE_VADDR && format == GCN_MIMG)
            inst->operands[i].dwords = 12;
        if (sweep->variant == SCALAR_ADDRESS && role == GCN_ROLE_SOFFSET && format == GCN_SMEM)
            inst->operands[i].reg = GCN_M0;
        if (sweep->variant == SCALAR_ADDRESS && role == GCN_ROLE_SADDR)
            inst->operands[i].reg = format == GCN_SCRATCH ? S_SOURCE1 : S_BASE;
        if (sweep->variant == SCALAR_ADDRESS && role == GCN_ROLE_ADDR && format == GCN_SCRATCH)
            inst->operands[i].reg = GCN_NO_REG;
    }
    for (unsigned i = 0; i < gcn_op_info[op].operand_count; i++)
        inst->operands[i].dwords = (uint8_t)gcn_operand_dwords(sweep->target, inst, i);
}

/* ---- execution ---- */

static bool
has_address(const struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    for (unsigned i = 0; i < info->operand_count; i++)
        if (info->operands[i].role == GCN_ROLE_ADDR)
            return true;
    return false;
}

static void
set_scalars(const struct sweep *sweep, struct sim_wave *wave)
{
    memset(wave->sgpr, 0, 102 * sizeof *wave->sgpr);
    memset(wave->sgpr_shadow, 0, 102 * sizeof *wave->sgpr_shadow);
    sim_set64(wave, GCN_VCC_LO, 0, 0);
    wave->scc_shadow = false;
    sim_set64(wave, S_BASE, sweep->buffer, 0);
    sim_set64(wave, S_DESCRIPTOR, sweep->buffer, 0);
    wave->sgpr[S_DESCRIPTOR + 2] = BUFFER_BYTES;
    sim_field_set(sweep->target, wave->sgpr + S_DESCRIPTOR, SIM_V_DATA_FORMAT, 14);
    sim_field_set(sweep->target, wave->sgpr + S_DESCRIPTOR, SIM_V_NUM_FORMAT, 4);
    for (unsigned i = 0; i < 4; i++)
        sim_field_set(sweep->target, wave->sgpr + S_DESCRIPTOR, SIM_V_DST_SEL_X + i, SIM_SEL_X + i);
    memcpy(wave->sgpr + S_IMAGE, sweep->image.t, sizeof sweep->image.t);
    memcpy(wave->sgpr + S_SAMPLER, sweep->image.s, sizeof sweep->image.s);
    /* targets of jumps; a join takes the depth of the stack of forks, which is empty */
    sim_set64(wave, S_SOURCE0, sweep->inst.op == GCN_s_cbranch_join ? 0 : sweep->end, 0);
    sim_set64(wave, S_SOURCE1, sweep->inst.op == GCN_s_cbranch_g_fork ? sweep->end : 0, 0);
    /* a limit of LDS and GDS accesses; without an address in a VGPR part of it, elsewhere an index */
    bool limit = sweep->inst.format == GCN_DS && (has_address(&sweep->inst) || sweep->inst.gds);
    wave->sgpr[GCN_M0] = limit ? BUFFER_BYTES : 0;
    wave->sgpr_shadow[GCN_M0] = 0;
    if (sweep->target->flat_scratch_is_address)
        sim_set64(wave, SREG_FLAT_SCRATCH, wave->scratch_base, 0);
}

static void
on_start(void *data, struct sim_wave *wave)
{
    const struct sweep *sweep = data;
    const struct gcn_op_info *info = &gcn_op_info[sweep->inst.op];
    bool global = info->format == GCN_FLAT ||
                  (info->format == GCN_GLOBAL && sweep->variant != SCALAR_ADDRESS);
    set_scalars(sweep, wave);
    unsigned vectors = sweep->target->has_agprs ? 512 : wave->vgprs;
    for (unsigned reg = 0; reg < vectors; reg++)
        for (unsigned lane = 0; lane < SIM_LANES; lane++)
            sim_set_lane(wave, reg, lane, 0, 0);
    for (unsigned i = 0; global && i < info->operand_count; i++)
        for (unsigned k = 0; info->operands[i].role == GCN_ROLE_ADDR && k < 2; k++)
            for (unsigned lane = 0; lane < SIM_LANES; lane++)
                sim_set_lane(wave, V_STEP * i + k, lane, (uint32_t)(sweep->buffer >> 32 * k), 0);
}

/* The instruction, a wait for everything, the write-back of scalar stores, the end. */
static bool
assemble(struct sweep *sweep, uint32_t *words, unsigned *end, const char **why)
{
    struct gcn_inst write_back = {.op = GCN_s_dcache_wb, .format = GCN_SMEM};
    unsigned used = gcn_encode(sweep->target, &sweep->inst, words, why);
    if (!used)
        return false;
    words[used++] = 0xBF8C0000; /* s_waitcnt 0 */
    if (gcn_has_op(sweep->target, GCN_s_dcache_wb))
        used += gcn_encode(sweep->target, &write_back, words + used, why);
    *end = used;
    words[used] = 0xBF810000; /* s_endpgm */
    return true;
}

static const char no_such_form[] = "the modifier does not go with the instruction";

static const char *
execute(struct sweep *sweep, struct sim_device *device)
{
    static const char *why;
    uint32_t words[CODE_WORDS] = {0};
    unsigned end;
    sim_device_set_target(device, sweep->target);
    device->on_start = on_start;
    device->on_data = sweep;
    if (!assemble(sweep, words, &end, &why))
        return sweep->variant == PLAIN ? why : no_such_form;
    sweep->buffer = sim_alloc(device, BUFFER_BYTES);
    if (sweep->inst.format == GCN_MIMG) {
        bool atomic = gcn_op_info[sweep->inst.op].flags & GCN_FLAG_ATOMIC;
        why = image_make(&sweep->image, device, atomic ? "2d:4x4x1:4.4" : "2d:4x4x1:14.7");
        if (why)
            return why;
    }
    struct sim_region *region = sim_region_new(device, 256 + sizeof words, NULL);
    struct kernel_descriptor descriptor = {
        .kernel_code_entry_byte_offset = 256,
        .compute_pgm_rsrc1 = VGPR_BLOCKS | 12u << 6 | 0x3C0u << 12,
        .compute_pgm_rsrc3 = sweep->target->mfma_takes_vgprs ? ACCUM_OFFSET : 0,
    };
    memcpy(region->bytes, &descriptor, sizeof descriptor);
    memcpy(region->bytes + 256, words, sizeof words);
    sim_code_new(&device->arena, region, 256, region->size);
    sweep->end = region->base + 256 + 4 * end;
    struct sim_object object = {.version = 4};
    struct sim_kernel kernel = {.name = "test",
                                .object = &object,
                                .descriptor = region->base,
                                .group_size = BUFFER_BYTES,
                                .private_size = 256};
    struct sim_launch launch = {.dims = 1, .global = {64}, .local = {64}};
    return sim_launch(device, &kernel, &launch) == SIM_OK ? NULL : sim_message(device);
}

static void
judge(struct sweep *sweep, const char *message)
{
    const char *name = gcn_op_info[sweep->inst.op].name;
    if (message == no_such_form)
        return;
    if (!message) {
        sweep->executed++;
        return;
    }
    sweep->faults++;
    for (unsigned i = 0; i < sweep->refused_count; i++) {
        struct refused *refused = &sweep->refused[i];
        if (fnmatch(refused->pattern, name, 0) != 0 || !strstr(message, refused->text))
            continue;
        refused->used = true;
        return;
    }
    sweep->failures++;
    fprintf(stderr, "%s: %s (modifier %d): %s\n", sweep->target->name, name, (int)sweep->variant,
            message);
}

static void
run(struct sweep *sweep, unsigned op, unsigned format)
{
    struct sim_options options = {.strict = true, .foreign = 1, .max_instructions = 10000};
    struct sim_device *device = sim_device_new(&options);
    const char *volatile message;
    make_instruction(sweep, op, format);
    if (setjmp(device->guard.target) != 0)
        message = device->guard.message;
    else
        message = execute(sweep, device);
    judge(sweep, message);
    sim_device_free(device);
}

static void
run_variants(struct sweep *sweep, unsigned op, unsigned format)
{
    bool memory = format == GCN_SMEM || (format >= GCN_DS && format <= GCN_SCRATCH);
    for (unsigned variant = PLAIN; variant < (memory ? VARIANTS : PLAIN + 1u); variant++) {
        sweep->variant = variant;
        run(sweep, op, format);
    }
}

static void
run_target(struct sweep *sweep)
{
    for (unsigned op = GCN_NO_OP + 1; op < GCN_OPS; op++) {
        unsigned shortest =
            gcn_has_op(sweep->target, op) ? gcn_shortest_format(sweep->target, op) : GCN_FORMATS;
        for (unsigned format = 0; format < GCN_FORMATS; format++) {
            bool longer = format == GCN_VOP3A || format == GCN_VOP3B;
            if (shortest != GCN_FORMATS && (format == shortest || longer) &&
                gcn_opcode(sweep->target, op, format) >= 0)
                run_variants(sweep, op, format);
        }
    }
}

/* ---- the list ---- */

static bool
read_list(struct sweep *sweep, const char *path)
{
    char line[300];
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    while (fgets(line, sizeof line, file)) {
        struct refused *refused = &sweep->refused[sweep->refused_count];
        if (line[0] == '#' || line[0] == '\n')
            continue;
        if (sweep->refused_count == MAX_REFUSED ||
            sscanf(line, "%63s | %119[^|]", refused->pattern, refused->text) != 2) {
            fclose(file);
            return false;
        }
        for (size_t end = strlen(refused->text); end && refused->text[end - 1] == ' '; end--)
            refused->text[end - 1] = '\0';
        sweep->refused_count++;
    }
    fclose(file);
    return true;
}

/* No chip before it has the same opcodes, layout of 16-bit data and M0 rules. */
static bool
is_first_of_kind(unsigned index)
{
    const struct gcn_target *target = &gcn_targets[index];
    for (unsigned i = 0; i < index; i++)
        if (gcn_targets[i].family == target->family &&
            gcn_targets[i].has_packed_d16 == target->has_packed_d16)
            return false;
    return true;
}

int
main(int argc, char **argv)
{
    static struct sweep sweep;
    if (argc != 2 || !read_list(&sweep, argv[1])) {
        fprintf(stderr, "usage: test_rows REFUSED.txt\n");
        return 1;
    }
    for (unsigned i = 0; i < gcn_target_count; i++) {
        sweep.target = &gcn_targets[i];
        if (is_first_of_kind(i))
            run_target(&sweep);
    }
    for (unsigned i = 0; i < sweep.refused_count; i++) {
        if (sweep.refused[i].used)
            continue;
        sweep.failures++;
        fprintf(stderr, "refused.txt: nothing needs %s | %s\n", sweep.refused[i].pattern,
                sweep.refused[i].text);
    }
    printf("%u executed, %u refused, %d failures\n", sweep.executed, sweep.faults, sweep.failures);
    return sweep.failures != 0;
}
