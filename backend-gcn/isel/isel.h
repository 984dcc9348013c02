/* Instruction selection, inside: one kernel at a time, forward over the blocks in linear order.
 *
 * Where a value lives is decided by type and divergence:
 *   divergent                    VGPRs; i1: lane mask (an SGPR pair; bits of inactive lanes are
 *                                unspecified)
 *   uniform integer, pointer     SGPRs; what only the vector unit computes is read back from the
 *                                first lane at once
 *   uniform float                VGPRs, unless it comes from a scalar load or an SGPR
 *   uniform i1                   a scalar compare that is repeated before each use of SCC, or a
 *                                lane mask that all active lanes share, or 0 / 1 in an SGPR
 *
 * i8, i16 and f16 live in 32-bit registers whose upper bits are unspecified. */
#ifndef OCC_BACKEND_GCN_ISEL_ISEL_H
#define OCC_BACKEND_GCN_ISEL_ISEL_H

#include "backend-gcn/backend.h"
#include "backend-gcn/mir/mir_build.h"
#include "midend/analysis/analysis.h"
#include "midend/analysis/memory_address.h"
#include "midend/analysis/memory_order.h"

enum isel_bool_form {
    ISEL_BOOL_NONE,
    ISEL_BOOL_MASK,    /* whole: lane mask */
    ISEL_BOOL_COMPARE, /* repeat the scalar compare that defines it */
    ISEL_BOOL_SGPR,    /* whole: 0 or 1 */
    ISEL_BOOL_VGPR     /* whole: 0 or 1 in each lane; outlives a loop that lanes leave one by one,
                          where a mask would lose the bits of those that left before */
};

/* Where one IR value is. */
struct isel_value {
    struct mir_operand whole;
    struct mir_operand lo, hi; /* 64-bit values: their halves */
    const struct mir_block
        *split_block;  /* where they are the halves; of phis, which are split late */
    uint8_t bool_form; /* i1: enum isel_bool_form */
    bool is_set, splits_late;
    bool upper_zero, upper_sign; /* i8, i16: bits above are zero, or copies of the sign */
    /* A uniform i1 as a lane mask, made in this block; NULL: not yet. */
    const struct mir_block *mask_block;
    struct mir_operand mask;
};

/* A dword that was loaded in the block because part of it was needed. */
struct isel_dword {
    uint32_t base; /* enum ir_op of a pointer that the launch provides, or IR_OPS + value */
    int64_t offset;
    struct mir_operand word;
    const struct mir_block *block;
};

/* A private object in VGPRs. */
struct isel_array {
    ir_id object;           /* of the alloca */
    unsigned first, dwords; /* among the registers of all arrays */
};

/* Which objects in global memory may have been written, a bit for each: isel_clobber.c. */
struct isel_clobbers {
    uint64_t *in; /* by IR block id: before it */
    uint64_t now; /* before the instruction being selected */
    struct memory_objects objects;
    VEC(struct memory_address) written; /* the objects */
    bool fences_pair; /* barriers and fences may let lanes see each other's writes */
};

/* A resource of a buffer in SGPRs. */
struct isel_resource_tuple {
    ir_id words[4];
    struct mir_operand tuple;
    const struct mir_block *block;
};

struct isel {
    struct mir_builder b;
    struct mir_function *function;
    const struct gcn_target *target;
    struct arena *arena;
    struct guard *guard;
    struct ir_function *kernel;
    const struct backend_options *options;
    struct ana_divergence *divergence;
    struct isel_value *values;                  /* by ir_id */
    struct mir_block **blocks;                  /* by IR block id */
    struct mir_inst *start;                     /* p_start */
    struct mir_operand user[KERNEL_USER_SGPRS]; /* temps of the initial state; kind NONE: unused */
    struct mir_operand workgroup_id[3], workitem_id[3], wave_offset;
    struct mir_operand packed_ids; /* of the work-item, all three; where the chip packs them */
    struct mir_operand scratch_rsrc, return_address;
    struct mir_operand memory_rsrc; /* all of global memory; where only buffers reach it */
    struct ana_loops *loops;
    struct isel_clobbers clobbers;
    struct ir_inst **products; /* by ir_id: the other half of a product of words; isel_product.c */
    uint32_t *use_counts;      /* by ir_id, where products are */
    struct map arrays;         /* objects in registers, their loads and stores -> isel_array */
    struct map lds;            /* globals in LDS that have their offset */
    VEC(struct isel_dword) dwords;               /* loaded so far */
    VEC(struct isel_resource_tuple) resources;   /* isel_buffer.c */
    VEC(struct isel_descriptor) descriptors;     /* isel_descriptor.c */
    bool has_private, has_flat_private, has_lds; /* what the kernel touches */
    bool loads_to_local;                         /* straight, so that vmcnt says when LDS has it */
    bool has_hidden_block;                       /* it may read any hidden argument by itself */
};

