/* From machine words to what the execution loop wants: operands resolved once, execution function
 * chosen, registers listed for the strict checks.  Decoded instructions are cached by address. */
#include "runtime/sim/exec/exec.h"
#include "runtime/sim/exec/valu.h"
#include "runtime/sim/exec/vmem.h"

/* ---- constants ---- */

/* 0.5 -0.5 1 -1 2 -2 4 -4 1/(2 pi): encodings of GcnOperands, by width. */
static const uint16_t constants16[] = {0x3800, 0xB800, 0x3C00, 0xBC00, 0x4000,
                                       0xC000, 0x4400, 0xC400, 0x3118};
static const uint32_t constants32[] = {0x3F000000, 0xBF000000, 0x3F800000, 0xBF800000, 0x40000000,
                                       0xC0000000, 0x40800000, 0xC0800000, 0x3E22F983};
static const uint64_t constants64[] = {0x3FE0000000000000, 0xBFE0000000000000, 0x3FF0000000000000,
                                       0xBFF0000000000000, 0x4000000000000000, 0xC000000000000000,
                                       0x4010000000000000, 0xC010000000000000, 0x3FC45F306DC9C882};

static bool
is_float_type(unsigned type)
{
    return type == GCN_F16 || type == GCN_F32 || type == GCN_F64;
}

static unsigned
type_width(unsigned type, unsigned dwords)
{
    if (type == GCN_F16 || type == GCN_I16 || type == GCN_U16 || type == GCN_B16)
        return 16;
    return dwords * 32;
}

static uint64_t
inline_constant(unsigned code, const struct sim_source *source)
{
    if (code <= 192)
        return code - 128;
    if (code <= 208)
        return source->width == 64 ? (uint64_t)(192 - (int64_t)code)
                                   : (uint32_t)(192 - (int32_t)code);
    if (source->width == 64 && source->type != GCN_F32) /* packed f32: one half's pattern */
        return constants64[code - 240];
    if (source->width == 16 || source->type == GCN_PACKED16)
        return constants16[code - 240];
    return constants32[code - 240];
}

static uint64_t
literal_constant(uint32_t literal, const struct sim_source *source)
{
    if (source->width == 64 && source->type == GCN_F64)
        return (uint64_t)literal << 32;
    if (source->width == 64 && source->type == GCN_I64)
        return (uint64_t)(int64_t)(int32_t)literal;
    if (source->width == 16)
        return literal & 0xFFFF;
    return literal;
}

/* ---- operands ---- */

static void
resolve_source(const struct gcn_operand *operand, const struct gcn_operand_info *info,
               const struct gcn_inst *inst, struct sim_source *source)
{
    source->type = info->type;
    source->dwords = operand->dwords ? operand->dwords : info->dwords;
    source->width = (uint8_t)type_width(info->type, source->dwords);
    source->is_float = is_float_type(info->type);
    source->neg = operand->neg;
    source->abs = operand->abs;
    source->sext = operand->sext;
    source->sel = operand->sel;
    unsigned reg = operand->reg;
    if (info->role == GCN_ROLE_LITERAL) {
        source->kind = SIM_SRC_CONST;
        source->value = literal_constant(inst->literal, source);
    } else if (info->kind == GCN_OPERAND_IMM) {
        source->kind = SIM_SRC_CONST;
        source->value = (uint32_t)inst->imm;
    } else if (reg == GCN_NO_REG) {
        source->kind = SIM_SRC_NONE;
    } else if (reg >= GCN_VGPR0 && reg < GCN_VGPR0 + 256) {
        source->kind = SIM_SRC_VGPR;
        source->reg = (uint16_t)(reg - GCN_VGPR0);
    } else if (reg >= GCN_AGPR0) {
        source->kind = SIM_SRC_VGPR;
        source->reg = (uint16_t)(reg - GCN_AGPR0 + 256);
    } else if (reg == GCN_LITERAL) {
        source->kind = SIM_SRC_CONST;
        source->value = literal_constant(operand->literal, source);
    } else if ((reg >= 128 && reg <= 208) || (reg >= 240 && reg <= 248)) {
        source->kind = SIM_SRC_CONST;
        source->value = inline_constant(reg, source);
    } else if (reg < 128 || (reg >= GCN_FLAT_SCRATCH_LO && reg < GCN_SCC)) {
        source->kind = SIM_SRC_SGPR;
        source->reg = (uint16_t)sim_sreg(reg);
    } else {
        source->kind = SIM_SRC_SPECIAL;
        source->reg = (uint16_t)reg;
    }
}

