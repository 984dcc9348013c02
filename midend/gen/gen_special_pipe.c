/* Pipes (OpenCL C 2.0, 6.13.16): libclc-lite/pipe/pipe.cl reserves and finds packets, here they are
 * copied. */
#include "midend/gen/gen_builtin.h"
#include "sema/builtin.h"
#include "support/sanitize.h"

enum { PIPE_ALIGN = 128 }; /* of the first packet */

static ir_id
pipe_of(struct gen *g, struct expr *expr)
{
    return gen_scalar(g, expr->call.args.at[0]);
}

/* Copies the packet of that index: from the pipe to the pointer, or the other way. */
static void
copy_packet(struct gen *g, struct expr *expr, ir_id pipe, ir_id index, ir_id pointer)
{
    const struct type *packet = expr->call.args.at[0]->type->base;
    const struct type *object = expr->call.args.at[expr->call.args.count - 1]->type->base;
    bool writes = expr->call.builtin->detail & PIPE_WRITES;
    ir_id find[] = {pipe, index, ir_build_int(&g->b, IR_I32, packet->size)};
    ir_id place = gen_library_call1(g, "__occ_pipe_packet.p1u64.u64.u32", IR_P_GLOBAL, find, 3);
    ir_id args[] = {writes ? place : pointer, writes ? pointer : place};
    uint32_t align = packet->align < PIPE_ALIGN ? packet->align : PIPE_ALIGN;
    struct ir_inst *copy = ir_build(&g->b, IR_OP_memcpy, IR_VOID, 0, args, 2);
    copy->size = packet->size;
    copy->memory.align = writes ? align : object->align;
    copy->align = writes ? object->align : align;
}

/* One packet, if there is one, or room for it: 0, else -1. */
static ir_id
transfer_one(struct gen *g, struct expr *expr)
{
    bool writes = expr->call.builtin->detail & PIPE_WRITES;
    ir_id pipe = pipe_of(g, expr), pointer = gen_scalar(g, expr->call.args.at[1]);
    ir_id index = gen_library_call1(
        g, writes ? "__occ_put_packet.p1u64" : "__occ_take_packet.p1u64", IR_I64, &pipe, 1);
    ir_id none = ir_build2(&g->b, IR_OP_eq, IR_I1, index, ir_build_int(&g->b, IR_I64, UINT64_MAX));
    struct ir_block *some = ir_block_new(g->function), *after = ir_block_new(g->function);
    ir_build_cbr(&g->b, none, after, some);
    gen_start(g, some);
    copy_packet(g, expr, pipe, index, pointer);
    ir_build_br(&g->b, after);
    gen_start(g, after);
    return ir_build1(&g->b, IR_OP_sext, IR_I32, none);
}

/* A packet of a reservation: pipe, reserve_id, index, pointer. */
static ir_id
transfer_reserved(struct gen *g, struct expr *expr)
{
    struct expr **args = expr->call.args.at;
    ir_id pipe = pipe_of(g, expr), first = gen_scalar(g, args[1]);
    ir_id index = ir_build1(&g->b, IR_OP_zext, IR_I64, gen_scalar(g, args[2]));
    ir_id pointer = gen_scalar(g, args[3]);
    gen_check_pipe(g, expr->call.builtin,
                   (ir_id[]){pipe, first, ir_build1(&g->b, IR_OP_trunc, IR_I32, index)});
    copy_packet(g, expr, pipe, ir_build2(&g->b, IR_OP_add, IR_I64, first, index), pointer);
    return ir_build_int(&g->b, IR_I32, 0);
}

struct gen_value
gen_special_pipe_transfer(struct gen *g, struct expr *expr)
{
    return gen_value1(expr->type, expr->call.args.count == 2 ? transfer_one(g, expr)
                                                             : transfer_reserved(g, expr));
}

/* Queries and reservations are functions of the library named after them. */
struct gen_value
gen_special_pipe_call(struct gen *g, struct expr *expr)
{
    const struct builtin *row = expr->call.builtin;
    bool reserves = expr->call.args.count == 2;
    ir_id args[2] = {pipe_of(g, expr)};
    if (reserves)
        args[1] = gen_scalar(g, expr->call.args.at[1]);
    const char *name =
        arena_printf(g->arena, reserves ? "__occ_%s.p1u64.u32" : "__occ_%s.p1u64", row->name);
    gen_check_collect(g, row, false);
    ir_id made = gen_library_call1(g, name, gen_type(g, expr->type), args, 1 + reserves);
    gen_check_collect(g, row, true);
    if (reserves)
        gen_check_pipe(g, row, (ir_id[]){args[0], made, args[1]});
    return gen_value1(expr->type, made);
}

/* A packet is in the pipe from its reservation on. */
struct gen_value
gen_special_pipe_commit(struct gen *g, struct expr *expr)
{
    if (gen_checks(g, SANITIZE_PIPE)) {
        ir_id pipe = pipe_of(g, expr);
        gen_check_pipe(g, expr->call.builtin,
                       (ir_id[]){pipe, gen_scalar(g, expr->call.args.at[1])});
        return (struct gen_value){.type = expr->type};
    }
    for (uint32_t i = 0; i < expr->call.args.count; i++)
        gen_discard(g, expr->call.args.at[i]);
    return (struct gen_value){.type = expr->type};
}

struct gen_value
gen_special_pipe_is_valid(struct gen *g, struct expr *expr)
{
    ir_id id = gen_scalar(g, expr->call.args.at[0]);
    return gen_value1(
        expr->type, ir_build2(&g->b, IR_OP_ne, IR_I1, id, ir_build_int(&g->b, IR_I64, UINT64_MAX)));
}
