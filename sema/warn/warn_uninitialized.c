/* Variables that are read before they have a value.
 *
 * For each declaration, a search forward over the blocks that can be reached without an assignment
 * (most end at once).  Only if it meets a use, the variable's states at the blocks are computed,
 * and the branches from which every path leads to the use, as in clang's analysis: those make
 * "sometimes", the rest "maybe".
 *
 * -Wuninitialized -Wsometimes-uninitialized (-Wall), -Wconditional-uninitialized (off) */
#include "sema/warn/warn_flow.h"

#include <string.h>

enum { MAX_STEPS = 4 << 20 }; /* blocks looked at in one function; past it, no warnings */

/* What a variable may be at the end of a block; neither: the declaration does not lead there. */
enum state { ASSIGNED = 1, EMPTY = 2 };

struct search {
    struct flow_graph *g;
    struct arena *arena;
    VEC(uint32_t) stack;
    uint32_t *seen; /* block -> number of the search that saw it */
    uint32_t number, steps;
    uint8_t *entry, *exit;           /* block -> enum state of the variable at hand */
    uint32_t *visited;               /* block -> successors from which the use is inevitable */
    uint32_t *first_before, *before; /* predecessors of all blocks, by block */
    struct map numbers;              /* variable -> its number, from 1 on */
    uint32_t *first_place, *places;  /* the events of each variable in order, by its number */
    const struct decl *variable;
    uint32_t variable_number;
    const struct expr *use; /* the first one that may be without value, and its block */
    uint32_t use_block;
};

/* A counting sort of the events by variable, as find_predecessors sorts edges. */
static void
sort_events(struct search *s)
{
    uint32_t count = 0;
    s->numbers = map_new(s->arena);
    vec_foreach (struct flow_event, event, &s->g->events)
        if (!map_get(&s->numbers, MAP_KEY(event->variable)))
            map_put(&s->numbers, MAP_KEY(event->variable), (void *)(uintptr_t)++count);
    s->first_place = ARENA_ARRAY(s->arena, count + 3, uint32_t);
    s->places = ARENA_ARRAY(s->arena, s->g->events.count + 1, uint32_t);
    vec_foreach (struct flow_event, event, &s->g->events)
        s->first_place[(uintptr_t)map_get(&s->numbers, MAP_KEY(event->variable)) + 2]++;
    for (uint32_t i = 1; i <= count; i++)
        s->first_place[i + 2] += s->first_place[i + 1];
    for (uint32_t i = 0; i < s->g->events.count; i++) {
        const struct decl *variable = s->g->events.at[i].variable;
        uintptr_t number = (uintptr_t)map_get(&s->numbers, MAP_KEY(variable));
        s->places[s->first_place[number + 1]++] = i;
    }
}

/* Reads events of the variable from at on: the state after them. */
static uint8_t
pass(struct search *s, uint32_t block, uint32_t at, uint8_t state)
{
    uint32_t block_end = s->g->blocks.at[block].event_end;
    uint32_t low = s->first_place[s->variable_number],
             high = s->first_place[s->variable_number + 1];
    const uint32_t end = high;
    while (low < high) { /* the first at or after it */
        uint32_t middle = low + (high - low) / 2;
        if (s->places[middle] < at)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < end && s->places[low] < block_end; low++) {
        const struct flow_event *event = &s->g->events.at[s->places[low]];
        if (event->kind == FLOW_USE && state & EMPTY &&
            (!s->use || event->expr->loc < s->use->loc)) {
            s->use = event->expr;
            s->use_block = block;
        }
        if (event->kind != FLOW_USE)
            state = event->kind == FLOW_ASSIGN ? ASSIGNED : EMPTY;
    }
    return state;
}

static void
push_successors(struct search *s, uint32_t block)
{
    const struct flow_block *b = &s->g->blocks.at[block];
    for (uint32_t i = b->first_edge; i < b->edge_end; i++) {
        uint32_t to = s->g->edges.at[i].to;
        if (s->seen[to] == s->number)
            continue;
        s->seen[to] = s->number;
        vec_push(s->arena, &s->stack, to);
    }
}

/* Is there a use that an empty variable reaches?  at is the event after the declaration. */
static bool
reaches_use(struct search *s, uint32_t block, uint32_t at)
{
    s->use = NULL;
    s->number++;
    s->stack.count = 0;
    if (pass(s, block, at, EMPTY) == EMPTY)
        push_successors(s, block);
    while (s->stack.count && s->steps < MAX_STEPS) {
        block = vec_pop(&s->stack);
        if (s->steps++ % 1024 == 0)
            guard_poll(s->arena->guard);
        if (pass(s, block, s->g->blocks.at[block].first_event, EMPTY) == EMPTY)
            push_successors(s, block);
    }
    return s->use && s->steps < MAX_STEPS;
}

