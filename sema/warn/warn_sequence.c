/* Variables that one expression changes and uses, or changes twice, in no order (C99 6.5p2):
 *
 *   i = i++ + 1;  a[i] = i++;  f(i++, i);
 *
 * -Wunsequenced (on)
 *
 * Each part of the expression lies in a region.  Operands of , && || ?: have regions of their own, which become
 * part of the region around them once both are behind; so the earlier of two parts is in no order with the later
 * one if its region has become that of the later one, or one around it.  A change is over when the value of
 * the expression is known only behind , && || ?: and calls: f(i++) has changed i before it returns.  As clang,
 * this looks at whole variables only. */
#include "sema/warn/warn_internal.h"

#include <stdlib.h>
#include <string.h>

enum usage_kind {
    READ,
    CHANGE_OVER,    /* before the value of the part that holds it is known */
    CHANGE_PENDING, /* at the next sequence point */
    USAGE_KINDS
};

struct usage {
    const struct expr *expr; /* NULL: none yet */
    uint32_t region;
};

struct object {
    const struct decl *decl;
    struct usage last[USAGE_KINDS];
    bool is_told;
};

struct sequence {
    struct warn *w;
    struct object *objects; /* those that are changed, by their addresses */
    uint32_t object_count;
    VEC(struct region {
        uint32_t around;
        bool is_merged; /* it counts as the one around it */
    })
    regions;
    uint32_t region; /* where the walk is */
    VEC(struct pending {
        struct object *object;
        struct usage before;
    })
    pending; /* what CHANGE_PENDING was before, innermost scope last */
};

static void visit(struct sequence *q, const struct expr *expr);

static int
compare_decls(const void *a, const void *b)
{
    const struct object *left = a, *right = b;
    return left->decl < right->decl ? -1 : left->decl > right->decl;
}

/* NULL: nothing of the expression changes it. */
static struct object *
object_of(struct sequence *q, const struct expr *expr)
{
    struct object key = {.decl = warn_variable(expr)};
    return key.decl ? bsearch(&key, q->objects, q->object_count, sizeof key, compare_decls) : NULL;
}

/* ---- regions ---- */

static uint32_t
add_region(struct sequence *q, uint32_t around)
{
    vec_push(q->w->s->arena, &q->regions, (struct region){around, false});
    return q->regions.count - 1;
}

static uint32_t
merged(struct sequence *q, uint32_t region)
{
    uint32_t top = region;
    while (q->regions.at[top].is_merged)
        top = q->regions.at[top].around;
    while (q->regions.at[region].is_merged) { /* the way is shorter next time */
        uint32_t next = q->regions.at[region].around;
        q->regions.at[region].around = top;
        region = next;
    }
    return top;
}

static bool
has_no_order(struct sequence *q, const struct usage *usage)
{
    if (!usage->expr)
        return false;
    uint32_t here = merged(q, q->region), there = merged(q, usage->region);
    while (here > there)
        here = q->regions.at[here].around;
    return here == there;
}

/* ---- usages ---- */

/* For a message: the operator, or the name. */
static void
add_range(struct warn *w, const struct expr *expr)
{
    size_t length = expr->kind == EXPR_NAME     ? strlen(expr->name.name)
                    : expr->kind == EXPR_ASSIGN ? strlen(warn_operator(expr->op)) + 1
                                                : strlen(warn_operator(expr->op));
    diag_range(w->diag, expr->loc, expr->loc + (loc_t)length - 1);
}

/* Does expr, which reads (or changes) the object, have no order with the last usage of another kind? */
static void
check(struct sequence *q, struct object *object, const struct expr *expr, bool reads,
      enum usage_kind other)
{
    const struct usage *usage = &object->last[other];
    if (object->is_told || !has_no_order(q, usage))
        return;
    const struct expr *change = other == READ ? expr : usage->expr;
    add_range(q->w, other == READ ? usage->expr : expr);
    if (reads || other == READ)
        diag_warning(q->w->diag, change->loc, unsequenced_use, object->decl->name);
    else
        diag_warning(q->w->diag, change->loc, unsequenced_changes, object->decl->name);
    object->is_told = true;
}

static void
record(struct sequence *q, struct object *object, const struct expr *expr, enum usage_kind kind)
{
    struct usage *usage = &object->last[kind];
    if (has_no_order(q, usage))
        return;
    if (kind == CHANGE_PENDING)
        vec_push(q->w->s->arena, &q->pending, (struct pending){object, *usage});
    *usage = (struct usage){expr, q->region};
}

/* A sequence point: changes that were pending since then are over. */
static void
settle(struct sequence *q, uint32_t since)
{
    while (q->pending.count > since) {
        struct pending last = vec_pop(&q->pending);
        struct usage *usage = &last.object->last[CHANGE_PENDING];
        record(q, last.object, usage->expr, CHANGE_OVER);
        *usage = last.before;
    }
}

/* ---- the walk ---- */

static void
visit_operands(struct sequence *q, const struct expr *expr)
{
    const struct expr *operand;
    for (uint32_t i = 0; (operand = sema_operand(expr, i)); i++)
        visit(q, operand);
}

