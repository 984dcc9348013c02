/* Attributes: which ones exist, where they may appear, how many arguments they take
 * (attribute.def); the values that those of kernels and loops may have (OpenCL C 6.7.2, 6.11). */
#include "sema/sema_internal.h"

#include <string.h>

enum subject {
    ON_KERNEL = 1,
    ON_FUNCTION = 2,
    ON_VARIABLE = 4,
    ON_PARAM = 8,
    ON_FIELD = 16,
    ON_TYPE = 32,
    ON_STATEMENT = 64,
    ON_ANY = 127,
    STRICT = 128
};

enum { MANY = 255 };

static const struct attribute_row {
    const char *name;
    uint8_t on, least, most;
    uint16_t since;
} rows[] = {
#define ATTRIBUTE(name, on, least, most, since) {name, on, least, most, since},
#include "sema/attribute.def"
};

static const struct attribute_row *
find_row(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

bool
sema_knows_attribute(const struct sema *s, const char *name)
{
    const struct attribute_row *row = find_row(name);
    return row && s->options.cl_version >= row->since;
}

struct attribute *
sema_attribute(struct attribute *list, const char *name)
{
    for (; list; list = list->next)
        if (list->name && strcmp(list->name, name) == 0)
            return list;
    return NULL;
}

struct attribute *
sema_attribute_of(const struct decl *decl, const char *name)
{
    struct attribute *found = sema_attribute(decl->attributes, name);
    return found || !decl->specifiers ? found : sema_attribute(decl->specifiers->attributes, name);
}

bool
sema_attribute_integer(struct sema *s, struct attribute *attribute, uint32_t at, int64_t *value)
{
    if (at >= attribute->args.count)
        return false; /* check_list reports the wrong number of arguments */
    struct expr *expr = sema_rvalue(s, attribute->args.at[at]);
    if (!expr)
        return false;
    attribute->args.at[at] = expr;
    if (type_is_integer(expr->type) && constexpr_integer(expr, value))
        return true;
    const struct attribute_row *row = find_row(attribute->name);
    if (row && row->most > 1)
        sema_error(s, expr, attribute_requires_parameter_integer, attribute->name, at);
    else
        sema_error(s, expr, attribute_requires_integer_constant, attribute->name);
    return false;
}

/* ---- position and number of arguments ---- */

static const char *
subject_words(uint8_t on)
{
    return on & ON_KERNEL      ? "kernel functions"
           : on & ON_FUNCTION  ? "functions"
           : on & ON_VARIABLE  ? "variables"
           : on & ON_STATEMENT ? "statements"
           : on & ON_FIELD     ? "fields and types"
                               : "types";
}

static bool
check_subject(struct sema *s, const struct attribute *at, const struct attribute_row *row,
              enum subject subject)
{
    if (row->on & subject || (row->on & ON_FUNCTION && subject == ON_KERNEL))
        return true;
    bool is_amdgpu = strncmp(row->name, "amdgpu", 6) == 0;
    if (!(row->on & STRICT))
        diag_warning(s->diag, at->loc, attribute_ignored_here, at->name, subject_words(row->on));
    else if (row->on & ON_STATEMENT)
        diag_error(s->diag, at->loc, attribute_not_on_declaration, at->name);
    else if (row->on & ON_KERNEL && subject == ON_FUNCTION && !is_amdgpu)
        diag_error(s->diag, at->loc, attribute_only_on_kernel, at->name);
    else
        diag_error(s->diag, at->loc, attribute_only_applies_to, at->name,
                   row->on & ON_KERNEL && !is_amdgpu ? "functions" : subject_words(row->on));
    return false;
}

static bool
check_count(struct sema *s, const struct attribute *at, const struct attribute_row *row)
{
    unsigned count = at->args.count + (at->type != NULL), least = row->least, most = row->most;
    if (count >= least && count <= most)
        return true;
    if (most == 0)
        diag_error(s->diag, at->loc, attribute_takes_no_arguments, at->name);
    else if (most == 1 && least == 1)
        diag_error(s->diag, at->loc, attribute_takes_one_argument, at->name);
    else if (most == least)
        diag_error(s->diag, at->loc, attribute_requires_exactly_arguments, at->name, most);
    else if (count < least)
        diag_error(s->diag, at->loc, attribute_takes_at_least, at->name, least,
                   least > 1 ? "s" : "");
    else
        diag_error(s->diag, at->loc, attribute_takes_no_more, at->name, most, most > 1 ? "s" : "");
    return false;
}

/* endian, endian(host) and endian(device): both are little-endian, so it means nothing (6.11.3). */
static void
check_endian(struct sema *s, const struct attribute *at)
{
    const struct expr *which = at->args.count ? at->args.at[0] : NULL;
    bool ok = !which || (which->kind == EXPR_NAME && (strcmp(which->name.name, "host") == 0 ||
                                                      strcmp(which->name.name, "device") == 0));
    if (!ok)
        diag_error(s->diag, at->loc, endian_of_host_or_device);
}

void
sema_check_endian(struct sema *s, const struct decl *decl, const struct type *type)
{
    const struct attribute *endian = sema_attribute_of(decl, "endian");
    bool fits = type->kind == TYPE_POINTER &&
                (type->base->space == SPACE_GLOBAL || type->base->space == SPACE_CONSTANT);
    if (endian && !fits)
        diag_warning(s->diag, endian->loc, attribute_ignored_here, endian->name,
                     "pointers to global or constant memory");
}

static bool
same_arguments(struct sema *s, struct attribute *a, struct attribute *b)
{
    if (a->type && b->type)
        return sema_type_name(s, a->type) == sema_type_name(s, b->type);
    if (a->args.count != b->args.count)
        return false;
    for (uint32_t i = 0; i < a->args.count; i++) {
        int64_t x, y;
        if (sema_attribute_integer(s, a, i, &x) && sema_attribute_integer(s, b, i, &y) && x != y)
            return false;
    }
    return true;
}

static void
check_list(struct sema *s, struct attribute *list, enum subject subject)
{
    for (struct attribute *at = list; at; at = at->next) {
        const struct attribute_row *row = at->name ? find_row(at->name) : NULL;
        if (!at->name)
            continue;
        if (!row)
            diag_warning(s->diag, at->loc, unknown_attribute, at->name);
        else if (!check_subject(s, at, row, subject) || !check_count(s, at, row))
            continue;
        else if (s->options.cl_version < row->since)
            diag_error(s->diag, at->loc, attribute_since_version, at->name, row->since / 100u,
                       row->since / 10u % 10);
        else if (strcmp(at->name, "endian") == 0)
            check_endian(s, at);
    }
}

/* The same attribute twice with different arguments: the first holds. */
static void
check_repetition(struct sema *s, struct attribute *a, struct attribute *list)
{
    for (struct attribute *b = list; b; b = b->next) {
        if (a == b || !a->name || !b->name || strcmp(a->name, b->name) != 0 ||
            same_arguments(s, a, b))
            continue;
        diag_warning(s->diag, b->loc, attribute_already_applied, b->name);
        diag_note(s->diag, a->loc, conflicting_attribute_here);
    }
}

void
sema_check_attributes(struct sema *s, struct decl *decl)
{
    enum subject subject = decl->is_kernel               ? ON_KERNEL
                           : decl->kind == DECL_FUNCTION ? ON_FUNCTION
                           : decl->kind == DECL_VARIABLE ? ON_VARIABLE
                           : decl->kind == DECL_PARAM    ? ON_PARAM
                           : decl->kind == DECL_FIELD    ? ON_FIELD
                                                         : ON_TYPE;
    struct attribute *early = decl->specifiers ? decl->specifiers->attributes : NULL;
    check_list(s, decl->attributes, subject);
    if (decl->specifiers != s->state->attributed) /* int a, b: the shared ones only once */
        check_list(s, early, subject);
    s->state->attributed = decl->specifiers;
    if (!decl->is_kernel)
        return;
    for (struct attribute *at = early; at; at = at->next) {
        check_repetition(s, at, at->next);
        check_repetition(s, at, decl->attributes);
    }
    for (struct attribute *at = decl->attributes; at; at = at->next)
        check_repetition(s, at, at->next);
}

void
sema_check_record_attributes(struct sema *s, struct attribute *list)
{
    check_list(s, list, ON_TYPE);
}

uint32_t
sema_alignment(struct sema *s, struct attribute *attributes)
{
    struct attribute *attribute = sema_attribute(attributes, "aligned");
    int64_t value = 16; /* "aligned" alone: the target's largest useful alignment */
    if (!attribute || (attribute->args.count && !sema_attribute_integer(s, attribute, 0, &value)))
        return 0;
    if (value > 0 && (value & (value - 1)) == 0 && value <= TYPE_MAX_ALIGN)
        return (uint32_t)value;
    if (value > TYPE_MAX_ALIGN && (value & (value - 1)) == 0)
        diag_error(s->diag, attribute->loc, requested_alignment_too_large, TYPE_MAX_ALIGN);
    else
        diag_error(s->diag, attribute->loc, requested_alignment_not_power_2);
    return 0;
}

/* Attributes among the specifiers belong to the declaration, unless they follow the body of a
 * record: those belong to the record. */
static struct attribute *
specifier_attributes(const struct decl *decl)
{
    const struct specifiers *specifiers = decl->specifiers;
    bool has_body = specifiers && specifiers->record && specifiers->record->has_body;
    return specifiers && !has_body ? specifiers->attributes : NULL;
}

uint32_t
sema_declared_alignment(struct sema *s, const struct decl *decl)
{
    uint32_t align = sema_alignment(s, decl->attributes);
    return align ? align : sema_alignment(s, specifier_attributes(decl));
}

bool
sema_declared_packed(const struct decl *decl)
{
    return sema_attribute(decl->attributes, "packed") ||
           sema_attribute(specifier_attributes(decl), "packed");
}

/* ---- statements ---- */

static void
unroll_hint(struct sema *s, struct stmt *stmt, struct attribute *hint)
{
    int64_t count;
    bool is_loop = stmt->kind == STMT_FOR || stmt->kind == STMT_WHILE || stmt->kind == STMT_DO;
    if (!is_loop)
        diag_error(s->diag, hint->loc, attribute_only_applies_to, hint->name,
                   "'for', 'while', and 'do' statements");
    else if (!hint->args.count)
        stmt->unroll = UINT32_MAX;
    else if (!sema_attribute_integer(s, hint, 0, &count))
        return;
    else if (count <= 0)
        diag_error(s->diag, hint->loc, attribute_requires_positive, hint->name);
    else
        stmt->unroll = count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
}

void
sema_statement_attributes(struct sema *s, struct stmt *stmt)
{
    struct attribute *hint = sema_attribute(stmt->attributes, "opencl_unroll_hint"),
                     *fallthrough = sema_attribute(stmt->attributes, "fallthrough");
    check_list(s, stmt->attributes, ON_STATEMENT);
    if (hint && hint->args.count <= 1)
        unroll_hint(s, stmt, hint);
    if (fallthrough && !s->state->switch_stmt)
        diag_error(s->diag, fallthrough->loc, fallthrough_outside_switch);
}
