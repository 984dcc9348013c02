#!/usr/bin/env bash
# spaces.sh finds what it is for: each of these lines, planted in a tree, is a fault, and these are
# none.
set -euo pipefail
. "$(dirname "$0")/planted.sh" spaces.sh midend/ir midend backend-gcn/isel driver libclc-lite

for folder in midend driver libclc-lite; do # each is looked through
    plant $folder/x.c '    if (space == 3)' refused
done
while IFS= read -r line; do
    plant backend-gcn/isel/x.c "$line" refused
done <<'LINES'
    if (space == 3)
    return global->space != 2;
    struct address at = {.space = 5};
    if (ir_space_of(inst->type) != 0)
    if (ir_space_of(ir_type_of(f, inst->args[0].value)) == 1)
    bool local = 3 == at.space;
    if (arg->space)
    return a->space && b->space && a->space != b->space;
    unsigned bits = space ? 64 : 32;
    if (!space)
    if (spaces & 1 << 4)
    if (!spaces || spaces & 1)
    spaces |= 1 << 1;
    inst->memory.spaces = 0xff;
    (struct mir_memory){.spaces = 1 << 2, .is_invariant = true}
    inst->memory.spaces & (1 << 0 | 1 << 3)
    return space != IR_SPACE_GENERIC ? 1u << space : IR_SPACES_ALL;
    unsigned mask = 1 << at->space;
    bool reads = spaces >> k & 1;
    uint8_t spaces = has_private ? 1u << 5 : 0;
    spaces |= 1 << SPACE_LOCAL;
    bool local = memory->spaces & (1 << LOCAL | 1 << GENERIC);
    enum ir_type type = (enum ir_type)(IR_P_GENERIC + 3);
    unsigned number = type - IR_P_GENERIC;
    require(v, result(v) - (int)IR_P_GENERIC == space);
    return type == IR_P3;
    enum { GLOBAL = 1, CONSTANT = 2 };
    SPACE_PRIVATE = 5,
    enum { GENERIC = 1 << 0 | 1 << 1 | 1 << 3 };
    at.space = (enum ir_space)3;
    type = ir_pointer_type(3);
    set |= ir_space_bit(1);
    return ir_has_space(set, 4);
    isel->has_lds |= touches_space(isel, inst, 3);
    return fits(isel, 3, offset);
    if (at->space == (3))
    const enum ir_space local = 3;
    enum { SP_LOCAL = 3 };
    #define LOCAL_SPACE 3
    text(ir_space_name[1]);
LINES
plant backend-gcn/isel/x.c $'switch (space) {\ncase IR_SPACE_LOCAL:\n    return 1;\ncase 5:' refused

while IFS= read -r line; do
    plant backend-gcn/isel/x.c "$line" accepted
done <<'LINES'
/* if (space == 3) stands for 1 << 4 */
    if (space == IR_SPACE_LOCAL && bytes == 4)
    ir_space_set spaces = 0;
    spaces |= IR_SPACE_MASK(GLOBAL) | IR_SPACE_MASK(LOCAL);
    if (!inst->memory.spaces || inst->memory.spaces & IR_SPACES_TO_LOCAL)
    bool changes = ir_has_space(m->written, space) && !inst->memory.is_invariant;
    return isel_memory(isel, &inst->memory, space, 0);
    for (enum ir_space space = 0; space < IR_SPACE_COUNT; space++)
    [IR_SPACE_GLOBAL] = "global",
    {"to_space", gen_special_to_space},
LINES
plant midend/ir/ir.h '    IR_SPACE_LOCAL = 3,' accepted

finish
