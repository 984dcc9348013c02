/* What the source declares, for debug information: types, variables, functions.  Made of the AST
 * while that is there (midend/gen/gen_debug.c), read by who writes DWARF.  Locations are those of the
 * instructions; everything lives in the module's arena. */
#ifndef OCC_MIDEND_IR_DEBUG_INFO_H
#define OCC_MIDEND_IR_DEBUG_INFO_H

#include "midend/ir/ir.h"

enum debug_type_kind {
    DEBUG_TYPE_BASE,
    DEBUG_TYPE_VECTOR,  /* base: of the components */
    DEBUG_TYPE_ARRAY,   /* base: of the elements */
    DEBUG_TYPE_POINTER, /* base: what it points to */
    DEBUG_TYPE_STRUCT,
    DEBUG_TYPE_UNION,
    DEBUG_TYPE_ENUM, /* base: its integer type */
    DEBUG_TYPE_TYPEDEF,
    DEBUG_TYPE_CONST,
    DEBUG_TYPE_VOLATILE,
    DEBUG_TYPE_RESTRICT,
    DEBUG_TYPE_OPAQUE /* a handle: image, sampler, event, queue, pipe, block */
};

enum debug_encoding {
    DEBUG_BOOLEAN,
    DEBUG_SIGNED,
    DEBUG_UNSIGNED,
    DEBUG_SIGNED_CHAR,
    DEBUG_UNSIGNED_CHAR,
    DEBUG_FLOAT
};

/* A member of a struct or union, or an enumerator. */
struct debug_member {
    const char *name;        /* NULL: none */
    struct debug_type *type; /* NULL: an enumerator */
    int64_t value;           /* offset in bytes; of an enumerator its value */
    loc_t loc;
    uint8_t bits,
        bit;      /* of a bit-field: how many, and which of its first byte is the first; 0: none */
    uint8_t unit; /* bytes of its type */
};

struct debug_type {
    uint8_t kind;            /* enum debug_type_kind */
    uint8_t encoding;        /* BASE: enum debug_encoding */
    uint8_t space;           /* POINTER: enum ir_space of what it points to */
    bool is_complete;        /* STRUCT, UNION */
    const char *name;        /* NULL: none */
    uint32_t size;           /* bytes */
    uint32_t count;          /* VECTOR: components; ARRAY: elements; 0: not known */
    struct debug_type *base; /* NULL: void */
    struct debug_member *members;
    uint32_t member_count;
    loc_t loc;
};

/* Where a variable is: in a global, else in the alloca of its number, else, of an argument that
 * nothing changes, in the kernarg segment. */
struct debug_variable {
    const char *name;
    struct debug_type *type;
    loc_t loc;
    bool is_parameter, is_external;
    bool is_indirect;               /* the alloca holds its private address */
    bool is_argument;               /* of a kernel, not changed ... */
    uint32_t argument;              /* ... and which */
    uint32_t number;                /* from 1; 0: no alloca */
    const struct ir_global *global; /* or NULL */
};

/* A block of the source: locations from `start` to `end`, both included. */
struct debug_scope {
    loc_t start, end;
    VEC(struct debug_variable) variables;
    VEC(struct debug_scope *) scopes;
};

struct debug_function {
    const struct ir_function *function;
    const char *name;          /* as written */
    struct debug_type *result; /* NULL: void */
    loc_t loc;
    bool is_external;
    struct debug_scope *scope; /* parameters, what the outermost block declares, blocks in it */
};

struct debug_info {
    VEC(struct debug_function) functions;
    VEC(struct debug_variable) variables; /* of program scope */
    uint32_t variable_count;              /* numbers given out */
};

#endif
