/* Reads the text form; IR.md has the grammar.
 *
 * Ids of values and blocks are those of the text; constants get ids above all of them.  Names of
 * functions and globals may be used before they are defined. */
#include "midend/ir/ir_info.h"
#include "midend/ir/ir_names.h"
#include "support/textscan.h"

#include <string.h>

/* A name to look up at the end. */
struct fixup {
    struct ir_inst *inst;      /* call, symbol ... */
    struct ir_global **target; /* ... or a relocation */
    const char *name;
    uint32_t line;
};

struct parser {
    struct textscan scan;
    struct ir_module *module;
    struct arena *arena;
    struct ir_function *function;
    VEC(struct ir_block *) blocks; /* of the function, by id; NULL: not seen yet */
    VEC(struct fixup) fixups;
    bool has_places;
    uint32_t first_place; /* of the text's own, if it has some: places of the module before */
};

/* ---- small parts ---- */

static bool
accept(struct parser *p, const char *text)
{
    return textscan_accept(&p->scan, text);
}

static bool
expect(struct parser *p, const char *text)
{
    return textscan_expect(&p->scan, text);
}

static uint32_t
number(struct parser *p)
{
    return (uint32_t)textscan_number(&p->scan);
}

/* 0, or a number of the text's places; without those it is whatever it was. */
static loc_t
location(struct parser *p)
{
    uint32_t at = number(p);
    return at ? at + p->first_place : 0;
}

static const char *
string(struct parser *p, uint32_t *length)
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

static const char *
name(struct parser *p)
{
    expect(p, "@");
    const char *text = p->scan.kind == TEXT_STRING ? string(p, NULL) : textscan_word(&p->scan);
    return intern_string(&p->module->intern, text);
}

/* The index of the current word in a list of names; steps over it when found. */
static int
find_name(struct parser *p, const char *const *names, size_t count)
{
    if (p->scan.kind != TEXT_WORD)
        return -1;
    for (size_t i = 0; i < count; i++)
        if (names[i] && textscan_accept(&p->scan, names[i]))
            return (int)i;
    return -1;
}

static uint8_t
one_of(struct parser *p, const char *const *names, size_t count)
{
    int found = find_name(p, names, count);
    if (found < 0)
        textscan_error(&p->scan, "unknown name '%.*s'", (int)p->scan.length, p->scan.start);
    return found < 0 ? 0 : (uint8_t)found;
}
#define ONE_OF(p, names) one_of(p, names, IR_NAME_COUNT(names))

/* The type that the current word names; IR_TYPES: none. */
static enum ir_type
find_type(const struct parser *p)
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

static enum ir_type
type_name(struct parser *p)
{
    enum ir_type type = find_type(p);
    if (type == IR_TYPES) {
        textscan_error(&p->scan, "expected a type");
        return IR_VOID;
    }
    textscan_next(&p->scan);
    return type;
}

static bool
is_block_name(const struct textscan *scan)
{
    return scan->kind == TEXT_WORD && scan->length > 1 && scan->length < 11 &&
           *scan->start == 'b' && scan->start[1] >= '0' && scan->start[1] <= '9';
}

/* b<id>: made when first mentioned, placed when its body comes. */
static struct ir_block *
block_name(struct parser *p)
{
    if (!is_block_name(&p->scan)) {
        textscan_error(&p->scan, "expected a block");
        return NULL;
    }
    uint32_t id = 0;
    for (uint32_t i = 1; i < p->scan.length; i++)
        id = id * 10 + (uint32_t)(p->scan.start[i] - '0');
    textscan_next(&p->scan);
    if (id > p->blocks.count + p->function->values.count + 100000) {
        textscan_error(&p->scan, "block number too large");
        return NULL;
    }
    if (id >= p->blocks.count)
        vec_extend(p->arena, &p->blocks, id + 1 - p->blocks.count);
    struct ir_block **block = &p->blocks.at[id];
    if (!*block) {
        *block = ARENA_NEW(p->module->arena, struct ir_block);
        (*block)->function = p->function;
        (*block)->id = id;
        if (p->function->block_count <= id)
            p->function->block_count = id + 1;
    }
    return *block;
}

