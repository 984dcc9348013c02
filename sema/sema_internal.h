/* Shared by sema_*.c: the state of the analysis and how the parts call each other.
 *
 * A wrong expression is reported once and becomes NULL; a declaration without a usable type has
 * type NULL.  Whatever is made of NULL is NULL again, silently, so that errors do not cascade. */
#ifndef OCC_SEMA_SEMA_INTERNAL_H
#define OCC_SEMA_SEMA_INTERNAL_H

#include "frontend/frontend.h"
#include "sema/builtin.h"
#include "sema/constexpr.h"
#include "sema/scope.h"
#include "sema/sema_query.h"

/* All functions of one name; more than one only if overloadable. */
struct function_set {
    VEC(struct decl *) overloads; /* the first declaration of each */
    struct map names;             /* interned mangled name -> how many overloads have it */
    bool is_overloadable;
};

struct defined_function {
    struct decl *decl;
    bool has_errors;
};

/* What the unit asks for by pragma. */
#define SEMA_EXTENDS(s, extension) (((s)->state->extensions & (extension)) != 0)

struct call_edge {
    struct decl *caller, *callee;
    struct expr *call; /* or NULL: a block literal's */
    loc_t loc;
};

struct sema_state {
    const struct translation_unit *unit;  /* NULL: declarations may follow */
    VEC(struct decl *) waiting;           /* external declarations that wait for the end */
    VEC(struct defined_function) defined; /* for warnings */
    uint32_t errors;                      /* of sema */
    bool is_broken;                       /* diag->is_broken as far as sema goes */
    struct scope_table scopes;
    struct map type_names;        /* base type word -> type */
    struct map specifier_types;   /* struct specifiers -> their type, evaluated once */
    struct map functions;         /* interned name -> function_set */
    struct map variables;         /* interned name -> definition at file scope */
    VEC(struct decl *) externs;   /* declarations of variables that define nothing */
    VEC(struct decl *) tentative; /* definitions in global memory without an initialiser */
    VEC(struct call_edge) calls;
    VEC(struct expr *) taken; /* EXPR_NAME: functions whose address is taken */
    VEC(struct declared_function) declared;
    bool has_barriers;    /* one was called somewhere */
    bool has_broken_body; /* of a function that has ended; the others still get warnings */
    uint8_t extensions;   /* enum extension: enabled at the declaration being checked */
    bool says_float16;    /* the program did: halves are values, without their extension, too */
    /* the last ones that sema_check_storage and sema_check_attributes checked */
    const struct specifiers *checked, *attributed;
    bool storage_failed; /* of checked: a storage class that this version does not have */

    uint32_t closures;             /* block literals so far in the function, or outside of any */
    struct closure_scope *closure; /* the innermost block literal being checked, or NULL */

    /* the function being checked; a block literal shares what it does not replace */
    struct decl *function;
    struct decl *definition;        /* of it */
    struct decl *rest;              /* its decl->rest, or NULL */
    struct type *result;            /* NULL: unknown */
    bool in_parameter;              /* the specifiers of a parameter are being checked */
    const struct decl *initialized; /* the variable whose initialiser is being checked, or NULL */
    uint32_t function_depth;        /* scope depth of its outermost block */
    uint32_t loops, breakables;
    struct stmt *switch_stmt;
    struct map labels;
    uint32_t searches; /* for names that were mistyped */
    VEC(struct stmt *) gotos;
};

/* ---- sema.c ---- */
bool sema_has(const struct sema *s, enum feature feature);
/* memory_order_relaxed and the like, which OpenCL C 2.0 itself declares; false: it is none. */
bool sema_own_constant(const struct sema *s, const char *name, uint64_t *value);
/* A note on the version that introduces the name (100: every one has it), or else on the feature or
 * extension that it needs, if any. */
void sema_note_since(struct sema *s, loc_t loc, const char *name, unsigned since,
                     const char *wanted);
/* The same for a constant of sema_own_constant; false: it is none. */
bool sema_note_missing_constant(struct sema *s, const struct expr *name);
/* Records that the function or block being checked calls callee at loc; call: NULL for a block
 * literal. */
