/* What well-formed IR is: the executable specification.
 *
 * One function for each type rule of ir_op.def; then structure: blocks, edges, phis, dominance. */
#include "midend/ir/ir_info.h"

#include "midend/analysis/analysis.h"

struct validator {
    const struct ir_function *function;
    struct arena *arena;
    struct ana_dom *dom;
    struct bitset seen; /* values whose definition the walk has passed */
    const struct ir_inst *inst;
    const char *error;
};

const char *
ir_fault(struct arena *arena, const struct ir_function *function, const struct ir_inst *inst,
         const char *what)
{
    struct strbuf buf = strbuf_new(arena);
    strbuf_printf(&buf, "%s: ", function->name);
    if (inst) {
        strbuf_printf(&buf, "b%u: ", inst->block->id);
        ir_print_inst(&buf, function, inst);
        strbuf_puts(&buf, ": ");
    }
    strbuf_puts(&buf, what);
    return buf.text;
}

static bool
fail(struct validator *v, const char *what)
{
    if (v->error)
        return false;
    v->error = ir_fault(v->arena, v->function, v->inst, what);
    return false;
}

static bool
require(struct validator *v, bool holds, const char *what)
{
    return holds || fail(v, what);
}

static enum ir_type
arg(const struct validator *v, uint32_t i)
{
    return ir_type_of(v->function, v->inst->args[i].value);
}

static enum ir_type
result(const struct validator *v)
{
    return (enum ir_type)v->inst->type;
}

static bool
all_args_are(struct validator *v, uint32_t from, enum ir_type type)
{
    for (uint32_t i = from; i < v->inst->arg_count; i++)
        if (arg(v, i) != type)
            return fail(v, "argument has the wrong type");
    return true;
}

static bool
results(struct validator *v, uint32_t count)
{
    return require(v, v->inst->def_count == count, "wrong number of results");
}

static bool
is_power_of_two(uint32_t n)
{
    return n && (n & (n - 1)) == 0;
}

static enum ir_type
size_type(enum ir_type pointer)
{
    return ir_type_bits(pointer) == 64 ? IR_I64 : IR_I32;
}

/* ---- type rules ---- */

static void
rule_int(struct validator *v)
{
    unsigned op = v->inst->op;
    bool is_logic = op == IR_OP_and || op == IR_OP_or || op == IR_OP_xor;
    results(v, 1);
    require(v, is_logic || result(v) != IR_I1, "a boolean is no number");
    if (op == IR_OP_mbcnt)
        require(v, result(v) == IR_I32 && arg(v, 0) == IR_I64 && arg(v, 1) == IR_I32,
                "mbcnt takes i64 and i32 and gives i32");
    else
        require(v, ir_is_int(result(v)) && all_args_are(v, 0, result(v)), "integer expected");
}

static void
rule_shift(struct validator *v)
{
    results(v, 1);
    require(v, ir_is_int(result(v)) && result(v) != IR_I1, "integer expected");
    require(v, arg(v, 0) == result(v) && arg(v, 1) == IR_I32, "shift takes its type and i32");
}

static void
rule_funnel(struct validator *v)
{
    results(v, 1);
    require(v, result(v) == IR_I32 || result(v) == IR_I64, "i32 or i64 expected");
    require(v, arg(v, 0) == result(v) && arg(v, 1) == result(v) && arg(v, 2) == IR_I32,
            "argument has the wrong type");
}

static void
rule_float(struct validator *v)
{
    results(v, 1);
    require(v, ir_is_float(result(v)) && all_args_are(v, 0, result(v)), "floating type expected");
}

static void
rule_ldexp(struct validator *v)
{
    results(v, 1);
    require(v, ir_is_float(result(v)) && arg(v, 0) == result(v) && arg(v, 1) == IR_I32,
            "floating type and i32 expected");
}

static void
rule_toint(struct validator *v)
{
    results(v, 1);
    require(v, result(v) == IR_I32 && ir_is_float(arg(v, 0)), "floating type to i32 expected");
}

static void
rule_class(struct validator *v)
{
    results(v, 1);
    require(v,
            result(v) == IR_I1 && ir_is_float(arg(v, 0)) && arg(v, 1) == IR_I32 &&
                ir_is_const(v->function, v->inst->args[1].value),
            "fclass takes a floating value and a constant i32");
}