static void
add_range(struct sim_wave *wave, struct sim_op *op, bool write, bool vector, unsigned first,
          unsigned count)
{
    struct sim_range *list = write ? op->writes : op->reads;
    uint8_t *used = write ? &op->write_count : &op->read_count;
    if (*used == SIM_MAX_RANGES)
        sim_fault(wave, op, -1, "more than %u registers or tuples", SIM_MAX_RANGES);
    if (first + count > (vector ? first < 256 ? 256 : 512 : SIM_SREGS))
        sim_fault(wave, op, -1, "%u registers from %c%u on are more than there are", count,
                  vector ? 'v' : 's', first);
    if (count)
        list[(*used)++] = (struct sim_range){(uint16_t)first, (uint8_t)count, vector};
}

static void
list_operand(struct sim_wave *wave, struct sim_op *op, const struct gcn_operand_info *info,
             const struct gcn_operand *operand)
{
    unsigned reg = operand->reg, dwords = operand->dwords ? operand->dwords : info->dwords;
    if (info->kind == GCN_OPERAND_IMM || reg == GCN_NO_REG)
        return;
    bool vgpr = reg >= GCN_VGPR0 && reg < GCN_VGPR0 + 256, agpr = reg >= GCN_AGPR0;
    bool scalar = reg < 128 || (reg >= GCN_FLAT_SCRATCH_LO && reg < GCN_SCC);
    if (!vgpr && !agpr && !scalar) {
        if (info->is_def)
            sim_fault(wave, op, -1, "the destination is no register");
        return;
    }
    /* How many coordinates there are is the descriptor's matter: mimg_exec checks the others. */
    if (info->role == GCN_ROLE_VADDR && op->info->format == GCN_MIMG)
        dwords = 1;
    unsigned first = vgpr ? reg - GCN_VGPR0 : agpr ? reg - GCN_AGPR0 + 256 : sim_sreg(reg);
    /* A load into half of a register leaves the other half alone; it does not read it. */
    bool merges = info->is_def && op->info->flags & GCN_FLAG_LOAD;
    if (info->is_use && !merges)
        add_range(wave, op, false, !scalar, first, dwords);
    bool silent = op->info->flags & GCN_FLAG_ATOMIC && op->info->format != GCN_DS &&
                  !op->inst.glc; /* the old value is not returned */
    if (info->is_def && !silent)
        add_range(wave, op, true, !scalar, first, dwords);
}

static void
list_implicit(struct sim_wave *wave, struct sim_op *op)
{
    uint32_t flags = op->info->flags;
    if (flags & GCN_FLAG_READS_VCC)
        add_range(wave, op, false, false, GCN_VCC_LO, 2);
    if (flags & GCN_FLAG_WRITES_VCC)
        add_range(wave, op, true, false, GCN_VCC_LO, 2);
    if (flags & GCN_FLAG_WRITES_EXEC)
        add_range(wave, op, true, false, GCN_EXEC_LO, 2);
    if (op->info->format == GCN_SCRATCH || op->info->format == GCN_FLAT)
        add_range(wave, op, false, false, SREG_FLAT_SCRATCH, 2);
}

static void
place_by_role(struct sim_op *op, unsigned index, const struct gcn_operand_info *info,
              const struct gcn_operand *operand)
{
    if (operand->reg == GCN_NO_REG && info->kind != GCN_OPERAND_IMM)
        return;
    switch (info->role) {
    case GCN_ROLE_VADDR:
    case GCN_ROLE_ADDR:
        op->at_addr = (int8_t)index;
        break;
    case GCN_ROLE_DATA:
    case GCN_ROLE_DATA0:
    case GCN_ROLE_VDATA:
        op->at_data = (int8_t)index;
        break;
    case GCN_ROLE_DATA1:
        op->at_data1 = (int8_t)index;
        break;
    case GCN_ROLE_SADDR:
        op->at_saddr = (int8_t)index;
        break;
    case GCN_ROLE_SBASE:
    case GCN_ROLE_SRSRC:
        op->at_rsrc = (int8_t)index;
        break;
    case GCN_ROLE_SSAMP:
        op->at_samp = (int8_t)index;
        break;
    case GCN_ROLE_SOFFSET:
        op->at_soffset = (int8_t)index;
        break;
    case GCN_ROLE_VDST:
        op->at_vdst = (int8_t)index;
        break;
    default:
        break;
    }
}

