/* The walk over a typed function that shows its parts to the families of warnings. */
#include "sema/warn/warn_internal.h"

#include <string.h>

/* ---- switches ---- */

/* The warnings of each family: a family runs only if at least one of its warnings is on. */
static const struct {
    uint16_t id;
    uint8_t family; /* enum warn_family */
} rows[] = {
#define WARNING(id, group, when, family, text) {DIAG_##id, WARN_##family},
#include "support/diag.def"
};

/* The set of the families that have a warning on; WARN_NONE always. */
static uint32_t
families_on(const struct diag *diag)
{
    uint32_t on = 1u << WARN_NONE;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!(on >> rows[i].family & 1) && diag_is_on(diag, (enum diag_id)rows[i].id))
            on |= 1u << rows[i].family;
    return on;
}

/* false: no family has anything to say. */
static bool
warn_new(struct warn *w, struct sema *s, struct decl *function)
{
    if (!s->families)
        s->families = families_on(s->diag);
    *w = (struct warn){.s = s, .diag = s->diag, .function = function};
    for (unsigned i = 0; i < WARN_FAMILIES; i++)
        w->on[i] = s->families >> i & 1;
    return s->families != 1u << WARN_NONE;
}

/* ---- questions of the families ---- */

struct expr *
warn_written(struct expr *expr)
{
    while (expr->kind == EXPR_CONVERT && !expr->is_explicit)
        expr = expr->left;
    return expr;
}

const struct decl *
warn_callee(const struct expr *call)
{
    const struct expr *callee = call->call.callee;
    const struct decl *decl = callee && callee->kind == EXPR_NAME ? callee->name.decl : NULL;
    return decl && decl->kind == DECL_FUNCTION ? decl : NULL;
}

struct diag_location
warn_location(const struct warn *w, loc_t loc)
{
    struct diag_location location = {0};
    if (w->diag->resolve)
        w->diag->resolve(w->diag->sources, loc, &location);
    return location;
}

bool
warn_in_macro(const struct warn *w, loc_t loc)
{
    return warn_location(w, loc).in_macro;
}

const char *
warn_type(const struct warn *w, struct type *type)
{
    return type_str(w->s->arena, type_unqualified(type));
}

const char *
warn_words(const struct warn *w, const struct expr *expr)
{
    return sema_type_text(w->s, type_unqualified(expr->type), sema_declared_by(expr));
}

/* Most show at their first leaf that they are no constant. */
static bool
may_be_constant(const struct expr *expr)
{
    const struct expr *leaf = expr;
    while (leaf->kind == EXPR_CONVERT || leaf->kind == EXPR_BINARY || leaf->kind == EXPR_UNARY ||
           leaf->kind == EXPR_CONDITIONAL)
        leaf = leaf->left;
    return type_is_integer(expr->type) &&
           (leaf->kind == EXPR_INT || leaf->kind == EXPR_FLOAT ||
            (leaf->kind == EXPR_NAME && leaf->name.decl->kind == DECL_ENUMERATOR));
}

bool
warn_wide(const struct expr *expr, wide_int *value)
{
    return may_be_constant(expr) && constexpr_wide(expr, value);
}

bool
warn_constant(const struct expr *expr, int64_t *value)
{
    return may_be_constant(expr) && constexpr_integer(expr, value);
}

struct decl *
warn_variable(const struct expr *expr)
{
    expr = warn_written((struct expr *)expr);
    bool is_variable = expr->kind == EXPR_NAME && (expr->name.decl->kind == DECL_VARIABLE ||
                                                   expr->name.decl->kind == DECL_PARAM);
    return is_variable ? expr->name.decl : NULL;
}

const struct expr *
warn_object(const struct expr *expr)
{
    if (expr->kind == EXPR_UNARY && expr->op == OP_ADDRESS) /* &f says that it is meant */
        return expr->left->type->kind == TYPE_FUNCTION ? NULL : expr->left;
    return expr->type->kind == TYPE_ARRAY || expr->type->kind == TYPE_FUNCTION ? expr : NULL;
}

bool
warn_is_null(const struct expr *expr)
{
    int64_t value;
    while (expr->kind == EXPR_CONVERT)
        expr = expr->left;
    return type_is_integer(expr->type) && warn_constant(expr, &value) && !value;
}

const char *
warn_name(const struct warn *w, const struct expr *object)
{
    object = warn_written((struct expr *)object);
    if (object->kind == EXPR_NAME)
        return object->name.name;
    const char *base = object->kind == EXPR_MEMBER ? warn_name(w, object->member.base) : NULL;
    return base ? arena_printf(w->s->arena, "%s%s%s", base, object->is_arrow ? "->" : ".",
                               object->member.field->name)
                : NULL;
}

