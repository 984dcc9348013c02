/* The one place that decides which calls are inlined: inline_reason.def has the reasons.
 *
 * Functions are decided innermost first, so a body has its size with all that was inlined into it.
 * Code grows in proportion to the source: a body hardly longer than a call costs nothing, a single
 * call moves a body, and all other growth is taken from a budget that is a multiple of the program's
 * size. */
#include "midend/calls/inline_plan.h"

#include "midend/analysis/analysis.h"
#include "support/limit.h"
#include "support/number.h"
#include "support/pass_run.h"

/* In instructions, tuned.  A call takes about SHORT: moving arguments and results, the jump and back. */
enum {
    SHORT = 12,
    SHORT_FOR_ARG = 2, /* more for each argument */
    SMALL = 60,        /* is inlined wherever there is room for it */
    ROOM_FACTOR = 1    /* the program may grow by LIMIT_INLINED_GROWTH and so often its size */
};

/* In registers.  Beside its arguments a function has TEMPORARIES, among them lanes for scalars; a
 * call passes at least LEAST_ROOM, whatever the kernel asks for: tuned. */
enum { MAX_WAVES = 10 /* of a SIMD */, TEMPORARIES = 12, LEAST_ROOM = 8 };

struct inline_plan {
    struct ir_module *module;
    uint64_t whole; /* instructions of the program with everything inlined */
    uint32_t room;
    struct map declined;              /* calls that were asked about, to which the answer was no */
    const struct ir_function *caller; /* the one that was asked about last, and its size */
    uint32_t caller_size;
};

static const struct {
    bool inlined;
    const char *text;
} reasons[] = {
#define REASON(name, inlined, text) {inlined, text},
#include "midend/calls/inline_reason.def"
};

uint32_t
inline_size(const struct ir_function *function)
{
    uint32_t size = 0;
    ir_foreach_block (block, function)
        ir_foreach_inst (inst, block)
            size += inst->op != IR_OP_alloca;
    return size;
}

static const struct pass_options *
options_of(const struct ir_module *module)
{
    return module->run ? module->run->options : NULL;
}

uint32_t
inline_expanded_size(const struct ir_function *function)
{
    uint64_t size = 0;
    ir_foreach_block (block, function)
        ir_foreach_inst (inst, block)
            size += 1 + (inst->op == IR_OP_call ? (uint64_t)inst->callee->expanded_size : 0);
    return size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
}

/* ---- what calls may pass in registers ---- */

uint32_t
inline_param_room(const struct ir_function *function)
{
    return function->call_room ? function->call_room : INLINE_MAX_PARAM_DWORDS;
}

uint32_t
inline_result_room(const struct ir_function *function)
{
    return (uint32_t)smaller(inline_param_room(function), INLINE_MAX_RESULT_DWORDS);
}

/* VGPRs of a work-item of the kernel: SIMDs have 256 for all waves that its attributes ask for. */
static uint32_t
vgprs_of(const struct ir_function *kernel, const struct pass_options *options)
{
    const struct kernel_info *info = kernel->kernel;
    uint32_t group = info && info->max_flat_group_size ? info->max_flat_group_size : 256;
    uint32_t waves = (uint32_t)larger(((group + 63) / 64 + 3) / 4, info ? info->least_waves : 0);
    uint32_t vgprs = 256 / (uint32_t)smaller(waves, MAX_WAVES) / 4 * 4;
    if (options->max_vgprs)
        vgprs = (uint32_t)smaller(vgprs, options->max_vgprs);
    return info && info->max_vgprs ? (uint32_t)smaller(vgprs, info->max_vgprs) : vgprs;
}

static void
narrow_room(struct ir_function *function, uint32_t room)
{
    room = (uint32_t)smaller(room, inline_param_room(function));
    function->call_room = (uint8_t)room;
}

/* A function has the room of the narrowest kernel that reaches it.  Callers come first. */
static void
find_rooms(const struct ir_module *module)
{
    const struct ana_calls *calls = module->calls;
    for (uint32_t i = calls->count; i-- > 0;) {
        struct ir_function *f = calls->order[i];
        if (f->is_kernel) {
            uint32_t vgprs = vgprs_of(f, options_of(module));
            narrow_room(f, (uint32_t)larger(vgprs, TEMPORARIES + LEAST_ROOM) - TEMPORARIES);
        }
        ir_foreach_block (block, f)
            ir_foreach_inst (inst, block)
                if (inst->op == IR_OP_call)
                    narrow_room(inst->callee, f->call_room);
    }
}