static bool
is_memory(unsigned format)
{
    return format == GCN_SMEM || (format >= GCN_DS && format <= GCN_EXP);
}

static void
resolve_destination(struct sim_op *op, const struct gcn_operand_info *info,
                    const struct gcn_operand *operand)
{
    unsigned reg = operand->reg;
    unsigned dwords = operand->dwords ? operand->dwords : info->dwords;
    if (reg >= GCN_VGPR0 && reg != GCN_NO_REG) {
        if (reg >= GCN_VGPR0 && reg < GCN_VGPR0 + 256)
            op->vdst = (int16_t)(reg - GCN_VGPR0);
        else if (reg >= GCN_AGPR0)
            op->vdst = (int16_t)(reg - GCN_AGPR0 + 256);
        else {
            op->sdst = (int16_t)sim_sreg(reg);
            op->sdst_dwords = (uint8_t)dwords;
            return;
        }
        op->vdst_dwords = (uint8_t)dwords;
        op->dst_type = info->type;
        op->dst_width = (uint8_t)type_width(info->type, dwords);
        op->dst_float = is_float_type(info->type);
    } else if (reg < 128) {
        op->sdst = (int16_t)sim_sreg(reg);
        op->sdst_dwords = (uint8_t)dwords;
    }
}

static void
add_source(struct sim_wave *wave, struct sim_op *op, unsigned index)
{
    if (op->source_count == SIM_MAX_SOURCES)
        sim_fault(wave, op, -1, "more than %u sources", SIM_MAX_SOURCES);
    resolve_source(&op->inst.operands[index], &op->info->operands[index], &op->inst,
                   &op->source[op->source_count++]);
}

static void
resolve_operands(struct sim_wave *wave, struct sim_op *op)
{
    const struct gcn_op_info *info = op->info;
    op->vdst = op->sdst = op->carry_in = -1;
    op->at_addr = op->at_data = op->at_data1 = op->at_saddr = op->at_rsrc = op->at_samp =
        op->at_soffset = op->at_vdst = -1;
    for (unsigned i = 0; i < info->operand_count; i++) {
        const struct gcn_operand_info *operand = &info->operands[i];
        const struct gcn_operand *actual = &op->inst.operands[i];
        place_by_role(op, i, operand, actual);
        list_operand(wave, op, operand, actual);
        if (operand->role == GCN_ROLE_SOFFSET)
            add_source(wave, op, i); /* the only one of memory instructions that takes constants */
        if (is_memory(info->format))
            continue;
        if (operand->is_def)
            resolve_destination(op, operand, actual);
        else if (operand->role == GCN_ROLE_CARRY_IN)
            op->carry_in = (int16_t)sim_sreg(actual->reg);
        else
            add_source(wave, op, i);
    }
    /* v_mac and its kind read their destination after the other sources. */
    for (unsigned i = 0; i < info->operand_count && !is_memory(info->format); i++)
        if (info->operands[i].is_def && info->operands[i].is_use)
            add_source(wave, op, i);
    list_implicit(wave, op);
}

/* ---- dispatch ---- */

static sim_exec_fn *const exec_by_format[GCN_FORMATS] = {
    [GCN_SOP2] = salu_exec_sop2,
    [GCN_SOP1] = salu_exec_sop1,
    [GCN_SOPC] = salu_exec_sopc,
    [GCN_SOPK] = salu_exec_sopk,
    [GCN_SOPP] = salu_exec_sopp,
    [GCN_SMEM] = smem_exec,
    [GCN_VOP1] = valu_exec,
    [GCN_VOP2] = valu_exec,
    [GCN_VOPC] = valu_exec,
    [GCN_VOP3A] = valu_exec,
    [GCN_VOP3B] = valu_exec,
    [GCN_VOP3P] = valu_exec,
    [GCN_VINTRP] = sim_exec_unsupported,
    [GCN_DS] = lds_exec,
    [GCN_MUBUF] = vmem_exec_mubuf,
    [GCN_MTBUF] = vmem_exec_mubuf,
    [GCN_MIMG] = mimg_exec,
    [GCN_FLAT] = vmem_exec_flat,
    [GCN_GLOBAL] = vmem_exec_flat,
    [GCN_SCRATCH] = vmem_exec_flat,
    [GCN_EXP] = sim_exec_unsupported,
};

