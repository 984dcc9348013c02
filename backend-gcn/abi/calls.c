#include "backend-gcn/abi/calls.h"
#include "backend-gcn/mir/mir_effects.h"
#include "backend-gcn/mir/spill_slots.h"
#include "support/number.h"

#include <string.h>

enum {
    WORK_ITEM_IDS = 3, /* VGPRs in which a launch passes them */
    LANES_PART = 8     /* of the VGPRs at most one in so many holds scalars of functions: tuned */
};

/* ---- the call graph ---- */

enum visit { UNSEEN, OPEN, DONE };

struct graph {
    struct call_program *program;
    struct map visits; /* ir_function -> enum visit */
};

static void
visit_function(struct graph *graph, struct ir_function *function)
{
    struct arena *arena = graph->program->arena;
    enum visit visit = (enum visit)(uintptr_t)map_get(&graph->visits, MAP_KEY(function));
    if (visit == OPEN)
        ice(function->module->guard, "calls: %s calls itself", function->name);
    if (visit == DONE)
        return;
    map_put(&graph->visits, MAP_KEY(function), (void *)(uintptr_t)OPEN);
    ir_foreach_block (block, function) {
        ir_foreach_inst (inst, block) {
            if (inst->op == IR_OP_call)
                visit_function(graph, inst->callee);
        }
    }
    map_put(&graph->visits, MAP_KEY(function), (void *)(uintptr_t)DONE);
    if (!function->is_kernel)
        vec_push(arena, &graph->program->functions, function);
}

/* ---- limits: a function must fit wherever it is called ---- */

static uint32_t
smaller_limit(uint32_t a, uint32_t b)
{
    return a && b ? (uint32_t)smaller(a, b) : a | b;
}

static void
join_limits(struct kernel_info *to, const struct kernel_info *from)
{
    uint32_t size = from->max_flat_group_size ? from->max_flat_group_size : 256;
    to->max_flat_group_size = (uint32_t)larger(to->max_flat_group_size, size);
    to->least_waves = (uint32_t)larger(to->least_waves, from->least_waves);
    to->max_vgprs = smaller_limit(to->max_vgprs, from->max_vgprs);
    to->max_sgprs = smaller_limit(to->max_sgprs, from->max_sgprs);
}

static void
pass_limits(struct call_program *program, const struct ir_function *caller,
            const struct kernel_info *limits, uintptr_t depth)
{
    ir_foreach_block (block, caller) {
        ir_foreach_inst (inst, block) {
            if (inst->op != IR_OP_call)
                continue;
            join_limits(map_get(&program->limits, MAP_KEY(inst->callee)), limits);
            if ((uintptr_t)map_get(&program->depth, MAP_KEY(inst->callee)) < depth)
                map_put(&program->depth, MAP_KEY(inst->callee), (void *)depth);
        }
    }
}

static void
find_limits(struct call_program *program, struct ir_module *module)
{
    static const struct kernel_info none = {.max_flat_group_size = 256};
    vec_foreach (struct ir_function *, function, &program->functions)
        map_put(&program->limits, MAP_KEY(*function),
                ARENA_NEW(program->arena, struct kernel_info));
    for (struct ir_function *f = module->functions; f; f = f->next) {
        if (f->is_kernel)
            pass_limits(program, f, f->kernel ? f->kernel : &none, 1);
    }
    for (uint32_t i = program->functions.count; i-- > 0;) {
        struct ir_function *f = program->functions.at[i];
        pass_limits(program, f, map_get(&program->limits, MAP_KEY(f)),
                    (uintptr_t)map_get(&program->depth, MAP_KEY(f)) + 1);
    }
}

/* ---- LDS: one place for the whole program ---- */

static void
place_lds(struct call_program *program, const struct ir_function *function)
{
    ir_foreach_block (block, function) {
        ir_foreach_inst (inst, block) {
            if (inst->op != IR_OP_symbol || inst->global->space != IR_SPACE_LOCAL ||
                map_get(&program->lds, MAP_KEY(inst->global)))
                continue;
            map_put(&program->lds, MAP_KEY(inst->global), inst->global);
            inst->global->offset =
                mir_allocate_offset(&program->lds_end, inst->global->size, inst->global->align);
        }
    }
}

