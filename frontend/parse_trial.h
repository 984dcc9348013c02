/* Tokens tried before bison gets them: would it shift them, and what else could stand there?
 *
 * Reductions are played through on the parser's own stack of states, as "lookahead correction" (J.
 * Denny's) does; the tables' lookahead sets alone allow too much, because they are merged (LALR).
 * Implemented at the end of parse.y: nothing else sees bison's tables. */
#ifndef OCC_FRONTEND_PARSE_TRIAL_H
#define OCC_FRONTEND_PARSE_TRIAL_H

#include <stdbool.h>
#include <stdint.h>

typedef int16_t parse_state; /* bison's yy_state_t */

enum { TRIAL_STATES = 64 };

/* A stack on which tokens are tried: bison's, which is only read, and new states above it. */
struct trial {
    const parse_state *top; /* of bison's stack, as far as it was not reduced */
    parse_state overlay[TRIAL_STATES];
    int count; /* states in the overlay */
};

/* The tokens that fit at some place. */
struct trial_set {
    uint64_t kinds[2];
    const char *only; /* the name of the one that fits, if there is just one, else NULL */
};

/* Makes trial start at bison's stack, whose innermost state is at top.  The overlay is not cleared:
 * this happens for every token. */
static inline void
trial_begin(struct trial *trial, const parse_state *top)
{
    trial->top = top;
    trial->count = 0;
}

void trial_copy(struct trial *to, const struct trial *from);
/* Would the parser get to shift the token?  If so, trial has shifted it; else trial is of no more
 * use. */
bool trial_shifts(struct trial *trial, int token);
/* Does bison's own stack take the token?  true is certain; false: trial_shifts must say. */
bool trial_surely_shifts(const parse_state *top, int token);
/* Do these tokens fit one after the other?  A list ends with -1.  trial stays as it is. */
bool trial_fits(const struct trial *trial, const int *tokens);
#define FITS(trial, ...) trial_fits(trial, (const int[]){__VA_ARGS__, -1})

/* All tokens that fit; trial stays as it is. */
struct trial_set trial_expected(const struct trial *trial);
bool trial_set_has(const struct trial_set *set, int token);
/* The token's name in messages: "identifier", ";". */
const char *trial_token_name(int token);

#endif
