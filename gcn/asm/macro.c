/* .macro, .rept, .irp: text that is read again with other words in it. */
#include "gcn/asm/assembler.h"

#include <ctype.h>
#include <string.h>

/* Lines up to the directive that ends what `opener` began, which may stand in itself; NULL: it does not
 * end, which is reported. */
static const char *
read_body(struct assembler *as, const char *const *openers, const char *closer, loc_t loc)
{
    struct strbuf body = strbuf_new(as->arena);
    const char *line, *word;
    unsigned depth = 1;
    strbuf_puts(&body, "");
    for (size_t length; text_raw_line(as, &line, &length);) {
        guard_poll(as->job->guard);
        size_t word_length = text_first_word(line, length, &word);
        for (const char *const *opener = openers; *opener; opener++)
            depth += text_is_word(word, word_length, *opener);
        depth -= text_is_word(word, word_length, closer) ||
                 (strcmp(closer, ".endm") == 0 && text_is_word(word, word_length, ".endmacro"));
        if (!depth) {
            scan_skip(as);
            return body.text;
        }
        strbuf_add(&body, line, length);
        strbuf_add(&body, "\n", 1);
    }
    diag_error(as->diag, loc, assembly_unclosed, *openers, closer);
    scan_skip(as);
    return NULL;
}

struct arguments {
    const struct macro_parameter *parameters;
    const char **values;
    uint32_t count;
};

/* The parameter of that name; its value, or NULL. */
static const char *
value_of(const struct arguments *arguments, const char *word, size_t length)
{
    for (uint32_t i = 0; i < arguments->count; i++)
        if (text_is_word(word, length, arguments->parameters[i].name))
            return arguments->values[i];
    return NULL;
}

static bool
is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.';
}

/* \name, \(), \@ */
static const char *
expand_escape(struct assembler *as, struct strbuf *out, const char *p,
              const struct arguments *arguments)
{
    const char *end = p + 1;
    if (*end == '@') {
        strbuf_printf(out, "%u", as->expansions);
        return end + 1;
    }
    if (end[0] == '(' && end[1] == ')')
        return end + 2;
    while (is_word(*end))
        end++;
    /* \name.x: a name of which a part is a parameter's */
    for (const char *stop = end; stop > p + 1; stop--) {
        const char *value = value_of(arguments, p + 1, (size_t)(stop - p - 1));
        if (value && (stop == end || *stop == '.')) {
            strbuf_puts(out, value);
            return stop;
        }
    }
    strbuf_add(out, p, (size_t)(end - p));
    return end;
}

/* .altmacro: parameters without a backslash; & joins. */
static const char *
expand_word(struct strbuf *out, const char *p, const struct arguments *arguments)
{
    const char *end = p;
    while (is_word(*end))
        end++;
    const char *value = value_of(arguments, p, (size_t)(end - p));
    if (value)
        strbuf_puts(out, value);
    else
        strbuf_add(out, p, (size_t)(end - p));
    return value && *end == '&' ? end + 1 : end;
}

static void
expand(struct assembler *as, struct strbuf *out, const char *body,
       const struct arguments *arguments)
{
    for (const char *p = body; *p;) {
        size_t plain = strcspn(p, "\\");
        if (as->alternate_macros)
            for (plain = 0; p[plain] && p[plain] != '\\' && !is_word(p[plain]);)
                plain++;
        strbuf_add(out, p, plain);
        p += plain;
        if (*p == '\\')
            p = expand_escape(as, out, p, arguments);
        else if (*p)
            p = expand_word(out, p, arguments);
    }
}

/* The text of the expansion, unless it is too long. */
static void
enter(struct assembler *as, const char *name, const struct strbuf *text, loc_t loc)
{
    as->expansions++;
    scan_skip(as);
    text_enter(as, name, text->text ? text->text : "", text->length, loc, true);
}

/* ---- .macro ---- */

