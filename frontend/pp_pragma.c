/* #pragma and _Pragma.  What concerns the parser becomes a PP_PRAGMA token whose text is the pragma
 * with single blanks: "unroll 4", "OPENCL FP_CONTRACT OFF"; lex.c acts on it. */
#include "frontend/literal.h"
#include "frontend/pp.h"

#include <string.h>

static bool
word_is(const struct pp_token *token, const char *word)
{
    return token && token->kind == PP_NAME && strcmp(token->text, word) == 0;
}

/* The location of each character of the pragma's text: that of its token. */
static const loc_t *
places_of(struct pp *pp, const struct pp_list *line, size_t length)
{
    loc_t *places = ARENA_ARRAY(pp->arena, length ? length : 1, loc_t);
    size_t at = 0;
    for (const struct pp_token *token = line->first; token; token = token->next) {
        if (token != line->first && token->flags & (PP_SPACE | PP_LINE_START))
            places[at++] = token->loc;
        for (uint32_t i = 0; i < token->length; i++)
            places[at++] = token->loc;
    }
    return places;
}

static void
emit(struct pp *pp, const struct pp_list *line, loc_t loc)
{
    size_t length;
    struct pp_token made = {.kind = PP_PRAGMA, .flags = PP_LINE_START, .loc = loc};
    made.text = pp_list_text(pp, line, &length);
    made.length = (uint32_t)length;
    made.places = places_of(pp, line, length);
    struct pp_list list = {0};
    pp_list_add(&list, pp_token_new(pp, &made));
    pp_push(pp, list);
}