static uint32_t
value_number(struct parser *p)
{
    expect(p, "%");
    uint32_t id = number(p);
    if (id == 0 || id >= p->function->values.count) {
        textscan_error(&p->scan, "value number out of range");
        return 0;
    }
    return id;
}

static ir_id
value(struct parser *p)
{
    if (textscan_is(&p->scan, "%"))
        return value_number(p);
    bool undefined = accept(p, "undef");
    enum ir_type type = type_name(p);
    if (p->scan.error)
        return 0;
    return undefined ? ir_undef(p->function, type)
                     : ir_const(p->function, type, textscan_number(&p->scan));
}

/* ---- attributes ---- */

static void
fix_later(struct parser *p, struct ir_inst *inst)
{
    uint32_t line = p->scan.line;
    const char *text = name(p);
    vec_push(p->arena, &p->fixups, (struct fixup){.inst = inst, .name = text, .line = line});
}

static const char *const *
strings(struct parser *p, uint32_t *count)
{
    VEC(const char *) list = {0};
    expect(p, "(");
    while (p->scan.kind == TEXT_STRING) {
        vec_push(p->module->arena, &list, string(p, NULL));
        accept(p, ",");
    }
    expect(p, ")");
    *count = list.count;
    return list.at;
}

/* The results are already defined as if all had the instruction's type. */
static const uint8_t *
output_types(struct parser *p, const struct ir_inst *inst, uint32_t count)
{
    if (count != inst->def_count) {
        textscan_error(&p->scan, "one type for each output expected");
        return NULL;
    }
    uint8_t *types = ARENA_ARRAY(p->module->arena, count + 1, uint8_t);
    for (uint32_t i = 0; i < count && !p->scan.error; i++, accept(p, ",")) {
        types[i] = (uint8_t)type_name(p);
        ir_value(p->function, inst->def + i)->type = types[i];
    }
    expect(p, ")");
    return types;
}

static struct ir_asm *
assembly(struct parser *p, const struct ir_inst *inst)
{
    struct ir_asm *assembly = ARENA_NEW(p->module->arena, struct ir_asm);
    uint32_t constraints;
    assembly->text = string(p, NULL);
    expect(p, ",");
    expect(p, "outputs");
    assembly->output_count = number(p);
    expect(p, ",");
    expect(p, "inputs");
    assembly->input_count = number(p);
    expect(p, ",");
    expect(p, "constraints");
    assembly->constraints = strings(p, &constraints);
    expect(p, ",");
    expect(p, "clobbers");
    assembly->clobbers = strings(p, &assembly->clobber_count);
    if (accept(p, ",") && expect(p, "types") && expect(p, "("))
        assembly->types = output_types(p, inst, assembly->output_count);
    if (constraints != assembly->output_count + assembly->input_count)
        textscan_error(&p->scan, "one constraint for each operand expected");
    return assembly;
}

/* The shape of an image, the form of a read or write, or the query. */
static bool
image_attribute(struct parser *p, struct ir_inst *inst)
{
    struct ir_image *image = &inst->image;
    for (int i = 0; i < IMAGE_SHAPES; i++) {
        if (accept(p, image_facts[i].name)) {
            image->shape = (uint8_t)i;
            return true;
        }
    }
    if (accept(p, "access")) {
        image->access = ONE_OF(p, ir_access_names);
        return true;
    }
    bool is_query = inst->op == IR_OP_image_query;
    int found = is_query ? find_name(p, ir_image_query_names, IR_NAME_COUNT(ir_image_query_names))
                         : find_name(p, ir_image_form_names, IR_NAME_COUNT(ir_image_form_names));
    if (found >= 0)
        *(is_query ? &image->query : &image->form) = (uint8_t)found;
    return found >= 0;
}

