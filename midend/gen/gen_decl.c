/* Functions, parameters and variables. */
#include "midend/gen/gen_debug.h"
#include "sema/sema.h"

#include <string.h>

bool
gen_returns_in_memory(const struct type *result)
{
    return gen_is_aggregate(result);
}

static void
add_type(struct gen *g, uint8_t *types, uint32_t *count, const struct type *type)
{
    if (gen_is_aggregate(type)) {
        types[(*count)++] = IR_P_PRIVATE;
        return;
    }
    for (uint32_t i = 0; i < gen_components(type); i++)
        types[(*count)++] = (uint8_t)gen_type(g, type);
}

/* Records, arrays and images are pointers in the IR: what tells a link those of one unit from another's. */
static uint32_t
layout_of_function(const struct type *type)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= type->count; i++) {
        const struct type *part = i < type->count ? type->params[i] : type->base;
        if (gen_is_aggregate(part) || part->kind == TYPE_IMAGE)
            sum = type_layout_add(type_layout_add(sum, i + 1), type_layout(part));
    }
    return sum;
}

/* How many elements an array has, who only declares it may not know, nor what a record contains: 0. */
static uint32_t
layout_of_variable(const struct type *type)
{
    const struct type *element = type->kind == TYPE_ARRAY ? type->base : type;
    if (element->kind == TYPE_VOID || (element->record && !element->record->complete))
        return 0;
    return type_layout(element);
}

static bool
has_attribute(const struct decl *decl, const char *name)
{
    for (int where = 0; where < 2; where++) {
        const struct attribute *attribute = where == 0         ? decl->attributes
                                            : decl->specifiers ? decl->specifiers->attributes
                                                               : NULL;
        for (; attribute; attribute = attribute->next)
            if (strcmp(attribute->name, name) == 0)
                return true;
    }
    return false;
}

static const char *
callable_name(struct gen *g, const struct decl *decl)
{
    const char *name = decl->link_name ? decl->link_name : decl->name;
    if (decl->is_static && g->options->static_prefix)
        return arena_printf(g->module->arena, "%s.%s", g->options->static_prefix, name);
    return decl->is_kernel ? arena_printf(g->module->arena, "%s.body", name) : name;
}

struct ir_function *
gen_function_of(struct gen *g, struct decl *decl)
{
    if (decl->definition)
        decl = decl->definition;
    if (decl->lowered)
        return decl->lowered;
    const struct type *type = decl->type;
    uint8_t *params = ARENA_ARRAY(g->arena, (size_t)type->count * GEN_COMPONENTS + 3, uint8_t);
    uint8_t results[GEN_COMPONENTS];
    uint32_t param_count = 0, result_count = 0;
    if (gen_returns_in_memory(type->base))
        params[param_count++] = IR_P_PRIVATE;
    else if (type->base->kind != TYPE_VOID)
        add_type(g, results, &result_count, type->base);
    if (decl->closure)
        params[param_count++] = IR_P_PRIVATE;
    for (uint32_t i = 0; i < type->count; i++)
        add_type(g, params, &param_count, type->params[i]);
    if (type->is_variadic)
        params[param_count++] = IR_P_PRIVATE;
    struct ir_function *function = ir_function_new(g->module, callable_name(g, decl), params,
                                                   param_count, results, result_count);
    function->loc = decl->loc;
    function->is_noinline = has_attribute(decl, "noinline");
    function->is_always_inline = has_attribute(decl, "always_inline");
    function->is_external = !decl->body;
    function->is_weak = g->options->is_partial && decl->body && decl->is_weak;
    bool is_of_library =
        decl->is_of_library || (g->options->is_library && decl->link_name == decl->name);
    if ((g->options->is_partial || is_of_library) && !decl->is_static)
        function->layout = layout_of_function(type);
    decl->lowered = function;
    if (decl->body)
        vec_push(g->arena, &g->work, decl);
    else if (!g->options->is_library && !g->options->is_partial && !decl->is_of_library)
        diag_error(g->diag, decl->loc, function_not_defined, decl->name);
    return function;
}

static void
set_home(struct gen *g, struct decl *decl, ir_id pointer, uint32_t align)
{
    struct gen_variable *variable = ARENA_NEW(g->arena, struct gen_variable);
    *variable = (struct gen_variable){g->function, pointer, align};
    decl->lowered = variable;
}

