/* The parser: bison's tables at work, and what would happen if they were (parse_trial.h).  Only
 * parse.y includes this, below what parse_machine.m4 makes of the grammar; nothing else sees the
 * tables.
 *
 * It does what bison's own parser does, in the same order, with two differences that save most of
 * its time.  Each token is tried before it is taken (parse_next.c): the rules that lead to it are
 * kept, so the tables are asked once.  And most rules of an expression only rename their one part
 * (unary: postfix; cast: unary; ...): such steps are taken at once, and remembered. */
#ifndef OCC_FRONTEND_PARSE_MACHINE_H
#define OCC_FRONTEND_PARSE_MACHINE_H

#include <string.h>

_Static_assert(_Generic((yy_state_t)0, parse_state : 1, default : 0), "trials read the stack");
_Static_assert(TOKEN_KINDS <= 128 && STATES <= 4096, "struct trial_set and step_key hold them");

enum {
    STACK_START = 256,   /* elements of the stack at first ... */
    STACK_LIMIT = 99999, /* ... and at most: for long `else if` chains; what recurses has its own
                            limits */
    STACK_MARGIN = 2 * TRIAL_STATES /* what one token can add, at most */
};

/* The state after a rule whose result lies on that state. */
static inline int
after_rule(int rule, int state)
{
    int left = yyr1[rule] - TOKEN_KINDS, to = yypgoto[left] + state;
    return to >= 0 && to <= LAST_ENTRY && yycheck[to] == state ? yytable[to] : yydefgoto[left];
}

/* What the tables say in that state: a rule, 0: it does not fit, or less: minus the next state. */
static inline int
action(int state, int token)
{
    int at = yypact[state];
    if (at == BY_DEFAULT)
        return yydefact[state];
    at += token;
    if (at < 0 || at > LAST_ENTRY || yycheck[at] != token)
        return yydefact[state];
    return yytable[at] == NOT_ALLOWED ? 0 : -yytable[at];
}

/* Has the rule one part, and leaves it as it is? */
static inline bool
only_renames(int rule)
{
    return yyr2[rule] == 1 && !has_action[rule];
}

/* The rule that applies in the state whatever the token is, or 0. */
static inline int
rule_at_once(int state)
{
    return yypact[state] == BY_DEFAULT && state != ACCEPTING_STATE ? yydefact[state] : 0;
}

static struct step
find_step(int under, int state, int token)
{
    struct step step = {.key = step_key(under, state, token)};
    int what, then = 0;
    while ((what = action(state, token)) > 0 && only_renames(what))
        state = after_rule(what, under);
    step.state = (parse_state)state;
    while (what < 0 && (then = rule_at_once(-what)) && only_renames(then))
        what = -after_rule(then, state);
    step.action = (int16_t)what;
    step.then = (uint16_t)then;
    return step;
}

static inline struct step
remember_step(struct parse_machine *machine, int under, int state, int token)
{
    uint32_t key = step_key(under, state, token);
    struct step *step = step_slot(machine, key);
    if (step->key != key)
        *step = find_step(under, state, token);
    return *step;
}

/* trial_shifts, with the steps remembered in machine and the path kept there, unless it is NULL.
 * The innermost state is not kept on the stack: below it are the overlay's count states, then the
 * parser's without the first. */
static inline __attribute__((always_inline)) bool
walk(struct trial *trial, int token, struct parse_machine *machine)
{
    uint32_t count = (uint32_t)trial->count, taken = !count, rules = 0;
    int state = count ? trial->overlay[--count] : *trial->top;
    struct step step;
    for (;;) {
        int under = count ? trial->overlay[count - 1] : *(trial->top - taken);
        step =
            machine ? remember_step(machine, under, state, token) : find_step(under, state, token);
        if (step.action == 0 || count > TRIAL_STATES - 2)
            return false;
        if (step.action < 0)
            break;
        if (machine && rules < PATH_RULES)
            machine->path[rules] = (uint16_t)step.action;
        rules++;
        uint32_t length = yyr2[step.action];
        if (length == 0) {
            trial->overlay[count++] = step.state;
        } else {
            uint32_t fresh = length - 1 < count ? length - 1 : count;
            count -= fresh;
            taken += length - 1 - fresh;
        }
        under = count ? trial->overlay[count - 1] : *(trial->top - taken);
        state = after_rule(step.action, under);
    }
    trial->overlay[count] = step.state;
    trial->overlay[count + 1] = (parse_state)-step.action;
    trial->count = (int)count + 2;
    trial->top -= taken;
    if (machine) {
        machine->has_path = rules <= PATH_RULES;
        machine->path_count = (uint16_t)rules;
        machine->then = step.then;
    }
    return true;
}

