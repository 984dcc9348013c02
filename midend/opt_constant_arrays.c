/* Private arrays that only repeat a constant table are read from the table itself.
 *
 * An initialiser of many literals is copied from constant memory (gen_init.c).  If that copy is the
 * only write to the object and its address is used only in loads, the object is removed: loads from
 * private memory are expensive, and those from constants fold when their index is known.
 *
 *   %1 = alloca; memcpy %1, %2 (symbol @t); %3 = load %1 + i   ->   %3 = load %2 + i */
#include "midend/pass.h"

#include "midend/ir_build.h"

enum { MAX_DEPTH = 8 }; /* of address arithmetic */

static const struct ir_inst *
symbol_of(const struct ir_function *function, ir_id pointer)
{
    const struct ir_inst *inst = ir_def(function, pointer);
    bool constant = inst && inst->op == IR_OP_symbol && inst->type == IR_P_CONSTANT;
    return constant ? inst : NULL;
}

/* Does the address reach nothing but loads and sources of copies?  The one copy that fills the
 * object is stored to *fill. */
static bool
is_read_only(const struct ir_function *function, const struct ir_inst *object, ir_id pointer,
             struct ir_inst **fill, unsigned depth)
{
    if (depth == MAX_DEPTH)
        return false;
    for (const struct ir_use *use = ir_value(function, pointer)->uses; use; use = use->next) {
        struct ir_inst *user = use->user;
        uint32_t which = (uint32_t)(use - user->args);
        if (user->op == IR_OP_load && !user->memory.is_volatile)
            continue;
        if (user->op == IR_OP_ptradd && which == 0) {
            if (!is_read_only(function, object, user->def, fill, depth + 1))
                return false;
            continue;
        }
        if (user->op != IR_OP_memcpy || user->memory.is_volatile)
            return false;
        if (which == 1)
            continue;
        bool whole = pointer == object->def && user->size == object->size && !*fill;
        if (!whole || !symbol_of(function, user->args[1].value))
            return false;
        *fill = user;
    }
    return true;
}

static ir_id
widen(struct ir_builder *builder, ir_id offset)
{
    return ir_build1(builder, IR_OP_sext, IR_I64, offset);
}

/* Moves every use of the private address to the constant one. */
static void
move_uses(struct ir_function *function, ir_id from, ir_id to)
{
    for (struct ir_use *use; (use = ir_value(function, from)->uses);) {
        struct ir_inst *user = use->user;
        if (user->op == IR_OP_ptradd) {
            struct ir_builder builder = {.function = function, .before = user, .loc = user->loc};
            builder.block = user->block;
            ir_id offset = widen(&builder, user->args[1].value);
            move_uses(function, user->def,
                      ir_build2(&builder, IR_OP_ptradd, IR_P_CONSTANT, to, offset));
            ir_remove(user);
        } else {
            ir_set_arg(user, (uint32_t)(use - user->args), to);
            if (user->op == IR_OP_load)
                user->memory.is_invariant = true;
        }
    }
}

static bool
replace(struct ir_function *function, struct ir_inst *object)
{
    struct ir_inst *fill = NULL;
    if (!is_read_only(function, object, object->def, &fill, 0) || !fill)
        return false;
    const struct ir_inst *table = symbol_of(function, fill->args[1].value);
    if (table->global->align < object->align)
        table->global->align = object->align; /* loads rely on the object's alignment */
    /* The old symbol may not dominate all uses of the object: make a new one at the top. */
    struct ir_inst *symbol = ir_inst_new(function, IR_OP_symbol, IR_P_CONSTANT, 1, NULL, 0);
    symbol->global = table->global;
    ir_insert_before(object, symbol);
    ir_remove(fill);
    move_uses(function, object->def, symbol->def);
    ir_remove(object);
    return true;
}

bool
opt_constant_arrays(struct ir_function *function)
{
    bool changed = false;
    ir_foreach_inst_safe (inst, function->entry)
        if (inst->op == IR_OP_alloca)
            changed |= replace(function, inst);
    return changed;
}
