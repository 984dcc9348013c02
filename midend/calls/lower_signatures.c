/* Signatures of functions that stay called, as the back end takes them (docs/abi.md, "Calls").
 *
 *   - what only the launch knows (work-item ids, the dispatch packet, hidden arguments ...) is a
 *     parameter; callees come first, so their callers' own parameters follow from it
 *   - no parameter or result is an i1: it is an i32, 0 or 1
 *   - more parameters or results than registers hold are passed in a private object of the caller
 *
 *   call @f, in it workitem_id   ->   %1 = workitem_id; call %1, @f */
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/calls/inline_plan.h"
#include "midend/ir/ir_build.h"

struct signatures {
    struct ir_module *module;
    struct arena scratch;
    struct map launch; /* caller and launch value -> the instruction in the caller's entry */
    struct map object; /* caller -> its object for arguments */
    struct map answer; /* caller -> its object for results */
    bool changed;
};

static struct ir_builder
builder_at(struct ir_function *function, struct ir_inst *before)
{
    return (struct ir_builder){function, before->block, before, before->loc};
}

/* After the call was replaced by one with as many results. */
static void
replace_call(struct ana_callee *callee, uint32_t site, struct ir_inst *with)
{
    struct ir_inst *call = callee->sites.at[site];
    for (uint32_t i = 0; i < call->def_count; i++)
        ir_replace_uses(call->block->function, call->def + i, with->def + i);
    ir_remove(call);
    callee->sites.at[site] = with;
}

static ir_id *
args_of(struct signatures *s, const struct ir_inst *inst, uint32_t room)
{
    ir_id *args = ARENA_ARRAY(&s->scratch, inst->arg_count + room + 1u, ir_id);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        args[i] = inst->args[i].value;
    return args;
}

static struct ir_param *
params_of(struct signatures *s, const struct ir_function *function, uint32_t room)
{
    struct ir_param *params =
        ARENA_ARRAY(&s->scratch, function->param_count + room + 1u, struct ir_param);
    for (uint32_t i = 0; i < function->param_count; i++)
        params[i] = (struct ir_param){function->param_types[i], i};
    return params;
}

/* ---- values of the launch ---- */

static bool
is_launch_value(const struct ir_inst *inst)
{
    switch (inst->op) {
    case IR_OP_workitem_id:
    case IR_OP_workgroup_id:
    case IR_OP_dispatch_ptr:
    case IR_OP_queue_ptr:
    case IR_OP_kernarg_ptr:
    case IR_OP_hidden_arg:
    case IR_OP_hidden_block:
    case IR_OP_static_lds:
        return true;
    default:
        return false;
    }
}

/* Tells launch values apart. */
static uint32_t
number_of(const struct ir_inst *inst)
{
    uint32_t which = inst->op == IR_OP_hidden_arg ? inst->hidden
                     : inst->op == IR_OP_workitem_id || inst->op == IR_OP_workgroup_id
                         ? inst->dimension
                         : 0;
    return inst->op * 16u + which;
}

typedef VEC(struct ir_inst *) inst_list;

/* One of each. */
static inst_list
launch_values(struct signatures *s, const struct ir_function *function)
{
    struct bitset seen = bitset_new(&s->scratch, IR_OPS * 16u);
    inst_list list = {0};
    ir_foreach_block (block, function)
        ir_foreach_inst (inst, block)
            if (is_launch_value(inst) && !bitset_has(&seen, number_of(inst))) {
                bitset_add(&seen, number_of(inst));
                vec_push(&s->scratch, &list, inst);
            }
    return list;
}

/* The same value in the caller's entry. */
static ir_id
launch_value_in(struct signatures *s, struct ir_function *caller, const struct ir_inst *like)
{
    uint64_t key = MAP_KEY(caller) * (IR_OPS * 16u) + number_of(like);
    struct ir_inst *made = map_get(&s->launch, key);
    if (!made) {
        made = ir_inst_clone(caller, like, NULL);
        made->loc = caller->loc;
        ir_insert_before(caller->entry->first, made);
        map_put(&s->launch, key, made);
    }
    return made->def;
}

