/* Reads the text form; IR.md has the grammar.
 *
 * Ids of values and blocks are those of the text; constants get ids above all of them.  Names of
 * functions and globals may be used before they are defined.  Bodies: ir_parse_inst.c. */
#include "midend/ir/ir_parse.h"

#include <string.h>

/* ---- words ---- */

loc_t
ir_parse_location(struct parser *p)
{
    uint32_t at = number(p);
    return at ? at + p->first_place : 0;
}

const char *
ir_parse_string(struct parser *p, uint32_t *length)
{
    if (p->scan.kind != TEXT_STRING) {
        textscan_error(&p->scan, "expected a string");
        return "";
    }
    const char *text = p->scan.string;
    if (length)
        *length = p->scan.string_length;
    textscan_next(&p->scan);
    return text;
}

const char *
ir_parse_name(struct parser *p)
{
    expect(p, "@");
    const char *text =
        p->scan.kind == TEXT_STRING ? ir_parse_string(p, NULL) : textscan_word(&p->scan);
    return intern_string(&p->module->intern, text);
}

int
ir_parse_index(struct parser *p, const char *const *names, size_t count)
{
    if (p->scan.kind != TEXT_WORD)
        return -1;
    for (size_t i = 0; i < count; i++)
        if (names[i] && textscan_accept(&p->scan, names[i]))
            return (int)i;
    return -1;
}

uint8_t
ir_parse_one_of(struct parser *p, const char *const *names, size_t count)
{
    int found = ir_parse_index(p, names, count);
    if (found < 0)
        textscan_error(&p->scan, "unknown name '%.*s'", (int)p->scan.length, p->scan.start);
    return found < 0 ? 0 : (uint8_t)found;
}

enum ir_type
ir_parse_find_type(const struct parser *p)
{
    if (p->scan.kind != TEXT_WORD)
        return IR_TYPES;
    bool is_pointer = p->scan.length > 2 && p->scan.start[1] == '.';
    if (!is_pointer && p->scan.length > 4)
        return IR_TYPES;
    unsigned end = is_pointer ? IR_TYPES : IR_P_GENERIC;
    for (unsigned i = is_pointer ? IR_P_GENERIC : IR_VOID; i < end; i++)
        if (textscan_is(&p->scan, ir_type_name((enum ir_type)i)))
            return (enum ir_type)i;
    return IR_TYPES;
}

enum ir_type
ir_parse_type(struct parser *p)
{
    enum ir_type type = ir_parse_find_type(p);
    if (type == IR_TYPES) {
        textscan_error(&p->scan, "expected a type");
        return IR_VOID;
    }
    textscan_next(&p->scan);
    return type;
}

/* ---- functions ---- */

/* The largest %N up to the function's closing brace, to make room for its values. */
static uint32_t
largest_value(const struct parser *p)
{
    uint64_t most = 0;
    bool in_string = false;
    for (const char *c = p->scan.start; c < p->scan.end && (in_string || *c != '}'); c++) {
        if (*c == '"')
            in_string = !in_string;
        if (*c != '%' || in_string)
            continue;
        uint64_t n = 0, span = 1;
        while (c + 1 < p->scan.end && c[1] >= '0' && c[1] <= '9' && n < UINT32_MAX)
            n = n * 10 + (uint64_t)(*++c - '0');
        if (c + 1 < p->scan.end && c[1] == ':') {
            span = 0;
            for (c++; c + 1 < p->scan.end && c[1] >= '0' && c[1] <= '9' && span < UINT16_MAX;)
                span = span * 10 + (uint64_t)(*++c - '0');
        }
        if (n + span - 1 > most)
            most = n + span - 1;
    }
    return most > (size_t)(p->scan.end - p->scan.start) * 64 + 65536 ? 0 : (uint32_t)most;
}

static void
kernel_arg(struct parser *p, struct kernel_arg *arg)
{
    arg->name = ir_parse_string(p, NULL);
    arg->type_name = ir_parse_string(p, NULL);
    arg->kind = ONE_OF(p, ir_arg_kind_names);
    arg->value_type = ONE_OF(p, ir_value_type_names);
    for (;;) {
        if (accept(p, "offset"))
            arg->offset = number(p);
        else if (accept(p, "size"))
            arg->size = number(p);
        else if (accept(p, "align"))
            arg->align = number(p);
        else if (accept(p, "space"))
            arg->space = (uint8_t)ir_parse_space(&p->scan);
        else if (accept(p, "pointee_align"))
            arg->pointee_align = number(p);
        else if (accept(p, "access"))
            arg->access = ONE_OF(p, ir_access_names);
        else if (accept(p, "actual"))
            arg->actual_access = ONE_OF(p, ir_access_names);
        else if (accept(p, "const"))
            arg->is_const = true;
        else if (accept(p, "restrict"))
            arg->is_restrict = true;
        else if (accept(p, "volatile"))
            arg->is_volatile = true;
        else if (accept(p, "pipe"))
            arg->is_pipe = true;
        else
            return;
    }
}

