/* printf: do the arguments fit the format?  OpenCL C 6.12.13: C99's conversions without n, and
 * vN with the lengths hh h hl l for the components of vectors.
 *
 * -Wformat -Wformat-insufficient-args -Wformat-extra-args -Wformat-invalid-specifier (on) */
#include "sema/warn/warn_internal.h"

#include <string.h>

enum length { LENGTH_NONE, LENGTH_HH, LENGTH_H, LENGTH_HL, LENGTH_L, LENGTH_LL, LENGTH_OTHER };

struct format {
    struct warn *w;
    const struct expr *call, *text;
    const char *at, *end;
    uint32_t next; /* argument */
    bool is_over;  /* arguments or text ran out; reported */
    /* of the conversion at hand */
    const char *percent, *kind; /* its first byte; that after width and precision */
    char flags[8];
    char letter;
    bool has_precision;
    uint32_t components; /* 1: no vector */
    uint8_t length;
    const char *length_text;
};

static bool
has(const char *set, char c)
{
    return c && strchr(set, c);
}

static char
peek(const struct format *f)
{
    return f->at < f->end ? *f->at : 0;
}

/* The next argument; NULL and a warning if there is none. */
static const struct expr *
take(struct format *f)
{
    if (f->next < f->call->call.args.count)
        return f->call->call.args.at[f->next++];
    diag_warning(f->w->diag, f->text->loc, format_insufficient);
    f->is_over = true;
    return NULL;
}

/* ---- one conversion's parts ---- */

static void
read_flags(struct format *f)
{
    memset(f->flags, 0, sizeof f->flags);
    while (has("-+ #0", peek(f))) {
        if (!has(f->flags, *f->at) && strlen(f->flags) + 1 < sizeof f->flags)
            f->flags[strlen(f->flags)] = *f->at;
        f->at++;
    }
}

static void
read_number(struct format *f, const char *what)
{
    if (peek(f) == '*') {
        f->at++;
        const struct expr *arg = take(f);
        struct type *type = arg ? warn_written((struct expr *)arg)->type : NULL;
        if (type && !(type_is_integer(type) && type->size <= 4))
            diag_warning(f->w->diag, arg->loc, format_star, what, warn_type(f->w, type));
        return;
    }
    while (peek(f) >= '0' && peek(f) <= '9')
        f->at++;
}

static void
read_components(struct format *f)
{
    f->components = 1;
    if (peek(f) != 'v')
        return;
    f->at++;
    f->components = 0;
    while (peek(f) >= '0' && peek(f) <= '9' && f->components < 100)
        f->components = f->components * 10 + (uint32_t)(*f->at++ - '0');
}

static void
read_length(struct format *f)
{
    static const struct {
        const char *text;
        uint8_t length;
    } lengths[] = {{"hh", LENGTH_HH}, {"hl", LENGTH_HL}, {"h", LENGTH_H},
                   {"ll", LENGTH_LL}, {"l", LENGTH_L},   {"z", LENGTH_L},
                   {"t", LENGTH_L},   {"j", LENGTH_LL},  {"L", LENGTH_OTHER}};
    f->length = LENGTH_NONE;
    f->length_text = "";
    for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        size_t size = strlen(lengths[i].text);
        if ((size_t)(f->end - f->at) < size || memcmp(f->at, lengths[i].text, size) != 0)
            continue;
        f->length = lengths[i].length;
        f->length_text = lengths[i].text;
        f->at += size;
        return;
    }
}

/* ---- what does not go together ---- */

static void
check_flags(struct format *f)
{
    char c = f->letter;
    bool is_signed = has("diaAeEfFgG", c), is_integer = has("diouxX", c);
    struct diag *diag = f->w->diag;
    for (const char *flag = f->flags; *flag; flag++) {
        bool ok = *flag == '-' || (has("+ ", *flag) && is_signed) ||
                  (*flag == '#' && has("oxXaAeEfFgG", c)) ||
                  (*flag == '0' && (is_integer || is_signed));
        if (!ok)
            diag_warning(diag, f->text->loc, format_flag, *flag, c);
    }
    if (has(f->flags, ' ') && has(f->flags, '+'))
        diag_warning(diag, f->text->loc, format_flag_ignored, ' ', '+');
    if (has(f->flags, '0') && has(f->flags, '-'))
        diag_warning(diag, f->text->loc, format_flag_ignored, '0', '-');
    if (f->has_precision && has("cp", c))
        diag_warning(diag, f->text->loc, format_precision, c);
}