/* isel.c: values */
static inline enum ir_type
isel_type(const struct isel *isel, ir_id id) /* pointers as the integer of their size */
{
    enum ir_type type = ir_type_of(isel->kernel, id);
    if (!ir_is_pointer(type))
        return type;
    return ir_type_bits(type) == 64 ? IR_I64 : IR_I32;
}
/* Do all lanes share the value? */
bool isel_is_uniform(const struct isel *isel, ir_id id);
/* Should the value live in SGPRs? */
bool isel_in_sgpr(const struct isel *isel, ir_id id);
/* Where the value is; a constant stays one. */
struct mir_operand isel_use(struct isel *isel, ir_id id);
/* The halves of a 64-bit value. */
struct mir_operand isel_lo(struct isel *isel, ir_id id);
struct mir_operand isel_hi(struct isel *isel, ir_id id);
/* As isel_use, but in VGPRs or SGPRs, not a constant. */
struct mir_operand isel_use_vgpr(struct isel *isel, ir_id id);
struct mir_operand isel_use_sgpr(struct isel *isel, ir_id id);
/* As isel_use, with fneg and fabs of the same type folded in as modifiers. */
struct mir_operand isel_use_float(struct isel *isel, ir_id id);
/* SGPR or constant. */
struct mir_operand isel_use_scalar(struct isel *isel, ir_id id);
/* Sets where the value is; moves it to SGPRs if it belongs there. */
void isel_define(struct isel *isel, ir_id id, struct mir_operand place);
void isel_define_halves(struct isel *isel, ir_id id, struct mir_operand lo, struct mir_operand hi);
/* A constant that stays one: addresses of private and local objects. */
void isel_define_const(struct isel *isel, ir_id id, struct mir_operand constant);
void isel_define_mask(struct isel *isel, ir_id id, struct mir_operand mask);
/* Is the block outside of the loop that computes the value?  There a lane mask has the bits of the last iteration, in
 * which others have left. */
bool isel_is_behind(const struct isel *isel, ir_id id, const struct ir_block *block);
/* The constant value of id; false when it is not a constant. */
bool isel_const(const struct isel *isel, ir_id id, uint64_t *bits);

/* The operand itself, or a copy of it in registers of that class. */
struct mir_operand isel_to_vgpr(struct isel *isel, struct mir_operand operand);
struct mir_operand isel_to_sgpr(struct isel *isel, struct mir_operand operand);
/* Halves of any 64-bit operand; dword n of a tuple operand. */
void isel_split(struct isel *isel, struct mir_operand whole, struct mir_operand *parts,
                unsigned count, unsigned dwords);
/* One tuple of the parts, one after the other. */
struct mir_operand isel_join(struct isel *isel, const struct mir_operand *parts, unsigned count);
/* In VGPRs. */
struct mir_operand isel_join_vgpr(struct isel *isel, const struct mir_operand *parts,
                                  unsigned count);
struct mir_operand isel_join2(struct isel *isel, struct mir_operand lo, struct mir_operand hi);

/* Makes a scalar instruction with a new SGPR result; sources are made scalar. */
struct mir_operand isel_salu(struct isel *isel, enum gcn_op op, const struct mir_operand *sources,
                             unsigned count);
#define isel_salu1(isel, op, a)    isel_salu(isel, op, (struct mir_operand[]){a}, 1)
#define isel_salu2(isel, op, a, b) isel_salu(isel, op, (struct mir_operand[]){a, b}, 2)
/* Compare; the result is SCC. */
void isel_scmp(struct isel *isel, enum gcn_op op, struct mir_operand a, struct mir_operand b);

/* isel_valu.c: vector instructions.  isel_valu makes the sources legal (constant bus, literals) and
 * returns the new VGPRs that hold the result. */