/* ---- registers that inline assembly names: no lanes lie there ---- */

static void
note_name(struct call_program *program, struct call_registers *named, const char *name)
{
    struct gcn_operand reg = {.reg = GCN_NO_REG};
    size_t length = strcspn(name, "}");
    if (gcn_parse_register(program->arena, program->options->object.target, name, length, &reg))
        call_add(named, reg.reg, reg.dwords ? reg.dwords : 1);
}

static void
note_names(struct call_program *program, const struct ir_function *function,
           struct call_registers *named)
{
    ir_foreach_block (block, function) {
        ir_foreach_inst (inst, block) {
            const struct ir_asm *assembly = inst->op == IR_OP_asm ? inst->assembly : NULL;
            for (uint32_t i = 0; assembly && i < assembly->clobber_count; i++)
                note_name(program, named,
                          assembly->clobbers[i] + (assembly->clobbers[i][0] == '{'));
            uint32_t operands = assembly ? assembly->output_count + assembly->input_count : 0;
            for (uint32_t i = 0; i < operands; i++) {
                const char *brace = strchr(assembly->constraints[i], '{');
                if (brace)
                    note_name(program, named, brace + 1);
            }
        }
    }
}

struct call_program *
call_program_new(struct arena *arena, struct ir_module *module,
                 const struct backend_options *options)
{
    struct call_program *program = ARENA_NEW(arena, struct call_program);
    *program = (struct call_program){.arena = arena,
                                     .options = options,
                                     .compiled = map_new(arena),
                                     .limits = map_new(arena),
                                     .depth = map_new(arena),
                                     .lds = map_new(arena),
                                     .argument_top = GCN_VGPR0 + WORK_ITEM_IDS};
    struct graph graph = {program, map_new(arena)};
    for (struct ir_function *f = module->functions; f; f = f->next) {
        if (f->is_kernel)
            visit_function(&graph, f);
    }
    for (struct ir_function *f = module->functions; f; f = f->next)
        note_names(program, f, &program->named);
    find_limits(program, module);
    vec_foreach (struct ir_function *, function, &program->functions)
        place_lds(program, *function);
    return program;
}

const struct call_interface *
call_interface_of(const struct call_program *program, const struct ir_function *callee)
{
    const struct mir_function *function =
        program ? map_get(&program->compiled, MAP_KEY(callee)) : NULL;
    if (!function || !function->calls->interface->is_compiled)
        ice(callee->module->guard, "calls: %s is called before it is compiled", callee->name);
    return function->calls->interface;
}

/* ---- sets of registers ---- */

void
call_add(struct call_registers *set, unsigned reg, unsigned dwords)
{
    for (; dwords; dwords--, reg++)
        if (reg < CALL_REGS)
            set->words[reg / 64] |= UINT64_C(1) << (reg % 64);
}

void
call_remove(struct call_registers *set, unsigned reg, unsigned dwords)
{
    for (; dwords; dwords--, reg++)
        if (reg < CALL_REGS)
            set->words[reg / 64] &= ~(UINT64_C(1) << (reg % 64));
}

void
call_union(struct call_registers *set, const struct call_registers *other)
{
    for (unsigned i = 0; i < CALL_REGS / 64; i++)
        set->words[i] |= other->words[i];
}

/* ---- one function ---- */

/* Functions keep away from all lanes, so that they can share them; a kernel from those that it
 * must. */
static void
exclude_lanes(struct call_context *calls, const struct ir_function *source)
{
    struct call_program *program = calls->program;
    if (!source->is_kernel) {
        vec_foreach (const uint16_t, reg, &program->lane_vgprs)
            call_add(&calls->excluded, *reg, 1);
        if (program->stage_vgpr)
            call_add(&calls->excluded, program->stage_vgpr, 1);
        return;
    }
    ir_foreach_block (block, source) {
        ir_foreach_inst (inst, block) {
            if (inst->op == IR_OP_call)
                call_union(&calls->excluded, &call_interface_of(program, inst->callee)->lanes);
        }
    }
}

