/* Names, token lists, open files, and the two ways to get a token: pp_read and pp_next. */
#include "frontend/pp.h"
#include "frontend/keyword.h"

#include <string.h>

enum { INCLUDE_DEPTH = 200 };

/* The first free slot for a hash. */
static struct pp_name **
free_slot(struct pp *pp, uint32_t hash)
{
    uint32_t at = hash & (pp->name_capacity - 1);
    while (pp->names[at])
        at = (at + 1) & (pp->name_capacity - 1);
    return &pp->names[at];
}

static void
grow_names(struct pp *pp)
{
    struct pp_name **old = pp->names;
    uint32_t old_capacity = pp->name_capacity;
    pp->name_capacity = old_capacity ? old_capacity * 2 : 512;
    pp->names = ARENA_ARRAY(pp->arena, pp->name_capacity, struct pp_name *);
    for (uint32_t i = 0; i < old_capacity; i++) {
        if (i % 4096 == 0)
            guard_poll(pp->arena->guard);
        if (old[i])
            *free_slot(pp, old[i]->hash) = old[i];
    }
}

static bool
is_ascii(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] >= 0x80)
            return false;
    return true;
}

/* What the name means to the language before the program declares anything. */
static void
classify(const struct frontend_options *options, struct pp_name *name)
{
    name->is_foreign = !is_ascii(name->text, name->length);
    name->keyword = keyword_of_name(options, name->text);
    name->builtin_type = !name->keyword && keyword_is_type(options, name->text, name->length);
}

static struct pp_name *
new_name(struct pp *pp, const char *text, size_t length, uint32_t hash)
{
    if (pp->name_count * 2 >= pp->name_capacity)
        grow_names(pp);
    struct pp_name *name = ARENA_NEW(pp->arena, struct pp_name);
    *free_slot(pp, hash) = name;
    pp->name_count++;
    name->text = intern_text(&pp->frontend->intern, text, length);
    name->length = (uint32_t)length;
    name->hash = hash;
    classify(&pp->frontend->options, name);
    if (!name->keyword && !pp->frontend->options.is_preprocessed)
        name->macro = pp_predefined(pp, name); /* this is how predefined macros cost nothing */
    return name;
}

struct pp_name *
pp_name_hashed(struct pp *pp, const char *text, size_t length, uint32_t hash)
{
    uint32_t mask = pp->name_capacity - 1;
    for (uint32_t at = hash; mask != UINT32_MAX; at++) {
        struct pp_name *name = pp->names[at & mask];
        if (!name)
            break;
        if (name->hash == hash && name->length == length && memcmp(name->text, text, length) == 0)
            return name;
    }
    return new_name(pp, text, length, hash);
}

struct pp_name *
pp_name(struct pp *pp, const char *text, size_t length)
{
    return pp_name_hashed(pp, text, length, hash_text(text, length));
}

struct pp_token *
pp_token_new(struct pp *pp, const struct pp_token *copy)
{
    struct pp_token *token = pp->free;
    if (token)
        pp->free = token->next;
    else
        token = ARENA_NEW(pp->arena, struct pp_token);
    *token = *copy;
    token->next = NULL;
    return token;
}

void
pp_list_add(struct pp_list *list, struct pp_token *token)
{
    if (list->last)
        list->last->next = token;
    else
        list->first = token;
    list->last = token;
}

void
pp_list_free(struct pp *pp, struct pp_list *list)
{
    if (list->last) {
        list->last->next = pp->free;
        pp->free = list->first;
    }
    *list = (struct pp_list){0};
}

void
pp_push(struct pp *pp, struct pp_list list)
{
    if (list.last) {
        list.last->next = pp->pending;
        pp->pending = list.first;
    }
}

bool
pp_is_punct(const struct pp_token *token, enum pp_punct punct)
{
    return token->kind == PP_PUNCT && token->detail == punct;
}