struct mir_operand isel_valu(struct isel *isel, enum gcn_op op, const struct mir_operand *sources,
                             unsigned count);
#define isel_valu1(isel, op, a)       isel_valu(isel, op, (struct mir_operand[]){a}, 1)
#define isel_valu2(isel, op, a, b)    isel_valu(isel, op, (struct mir_operand[]){a, b}, 2)
#define isel_valu3(isel, op, a, b, c) isel_valu(isel, op, (struct mir_operand[]){a, b, c}, 3)
/* The same with all table operands given, definitions too. */
struct mir_inst *isel_valu_full(struct isel *isel, enum gcn_op op, struct mir_operand *operands,
                                unsigned count);
/* Compare; the result is a lane mask. */
struct mir_operand isel_vcmp(struct isel *isel, enum gcn_op op, struct mir_operand a,
                             struct mir_operand b);
/* 32-bit vector add and subtract, by whichever instruction the target has. */
struct mir_operand isel_vadd(struct isel *isel, struct mir_operand a, struct mir_operand b);
struct mir_operand isel_vsub(struct isel *isel, struct mir_operand a, struct mir_operand b);
/* x + 1 or x - 1 in the lanes of the mask, x in others; x in a VGPR. */
struct mir_operand isel_vcount(struct isel *isel, struct mir_operand x, struct mir_operand mask,
                               bool up, struct mir_operand *carry);
/* a + b, and the mask of the lanes in which that wraps. */
struct mir_operand isel_vadd_carry(struct isel *isel, struct mir_operand a, struct mir_operand b,
                                   struct mir_operand *carry);
/* 64-bit add in the class that the operands ask for (SGPR if both are scalar). */
struct mir_operand isel_add64(struct isel *isel, struct mir_operand a, struct mir_operand b);
/* Value id = a + b, all of 64 bits. */
void isel_define_sum64(struct isel *isel, ir_id id, ir_id a, ir_id b);
struct mir_operand isel_vcndmask(struct isel *isel, struct mir_operand if_false,
                                 struct mir_operand if_true, struct mir_operand mask);

/* Selects one operation of the IR.  isel_op.def says which function selects which. */
typedef void isel_selector(struct isel *isel, struct ir_inst *inst);
/* isel.c: no code for the operation on this type; an ICE. */
_Noreturn isel_selector isel_refuse;

/* isel_alu.c: integers.  Selects the operation by a row of isel_simple.def if the target has its
 * instruction; else returns false.  Selectors of operations with rows try this first. */
bool isel_by_row(struct isel *isel, struct ir_inst *inst);
/* Operations that have only rows. */
isel_selector isel_simple;
isel_selector isel_extreme, isel_mul, isel_mul24, isel_mulhi, isel_add_sub, isel_saturate,
    isel_shift, isel_fshr, isel_count_zeros, isel_bfe, isel_perm, isel_pk_join, isel_logic;
isel_selector isel_bitcast, isel_unpack, isel_pack64, isel_trunc, isel_extend;
/* isel_product.c: 64-bit products of words.  Finds the pairs of halves, mul and umulhi or smulhi, of VGPRs. */
void isel_find_products(struct isel *isel);
/* Sets both halves if inst is one; else returns false. */
bool isel_define_product(struct isel *isel, struct ir_inst *inst);
/* Sets the product of a lane's number and a constant that takes a few shifts and sums; else returns false. */
bool isel_define_multiple(struct isel *isel, const struct ir_inst *inst);
/* Sets the 64-bit sum inst of two values if one is such a product; else returns false. */
bool isel_define_product_sum(struct isel *isel, const struct ir_inst *inst);
/* Do both factors fit the fast 24-bit multiplier? */
bool isel_is_24_bits(const struct isel *isel, const struct ir_inst *inst);
/* isel_bool.c: i1 values */
struct mir_operand isel_use_mask(struct isel *isel, ir_id id);
void isel_use_scc(struct isel *isel, ir_id id); /* the next instruction reads SCC */
struct mir_operand isel_use_bool(struct isel *isel,
                                 ir_id id); /* 0 or 1 in an SGPR, or a constant */
