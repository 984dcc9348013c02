/* Shared by gen_builtin.c and gen_special*.c. */
#ifndef OCC_MIDEND_GEN_GEN_BUILTIN_H
#define OCC_MIDEND_GEN_GEN_BUILTIN_H

#include "midend/gen/gen_internal.h"
#include "sema/builtin.h"

/* The operation of that name in ir_op.def. */
enum ir_op gen_find_op(struct gen *g, const char *name, const struct builtin *row);
/* Rows of builtin.def marked SPECIAL. */
struct gen_value gen_special(struct gen *g, struct expr *expr);
bool gen_has_special(const char *target); /* of such a row */

/* The value of a call's argument that must be a constant; 0 if reported. */
uint64_t gen_constant_argument(struct gen *g, struct expr *expr, uint32_t index);

/* gen_special_sync.c */
struct gen_value gen_special_barrier(struct gen *g, struct expr *expr);
struct gen_value gen_special_fence(struct gen *g, struct expr *expr);
struct gen_value gen_special_amdgcn_fence(struct gen *g, struct expr *expr);
struct gen_value gen_special_s_barrier(struct gen *g, struct expr *expr);
/* The order that __ATOMIC_RELAXED 0 to __ATOMIC_SEQ_CST 5 stands for. */
enum ir_order gen_gnu_order(uint64_t number);
/* The scope with LLVM's name, a string literal; any other text: the system. */
enum ir_scope gen_named_scope(const struct expr *text);
struct gen_value gen_special_atomic(struct gen *g, struct expr *expr);
struct gen_value gen_special_cmpxchg(struct gen *g, struct expr *expr);
struct gen_value gen_special_async_copy(struct gen *g, struct expr *expr);
struct gen_value gen_special_async_copy_rect(struct gen *g, struct expr *expr);
struct gen_value gen_special_wait_events(struct gen *g, struct expr *expr);

/* gen_special_dot.c */
/* A vector of halves, shorts or bytes as the 32 bits that hold it, the first one lowest; or a
 * number. */
ir_id gen_packed_word(struct gen *g, const struct gen_value *vector);
struct gen_value gen_special_dot_words(struct gen *g, struct expr *expr);
struct gen_value gen_special_dot4(struct gen *g, struct expr *expr);

/* gen_special_amdgcn.c */
/* Inline assembly with results of one type; constraints of results, then of inputs; text and
 * constraints must live as long as the module. */
struct ir_inst *gen_assembly(struct gen *g, const char *text, const char *const *constraints,
                             enum ir_type result, uint32_t results, const ir_id *inputs,
                             uint32_t input_count);
struct gen_value gen_special_asm(struct gen *g, struct expr *expr);
struct gen_value gen_special_dpp(struct gen *g, struct expr *expr);
struct gen_value gen_special_icmp(struct gen *g, struct expr *expr);
struct gen_value gen_special_fcmp(struct gen *g, struct expr *expr);
struct gen_value gen_special_div_scale(struct gen *g, struct expr *expr);
struct gen_value gen_special_rsq_clamp(struct gen *g, struct expr *expr);
struct gen_value gen_special_is_in(struct gen *g, struct expr *expr);
struct gen_value gen_special_wrapping_atomic(struct gen *g, struct expr *expr);

/* gen_special_buffer.c */
struct gen_value gen_special_make_resource(struct gen *g, struct expr *expr);
struct gen_value gen_special_buffer_load(struct gen *g, struct expr *expr);
struct gen_value gen_special_buffer_store(struct gen *g, struct expr *expr);
struct gen_value gen_special_buffer_atomic(struct gen *g, struct expr *expr);
struct gen_value gen_special_buffer_to_local(struct gen *g, struct expr *expr);
struct gen_value gen_special_global_to_local(struct gen *g, struct expr *expr);

/* gen_special_gnu.c */
struct gen_value gen_special_memcpy(struct gen *g, struct expr *expr);
struct gen_value gen_special_memset(struct gen *g, struct expr *expr);
struct gen_value gen_special_overflow(struct gen *g, struct expr *expr);
/* Does a + b or a - b with a sign, of which these are the uppermost 64 bits, overflow?  i1 */
ir_id gen_sum_overflows(struct gen *g, enum ir_op op, ir_id a, ir_id b, ir_id result);
struct gen_value gen_special_reduce(struct gen *g, struct expr *expr);
struct gen_value gen_special_pipe_transfer(struct gen *g, struct expr *expr);
struct gen_value gen_special_pipe_call(struct gen *g, struct expr *expr);
struct gen_value gen_special_pipe_commit(struct gen *g, struct expr *expr);
struct gen_value gen_special_pipe_is_valid(struct gen *g, struct expr *expr);
struct gen_value gen_special_printf(struct gen *g, struct expr *expr);
struct gen_value gen_special_trap(struct gen *g, struct expr *expr);

