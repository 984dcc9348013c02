/* Reads the bodies of functions: blocks, instructions and their attributes. */
#include "midend/ir/ir_parse.h"

#include "midend/ir/ir_info.h"

#include <string.h>

/* ---- blocks and values ---- */

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
    enum ir_type type = ir_parse_type(p);
    if (p->scan.error)
        return 0;
    return undefined ? ir_undef(p->function, type)
                     : ir_const(p->function, type, textscan_number(&p->scan));
}

/* ---- attributes ---- */

void
ir_parse_fix_later(struct parser *p, struct ir_inst *inst)
{
    uint32_t line = p->scan.line;
    const char *text = ir_parse_name(p);
    vec_push(p->arena, &p->fixups, (struct fixup){.inst = inst, .name = text, .line = line});
}

static const char *const *
strings(struct parser *p, uint32_t *count)
{
    VEC(const char *) list = {0};
    expect(p, "(");
    while (p->scan.kind == TEXT_STRING) {
        vec_push(p->module->arena, &list, ir_parse_string(p, NULL));
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
        types[i] = (uint8_t)ir_parse_type(p);
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
    assembly->text = ir_parse_string(p, NULL);
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
    if (inst->op == IR_OP_image_write && accept(p, "unorm")) {
        image->is_unorm = true;
        return true;
    }
    bool is_query = inst->op == IR_OP_image_query;
    int found = is_query
                    ? ir_parse_index(p, ir_image_query_names, IR_NAME_COUNT(ir_image_query_names))
                    : ir_parse_index(p, ir_image_form_names, IR_NAME_COUNT(ir_image_form_names));
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
    } else if (accept(p, "whole")) {
        uint32_t align = number(p);
        m->whole_zeros = align ? (uint8_t)__builtin_ctz(align) : 0;
    } else if (accept(p, "part")) {
        m->part_offset = (uint16_t)number(p);
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
    } else if (inst->op == IR_OP_memzero && accept(p, "kept")) {
        m->is_kept = true;
    } else if (accept(p, "invariant")) {
        m->is_invariant = true;
    } else if (accept(p, "scalar")) {
        m->scalar = (uint8_t)ir_parse_type(p);
    } else if (accept(p, "version")) {
        m->version = (uint8_t)textscan_number(&p->scan);
        m->stream = (uint8_t)textscan_number(&p->scan);
    } else if (inst->op == IR_OP_atomic &&
               (found = ir_parse_index(p, ir_rmw_names, IR_NAME_COUNT(ir_rmw_names))) >= 0) {
        m->rmw = (uint8_t)found;
    } else {
        return false;
    }
    return true;
}

static bool
object_name(struct parser *p, struct ir_inst *inst)
{
    if (!accept(p, "name"))
        return false;
    vec_push(p->module->arena, &p->module->object_names, ir_parse_name(p));
    inst->name = (uint16_t)p->module->object_names.count;
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
    if (accept(p, "kept")) {
        inst->memory.is_kept = true;
        return true;
    }
    if (object_name(p, inst))
        return true;
    inst->memory.in_registers |= textscan_is(&p->scan, "in_registers");
    return accept(p, "in_registers");
}

static bool
buffer_attribute(struct parser *p, struct ir_inst *inst)
{
    struct ir_buffer *buffer = &inst->buffer;
    int found;
    if (accept(p, "bytes"))
        buffer->bytes = (uint8_t)number(p);
    else if (accept(p, "glc"))
        buffer->policy |= 1;
    else if (accept(p, "slc"))
        buffer->policy |= 2;
    else if (accept(p, "offset"))
        buffer->offset = (int16_t)number(p);
    else if (inst->op == IR_OP_buffer_atomic &&
             (found = ir_parse_index(p, ir_rmw_names, IR_NAME_COUNT(ir_rmw_names))) >= 0)
        buffer->rmw = (uint8_t)found;
    else
        return false;
    return true;
}

static bool
hidden_attribute(struct parser *p, struct ir_inst *inst)
{
    int found = ir_parse_index(p, ir_hidden_names, IR_NAME_COUNT(ir_hidden_names));
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
    case IR_OP_buffer_load:
    case IR_OP_buffer_store:
    case IR_OP_buffer_atomic:
    case IR_OP_buffer_to_local:
    case IR_OP_global_to_local:
        return buffer_attribute(p, inst);
    case IR_OP_call:
    case IR_OP_function_address:
    case IR_OP_symbol:
        return textscan_is(&p->scan, "@") && (ir_parse_fix_later(p, inst), true);
    case IR_OP_asm:
        return accept(p, "text") && (inst->assembly = assembly(p, inst));
    case IR_OP_printf:
        return accept(p, "format") && (inst->format = ir_parse_string(p, NULL));
    case IR_OP_printf_id:
        return accept(p, "row") && (inst->row = number(p), true);
    case IR_OP_workitem_id:
    case IR_OP_workgroup_id:
        return accept(p, "dim") && (inst->dimension = number(p), true);
    case IR_OP_sampler:
        return accept(p, "bits") && (inst->sampler = number(p), true);
    case IR_OP_hidden_arg:
    case IR_OP_hidden_place:
        return hidden_attribute(p, inst);
    case IR_OP_alloca:
        return alloca_attribute(p, inst);
    case IR_OP_ptradd:
        return object_name(p, inst);
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
    else if (accept(p, "u24"))
        inst->no_wrap |= IR_UNSIGNED24;
    else if (accept(p, "i24"))
        inst->no_wrap |= IR_SIGNED24;
    else if (accept(p, "nosnan"))
        inst->no_wrap |= IR_NO_SIGNALLING;
    else if (accept(p, "finite"))
        inst->no_wrap |= IR_FINITE;
    else if (accept(p, "nsz"))
        inst->no_wrap |= IR_NO_SIGNED_ZEROS;
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
    bool lacks = ((ir_has_callee(inst) || inst->op == IR_OP_symbol) && !has_name) ||
                 (inst->op == IR_OP_asm && !inst->assembly) ||
                 (inst->op == IR_OP_printf && !inst->format);
    if (lacks)
        textscan_error(&p->scan, "%s without a name or text", ir_op_name[inst->op]);
}

/* ---- instructions ---- */

static enum ir_op
op_name(struct parser *p)
{
    unsigned op = p->scan.kind == TEXT_WORD ? p->ops[*p->scan.start % 32] : 0;
    for (; op; op = p->next_op[op - 1])
        if (accept(p, ir_op_name[op - 1]))
            return (enum ir_op)(op - 1);
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
    enum ir_type type = ir_parse_find_type(p);
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
        type = ir_parse_type(p);
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
        inst->loc = ir_parse_location(p);
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

void
ir_parse_body(struct parser *p)
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
