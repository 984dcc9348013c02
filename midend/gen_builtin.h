/* Between gen_builtin.c and gen_special*.c. */
#ifndef OCC_MIDEND_GEN_BUILTIN_H
#define OCC_MIDEND_GEN_BUILTIN_H

#include "midend/gen_internal.h"
#include "sema/builtin.h"

/* Rows of builtin.def marked SPECIAL. */
struct gen_value gen_special(struct gen *g, struct expr *expr);

/* The value of a call's argument that must be a constant; 0 if reported. */
uint64_t gen_constant_argument(struct gen *g, struct expr *expr, uint32_t index);

/* gen_special_sync.c */
struct gen_value gen_special_barrier(struct gen *g, struct expr *expr);
struct gen_value gen_special_fence(struct gen *g, struct expr *expr);
struct gen_value gen_special_amdgcn_fence(struct gen *g, struct expr *expr);
struct gen_value gen_special_s_barrier(struct gen *g, struct expr *expr);
struct gen_value gen_special_atomic(struct gen *g, struct expr *expr);
struct gen_value gen_special_cmpxchg(struct gen *g, struct expr *expr);
struct gen_value gen_special_async_copy(struct gen *g, struct expr *expr);
struct gen_value gen_special_wait_events(struct gen *g, struct expr *expr);

/* gen_special_gnu.c */
struct gen_value gen_special_asm(struct gen *g, struct expr *expr);
struct gen_value gen_special_dpp(struct gen *g, struct expr *expr);
struct gen_value gen_special_icmp(struct gen *g, struct expr *expr);
struct gen_value gen_special_memcpy(struct gen *g, struct expr *expr);
struct gen_value gen_special_memset(struct gen *g, struct expr *expr);
struct gen_value gen_special_printf(struct gen *g, struct expr *expr);

/* gen_special_image.c */
struct gen_value gen_special_image_read(struct gen *g, struct expr *expr);
struct gen_value gen_special_image_write(struct gen *g, struct expr *expr);
struct gen_value gen_special_image_query(struct gen *g, struct expr *expr);
struct gen_value gen_special_image_dim(struct gen *g, struct expr *expr);

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
