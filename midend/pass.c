/* The rows of passes.def, and IR as the runner sees it. */
#include "midend/pass.h"

#include <string.h>

enum { opt = PASS_OPT, lower = PASS_LOWER };
enum { kernel, callee, library };
enum {
    NONE,
    INLINED = IR_INLINED,
    SSA = IR_SSA,
    LOOPS = IR_LOOPS,
    MOVED = IR_MOVED,
    DIVIDED = IR_DIVIDED,
    HALVED = IR_HALVED,
    NARROW = IR_NARROW,
    LOWERED = IR_LOWERED,
    SAMPLED = IR_SAMPLED
};

#define NAME_kernel(name)  #name
#define NAME_callee(name)  "callee." #name
#define NAME_library(name) "library." #name

static const struct pass_row rows[] = {
    {.name = "gen", .pipeline = kernel, .kind = PASS_LOWER},
#define PASS(pipeline, name, requires, makes, loses, kind)                                         \
    {NAME_##pipeline(name), (void (*)(void))name, pipeline, requires, makes, loses, kind},
#define ORDER(...)
#define LAST(...)
#include "midend/passes.def"
#undef PASS
#undef ORDER
#undef LAST
};

enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

typedef bool ir_pass(struct ir_function *function);

static bool
run_pass(const struct pass_run *run, const struct pass_row *row, void *function)
{
    (void)run;
    return ((ir_pass *)row->run)(function);
}

static const char *
validate_function(const void *function, unsigned forms, struct arena *scratch)
{
    return ir_validate(function, forms, scratch);
}

static void
print_function(struct strbuf *buf, const void *function)
{
    ir_print_function(buf, function);
}

static struct ir_global *
find_global(const struct ir_module *module, const char *name)
{
    struct ir_global *global = module->globals;
    while (strcmp(global->name, name) != 0)
        global = global->next;
    return global;
}

/* Replaces the function by what was read; names in that become those of its module. */
static void
take_over(struct ir_function *function, const struct ir_function *read)
{
    struct ir_function old = *function;
    *function = *read;
    function->name = old.name;
    function->module = old.module;
    function->next = old.next;
    function->is_linked = old.is_linked;
    function->is_prepared = old.is_prepared;
    function->expanded_size = old.expanded_size;
    ir_foreach_block (block, function) {
        block->function = function;
        ir_foreach_inst (inst, block) {
            if (inst->op == IR_OP_call)
                inst->callee = ir_find_function(function->module, inst->callee->name);
            else if (inst->op == IR_OP_symbol)
                inst->global = find_global(function->module, inst->global->name);
        }
    }
}

/* The module with the body of this function alone; the others are declared. */
static struct ir_module
only_body(struct arena *scratch, const struct ir_function *function)
{
    struct ir_module part = *function->module;
    struct ir_function **link = &part.functions;
    for (const struct ir_function *f = function->module->functions; f; f = f->next) {
        *link = ARENA_NEW(scratch, struct ir_function);
        **link = *f;
        if (f != function) {
            (*link)->is_external = true;
            (*link)->entry = (*link)->last_block = NULL;
        }
        link = &(*link)->next;
    }
    return part;
}

/* Prints the function, reads that and prints again: the same, byte for byte. */
static const char *
reread_function(void *object)
{
    struct ir_function *function = object;
    struct arena scratch, *arena = function->module->arena;
    arena_init_scratch(&scratch, arena->allocator, function->module->guard);
    struct ir_module part = only_body(&scratch, function);
    struct ir_module *copy = ir_module_new(arena, function->module->guard);
    struct strbuf before = strbuf_new(&scratch), after = strbuf_new(&scratch);
    ir_print_module(&before, &part);
    const char *error = ir_parse(copy, before.text, before.length);
    if (error) {
        error = arena_printf(arena, "text does not parse: %s", error);
    } else {
        ir_print_module(&after, copy);
        if (before.length != after.length || memcmp(before.text, after.text, before.length) != 0)
            error = "text does not survive the round trip";
        else
            take_over(function, ir_find_function(copy, function->name));
    }
    arena_free(&scratch);
    return error;
}

const struct pass_level pass_midend = {.rows = rows,
                                       .count = ROW_COUNT,
                                       .run = run_pass,
                                       .validate = validate_function,
                                       .print = print_function,
                                       .reread = reread_function};

/* Runs a pipeline inside another one; if no runner runs that one, nothing is checked or printed. */
static void
run_inner(unsigned pipeline, struct ir_function *function, const struct pass_run *outer)
{
    struct pass_options quiet = {.optimise = 1};
    struct pass_options *options = outer ? outer->options : &quiet;
    struct ir_module *module = function->module;
    struct pass_run run = {&pass_midend, options, module->arena, module->guard, NULL};
    const char *pass = module->guard ? module->guard->pass : NULL;
    const char *subject = options->subject;
    options->subject = function->name;
    pass_run_rows(&run, pipeline, function);
    options->subject = subject;
    if (module->guard)
        module->guard->pass = pass;
}

void
pass_run_callee(struct ir_function *function)
{
    run_inner(callee, function, function->module->run);
}

void
pass_run_library(struct ir_function *function, struct pass_options *options)
{
    run_inner(library, function, &(struct pass_run){.options = options});
}

/* Is it a kernel, and one that is compiled?  Kernels contain everything that they called. */
static bool
is_wanted(const struct ir_function *function, const void *context)
{
    const struct pass_options *options = context;
    return function->is_kernel &&
           (!options->only_kernel || strcmp(options->only_kernel, function->name) == 0);
}

bool
pass_run_midend(struct ir_module *module, struct pass_options *options)
{
    struct pass_run run = {&pass_midend, options, module->arena, module->guard, NULL};
    VEC(struct ir_function *) kernels = {0};
    bool finished = true;
    for (struct ir_function *f = module->functions; f; f = f->next)
        if (is_wanted(f, options))
            vec_push(module->arena, &kernels, f);
    module->run = &run;
    vec_foreach (struct ir_function *, function, &kernels) {
        options->subject = (*function)->name;
        finished &= pass_run_rows(&run, kernel, *function);
    }
    module->run = NULL;
    options->subject = NULL;
    if (module->guard)
        module->guard->pass = NULL;
    if (finished)
        ir_keep_functions(module, is_wanted, options);
    return finished;
}

/* ---- the order of the rows, for a test ---- */

static const struct order {
    const char *before, *after, *because;
    bool last;
} orders[] = {
#define PASS(...)
#define ORDER(a, b, because) {#a, #b, because, false},
#define LAST(a, b, because)  {#a, #b, because, true},
#include "midend/passes.def"
#undef PASS
#undef ORDER
#undef LAST
};

static unsigned
place_of(const char *name, bool last)
{
    unsigned position = UINT32_MAX;
    for (unsigned i = 0; i < ROW_COUNT; i++)
        if (strcmp(rows[i].name, name) == 0 && (last || position == UINT32_MAX))
            position = i;
    return position;
}

bool
pass_check_order(struct strbuf *message)
{
    bool good = pass_check_forms(&pass_midend, kernel, message);
    good = pass_check_forms(&pass_midend, callee, message) && good;
    good = pass_check_forms(&pass_midend, library, message) && good;
    for (unsigned i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        unsigned a = place_of(orders[i].before, orders[i].last);
        unsigned b = place_of(orders[i].after, orders[i].last);
        if (a == UINT32_MAX || b == UINT32_MAX || a > b) {
            strbuf_printf(message, "%s must come before %s: %s\n", orders[i].before,
                          orders[i].after, orders[i].because);
            good = false;
        }
    }
    return good;
}

bool
pass_run_named(struct ir_function *function, const char *name, bool *changed)
{
    unsigned i = place_of(name, false);
    if (i == UINT32_MAX || !rows[i].run)
        return false;
    *changed = run_pass(NULL, &rows[i], function);
    return true;
}
