/* Directives (C99 6.10): #include, #if and its family, #line, #error, #warning, #pragma. */
#include "frontend/literal.h"
#include "frontend/pp.h"
#include "support/suggest.h"

#include <string.h>

enum { CONDITION_DEPTH = 1000 };
enum test { TEST_IF, TEST_IFDEF, TEST_IFNDEF, TEST_NONE };

/* What ends a branch and starts another one. */
static const struct branch {
    const char *name;
    uint8_t test; /* enum test */
    bool is_extension;
} branches[] = {{"else", TEST_NONE, false},
                {"elif", TEST_IF, false},
                {"elifdef", TEST_IFDEF, true},
                {"elifndef", TEST_IFNDEF, true}};

enum { BRANCHES = sizeof branches / sizeof *branches };

static struct pp_list
read_line(struct pp *pp, int scan(struct pp_token *token, struct pp_file *file))
{
    struct pp_list line = {0};
    struct pp_token token;
    pp->line_end = 0;
    while (pp->file->in_directive && scan(&token, pp->file) != PP_NEWLINE)
        pp_list_add(&line, pp_token_new(pp, &token));
    if (!pp->file->in_directive)
        pp->line_end = token.loc;
    return line;
}

struct pp_list
pp_read_line(struct pp *pp)
{
    return read_line(pp, pp_scan);
}

loc_t
pp_line_end(const struct pp *pp, loc_t otherwise)
{
    return pp->line_end ? pp->line_end : otherwise;
}

static void
end_line(struct pp *pp, const char *directive)
{
    struct pp_list line = pp_read_line(pp);
    if (line.first)
        diag_warning(pp->diag, line.first->loc, extra_tokens_at_directive, directive);
    pp_list_free(pp, &line);
}

static void
skip_line(struct pp *pp)
{
    struct pp_list line = pp_read_line(pp);
    pp_list_free(pp, &line);
}

static bool
token_is(const struct pp_token *token, const char *text)
{
    return token->kind == PP_NAME && token->length == strlen(text) &&
           memcmp(token->text, text, token->length) == 0;
}

static const struct branch *
find_branch(const struct pp_token *token)
{
    for (int i = 0; i < BRANCHES; i++)
        if (token_is(token, branches[i].name))
            return &branches[i];
    return NULL;
}

/* Does the branch that starts on this line count?  Reads the line. */
static bool
evaluate(struct pp *pp, enum test test, const char *directive, loc_t loc)
{
    if (test == TEST_NONE) {
        end_line(pp, directive);
        return true;
    }
    struct pp_list line = pp_read_line(pp);
    if (test == TEST_IF)
        return pp_condition(pp, line, loc);
    const struct pp_token *token = line.first;
    bool defined = false;
    if (!token || token->kind != PP_NAME)
        diag_report(pp->diag, token ? token->loc : pp_line_end(pp, loc),
                    token ? DIAG_macro_name_must_identifier : DIAG_macro_name_missing);
    else {
        defined = token->name->macro;
        if (token->next)
            diag_warning(pp->diag, token->next->loc, extra_tokens_at_directive, directive);
    }
    pp_list_free(pp, &line);
    return defined == (test == TEST_IFDEF);
}

/* A new branch of the innermost condition, whether it counts or not. */
static void
begin_branch(struct pp *pp, const struct branch *branch, loc_t loc)
{
    struct pp_condition *condition = &vec_last(&pp->file->conditions);
    if (branch->is_extension)
        diag_warning(pp->diag, loc, elifdef_is_extension, branch->name);
    if (condition->seen_else)
        diag_error(pp->diag, loc, directive_after_else, branch->name);
    condition->seen_else |= branch->test == TEST_NONE;
}

/* Skips a branch that does not count, up to and including the #elif that does, the #else or the
 * #endif. */
static void
skip_branch(struct pp *pp)
{
    struct pp_file *file = pp->file;
    uint32_t depth = 0;
    struct pp_token token;
    file->skipping = true;
    /* straight from the scanner: tokens of the branch mean nothing, but for # at the start of a
     * line */
    while (pp_skip(file), pp_scan(&token, file) != PP_END) {
        if (!(token.flags & PP_LINE_START) || !pp_is_punct(&token, PUNCT_HASH))
            continue;
        guard_poll(pp->arena->guard);
        file->in_directive = true;
        pp_scan(&token, file);
        struct pp_condition *condition = &vec_last(&file->conditions);
        /* nested conditions are skipped as a whole: of their directives only #endif counts */
        const struct branch *branch = depth == 0 ? find_branch(&token) : NULL;
        if (token.kind == PP_NEWLINE)
            continue;
        if (token_is(&token, "if") || token_is(&token, "ifdef") || token_is(&token, "ifndef")) {
            depth++;
        } else if (token_is(&token, "endif")) {
            if (depth-- == 0) {
                file->skipping = false;
                (void)vec_pop(&file->conditions);
                end_line(pp, "endif");
                return;
            }
        } else if (branch) {
            begin_branch(pp, branch, token.loc);
            if (!condition->taken) {
                file->skipping = false;
                if (evaluate(pp, (enum test)branch->test, branch->name, token.loc)) {
                    condition->taken = true;
                    return;
                }
                file->skipping = true;
            }
        }
        skip_line(pp);
    }
    file->skipping = false;
}

