/* -E: the tokens as text again, with # line markers where lines were skipped.  -dM: the macros. */
#include "frontend/pp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pp_output {
    struct pp *pp;
    struct strbuf *out;
    const char *file; /* of the line that is written, interned or from #line */
    uint32_t line;
    bool at_start;     /* of a line */
    bool after_pragma; /* it ended a line that goes on in the source */
};

void
pp_add_quoted(struct strbuf *out, const char *text)
{
    strbuf_puts(out, "\"");
    while (*text) {
        size_t plain = strcspn(text, "\"\\");
        strbuf_add(out, text, plain);
        text += plain;
        if (*text) {
            char escaped[2] = {'\\', *text++};
            strbuf_add(out, escaped, 2);
        }
    }
    strbuf_puts(out, "\"");
}

/* # LINE "FILE" FLAGS: 1 entered, 2 left, 3 a system header, as gcc and clang write them. */
static void
write_marker(struct pp_output *o, const struct diag_location *location, const char *flag)
{
    if (!o->at_start)
        strbuf_puts(o->out, "\n");
    if (!o->pp->frontend->options.no_line_markers) {
        strbuf_printf(o->out, "# %u ", location->line);
        pp_add_quoted(o->out, location->file);
        strbuf_printf(o->out, "%s%s\n", flag, location->is_system ? " 3" : "");
    }
    o->file = location->file;
    o->line = location->line;
    o->at_start = true;
}

static void
move_to(struct pp_output *o, const struct diag_location *location)
{
    bool near =
        o->file == location->file && location->line >= o->line && location->line - o->line <= 8;
    if (!near) {
        write_marker(o, location, "");
        return;
    }
    if (o->pp->frontend->options.no_line_markers && location->line > o->line && !o->at_start)
        o->line = location->line - 1; /* no empty lines either */
    for (; o->line < location->line; o->line++)
        if (!o->pp->frontend->options.no_line_markers || !o->at_start)
            strbuf_puts(o->out, "\n");
    o->at_start = true;
}

/* Every file that was opened appears, even if it leaves no token: caches learn from this what an
 * output depends on. */
void
pp_output_enter(struct pp *pp, const struct source_file *file)
{
    struct diag_location location = {.file = file->name, .line = 1, .is_system = file->is_system};
    if (pp->output)
        write_marker(pp->output, &location, pp->output->file ? " 1" : "");
}

void
pp_output_leave(struct pp *pp, const struct source_file *file)
{
    struct diag_location location = {.file = pp->file->source->name, .line = 0};
    if (!pp->output)
        return;
    source_resolve(pp->sources, file->included_at, &location); /* -include files: before line 1 */
    location.line++;
    write_marker(pp->output, &location, " 2");
}

void
pp_output_comment(struct pp *pp, loc_t loc, const char *text, size_t length)
{
    struct pp_output *o = pp->output;
    struct diag_location location;
    if (!o || !pp->frontend->options.keep_comments || pp->alone || pp->argument_depth ||
        !source_resolve(pp->sources, loc, &location))
        return;
    if (pp->file->flags & PP_LINE_START || o->at_start || o->line != location.line)
        move_to(o, &location);
    else
        strbuf_puts(o->out, " ");
    for (size_t i = 0; i < length; i++) { /* line ends \r\n become \n, as elsewhere */
        guard_poll_along(pp->arena->guard, text + i);
        if (text[i] != '\r' || (i + 1 < length && text[i + 1] != '\n'))
            strbuf_add(o->out, text + i, 1);
        o->line += text[i] == '\n';
    }
    o->at_start = text[1] == '/';
    if (o->at_start) /* the name of a macro that still waits for its `(` may come before it */
        strbuf_puts(o->out, "\n");
    o->line += o->at_start;
}

/* Would the two spellings run together without a blank? */
static bool
runs_together(const struct pp_token *a, const struct pp_token *b)
{
    char last = a->text[a->length - 1], first = b->text[0];
    bool word = b->kind == PP_NAME || b->kind == PP_NUMBER;
    if (a->kind == PP_NAME || a->kind == PP_NUMBER)
        return word || (a->kind == PP_NUMBER && (first == '.' || first == '+' || first == '-'));
    if (a->kind != PP_PUNCT)
        return false;
    if (b->kind == PP_NUMBER)
        return last == '.';
    if (b->kind != PP_PUNCT)
        return false;
    switch (last) {
    case '+':
    case '-':
    case '&':
    case '|':
    case '#':
    case '<':
    case '>':
    case '=':
    case '.':
    case ':':
    case '%':
        return first == last || first == '=' || (last == '-' && first == '>') ||
               (last == '<' && (first == ':' || first == '%')) || (last == '%' && first == ':');
    case '*':
    case '/':
    case '!':
    case '^':
        return first == '=' || (last == '/' && (first == '/' || first == '*'));
    default:
        return false;
    }
}

