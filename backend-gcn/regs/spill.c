/* Register budgets, and spilling down to them where the function needs more than the hardware has.
 *
 * VGPRs: the smallest budget that an occupancy allows and that the function fits, so that nothing
 * is spilled for occupancy's sake.  SGPRs: what the same occupancy allows, or more.  VGPRs are
 * spilled first because their scratch accesses need SGPRs; SGPR spills then take lanes of reserved
 * VGPRs.  Where more scalars live at once than a fair part of the VGPRs has lanes for, the rest of
 * them goes on to scratch. */
#include "backend-gcn/regs/spill.h"
#include "backend-gcn/abi/budget.h"
#include "backend-gcn/abi/calls.h"
#include "backend-gcn/abi/kernel_start.h"
#include "backend-gcn/mir/spill_slots.h"
#include "support/limit.h"
#include "support/number.h"

enum { PAGE_SGPRS = 2 }; /* kept for EXEC, once there are pages */

/* The budgets: function->vgpr_budget, sgpr_budget. */
static void
choose_budgets(struct mir_function *function, const struct mir_live *live, unsigned most,
               unsigned scalars, unsigned aim)
{
    const struct gcn_target *target = function->target;
    unsigned waves = budget_waves(function);
    function->vgpr_cap = most;
    function->sgpr_cap = scalars;
    unsigned reserved = spill_reserved_vgprs(function) + call_excluded_count(function, most);
    unsigned kept = spill_scratch_sgprs(function), arrays = function->array_dwords;
    while (waves > 1 &&
           budget_vgprs(target, waves) < live->max_vgprs + BUDGET_VGPR_HEADROOM + reserved + arrays)
        waves--;
    function->vgpr_budget = budget_of_waves(function, waves);
    unsigned scalars_now =
        live->max_sgprs + BUDGET_SGPR_HEADROOM + kept + call_kept_sgprs(function);
    while (waves > 1 && budget_sgprs(target, waves) < scalars_now)
        waves--;
    unsigned fit = budget_sgprs(target, waves);
    function->sgpr_budget = smaller(fit > kept ? fit - kept : fit, aim);
}

/* Pressure as it is now; in and out are not kept. */
static struct mir_live
measure(struct mir_function *function)
{
    struct arena own;
    arena_init_scratch(&own, function->arena->allocator, function->guard);
    struct mir_live live = *mir_live(&own, function);
    arena_free(&own);
    live.in = live.out = NULL;
    return live;
}

static void
run_class(struct mir_function *function, enum mir_class reg_class, unsigned limit, bool everything)
{
    struct arena own;
    arena_init_scratch(&own, function->arena->allocator, function->guard);
    struct spiller s = {.arena = &own,
                        .function = function,
                        .reg_class = reg_class,
                        .limit = limit,
                        .everything = everything};
    s.live = mir_live(s.arena, function);
    spill_class(&s);
    if (reg_class == MIR_VGPR)
        function->usage.vgpr_spills += s.spills;
    else
        function->usage.sgpr_spills += s.spills;
    arena_free(&own);
}

/* Aims lower until the result really fits: memory phis and tuples may need a little more.  most: what it must fit;
 * aim, at most that: what is tried once.  now: the pressure before and afterwards. */
static void
fit_class(struct mir_function *function, enum mir_class reg_class, unsigned most, unsigned aim,
          unsigned headroom, bool everything, struct mir_live *now)
{
    for (unsigned iteration = 0;; iteration++) {
        bool fits = now->spillable[reg_class] + headroom <= (iteration ? most : aim);
        if ((fits && !(everything && iteration == 0)) ||
            LIMIT_MET(function->guard, SPILL_ROUNDS, iteration == LIMIT_SPILL_ROUNDS))
            return;
        if (reg_class == MIR_VGPR)
            kernel_start_need_scratch(function);
        run_class(function, reg_class, left_of(aim, headroom + iteration * 4), everything);
        *now = measure(function);
        everything = false;
    }
}

/* Does the instruction use or define the temp of operand i before that operand, too? */
static bool
is_repeated(const struct mir_inst *inst, unsigned i)
{
    for (unsigned k = 0; k < i; k++)
        if (inst->operands[k].kind == MIR_TEMP && inst->operands[k].temp == inst->operands[i].temp)
            return true;
    return false;
}

static unsigned
operand_weight(const struct mir_inst *inst, enum mir_class reg_class)
{
    unsigned weight = 0;
    for (unsigned i = 0; i < inst->operand_count; i++)
        if (inst->operands[i].kind == MIR_TEMP && inst->operands[i].reg_class == reg_class &&
            !is_repeated(inst, i))
            weight += inst->operands[i].dwords;
    return weight;
}

/* Operands of one piece of inline assembly cannot be spilled: an error where they are more than the
 * limit.  Returns the limit, raised to what they need beside the headroom. */
