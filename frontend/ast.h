/* The AST: what the parser builds and what semantic analysis completes in place.
 *
 * The parser fills syntax; sema fills every field marked "sema": types, declarations that names
 * refer to, conversions made explicit as EXPR_CONVERT nodes.  After sema (the typed AST) an
 * expression's type is never NULL, operands of arithmetic have the type of the operation, and no
 * PAREN, SIZEOF, MEMBER-of-vector or unresolved NAME is left.  Nodes live in the arena of struct
 * frontend's tree. */
#ifndef OCC_FRONTEND_AST_H
#define OCC_FRONTEND_AST_H

#include "support/diag.h"
#include "support/vec.h"

#include <stddef.h>
#include <string.h>

struct type;    /* sema/type.h */
struct builtin; /* sema/builtin.h: one row of builtin.def */

enum expr_kind {
#define EXPR(name, comment) EXPR_##name,
#include "frontend/ast.def"
    EXPR_KINDS
};

enum stmt_kind {
#define STMT(name, comment) STMT_##name,
#include "frontend/ast.def"
    STMT_KINDS
};

enum operator_kind {
#define OPERATOR(name, text) OP_##name,
#include "frontend/ast.def"
    OP_KINDS
};

/* How EXPR_CONVERT gets from operand->type to type (sema). */
enum cast_kind {
    CAST_NONE,
    CAST_LVALUE,   /* reads the object (lvalue to rvalue) */
    CAST_ARRAY,    /* array lvalue -> pointer to its first element */
    CAST_FUNCTION, /* function -> pointer to it */
    CAST_SCALAR,   /* between arithmetic types, component-wise for vectors of equal length; to bool:
                      != 0 */
    CAST_SPLAT,    /* scalar (already of the element type) -> vector, every component */
    CAST_POINTER,  /* pointer -> pointer, same space, bits unchanged */
    CAST_SPACE,    /* pointer -> pointer of another address space */
    CAST_INT_TO_POINTER,
    CAST_POINTER_TO_INT,
    CAST_POINTER_TO_BOOL,
    CAST_NULL,   /* constant 0 -> null pointer of the space */
    CAST_BITS,   /* as_type: bits unchanged, same size (vec3 counts as vec4) */
    CAST_VA_ARG, /* __builtin_va_arg: of a list, an lvalue, its next argument */
    CAST_VOID,
};

/* Rounding and saturation of CAST_SCALAR that comes from convert_type_sat_rtX. */
enum rounding { ROUND_DEFAULT, ROUND_RTE, ROUND_RTZ, ROUND_RTP, ROUND_RTN };

struct designator {
    const char *field;        /* .field, or NULL: [index] */
    struct expr *index, *end; /* end: of a GNU range [index ... end], else NULL */
    loc_t loc;
    struct designator *next;
    struct designator *last; /* of the list; kept in its first */
};

struct init_item {
    struct designator *designators; /* NULL: the next in order */
    struct expr *value;
    /* sema: a flat list of scalar, vector or whole-record stores */
    uint32_t offset;   /* sema: bytes from the start of the object */
    struct type *type; /* sema: of the place that value goes to; value is converted to it */
};

struct asm_operand {
    const char *name;       /* [name] or NULL */
    const char *constraint; /* "=v" */
    struct expr *value;
    struct type *carrier; /* sema: the type in registers: vectors go as integers */
};

struct assembly { /* always volatile: nothing moves it (GCC manual, 6.47.2.1) */
    const char *text;
    struct asm_operand *outputs, *inputs;
    const char **clobbers;
    uint32_t output_count, input_count, clobber_count;
};

struct expr_list {
    struct expr **at;
    uint32_t count, capacity;
};

/* A case of _Generic. */
struct association {
    struct type_name *type; /* NULL: default */
    struct expr *value;
    loc_t loc;
    struct association *next;
    struct association *last; /* of the list; kept in its first */
};

/* #pragma OPENCL FP_CONTRACT: may a * b + c become one instruction? */
enum contract { CONTRACT_DEFAULT, CONTRACT_ON, CONTRACT_OFF };