void
call_enter(struct call_program *program, struct mir_function *function)
{
    const struct ir_function *source = function->source;
    struct call_context *calls = ARENA_NEW(program->arena, struct call_context);
    calls->program = program;
    calls->limits = source->kernel;
    function->calls = calls;
    exclude_lanes(calls, source);
    note_names(program, source, &calls->named);
    if (source->is_kernel)
        return;
    function->is_function = true;
    calls->interface = ARENA_NEW(program->arena, struct call_interface);
    calls->limits = map_get(&program->limits, MAP_KEY(source));
    calls->depth = (unsigned)(uintptr_t)map_get(&program->depth, MAP_KEY(source));
    map_put(&program->compiled, MAP_KEY(source), function);
}

static void
count_callee(struct kernel_usage *usage, const struct kernel_usage *callee)
{
    usage->sgprs = (uint32_t)larger(usage->sgprs, callee->sgprs);
    usage->vgprs = (uint32_t)larger(usage->vgprs, callee->vgprs);
    usage->uses_vcc |= callee->uses_vcc;
    usage->uses_flat_scratch |= callee->uses_flat_scratch;
    usage->traps |= callee->traps;
}

static void
add_callee(struct mir_function *function, const struct mir_function *callee,
           struct call_interface *own)
{
    const struct call_interface *interface = callee->calls->interface;
    count_callee(&function->usage, &callee->usage);
    call_union(&own->clobbers, &interface->clobbers);
    call_union(&own->lanes, &interface->lanes);
    own->clobbers_vcc |= interface->clobbers_vcc;
    own->lane_end = (uint32_t)larger(own->lane_end, interface->lane_end);
}

static void
add_inst(struct mir_function *function, const struct mir_inst *inst, struct call_interface *own)
{
    for (unsigned i = 0; i < inst->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        if ((operand->kind == MIR_TEMP || operand->kind == MIR_FIXED) && mir_is_def(inst, i))
            call_add(&own->clobbers, operand->reg, operand->dwords);
    }
    if (inst->callee)
        add_callee(function, map_get(&function->calls->program->compiled, MAP_KEY(inst->callee)),
                   own);
    else
        own->clobbers_vcc |= (mir_effects(function->target, inst).writes & MIR_SET_VCC) != 0;
}

static void
find_callees(struct mir_function *function)
{
    struct call_context *calls = function->calls;
    struct map seen = map_new(mir_pass_arena(function));
    mir_foreach_block (block, function) {
        mir_foreach_inst (inst, block) {
            if (!inst->callee || map_get(&seen, MAP_KEY(inst->callee)))
                continue;
            map_put(&seen, MAP_KEY(inst->callee), function);
            vec_push(calls->program->arena, &calls->callees, inst->callee);
        }
    }
}

/* Spills of the whole graph, each function once. */
static void
count_spills(struct mir_function *kernel, const struct mir_function *function, struct map *seen)
{
    const struct call_program *program = kernel->calls->program;
    vec_foreach (const struct ir_function *const, name, &function->calls->callees) {
        if (map_get(seen, MAP_KEY(*name)))
            continue;
        const struct mir_function *callee = map_get(&program->compiled, MAP_KEY(*name));
        map_put(seen, MAP_KEY(*name), kernel);
        kernel->usage.sgpr_spills += callee->usage.sgpr_spills;
        kernel->usage.vgpr_spills += callee->usage.vgpr_spills;
        count_spills(kernel, callee, seen);
    }
}

/* Both SGPRs of a pair, if one is in the set: a caller could keep one scalar in the other, but what
 * most callers keep are addresses, to which to return first of all, and those take pairs. */
static void
fill_pairs(struct call_registers *set)
{
    unsigned first = CALL_SCRATCH_OFFSET + 2; /* after what functions may leave alone */
    for (unsigned reg = first; reg + 1 < GCN_VCC_LO; reg += 2)
        if (call_has(set, reg) || call_has(set, reg + 1))
            call_add(set, reg, 2);
}

