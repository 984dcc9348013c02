/* The IR: SSA over a graph of basic blocks, scalar from birth.  IR.md is its specification.
 *
 * Values are dense 32-bit ids per function (0: none); analyses are arrays indexed by id.  An
 * instruction defines def_count values with consecutive ids (a load of 4 x i32 defines four).
 * Everything lives in the module's arena; edits go through the functions below, which keep use
 * lists and predecessor lists right. */
#ifndef OCC_MIDEND_IR_IR_H
#define OCC_MIDEND_IR_IR_H

#include "sema/image.h"
#include "sema/kernel_info.h"
#include "support/bitset.h"
#include "support/diag.h"
#include "support/map.h"
#include "support/strbuf.h"
#include "support/vec.h"

/* Address spaces.  The numbers are LLVM's (User Guide for AMDGPU Backend, Address Spaces), but no
 * code depends on them: all of it uses the names. */
enum ir_space {
    IR_SPACE_GENERIC, /* global, local or private: the address says which */
    IR_SPACE_GLOBAL,
    IR_SPACE_CONSTANT, /* lies in global memory; nothing writes to it during the kernel */
    IR_SPACE_LOCAL,
    IR_SPACE_REGION,
    IR_SPACE_PRIVATE,
    IR_SPACE_COUNT
};

/* A set of address spaces: IR_SPACE_MASK(GLOBAL) | IR_SPACE_MASK(LOCAL). */
typedef uint8_t ir_space_set;
#define IR_SPACE_MASK(name) (1 << IR_SPACE_##name)
enum ir_spaces {
    /* Through pointers to these, an access may reach global or local memory. */
    IR_SPACES_TO_GLOBAL = IR_SPACE_MASK(GENERIC) | IR_SPACE_MASK(GLOBAL) | IR_SPACE_MASK(CONSTANT),
    IR_SPACES_TO_LOCAL = IR_SPACE_MASK(GENERIC) | IR_SPACE_MASK(LOCAL),
    IR_SPACES_ALL = (1 << IR_SPACE_COUNT) - 1
};

/* ir_type_name: void i1 i8 i16 i32 i64 f16 f32 f64 p.generic p.global ... */
/* clang-format off */
enum ir_type {
    IR_VOID, IR_I1, IR_I8, IR_I16, IR_I32, IR_I64, IR_F16, IR_F32, IR_F64,
    IR_P_GENERIC, IR_P_GLOBAL, IR_P_CONSTANT, IR_P_LOCAL, IR_P_REGION, IR_P_PRIVATE,
    IR_TYPES
};
/* clang-format on */
_Static_assert(IR_P_PRIVATE - IR_P_GENERIC == (int)IR_SPACE_PRIVATE &&
                   IR_TYPES - IR_P_GENERIC == (int)IR_SPACE_COUNT,
               "a pointer type for each address space, in its order");

/* One for each row of ir_op.def. */
enum ir_op {
#define OP(name, ...) IR_OP_##name,
#include "midend/ir/ir_op.def"
    IR_OPS
};

/* What a row of ir_op.def says about its operation: see there. */
enum ir_flag {
    IR_PURE = 1,
    IR_COMMUTES = 2,
    IR_READ = 4,
    IR_WRITE = 8,
    IR_EFFECT = 16,
    IR_CONVERGENT = 32,
    IR_END = 64,
    IR_DIVERGENT = 128,
    IR_UNIFORM = 256,
    IR_QUIET = 512
};

enum ir_wrap {
    IR_NO_SIGNED_WRAP = 1,
    IR_NO_UNSIGNED_WRAP = 2,
    IR_LOW24 = 4,
    IR_NO_SIGNALLING = 8,
    IR_FINITE = 16,
    IR_NO_SIGNED_ZEROS = 32,
    IR_UNSIGNED24 = 64,
    IR_SIGNED24 = 128
};

enum { IR_DISTANCE = 1 << 24 }; /* bytes: private objects are smaller */

enum { IR_SCAN_STEPS = 6, IR_SCAN_BEFORE = IR_SCAN_STEPS }; /* of scan_source: 64 lanes */

typedef uint32_t ir_id; /* a value of one function; 0: none */

