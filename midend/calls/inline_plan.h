/* Which calls are inlined, and which functions stay. */
#ifndef OCC_MIDEND_CALLS_INLINE_PLAN_H
#define OCC_MIDEND_CALLS_INLINE_PLAN_H

#include "midend/ir/ir.h"

enum inline_reason {
#define REASON(name, inlined, text) INLINE_##name,
#include "midend/calls/inline_reason.def"
};

/* What one call passes at most in registers (docs/abi.md, "Calls"), in dwords.  Groups of 1024 have
 * 64 VGPRs for each work-item: with more parameters a function would not fit into them.  Where a
 * kernel that reaches the function has fewer VGPRs there is less room: call_room of the function. */
enum { INLINE_MAX_PARAM_DWORDS = 52, INLINE_MAX_RESULT_DWORDS = 44 }; /* fixed, by that page */
uint32_t inline_param_room(const struct ir_function *function);
uint32_t inline_result_room(const struct ir_function *function);

/* Makes module->plan, from the calls of module->calls and the options of module->run, and finds the
 * call_room of each function. */
void inline_plan(struct ir_module *module);
/* Is this call inlined?  To be asked when all that the callee calls is decided: the first answer takes
 * from what the program may grow by, and is told as a remark.  Without a plan: yes. */
bool inline_call_wanted(const struct ir_inst *call);
/* Is the function's only call inlined, whatever its body becomes?  Then what it calls is decided, and
 * copied, where that body ends: bodies that go up from caller to caller are copied once. */
bool inline_moves(const struct ir_module *module, const struct ir_function *function);
/* Takes as many instructions from what the program may grow by; false: there is no room.  Without a
 * plan: true. */
bool inline_take_room(struct ir_module *module, uint32_t size);
/* inline_calls.c: a new function with the body of this one, named after it. */
struct ir_function *inline_copy(struct ir_function *function);
/* Instructions of the function, as they are now. */
uint32_t inline_size(const struct ir_function *function);
/* The same with all that it calls inlined, at most UINT32_MAX; of its callees this is known already. */
uint32_t inline_expanded_size(const struct ir_function *function);

#endif
