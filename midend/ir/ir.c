/* The IR's data structure: making, editing, use lists and predecessor lists. */
#include "midend/ir/ir_info.h"
#include "midend/ir/debug_point.h"

#include <stddef.h>
#include <string.h>

enum { MANY_PREDS = 64 }; /* from here on, edges may change their order, which means nothing */

enum {
    PURE = IR_PURE,
    COMMUTES = IR_COMMUTES,
    READ = IR_READ,
    WRITE = IR_WRITE,
    EFFECT = IR_EFFECT,
    CONVERGENT = IR_CONVERGENT,
    END = IR_END,
    DIVERGENT = IR_DIVERGENT,
    UNIFORM = IR_UNIFORM,
    QUIET = IR_QUIET,
    VAR = IR_ARGS_VAR
};

const char *const ir_op_name[IR_OPS] = {
#define OP(name, ...) [IR_OP_##name] = #name,
#include "midend/ir/ir_op.def"
};

const struct ir_op_info ir_op_info[IR_OPS] = {
#define OP(name, args, rule, flags) [IR_OP_##name] = {#name, args, IR_RULE_##rule, flags},
#include "midend/ir/ir_op.def"
};

static const struct {
    const char *name;
    uint8_t bits;
} type_info[IR_TYPES] = {
    [IR_VOID] = {"void", 0},
    [IR_I1] = {"i1", 1},
    [IR_I8] = {"i8", 8},
    [IR_I16] = {"i16", 16},
    [IR_I32] = {"i32", 32},
    [IR_I64] = {"i64", 64},
    [IR_F16] = {"f16", 16},
    [IR_F32] = {"f32", 32},
    [IR_F64] = {"f64", 64},
    [IR_P_GENERIC] = {"p.generic", 64},
    [IR_P_GLOBAL] = {"p.global", 64},
    [IR_P_CONSTANT] = {"p.constant", 64},
    [IR_P_LOCAL] = {"p.local", 32},
    [IR_P_REGION] = {"p.region", 32},
    [IR_P_PRIVATE] = {"p.private", 32},
};

bool
ir_is_float_op(enum ir_op op)
{
    unsigned rule = ir_op_info[op].rule;
    return rule == IR_RULE_FLOAT || rule == IR_RULE_FCOMPARE || rule == IR_RULE_CLASS;
}

unsigned
ir_op_flags(enum ir_op op)
{
    return ir_op_info[op].flags;
}

unsigned
ir_inst_flags(const struct ir_inst *inst)
{
    unsigned effects = inst->op == IR_OP_call ? inst->callee->effects : 0, flags = 0;
    if (!(effects & IR_EFFECTS_KNOWN))
        return ir_op_info[inst->op].flags;
    flags |= effects & IR_EFFECT_READS ? IR_READ : 0;
    flags |= effects & IR_EFFECT_WRITES ? IR_WRITE | IR_EFFECT : 0;
    flags |= effects & IR_EFFECT_CONVERGENT ? IR_CONVERGENT : 0;
    flags |= effects & IR_EFFECT_KEPT ? IR_EFFECT : 0;
    return flags ? flags : IR_PURE;
}

const char *
ir_type_name(enum ir_type type)
{
    return type_info[type].name;
}

unsigned
ir_type_bits(enum ir_type type)
{
    return type_info[type].bits;
}

/* ---- making ---- */

struct ir_module *
ir_module_new(struct arena *arena, struct guard *guard)
{
    struct ir_module *module = ARENA_NEW(arena, struct ir_module);
    module->arena = arena;
    module->guard = guard;
    module->intern = intern_new(arena);
    module->function_names = map_new(arena);
    return module;
}

static ir_id
new_value(struct ir_function *function, struct ir_value value)
{
    vec_push(function->module->arena, &function->values, value);
    return function->values.count - 1;
}