/* One for each row of ir_enum.def, which says what they are. */
enum ir_order {
#define ORDER(enumerator, word) enumerator,
#include "midend/ir/ir_enum.def"
};
enum ir_scope {
#define SCOPE(enumerator, word) enumerator,
#include "midend/ir/ir_enum.def"
};
enum ir_rmw {
#define RMW(enumerator, word) enumerator,
#include "midend/ir/ir_enum.def"
};
enum ir_hidden {
#define HIDDEN(enumerator, word) enumerator,
#include "midend/ir/ir_enum.def"
    IR_HIDDEN_COUNT
};
enum ir_image_form {
#define IMAGE_FORM(enumerator, word) enumerator,
#include "midend/ir/ir_enum.def"
};
enum ir_image_query {
#define IMAGE_QUERY(enumerator, word) enumerator,
#include "midend/ir/ir_enum.def"
};

struct ir_use { /* one argument, a link in the use list of its value */
    ir_id value;
    struct ir_inst *user;
    struct ir_use *prev, *next;
};

struct ir_memory {
    uint8_t components;    /* load, store: 1..16 components of inst->type */
    uint8_t order;         /* enum ir_order */
    uint8_t order_failure; /* cmpxchg */
    uint8_t scope;         /* enum ir_scope */
    uint8_t rmw;           /* enum ir_rmw */
    uint8_t scalar; /* load, store: enum ir_type of what lies there by the rules for types, and
                              no access of another type meets it; VOID: any may */
    /* load, store: numbers of a loop and of a place in it, from 1 on; what the loop stores to one place is not what it
     * accesses at another, as a test before it says (opt_versions.c). */
    uint8_t version, stream;
    ir_space_set spaces; /* fence, barrier: the memories it orders */
    bool is_volatile;
    bool is_invariant; /* memory that nothing writes in the kernel: kernarg, constant, const
                          restrict; may use SMEM when uniform */
    bool is_undefined; /* memzero: any value will do, what was there is not needed any more */
    bool in_registers; /* alloca: had best be in registers, if there is room: opt_register_arrays */
    bool is_kept; /* alloca: a variable of the source that debuggers find in memory at -O0, with or
                          without -g: ssa_build leaves its stores; memzero that is undefined: of
                          -fsanitize=undefined, the simulator is told (check_point.h) */
    /* load, store, of -fsanitize=alignment alone: it is of a part, so many bytes behind the begin, of what the program
     * says is a multiple of 2 to that power; 0: of a whole. */
    uint8_t whole_zeros;
    uint16_t part_offset;
    uint32_t align; /* bytes, power of two: of the pointer */
};

/* What a text begins with that is a point for the simulator to look at (gen/gen_check.c): behind it stand
 * the words of its entry in the code object. */
#define IR_CHECK_TEXT "s_nop 0 ; occ.check "
/* A value and the generic pointer that it is stored to; how many bits follow. */
#define IR_CHECK_LEAVES "leaves %0 %1 "

struct ir_asm {
    const char *text;
    const char *const *constraints; /* outputs first: "=v", "v", "s", "i", "0" */
    const char *const *clobbers;
    uint32_t output_count, input_count, clobber_count;
    const uint8_t *types; /* enum ir_type of each output; NULL: all are the instruction's */
    const char *builtin;  /* that the source has instead of assembly, for messages; or NULL */
};

/* Of a sampler that the source writes as a number: it takes the nearest level, as cl_khr_mipmap_image says, where a read
 * names a level of detail. */
enum { IR_SAMPLER_LEVELS = 0x40 };

struct ir_image {   /* image_read, image_write, image_query */
    uint8_t shape;  /* enum image_shape */
    uint8_t access; /* enum kernel_access: of the image, not of the operation */
    uint8_t form;   /* read, write: enum ir_image_form */
    uint8_t query;  /* enum ir_image_query */
    bool is_unorm;  /* write: channels are stored as fractions, whatever the image says of them */
};

struct ir_buffer {  /* buffer_load and the others */
    uint8_t bytes;  /* that a lane accesses */
    uint8_t policy; /* of caches: 1 glc, 2 slc */
    uint8_t rmw;    /* atomic: enum ir_rmw; FADD of i32: of two f16 */
    int16_t offset; /* to_local: added to both addresses */
};