static void
rule_divscale(struct validator *v)
{
    results(v, 2);
    require(v, ir_is_float(result(v)) && all_args_are(v, 0, result(v)), "floating type expected");
}

static void
rule_divfmas(struct validator *v)
{
    results(v, 1);
    require(v, ir_is_float(result(v)) && arg(v, 3) == IR_I1, "floating type and i1 expected");
    for (uint32_t i = 0; i < 3; i++)
        require(v, arg(v, i) == result(v), "argument has the wrong type");
}

enum cast_class { CAST_INT, CAST_FLOAT, CAST_POINTER, CAST_WIDE, CAST_I32, CAST_ANY };
enum cast_size { SIZE_ANY, SIZE_SMALLER, SIZE_LARGER, SIZE_SAME };

static const struct cast {
    uint8_t from, to, size; /* size: of the result compared with the argument */
} casts[IR_OPS] = {
    [IR_OP_trunc] = {CAST_INT, CAST_INT, SIZE_SMALLER},
    [IR_OP_zext] = {CAST_INT, CAST_INT, SIZE_LARGER},
    [IR_OP_sext] = {CAST_INT, CAST_INT, SIZE_LARGER},
    [IR_OP_fptrunc] = {CAST_FLOAT, CAST_FLOAT, SIZE_SMALLER},
    [IR_OP_fpext] = {CAST_FLOAT, CAST_FLOAT, SIZE_LARGER},
    [IR_OP_fptosi] = {CAST_FLOAT, CAST_INT, SIZE_ANY},
    [IR_OP_fptoui] = {CAST_FLOAT, CAST_INT, SIZE_ANY},
    [IR_OP_sitofp] = {CAST_INT, CAST_FLOAT, SIZE_ANY},
    [IR_OP_uitofp] = {CAST_INT, CAST_FLOAT, SIZE_ANY},
    [IR_OP_bitcast] = {CAST_ANY, CAST_ANY, SIZE_SAME},
    [IR_OP_ptrtoint] = {CAST_POINTER, CAST_INT, SIZE_SAME},
    [IR_OP_inttoptr] = {CAST_INT, CAST_POINTER, SIZE_SAME},
    [IR_OP_addrspacecast] = {CAST_POINTER, CAST_POINTER, SIZE_ANY},
    [IR_OP_unpack_lo] = {CAST_WIDE, CAST_I32, SIZE_ANY},
    [IR_OP_unpack_hi] = {CAST_WIDE, CAST_I32, SIZE_ANY},
};

static bool
in_class(enum ir_type type, uint8_t class)
{
    switch (class) {
    case CAST_INT:
        return ir_is_int(type);
    case CAST_FLOAT:
        return ir_is_float(type);
    case CAST_POINTER:
        return ir_is_pointer(type);
    case CAST_WIDE:
        return ir_type_bits(type) == 64;
    case CAST_I32:
        return type == IR_I32;
    default:
        return type != IR_VOID;
    }
}

static void
rule_cast(struct validator *v)
{
    const struct cast *cast = &casts[v->inst->op];
    unsigned from = ir_type_bits(arg(v, 0)), to = ir_type_bits(result(v));
    results(v, 1);
    require(v, in_class(arg(v, 0), cast->from) && in_class(result(v), cast->to),
            "cast between the wrong types");
    require(v,
            cast->size == SIZE_ANY || (cast->size == SIZE_SMALLER && to < from) ||
                (cast->size == SIZE_LARGER && to > from) || (cast->size == SIZE_SAME && to == from),
            "cast between the wrong sizes");
}

static void
rule_pack(struct validator *v)
{
    results(v, 1);
    require(v, ir_type_bits(result(v)) == 64, "64-bit result expected");
    all_args_are(v, 0, IR_I32);
}

static void
rule_pk_join(struct validator *v)
{
    results(v, 1);
    require(v, result(v) == IR_I32, "i32 expected");
    for (uint32_t i = 0; i < v->inst->arg_count; i++)
        require(v, ir_type_bits(arg(v, i)) == 16, "16 bits expected");
}