static void
directive_if(struct pp *pp, loc_t loc, int test)
{
    static const char *const names[] = {"if", "ifdef", "ifndef"};
    bool taken = evaluate(pp, (enum test)test, names[test], loc);
    if (pp->file->conditions.count >= CONDITION_DEPTH)
        diag_fatal(pp->diag, loc, conditionals_too_deep, CONDITION_DEPTH);
    vec_push(pp->arena, &pp->file->conditions, (struct pp_condition){.loc = loc, .taken = taken});
    if (!taken)
        skip_branch(pp);
}

/* After a branch that counted. */
static void
directive_else(struct pp *pp, loc_t loc, int which)
{
    const struct branch *branch = &branches[which];
    if (!pp->file->conditions.count) {
        diag_error(pp->diag, loc, directive_without_if, branch->name);
        skip_line(pp);
        return;
    }
    begin_branch(pp, branch, loc);
    if (branch->test == TEST_NONE)
        end_line(pp, branch->name);
    else
        skip_line(pp);
    skip_branch(pp);
}

static void
directive_endif(struct pp *pp, loc_t loc, int which)
{
    (void)which;
    if (pp->file->conditions.count)
        (void)vec_pop(&pp->file->conditions);
    else
        diag_error(pp->diag, loc, endif_without_if);
    end_line(pp, "endif");
}

static void
directive_define(struct pp *pp, loc_t loc, int which)
{
    (void)which;
    pp_define(pp, pp_read_line(pp), loc);
}

static void
directive_undef(struct pp *pp, loc_t loc, int which)
{
    (void)which;
    pp_undefine(pp, pp_read_line(pp), loc);
}

static void
directive_include(struct pp *pp, loc_t loc, int next)
{
    if (!pp_check_header(pp)) {
        struct pp_list rest = pp_read_line(pp);
        pp_list_free(pp, &rest);
        return;
    }
    pp_scanner_want_header(pp->file);
    struct pp_list line = read_line(pp, pp_scan_any);
    if (line.first && line.first->kind == PP_NAME) { /* #include MACRO */
        line = pp_expand_alone(pp, line);
        struct pp_token *first = line.first;
        if (first && pp_is_punct(first, PUNCT_LESS)) {
            size_t length;
            const char *text = pp_list_text(pp, &line, &length);
            struct pp_token header = *first;
            header.kind = PP_HEADER;
            header.text = text;
            header.length = (uint32_t)length;
            pp_list_free(pp, &line);
            pp_list_add(&line, pp_token_new(pp, &header));
        }
    }
    if (!line.first || (line.first->kind != PP_STRING && line.first->kind != PP_HEADER)) {
        diag_error(pp->diag, line.first ? line.first->loc : pp_line_end(pp, loc),
                   expected_filename_filename);
        pp_list_free(pp, &line);
        return;
    }
    if (line.first->next)
        diag_warning(pp->diag, line.first->next->loc, extra_tokens_at_include);
    struct pp_token header = *line.first;
    pp_list_free(pp, &line);
    if (pp_check_length(pp, header.loc, header.length, "the name of a file"))
        pp_include(pp, &header, loc, next);
}

/* A number of decimal digits, at most INT32_MAX; -1: it is none. */
static int64_t
line_number(const struct pp_token *token)
{
    int64_t number = 0;
    if (!token || token->kind != PP_NUMBER)
        return -1;
    for (uint32_t i = 0; i < token->length; i++) {
        if (token->text[i] < '0' || token->text[i] > '9' || number > INT32_MAX)
            return -1;
        number = number * 10 + (token->text[i] - '0');
    }
    return number <= INT32_MAX ? number : -1;
}

/* The file name of #line: a string literal whose escapes count, unless they make no sense (C:\dir).
 * NULL: it is none. */
static const char *
line_name(struct pp *pp, const struct pp_token *token)
{
    struct strbuf text = strbuf_new(pp->arena);
    if (token->kind != PP_STRING || token->length > PP_MAX_TOKEN)
        return NULL;
    enum diag_id row = literal_string(&text, token->text, token->length);
    if (row && row != DIAG_bad_string_encoding)
        return intern_text(&pp->frontend->intern, token->text + 1, token->length - 2);
    return intern_text(&pp->frontend->intern, text.text ? text.text : "", text.length);
}

/* #line 12 "file", and a line marker of a preprocessor's output: # 12 "file" 1 3.  Of the marker's
 * flags only 3 (a system header) means something here; 1 and 2 (entered, left) follow from the
 * lines themselves. */
