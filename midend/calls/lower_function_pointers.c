/* Pointers to functions.  A machine could jump to an address, but lanes may hold different ones, and what a callee
 * overwrites, passes and needs of the stack is known only where it is.  So the address of a function is a number,
 * from 1 on in the order of the program's functions, the same for all of its kernels, and a call through a pointer
 * is a search by that number among the functions whose address something takes and that have the signature:
 *
 *   %9 = function_address i64, @f      ->   1
 *   %3 = call_indirect i32 %1, %2      ->   if (%1 < 2) %4 = call i32 @f(%2); else %5 = call i32 @g(%2);
 *                                           %3 = phi %4, %5
 *
 * Lanes part there as at any branch.  A pointer to none of them is undefined: the last one is called without a
 * question.  Stored units keep both operations, since a link decides who is in the program. */
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/calls/function_pointers.h"
#include "midend/ir/ir_build.h"

#include <string.h>

typedef VEC(struct ir_function *) function_list;

struct lowering {
    struct ir_module *module;
    struct arena scratch;
    struct map numbers;  /* function -> its number */
    function_list taken; /* number - 1 -> function */
    struct map made;     /* the calls that were through pointers */
    bool has_calls, changed;
};

/* ---- numbers ---- */

static void
find_taken(struct lowering *l, struct map *taken)
{
    for (struct ir_function *f = l->module->functions; f; f = f->next)
        ir_foreach_block (block, f)
            ir_foreach_inst (inst, block) {
                l->has_calls |= inst->op == IR_OP_call_indirect;
                if (inst->op == IR_OP_function_address)
                    map_put(taken, MAP_KEY(inst->callee), inst->callee);
            }
    for (const struct ir_global *g = l->module->globals; g; g = g->next)
        for (uint32_t i = 0; i < g->reloc_count; i++)
            if (g->relocs[i].function)
                map_put(taken, MAP_KEY(g->relocs[i].function), g->relocs[i].function);
}

static void
number_functions(struct lowering *l)
{
    struct map taken = map_new(&l->scratch);
    find_taken(l, &taken);
    for (struct ir_function *f = l->module->functions; f; f = f->next) {
        if (!map_get(&taken, MAP_KEY(f)))
            continue;
        vec_push(&l->scratch, &l->taken, f);
        map_put(&l->numbers, MAP_KEY(f), (void *)(uintptr_t)l->taken.count);
    }
}

static uint64_t
number_of(const struct lowering *l, const struct ir_function *function)
{
    return (uintptr_t)map_get(&l->numbers, MAP_KEY(function));
}

static void
lower_addresses(struct lowering *l, struct ir_function *function)
{
    ir_foreach_block (block, function)
        ir_foreach_inst_safe (inst, block) {
            if (inst->op != IR_OP_function_address)
                continue;
            ir_replace_uses(function, inst->def,
                            ir_const(function, IR_I64, number_of(l, inst->callee)));
            ir_remove(inst);
            l->changed = true;
        }
}

/* Numbers that a variable is initialised with. */
static void
lower_initialiser(struct lowering *l, struct ir_global *global)
{
    uint32_t kept = 0, count = global->reloc_count;
    uint8_t *bytes = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const struct ir_reloc reloc = global->relocs[i];
        if (!reloc.function) {
            global->relocs[kept++] = reloc;
            continue;
        }
        if (!bytes) {
            bytes = ARENA_ARRAY(l->module->arena, global->size, uint8_t);
            if (global->bytes)
                memcpy(bytes, global->bytes, global->size);
            global->bytes = bytes;
        }
        uint64_t number = number_of(l, reloc.function);
        memcpy(bytes + reloc.offset, &number, sizeof number); /* little-endian host and device */
    }
    global->reloc_count = kept;
    l->changed |= kept != count;
}

/* ---- calls ---- */

static bool
has_signature(const struct ir_function *function, const struct ir_inst *call)
{
    const struct ir_function *caller = call->block->function;
    if (function->param_count + 1 != call->arg_count || function->result_count != call->def_count ||
        (call->def_count && function->result_types[0] != call->type))
        return false;
    for (uint32_t i = 0; i < function->param_count; i++)
        if (function->param_types[i] != ir_type_of(caller, call->args[i + 1].value))
            return false;
    return true;
}

/* The functions that the pointer may lead to, by number. */
static function_list
find_callees(struct lowering *l, const struct ir_inst *call)
{
    function_list found = {0};
    const struct ir_function *caller = call->block->function;
    bool is_known = ir_is_const(caller, call->args[0].value);
    uint64_t number = is_known ? ir_value(caller, call->args[0].value)->bits : 0;
    for (uint32_t i = 0; i < l->taken.count; i++)
        if (has_signature(l->taken.at[i], call) && (!is_known || number == i + 1))
            vec_push(&l->scratch, &found, l->taken.at[i]);
    return found;
}

