/* Machine IR: one kernel as GCN instructions over virtual registers, in SSA until registers are
 * assigned, with physical registers after.
 *
 * Two graphs, as the hardware has two kinds of register (after Mesa's ACO): the logical one is what
 * a lane sees and governs VGPRs; the linear one is what the wave executes and governs SGPRs and
 * EXEC. Selection fills the logical graph; insert_exec builds the linear one from the plan of
 * ana_linear (midend/analysis/analysis.h), inserts the EXEC arithmetic and repairs SSA of SGPR values on it.
 *
 * passes.def has the passes in their order, MIR.md the text form and the rules. */
#ifndef OCC_BACKEND_GCN_MIR_MIR_H
#define OCC_BACKEND_GCN_MIR_MIR_H

#include "gcn/object/kernel_desc.h"
#include "gcn/object/object_version.h"
#include "midend/ir/ir.h"
#include "midend/analysis/memory_address.h"
#include "support/sparse_set.h"

/* The rows of mir_pseudo.def, which says what they do, numbered after enum gcn_op. */
enum mir_pseudo {
    MIR_P_BEFORE = GCN_OPS - 1,
#define PSEUDO(enumerator, name) enumerator,
#include "backend-gcn/mir/mir_pseudo.def"
    MIR_OPS
};

enum mir_class { MIR_SGPR, MIR_VGPR };

enum mir_operand_kind {
    MIR_NONE,   /* absent: `off`, no saddr */
    MIR_TEMP,   /* virtual register; after assignment reg holds its physical register */
    MIR_FIXED,  /* physical register that is no temp: EXEC, SCC, VCC, M0, FLAT_SCRATCH */
    MIR_CONST,  /* 32-bit pattern, or 64-bit operand given by sign-extended/float-expanded value */
    MIR_SYMBOL, /* 32-bit literal: half of (address of global - pc after s_getpc_b64), see
                   mir_reloc; value: 0 low, 1 high half */
    MIR_CODE,   /* the same for the function callee */
    MIR_ROW     /* 32-bit literal: the number of row `value` of printf's metadata */
};

struct mir_operand {
    uint32_t temp; /* MIR_TEMP: index into function->temps, from 1.  Assignment keeps the names
                      and splits live ranges: a p_parallel_copy may then define a temp again, in
                      another register */
    uint16_t reg;  /* enum gcn_reg: MIR_FIXED; MIR_TEMP after assignment or when is_fixed */
    uint8_t kind;  /* enum mir_operand_kind */
    uint8_t dwords;
    uint8_t reg_class; /* enum mir_class: TEMP, FIXED */
    bool is_fixed : 1; /* TEMP that must sit in reg here */
    bool is_kill : 1;  /* use: last one (set by live analysis) */
    bool neg : 1, abs : 1, sext : 1;
    bool is_undef : 1; /* use: any value will do */
    uint8_t sel;       /* SDWA selector + 1; 0: whole */
    uint64_t value;    /* MIR_CONST: bits of the operand's width; MIR_SYMBOL, MIR_CODE: half;
                          MIR_ROW: row */
    union {
        struct ir_global *global;         /* MIR_SYMBOL */
        const struct ir_function *callee; /* MIR_CODE */
    };
};

/* A literal that the object writer fills: (target + addend - address of the literal), low or high
 * half (R_AMDGPU_REL32_LO, R_AMDGPU_REL32_HI).  The target is a global or a function.  After s_getpc_b64 of the next instruction's
 * address, s_add_u32 lo, lo, literal has addend 4 and s_addc_u32 hi, hi, literal has addend 12.  Or the number
 * of a row of printf's metadata (R_AMDGPU_ABS32). */
struct mir_reloc {
    uint32_t offset;                  /* of the literal, in bytes from the start of the code */
    struct ir_global *global;         /* or NULL */
    const struct ir_function *callee; /* or NULL */
    uint32_t row;                     /* from 1 on, or 0 */
    int32_t addend;
    bool high;
};

/* A variable of the source that lies in private memory, in LDS or in registers of arrays all the time. */
struct mir_variable {
    uint32_t number; /* ir_inst.variable of its alloca; 0: in LDS */
    uint32_t site;   /* debug_info.h: of which inlined call; 0: of none */
    uint32_t offset; /* its private address, that in LDS, or which of array_dwords is its first */
    uint32_t words;  /* of array_dwords; 0: not there */
    const struct ir_global *global; /* in LDS; or NULL */
};