static void
set_line(struct pp *pp, struct pp_list line, loc_t loc, bool is_marker)
{
    const struct pp_token *token = line.first, *name = token ? token->next : NULL;
    const struct pp_token *flag = name ? name->next : NULL;
    int64_t number = line_number(token);
    const char *file = name ? line_name(pp, name) : NULL;
    bool is_system = false;
    for (; is_marker && flag; flag = flag->next)
        is_system |= line_number(flag) == 3;
    if (number < 0)
        diag_error(pp->diag, token ? token->loc : pp_line_end(pp, loc),
                   line_directive_requires_positive_integer);
    else if (name && !file)
        diag_error(pp->diag, name->loc, invalid_filename_line_directive);
    else
        source_set_line(pp->sources, loc, (uint32_t)number, file, is_system);
    if (flag)
        diag_warning(pp->diag, flag->loc, extra_tokens_at_line);
    pp_list_free(pp, &line);
}

static void
directive_line(struct pp *pp, loc_t loc, int which)
{
    (void)which;
    set_line(pp, pp_expand_alone(pp, pp_read_line(pp)), loc, false);
}

static void
directive_message(struct pp *pp, loc_t loc, int level)
{
    size_t length;
    struct pp_list line = pp_read_line(pp);
    const char *text = pp_list_text(pp, &line, &length);
    if (level == DIAG_ERROR)
        diag_error(pp->diag, loc, error_directive, text);
    else
        diag_warning(pp->diag, loc, warning_directive, text);
    pp_list_free(pp, &line);
}

/* #ident "text" and its older name: a note for object files, which has no place in ours. */
static void
directive_ident(struct pp *pp, loc_t loc, int which)
{
    struct pp_list line = pp_read_line(pp);
    const struct pp_token *text = line.first;
    (void)which;
    diag_warning(pp->diag, loc, ident_is_extension);
    if (!text || text->kind != PP_STRING || text->next)
        diag_error(pp->diag, text ? text->loc : loc, invalid_ident);
    pp_list_free(pp, &line);
}

static void
directive_pragma(struct pp *pp, loc_t loc, int which)
{
    (void)which;
    pp_pragma(pp, pp_read_line(pp), loc);
}

static const struct directive {
    const char *name;
    void (*obey)(struct pp *pp, loc_t loc, int which); /* reads the rest of the line */
    int which;
} directives[] = {
    {"if", directive_if, TEST_IF},
    {"ifdef", directive_if, TEST_IFDEF},
    {"ifndef", directive_if, TEST_IFNDEF},
    {"else", directive_else, 0}, /* numbers of branches[] */
    {"elif", directive_else, 1},
    {"elifdef", directive_else, 2},
    {"elifndef", directive_else, 3},
    {"endif", directive_endif, 0},
    {"define", directive_define, 0},
    {"undef", directive_undef, 0},
    {"include", directive_include, false},
    {"include_next", directive_include, true},
    {"line", directive_line, 0},
    {"pragma", directive_pragma, 0},
    {"error", directive_message, DIAG_ERROR},
    {"warning", directive_message, DIAG_WARNING},
    {"ident", directive_ident, 0},
    {"sccs", directive_ident, 0},
};

/* Obeys the directive that was probably meant, so that what depends on it is not wrong as well. */
static void
unknown_directive(struct pp *pp, const struct pp_token *token, loc_t hash)
{
    struct suggestion near = suggest_begin(arena_strndup(pp->arena, token->text, token->length));
    const struct directive *meant = NULL;
    for (size_t i = 0; token->kind == PP_NAME && i < sizeof directives / sizeof *directives; i++) {
        suggest_offer(&near, directives[i].name, strlen(directives[i].name));
        if (near.best == directives[i].name)
            meant = &directives[i];
    }
    if (!meant) {
        diag_error(pp->diag, hash, invalid_preprocessing_directive);
        skip_line(pp);
        return;
    }
    diag_fixit(pp->diag, token->loc, token->loc + token->length - 1, near.best);
    diag_error(pp->diag, token->loc, directive_did_you_mean, near.best);
    meant->obey(pp, token->loc, meant->which);
}

void
pp_directive(struct pp *pp, loc_t hash)
{
    struct pp_token token;
    pp->file->in_directive = true;
    pp_scan(&token, pp->file);
    if (token.kind == PP_NEWLINE) /* the null directive */
        return;
    for (size_t i = 0; i < sizeof directives / sizeof *directives; i++) {
        if (token_is(&token, directives[i].name)) {
            directives[i].obey(pp, token.loc, directives[i].which);
            return;
        }
    }
    if (token.kind == PP_NUMBER) {
        struct pp_list line = {0};
        pp_list_add(&line, pp_token_new(pp, &token));
        struct pp_list rest = pp_read_line(pp);
        line.first->next = rest.first;
        line.last = rest.last ? rest.last : line.first;
        set_line(pp, line, token.loc, true);
        return;
    }
    unknown_directive(pp, &token, hash);
}