bool
trial_shifts(struct trial *trial, int token)
{
    return walk(trial, token, NULL);
}

bool
trial_machine_takes(struct parse_machine *machine, int token)
{
    trial_begin(&machine->trial, machine->top);
    return walk(&machine->trial, token, machine);
}

/* Applies a rule to the values and places. */
static void
apply(struct parse_machine *machine, struct parser *parser, int rule)
{
    int length = yyr2[rule];
    union parse_value *values = machine->value;
    struct parse_loc *locs = machine->loc, loc = *locs;
    machine->value = values + 1 - length;
    machine->loc = locs + 1 - length;
    loc.first = length ? machine->loc->first : loc.last;
    act(parser, rule, values, locs, machine->value, &loc, &machine->status);
    *machine->loc = loc;
}

/* The same, with its states. */
static inline void
reduce(struct parse_machine *machine, struct parser *parser, int rule)
{
    if (!only_renames(rule))
        apply(machine, parser, rule);
    parse_state *under = machine->top - yyr2[rule];
    under[1] = (parse_state)after_rule(rule, *under);
    machine->top = under + 1;
}

static inline void
note_shift(struct parse_machine *machine)
{
    if (machine->status > 0)
        machine->status--;
}

/* Applies the rules that need no token.  What they do may decide what the next token is. */
static void
settle(struct parse_machine *machine, struct parser *parser)
{
    int rule;
    while ((rule = rule_at_once(*machine->top)))
        reduce(machine, parser, rule);
}

static inline void
push(struct parse_machine *machine, int state, const union parse_value *value, struct parse_loc loc)
{
    *++machine->top = (parse_state)state;
    *++machine->value = *value;
    *++machine->loc = loc;
}

/* Shifts a token that needs no rule with an action before it. */
static inline void
take_step(struct parse_machine *machine, struct parser *parser, const union parse_value *value,
          struct parse_loc loc)
{
    const struct step *step = machine->step;
    machine->step = NULL;
    *machine->top = step->state;
    push(machine, -step->action, value, loc);
    note_shift(machine);
    if (step->then) {
        reduce(machine, parser, step->then);
        settle(machine, parser);
    }
}

/* Goes the path to the token, shifts it and settles. */
static inline void
follow_path(struct parse_machine *machine, struct parser *parser, const union parse_value *value,
            struct parse_loc loc)
{
    const struct trial *trial = &machine->trial;
    machine->has_path = false;
    for (uint32_t i = 0; i < machine->path_count; i++)
        apply(machine, parser, machine->path[i]);
    machine->top = machine->bottom + (trial->top - machine->bottom);
    for (int i = 0; i < trial->count - 1; i++)
        *++machine->top = trial->overlay[i];
    push(machine, trial->overlay[trial->count - 1], value, loc);
    note_shift(machine);
    if (machine->then) {
        reduce(machine, parser, machine->then);
        settle(machine, parser);
    }
}

/* Bison's recovery: drops states until one takes the error token.  The token that does not fit is
 * tried again unless it was already; *has_token: it is still there.  false: nothing takes it. */
static bool
recover(struct parse_machine *machine, struct parser *parser, int token,
        const union parse_value *value, struct parse_loc loc, bool *has_token)
{
    struct parse_loc range = loc;
    if (!machine->status) {
        struct trial trial;
        trial_begin(&trial, machine->top);
        parse_report(parser, &trial, token, loc.first);
    }
    if (machine->status == 3) {
        if (token == TOKEN_END)
            return false;
        *has_token = false;
    }
    machine->status = 3;
    int next;
    while ((next = action(*machine->top, YYSYMBOL_YYerror)) >= 0) {
        if (machine->top == machine->bottom)
            return false;
        range = *machine->loc;
        machine->top--;
        machine->value--;
        machine->loc--;
    }
    push(machine, -next, value, (struct parse_loc){range.first, loc.last});
    settle(machine, parser);
    return true;
}