isel_selector isel_compare, isel_select;
isel_selector isel_bool_logic; /* and, or, xor, eq, ne of i1 */
/* isel_float.c: signs, pieces of divisions and conversions that take several instructions */
isel_selector isel_sign, isel_copysign, isel_fsub, isel_fmad, isel_div_scale, isel_div_fmas,
    isel_div_fixup, isel_canonicalize, isel_frexp_exp, isel_fclass, isel_fldexp, isel_fmed3;
isel_selector isel_float_to_float, isel_int_to_float, isel_float_to_int;
/* isel_address.c: where accesses go, where objects lie, casts between spaces */
/* Where a vector access goes: an address register, an SGPR base (kind NONE: none), an offset that
 * fits the instruction for every byte of `size`. */
struct isel_address {
    struct mir_operand vaddr, saddr;
    int64_t imm;
    enum ir_space space;
};
struct isel_address isel_address(struct isel *isel, ir_id pointer, unsigned size);
/* address + offset for one access: moves what does not fit the instruction into vaddr. */
struct isel_address isel_address_at(struct isel *isel, const struct isel_address *address,
                                    unsigned offset);
/* What a machine instruction says of the memory that it touches. */
struct mir_memory isel_memory(const struct isel *isel, const struct ir_inst *inst,
                              enum ir_space space, unsigned size);
isel_selector isel_ptradd;
isel_selector isel_alloca, isel_symbol, isel_addrspacecast;
/* Value id = the address of constant data. */
void isel_symbol_address(struct isel *isel, ir_id id, struct ir_global *global);
/* isel_mem.c: loads and stores */
isel_selector isel_load, isel_store;
/* isel_array.c: private objects in VGPRs */
void isel_find_arrays(struct isel *isel);
/* The array in registers that an alloca makes, a load or store accesses; NULL: none. */
const struct isel_array *isel_array_of(const struct isel *isel, const struct ir_inst *inst);
/* Loads and stores dwords of it. */
void isel_array_load(struct isel *isel, const struct isel_array *array, struct ir_inst *inst,
                     struct mir_operand *words, unsigned count);
void isel_array_store(struct isel *isel, const struct isel_array *array, struct ir_inst *inst,
                      struct mir_operand *words, unsigned count);
/* s_load of dwords * 4 bytes of constant memory from an SGPR pair + offset; dwords 1, 2, 4, 8, 16.
 */
struct mir_operand isel_smem(struct isel *isel, struct mir_operand base, int64_t offset,
                             unsigned dwords);
/* isel_unit.c: the units through which lanes reach memory, rows of isel_unit.def. */
enum isel_unit_id {
#define UNIT(name, ...) ISEL_UNIT_##name,
#include "backend-gcn/isel/isel_unit.def"
    ISEL_UNITS
};
enum isel_form { ISEL_FORM_ADDRESS, ISEL_FORM_BASE, ISEL_FORM_BUFFER, ISEL_FORM_ADDR64 };
enum isel_resource { ISEL_RESOURCE_NONE, ISEL_RESOURCE_SCRATCH, ISEL_RESOURCE_MEMORY };
/* What one instruction moves: a byte, a short, one to four dwords; loads may also sign-extend. */
enum isel_access {
    ISEL_ACCESS_U8,
    ISEL_ACCESS_U16,
    ISEL_ACCESS_X1,
    ISEL_ACCESS_X2,
    ISEL_ACCESS_X3,
    ISEL_ACCESS_X4,
    ISEL_STORES,
    ISEL_ACCESS_I8 = ISEL_STORES,
    ISEL_ACCESS_I16,
    ISEL_LOADS
};
struct isel_unit {
    uint8_t id, form, resource;                    /* enum isel_unit_id, isel_form, isel_resource */
    uint8_t widest;                                /* bytes of one access */
    int32_t lowest, highest;                       /* offsets in the instruction */
    uint16_t load[ISEL_LOADS], store[ISEL_STORES]; /* enum gcn_op; GCN_NO_OP: none of that size */
};
/* The unit for vector accesses to this space. */
const struct isel_unit *isel_unit(const struct isel *isel, enum ir_space space);
/* At the entry: makes the resource that spans global memory, if the target needs it. */
void isel_unit_start(struct isel *isel);
/* Makes one instruction.  result NULL: it returns nothing; kind NONE: the result is optional. */
struct mir_inst *isel_unit_access(struct isel *isel, const struct isel_unit *unit, unsigned op,
                                  const struct isel_address *at, const struct mir_operand *result,
                                  const struct mir_operand *data, unsigned data_count);
