/* Operations that go wrong whenever they are executed.
 *
 * -Winteger-overflow -Wdivision-by-zero -Warray-bounds -Wnull-dereference -Wstring-plus-int (on), -Wself-assign
 * -Wself-assign-field -Wbool-operation (-Wall), -Wnull-pointer-arithmetic -Wnull-pointer-subtraction (-Wextra).  Shifts are not here: OpenCL C takes every count
 * modulo the width (6.3.j). */
#include "sema/warn/warn_internal.h"

/* Reports signed arithmetic on two constants whose result wraps, which C leaves undefined. */
static void
overflow(struct warn *w, const struct expr *expr)
{
    wide_int a, b, result;
    bool is_sum = expr->op == OP_ADD || expr->op == OP_SUB || expr->op == OP_MUL;
    if (!is_sum || !type_is_integer(expr->type) || !type_is_signed(expr->type) ||
        !warn_wide(expr->left, &a) || !warn_wide(expr->right, &b))
        return;
    bool overflows = expr->op == OP_ADD   ? __builtin_add_overflow(a, b, &result)
                     : expr->op == OP_SUB ? __builtin_sub_overflow(a, b, &result)
                                          : __builtin_mul_overflow(a, b, &result);
    wide_int cut = warn_cut(expr->type, result);
    if (!overflows && cut == result)
        return;
    diag_range(w->diag, expr->left->start, expr->left->end);
    diag_range(w->diag, expr->right->start, expr->right->end);
    diag_warning(w->diag, expr->loc, integer_overflow, wide_text(w->s->arena, (wide_uint)cut, true),
                 warn_type(w, expr->type));
}

static void
division(struct warn *w, const struct expr *expr)
{
    wide_int value;
    if ((expr->op != OP_DIV && expr->op != OP_REM) || !type_is_integer(expr->right->type) ||
        type_is_float(type_element(expr->type)) || !warn_wide(expr->right, &value) || value != 0)
        return;
    diag_range(w->diag, expr->right->start, expr->right->end);
    diag_warning(w->diag, expr->loc, division_by_zero,
                 expr->op == OP_DIV ? "division" : "remainder");
}

/* "abc" + 1 */
static void
string_sum(struct warn *w, const struct expr *expr)
{
    const struct expr *left = warn_written(expr->left), *right = warn_written(expr->right);
    const struct expr *index = left->kind == EXPR_STRING ? right : left;
    if (expr->op == OP_SUB || (left->kind != EXPR_STRING && right->kind != EXPR_STRING) ||
        !type_is_integer(index->type))
        return;
    diag_range(w->diag, expr->start, expr->end);
    diag_warning(w->diag, expr->loc, string_plus_int, warn_words(w, index));
    if (left->kind == EXPR_STRING) {
        diag_fixit(w->diag, left->start, 0, "&");
        diag_fixit(w->diag, expr->loc, expr->loc, "[");
        diag_fixit(w->diag, expr->end + 1, 0, "]");
    }
    diag_note(w->diag, expr->loc, use_array_indexing);
}

/* (char *)0 + n, p - (char *)0 */
static void
null_arithmetic(struct warn *w, const struct expr *expr)
{
    const struct expr *sides[] = {expr->left, expr->right};
    bool are_both = sides[0]->type->kind == TYPE_POINTER && sides[1]->type->kind == TYPE_POINTER;
    for (int i = 0; i < 2; i++) {
        const struct type *type = sides[i]->type;
        if (type->kind != TYPE_POINTER || !warn_is_null(sides[i]))
            continue;
        bool is_bytes = type->base->kind == TYPE_CHAR || type->base->kind == TYPE_UCHAR;
        const struct expr *pointer = warn_written((struct expr *)sides[i]);
        diag_range(w->diag, pointer->start, pointer->end);
        if (are_both)
            diag_warning(w->diag, expr->loc, null_subtraction);
        else if (expr->op == OP_ADD && is_bytes)
            diag_warning(w->diag, expr->loc, null_as_integer);
        else
            diag_warning(w->diag, expr->loc, null_arithmetic);
    }
}