bool
warn_is_comparison(const struct expr *expr)
{
    return expr->kind == EXPR_BINARY && expr->op >= OP_LT && expr->op <= OP_NE;
}

bool
warn_is_boolean(const struct expr *expr)
{
    if (expr->type->kind == TYPE_BOOL)
        return true;
    if (expr->type->kind == TYPE_VECTOR)
        return false;
    switch (expr->kind) {
    case EXPR_UNARY:
        return expr->op == OP_NOT;
    case EXPR_BINARY:
        if (expr->op == OP_AND || expr->op == OP_OR || expr->op == OP_XOR)
            return warn_is_boolean(warn_written(expr->left)) &&
                   warn_is_boolean(warn_written(expr->right));
        return warn_is_comparison(expr) || expr->op == OP_LAND || expr->op == OP_LOR;
    case EXPR_CONDITIONAL:
        return warn_is_boolean(warn_written(expr->middle)) &&
               warn_is_boolean(warn_written(expr->right));
    default:
        return false;
    }
}

const char *
warn_operator(uint8_t op)
{
    static const char *const texts[] = {
#define OPERATOR(name, text) text,
#include "frontend/ast.def"
    };
    return texts[op];
}

/* ---- the walk ---- */

static void walk(struct warn *w, struct expr *expr);
static void walk_block_expression(struct warn *w, const struct expr *expr, bool is_used);
static void walk_stmt(struct warn *w, struct stmt *stmt);

/* An operand; is_checked: its implicit conversion may deserve a warning. */
static void
walk_operand(struct warn *w, struct expr *operand, bool is_checked)
{
    struct expr *written = warn_written(operand);
    bool is_converted = written != operand || written->kind == EXPR_CONDITIONAL;
    if (is_converted && is_checked && w->on[WARN_CONVERSIONS])
        warn_conversion(w, written, operand->type);
    walk(w, written);
}

static void
walk_dead(struct warn *w, struct expr *operand, bool is_dead)
{
    bool before = w->is_dead;
    w->is_dead = before || is_dead;
    walk_operand(w, operand, false);
    w->is_dead = before;
}

/* a && b, a || b, a ? b : c with a constant a never evaluate one of the others. */
static bool
walk_choice(struct warn *w, struct expr *expr)
{
    int64_t value;
    bool is_logical = expr->kind == EXPR_BINARY && (expr->op == OP_LAND || expr->op == OP_LOR);
    if ((!is_logical && expr->kind != EXPR_CONDITIONAL) || !warn_constant(expr->left, &value))
        return false;
    walk_operand(w, expr->left, true);
    if (is_logical) {
        walk_dead(w, expr->right, (value != 0) == (expr->op == OP_LOR));
    } else { /* conversions: by warn_conversion of the whole */
        walk_dead(w, expr->middle, value == 0);
        walk_dead(w, expr->right, value != 0);
    }
    return true;
}

/* x = 1, x++ */
static void
see_change(struct warn *w, const struct expr *expr)
{
    if (w->on[WARN_SEQUENCE] && expr->left->kind == EXPR_NAME && !w->is_dead)
        vec_push(w->s->arena, &w->changes, expr->left->name.decl);
}

/* A bit for each variable; several may share one. */
static uint64_t
bit_of(const struct decl *decl)
{
    return (uint64_t)1 << ((uintptr_t)decl >> 4 & 63);
}

static bool
see_binary(struct warn *w, const struct expr *expr)
{
    if (w->on[WARN_PARENTHESES])
        warn_parentheses(w, expr);
    if ((expr->op == OP_LAND || expr->op == OP_LOR) && w->on[WARN_CONVERSIONS]) {
        warn_truth(w, expr->loc, expr->left);
        warn_truth(w, expr->loc, expr->right);
    }
    if ((expr->op == OP_LAND || expr->op == OP_LOR) && w->on[WARN_COMPARISONS] && !w->is_dead &&
        !w->has_errors && diag_is_on(w->diag, DIAG_overlap))
        warn_overlap(w, expr);
    if (expr->op == OP_COMMA && w->on[WARN_VALUES])
        warn_comma(w, expr);
    return !w->on[WARN_COMPARISONS] || !warn_is_comparison(expr) || w->is_dead ||
           !warn_comparison(w, expr);
}

/* Shows the expression to the families; returns whether the conversions of its operands deserve
 * warnings. */