/* What a value of the IR has become, for debug information: a constant, or dwords of temps. */
struct mir_value {
    uint8_t dwords; /* 1 or 2; 0: nothing */
    bool is_constant;
    uint32_t temps[2]; /* temp * 16 + which dword of it */
    uint64_t bits;
};

/* Where a part of a variable is when an instruction begins. */
struct mir_place {
    uint32_t object; /* of debug_info.h */
    uint8_t dwords;  /* in registers; 0: a constant */
    uint16_t regs[2];
    uint64_t bits;
};

/* Those that hold before an instruction. */
struct mir_places {
    uint32_t count;
    const struct mir_place *at;
};

/* From this byte of the code on, up to the next row, instructions belong to the location. */
struct mir_line {
    uint32_t offset;
    loc_t loc;         /* plain (debug_point.h); 0: to none of the source */
    uint32_t site;     /* of which inlined call; 0: of none */
    bool is_statement; /* not where a way goes on with its branch's place: mir_begins_statement */
    struct mir_places places; /* of variables, for these instructions */
};

/* A point for the simulator to look at (docs/abi.md, "Checks"). */
struct mir_check {
    uint32_t offset;   /* bytes from the start of the function */
    const char *words; /* with its registers */
};

/* Modifiers of memory and VALU instructions; zero means none. */
struct mir_mods {
    int32_t imm; /* simm16, offset (as gcn_inst.imm), slot of spills */
    uint8_t offset1;
    uint8_t omod : 2, clamp : 1, glc : 1, slc : 1, offen : 1, idxen : 1, gds : 1;
    uint8_t addr64 : 1, lds : 1;                   /* lds: a load goes to LDS, where M0 says */
    uint8_t dmask : 4, unorm : 1, da : 1, d16 : 1; /* image instructions */
    uint8_t op_sel : 4, op_sel_hi : 3;
    uint8_t neg_lo : 3, neg_hi : 3;
    uint8_t dst_sel; /* SDWA selector + 1; 0: none */
    uint8_t dst_unused : 2, bound_ctrl : 1;
    uint16_t dpp_ctrl; /* with has_dpp */
    uint8_t row_mask : 4, bank_mask : 4;
    bool has_dpp, has_sdwa;
    uint32_t literal; /* K of v_madmk / v_madak */
};

/* What memory an access touches: for scheduling, waits and reports. */
struct mir_memory {
    ir_space_set spaces; /* those it may touch; 0: no memory */
    bool is_volatile, is_invariant, is_scratch;
    bool is_unaligned;    /* in LDS: less than to its size */
    uint8_t order, scope; /* enum ir_order, enum ir_scope: of atomics, and of the waits and cache
                             operations that isel_order.c makes, which are fences */
    uint8_t size;         /* bytes per lane */
    uint32_t address;     /* where it goes: index + 1 in mir_function.addresses; 0: not known */
};

struct mir_inst {
    struct mir_inst *prev, *next;
    struct mir_block *block;
    uint16_t op;            /* enum gcn_op or enum mir_pseudo */
    uint16_t operand_count; /* table operands, then extra ones; for PARALLEL_COPY etc. all */
    uint16_t def_count;     /* pseudo: leading definitions.  Real: computed by mir_is_def */
    uint8_t tied;           /* index + 1 of the extra use that must share the register of the
                               def-and-use operand (v_mac's vdst, v_writelane, returning buffer
                               atomics); 0: none */
    bool no_reorder : 1;    /* scheduling barrier */
    loc_t loc;
    struct mir_mods mods;
    struct mir_memory memory;
    struct ir_asm *assembly;
    const struct ir_function *callee; /* p_call, and the s_swappc_b64 that it becomes */
    struct mir_block *target;         /* s_branch, s_cbranch_*: where to, after insert_exec */
    uint32_t id;                      /* for passes: any dense numbering */
    uint32_t places; /* 1 + row of function->places: of variables, before it; 0: nothing is known */
    struct mir_operand operands[]; /* as gcn_op_info.operands; then extra: implicit SCC, VCC, EXEC
                                      and M0 operands that matter as MIR_FIXED, then the tied use */
};