static void
write_token(struct pp_output *o, const struct pp_token *before, const struct pp_token *token)
{
    struct diag_location location;
    bool is_pragma = token->kind == PP_PRAGMA;
    if (is_pragma && !o->at_start) { /* _Pragma within a line */
        strbuf_puts(o->out, "\n");
        o->at_start = true;
        o->line++;
    }
    if ((token->flags & (PP_LINE_START | PP_AFTER_NOTHING) || is_pragma || o->after_pragma) &&
        source_resolve(o->pp->sources, token->loc, &location) &&
        (!(token->flags & PP_AFTER_NOTHING) || location.line != o->line || o->at_start)) {
        move_to(o, &location);
        for (uint32_t i = 1; !is_pragma && i < location.column && i < 80; i++)
            strbuf_puts(o->out, " ");
    } else if (!o->at_start &&
               (token->flags & PP_SPACE || (before->length && runs_together(before, token)))) {
        strbuf_puts(o->out, " ");
    }
    o->at_start = o->after_pragma = is_pragma;
    if (is_pragma)
        strbuf_puts(o->out, "#pragma ");
    strbuf_add(o->out, token->text, token->length);
    if (is_pragma) {
        strbuf_puts(o->out, "\n");
        o->line++;
    }
}

/* The body's tokens from..to-1. */
static void
write_body(struct strbuf *out, const struct pp_macro *macro, uint32_t from, uint32_t to)
{
    bool pasted = false;
    for (uint32_t i = from; i < to; i++) {
        const struct pp_token *token = &macro->body[i];
        if (pasted)
            strbuf_puts(out, " ## ");
        else if (i > from && token->flags & PP_SPACE)
            strbuf_puts(out, " ");
        if (token->flags & PP_STRINGIFY)
            strbuf_puts(out, "#");
        pasted = token->flags & PP_PASTE;
        if (token->kind == PP_VA_OPT) {
            strbuf_puts(out, "__VA_OPT__(");
            write_body(out, macro, i + 1, i + 1 + token->length);
            strbuf_puts(out, ")");
            i += token->length;
        } else {
            strbuf_add(out, token->text, token->length);
        }
    }
}

static void
write_macro(struct strbuf *out, const struct pp_macro *macro)
{
    strbuf_printf(out, "#define %s", macro->name->text);
    if (macro->is_function)
        strbuf_puts(out, "(");
    for (uint32_t i = 0; i < macro->param_count; i++) {
        bool rest = macro->is_variadic && i + 1 == macro->param_count;
        const char *name = macro->params[i]->text;
        if (rest && strcmp(name, "__VA_ARGS__") == 0)
            name = "";
        strbuf_printf(out, "%s%s%s", i ? "," : "", name, rest ? "..." : "");
    }
    strbuf_puts(out, macro->is_function ? ") " : " ");
    write_body(out, macro, 0, macro->body_count);
    strbuf_puts(out, "\n");
}

static int
order_macros(const void *a, const void *b)
{
    const struct pp_macro *const *first = a, *const *second = b;
    return strcmp((*first)->name->text, (*second)->name->text);
}

/* The macros defined after the last line, by name, without those whose body depends on the
 * location. */
static void
write_macros(struct pp *pp, struct strbuf *out)
{
    struct pp_token token;
    VEC(struct pp_macro *) macros = {0};
    do
        pp_next(pp, &token);
    while (token.kind != PP_END);
    pp_predefine_all(pp);
    for (uint32_t i = 0; i < pp->name_capacity; i++) {
        struct pp_macro *macro = pp->names[i] ? pp->names[i]->macro : NULL;
        if (macro && !macro->dynamic)
            vec_push(pp->arena, &macros, macro);
    }
    if (macros.count)
        qsort(macros.at, macros.count, sizeof *macros.at, order_macros);
    for (uint32_t i = 0; i < macros.count; i++)
        write_macro(out, macros.at[i]);
}

void
frontend_preprocess(struct frontend *frontend, const char *name, const char *text, size_t length,
                    struct strbuf *out)
{
    struct pp *pp = frontend->pp;
    struct pp_output o = {.pp = pp, .out = out, .at_start = true};
    struct pp_token token, before = {0};
    if (!frontend->options.only_macros)
        pp->output = &o;
    if (!pp_start(pp, name, text, length))
        return;
    if (frontend->options.only_macros) {
        write_macros(pp, out);
        return;
    }
    for (unsigned i = 0; pp_next(pp, &token), token.kind != PP_END; i++) {
        if (i % 16 == 0)
            guard_poll(pp->arena->guard);
        write_token(&o, &before, &token);
        before = token;
        if (token.kind == PP_PRAGMA)
            before.length = 0;
    }
    if (!o.at_start)
        strbuf_puts(out, "\n");
}