static struct kernel_info *
kernel_info(struct parser *p)
{
    struct kernel_info *info = ARENA_NEW(p->module->arena, struct kernel_info);
    VEC(struct kernel_arg) args = {0};
    info->name = ir_parse_string(p, NULL);
    for (;;) {
        bool is_size = textscan_is(&p->scan, "reqd");
        uint32_t *three = is_size ? info->reqd_group_size : info->group_size_hint;
        if (accept(p, "kernarg"))
            info->kernarg_size = number(p);
        else if (accept(p, "reqd") || accept(p, "hint")) {
            kernel_info_note(info, is_size ? KERNEL_ATTRIBUTE_SIZE : KERNEL_ATTRIBUTE_HINT);
            for (int i = 0; i < 3; i++)
                three[i] = number(p);
        } else if (accept(p, "vec_type")) {
            kernel_info_note(info, KERNEL_ATTRIBUTE_TYPE);
            info->vec_type_hint = ir_parse_string(p, NULL);
        } else if (accept(p, "handle"))
            info->runtime_handle = ir_parse_string(p, NULL);
        else if (accept(p, "vgprs"))
            info->max_vgprs = number(p);
        else if (accept(p, "sgprs"))
            info->max_sgprs = number(p);
        else if (accept(p, "waves"))
            info->least_waves = number(p);
        else if (accept(p, "most_waves"))
            info->most_waves = number(p);
        else if (accept(p, "max_flat"))
            info->max_flat_group_size = number(p);
        else if (accept(p, "version"))
            info->cl_version = (uint16_t)number(p);
        else
            break;
    }
    while (accept(p, "arg")) {
        struct kernel_arg arg = {0};
        kernel_arg(p, &arg);
        vec_push(p->module->arena, &args, arg);
    }
    info->args = args.at;
    info->arg_count = args.count;
    return info;
}

/* The marks of a signature's parameters or results; NULL: no mark is set. */
static const uint8_t *
uniform_marks(struct parser *p, const uint8_t *marks, uint32_t count)
{
    if (!count || !memchr(marks, 1, count))
        return NULL;
    uint8_t *copy = ARENA_ARRAY(p->module->arena, count, uint8_t);
    return memcpy(copy, marks, count);
}

static void
signature(struct parser *p, const char *name)
{
    uint8_t params[256], results[256], param_marks[256], result_marks[256];
    ir_id ids[256];
    uint32_t param_count = 0, result_count = 0;
    expect(p, "(");
    while (!p->scan.error && !accept(p, ")") && param_count < 256) {
        params[param_count] = (uint8_t)ir_parse_type(p);
        expect(p, "%");
        ids[param_count] = number(p);
        param_marks[param_count++] = accept(p, "uniform");
        accept(p, ",");
    }
    if (accept(p, "-")) {
        expect(p, ">");
        do {
            results[result_count] = (uint8_t)ir_parse_type(p);
            result_marks[result_count++] = accept(p, "uniform");
        } while (accept(p, ",") && result_count < 256);
    }
    p->function = ir_function_new(p->module, name, params, param_count, results, result_count);
    p->function->param_uniform = uniform_marks(p, param_marks, param_count);
    p->function->result_uniform = uniform_marks(p, result_marks, result_count);
    for (uint32_t i = 0; i < param_count; i++)
        if (ids[i] != i + 1)
            textscan_error(&p->scan, "parameters are %%1, %%2, ... in order");
}

static void
function(struct parser *p)
{
    uint32_t most = largest_value(p);
    const char *text = ir_parse_name(p);
    signature(p, text);
    struct ir_function *function = p->function;
    memset(&p->blocks, 0, sizeof p->blocks); /* not only the count: old entries are not zeroed */
    if (function->values.count <= most)
        vec_extend(p->module->arena, &function->values, most + 1 - function->values.count);
    function->is_kernel = accept(p, "kernel");
    function->is_external = accept(p, "external");
    function->is_weak = accept(p, "weak");
    function->is_noinline = accept(p, "noinline");
    function->is_always_inline = accept(p, "always_inline");
    function->is_library = accept(p, "library");
    if (accept(p, "layout"))
        function->layout = number(p);
    if (accept(p, "!"))
        function->loc = ir_parse_location(p);
    if (accept(p, "info"))
        function->kernel = kernel_info(p);
    if (accept(p, "{"))
        ir_parse_body(p);
    for (uint32_t i = 1; i <= most && !p->scan.error; i++)
        if (function->values.at[i].kind == IR_VALUE_NONE && function->values.at[i].uses)
            textscan_error(&p->scan, "%%%u is used but not defined", i);
}

