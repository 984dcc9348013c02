#include "midend/ir.h"

#include <string.h>

const char *const ir_op_name[IR_OPS] = {
#define OP(name, ...) #name,
#include "midend/ir_op.def"
};

unsigned
ir_op_flags(enum ir_op op)
{
    enum {
        PURE = IR_PURE, COMMUTES = IR_COMMUTES, READ = IR_READ, WRITE = IR_WRITE, EFFECT = IR_EFFECT,
        CONVERGENT = IR_CONVERGENT, END = IR_END, DIVERGENT = IR_DIVERGENT, UNIFORM = IR_UNIFORM
    };
    static const uint16_t flags[IR_OPS] = {
#define OP(name, arguments, rule, flags) flags,
#include "midend/ir_op.def"
    };
    return flags[op];
}

static const struct {
    const char *name;
    uint8_t bits;
} types[IR_TYPES] = {
    {"void", 0}, {"i1", 1},   {"i8", 8},   {"i16", 16}, {"i32", 32}, {"i64", 64}, {"f16", 16},
    {"f32", 32}, {"f64", 64}, {"p0", 64},  {"p1", 64},  {"p2", 64},  {"p3", 32},  {"p4", 32},
    {"p5", 32},
};

const char *
ir_type_name(enum ir_type type)
{
    return types[type].name;
}

unsigned
ir_type_bits(enum ir_type type)
{
    return types[type].bits;
}

struct ir_module *
ir_module_new(struct arena *arena, struct guard *guard)
{
    struct ir_module *module = ARENA_NEW(arena, struct ir_module);
    module->arena = arena;
    module->guard = guard;
    module->intern = intern_new(arena);
    return module;
}

static ir_id
value_new(struct ir_function *function, struct ir_value value)
{
    vec_push(function->module->arena, &function->values, value);
    return function->values.count - 1;
}

struct ir_function *
ir_function_new(struct ir_module *module, const char *name, const uint8_t *params,
                uint32_t param_count, const uint8_t *results, uint32_t result_count)
{
    struct arena *arena = module->arena;
    struct ir_function *function = ARENA_NEW(arena, struct ir_function);
    function->name = intern_string(&module->intern, name);
    function->module = module;
    function->constants = map_new(arena);
    value_new(function, (struct ir_value){.kind = IR_VALUE_NONE});
    uint8_t *types_copy = ARENA_ARRAY(arena, param_count + result_count + 1u, uint8_t);
    if (param_count)
        memcpy(types_copy, params, param_count);
    if (result_count)
        memcpy(types_copy + param_count, results, result_count);
    function->param_types = types_copy;
    function->result_types = types_copy + param_count;
    function->param_count = param_count;
    function->result_count = result_count;
    function->params = ARENA_ARRAY(arena, param_count + 1u, ir_id);
    for (uint32_t i = 0; i < param_count; i++)
        function->params[i] = value_new(
            function, (struct ir_value){.kind = IR_VALUE_PARAM, .type = params[i], .param = i});
    if (module->last_function)
        module->last_function->next = function;
    else
        module->functions = function;
    module->last_function = function;
    return function;
}