/* One attribute of an operation that touches memory. */
static bool
memory_attribute(struct parser *p, struct ir_inst *inst)
{
    struct ir_memory *m = &inst->memory;
    int found;
    if (accept(p, "align")) {
        m->align = number(p);
    } else if (accept(p, "order")) {
        m->order = ONE_OF(p, ir_order_names);
    } else if (accept(p, "failure")) {
        m->order_failure = ONE_OF(p, ir_order_names);
    } else if (accept(p, "scope")) {
        m->scope = ONE_OF(p, ir_scope_names);
    } else if (accept(p, "spaces")) {
        m->spaces = ir_parse_spaces(&p->scan);
    } else if (accept(p, "volatile")) {
        m->is_volatile = true;
    } else if (accept(p, "undefined")) {
        m->is_undefined = true;
    } else if (accept(p, "invariant")) {
        m->is_invariant = true;
    } else if (inst->op == IR_OP_atomic &&
               (found = find_name(p, ir_rmw_names, IR_NAME_COUNT(ir_rmw_names))) >= 0) {
        m->rmw = (uint8_t)found;
    } else {
        return false;
    }
    return true;
}

static bool
alloca_attribute(struct parser *p, struct ir_inst *inst)
{
    if (accept(p, "align")) {
        inst->align = number(p);
        return true;
    }
    if (accept(p, "variable")) {
        inst->variable = number(p);
        return true;
    }
    inst->memory.in_registers |= textscan_is(&p->scan, "in_registers");
    return accept(p, "in_registers");
}

static bool
hidden_attribute(struct parser *p, struct ir_inst *inst)
{
    int found = find_name(p, ir_hidden_names, IR_NAME_COUNT(ir_hidden_names));
    if (found >= 0)
        inst->hidden = (uint32_t)found;
    return found >= 0;
}

/* One attribute of those that share their place in an instruction: the operation says which it has. */
static bool
own_attribute(struct parser *p, struct ir_inst *inst)
{
    switch ((enum ir_op)inst->op) {
    case IR_OP_image_read:
    case IR_OP_image_sample:
    case IR_OP_image_write:
    case IR_OP_image_query:
        return image_attribute(p, inst);
    case IR_OP_call:
    case IR_OP_symbol:
        return textscan_is(&p->scan, "@") && (fix_later(p, inst), true);
    case IR_OP_asm:
        return accept(p, "text") && (inst->assembly = assembly(p, inst));
    case IR_OP_printf:
        return accept(p, "format") && (inst->format = string(p, NULL));
    case IR_OP_printf_id:
        return accept(p, "row") && (inst->row = number(p), true);
    case IR_OP_workitem_id:
    case IR_OP_workgroup_id:
        return accept(p, "dim") && (inst->dimension = number(p), true);
    case IR_OP_sampler:
        return accept(p, "bits") && (inst->sampler = number(p), true);
    case IR_OP_hidden_arg:
        return hidden_attribute(p, inst);
    case IR_OP_alloca:
        return alloca_attribute(p, inst);
    case IR_OP_load:
    case IR_OP_store:
    case IR_OP_atomic:
    case IR_OP_cmpxchg:
    case IR_OP_fence:
    case IR_OP_barrier:
    case IR_OP_memcpy:
    case IR_OP_memzero:
        return memory_attribute(p, inst);
    default:
        return false;
    }
}

/* One attribute; its key decides.  Returns false if the word is no attribute. */
static bool
attribute(struct parser *p, struct ir_inst *inst)
{
    if (accept(p, "nsw"))
        inst->no_wrap |= IR_NO_SIGNED_WRAP;
    else if (accept(p, "nuw"))
        inst->no_wrap |= IR_NO_UNSIGNED_WRAP;
    else if (accept(p, "low24"))
        inst->no_wrap |= IR_LOW24;
    else if (accept(p, "nosnan"))
        inst->no_wrap |= IR_NO_SIGNALLING;
    else if (accept(p, "from_align"))
        inst->align = number(p);
    else if (accept(p, "size"))
        inst->size = number(p);
    else
        return own_attribute(p, inst);
    return true;
}

/* What passes follow without a question must be there. */
static void
require_attributes(struct parser *p, const struct ir_inst *inst)
{
    bool has_name = p->fixups.count && vec_last(&p->fixups).inst == inst;
    bool lacks = ((inst->op == IR_OP_call || inst->op == IR_OP_symbol) && !has_name) ||
                 (inst->op == IR_OP_asm && !inst->assembly) ||
                 (inst->op == IR_OP_printf && !inst->format);
    if (lacks)
        textscan_error(&p->scan, "%s without a name or text", ir_op_name[inst->op]);
}

/* ---- instructions ---- */