struct mir_block {
    struct mir_block *prev, *next; /* linear order = layout order */
    struct mir_function *function;
    struct mir_inst *first, *last;
    struct mir_block *logical_succs[2], *linear_succs[2];
    uint8_t logical_succ_count, linear_succ_count;
    VEC(struct mir_block *) logical_preds;
    VEC(struct mir_block *) linear_preds;
    uint32_t id; /* dense */
    uint32_t loop_depth;
    bool is_linear_only; /* holds only scalar code; not in the logical graph */
    bool is_loop_header;
    struct ir_block *source; /* NULL: made by the back end */
};

struct mir_temp {
    uint8_t reg_class;    /* enum mir_class */
    uint8_t dwords;       /* 1..16 */
    bool is_mask;         /* SGPR pair holding one bit per lane */
    bool no_spill;        /* made by the spiller, or fixed */
    uint16_t reg;         /* after assignment; GCN_NO_REG before */
    uint16_t hint;        /* preferred register or GCN_NO_REG */
    struct mir_inst *def; /* SSA: its definition */
};

struct mir_function {
    struct arena *arena;
    struct arena *pass_arena; /* for data of one pass: the runner resets it; NULL: arena */
    struct guard *guard;
    const struct gcn_target *target;
    const struct ir_function *source; /* name, kernel_info */
    struct call_context *calls;       /* calls.h: its part in the program; NULL: of no program */
    struct mir_block *entry, *last_block;
    uint32_t block_count;
    VEC(struct mir_temp) temps; /* [0] unused */
    struct kernel_start_state abi;
    struct kernel_usage usage;
    uint32_t scratch_objects; /* bytes of private objects per work-item, before spills; object
                                 addresses start at 4 so that none is at private address 0 */
    VEC(struct memory_address)
    addresses; /* of accesses; ids are the IR's and say which are equal */
    uint32_t kernarg_size, kernarg_align; /* with hidden arguments */
    uint8_t hidden_args[HIDDEN_COUNT];    /* kinds in order; HIDDEN_COUNT for holes */
    uint32_t hidden_arg_count;
    bool hidden_used[HIDDEN_COUNT];
    bool f32_denormals;
    bool is_function;                  /* ends by returning to its caller */
    bool linear_done, assigned;        /* stages passed; the validator asks */
    unsigned vgpr_budget, sgpr_budget; /* pressure target; before spill: what attributes allow */
    unsigned vgpr_cap,
        sgpr_cap;          /* set by spill: ra may exceed the budget, not these; 0: the target's */
    uint16_t spill_vgpr;   /* first VGPR reserved for SGPR spills; GCN_NO_REG; see calls, too */
    bool has_pages;        /* SGPR slots in scratch: after those of lane_vgprs (spill_slots.h) */
    unsigned lane_vgprs;   /* with pages: so many VGPRs hold slots in their lanes, and one more
                              passes the others to scratch; else as many as are needed do */
    uint32_t spill_page;   /* the VGPR slot in which those further slots begin */
    uint16_t scratch_sgpr; /* after ra: two SGPRs that nothing occupies, for lowering, and two more
                              with pages */
    uint32_t sgpr_spill_slots,
        vgpr_spill_slots;  /* dwords: lanes of linear VGPRs, scratch per item */
    unsigned array_dwords; /* VGPRs of private arrays: p_array_read, p_array_write */
    uint16_t array_vgpr;   /* after ra: the first of them */
    bool keeps_lds_m0;     /* M0 is -1 for LDS: who changes it sets it back */
    uint32_t scratch_rsrc,
        scratch_offset;  /* temps of the private segment buffer (4 dwords) and of the
                  wave's offset, once set up (MUBUF scratch); 0: not, or GFX9 */
    const uint8_t *code; /* encode: bytes */
    uint32_t code_size;
    VEC(struct mir_reloc) relocs; /* filled by encode_function from MIR_SYMBOL operands */
    VEC(uint32_t)
    atomics; /* by encode_function: where atomic loads and stores are in the code, in
                              bytes, ascending */
    VEC(struct mir_check) checks;       /* by encode_function, ascending: gen/gen_check.c */
    VEC(struct mir_line) lines;         /* by encode_function, with debug information: ascending */
    VEC(struct mir_variable) variables; /* by isel, with debug information */
    const struct mir_value *values;     /* the same, by ir_id; NULL: none */
    uint32_t value_count;
    VEC(struct mir_places) places; /* by note_places, the same */
    uint32_t kernarg_end; /* by encode_function, with debug information: in bytes, up to where the
                             launch's pointer to the kernarg segment is in its registers for sure */
};

