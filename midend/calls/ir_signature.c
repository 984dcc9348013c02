/* Other parameters and results for a function that has a body already.
 *
 * Parameters are the values %1, %2, ... in order: values in the places of new ones move to new
 * ids. */
#include "midend/ir/debug_point.h"
#include "midend/ir/ir_info.h"

#include <string.h>

/* A fresh place with the uses of the old one, which becomes empty. */
static ir_id
move_value(struct ir_function *function, ir_id old)
{
    struct ir_value value = *ir_value(function, old);
    value.uses = NULL;
    vec_push(function->module->arena, &function->values, value);
    ir_id id = function->values.count - 1;
    ir_replace_uses(function, old, id);
    *ir_value(function, old) = (struct ir_value){.kind = IR_VALUE_NONE};
    return id;
}

/* Results of an instruction have consecutive ids: all of them move. */
static void
free_place(struct ir_function *function, ir_id place)
{
    struct ir_value *value = ir_value(function, place);
    if (value->kind == IR_VALUE_CONST || value->kind == IR_VALUE_UNDEF) {
        ir_renumber_constant(function, place, move_value(function, place));
    } else if (value->kind == IR_VALUE_INST) {
        struct ir_inst *inst = value->inst;
        ir_id first = inst->def;
        for (uint32_t i = 0; i < inst->def_count; i++) {
            ir_id id = move_value(function, first + i);
            if (i == 0)
                inst->def = id;
        }
    }
}

void
ir_set_params(struct ir_function *function, const struct ir_param *params, uint32_t count)
{
    struct arena *arena = function->module->arena;
    uint32_t old_count = function->param_count;
    ir_id *old = ARENA_ARRAY(arena, old_count + 1u, ir_id);
    uint8_t *types = ARENA_ARRAY(arena, count + 1u, uint8_t);
    if (function->values.count <= count) /* what moves goes after the new places */
        vec_extend(arena, &function->values, count + 1 - function->values.count);
    for (uint32_t i = 0; i < old_count; i++)
        old[i] = move_value(function, function->params[i]);
    function->params = ARENA_ARRAY(arena, count + 1u, ir_id);
    for (uint32_t i = 0; i < count; i++) {
        ir_id id = i + 1;
        types[i] = params[i].type;
        free_place(function, id);
        *ir_value(function, id) =
            (struct ir_value){.kind = IR_VALUE_PARAM, .type = types[i], .param = i};
        function->params[i] = id;
    }
    for (uint32_t i = 0; i < count; i++)
        if (params[i].from != UINT32_MAX)
            ir_replace_uses(function, old[params[i].from], function->params[i]);
    for (uint32_t i = 0; i < old_count; i++)
        *ir_value(function, old[i]) = (struct ir_value){.kind = IR_VALUE_NONE};
    function->param_types = types;
    function->param_count = count;
    function->param_uniform = NULL;
    if (function->module->debug)
        debug_renumbered(function);
}

void
ir_set_results(struct ir_function *function, const uint8_t *types, uint32_t count)
{
    uint8_t *copy = ARENA_ARRAY(function->module->arena, count + 1u, uint8_t);
    if (count)
        memcpy(copy, types, count);
    function->result_types = copy;
    function->result_count = count;
    function->result_uniform = NULL;
}

void
ir_set_ret(struct ir_inst *ret, const ir_id *values, uint32_t count)
{
    struct ir_inst *new = ir_inst_new(ret->block->function, IR_OP_ret, IR_VOID, 0, values, count);
    new->loc = ret->loc;
    ir_insert_before(ret, new);
    ir_remove(ret);
}

struct ir_inst *
ir_set_call(struct ir_inst *call, const ir_id *args, uint32_t count)
{
    const struct ir_function *callee = call->callee;
    enum ir_type type = callee->result_count ? (enum ir_type)callee->result_types[0] : IR_VOID;
    struct ir_inst *new =
        ir_inst_new(call->block->function, IR_OP_call, type, callee->result_count, args, count);
    new->callee = call->callee;
    new->loc = call->loc;
    ir_insert_before(call, new);
    return new;
}

bool
ir_takes(const struct ir_function *function, const struct ir_function *declared, bool more)
{
    uint32_t params = function->param_count, results = function->result_count;
    return function->layout == declared->layout &&
           (results == declared->result_count || (more && !declared->result_count)) &&
           (params == declared->param_count || (more && params < declared->param_count)) &&
           (!params || !memcmp(function->param_types, declared->param_types, params)) &&
           (!declared->result_count ||
            !memcmp(function->result_types, declared->result_types, results));
}
