/* Statements to blocks.
 *
 * The builder always has a block: after a jump it is a new one that nothing reaches; gen_decl.c
 * removes it at the end. */
#include "midend/gen/gen_debug.h"

void
gen_start(struct gen *g, struct ir_block *block)
{
    struct ir_inst *last = g->b.block->last;
    if (!last || !(ir_op_flags((enum ir_op)last->op) & IR_END))
        ir_build_br(&g->b, block);
    g->b.block = block;
}

/* After a jump: only labels lead to the code that follows. */
static void
start_unreachable(struct gen *g)
{
    g->b.block = ir_block_new(g->function);
}

static void
jump(struct gen *g, struct ir_block *target)
{
    ir_build_br(&g->b, target);
    start_unreachable(g);
}

static void
if_stmt(struct gen *g, struct stmt *stmt)
{
    VEC(struct ir_block *) joins = {0}; /* of a chain of `else if`, which may be long */
    for (;; stmt = stmt->otherwise) {
        struct ir_block *then = ir_block_new(g->function);
        struct ir_block *join = ir_block_new(g->function);
        struct ir_block *otherwise = stmt->otherwise ? ir_block_new(g->function) : join;
        gen_branch(g, stmt->expr, then, otherwise);
        gen_start(g, then);
        gen_stmt(g, stmt->body);
        gen_start(g, join);
        if (!stmt->otherwise)
            break;
        vec_push(g->arena, &joins, join);
        g->b.block = otherwise;
        if (stmt->otherwise->kind != STMT_IF) {
            gen_stmt(g, stmt->otherwise);
            break;
        }
    }
    while (joins.count)
        gen_start(g, vec_pop(&joins));
}

/* The body with break and continue set. */
static void
loop_body(struct gen *g, struct stmt *body, struct ir_block *break_to, struct ir_block *continue_to)
{
    struct ir_block *outer_break = g->break_to, *outer_continue = g->continue_to;
    g->break_to = break_to;
    g->continue_to = continue_to;
    if (body)
        gen_stmt(g, body);
    g->break_to = outer_break;
    g->continue_to = outer_continue;
}

static void
while_stmt(struct gen *g, struct stmt *stmt)
{
    struct ir_block *header = ir_block_new(g->function);
    struct ir_block *body = ir_block_new(g->function);
    struct ir_block *done = ir_block_new(g->function);
    header->unroll = stmt->unroll;
    gen_start(g, header);
    gen_branch(g, stmt->expr, body, done);
    gen_start(g, body);
    loop_body(g, stmt->body, done, header);
    g->b.loc = stmt->loc; /* not the body's last statement once more, for who goes by lines */
    gen_start(g, header);
    g->b.block = done;
}

static void
do_stmt(struct gen *g, struct stmt *stmt)
{
    struct ir_block *body = ir_block_new(g->function);
    struct ir_block *test = ir_block_new(g->function);
    struct ir_block *done = ir_block_new(g->function);
    body->unroll = stmt->unroll;
    gen_start(g, body);
    loop_body(g, stmt->body, done, test);
    gen_start(g, test);
    gen_branch(g, stmt->expr, body, done);
    g->b.block = done;
}

static void
for_stmt(struct gen *g, struct stmt *stmt)
{
    struct ir_block *header = ir_block_new(g->function);
    struct ir_block *body = stmt->expr ? ir_block_new(g->function) : header;
    struct ir_block *step = ir_block_new(g->function);
    struct ir_block *done = ir_block_new(g->function);
    header->unroll = stmt->unroll;
    bool declares = stmt->init && stmt->init->kind == STMT_DECL;
    if (declares)
        gen_debug_open(g, stmt->loc, stmt->end);
    if (stmt->init)
        gen_stmt(g, stmt->init);
    gen_start(g, header);
    if (stmt->expr) {
        gen_branch(g, stmt->expr, body, done);
        g->b.block = body;
    }
    loop_body(g, stmt->body, done, step);
    gen_start(g, step);
    g->b.loc = stmt->loc;
    if (stmt->expr2)
        gen_discard(g, stmt->expr2);
    gen_start(g, header);
    if (declares)
        gen_debug_close(g);
    g->b.block = done;
}

static bool
is_last(const struct stmt *body, const struct stmt *stmt)
{
    return body->stmts.count && vec_last(&body->stmts) == stmt;
}

static void
return_stmt(struct gen *g, struct stmt *stmt)
{
    if (stmt->expr && g->result) {
        struct gen_value value = gen_expr(g, stmt->expr);
        struct gen_lvalue lvalue = gen_place_at(g->result_type, g->result, g->result_type->align);
        if (!gen_is_aggregate(g->result_type))
            value = gen_convert(g, value, g->result_type);
        gen_store(g, lvalue, value);
    } else if (stmt->expr) {
        gen_discard(g, stmt->expr);
    }
    if (!is_last(g->decl->body, stmt))
        gen_check_leave(g);
    jump(g, g->exit);
}

static void
decl_stmt(struct gen *g, struct stmt *stmt)
{
    for (uint32_t i = 0; i < stmt->decls.count; i++)
        if (stmt->decls.at[i]->kind == DECL_VARIABLE)
            gen_variable(g, stmt->decls.at[i]);
}

static void
jump_to(struct gen *g, struct ir_block *target, const char *word)
{
    if (target)
        jump(g, target);
    else
        ice(g->module->guard, "gen: '%s' is in no loop", word);
}

void
gen_stmt(struct gen *g, struct stmt *stmt)
{
    if (!stmt)
        return;
    if (stmt->loc)
        g->b.loc = stmt->loc;
    switch ((enum stmt_kind)stmt->kind) {
    case STMT_EXPR:
        if (stmt->expr)
            gen_discard(g, stmt->expr);
        break;
    case STMT_DECL:
        decl_stmt(g, stmt);
        break;
    case STMT_BLOCK:
        gen_debug_open(g, stmt->loc, stmt->end);
        for (uint32_t i = 0; i < stmt->stmts.count; i++)
            gen_stmt(g, stmt->stmts.at[i]);
        gen_debug_close(g);
        break;
    case STMT_IF:
        if_stmt(g, stmt);
        break;
    case STMT_WHILE:
        while_stmt(g, stmt);
        break;
    case STMT_DO:
        do_stmt(g, stmt);
        break;
    case STMT_FOR:
        for_stmt(g, stmt);
        break;
    case STMT_SWITCH:
        gen_switch(g, stmt);
        break;
    case STMT_CASE:
    case STMT_LABEL:
        gen_start(g, gen_block_of(g, stmt));
        gen_stmt(g, stmt->body);
        break;
    case STMT_GOTO:
        jump_to(g, stmt->target ? gen_block_of(g, stmt->target) : NULL, "goto");
        break;
    case STMT_BREAK:
        jump_to(g, g->break_to, "break");
        break;
    case STMT_CONTINUE:
        jump_to(g, g->continue_to, "continue");
        break;
    case STMT_RETURN:
        return_stmt(g, stmt);
        break;
    default:
        ice(g->module->guard, "gen: statement kind %u is not lowered", stmt->kind);
    }
}