/* By far the most memory of a compilation before lowering, so a node has only the bytes that its
 * kind uses (expr_new): it is copied by expr_copy, and changes its kind only to a smaller one. */
struct expr {
    uint8_t kind;          /* enum expr_kind */
    uint8_t op;            /* enum operator_kind: UNARY, BINARY, ASSIGN */
    uint8_t cast : 4;      /* CONVERT: enum cast_kind */
    uint8_t rounding : 3;  /* CONVERT: enum rounding */
    bool saturate : 1;     /* CONVERT */
    bool is_lvalue : 1;    /* sema: designates an object */
    bool is_arrow : 1;     /* MEMBER */
    bool is_explicit : 1;  /* CONVERT that the user wrote; NAME etc.: parenthesised, for warnings */
    bool is_grouped : 1;   /* parenthesised twice: (int4)((a, b)) is no list of two */
    uint8_t contract : 2;  /* BINARY, ASSIGN: enum contract of the place */
    loc_t loc, start, end; /* caret, first and last character */
    uint16_t depth;        /* of the tree; the parser limits it, so recursion over it is safe */
    struct {               /* INT: as it is written, which decides the type */
        uint8_t base;      /* 10, 16, 8, 2 */
        uint8_t longs : 2; /* number of l */
        bool is_unsigned : 1, is_char : 1;
    } literal;
    struct type *type; /* sema */
    union {
        struct { /* INT: the lower and the upper 64 bits */
            uint64_t value, high;
        } integer;
        struct { /* FLOAT */
            double value;
            uint8_t suffix;     /* 0, 'f', 'h', 'l' */
            bool is_float16;    /* 'h', spelt f16 */
            uint8_t extensions; /* enum extension: enabled here */
        } floating;
        struct {
            const char *bytes;
            uint32_t length;
        } string; /* STRING: length without NUL */
        struct {
            const char *name;
            struct decl *decl;
        } name;  /* NAME; decl: sema */
        struct { /* UNARY: left; BINARY, ASSIGN, INDEX: left, right;
                    CONDITIONAL: left ? middle : right, middle NULL if left out (GNU);
                    CAST, CONVERT, ONCE: left */
            struct expr *left;
            union {
                struct expr *right;
                struct type_name *type_name; /* CAST, CONVERT: written, or NULL */
            };
            union {
                struct expr *middle;
                struct type *computation_type; /* sema, ASSIGN with op and ++/--: the type that left
                                                  is converted to before the operation */
            };
        };
        struct {                 /* CALL, BUILTIN; VECTOR and LITERAL parts */
            struct expr *callee; /* CALL */
            struct expr_list args;
            union {
                struct type_name *literal_type; /* LITERAL */
                const struct builtin *builtin;  /* BUILTIN (sema) */
            };
            const char *library_name; /* BUILTIN (sema): mangled name in libclc-lite, or NULL when
                                         the row is an IR operation; scalar form */
        } call;
        struct {
            struct expr *base;
            const char *name;
            struct field *field;
        } member; /* field: sema */
        struct {
            struct expr *base;
            uint8_t components[16];
            uint8_t count;
        } swizzle; /* SWIZZLE (sema) */
        struct {
            struct init_item *at;
            uint32_t count, capacity;
        } init; /* INIT_LIST; type set by sema;
                    what no item covers is 0 */
        struct {
            struct type_name *type_name;
            struct expr *operand;
            uint8_t query;
        } size; /* SIZEOF */
        struct {
            struct type_name *type_name;
            struct designator *designators;
        } offset;
        struct {
            struct type_name *first, *second;
        } same; /* SAME_TYPE */
        struct {
            struct expr *operand;
            struct association *associations;
        } generic;
        struct stmt *block;        /* BLOCK */
        struct closure *closure;   /* CLOSURE */
        struct assembly *assembly; /* ASM */
    };
};