static void
global(struct parser *p)
{
    const char *text = ir_parse_name(p);
    struct ir_global *global = ir_global_new(p->module, text, IR_SPACE_GENERIC, 0, 1, NULL);
    VEC(struct ir_reloc) relocs = {0};
    uint32_t first_fixup = p->fixups.count, length = 0;
    global->is_external = accept(p, "external");
    global->is_import = accept(p, "import");
    global->is_got = accept(p, "got");
    global->is_visible = accept(p, "visible");
    global->is_weak = accept(p, "weak");
    expect(p, "space");
    global->space = (uint8_t)ir_parse_space(&p->scan);
    expect(p, "size");
    global->size = number(p);
    expect(p, "align");
    global->align = number(p);
    if (accept(p, "offset"))
        global->offset = number(p);
    if (accept(p, "layout"))
        global->layout = number(p);
    if (accept(p, "!"))
        global->loc = ir_parse_location(p);
    if (accept(p, "=")) {
        global->bytes = (const uint8_t *)ir_parse_string(p, &length);
        if (length != global->size)
            textscan_error(&p->scan, "initial value has %u bytes, not %u", length, global->size);
    }
    while (accept(p, "reloc")) {
        struct ir_reloc reloc = {.offset = number(p)};
        bool is_function = accept(p, "function");
        ir_parse_fix_later(p, NULL);
        vec_last(&p->fixups).is_function = is_function;
        if (!is_function)
            reloc.addend = number(p);
        vec_push(p->module->arena, &relocs, reloc);
    }
    global->relocs = relocs.at;
    global->reloc_count = relocs.count;
    for (uint32_t i = 0; i < relocs.count && !p->scan.error; i++)
        p->fixups.at[first_fixup + i].reloc = &relocs.at[i];
}

/* ---- names ---- */

static struct map
names_of(struct parser *p, bool functions)
{
    struct map map = map_new(p->arena);
    if (functions)
        for (struct ir_function *f = p->module->functions; f; f = f->next)
            map_put(&map, MAP_KEY(f->name), f);
    else
        for (struct ir_global *g = p->module->globals; g; g = g->next)
            map_put(&map, MAP_KEY(g->name), g);
    return map;
}

static void
resolve(struct parser *p)
{
    struct map functions = names_of(p, true), globals = names_of(p, false);
    vec_foreach (struct fixup, fixup, &p->fixups) {
        bool is_call = fixup->inst ? ir_has_callee(fixup->inst) : fixup->is_function;
        void *found = map_get(is_call ? &functions : &globals, MAP_KEY(fixup->name));
        if (!found) {
            p->scan.line = fixup->line;
            textscan_error(&p->scan, "@%s is not defined", fixup->name);
            return;
        }
        if (fixup->inst && is_call)
            fixup->inst->callee = found;
        else if (fixup->inst)
            fixup->inst->global = found;
        else if (is_call)
            fixup->reloc->function = found;
        else
            fixup->reloc->target = found;
    }
}

static void
place(struct parser *p)
{
    struct ir_module *module = p->module;
    if (!p->has_places)
        p->first_place = module->places.count;
    struct ir_place made = {.file = p->has_places ? vec_last(&module->places).file : ""};
    if (p->scan.kind == TEXT_STRING)
        made.file = intern_string(&module->intern, ir_parse_string(p, NULL));
    p->has_places = true;
    made.line = number(p);
    made.column = number(p);
    vec_push(module->arena, &module->places, made);
}

/* Most of a text is instructions: their names are looked up among those with the same letter. */
static void
sort_ops(struct parser *p)
{
    for (unsigned op = IR_OPS; op-- > 0;) {
        uint16_t *first = &p->ops[*ir_op_name[op] % 32];
        p->next_op[op] = *first;
        *first = (uint16_t)(op + 1);
    }
}

const char *
ir_parse(struct ir_module *module, const char *text, size_t length)
{
    struct parser p = {.module = module, .arena = module->arena};
    sort_ops(&p);
    textscan_init(&p.scan, module->arena, text, length);
    while (p.scan.kind != TEXT_END && !p.scan.error) {
        if (accept(&p, "global"))
            global(&p);
        else if (accept(&p, "function"))
            function(&p);
        else if (accept(&p, "printf_row"))
            vec_push(module->arena, &module->printf_rows,
                     intern_string(&module->intern, ir_parse_string(&p, NULL)));
        else if (accept(&p, "place"))
            place(&p);
        else
            textscan_error(&p.scan, "expected 'function', 'global', 'place' or 'printf_row'");
    }
    if (!p.scan.error)
        resolve(&p);
    return p.scan.error;
}