/* An array of one element at the end of a structure stands for a longer one. */
static bool
is_flexible(const struct expr *array)
{
    if (array->kind != EXPR_MEMBER || array->type->count > 1)
        return false;
    const struct type *type = array->member.base->type;
    const struct record *record = type->kind == TYPE_POINTER ? type->base->record : type->record;
    return record && array->member.field == &record->fields[record->field_count - 1];
}

static void
note_array(struct warn *w, const struct expr *array)
{
    if (array->kind == EXPR_NAME)
        diag_note(w->diag, array->name.decl->loc, array_declared_here, array->name.decl->name);
    else if (array->kind == EXPR_MEMBER)
        diag_note(w->diag, array->member.field->loc, array_declared_here,
                  array->member.field->name);
}

/* &a[n] may name the end of an array of n. */
static void
array_index(struct warn *w, const struct expr *expr)
{
    const struct expr *array = warn_written(expr->left);
    int64_t index;
    if (array->type->kind != TYPE_ARRAY || !array->type->count ||
        !warn_constant(expr->right, &index))
        return;
    int64_t limit = (int64_t)array->type->count + (w->address_of == expr);
    bool is_negative = index < 0 && type_is_signed(expr->right->type);
    if (!is_negative && ((uint64_t)index < (uint64_t)limit || is_flexible(array)))
        return;
    diag_range(w->diag, expr->right->start, expr->right->end);
    if (is_negative)
        diag_warning(w->diag, expr->loc, index_before_array, (long long)index);
    else
        diag_warning(w->diag, expr->loc, index_past_array, (unsigned long long)index,
                     warn_words(w, array));
    note_array(w, array);
}

/* *(int *)0, in whatever address space. */
static void
null_access(struct warn *w, const struct expr *expr)
{
    if (expr->op != OP_DEREF || w->address_of == expr || expr->type->qualifiers & QUAL_VOLATILE ||
        !warn_is_null(expr->left))
        return;
    diag_range(w->diag, expr->start, expr->end);
    diag_warning(w->diag, expr->loc, null_dereference);
    diag_note(w->diag, expr->loc, use_trap);
}

static void
self_assignment(struct warn *w, const struct expr *expr)
{
    const struct expr *left = expr->left, *right = warn_written(expr->right);
    if (expr->op != OP_NONE || right->kind != left->kind)
        return;
    bool is_field = left->kind == EXPR_MEMBER;
    if (is_field) {
        const struct expr *a = warn_written(left->member.base);
        const struct expr *b = warn_written(right->member.base);
        if (left->member.field != right->member.field || a->kind != EXPR_NAME ||
            b->kind != EXPR_NAME || a->name.decl != b->name.decl)
            return;
    } else if (left->kind != EXPR_NAME || left->name.decl != right->name.decl) {
        return;
    }
    if (left->type->qualifiers & QUAL_VOLATILE || warn_in_macro(w, expr->loc) ||
        warn_in_macro(w, left->loc) || warn_in_macro(w, right->loc))
        return;
    diag_range(w->diag, expr->start, expr->end);
    if (is_field)
        diag_warning(w->diag, expr->loc, self_assign_field);
    else
        diag_warning(w->diag, expr->loc, self_assign, warn_words(w, left));
}

void
warn_arithmetic(struct warn *w, const struct expr *expr)
{
    const struct expr *operand;
    switch (expr->kind) {
    case EXPR_ASSIGN:
        self_assignment(w, expr);
        division(w, expr);
        break;
    case EXPR_BINARY:
        if (expr->op == OP_ADD || expr->op == OP_SUB) {
            string_sum(w, expr);
            null_arithmetic(w, expr);
        }
        overflow(w, expr);
        division(w, expr);
        break;
    case EXPR_INDEX:
        array_index(w, expr);
        break;
    case EXPR_UNARY:
        null_access(w, expr);
        operand = warn_written(expr->left);
        if (expr->op == OP_COMPL && operand->type->kind == TYPE_BOOL)
            diag_warning(w->diag, expr->loc, bool_negation);
        break;
    default:
        break;
    }
}