/* mir.c */
/* An empty function with the defaults of mir_function_defaults, in the arena; source may be NULL.
 */
struct mir_function *mir_function_new(struct arena *arena, struct guard *guard,
                                      const struct gcn_target *target,
                                      const struct ir_function *source);
struct mir_block *mir_block_new(struct mir_function *function); /* appended to the layout */
/* New, placed after the block in the layout. */
struct mir_block *mir_block_after(struct mir_block *block);
/* A new temp: its index, from 1. */
uint32_t mir_temp_new(struct mir_function *function, enum mir_class reg_class, unsigned dwords);
/* A detached instruction; operands are copied.  Real operations are not padded: the count must be
 * right. */
struct mir_inst *mir_inst_new(struct mir_function *function, unsigned op,
                              const struct mir_operand *operands, unsigned count, unsigned defs);
/* A detached copy: the operands too, all but the links and the id. */
struct mir_inst *mir_inst_clone(struct mir_function *function, const struct mir_inst *inst);
/* Place a detached instruction; mir_remove detaches one, which may be placed again. */
void mir_append(struct mir_block *block, struct mir_inst *inst);
void mir_insert_before(struct mir_inst *at, struct mir_inst *inst);
void mir_remove(struct mir_inst *inst);
/* Its location, or, where it has none, that of the nearest instruction before it in the block, else after it. */
loc_t mir_near_loc(const struct mir_inst *inst);
/* Add an edge of that graph at the end of succs and preds; the caller takes care of phis. */
void mir_add_logical_edge(struct mir_block *from, struct mir_block *to);
void mir_add_linear_edge(struct mir_block *from, struct mir_block *to);
static inline bool
mir_is_pseudo(const struct mir_inst *inst)
{
    return inst->op >= GCN_OPS;
}
static inline bool
mir_is_array_access(const struct mir_inst *inst)
{
    return inst->op == MIR_P_ARRAY_READ || inst->op == MIR_P_ARRAY_WRITE;
}
static inline const struct mir_operand *
mir_array_index(const struct mir_inst *inst)
{
    return &inst->operands[inst->def_count]; /* the first use of either */
}
/* Is extra operand i a register that the operation touches by itself, and how? */
bool mir_is_implicit(const struct mir_inst *inst, unsigned i, bool write);
/* Is operand i written / read?  From the table for real operations; extra operands: see mir_inst.
 */
static inline bool
mir_is_def(const struct mir_inst *inst, unsigned i)
{
    if (mir_is_pseudo(inst))
        return i < inst->def_count;
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    if (i >= info->operand_count)
        return inst->tied != i + 1 && mir_is_implicit(inst, i, true);
    if (!info->operands[i].is_def || inst->operands[i].kind == MIR_NONE)
        return false;
    /* The data of a buffer atomic that returns nothing. */
    if (info->operands[i].is_use && info->flags & GCN_FLAG_ATOMIC && !inst->mods.glc)
        return false;
    return true;
}
static inline bool
mir_is_use(const struct mir_inst *inst, unsigned i)
{
    if (mir_is_pseudo(inst))
        return i >= inst->def_count;
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    if (i >= info->operand_count)
        return inst->tied == i + 1 || mir_is_implicit(inst, i, false);
    if (!info->operands[i].is_use)
        return false;
    /* Where the use has an operand of its own, this one is the definition alone. */
    return !(info->operands[i].is_def && inst->tied);
}
/* A block's neighbours in the graph that the class lives on: the logical one for VGPRs, the linear
 * one for SGPRs. */