struct ir_function *
ir_find_function(struct ir_module *module, const char *name)
{
    for (struct ir_function *f = module->functions; f; f = f->next)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

struct ir_global *
ir_global_new(struct ir_module *module, const char *name, unsigned space, uint32_t size,
              uint32_t align, const void *bytes)
{
    struct ir_global *global = ARENA_NEW(module->arena, struct ir_global);
    *global = (struct ir_global){.name = intern_string(&module->intern, name),
                                 .space = (uint8_t)space,
                                 .size = size,
                                 .align = align};
    if (bytes)
        global->bytes = (const uint8_t *)arena_strndup(module->arena, bytes, size);
    if (module->last_global)
        module->last_global->next = global;
    else
        module->globals = global;
    module->last_global = global;
    return global;
}

static struct ir_block *
block_new(struct ir_function *function)
{
    struct ir_block *block = ARENA_NEW(function->module->arena, struct ir_block);
    block->function = function;
    block->id = function->block_count++;
    return block;
}

struct ir_block *
ir_block_new(struct ir_function *function)
{
    struct ir_block *block = block_new(function);
    block->prev = function->last_block;
    if (block->prev)
        block->prev->next = block;
    else
        function->entry = block;
    return function->last_block = block;
}

struct ir_block *
ir_block_after(struct ir_block *at)
{
    struct ir_block *block = block_new(at->function);
    block->prev = at;
    block->next = at->next;
    if (at->next)
        at->next->prev = block;
    else
        at->function->last_block = block;
    return at->next = block;
}

ir_id
ir_const(struct ir_function *function, enum ir_type type, uint64_t bits)
{
    unsigned width = ir_type_bits(type);
    if (width < 64)
        bits &= (UINT64_C(1) << width) - 1;
    /* A 64-bit key cannot hold the type too: types share the map by a mix of it. */
    uint64_t key = (bits ^ (uint64_t)(type + 1) << 58) * UINT64_C(0x9e3779b97f4a7c15);
    for (;; key++) {
        ir_id found = (ir_id)(uintptr_t)map_get(&function->constants, key);
        if (!found)
            break;
        const struct ir_value *value = ir_value(function, found);
        if (value->type == type && value->bits == bits)
            return found;
    }
    ir_id id = value_new(
        function, (struct ir_value){.kind = IR_VALUE_CONST, .type = (uint8_t)type, .bits = bits});
    map_put(&function->constants, key, (void *)(uintptr_t)id);
    return id;
}

ir_id
ir_undef(struct ir_function *function, enum ir_type type)
{
    return value_new(function, (struct ir_value){.kind = IR_VALUE_UNDEF, .type = (uint8_t)type});
}

static void
link_use(struct ir_function *function, struct ir_use *use)
{
    struct ir_value *value = ir_value(function, use->value);
    use->prev = NULL;
    use->next = value->uses;
    if (use->next)
        use->next->prev = use;
    value->uses = use;
}

static void
unlink_use(struct ir_function *function, struct ir_use *use)
{
    if (use->prev)
        use->prev->next = use->next;
    else
        ir_value(function, use->value)->uses = use->next;
    if (use->next)
        use->next->prev = use->prev;
}

struct ir_inst *
ir_inst_new(struct ir_function *function, enum ir_op op, enum ir_type type, uint32_t def_count,
            const ir_id *args, uint32_t arg_count)
{
    struct arena *arena = function->module->arena;
    struct ir_inst *inst = arena_alloc(arena, sizeof *inst + arg_count * sizeof inst->args[0]);
    inst->op = (uint8_t)op;
    inst->type = (uint8_t)type;
    inst->def_count = (uint16_t)def_count;
    inst->arg_count = arg_count;
    for (uint32_t i = 0; i < def_count; i++) {
        ir_id id = value_new(function, (struct ir_value){.kind = IR_VALUE_INST,
                                                         .type = (uint8_t)type,
                                                         .inst = inst});
        if (i == 0)
            inst->def = id;
    }
    for (uint32_t i = 0; i < arg_count; i++) {
        inst->args[i] = (struct ir_use){.value = args[i], .user = inst};
        link_use(function, &inst->args[i]);
    }
    return inst;
}

static void
link_between(struct ir_block *block, struct ir_inst *prev, struct ir_inst *inst,
             struct ir_inst *next)
{
    inst->block = block;
    inst->prev = prev;
    inst->next = next;
    *(prev ? &prev->next : &block->first) = inst;
    *(next ? &next->prev : &block->last) = inst;
}

void
ir_insert_before(struct ir_inst *at, struct ir_inst *inst)
{
    link_between(at->block, at->prev, inst, at);
}

void
ir_insert_after(struct ir_inst *at, struct ir_inst *inst)
{
    link_between(at->block, at, inst, at->next);
}

void
ir_append(struct ir_block *block, struct ir_inst *inst)
{
    link_between(block, block->last, inst, NULL);
}

static void
unlink_inst(struct ir_inst *inst)
{
    *(inst->prev ? &inst->prev->next : &inst->block->first) = inst->next;
    *(inst->next ? &inst->next->prev : &inst->block->last) = inst->prev;
}

void
ir_remove(struct ir_inst *inst)
{
    struct ir_function *function = inst->block->function;
    unlink_inst(inst);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        unlink_use(function, &inst->args[i]);
    for (uint32_t i = 0; i < inst->def_count; i++)
        ir_value(function, inst->def + i)->kind = IR_VALUE_NONE;
}

void
ir_set_arg(struct ir_inst *inst, uint32_t index, ir_id value)
{
    struct ir_function *function = inst->block->function;
    unlink_use(function, &inst->args[index]);
    inst->args[index].value = value;
    link_use(function, &inst->args[index]);
}

void
ir_replace_uses(struct ir_function *function, ir_id old, ir_id with)
{
    struct ir_use *use = ir_value(function, old)->uses, *last = NULL;
    if (old == with || !use)
        return;
    for (struct ir_use *u = use; u; u = u->next) {
        u->value = with;
        last = u;
    }
    struct ir_value *target = ir_value(function, with);
    last->next = target->uses;
    if (last->next)
        last->next->prev = last;
    target->uses = use;
    ir_value(function, old)->uses = NULL;
}

/* A copy of a phi with room for count arguments takes the place and the results of the old one. */
static struct ir_inst *
phi_resize(struct ir_inst *phi, const ir_id *args, uint32_t count)
{
    struct ir_function *function = phi->block->function;
    struct ir_inst *fresh = ir_inst_new(function, IR_OP_phi, (enum ir_type)phi->type, 0, args, count);
    fresh->def_count = phi->def_count;
    fresh->def = phi->def;
    fresh->loc = phi->loc;
    ir_value(function, phi->def)->inst = fresh;
    link_between(phi->block, phi->prev, fresh, phi);
    unlink_inst(phi);
    for (uint32_t i = 0; i < phi->arg_count; i++)
        unlink_use(function, &phi->args[i]);
    return fresh;
}

static void
add_pred(struct ir_block *block, struct ir_block *pred)
{
    struct ir_function *function = block->function;
    vec_push(function->module->arena, &block->preds, pred);
    for (struct ir_inst *i = block->first; i && i->op == IR_OP_phi; i = i->next) {
        ir_id *args = ARENA_ARRAY(function->module->arena, i->arg_count + 1u, ir_id);
        for (uint32_t k = 0; k < i->arg_count; k++)
            args[k] = i->args[k].value;
        args[i->arg_count] = ir_undef(function, (enum ir_type)i->type);
        i = phi_resize(i, args, i->arg_count + 1);
    }
}

static uint32_t
pred_index(const struct ir_block *block, const struct ir_block *pred)
{
    for (uint32_t i = 0; i < block->preds.count; i++)
        if (block->preds.at[i] == pred)
            return i;
    ice(block->function->module->guard, "b%u is no predecessor of b%u", pred->id, block->id);
}

static void
drop_pred(struct ir_block *block, struct ir_block *pred)
{
    struct ir_function *function = block->function;
    uint32_t at = pred_index(block, pred);
    for (struct ir_inst *i = block->first; i && i->op == IR_OP_phi; i = i->next) {
        ir_id *args = ARENA_ARRAY(function->module->arena, i->arg_count + 1u, ir_id);
        for (uint32_t k = 0, n = 0; k < i->arg_count; k++)
            if (k != at)
                args[n++] = i->args[k].value;
        i = phi_resize(i, args, i->arg_count - 1);
    }
    for (uint32_t i = at; i + 1 < block->preds.count; i++)
        block->preds.at[i] = block->preds.at[i + 1];
    block->preds.count--;
}

static void
set_terminator(struct ir_block *block, struct ir_inst *inst)
{
    if (block->last && (ir_op_flags((enum ir_op)block->last->op) & IR_END)) {
        inst->loc = block->last->loc;
        ir_remove(block->last);
    }
    ir_append(block, inst);
}

/* New successors; edges that stay keep their place among the target's predecessors. */
static void
set_succs(struct ir_block *block, struct ir_block *const *succs, unsigned count)
{
    struct ir_block *old[2] = {block->succs[0], block->succs[1]};
    unsigned old_count = block->succ_count;
    bool kept[2] = {false, false};
    for (unsigned i = 0; i < count; i++) {
        bool found = false;
        for (unsigned k = 0; k < old_count && !found; k++)
            if (!kept[k] && old[k] == succs[i])
                kept[k] = found = true;
        if (!found)
            add_pred(succs[i], block);
    }
    for (unsigned k = 0; k < old_count; k++)
        if (!kept[k])
            drop_pred(old[k], block);
    for (unsigned i = 0; i < count; i++)
        block->succs[i] = succs[i];
    block->succ_count = (uint8_t)count;
}

void
ir_set_br(struct ir_block *block, struct ir_block *target)
{
    set_terminator(block, ir_inst_new(block->function, IR_OP_br, IR_VOID, 0, NULL, 0));
    set_succs(block, &target, 1);
}

void
ir_set_cbr(struct ir_block *block, ir_id condition, struct ir_block *if_true,
           struct ir_block *if_false)
{
    struct ir_block *targets[2] = {if_true, if_false};
    set_terminator(block, ir_inst_new(block->function, IR_OP_cbr, IR_VOID, 0, &condition, 1));
    set_succs(block, targets, 2);
}

void
ir_redirect(struct ir_block *from, uint32_t succ, struct ir_block *to)
{
    if (from->succs[succ] == to)
        return;
    drop_pred(from->succs[succ], from);
    from->succs[succ] = to;
    add_pred(to, from);
}

void
ir_remove_block(struct ir_block *block)
{
    struct ir_function *function = block->function;
    set_succs(block, NULL, 0);
    while (block->last)
        ir_remove(block->last);
    *(block->prev ? &block->prev->next : &function->entry) = block->next;
    *(block->next ? &block->next->prev : &function->last_block) = block->prev;
}

struct ir_block *
ir_split_edge(struct ir_block *from, uint32_t succ)
{
    struct ir_block *to = from->succs[succ], *middle = ir_block_after(from);
    ir_append(middle, ir_inst_new(from->function, IR_OP_br, IR_VOID, 0, NULL, 0));
    middle->last->loc = from->last->loc;
    middle->succs[middle->succ_count++] = to;
    to->preds.at[pred_index(to, from)] = middle; /* the phi arguments stay where they are */
    from->succs[succ] = middle;
    vec_push(from->function->module->arena, &middle->preds, from);
    return middle;
}

struct ir_block *
ir_split_block(struct ir_inst *at)
{
    struct ir_block *block = at->block, *rest = ir_block_after(block);
    rest->first = at;
    rest->last = block->last;
    block->last = at->prev;
    *(at->prev ? &at->prev->next : &block->first) = NULL;
    at->prev = NULL;
    for (struct ir_inst *i = at; i; i = i->next)
        i->block = rest;
    rest->succ_count = block->succ_count;
    for (unsigned i = 0; i < block->succ_count; i++) {
        rest->succs[i] = block->succs[i];
        rest->succs[i]->preds.at[pred_index(rest->succs[i], block)] = rest;
    }
    block->succ_count = 0;
    ir_set_br(block, rest);
    return rest;
}