void
inline_plan(struct ir_module *module)
{
    struct inline_plan *plan = ARENA_NEW(module->arena, struct inline_plan);
    const struct ana_calls *calls = module->calls;
    uint64_t whole = 0, sum = 0;
    for (uint32_t i = 0; i < calls->count; i++) {
        struct ir_function *f = calls->order[i];
        f->expanded_size = inline_expanded_size(f);
        whole += f->is_kernel ? f->expanded_size : 0;
        sum += inline_size(f);
    }
    find_rooms(module);
    plan->module = module;
    plan->declined = map_new(module->arena);
    plan->whole = whole;
    plan->room = (uint32_t)(LIMIT_INLINED_GROWTH + ROOM_FACTOR * sum);
    module->plan = plan;
}

/* ---- what is gained ---- */

/* Does the parameter decide a branch, a comparison or an address? */
static bool
decides(const struct ir_function *f, ir_id param)
{
    for (const struct ir_use *use = ir_value(f, param)->uses; use; use = use->next) {
        const struct ir_inst *user = use->user;
        bool compares = user->type == IR_I1 && user->op != IR_OP_phi && user->op != IR_OP_select;
        bool indexes = user->op == IR_OP_ptradd && use == &user->args[1];
        if (compares || indexes || user->op == IR_OP_cbr)
            return true;
        bool scales = user->op == IR_OP_shl || user->op == IR_OP_mul || user->op == IR_OP_zext ||
                      user->op == IR_OP_sext;
        if (scales && user->def_count && ir_value(f, user->def)->uses &&
            ir_value(f, user->def)->uses->user->op == IR_OP_ptradd)
            return true;
    }
    return false;
}

static bool
has_deciding_constants(const struct ir_inst *call)
{
    const struct ir_function *callee = call->callee;
    for (uint32_t i = 0; i < call->arg_count; i++)
        if (ir_is_const(call->block->function, call->args[i].value) &&
            decides(callee, callee->params[i]))
            return true;
    return false;
}

/* Does the argument point to an object of the caller? */
static bool
is_array(const struct ir_function *caller, ir_id arg)
{
    const struct ir_inst *inst = ir_def(caller, arg);
    struct guard *guard = caller->module->guard;
    for (unsigned i = 0; inst && !LIMIT_MET(guard, ADDRESS_CHAIN, i == LIMIT_ADDRESS_CHAIN); i++) {
        if (inst->op == IR_OP_alloca)
            return true;
        if (inst->op != IR_OP_ptradd && inst->op != IR_OP_addrspacecast)
            return false;
        inst = ir_def(caller, inst->args[0].value);
    }
    return false;
}

static bool
passes_arrays(const struct ir_inst *call)
{
    for (uint32_t i = 0; i < call->arg_count; i++)
        if (is_array(call->block->function, call->args[i].value))
            return true;
    return false;
}

/* Has it an object that is accessed at variable indices?  Each copy of such a body takes memory of
 * its own, for as long as its caller runs. */
static bool
has_array(const struct ir_function *f)
{
    ir_foreach_inst (inst, f->entry) {
        if (inst->op != IR_OP_alloca)
            continue;
        for (const struct ir_use *use = ir_value(f, inst->def)->uses; use; use = use->next)
            if (use->user->op == IR_OP_ptradd && !ir_is_const(f, use->user->args[1].value))
                return true;
    }
    return false;
}

/* ---- the decision ---- */

/* Its body no longer changes when somebody asks. */
static uint32_t
size_of(const struct inline_plan *plan, const struct ir_function *callee)
{
    struct ana_callee *known = ana_calls_of(plan->module->calls, callee);
    if (known && !known->size)
        known->size = inline_size(callee);
    return known ? known->size : inline_size(callee);
}

/* Takes the body from the room for growth, if it fits there. */
static bool
take_room(struct inline_plan *plan, const struct ir_inst *call, uint32_t size)
{
    struct guard *guard = plan->module->guard;
    const struct ir_function *caller = call->block->function;
    if (plan->caller != caller) {
        plan->caller = caller;
        plan->caller_size = inline_size(caller);
    }
    if (LIMIT_MET(guard, INLINED_GROWTH, size > plan->room) ||
        LIMIT_MET(guard, INLINED_CALLER, plan->caller_size + size > LIMIT_INLINED_CALLER))
        return false;
    plan->room -= size;
    plan->caller_size += size;
    return true;
}

