/* A cursor that appends instructions; folds constants on the way. */
#ifndef OCC_MIDEND_IR_IR_BUILD_H
#define OCC_MIDEND_IR_IR_BUILD_H

#include "midend/ir/ir.h"

struct ir_builder {
    struct ir_function *function;
    struct ir_block *block; /* appends here ... */
    struct ir_inst *before; /* ... or, if not NULL, inserts before this instruction */
    loc_t loc;
};

/* One result; type: of the result. */
ir_id ir_build1(struct ir_builder *builder, enum ir_op op, enum ir_type type, ir_id a);
ir_id ir_build2(struct ir_builder *builder, enum ir_op op, enum ir_type type, ir_id a, ir_id b);
ir_id ir_build3(struct ir_builder *builder, enum ir_op op, enum ir_type type, ir_id a, ir_id b,
                ir_id c);
struct ir_inst *ir_build(struct ir_builder *builder, enum ir_op op, enum ir_type type,
                         uint32_t def_count, const ir_id *args, uint32_t arg_count);
ir_id ir_build_int(struct ir_builder *builder, enum ir_type type, uint64_t value);
ir_id ir_build_float(struct ir_builder *builder, enum ir_type type, double value);
/* pointer + constant bytes; the pointer itself for 0. */
ir_id ir_build_offset(struct ir_builder *builder, ir_id pointer, int64_t bytes);
/* Loads components x type; the results are inst->def .. . */
struct ir_inst *ir_build_load(struct ir_builder *builder, enum ir_type type, uint32_t components,
                              ir_id pointer, uint32_t align);
struct ir_inst *ir_build_store(struct ir_builder *builder, enum ir_type type, uint32_t components,
                               ir_id pointer, const ir_id *values, uint32_t align);
struct ir_inst *ir_build_alloca(struct ir_builder *builder, uint32_t size,
                                uint32_t align); /* in the entry */
void ir_build_br(struct ir_builder *builder, struct ir_block *target);
void ir_build_cbr(struct ir_builder *builder, ir_id condition, struct ir_block *if_true,
                  struct ir_block *if_false);
void ir_build_ret(struct ir_builder *builder, const ir_id *values, uint32_t count);

#endif