enum {
    IR_BUFFER_SCALARS = 5
}; /* arguments that are the same in all lanes: the resource, an offset */

struct ir_inst {
    struct ir_inst *prev, *next;
    struct ir_block *block;
    uint8_t op;         /* enum ir_op */
    uint8_t type;       /* enum ir_type of each result; of the component for load, store; of the
                           first value stored; VOID: no result */
    uint16_t def_count; /* results: def, def + 1, ... */
    ir_id def;
    uint32_t arg_count;
    loc_t loc;
    uint8_t
        no_wrap; /* add, sub, mul, shl: IR_NO_SIGNED_WRAP, IR_NO_UNSIGNED_WRAP: if the exact result
                        does not fit the type, the value is undefined; ptradd p.private:
                        IR_NO_SIGNED_WRAP: unless less than IR_DISTANCE is added or taken
                        off, the value is undefined; mul i32: IR_LOW24: the bits
                        from 24 on are undefined; mul, umulhi i32: IR_UNSIGNED24, IR_SIGNED24: the
                        product of the factors' low 24 bits, extended, will do; fmin, fmax, pk_fmin,
                        pk_fmax: IR_NO_SIGNALLING: no
                        argument is a signalling NaN, or the value does not matter then; operations
                        and comparisons of floats: IR_FINITE: no argument but constants, and no
                        result, is infinite or NaN, or the value does not matter then;
                        IR_NO_SIGNED_ZEROS: which zero it is does not matter; call: IR_FINITE, of
                        the arguments */
    uint16_t name;     /* alloca: number of its variable's name among those of the module; 0: none;
                      ptradd with a size: of the member */
    uint32_t variable; /* alloca: number of the debug_variable that lives there, and nothing else
                          (debug_info.h); 0: none */
    union {
        struct ir_memory memory; /* load store atomic cmpxchg fence barrier memcpy(align) memzero */
        struct ir_asm *assembly;
        const char *format;         /* printf */
        uint32_t row;               /* printf_id: from 1 on */
        struct ir_function *callee; /* call, function_address */
        struct ir_global *global;   /* symbol */
        uint32_t dimension;         /* workitem_id, workgroup_id */
        uint32_t hidden;            /* hidden_arg, hidden_place: enum ir_hidden */
        struct ir_image image;      /* image_read, image_write, image_query */
        struct ir_buffer buffer;    /* buffer_*, global_to_local */
        uint32_t sampler;           /* sampler: the CLK_ bits, and IR_SAMPLER_LEVELS */
    };
    uint32_t size, align; /* alloca; memcpy and memzero: size (alignments: memory.align to,
                             align from); ptradd, of -fsanitize=bounds alone, until check_accesses.c
                             has used it: an array begins there that is a member, so many bytes */
    struct ir_use args[];
};

struct ir_block {
    struct ir_block *prev, *next; /* in the function's order; the entry is first */
    struct ir_function *function;
    struct ir_inst *first, *last; /* phis first; the last is the terminator */
    struct ir_block *succs[2];    /* of br, cbr; may be equal */
    uint8_t succ_count;
    VEC(struct ir_block *) preds; /* one entry per edge; phi arguments have this order */
    uint32_t id;                  /* dense, stable; printed as b<id> */
    uint32_t unroll;              /* loop header hint, as stmt.unroll */
};

enum ir_value_kind { IR_VALUE_NONE, IR_VALUE_INST, IR_VALUE_PARAM, IR_VALUE_CONST, IR_VALUE_UNDEF };

struct ir_value {
    uint8_t kind, type;
    union {
        struct ir_inst *inst; /* INST: result number = id - inst->def */
        uint64_t bits;        /* CONST: the low bits of the type; floats as their bit pattern */
        uint32_t param;       /* PARAM: index */
    };
    struct ir_use *uses;
};