static unsigned
hold_assembly(const struct mir_function *function, const struct backend_options *options,
              enum mir_class reg_class, unsigned limit)
{
    unsigned headroom = reg_class == MIR_VGPR ? BUDGET_VGPR_HEADROOM : BUDGET_SGPR_HEADROOM,
             most = 0;
    mir_foreach_block (block, function) {
        mir_foreach_inst (inst, block) {
            if (inst->op != MIR_P_ASM)
                continue;
            unsigned needed = operand_weight(inst, reg_class);
            if (needed > limit)
                diag_fatal(options->diag, inst->loc, assembly_registers_exceed_limit, needed,
                           reg_class == MIR_VGPR ? "VGPRs" : "SGPRs", function->source->name,
                           limit);
            most = needed > most ? needed : most;
        }
    }
    return most + headroom > limit ? most + headroom : limit;
}

/* Scalars that must go to lanes take VGPRs, one for 64 of them, that no callee overwrites.  Returns
 * how many to set aside; when the scalars might take more than their part, some of their slots will
 * be in scratch, all of them where callees leave no room. */
static unsigned
plan_lanes(struct mir_function *function, unsigned held, unsigned vgprs, unsigned most)
{
    unsigned part = vgprs < 64 ? BUDGET_LEAST_LANES : vgprs / 4;
    if (function->calls) {
        unsigned room = call_lane_room(function, most, held);
        part = room < BUDGET_LEAST_LANES ? 0 : smaller(part, room - 1);
    }
    if (held <= part * 64)
        return BUDGET_LEAST_LANES;
    function->has_pages = true;
    function->lane_vgprs = part;
    kernel_start_need_scratch(function);
    if (function->scratch_rsrc) {
        function->temps.at[function->scratch_rsrc].no_spill = true;
        function->temps.at[function->scratch_offset].no_spill = true;
    }
    return part + 1;
}

/* The slots of scalars that lanes do not hold become dwords of scratch, after those of VGPRs. */
static void
place_pages(struct mir_function *function)
{
    unsigned lanes = function->lane_vgprs * 64;
    if (!function->has_pages)
        return;
    function->spill_page = function->vgpr_spill_slots;
    function->vgpr_spill_slots += (left_of(function->sgpr_spill_slots, lanes) + 63) / 64;
}

static void
fit_vgprs(struct mir_function *function, unsigned vgprs, bool everything, struct mir_live *now)
{
    fit_class(function, MIR_VGPR, vgprs, vgprs, BUDGET_VGPR_HEADROOM, everything, now);
}

static void
spill_scalars(struct mir_function *function, unsigned sgprs, unsigned aim, bool everything,
              struct mir_live *now)
{
    unsigned rsrc = function->has_pages && function->scratch_rsrc ? BUDGET_RSRC_SGPRS : 0;
    fit_class(function, MIR_SGPR, sgprs, aim, BUDGET_SGPR_HEADROOM + rsrc, everything, now);
}

bool
spill(struct mir_function *function, const struct backend_options *options)
{
    bool everything = options && options->spill_everything;
    struct mir_live now = measure(function);
    unsigned most =
        hold_assembly(function, options, MIR_VGPR, budget_most_vgprs(function, options));
    unsigned scalars =
        hold_assembly(function, options, MIR_SGPR, budget_most_sgprs(function, options));
    unsigned vgprs = left_of(most, call_excluded_count(function, most));
    unsigned sgprs = scalars - call_kept_sgprs(function);
    unsigned aim = budget_aimed_sgprs(function, sgprs);
    bool spills_sgprs = now.max_sgprs + BUDGET_SGPR_HEADROOM > aim || everything;
    unsigned lanes = spills_sgprs ? plan_lanes(function, now.max_sgprs, vgprs, most) : 0;
    if (function->has_pages) { /* scratch is set up */
        now = measure(function);
        sgprs -= PAGE_SGPRS;
        scalars -= PAGE_SGPRS;
        aim = smaller(aim, sgprs);
    }
    if (now.max_vgprs + BUDGET_VGPR_HEADROOM + lanes > vgprs || everything)
        fit_vgprs(function, left_of(vgprs, lanes), everything, &now);
    if (now.max_sgprs + BUDGET_SGPR_HEADROOM > aim || everything)
        spill_scalars(function, sgprs, aim, everything, &now);
    spill_share(function, MIR_SGPR);
    /* Rarely, more scalars were spilled than those VGPRs hold. */
    unsigned reserved = spill_reserved_vgprs(function);
    if (reserved > lanes)
        fit_vgprs(function, left_of(vgprs, reserved), false, &now);
    spill_share(function, MIR_VGPR);
    place_pages(function);
    choose_budgets(function, &now, most, scalars,
                   smaller(aim + call_kept_sgprs(function), scalars));
    return function->vgpr_spill_slots || function->sgpr_spill_slots;
}
