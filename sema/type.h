/* Types of OpenCL C.  Equal types are one object: compare pointers.
 *
 * A type carries qualifiers and the address space of the object it describes; type_unqualified()
 * strips both at the top level, and an alignment set by an attribute.  `global int *` is POINTER to
 * (int in SPACE_GLOBAL). */
#ifndef OCC_SEMA_TYPE_H
#define OCC_SEMA_TYPE_H

#include "frontend/ast.h"
#include "sema/image.h"
#include "sema/kernel_info.h"
#include "support/map.h"

/* The amdgiz mapping: numbers of LLVM's "User Guide for AMDGPU Backend", Address Spaces. */
enum address_space {
    SPACE_GENERIC = 0,
    SPACE_GLOBAL = 1,
    SPACE_CONSTANT = 2,
    SPACE_LOCAL = 3,
    SPACE_REGION = 4,
    SPACE_PRIVATE = 5
};

enum type_kind {
    TYPE_VOID,
    TYPE_BOOL,
    TYPE_CHAR,
    TYPE_UCHAR,
    TYPE_SHORT,
    TYPE_USHORT,
    TYPE_INT,
    TYPE_UINT,
    TYPE_LONG,
    TYPE_ULONG,
    TYPE_LONGLONG, /* 128 bits, as clang has it for this target */
    TYPE_ULONGLONG,
    TYPE_INT128,  /* the same, yet another type (GNU) */
    TYPE_UINT128, /* integers: TYPE_BOOL .. TYPE_UINT128 */
    TYPE_HALF,
    TYPE_FLOAT,
    TYPE_DOUBLE,
    TYPE_ENUM,   /* base: its integer type */
    TYPE_VECTOR, /* base: element; count 2, 3, 4, 8, 16 */
    TYPE_POINTER,
    TYPE_ARRAY,
    TYPE_STRUCT,
    TYPE_UNION,
    TYPE_FUNCTION,
    TYPE_EVENT,
    TYPE_SAMPLER,
    TYPE_IMAGE, /* shape, access */
    TYPE_QUEUE,
    TYPE_CLK_EVENT,
    TYPE_RESERVE_ID,
    TYPE_BUFFER_RESOURCE, /* clang's __amdgpu_buffer_rsrc_t: four dwords */
    TYPE_ATOMIC,          /* base: the type of its value */
    TYPE_PIPE,            /* base: its packets; access */
    TYPE_BLOCK,           /* base: the type of its function */
    TYPE_KINDS
};

enum { TYPE_MAX_ALIGN = 1 << 16 }; /* bytes: the largest that aligned() may ask for */

enum qualifier { QUAL_CONST = 1, QUAL_VOLATILE = 2, QUAL_RESTRICT = 4 };

struct field {
    const char *name; /* NULL: anonymous struct or union member */
    struct type *type;
    uint32_t offset; /* bytes */
    loc_t loc;
    const struct decl *decl; /* as written */
};

struct record {
    const char *name;         /* tag, or NULL */
    const char *typedef_name; /* first typedef of an untagged record, for messages and metadata */
    struct field *fields;
    uint32_t field_count;
    struct map named; /* name -> field, for those that have a name */
    bool has_unnamed; /* a member without a name: its own members count as this record's */
    struct decl_list enumerators; /* ENUM */
    uint32_t layout;              /* a sum of its members' places and types: type_layout */
    bool complete, packed;
    bool is_open;   /* its members are being declared */
    bool is_broken; /* some of its fields are missing; reported */
    loc_t loc;
};

struct type {
    uint8_t kind;         /* enum type_kind */
    uint8_t qualifiers;   /* enum qualifier */
    uint8_t space;        /* enum address_space of an object of this type; pointees and variables */
    bool has_space;       /* the space was written or deduced */
    bool is_variadic;     /* FUNCTION */
    uint32_t size, align; /* bytes; 0 while incomplete; vec3 has size 4 * element */
    uint32_t aligned;     /* what align was set to by an attribute; 0: the type's own */
    uint8_t bits,
        bit; /* of a bit-field: how many, and which of its first byte is the first; 0: none */
    struct type *base; /* VECTOR, ARRAY: element; POINTER: pointee; FUNCTION: result;
                             ENUM: integer */
    uint32_t count;    /* VECTOR: components; ARRAY: elements (0: unknown); FUNCTION: parameters */
    struct type **params;  /* FUNCTION */
    struct record *record; /* STRUCT, UNION; ENUM: name only */
    struct type *unqualified;
    const char *typedef_name; /* unused in comparisons */
    uint8_t shape;            /* IMAGE: enum image_shape */
    uint8_t access;           /* IMAGE: enum kernel_access */
};

