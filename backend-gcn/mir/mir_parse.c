/* Reads the text form of machine IR (MIR.md). */
#include "backend-gcn/mir/mir_build.h"
#include "midend/ir/ir_names.h"
#include "support/textscan.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct parser {
    struct textscan scan;
    struct arena *arena;
    struct mir_function *function;
    struct intern intern;
    struct map ops;                   /* interned name -> operation + 1 */
    struct map globals;               /* interned name -> struct ir_global, made here */
    struct map callees;               /* interned name -> struct ir_function, made here */
    VEC(struct mir_block *) blocks;   /* by id */
    VEC(struct mir_operand) operands; /* of the instruction being read */
};

static struct mir_block *
block_of_id(struct parser *parser, uint64_t id)
{
    if (id > 100000) {
        textscan_error(&parser->scan, "block number too large");
        id = 0;
    }
    while (parser->blocks.count <= id)
        vec_push(parser->arena, &parser->blocks, NULL);
    if (!parser->blocks.at[id]) {
        struct mir_block *block = ARENA_NEW(parser->arena, struct mir_block);
        block->function = parser->function;
        block->id = (uint32_t)id;
        parser->blocks.at[id] = block;
    }
    return parser->blocks.at[id];
}

/* The number after the leading letters of the current word, as in b12; -1: it has another form. */
static int64_t
word_number(const struct textscan *scan, unsigned letters)
{
    if (scan->kind != TEXT_WORD || scan->length <= letters || scan->length > letters + 7)
        return -1;
    int64_t value = 0;
    for (uint32_t i = letters; i < scan->length; i++) {
        if (scan->start[i] < '0' || scan->start[i] > '9')
            return -1;
        value = value * 10 + (scan->start[i] - '0');
    }
    return value;
}

static struct mir_block *
parse_block_ref(struct parser *parser)
{
    struct textscan *scan = &parser->scan;
    int64_t id = scan->kind == TEXT_WORD && scan->start[0] == 'b' ? word_number(scan, 1) : -1;
    if (id < 0) {
        textscan_error(scan, "expected a block");
        return NULL;
    }
    textscan_next(scan);
    return block_of_id(parser, (uint64_t)id);
}

/* A register by name; GCN_NO_REG when the current word does not name one. */
static unsigned
parse_reg(struct parser *parser)
{
    struct textscan *scan = &parser->scan;
    static const struct {
        char letter;
        uint16_t base, count;
    } files[] = {{'s', 0, 104}, {'v', GCN_VGPR0, 256}, {'r', 0, 1024}};
    for (const struct mir_reg_name *name = mir_reg_names; name->name; name++) {
        if (textscan_accept(scan, name->name))
            return name->reg;
    }
    for (unsigned i = 0; i < sizeof files / sizeof *files; i++) {
        int64_t number =
            scan->length && scan->start[0] == files[i].letter ? word_number(scan, 1) : -1;
        if (number >= 0 && number < files[i].count) {
            textscan_next(scan);
            return files[i].base + (unsigned)number;
        }
    }
    return GCN_NO_REG;
}

/* Optional ":n". */
static unsigned
parse_size(struct textscan *scan)
{
    return textscan_accept(scan, ":") ? (unsigned)textscan_number(scan) : 1;
}

static struct mir_temp *
temp_at(struct parser *parser, uint32_t index)
{
    struct mir_function *function = parser->function;
    while (function->temps.count <= index)
        mir_temp_new(function, MIR_SGPR, 1);
    return &function->temps.at[index];
}