static const struct {
    uint16_t op;
    sim_exec_fn *exec;
} exec_by_op[] = {
    {GCN_s_cbranch_g_fork, salu_exec_fork},     {GCN_s_cbranch_i_fork, salu_exec_fork},
    {GCN_s_cbranch_join, salu_exec_join},       {GCN_s_setvskip, salu_exec_setvskip},
    {GCN_s_getreg_b32, salu_exec_getreg},       {GCN_s_setreg_b32, salu_exec_setreg},
    {GCN_s_setreg_imm32_b32, salu_exec_setreg}, {GCN_s_rfe_b64, trap_exec_rfe},
    {GCN_s_rfe_restore_b64, trap_exec_rfe},     {GCN_s_trap, trap_exec},
    {GCN_s_sethalt, trap_exec_sethalt},         {GCN_s_sendmsg, trap_exec_sendmsg},
    {GCN_s_sendmsghalt, trap_exec_sendmsg},
};

static sim_exec_fn *
exec_of(const struct sim_op *op)
{
    for (size_t i = 0; i < sizeof exec_by_op / sizeof *exec_by_op; i++)
        if (exec_by_op[i].op == op->inst.op)
            return exec_by_op[i].exec;
    return exec_by_format[op->info->format];
}

static const uint8_t class_by_format[GCN_FORMATS] = {
    [GCN_SOP2] = SIM_CLASS_SALU,   [GCN_SOP1] = SIM_CLASS_SALU,    [GCN_SOPC] = SIM_CLASS_SALU,
    [GCN_SOPK] = SIM_CLASS_SALU,   [GCN_SOPP] = SIM_CLASS_OTHER,   [GCN_SMEM] = SIM_CLASS_SMEM,
    [GCN_VOP1] = SIM_CLASS_VALU,   [GCN_VOP2] = SIM_CLASS_VALU,    [GCN_VOPC] = SIM_CLASS_VALU,
    [GCN_VOP3A] = SIM_CLASS_VALU,  [GCN_VOP3B] = SIM_CLASS_VALU,   [GCN_VOP3P] = SIM_CLASS_VALU,
    [GCN_VINTRP] = SIM_CLASS_VALU, [GCN_DS] = SIM_CLASS_LDS,       [GCN_MUBUF] = SIM_CLASS_VMEM,
    [GCN_MTBUF] = SIM_CLASS_VMEM,  [GCN_MIMG] = SIM_CLASS_VMEM,    [GCN_FLAT] = SIM_CLASS_FLAT,
    [GCN_GLOBAL] = SIM_CLASS_VMEM, [GCN_SCRATCH] = SIM_CLASS_VMEM, [GCN_EXP] = SIM_CLASS_OTHER,
};

static uint8_t
class_of(const struct sim_op *op)
{
    switch (op->inst.op) {
    case GCN_s_waitcnt:
    case GCN_s_nop:
        return SIM_CLASS_WAIT;
    case GCN_s_barrier:
        return SIM_CLASS_BARRIER;
    default:
        break;
    }
    if (op->info->flags & GCN_FLAG_BRANCH)
        return SIM_CLASS_BRANCH;
    return class_by_format[op->info->format];
}

/* Selections of SDWA: bytes 0 to 3, words 4 and 5, the dword 6; what happens with the rest of the
 * register: 0 to 2.  The other values are reserved (GCN3 ISA manual, SDWA). */
static void
check_sdwa(struct sim_wave *wave, const struct sim_op *op)
{
    bool reserved = op->inst.dst_sel > 6 || op->inst.dst_unused > 2;
    for (unsigned i = 0; i < op->info->operand_count; i++)
        reserved |= op->inst.operands[i].sel > 6;
    if (reserved)
        sim_fault(wave, op, -1, "a reserved selection of SDWA");
}

