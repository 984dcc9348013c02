/* Replaces calls by the body of the function: those that inline_plan.c wants inlined.
 *
 * Functions may not be recursive in OpenCL (sema refuses that), so this ends.  The callee's allocas
 * go to the entry of the caller; several returns meet in phis.
 *
 *   %2 = call i32 @f(%1)   ->   br to a copy of f's blocks, whose ret is a br to what followed */
#include "midend/pass.h"

#include "midend/calls/inline_plan.h"
#include "midend/ir/debug_point.h"
#include "midend/ir/ir_build.h"
#include "support/limit.h"

struct fixup {
    struct ir_inst *inst;
    uint32_t index;
    ir_id id; /* in the callee */
};

struct inliner {
    struct ir_function *caller, *callee;
    struct ir_inst *call;
    struct ir_block *rest;    /* the code after the call */
    ir_id *values;            /* callee id -> caller id, 0: not yet */
    struct ir_block **blocks; /* callee block id -> copy */
    VEC(struct fixup) fixups;
    VEC(struct ir_inst *) returns; /* copies of ret */
    uint32_t *expanded;            /* instructions copied so far */
    struct debug_inlining debug;   /* where the module has debug information */
    VEC(struct ir_inst *) copies;  /* the same: those that come from the source */
    struct arena scratch;
};

/* The caller's value for one of the callee, or 0 when its definition is not copied yet. */
static ir_id
translate(struct inliner *in, ir_id id)
{
    const struct ir_value *value = ir_value(in->callee, id);
    if (in->values[id])
        return in->values[id];
    if (value->kind == IR_VALUE_CONST)
        return in->values[id] = ir_const(in->caller, (enum ir_type)value->type, value->bits);
    if (value->kind == IR_VALUE_UNDEF)
        return in->values[id] = ir_undef(in->caller, (enum ir_type)value->type);
    return 0;
}

/* Does the operation ask about a parameter of the callee, of whatever sign? */
static bool
asks_about_parameter(const struct inliner *in, const struct ir_inst *inst)
{
    if (!ir_is_float_op((enum ir_op)inst->op) || inst->type != IR_I1 ||
        !ir_is_const(in->callee, inst->args[1].value))
        return false;
    const struct ir_value *value = ir_value(in->callee, inst->args[0].value);
    while (value->kind == IR_VALUE_INST &&
           (value->inst->op == IR_OP_fabs || value->inst->op == IR_OP_fneg))
        value = ir_value(in->callee, value->inst->args[0].value);
    return value->kind == IR_VALUE_PARAM;
}

static struct ir_inst *
copy_inst(struct inliner *in, const struct ir_inst *inst)
{
    ir_id *args = ARENA_ARRAY(&in->scratch, inst->arg_count + 1u, ir_id);
    uint32_t first_fixup = in->fixups.count;
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        ir_id old = inst->args[i].value;
        args[i] = translate(in, old);
        if (!args[i]) {
            args[i] = ir_undef(in->caller, ir_type_of(in->callee, old));
            vec_push(&in->scratch, &in->fixups, (struct fixup){NULL, i, old});
        }
    }
    struct ir_inst *copy = ir_inst_clone(in->caller, inst, args);
    if (in->call->no_wrap & IR_FINITE && asks_about_parameter(in, inst))
        copy->no_wrap |= IR_FINITE;
    for (uint32_t i = first_fixup; i < in->fixups.count; i++)
        in->fixups.at[i].inst = copy;
    if (in->caller->module->debug && inst->loc) {
        copy->loc = inst->loc; /* until all values are copied */
        vec_push(&in->scratch, &in->copies, copy);
    }
    if (!copy->loc) /* the library has no source locations */
        copy->loc = in->call->loc;
    return copy;
}