/* The bytes of a node: most kinds use no more than the first two operands. */
static inline size_t
expr_size(enum expr_kind kind)
{
    enum { WITH_TWO = offsetof(struct expr, middle), WITH_THREE = WITH_TWO + sizeof(void *) };
    switch (kind) {
    case EXPR_UNARY:
    case EXPR_ASSIGN:
    case EXPR_CONDITIONAL:
    case EXPR_MEMBER:
    case EXPR_SIZEOF:
        return WITH_THREE;
    case EXPR_CALL:
    case EXPR_BUILTIN:
    case EXPR_VECTOR:
    case EXPR_LITERAL:
    case EXPR_SWIZZLE:
        return sizeof(struct expr);
    default:
        return WITH_TWO;
    }
}

static inline struct expr *
expr_new(struct arena *arena, enum expr_kind kind)
{
    struct expr *expr = arena_new(arena, expr_size(kind));
    expr->kind = (uint8_t)kind;
    return expr;
}

/* For a copy that stands alone, or onto a node of at least that size. */
static inline void
expr_copy(struct expr *to, const struct expr *from)
{
    memcpy(to, from, expr_size((enum expr_kind)from->kind));
}

/* A variable captured by a block literal: copied when the literal is evaluated. */
struct capture {
    struct expr *value; /* sema: what is copied, an rvalue */
    struct decl *copy;  /* sema: what the body's names refer to; const */
    uint32_t offset;    /* sema: of the copy in the block's context */
};

/* What a literal begins with, as clang lays it out: its size, its alignment, an address of code. */
enum { CLOSURE_SIZE = 0, CLOSURE_ALIGN = 4, CLOSURE_INVOKE = 8, CLOSURE_HEADER = 16 };

struct closure {
    struct decl *function; /* no specifiers: the result type follows from the return statements */
    bool in_function;      /* parser: outside of the literal */
    VEC(struct capture) captures;
    uint32_t size, align;       /* sema: of the context: the header and the copies */
    struct kernel_info *kernel; /* sema: what becomes of it if it is enqueued; NULL: it is not */
    void *lowered;              /* midend: that kernel's runtime handle */
};

enum size_query { SIZE_SIZEOF, SIZE_ALIGNOF, SIZE_VEC_STEP };

/* What #pragma OPENCL EXTENSION turns on and off for the text after it. */
enum extension {
    EXTENSION_FP16 = 1,               /* half as a type of values */
    EXTENSION_FP64 = 2,               /* constants are double; always from OpenCL C 1.2 */
    EXTENSION_STORAGE = 4,            /* static and extern before OpenCL C 1.2 */
    EXTENSION_PRINTF = 8,             /* printf before OpenCL C 1.2 */
    EXTENSION_BITS = 16,              /* clang's: bit-fields */
    EXTENSION_FUNCTION_POINTERS = 32, /* clang's */
    EXTENSION_VARIADIC = 64,          /* clang's: functions with "..." */
    EXTENSIONS = 127
};

/* Declaration specifiers as written. */
enum specifier_flag {
    SPEC_TYPEDEF = 1 << 0,
    SPEC_EXTERN = 1 << 1,
    SPEC_STATIC = 1 << 2,
    SPEC_INLINE = 1 << 3,
    SPEC_AUTO = 1 << 4,
    SPEC_REGISTER = 1 << 5,
    SPEC_KERNEL = 1 << 6,
    SPEC_CONST = 1 << 7,
    SPEC_VOLATILE = 1 << 8,
    SPEC_RESTRICT = 1 << 9,
    SPEC_GLOBAL = 1 << 10,
    SPEC_LOCAL = 1 << 11,
    SPEC_CONSTANT = 1 << 12,
    SPEC_PRIVATE = 1 << 13,
    SPEC_GENERIC = 1 << 14,
    SPEC_READ_ONLY = 1 << 15,
    SPEC_WRITE_ONLY = 1 << 16,
    SPEC_READ_WRITE = 1 << 17,
    SPEC_SIGNED = 1 << 18,
    SPEC_UNSIGNED = 1 << 19,
    SPEC_LONG = 1 << 20,
    SPEC_LONG_LONG = 1 << 21,
    SPEC_SHORT = 1 << 22,
    SPEC_PIPE = 1 << 23,
    SPEC_BLOCK = 1 << 24,  /* __block: refused */
    SPEC_THREAD = 1 << 26, /* _Thread_local: refused */
    SPEC_ERROR = 1 << 25,  /* the type is not known; reported */
};