static void
rule_compare(struct validator *v)
{
    results(v, 1);
    require(v, result(v) == IR_I1 && arg(v, 0) == arg(v, 1), "compare of one type to i1 expected");
    require(v, ir_is_int(arg(v, 0)) || ir_is_pointer(arg(v, 0)), "integer or pointer expected");
}

static void
rule_fcompare(struct validator *v)
{
    results(v, 1);
    require(v, result(v) == IR_I1 && arg(v, 0) == arg(v, 1) && ir_is_float(arg(v, 0)),
            "compare of one floating type to i1 expected");
}

static void
rule_select(struct validator *v)
{
    results(v, 1);
    require(v, arg(v, 0) == IR_I1, "condition is no i1");
    all_args_are(v, 1, result(v));
}

static void
rule_phi(struct validator *v)
{
    results(v, 1);
    require(v, v->inst->arg_count == v->inst->block->preds.count, "one argument per predecessor");
    all_args_are(v, 0, result(v));
    require(v, !v->inst->prev || v->inst->prev->op == IR_OP_phi, "phis come first");
}

static void
rule_same(struct validator *v)
{
    results(v, 1);
    all_args_are(v, 0, result(v));
}

static void
check_access(struct validator *v, uint32_t components)
{
    const struct ir_memory *m = &v->inst->memory;
    require(v, ir_is_pointer(arg(v, 0)), "pointer expected");
    require(v, components >= 1 && components <= 16 && m->components == components,
            "1 to 16 components expected");
    require(v, is_power_of_two(m->align), "alignment is no power of two");
    require(v, result(v) != IR_VOID && result(v) != IR_I1, "type cannot be in memory");
    require(v, !m->order || components == 1, "atomic access of several components");
}

static void
rule_load(struct validator *v)
{
    check_access(v, v->inst->def_count);
}

static void
rule_store(struct validator *v)
{
    results(v, 0);
    if (require(v, v->inst->arg_count >= 2, "store needs a value")) {
        check_access(v, v->inst->arg_count - 1);
        all_args_are(v, 1, result(v));
    }
}

static void
rule_ptradd(struct validator *v)
{
    results(v, 1);
    require(v, ir_is_pointer(result(v)) && arg(v, 0) == result(v), "pointer expected");
    require(v, arg(v, 1) == size_type(result(v)), "offset has the wrong type");
}

static void
rule_alloca(struct validator *v)
{
    results(v, 1);
    require(v, result(v) == IR_P_PRIVATE, "alloca gives p.private");
    require(v, v->inst->block == v->function->entry, "alloca outside of the entry block");
    require(v, v->inst->size && is_power_of_two(v->inst->align), "size and alignment expected");
}

static void
rule_symbol(struct validator *v)
{
    results(v, 1);
    if (require(v, v->inst->global != NULL, "symbol of nothing"))
        require(v, ir_space_of(result(v)) == v->inst->global->space, "pointer to another space");
}

static void
rule_memcpy(struct validator *v)
{
    results(v, 0);
    for (uint32_t i = 0; i < v->inst->arg_count; i++)
        require(v, ir_is_pointer(arg(v, i)), "pointer expected");
    require(v, is_power_of_two(v->inst->memory.align), "alignment is no power of two");
}

static void
rule_atomic(struct validator *v)
{
    results(v, 1);
    require(v, v->inst->arg_count == 2 && ir_is_pointer(arg(v, 0)), "pointer and value expected");
    require(v, ir_type_bits(result(v)) >= 8, "8, 16, 32 or 64 bits expected");
    require(v, v->inst->memory.rmw < IR_RMW_FADD ? ir_is_int(result(v)) : ir_is_float(result(v)),
            "an operation of this type expected");
    require(v, v->inst->memory.order != IR_NOT_ATOMIC, "order expected");
    all_args_are(v, 1, result(v));
}

static void
rule_cmpxchg(struct validator *v)
{
    results(v, 1);
    require(v, ir_is_pointer(arg(v, 0)), "pointer expected");
    require(v, v->inst->memory.order != IR_NOT_ATOMIC, "order expected");
    all_args_are(v, 1, result(v));
}