static bool
parse_parameter(struct assembler *as, struct macro_parameter *parameter)
{
    parameter->name = scan_expect_name(as, "a parameter");
    if (!parameter->name)
        return false;
    if (scan_accept(as, ':')) {
        const char *word = scan_word(as);
        parameter->is_required = strcmp(word, "req") == 0;
        parameter->is_rest = strcmp(word, "vararg") == 0;
        if (!parameter->is_required && !parameter->is_rest)
            return scan_missing(as, "'req' or 'vararg'");
    }
    if (!scan_accept(as, '='))
        return true;
    scan_space(&as->cursor);
    const char *start = as->cursor.next, *end = start;
    while (end < as->cursor.end && *end != ',' && !isspace((unsigned char)*end))
        end++;
    as->cursor.next = end;
    if (end - start >= 2 && *start == '"' && end[-1] == '"')
        start++, end--;
    parameter->initial = arena_strndup(as->arena, start, (size_t)(end - start));
    return true;
}

void
directive_macro(struct assembler *as, int64_t unused, loc_t loc)
{
    static const char *const openers[] = {".macro", NULL};
    enum { MAX_COUNT = 100 };
    (void)unused;
    struct macro *macro = ARENA_NEW(as->arena, struct macro);
    macro->name = scan_expect_name(as, "a macro's name");
    if (!macro->name)
        return;
    scan_accept(as, ',');
    while (!scan_at_end(as) && macro->parameters.count < MAX_COUNT) {
        struct macro_parameter parameter = {0};
        if (!parse_parameter(as, &parameter))
            return;
        vec_push(as->arena, &macro->parameters, parameter);
        scan_accept(as, ',');
    }
    if (!scan_expect_end(as))
        return;
    macro->body = read_body(as, openers, ".endm", loc);
    const struct macro *before = map_get(&as->macros, MAP_KEY(macro->name));
    if (before && before->body)
        diag_error(as->diag, loc, assembly_redefined, macro->name);
    else if (macro->body)
        map_put(&as->macros, MAP_KEY(macro->name), macro);
}

void
directive_purgem(struct assembler *as, int64_t unused, loc_t loc)
{
    (void)unused;
    const char *name = scan_expect_name(as, "a macro's name");
    struct macro *macro = name ? map_get(&as->macros, MAP_KEY(name)) : NULL;
    if (name && (!macro || !macro->body))
        diag_error(as->diag, loc, assembly_no_macro, name);
    else if (macro)
        macro->body = NULL; /* the map forgets nothing */
}

void
directive_altmacro(struct assembler *as, int64_t is_on, loc_t loc)
{
    (void)loc;
    as->alternate_macros = is_on;
}

/* An argument up to a comma or a blank outside of brackets and quotes; is_rest: up to the end. */
static const char *
parse_argument(struct assembler *as, bool is_rest)
{
    scan_space(&as->cursor);
    const char *p = as->cursor.next, *start = p, *end = as->cursor.end;
    unsigned depth = 0;
    bool in_string = false;
    int64_t value;
    if (as->alternate_macros && p < end && *p == '%') {
        as->cursor.next++;
        return scan_integer(as, &value) ? arena_printf(as->arena, "%lld", (long long)value) : "";
    }
    for (; p < end; p++) {
        in_string ^= *p == '"';
        if (in_string || is_rest)
            continue;
        bool is_blank = isspace((unsigned char)*p);
        if (!depth && (*p == ',' || is_blank)) {
            /* blanks around an operator do not end it */
            const char *next = p;
            while (next < end && isspace((unsigned char)*next))
                next++;
            if (!is_blank || next == end || *next == ',' ||
                !(strchr("+-*/|&<>", *next) || strchr("+-*/|&<>,", p[-1])))
                break;
        }
        depth += *p == '(' || *p == '[';
        depth -= depth && (*p == ')' || *p == ']');
    }
    as->cursor.next = p;
    while (p > start && isspace((unsigned char)p[-1]))
        p--;
    bool is_quoted = p - start >= 2 && *start == '"' && p[-1] == '"' && !is_rest;
    bool is_angled = as->alternate_macros && p - start >= 2 && *start == '<' && p[-1] == '>';
    return is_quoted || is_angled ? arena_strndup(as->arena, start + 1, (size_t)(p - start - 2))
                                  : arena_strndup(as->arena, start, (size_t)(p - start));
}

/* name=value; the index of the parameter, or -1. */
static int
named_argument(struct assembler *as, const struct macro *macro)
{
    struct cursor saved = as->cursor;
    const char *name = scan_name(as, &as->cursor);
    if (name && scan_accept(as, '=') && !scan_at_end(as) && *as->cursor.next != '=')
        for (uint32_t i = 0; i < macro->parameters.count; i++)
            if (macro->parameters.at[i].name == name)
                return (int)i;
    as->cursor = saved;
    return -1;
}

