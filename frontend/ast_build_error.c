/* Actions of the grammar for syntax errors: the messages, and what is kept of the broken part. */
#include "frontend/ast_build.h"

#include <string.h>

/* A missing semicolon: after what? */
static enum diag_id
missing_semicolon(const struct parser *parser, const struct syntax_error *error)
{
    if (parser->scopes.records.count)
        return DIAG_expected_semicolon_after_member;
    if (error->attribute || parser->lex.declaring)
        return parser->scopes.in_function ? DIAG_expected_semicolon_after_declaration
                                          : DIAG_expected_after_top_level_declarator;
    return DIAG_expected_semicolon_after_expression;
}

/* The message, given what could have been there instead; the first that applies. */
static enum diag_id
missing(const struct parser *parser, const struct syntax_error *error)
{
    if (error->expression && error->statement)
        return error->is_end ? DIAG_expected_closing_brace : DIAG_expected_expression;
    if (error->expression)
        return DIAG_expected_expression;
    if (error->external)
        return error->is_brace ? DIAG_extraneous_closing_brace : DIAG_expected_external_declaration;
    if (parser->scopes.records.count && error->name && error->colon)
        return DIAG_expected_member_name;
    if (error->name && error->semicolon && error->type)
        return DIAG_expected_identifier_or_parenthesis;
    if (error->block && error->semicolon && error->after_parenthesis)
        return DIAG_expected_function_body;
    if (error->semicolon)
        return missing_semicolon(parser, error);
    if (error->rparen)
        return DIAG_expected_closing_parenthesis;
    if (error->rbracket)
        return DIAG_expected_closing_bracket;
    if (error->rbrace)
        return DIAG_expected_closing_brace;
    if (error->colon)
        return DIAG_expected_colon;
    if (error->name)
        return error->type ? DIAG_expected_parameter_declarator
                           : DIAG_expected_identifier_or_parenthesis;
    return error->type ? DIAG_expected_parameter_declarator : DIAG_NONE;
}

static void
report_semicolon(struct parser *parser, const struct syntax_error *error)
{
    struct diag *diag = parser->diag;
    loc_t loc = parser->lex.previous_end;
    diag_fixit(diag, loc, 0, ";");
    if (parser->errors.jump)
        diag_error(diag, loc, expected_semicolon_after_statement, parser->errors.jump);
    else if (error->only)
        diag_error(diag, loc, expected_semicolon_after_statement, "do/while");
    else
        diag_report(diag, loc, missing_semicolon(parser, error));
}

void
build_unknown_type(struct parser *parser, const struct pp_name *name, loc_t loc)
{
    const char *word = name->text;
    const char *tag = name->tag == 's' ? "struct" : name->tag == 'u' ? "union" : "enum";
    const struct frontend_options *options = &parser->frontend->options;
    if (lex_is_other_keyword(options, word)) {
        diag_error(parser->diag, loc, version_does_not_support_qualifier, options->cl_version / 100,
                   options->cl_version / 10 % 10, word);
    } else if (name->tag) {
        diag_fixit(parser->diag, loc, 0, arena_printf(parser->arena, "%s ", tag));
        diag_error(parser->diag, loc, must_use_tag, tag, word);
    } else {
        diag_error(parser->diag, loc, unknown_type_name, word);
    }
    lex_note_since(parser, word, loc);
}

/* Notes the open bracket whose partner is missing. */
static void
note_partner(struct parser *parser, const struct syntax_error *error, enum diag_id message)
{
    static const struct {
        enum diag_id message;
        const char *closing;
    } kinds[] = {{DIAG_expected_closing_parenthesis, ")"},
                 {DIAG_expected_closing_bracket, "]"},
                 {DIAG_expected_closing_brace, "}"}};
    for (int i = 0; i < 3; i++) {
        bool is_only = error->only && strcmp(error->only, kinds[i].closing) == 0;
        if (is_only || (!error->only && message == kinds[i].message))
            lex_note_open(parser, i);
    }
}