static enum ir_op
op_name(struct parser *p)
{
    for (int op = 0; op < IR_OPS; op++)
        if (accept(p, ir_op_name[op]))
            return (enum ir_op)op;
    textscan_error(&p->scan, "unknown operation '%.*s'", (int)p->scan.length, p->scan.start);
    return IR_OP_unreachable;
}

static void
define(struct parser *p, struct ir_inst *inst, ir_id def, uint32_t count)
{
    inst->def = def;
    inst->def_count = (uint16_t)count;
    for (uint32_t i = 0; i < count && !p->scan.error; i++) {
        struct ir_value *value = ir_value(p->function, def + i);
        if (value->kind != IR_VALUE_NONE) {
            textscan_error(&p->scan, "%%%u is defined twice", def + i);
            return;
        }
        value->kind = IR_VALUE_INST;
        value->type = inst->op == IR_OP_div_scale && i == 1 ? (uint8_t)IR_I1 : inst->type;
        value->inst = inst;
    }
}

typedef VEC(ir_id) id_list;

static bool
at_argument(const struct parser *p)
{
    if (p->scan.line_start) /* the next instruction */
        return false;
    if (textscan_is(&p->scan, "%") || textscan_is(&p->scan, "undef"))
        return true;
    enum ir_type type = find_type(p);
    return type != IR_TYPES && type != IR_VOID;
}

static void
arguments(struct parser *p, struct ir_block *block, id_list *args)
{
    do {
        if (accept(p, "[")) { /* phi: the block repeats what the block's header says */
            uint32_t index = args->count;
            vec_push(p->arena, args, value(p));
            expect(p, ",");
            struct ir_block *from = block_name(p);
            if (!p->scan.error && (index >= block->preds.count || block->preds.at[index] != from))
                textscan_error(&p->scan, "phi arguments do not follow the predecessors");
            expect(p, "]");
        } else if (at_argument(p)) {
            vec_push(p->arena, args, value(p));
        } else {
            return;
        }
    } while (!p->scan.error && accept(p, ","));
}

static void
branch_targets(struct parser *p, struct ir_block *block, unsigned count)
{
    while (block->succ_count < count && is_block_name(&p->scan)) {
        struct ir_block *to = block_name(p);
        if (p->scan.error)
            return;
        block->succs[block->succ_count++] = to;
        accept(p, ",");
    }
}

static void
instruction(struct parser *p, struct ir_block *block)
{
    ir_id def = 0;
    uint32_t count = 0;
    enum ir_type type = IR_VOID;
    id_list args = {0};
    if (textscan_is(&p->scan, "%")) {
        def = value_number(p);
        count = accept(p, ":") ? number(p) : 1;
        if (count == 0 || count > UINT16_MAX || def + count > p->function->values.count)
            textscan_error(&p->scan, "value number out of range");
        expect(p, "=");
    }
    enum ir_op op = op_name(p);
    if (count || op == IR_OP_store) /* without results, a type begins a constant argument */
        type = type_name(p);
    arguments(p, block, &args);
    if (p->scan.error)
        return;
    struct ir_inst *inst = ir_inst_new(p->function, op, type, 0, args.at, args.count);
    define(p, inst, def, count);
    if (op == IR_OP_load)
        inst->memory.components = (uint8_t)count;
    else if (op == IR_OP_store && args.count)
        inst->memory.components = (uint8_t)(args.count - 1);
    branch_targets(p, block, op == IR_OP_br ? 1 : op == IR_OP_cbr ? 2 : 0);
    if (!args.count)
        accept(p, ",");
    while (attribute(p, inst))
        accept(p, ",");
    require_attributes(p, inst);
    if (accept(p, "!"))
        inst->loc = location(p);
    ir_append(block, inst);
    if (!p->scan.error && !p->scan.line_start && p->scan.kind != TEXT_END)
        textscan_error(&p->scan, "unexpected '%.*s'", (int)p->scan.length, p->scan.start);
}

static void
place_block(struct parser *p, struct ir_block *block)
{
    struct ir_function *function = p->function;
    if (block->prev || function->entry == block) {
        textscan_error(&p->scan, "block b%u comes twice", block->id);
        return;
    }
    block->prev = function->last_block;
    if (function->last_block)
        function->last_block->next = block;
    else
        function->entry = block;
    function->last_block = block;
}

