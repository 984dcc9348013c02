/* Which bytes accesses touch, and whether two of them may be the same: for passes over memory. */
#ifndef OCC_MIDEND_ANALYSIS_MEMORY_ADDRESS_H
#define OCC_MIDEND_ANALYSIS_MEMORY_ADDRESS_H

#include "midend/ir/ir.h"

/* Where an access goes: an object (the value of the alloca or parameter that it comes from, or the global, which
 * may have several symbols; if known), a base and a constant offset.  All zero: anywhere in memory that
 * others see. */
enum { MEMORY_NAMED_OBJECT = 1 << 30 }; /* objects from here on are globals, by their number */

struct memory_address {
    ir_id object; /* 0: unknown */
    ir_id base;
    int64_t offset; /* bytes after base */
    uint32_t size;
    uint8_t space;              /* enum ir_space */
    uint8_t scalar;             /* set by who asks: memory_scalar of the access */
    uint8_t version, stream;    /* the same: those of the access, which is no atomic operation */
    bool is_private;            /* an alloca whose address is used only in loads and stores */
    bool is_param, is_restrict; /* the object is what a kernel argument points to */
    /* Of is_private: the access begins at start + offset + k * stride of the object, for some k; 0: there. */
    int64_t start;
    uint32_t stride; /* 1: anywhere */
    bool is_atomic;  /* set by who asks: the access is an atomic operation */
};

/* The type that no access of another type meets, or VOID: char meets all (C99 6.5p7). */
static inline uint8_t
memory_scalar(const struct ir_inst *access)
{
    bool has_type = access->op == IR_OP_load || access->op == IR_OP_store;
    return has_type && access->memory.scalar != IR_I8 ? access->memory.scalar : (uint8_t)IR_VOID;
}

/* What is said of the load or store itself, and not of its pointer. */
static inline void
memory_note_access(struct memory_address *at, const struct ir_inst *access)
{
    bool is_plain = access->op == IR_OP_load || access->op == IR_OP_store;
    at->scalar = memory_scalar(access);
    at->version = is_plain ? access->memory.version : 0;
    at->stream = is_plain ? access->memory.stream : 0;
}

/* What is known of a function's private objects. */
struct memory_objects {
    struct ir_function *function;
    bool *
        escapes; /* per value id of an alloca: its address is used for more than loads and stores */
    uint32_t count; /* of value ids then; later allocas count as escaping */
};

/* Looks at all allocas of the function; the result lives in the arena. */
struct memory_objects memory_objects(struct arena *arena, struct ir_function *function);
/* Where an access of so many bytes through the pointer goes. */
struct memory_address memory_address_of(const struct memory_objects *objects, ir_id pointer,
                                        uint32_t size);
/* What a load of that type finds at component `index` of at, if this is known: it lies inside a constant
 * object of this program, and no address is there. */
bool memory_initial_value(const struct ir_function *function, const struct memory_address *at,
                          uint32_t index, enum ir_type type, uint64_t *bits);
/* Is the pointer one into memory that is there for the whole launch: the dispatch packet, the
 * arguments? */
bool memory_is_of_launch(const struct ir_function *function, ir_id pointer);
/* May the two have a byte in common? */
bool memory_may_alias(const struct memory_address *a, const struct memory_address *b);
/* The same, which also asks whether their indices always differ: q[c] and q[c ^ 1].  Values of the bases are
 * those of one moment.  Plain accesses of local memory stay as the program has them: lanes of a wave may read
 * there what others have just written. */
bool memory_may_overlap(const struct ir_function *function, const struct memory_address *a,
                        const struct memory_address *b);
/* May the objects that the two lie in, so that they may have a byte in common at another time, as in another
 * iteration of a loop? */
bool memory_objects_may_meet(const struct memory_address *a, const struct memory_address *b);

#endif