struct ir_function {
    const char *name; /* interned in the module */
    struct ir_module *module;
    struct ir_function *next; /* in the module's order */
    struct ir_block *entry, *last_block;
    VEC(struct ir_value) values; /* [0] unused */
    uint32_t block_count;        /* ids given out so far */
    const uint8_t *param_types;  /* enum ir_type */
    ir_id *params;
    uint32_t param_count;
    const uint8_t *result_types;
    uint32_t result_count;
    /* Of functions that stay called: for each parameter and result, whether all active lanes pass
     * the same value at each execution of a call.  NULL: none is known to be so. */
    const uint8_t *param_uniform, *result_uniform;
    uint32_t
        layout; /* of units: a sum of the records and arrays that it takes and returns (type_layout); 0: none */
    bool is_kernel;   /* params match kernel->args one to one; by-value structs: pointer in
                         constant space to the argument in the kernarg segment */
    bool is_external; /* declared only: the library defines it */
    bool is_noinline, is_always_inline, is_library;
    bool is_weak;   /* of units: a link keeps one such definition, or one that is not weak */
    bool is_linked; /* all its calls go to functions with bodies: link_builtins */
    uint32_t expanded_size; /* instructions, those of callees included: prepare_callees */
    unsigned forms;         /* enum ir_form: those that hold between pipelines (pass.c) */
    uint8_t effects;        /* enum ir_effect of a call, with IR_EFFECTS_KNOWN: ana_effects */
    uint8_t call_room;      /* dwords that a call may pass in registers; 0: as many as any may */
    struct kernel_info *kernel;
    struct map constants; /* (type, bits) -> id */
    loc_t loc;
};

struct ir_reloc { /* 8-byte address */
    uint32_t offset;
    struct ir_global *target;
    uint32_t addend;
    struct ir_function *function; /* or NULL; a function_address, and no target, until
                                     lower_function_pointers */
};

struct ir_global {
    const char *name;
    struct ir_global *next;
    uint32_t number;  /* in its module, from 1 */
    uint8_t space;    /* enum ir_space: constant, local, global */
    bool is_external; /* declared only: another unit defines it */
    bool is_import;   /* and if none does, the loader: visibility("default") */
    bool is_got;      /* a slot that holds the address of an import, relocs[0] */
    bool is_visible;  /* of program scope and not static: the code object names it for others */
    bool is_weak;     /* as a function's */
    uint32_t size, align;
    const uint8_t *bytes; /* initial value of size bytes; NULL: zero, or none (local) */
    struct ir_reloc *relocs;
    uint32_t reloc_count;
    uint32_t offset; /* local: offset in LDS, set by the back end */
    loc_t loc;       /* of units, for errors of their link */
    uint32_t
        layout; /* of units: that of its type, of an array that of the elements; 0: not known */
};

enum ir_lack {
    IR_LACKS_GENERIC = 1,          /* loads and stores through generic pointers: lower_generic */
    IR_LACKS_HALF = 2,             /* arithmetic on f16; conversions are there: lower_half */
    IR_LACKS_ROUNDING = 4,         /* whole numbers of f64; fractions and exponents that are right:
                              lower_rounding */
    IR_LACKS_UNALIGNED_GLOBAL = 8, /* accesses of global memory that are not aligned: opt_join */
    IR_LACKS_UNALIGNED_LOCAL = 16, /* the same of LDS */
    IR_LACKS_PACKED = 32,          /* operations on two numbers of 16 bits: opt_packed */
    IR_LACKS_PERM = 64,            /* permutations of bytes: opt_bytes makes none */
    IR_LACKS_PERMUTE = 128,        /* ds_bpermute: has_permute */
    IR_LACKS_SATURATION =
        256, /* sums of 32 bits that saturate, unsigned; signed: lower_saturation */
    IR_LACKS_SIGNED_SATURATION = 512,
    IR_LACKS_ALL = 1023
};

/* Which atomic operation on floating point: rmw from IR_RMW_FADD on, of 32 or 64 bits, in that space. */
#define IR_FLOAT_ATOMIC(rmw, bits, space)                                                          \
    (((rmw)-IR_RMW_FADD) * 6 + ((bits) == 64) * 3 +                                                \
     ((space) == IR_SPACE_LOCAL    ? 0                                                             \
      : (space) == IR_SPACE_GLOBAL ? 1                                                             \
                                   : 2))

/* A location of a unit that was compiled before: in a module of such units locations are numbers of
 * these, from 1. */
struct ir_place {
    const char *file;
    uint32_t line, column;
};

struct debug_info; /* debug_info.h */