struct type_table; /* all types of one compilation */

/* An empty table in the arena. */
struct type_table *type_table_new(struct arena *arena);
/* void, scalars, event_t, sampler_t, queue_t, clk_event_t, reserve_id_t, __amdgpu_buffer_rsrc_t. */
struct type *type_basic(struct type_table *table, enum type_kind kind);
/* The type made of these parts, the same object each time; unqualified, in no space. */
struct type *type_vector(struct type_table *table, struct type *element, uint32_t count);
struct type *type_pointer(struct type_table *table, struct type *pointee);
struct type *type_array(struct type_table *table, struct type *element, uint32_t count);
struct type *type_atomic(struct type_table *table, struct type *value);
struct type *type_pipe(struct type_table *table, struct type *packet, enum kernel_access access);
struct type *type_block(struct type_table *table, struct type *function);
struct type *type_function(struct type_table *table, struct type *result, struct type **params,
                           uint32_t count, bool is_variadic);
/* STRUCT, UNION or ENUM of this record; incomplete until type_complete. */
struct type *type_record(struct type_table *table, enum type_kind kind, struct record *record);
/* The same type with exactly these qualifiers and this space. */
struct type *type_qualified(struct type_table *table, struct type *type, unsigned qualifiers,
                            bool has_space, enum address_space space);

/* The same type with its objects at multiples of align bytes; 0: its own alignment. */
struct type *type_aligned(struct type_table *table, struct type *type, uint32_t align);
/* Of an lvalue: so many bits of an integer, from that of the first byte on.  Values have the type without. */
struct type *type_bits(struct type_table *table, struct type *type, uint32_t bits, uint32_t bit);

struct type *type_image(struct type_table *table, enum image_shape shape,
                        enum kernel_access access);
/* A sum of what objects of the type look like in memory: sizes, kinds of numbers and spaces of pointers at
 * their offsets, no names, not what pointers lead to.  Units that declare one thing alike get the same; a record
 * must be complete. */
uint32_t type_layout(const struct type *type);
/* The next step of such a sum. */
uint32_t type_layout_add(uint32_t sum, uint32_t next);

/* Gives a record or enum type, and all its qualified forms, the size and alignment of its layout
 * and (enum) its integer type; records: record->complete becomes true. */
void type_complete(struct type_table *table, struct type *type, uint32_t size, uint32_t align,
                   struct type *base);

/* Without qualifiers, address space and alignment at the top level. */
static inline struct type *
type_unqualified(struct type *type)
{
    return type->unqualified;
}

/* Scalar kinds: bool and enumerations are integers, half is floating, pointers are scalars. */
static inline bool
type_is_integer(const struct type *type)
{
    return (type->kind >= TYPE_BOOL && type->kind <= TYPE_UINT128) || type->kind == TYPE_ENUM;
}

static inline bool
type_is_float(const struct type *type)
{
    return type->kind >= TYPE_HALF && type->kind <= TYPE_DOUBLE;
}

static inline bool
type_is_arithmetic(const struct type *type) /* scalar numbers */
{
    return type_is_integer(type) || type_is_float(type);
}

static inline bool
type_is_scalar(const struct type *type)
{
    return type_is_arithmetic(type) || type->kind == TYPE_POINTER;
}

/* The element of a vector, else the type itself. */
static inline struct type *
type_element(struct type *type)
{
    return type->kind == TYPE_VECTOR ? type->base : type;
}

/* Components: of a vector, else 1. */
static inline uint32_t
type_components(const struct type *type)
{
    return type->kind == TYPE_VECTOR ? type->count : 1;
}

/* An integer of 128 bits, or an enumeration of that type. */
static inline bool
type_is_wide(const struct type *type)
{
    return type_is_integer(type) && type->size == 16;
}

bool type_is_signed(const struct type *type); /* of integers, and of vectors' elements */
/* As the user would write it: "__global float4 *"; lives in the arena. */
const char *type_str(struct arena *arena, const struct type *type);
/* The same, with a typedef's name wherever the type contains what that stands for. */
struct type_alias {
    const struct type *type; /* unqualified */
    const char *name;
};
const char *type_alias_str(struct arena *arena, const struct type *type,
                           const struct type_alias *alias);
/* As kernel metadata spells it (clang's arg type names): "float4*", "uint". */
const char *type_metadata_str(struct arena *arena, const struct type *type);

#endif
