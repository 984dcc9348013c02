/* The walk over a typed function that shows its parts to the families of warnings. */
#include "sema/warn/warn.h"

#include <string.h>

/* ---- switches ---- */

enum { FAMILY_ROWS = 24 };
/* The rows of each family, as it is no work to look for what nobody shows. */
static const uint16_t family_rows[WARN_FAMILIES][FAMILY_ROWS] = {
    [WARN_VARIABLES] = {DIAG_unused_variable, DIAG_unused_but_set_variable, DIAG_unused_parameter,
                        DIAG_unused_but_set_parameter, DIAG_unused_label,
                        DIAG_unused_local_typedef},
    [WARN_VALUES] = {DIAG_unused_value, DIAG_unused_comparison, DIAG_unused_call,
                     DIAG_unused_result, DIAG_unused_comma_operand},
    [WARN_CONVERSIONS] = {DIAG_constant_conversion, DIAG_literal_conversion,
                          DIAG_literal_out_of_range, DIAG_const_int_float_conversion,
                          DIAG_int_float_conversion, DIAG_float_conversion,
                          DIAG_implicit_float_conversion, DIAG_computation_loses_precision,
                          DIAG_double_promotion, DIAG_shorten_64_to_32,
                          DIAG_implicit_int_conversion, DIAG_sign_conversion, DIAG_enum_conversion,
                          DIAG_pointer_bool_conversion, DIAG_pointer_to_int_cast,
                          DIAG_void_pointer_to_int_cast, DIAG_int_to_pointer_cast,
                          DIAG_int_to_void_pointer_cast},
    [WARN_COMPARISONS] = {DIAG_sign_compare, DIAG_out_of_range_comparison,
                          DIAG_boolean_out_of_range, DIAG_unsigned_zero_comparison_right,
                          DIAG_unsigned_zero_comparison_left, DIAG_type_limit_comparison_right,
                          DIAG_type_limit_comparison_left, DIAG_self_comparison, DIAG_enum_compare,
                          DIAG_float_equal, DIAG_string_compare, DIAG_float_never_equal},
    [WARN_PARENTHESES] = {DIAG_logical_op_parentheses, DIAG_bitwise_op_parentheses,
                          DIAG_bitwise_precedence, DIAG_shift_op_parentheses,
                          DIAG_logical_not_parentheses, DIAG_constant_logical_operand,
                          DIAG_xor_used_as_power, DIAG_assignment_as_condition,
                          DIAG_equality_with_parentheses},
    [WARN_ARITHMETIC] = {DIAG_division_by_zero, DIAG_index_before_array, DIAG_index_past_array,
                         DIAG_self_assign, DIAG_self_assign_field, DIAG_bool_negation,
                         DIAG_string_plus_int},
    [WARN_STATEMENTS] = {DIAG_empty_if_body, DIAG_empty_loop_body, DIAG_empty_switch_body,
                         DIAG_dangling_else, DIAG_switch_misses_one, DIAG_switch_misses_two,
                         DIAG_switch_misses_three, DIAG_switch_misses_many, DIAG_case_not_in_enum,
                         DIAG_switch_bool, DIAG_case_overflow, DIAG_switch_constant_without_case,
                         DIAG_misleading_indentation},
    [WARN_FLOW] = {DIAG_uninitialized, DIAG_sometimes_uninitialized, DIAG_maybe_uninitialized,
                   DIAG_uninitialized_in_itself, DIAG_unreachable_code, DIAG_unreachable_return,
                   DIAG_implicit_fallthrough},
    [WARN_ESCAPES] = {DIAG_return_stack_address},
    [WARN_FORMAT] = {DIAG_format_type, DIAG_format_insufficient, DIAG_format_extra,
                     DIAG_format_invalid, DIAG_format_incomplete, DIAG_format_star,
                     DIAG_format_flag, DIAG_format_flag_ignored, DIAG_format_precision,
                     DIAG_format_length, DIAG_format_nul},
    [WARN_BARRIERS] = {DIAG_divergent_barrier},
};

static bool
family_is_on(const struct diag *diag, enum warn_family family)
{
    for (int i = 0; i < FAMILY_ROWS && family_rows[family][i]; i++)
        if (diag_is_on(diag, (enum diag_id)family_rows[family][i]))
            return true;
    return false;
}