void sema_calls(struct sema *s, struct decl *callee, struct expr *call, loc_t loc);
struct type *sema_basic(struct sema *s, enum type_kind kind);
struct type *sema_in_space(struct sema *s, struct type *type, enum address_space space);
const char *sema_str(struct sema *s, const struct type *type); /* type_str */
/* diag_error and diag_warning at an expression: its operands are underlined. */
#define sema_error(s, expr, id, ...)                                                               \
    (sema_underline(s, expr), diag_error((s)->diag, (expr)->loc, id, ##__VA_ARGS__))
#define sema_warning(s, expr, id, ...)                                                             \
    (sema_underline(s, expr), diag_warning((s)->diag, (expr)->loc, id, ##__VA_ARGS__))
/* Underlines in the next message both operands of a binary operator, the operand of another
 * operator, else the whole expression. */
void sema_underline(struct sema *s, const struct expr *expr);
/* A fix-it for the next message: deletes the word if the specifiers begin with it. */
void sema_leave_out(struct sema *s, const struct specifiers *specifiers, const char *word);
void sema_underline_whole(struct sema *s, const struct expr *expr); /* NULL: nothing */

/* ---- sema_type_text.c; sema_query.h ---- */
const char *sema_written(struct sema *s, const struct expr *expr); /* sema_type_text of its type */

/* ---- sema_attribute.c ---- */
/* Does the version of the program have the attribute? */
bool sema_knows_attribute(const struct sema *s, const char *name);
/* The attribute of a declaration, before or after its name; NULL: none. */
struct attribute *sema_attribute_of(const struct decl *decl, const char *name);
/* "endian" belongs to pointers to global or constant memory (6.11.3); type: of the declaration. */
void sema_check_endian(struct sema *s, const struct decl *decl, const struct type *type);
/* An attribute's integer argument; reports and returns false if it is none. */
bool sema_attribute_integer(struct sema *s, struct attribute *attribute, uint32_t at,
                            int64_t *value);
/* What the attribute "aligned" in the list asks for, a power of two; 0: nothing, or reported. */
uint32_t sema_alignment(struct sema *s, struct attribute *attributes);
/* The same for a declaration, its specifiers included, and whether it is packed. */
uint32_t sema_declared_alignment(struct sema *s, const struct decl *decl);
bool sema_declared_packed(const struct decl *decl);
/* Checks that the attributes exist and may stand here, with these arguments. */
void sema_check_attributes(struct sema *s, struct decl *decl);
void sema_check_record_attributes(struct sema *s, struct attribute *list);
/* The same, and applies them to the statement. */
void sema_statement_attributes(struct sema *s, struct stmt *stmt);

/* ---- sema_type.c: types as written ---- */
struct type *sema_specifiers(struct sema *s, struct specifiers *specifiers);
/* base wrapped in the declarator; name for messages, may be NULL. */
struct type *sema_declarator(struct sema *s, struct type *base, struct declarator *declarator,
                             const char *name, loc_t loc);
struct type *sema_type_name(struct sema *s, struct type_name *name);
/* "float4" -> type; NULL if the word is no type. */
struct type *sema_type_word(struct sema *s, const char *word);
/* The space of a pointee that is written without one. */
enum address_space sema_pointee_space(const struct sema *s);
/* ext_vector_type, vector_size, address_space of a declaration. */
struct type *sema_type_attributes(struct sema *s, struct type *type, struct attribute *attributes);

/* ---- sema_opaque.c: images, samplers, events; what is false or NULL is reported ---- */
bool sema_is_handle(const struct type *type); /* no operator takes it: images, pipes, blocks ... */
/* The pipe with such packets (6.13.16). */
struct type *sema_pipe(struct sema *s, struct type *packet, loc_t loc);
/* The type with the access qualifier that the specifiers give it, if the target has it. */
struct type *sema_access(struct sema *s, const struct specifiers *spec, struct type *type);
bool sema_may_point_to(struct sema *s, const struct type *pointee, loc_t loc);
bool sema_may_be_element(struct sema *s, const struct type *element, loc_t loc);
bool sema_may_return(struct sema *s, const struct type *result, loc_t loc);
bool sema_opaque_variable(struct sema *s, const struct decl *decl, struct type *type);
/* Implicit conversion to such a type; NULL: there is none (not reported). */
struct expr *sema_opaque_from(struct sema *s, struct expr *expr, struct type *type);
/* Casts to and from such a type. */
struct expr *sema_opaque_cast(struct sema *s, struct expr *operand, struct type *type, loc_t loc);

/* ---- sema_record.c ---- */
/* is_alone: nothing is declared but the tag. */
struct type *sema_record(struct sema *s, struct specifiers *specifiers, bool is_alone);
struct type *sema_enum(struct sema *s, struct specifiers *specifiers);
enum { FIELD_DEPTH = 16 }; /* of anonymous members in each other; deeper ones are not found */
/* Looks for the interned name, through anonymous members: path[*depth - 1] is the field, preceded
 * by the members around it, outermost first.  *depth starts at 0; false: there is no such field. */
bool sema_find_field(struct type *record, const char *name, struct field *path[FIELD_DEPTH],
                     uint32_t *depth);
/* The type of the field of that name, NULL: there is none.  *position is the number of the member
 * of record that it is or lies in; its offset in record is added to *offset. */
struct type *sema_locate_field(struct type *record, const char *name, uint32_t *position,
                               uint64_t *offset);
/* half without cl_khr_fp16; its vectors are values, as clang has it. */
bool sema_is_half_storage_only(struct sema *s, const struct type *type);

/* ---- sema_decl.c ---- */
/* Checks a declaration of any kind and binds its name. */
void sema_declare(struct sema *s, struct decl *decl);
struct function_set *sema_functions_of(struct sema *s, struct decl *first);
/* Reports void or an incomplete record where a complete type is needed; what: see there. */
void sema_report_incomplete(struct sema *s, struct type *type, loc_t loc, const char *what);
/* false: the type is one of these, reported. */
static inline bool
sema_require_complete(struct sema *s, struct type *type, loc_t loc, const char *what)
{
    bool is_record = type->kind == TYPE_STRUCT || type->kind == TYPE_UNION;
    if (type->kind != TYPE_VOID && !(is_record && !type->record->complete))
        return true;
    sema_report_incomplete(s, type, loc, what);
    return false;
}
/* A function's or block's body, its parameters in a scope; state->result is set. */
void sema_body(struct sema *s, struct decl *decl);

/* ---- sema_storage.c ---- */
/* Storage classes and function specifiers: may they stand in this declaration? */
void sema_check_storage(struct sema *s, const struct decl *decl);
/* The space of a variable of this type, written or not; reports a space that it cannot have. */
enum address_space sema_variable_space(struct sema *s, struct decl *decl, struct type *type);
/* Checks type, which is in the variable's space already; false if reported. */
bool sema_check_variable_type(struct sema *s, struct decl *decl, struct type *type,
                              enum address_space space);
/* At the end of the unit: definitions without an initialiser have complete types then. */
void sema_complete_tentative(struct sema *s);

/* ---- sema_block.c: block literals ---- */
struct closure_scope {
    struct closure *closure;
    uint32_t depth;       /* scopes that were open around it */
    struct type *deduced; /* of the return statements so far, NULL: none yet; see deduces */
    bool deduces, is_broken;
    struct closure_scope *outer;
};
struct expr *sema_closure(struct sema *s, struct expr *expr);
/* enum kernel_value_type: of what pointers point to. */
uint8_t sema_value_type(const struct type *type);
/* The block, which is enqueued, becomes a kernel: fills closure->kernel. */
void sema_block_kernel(struct sema *s, struct closure *closure);
/* What a name bound at depth means in the block literals at hand: itself, or a captured copy; NULL
 * if reported. */
struct decl *sema_capture(struct sema *s, const struct expr *name, struct decl *decl,
                          uint32_t depth);
/* A return of this type, from which the literal's result type is deduced; NULL: a wrong
 * expression. */
void sema_block_return(struct sema *s, const struct stmt *stmt, struct type *type);
/* A call of the block, arguments already rvalues; NULL if reported. */
struct expr *sema_block_call(struct sema *s, struct expr *call, struct expr *block);

/* ---- sema_device.c: each checks the arguments of one kind of builtin; NULL if reported ---- */
void sema_check_order(struct sema *s, const struct expr *call); /* of an atomic function */
struct expr *sema_to_space(struct sema *s, struct expr *call, const struct builtin *row);
struct expr *sema_pipe_call(struct sema *s, struct expr *call, const struct builtin *row);
struct expr *sema_enqueue_call(struct sema *s, struct expr *call, const struct builtin *row);
struct expr *sema_kernel_query(struct sema *s, struct expr *call, const struct builtin *row);

/* ---- sema_stmt.c ---- */
/* Checks a statement and all in it, in place. */
void sema_stmt(struct sema *s, struct stmt *stmt);

/* ---- sema_flow.c ---- */
bool sema_falls_off(const struct stmt *body);  /* can control reach the end of this body? */
bool sema_has_return(const struct stmt *stmt); /* is there a return statement in it? */

/* ---- sema_init.c ---- */
/* Checks and flattens decl's initialiser for *type (an array of unknown length gets its length);
 * returns it converted, NULL on error. */
struct expr *sema_initialize(struct sema *s, struct type **type, struct expr *init,
                             bool must_be_constant);
/* Looks for errors in the initialiser of a variable whose type is wrong; init may be NULL. */
void sema_initialize_nothing(struct sema *s, struct expr *init);

/* ---- sema_expr.c ---- */
struct expr *sema_expr(struct sema *s, struct expr *expr);   /* typed; may be an lvalue */
struct expr *sema_rvalue(struct sema *s, struct expr *expr); /* sema_expr and sema_decay */
/* Warns of what the operand of a sizeof or the like (at around) would change: it is not evaluated.
 * bracket: where its parentheses begin, or 0. */
void sema_unevaluated(struct sema *s, loc_t around, const struct expr *operand, loc_t bracket);
struct expr *sema_new(struct sema *s, enum expr_kind kind, const struct expr *at,
                      struct type *type);
struct expr *sema_integer(struct sema *s, const struct expr *at, struct type *type, uint64_t value);

/* sema_expr_unary.c, sema_expr_binary.c, sema_member.c, sema_call.c, sema_cast.c, sema_asm.c */
/* Each types one kind of expression, its operands included; NULL if reported. */
struct expr *sema_unary(struct sema *s, struct expr *expr);
struct expr *sema_binary(struct sema *s, struct expr *expr);
struct expr *sema_assign(struct sema *s, struct expr *expr);
struct expr *sema_conditional(struct sema *s, struct expr *expr);
/* Does a swizzle name a component twice? */
bool sema_swizzle_repeats(const struct expr *swizzle);
/* Do && || ! take an operand of this type in this version? */
bool sema_converts_to_bool(const struct sema *s, struct type *type);
bool sema_modifiable(struct sema *s, const struct expr *expr, loc_t loc);
/* Is there arithmetic on such pointers?  Reports if not. */
bool sema_may_step(struct sema *s, const struct type *pointer, loc_t loc);
struct expr *sema_member(struct sema *s, struct expr *expr);
struct expr *sema_index(struct sema *s, struct expr *expr);
struct expr *sema_call(struct sema *s, struct expr *expr);
struct expr *sema_cast(struct sema *s, struct expr *expr);
struct expr *sema_asm(struct sema *s, struct expr *expr);
struct expr *sema_literal(struct sema *s, struct expr *expr);

/* ---- sema_conv.c ---- */
struct expr *sema_convert_node(struct sema *s, struct expr *expr, struct type *type,
                               enum cast_kind cast);
struct expr *sema_decay(struct sema *s, struct expr *expr); /* lvalue, array, function -> value */
/* Does it say a bit-field, be it of a value that is nowhere? */
bool sema_is_bit_field(const struct expr *expr);
/* The type of pointers to functions of the type: they are in no address space. */
static inline struct type *
sema_function_pointer(struct sema *s, struct type *function)
{
    return type_pointer(s->types, type_unqualified(function));
}
/* The name in f or &f where that is a pointer to a function; NULL: it is something else. */
struct expr *sema_taken_function(const struct expr *pointer);
/* Where a pointer to a function of several overloads becomes one of this type: the overload of that type. */
void sema_choose_address(struct sema *s, struct expr *pointer, struct type *type);
struct expr *sema_promote(struct sema *s, struct expr *expr);
struct type *sema_promoted(struct sema *s, struct type *type);
/* Arithmetic to arithmetic, scalar or equal length; splats a scalar for a vector type. */
struct expr *sema_arithmetic_to(struct sema *s, struct expr *expr, struct type *type);
/* A scalar cast or assigned to a vector.  Of a bool that is true, all bits of an integer are set: in a
 * cast OpenCL C 6.2.2 says so, in assignments clang and the drivers made from it do. */
struct expr *sema_splat(struct sema *s, struct expr *operand, struct type *type);
/* Usual arithmetic conversions on both, vectors included; the common type, NULL if reported. */
struct type *sema_usual(struct sema *s, struct expr **left, struct expr **right,
                        const struct expr *at);
/* 0 or (void *)0, without qualifiers and without a space other than that of a plain void *. */
bool sema_is_null_constant(const struct sema *s, const struct expr *expr);

enum assignment { ASSIGN_ASSIGNING, ASSIGN_INITIALIZING, ASSIGN_PASSING, ASSIGN_RETURNING };
/* Implicit conversion as by assignment (C11 6.5.16.1); NULL if reported. */
struct expr *sema_assign_to(struct sema *s, struct expr *expr, struct type *type,
                            enum assignment how, loc_t loc, const struct specifiers *names);
/* The same for an argument; a note at the parameter follows what is reported. */
struct expr *sema_pass_to(struct sema *s, struct expr *arg, struct type *type,
                          const struct decl *parameter);
bool sema_is_subspace(const struct sema *s, enum address_space to, enum address_space from);

/* ---- sema_suggest.c ---- */
/* Reports a name that is not declared, or that no member of type has, with the nearest one. */
void sema_undeclared(struct sema *s, const struct expr *name, bool is_called);
void sema_no_member(struct sema *s, struct type *type, const char *name, loc_t loc);
/* The same for a designator. */
void sema_no_designated(struct sema *s, struct type *type, const char *name, loc_t loc);

/* ---- sema_gnu.c ---- */
struct expr *sema_once(struct sema *s, struct expr *expr); /* EXPR_ONCE around it */
/* Each types one kind of expression; NULL if reported. */
struct expr *sema_block_expression(struct sema *s, struct expr *expr);
struct expr *sema_same_type(struct sema *s, struct expr *expr);
struct expr *sema_generic(struct sema *s, struct expr *expr);
struct expr *sema_convertvector(struct sema *s, struct expr *expr, struct type *type);
/* The function's name if name is __func__ or the like, else NULL. */
const char *sema_function_name(struct sema *s, const char *name);
/* A call of a row with BUILTIN_CUSTOM, arguments already rvalues. */
struct expr *sema_custom_builtin(struct sema *s, struct expr *call, const struct builtin *row);
/* Is there a function for such a target?  *stays: its result is still a call of the row. */
bool sema_has_custom(const char *target, bool *stays);

/* ---- sema_kernel.c ---- */
/* decl is the definition, first the first declaration: the attributes of both apply. */
void sema_kernel(struct sema *s, struct decl *decl, struct decl *first);

/* ---- sema_call.c ---- */
/* Cost of passing an argument, for overload resolution; -1: impossible. */
int sema_conversion_rank(struct sema *s, struct expr *argument, struct type *type);
/* 1: the first list of costs is better, -1: the second is, 0: neither. */
int sema_better_rank(const int *a, const int *b, uint32_t count);
/* Where to report a call with a wrong number of arguments: at the first one too many (those after
 * it are underlined in the next message), else at its end. */
loc_t sema_wrong_count(struct sema *s, const struct expr *call, uint32_t want);

/* ---- sema_variadic.c ---- */
struct type *sema_va_list(struct sema *s);
/* An argument after the parameters of a variadic function, promoted; of a program's own function only what has a
 * value in memory: NULL if reported. */
struct expr *sema_promote_variadic(struct sema *s, struct expr *arg);
struct expr *sema_pass_rest(struct sema *s, struct expr *arg);
/* Gives the definition of a variadic function, whose body follows, its decl->rest. */
void sema_declare_rest(struct sema *s, struct decl *function);
struct expr *sema_va_start(struct sema *s, struct expr *call, const struct builtin *row);
struct expr *sema_va_list_call(struct sema *s, struct expr *call, const struct builtin *row);
struct expr *sema_va_arg(struct sema *s, struct expr *expr, struct type *type);

/* ---- sema_candidates.c ---- */
/* Why a function with these parameters does not take the arguments: " not viable: ..." or "". */
const char *sema_misfit(struct sema *s, const struct expr_list *args, struct type *const *params,
                        uint32_t count, bool is_variadic);
/* Notes on the nearest of the rows; on those that fit if the call was ambiguous. */
void sema_note_builtins(struct sema *s, const struct expr *call, const struct builtin *const *rows,
                        uint32_t count, bool is_ambiguous);

/* ---- sema_builtin.c ---- */
/* Do this program's version and options allow the row, the element type? */
bool sema_row_allowed(struct sema *s, const struct builtin *row);
bool sema_has_element(struct sema *s, enum type_kind element);
/* A call of a builtin by name, arguments already rvalues; NULL if reported. */
struct expr *sema_builtin_call(struct sema *s, struct expr *call, const char *name);
bool sema_is_builtin(struct sema *s, const char *name);
/* Is there a builtin of that name and function type? */
bool sema_is_builtin_type(struct sema *s, const char *name, const struct type *function);
/* A note on the version or feature that introduces the function, if one does. */
void sema_note_missing_builtin(struct sema *s, const struct expr *name);
/* Reports that no overload takes the call's arguments; returns NULL. */
struct expr *sema_no_match(struct sema *s, const struct expr *call, const char *name);
struct expr *sema_builtin_shuffle(struct sema *s, struct expr *call, const struct builtin *row);
/* The call as an EXPR_BUILTIN of this type. */
struct expr *sema_builtin_done(struct expr *call, const struct builtin *row, struct type *type);
/* Does it have from least to most arguments?  Reports if not. */
bool sema_builtin_count(struct sema *s, const struct expr *call, uint32_t least, uint32_t most);
/* Would the call find a row? */
bool sema_builtin_fits(struct sema *s, const struct expr_list *args, const char *name);

#endif