struct search {
    struct lowering *lowering;
    struct ir_builder b;
    struct ir_inst *call;
    ir_id number; /* i32 */
    struct ir_block *after;
    function_list callees;
    VEC(struct ir_inst *) calls; /* one for each callee, in the order of after's predecessors */
};

static struct ir_inst *
make_call(struct search *s, struct ir_function *callee)
{
    const struct ir_inst *old = s->call;
    ir_id *args = ARENA_ARRAY(&s->lowering->scratch, old->arg_count, ir_id);
    for (uint32_t i = 1; i < old->arg_count; i++)
        args[i - 1] = old->args[i].value;
    struct ir_inst *call = ir_build(&s->b, IR_OP_call, (enum ir_type)old->type, old->def_count,
                                    args, old->arg_count - 1);
    call->callee = callee;
    map_put(&s->lowering->made, MAP_KEY(call), callee);
    return call;
}

/* Among the callees from `from` to before `to`: halved until one is left. */
static void
search_callee(struct search *s, uint32_t from, uint32_t to)
{
    if (to - from == 1) {
        vec_push(&s->lowering->scratch, &s->calls, make_call(s, s->callees.at[from]));
        ir_build_br(&s->b, s->after);
        return;
    }
    uint32_t middle = from + (to - from) / 2;
    uint64_t number = number_of(s->lowering, s->callees.at[middle]);
    struct ir_block *low = ir_block_after(s->b.block), *high = ir_block_after(low);
    s->b.before = s->b.block->last; /* in the first block a branch */
    ir_id is_low =
        ir_build2(&s->b, IR_OP_ult, IR_I1, s->number, ir_build_int(&s->b, IR_I32, number));
    ir_build_cbr(&s->b, is_low, low, high);
    s->b.before = NULL;
    s->b.block = low;
    search_callee(s, from, middle);
    s->b.block = high;
    search_callee(s, middle, to);
}

/* Each result is that of the call which was made. */
static void
join_results(struct search *s)
{
    struct ir_inst *old = s->call;
    struct ir_function *f = s->b.function;
    ir_id *args = ARENA_ARRAY(&s->lowering->scratch, s->calls.count + 1u, ir_id);
    for (uint32_t i = 0; i < old->def_count; i++) {
        for (uint32_t k = 0; k < s->calls.count; k++)
            args[k] = s->calls.at[k]->def + i;
        ir_id result = s->calls.count ? args[0] : ir_undef(f, (enum ir_type)old->type);
        if (s->calls.count > 1) {
            struct ir_inst *phi =
                ir_inst_new(f, IR_OP_phi, (enum ir_type)old->type, 1, args, s->calls.count);
            ir_insert_before(old, phi);
            result = phi->def;
        }
        ir_replace_uses(f, old->def + i, result);
    }
    ir_remove(old);
}

static void
lower_call(struct lowering *l, struct ir_inst *call)
{
    struct ir_function *f = call->block->function;
    struct search s = {.lowering = l, .call = call, .callees = find_callees(l, call)};
    s.b =
        (struct ir_builder){.function = f, .block = call->block, .before = call, .loc = call->loc};
    if (s.callees.count == 1) {
        vec_push(&l->scratch, &s.calls, make_call(&s, s.callees.at[0]));
    } else if (s.callees.count) {
        s.number = ir_build1(&s.b, IR_OP_trunc, IR_I32, call->args[0].value);
        s.after = ir_split_block(call);
        search_callee(&s, 0, s.callees.count);
    }
    join_results(&s);
    l->changed = true;
}

static void
lower_calls(struct lowering *l, struct ir_function *function)
{
    VEC(struct ir_inst *) calls = {0};
    ir_foreach_block (block, function)
        ir_foreach_inst (inst, block)
            if (inst->op == IR_OP_call_indirect)
                vec_push(&l->scratch, &calls, inst);
    vec_foreach (struct ir_inst *, call, &calls)
        lower_call(l, *call);
}

/* ---- recursion ---- */

struct edge {
    uint32_t caller, callee; /* numbers, from 1 */
    uint32_t next;           /* of the same callee, + 1; 0: none */
};

struct graph {
    struct map numbers; /* function -> number */
    VEC(struct edge) edges;
    uint32_t count;
};

static void
add_edge(struct lowering *l, struct graph *graph, const struct ir_function *caller,
         const struct ir_function *callee)
{
    struct edge edge = {(uint32_t)(uintptr_t)map_get(&graph->numbers, MAP_KEY(caller)),
                        (uint32_t)(uintptr_t)map_get(&graph->numbers, MAP_KEY(callee)), 0};
    vec_push(&l->scratch, &graph->edges, edge);
}