const char *
pp_list_text(struct pp *pp, const struct pp_list *list, size_t *length)
{
    struct strbuf text = strbuf_new(pp->arena);
    for (const struct pp_token *token = list->first; token; token = token->next) {
        guard_poll_along(pp->arena->guard, token);
        if (token != list->first && token->flags & (PP_SPACE | PP_LINE_START))
            strbuf_add(&text, " ", 1);
        strbuf_add(&text, token->text, token->length);
    }
    *length = text.length;
    return text.text ? text.text : "";
}

size_t
pp_mark_length(const char *text, size_t length)
{
    return length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

struct source_text *
pp_text_copy(struct pp *pp, const char *text, size_t length)
{
    size_t mark = pp_mark_length(text, length);
    return source_text_copy(pp->sources, text + mark, length - mark);
}

bool
pp_open(struct pp *pp, const char *name, struct source_text *text, loc_t included_at)
{
    uint32_t depth = pp->file ? pp->file->depth + 1 : 0;
    if (depth > INCLUDE_DEPTH) {
        diag_error(pp->diag, included_at, include_too_deep);
        pp->stopped = true;
        return false;
    }
    struct source_file *source = text ? source_add(pp->sources, name, text, included_at) : NULL;
    if (!source) {
        diag_error(pp->diag, included_at, file_too_large, name);
        return false;
    }
    const char *word = pp_long_word(pp, text);
    if (word) {
        diag_error(pp->diag, source->base + (loc_t)(word - text->clean), token_too_long,
                   "an identifier or number", PP_MAX_TOKEN);
        return false;
    }
    struct pp_file *file = ARENA_NEW(pp->arena, struct pp_file);
    file->source = source;
    pp->bytes += text->length;
    file->pp = pp;
    file->flags = PP_LINE_START;
    file->outer = pp->file;
    file->depth = depth;
    file->bias = source->base - (uint32_t)(uintptr_t)text->clean;
    pp_scanner_start(file, text->clean, text->clean_length);
    pp->file = file;
    return true;
}

void
pp_entered(struct pp *pp, struct pp_header *header)
{
    pp->file->header = header;
    pp->file->source->is_system = header->is_system;
    pp_output_enter(pp, pp->file->source);
}

/* At the end of the innermost file. */
static void
end_conditions(struct pp *pp)
{
    while (pp->file->conditions.count)
        diag_error(pp->diag, vec_pop(&pp->file->conditions).loc,
                   unterminated_conditional_directive);
}

/* Is the token of the innermost file one of the program?  Else what it stands for is done: the file is
 * left, the directive obeyed. */
static bool
is_of_program(struct pp *pp, const struct pp_token *token)
{
    struct pp_file *file = pp->file;
    guard_poll(pp->arena->guard); /* once a line */
    if (token->kind == PP_END) {
        end_conditions(pp);
        if (!file->outer) /* the main file stays open: its end is the place of errors */
            return true;
        pp->file = file->outer;
        pp_output_leave(pp, file->source);
        return false;
    }
    if (!pp_is_punct(token, PUNCT_HASH) || file->in_directive)
        return true;
    pp_directive(pp, token->loc);
    return false;
}

/* From the pending list, or the end of what is expanded alone.  false: the file is to be read. */
static bool
read_pending(struct pp *pp, struct pp_token *token)
{
    struct pp_token *first = pp->pending;
    if (first && !pp->stopped) {
        *token = *first;
        pp->pending = first->next;
        first->next = pp->free;
        pp->free = first;
        token->next = NULL;
        return true;
    }
    if (!pp->stopped && !pp->alone && pp->file)
        return false;
    *token = (struct pp_token){.kind = PP_END};
    return true;
}

void
pp_read(struct pp *pp, struct pp_token *token)
{
    do {
        if ((pp->pending || pp->alone || pp->stopped || !pp->file) && read_pending(pp, token))
            return;
        pp_scan(token, pp->file);
    } while ((token->kind == PP_END || token->flags & PP_LINE_START) && !is_of_program(pp, token));
}

/* Does the token stay as it is?  Else what it stands for was put into pending, or obeyed. */
static bool
is_final(struct pp *pp, const struct pp_token *token)
{
    if (token->kind != PP_NAME)
        return true;
    if (token->name->macro && pp_expand(pp, token))
        return false;
    if (token->name != pp->name_pragma || pp->alone)
        return true;
    pp_pragma_operator(pp, token->loc);
    return false;
}

void
pp_next(struct pp *pp, struct pp_token *token)
{
    do
        pp_read(pp, token);
    while (!is_final(pp, token));
}

void
pp_next_scanned(struct pp *pp, struct pp_token *token)
{
    bool first = token->kind == PP_END || token->flags & PP_LINE_START;
    if ((first && !is_of_program(pp, token)) || !is_final(pp, token))
        pp_next(pp, token);
}

/* `defined` has come out of a macro: copies its operand unexpanded. */
static void
copy_defined(struct pp *pp, struct pp_list *out)
{
    struct pp_token token;
    pp_read(pp, &token);
    if (token.kind != PP_END)
        pp_list_add(out, pp_token_new(pp, &token));
    if (!pp_is_punct(&token, PUNCT_LPAREN))
        return;
    pp_read(pp, &token);
    if (token.kind != PP_END)
        pp_list_add(out, pp_token_new(pp, &token));
}

struct pp_list
pp_expand_alone(struct pp *pp, struct pp_list list)
{
    struct pp_token *saved = pp->pending;
    struct pp_list out = {0};
    struct pp_token token;
    pp->pending = list.first;
    pp->alone++;
    for (pp_next(pp, &token); token.kind != PP_END; pp_next(pp, &token)) {
        struct pp_token *made = pp_token_new(pp, &token);
        guard_poll_along(pp->arena->guard, made);
        pp_list_add(&out, made);
        if (pp->in_condition && token.kind == PP_NAME && token.name == pp->name_defined)
            copy_defined(pp, &out);
    }
    pp->alone--;
    pp->pending = saved;
    return out;
}

struct pp *
pp_new(struct frontend *frontend)
{
    struct pp *pp = ARENA_NEW(frontend->arena, struct pp);
    pp->frontend = frontend;
    pp->arena = frontend->arena;
    pp->diag = frontend->diag;
    pp->sources = frontend->sources;
    pp->name_defined = pp_name(pp, "defined", 7);
    pp->name_va_args = pp_name(pp, "__VA_ARGS__", 11);
    pp->name_va_opt = pp_name(pp, "__VA_OPT__", 10);
    pp->name_pragma = pp_name(pp, "_Pragma", 7);
    return pp;
}

/* -D NAME, NAME=VALUE, NAME(X)=VALUE */
static void
define_option(struct pp *pp, const char *option)
{
    size_t length = strlen(option);
    char *text = arena_alloc(pp->arena, length + 3);
    memcpy(text, option, length);
    char *equals = strchr(text, '=');
    if (equals)
        *equals = ' ';
    else
        memcpy(text + length, " 1", 2);
    pp_define_text(pp, "<command line>", text, strlen(text));
}

bool
pp_start(struct pp *pp, const char *name, const char *text, size_t length)
{
    const struct frontend_options *options = &pp->frontend->options;
    if (!pp_open(pp, intern_string(&pp->frontend->intern, name), pp_text_copy(pp, text, length), 0))
        return false;
    pp_output_enter(pp, pp->file->source);
    if (options->is_preprocessed)
        return true;
    for (uint32_t i = 0; i < options->pp_count; i++) {
        const char *option = options->pp[i].text;
        if (options->pp[i].kind == 'D')
            define_option(pp, option);
        else if (options->pp[i].kind == 'U')
            pp_undefine_text(pp, "<command line>", option, strlen(option));
    }
    for (uint32_t i = options->pp_count; i-- > 0;) /* the first is to be read first: open it last */
        if (options->pp[i].kind == 'i')
            pp_include_option(pp, options->pp[i].text);
    return true;
}
