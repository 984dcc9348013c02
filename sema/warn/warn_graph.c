/* Builds the control-flow graph of a function, in the order of evaluation.  Conditions that are
 * constants lead one way only. */
#include "sema/warn/warn_flow.h"

static uint32_t
new_block(struct flow_graph *g)
{
    vec_push(g->w->s->arena, &g->blocks, (struct flow_block){0});
    return g->blocks.count - 1;
}

static struct flow_block *
current(struct flow_graph *g)
{
    return &g->blocks.at[g->current];
}

static void
add_edge(struct flow_graph *g, uint32_t to, const struct stmt *label)
{
    vec_push(g->w->s->arena, &g->edges, (struct flow_edge){to, label});
}

/* Ends the current block, whose edges were added from first on, and continues with another. */
static void
go_on(struct flow_graph *g, uint32_t first, uint32_t next)
{
    current(g)->first_edge = first;
    current(g)->edge_end = g->edges.count;
    current(g)->event_end = g->events.count;
    g->current = next;
    current(g)->first_event = g->events.count;
}

static void
jump(struct flow_graph *g, uint32_t to, uint32_t next)
{
    uint32_t first = g->edges.count;
    add_edge(g, to, NULL);
    go_on(g, first, next);
}

static void
event(struct flow_graph *g, enum flow_event_kind kind, const struct decl *variable,
      const struct expr *expr)
{
    struct flow_event new = {(uint8_t)kind, variable, expr};
    vec_push(g->w->s->arena, &g->events, new);
}

static void
touch(struct flow_graph *g, loc_t loc)
{
    if (!current(g)->start)
        current(g)->start = loc;
}

/* ---- expressions ---- */

static void value(struct flow_graph *g, const struct expr *expr);
static void statement(struct flow_graph *g, const struct stmt *stmt);

/* Ends the current block with a choice between yes and no; continues with next. */
static void
branch(struct flow_graph *g, enum flow_branch kind, const struct expr *condition, uint32_t yes,
       uint32_t no, uint32_t next)
{
    struct flow_block *block = current(g);
    uint32_t first = g->edges.count;
    int64_t is = 1;
    bool is_constant = !condition || warn_constant(condition, &is);
    block->branch = (uint8_t)kind;
    block->condition = condition;
    if (is_constant && condition && warn_in_macro(g->w, condition->loc))
        block->configured = (is ? no : yes) + 1;
    if (!is_constant || is)
        add_edge(g, yes, NULL);
    if (!is_constant || !is)
        add_edge(g, no, NULL);
    go_on(g, first, next);
}

static bool
is_short_circuit(const struct expr *expr)
{
    return expr->kind == EXPR_BINARY && (expr->op == OP_LAND || expr->op == OP_LOR) &&
           expr->type->kind != TYPE_VECTOR;
}

/* Evaluates a condition and branches to yes or no; continues with next. */
static void
condition(struct flow_graph *g, enum flow_branch kind, struct expr *expr, uint32_t yes, uint32_t no,
          uint32_t next)
{
    const struct expr *written = expr ? warn_written(expr) : NULL;
    if (!written || !is_short_circuit(written)) {
        if (expr)
            value(g, expr);
        branch(g, kind, expr, yes, no, next);
        return;
    }
    uint32_t right = new_block(g);
    if (written->op == OP_LAND)
        condition(g, BRANCH_AND, written->left, right, no, right);
    else
        condition(g, BRANCH_OR, written->left, yes, right, right);
    condition(g, kind, written->right, yes, no, next);
}

static void
choice(struct flow_graph *g, const struct expr *expr)
{
    uint32_t yes = new_block(g), no = new_block(g), join = new_block(g);
    condition(g, BRANCH_CONDITIONAL, expr->left, yes, no, yes);
    if (warn_written(expr->middle)->kind != EXPR_ONCE)
        value(g, expr->middle);
    jump(g, join, no);
    value(g, expr->right);
    jump(g, join, join);
}

static void
short_circuit(struct flow_graph *g, const struct expr *expr)
{
    bool is_and = expr->op == OP_LAND;
    uint32_t right = new_block(g), join = new_block(g);
    condition(g, is_and ? BRANCH_AND : BRANCH_OR, expr->left, is_and ? right : join,
              is_and ? join : right, right);
    value(g, expr->right);
    jump(g, join, join);
}

static bool
is_tracked(const struct decl *decl)
{
    return decl->kind == DECL_VARIABLE && decl->type && !decl->is_program_scope &&
           !decl->is_static && !decl->is_extern && decl->space == SPACE_PRIVATE &&
           (type_is_scalar(decl->type) || decl->type->kind == TYPE_VECTOR);
}