static bool
parse_arguments(struct assembler *as, const struct macro *macro, const char **values, loc_t loc)
{
    uint32_t count = macro->parameters.count, next = 0;
    while (!scan_at_end(as)) {
        int named = named_argument(as, macro);
        uint32_t i = named >= 0 ? (uint32_t)named : next;
        if (i >= count) {
            diag_error(as->diag, text_here(as), assembly_arguments, macro->name);
            scan_skip(as);
            return false;
        }
        values[i] = parse_argument(as, macro->parameters.at[i].is_rest);
        next = i + 1;
        scan_accept(as, ',');
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct macro_parameter *parameter = &macro->parameters.at[i];
        if (values[i] && *values[i])
            continue;
        if (parameter->is_required) {
            diag_error(as->diag, loc, assembly_argument_missing, parameter->name, macro->name);
            return false;
        }
        values[i] = parameter->initial ? parameter->initial : "";
    }
    return true;
}

bool
macro_run(struct assembler *as, const char *name, loc_t loc)
{
    const struct macro *macro = map_get(&as->macros, MAP_KEY(name));
    if (!macro || !macro->body)
        return false;
    uint32_t count = macro->parameters.count;
    struct arguments arguments = {macro->parameters.at,
                                  ARENA_ARRAY(as->arena, count + 1u, const char *), count};
    struct strbuf text = strbuf_new(as->arena);
    if (!parse_arguments(as, macro, arguments.values, loc)) {
        scan_skip(as);
        return true;
    }
    expand(as, &text, macro->body, &arguments);
    enter(as, name, &text, loc);
    return true;
}

void
directive_exitm(struct assembler *as, int64_t unused, loc_t loc)
{
    (void)unused;
    struct input *input = &vec_last(&as->inputs);
    if (!as->texts.at[input->text].is_expansion) {
        diag_error(as->diag, loc, assembly_nothing_before, ".exitm");
        return;
    }
    as->conditions.count = input->conditions;
    input->at = as->texts.at[input->text].length;
    scan_skip(as);
}

/* ---- .rept, .irp, .irpc ---- */

enum { MAX_EXPANDED = 1 << 26 };
static const char *const repeat_openers[] = {".rept", ".rep", ".irp", ".irpc", NULL};

void
directive_rept(struct assembler *as, int64_t unused, loc_t loc)
{
    (void)unused;
    int64_t count;
    const struct arguments none = {NULL, NULL, 0};
    if (!scan_integer(as, &count) || !scan_expect_end(as))
        return;
    const char *body = read_body(as, repeat_openers, ".endr", loc);
    if (!body)
        return;
    struct strbuf text = strbuf_new(as->arena);
    if (count < 0) {
        diag_error(as->diag, loc, assembly_range, "count");
        return;
    }
    for (int64_t i = 0; i < count && *body && text.length <= MAX_EXPANDED; i++) {
        guard_poll(as->job->guard);
        expand(as, &text, body, &none);
    }
    enter(as, ".rept", &text, loc);
}

/* .irp name, value, ...; .irpc name, characters */
void
directive_irp(struct assembler *as, int64_t by_character, loc_t loc)
{
    struct macro_parameter parameter = {0};
    VEC(const char *) values = {0};
    parameter.name = scan_expect_name(as, "a parameter");
    if (!parameter.name || !scan_expect(as, ','))
        return;
    while (!scan_at_end(as) && !by_character) {
        vec_push(as->arena, &values, parse_argument(as, false));
        scan_accept(as, ',');
    }
    for (; !scan_at_end(as); as->cursor.next++)
        vec_push(as->arena, &values, arena_strndup(as->arena, as->cursor.next, 1));
    const char *body = read_body(as, repeat_openers, ".endr", loc);
    struct strbuf text = strbuf_new(as->arena);
    for (uint32_t i = 0; body && i < values.count && text.length <= MAX_EXPANDED; i++) {
        struct arguments arguments = {&parameter, &values.at[i], 1};
        guard_poll(as->job->guard);
        expand(as, &text, body, &arguments);
    }
    if (body)
        enter(as, ".irp", &text, loc);
}