void
call_finish(struct mir_function *function)
{
    struct call_context *calls = function->calls;
    struct call_interface ignored = {0};
    struct call_interface *own = calls->interface ? calls->interface : &ignored;
    mir_foreach_block (block, function) {
        mir_foreach_inst (inst, block)
            add_inst(function, inst, own);
    }
    call_add(&own->clobbers, function->array_vgpr, function->array_dwords);
    find_callees(function);
    if (!calls->interface) {
        struct map seen = map_new(mir_pass_arena(function));
        count_spills(function, function, &seen);
        return;
    }
    call_add(&own->clobbers, own->target.reg, 2);
    call_add(&own->clobbers, own->return_address.reg, 2);
    fill_pairs(&own->clobbers);
    call_remove(&own->clobbers, own->scratch_rsrc.reg, own->scratch_rsrc.dwords);
    call_remove(&own->clobbers, own->scratch_offset.reg, own->scratch_offset.dwords);
    vec_foreach (const uint16_t, reg, &calls->lane_vgprs) {
        call_add(&own->lanes, *reg, 1);
        call_remove(&own->clobbers, *reg, 1);
    }
    own->lane_end = (uint32_t)larger(own->lane_end, calls->lane_end);
    own->is_compiled = true;
}

void
call_replace(struct mir_function *function)
{
    if (function->calls && function->calls->interface)
        map_put(&function->calls->program->compiled, MAP_KEY(function->source), function);
}

/* ---- lanes for spilled scalars ---- */

/* What callees do to registers of lanes. */
struct callee_lanes {
    struct call_registers clobbers, lanes;
    uint32_t end;
};

static struct callee_lanes
callee_lanes(const struct mir_function *function)
{
    struct callee_lanes lanes = {0};
    mir_foreach_block (block, function) {
        mir_foreach_inst (inst, block) {
            if (!inst->callee)
                continue;
            const struct call_interface *callee =
                call_interface_of(function->calls->program, inst->callee);
            call_union(&lanes.clobbers, &callee->clobbers);
            call_union(&lanes.lanes, &callee->lanes);
            lanes.end = (uint32_t)larger(lanes.end, callee->lane_end);
        }
    }
    return lanes;
}

/* The first VGPR from *top on that nobody's lanes are in, nor inline assembly names. */
static uint16_t
new_lane_vgpr(const struct call_context *calls, unsigned *top)
{
    while (call_has(&calls->excluded, *top) || call_has(&calls->program->named, *top))
        ++*top;
    return (uint16_t)(*top)++;
}

/* Lanes are a compiled stack, as frames are: a function's slots follow those of its callees in the
 * VGPRs that all functions share, from the first one on that no callee uses otherwise.  Where some
 * slots are in scratch, the VGPRs are the function's alone. */
static void
place_function_lanes(struct mir_function *function, unsigned top)
{
    struct call_context *calls = function->calls;
    struct call_program *program = calls->program;
    struct callee_lanes callees = callee_lanes(function);
    uint32_t first = function->has_pages ? (callees.end + 63) / 64 : callees.end / 64;
    for (uint32_t i = first; i < program->lane_vgprs.count; i++)
        if (call_has(&callees.clobbers, program->lane_vgprs.at[i]))
            first = i + 1;
    uint32_t begin = (uint32_t)larger(callees.end, first * 64);
    calls->lane_end = function->has_pages ? (first + spill_reserved_vgprs(function)) * 64
                                          : begin + function->sgpr_spill_slots;
    if (top < program->argument_top)
        top = program->argument_top;
    while (program->lane_vgprs.count * 64 < calls->lane_end)
        vec_push(program->arena, &program->lane_vgprs, new_lane_vgpr(calls, &top));
    for (uint32_t i = first; i * 64 < calls->lane_end; i++)
        vec_push(program->arena, &calls->lane_vgprs, program->lane_vgprs.at[i]);
    calls->lane_base = begin - first * 64;
}

/* Nothing stays in the VGPR across a call: callees may use it as they like.  Callers must not, for the
 * lanes that are not active. */