static void
copy_block(struct inliner *in, const struct ir_block *block)
{
    struct ir_block *copy = in->blocks[block->id];
    ir_foreach_inst (inst, block) {
        ++*in->expanded;
        struct ir_inst *made = copy_inst(in, inst);
        for (uint32_t i = 0; i < inst->def_count; i++)
            in->values[inst->def + i] = made->def + i;
        if (inst->op == IR_OP_alloca && in->caller->entry->first)
            ir_insert_before(in->caller->entry->first, made);
        else
            ir_append(copy, made);
        if (inst->op == IR_OP_ret)
            vec_push(&in->scratch, &in->returns, made);
    }
    copy->unroll = block->unroll;
    copy->succ_count = block->succ_count;
    for (unsigned i = 0; i < block->succ_count; i++)
        copy->succs[i] = in->blocks[block->succs[i]->id];
    for (uint32_t i = 0; i < block->preds.count; i++) /* in the order of phi arguments */
        vec_push(in->caller->module->arena, &copy->preds, in->blocks[block->preds.at[i]->id]);
}

static void
copy_body(struct inliner *in, struct ir_block *after)
{
    ir_foreach_block (block, in->callee) {
        after = ir_block_after(after);
        in->blocks[block->id] = after;
    }
    ir_foreach_block (block, in->callee)
        copy_block(in, block);
    for (uint32_t i = 0; i < in->fixups.count; i++) {
        struct fixup *fixup = &in->fixups.at[i];
        ir_set_arg(fixup->inst, fixup->index, translate(in, fixup->id));
    }
}

/* Each return branches to the code after the call; several results meet in a phi. */
static void
connect_returns(struct inliner *in)
{
    struct ir_inst *call = in->call;
    uint32_t count = in->returns.count;
    ir_id *args = ARENA_ARRAY(&in->scratch, count + 1u, ir_id);
    ir_id *results = ARENA_ARRAY(&in->scratch, (size_t)count * call->def_count + 1, ir_id);
    for (uint32_t r = 0; r < count; r++) {
        struct ir_inst *ret = in->returns.at[r];
        for (uint32_t i = 0; i < call->def_count; i++)
            results[r * call->def_count + i] = ret->args[i].value;
        ir_set_br(ret->block, in->rest);
    }
    for (uint32_t i = 0; i < call->def_count; i++) {
        ir_id result;
        enum ir_type type = ir_type_of(in->caller, call->def + i);
        for (uint32_t r = 0; r < count; r++)
            args[r] = results[r * call->def_count + i];
        if (count == 1) {
            result = args[0];
        } else if (count == 0) {
            result = ir_undef(in->caller, type);
        } else {
            struct ir_inst *phi = ir_inst_new(in->caller, IR_OP_phi, type, 1, args, count);
            phi->loc = call->loc;
            ir_insert_before(in->rest->first, phi);
            result = phi->def;
        }
        ir_replace_uses(in->caller, call->def + i, result);
    }
}

/* What is known of the callee's variables is known of the copy's. */
static void
translate_locations(struct inliner *in)
{
    in->debug.caller = in->caller;
    in->debug.callee = in->callee;
    in->debug.values = in->values;
    in->debug.call = in->call->loc;
    debug_inline_begin(&in->debug, &in->scratch);
    vec_foreach (struct ir_inst *const, copy, &in->copies)
        (*copy)->loc = (*copy)->op == IR_OP_alloca ? debug_inline_site(&in->debug, (*copy)->loc)
                                                   : debug_inline(&in->debug, (*copy)->loc);
}

/* The call is the first instruction of its block, which has one predecessor. */
static void
inline_call(struct inliner *in)
{
    in->rest = in->call->block;
    struct ir_block *before = in->rest->preds.at[0];
    in->values = ARENA_ARRAY(&in->scratch, in->callee->values.count, ir_id);
    in->blocks = ARENA_ARRAY(&in->scratch, in->callee->block_count + 1u, struct ir_block *);
    for (uint32_t i = 0; i < in->callee->param_count; i++)
        in->values[in->callee->params[i]] = in->call->args[i].value;
    copy_body(in, before);
    if (in->caller->module->debug)
        translate_locations(in);
    ir_redirect(before, 0, in->blocks[in->callee->entry->id]);
    connect_returns(in);
    ir_remove(in->call);
}

