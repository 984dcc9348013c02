/* Shared by opt_join.c, which finds accesses that may be carried out as one, and join_rewrite.c,
 * which makes wider ones of them. */
#ifndef OCC_MIDEND_MEMORY_JOIN_H
#define OCC_MIDEND_MEMORY_JOIN_H

#include "midend/analysis/memory_address.h"
#include "support/vec.h"

enum { JOIN_WIDEST = 64 }; /* bytes of a joint access: 16 dwords, what the IR and s_load move */

struct join_member {
    struct memory_address address;
    struct ir_inst *inst;
};

/* Loads, or stores, of one block through one base, in program order.  All loads may be carried out
 * where the first one is, all stores where the last one is. */
struct join_group {
    VEC(struct join_member) members;
    uint32_t writes; /* how many writes of the block come before the first */
};

/* Replaces members that lie side by side by accesses that are wider, where that makes fewer of them.
 * Reorders and empties the group.  any_align: the memory takes addresses of any alignment. */
bool join_rewrite(struct arena *arena, struct ir_function *function, struct join_group *group,
                  bool any_align);

#endif
