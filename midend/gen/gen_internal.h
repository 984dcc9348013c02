/* Shared by gen_*.c: the state of lowering and how the parts call each other.
 *
 * An rvalue of the source becomes its components at once (struct gen_value); an lvalue becomes an
 * address with what a transfer must know about it (struct gen_lvalue).  Every local variable is an
 * alloca; ssa_build makes values of them later. */
#ifndef OCC_MIDEND_GEN_GEN_INTERNAL_H
#define OCC_MIDEND_GEN_GEN_INTERNAL_H

#include "midend/gen/gen.h"
#include "midend/ir/ir_build.h"
#include "sema/type.h"

enum { GEN_COMPONENTS = 16 };

/* Components of a scalar or vector, the halves of an integer of 128 bits (gen_wide.c); of a struct, union or
 * array: its address in at[0]. */
struct gen_value {
    struct type *type;
    uint32_t count;
    uint32_t align; /* of the address */
    ir_id at[GEN_COMPONENTS];
};

/* An object, or some components of a vector object. */
struct gen_lvalue {
    struct type *type; /* of what is read or written: the swizzle, not the vector */
    ir_id pointer;
    uint32_t align; /* of pointer, bytes */
    /* It is a part of what is at a multiple of so many bytes, 0: it is a whole; and where in it. */
    uint32_t whole_align, part_offset;
    bool is_volatile;
    bool is_invariant;       /* nothing writes it while the kernel runs */
    bool is_of_union;        /* other types may lie there */
    uint8_t component_count; /* components named by a swizzle; 0: the whole object */
    uint8_t components[GEN_COMPONENTS];
};

/* decl->lowered of a parameter or local variable: where it lives. */
struct gen_variable {
    const struct ir_function *function;
    ir_id pointer;
    uint32_t align;
};

struct gen {
    struct ir_module *module;
    struct arena *arena;
    struct diag *diag;
    const struct gen_options *options;
    const char *builtin;     /* whose code is being made, if that is special */
    VEC(struct decl *) work; /* functions that something reachable calls, in order of discovery */
    VEC(struct closure *) children; /* blocks that are enqueued, the same */
    struct map strings;             /* interned bytes -> ir_global */
    uint32_t string_count;
    struct gen_debug *debug; /* gen_debug.h; NULL: nobody asked */
    struct map global_names; /* interned name of a variable -> how many globals have it */

    /* the function being lowered */
    struct ir_function *function;
    struct decl *decl;
    struct ir_builder b;
    struct ir_block *exit; /* the one block that returns */
    struct ir_block *break_to, *continue_to;
    struct map blocks; /* LABEL and CASE statements -> block */
    struct map once;   /* EXPR_ONCE -> its gen_value */
    ir_id result;      /* where return stores: alloca, or the caller's object */
    struct type *result_type;
    uint32_t copies;    /* asynchronous ones with events of their own: gen_check.c */
    bool takes_address; /* of the element that is lowered next: gen_check.c */
};

/* gen_type.c */
enum ir_type gen_type(struct gen *g, const struct type *type); /* of a component as a value */
uint32_t gen_components(const struct type *type);  /* values that a scalar or vector consists of */
bool gen_is_wide(const struct type *type);         /* an integer of 128 bits: two of them */
enum ir_type gen_memory_type(enum ir_type type);   /* i1 is kept as i8 */
enum ir_space gen_space(enum address_space space); /* the IR's name of sema's */
bool gen_is_aggregate(const struct type *type);
struct type *gen_unqualified(struct type *type);
bool gen_is_float(const struct type *type); /* of the element */
bool gen_is_signed(const struct type *type);

/* gen_decl.c */
void gen_variable(struct gen *g, struct decl *decl); /* a declaration in a function */
struct ir_function *gen_function_of(struct gen *g,
                                    struct decl *decl); /* to call; queues its body */
struct ir_global *gen_global_of(struct gen *g, struct decl *decl);
bool gen_returns_in_memory(const struct type *result);

/* gen_special_enqueue.c: the kernel that a block becomes */
void gen_child_kernel(struct gen *g, const struct closure *closure);

/* gen_init.c */
void gen_init_lvalue(struct gen *g, struct gen_lvalue lvalue, struct expr *init);
struct ir_global *gen_string(struct gen *g, const char *bytes, uint32_t length, uint32_t size);
/* init NULL: zeros and null pointers. */
void gen_init_global(struct gen *g, struct ir_global *global, struct type *type, struct expr *init);