static bool
is_listed(const struct sim_code *code, size_t word)
{
    size_t first = 0, end = code->atomic_count;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        if (code->atomics[middle] == word)
            return true;
        if (code->atomics[middle] < word)
            first = middle + 1;
        else
            end = middle;
    }
    return false;
}

static void
exec_point(struct sim_wave *wave, const struct sim_op *op)
{
    op->exec_checked(wave, op);
    OBSERVE(wave->device, point, wave, op, op->check);
}

static struct sim_op *
decode(struct sim_wave *wave, size_t word)
{
    struct sim_device *device = wave->device;
    const struct sim_code *code = wave->code;
    struct sim_op *op = ARENA_NEW(code->arena, struct sim_op);
    op->pc = code->base + 4 * word;
    if (!gcn_decode(device->target, code->text + word, code->words - word, &op->inst)) {
        sim_blame(device, SIM_CAUSE_INSTRUCTION, 0);
        sim_fault(wave, NULL, -1, "illegal instruction 0x%08x", code->text[word]);
    }
    op->info = &gcn_op_info[op->inst.op];
    if (op->inst.ext == GCN_SDWA)
        check_sdwa(wave, op);
    resolve_operands(wave, op);
    op->exec = exec_of(op);
    if (op->exec == valu_exec)
        valu_choose(op, device->target->generation, code->arena);
    else
        salu_choose(op);
    if (is_memory(op->info->format)) {
        memory_op_classify(op);
        /* LLVM: d16PreservesUnusedBits, where SRAM-ECC is neither on nor any. */
        op->memory.loses_half = code->sramecc && op->memory.d16 && op->memory.kind == MEMORY_LOAD;
        op->pattern = vmem_pattern_new(code->arena);
    }
    op->is_atomic = (op->memory.kind == MEMORY_LOAD || op->memory.kind == MEMORY_STORE) &&
                    is_listed(code, word);
    if (device->exec_alone && op->memory.kind == MEMORY_ATOMIC && op->info->format != GCN_DS) {
        op->exec_alone = op->exec;
        op->exec = device->exec_alone;
    }
    if (trap_is_privileged(op)) {
        op->exec_with_privileges = op->exec;
        op->exec = trap_exec_privileged;
    }
    if (code->checks.count && (op->check = checks_at(code, word))) {
        op->exec_checked = op->exec;
        op->exec = exec_point;
    }
    op->sim_class = class_of(op);
    op->wait_states = op->inst.op == GCN_s_nop ? (uint8_t)((op->inst.imm & 7) + 1) : 1;
    indexed_classify(op);
    OBSERVE(device, decode, wave, op);
    return op;
}

static _Noreturn void
run_off(struct sim_wave *wave)
{
    sim_blame(wave->device, SIM_CAUSE_MEMORY, wave->pc);
    sim_fault(wave, NULL, -1, "execution runs off the code");
}

struct sim_op *
sim_fetch(struct sim_wave *wave)
{
    const struct sim_code *code = wave->code;
    size_t word = code ? (wave->pc - code->base) / 4 : 0;
    if (!code || word < code->first || word >= code->words) {
        struct sim_region *region = sim_region_at(wave->device, wave->pc, 4);
        code = region ? sim_code_of(wave->device, region) : NULL;
        word = code ? (wave->pc - code->base) / 4 : 0;
        if (!code || word < code->first || word >= code->words)
            run_off(wave);
        wave->code = code;
    }
    if ((wave->pc - code->base) & 3)
        sim_fault(wave, NULL, -1, "the pc is not a multiple of 4");
    struct sim_op **op = &code->ops[word - code->first];
    if (!*op)
        *op = decode(wave, word);
    return *op;
}

static bool
is_graphics(const struct gcn_op_info *info)
{
    for (unsigned i = 0; i < info->operand_count; i++)
        if (info->operands[i].role == GCN_ROLE_ATTR)
            return true;
    return info->format == GCN_EXP;
}

void
sim_exec_unsupported(struct sim_wave *wave, const struct sim_op *op)
{
    if (op->info->cost == GCN_COST_MFMA)
        sim_fault(wave, op, -1, "matrix instructions (MFMA) are not supported");
    if (is_graphics(op->info))
        sim_fault(wave, op, -1, "exports and interpolation are not supported: graphics have them");
    sim_fault(wave, op, -1, "not supported yet");
}
