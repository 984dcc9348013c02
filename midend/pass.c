/* The rows of passes.def, and IR as the runner sees it. */
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/calls/inline_plan.h"

#include <string.h>

enum { opt = PASS_OPT, lower = PASS_LOWER };
/* The pipelines, by what they run over: a row of another kind does not compile. */
enum {
    function_kernel,
    function_callee,
    function_inlining,
    function_unrolling,
    function_body,
    function_lanes,
    function_library,
    program_linking,
    program_preparing,
    program_interface,
    program_passing,
    program_marks
};
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

static const struct pass_row rows[] = {
    {.name = "gen", .pipeline = function_kernel, .kind = PASS_LOWER},
#define ROW(name, pass, pipeline, requires, makes, loses, kind)                                    \
    {name, &(const struct ir_pass){pass}, pipeline, requires, makes, loses, kind},
#define PASS(pipeline, name, ...) ROW(#name, .function = name, function_##pipeline, __VA_ARGS__)
#define INNER_PASS(pipeline, name, ...)                                                            \
    ROW(#pipeline "." #name, .function = name, function_##pipeline, __VA_ARGS__)
#define PROGRAM_PASS(pipeline, name, ...)                                                          \
    ROW(#name, .program = name, program_##pipeline, __VA_ARGS__)
#include "midend/passes.def"
};

enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

static bool
run_pass(const struct pass_run *run, const struct pass_row *row, void *function)
{
    const struct ir_pass *pass = row->pass;
    (void)run;
    return pass->function(function);
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

static void
print_named(struct strbuf *buf, void *object, const char *name)
{
    const struct ir_function *function = object;
    if (strcmp(function->name, name) == 0)
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
    function->expanded_size = old.expanded_size;
    function->call_room = old.call_room;
    function->forms = old.forms;
    function->effects = old.effects;
    ir_foreach_block (block, function) {
        block->function = function;
        ir_foreach_inst (inst, block) {
            if (ir_has_callee(inst))
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

static unsigned *
forms_of(void *function)
{
    return &((struct ir_function *)function)->forms;
}

const struct pass_level pass_midend = {.rows = rows,
                                       .count = ROW_COUNT,
                                       .run = run_pass,
                                       .validate = validate_function,
                                       .print = print_function,
                                       .print_named = print_named,
                                       .reread = reread_function,
                                       .forms = forms_of};

/* ---- passes over the program ---- */

static bool
run_program_pass(const struct pass_run *run, const struct pass_row *row, void *module)
{
    const struct ir_pass *pass = row->pass;
    (void)run;
    return pass->program(module);
}

/* Each function has forms of its own. */
static const char *
validate_program(const void *program, unsigned forms, struct arena *scratch)
{
    const struct ir_module *module = program;
    const char *wrong = NULL;
    (void)forms;
    for (const struct ir_function *f = module->functions; f && !wrong; f = f->next)
        if (f->entry)
            wrong = ir_validate(f, f->forms, scratch);
    return wrong;
}

static void
print_program(struct strbuf *buf, const void *module)
{
    ir_print_module(buf, module);
}

static void
print_named_in(struct strbuf *buf, void *module, const char *name)
{
    const struct ir_function *function = ir_find_function(module, name);
    if (function)
        ir_print_function(buf, function);
}

static const char *
reread_program(void *program)
{
    struct ir_module *module = program;
    const char *wrong = NULL;
    for (struct ir_function *f = module->functions; f && !wrong; f = f->next)
        if (f->entry)
            wrong = reread_function(f);
    return wrong;
}

static const struct pass_level program_level = {.rows = rows,
                                                .count = ROW_COUNT,
                                                .run = run_program_pass,
                                                .validate = validate_program,
                                                .print = print_program,
                                                .print_named = print_named_in,
                                                .reread = reread_program};

/* ---- running ---- */

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
    run_inner(function_callee, function, function->module->run);
}

void
pass_run_library(struct ir_function *function, struct pass_options *options)
{
    run_inner(function_library, function, &(struct pass_run){.options = options});
}

/* Is it a kernel, and one that is compiled? */
static bool
is_wanted(const struct ir_function *function, const void *context)
{
    const struct pass_options *options = context;
    return function->is_kernel &&
           (!options->only_kernel || strcmp(options->only_kernel, function->name) == 0);
}

struct stages {
    struct ir_module *module;
    struct pass_options *options;
    struct pass_run *run; /* that passes find in the module */
};

static bool
run_program(const struct stages *s, unsigned pipeline)
{
    struct pass_run run = *s->run;
    run.level = &program_level;
    s->options->subject = NULL;
    return pass_run_rows(&run, pipeline, s->module);
}

static bool
run_function(const struct stages *s, unsigned pipeline, struct ir_function *function)
{
    s->options->subject = function->name;
    return pass_run_rows(s->run, pipeline, function);
}

/* Kernels, and functions that are still called; callers first, or callees first.  Bodies that move
 * into their only caller have their calls inlined there. */
static bool
run_each(const struct stages *s, unsigned pipeline, bool callers_first)
{
    const struct ana_calls *calls = s->module->calls;
    bool finished = true;
    for (uint32_t i = 0; i < calls->count; i++) {
        struct ir_function *f = calls->order[callers_first ? calls->count - 1 - i : i];
        if (pipeline == function_inlining && inline_moves(s->module, f))
            continue;
        finished &= run_function(s, pipeline, f);
        if (pipeline == function_body)
            f->effects = ana_effects(f);
        if (callers_first)
            ana_calls_note(s->module->calls, f);
    }
    return finished;
}

static bool
is_called(const struct ir_function *function, const void *calls)
{
    return ana_calls_of(calls, function) != NULL;
}

/* The graph of the calls that are left; functions that no kernel reaches are dropped. */
static void
find_calls(const struct stages *s, bool with_sites)
{
    s->module->calls = ana_calls(s->module->arena, s->module, is_wanted, s->options, with_sites);
    ir_keep_functions(s->module, is_called, s->module->calls);
}

static bool
run_stages(const struct stages *s)
{
    bool finished;
    if (!run_program(s, program_linking))
        return false;
    find_calls(s, true);
    inline_plan(s->module);
    if (!run_program(s, program_preparing))
        return false;
    finished = run_each(s, function_inlining, false);
    find_calls(s, true);
    finished = finished && run_program(s, program_interface);
    if (!finished)
        return false;
    find_calls(s, false);
    if (!run_each(s, function_kernel, true))
        return false;
    if (!run_each(s, function_unrolling, false))
        return false;
    find_calls(s, true);
    if (!run_program(s, program_passing))
        return false;
    find_calls(s, true);
    if (!run_each(s, function_body, false))
        return false;
    find_calls(s, true);
    return run_program(s, program_marks) && run_each(s, function_lanes, false);
}

bool
pass_run_midend(struct ir_module *module, struct pass_options *options)
{
    struct pass_run run = {&pass_midend, options, module->arena, module->guard, NULL};
    struct stages stages = {module, options, &run};
    module->run = &run;
    bool finished = run_stages(&stages);
    module->run = NULL;
    module->calls = NULL;
    module->plan = NULL;
    options->subject = NULL;
    if (module->guard)
        module->guard->pass = NULL;
    return finished;
}

/* ---- the order of the rows, for a test ---- */

static const struct order {
    const char *before, *after, *because;
    bool last;
} orders[] = {
#define ORDER(a, b, because) {#a, #b, because, false},
#define LAST(a, b, because)  {#a, #b, because, true},
#include "midend/passes.def"
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
    bool good =
        pass_check_forms(&pass_midend,
                         1u << function_inlining | 1u << function_kernel |
                             1u << function_unrolling | 1u << function_body | 1u << function_lanes,
                         message);
    good = pass_check_forms(&pass_midend, 1u << function_callee, message) && good;
    good = pass_check_forms(&pass_midend, 1u << function_library, message) && good;
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

static bool
is_first(const struct ir_function *function)
{
    const struct ir_function *first = function->module->functions;
    while (!first->entry)
        first = first->next;
    return function == first;
}

bool
pass_run_named(struct ir_function *function, const char *name, bool *changed)
{
    unsigned i = place_of(name, false);
    const struct ir_pass *pass = i == UINT32_MAX ? NULL : rows[i].pass;
    if (!pass)
        return false;
    if (pass->function)
        *changed = pass->function(function);
    else if (is_first(function)) /* not once for each function */
        *changed = pass->program(function->module);
    return true;
}
