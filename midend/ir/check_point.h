/* Points of -fsanitize= (gen/gen_check.c) that passes make, too.  Texts live as long as the module. */
#ifndef OCC_MIDEND_IR_CHECK_POINT_H
#define OCC_MIDEND_IR_CHECK_POINT_H

#include "midend/ir/ir_build.h"

#include <string.h>

/* A point at which registers have the values, one or two, %0 and %1 of the words. */
static inline void
check_point(struct ir_builder *b, const char *words, const ir_id *values, uint32_t count)
{
    static const char *const constraints[] = {"v", "v"};
    struct arena *arena = b->function->module->arena;
    struct ir_asm *made = ARENA_NEW(arena, struct ir_asm);
    made->text = arena_printf(arena, "%s%s", IR_CHECK_TEXT, words);
    made->constraints = constraints;
    made->input_count = count;
    ir_build(b, IR_OP_asm, IR_VOID, 0, values, count)->assembly = made;
}

/* The name for points of the object that an alloca makes. */
static inline const char *
check_name(const struct ir_inst *object)
{
    const struct ir_module *module = object->block->function->module;
    return object->name ? module->object_names.at[object->name - 1] : "-";
}

/* A value that nobody has set, of the variable of that name: an instruction that defines its register
 * (lower_asm.c). */
static inline ir_id
check_unset(struct ir_builder *b, enum ir_type type, const char *name)
{
    static const char *const constraints[] = {"=v"};
    struct arena *arena = b->function->module->arena;
    enum ir_type own = type == IR_I1 || ir_type_bits(type) < 32 ? IR_I32 : type;
    struct ir_asm *made = ARENA_NEW(arena, struct ir_asm);
    made->text = arena_printf(arena, "%sundefined %%0 %s", IR_CHECK_TEXT, name);
    made->constraints = constraints;
    made->output_count = 1;
    struct ir_inst *inst = ir_build(b, IR_OP_asm, own, 1, NULL, 0);
    inst->assembly = made;
    if (own == type)
        return inst->def;
    if (type == IR_F16)
        return ir_build1(b, IR_OP_bitcast, type, ir_build1(b, IR_OP_trunc, IR_I16, inst->def));
    return ir_build1(b, IR_OP_trunc, type, inst->def);
}

/* What stands behind the words, if it is a point that begins with them; or NULL. */
static inline const char *
check_behind(const struct ir_inst *inst, const char *words)
{
    static const char start[] = IR_CHECK_TEXT;
    size_t length = strlen(words);
    if (inst->op != IR_OP_asm || strncmp(inst->assembly->text, start, sizeof start - 1) != 0)
        return NULL;
    const char *text = inst->assembly->text + sizeof start - 1;
    return strncmp(text, words, length) == 0 ? text + length : NULL;
}

/* Is it a value of check_unset of that name? */
static inline bool
check_is_unset(const struct ir_function *function, ir_id value, const char *name)
{
    const struct ir_inst *inst = ir_def(function, value);
    while (inst && (inst->op == IR_OP_trunc || inst->op == IR_OP_bitcast))
        inst = ir_def(function, inst->args[0].value);
    const char *found = inst ? check_behind(inst, "undefined %0 ") : NULL;
    return found && strcmp(found, name) == 0;
}

#endif