/* Extensions that programs enable by name; those with a macro are known through it. */
static bool
known_extension(struct pp *pp, const struct pp_token *token)
{
    static const char *const others[] = {
        "all",
        "cl_khr_gl_sharing",
        "cl_khr_gl_event",
        "cl_khr_d3d10_sharing",
        "cl_khr_icd",
        "cl_khr_select_fprounding_mode",
        "cl_amd_printf",
        "cl_amd_fp64",
        "cl_amd_vec3",
        "cl_amd_device_attribute_query",
        "cl_khr_spir",
        "cl_khr_fp64",
        "cl_khr_fp16",
        "cl_khr_3d_image_writes",
        "cl_khr_subgroups",
        "cl_khr_mipmap_image",
        "cl_nv_pragma_unroll",
        "cl_khr_depth_images",
        "cl_khr_image2d_from_buffer",
        "cl_khr_gl_msaa_sharing",
        "cl_khr_initialize_memory",
        "cl_khr_terminate_context",
        "cl_khr_srgb_image_writes",
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (word_is(token, others[i]))
            return true;
    bool is_name =
        strncmp(token->text, "cl_", 3) == 0 || strncmp(token->text, "__cl_clang_", 11) == 0;
    return is_name && pp_name(pp, token->text, token->length)->macro != NULL;
}

static void
opencl_extension(struct pp *pp, const struct pp_token *token, loc_t loc)
{
    if (!token || token->kind != PP_NAME) {
        diag_warning(pp->diag, loc, expected_extension_name_pragma_opencl);
        return;
    }
    const struct pp_token *colon = token->next, *what = colon ? colon->next : NULL;
    if (!colon || !pp_is_punct(colon, PUNCT_COLON)) {
        diag_warning(pp->diag, colon ? colon->loc : token->loc, missing_after_ignoring,
                     token->text);
        return;
    }
    if (!word_is(what, "enable") && !word_is(what, "disable") && !word_is(what, "require") &&
        !word_is(what, "begin") && !word_is(what, "end") && !word_is(what, "warn"))
        diag_warning(pp->diag, what ? what->loc : colon->loc,
                     expected_enable_disable_begin_end_ignoring);
    else if (!known_extension(pp, token))
        diag_warning(pp->diag, token->loc, unknown_opencl_extension_ignoring, token->text);
}

/* #pragma once: it means nothing in the main file. */
static void
once(struct pp *pp, loc_t loc)
{
    if (pp->file && pp->file->header)
        pp->file->header->once = true;
    else
        diag_warning(pp->diag, loc, pragma_once_main_file);
}

/* push_macro("NAME") keeps what NAME stands for, pop_macro("NAME") brings it back. */
static void
keep_macro(struct pp *pp, const struct pp_token *first)
{
    const struct pp_token *open = first->next, *text = open ? open->next : NULL;
    if (!text || !pp_is_punct(open, PUNCT_LPAREN) || text->kind != PP_STRING || !text->next ||
        !pp_is_punct(text->next, PUNCT_RPAREN)) {
        diag_warning(pp->diag, first->loc, malformed_pragma_ignored, first->text);
        return;
    }
    struct pp_name *name = pp_name(pp, text->text + 1, text->length - 2);
    if (word_is(first, "push_macro")) {
        vec_push(pp->arena, &pp->pushed, (struct pp_pushed){name, name->macro});
        return;
    }
    uint32_t i = pp->pushed.count;
    while (i > 0 && pp->pushed.at[i - 1].name != name)
        i--;
    if (i == 0) {
        if (!pp->frontend->options.is_preprocessed) /* -E's text knows no macros */
            diag_warning(pp->diag, text->loc, pop_macro_without_push, name->text);
        return;
    }
    name->macro = pp->pushed.at[i - 1].macro;
    for (pp->pushed.count--; i <= pp->pushed.count; i++)
        pp->pushed.at[i - 1] = pp->pushed.at[i];
}

/* #pragma message "text", message("text"); -Werror does not affect it. */
static void
message(struct pp *pp, const struct pp_token *token, loc_t loc)
{
    struct strbuf text = strbuf_new(pp->arena);
    for (; token; token = token->next)
        if (token->kind == PP_STRING)
            literal_string(&text, token->text, token->length);
    if (!pp->output) /* -E keeps it, and compiling that output shows the message */
        diag_warning(pp->diag, loc, pragma_message, text.text ? text.text : "");
}

/* OPENCL EXTENSION, OPENCL FP_CONTRACT, STDC FP_CONTRACT; false: none of them. */
static bool
standard_pragma(struct pp *pp, const struct pp_token *first)
{
    const struct pp_token *second = first->next, *value = second ? second->next : NULL;
    if (word_is(second, "EXTENSION") && word_is(first, "OPENCL")) {
        opencl_extension(pp, value, second->loc);
    } else if (word_is(second, "FP_CONTRACT")) {
        if (!word_is(value, "ON") && !word_is(value, "OFF") && !word_is(value, "DEFAULT"))
            diag_warning(pp->diag, value ? value->loc : second->loc,
                         expected_on_off_default_pragma_ignoring);
    } else if (word_is(first, "STDC") && second) {
        diag_warning(pp->diag, second->loc, pragma_stdc_not_supported_ignored, (int)second->length,
                     second->text);
    } else {
        return false;
    }
    return true;
}

/* #pragma unroll 16 / N: replaced by its value. */
static void
compute(struct pp *pp, struct pp_list *list)
{
    wide_int value;
    if (!pp_arithmetic(pp, list, &value))
        return;
    const char *text = wide_text(pp->arena, (wide_uint)value, true);
    struct pp_token number = *list->first;
    number.kind = PP_NUMBER;
    number.text = text;
    number.length = (uint32_t)strlen(text);
    pp_list_free(pp, list);
    pp_list_add(list, pp_token_new(pp, &number));
}

/* unroll, nounroll, pack and clang ...: N of "unroll N" may be a macro or a sum. */
static void
emit_expanded(struct pp *pp, struct pp_list *line, loc_t loc)
{
    struct pp_token *first = line->first;
    struct pp_list rest = {first->next, first->next ? line->last : NULL};
    rest = pp_expand_alone(pp, rest);
    if (word_is(first, "unroll"))
        compute(pp, &rest);
    first->next = rest.first;
    line->last = rest.last ? rest.last : first;
    emit(pp, line, loc);
}

void
pp_pragma(struct pp *pp, struct pp_list line, loc_t loc)
{
    const struct pp_token *first = line.first, *second = first ? first->next : NULL;
    bool known = !first || (word_is(first, "clang") && word_is(second, "diagnostic")) ||
                 (word_is(first, "GCC") && word_is(second, "diagnostic"));
    bool is_for_parser =
        word_is(first, "unroll") || word_is(first, "nounroll") || word_is(first, "pack") ||
        (word_is(first, "clang") && (word_is(second, "loop") || word_is(second, "fp")));
    if (word_is(first, "once")) {
        once(pp, loc);
    } else if (is_for_parser) {
        emit_expanded(pp, &line, loc);
    } else {
        if (word_is(first, "message"))
            message(pp, second, first->loc);
        else if (word_is(first, "push_macro") || word_is(first, "pop_macro"))
            keep_macro(pp, first);
        else if (!known && !standard_pragma(pp, first) && !pp->output)
            diag_warning(pp->diag, first->loc, unknown_pragma_ignored);
        if (pp->output || word_is(second, "FP_CONTRACT") || word_is(second, "EXTENSION"))
            emit(pp, &line, loc);
    }
    pp_list_free(pp, &line);
}

void
pp_pragma_operator(struct pp *pp, loc_t loc)
{
    struct pp_token open, string = {0}, close = {0};
    pp_next(pp, &open);
    if (pp_is_punct(&open, PUNCT_LPAREN))
        pp_next(pp, &string);
    if (pp_is_punct(&open, PUNCT_LPAREN) && string.kind != PP_END)
        pp_next(pp, &close); /* even after something else: then it causes no error of its own */
    if (string.kind != PP_STRING || !pp_is_punct(&close, PUNCT_RPAREN)) {
        diag_error(pp->diag, loc, _pragma_takes_parenthesized_string_literal);
        return;
    }
    if (!pp_check_length(pp, string.loc, string.length, "the operand of _Pragma"))
        return;
    char *text = arena_alloc(pp->arena, string.length);
    size_t length = 0;
    for (uint32_t i = 1; i + 1 < string.length; i++) { /* C99 6.10.9: undo \" and \\ only */
        if (string.text[i] == '\\' && i + 2 < string.length &&
            (string.text[i + 1] == '"' || string.text[i + 1] == '\\'))
            i++;
        text[length++] = string.text[i];
    }
    pp_pragma(pp, pp_scan_text(pp, text, length, loc), loc);
}
