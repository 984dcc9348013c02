/* A copy of a function for each function that its callers name:
 *
 *   int twice(int (*f)(int), int x) { return f(f(x)); }       ->   twice.1, which calls add alone, and
 *   twice(add, x) + twice(square, x)                               twice.2, which calls square alone
 *
 * By types alone twice may call whatever is an int (*)(int), and if that calls twice with another function, it looks
 * like recursion; of the copies each calls one.  So this is done only where recursion is suspected: elsewhere copies
 * would be larger than a search among the functions.
 *
 * IR is as it was generated: a parameter lies in an object that is stored once. */
#include "midend/calls/function_pointers.h"

#include "midend/calls/inline_plan.h"

enum { MAX_COPIES = 1000 }; /* then it is recursion: they would name each other without an end */

typedef VEC(ir_id) id_list;

struct copying {
    struct ir_module *module;
    struct arena *scratch;
    struct map called; /* function -> bool of each parameter: is it called? */
    struct map copies; /* interned name of a function and its arguments -> the copy */
    VEC(struct ir_function *) work;
    uint32_t count;
};

/* The private object that holds the parameter and nothing else, or NULL. */
static struct ir_inst *
home_of(const struct ir_function *f, ir_id param)
{
    const struct ir_use *use = ir_value(f, param)->uses;
    if (!use || use->next || use->user->op != IR_OP_store || use->user->arg_count != 2 ||
        use->user->args[1].value != param)
        return NULL;
    struct ir_inst *home = ir_def(f, use->user->args[0].value);
    if (!home || home->op != IR_OP_alloca)
        return NULL;
    for (use = ir_value(f, home->def)->uses; use; use = use->next) {
        bool is_store = use->user == ir_value(f, param)->uses->user;
        bool is_load =
            use->user->op == IR_OP_load && use->user->type == IR_I64 && use->user->def_count == 1;
        if (!is_store && !is_load)
            return NULL;
    }
    return home;
}

/* The values of the function that are parameter number i. */
static id_list
values_of(struct copying *c, const struct ir_function *f, uint32_t i)
{
    id_list values = {0};
    const struct ir_inst *home = f->param_types[i] == IR_I64 ? home_of(f, f->params[i]) : NULL;
    for (const struct ir_use *use = home ? ir_value(f, home->def)->uses : NULL; use;
         use = use->next)
        if (use->user->op == IR_OP_load)
            vec_push(c->scratch, &values, use->user->def);
    return values;
}

static bool
is_called_by(const struct copying *c, const struct ir_use *use)
{
    const struct ir_inst *user = use->user;
    uint32_t index = (uint32_t)(use - user->args);
    if (user->op == IR_OP_call_indirect)
        return index == 0;
    const bool *called = user->op == IR_OP_call ? map_get(&c->called, MAP_KEY(user->callee)) : NULL;
    return called && called[index];
}

static bool
is_called(struct copying *c, const struct ir_function *f, uint32_t i)
{
    id_list values = values_of(c, f, i);
    vec_foreach (const ir_id, value, &values)
        for (const struct ir_use *use = ir_value(f, *value)->uses; use; use = use->next)
            if (is_called_by(c, use))
                return true;
    return false;
}

/* Which parameters are called, or passed to be called. */
static void
find_called(struct copying *c)
{
    for (const struct ir_function *f = c->module->functions; f; f = f->next)
        if (f->entry && !f->is_kernel)
            map_put(&c->called, MAP_KEY(f), ARENA_ARRAY(c->scratch, f->param_count + 1u, bool));
    for (bool changed = true; changed;) {
        changed = false;
        for (const struct ir_function *f = c->module->functions; f; f = f->next) {
            bool *called = map_get(&c->called, MAP_KEY(f));
            for (uint32_t i = 0; called && i < f->param_count; i++)
                if (!called[i] && is_called(c, f, i))
                    changed = called[i] = true;
        }
    }
}

static void
bind_arguments(struct copying *c, struct ir_function *copy, const struct ir_inst *call,
               const bool *called)
{
    const struct ir_function *caller = call->block->function;
    for (uint32_t i = 0; i < copy->param_count; i++) {
        ir_id arg = call->args[i].value;
        if (!called[i] || !ir_is_const(caller, arg))
            continue;
        id_list values = values_of(c, copy, i);
        uint64_t number = ir_value(caller, arg)->bits;
        vec_foreach (const ir_id, value, &values)
            ir_replace_uses(copy, *value, ir_const(copy, IR_I64, number));
    }
}

/* What the call calls: a copy, if it names functions that are called. */
static struct ir_function *
copy_for(struct copying *c, const struct ir_inst *call)
{
    struct ir_function *f = call->callee;
    bool *called = map_get(&c->called, MAP_KEY(f));
    struct strbuf name = strbuf_new(c->scratch);
    for (uint32_t i = 0; called && i < f->param_count; i++) {
        const struct ir_value *value = ir_value(call->block->function, call->args[i].value);
        if (called[i] && value->kind == IR_VALUE_CONST)
            strbuf_printf(&name, " %u=%llu", i, (unsigned long long)value->bits);
    }
    if (!name.text || c->count == MAX_COPIES)
        return f;
    const char *key =
        intern_string(&c->module->intern, arena_printf(c->scratch, "%s%s", f->name, name.text));
    struct ir_function *copy = map_get(&c->copies, MAP_KEY(key));
    if (copy)
        return copy;
    copy = inline_copy(f);
    copy->is_always_inline = f->is_always_inline;
    map_put(&c->copies, MAP_KEY(key), copy);
    map_put(&c->called, MAP_KEY(copy), called);
    bind_arguments(c, copy, call, called);
    vec_push(c->scratch, &c->work, copy);
    c->count++;
    return copy;
}

void
copy_for_arguments(struct ir_module *module, struct arena *scratch)
{
    struct copying c = {module, scratch, map_new(scratch), map_new(scratch), {0}, 0};
    find_called(&c);
    for (struct ir_function *f = module->functions; f; f = f->next)
        vec_push(scratch, &c.work, f);
    while (c.work.count) {
        struct ir_function *f = vec_pop(&c.work);
        ir_foreach_block (block, f)
            ir_foreach_inst (inst, block)
                if (inst->op == IR_OP_call)
                    inst->callee = copy_for(&c, inst);
    }
}
