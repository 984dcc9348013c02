/* Builtins that need code of their own: a table from the target in builtin.def to a function, and
 * the small ones among them. */
#include "midend/gen/gen_builtin.h"

#include <string.h>

uint64_t
gen_constant_argument(struct gen *g, struct expr *expr, uint32_t index)
{
    ir_id id = gen_scalar(g, expr->call.args.at[index]);
    if (ir_is_const(g->function, id))
        return ir_value(g->function, id)->bits;
    diag_error(g->diag, expr->loc, argument_must_be_constant, index + 1, expr->call.builtin->name);
    return 0;
}

static struct gen_value
id_of_dimension(struct gen *g, struct expr *expr, enum ir_op op, uint64_t dimension)
{
    struct ir_inst *inst = ir_build(&g->b, op, IR_I32, 1, NULL, 0);
    inst->dimension = (uint32_t)dimension;
    return gen_value1(expr->type, inst->def);
}

static struct gen_value
workitem_id_of(struct gen *g, struct expr *expr)
{
    return id_of_dimension(g, expr, IR_OP_workitem_id, gen_constant_argument(g, expr, 0));
}

static struct gen_value
workgroup_id_of(struct gen *g, struct expr *expr)
{
    return id_of_dimension(g, expr, IR_OP_workgroup_id, gen_constant_argument(g, expr, 0));
}

/* A dword of hsa_kernel_dispatch_packet_t. */
static ir_id
packet_dword(struct gen *g, uint32_t offset)
{
    ir_id packet = ir_build(&g->b, IR_OP_dispatch_ptr, IR_P_CONSTANT, 1, NULL, 0)->def;
    struct ir_inst *load =
        ir_build_load(&g->b, IR_I32, 1, ir_build_offset(&g->b, packet, offset), 4);
    load->memory.is_invariant = true;
    return load->def;
}

/* workgroup_size_x, _y, _z are u16 from byte 4: cut from dwords, which the scalar unit can load. */
static struct gen_value
workgroup_size(struct gen *g, struct expr *expr)
{
    uint32_t lvalue = 4 + 2 * (uint32_t)expr->call.builtin->detail;
    ir_id id = packet_dword(g, lvalue & ~3u);
    if (lvalue & 2)
        id = ir_build2(&g->b, IR_OP_lshr, IR_I32, id, ir_build_int(&g->b, IR_I32, 16));
    return gen_value1(expr->type, gen_int_resize(g, id, false, gen_type(g, expr->type)));
}

static struct gen_value
grid_size(struct gen *g, struct expr *expr)
{
    ir_id id = packet_dword(g, 12 + 4 * (uint32_t)expr->call.builtin->detail);
    return gen_value1(expr->type, gen_int_resize(g, id, false, gen_type(g, expr->type)));
}

static struct gen_value
hidden_arg(struct gen *g, struct expr *expr)
{
    struct ir_inst *inst = ir_build(&g->b, IR_OP_hidden_arg, gen_type(g, expr->type), 1, NULL, 0);
    inst->hidden = (uint32_t)expr->call.builtin->detail;
    return gen_value1(expr->type, inst->def);
}

static struct gen_value
hidden_place(struct gen *g, struct expr *expr)
{
    struct ir_inst *inst = ir_build(&g->b, IR_OP_hidden_place, IR_I32, 1, NULL, 0);
    inst->hidden = (uint32_t)expr->call.builtin->detail;
    return gen_value1(expr->type, inst->def);
}

/* Null where the launch passes none. */
static struct gen_value
hidden_block(struct gen *g, struct expr *expr)
{
    enum ir_type type = gen_type(g, expr->type);
    if (g->module->no_hidden_arguments)
        return gen_value1(expr->type, ir_build_int(&g->b, type, 0));
    return gen_value1(expr->type, ir_build(&g->b, IR_OP_hidden_block, type, 1, NULL, 0)->def);
}

static struct gen_value
wavefrontsize(struct gen *g, struct expr *expr)
{
    return gen_value1(expr->type, ir_build_int(&g->b, gen_type(g, expr->type), 64));
}

/* mbcnt_lo counts among lanes 0 to 31, mbcnt_hi among 32 to 63: 64-bit form, half a mask. */
static struct gen_value
mbcnt(struct gen *g, struct expr *expr, unsigned shift)
{
    ir_id mask = gen_scalar(g, expr->call.args.at[0]), base = gen_scalar(g, expr->call.args.at[1]);
    mask = ir_build1(&g->b, IR_OP_zext, IR_I64, mask);
    mask = ir_build2(&g->b, IR_OP_shl, IR_I64, mask, ir_build_int(&g->b, IR_I32, shift));
    return gen_value1(expr->type, ir_build2(&g->b, IR_OP_mbcnt, IR_I32, mask, base));
}

