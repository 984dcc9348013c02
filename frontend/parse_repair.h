/* Syntax errors.  Each token passes through parse_next_token on its way to the parser and is tried
 * on its stack (parse_trial.h).  A token that does not fit is repaired if some guess is likely, so
 * that the statement goes on: tokens are inserted before it, or it is deleted or replaced.
 * Otherwise the parser recovers: error productions discard what is in the brackets, the statement
 * or the declaration.  A statement has at most one message. */
#ifndef OCC_FRONTEND_PARSE_REPAIR_H
#define OCC_FRONTEND_PARSE_REPAIR_H

#include "frontend/ast_build.h"
#include "frontend/parse_trial.h"

enum { MAX_INSERTED = 16 };

/* Tokens that the parser still has to get before the lexer is asked again. */
struct repair {
    int inserted[MAX_INSERTED]; /* first these ... */
    int count, next;            /* of them, and the index of the one that comes next */
    bool has_held; /* ... then the one that was read already, described by the next three: */
    int held;
    union parse_value value;
    struct parse_loc loc;
    union parse_value type; /* of a type among the inserted ones */
    int attempts;           /* to repair at this token */
    bool names_only;        /* these parameters have no types: declarations follow, as before C89 */
    uint32_t opened_parentheses; /* inserted ones whose partners are missing as well */
};

/* parse_next.c: the next token for the parser. */
int parse_next_token(union parse_value *value, struct parse_loc *loc, struct parser *parser,
                     struct parse_machine *machine);

/* parse_repair.c */
/* An empty one, for a parser. */
struct repair *parse_repair_new(struct arena *arena);
/* Reports that the token does not fit; what would fit there decides the message. */
void parse_report(struct parser *parser, const struct trial *start, int token, loc_t loc);
/* Keeps a token until the inserted ones are taken. */
void parse_hold(struct repair *repair, int token, const union parse_value *value,
                const struct parse_loc *loc);
/* The next of the inserted tokens; value and loc become its own. */
int parse_take_inserted(struct parser *parser, union parse_value *value, struct parse_loc *loc);
/* If the code before the token, the first of its line, must have ended there and lacks only
 * brackets or a semicolon: reports and inserts them. */
bool parse_insert_end(struct parser *parser, const struct trial *start, int token,
                      const union parse_value *value, const struct parse_loc *loc);
/* Is an open parenthesis closed on this line, after the current token? */
bool parse_closes_on_line(struct parser *parser);
/* Repairs a token that does not fit; *token is then the one that the parser gets.  false: no guess
 * is likely.  recovering: it is already discarding tokens. */
bool parse_repair(struct parser *parser, const struct trial *start, int *token,
                  union parse_value *value, struct parse_loc *loc, bool recovering);

/* parse_name.c: the token to take a meaningless name for, perhaps a misspelt keyword or a type that
 * is not declared. */
int parse_unknown_name(struct parser *parser, const struct trial *start, union parse_value *value,
                       const struct parse_loc *loc);

/* parse_foreign.c: constructs of other languages. */
/* Deletes a word of C++ and what belongs to it, with a message; true: *token is the next token or,
 * after a specifier, one that makes the type unknown. */
bool parse_delete_word(struct parser *parser, const struct trial *start, int *token,
                       union parse_value *value, struct parse_loc *loc);
/* Does a name that means nothing begin an operand of C++: std::max(a, b), new int[3],
 * static_cast<int>(x)?  An expression that is known to be wrong then replaces it. */
bool parse_is_operand(struct parser *parser, const struct trial *start, const struct pp_name *name);
int parse_replace_operand(struct parser *parser, union parse_value *value, struct parse_loc *loc);
/* Deletes a construct that begins with punctuation that does not fit; true: done, read the next
 * token. */
bool parse_delete_punctuation(struct parser *parser, const struct trial *start, int token,
                              loc_t loc);
/* The same; true: another token replaces it, which fits. */
bool parse_replace_punctuation(struct parser *parser, const struct trial *start, int *token,
                               union parse_value *value, struct parse_loc *loc);
/* f(a, b) int a, b; { ... } -> f(a, b) { ... }, as before C89: from the token after the parentheses
 * up to the body. */
void parse_skip_parameter_types(struct parser *parser, int *token, union parse_value *value,
                                struct parse_loc *loc);

#endif