/* gen_special_wide.c */
struct gen_value gen_special_wide(struct gen *g, struct expr *expr);
/* Does add, sub or mul of two numbers of 128 bits, whose result has the type that counts, overflow?  i1 */
ir_id gen_wide_overflows(struct gen *g, enum ir_op op, const struct gen_value *a,
                         const struct gen_value *b, const struct gen_value *result);

/* gen_special_image.c */
struct gen_value gen_special_image_read(struct gen *g, struct expr *expr);
struct gen_value gen_special_image_write(struct gen *g, struct expr *expr);
struct gen_value gen_special_image_query(struct gen *g, struct expr *expr);
struct gen_value gen_special_image_dim(struct gen *g, struct expr *expr);
/* The set of address spaces that the first argument's flags name; all if they are no constant. */
ir_space_set gen_fence_spaces(struct gen *g, struct expr *expr);
void gen_fence(struct gen *g, enum ir_order order, enum ir_scope scope, ir_space_set spaces);
struct gen_value gen_special_sub_group_barrier(struct gen *g, struct expr *expr);

/* gen_special_c11.c */
enum ir_scope gen_scope_argument(struct gen *g, struct expr *arg); /* a memory_scope */
struct gen_value gen_special_c11_init(struct gen *g, struct expr *expr);
struct gen_value gen_special_c11_store(struct gen *g, struct expr *expr);
struct gen_value gen_special_c11_flag_clear(struct gen *g, struct expr *expr);
struct gen_value gen_special_c11_load(struct gen *g, struct expr *expr);
struct gen_value gen_special_c11_exchange(struct gen *g, struct expr *expr);
struct gen_value gen_special_c11_fetch(struct gen *g, struct expr *expr);
struct gen_value gen_special_c11_fetch_negated(struct gen *g, struct expr *expr);
struct gen_value gen_special_gnu_op_fetch(struct gen *g, struct expr *expr);
struct gen_value gen_special_gnu_fence(struct gen *g, struct expr *expr);
struct gen_value gen_special_gnu_load(struct gen *g, struct expr *expr);
struct gen_value gen_special_gnu_store(struct gen *g, struct expr *expr);
struct gen_value gen_special_gnu_exchange(struct gen *g, struct expr *expr);
struct gen_value gen_special_gnu_compare_exchange(struct gen *g, struct expr *expr);
struct gen_value gen_special_gnu_test_and_set(struct gen *g, struct expr *expr);
struct gen_value gen_special_gnu_clear(struct gen *g, struct expr *expr);
struct gen_value gen_special_lock_free(struct gen *g, struct expr *expr);
struct gen_value gen_special_c11_test_and_set(struct gen *g, struct expr *expr);
struct gen_value gen_special_c11_compare_exchange(struct gen *g, struct expr *expr);
struct gen_value gen_special_c11_fence(struct gen *g, struct expr *expr);

/* gen_special_device.c */
/* Does the generic pointer lie in the segment, or is it null? */
ir_id gen_survives_cast(struct gen *g, ir_id generic, enum ir_type segment);
struct gen_value gen_special_to_space(struct gen *g, struct expr *expr);
struct gen_value gen_special_get_fence(struct gen *g, struct expr *expr);
struct gen_value gen_special_ndrange(struct gen *g, struct expr *expr);

/* gen_special_enqueue.c */
struct gen_value gen_special_enqueue_kernel(struct gen *g, struct expr *expr);
struct gen_value gen_special_kernel_query(struct gen *g, struct expr *expr);
struct gen_value gen_special_enqueue_call(struct gen *g, struct expr *expr);

/* gen_special_vector.c */
struct gen_value gen_special_vload(struct gen *g, struct expr *expr);
struct gen_value gen_special_vstore(struct gen *g, struct expr *expr);
struct gen_value gen_special_vload_half(struct gen *g, struct expr *expr);
struct gen_value gen_special_vloada_half(struct gen *g, struct expr *expr);
struct gen_value gen_special_vstore_half(struct gen *g, struct expr *expr);
struct gen_value gen_special_vstorea_half(struct gen *g, struct expr *expr);
struct gen_value gen_special_shuffle(struct gen *g, struct expr *expr);
struct gen_value gen_special_select(struct gen *g, struct expr *expr);
struct gen_value gen_special_bitselect(struct gen *g, struct expr *expr);
struct gen_value gen_special_any(struct gen *g, struct expr *expr);
struct gen_value gen_special_all(struct gen *g, struct expr *expr);
struct gen_value gen_special_dot(struct gen *g, struct expr *expr);

#endif