static struct gen_value
mbcnt_lo(struct gen *g, struct expr *expr)
{
    return mbcnt(g, expr, 0);
}

static struct gen_value
mbcnt_hi(struct gen *g, struct expr *expr)
{
    return mbcnt(g, expr, 32);
}

static struct gen_value
read_exec(struct gen *g, struct expr *expr)
{
    return gen_value1(expr->type,
                      ir_build1(&g->b, IR_OP_ballot, IR_I64, ir_build_int(&g->b, IR_I1, 1)));
}

static struct gen_value
expect(struct gen *g, struct expr *expr)
{
    return gen_expr(g, expr->call.args.at[0]);
}

/* Hints, and calls that mean nothing to the hardware of these generations: only the arguments are
 * evaluated. */
static struct gen_value
no_code(struct gen *g, struct expr *expr)
{
    for (uint32_t i = 0; i < expr->call.args.count; i++)
        gen_discard(g, expr->call.args.at[i]);
    return (struct gen_value){.type = expr->type};
}

/* Its argument is not evaluated (clang's manual), and nothing is made of what it promises. */
static struct gen_value
assume(struct gen *g, struct expr *expr)
{
    (void)g;
    return (struct gen_value){.type = expr->type};
}

/* A boolean for each component as the relational functions return it: 1, in vectors -1. */
static ir_id
bool_as(struct gen *g, struct type *type, ir_id test)
{
    return ir_build1(&g->b, type->kind == TYPE_VECTOR ? IR_OP_sext : IR_OP_zext, gen_type(g, type),
                     test);
}

static struct gen_value
sign_bit(struct gen *g, struct expr *expr)
{
    static const uint8_t ints[IR_TYPES] = {[IR_F16] = IR_I16, [IR_F32] = IR_I32, [IR_F64] = IR_I64};
    struct gen_value value = gen_expr(g, expr->call.args.at[0]);
    for (uint32_t i = 0; i < value.count; i++) {
        enum ir_type bits = (enum ir_type)ints[ir_type_of(g->function, value.at[i])];
        ir_id id = ir_build1(&g->b, IR_OP_bitcast, bits, value.at[i]);
        id = ir_build2(&g->b, IR_OP_slt, IR_I1, id, ir_build_int(&g->b, bits, 0));
        value.at[i] = bool_as(g, expr->type, id);
    }
    value.type = expr->type;
    return value;
}

/* Only labels lead to the code that follows. */
static struct gen_value
unreachable(struct gen *g, struct expr *expr)
{
    ir_build(&g->b, IR_OP_unreachable, IR_VOID, 0, NULL, 0);
    g->b.block = ir_block_new(g->function);
    return (struct gen_value){.type = expr->type};
}

