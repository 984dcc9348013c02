/* Between the lex_*.c only. */
#ifndef OCC_FRONTEND_LEX_INTERNAL_H
#define OCC_FRONTEND_LEX_INTERNAL_H

#include "frontend/keyword.h"
#include "frontend/lex.h"

struct expr;

/* lex.c: reads the next preprocessing token that is no pragma, or gives it back. */
void lex_read(struct parser *parser, struct pp_token *token);
void lex_unread(struct parser *parser, const struct pp_token *token);
/* The place of a token's last character; of an expansion's, the token itself. */
static inline loc_t
lex_token_end(const struct pp_token *token)
{
    uint32_t length = token->flags & PP_EXPANDED ? 0 : token->length;
    return token->loc + length - (length > 0);
}

/* lex_pragma.c: obeys a pragma token, for what follows it. */
void lex_obey_pragma(struct parser *parser, const struct pp_token *token);

/* lex_keyword.c */
/* The keyword that a token is, or 0. */
int lex_keyword_of(const struct pp_token *token);
/* Is the feature that the reserved word needs available?  Reports if not. */
bool lex_has_keyword(struct parser *parser, const struct keyword *keyword, loc_t loc);
/* The keyword that the name was probably meant to be, or NULL. */
const struct keyword *lex_find_similar_keyword(const struct pp_name *name);

/* lex_literal.c: a token of the kind as a constant; the bison token for it.  lex_leaf makes an
 * expression of the kind at the token. */
struct expr *lex_leaf(struct parser *parser, int kind, const struct pp_token *token);
int lex_number(struct parser *parser, const struct pp_token *token, union parse_value *value);
int lex_char(struct parser *parser, const struct pp_token *token, union parse_value *value);
int lex_string(struct parser *parser, const struct pp_token *first, union parse_value *value);
/* A name: is it the L of L'x'?  Then lex_wide takes both tokens. */
bool lex_is_before_wide(struct parser *parser);
static inline bool
lex_is_wide_prefix(struct parser *parser, const struct pp_token *token)
{
    return token->length == 1 && token->text[0] == 'L' && lex_is_before_wide(parser);
}
int lex_wide(struct parser *parser, const struct pp_token *prefix, union parse_value *value);

#endif
