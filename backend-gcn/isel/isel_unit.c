/* Which unit serves an access of the lanes, and how its instructions want their operands. */
#include "backend-gcn/isel/isel.h"

enum {
    GENERIC = IR_SPACE_MASK(GENERIC),
    GLOBAL = IR_SPACE_MASK(GLOBAL),
    CONSTANT = IR_SPACE_MASK(CONSTANT),
    LOCAL = IR_SPACE_MASK(LOCAL),
    PRIVATE = IR_SPACE_MASK(PRIVATE)
};

/* In the order of enum isel_access. */
#define DS                                                                                         \
    {GCN_ds_read_u8, GCN_ds_read_u16,  GCN_ds_read_b32, GCN_ds_read_b64,                           \
     GCN_NO_OP,      GCN_ds_read_b128, GCN_ds_read_i8,  GCN_ds_read_i16},                          \
    {                                                                                              \
        GCN_ds_write_b8, GCN_ds_write_b16, GCN_ds_write_b32, GCN_ds_write_b64, GCN_NO_OP,          \
            GCN_ds_write_b128                                                                      \
    }
#define VMEM(unit)                                                                                 \
    {GCN_##unit##_load_ubyte,   GCN_##unit##_load_ushort,  GCN_##unit##_load_dword,                \
     GCN_##unit##_load_dwordx2, GCN_##unit##_load_dwordx3, GCN_##unit##_load_dwordx4,              \
     GCN_##unit##_load_sbyte,   GCN_##unit##_load_sshort},                                         \
    {                                                                                              \
        GCN_##unit##_store_byte, GCN_##unit##_store_short, GCN_##unit##_store_dword,               \
            GCN_##unit##_store_dwordx2, GCN_##unit##_store_dwordx3, GCN_##unit##_store_dwordx4     \
    }

static const struct isel_unit units[] = {
#define UNIT(name, spaces, there, form, resource, lowest, highest, widest, ...)                    \
    [ISEL_UNIT_##name] = {ISEL_UNIT_##name, ISEL_FORM_##form, ISEL_RESOURCE_##resource,            \
                          widest,           lowest,           highest,                             \
                          __VA_ARGS__},
#include "backend-gcn/isel/isel_unit.def"
};

const struct isel_unit *
isel_unit(const struct isel *isel, enum ir_space space)
{
    const struct gcn_target *target = isel->target;
#define UNIT(name, spaces, there, ...)                                                             \
    if (ir_has_space((spaces), space) && (there))                                                  \
        return &units[ISEL_UNIT_##name];
#include "backend-gcn/isel/isel_unit.def"
    ice(isel->guard, "isel: nothing on %s reaches address space %u", target->name, space);
}

/* Word 3: ATC, which only APUs obey, and a data format that is not read (docs/abi.md, Memory).  With
 * addr64 the number of records is not checked. */
void
isel_unit_start(struct isel *isel)
{
    const struct mir_operand zero = mir_const(0);
    if (isel_unit(isel, IR_SPACE_GLOBAL)->resource == ISEL_RESOURCE_MEMORY)
        isel->memory_rsrc =
            isel_join(isel, (struct mir_operand[]){zero, zero, zero, mir_const(0x0100f000)}, 4);
}

/* The resource and the SGPR offset of a buffer instruction. */
static void
add_resource(const struct isel *isel, const struct isel_unit *unit, struct mir_operand *operands)
{
    switch ((enum isel_resource)unit->resource) {
    case ISEL_RESOURCE_SCRATCH:
        operands[0] = isel->scratch_rsrc;
        operands[1] = isel->wave_offset;
        return;
    case ISEL_RESOURCE_MEMORY:
        operands[0] = isel->memory_rsrc;
        operands[1] = mir_const(0);
        return;
    case ISEL_RESOURCE_NONE:
        break;
    }
    ice(isel->guard, "isel: a buffer instruction without a resource");
}

/* MUBUF: data, address, resource, offset.  What returns reads and writes its data: the operand of the
 * table is the result then, and the data come last, tied to it. */
static struct mir_inst *
buffer_access(struct isel *isel, const struct isel_unit *unit, unsigned op,
              const struct isel_address *at, const struct mir_operand *result,
              const struct mir_operand *data)
{
    bool defines = result && result->kind != MIR_NONE;
    struct mir_operand operands[5] = {defines ? *result : *data, at->vaddr};
    unsigned count = 4;
    add_resource(isel, unit, operands + 2);
    if (defines && data)
        operands[count++] = *data;
    struct mir_inst *inst = mir_emit(&isel->b, op, operands, count, defines);
    inst->tied = count == 5 ? 5 : 0;
    inst->mods.addr64 = unit->form == ISEL_FORM_ADDR64;
    inst->mods.offen = unit->form == ISEL_FORM_BUFFER && at->vaddr.kind != MIR_NONE;
    return inst;
}

struct mir_inst *
isel_unit_access(struct isel *isel, const struct isel_unit *unit, unsigned op,
                 const struct isel_address *at, const struct mir_operand *result,
                 const struct mir_operand *data, unsigned data_count)
{
    struct mir_operand operands[5];
    struct mir_inst *inst;
    unsigned count = 0;
    if (unit->form == ISEL_FORM_BUFFER || unit->form == ISEL_FORM_ADDR64) {
        inst = buffer_access(isel, unit, op, at, result, data);
    } else {
        if (result)
            operands[count++] = *result;
        operands[count++] = at->vaddr;
        for (unsigned i = 0; i < data_count; i++)
            operands[count++] = data[i];
        if (unit->form == ISEL_FORM_BASE)
            operands[count++] = at->saddr;
        inst = mir_emit(&isel->b, op, operands, count, result && result->kind != MIR_NONE);
    }
    inst->mods.imm = (int32_t)at->imm;
    return inst;
}