struct mir_blocks {
    struct mir_block *const *at;
    uint32_t count;
};
static inline struct mir_blocks
mir_preds(const struct mir_block *block, enum mir_class reg_class)
{
    if (reg_class == MIR_VGPR)
        return (struct mir_blocks){block->logical_preds.at, block->logical_preds.count};
    return (struct mir_blocks){block->linear_preds.at, block->linear_preds.count};
}
static inline struct mir_blocks
mir_succs(const struct mir_block *block, enum mir_class reg_class)
{
    if (reg_class == MIR_VGPR)
        return (struct mir_blocks){block->logical_succs, block->logical_succ_count};
    return (struct mir_blocks){block->linear_succs, block->linear_succ_count};
}
bool mir_is_branch(const struct mir_inst *inst); /* terminators, pseudo or real */
enum { MIR_MAX_OFFSET = 1 << 30 }; /* bytes: more than any limit that backend.c checks */
/* The offset of an object after *end (align 0: 4 bytes); *end grows and stops at MIR_MAX_OFFSET. */
uint32_t mir_allocate_offset(uint32_t *end, uint32_t size, uint32_t align);
/* The number for mir_memory.address: of an access to memory of these spaces that goes there. */
uint32_t mir_note_address(struct mir_function *function, const struct memory_address *at,
                          ir_space_set spaces);
/* The name of an operation, real or pseudo; constant. */
const char *mir_op_name(unsigned op);

/* Operand constructors. */
struct mir_operand mir_temp(const struct mir_function *function, uint32_t temp);
struct mir_operand mir_fixed(unsigned reg, unsigned dwords); /* EXEC, VCC, SCC, M0 ... */
struct mir_operand mir_temp_at(const struct mir_function *function, uint32_t temp, unsigned reg);
struct mir_operand mir_const(uint32_t value);
struct mir_operand mir_const64(uint64_t value);
struct mir_operand mir_none(void);

#define mir_foreach_block(block, function)                                                         \
    for (struct mir_block *block = (function)->entry;                                              \
         block && (guard_poll((function)->guard), true); block = block->next)
#define mir_foreach_inst(inst, block)                                                              \
    for (struct mir_inst *inst = (block)->first;                                                   \
         inst && guard_poll_along((block)->function->guard, inst); inst = inst->next)
#define mir_foreach_inst_safe(inst, block)                                                         \
    for (struct mir_inst *inst = (block)->first, *inst##_next = inst ? inst->next : NULL;          \
         inst && guard_poll_along((block)->function->guard, inst);                                 \
         inst = inst##_next, inst##_next = inst ? inst->next : NULL)

/* mir_print.c, mir_parse.c: exact inverses, before and after assignment. */
void mir_print(struct strbuf *buf, const struct mir_function *function);
void mir_print_inst(struct strbuf *buf, const struct mir_function *function,
                    const struct mir_inst *inst);
/* Makes *function in the arena.  NULL, or "line N: what is wrong" in the arena. */
const char *mir_parse(struct arena *arena, struct guard *guard, const char *text, size_t length,
                      struct mir_function **function);
/* Additional properties of a function: passes.def says where they hold, mir_forms.c what they
 * mean. */
enum mir_form {
    MIR_FORM_SSA = 1,
    MIR_FORM_LINEAR = 2,
    MIR_FORM_REGULAR = 4,
    MIR_FORM_ASSIGNED = 8,
    MIR_FORM_COPIED = 16,
    MIR_FORM_REAL = 32,
    MIR_FORM_ENCODED = 64
};
/* mir_validate.c: driven by gcn_inst.def: operand kinds and sizes, constant bus, one literal, SSA
 * (dominance on the graph of the class), phi counts; forms: those that must hold as well.  Returns
 * NULL or the fault with its instruction, in scratch. */
const char *mir_validate(const struct mir_function *function, unsigned forms,
                         struct arena *scratch);
/* mir_forms.c: checks the forms alone. */
const char *mir_check_forms(const struct mir_function *function, unsigned forms,
                            struct arena *scratch);

/* live.c */
struct mir_live {
    struct sparse_set *in,
        *out; /* per block id: temps; VGPRs along logical, SGPRs along linear edges */
    uint32_t max_vgprs, max_sgprs; /* largest pressure in dwords */
    uint32_t spillable[2]; /* per class: the same, but for calls that no value lives across */
};
/* Also sets is_kill on uses. */
struct mir_live *mir_live(struct arena *arena, struct mir_function *function);

/* ra_validate.c: replays the assignment forward, trusting nothing that ra computed.  The function
 * as it was before assignment is not needed: temps stay named in operands.  NULL or the fault with
 * its instruction, in scratch. */
const char *ra_validate(const struct mir_function *function, struct arena *scratch);

#endif
