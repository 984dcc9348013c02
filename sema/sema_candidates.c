/* Notes after calls that fit no function: which functions exist, the nearest first, and why each
 * does not fit. */
#include "sema/builtin_signature.h"

#include <string.h>

enum { MAX_NOTES = 3 };

/* One instance of a row of builtin.def. */
struct candidate {
    const char *name;
    struct type *result, *params[MAX_TOKENS];
    uint32_t count;
    bool is_variadic;
    int score; /* the larger the nearer */
};

struct candidates {
    struct candidate at[MAX_NOTES];
    uint32_t count;
};

static const char *
ordinal(uint32_t number)
{
    return number == 1 ? "st" : number == 2 ? "nd" : number == 3 ? "rd" : "th";
}

static bool
is_load(const struct expr *expr)
{
    return expr->kind == EXPR_CONVERT && !expr->is_explicit && expr->left->is_lvalue;
}

/* The rank of *argument, if the parameter is no pointer; else -1. */
static int
pointee_rank(struct sema *s, const struct expr *arg, struct type *param)
{
    struct expr pointee;
    expr_copy(&pointee, arg);
    if (arg->type->kind != TYPE_POINTER || param->kind == TYPE_POINTER)
        return -1;
    pointee.type = arg->type->base;
    return sema_conversion_rank(s, &pointee, param);
}

/* The operator that would turn the argument into the pointer, or the pointer into the value. */
static const char *
hint(struct sema *s, const struct expr *arg, struct type *param)
{
    if (param->kind == TYPE_POINTER && is_load(arg) && arg->type->kind != TYPE_POINTER &&
        type_unqualified(param->base) == type_unqualified(arg->type))
        return "; take the address of the argument with &";
    return pointee_rank(s, arg, param) >= 0 ? "; dereference the argument with *" : "";
}

const char *
sema_misfit(struct sema *s, const struct expr_list *args, struct type *const *params,
            uint32_t count, bool is_variadic)
{
    if (args->count < count || (args->count > count && !is_variadic))
        return arena_printf(s->arena, " not viable: requires %s%u argument%s, but %u %s provided",
                            is_variadic ? "at least " : "", count, count == 1 ? "" : "s",
                            args->count, args->count == 1 ? "was" : "were");
    for (uint32_t i = 0; i < count; i++)
        if (sema_conversion_rank(s, args->at[i], params[i]) < 0)
            return arena_printf(
                s->arena, " not viable: no known conversion from '%s' to '%s' for %u%s argument%s",
                sema_str(s, args->at[i]->type), sema_str(s, params[i]), i + 1, ordinal(i + 1),
                hint(s, args->at[i], params[i]));
    return "";
}

/* The number of arguments counts most, then each argument that converts, then those that & or *
 * would make convertible. */
static void
score(struct sema *s, struct candidate *candidate, const struct expr_list *args)
{
    int missing = (int)candidate->count - (int)args->count;
    if (missing < 0 && candidate->is_variadic)
        missing = 0;
    candidate->score = -100 * (missing < 0 ? -missing : missing);
    for (uint32_t i = 0; i < candidate->count && i < args->count; i++) {
        int rank = sema_conversion_rank(s, args->at[i], candidate->params[i]);
        if (rank >= 0)
            candidate->score += 20 - 2 * rank;
        else if ((rank = pointee_rank(s, args->at[i], candidate->params[i])) >= 0)
            candidate->score += 10 - rank;
    }
}

static void
keep(struct candidates *list, const struct candidate *candidate)
{
    uint32_t at = list->count < MAX_NOTES ? list->count++ : MAX_NOTES;
    for (; at > 0 && list->at[at - 1].score < candidate->score; at--)
        if (at < MAX_NOTES)
            list->at[at] = list->at[at - 1];
    if (at < MAX_NOTES)
        list->at[at] = *candidate;
}