/* A stack of more elements.  The state below the first is read, but means nothing. */
static void
enlarge(struct parse_machine *machine, struct arena *arena, uint32_t size)
{
    parse_state *states = (parse_state *)ARENA_ARRAY(arena, size + 1, parse_state) + 1;
    union parse_value *values = ARENA_ARRAY(arena, size, union parse_value);
    struct parse_loc *locs = ARENA_ARRAY(arena, size, struct parse_loc);
    size_t top = (size_t)(machine->top - machine->bottom);
    if (machine->bottom) {
        memcpy(states, machine->bottom, (top + 1) * sizeof *states);
        memcpy(values, machine->value - top, (top + 1) * sizeof *values);
        memcpy(locs, machine->loc - top, (top + 1) * sizeof *locs);
    }
    machine->bottom = states;
    machine->limit = states + (size < STACK_LIMIT ? size - STACK_MARGIN : STACK_LIMIT);
    machine->top = states + top;
    machine->value = values + top;
    machine->loc = locs + top;
    machine->size = size;
}

/* Makes room for what the next token adds; false: too deep, an error was reported. */
static bool
make_room(struct parse_machine *machine, struct parser *parser, loc_t loc)
{
    if (machine->top - machine->bottom >= STACK_LIMIT) {
        diag_error(parser->diag, loc, program_too_deep);
        return false;
    }
    enlarge(machine, parser->arena, 2 * machine->size);
    return true;
}

/* The next action at a token whose path is not known; *has_token: it was not shifted.  false: the
 * parser cannot go on. */
static bool
go_on(struct parse_machine *machine, struct parser *parser, int token,
      const union parse_value *value, struct parse_loc loc, bool *has_token)
{
    int what = action(*machine->top, token);
    if (what == 0)
        return recover(machine, parser, token, value, loc, has_token);
    if (what > 0) {
        reduce(machine, parser, what);
    } else {
        push(machine, -what, value, loc);
        note_shift(machine);
        *has_token = false;
    }
    settle(machine, parser);
    return true;
}

int
parse_parse(struct parser *parser)
{
    struct parse_machine *machine = ARENA_NEW(parser->arena, struct parse_machine);
    union parse_value value = {0};
    struct parse_loc loc = {0};
    bool has_token = false;
    int token = TOKEN_INVALID;
    enlarge(machine, parser->arena, STACK_START);
    settle(machine, parser);
    while (*machine->top != ACCEPTING_STATE) {
        if (machine->top >= machine->limit && !make_room(machine, parser, loc.first))
            break;
        if (!has_token)
            token = parse_next_token(&value, &loc, parser, machine);
        if (machine->step) {
            take_step(machine, parser, &value, loc);
        } else if (machine->has_path) {
            follow_path(machine, parser, &value, loc);
        } else {
            has_token = true;
            if (!go_on(machine, parser, token, &value, loc, &has_token))
                break;
        }
    }
    return 0;
}

bool
trial_fits(const struct trial *trial, const int *tokens)
{
    struct trial copy;
    trial_copy(&copy, trial);
    for (; *tokens >= 0; tokens++)
        if (!trial_shifts(&copy, *tokens))
            return false;
    return true;
}

void
trial_copy(struct trial *to, const struct trial *from)
{
    to->top = from->top;
    to->count = from->count;
    memcpy(to->overlay, from->overlay, (size_t)from->count * sizeof *from->overlay);
}

struct trial_set
trial_expected(const struct trial *trial)
{
    struct trial_set set = {{0}, NULL};
    int count = 0;
    for (int token = 0; token < TOKEN_KINDS; token++) {
        struct trial copy;
        trial_copy(&copy, trial);
        if (token == YYSYMBOL_YYerror || token == YYSYMBOL_YYUNDEF || !trial_shifts(&copy, token))
            continue;
        set.kinds[token / 64] |= UINT64_C(1) << (token % 64);
        set.only = count++ ? NULL : symbol_names[token];
    }
    return set;
}

bool
trial_set_has(const struct trial_set *set, int token)
{
    return set->kinds[token / 64] >> (token % 64) & 1;
}

const char *
trial_token_name(int token)
{
    return symbol_names[token];
}

#endif