static void
add_function(struct ir_module *module, struct ir_function *function)
{
    if (module->last_function)
        module->last_function->next = function;
    else
        module->functions = function;
    module->last_function = function;
    if (!map_get(&module->function_names, MAP_KEY(function->name)))
        map_put(&module->function_names, MAP_KEY(function->name), function);
}

struct ir_function *
ir_function_new(struct ir_module *module, const char *name, const uint8_t *params,
                uint32_t param_count, const uint8_t *results, uint32_t result_count)
{
    struct arena *arena = module->arena;
    struct ir_function *function = ARENA_NEW(arena, struct ir_function);
    function->name = intern_string(&module->intern, name);
    function->module = module;
    uint8_t *types = ARENA_ARRAY(arena, param_count + result_count + 1, uint8_t);
    if (param_count)
        memcpy(types, params, param_count);
    if (result_count)
        memcpy(types + param_count, results, result_count);
    function->param_types = types;
    function->param_count = param_count;
    function->result_types = types + param_count;
    function->result_count = result_count;
    function->constants = map_new(arena);
    function->params = ARENA_ARRAY(arena, param_count + 1, ir_id);
    new_value(function, (struct ir_value){0});
    for (uint32_t i = 0; i < param_count; i++)
        function->params[i] = new_value(
            function, (struct ir_value){.kind = IR_VALUE_PARAM, .type = types[i], .param = i});
    add_function(module, function);
    return function;
}

struct ir_function *
ir_find_function(struct ir_module *module, const char *name)
{
    return map_get(&module->function_names, MAP_KEY(intern_string(&module->intern, name)));
}

void
ir_keep_functions(struct ir_module *module,
                  bool (*keep)(const struct ir_function *function, const void *context),
                  const void *context)
{
    struct ir_function *next = module->functions;
    module->functions = module->last_function = NULL;
    module->function_names = map_new(module->arena);
    while (next) {
        struct ir_function *function = next;
        next = function->next;
        function->next = NULL;
        if (keep(function, context))
            add_function(module, function);
    }
}

struct ir_global *
ir_global_new(struct ir_module *module, const char *name, enum ir_space space, uint32_t size,
              uint32_t align, const void *bytes)
{
    struct ir_global *global = ARENA_NEW(module->arena, struct ir_global);
    global->name = intern_string(&module->intern, name);
    global->space = (uint8_t)space;
    global->size = size;
    global->align = align;
    if (bytes) {
        uint8_t *copy = ARENA_ARRAY(module->arena, size + 1, uint8_t);
        memcpy(copy, bytes, size);
        global->bytes = copy;
    }
    global->number = module->last_global ? module->last_global->number + 1 : 1;
    if (module->last_global)
        module->last_global->next = global;
    else
        module->globals = global;
    return module->last_global = global;
}

static void
link_block(struct ir_function *function, struct ir_block *after, struct ir_block *block)
{
    block->prev = after;
    block->next = after ? after->next : NULL;
    if (after)
        after->next = block;
    else
        function->entry = block;
    if (block->next)
        block->next->prev = block;
    else
        function->last_block = block;
}

static struct ir_block *
make_block(struct ir_function *function, struct ir_block *after)
{
    struct ir_block *block = ARENA_NEW(function->module->arena, struct ir_block);
    block->function = function;
    block->id = function->block_count++;
    link_block(function, after, block);
    return block;
}

struct ir_block *
ir_block_new(struct ir_function *function)
{
    return make_block(function, function->last_block);
}

struct ir_block *
ir_block_after(struct ir_block *block)
{
    return make_block(block->function, block);
}

/* Constants share a key when their hash does: a chain for each key. */
struct constant {
    struct constant *next;
    uint64_t bits;
    ir_id id;
    uint8_t type, kind;
};

static uint64_t
constant_key(uint8_t kind, enum ir_type type, uint64_t bits)
{
    return bits * 32 + type * 2u + (kind == IR_VALUE_UNDEF);
}