static enum inline_reason
gain_of(struct inline_plan *plan, const struct ir_inst *call, uint32_t size)
{
    struct guard *guard = plan->module->guard;
    if (has_array(call->callee))
        return INLINE_FRAME;
    if (size <= SMALL && take_room(plan, call, size))
        return INLINE_SMALL;
    if (has_deciding_constants(call) &&
        !LIMIT_MET(guard, INLINED_WITH_CONSTANTS, size > LIMIT_INLINED_WITH_CONSTANTS) &&
        take_room(plan, call, size))
        return INLINE_CONSTANTS;
    if (passes_arrays(call) &&
        !LIMIT_MET(guard, INLINED_WITH_ARRAYS, size > LIMIT_INLINED_WITH_ARRAYS) &&
        take_room(plan, call, size))
        return INLINE_ARRAYS;
    if (!LIMIT_MET(guard, INLINED_ANYWHERE, size > LIMIT_INLINED_ANYWHERE) &&
        take_room(plan, call, size))
        return INLINE_ROOM;
    return INLINE_LARGE;
}

static enum inline_reason
reason_of(struct inline_plan *plan, const struct ir_inst *call)
{
    const struct ir_function *callee = call->callee;
    const struct pass_options *options = options_of(plan->module);
    const struct ana_callee *known = ana_calls_of(plan->module->calls, callee);
    uint32_t size = size_of(plan, callee);
    bool only_marked = !options->optimise || options->inlining == PASS_INLINE_MARKED;
    if (options->inlining == PASS_INLINE_ALL)
        return INLINE_EVERYTHING;
    if (callee->is_kernel)
        return INLINE_KERNEL;
    if (callee->is_always_inline)
        return INLINE_ALWAYS;
    if (callee->is_noinline)
        return INLINE_NOINLINE;
    if (size <= SHORT + SHORT_FOR_ARG * call->arg_count && (callee->is_library || !only_marked))
        return INLINE_SHORT;
    if (only_marked && callee->is_library && size <= SMALL)
        return INLINE_SMALL;
    if (only_marked)
        return INLINE_SWITCHED_OFF;
    if (plan->whole <= LIMIT_INLINED_PROGRAM)
        return INLINE_PROGRAM;
    if (known && known->sites.count == 1)
        return INLINE_ONCE;
    enum inline_reason reason = gain_of(plan, call, size);
    LIMIT_MET(plan->module->guard, INLINED_PROGRAM, !reasons[reason].inlined);
    return reason;
}

static void
tell(const struct inline_plan *plan, const struct ir_inst *call, enum inline_reason reason)
{
    struct pass_options *options = plan->module->run->options;
    struct arena *arena = plan->module->arena;
    bool inlined = reasons[reason].inlined;
    if (!(options->remarks & (inlined ? PASS_REMARKS_DONE : PASS_REMARKS_MISSED)))
        return;
    struct pass_remark remark = {.loc = call->loc,
                                 .pass = "inline",
                                 .is_missed = !inlined,
                                 .text = arena_printf(arena, "'%s' %sinlined into '%s': %s",
                                                      call->callee->name, inlined ? "" : "not ",
                                                      call->block->function->name,
                                                      reasons[reason].text)};
    vec_push(arena, &options->told, remark);
}

bool
inline_take_room(struct ir_module *module, uint32_t size)
{
    if (module->plan && size > module->plan->room)
        return false;
    if (module->plan)
        module->plan->room -= size;
    return true;
}

bool
inline_moves(const struct ir_module *module, const struct ir_function *function)
{
    const struct pass_options *options = options_of(module);
    const struct ana_callee *known = ana_calls_of(module->calls, function);
    bool stays = function->is_kernel || function->is_noinline || !options->optimise ||
                 options->inlining == PASS_INLINE_MARKED;
    return !stays && known && known->sites.count == 1;
}

bool
inline_call_wanted(const struct ir_inst *call)
{
    struct inline_plan *plan = call->block->function->module->plan;
    if (!plan)
        return true;
    if (map_get(&plan->declined, MAP_KEY(call)))
        return false;
    enum inline_reason reason = reason_of(plan, call);
    tell(plan, call, reason);
    if (!reasons[reason].inlined)
        map_put(&plan->declined, MAP_KEY(call), plan);
    return reasons[reason].inlined;
}