struct attribute {
    const char *name; /* without leading and trailing __ */
    struct expr_list args;
    struct type_name *type; /* vec_type_hint */
    loc_t loc;
    struct attribute *next;
    struct attribute *last; /* of the list; kept in its first */
};

struct specifiers {
    uint32_t flags; /* enum specifier_flag */
    loc_t loc;
    const char *base;   /* "int", "float4", "image2d_t"...: a type keyword; NULL: none or below */
    struct decl *named; /* typedef name */
    struct expr *typeof_expr;      /* typeof(expression), or NULL */
    struct type_name *typeof_type; /* typeof(type), or NULL */
    struct record_syntax *record;  /* struct, union or enum */
    struct type *deduced; /* sema: what __auto_type stands for in the current declaration */
    bool is_implicit;     /* sema: no type is given; reported */
    struct attribute *attributes;
};

struct record_syntax {
    uint8_t tag; /* 's', 'u' or 'e' */
    bool has_body;
    bool is_broken;   /* fields were lost to syntax errors, reported */
    uint8_t pack;     /* from #pragma pack: the largest alignment of a field; 0: no limit */
    const char *name; /* NULL: anonymous */
    loc_t loc;
    struct decl_list *fields; /* struct and union: each a DECL_FIELD */
    struct enumerator {
        const char *name;
        struct expr *value;
        loc_t loc;
        struct enumerator *next;
    } * enumerators, *last_enumerator;
    struct attribute *attributes;
};

/* A declarator, outermost first: `*a[3]` is ARRAY -> POINTER -> (base). */
enum declarator_kind {
    DECLARATOR_POINTER,
    DECLARATOR_ARRAY,
    DECLARATOR_FUNCTION,
    DECLARATOR_BLOCK /* ^ */
};
struct declarator {
    uint8_t kind;
    uint32_t
        qualifiers; /* POINTER, BLOCK: SPEC_CONST ... and address space flags of the pointer itself */
    struct expr *length;      /* ARRAY; NULL: [] */
    struct decl_list *params; /* FUNCTION; never NULL there */
    struct type *result;      /* FUNCTION: sema; known even if a parameter is wrong, else NULL */
    bool is_variadic, is_prototype;
    struct attribute *attributes; /* POINTER: written among the qualifiers */
    loc_t loc;
    struct declarator *next; /* towards the base type */
};

struct type_name { /* type-name: in casts, sizeof, literals */
    struct specifiers *specifiers;
    struct declarator *declarator;
    loc_t loc;
    struct type *type; /* sema */
};

enum decl_kind {
    DECL_VARIABLE,
    DECL_PARAM,
    DECL_FUNCTION,
    DECL_TYPEDEF,
    DECL_FIELD,
    DECL_ENUMERATOR,
    DECL_EMPTY,
    DECL_ASSERT /* _Static_assert(init, name) */
};

struct decl_list {
    struct decl **at;
    uint32_t count, capacity;
};

