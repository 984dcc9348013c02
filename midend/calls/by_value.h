/* What functions do with the objects that their parameters point to: parts of opt_by_value.c. */
#ifndef OCC_MIDEND_CALLS_BY_VALUE_H
#define OCC_MIDEND_CALLS_BY_VALUE_H

#include "midend/analysis/analysis.h"
#include "support/limit.h"

/* Bytes around the pointer that are looked at, and how many of them lie before it. */
enum { SHAPE_BEFORE = 32, SHAPE_SPAN = LIMIT_BY_VALUE_BYTES };

struct shape_byte {
    bool is_used, is_joined; /* joined: in one component with the byte before */
    bool is_stored;
    uint8_t type; /* enum ir_type of accesses that begin here; IR_VOID: none, or several */
};

struct shape {
    bool is_known;    /* all accesses are plain ones at constant offsets in the span */
    bool is_captured; /* the address goes where it is not followed */
    struct shape_byte bytes[SHAPE_SPAN];
};

/* A component of the object: from accesses that overlap. */
struct shape_piece {
    int32_t start; /* bytes after the pointer */
    uint32_t size; /* 1, 2, 4 or 8 */
    enum ir_type type;
    bool is_stored;
};
typedef VEC(struct shape_piece) shape_pieces;

/* Of each function: for each pointer parameter to private or generic memory a shape, else NULL. */
struct shapes {
    struct arena *arena;
    struct map of; /* function -> struct shape *[] */
};

/* Callees first: the shapes of those that the function calls are there. */
void shapes_add(struct shapes *shapes, const struct ir_function *function);
/* NULL: not such a parameter. */
const struct shape *shape_of(const struct shapes *shapes, const struct ir_function *function,
                             uint32_t param);
/* What the function does with an object of its own, or of its caller. */
void shape_collect(const struct shapes *shapes, const struct ir_function *function, ir_id pointer,
                   struct shape *shape);
/* false: there are none, or not of sizes that values have. */
bool shape_list(struct arena *arena, const struct shape *shape, shape_pieces *pieces);

#endif