void
ir_renumber_constant(struct ir_function *function, ir_id old, ir_id id)
{
    const struct ir_value *value = ir_value(function, id);
    uint64_t key = constant_key(value->kind, (enum ir_type)value->type, value->bits);
    for (struct constant *c = map_get(&function->constants, key); c; c = c->next)
        if (c->id == old)
            c->id = id;
}

static ir_id
unique_value(struct ir_function *function, uint8_t kind, enum ir_type type, uint64_t bits)
{
    uint64_t key = constant_key(kind, type, bits);
    struct constant *first = map_get(&function->constants, key);
    for (struct constant *c = first; c; c = c->next)
        if (c->bits == bits && c->type == type && c->kind == kind)
            return c->id;
    struct constant *c = ARENA_NEW(function->module->arena, struct constant);
    *c = (struct constant){.next = first, .bits = bits, .type = (uint8_t)type, .kind = kind};
    c->id =
        new_value(function, (struct ir_value){.kind = kind, .type = (uint8_t)type, .bits = bits});
    map_put(&function->constants, key, c);
    return c->id;
}

ir_id
ir_const(struct ir_function *function, enum ir_type type, uint64_t bits)
{
    return unique_value(function, IR_VALUE_CONST, type, bits & ir_mask(type));
}

ir_id
ir_undef(struct ir_function *function, enum ir_type type)
{
    return unique_value(function, IR_VALUE_UNDEF, type, 0);
}

/* ---- use lists ---- */

static void
add_use(struct ir_inst *inst, struct ir_use *use, struct ir_value *value, ir_id id)
{
    *use = (struct ir_use){.value = id, .user = inst, .next = value->uses};
    if (value->uses)
        value->uses->prev = use;
    value->uses = use;
}

static void
drop_use(struct ir_function *function, struct ir_use *use)
{
    if (use->prev)
        use->prev->next = use->next;
    else
        function->values.at[use->value].uses = use->next;
    if (use->next)
        use->next->prev = use->prev;
    *use = (struct ir_use){0};
}

/* Phis come with room for further arguments: as many as the next power of two. */
static uint32_t
phi_room(uint32_t count)
{
    uint32_t room = 2;
    while (room < count)
        room *= 2;
    return room;
}

static struct ir_inst *
alloc_inst(struct ir_function *function, enum ir_op op, uint32_t arg_count)
{
    uint32_t room = op == IR_OP_phi ? phi_room(arg_count) : arg_count;
    size_t size = sizeof(struct ir_inst) + room * sizeof(struct ir_use);
    return arena_alloc(function->module->arena, size);
}

static void
add_args(struct ir_function *function, struct ir_inst *inst, const ir_id *args)
{
    for (uint32_t i = 0; i < inst->arg_count; i++)
        add_use(inst, &inst->args[i], &function->values.at[args[i]], args[i]);
}

struct ir_inst *
ir_inst_new(struct ir_function *function, enum ir_op op, enum ir_type type, uint32_t def_count,
            const ir_id *args, uint32_t arg_count)
{
    struct ir_inst *inst = alloc_inst(function, op, arg_count);
    inst->op = (uint8_t)op;
    inst->type = (uint8_t)type;
    inst->def_count = (uint16_t)def_count;
    inst->arg_count = arg_count;
    for (uint32_t i = 0; i < def_count; i++) {
        bool is_flag = op == IR_OP_div_scale && i == 1;
        ir_id id = new_value(function, (struct ir_value){.kind = IR_VALUE_INST,
                                                         .type = is_flag ? IR_I1 : (uint8_t)type,
                                                         .inst = inst});
        if (i == 0)
            inst->def = id;
    }
    add_args(function, inst, args);
    return inst;
}

