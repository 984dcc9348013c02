/* A random program: one kernel whose statements are expressions, its memory for every work-item,
 * and the trees of the expressions with the value that each node last had.
 *
 * Where a function may meet something undefined it returns false: nothing that the specification
 * leaves open may happen in a work-item that executes the node (README.md). */
#ifndef OCC_TEST_EXPRESSION_PROGRAM_H
#define OCC_TEST_EXPRESSION_PROGRAM_H

#include "builtin.h"
#include "type.h"

#include <stddef.h>
#include <stdio.h>

enum { LANES = 64, MAX_OBJECTS = 64, MAX_POINTERS = 4, MAX_FUNCTIONS = 4, MAX_STATEMENTS = 48 };
enum { MAX_CHILDREN = 16, MAX_PARAMETERS = 3 };

/* Where an object lives and how it gets its first value. */
enum storage {
    PRIVATE,   /* a variable, its value from the input buffer, its own for each work-item */
    UNIFORM,   /* the same, one value for all work-items */
    LITERAL,   /* a variable, initialised by constants */
    LOCAL,     /* in local memory: an element for each work-item */
    CONSTANT,  /* a table at file scope */
    INPUT,     /* in the input buffer */
    PARAMETER, /* of the function `scope` */
    STORAGES
};

struct object {
    char name[16];
    struct vtype type;
    uint8_t storage;
    bool array, member; /* member: of the structure s<structure> */
    uint8_t length, structure;
    uint8_t scope;     /* function number, or MAX_FUNCTIONS for the kernel */
    unsigned input;    /* offset in the input buffer */
    unsigned local;    /* LOCAL: offset in the array `shared` */
    uint64_t *initial; /* [lane][element][component] */
    uint64_t *data;
};

/* A pointer to elements of `type`; where it points may differ between work-items. */
struct pointer {
    struct vtype type;
    uint8_t object[2]; /* the second is the first when there is no choice */
    uint8_t element[2];
    uint8_t reach;       /* elements after it, a power of two */
    struct node *choice; /* NULL, or a scalar: not 0 chooses the first */
    uint64_t chosen;     /* lanes that chose the first */
};

enum node_kind {
    NODE_CONST,    /* a scalar `constant` */
    NODE_VARIABLE, /* object */
    NODE_INDEX,    /* object[child] */
    NODE_DEREF,    /* *pointer, pointer[child] */
    NODE_SWIZZLE,  /* child.components */
    NODE_UNARY,    /* op child: + - ~ ! */
    NODE_STEP,     /* ++ and --, op: 0 pre ++, 1 pre --, 2 post ++, 3 post -- */
    NODE_BINARY,   /* op */
    NODE_COMMA,
    NODE_ASSIGN,  /* child[0] = child[1]; op OPERATORS: plain, else compound */
    NODE_TERNARY, /* scalar condition: one side is evaluated */
    NODE_CHOICE,  /* ?: with a vector of conditions: both are */
    NODE_CAST,    /* (type)child */
    NODE_CONVERT, /* convert_type */
    NODE_AS,      /* as_type(child) */
    NODE_VECTOR,  /* (type)(children) */
    NODE_BUILTIN, /* op: enum builtin */
    NODE_SHUFFLE, /* shuffle(child, mask), shuffle2(child, child, mask) */
    NODE_CALL,    /* object: the function */
    NODE_SIZE,    /* sizeof, vec_step of type `of` */
    NODE_RESULT,  /* OUT(type, output) = child */
    NODE_KINDS
};

struct node {
    uint8_t kind, op, child_count;
    struct vtype type, of;
    uint8_t object;
    int8_t rounding; /* NODE_CONVERT: -1 default */
    bool saturate;
    bool arrow; /* NODE_VARIABLE of a member: (&s)->m */
    uint8_t components[16];
    uint64_t constant;
    unsigned output; /* NODE_RESULT: offset in the output buffer */
    struct node *child[MAX_CHILDREN];
    uint64_t *value;        /* [lane][component] */
    uint64_t reads, writes; /* objects, as bits */
};

struct function {
    struct vtype result;
    uint8_t parameter_count;
    uint8_t parameters[MAX_PARAMETERS]; /* objects */
    uint8_t statement_count;
    struct node *statements[4];
    struct node *value;
    bool complete; /* may be called */
};

struct program {
    uint64_t seed;
    unsigned object_count, pointer_count, function_count, statement_count;
    unsigned structure_count;
    struct object objects[MAX_OBJECTS];
    struct pointer pointers[MAX_POINTERS];
    struct function functions[MAX_FUNCTIONS];
    struct node *statements[MAX_STATEMENTS];
    unsigned input_size, output_size, local_size;
    bool uses_half;
    uint64_t mask; /* lanes that execute what is being evaluated */
    struct block *memory;
};

/* Zeroed memory that lives as long as the program. */
void *program_alloc(struct program *program, size_t size);
/* seed's program: the same on every machine. */
struct program *program_generate(uint64_t seed);
void program_free(struct program *program);

/* ---- eval.c ---- */
/* The lanes for which child i of the node is evaluated, the children before it having values. */
uint64_t child_mask(const struct program *program, const struct node *node, unsigned i);
/* Value and effects of a node whose children have been evaluated. */
bool node_apply(struct program *program, struct node *node);
bool node_eval(struct program *program, struct node *node);
/* All statements from the initial values on. */
bool program_eval(struct program *program);
/* The lanes whose pointer chooses its first object, from the choice's value. */
uint64_t nonzero_lanes(const struct node *node);

/* ---- print.c, print_program.c ---- */
/* The programs as OpenCL C, each a function body<seed>, and kernels: one kernel e<seed> for each,
 * or one that runs all, after one another in the buffers. */
char *programs_text(struct program *const *programs, unsigned count, bool one_kernel);
void node_print(FILE *out, const struct program *program, const struct node *node);
/* A constant of the type. */
void number_print(FILE *out, enum scalar scalar, uint64_t bits);

/* ---- buffers.c ---- */
void program_fill_input(const struct program *program, uint8_t *input);
/* Compares the output buffer with the values; prints up to `shown` differences, each with the
 * expression. Returns the number of results that differ. */
unsigned program_check(const struct program *program, const uint8_t *output, const char *way,
                       unsigned shown);

/* ---- count.c ---- */
void program_count(const struct program *program);
/* Prints a line for each construct and how often it occurred; returns how many never did. */
unsigned print_counts(void);

#endif