static void
pass_launch_values(struct signatures *s, struct ana_callee *callee)
{
    struct ir_function *f = callee->function;
    inst_list list = launch_values(s, f);
    uint32_t old = f->param_count;
    struct ir_param *params = params_of(s, f, list.count);
    if (!list.count)
        return;
    for (uint32_t i = 0; i < list.count; i++)
        params[old + i] = (struct ir_param){list.at[i]->type, UINT32_MAX};
    for (uint32_t k = 0; k < callee->sites.count; k++) {
        struct ir_inst *call = callee->sites.at[k];
        ir_id *args = args_of(s, call, list.count);
        for (uint32_t i = 0; i < list.count; i++)
            args[old + i] = launch_value_in(s, call->block->function, list.at[i]);
        replace_call(callee, k, ir_set_call(call, args, old + list.count));
    }
    ir_set_params(f, params, old + list.count);
    uint32_t *index = ARENA_ARRAY(&s->scratch, IR_OPS * 16u, uint32_t);
    for (uint32_t i = 0; i < list.count; i++)
        index[number_of(list.at[i])] = old + i;
    ir_foreach_block (block, f)
        ir_foreach_inst_safe (inst, block)
            if (is_launch_value(inst)) {
                ir_replace_uses(f, inst->def, f->params[index[number_of(inst)]]);
                ir_remove(inst);
            }
    s->changed = true;
}

/* ---- i1 ---- */

static uint32_t
count_flags(const uint8_t *types, uint32_t count)
{
    uint32_t flags = 0;
    for (uint32_t i = 0; i < count; i++)
        flags += types[i] == IR_I1;
    return flags;
}

static void
widen_args(struct signatures *s, struct ana_callee *callee)
{
    const struct ir_function *f = callee->function;
    for (uint32_t k = 0; k < callee->sites.count; k++) {
        struct ir_inst *call = callee->sites.at[k];
        struct ir_builder b = builder_at(call->block->function, call);
        ir_id *args = args_of(s, call, 0);
        for (uint32_t i = 0; i < f->param_count; i++)
            if (f->param_types[i] == IR_I1)
                args[i] = ir_build1(&b, IR_OP_zext, IR_I32, args[i]);
        replace_call(callee, k, ir_set_call(call, args, call->arg_count));
    }
}

static void
widen_params(struct signatures *s, struct ana_callee *callee)
{
    struct ir_function *f = callee->function;
    struct ir_param *params = params_of(s, f, 0);
    struct bitset flags = bitset_new(&s->scratch, f->param_count + 1u);
    widen_args(s, callee);
    for (uint32_t i = 0; i < f->param_count; i++)
        if (f->param_types[i] == IR_I1) {
            params[i].type = IR_I32;
            bitset_add(&flags, i);
        }
    ir_set_params(f, params, f->param_count);
    struct ir_builder b = builder_at(f, f->entry->first);
    for (uint32_t i = 0; i < f->param_count; i++) {
        if (!bitset_has(&flags, i))
            continue;
        ir_id zero = ir_const(f, IR_I32, 0);
        struct ir_inst *flag = ir_inst_new(f, IR_OP_ne, IR_I1, 1, (ir_id[]){zero, zero}, 2);
        ir_insert_before(b.before, flag);
        ir_replace_uses(f, f->params[i], flag->def);
        ir_set_arg(flag, 0, f->params[i]);
    }
    s->changed = true;
}

/* Results have one type, so all are flags. */
static void
widen_results(struct signatures *s, struct ana_callee *callee)
{
    struct ir_function *f = callee->function;
    uint32_t count = f->result_count;
    uint8_t *types = ARENA_ARRAY(&s->scratch, count, uint8_t);
    ir_id *values = ARENA_ARRAY(&s->scratch, count, ir_id);
    for (uint32_t i = 0; i < count; i++)
        types[i] = IR_I32;
    ir_set_results(f, types, count);
    ir_foreach_block (block, f) {
        struct ir_builder b = builder_at(f, block->last);
        for (uint32_t i = 0; block->last->op == IR_OP_ret && i < count; i++)
            values[i] = ir_build1(&b, IR_OP_zext, IR_I32, block->last->args[i].value);
        if (block->last->op == IR_OP_ret)
            ir_set_ret(block->last, values, count);
    }
    for (uint32_t k = 0; k < callee->sites.count; k++) {
        struct ir_inst *call = callee->sites.at[k];
        struct ir_function *caller = call->block->function;
        struct ir_inst *wide = ir_set_call(call, args_of(s, call, 0), call->arg_count);
        struct ir_builder b = builder_at(caller, call);
        for (uint32_t i = 0; i < count; i++)
            ir_replace_uses(
                caller, call->def + i,
                ir_build2(&b, IR_OP_ne, IR_I1, wide->def + i, ir_const(caller, IR_I32, 0)));
        replace_call(callee, k, wide);
    }
    s->changed = true;
}