/* Whom functions may call, by what pointers are called. */
static void
find_edges(struct lowering *l, struct graph *graph)
{
    for (struct ir_function *f = l->module->functions; f; f = f->next)
        map_put(&graph->numbers, MAP_KEY(f), (void *)(uintptr_t)++graph->count);
    for (struct ir_function *f = l->module->functions; f; f = f->next)
        ir_foreach_block (block, f)
            ir_foreach_inst (inst, block) {
                if (inst->op == IR_OP_call)
                    add_edge(l, graph, f, inst->callee);
                if (inst->op != IR_OP_call_indirect)
                    continue;
                function_list callees = find_callees(l, inst);
                vec_foreach (struct ir_function *, callee, &callees)
                    add_edge(l, graph, f, *callee);
            }
}

/* Is there a cycle?  Functions that call nobody are taken away until none is left. */
static bool
may_recurse(struct lowering *l)
{
    struct graph graph = {.numbers = map_new(&l->scratch)};
    find_edges(l, &graph);
    uint32_t *calls = ARENA_ARRAY(&l->scratch, graph.count + 1u, uint32_t); /* of those left */
    uint32_t *first = ARENA_ARRAY(&l->scratch, graph.count + 1u, uint32_t); /* edge to it, + 1 */
    uint32_t left = graph.count;
    VEC(uint32_t) leaves = {0};
    for (uint32_t i = 0; i < graph.edges.count; i++) {
        struct edge *edge = &graph.edges.at[i];
        calls[edge->caller]++;
        edge->next = first[edge->callee];
        first[edge->callee] = i + 1;
    }
    for (uint32_t i = 1; i <= graph.count; i++)
        if (!calls[i])
            vec_push(&l->scratch, &leaves, i);
    for (; leaves.count; left--) {
        const struct edge *edge;
        for (uint32_t i = first[vec_pop(&leaves)]; i; i = edge->next) {
            edge = &graph.edges.at[i - 1];
            if (--calls[edge->caller] == 0)
                vec_push(&l->scratch, &leaves, edge->caller);
        }
    }
    return left != 0;
}

static bool
is_kernel(const struct ir_function *function, const void *context)
{
    (void)context;
    return function->is_kernel;
}

static void
refuse_call(struct lowering *l, struct ir_inst *call)
{
    struct ir_function *f = call->block->function;
    struct diag *diag = l->module->diag;
    if (!diag)
        ice(l->module->guard, "recursion in %s", f->name);
    bool is_pointer = map_get(&l->made, MAP_KEY(call));
    diag_report(diag, call->loc,
                is_pointer ? DIAG_recursive_call_through_pointer
                           : DIAG_recursive_call_not_allowed_opencl_c,
                call->callee->name);
    for (uint32_t i = 0; i < call->def_count; i++)
        ir_replace_uses(f, call->def + i, ir_undef(f, (enum ir_type)call->type));
    ir_remove(call);
}

/* Whoever might call itself would need a stack.  Callees come first in the order, so what is called later, or
 * then, is called by itself.  Such a call goes, so that passes find a graph without cycles. */
static void
refuse_recursion(struct lowering *l)
{
    struct map places = map_new(&l->scratch); /* in the order, from 1 */
    const struct ana_calls *calls = ana_calls(&l->scratch, l->module, is_kernel, NULL, false);
    for (uint32_t i = 0; i < calls->count; i++)
        map_put(&places, MAP_KEY(calls->order[i]), (void *)(uintptr_t)(i + 1));
    for (uint32_t i = 0; i < calls->count; i++)
        ir_foreach_block (block, calls->order[i])
            ir_foreach_inst_safe (inst, block)
                if (inst->op == IR_OP_call &&
                    (uintptr_t)map_get(&places, MAP_KEY(inst->callee)) > i)
                    refuse_call(l, inst);
}

bool
lower_function_pointers(struct ir_module *module)
{
    struct lowering l = {.module = module};
    arena_init_scratch(&l.scratch, module->arena->allocator, module->guard);
    l.numbers = map_new(&l.scratch);
    l.made = map_new(&l.scratch);
    number_functions(&l);
    for (struct ir_global *g = module->globals; g; g = g->next)
        lower_initialiser(&l, g);
    for (struct ir_function *f = module->functions; f && l.taken.count; f = f->next)
        lower_addresses(&l, f);
    if (l.has_calls && l.taken.count && may_recurse(&l))
        copy_for_arguments(module, &l.scratch);
    for (struct ir_function *f = module->functions; f && l.has_calls; f = f->next)
        lower_calls(&l, f);
    if (l.has_calls)
        refuse_recursion(&l);
    arena_free(&l.scratch);
    return l.changed;
}