static struct warn
warn_new(struct sema *s, struct decl *function)
{
    struct warn w = {.s = s, .diag = s->diag, .function = function};
    for (int i = 0; i < WARN_FAMILIES; i++)
        w.on[i] = family_is_on(s->diag, (enum warn_family)i);
    return w;
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

struct diag_place
warn_place(const struct warn *w, loc_t loc)
{
    struct diag_place place = {0};
    if (w->diag->resolve)
        w->diag->resolve(w->diag->sources, loc, &place);
    return place;
}

bool
warn_in_macro(const struct warn *w, loc_t loc)
{
    return warn_place(w, loc).in_macro;
}

const char *
warn_type(const struct warn *w, struct type *type)
{
    return type_str(w->s->arena, type_unqualified(type));
}

const char *
warn_words(const struct warn *w, const struct expr *expr)
{
    return sema_words(w->s, type_unqualified(expr->type), sema_declared_by(expr));
}

bool
warn_constant(const struct expr *expr, int64_t *value)
{
    const struct expr *leaf = expr; /* most expressions are seen to be none at their first leaf */
    while (leaf->kind == EXPR_CONVERT || leaf->kind == EXPR_BINARY || leaf->kind == EXPR_UNARY ||
           leaf->kind == EXPR_CONDITIONAL)
        leaf = leaf->left;
    if (leaf->kind != EXPR_INT && leaf->kind != EXPR_FLOAT &&
        !(leaf->kind == EXPR_NAME && leaf->name.decl->kind == DECL_ENUMERATOR))
        return false;
    return type_is_integer(expr->type) && constexpr_integer(expr, value);
}

struct decl *
warn_variable(const struct expr *expr)
{
    expr = warn_written((struct expr *)expr);
    bool is_variable = expr->kind == EXPR_NAME && (expr->name.decl->kind == DECL_VARIABLE ||
                                                   expr->name.decl->kind == DECL_PARAM);
    return is_variable ? expr->name.decl : NULL;
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

static struct expr *
asm_operand(const struct expr *expr, uint32_t at)
{
    if (at < expr->assembly.input_count)
        return expr->assembly.inputs[at].value;
    at -= expr->assembly.input_count;
    return at < expr->assembly.output_count ? expr->assembly.outputs[at].value : NULL;
}

struct expr *
warn_operand(const struct expr *expr, uint32_t at)
{
    switch ((enum expr_kind)expr->kind) {
    case EXPR_UNARY:
    case EXPR_CONVERT:
    case EXPR_ONCE:
        return at == 0 ? expr->left : NULL;
    case EXPR_BINARY:
    case EXPR_INDEX:
        return at == 0 ? expr->left : at == 1 ? expr->right : NULL;
    case EXPR_ASSIGN: /* the value first */
        return at == 0 ? expr->right : at == 1 ? expr->left : NULL;
    case EXPR_CONDITIONAL:
        if (at && warn_written(expr->middle)->kind == EXPR_ONCE) /* a ?: b */
            at++;
        return at == 0 ? expr->left : at == 1 ? expr->middle : at == 2 ? expr->right : NULL;
    case EXPR_MEMBER:
        return at == 0 ? expr->member.base : NULL;
    case EXPR_SWIZZLE:
        return at == 0 ? expr->swizzle.base : NULL;
    case EXPR_CALL:
    case EXPR_BUILTIN:
    case EXPR_VECTOR:
    case EXPR_LITERAL:
        return at < expr->call.args.count ? expr->call.args.at[at] : NULL;
    case EXPR_INIT_LIST:
        return at < expr->init.count ? expr->init.at[at].value : NULL;
    case EXPR_ASM:
        return asm_operand(expr, at);
    default:
        return NULL;
    }
}

/* ---- the walk ---- */

static void walk(struct warn *w, struct expr *expr);
static void walk_block_expression(struct warn *w, const struct expr *expr, bool is_used);
static void walk_stmt(struct warn *w, struct stmt *stmt);

/* An operand; is_checked: what sema has converted it to is worth a look. */
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

/* a && b, a || b, a ? b : c with constant a leave one of them out. */
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

static bool
see_binary(struct warn *w, const struct expr *expr)
{
    if (w->on[WARN_PARENTHESES])
        warn_parentheses(w, expr);
    if (expr->op == OP_COMMA && w->on[WARN_VALUES])
        warn_comma(w, expr);
    return !w->on[WARN_COMPARISONS] || !warn_is_comparison(expr) || w->is_dead ||
           !warn_comparison(w, expr);
}

/* Shows the expression to the families; do the conversions of its operands deserve warnings? */
static bool
see(struct warn *w, struct expr *expr)
{
    if (w->on[WARN_ARITHMETIC] && !w->is_dead)
        warn_arithmetic(w, expr);
    switch ((enum expr_kind)expr->kind) {
    case EXPR_UNARY:
        if (expr->op == OP_ADDRESS)
            w->address_of = expr->left;
        return true;
    case EXPR_BINARY:
        return see_binary(w, expr);
    case EXPR_ASSIGN:
        if (expr->op != OP_NONE && w->on[WARN_CONVERSIONS])
            warn_compound_assignment(w, expr);
        return true;
    case EXPR_CONVERT: /* what sema added below is part of the cast */
        if (w->on[WARN_CONVERSIONS] && expr->is_explicit)
            warn_cast(w, expr);
        return false;
    case EXPR_CONDITIONAL:
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
    bool converts = see(w, expr);
    if (walk_choice(w, expr))
        return;
    if (expr->kind == EXPR_BLOCK)
        walk_block_expression(w, expr, true);
    for (uint32_t i = 0; (operand = warn_operand(expr, i)); i++)
        walk_operand(w, operand, converts);
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
        walk_operand(w, expr, true);
}

static void
walk_condition(struct warn *w, struct expr *expr)
{
    if (!expr)
        return;
    if (w->on[WARN_PARENTHESES])
        warn_condition(w, expr);
    walk_operand(w, expr, true);
}

static void
walk_branch(struct warn *w, struct stmt *stmt, bool is_dead)
{
    bool before = w->is_dead;
    w->is_dead = before || is_dead;
    walk_stmt(w, stmt);
    w->is_dead = before;
}

/* With all its `else if`, of which there may be more than the stack is deep. */
static void
walk_if(struct warn *w, struct stmt *stmt)
{
    bool before = w->is_dead;
    const struct stmt *first = stmt;
    for (; stmt && stmt->kind == STMT_IF; stmt = stmt->otherwise) {
        int64_t value;
        bool is_constant = warn_constant(stmt->expr, &value);
        if (stmt != first && w->on[WARN_STATEMENTS])
            warn_statement(w, stmt);
        walk_condition(w, stmt->expr);
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
        if (w->function)
            vec_push(w->s->arena, &w->locals, decl);
        if (decl->kind == DECL_VARIABLE && decl->init)
            walk_operand(w, decl->init, true);
    }
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
            walk_operand(w, stmt->expr, true);
        else
            walk_discarded(w, stmt->expr);
        break;
    case STMT_DECL:
        walk_variables(w, &stmt->decls);
        break;
    case STMT_BLOCK:
        for (uint32_t i = 0; i < stmt->stmts.count; i++)
            walk_stmt(w, stmt->stmts.at[i]);
        break;
    case STMT_IF:
        walk_if(w, stmt);
        break;
    case STMT_RETURN:
        if (stmt->expr)
            walk_operand(w, stmt->expr, true);
        if (w->on[WARN_ESCAPES])
            warn_escape(w, stmt);
        break;
    case STMT_SWITCH:
        walk_operand(w, stmt->expr, false);
        walk_stmt(w, stmt->body);
        break;
    case STMT_GOTO:
        vec_push(w->s->arena, &w->jumps, stmt);
        break;
    case STMT_LABEL:
        vec_push(w->s->arena, &w->labels, stmt);
        walk_stmt(w, stmt->body);
        break;
    default: /* loops and cases */
        walk_stmt(w, stmt->init);
        if (stmt->kind != STMT_CASE)
            walk_condition(w, stmt->expr);
        if (stmt->kind == STMT_FOR)
            walk_discarded(w, stmt->expr2);
        walk_stmt(w, stmt->body);
    }
}

void
warn_function(struct sema *s, struct decl *function)
{
    if (s->options.is_library || s->diag->is_broken) /* types may be missing */
        return;
    struct warn w = warn_new(s, function);
    walk_stmt(&w, function->body);
    if (w.on[WARN_VARIABLES])
        warn_unused_names(&w);
    if (w.on[WARN_FLOW])
        warn_flow(&w);
}

void
warn_unit(struct sema *s, struct translation_unit *unit)
{
    if (s->options.is_library || s->diag->is_broken)
        return;
    struct warn w = warn_new(s, NULL);
    walk_variables(&w, &unit->decls);
    warn_unused_globals(&w, unit);
    if (w.on[WARN_BARRIERS])
        warn_barriers(&w, unit);
}