/* ---- more than registers hold ---- */

static uint32_t
align_up(uint32_t n, uint32_t align)
{
    return (n + align - 1) & -align;
}

/* The caller's object, with room for size bytes: one for all of its calls, for what is in it has been
 * read before it is filled again. */
static ir_id
object_of(struct map *objects, struct ir_function *caller, uint32_t size)
{
    struct ir_inst *object = map_get(objects, MAP_KEY(caller));
    if (!object) {
        struct ir_builder b = builder_at(caller, caller->entry->first);
        object = ir_build_alloca(&b, size, 8);
        map_put(objects, MAP_KEY(caller), object);
    }
    if (object->size < size)
        object->size = size;
    return object->def;
}

/* Parameters from `first` on lie in the object, one after the other. */
static uint32_t
place_of(const struct ir_function *f, uint32_t first, uint32_t index)
{
    uint32_t at = 0;
    for (uint32_t i = first; i <= index; i++) {
        uint32_t size = ir_type_bytes((enum ir_type)f->param_types[i]);
        at = align_up(at, size);
        if (i < index)
            at += size;
    }
    return at;
}

static void
store_args(struct signatures *s, struct ana_callee *callee, uint32_t first)
{
    const struct ir_function *f = callee->function;
    uint32_t last = f->param_count - 1;
    uint32_t size = place_of(f, first, last) + ir_type_bytes((enum ir_type)f->param_types[last]);
    for (uint32_t k = 0; k < callee->sites.count; k++) {
        struct ir_inst *call = callee->sites.at[k];
        ir_id object = object_of(&s->object, call->block->function, size);
        struct ir_builder b = builder_at(call->block->function, call);
        ir_id *args = args_of(s, call, 0);
        for (uint32_t i = first; i < f->param_count; i++) {
            enum ir_type type = (enum ir_type)f->param_types[i];
            ir_id pointer = ir_build_offset(&b, object, place_of(f, first, i));
            ir_build_store(&b, type, 1, pointer, &args[i], ir_type_bytes(type));
        }
        args[first] = object;
        replace_call(callee, k, ir_set_call(call, args, first + 1));
    }
}

/* The pointer is the parameter after param_count. */
static void
load_params(struct ir_function *f, uint32_t first)
{
    struct ir_builder b = builder_at(f, f->entry->first);
    for (uint32_t i = first; i < f->param_count; i++) {
        enum ir_type type = (enum ir_type)f->param_types[i];
        ir_id pointer = ir_build_offset(&b, f->params[f->param_count], place_of(f, first, i));
        ir_id value = ir_build_load(&b, type, 1, pointer, ir_type_bytes(type))->def;
        ir_replace_uses(f, f->params[i], value);
    }
}

/* Registers that the first parameters take, in dwords; *count: how many fit beside a pointer. */
static uint32_t
count_dwords(const struct ir_function *f, uint32_t *fitting)
{
    uint32_t dwords = 0;
    *fitting = 0;
    for (uint32_t i = 0; i < f->param_count; i++) {
        dwords += ir_type_bits((enum ir_type)f->param_types[i]) > 32 ? 2 : 1;
        if (dwords < inline_param_room(f))
            *fitting = i + 1;
    }
    return dwords;
}

