/* Names in scope: ordinary identifiers and tags, block by block. */
#ifndef OCC_SEMA_SCOPE_H
#define OCC_SEMA_SCOPE_H

#include "frontend/ast.h"
#include "support/map.h"

enum name_space { NAMES_ORDINARY, NAMES_TAG, NAME_SPACES };

struct binding {
    uint8_t space;         /* enum name_space */
    void *what;            /* struct decl (ordinary) or struct type (tag) */
    uint32_t depth;        /* 0: file scope */
    struct binding *outer; /* the binding that this one hides */
    struct symbol *symbol;
    struct binding *sibling; /* the one made just before in the same scope */
};

struct scope_table {
    struct arena *arena;
    struct map symbols[NAME_SPACES]; /* interned name -> struct symbol */
    VEC(struct binding *) scopes;    /* newest binding of each open scope */
};

void sema_scope_init(struct scope_table *table, struct arena *arena); /* opens the file scope */
/* Opens and closes a block; closing uncovers what its names hid. */
void sema_scope_open(struct scope_table *table);
void sema_scope_close(struct scope_table *table);
uint32_t sema_scope_depth(const struct scope_table *table); /* 0: file scope */
/* The innermost binding of the name, or NULL. */
struct binding *sema_scope_find(const struct scope_table *table, enum name_space space,
                                const char *name);
/* Binds in the current scope, or replaces what is bound there. */
void sema_scope_bind(struct scope_table *table, enum name_space space, const char *name,
                     void *what);

#endif
