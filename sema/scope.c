#include "sema/scope.h"

struct symbol {
    struct binding *top; /* NULL: not in scope now */
};

void
sema_scope_init(struct scope_table *table, struct arena *arena)
{
    *table = (struct scope_table){.arena = arena};
    for (int i = 0; i < NAME_SPACES; i++)
        table->symbols[i] = map_new(arena);
    sema_scope_open(table);
}

void
sema_scope_open(struct scope_table *table)
{
    vec_push(table->arena, &table->scopes, NULL);
}

void
sema_scope_close(struct scope_table *table)
{
    for (struct binding *at = vec_pop(&table->scopes); at; at = at->sibling)
        at->symbol->top = at->outer;
}

uint32_t
sema_scope_depth(const struct scope_table *table)
{
    return table->scopes.count - 1;
}

struct binding *
sema_scope_find(const struct scope_table *table, enum name_space space, const char *name)
{
    struct symbol *symbol = map_get(&table->symbols[space], MAP_KEY(name));
    return symbol ? symbol->top : NULL;
}

void
sema_scope_bind(struct scope_table *table, enum name_space space, const char *name, void *what)
{
    struct symbol *symbol = map_get(&table->symbols[space], MAP_KEY(name));
    if (!symbol) {
        symbol = ARENA_NEW(table->arena, struct symbol);
        map_put(&table->symbols[space], MAP_KEY(name), symbol);
    }
    uint32_t depth = sema_scope_depth(table);
    if (symbol->top && symbol->top->depth == depth) {
        symbol->top->what = what;
        return;
    }
    struct binding *binding = ARENA_NEW(table->arena, struct binding);
    *binding = (struct binding){.space = (uint8_t)space,
                                .what = what,
                                .depth = depth,
                                .outer = symbol->top,
                                .symbol = symbol,
                                .sibling = vec_last(&table->scopes)};
    symbol->top = binding;
    vec_last(&table->scopes) = binding;
}