static void
pass_in_memory(struct signatures *s, struct ana_callee *callee)
{
    struct ir_function *f = callee->function;
    uint32_t first, old = f->param_count;
    if (count_dwords(f, &first) <= inline_param_room(f))
        return;
    store_args(s, callee, first);
    /* with the pointer after all others at first */
    struct ir_param *params = params_of(s, f, 1);
    params[old] = (struct ir_param){IR_P_PRIVATE, UINT32_MAX};
    ir_set_params(f, params, old + 1);
    f->param_count = old;
    load_params(f, first);
    f->param_count = old + 1;
    params[first] = (struct ir_param){IR_P_PRIVATE, old};
    ir_set_params(f, params, first + 1);
    s->changed = true;
}

/* The calls of a function that returns `kept` results and stores the others, which have this type. */
static void
load_results(struct signatures *s, struct ana_callee *callee, enum ir_type type, uint32_t count)
{
    uint32_t kept = callee->function->result_count, size = ir_type_bytes(type);
    for (uint32_t k = 0; k < callee->sites.count; k++) {
        struct ir_inst *call = callee->sites.at[k];
        struct ir_function *caller = call->block->function;
        ir_id *args = args_of(s, call, 1);
        ir_id object = args[call->arg_count] = object_of(&s->answer, caller, (count - kept) * size);
        struct ir_inst *new = ir_set_call(call, args, call->arg_count + 1);
        struct ir_builder b = builder_at(caller, call);
        for (uint32_t i = 0; i < count; i++) {
            ir_id value = new->def + i;
            if (i >= kept) {
                ir_id pointer = ir_build_offset(&b, object, (i - kept) * size);
                value = ir_build_load(&b, type, 1, pointer, size)->def;
            }
            ir_replace_uses(caller, call->def + i, value);
        }
        ir_remove(call);
        callee->sites.at[k] = new;
    }
}

/* The pointer is the last parameter. */
static void
store_results(struct signatures *s, struct ir_function *f, enum ir_type type)
{
    ir_id object = f->params[f->param_count - 1];
    uint32_t kept = f->result_count, size = ir_type_bytes(type);
    ir_foreach_block (block, f) {
        struct ir_inst *ret = block->last;
        if (ret->op != IR_OP_ret)
            continue;
        struct ir_builder b = builder_at(f, ret);
        ir_id *values = args_of(s, ret, 0);
        for (uint32_t i = kept; i < ret->arg_count; i++) {
            ir_id pointer = ir_build_offset(&b, object, (i - kept) * size);
            ir_build_store(&b, type, 1, pointer, &values[i], size);
        }
        ir_set_ret(ret, values, kept);
    }
}

/* Results have one type. */
static void
return_in_memory(struct signatures *s, struct ana_callee *callee)
{
    struct ir_function *f = callee->function;
    uint32_t count = f->result_count;
    enum ir_type type = count ? (enum ir_type)f->result_types[0] : IR_I32;
    uint32_t kept = inline_result_room(f) / (ir_type_bits(type) > 32 ? 2 : 1);
    if (count <= kept)
        return;
    struct ir_param *params = params_of(s, f, 1);
    params[f->param_count] = (struct ir_param){IR_P_PRIVATE, UINT32_MAX};
    ir_set_params(f, params, f->param_count + 1);
    ir_set_results(f, f->result_types, kept);
    store_results(s, f, type);
    load_results(s, callee, type, count);
    s->changed = true;
}

/* ---- all of it ---- */

bool
lower_signatures(struct ir_module *module)
{
    struct signatures s = {.module = module};
    arena_init_scratch(&s.scratch, module->arena->allocator, module->guard);
    struct ana_calls *calls = ana_calls_at_hand(&s.scratch, module);
    s.launch = map_new(&s.scratch);
    s.object = map_new(&s.scratch);
    s.answer = map_new(&s.scratch);
    for (uint32_t i = 0; i < calls->count; i++) {
        struct ana_callee *callee = ana_calls_of(calls, calls->order[i]);
        struct ir_function *f = callee->function;
        if (f->is_kernel)
            continue;
        pass_launch_values(&s, callee);
        if (count_flags(f->param_types, f->param_count))
            widen_params(&s, callee);
        if (count_flags(f->result_types, f->result_count))
            widen_results(&s, callee);
        return_in_memory(&s, callee);
        pass_in_memory(&s, callee);
    }
    arena_free(&s.scratch);
    return s.changed;
}