/* Arguments of image_read and image_write between the handle and the texel. */
static uint32_t
image_arguments(struct validator *v, bool has_sampler)
{
    const struct ir_image *image = &v->inst->image;
    uint32_t at = has_sampler ? 2 : 1, coordinates = image_coordinates(image->shape);
    uint32_t more = image->form == IR_IMAGE_GRAD    ? 2u * image_facts[image->shape].dimensions
                    : image->form == IR_IMAGE_PLAIN ? 0
                                                    : 1;
    if (!require(v, v->inst->arg_count >= at + coordinates + more, "coordinates expected"))
        return 0;
    enum ir_type type = arg(v, at);
    require(v, type == IR_I32 || (type == IR_F32 && has_sampler), "coordinate has the wrong type");
    for (uint32_t i = 1; i < coordinates; i++)
        require(v, arg(v, at + i) == type, "coordinate has the wrong type");
    for (uint32_t i = 0; i < more; i++)
        require(v, arg(v, at + coordinates + i) == type, "level or gradient has the wrong type");
    return at + coordinates + more;
}

static bool
is_texel(enum ir_type type)
{
    return type == IR_F32 || type == IR_I32 || type == IR_F16;
}

static void
rule_image(struct validator *v)
{
    const struct ir_inst *inst = v->inst;
    if (!require(v, inst->arg_count && arg(v, 0) == IR_P_CONSTANT, "image handle expected"))
        return;
    uint32_t texel = image_facts[inst->image.shape].flags & IMAGE_DEPTH ? 1 : 4;
    if (inst->op == IR_OP_image_query) {
        results(v, 1);
        require(v, result(v) == IR_I32, "i32 expected");
    } else if (inst->op == IR_OP_image_read || inst->op == IR_OP_image_sample) {
        bool has_sampler = inst->arg_count > 1 && arg(v, 1) == IR_P_CONSTANT;
        bool is_sample = inst->op == IR_OP_image_sample;
        require(v, !is_sample || (has_sampler && inst->arg_count > 2 && arg(v, 2) == IR_F32),
                "sampler and f32 coordinates expected");
        results(v, texel);
        require(v, is_texel(result(v)), "f32, i32 or f16 expected");
        require(v, image_arguments(v, has_sampler) == inst->arg_count, "too many arguments");
    } else {
        results(v, 0);
        uint32_t count = image_arguments(v, false);
        if (require(v, count && count + texel == inst->arg_count && is_texel(arg(v, count)),
                    "texel expected"))
            all_args_are(v, count, arg(v, count));
    }
}

static void
rule_buffer(struct validator *v)
{
    enum { OFFSET = IR_BUFFER_SCALARS, DATA, MOST_WORDS = 4 };
    const struct ir_inst *inst = v->inst;
    uint32_t words = (inst->buffer.bytes + 3u) / 4, data = inst->arg_count - DATA;
    if (!require(v, inst->arg_count >= DATA && words && words <= MOST_WORDS, "resource expected"))
        return;
    for (uint32_t i = 0; i <= OFFSET; i++)
        require(v, arg(v, i) == IR_I32, "i32 expected");
    if (inst->op == IR_OP_buffer_atomic) {
        results(v, 1);
        require(v, data == 1 && result(v) == arg(v, DATA) && words * 4 == ir_type_bytes(result(v)),
                "one value of the result's type expected");
        return;
    }
    results(v, inst->op == IR_OP_buffer_load ? words : 0);
    require(v, inst->op == IR_OP_buffer_load ? !data && result(v) == IR_I32 : data == words,
            "one i32 for each dword expected");
    for (uint32_t i = DATA; i < inst->arg_count; i++)
        require(v, arg(v, i) == IR_I32, "i32 expected");
}

static void
rule_to_local(struct validator *v)
{
    const struct ir_inst *inst = v->inst;
    bool is_global = inst->op == IR_OP_global_to_local;
    uint32_t bytes = inst->buffer.bytes, place = is_global ? 1 : IR_BUFFER_SCALARS;
    results(v, 0);
    require(v, bytes == 1 || bytes == 2 || bytes == 4, "one, two or four bytes expected");
    if (!require(v,
                 inst->arg_count > place && inst->arg_count <= place + (is_global ? 1u : 3u) &&
                     (is_global || inst->arg_count > place + 1),
                 "resource, place and offset expected"))
        return;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        require(v,
                i == place  ? arg(v, i) == IR_P_LOCAL
                : is_global ? arg(v, i) == IR_P_GLOBAL || arg(v, i) == IR_P_CONSTANT
                            : arg(v, i) == IR_I32,
                "wrong type");
}

