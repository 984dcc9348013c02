/* Wrong rules made of a right one: another letter, exchanged arguments, another operation or constant in the
 * replacement; a constant or a repeated letter of the pattern that may be anything; no condition. */
#include "test/midend/rules/rules.h"

#include <stdio.h>
#include <string.h>

const char *
token_name(unsigned token)
{
    static const char *const names[] = {
        "A",     "B",     "C",        "D",     "K",    "L",       "ZERO",      "ZERO32", "ONE",
        "ONES",  "TRUE",  "FALSE",    "POWER", "FONE", "FMINUS1", "FNZERO",    "ONCE",   "LOG2_K",
        "RCP_K", "LOW_K", "AMOUNT_K", "AS_C",  "AS_K", "AS_L",    "AS_A_ZERO", "AS_I32", "END"};
    _Static_assert(sizeof names / sizeof *names == END - A + 1, "a name for each token");
    return token < IR_OPS ? ir_op_name[token] : names[token - A];
}

/* The length of the term. */
static unsigned
length_of(const uint16_t *term)
{
    unsigned length = 1;
    if (*term >= IR_OPS)
        return *term == ONCE || *term == AS_C || *term == AS_K || *term == AS_L || *term == AS_I32
                   ? 1 + length_of(term + 1)
                   : 1;
    for (unsigned i = 0; i < ir_op_info[*term].args; i++)
        length += length_of(term + length);
    return length;
}

static bool
has_token(const uint16_t *list, unsigned token)
{
    while (*list != END && *list != token && !(token == K && *list == POWER))
        list++;
    return *list != END;
}

/* The next operation with as many arguments, of the same types. */
static uint16_t
other_op(uint16_t op)
{
    uint16_t other = op;
    do
        other = (uint16_t)((other + 1) % IR_OPS);
    while (ir_op_info[other].args != ir_op_info[op].args ||
           ir_op_info[other].rule != ir_op_info[op].rule);
    return other;
}

static bool
exchange(uint16_t *list, unsigned at, unsigned first)
{
    unsigned one = at + 1, copy[2] = {0};
    for (unsigned i = 0; i < first; i++)
        one += length_of(list + one);
    copy[0] = length_of(list + one);
    copy[1] = length_of(list + one + copy[0]);
    uint16_t terms[MAX_TERMS];
    memcpy(terms, list + one + copy[0], copy[1] * sizeof *terms);
    memcpy(terms + copy[1], list + one, copy[0] * sizeof *terms);
    bool same = memcmp(terms, list + one, (copy[0] + copy[1]) * sizeof *terms) == 0;
    memcpy(list + one, terms, (copy[0] + copy[1]) * sizeof *terms);
    return !same;
}

/* Mutants of one token of the replacement; counts *number down. */
static bool
mutate_token(struct rule *mutant, unsigned at, unsigned *number, char what[80])
{
    uint16_t *list = mutant->replacement, token = list[at];
    for (uint16_t other = A; token <= L && token >= A && other <= L; other++) {
        if (other == token || !has_token(mutant->pattern, other) || (*number)-- != 0)
            continue;
        list[at] = other;
        snprintf(what, 80, "%s for %s at %u", token_name(other), token_name(token), at);
        return true;
    }
    if (token == ZERO || token == ONE || token == ONES) {
        uint16_t other = token == ONE ? ZERO : ONE;
        if ((*number)-- != 0)
            return false;
        list[at] = other;
        snprintf(what, 80, "%s for %s at %u", token_name(other), token_name(token), at);
        return true;
    }
    if (token >= IR_OPS)
        return false;
    uint16_t other = other_op(token);
    if (other != token && (*number)-- == 0) {
        list[at] = other;
        snprintf(what, 80, "%s for %s at %u", token_name(other), token_name(token), at);
        return true;
    }
    for (unsigned i = 0; i + 1 < ir_op_info[token].args; i++) {
        struct rule before = *mutant;
        bool commutes = ir_op_info[token].flags & IR_COMMUTES ||
                        ((token == IR_OP_fma || token == IR_OP_fmad) && i == 0);
        if (commutes || !exchange(list, at, i) || (*number)-- != 0) {
            *mutant = before;
            continue;
        }
        snprintf(what, 80, "arguments %u and %u of %s at %u exchanged", i, i + 1, token_name(token),
                 at);
        return true;
    }
    return false;
}

/* A pattern that asks for less. */
static bool
loosen_token(struct rule *mutant, unsigned at, unsigned *number, char what[80])
{
    uint16_t *list = mutant->pattern, token = list[at];
    bool is_constant = token >= ZERO && token <= FNZERO;
    bool is_repeated = false;
    for (unsigned i = 0; i < at; i++)
        is_repeated |= token >= A && token <= L && list[i] == token;
    if ((!is_constant && !is_repeated) || (*number)-- != 0)
        return false;
    uint16_t free = is_constant || token >= K ? K : A;
    while (has_token(list, free) && free <= L)
        free++;
    if (free > L || (free == K && !is_constant && token < K)) {
        *what = 0; /* the pattern stays */
        return true;
    }
    list[at] = token == POWER ? K : free;
    snprintf(what, 80, "any value for %s at %u", token_name(token), at);
    return true;
}

bool
rule_mutate(struct rule *mutant, const struct rule *rule, unsigned number, char what[80])
{
    *mutant = *rule;
    if (rule->holds && number-- == 0) {
        mutant->holds = NULL;
        snprintf(what, 80, "no condition");
        return true;
    }
    for (unsigned at = 0; rule->replacement[at] != END; at++)
        if (mutate_token(mutant, at, &number, what))
            return true;
    for (unsigned at = 1; rule->pattern[at] != END; at++)
        if (loosen_token(mutant, at, &number, what))
            return true;
    return false;
}