static struct gen_lvalue
make_home(struct gen *g, struct decl *decl)
{
    struct gen_lvalue lvalue = gen_temporary(g, decl->type);
    ir_def(g->function, lvalue.pointer)->memory.is_kept = g->options->keeps_variables && decl->name;
    gen_check_name(g, lvalue.pointer, decl->name);
    set_home(g, decl, lvalue.pointer, lvalue.align);
    lvalue.type = decl->type;
    lvalue.is_volatile = decl->type->qualifiers & QUAL_VOLATILE;
    return lvalue;
}

void
gen_variable(struct gen *g, struct decl *decl)
{
    if (decl->space == SPACE_LOCAL || decl->space == SPACE_CONSTANT || decl->is_static ||
        decl->is_extern || decl->is_program_scope) {
        gen_debug_variable(g, decl, 0);
        return;
    }
    if (decl->type->kind == TYPE_BLOCK && !sema_block_of(decl->init)->captures.count)
        return; /* nothing to keep */
    struct gen_lvalue lvalue = make_home(g, decl);
    gen_debug_variable(g, decl, lvalue.pointer);
    if (decl->init)
        gen_init_lvalue(g, lvalue, decl->init);
    else
        gen_check_begin(g, &lvalue, decl->name);
}

/* function.variable, with a number if an inner scope uses the name again. */
static const char *
global_name(struct gen *g, const struct decl *decl)
{
    if (decl->is_program_scope && decl->is_static && g->options->is_partial)
        return arena_printf(g->module->arena, "%s.%s", g->options->static_prefix, decl->name);
    if (decl->is_program_scope || decl->is_extern)
        return decl->name;
    const char *name = intern_string(
        &g->module->intern, arena_printf(g->module->arena, "%s.%s", g->function->name, decl->name));
    uintptr_t same = (uintptr_t)map_get(&g->global_names, MAP_KEY(name));
    map_put(&g->global_names, MAP_KEY(name), (void *)(same + 1));
    return same ? arena_printf(g->module->arena, "%s.%u", name, (unsigned)same) : name;
}

struct ir_global *
gen_global_of(struct gen *g, struct decl *decl)
{
    if (decl->lowered)
        return decl->lowered;
    if (decl->definition)
        return gen_global_of(g, decl->definition);
    bool is_external = decl->is_extern && !decl->init && !g->options->is_library;
    enum ir_space space = gen_space(decl->space);
    if (space == IR_SPACE_PRIVATE || space == IR_SPACE_GENERIC)
        space = IR_SPACE_GLOBAL; /* OpenCL C 2.0: program scope and static are global by default */
    bool is_import = is_external && decl->is_preemptible && space != IR_SPACE_LOCAL;
    bool may_be_missing = is_import || g->options->is_partial || decl->is_weak;
    if (is_external && !may_be_missing)
        diag_error(g->diag, decl->loc, variable_not_defined, decl->name);
    uint32_t align = gen_object_align(decl->type);
    struct ir_global *global =
        ir_global_new(g->module, global_name(g, decl), space, decl->type->size, align, NULL);
    global->is_external = is_external;
    global->is_import = is_import;
    global->is_visible = decl->is_program_scope && !decl->is_static && !is_external &&
                         !g->options->is_library && space != IR_SPACE_LOCAL &&
                         decl->type->kind != TYPE_SAMPLER;
    global->is_weak = (global->is_visible || is_external) && decl->is_weak;
    global->loc = g->options->is_partial ? decl->loc : 0;
    if (g->options->is_partial && (is_external || global->is_visible))
        global->layout = layout_of_variable(decl->type);
    decl->lowered = global;
    if (decl->init || (space != IR_SPACE_LOCAL && !is_external))
        gen_init_global(g, global, decl->type, decl->init);
    return global;
}

/* Where return stores and what the exit block does with it. */
static void
prepare_result(struct gen *g, struct type *result, uint32_t *next_param)
{
    g->result_type = gen_unqualified(result);
    g->result = 0;
    if (result->kind == TYPE_VOID)
        return;
    if (gen_returns_in_memory(result))
        g->result = g->function->params[(*next_param)++];
    else
        g->result = gen_temporary(g, result).pointer;
    struct ir_inst *home = ir_def(g->function, g->result);
    if (home && home->op == IR_OP_alloca) /* debuggers stop at what is returned */
        home->memory.is_kept = g->options->keeps_variables;
}

static void
finish(struct gen *g)
{
    gen_start(g, g->exit);
    struct gen_value value = {0};
    if (g->result && !gen_is_aggregate(g->result_type))
        value = gen_load(g, gen_place_at(g->result_type, g->result, g->result_type->align));
    ir_build_ret(&g->b, value.at, value.count);
}