static bool
see(struct warn *w, struct expr *expr)
{
    if (w->on[WARN_ARITHMETIC] && !w->is_dead)
        warn_arithmetic(w, expr);
    switch ((enum expr_kind)expr->kind) {
    case EXPR_NAME:
        w->repeated |= w->named & bit_of(expr->name.decl);
        w->named |= bit_of(expr->name.decl);
        return true;
    case EXPR_UNARY:
        if (expr->op == OP_ADDRESS)
            w->address_of = expr->left;
        else if (expr->op >= OP_PRE_INC)
            see_change(w, expr);
        else if (expr->op == OP_NOT && w->on[WARN_CONVERSIONS])
            warn_truth(w, expr->loc, expr->left);
        return true;
    case EXPR_BINARY:
        return see_binary(w, expr);
    case EXPR_ASSIGN:
        if (expr->op != OP_NONE && w->on[WARN_CONVERSIONS])
            warn_compound_assignment(w, expr);
        if (expr->op == OP_NONE && w->on[WARN_PARENTHESES])
            warn_reversed_assignment(w, expr);
        see_change(w, expr);
        return true;
    case EXPR_CONVERT: /* what sema added below is part of the cast */
        if (w->on[WARN_CONVERSIONS] && expr->is_explicit)
            warn_cast(w, expr);
        return false;
    case EXPR_CONDITIONAL:
        if (w->on[WARN_PARENTHESES])
            warn_conditional(w, expr);
        if (w->on[WARN_CONVERSIONS])
            warn_truth(w, expr->loc, expr->left);
        return expr->left->type->kind == TYPE_VECTOR;
    case EXPR_BUILTIN:
        if (w->on[WARN_FORMAT])
            warn_format(w, expr);
        return true;
    default:
        return true;
    }
}

static void
walk(struct warn *w, struct expr *expr)
{
    struct expr *operand;
    guard_poll_along(w->s->arena->guard, expr);
    bool converts = see(w, expr);
    if (walk_choice(w, expr))
        return;
    if (expr->kind == EXPR_NAME || expr->kind == EXPR_INT)
        return;
    if (expr->kind == EXPR_BLOCK)
        walk_block_expression(w, expr, true);
    for (uint32_t i = 0; (operand = sema_operand(expr, i)); i++)
        walk_operand(w, operand, converts);
}

/* Is it x = value, x++? */
static bool
changes_variable(const struct expr *expr)
{
    bool changes =
        expr->kind == EXPR_ASSIGN || (expr->kind == EXPR_UNARY && expr->op >= OP_PRE_INC);
    return changes && expr->left->kind == EXPR_NAME;
}

/* An expression that is no part of another one.  What it changes can be in no order only with another name of the
 * same variable. */
static void
walk_full(struct warn *w, struct expr *expr, bool is_checked)
{
    uint32_t before = w->changes.count;
    uint64_t named = w->named, repeated = w->repeated, changed = 0;
    w->named = w->repeated = 0;
    walk_operand(w, expr, is_checked);
    for (uint32_t i = before + changes_variable(warn_written(expr)); i < w->changes.count; i++)
        changed |= bit_of(w->changes.at[i]); /* the first is over last */
    if (changed & w->repeated)
        warn_sequence(w, expr, before);
    w->changes.count = before;
    w->named = named;
    w->repeated = repeated;
}

static void
walk_block_expression(struct warn *w, const struct expr *expr, bool is_used)
{
    const struct stmt *outer = w->block_value;
    w->block_value = is_used ? sema_block_value(expr->block) : NULL;
    walk_stmt(w, expr->block);
    w->block_value = outer;
}

/* x = 1; x++; only give x a value. */
static void
count_assignment(struct expr *expr)
{
    expr = warn_written(expr);
    bool gives_value =
        expr->kind == EXPR_ASSIGN || (expr->kind == EXPR_UNARY && expr->op >= OP_PRE_INC);
    struct decl *variable =
        gives_value && expr->left->kind == EXPR_NAME ? expr->left->name.decl : NULL;
    bool reads = expr->kind == EXPR_UNARY || expr->op != OP_NONE;
    if (variable && !(reads && variable->type->qualifiers & QUAL_VOLATILE))
        variable->assignments++;
    else if (expr->kind == EXPR_BINARY && expr->op == OP_COMMA) {
        count_assignment(expr->left);
        count_assignment(expr->right);
    }
}

static void
walk_discarded(struct warn *w, struct expr *expr)
{
    if (!expr)
        return;
    count_assignment(expr);
    if (w->on[WARN_VALUES])
        warn_unused_value(w, expr);
    if (expr->kind == EXPR_BLOCK)
        walk_block_expression(w, expr, false);
    else
        walk_full(w, expr, true);
}

static void
walk_condition(struct warn *w, loc_t around, struct expr *expr)
{
    if (!expr)
        return;
    if (w->on[WARN_PARENTHESES])
        warn_condition(w, expr);
    if (w->on[WARN_CONVERSIONS])
        warn_truth(w, around, expr);
    walk_full(w, expr, true);
}

