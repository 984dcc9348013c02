/* Accesses of memory through resources of buffers (V#), and loads that go straight to LDS.
 *
 * A resource is a value of four dwords, as the instructions want it in SGPRs (AMDGPUUsage, Buffer Resource; Vega ISA
 * manual, "Buffer Resource Descriptor"): lanes that hold different ones are served one after the other
 * (midend/lower/lower_waterfall.c). */
#include "midend/gen/gen_builtin.h"

enum { RESOURCE_DWORDS = 4, MAX_ARGS = RESOURCE_DWORDS + 2 + 4 };
/* Bits of a cache policy that instructions have; LLVM's numbers. */
enum { POLICY_GLC = 1, POLICY_SLC = 2 };

struct access {
    ir_id args[MAX_ARGS];
    uint32_t count;
    struct ir_buffer buffer;
};

/* Reports a constant argument outside of its range; gives it cut to that. */
static uint64_t
within(struct gen *g, struct expr *expr, uint32_t index, uint64_t value, uint64_t most)
{
    if (value <= most)
        return value;
    diag_error(g->diag, expr->call.args.at[index]->loc, argument_out_of_range, index + 1,
               expr->call.builtin->name);
    return 0;
}

/* Resource, scalar offset and cache policy: arguments of these numbers. */
static struct access
begin(struct gen *g, struct expr *expr, uint32_t resource, uint32_t scalar, uint32_t policy)
{
    struct access access = {.count = RESOURCE_DWORDS};
    struct gen_value words = gen_expr(g, expr->call.args.at[resource]);
    for (uint32_t i = 0; i < RESOURCE_DWORDS; i++)
        access.args[i] = words.at[i];
    access.args[access.count++] = gen_scalar(g, expr->call.args.at[scalar]);
    access.buffer.policy = (uint8_t)within(g, expr, policy, gen_constant_argument(g, expr, policy),
                                           POLICY_GLC | POLICY_SLC);
    return access;
}

static void
add(struct gen *g, struct access *access, struct expr *expr, uint32_t index)
{
    access->args[access->count++] = gen_scalar(g, expr->call.args.at[index]);
}

static struct ir_inst *
build(struct gen *g, enum ir_op op, enum ir_type type, uint32_t results,
      const struct access *access)
{
    struct ir_inst *inst = ir_build(&g->b, op, type, results, access->args, access->count);
    inst->buffer = access->buffer;
    return inst;
}

/* make_buffer_rsrc(pointer, stride, bytes, word 3) */
struct gen_value
gen_special_make_resource(struct gen *g, struct expr *expr)
{
    struct expr **args = expr->call.args.at;
    struct gen_value value = {.type = expr->type, .count = RESOURCE_DWORDS};
    enum ir_space space = ir_space_of(gen_type(g, args[0]->type));
    ir_id pointer = gen_scalar(g, args[0]), stride = gen_scalar(g, args[1]);
    ir_id bytes = gen_scalar(g, args[2]), last = gen_scalar(g, args[3]);
    if (space == IR_SPACE_LOCAL || space == IR_SPACE_PRIVATE) {
        diag_error(g->diag, args[0]->loc, buffer_resource_space, expr->call.builtin->name);
        return gen_zero(g, expr->type);
    }
    ir_id address = ir_build1(&g->b, IR_OP_ptrtoint, IR_I64, pointer);
    ir_id high = ir_build1(&g->b, IR_OP_unpack_hi, IR_I32, address);
    high = ir_build2(&g->b, IR_OP_and, IR_I32, high, ir_build_int(&g->b, IR_I32, 0xffff));
    stride = ir_build1(&g->b, IR_OP_zext, IR_I32, stride);
    stride = ir_build2(&g->b, IR_OP_shl, IR_I32, stride, ir_build_int(&g->b, IR_I32, 16));
    value.at[0] = ir_build1(&g->b, IR_OP_unpack_lo, IR_I32, address);
    value.at[1] = ir_build2(&g->b, IR_OP_or, IR_I32, high, stride);
    value.at[2] = ir_build1(&g->b, IR_OP_trunc, IR_I32, bytes);
    value.at[3] = last;
    return value;
}

/* raw_buffer_load(resource, offset, scalar offset, policy); detail: bytes */
struct gen_value
gen_special_buffer_load(struct gen *g, struct expr *expr)
{
    struct access access = begin(g, expr, 0, 2, 3);
    uint32_t bytes = (uint32_t)expr->call.builtin->detail, words = (bytes + 3) / 4;
    struct gen_value value = {.type = expr->type, .count = words};
    add(g, &access, expr, 1);
    access.buffer.bytes = (uint8_t)bytes;
    struct ir_inst *inst = build(g, IR_OP_buffer_load, IR_I32, words, &access);
    for (uint32_t i = 0; i < words; i++)
        value.at[i] = inst->def + i;
    if (bytes < 4)
        value.at[0] = gen_int_resize(g, inst->def, false, gen_type(g, expr->type));
    return value;
}

