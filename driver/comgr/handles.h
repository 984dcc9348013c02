/* What is behind the handles, and what the files of this folder share.
 *
 * Objects are of malloc.  Work that needs an arena runs under comgr_guarded: running out of memory, wherever, becomes
 * a status there. */
#ifndef OCC_DRIVER_COMGR_HANDLES_H
#define OCC_DRIVER_COMGR_HANDLES_H

#include "gcn/codeobj/bundle.h"
#include "driver/comgr/comgr.h"
#include "support/arena.h"
#include "support/fpenv.h"

#include <pthread.h>
#include <stdatomic.h>

struct codeobj;
struct meta;

struct symbol {
    struct symbol *next; /* of those that were looked up in a data object */
    char *name;
    enum comgr_symbol_type type;
    uint64_t size, value;
    bool is_undefined;
};

/* Of malloc. */
struct names {
    char **at;
    size_t count;
};

struct data {
    atomic_uint references;
    enum comgr_data_kind kind;
    char *name;  /* NULL: not set */
    char *bytes; /* NULL: not set; with a NUL after them */
    size_t size;
    pthread_mutex_t lock;   /* of what follows */
    struct symbol *symbols; /* that were looked up */
    struct names mangled,
        expressions; /* that were asked for; of expressions each before its symbol */
};

struct data_set {
    struct data **at; /* each with a reference */
    size_t count, capacity;
};

struct action_info {
    char *isa_name, *path; /* NULL: not set */
    char *flat;            /* the options as one text; NULL: as a list */
    char **list;
    size_t list_count;
    enum comgr_language language;
    bool logging;
};

static inline void *
comgr_pointer(struct comgr_handle handle)
{
    return (void *)(uintptr_t)handle.handle;
}

static inline struct comgr_handle
comgr_handle(const void *pointer)
{
    return (struct comgr_handle){(uintptr_t)pointer};
}

/* ---- status.c ---- */

/* Calls work with an arena that is empty and guarded, and is the caller's to free, in the default floating-point
 * environment.  What unwinds becomes a status. */
enum comgr_status comgr_guarded(struct arena *arena, enum comgr_status (*work)(void *state),
                                void *state);
/* Answers a query for size bytes: *size of them are copied to `to`, or with NULL *size is set. */
void comgr_answer(const void *bytes, size_t length, size_t *size, char *to);
/* A copy of malloc with a NUL after it; NULL: no memory. */
char *comgr_copy(const void *bytes, size_t size);
/* Replaces a text of malloc by a copy; text NULL: by NULL. */
enum comgr_status comgr_set_text(char **at, const char *text);

/* ---- data.c ---- */

/* With one reference; NULL: no memory. */
struct data *data_new(enum comgr_data_kind kind);
enum comgr_status data_set_bytes(struct data *data, const void *bytes, size_t size);
void data_retain(struct data *data);
void data_release(struct data *data);
/* Is it one of those that a kind may be? */
bool data_kind_is_valid(enum comgr_data_kind kind);

/* ---- data_set.c ---- */

/* Adds it with a reference of the set's own, unless it is there. */
enum comgr_status data_set_insert(struct data_set *set, struct data *data);
/* Adds a new data object. */
enum comgr_status data_set_make(struct data_set *set, enum comgr_data_kind kind, const char *name,
                                const void *bytes, size_t size);

/* ---- isa.c ---- */

/* false: occ has no such target, or not that feature of it. */
bool isa_parse(const char *name, struct target_id *isa);
/* The name of a target and its features, in the arena; os: "amdhsa". */
const char *isa_print(struct arena *arena, const char *os, const struct target_id *isa);

/* ---- symbol.c ---- */

/* Reads the code object that a data object holds, into the arena; false: it is none. */
bool object_read(struct codeobj *object, struct arena *arena, const struct data *data);
/* The name of its target; NULL: it does not say. */
const char *object_isa_name(struct arena *arena, const struct codeobj *object);
void symbols_free(struct symbol *first);

/* ---- names.c ---- */

/* Frees what it holds and leaves it empty. */
void names_free(struct names *names);

/* ---- metadata.c ---- */

/* A node for the root of a tree that make builds in the arena; it must not fail but by unwinding or a status. */
enum comgr_status metadata_new(enum comgr_status (*make)(struct arena *arena, const void *from,
                                                         struct meta **root),
                               const void *from, struct comgr_handle *node);

#endif
