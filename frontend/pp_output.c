/* -E: the tokens as text again, with # line markers where lines were skipped. */
#include "frontend/pp.h"

#include <stdio.h>

struct output {
    struct pp *pp;
    struct strbuf *out;
    const char *file; /* of the line that is written, interned or from #line */
    uint32_t line;
    bool at_start; /* of a line */
};

static void
move_to(struct output *o, const struct diag_place *place)
{
    if (o->file && o->file == place->file && place->line >= o->line && place->line - o->line <= 8) {
        for (; o->line < place->line; o->line++)
            strbuf_puts(o->out, "\n");
    } else {
        if (!o->at_start)
            strbuf_puts(o->out, "\n");
        strbuf_printf(o->out, "# %u \"%s\"\n", place->line, place->file);
        o->file = place->file;
        o->line = place->line;
    }
    o->at_start = true;
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
write_token(struct output *o, const struct pp_token *before, const struct pp_token *token)
{
    struct diag_place place;
    if ((token->flags & PP_LINE_START || token->kind == PP_PRAGMA || !o->file) &&
        source_resolve(o->pp->sources, token->loc, &place)) {
        move_to(o, &place);
        for (uint32_t i = 1; token->kind != PP_PRAGMA && i < place.column && i < 80; i++)
            strbuf_puts(o->out, " ");
    } else if (!o->at_start &&
               (token->flags & PP_SPACE || (before->length && runs_together(before, token)))) {
        strbuf_puts(o->out, " ");
    }
    if (token->kind == PP_PRAGMA) {
        strbuf_puts(o->out, "#pragma ");
        strbuf_add(o->out, token->text, token->length);
        strbuf_puts(o->out, "\n");
        o->line++;
        o->at_start = true;
        return;
    }
    strbuf_add(o->out, token->text, token->length);
    o->at_start = false;
}

void
frontend_preprocess(struct frontend *frontend, const char *name, const char *text, size_t length,
                    struct strbuf *out)
{
    struct pp *pp = frontend->pp;
    struct output o = {.pp = pp, .out = out, .at_start = true};
    struct pp_token token, before = {0};
    pp->for_output = true;
    if (!pp_start(pp, name, text, length))
        return;
    for (pp_next(pp, &token); token.kind != PP_END; pp_next(pp, &token)) {
        write_token(&o, &before, &token);
        before = token;
        if (token.kind == PP_PRAGMA)
            before.length = 0;
    }
    if (!o.at_start)
        strbuf_puts(out, "\n");
}