/* raw_buffer_store(value, resource, offset, scalar offset, policy); detail: bytes */
struct gen_value
gen_special_buffer_store(struct gen *g, struct expr *expr)
{
    struct gen_value value = gen_expr(g, expr->call.args.at[0]);
    struct access access = begin(g, expr, 1, 3, 4);
    add(g, &access, expr, 2);
    access.buffer.bytes = (uint8_t)expr->call.builtin->detail;
    for (uint32_t i = 0; i < value.count; i++)
        access.args[access.count++] = gen_int_resize(g, value.at[i], false, IR_I32);
    build(g, IR_OP_buffer_store, IR_VOID, 0, &access);
    return (struct gen_value){.type = expr->type};
}

/* Two halves from the dword that holds them. */
static struct gen_value
halves_of(struct gen *g, struct type *type, ir_id word)
{
    struct gen_value value = {.type = type, .count = 2};
    for (uint32_t i = 0; i < 2; i++) {
        ir_id half =
            ir_build2(&g->b, IR_OP_lshr, IR_I32, word, ir_build_int(&g->b, IR_I32, 16 * i));
        half = ir_build1(&g->b, IR_OP_trunc, IR_I16, half);
        value.at[i] = ir_build1(&g->b, IR_OP_bitcast, IR_F16, half);
    }
    return value;
}

/* raw_ptr_buffer_atomic(value, resource, offset, scalar offset, policy); detail: enum ir_rmw */
struct gen_value
gen_special_buffer_atomic(struct gen *g, struct expr *expr)
{
    struct gen_value value = gen_expr(g, expr->call.args.at[0]);
    struct access access = begin(g, expr, 1, 3, 4);
    enum ir_type type = value.count == 2 ? IR_I32 : gen_type(g, expr->type);
    add(g, &access, expr, 2);
    access.args[access.count++] = gen_packed_word(g, &value);
    access.buffer.rmw = (uint8_t)expr->call.builtin->detail;
    access.buffer.bytes = (uint8_t)ir_type_bytes(type);
    struct ir_inst *inst = build(g, IR_OP_buffer_atomic, type, 1, &access);
    return value.count == 2 ? halves_of(g, expr->type, inst->def)
                            : gen_value1(expr->type, inst->def);
}

/* ---- straight to LDS ---- */

/* The place of the first lane in LDS, the size of what each lane loads, and what is added to both addresses, within
 * what the instruction takes. */
static void
add_local(struct gen *g, struct access *access, struct expr *expr, uint32_t local, uint32_t offset,
          int least)
{
    enum { MAX_OFFSET = 0xfff };
    int64_t added = (int32_t)gen_constant_argument(g, expr, offset);
    ir_id place = gen_scalar(g, expr->call.args.at[local]);
    uint64_t bytes = gen_constant_argument(g, expr, local + 1);
    if (bytes != 1 && bytes != 2 && bytes != 4) {
        diag_error(g->diag, expr->call.args.at[local + 1]->loc, argument_out_of_range, local + 2,
                   expr->call.builtin->name);
        bytes = 4;
    }
    access->args[access->count++] =
        ir_build(&g->b, IR_OP_readfirstlane, IR_P_LOCAL, 1, &place, 1)->def;
    access->buffer.bytes = (uint8_t)bytes;
    within(g, expr, offset, (uint64_t)(added - least), (uint64_t)(MAX_OFFSET - least));
    access->buffer.offset = (int16_t)added;
}

/* raw_ptr_buffer_load_lds(resource, place, bytes, offset, scalar offset, constant offset, policy); struct_: an index
 * before the offset, detail 1 */
struct gen_value
gen_special_buffer_to_local(struct gen *g, struct expr *expr)
{
    uint32_t indexed = (uint32_t)expr->call.builtin->detail;
    struct access access = begin(g, expr, 0, indexed + 4, indexed + 6);
    add_local(g, &access, expr, 1, indexed + 5, 0);
    add(g, &access, expr, indexed + 3);
    if (indexed)
        add(g, &access, expr, 3);
    build(g, IR_OP_buffer_to_local, IR_VOID, 0, &access);
    return (struct gen_value){.type = expr->type};
}

/* global_load_lds, load_to_lds(pointer, place, bytes, constant offset, policy) */
struct gen_value
gen_special_global_to_local(struct gen *g, struct expr *expr)
{
    enum { LEAST_OFFSET = -0x1000 };
    struct access access = {.count = 0};
    add(g, &access, expr, 0);
    add_local(g, &access, expr, 1, 3, LEAST_OFFSET);
    access.buffer.policy =
        (uint8_t)within(g, expr, 4, gen_constant_argument(g, expr, 4), POLICY_GLC | POLICY_SLC);
    build(g, IR_OP_global_to_local, IR_VOID, 0, &access);
    return (struct gen_value){.type = expr->type};
}