/* isel_align.c: is the address known to be a multiple of 4? */
bool isel_is_dword_aligned(const struct isel *isel, ir_id pointer);
/* Is the number of 32 bits known to have a clear sign bit? */
bool isel_is_nonnegative(const struct isel *isel, ir_id id);
/* isel_clobber.c: where global memory may have been written since the kernel began.  Before that,
 * uniform loads may go through the scalar cache, which stores do not update. */
void isel_find_clobbers(struct isel *isel);
/* The objects that may have been written once the instruction is done. */
uint64_t isel_clobbers(struct isel *isel, const struct ir_inst *inst);
/* May what the load reads have been written before it? */
bool isel_is_clobbered(const struct isel *isel, const struct ir_inst *load);
/* isel_atomic.c */
isel_selector isel_atomic;
/* isel_order.c: the memory model */
isel_selector isel_fence, isel_barrier;
void isel_order_before(struct isel *isel, const struct ir_inst *inst);
void isel_order_after(struct isel *isel, const struct ir_inst *inst);
bool isel_bypasses_cache(const struct isel *isel, const struct ir_ordering *ordering,
                         bool is_volatile);
/* isel_image.c: reads, samples and writes of images */
isel_selector isel_image_read, isel_image_write;
/* isel_buffer.c: accesses through resources that the program makes, loads straight to LDS */
isel_selector isel_buffer_load, isel_buffer_store, isel_buffer_atomic, isel_buffer_to_local,
    isel_global_to_local;
/* isel_descriptor.c: descriptors of images and samplers in SGPRs, queries, literal samplers */
isel_selector isel_image_query, isel_sampler;
void isel_find_descriptors(struct isel *isel);
/* The descriptor that a handle points to, which isel_find_descriptors has seen: 8 or 4 SGPRs. */
struct mir_operand isel_descriptor(struct isel *isel, ir_id handle, unsigned dwords);
/* Of the image: a T#, or of one made of a buffer a V#. */
unsigned isel_image_dwords(const struct ir_inst *inst);
/* isel_wave.c: ids, hidden arguments, rows of printf, cross-lane operations */
isel_selector isel_workitem_id, isel_workgroup_id, isel_dispatch_ptr, isel_queue_ptr,
    isel_kernarg_ptr, isel_hidden_arg, isel_hidden_block, isel_printf_id, isel_static_lds;
isel_selector isel_last_lane, isel_ballot, isel_readfirstlane, isel_readlane, isel_mbcnt,
    isel_bpermute, isel_first_lanes, isel_scan_source, isel_lane_copy;
/* isel_shuffle.c: values of other lanes */
isel_selector isel_shuffle;
/* isel_asm.c: inline assembly */
isel_selector isel_asm;
/* isel_cf.c: blocks, phis, terminators */
void isel_make_blocks(struct isel *isel);
void isel_phis(struct isel *isel, struct ir_block *block);
void isel_fill_phis(struct isel *isel);
isel_selector isel_terminator;

/* kernel_abi.c */
void kernel_abi_scan(struct isel *isel);   /* what the kernel needs; kernarg layout */
void kernel_abi_start(struct isel *isel);  /* p_start and set-up code at the entry */
void kernel_abi_params(struct isel *isel); /* loads of the arguments */
/* Is it the address of a kernel argument?  Then its place in the kernarg segment is added to *offset. */
bool kernel_abi_argument_address(const struct isel *isel, ir_id id, int64_t *offset);

/* kernel_hidden.c: hidden arguments.  A kernel that has this hidden_block reads some of them by itself. */
void kernel_hidden_scan(struct isel *isel, const struct ir_inst *block);
/* Lists those that the kernel uses.  Returns the size of their block in bytes. */
uint32_t kernel_hidden_list(struct isel *isel);
/* Where their block begins in the kernarg segment. */
uint32_t kernel_hidden_offset(const struct isel *isel);
struct mir_operand kernel_hidden_value(struct isel *isel, unsigned hidden);
/* function_abi.c: functions that are called (docs/abi.md, "Calls") */
void function_abi_assign(struct isel *isel); /* the registers of its interface */
void function_abi_start(struct isel *isel);  /* p_start */
/* Ends the function with the values of ret. */
void function_abi_return(struct isel *isel, struct ir_inst *inst);
isel_selector isel_call;

#endif