static void
body(struct parser *p)
{
    while (!p->scan.error && !accept(p, "}")) {
        struct ir_block *block = block_name(p);
        if (p->scan.error)
            return;
        place_block(p, block);
        expect(p, "(");
        while (is_block_name(&p->scan)) {
            vec_push(p->module->arena, &block->preds, block_name(p));
            accept(p, ",");
        }
        expect(p, ")");
        if (accept(p, "unroll"))
            block->unroll = number(p);
        expect(p, ":");
        while (!p->scan.error && !textscan_is(&p->scan, "}") && !is_block_name(&p->scan)) {
            guard_poll(p->module->guard);
            instruction(p, block);
        }
    }
    for (uint32_t i = 0; i < p->blocks.count && !p->scan.error; i++) {
        struct ir_block *block = p->blocks.at[i];
        if (block && !block->prev && p->function->entry != block)
            textscan_error(&p->scan, "block b%u is used but not defined", i);
    }
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
    arg->name = string(p, NULL);
    arg->type_name = string(p, NULL);
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
    info->name = string(p, NULL);
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
            info->vec_type_hint = string(p, NULL);
        } else if (accept(p, "vgprs"))
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
        params[param_count] = (uint8_t)type_name(p);
        expect(p, "%");
        ids[param_count] = number(p);
        param_marks[param_count++] = accept(p, "uniform");
        accept(p, ",");
    }
    if (accept(p, "-")) {
        expect(p, ">");
        do {
            results[result_count] = (uint8_t)type_name(p);
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
    const char *text = name(p);
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
        function->loc = location(p);
    if (accept(p, "info"))
        function->kernel = kernel_info(p);
    if (accept(p, "{"))
        body(p);
    for (uint32_t i = 1; i <= most && !p->scan.error; i++)
        if (function->values.at[i].kind == IR_VALUE_NONE && function->values.at[i].uses)
            textscan_error(&p->scan, "%%%u is used but not defined", i);
}

static void
global(struct parser *p)
{
    const char *text = name(p);
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
        global->loc = location(p);
    if (accept(p, "=")) {
        global->bytes = (const uint8_t *)string(p, &length);
        if (length != global->size)
            textscan_error(&p->scan, "initial value has %u bytes, not %u", length, global->size);
    }
    while (accept(p, "reloc")) {
        struct ir_reloc reloc = {.offset = number(p)};
        fix_later(p, NULL);
        reloc.addend = number(p);
        vec_push(p->module->arena, &relocs, reloc);
    }
    global->relocs = relocs.at;
    global->reloc_count = relocs.count;
    for (uint32_t i = 0; i < relocs.count && !p->scan.error; i++)
        p->fixups.at[first_fixup + i].target = &relocs.at[i].target;
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
        bool is_call = fixup->inst && fixup->inst->op == IR_OP_call;
        void *found = map_get(is_call ? &functions : &globals, MAP_KEY(fixup->name));
        if (!found) {
            p->scan.line = fixup->line;
            textscan_error(&p->scan, "@%s is not defined", fixup->name);
            return;
        }
        if (is_call)
            fixup->inst->callee = found;
        else if (fixup->inst)
            fixup->inst->global = found;
        else
            *fixup->target = found;
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
        made.file = intern_string(&module->intern, string(p, NULL));
    p->has_places = true;
    made.line = number(p);
    made.column = number(p);
    vec_push(module->arena, &module->places, made);
}

const char *
ir_parse(struct ir_module *module, const char *text, size_t length)
{
    struct parser p = {.module = module, .arena = module->arena};
    textscan_init(&p.scan, module->arena, text, length);
    while (p.scan.kind != TEXT_END && !p.scan.error) {
        if (accept(&p, "global"))
            global(&p);
        else if (accept(&p, "function"))
            function(&p);
        else if (accept(&p, "printf_row"))
            vec_push(module->arena, &module->printf_rows,
                     intern_string(&module->intern, string(&p, NULL)));
        else if (accept(&p, "place"))
            place(&p);
        else
            textscan_error(&p.scan, "expected 'function', 'global', 'place' or 'printf_row'");
    }
    if (!p.scan.error)
        resolve(&p);
    return p.scan.error;
}
