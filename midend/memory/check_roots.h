/* Which object a pointer leads into: private objects, variables of local memory and program scope, arrays that are
 * members of them, and arguments of a kernel that are local memory. */
#ifndef OCC_MIDEND_MEMORY_CHECK_ROOTS_H
#define OCC_MIDEND_MEMORY_CHECK_ROOTS_H

#include "midend/ir/ir_build.h"

struct check_part {
    const struct ir_inst *choice;
    struct ir_inst *made; /* the choice of begins, or of sizes */
};

struct check_roots {
    struct ir_function *function;
    struct arena *arena;
    ir_id *root; /* per value: check_root; 0: nothing is known yet */
    uint32_t count;
    struct map begins, sizes; /* of choices, once they are asked for: their values */
    VEC(struct check_part) to_fill;
};

/* Of all values that the function has now. */
void check_roots_find(struct check_roots *roots, struct ir_function *function, struct arena *arena);
/* What defines the object: alloca, symbol, the sum that begins a member, the parameter; or the phi or select that chooses
 * between several of them; an address that is a number.  0: it is not known. */
ir_id check_root(const struct check_roots *roots, ir_id pointer);
bool check_is_member(const struct ir_inst *root);
bool check_is_choice(const struct ir_inst *root);
/* Its address where the builder is, and for how many bytes it goes on, i32. */
ir_id check_begin(struct check_roots *roots, struct ir_builder *b, ir_id root);
ir_id check_size(struct check_roots *roots, struct ir_builder *b, ir_id root);
/* When no more is asked for: fills in the choices that the last two made. */
void check_roots_finish(struct check_roots *roots);
/* Of one object, in bytes; NULL: of an address that is a number. */
uint64_t check_object_size(const struct ir_inst *object);
/* A word for points: the variable's, the member's, of a choice its first two, with a | between them. */
const char *check_root_name(const struct check_roots *roots, ir_id root);

#endif