struct decl {
    uint8_t kind;
    const char *name; /* interned; NULL: unnamed parameter or field */
    loc_t loc;
    struct specifiers *specifiers;
    struct declarator *declarator;
    struct expr *init;            /* VARIABLE */
    struct expr *bits;            /* FIELD: bit-field width */
    struct attribute *attributes; /* after the declarator */
    struct decl_list *params;     /* FUNCTION definition: its parameters */
    struct stmt *body;            /* FUNCTION definition, else NULL */
    uint8_t extensions;           /* enum extension: enabled here */
    bool is_broken; /* FUNCTION: syntax errors, reported; something may be missing in its body */
    /* sema */
    struct type *type;    /* of the object, qualified with its address space; of the function */
    struct type *array;   /* sema: what a parameter was before it became a pointer, or NULL */
    uint8_t space;        /* VARIABLE, PARAM: enum address_space of the object */
    uint32_t references;  /* uses of its name, those in sizeof included */
    uint32_t assignments; /* uses that only give it a value (sema/warn/warn_unused.c) */
    uint32_t caller;      /* FUNCTION: number in sema.c's graph of calls; 0: none yet */
    bool is_kernel, is_static, is_extern, is_program_scope;
    bool is_weak;            /* FUNCTION, VARIABLE: other units may define it, too: weak, inline */
    bool is_of_library;      /* FUNCTION without a body: the device library defines it */
    bool is_preemptible;     /* VARIABLE: visibility("default"): the loader may say where it is */
    bool is_capture;         /* VARIABLE: a block's copy of another variable */
    bool is_being_read;      /* VARIABLE: sema is working out its constant value */
    struct closure *closure; /* FUNCTION: of this block literal */
    struct decl *
        rest; /* FUNCTION with "..." and a body: parameter, the place of the arguments behind the others */
    uint64_t value, high;       /* ENUMERATOR: the lower and the upper 64 bits */
    struct decl *definition;    /* FUNCTION with a body, extern VARIABLE's object; NULL: none */
    struct kernel_info *kernel; /* sema/kernel_info.h: kernels */
    const char *link_name;      /* FUNCTION: name in IR; differs from name for overloads */
    void *lowered;              /* midend: what the decl became */
};

/* Like an expression, a statement has only the bytes that its kind uses: stmt_new. */
struct stmt {
    uint8_t kind;
    bool has_losses;  /* sema: BLOCK, FOR: errors in it may have taken uses of names away */
    uint32_t nesting; /* of statements in it, without `else if`; limited like an expression's */
    loc_t loc;
    loc_t end;         /* BLOCK, FOR: its last token; IF with otherwise: the word else */
    struct expr *expr; /* EXPR; condition of IF WHILE DO FOR SWITCH; value of RETURN, CASE */
    struct attribute *attributes;  /* before it */
    struct stmt *body, *otherwise; /* IF, loops, SWITCH, CASE, LABEL; NULL for others */
    /* EXPR, IF and RETURN end here */
    struct stmt *init;      /* FOR: declaration or expression statement */
    struct expr *expr2;     /* FOR: step; CASE: end of a GNU range */
    struct decl_list decls; /* DECL */
    struct {
        struct stmt **at;
        uint32_t count, capacity;
    } stmts;               /* BLOCK */
    uint32_t depth;        /* BLOCK: of its deepest expression */
    uint32_t local_labels; /* BLOCK, for the parser: __label__ of the blocks around it */
    void *around;          /* BLOCK, for the parser: the declaration whose initialiser it is in */
    const char *label;     /* LABEL, GOTO */
    struct stmt *target;   /* sema: GOTO -> LABEL */
    struct {
        struct stmt **at;
        uint32_t count, capacity;
    } cases;         /* sema: SWITCH -> its CASEs */
    uint32_t unroll; /* loops: from #pragma unroll or opencl_unroll_hint; 0 none, 1 disable,
                        UINT32_MAX full */
    void *lowered;   /* midend: LABEL and CASE -> block */
};

/* Has the statement only the members that all have? */
static inline bool
stmt_is_short(enum stmt_kind kind)
{
    return kind == STMT_EXPR || kind == STMT_IF || kind == STMT_RETURN;
}

static inline struct stmt *
stmt_new(struct arena *arena, enum stmt_kind kind)
{
    size_t size = stmt_is_short(kind) ? offsetof(struct stmt, init) : sizeof(struct stmt);
    struct stmt *stmt = arena_new(arena, size);
    stmt->kind = (uint8_t)kind;
    return stmt;
}

struct translation_unit {
    struct decl_list decls; /* in order; functions, variables, typedefs */
};

#endif