struct ir_inst *
ir_inst_clone(struct ir_function *function, const struct ir_inst *inst, const ir_id *args)
{
    const struct ir_function *from = inst->block->function;
    struct ir_inst *clone = alloc_inst(function, (enum ir_op)inst->op, inst->arg_count);
    memcpy(clone, inst, offsetof(struct ir_inst, args)); /* all members, including future ones */
    clone->prev = clone->next = NULL;
    clone->block = NULL;
    for (uint32_t i = 0; i < inst->def_count; i++) { /* results of a call may differ in type */
        uint8_t type = from->values.at[inst->def + i].type;
        ir_id id = new_value(function,
                             (struct ir_value){.kind = IR_VALUE_INST, .type = type, .inst = clone});
        if (i == 0)
            clone->def = id;
    }
    add_args(function, clone, args);
    if (function->module->debug)
        clone->loc = debug_forget(function->module, clone->loc);
    return clone;
}

void
ir_set_arg(struct ir_inst *inst, uint32_t index, ir_id value)
{
    struct ir_function *function = inst->block->function;
    struct ir_use *use = &inst->args[index];
    if (use->value == value)
        return;
    drop_use(function, use);
    add_use(inst, use, &function->values.at[value], value);
}

void
ir_replace_uses(struct ir_function *function, ir_id old, ir_id with)
{
    struct ir_value *from = &function->values.at[old], *to = &function->values.at[with];
    if (function->module->debug && old != with)
        debug_replaced(function, old, with);
    if (old == with || !from->uses)
        return;
    struct ir_use *last = from->uses;
    for (;; last = last->next) {
        last->value = with;
        if (!last->next)
            break;
    }
    last->next = to->uses;
    if (to->uses)
        to->uses->prev = last;
    to->uses = from->uses;
    from->uses = NULL;
}

/* ---- instruction lists ---- */

static void
link_inst(struct ir_block *block, struct ir_inst *prev, struct ir_inst *inst, struct ir_inst *next)
{
    inst->block = block;
    inst->prev = prev;
    inst->next = next;
    if (prev)
        prev->next = inst;
    else
        block->first = inst;
    if (next)
        next->prev = inst;
    else
        block->last = inst;
}

static void
unlink_inst(struct ir_inst *inst)
{
    struct ir_block *block = inst->block;
    if (inst->prev)
        inst->prev->next = inst->next;
    else
        block->first = inst->next;
    if (inst->next)
        inst->next->prev = inst->prev;
    else
        block->last = inst->prev;
    inst->prev = inst->next = NULL;
}

void
ir_insert_before(struct ir_inst *at, struct ir_inst *inst)
{
    link_inst(at->block, at->prev, inst, at);
}

void
ir_append(struct ir_block *block, struct ir_inst *inst)
{
    link_inst(block, block->last, inst, NULL);
}

void
ir_move_before(struct ir_inst *at, struct ir_inst *inst)
{
    if (at == inst)
        return;
    unlink_inst(inst);
    link_inst(at->block, at->prev, inst, at);
}

void
ir_remove(struct ir_inst *inst)
{
    struct ir_function *function = inst->block->function;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        drop_use(function, &inst->args[i]);
    for (uint32_t i = 0; i < inst->def_count; i++)
        function->values.at[inst->def + i].kind = IR_VALUE_NONE;
    unlink_inst(inst);
}

struct ir_inst *
ir_first_after_phis(const struct ir_block *block)
{
    struct ir_inst *inst = block->first;
    while (inst && inst->op == IR_OP_phi)
        inst = inst->next;
    return inst;
}

/* ---- edges ---- */

/* If two edges join the same blocks, the first entry in preds belongs to succs[0]. */
uint32_t
ir_pred_index(const struct ir_block *from, uint32_t succ)
{
    const struct ir_block *to = from->succs[succ];
    unsigned skip = succ == 1 && from->succs[0] == to;
    for (uint32_t i = 0; i < to->preds.count; i++)
        if (to->preds.at[i] == from && skip-- == 0)
            return i;
    ice(from->function->module->guard, "ir: b%u is not a predecessor of b%u", from->id, to->id);
}