/* ---- one variable with such a use ---- */

/* A counting sort of the edges by target.  While it fills, first_before[b + 1] is the next free
 * entry of b; afterwards it is the end of b's entries and the start of those of b + 1. */
static void
find_predecessors(struct search *s)
{
    uint32_t count = s->g->blocks.count;
    s->first_before = ARENA_ARRAY(s->arena, count + 2, uint32_t);
    s->before = ARENA_ARRAY(s->arena, s->g->edges.count + 1, uint32_t);
    vec_foreach (struct flow_edge, edge, &s->g->edges)
        s->first_before[edge->to + 2]++;
    for (uint32_t i = 0; i < count; i++)
        s->first_before[i + 2] += s->first_before[i + 1];
    for (uint32_t from = 0; from < count; from++) {
        const struct flow_block *block = &s->g->blocks.at[from];
        for (uint32_t i = block->first_edge; i < block->edge_end; i++)
            s->before[s->first_before[s->g->edges.at[i].to + 1]++] = from;
    }
}

/* The variable's state everywhere after its declaration. */
static void
find_states(struct search *s, uint32_t block, uint32_t at)
{
    const struct expr *use = s->use;
    uint32_t use_block = s->use_block;
    s->stack.count = 0;
    s->exit[block] = pass(s, block, at, EMPTY);
    vec_push(s->arena, &s->stack, block);
    while (s->stack.count) {
        block = vec_pop(&s->stack);
        const struct flow_block *b = &s->g->blocks.at[block];
        for (uint32_t i = b->first_edge; i < b->edge_end; i++) {
            uint32_t to = s->g->edges.at[i].to;
            /* States only grow, so each block is visited three times at most. */
            uint8_t state = s->entry[to] | s->exit[block];
            if (state == s->entry[to])
                continue;
            s->entry[to] = state;
            s->exit[to] |= pass(s, to, s->g->blocks.at[to].first_event, state);
            vec_push(s->arena, &s->stack, to);
        }
    }
    s->use = use;
    s->use_block = use_block;
}

/* Backwards over paths without an assignment: a block whose successors all lead to the use does so
 * itself. */
static void
find_inevitable(struct search *s, uint32_t declared_in)
{
    s->stack.count = 0;
    vec_push(s->arena, &s->stack, s->use_block);
    while (s->stack.count) {
        uint32_t block = vec_pop(&s->stack);
        if (block == declared_in)
            continue;
        for (uint32_t i = s->first_before[block]; i < s->first_before[block + 1]; i++) {
            uint32_t from = s->before[i];
            const struct flow_block *b = &s->g->blocks.at[from];
            if (!(s->exit[from] & EMPTY))
                continue;
            if (++s->visited[from] == b->edge_end - b->first_edge)
                vec_push(s->arena, &s->stack, from);
        }
    }
}

static bool
is_inevitable(const struct search *s, uint32_t block)
{
    const struct flow_block *b = &s->g->blocks.at[block];
    return block == s->use_block ||
           (b->edge_end > b->first_edge && s->visited[block] >= b->edge_end - b->first_edge);
}

static const char *const branch_words[] = {
    [BRANCH_IF] = "if", [BRANCH_CONDITIONAL] = "?:", [BRANCH_AND] = "&&",
    [BRANCH_OR] = "||", [BRANCH_WHILE] = "while",    [BRANCH_FOR] = "for",
    [BRANCH_DO] = "do", [BRANCH_SWITCH] = "switch",
};

/* What would give the variable a value, written after its name; NULL: more than that is needed. */
static const char *
initialiser(const struct type *type)
{
    if (type->kind == TYPE_POINTER)
        return type->base->kind == TYPE_ARRAY || type->base->kind == TYPE_FUNCTION ? NULL : " = 0";
    if (type->kind == TYPE_ENUM || !type_is_arithmetic(type))
        return NULL;
    return type->kind == TYPE_FLOAT ? " = 0.0f" : type->kind == TYPE_DOUBLE ? " = 0.0" : " = 0";
}

static void
note_initialiser(struct search *s)
{
    struct diag *diag = s->g->w->diag;
    const struct decl *variable = s->variable;
    const char *text = variable->type ? initialiser(variable->type) : NULL;
    if (text)
        diag_fixit(diag, variable->loc + (loc_t)strlen(variable->name), 0, text);
    diag_note(diag, variable->loc, initialize_to_silence, variable->name);
}