static void
check_size(const struct ir_function *function, uint32_t expanded)
{
    if (!LIMIT_MET(function->module->guard, EXPANDED_CODE, expanded > LIMIT_EXPANDED_CODE))
        return;
    if (function->module->diag)
        diag_fatal(function->module->diag, function->loc, too_many_inlined_instructions,
                   function->name, LIMIT_EXPANDED_CODE);
    ice(function->module->guard, "more than %d instructions to expand", LIMIT_EXPANDED_CODE);
}

typedef VEC(struct ir_inst *) inst_list;

/* Each call that is inlined begins a block of its own.  Splitting moves what follows, so the last call
 * comes first: every instruction moves once. */
static void
split_at_calls(struct arena *arena, const struct ir_block *block, inst_list *calls)
{
    calls->count = 0;
    ir_foreach_inst (inst, block)
        if (inst->op == IR_OP_call && inline_call_wanted(inst))
            vec_push(arena, calls, inst);
    for (uint32_t i = calls->count; i-- > 0;)
        ir_split_block(calls->at[i]);
}

static void
expand(struct ir_function *caller, struct ir_inst *call, uint32_t *expanded)
{
    struct inliner in = {
        .caller = caller, .callee = call->callee, .call = call, .expanded = expanded};
    if (!call->callee->entry)
        ice(caller->module->guard, "call of '%s', which has no body", call->callee->name);
    arena_init_scratch(&in.scratch, caller->module->arena->allocator, caller->module->guard);
    inline_call(&in);
    arena_free(&in.scratch);
    check_size(caller, *expanded);
}

bool
inline_calls(struct ir_function *function)
{
    struct arena scratch;
    inst_list calls = {0};
    bool changed = false;
    uint32_t expanded = 0;
    arena_init_scratch(&scratch, function->module->arena->allocator, function->module->guard);
    /* Blocks of copies and what followed calls come later in this walk. */
    for (struct ir_block *block = function->entry; block; block = block->next) {
        split_at_calls(&scratch, block, &calls);
        vec_foreach (struct ir_inst *, call, &calls)
            expand(function, *call, &expanded);
        changed |= calls.count > 0;
    }
    arena_free(&scratch);
    return changed;
}

struct ir_function *
inline_copy(struct ir_function *f)
{
    struct ir_module *module = f->module;
    const char *name = f->name;
    uint32_t expanded = 0, number = 1;
    do
        name = arena_printf(module->arena, "%s.%u", f->name, number++);
    while (ir_find_function(module, name));
    struct ir_function *copy = ir_function_new(module, name, f->param_types, f->param_count,
                                               f->result_types, f->result_count);
    copy->is_library = f->is_library;
    copy->is_noinline = f->is_noinline;
    copy->is_linked = f->is_linked;
    copy->forms = f->forms;
    copy->effects = f->effects;
    copy->call_room = f->call_room;
    copy->layout = f->layout;
    copy->loc = f->loc;
    struct ir_builder b = {copy, ir_block_new(copy), NULL, f->loc};
    enum ir_type type = f->result_count ? (enum ir_type)f->result_types[0] : IR_VOID;
    struct ir_inst *call =
        ir_build(&b, IR_OP_call, type, f->result_count, copy->params, f->param_count);
    call->callee = f;
    ir_id *results = ARENA_ARRAY(module->arena, f->result_count + 1u, ir_id);
    for (uint32_t i = 0; i < f->result_count; i++)
        results[i] = call->def + i;
    ir_build_ret(&b, results, f->result_count);
    ir_split_block(call);
    expand(copy, call, &expanded);
    return copy;
}