static const struct special {
    const char *target;
    struct gen_value (*lower)(struct gen *g, struct expr *expr);
} specials[] = {
    {"barrier", gen_special_barrier},
    {"mem_fence", gen_special_fence},
    {"amdgcn_fence", gen_special_amdgcn_fence},
    {"s_barrier", gen_special_s_barrier},
    {"atomic", gen_special_atomic},
    {"cmpxchg", gen_special_cmpxchg},
    {"sub_group_barrier", gen_special_sub_group_barrier},
    {"c11_init", gen_special_c11_init},
    {"c11_store", gen_special_c11_store},
    {"c11_flag_clear", gen_special_c11_flag_clear},
    {"c11_load", gen_special_c11_load},
    {"c11_exchange", gen_special_c11_exchange},
    {"c11_fetch", gen_special_c11_fetch},
    {"c11_fetch_negated", gen_special_c11_fetch_negated},
    {"gnu_op_fetch", gen_special_gnu_op_fetch},
    {"gnu_fence", gen_special_gnu_fence},
    {"gnu_load", gen_special_gnu_load},
    {"gnu_store", gen_special_gnu_store},
    {"gnu_exchange", gen_special_gnu_exchange},
    {"gnu_compare_exchange", gen_special_gnu_compare_exchange},
    {"gnu_test_and_set", gen_special_gnu_test_and_set},
    {"gnu_clear", gen_special_gnu_clear},
    {"lock_free", gen_special_lock_free},
    {"c11_test_and_set", gen_special_c11_test_and_set},
    {"c11_compare_exchange", gen_special_c11_compare_exchange},
    {"c11_fence", gen_special_c11_fence},
    {"to_space", gen_special_to_space},
    {"get_fence", gen_special_get_fence},
    {"ndrange", gen_special_ndrange},
    {"enqueue_kernel", gen_special_enqueue_kernel},
    {"kernel_query", gen_special_kernel_query},
    {"enqueue_call", gen_special_enqueue_call},
    {"vload", gen_special_vload},
    {"vstore", gen_special_vstore},
    {"vload_half", gen_special_vload_half},
    {"vloada_half", gen_special_vloada_half},
    {"vstore_half", gen_special_vstore_half},
    {"vstorea_half", gen_special_vstorea_half},
    {"shuffle", gen_special_shuffle},
    {"select", gen_special_select},
    {"bitselect", gen_special_bitselect},
    {"any", gen_special_any},
    {"all", gen_special_all},
    {"dot", gen_special_dot},
    {"async_work_group_copy", gen_special_async_copy},
    {"async_copy_rect", gen_special_async_copy_rect},
    {"async_work_group_strided_copy", gen_special_async_copy},
    {"wait_group_events", gen_special_wait_events},
    {"image_read", gen_special_image_read},
    {"image_write", gen_special_image_write},
    {"image_query", gen_special_image_query},
    {"image_dim", gen_special_image_dim},
    {"prefetch", no_code},
    {"signbit", sign_bit},
    {"unreachable", unreachable},
    {"workitem_id_of", workitem_id_of},
    {"workgroup_id_of", workgroup_id_of},
    {"workgroup_size", workgroup_size},
    {"grid_size", grid_size},
    {"hidden_arg", hidden_arg},
    {"hidden_place", hidden_place},
    {"hidden_block", hidden_block},
    {"make_resource", gen_special_make_resource},
    {"buffer_load", gen_special_buffer_load},
    {"buffer_store", gen_special_buffer_store},
    {"buffer_atomic", gen_special_buffer_atomic},
    {"buffer_to_local", gen_special_buffer_to_local},
    {"global_to_local", gen_special_global_to_local},
    {"wavefrontsize", wavefrontsize},
    {"mbcnt_lo", mbcnt_lo},
    {"mbcnt_hi", mbcnt_hi},
    {"read_exec", read_exec},
    {"expect", expect},
    {"no_code", no_code},
    {"assume", assume},
    {"trap", gen_special_trap},
    {"dpp", gen_special_dpp},
    {"icmp", gen_special_icmp},
    {"fcmp", gen_special_fcmp},
    {"div_scale", gen_special_div_scale},
    {"rsq_clamp", gen_special_rsq_clamp},
    {"is_in", gen_special_is_in},
    {"wrapping_atomic", gen_special_wrapping_atomic},
    {"overflow", gen_special_overflow},
    {"memcpy", gen_special_memcpy},
    {"memset", gen_special_memset},
    {"printf", gen_special_printf},
    {"pipe_transfer", gen_special_pipe_transfer},
    {"pipe_call", gen_special_pipe_call},
    {"pipe_commit", gen_special_pipe_commit},
    {"pipe_is_valid", gen_special_pipe_is_valid},
};

/* A target that ends in a colon here is followed by text for its function. */
static const struct special texts[] = {{"asm:", gen_special_asm},
                                       {"dot:", gen_special_dot_words},
                                       {"dot4:", gen_special_dot4},
                                       {"reduce:", gen_special_reduce},
                                       {"wide:", gen_special_wide}};

static const struct special *
find_special(const char *target)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strncmp(target, texts[i].target, strlen(texts[i].target)) == 0)
            return &texts[i];
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
        if (strcmp(target, specials[i].target) == 0)
            return &specials[i];
    return NULL;
}

bool
gen_has_special(const char *target)
{
    return find_special(target);
}

struct gen_value
gen_special(struct gen *g, struct expr *expr)
{
    const struct builtin *row = expr->call.builtin;
    const struct special *special = find_special(row->target);
    if (!special)
        ice(g->module->guard, "gen: no target '%s' for builtin '%s'", row->target, row->name);
    const char *around = g->builtin; /* of which this one is an argument */
    g->builtin = row->name;
    struct gen_value value = special->lower(g, expr);
    g->builtin = around;
    return value;
}