static void
rule_none(struct validator *v)
{
    results(v, 0);
}

static void
rule_dimension(struct validator *v)
{
    results(v, 1);
    require(v, result(v) == IR_I32 && v->inst->dimension < 3, "i32 of dimension 0 to 2 expected");
}

static void
rule_pointer(struct validator *v)
{
    results(v, 1);
    require(v, result(v) == IR_P_CONSTANT, "p.constant expected");
}

static void
rule_flag(struct validator *v)
{
    results(v, 1);
    require(v, result(v) == IR_I1, "wrong type");
}

static void
rule_hidden(struct validator *v)
{
    results(v, 1);
    enum ir_type type = v->inst->hidden <= IR_HIDDEN_GLOBAL_OFFSET_Z ? IR_I64 : IR_P_GLOBAL;
    require(v, v->inst->hidden < IR_HIDDEN_COUNT && result(v) == type, "wrong type");
}

static void
rule_hidden_place(struct validator *v)
{
    results(v, 1);
    require(v, v->inst->hidden <= IR_HIDDEN_COUNT && result(v) == IR_I32, "wrong type");
}

static void
rule_ballot(struct validator *v)
{
    results(v, 1);
    require(v, result(v) == IR_I64 && arg(v, 0) == IR_I1, "i1 to i64 expected");
}

static void
rule_lane(struct validator *v)
{
    results(v, 1);
    require(v, arg(v, 0) == result(v) && arg(v, 1) == IR_I32, "argument has the wrong type");
}

static void
rule_scan(struct validator *v)
{
    results(v, 1);
    bool is_word = result(v) == IR_I32 || result(v) == IR_I64;
    require(v, is_word && arg(v, 0) == result(v) && arg(v, 1) == result(v) && arg(v, 2) == IR_I32,
            "i32 or i64 and an i32 expected");
    const struct ir_value *step = ir_value(v->function, v->inst->args[2].value);
    require(v, step->kind == IR_VALUE_CONST && step->bits <= IR_SCAN_BEFORE,
            "scan_source takes a constant step");
}

static void
rule_asm(struct validator *v)
{
    if (require(v, v->inst->assembly != NULL, "asm without text")) {
        results(v, v->inst->assembly->output_count);
        require(v, v->inst->arg_count == v->inst->assembly->input_count, "wrong number of inputs");
    }
}

static void
rule_printf(struct validator *v)
{
    results(v, 1);
    require(v, v->inst->format != NULL && result(v) == IR_I32, "format and i32 expected");
}

static void
rule_row(struct validator *v)
{
    const struct ir_module *module = v->function->module;
    results(v, 1);
    require(v, result(v) == IR_I32, "i32 expected");
    require(v, v->inst->row - 1u < module->printf_rows.count, "no such row of the metadata");
}

static void
rule_call(struct validator *v)
{
    const struct ir_function *callee = v->inst->callee;
    if (!require(v, callee != NULL, "call of nothing"))
        return;
    results(v, callee->result_count);
    if (!require(v, v->inst->arg_count == callee->param_count, "wrong number of arguments"))
        return;
    for (uint32_t i = 0; i < callee->param_count; i++)
        require(v, arg(v, i) == callee->param_types[i], "argument has the wrong type");
    for (uint32_t i = 0; i < callee->result_count; i++)
        require(v, callee->result_types[i] == result(v), "result has the wrong type");
}

static void
rule_call_indirect(struct validator *v)
{
    results(v, v->inst->type == IR_VOID ? 0 : v->inst->def_count);
    require(v, v->inst->arg_count && arg(v, 0) == IR_I64, "the address of a function expected");
}

static void
rule_function_address(struct validator *v)
{
    results(v, 1);
    require(v, result(v) == IR_I64 && v->inst->callee != NULL, "i64 and a function expected");
}

