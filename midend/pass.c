/* Runs the rows of passes.def, kernel by kernel. */
#include "midend/pass.h"

#include <string.h>
#include <time.h>

enum { opt, lower };
enum { ANY = 0, INLINED = 1, SSA = 2, LOOPS = 4, NARROW = 8 }; /* forms, see passes.def */

static const struct pass {
    const char *name;
    bool (*run)(struct ir_function *function);
    uint8_t requires, leaves, kind;
} passes[] = {
#define PASS(name, requires, leaves, kind) {#name, name, requires, leaves, kind},
#define ORDER(...)
#define LAST(...)
#include "midend/passes.def"
#undef PASS
#undef ORDER
#undef LAST
};

enum { PASS_COUNT = sizeof passes / sizeof passes[0] };

struct runner {
    struct ir_module *module;
    struct pass_options *options;
};

uint64_t
pass_clock(const struct pass_options *options)
{
    struct timespec time;
    if (!options->event_arena)
        return 0;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

void
pass_note_time(struct pass_options *options, const char *name, uint64_t start)
{
    struct pass_event event = {name, options->subject, start, pass_clock(options) - start};
    if (options->event_arena)
        vec_push(options->event_arena, &options->events, event);
}

bool
pass_is_named(const char *option, const char *name)
{
    return option && (strcmp(option, name) == 0 || strcmp(option, "all") == 0);
}

static void
validate(const struct runner *r, const struct ir_function *function, const char *name)
{
    struct arena scratch;
    arena_init_scratch(&scratch, r->module->arena->allocator, r->module->guard);
    const char *wrong = ir_validate(function, &scratch);
    wrong = wrong ? arena_strdup(r->module->arena, wrong) : NULL;
    arena_free(&scratch);
    if (wrong)
        ice(r->module->guard, "after %s: %s", name, wrong);
}

/* Prints the module, reads that back in its place and prints again: the same, byte for byte. */
static struct ir_function *
reread(const struct runner *r, struct ir_function *function, const char *name)
{
    struct ir_module *module = r->module;
    struct strbuf before = strbuf_new(module->arena), after = strbuf_new(module->arena);
    ir_print_module(&before, module);
    module->functions = module->last_function = NULL;
    module->globals = module->last_global = NULL;
    const char *error = ir_parse(module, before.text, before.length);
    if (error)
        ice(module->guard, "after %s: text does not parse: %s", name, error);
    ir_print_module(&after, module);
    if (before.length != after.length || memcmp(before.text, after.text, before.length) != 0)
        ice(module->guard, "after %s: text does not survive the round trip", name);
    return ir_find_function(module, function->name);
}

/* One pass and what the options want around it. */
static struct ir_function *
run_pass(const struct runner *r, const struct pass *pass, struct ir_function *function)
{
    struct pass_options *options = r->options;
    uint64_t start = pass_clock(options);
    struct guard *guard = r->module->guard;
    if (guard)
        guard->pass = pass->name;
    bool changed = pass->run(function);
    pass_note_time(options, pass->name, start);
    if (options->validate && changed)
        validate(r, function, pass->name);
    if (options->stress && changed)
        function = reread(r, function, pass->name);
    if (pass_is_named(options->print_after, pass->name) && options->dump) {
        strbuf_printf(options->dump, "; after %s\n", pass->name);
        ir_print_function(options->dump, function);
    }
    return function;
}

/* False when -stop-after ended it. */
static bool
run_kernel(const struct runner *r, struct ir_function *function)
{
    const struct pass_options *options = r->options;
    if (options->validate)
        validate(r, function, "gen");
    for (uint32_t i = 0; i < PASS_COUNT; i++) {
        if (passes[i].kind == lower || options->optimise)
            function = run_pass(r, &passes[i], function);
        if (options->stop_after && strcmp(options->stop_after, passes[i].name) == 0)
            return false;
    }
    return true;
}

/* Kernels hold everything that they called. */
static void
drop_functions(struct ir_module *module)
{
    struct ir_function **link = &module->functions;
    module->last_function = NULL;
    while (*link) {
        if ((*link)->is_kernel) {
            module->last_function = *link;
            link = &(*link)->next;
        } else {
            *link = (*link)->next;
        }
    }
}

bool
pass_run_midend(struct ir_module *module, struct pass_options *options)
{
    struct runner runner = {module, options};
    VEC(const char *) kernels = {0};
    bool finished = true;
    for (struct ir_function *f = module->functions; f; f = f->next)
        if (f->is_kernel)
            vec_push(module->arena, &kernels, f->name);
    vec_foreach (const char *, name, &kernels) {
        struct ir_function *kernel = ir_find_function(module, *name);
        options->subject = kernel->name;
        finished &= run_kernel(&runner, kernel);
    }
    options->subject = NULL;
    if (module->guard)
        module->guard->pass = NULL;
    if (finished)
        drop_functions(module);
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

static uint32_t
place_of(const char *name, bool last)
{
    uint32_t place = UINT32_MAX;
    for (uint32_t i = 0; i < PASS_COUNT; i++)
        if (strcmp(passes[i].name, name) == 0 && (last || place == UINT32_MAX))
            place = i;
    return place;
}

/* Follows the forms through the rows that run. */
static bool
check_forms(bool optimise, struct strbuf *message)
{
    unsigned forms = ANY;
    for (uint32_t i = 0; i < PASS_COUNT; i++) {
        if (passes[i].kind == opt && !optimise)
            continue;
        if (passes[i].requires & ~forms) {
            strbuf_printf(message, "row %u, %s: a form that it requires does not hold\n", i + 1,
                          passes[i].name);
            return false;
        }
        forms = passes[i].leaves;
    }
    return true;
}

bool
pass_check_order(struct strbuf *message)
{
    bool good = check_forms(false, message);
    good = check_forms(true, message) && good;
    for (uint32_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        uint32_t a = place_of(orders[i].before, orders[i].last);
        uint32_t b = place_of(orders[i].after, orders[i].last);
        if (a == UINT32_MAX || b == UINT32_MAX || a > b) {
            strbuf_printf(message, "%s must come before %s: %s\n", orders[i].before,
                          orders[i].after, orders[i].because);
            good = false;
        }
    }
    return good;
}

bool
pass_exists(const char *name)
{
    for (uint32_t i = 0; i < PASS_COUNT; i++)
        if (strcmp(passes[i].name, name) == 0)
            return true;
    return false;
}

bool
pass_run_named(struct ir_function *function, const char *name, bool *changed)
{
    for (uint32_t i = 0; i < PASS_COUNT; i++)
        if (strcmp(passes[i].name, name) == 0) {
            *changed = passes[i].run(function);
            return true;
        }
    return false;
}