struct ir_module {
    struct arena *arena;
    struct intern intern;
    struct guard *guard;
    struct ir_function *functions, *last_function;
    struct map function_names; /* interned name -> the first function of that name */
    struct ir_global *globals, *last_global;
    bool f32_flush;                    /* f32 arithmetic treats denormals as 0 */
    bool ragged_groups;                /* the last work-group of a dimension may be smaller */
    bool no_hidden_arguments;          /* the launch passes none: they are 0 */
    bool zeroes_private, zeroes_local; /* that memory begins with zeros: zero_private, zero_local */
    uint32_t sanitize;                 /* enum sanitize_set: check_accesses.c, check_pointers.c */
    VEC(const char *) object_names;    /* for them, from number 1 on */
    bool doorbell_dwords; /* the legacy doorbells of its queues count dwords, else packets */
    uint16_t hidden_places[IR_HIDDEN_COUNT + 1]; /* offsets in their block; last: its size */
    uint16_t lacks;         /* enum ir_lack: what passes replace because the target has no such
                                 instructions */
    uint32_t float_atomics; /* set of 1 << IR_FLOAT_ATOMIC: operations that are instructions */
    VEC(const char *) printf_rows; /* of the metadata, from number 1 on: lower_printf.c */
    VEC(struct ir_place) places;   /* of linked units that were compiled with -g */
    /* The text of a library function (libclc_find), or NULL: link_builtins. */
    const char *(*library)(const char *name, size_t *length);
    struct diag *diag;          /* errors of the program that passes find; NULL: they are ICEs */
    const struct pass_run *run; /* the current runner, for passes that run a pipeline; or NULL */
    struct inline_plan *plan;   /* which calls are inlined; NULL: all */
    struct algebraic_rules *algebraic_rules; /* opt_algebraic.c, once it has run; or NULL */
    struct ana_calls *calls;  /* who calls whom, while pipelines run that ask; or NULL */
    struct debug_info *debug; /* what the source declares (debug_info.h); NULL: nobody asked */
};

/* ir.c: facts */
extern const char *const ir_op_name[IR_OPS]; /* as ir_op.def spells them */
unsigned ir_op_flags(enum ir_op op);         /* enum ir_flag */
const char *ir_type_name(enum ir_type type);
unsigned ir_type_bits(enum ir_type type); /* pointers: 64, or 32 in local, region, private; i1: 1 */
/* In memory. */
static inline unsigned
ir_type_bytes(enum ir_type type)
{
    return (ir_type_bits(type) + 7) / 8;
}
/* Arithmetic on floats, or a question about them: what IR_FINITE may be said of. */
bool ir_is_float_op(enum ir_op op);
static inline bool
ir_is_pointer(enum ir_type type)
{
    return type >= IR_P_GENERIC;
}
static inline bool
ir_is_int(enum ir_type type)
{
    return type >= IR_I1 && type <= IR_I64;
}
static inline bool
ir_is_float(enum ir_type type)
{
    return type >= IR_F16 && type <= IR_F64;
}
/* The address space of a pointer type. */
static inline enum ir_space
ir_space_of(enum ir_type pointer)
{
    return (enum ir_space)(pointer - IR_P_GENERIC);
}
/* The type of pointers to the space. */
static inline enum ir_type
ir_pointer_type(enum ir_space space)
{
    return (enum ir_type)(IR_P_GENERIC + space);
}
static inline ir_space_set
ir_space_bit(enum ir_space space)
{
    return (ir_space_set)(1 << space);
}
static inline bool
ir_has_space(ir_space_set set, enum ir_space space)
{
    return set >> space & 1;
}
/* The bits of a space's null pointer: -1 for local, 0 for the others (docs/abi.md). */
static inline uint64_t
ir_null(enum ir_type pointer)
{
    return pointer == IR_P_LOCAL ? UINT32_MAX : 0;
}

/* ir.c: making */
/* All of these live in the module's arena; names are copied, types and bytes are too.  bytes NULL:
 * zero, or none. */
struct ir_module *ir_module_new(struct arena *arena, struct guard *guard);
struct ir_function *ir_function_new(struct ir_module *module, const char *name,
                                    const uint8_t *params, uint32_t param_count,
                                    const uint8_t *results, uint32_t result_count);