static bool
check_length(struct format *f)
{
    bool ok = f->length == LENGTH_NONE || has("diouxX", f->letter);
    if (has("aAeEfFgG", f->letter))
        ok = ok || (f->components != 1 && f->length != LENGTH_HH && f->length != LENGTH_LL);
    ok = ok && f->length != LENGTH_OTHER && (f->length != LENGTH_HL || f->components != 1);
    if (!ok)
        diag_warning(f->w->diag, f->text->loc, format_length, f->length_text, f->letter);
    return ok;
}

/* ---- types ---- */

static struct type *
expected_type(struct format *f)
{
    static const uint8_t integers[] = {
        [LENGTH_NONE] = TYPE_INT, [LENGTH_HH] = TYPE_CHAR, [LENGTH_H] = TYPE_SHORT,
        [LENGTH_HL] = TYPE_INT,   [LENGTH_L] = TYPE_LONG,  [LENGTH_LL] = TYPE_LONGLONG};
    static const uint8_t floats[] = {[LENGTH_NONE] = TYPE_DOUBLE,
                                     [LENGTH_H] = TYPE_HALF,
                                     [LENGTH_HL] = TYPE_FLOAT,
                                     [LENGTH_L] = TYPE_DOUBLE};
    if (has("aAeEfFgG", f->letter))
        return type_basic(f->w->s->types, (enum type_kind)floats[f->length]);
    bool is_unsigned = has("ouxX", f->letter);
    return type_basic(f->w->s->types, (enum type_kind)(integers[f->length] + is_unsigned));
}

static bool
fits_vector(const struct format *f, struct type *type, const struct type *expected)
{
    if (type->kind != TYPE_VECTOR || type->count != f->components)
        return false;
    return type->base == expected || (has("xXo", f->letter) && type_is_integer(type->base) &&
                                      type->base->size == expected->size);
}

/* Arguments shorter than int come as int, half and float as double. */
static bool
fits_scalar(const struct type *type, const struct type *expected)
{
    if (type_is_float(expected))
        return type_is_float(type);
    if (!type_is_integer(type))
        return false;
    return expected->size >= 8 ? type->size == expected->size : type->size <= 4;
}

/* ---- what would fit ---- */

/* How many source characters spell the next byte of an ordinary string literal; 0: unknown here. */
static uint32_t
spelled_length(const char *source, const char *end)
{
    uint32_t length = 2;
    if (source == end || *source != '\\')
        return source < end;
    if (end - source < 2)
        return 0;
    if (!has("01234567", source[1]))
        return has("abefnrtv\\'\"?", source[1]) ? 2 : 0;
    while (length < 4 && source + length < end && has("01234567", source[length]))
        length++;
    return length;
}

/* The source location of a byte of the format: on the first line of the literal, past strings
 * concatenated there; 0: not there. */
static loc_t
place_of(const struct format *f, const char *byte)
{
    struct diag *diag = f->w->diag;
    struct diag_location place;
    loc_t loc = f->text->loc;
    if (!diag->resolve || !diag->resolve(diag->sources, loc, &place) || place.in_macro ||
        !place.line_text)
        return 0;
    const char *start = place.line_text + place.column - 1, *at = start;
    const char *end = place.line_text + place.line_length;
    if (at >= end || *at++ != '"')
        return 0;
    for (const char *done = f->text->string.bytes;;) {
        if (at < end && *at == '"') {
            at++;
            while (at < end && *at == ' ')
                at++;
            if (at >= end || *at++ != '"')
                return 0;
            continue;
        }
        uint32_t length = spelled_length(at, end);
        if (done++ == byte || !length)
            return length ? loc + (loc_t)(at - start) : 0;
        at += length;
    }
}

static const char *
integer_length(const struct type *type, bool is_vector)
{
    return type->size == 1    ? "hh"
           : type->size == 2  ? "h"
           : type->size == 8  ? "l"
           : type->size == 16 ? "ll"
           : is_vector        ? "hl"
                              : "";
}

/* The kind of conversion that takes the type, length and letter; NULL: there is none. */
static const char *
fitting_kind(const struct format *f, const struct type *type)
{
    struct arena *arena = f->w->s->arena;
    bool is_vector = type->kind == TYPE_VECTOR, keeps_letter = has("oxX", f->letter);
    const struct type *base = is_vector ? type->base : type;
    const char *components = is_vector ? arena_printf(arena, "v%u", (unsigned)type->count) : "";
    if (type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY)
        return type->base->size == 1 ? "s" : "p";
    if (type_is_float(base)) {
        const char *length = !is_vector ? "" : base->size == 2 ? "h" : base->size == 4 ? "hl" : "l";
        char letter = has("aAeEfFgG", f->letter) ? f->letter : 'f';
        return arena_printf(arena, "%s%s%c", components, length, letter);
    }
    if (!type_is_integer(base) || base->kind == TYPE_BOOL)
        return NULL;
    if (base->kind == TYPE_CHAR && !is_vector && !keeps_letter && !f->has_precision)
        return "c";
    char letter = keeps_letter ? f->letter : type_is_signed(base) ? 'd' : 'u';
    return arena_printf(arena, "%s%s%c", components, integer_length(base, is_vector), letter);
}