/* The context of a block: its copies of variables. */
static void
captured(struct gen *g, const struct closure *closure, ir_id context)
{
    vec_foreach (struct capture, capture, &closure->captures)
        set_home(g, capture->copy, ir_build_offset(&g->b, context, capture->offset),
                 capture->copy->type->align);
}

/* Where a record is that the caller passes in its own memory, for debuggers; 0: nothing is kept. */
static ir_id
keep_address(struct gen *g, const struct decl *param, ir_id pointer)
{
    if (!g->options->keeps_variables || !param->name)
        return 0;
    enum ir_type type = ir_type_of(g->function, pointer);
    uint32_t size = ir_type_bytes(type);
    struct ir_inst *home = ir_build_alloca(&g->b, size, size);
    home->memory.is_kept = true;
    ir_build_store(&g->b, type, 1, home->def, &pointer, size);
    return home->def;
}

static void
callable_params(struct gen *g, struct decl *decl, uint32_t next)
{
    if (decl->closure)
        captured(g, decl->closure, g->function->params[next++]);
    for (uint32_t i = 0; i < decl->params->count; i++) {
        struct decl *param = decl->params->at[i];
        if (gen_is_aggregate(param->type)) {
            set_home(g, param, g->function->params[next], param->type->align);
            gen_debug_variable(g, param, keep_address(g, param, g->function->params[next++]));
            continue;
        }
        struct gen_value value = {.type = gen_unqualified(param->type),
                                  .count = gen_components(param->type)};
        for (uint32_t k = 0; k < value.count; k++)
            value.at[k] = g->function->params[next++];
        struct gen_lvalue home = make_home(g, param);
        gen_debug_variable(g, param, home.pointer);
        gen_store(g, home, value);
    }
    if (decl->rest)
        gen_store(g, make_home(g, decl->rest),
                  gen_value1(gen_unqualified(decl->rest->type), g->function->params[next]));
}

/* Records, vectors, integers of 128 bits and resources lie in the kernarg segment and are copied to the parameter. */
static bool
kernel_passes_pointer(const struct type *type)
{
    return gen_is_aggregate(type) || gen_components(type) > 1;
}

static void
kernel_params(struct gen *g, struct decl *decl)
{
    enum { KERNARG_ALIGN = 16 };
    for (uint32_t i = 0; i < decl->params->count; i++) {
        struct decl *param = decl->params->at[i];
        struct type *type = gen_unqualified(param->type);
        struct gen_value value = gen_value1(type, g->function->params[i]);
        if (kernel_passes_pointer(type)) {
            uint32_t align = decl->kernel->args[i].align;
            align = align < KERNARG_ALIGN ? align : KERNARG_ALIGN;
            value = gen_load(g, gen_place_at(type, value.at[0], align));
        }
        struct gen_lvalue home = make_home(g, param);
        gen_debug_variable(g, param, home.pointer);
        gen_store(g, home, value);
    }
}

static struct ir_function *
new_kernel(struct gen *g, struct decl *decl)
{
    const struct type *type = decl->type;
    uint8_t *params = ARENA_ARRAY(g->arena, (size_t)type->count + 1, uint8_t);
    for (uint32_t i = 0; i < type->count; i++)
        params[i] = kernel_passes_pointer(type->params[i]) ? (uint8_t)IR_P_CONSTANT
                                                           : (uint8_t)gen_type(g, type->params[i]);
    struct ir_function *function =
        ir_function_new(g->module, decl->name, params, type->count, NULL, 0);
    function->is_kernel = true;
    function->kernel = decl->kernel;
    function->is_weak = g->options->is_partial && decl->is_weak;
    function->layout = g->options->is_partial ? layout_of_function(type) : 0;
    function->loc = decl->loc;
    return function;
}

static void
remove_unreachable(struct gen *g)
{
    struct bitset reached = bitset_new(g->arena, g->function->block_count);
    VEC(struct ir_block *) stack = {0};
    vec_push(g->arena, &stack, g->function->entry);
    bitset_add(&reached, g->function->entry->id);
    while (stack.count) {
        struct ir_block *block = vec_pop(&stack);
        for (unsigned i = 0; i < block->succ_count; i++) {
            if (bitset_has(&reached, block->succs[i]->id))
                continue;
            bitset_add(&reached, block->succs[i]->id);
            vec_push(g->arena, &stack, block->succs[i]);
        }
    }
    for (struct ir_block *block = g->function->entry, *next; block; block = next) {
        next = block->next;
        if (!bitset_has(&reached, block->id))
            ir_remove_block(block);
    }
}