static void
walk_branch(struct warn *w, struct stmt *stmt, bool is_dead)
{
    bool before = w->is_dead;
    w->is_dead = before || is_dead;
    walk_stmt(w, stmt);
    w->is_dead = before;
}

/* Walks the chain of `else if` in a loop: it may be too long for recursion. */
static void
walk_if(struct warn *w, struct stmt *stmt)
{
    bool before = w->is_dead;
    const struct stmt *first = stmt;
    for (; stmt && stmt->kind == STMT_IF; stmt = stmt->otherwise) {
        int64_t value;
        bool is_constant = stmt->expr && warn_constant(stmt->expr, &value);
        if (stmt != first && w->on[WARN_STATEMENTS])
            warn_statement(w, stmt);
        walk_condition(w, stmt->loc, stmt->expr);
        walk_branch(w, stmt->body, is_constant && value == 0);
        w->is_dead = w->is_dead || (is_constant && value != 0);
    }
    walk_stmt(w, stmt);
    w->is_dead = before;
}

static void
walk_variables(struct warn *w, const struct decl_list *decls)
{
    for (uint32_t i = 0; i < decls->count; i++) {
        struct decl *decl = decls->at[i];
        if (!decl)
            continue;
        if (w->function && !w->has_losses)
            vec_push(w->s->arena, &w->locals, decl);
        if (decl->kind == DECL_VARIABLE && decl->init && decl->type)
            walk_full(w, decl->init, true);
    }
}

static void
walk_block(struct warn *w, const struct stmt *stmt)
{
    bool before = w->has_losses;
    w->has_losses = stmt->has_losses;
    for (uint32_t i = 0; i < stmt->stmts.count; i++)
        walk_stmt(w, stmt->stmts.at[i]);
    w->has_losses = before;
}

/* Loops, and the statement of a case. */
static void
walk_body(struct warn *w, const struct stmt *stmt)
{
    bool before = w->has_losses;
    w->has_losses |= stmt->kind == STMT_FOR && stmt->has_losses;
    walk_stmt(w, stmt->init);
    if (stmt->kind != STMT_CASE)
        walk_condition(w, stmt->loc, stmt->expr);
    if (stmt->kind == STMT_FOR)
        walk_discarded(w, stmt->expr2);
    walk_stmt(w, stmt->body);
    w->has_losses = before;
}

static void
walk_stmt(struct warn *w, struct stmt *stmt)
{
    if (!stmt)
        return;
    if (w->on[WARN_STATEMENTS])
        warn_statement(w, stmt);
    switch ((enum stmt_kind)stmt->kind) {
    case STMT_EXPR:
        if (stmt == w->block_value && stmt->expr)
            walk_full(w, stmt->expr, true);
        else
            walk_discarded(w, stmt->expr);
        break;
    case STMT_DECL:
        walk_variables(w, &stmt->decls);
        break;
    case STMT_BLOCK:
        walk_block(w, stmt);
        break;
    case STMT_IF:
        walk_if(w, stmt);
        break;
    case STMT_RETURN:
        if (stmt->expr)
            walk_full(w, stmt->expr, true);
        if (w->on[WARN_ESCAPES])
            warn_escape(w, stmt);
        break;
    case STMT_SWITCH:
        if (stmt->expr)
            walk_full(w, stmt->expr, false);
        walk_stmt(w, stmt->body);
        break;
    case STMT_GOTO:
        vec_push(w->s->arena, &w->jumps, stmt);
        break;
    case STMT_LABEL:
        vec_push(w->s->arena, &w->labels, stmt);
        walk_stmt(w, stmt->body);
        break;
    default:
        walk_body(w, stmt);
    }
}

/* Who uses what is not known of a scope with errors, but for MISFITs; of parameters a name anywhere tells.  Where
 * control goes is not known of a function with any. */
static void
warn_function(struct sema *s, struct decl *function, bool has_errors)
{
    struct warn w;
    if (!warn_new(&w, s, function))
        return;
    w.has_errors = has_errors;
    walk_stmt(&w, function->body);
    if (w.on[WARN_VARIABLES])
        warn_unused_names(&w, has_errors);
    if (w.on[WARN_FLOW] && !has_errors)
        warn_flow(&w);
}

static void
warn_unit(struct sema *s, const struct sema_unit *unit)
{
    if (s->diag->is_broken)
        return;
    struct warn w;
    if (!warn_new(&w, s, NULL))
        return;
    walk_variables(&w, &unit->unit->decls);
    if (w.on[WARN_GLOBALS] || w.on[WARN_VARIABLES])
        warn_unused_globals(&w, unit);
    if (w.on[WARN_BARRIERS] && unit->has_barriers)
        warn_barriers(&w, unit->unit);
}

const struct sema_warnings warn_checks = {warn_function, warn_unit};