/* gen_memory.c */
struct gen_lvalue gen_place_at(struct type *type, ir_id pointer, uint32_t align);
struct gen_value gen_load(struct gen *g, struct gen_lvalue lvalue);
void gen_store(struct gen *g, struct gen_lvalue lvalue, struct gen_value value);
/* The same; gives what the object holds then: a bit-field keeps the lower bits. */
struct gen_value gen_assigned(struct gen *g, struct gen_lvalue lvalue, struct gen_value value);
uint32_t gen_object_align(const struct type *type); /* of a variable of the type */
struct gen_lvalue gen_temporary(struct gen *g, struct type *type);
/* Says that nothing of what the object of the type holds is needed any more; its instruction. */
struct ir_inst *gen_begin_object(struct gen *g, ir_id pointer, const struct type *type);
struct gen_lvalue gen_spill(struct gen *g, struct gen_value value); /* an rvalue given an address */
ir_id gen_ptradd(struct gen *g, ir_id pointer, ir_id index, bool is_signed, uint64_t scale);

/* Sets the attributes of a transfer that the builder leaves at their defaults. */
void gen_mark(struct gen *g, struct ir_inst *inst, const struct gen_lvalue *lvalue);

/* gen_check.c: the access is of what is so many bytes behind the pointer. */
void gen_check_part(struct gen *g, struct ir_inst *inst, const struct gen_lvalue *lvalue,
                    uint64_t offset);

/* gen_bits.c: bit-fields.  A value of the type that is stored in one and read again; type: of values. */
ir_id gen_of_bits(struct gen *g, const struct type *field, ir_id value);
ir_id gen_load_bits(struct gen *g, const struct gen_lvalue *lvalue, enum ir_type type);
void gen_store_bits(struct gen *g, const struct gen_lvalue *lvalue, ir_id value);

/* gen_expr.c */
struct gen_value gen_expr(struct gen *g, struct expr *expr);
ir_id gen_scalar(struct gen *g, struct expr *expr); /* its only component */
void gen_discard(struct gen *g, struct expr *expr);
struct gen_lvalue gen_lvalue(struct gen *g, struct expr *expr);
ir_id gen_address(struct gen *g, struct expr *expr); /* of an lvalue that is not accessed here */
struct gen_value gen_value1(struct type *type, ir_id id);
struct gen_value gen_zero(struct gen *g, struct type *type);

/* gen_expr_branch.c: is a scalar other than 0? */
ir_id gen_condition(struct gen *g, struct expr *expr); /* i1 */
void gen_branch(struct gen *g, struct expr *expr, struct ir_block *if_true,
                struct ir_block *if_false);
struct gen_value gen_logical(struct gen *g, struct expr *expr);
struct gen_value gen_conditional(struct gen *g, struct expr *expr);

/* gen_expr_op.c */
struct gen_value gen_unary(struct gen *g, struct expr *expr);
struct gen_value gen_binary(struct gen *g, struct expr *expr);
struct gen_value gen_assign(struct gen *g, struct expr *expr);
ir_id gen_exact_f32(struct gen *g, enum ir_op op, ir_id a, ir_id b); /* / and sqrt */
/* a op b of scalars: i1 */
ir_id gen_compare(struct gen *g, enum operator_kind op, const struct gen_value *a,
                  const struct gen_value *b);

/* gen_wide.c: integers of 128 bits.  op: integer operations and comparisons of the IR. */
struct gen_value gen_wide(struct type *type, ir_id low, ir_id high);
struct gen_value gen_wide_constant(struct gen *g, struct type *type, uint64_t low, uint64_t high);
struct gen_value gen_wide_arithmetic(struct gen *g, enum ir_op op, struct type *type,
                                     const struct gen_value *a, const struct gen_value *b);
ir_id gen_wide_compare(struct gen *g, enum ir_op op, const struct gen_value *a,
                       const struct gen_value *b);
ir_id gen_wide_is_true(struct gen *g, const struct gen_value *value);
/* From and to scalars, either of them of 128 bits. */
struct gen_value gen_wide_convert(struct gen *g, struct gen_value value, struct type *to);

/* gen_expr_cast.c */
struct gen_value gen_convert_expr(struct gen *g, struct expr *expr);
struct gen_value gen_convert(struct gen *g, struct gen_value value, struct type *to);
struct gen_value gen_convert_rounded(struct gen *g, struct gen_value value, struct type *to,
                                     enum rounding rounding, bool saturate);
struct gen_value gen_reinterpret(struct gen *g, struct gen_value value, struct type *to); /* as_ */
ir_id gen_int_resize(struct gen *g, ir_id id, bool is_signed, enum ir_type to);

/* gen_expr_call.c */
struct gen_value gen_call(struct gen *g, struct expr *expr);
struct gen_value gen_closure(struct gen *g, struct expr *expr);
struct gen_value gen_function_address(struct gen *g, struct expr *expr);
struct gen_value gen_va_arg(struct gen *g, struct expr *expr);
struct ir_inst *gen_library_call(struct gen *g, const char *name, const ir_id *args,
                                 const uint8_t *arg_types, uint32_t arg_count,
                                 const uint8_t *result_types, uint32_t result_count);