/* What the switches say of floats is said of each operation, since units are linked that differ in it. */
static void
promise(struct gen *g)
{
    unsigned promises = (g->options->finite_math ? IR_FINITE : 0) |
                        (g->options->no_signed_zeros ? IR_NO_SIGNED_ZEROS : 0);
    if (!promises)
        return;
    ir_foreach_block (block, g->function)
        ir_foreach_inst (inst, block) {
            if (ir_is_float_op((enum ir_op)inst->op))
                inst->no_wrap |= promises;
            else if (inst->op == IR_OP_call && inst->callee->is_external)
                inst->no_wrap |= promises & IR_FINITE;
        }
}

static void
gen_body(struct gen *g, struct decl *decl, struct ir_function *function)
{
    uint32_t next_param = 0;
    g->function = function;
    g->decl = decl;
    g->blocks = map_new(g->arena);
    g->once = map_new(g->arena);
    g->break_to = g->continue_to = NULL;
    g->b = (struct ir_builder){.function = function, .loc = decl->loc};
    g->b.block = function->entry ? function->entry : ir_block_new(function);
    g->exit = ir_block_new(function);
    gen_debug_function(g, decl);
    prepare_result(g, decl->type->base, &next_param);
    if (function->is_kernel)
        kernel_params(g, decl);
    else
        callable_params(g, decl, next_param);
    gen_stmt(g, decl->body);
    if (decl->body->end)
        g->b.loc = decl->body->end;
    finish(g);
    remove_unreachable(g);
    promise(g);
    gen_debug_function_end(g);
}

bool
gen_is_exported(const struct decl *decl)
{
    bool is_defined = decl->kind == DECL_FUNCTION
                          ? decl->body != NULL
                          : decl->kind == DECL_VARIABLE && (decl->init || !decl->is_extern);
    /* Calls know a block's function; who uses a sampler needs its constant. */
    bool is_value = decl->kind == DECL_VARIABLE &&
                    (decl->type->kind == TYPE_BLOCK || decl->type->kind == TYPE_SAMPLER);
    return is_defined && !decl->is_static && !is_value;
}

/* Of a kernel a link makes the function that others call, unless records or vectors lie in the kernarg segment. */
static bool
is_called_by_others(const struct gen_options *options, const struct decl *decl)
{
    bool in_memory = false;
    for (uint32_t i = 0; i < decl->type->count; i++)
        in_memory |= kernel_passes_pointer(decl->type->params[i]);
    if (decl->is_kernel)
        return options->is_partial && in_memory;
    return (options->is_library || options->is_partial) && gen_is_exported(decl);
}

/* A variable that is kept though no kernel here uses it: a linker takes it, or the loader for another program. */
static bool
is_for_others(const struct gen_options *options, const struct decl *decl)
{
    return decl->kind == DECL_VARIABLE && gen_is_exported(decl) &&
           (options->is_partial || decl->is_preemptible);
}

void
gen_module(struct ir_module *module, struct diag *diag, const struct translation_unit *unit,
           const struct gen_options *options)
{
    struct gen g = {.module = module, .arena = module->arena, .diag = diag, .options = options};
    uint32_t done = 0, children = 0;
    struct gen_debug debug = {.arena = g.arena,
                              .info = module->debug,
                              .types = map_new(g.arena),
                              .numbers = map_new(g.arena)};
    g.debug = module->debug ? &debug : NULL;
    g.strings = map_new(g.arena);
    g.global_names = map_new(g.arena);
    for (uint32_t i = 0; i < unit->decls.count; i++) {
        struct decl *decl = unit->decls.at[i];
        bool is_body = decl->kind == DECL_FUNCTION && decl->body;
        if (is_for_others(options, decl))
            gen_global_of(&g, decl);
        if (is_body && decl->is_kernel)
            gen_body(&g, decl, new_kernel(&g, decl));
        if (is_body && is_called_by_others(options, decl))
            gen_function_of(&g, decl);
        while (done < g.work.count || children < g.children.count) {
            struct decl *callee = done < g.work.count ? g.work.at[done++] : NULL;
            if (callee)
                gen_body(&g, callee, callee->lowered);
            else
                gen_child_kernel(&g, g.children.at[children++]);
        }
    }
    gen_debug_unit(&g, unit);
}