/* After '%': v12:2, s3, m7:2. */
static uint32_t
parse_temp(struct parser *parser)
{
    struct textscan *scan = &parser->scan;
    char letter = scan->kind == TEXT_WORD ? scan->start[0] : 0;
    int64_t number = word_number(scan, 1);
    if (number <= 0 || number > 1000000 || (letter != 'v' && letter != 's' && letter != 'm')) {
        textscan_error(scan, "expected a temp such as v1, s2 or m3 after '%%'");
        return 0;
    }
    textscan_next(scan);
    struct mir_temp *temp = temp_at(parser, (uint32_t)number);
    temp->reg_class = letter == 'v' ? MIR_VGPR : MIR_SGPR;
    temp->is_mask = letter == 'm';
    temp->dwords = (uint8_t)parse_size(scan);
    if (temp->is_mask && temp->dwords != 2)
        textscan_error(scan, "a lane mask has two dwords");
    return (uint32_t)number;
}

static struct ir_global *
global_of_name(struct parser *parser, const char *name)
{
    struct ir_global *global = map_get(&parser->globals, MAP_KEY(name));
    if (!global) {
        global = ARENA_NEW(parser->arena, struct ir_global);
        global->name = name;
        map_put(&parser->globals, MAP_KEY(name), global);
    }
    return global;
}

static const struct ir_function *
callee_of_name(struct parser *parser, const char *name)
{
    struct ir_function *callee = map_get(&parser->callees, MAP_KEY(name));
    if (!callee) {
        callee = ARENA_NEW(parser->arena, struct ir_function);
        callee->name = name;
        map_put(&parser->callees, MAP_KEY(name), callee);
    }
    return callee;
}

/* The name of a global or function, interned. */
static const char *
parse_name(struct parser *parser)
{
    struct textscan *scan = &parser->scan;
    if (scan->kind != TEXT_STRING) {
        textscan_error(scan, "expected the name of a global or function");
        return "";
    }
    const char *name = intern_text(&parser->intern, scan->string, scan->string_length);
    textscan_next(scan);
    return name;
}

static struct mir_operand
parse_symbol(struct parser *parser)
{
    struct textscan *scan = &parser->scan;
    struct mir_operand operand = {.kind = MIR_SYMBOL, .reg = GCN_NO_REG, .dwords = 1};
    const char *name = parse_name(parser);
    operand.value = textscan_is(scan, ".hi") || textscan_is(scan, ".code_hi");
    if (textscan_is(scan, ".code_lo") || textscan_is(scan, ".code_hi")) {
        operand.kind = MIR_CODE;
        operand.callee = callee_of_name(parser, name);
    } else {
        operand.global = global_of_name(parser, name);
    }
    textscan_next(scan);
    return operand;
}

static struct mir_operand
parse_register(struct parser *parser)
{
    struct textscan *scan = &parser->scan;
    if (textscan_accept(scan, "_"))
        return mir_none();
    if (scan->kind == TEXT_NUMBER) {
        uint64_t value = textscan_number(scan);
        unsigned dwords = parse_size(scan);
        return dwords == 2 ? mir_const64(value) : mir_const((uint32_t)value);
    }
    if (textscan_accept(scan, "%")) {
        struct mir_operand operand = mir_temp(parser->function, parse_temp(parser));
        operand.reg = GCN_NO_REG;
        if (textscan_accept(scan, "@"))
            operand.reg = (uint16_t)parse_reg(parser);
        operand.is_fixed = textscan_accept(scan, "!");
        return operand;
    }
    if (textscan_accept(scan, "@"))
        return parse_symbol(parser);
    if (textscan_accept(scan, "row")) {
        textscan_expect(scan, "(");
        uint64_t row = textscan_number(scan);
        textscan_expect(scan, ")");
        return (struct mir_operand){.kind = MIR_ROW, .reg = GCN_NO_REG, .dwords = 1, .value = row};
    }
    unsigned reg = parse_reg(parser);
    if (reg == GCN_NO_REG)
        textscan_error(scan, "expected an operand but found '%.*s'", (int)scan->length,
                       scan->start);
    unsigned dwords = parse_size(scan);
    return mir_fixed(reg, dwords);
}