static void
place_stage(struct mir_function *function, unsigned own_top)
{
    struct call_context *calls = function->calls;
    struct call_program *program = calls->program;
    bool is_excluded = program->stage_vgpr && call_has(&calls->excluded, program->stage_vgpr);
    uint16_t stage = is_excluded ? program->stage_vgpr : 0;
    if (!stage) {
        own_top = (unsigned)larger(own_top, program->argument_top);
        stage = new_lane_vgpr(calls, &own_top);
    }
    if (function->is_function) {
        program->stage_vgpr = stage;
        calls->lane_end = callee_lanes(function).end;
    }
    vec_push(program->arena, &calls->lane_vgprs, stage);
}

void
call_place_lanes(struct mir_function *function, unsigned top, unsigned own_top, unsigned limit)
{
    struct call_context *calls = function->calls;
    calls->lane_vgprs.count = 0;
    if (function->has_pages && !function->lane_vgprs)
        place_stage(function, own_top);
    else if (function->is_function)
        place_function_lanes(function, top);
    else
        for (unsigned i = 0; i < spill_reserved_vgprs(function); i++)
            vec_push(calls->program->arena, &calls->lane_vgprs, new_lane_vgpr(calls, &top));
    vec_foreach (const uint16_t, reg, &calls->lane_vgprs)
        if (*reg >= GCN_VGPR0 + limit)
            ice(function->guard, "calls: no VGPR below %u for scalars of %s", limit,
                function->source->name);
}

unsigned
call_lane_room(const struct mir_function *function, unsigned limit, unsigned scalars)
{
    unsigned room = 0, all = limit + call_reserve(function, limit);
    struct callee_lanes callees = callee_lanes(function);
    if (function->is_function && callees.end + scalars > larger(all / LANES_PART, 1) * 64)
        return 0;
    for (unsigned reg = GCN_VGPR0 + limit; reg-- > GCN_VGPR0;) {
        if (call_has(&callees.clobbers, reg))
            break;
        room += !call_has(&callees.lanes, reg) && !call_has(&function->calls->program->named, reg);
    }
    return room;
}

/* ---- what the register passes ask ---- */

unsigned
call_excluded_count(const struct mir_function *function, unsigned limit)
{
    unsigned count = 0;
    for (unsigned i = 0; function->calls && i < limit; i++)
        count += call_has(&function->calls->excluded, GCN_VGPR0 + i);
    return count;
}

/* Does an instruction name one of the first SGPRs, as inline assembly may, or overwrite them by a
 * call? */
static bool
names_sgprs(const struct mir_function *function, unsigned count)
{
    mir_foreach_block (block, function) {
        mir_foreach_inst (inst, block) {
            for (unsigned i = 0; i < inst->operand_count; i++) {
                const struct mir_operand *operand = &inst->operands[i];
                if ((operand->kind == MIR_FIXED || operand->is_fixed) && operand->reg < count)
                    return true;
            }
        }
    }
    return false;
}

unsigned
call_kept_sgprs(const struct mir_function *function)
{
    enum { KEPT = CALL_SCRATCH_OFFSET + 1 };
    bool may_keep = function->calls && function->is_function && !function->scratch_rsrc &&
                    !function->target->private_by_scratch;
    return may_keep && !names_sgprs(function, KEPT) ? KEPT : 0;
}

/* Two VGPRs for each caller on the way to a kernel: lanes for 128 scalars. */
unsigned
call_reserve(const struct mir_function *function, unsigned vgprs)
{
    return function->calls ? (unsigned)smaller(2 * function->calls->depth, vgprs / 4) : 0;
}

unsigned
call_travelled(const struct mir_function *function, enum mir_class reg_class)
{
    unsigned first = reg_class == MIR_VGPR ? GCN_VGPR0 : GCN_SGPR0, top = first;
    mir_foreach_block (block, function) {
        mir_foreach_inst (inst, block) {
            bool travels = inst->op == MIR_P_CALL || inst->op == MIR_P_RETURN ||
                           (inst->op == MIR_P_START && function->is_function);
            unsigned from = inst->op == MIR_P_CALL ? inst->def_count : 0;
            for (unsigned i = from; travels && i < inst->operand_count; i++) {
                const struct mir_operand *operand = &inst->operands[i];
                if (operand->kind == MIR_TEMP && operand->reg_class == reg_class)
                    top = (unsigned)larger(top, operand->reg + operand->dwords);
            }
        }
    }
    return top - first;
}