static void
visit_read(struct sequence *q, const struct expr *expr)
{
    struct object *object = expr->cast == CAST_LVALUE ? object_of(q, expr->left) : NULL;
    if (object)
        check(q, object, warn_written(expr->left), true, CHANGE_OVER);
    visit(q, expr->left);
    if (object) {
        check(q, object, warn_written(expr->left), true, CHANGE_PENDING);
        record(q, object, warn_written(expr->left), READ);
    }
}

static void
begin_change(struct sequence *q, struct object *object, const struct expr *expr)
{
    check(q, object, expr, false, CHANGE_OVER);
    check(q, object, expr, false, READ);
}

static void
end_change(struct sequence *q, struct object *object, const struct expr *expr)
{
    check(q, object, expr, false, CHANGE_PENDING);
    record(q, object, expr, CHANGE_PENDING);
}

static void
visit_assignment(struct sequence *q, const struct expr *expr)
{
    struct object *object = object_of(q, expr->left);
    if (object)
        begin_change(q, object, expr);
    visit(q, expr->left);
    if (object && expr->op != OP_NONE) {
        check(q, object, expr, true, CHANGE_PENDING);
        record(q, object, expr, READ);
    }
    visit(q, expr->right);
    if (object)
        end_change(q, object, expr);
}

static void
visit_step(struct sequence *q, const struct expr *expr)
{
    struct object *object = object_of(q, expr->left);
    if (object)
        begin_change(q, object, expr);
    visit(q, expr->left);
    if (object)
        end_change(q, object, expr);
}

static void
visit_in(struct sequence *q, const struct expr *expr, uint32_t region)
{
    uint32_t around = q->region;
    q->region = region;
    visit(q, expr);
    q->region = around;
}

/* first, then one of the others (NULL: none), or both. */
static void
visit_ordered(struct sequence *q, const struct expr *first, const struct expr *second,
              const struct expr *third)
{
    uint32_t since = q->pending.count, around = q->region, from = q->regions.count;
    for (int i = 0; i < 3; i++)
        add_region(q, around);
    q->region = from;
    visit(q, first);
    settle(q, since);
    q->region = around;
    if (second)
        visit_in(q, second, from + 1);
    if (third)
        visit_in(q, third, from + 2);
    for (uint32_t i = from; i < from + 3; i++)
        q->regions.at[i].is_merged = true;
}

/* , && ||: what a constant excludes is not evaluated. */
static void
visit_binary(struct sequence *q, const struct expr *expr)
{
    int64_t value;
    if (expr->op != OP_COMMA && expr->op != OP_LAND && expr->op != OP_LOR) {
        visit_operands(q, expr);
        return;
    }
    bool is_over = expr->op != OP_COMMA && warn_constant(expr->left, &value) &&
                   (value != 0) == (expr->op == OP_LOR);
    visit_ordered(q, expr->left, is_over ? NULL : expr->right, NULL);
}

static void
visit_choice(struct sequence *q, const struct expr *expr)
{
    int64_t value;
    bool is_known = warn_constant(expr->left, &value);
    const struct expr *middle = expr->middle, *right = expr->right;
    if ((is_known && !value) || warn_written(expr->middle)->kind == EXPR_ONCE) /* a ?: b */
        middle = NULL;
    if (is_known && value)
        right = NULL;
    visit_ordered(q, expr->left, middle, right);
}

/* The arguments are in no order with each other, but before the call. */
static void
visit_call(struct sequence *q, const struct expr *expr)
{
    uint32_t since = q->pending.count;
    if (expr->kind == EXPR_CALL && expr->call.callee)
        visit(q, expr->call.callee);
    visit_operands(q, expr);
    settle(q, since);
}

static void
visit(struct sequence *q, const struct expr *expr)
{
    guard_poll_along(q->w->s->arena->guard, expr);
    switch ((enum expr_kind)expr->kind) {
    case EXPR_ASSIGN:
        visit_assignment(q, expr);
        break;
    case EXPR_UNARY:
        if (expr->op >= OP_PRE_INC)
            visit_step(q, expr);
        else
            visit(q, expr->left);
        break;
    case EXPR_BINARY:
        visit_binary(q, expr);
        break;
    case EXPR_CONDITIONAL:
        visit_choice(q, expr);
        break;
    case EXPR_CONVERT:
        if (expr->is_explicit && !expr->type_name) /* convert_int() is a call, too */
            visit_call(q, expr);
        else
            visit_read(q, expr);
        break;
    case EXPR_CALL:
    case EXPR_BUILTIN:
        visit_call(q, expr);
        break;
    case EXPR_ASM:
        break;
    default: /* ({ }) and ^{ } have expressions of their own */
        visit_operands(q, expr);
    }
}

void
warn_sequence(struct warn *w, const struct expr *expr, uint32_t first_change)
{
    struct sequence q = {.w = w};
    uint32_t count = w->changes.count - first_change;
    q.objects = ARENA_ARRAY(w->s->arena, count, struct object);
    for (uint32_t i = 0; i < count; i++)
        q.objects[i].decl = w->changes.at[first_change + i];
    qsort(q.objects, count, sizeof *q.objects, compare_decls);
    for (uint32_t i = 0; i < count; i++) /* each once */
        if (!q.object_count || q.objects[q.object_count - 1].decl != q.objects[i].decl)
            q.objects[q.object_count++].decl = q.objects[i].decl;
    q.region = add_region(&q, 0);
    visit(&q, expr);
}