/* Flags, width and precision stay. */
static void
propose_conversion(const struct format *f, const struct type *type)
{
    const char *kind = fitting_kind(f, type);
    loc_t first = place_of(f, f->percent), last = place_of(f, f->at - 1);
    if (kind && first && last == first + (loc_t)(f->at - 1 - f->percent))
        diag_fixit(
            f->w->diag, first, last,
            arena_printf(f->w->s->arena, "%.*s%s", (int)(f->kind - f->percent), f->percent, kind));
}

static void
report_type(struct format *f, const struct expr *arg, const char *expected)
{
    propose_conversion(f, arg->type);
    diag_range(f->w->diag, arg->start, arg->end);
    diag_warning(f->w->diag, arg->loc, format_type, expected, warn_words(f->w, arg));
}

static void
check_number(struct format *f, const struct expr *arg)
{
    struct type *expected = expected_type(f);
    if (f->components == 1) {
        if (!fits_scalar(arg->type, expected))
            report_type(f, arg, type_str(f->w->s->arena, expected));
        return;
    }
    if (fits_vector(f, arg->type, expected))
        return;
    report_type(f, arg,
                arena_printf(f->w->s->arena, "%s%u", type_str(f->w->s->arena, expected),
                             (unsigned)f->components));
}

static void
check_argument(struct format *f)
{
    const struct expr *arg = take(f);
    if (!arg)
        return;
    arg = warn_written((struct expr *)arg);
    const struct type *type = arg->type;
    bool is_pointer = type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY;
    if (f->letter == 's') {
        if (!is_pointer || type->base->size != 1)
            report_type(f, arg, "char *");
    } else if (f->letter == 'p') {
        if (!is_pointer)
            report_type(f, arg, "void *");
    } else if (f->letter == 'c') {
        if (!type_is_integer(type) || type->size > 4)
            report_type(f, arg, "int");
    } else {
        check_number(f, arg);
    }
}

/* After the %. */
static void
conversion(struct format *f)
{
    f->percent = f->at - 1;
    read_flags(f);
    read_number(f, "width");
    f->has_precision = peek(f) == '.';
    if (f->has_precision) {
        f->at++;
        read_number(f, "precision");
    }
    if (f->is_over)
        return;
    f->kind = f->at;
    read_components(f);
    read_length(f);
    f->letter = peek(f);
    if (f->letter == '$') { /* %1$d, a position: such formats are not checked */
        f->is_over = true;
        return;
    }
    if (!f->letter || !f->components) {
        diag_warning(f->w->diag, f->text->loc, format_incomplete);
        f->is_over = true;
        return;
    }
    f->at++;
    if (f->letter == '%')
        return;
    if (!has("diouxXaAeEfFgGcsp", f->letter)) {
        diag_warning(f->w->diag, f->text->loc, format_invalid, f->letter);
        f->next++;
        return;
    }
    check_flags(f);
    if (check_length(f))
        check_argument(f);
    else
        (void)take(f);
}

void
warn_format(struct warn *w, const struct expr *call)
{
    const struct builtin *row = call->call.builtin;
    if (!row->target || strcmp(row->target, "printf") != 0 || !call->call.args.count)
        return;
    const struct expr *text = warn_written(call->call.args.at[0]);
    if (text->kind != EXPR_STRING)
        return;
    struct format f = {.w = w, .call = call, .text = text, .next = 1};
    f.at = text->string.bytes;
    f.end = f.at + text->string.length;
    while (f.at < f.end && !f.is_over) {
        if (!*f.at) {
            diag_warning(w->diag, text->loc, format_nul);
            return;
        }
        if (*f.at++ == '%')
            conversion(&f);
    }
    if (!f.is_over && f.next < call->call.args.count) {
        const struct expr *extra = warn_written(call->call.args.at[f.next]);
        diag_range(w->diag, extra->start, extra->end);
        diag_warning(w->diag, extra->loc, format_extra);
    }
}