static void
rule_ret(struct validator *v)
{
    results(v, 0);
    require(v, v->inst->block->succ_count == 0, "ret has successors");
    if (!require(v, v->inst->arg_count == v->function->result_count, "wrong number of results"))
        return;
    for (uint32_t i = 0; i < v->inst->arg_count; i++)
        require(v, arg(v, i) == v->function->result_types[i], "result has the wrong type");
}

static void
rule_branch(struct validator *v)
{
    results(v, 0);
    require(v, v->inst->block->succ_count == (v->inst->op == IR_OP_br), "wrong successors");
}

static void
rule_cbranch(struct validator *v)
{
    results(v, 0);
    require(v, v->inst->block->succ_count == 2, "two successors expected");
    all_args_are(v, 0, IR_I1);
}

static void (*const rules[IR_RULES])(struct validator *v) = {
    [IR_RULE_INT] = rule_int,
    [IR_RULE_SHIFT] = rule_shift,
    [IR_RULE_FUNNEL] = rule_funnel,
    [IR_RULE_FLOAT] = rule_float,
    [IR_RULE_LDEXP] = rule_ldexp,
    [IR_RULE_TOINT] = rule_toint,
    [IR_RULE_CLASS] = rule_class,
    [IR_RULE_DIVSCALE] = rule_divscale,
    [IR_RULE_DIVFMAS] = rule_divfmas,
    [IR_RULE_CAST] = rule_cast,
    [IR_RULE_PACK] = rule_pack,
    [IR_RULE_PK_JOIN] = rule_pk_join,
    [IR_RULE_COMPARE] = rule_compare,
    [IR_RULE_FCOMPARE] = rule_fcompare,
    [IR_RULE_SELECT] = rule_select,
    [IR_RULE_PHI] = rule_phi,
    [IR_RULE_SAME] = rule_same,
    [IR_RULE_LOAD] = rule_load,
    [IR_RULE_STORE] = rule_store,
    [IR_RULE_PTRADD] = rule_ptradd,
    [IR_RULE_ALLOCA] = rule_alloca,
    [IR_RULE_SYMBOL] = rule_symbol,
    [IR_RULE_MEMCPY] = rule_memcpy,
    [IR_RULE_ATOMIC] = rule_atomic,
    [IR_RULE_CMPXCHG] = rule_cmpxchg,
    [IR_RULE_FENCE] = rule_none,
    [IR_RULE_DIMENSION] = rule_dimension,
    [IR_RULE_IMAGE] = rule_image,
    [IR_RULE_POINTER] = rule_pointer,
    [IR_RULE_FLAG] = rule_flag,
    [IR_RULE_BUFFER] = rule_buffer,
    [IR_RULE_TO_LOCAL] = rule_to_local,
    [IR_RULE_HIDDEN] = rule_hidden,
    [IR_RULE_HIDDEN_PLACE] = rule_hidden_place,
    [IR_RULE_BALLOT] = rule_ballot,
    [IR_RULE_SCAN] = rule_scan,
    [IR_RULE_LANE] = rule_lane,
    [IR_RULE_ASM] = rule_asm,
    [IR_RULE_CALL] = rule_call,
    [IR_RULE_CALL_INDIRECT] = rule_call_indirect,
    [IR_RULE_FUNCTION_ADDRESS] = rule_function_address,
    [IR_RULE_PRINTF] = rule_printf,
    [IR_RULE_ROW] = rule_row,
    [IR_RULE_RET] = rule_ret,
    [IR_RULE_BRANCH] = rule_branch,
    [IR_RULE_CBRANCH] = rule_cbranch,
};

/* ---- structure ---- */

/* Does the definition reach the place where the argument is read?  For a phi, that is the end of
 * the predecessor. */
static bool
is_available(const struct validator *v, const struct ir_inst *def, uint32_t index)
{
    const struct ir_inst *user = v->inst;
    const struct ir_block *at = user->block;
    if (user->op == IR_OP_phi) {
        at = at->preds.at[index];
        if (v->dom->number[at->id] == UINT32_MAX)
            return true;
    } else if (def->block == at) {
        return bitset_has(&v->seen, def->def);
    }
    return ana_dominates(v->dom, def->block, at);
}