static const struct decl *
tracked(const struct expr *expr)
{
    return expr->kind == EXPR_NAME && is_tracked(expr->name.decl) ? expr->name.decl : NULL;
}

static void
operands(struct flow_graph *g, const struct expr *expr)
{
    const struct expr *operand;
    for (uint32_t i = 0; (operand = sema_operand(expr, i)); i++)
        value(g, operand);
}

/* x = y, x += y, x++ */
static void
assignment(struct flow_graph *g, const struct expr *expr)
{
    const struct decl *variable = tracked(expr->left);
    if (!variable) {
        operands(g, expr);
        return;
    }
    if (expr->kind == EXPR_ASSIGN)
        value(g, expr->right);
    if (expr->kind == EXPR_UNARY || expr->op != OP_NONE)
        event(g, FLOW_USE, variable, expr->left);
    event(g, FLOW_ASSIGN, variable, NULL);
}

static void
value(struct flow_graph *g, const struct expr *expr)
{
    const struct decl *variable;
    touch(g, expr->loc);
    switch ((enum expr_kind)expr->kind) {
    case EXPR_NAME: /* not for its value, so it may become anything */
        if ((variable = tracked(expr)))
            event(g, FLOW_ASSIGN, variable, NULL);
        return;
    case EXPR_CONVERT:
        variable = tracked(expr->left);
        if (expr->cast == CAST_VOID && expr->left->kind == EXPR_CONVERT &&
            tracked(expr->left->left))
            return; /* (void)x says that x is not used */
        if (expr->cast != CAST_LVALUE || !variable)
            value(g, expr->left);
        else
            event(g, FLOW_USE, variable, expr->left);
        return;
    case EXPR_CONDITIONAL:
        if (expr->left->type->kind == TYPE_VECTOR)
            operands(g, expr);
        else
            choice(g, expr);
        return;
    case EXPR_ASSIGN:
        assignment(g, expr);
        return;
    case EXPR_BLOCK:
        statement(g, expr->block);
        return;
    case EXPR_UNARY:
        if (expr->op >= OP_PRE_INC)
            assignment(g, expr);
        else
            operands(g, expr);
        return;
    case EXPR_BINARY:
        if (is_short_circuit(expr))
            short_circuit(g, expr);
        else
            operands(g, expr);
        return;
    default:
        operands(g, expr);
    }
}

/* ---- statements ---- */

static uint32_t
label_block(struct flow_graph *g, const struct stmt *label)
{
    uintptr_t number = (uintptr_t)map_get(&g->labels, MAP_KEY(label));
    if (!number) {
        number = new_block(g) + 1;
        map_put(&g->labels, MAP_KEY(label), (void *)number);
    }
    return (uint32_t)number - 1;
}

static void
declarations(struct flow_graph *g, const struct decl_list *decls)
{
    for (uint32_t i = 0; i < decls->count; i++) {
        struct decl *decl = decls->at[i];
        if (!decl || decl->kind != DECL_VARIABLE)
            continue;
        const struct expr *init = decl->init;
        if (!is_tracked(decl)) {
            if (init && !decl->is_static)
                value(g, init);
            continue;
        }
        event(g, FLOW_DECLARE, decl, NULL);
        if (!init || warn_variable(init) == decl) /* int x = x; is known to silence compilers */
            continue;
        value(g, init);
        event(g, FLOW_ASSIGN, decl, NULL);
    }
}

/* Builds the chain of `else if` in a loop: it may be too long for recursion. */
static void
if_statement(struct flow_graph *g, const struct stmt *stmt)
{
    uint32_t join = new_block(g);
    for (; stmt && stmt->kind == STMT_IF; stmt = stmt->otherwise) {
        uint32_t yes = new_block(g), no = stmt->otherwise ? new_block(g) : join;
        condition(g, BRANCH_IF, stmt->expr, yes, no, yes);
        statement(g, stmt->body);
        jump(g, join, no);
    }
    if (stmt) {
        statement(g, stmt);
        jump(g, join, join);
    }
}

static void
loop(struct flow_graph *g, const struct stmt *stmt)
{
    static const uint8_t kinds[STMT_KINDS] = {
        [STMT_WHILE] = BRANCH_WHILE, [STMT_FOR] = BRANCH_FOR, [STMT_DO] = BRANCH_DO};
    enum flow_branch kind = (enum flow_branch)kinds[stmt->kind];
    uint32_t body = new_block(g), test = new_block(g), step = new_block(g), exit = new_block(g);
    uint32_t breaks = g->breaks, continues = g->continues;
    bool is_do = stmt->kind == STMT_DO;
    g->breaks = exit;
    g->continues = stmt->kind == STMT_FOR ? step : test;
    if (stmt->init)
        statement(g, stmt->init);
    jump(g, is_do ? body : test, is_do ? body : test);
    if (!is_do)
        condition(g, kind, stmt->expr, body, exit, body);
    statement(g, stmt->body);
    jump(g, g->continues, is_do ? test : step);
    if (is_do) {
        condition(g, kind, stmt->expr, body, exit, exit);
    } else {
        if (stmt->expr2)
            value(g, stmt->expr2);
        jump(g, test, exit);
    }
    g->breaks = breaks;
    g->continues = continues;
}

