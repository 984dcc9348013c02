/* Points of -fsanitize= that passes make, as gen/gen_check.c does. */
#ifndef OCC_MIDEND_MEMORY_CHECK_POINT_H
#define OCC_MIDEND_MEMORY_CHECK_POINT_H

#include "midend/ir/ir_build.h"

/* A point at which a register has the value, %0 of the words; they live as long as the module. */
static inline void
check_point(struct ir_builder *b, const char *words, ir_id value)
{
    static const char *const constraints[] = {"v"};
    struct arena *arena = b->function->module->arena;
    struct ir_asm *made = ARENA_NEW(arena, struct ir_asm);
    made->text = arena_printf(arena, "%s%s", IR_CHECK_TEXT, words);
    made->constraints = constraints;
    made->input_count = 1;
    ir_build(b, IR_OP_asm, IR_VOID, 0, &value, 1)->assembly = made;
}

#endif