/* NULL: the module has no function of that name. */
struct ir_function *ir_find_function(struct ir_module *module, const char *name);
/* Leaves out the functions for which keep says false; nothing that stays may call one of them. */
void ir_keep_functions(struct ir_module *module,
                       bool (*keep)(const struct ir_function *function, const void *context),
                       const void *context);
struct ir_global *ir_global_new(struct ir_module *module, const char *name, enum ir_space space,
                                uint32_t size, uint32_t align, const void *bytes);
struct ir_block *ir_block_new(struct ir_function *function); /* appended */
struct ir_block *ir_block_after(struct ir_block *block);     /* new, placed after */
ir_id ir_const(struct ir_function *function, enum ir_type type,
               uint64_t bits); /* unique per bits */
ir_id ir_undef(struct ir_function *function, enum ir_type type);
/* A detached instruction with def_count new values of the type (def 0 when def_count is 0). */
struct ir_inst *ir_inst_new(struct ir_function *function, enum ir_op op, enum ir_type type,
                            uint32_t def_count, const ir_id *args, uint32_t arg_count);
/* A detached copy, for this function, of a placed instruction of this or another function, with the
 * given arguments, as many as it has.  The results are new values of the same types; all else is
 * the same. */
struct ir_inst *ir_inst_clone(struct ir_function *function, const struct ir_inst *inst,
                              const ir_id *args);

/* ir.c: editing */
/* Places a detached instruction; ir_move_before takes a placed one. */
void ir_insert_before(struct ir_inst *at, struct ir_inst *inst);
void ir_append(struct ir_block *block, struct ir_inst *inst);
void ir_move_before(struct ir_inst *at, struct ir_inst *inst);
void ir_remove(struct ir_inst *inst); /* unlinks and drops its uses; results unused */
/* Never NULL in a block with its terminator. */
struct ir_inst *ir_first_after_phis(const struct ir_block *block);
void ir_set_arg(struct ir_inst *inst, uint32_t index, ir_id value);
/* Every use of old becomes one of `with`. */
void ir_replace_uses(struct ir_function *function, ir_id old, ir_id with);
void ir_set_br(struct ir_block *block, struct ir_block *target); /* new terminator; edges kept */
void ir_set_cbr(struct ir_block *block, ir_id condition, struct ir_block *if_true,
                struct ir_block *if_false);
void ir_set_end(struct ir_block *block, struct ir_inst *terminator); /* ret, unreachable */
/* The index of the edge from->succs[succ] in the preds of its target. */
uint32_t ir_pred_index(const struct ir_block *from, uint32_t succ);
/* Redirects one edge; phis of the old target lose that entry, those of the new one get undef (and
 * move in memory: a new predecessor makes them longer). */
void ir_redirect(struct ir_block *from, uint32_t succ, struct ir_block *to);
void ir_remove_block(struct ir_block *block); /* unreachable; also from successors' preds */
struct ir_block *ir_split_edge(struct ir_block *from, uint32_t succ); /* new block on the edge */
/* Moves `at` and all after it to a new block, to which the old one branches. */
struct ir_block *ir_split_block(struct ir_inst *at);

/* ir_signature.c: other parameters and results of a function.  Its calls are not touched: whoever
 * changes a signature gives each call the new arguments with ir_set_call. */
struct ir_param {
    uint8_t type; /* enum ir_type */
    uint32_t
        from; /* the old parameter that it is, maybe with another type; UINT32_MAX: a new one */
};
/* Old parameters that are left out have no uses.  Ids of other values may change. */
void ir_set_params(struct ir_function *function, const struct ir_param *params, uint32_t count);
/* Each ret is given its values, of the new types, with ir_set_ret. */
void ir_set_results(struct ir_function *function, const uint8_t *types, uint32_t count);
void ir_set_ret(struct ir_inst *ret, const ir_id *values, uint32_t count);
/* A call of the same function with these arguments and the results that it has now stands before
 * the old one, which keeps its uses and is to be removed. */
struct ir_inst *ir_set_call(struct ir_inst *call, const ir_id *args, uint32_t count);
/* Does a call of the function give it what it takes, by the other's declaration?  more: further arguments may
 * follow. */