static struct mir_operand
parse_operand(struct parser *parser)
{
    struct textscan *scan = &parser->scan;
    bool neg = textscan_accept(scan, "-");
    bool sext = textscan_accept(scan, "sext");
    bool abs = textscan_accept(scan, "|");
    bool wrap = textscan_accept(scan, "(");
    struct mir_operand operand = parse_register(parser);
    if (wrap)
        textscan_expect(scan, ")");
    if (abs)
        textscan_expect(scan, "|");
    operand.neg = neg;
    operand.sext = sext;
    operand.abs = abs;
    if (textscan_accept(scan, "/"))
        operand.sel = (uint8_t)textscan_number(scan);
    operand.is_kill = textscan_accept(scan, "'");
    operand.is_undef = textscan_accept(scan, "?");
    return operand;
}

static void
parse_operands(struct parser *parser)
{
    do {
        struct mir_operand operand = parse_operand(parser);
        vec_push(parser->arena, &parser->operands, operand);
    } while (textscan_accept(&parser->scan, ","));
}

static bool
parse_mod(struct parser *parser, struct mir_mods *mods)
{
    struct textscan *scan = &parser->scan;
    if (textscan_accept(scan, "imm")) {
        textscan_expect(scan, ":");
        mods->imm = (int32_t)textscan_number(scan);
        return true;
    }
    /* Members differ in type and width, so reading the value back checks that it fits. */
#define MOD(member)                                                                                \
    if (textscan_accept(scan, #member)) {                                                          \
        textscan_expect(scan, ":");                                                                \
        uint64_t value = textscan_number(scan);                                                    \
        mods->member = value;                                                                      \
        if (mods->member != value)                                                                 \
            textscan_error(scan, #member " is too large");                                         \
        return true;                                                                               \
    }
#include "backend-gcn/mir/mir_fields.def"
    return false;
}

static uint8_t
one_of(struct textscan *scan, const char *const *names, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (textscan_accept(scan, names[i]))
            return (uint8_t)i;
    textscan_error(scan, "unknown order or scope");
    return 0;
}

static void
parse_address(struct parser *parser, struct mir_memory *memory)
{
    struct textscan *scan = &parser->scan;
    struct memory_address at = {.base = (ir_id)textscan_number(scan)};
    textscan_expect(scan, "offset");
    at.offset = (int64_t)textscan_number(scan);
    textscan_expect(scan, "size");
    at.size = (uint32_t)textscan_number(scan);
    textscan_expect(scan, "of");
    bool is_global = textscan_accept(scan, "global");
    at.object = (ir_id)textscan_number(scan) + (is_global ? MEMORY_NAMED_OBJECT : 0);
    at.is_private = textscan_accept(scan, "private");
    at.is_param = textscan_accept(scan, "param");
    at.is_restrict = textscan_accept(scan, "restrict");
    if (textscan_accept(scan, "scalar"))
        at.scalar = (uint8_t)textscan_number(scan);
    if (textscan_accept(scan, "version")) {
        at.version = (uint8_t)textscan_number(scan);
        at.stream = (uint8_t)textscan_number(scan);
    }
    memory->address = mir_note_address(parser->function, &at, memory->spaces);
}

static void
parse_memory(struct parser *parser, struct mir_memory *memory)
{
    struct textscan *scan = &parser->scan;
    textscan_expect(scan, "(");
    memory->spaces = ir_parse_spaces(scan);
    memory->size = (uint8_t)textscan_number(scan);
    memory->is_volatile = textscan_accept(scan, "volatile");
    memory->is_invariant = textscan_accept(scan, "invariant");
    memory->is_scratch = textscan_accept(scan, "scratch");
    memory->is_unaligned = textscan_accept(scan, "unaligned");
    if (textscan_accept(scan, "order")) {
        memory->order = one_of(scan, ir_order_names, IR_NAME_COUNT(ir_order_names));
        textscan_expect(scan, "scope");
        memory->scope = one_of(scan, ir_scope_names, IR_NAME_COUNT(ir_scope_names));
    }
    if (textscan_accept(scan, "at"))
        parse_address(parser, memory);
    textscan_expect(scan, ")");
}

static const char *
parse_string(struct textscan *scan)
{
    if (scan->kind != TEXT_STRING) {
        textscan_error(scan, "expected a string");
        return "";
    }
    const char *string = scan->string;
    textscan_next(scan);
    return string;
}

static const char **
parse_strings(struct parser *parser, uint32_t count)
{
    if (count > 64)
        textscan_error(&parser->scan, "too many strings");
    const char **strings = ARENA_ARRAY(parser->arena, count, const char *);
    for (uint32_t i = 0; i < count && !parser->scan.error; i++)
        strings[i] = parse_string(&parser->scan);
    return strings;
}

static struct ir_asm *
parse_asm(struct parser *parser)
{
    struct textscan *scan = &parser->scan;
    struct ir_asm *assembly = ARENA_NEW(parser->arena, struct ir_asm);
    textscan_expect(scan, "(");
    assembly->text = parse_string(scan);
    assembly->output_count = (uint32_t)textscan_number(scan);
    assembly->input_count = (uint32_t)textscan_number(scan);
    assembly->clobber_count = (uint32_t)textscan_number(scan);
    assembly->constraints = parse_strings(parser, assembly->output_count + assembly->input_count);
    assembly->clobbers = parse_strings(parser, assembly->clobber_count);
    textscan_expect(scan, ")");
    return assembly;
}

static void
parse_attributes(struct parser *parser, struct mir_inst *inst)
{
    struct textscan *scan = &parser->scan;
    while (scan->kind == TEXT_WORD && !scan->line_start) {
        if (parse_mod(parser, &inst->mods))
            continue;
        if (textscan_accept(scan, "mem")) {
            parse_memory(parser, &inst->memory);
        } else if (textscan_accept(scan, "asm")) {
            inst->assembly = parse_asm(parser);
        } else if (textscan_accept(scan, "callee")) {
            inst->callee = callee_of_name(parser, parse_name(parser));
        } else if (textscan_accept(scan, "tied")) {
            textscan_expect(scan, ":");
            inst->tied = (uint8_t)textscan_number(scan);
        } else if (textscan_accept(scan, "to")) {
            textscan_expect(scan, ":");
            inst->target = parse_block_ref(parser);
        } else if (textscan_accept(scan, "no_reorder")) {
            inst->no_reorder = true;
        } else if (textscan_accept(scan, "loc")) {
            textscan_expect(scan, ":");
            inst->loc = (loc_t)textscan_number(scan);
        } else if (textscan_accept(scan, "places")) {
            textscan_expect(scan, ":");
            inst->places = (uint32_t)textscan_number(scan);
        } else {
            textscan_error(scan, "unknown attribute '%.*s'", (int)scan->length, scan->start);
        }
    }
}

/* The operation named by the current word, stepping over it; -1: none. */
static int
parse_op(struct parser *parser)
{
    struct textscan *scan = &parser->scan;
    if (scan->kind != TEXT_WORD)
        return -1;
    const char *name = intern_text(&parser->intern, scan->start, scan->length);
    uintptr_t op = (uintptr_t)map_get(&parser->ops, MAP_KEY(name));
    if (!op)
        return -1;
    textscan_next(scan);
    return (int)op - 1;
}

static void
parse_inst(struct parser *parser, struct mir_block *block)
{
    struct textscan *scan = &parser->scan;
    parser->operands.count = 0;
    int op = parse_op(parser);
    if (op < 0) {
        parse_operands(parser);
        textscan_expect(scan, "=");
        op = parse_op(parser);
        if (op < 0) {
            textscan_error(scan, "unknown operation '%.*s'", (int)scan->length, scan->start);
            return;
        }
    }
    unsigned defs = parser->operands.count;
    bool has_operands = !scan->line_start && scan->kind != TEXT_END;
    static const char *const attributes[] = {"mem", "imm",        "asm", "callee", "tied",
                                             "to",  "no_reorder", "loc", "places",
#define MOD(member) #member,
#include "backend-gcn/mir/mir_fields.def"
                                             NULL};
    for (unsigned i = 0; attributes[i]; i++)
        has_operands = has_operands && !textscan_is(scan, attributes[i]);
    if (has_operands)
        parse_operands(parser);
    if (scan->error)
        return;
    struct mir_inst *inst = mir_inst_new(parser->function, (unsigned)op, parser->operands.at,
                                         parser->operands.count, defs);
    if (op < GCN_OPS && inst->operand_count < gcn_op_info[op].operand_count) {
        textscan_error(scan, "%s takes %u operands", mir_op_name((unsigned)op),
                       gcn_op_info[op].operand_count);
        return;
    }
    parse_attributes(parser, inst);
    mir_append(block, inst);
}

static void
parse_edges(struct parser *parser, bool preds, bool linear, struct mir_block *block)
{
    struct textscan *scan = &parser->scan;
    uint8_t *count = linear ? &block->linear_succ_count : &block->logical_succ_count;
    struct mir_block **succs = linear ? block->linear_succs : block->logical_succs;
    textscan_expect(scan, "(");
    while (!textscan_is(scan, ")") && !scan->error) {
        struct mir_block *other = parse_block_ref(parser);
        if (preds && linear)
            vec_push(parser->arena, &block->linear_preds, other);
        else if (preds)
            vec_push(parser->arena, &block->logical_preds, other);
        else if (*count < 2)
            succs[(*count)++] = other;
        else
            textscan_error(scan, "more than two successors");
    }
    textscan_expect(scan, ")");
}

static void
parse_block(struct parser *parser)
{
    struct textscan *scan = &parser->scan;
    struct mir_function *function = parser->function;
    struct mir_block *block = parse_block_ref(parser);
    textscan_expect(scan, ":");
    if (scan->error)
        return;
    if (block->prev || function->entry == block) {
        textscan_error(scan, "block b%u twice", block->id);
        return;
    }
    block->prev = function->last_block;
    *(block->prev ? &block->prev->next : &function->entry) = block;
    function->last_block = block;
    while (!scan->line_start && scan->kind == TEXT_WORD) {
        if (textscan_accept(scan, "preds"))
            parse_edges(parser, true, false, block);
        else if (textscan_accept(scan, "succs"))
            parse_edges(parser, false, false, block);
        else if (textscan_accept(scan, "linear_preds"))
            parse_edges(parser, true, true, block);
        else if (textscan_accept(scan, "linear_succs"))
            parse_edges(parser, false, true, block);
        else if (textscan_accept(scan, "depth"))
            block->loop_depth = parse_size(scan);
        else if (textscan_accept(scan, "linear_only"))
            block->is_linear_only = true;
        else if (textscan_accept(scan, "loop_header"))
            block->is_loop_header = true;
        else
            textscan_error(scan, "unknown block attribute");
    }
    while (!textscan_is(scan, "}") && scan->kind != TEXT_END &&
           !(scan->start[0] == 'b' && word_number(scan, 1) >= 0))
        parse_inst(parser, block);
}

static void
parse_temp_line(struct parser *parser)
{
    struct textscan *scan = &parser->scan;
    textscan_expect(scan, "%");
    uint32_t index = parse_temp(parser);
    if (scan->error)
        return;
    struct mir_temp *temp = temp_at(parser, index);
    temp->no_spill = textscan_accept(scan, "no_spill");
    if (textscan_accept(scan, "reg"))
        temp->reg = (uint16_t)parse_reg(parser);
    if (textscan_accept(scan, "hint"))
        temp->hint = (uint16_t)parse_reg(parser);
}

/* "user 3 s4" or "workgroup_id 0 s6": an index below limit and its register. */
static unsigned
parse_abi_row(struct parser *parser, unsigned limit, bool *enabled, uint8_t *regs)
{
    unsigned index = (unsigned)textscan_number(&parser->scan);
    if (index >= limit)
        textscan_error(&parser->scan, "number too large");
    else {
        enabled[index] = true;
        if (regs)
            regs[index] = (uint8_t)parse_reg(parser);
    }
    return index;
}

static void
parse_header_line(struct parser *parser)
{
    struct textscan *scan = &parser->scan;
    struct mir_function *function = parser->function;
#define NUMBER(member)                                                                             \
    if (textscan_accept(scan, #member)) {                                                          \
        textscan_expect(scan, ":");                                                                \
        uint64_t value = textscan_number(scan);                                                    \
        function->member = value;                                                                  \
        if (function->member != value)                                                             \
            textscan_error(scan, #member " is too large");                                         \
        return;                                                                                    \
    }
#define FLAG(member)                                                                               \
    if (textscan_accept(scan, #member)) {                                                          \
        function->member = true;                                                                   \
        return;                                                                                    \
    }
#include "backend-gcn/mir/mir_fields.def"
    if (textscan_accept(scan, "temps")) {
        unsigned count = parse_size(scan);
        if (count > 1 && count < 1000000)
            temp_at(parser, count - 1);
    } else if (textscan_accept(scan, "temp")) {
        parse_temp_line(parser);
    } else if (textscan_accept(scan, "user")) {
        parse_abi_row(parser, KERNEL_USER_SGPRS, function->abi.user, function->abi.user_reg);
    } else if (textscan_accept(scan, "workgroup_id")) {
        parse_abi_row(parser, 3, function->abi.workgroup_id, function->abi.workgroup_id_reg);
    } else if (textscan_accept(scan, "hidden_used")) {
        parse_abi_row(parser, HIDDEN_COUNT, function->hidden_used, NULL);
    } else if (textscan_accept(scan, "hidden")) {
        uint8_t kind = (uint8_t)textscan_number(scan);
        if (kind > HIDDEN_COUNT || function->hidden_arg_count == HIDDEN_COUNT)
            textscan_error(scan, "there are only %d hidden arguments", HIDDEN_COUNT);
        else
            function->hidden_args[function->hidden_arg_count++] = kind;
    } else {
        textscan_error(scan, "unknown header line '%.*s'", (int)scan->length, scan->start);
    }
}

static void
parse_function(struct parser *parser, struct guard *guard)
{
    struct textscan *scan = &parser->scan;
    struct ir_function *source = ARENA_NEW(parser->arena, struct ir_function);
    textscan_expect(scan, "machine");
    source->name = parse_string(scan);
    const struct gcn_target *target =
        scan->kind == TEXT_WORD ? gcn_find_target(scan->start, scan->length) : NULL;
    if (!target) {
        textscan_error(scan, "unknown target");
        return;
    }
    textscan_next(scan);
    textscan_expect(scan, "{");
    parser->function = mir_function_new(parser->arena, guard, target, source);
    while (!scan->error && scan->kind == TEXT_WORD && word_number(scan, 1) < 0)
        parse_header_line(parser);
    while (!scan->error && !textscan_is(scan, "}"))
        parse_block(parser);
    textscan_expect(scan, "}");
    parser->function->block_count = parser->blocks.count;
    for (uint32_t i = 0; i < parser->blocks.count && !scan->error; i++) {
        struct mir_block *block = parser->blocks.at[i];
        if (block && !block->prev && parser->function->entry != block)
            textscan_error(scan, "block b%u is missing", i);
    }
}

const char *
mir_parse(struct arena *arena, struct guard *guard, const char *text, size_t length,
          struct mir_function **function)
{
    struct parser parser = {.arena = arena,
                            .intern = intern_new(arena),
                            .ops = map_new(arena),
                            .globals = map_new(arena),
                            .callees = map_new(arena)};
    for (unsigned op = 1; op < MIR_OPS; op++)
        map_put(&parser.ops, MAP_KEY(intern_string(&parser.intern, mir_op_name(op))),
                (void *)(uintptr_t)(op + 1));
    textscan_init(&parser.scan, arena, text, length);
    parse_function(&parser, guard);
    *function = parser.function;
    return parser.scan.error;
}