/* The phi with one more argument; without room for it the phi moves in memory.  Its values stay. */
static struct ir_inst *
grow_phi(struct ir_function *function, struct ir_inst *phi, ir_id value)
{
    uint32_t count = phi->arg_count;
    if (count < phi_room(count)) {
        phi->arg_count++;
        add_use(phi, &phi->args[count], &function->values.at[value], value);
        return phi;
    }
    size_t size = sizeof *phi + phi_room(count + 1) * sizeof(struct ir_use);
    struct ir_inst *bigger = arena_alloc(function->module->arena, size);
    memcpy(bigger, phi, sizeof *phi);
    bigger->arg_count = count + 1;
    for (uint32_t i = 0; i < count; i++) {
        ir_id arg = phi->args[i].value;
        drop_use(function, &phi->args[i]);
        add_use(bigger, &bigger->args[i], &function->values.at[arg], arg);
    }
    add_use(bigger, &bigger->args[count], &function->values.at[value], value);
    link_inst(phi->block, phi->prev, bigger, phi->next);
    for (uint32_t i = 0; i < phi->def_count; i++)
        function->values.at[phi->def + i].inst = bigger;
    phi->block = NULL;
    return bigger;
}

static void
add_pred(struct ir_block *to, struct ir_block *from)
{
    struct ir_function *function = to->function;
    vec_push(function->module->arena, &to->preds, from);
    for (struct ir_inst *phi = to->first; phi && phi->op == IR_OP_phi; phi = phi->next)
        phi = grow_phi(function, phi, ir_undef(function, (enum ir_type)phi->type));
}

/* The edges after move up; where they are many, the last alone: taking out one after the other
 * must not cost their square. */
static void
remove_pred(struct ir_block *to, uint32_t index)
{
    struct ir_function *function = to->function;
    uint32_t last = to->preds.count - 1,
             step = last < MANY_PREDS || index == last ? 1 : last - index;
    for (uint32_t i = index + step; i <= last; i += step)
        to->preds.at[i - step] = to->preds.at[i];
    to->preds.count--;
    for (struct ir_inst *phi = to->first; phi && phi->op == IR_OP_phi; phi = phi->next) {
        if (phi->arg_count != to->preds.count + 1)
            continue;
        for (uint32_t i = index + step; i <= last; i += step)
            ir_set_arg(phi, i - step, phi->args[i].value);
        drop_use(function, &phi->args[--phi->arg_count]);
    }
}

/* New successors; an edge to a block that was a successor before keeps its phi arguments. */
static void
set_succs(struct ir_block *block, struct ir_block **succs, uint8_t count)
{
    bool kept[2] = {false, false}, found[2] = {false, false};
    for (uint8_t i = 0; i < count; i++)
        for (uint8_t k = 0; k < block->succ_count && !found[i]; k++)
            if (!kept[k] && block->succs[k] == succs[i])
                kept[k] = found[i] = true;
    for (int k = block->succ_count - 1; k >= 0; k--)
        if (!kept[k])
            remove_pred(block->succs[k], ir_pred_index(block, (uint32_t)k));
    for (uint8_t i = 0; i < count; i++) {
        block->succs[i] = succs[i];
        if (!found[i])
            add_pred(succs[i], block);
    }
    block->succ_count = count;
}

static void
drop_terminator(struct ir_block *block)
{
    if (block->last && ir_op_flags(block->last->op) & IR_END)
        ir_remove(block->last);
}

void
ir_set_br(struct ir_block *block, struct ir_block *target)
{
    loc_t loc = block->last ? block->last->loc : 0;
    drop_terminator(block);
    set_succs(block, &target, 1);
    struct ir_inst *inst = ir_inst_new(block->function, IR_OP_br, IR_VOID, 0, NULL, 0);
    inst->loc = loc;
    ir_append(block, inst);
}