static void
check_args(struct validator *v)
{
    for (uint32_t i = 0; i < v->inst->arg_count && !v->error; i++) {
        const struct ir_use *use = &v->inst->args[i];
        if (use->value == 0 || use->value >= v->function->values.count) {
            fail(v, "argument is no value");
            return;
        }
        const struct ir_value *value = ir_value(v->function, use->value);
        require(v, value->kind != IR_VALUE_NONE, "argument is not defined");
        require(v, use->user == v->inst, "use list is broken: user");
        require(v, use->prev ? use->prev->next == use : value->uses == use, "use list is broken");
    }
}

static void
check_order(struct validator *v)
{
    bool reachable = v->dom->number[v->inst->block->id] != UINT32_MAX;
    for (uint32_t i = 0; i < v->inst->arg_count && reachable && !v->error; i++) {
        const struct ir_inst *def = ir_def(v->function, v->inst->args[i].value);
        if (def)
            require(v, is_available(v, def, i), "argument does not dominate its use");
    }
    if (v->inst->def_count)
        bitset_add(&v->seen, v->inst->def);
}

static void
check_inst(struct validator *v, const struct ir_block *block)
{
    const struct ir_inst *inst = v->inst;
    const struct ir_op_info *info = &ir_op_info[inst->op];
    check_args(v);
    require(v, inst->block == block, "block is wrong");
    require(v, inst->next ? inst->next->prev == inst : block->last == inst, "list is broken");
    require(v, info->args == IR_ARGS_VAR || inst->arg_count == info->args,
            "wrong number of arguments");
    require(v, !(info->flags & IR_END) == (inst != block->last),
            "a block ends with its only terminator");
    for (uint32_t i = 0; i < inst->def_count && !v->error; i++) {
        const struct ir_value *value = ir_value(v->function, inst->def + i);
        require(v, value->kind == IR_VALUE_INST && value->inst == inst, "result is not its own");
    }
    if (!v->error)
        rules[info->rule](v);
}

static uint32_t
count_edges(const struct ir_block *from, const struct ir_block *to)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < from->succ_count; i++)
        count += from->succs[i] == to;
    return count;
}

static void
check_edges(struct validator *v, const struct ir_block *block)
{
    for (uint32_t i = 0; i < block->preds.count && !v->error; i++) {
        uint32_t count = count_edges(block->preds.at[i], block), entries = 0;
        for (uint32_t k = 0; k < block->preds.count; k++)
            entries += block->preds.at[k] == block->preds.at[i];
        if (count != entries)
            fail(v, arena_printf(v->arena, "predecessors of b%u do not match", block->id));
    }
    for (uint32_t i = 0; i < block->succ_count && !v->error; i++) {
        bool found = false;
        vec_foreach (struct ir_block *, pred, &block->succs[i]->preds)
            found |= *pred == block;
        if (!found)
            fail(v, arena_printf(v->arena, "b%u is missing in the predecessors of b%u", block->id,
                                 block->succs[i]->id));
    }
}

const char *
ir_validate(const struct ir_function *function, unsigned forms, struct arena *scratch)
{
    struct validator v = {.function = function, .arena = scratch};
    if (!function->entry && !function->is_external)
        fail(&v, "function has no body");
    if (!function->entry)
        return v.error;
    if (function->entry->preds.count)
        fail(&v, "the entry has predecessors");
    if (function->is_kernel && (function->param_uniform || function->result_uniform))
        fail(&v, "uniform marks on a kernel, whose arguments are uniform without");
    ir_foreach_block (block, function) {
        v.inst = NULL;
        if (!block->last)
            fail(&v, arena_printf(scratch, "b%u is empty", block->id));
        else
            check_edges(&v, block);
        for (v.inst = block->first; v.inst && !v.error; v.inst = v.inst->next)
            check_inst(&v, block);
    }
    if (v.error)
        return v.error;
    v.dom = ana_dom(scratch, (struct ir_function *)function);
    v.seen = bitset_new(scratch, function->values.count);
    ir_foreach_block (block, function)
        for (v.inst = block->first; v.inst && !v.error; v.inst = v.inst->next)
            check_order(&v);
    return v.error || !forms ? v.error : ir_check_forms(function, forms, scratch);
}