/* Clang's wording where there is one.  A missing semicolon is reported after the token before. */
void
build_syntax_error(struct parser *parser, const struct syntax_error *error, loc_t loc)
{
    struct diag *diag = parser->diag;
    const struct pp_name *before = parser->lex.previous_name;
    enum diag_id message = missing(parser, error);
    bool is_stray = message == DIAG_expected_external_declaration;
    bool quiet = parser->lex.failed || parser->errors.quiet;
    bool is_brace = message == DIAG_extraneous_closing_brace;
    /* a misplaced brace can put many statements outside of functions: only the first is reported */
    quiet |= parser->errors.strayed && (is_stray || is_brace);
    parser->errors.strayed = (parser->errors.strayed || is_stray) && !is_brace;
    parser->errors.quiet = parser->errors.broken = true;
    if (quiet)
        return;
    if (error->is_block && parser->scopes.in_function && error->semicolon && error->attribute)
        diag_error(diag, loc, function_definition_not_allowed_here);
    else if (error->only && strcmp(error->only, "(") == 0 && before && before->keyword)
        diag_error(diag, loc, expected_token_after, "(", before->text);
    else if (error->semicolon && !error->expression && !error->external && error->is_stray)
        diag_error(diag, loc, extraneous_token, ")");
    else if (error->semicolon && !error->expression && !error->external &&
             message != DIAG_expected_identifier_or_parenthesis &&
             message != DIAG_expected_function_body)
        report_semicolon(parser, error);
    else if (error->only && strlen(error->only) <= 3)
        diag_error(diag, loc, expected_token, error->only);
    else if (error->only && strcmp(error->only, "while") == 0)
        diag_error(diag, loc, expected_while);
    else if (error->only)
        diag_error(diag, loc, expected_construct, error->only);
    else if (message)
        diag_report(diag, loc, message);
    else
        diag_error(diag, loc, unexpected_construct, error->unexpected);
    note_partner(parser, error, message);
}

/* Declares the names that a discarded declaration held, with unknown type: their uses are no
 * errors. */
static void
declare_lost(struct parser *parser, struct decl_group *group)
{
    vec_foreach (struct lost_name, lost, &parser->errors.lost) {
        struct decl *decl = build_lost(parser, lost->name, lost->loc);
        vec_push(parser->arena, &group->decls, decl);
    }
    parser->errors.lost.count = 0;
}

/* What was read of a declaration before its end was discarded; NULL: nothing. */
static struct decl_group *
rescue_group(struct parser *parser)
{
    struct decl_group *group = parser->scopes.group;
    parser->scopes.group = NULL;
    if (group && vec_last(&group->decls)->kind == DECL_VARIABLE && !vec_last(&group->decls)->init)
        vec_last(&group->decls)->init =
            build_error(parser, (struct parse_loc){vec_last(&group->decls)->loc, 0});
    if (!group && parser->errors.lost.count)
        group = ARENA_NEW(parser->arena, struct decl_group);
    if (group)
        declare_lost(parser, group);
    return group;
}

struct stmt *
build_recovered(struct parser *parser, struct parse_loc loc)
{
    struct decl_group *group = rescue_group(parser);
    parser->lex.depth[0] = parser->lex.depth[1] = 0;
    return group ? build_declaration_statement(parser, group, loc) : NULL;
}

void
build_top_recovered(struct parser *parser)
{
    struct decl_group *group = rescue_group(parser);
    if (group)
        build_top_level(parser, group);
    parser->lex.depth[0] = parser->lex.depth[1] = 0;
    parser->errors.broken = false;
    parser->scopes.records.count = 0;
}

void
build_field_recovered(struct parser *parser)
{
    parser->errors.lost.count = 0;
    vec_last(&parser->scopes.records)->is_broken = true;
}

void
build_unfinished_field(struct parser *parser)
{
    diag_fixit(parser->diag, parser->lex.previous_end, 0, ";");
    diag_warning(parser->diag, parser->lex.previous_end, missing_semicolon_after_member);
}