static void
report_branch(struct search *s, const struct flow_block *block, uint32_t edge)
{
    struct diag *diag = s->g->w->diag;
    const char *word = branch_words[block->branch], *when;
    const struct flow_edge *to = &s->g->edges.at[edge];
    bool yes = edge == block->first_edge;
    loc_t loc = block->condition ? block->condition->start : s->use->loc;
    switch (block->branch) {
    case BRANCH_SWITCH:
        if (!to->label)
            return;
        loc = to->label->loc;
        when = arena_printf(s->arena, "switch %s is taken", to->label->expr ? "case" : "default");
        break;
    case BRANCH_WHILE:
    case BRANCH_FOR:
        when = arena_printf(s->arena, "'%s' loop %s", word,
                            yes ? "is entered" : "exits because its condition is false");
        break;
    case BRANCH_DO:
        when = arena_printf(s->arena, "'%s' loop %s", word,
                            yes ? "condition is true" : "exits because its condition is false");
        break;
    default:
        when = arena_printf(s->arena, "'%s' condition is %s", word, yes ? "true" : "false");
    }
    diag_warning(diag, loc, sometimes_uninitialized, s->variable->name, when);
    diag_note(diag, s->use->loc, uninitialized_use);
    note_initialiser(s);
}

/* Warns at branches where the variable is still empty on every path and of which some, but not all,
 * edges lead to the use in any case: taking such an edge is the mistake. */
static bool
report_branches(struct search *s)
{
    bool any = false;
    for (uint32_t i = 0; i < s->g->blocks.count; i++) {
        const struct flow_block *block = &s->g->blocks.at[i];
        uint32_t count = block->edge_end - block->first_edge;
        if (!block->branch || !s->visited[i] || s->visited[i] >= count || s->exit[i] != EMPTY)
            continue;
        for (uint32_t edge = block->first_edge; edge < block->edge_end; edge++) {
            if (!is_inevitable(s, s->g->edges.at[edge].to) ||
                (block->branch == BRANCH_SWITCH && !s->g->edges.at[edge].label))
                continue;
            report_branch(s, block, edge);
            any = true;
        }
    }
    return any;
}

static void
report_use(struct search *s, uint32_t block, uint32_t at)
{
    struct diag *diag = s->g->w->diag;
    uint32_t count = s->g->blocks.count;
    if (!s->before)
        find_predecessors(s);
    s->entry = ARENA_ARRAY(s->arena, count, uint8_t);
    s->exit = ARENA_ARRAY(s->arena, count, uint8_t);
    s->visited = ARENA_ARRAY(s->arena, count, uint32_t);
    find_states(s, block, at);
    bool is_empty = s->use_block == block || s->entry[s->use_block] == EMPTY;
    if (is_empty) {
        diag_range(diag, s->use->start, s->use->end);
        diag_warning(diag, s->use->loc, uninitialized, s->variable->name);
    } else {
        find_inevitable(s, block);
        if (report_branches(s))
            return;
        diag_range(diag, s->use->start, s->use->end);
        diag_warning(diag, s->use->loc, maybe_uninitialized, s->variable->name);
    }
    note_initialiser(s);
}

/* int x = x + 1; */
static bool
uses_itself(struct search *s, uint32_t block, uint32_t at)
{
    const struct flow_block *b = &s->g->blocks.at[block];
    if (!s->variable->init || s->use_block != block)
        return false;
    for (; at < b->event_end && s->g->events.at[at].kind != FLOW_ASSIGN; at++)
        if (s->g->events.at[at].expr == s->use)
            return true;
    return false;
}

void
flow_uninitialized(struct flow_graph *g)
{
    struct search s = {.g = g, .arena = g->w->s->arena};
    s.seen = ARENA_ARRAY(s.arena, g->blocks.count, uint32_t);
    sort_events(&s);
    for (uint32_t block = 0; block < g->blocks.count; block++) {
        const struct flow_block *b = &g->blocks.at[block];
        for (uint32_t at = b->first_event; b->is_reached && at < b->event_end; at++) {
            if (g->events.at[at].kind != FLOW_DECLARE)
                continue;
            guard_poll_along(s.arena->guard, &g->events.at[at]);
            s.variable = g->events.at[at].variable;
            s.variable_number = (uint32_t)(uintptr_t)map_get(&s.numbers, MAP_KEY(s.variable));
            if (!reaches_use(&s, block, at + 1))
                continue;
            if (uses_itself(&s, block, at + 1))
                diag_warning(g->w->diag, s.use->loc, uninitialized_in_itself, s.variable->name);
            else
                report_use(&s, block, at + 1);
        }
    }
}