ir_id gen_library_call1(struct gen *g, const char *name, enum ir_type result, const ir_id *args,
                        uint32_t arg_count);
struct gen_value gen_asm(struct gen *g, struct expr *expr);

/* gen_special_image.c */
struct gen_value gen_sampler(struct gen *g, struct expr *expr); /* integer constant to sampler_t */
/* A variable of program scope or in constant memory: its initialiser replaces it. */
bool gen_is_literal_sampler(const struct expr *expr);

/* gen_check.c: nothing of these does anything without -fsanitize=.  kinds: enum sanitize_set */
bool gen_checks(const struct gen *g, unsigned kinds);
/* A place at which the simulator does what the words say, of values in %0 and so on. */
void gen_check_point(struct gen *g, const char *words, const ir_id *values, uint32_t count);
/* An index of an array or vector; only_address: where one behind the last is right, too. */
void gen_check_index(struct gen *g, const struct expr *array, ir_id index, bool is_signed,
                     bool only_address);
/* The pointer to the array's begin, which leads no farther than the array if that is a member. */
ir_id gen_check_member(struct gen *g, const struct expr *array, ir_id pointer);
/* The private object is a variable. */
void gen_check_name(struct gen *g, ir_id object, const char *name);
/* A variable begins, which has no initialiser. */
void gen_check_begin(struct gen *g, const struct gen_lvalue *lvalue, const char *name);
/* A scalar or vector is stored. */
void gen_check_stored(struct gen *g, const struct gen_lvalue *lvalue,
                      const struct gen_value *value);
/* A value that others may see, but not by a store of the source's: what printf prints, or an operand of an atomic
 * function, which is a scalar. */
void gen_check_given(struct gen *g, const struct gen_value *value);
void gen_check_operand(struct gen *g, ir_id value);
/* What a division of integers gives, undefined by zero, and of the lowest number by -1. */
ir_id gen_check_quotient(struct gen *g, ir_id quotient, ir_id dividend, ir_id divisor,
                         bool is_signed);
/* What a conversion has made of the value: of a floating one out of range it is undefined. */
struct gen_value gen_check_converted(struct gen *g, const struct gen_value *from,
                                     struct gen_value made);
/* A function that all work-items of a sub-group come to, if it is one. */
void gen_check_meet(struct gen *g, const struct builtin *row);
/* Work-items return from a function before its end. */
void gen_check_leave(struct gen *g);
/* A function of pipes has reserved packets, uses one, or commits: the pipe, the reservation, how many or which. */
void gen_check_pipe(struct gen *g, const struct builtin *row, const ir_id *values);
/* An asynchronous copy begins: to, from, elements, stride.  The number of its event; 0: nobody asks. */
uint32_t gen_check_copy(struct gen *g, const ir_id *args, uint32_t size, bool to_local);
/* The same of 2D2D and 3D3D, with the arguments of the library's function. */
uint32_t gen_check_rect(struct gen *g, const ir_id *args, bool to_local);
/* Its work is done; given: the event that the program gave it.  The event that it has. */
struct gen_value gen_check_copied(struct gen *g, uint32_t event, struct gen_value given);
/* So many events from there on are waited for. */
void gen_check_events(struct gen *g, struct expr *number, struct expr *events);
/* A call of the library's for all work-items of the group begins, or ends: it orders nothing of the program's. */
void gen_check_collect(struct gen *g, const struct builtin *row, bool ends);
/* "barrier" or "subgroup": work-items are in order from here on, as far as the spaces go. */
void gen_check_order(struct gen *g, const char *what, ir_space_set spaces);
/* A fence, before it invalidates what is cached. */
void gen_check_fence(struct gen *g, enum ir_order order, enum ir_scope scope, ir_space_set spaces);
/* mem_fence and its like, which programs of 1.x use between work-groups, too. */
void gen_check_old_fence(struct gen *g, enum ir_order order, ir_space_set spaces);
/* Atomic accesses with that order begin, or end. */
void gen_check_atomic(struct gen *g, enum ir_order order, enum ir_scope scope, bool ends);

/* gen_builtin.c */
struct gen_value gen_builtin(struct gen *g, struct expr *expr);

/* gen_stmt.c */
void gen_stmt(struct gen *g, struct stmt *stmt);

/* gen_switch.c */
void gen_switch(struct gen *g, struct stmt *stmt);
struct ir_block *gen_block_of(struct gen *g, const struct stmt *stmt); /* of a LABEL or CASE */

/* Continues in block; the current one falls through to it if it has no terminator yet. */
void gen_start(struct gen *g, struct ir_block *block);

#endif