bool ir_takes(const struct ir_function *function, const struct ir_function *declared, bool more);

/* What a call of a function does besides giving results: ana_effects. */
enum ir_effect {
    IR_EFFECT_READS = 1,      /* memory that may change, other than its own private objects */
    IR_EFFECT_WRITES = 2,     /* the same */
    IR_EFFECT_CONVERGENT = 4, /* barriers and operations between lanes */
    IR_EFFECT_KEPT = 8,       /* what is never removed, such as inline assembly */
    IR_EFFECTS_KNOWN = 128    /* 0 in its place: all of these may be so */
};
/* ir_op_flags; of a call those that follow from the callee's effects. */
unsigned ir_inst_flags(const struct ir_inst *inst);

/* A value of the function by its id; a new value may move it in memory. */
static inline struct ir_value *
ir_value(const struct ir_function *function, ir_id id)
{
    return &function->values.at[id];
}
static inline enum ir_type
ir_type_of(const struct ir_function *function, ir_id id)
{
    return (enum ir_type)function->values.at[id].type;
}
/* The instruction that defines id, or NULL. */
static inline struct ir_inst *
ir_def(const struct ir_function *function, ir_id id)
{
    const struct ir_value *value = &function->values.at[id];
    return value->kind == IR_VALUE_INST ? value->inst : NULL;
}
/* Does the instruction name a function: inst->callee? */
static inline bool
ir_has_callee(const struct ir_inst *inst)
{
    return inst->op == IR_OP_call || inst->op == IR_OP_function_address;
}
static inline bool
ir_is_const(const struct ir_function *function, ir_id id)
{
    return function->values.at[id].kind == IR_VALUE_CONST;
}

#define ir_foreach_block(block, function)                                                          \
    for (struct ir_block *block = (function)->entry;                                               \
         block && (guard_poll((function)->module->guard), true); block = block->next)
#define ir_foreach_inst(inst, block)                                                               \
    for (struct ir_inst *inst = (block)->first;                                                    \
         inst && guard_poll_along((block)->function->module->guard, inst); inst = inst->next)
#define ir_foreach_inst_safe(inst, block)                                                          \
    for (struct ir_inst *inst = (block)->first, *inst##_next = inst ? inst->next : NULL;           \
         inst && guard_poll_along((block)->function->module->guard, inst);                         \
         inst = inst##_next, inst##_next = inst ? inst->next : NULL)

/* ir_space.c: address spaces in the text of both IRs. */
struct textscan;
extern const char *const ir_space_name[IR_SPACE_COUNT];        /* generic global constant ... */
void ir_print_spaces(struct strbuf *buf, ir_space_set spaces); /* not empty: "global|local" */
/* These step over what they read; an unknown name is an error of the scanner. */
enum ir_space ir_parse_space(struct textscan *scan);
ir_space_set ir_parse_spaces(struct textscan *scan);

/* ir_print.c, ir_parse.c: exact inverses.  The text of a kernel holds its kernel_info too. */
void ir_print_module(struct strbuf *buf, const struct ir_module *module);
void ir_print_function(struct strbuf *buf, const struct ir_function *function);
void ir_print_inst(struct strbuf *buf, const struct ir_function *function,
                   const struct ir_inst *inst);
/* NULL, or "line N: what is wrong" in the arena. */
const char *ir_parse(struct ir_module *module, const char *text, size_t length);

/* Properties that a function may have besides being well-formed: passes.def says where they hold,
 * IR.md and ir_forms.c what they are. */
enum ir_form {
    IR_INLINED = 1,
    IR_SSA = 2,
    IR_LOOPS = 4,
    IR_MOVED = 8,
    IR_DIVIDED = 16,
    IR_HALVED = 32,
    IR_NARROW = 64,
    IR_LOWERED = 128,
    IR_SAMPLED = 256
};

/* ir_validate.c: the executable specification; forms: those that must also hold (ir_forms.c).
 * Returns NULL, or what is wrong, with the instruction, in scratch. */
const char *ir_validate(const struct ir_function *function, unsigned forms, struct arena *scratch);

/* ir_fold.c: the constant result of op if all arguments are constant, else false. */
bool ir_fold(struct ir_function *function, const struct ir_inst *inst, uint64_t *bits);

#endif
