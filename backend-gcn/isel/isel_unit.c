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

/* The resource and the SGPR offset of a buffer instruction. */
static void
add_resource(const struct isel *isel, const struct isel_unit *unit, struct mir_operand *operands)
{
    switch ((enum isel_resource)unit->resource) {
    case ISEL_RESOURCE_SCRATCH:
        operands[0] = isel->scratch_rsrc;
        operands[1] = isel->wave_offset;
        return;
    case ISEL_RESOURCE_NONE:
        break;
    }
    ice(isel->guard, "isel: a buffer instruction without a resource");
}

struct mir_inst *
isel_unit_access(struct isel *isel, const struct isel_unit *unit, unsigned op,
                 const struct isel_address *at, const struct mir_operand *result,
                 const struct mir_operand *data, unsigned data_count)
{
    struct mir_operand operands[6];
    unsigned count = 0;
    bool data_first = unit->form == ISEL_FORM_BUFFER;
    if (result)
        operands[count++] = *result;
    if (!data_first)
        operands[count++] = at->vaddr;
    for (unsigned i = 0; i < data_count; i++)
        operands[count++] = data[i];
    if (data_first)
        operands[count++] = at->vaddr;
    if (unit->form == ISEL_FORM_BASE)
        operands[count++] = at->saddr;
    if (unit->form == ISEL_FORM_BUFFER) {
        add_resource(isel, unit, operands + count);
        count += 2;
    }
    bool defines = result && result->kind != MIR_NONE;
    struct mir_inst *inst = mir_emit(&isel->b, op, operands, count, defines);
    inst->mods.imm = (int32_t)at->imm;
    inst->mods.offen = unit->form == ISEL_FORM_BUFFER && at->vaddr.kind != MIR_NONE;
    return inst;
}
