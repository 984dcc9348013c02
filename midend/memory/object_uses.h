/* Everything that a function does with one private object, through any pointer into it. */
#ifndef OCC_MIDEND_MEMORY_OBJECT_USES_H
#define OCC_MIDEND_MEMORY_OBJECT_USES_H

#include "midend/ir/ir_build.h"

struct object_pointer { /* a pointer that leads into the object and nowhere else */
    ir_id id;
    bool is_constant; /* constant bytes from the object's start ... */
    uint32_t bytes;   /* ... this many */
    ir_id offset;     /* an i32 with that distance, once object_offset made one; or 0 */
};

struct object_access { /* a load, store, memcpy, memzero, or comparison of two such pointers */
    struct ir_inst *inst;
    uint32_t arg;     /* which argument the pointer is */
    uint32_t pointer; /* index in pointers */
};

struct object_uses {
    struct ir_function *function;
    struct arena *arena;
    struct ir_inst *object;              /* an alloca */
    VEC(struct object_pointer) pointers; /* the object first */
    VEC(struct object_access) accesses;
    struct map index; /* id -> index in pointers + 1 */
};

/* Follows the object's address through sums, phis and selects.  False: it is used in another way,
 * stored for example, or one pointer may lead into several objects; uses is of no use then. */
bool object_uses_collect(struct object_uses *uses, struct arena *arena,
                         struct ir_function *function, struct ir_inst *object);
/* The pointer's distance from the object's start: an i32 that dominates what the pointer does. */
ir_id object_offset(struct object_uses *uses, uint32_t pointer);
/* Removes the object and all pointers into it; the accesses are gone. */
void object_remove(struct object_uses *uses);

#endif