void
ir_set_cbr(struct ir_block *block, ir_id condition, struct ir_block *if_true,
           struct ir_block *if_false)
{
    loc_t loc = block->last ? block->last->loc : 0;
    struct ir_inst *inst = ir_inst_new(block->function, IR_OP_cbr, IR_VOID, 0, &condition, 1);
    drop_terminator(block);
    set_succs(block, (struct ir_block *[]){if_true, if_false}, 2);
    inst->loc = loc;
    ir_append(block, inst);
}

void
ir_set_end(struct ir_block *block, struct ir_inst *terminator)
{
    drop_terminator(block);
    set_succs(block, NULL, 0);
    ir_append(block, terminator);
}

static void
swap_phi_args(struct ir_block *block, uint32_t a, uint32_t b)
{
    for (struct ir_inst *phi = block->first; phi && phi->op == IR_OP_phi; phi = phi->next) {
        ir_id x = phi->args[a].value, y = phi->args[b].value;
        ir_set_arg(phi, a, y);
        ir_set_arg(phi, b, x);
    }
}

void
ir_redirect(struct ir_block *from, uint32_t succ, struct ir_block *to)
{
    if (from->succs[succ] == to)
        return;
    remove_pred(from->succs[succ], ir_pred_index(from, succ));
    from->succs[succ] = to;
    add_pred(to, from);
    if (succ == 0 && from->succ_count == 2 && from->succs[1] == to)
        swap_phi_args(to, ir_pred_index(from, 0), to->preds.count - 1);
}

void
ir_remove_block(struct ir_block *block)
{
    struct ir_function *function = block->function;
    drop_terminator(block);
    set_succs(block, NULL, 0);
    while (block->last) {
        for (uint32_t i = 0; i < block->last->def_count; i++) {
            ir_id id = block->last->def + i;
            if (function->values.at[id].uses) /* in other unreachable blocks */
                ir_replace_uses(function, id, ir_undef(function, ir_type_of(function, id)));
        }
        ir_remove(block->last);
    }
    if (block->prev)
        block->prev->next = block->next;
    else
        function->entry = block->next;
    if (block->next)
        block->next->prev = block->prev;
    else
        function->last_block = block->prev;
}

struct ir_block *
ir_split_edge(struct ir_block *from, uint32_t succ)
{
    struct ir_function *function = from->function;
    struct ir_block *to = from->succs[succ];
    struct ir_block *middle = ir_block_after(from);
    uint32_t index = ir_pred_index(from, succ);
    to->preds.at[index] = middle;
    from->succs[succ] = middle;
    vec_push(function->module->arena, &middle->preds, from);
    middle->succs[0] = to;
    middle->succ_count = 1;
    struct ir_inst *inst = ir_inst_new(function, IR_OP_br, IR_VOID, 0, NULL, 0);
    inst->loc = from->last ? from->last->loc : 0;
    ir_append(middle, inst);
    return middle;
}

struct ir_block *
ir_split_block(struct ir_inst *at)
{
    struct ir_block *block = at->block;
    struct ir_block *rest = ir_block_after(block);
    loc_t loc = at->loc;
    rest->first = at;
    rest->last = block->last;
    block->last = at->prev;
    if (at->prev)
        at->prev->next = NULL;
    else
        block->first = NULL;
    at->prev = NULL;
    ir_foreach_inst (inst, rest)
        inst->block = rest;
    rest->succ_count = block->succ_count;
    for (uint32_t i = 0; i < block->succ_count; i++) {
        struct ir_block *to = rest->succs[i] = block->succs[i];
        for (uint32_t k = 0; k < to->preds.count; k++)
            if (to->preds.at[k] == block)
                to->preds.at[k] = rest;
    }
    block->succ_count = 0;
    ir_set_br(block, rest);
    block->last->loc = loc;
    return rest;
}