static void
switch_statement(struct flow_graph *g, const struct stmt *stmt)
{
    uint32_t exit = new_block(g), dead = new_block(g), breaks = g->breaks;
    bool has_default = false;
    value(g, stmt->expr);
    for (uint32_t i = 0; i < stmt->cases.count; i++)
        (void)label_block(g, stmt->cases.at[i]);
    uint32_t first = g->edges.count;
    current(g)->branch = BRANCH_SWITCH;
    current(g)->condition = stmt->expr;
    for (uint32_t i = 0; i < stmt->cases.count; i++) {
        has_default = has_default || !stmt->cases.at[i]->expr;
        add_edge(g, label_block(g, stmt->cases.at[i]), stmt->cases.at[i]);
    }
    if (!has_default)
        add_edge(g, exit, NULL);
    g->breaks = exit;
    g->follows_label = true;
    go_on(g, first, dead);
    statement(g, stmt->body);
    jump(g, exit, exit);
    g->breaks = breaks;
}

static void
labelled(struct flow_graph *g, const struct stmt *stmt)
{
    uint32_t block = label_block(g, stmt);
    if (stmt->kind == STMT_CASE) {
        if (!g->may_fall && !g->follows_label)
            vec_push(g->w->s->arena, &g->fallthroughs, (struct fallthrough){g->current, stmt});
        g->follows_label = true;
    }
    jump(g, block, block);
    statement(g, stmt->body);
}

static void
leave(struct flow_graph *g, const struct stmt *stmt)
{
    if (stmt->kind == STMT_RETURN && !current(g)->start)
        current(g)->is_return = true;
    touch(g, stmt->expr ? stmt->expr->loc : stmt->loc);
    if (stmt->expr)
        value(g, stmt->expr);
    if (stmt->kind == STMT_RETURN)
        go_on(g, g->edges.count, new_block(g));
    else
        jump(g,
             stmt->kind == STMT_BREAK      ? g->breaks
             : stmt->kind == STMT_CONTINUE ? g->continues
                                           : label_block(g, stmt->target),
             new_block(g));
}

static void
statement(struct flow_graph *g, const struct stmt *stmt)
{
    if (!stmt)
        return;
    if (stmt->kind != STMT_CASE)
        g->may_fall = false;
    if (stmt->kind != STMT_CASE && stmt->kind != STMT_BLOCK)
        g->follows_label = false;
    switch ((enum stmt_kind)stmt->kind) {
    case STMT_EXPR:
        g->may_fall = sema_attribute(stmt->attributes, "fallthrough") != NULL;
        if (stmt->expr)
            value(g, stmt->expr);
        break;
    case STMT_DECL:
        declarations(g, &stmt->decls);
        break;
    case STMT_BLOCK:
        for (uint32_t i = 0; i < stmt->stmts.count; i++)
            statement(g, stmt->stmts.at[i]);
        break;
    case STMT_IF:
        if_statement(g, stmt);
        break;
    case STMT_WHILE:
    case STMT_DO:
    case STMT_FOR:
        loop(g, stmt);
        break;
    case STMT_SWITCH:
        switch_statement(g, stmt);
        break;
    case STMT_CASE:
    case STMT_LABEL:
        labelled(g, stmt);
        break;
    default:
        leave(g, stmt);
    }
}

void
flow_reach_from(struct flow_graph *g, uint32_t from)
{
    VEC(uint32_t) stack = {0};
    g->blocks.at[from].is_reached = true;
    vec_push(g->w->s->arena, &stack, from);
    while (stack.count) {
        const struct flow_block *block = &g->blocks.at[vec_pop(&stack)];
        for (uint32_t i = block->first_edge; i < block->edge_end; i++) {
            struct flow_block *next = &g->blocks.at[g->edges.at[i].to];
            if (next->is_reached)
                continue;
            next->is_reached = true;
            vec_push(g->w->s->arena, &stack, g->edges.at[i].to);
        }
    }
}

void
flow_build(struct flow_graph *g, struct warn *w)
{
    *g = (struct flow_graph){.w = w, .labels = map_new(w->s->arena)};
    g->current = new_block(g);
    statement(g, w->function->body);
    current(g)->first_edge = current(g)->edge_end = g->edges.count;
    current(g)->event_end = g->events.count;
    flow_reach_from(g, 0);
}