/* false: no such type exists. */
static bool
instantiate(struct sema *s, const struct builtin *row, const struct signature *signature,
            struct instance t, const struct expr_list *args, struct candidate *candidate)
{
    *candidate = (struct candidate){.name = row->name,
                                    .result = signature_type(s, signature, 0, t, NULL),
                                    .count = signature->params,
                                    .is_variadic = signature->is_variadic};
    for (uint32_t i = 0; i < signature->params; i++) {
        const struct type *given = i < args->count ? args->at[i]->type : NULL;
        struct type *type = signature_type(s, signature, i + 1, t, given);
        candidate->params[i] = type ? type : signature_type(s, signature, i + 1, t, NULL);
        if (!candidate->params[i])
            return false;
    }
    score(s, candidate, args);
    candidate->score -= t.element == TYPE_HALF; /* of equally near ones, half last */
    return candidate->result != NULL;
}

static uint32_t
lowest(uint32_t set)
{
    uint32_t at = 0;
    while (set >> at && !(set >> at & 1))
        at++;
    return at;
}

/* An image type that the row takes: the argument's, if possible. */
static struct type *
image_for(struct sema *s, const struct builtin *row, const struct expr_list *args)
{
    const struct type *given = args->count ? args->at[0]->type : NULL;
    bool is_image = given && given->kind == TYPE_IMAGE;
    uint32_t shape =
        is_image && row->elements >> given->shape & 1 ? given->shape : lowest(row->elements);
    uint32_t access =
        is_image && row->components >> given->access & 1 ? given->access : lowest(row->components);
    return type_image(s->types, (enum image_shape)shape, (enum kernel_access)access);
}

/* The nearest instance of a row; if the call was ambiguous, every one that fits. */
static void
offer_row(struct sema *s, struct candidates *list, const struct builtin *row,
          const struct expr_list *args, bool is_ambiguous)
{
    static const uint8_t counts[] = {1, 2, 3, 4, 8, 16};
    struct signature signature;
    struct candidate best = {.name = NULL}, candidate;
    signature_split(row->signature, &signature);
    uint32_t components = row->elements ? signature_components(row, &signature, args) : 1;
    struct type *image = row->flags & BUILTIN_IMAGE ? image_for(s, row, args) : NULL;
    for (int kind = 0; kind < TYPE_KINDS; kind++) {
        bool has_element = row->elements && !image;
        struct instance t = {has_element ? (enum type_kind)kind : TYPE_INT,
                             components ? components : counts[lowest(row->components)], image};
        if (has_element ? !(builtin_has_element(row, kind)) || !sema_has_element(s, t.element)
                        : kind)
            continue;
        if (!instantiate(s, row, &signature, t, args, &candidate))
            continue;
        if (is_ambiguous &&
            !*sema_misfit(s, args, candidate.params, candidate.count, candidate.is_variadic))
            keep(list, &candidate);
        if (!best.name || candidate.score > best.score)
            best = candidate;
    }
    if (!is_ambiguous && best.name)
        keep(list, &best);
}

static const char *
prototype(struct sema *s, const struct candidate *candidate)
{
    struct strbuf text = strbuf_new(s->arena);
    strbuf_printf(&text, "%s %s(", sema_str(s, candidate->result), candidate->name);
    for (uint32_t i = 0; i < candidate->count; i++)
        strbuf_printf(&text, "%s%s", i ? ", " : "", sema_str(s, candidate->params[i]));
    strbuf_puts(&text, candidate->is_variadic ? ", ...)" : candidate->count ? ")" : "void)");
    return text.text;
}

void
sema_note_builtins(struct sema *s, const struct expr *call, const struct builtin *const *rows,
                   uint32_t count, bool is_ambiguous)
{
    struct candidates list = {.count = 0};
    for (uint32_t i = 0; i < count; i++)
        if (sema_row_allowed(s, rows[i]))
            offer_row(s, &list, rows[i], &call->call.args, is_ambiguous);
    for (uint32_t i = 0; i < list.count; i++) {
        struct candidate *candidate = &list.at[i];
        diag_note(s->diag, 0, candidate_builtin, prototype(s, candidate),
                  sema_misfit(s, &call->call.args, candidate->params, candidate->count,
                              candidate->is_variadic));
    }
}
