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
 * nothing changes, in the kernarg segment; or it is a number that code holds (a sampler). */
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
    bool is_constant;
    uint64_t bits;
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

/* ---- points of the code: debug_point.h ---- */

/* An inlined call: from 1 on, 0 is none. */
struct debug_site {
    loc_t call;      /* of the call, plain */
    uint32_t parent; /* the site that the call itself is of */
    const struct ir_function *callee;
};

/* A variable, or a part of it, as one value. */
struct debug_object {
    uint32_t number, site; /* debug_variable.number; of which inlined call */
    uint32_t offset, size; /* bytes in the variable */
};

/* What an object holds from here on; a list, the newest first, whose ends lists share. */
struct debug_known {
    const struct debug_known *older;
    uint32_t object;
    ir_id value; /* 0: a constant, or nothing */
    bool is_constant;
    uint64_t bits;
};

/* One list for each time that variables became values; all are of the function in this generation. */
struct debug_lists {
    const struct debug_lists *next;
    const struct debug_known *known;
    const struct ir_function *function;
    uint32_t generation;
};

struct debug_point {
    loc_t loc; /* plain */
    uint32_t site;
    const struct debug_lists *lists;
};

struct debug_info {
    VEC(struct debug_function) functions;
    VEC(struct debug_variable) variables; /* of program scope */
    uint32_t variable_count;              /* numbers given out */
    /* debug_point.c alone changes these. */
    VEC(struct debug_point) points;
    VEC(struct debug_site) sites;     /* [0] is none */
    VEC(struct debug_object) objects; /* object 1 is the first */
    struct map values;                /* ir_function -> debug_values */
    struct map parts;                 /* numbers of parts -> what of which */
};

#endif
