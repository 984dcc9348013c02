/* Tokens tried before the parser gets them: would it shift them, and what else could stand there?
 *
 * Reductions are played through on the parser's own stack of states, as "lookahead correction" (J.
 * Denny's) does; the tables' lookahead sets alone allow too much, because they are merged (LALR).
 * Implemented in parse_machine.h: nothing else sees bison's tables. */
#ifndef OCC_FRONTEND_PARSE_TRIAL_H
#define OCC_FRONTEND_PARSE_TRIAL_H

#include "frontend/lex.h"

#include <stdbool.h>
#include <stdint.h>

typedef int16_t parse_state; /* bison's yy_state_t */

enum { TRIAL_STATES = 64 };

/* A stack on which tokens are tried: the parser's, which is only read, and new states above it. */
struct trial {
    const parse_state *top; /* of the parser's stack, as far as it was not reduced */
    parse_state overlay[TRIAL_STATES];
    int count; /* states in the overlay */
};

/* The tokens that fit at some place. */
struct trial_set {
    uint64_t kinds[2];
    const char *only; /* the name of the one that fits, if there is just one, else NULL */
};

/* Makes trial start at the parser's stack, whose innermost state is at top.  The overlay is not
 * cleared. */
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
/* Do these tokens fit one after the other?  A list ends with -1.  trial stays as it is. */
bool trial_fits(const struct trial *trial, const int *tokens);
#define FITS(trial, ...) trial_fits(trial, (const int[]){__VA_ARGS__, -1})

/* All tokens that fit; trial stays as it is. */
struct trial_set trial_expected(const struct trial *trial);
bool trial_set_has(const struct trial_set *set, int token);
/* The token's name in messages: "identifier", ";". */
const char *trial_token_name(int token);

/* What happens in a state at a token, after the rules that only rename a part. */
struct step {
    uint32_t key;      /* of the state below, the state and the token */
    parse_state state; /* renamed */
    int16_t action; /* a rule, 0: the token does not fit, or less: minus the state after it, which
                          is renamed, too */
    uint16_t then;  /* the rule that applies in that state at any token, or 0 */
};

enum { PATH_RULES = 64, STEPS_BITS = 10 };

/* The parser at work: parse_machine.h. */
struct parse_machine {
    parse_state *top;            /* of the stack of states ... */
    union parse_value *value;    /* ... and the values ... */
    struct parse_loc *loc;       /* ... and places that belong to them */
    parse_state *bottom, *limit; /* of the states */
    uint32_t size;               /* of each stack, in elements */
    int status; /* > 0: recovering from an error: tokens to shift until that is over; 3 at first, as
                   long as it discards tokens that do not fit */
    /* how the token is shifted that was tried last */
    const struct step *step; /* at once, or NULL: ... */
    bool has_path;           /* ... it is known how: */
    uint16_t path_count;     /* by these rules ... */
    uint16_t path[PATH_RULES];
    uint16_t then;      /* ... and this one after it, or 0 ... */
    struct trial trial; /* ... and that is the stack after the token */
    struct step steps[1 << STEPS_BITS];
};

static inline uint32_t
step_key(int under, int state, int token)
{
    return UINT32_C(1) << 31 | (uint32_t)under << 19 | (uint32_t)state << 7 | (uint32_t)token;
}

static inline struct step *
step_slot(struct parse_machine *machine, uint32_t key)
{
    return &machine->steps[key * UINT32_C(0x9e3779b1) >> (32 - STEPS_BITS)];
}

/* Does the parser itself take the token?  It goes on that way if this was the last one tried so. */
bool trial_machine_takes(struct parse_machine *machine, int token);

/* The same; quick where no rule with an action applies before the token. */
static inline bool
trial_machine_takes_next(struct parse_machine *machine, int token)
{
    uint32_t key = step_key(machine->top[-1], *machine->top, token);
    const struct step *step = step_slot(machine, key);
    if (step->key != key || step->action >= 0)
        return trial_machine_takes(machine, token);
    machine->step = step;
    return true;
}

#endif
