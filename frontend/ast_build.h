/* One function per action of the grammar: each makes or extends a node of the AST. */
#ifndef OCC_FRONTEND_AST_BUILD_H
#define OCC_FRONTEND_AST_BUILD_H

#include "frontend/ast.h"
#include "frontend/lex.h"

/* A declarator while it is parsed: the name and the chain, outermost first. */
struct declarator_head {
    struct pp_name *name; /* NULL: abstract */
    loc_t loc;
    struct declarator *first, *last;
    uint32_t depth;
    struct attribute *attributes;
    struct expr *bits;
};

struct declarator_chain {
    struct declarator *first, *last;
    uint32_t depth;
};

struct qualifier_set {
    uint32_t flags;
    struct attribute *attributes;
};

struct parameter_list {
    struct decl_list *decls;
    bool is_variadic;
};

/* Arguments read so far, in parser->arguments. */
struct argument_list {
    uint32_t first, count;
};

/* Declarations that share their specifiers. */
struct decl_group {
    struct specifiers *specifiers;
    struct decl_list decls;
};

/* What made a syntax error and what could have stood there. */
struct syntax_error {
    const char *unexpected, *only;
    bool is_end, is_block, is_brace; /* the token that made it ... */
    bool after_parenthesis;          /* ... and the one before */
    bool is_stray;                   /* a parenthesis that closes nothing, not even in a for */
    bool expression, semicolon, rparen, rbracket, rbrace, name, type, statement, external, block,
        colon, attribute; /* what could stand there */
};

struct asm_operands {
    VEC(struct asm_operand) at;
    VEC(const char *) clobbers;
};

/* A keyword: its spelling and the value of its row in token.def. */
struct word {
    const char *text;
    uint32_t value;
};

/* Semantic values of the grammar. */
union parse_value {
    struct pp_name *name;
    struct word word;
    uint8_t op; /* enum operator_kind */
    struct expr *expr;
    struct argument_list arguments;
    struct stmt *stmt;
    struct decl *decl;
    struct decl_group *group;
    struct specifiers *specifiers;
    struct record_syntax *record;
    struct attribute *attributes;
    struct declarator_head *head;
    struct declarator_chain *chain;
    struct qualifier_set qualifiers;
    struct parameter_list *params;
    struct type_name *type;
    struct designator *designator;
    struct association *generic;
    struct asm_operands *assembly;
};

/* ast_build.c: expressions and inline assembly */
/* Stands for what could not be parsed, which has been reported. */
struct expr *build_error(struct parser *parser, struct parse_loc loc);
struct expr *build_name(struct parser *parser, struct pp_name *name, struct parse_loc loc);
struct expr *build_parenthesised(struct parser *parser, struct expr *expr, struct parse_loc loc);
struct expr *build_block_expression(struct parser *parser, struct stmt *block,
                                    struct parse_loc loc);
/* ^, ^(params), ^type: the head of a block literal; opens the scope of its body.  At least one of
 * type and params is NULL. */
struct expr *build_closure(struct parser *parser, struct type_name *type,
                           struct declarator_head *params, struct parse_loc loc);
struct expr *build_closure_end(struct parser *parser, struct expr *closure, struct stmt *body,
                               struct parse_loc loc);
struct expr *build_conversion(struct parser *parser, const struct word *word, struct expr *operand,
                              struct type_name *type, struct parse_loc loc);
struct expr *build_types_compatible(struct parser *parser, struct type_name *first,
                                    struct type_name *second, struct parse_loc loc);
struct expr *build_generic(struct parser *parser, struct expr *operand,
                           struct association *associations, struct parse_loc loc);
struct association *build_association(struct parser *parser, struct type_name *type,
                                      struct expr *value, struct parse_loc loc);
struct association *build_associations(struct parser *parser, struct association *list,
                                       struct association *next);
struct expr *build_offsetof(struct parser *parser, struct type_name *type,
                            struct designator *designators, struct parse_loc loc);
struct expr *build_index(struct parser *parser, struct expr *base, struct expr *index,
                         struct parse_loc loc);
struct expr *build_call(struct parser *parser, struct expr *callee, struct argument_list arguments,
                        struct parse_loc loc);
struct expr *build_member(struct parser *parser, struct expr *base, struct pp_name *name,
                          bool is_arrow, struct parse_loc loc);
struct expr *build_postfix(struct parser *parser, struct expr *operand, uint8_t op,
                           struct parse_loc loc);
struct expr *build_compound_literal(struct parser *parser, struct type_name *type,
                                    struct expr *list, struct parse_loc loc);
struct argument_list build_no_arguments(void);
/* A list of one, and one more.  Every list is either taken or lost in an error. */
struct argument_list build_argument(struct parser *parser, struct expr *expr);
struct argument_list build_arguments(struct parser *parser, struct argument_list list,
                                     struct expr *expr);
struct expr_list build_taken_arguments(struct parser *parser, struct argument_list list);
struct expr *build_unary(struct parser *parser, uint8_t op, struct expr *operand,
                         struct parse_loc loc);
struct expr *build_sizeof(struct parser *parser, const struct word *word, struct type_name *type,
                          struct expr *operand, struct parse_loc loc);
struct expr *build_cast(struct parser *parser, struct type_name *type, struct expr *operand,
                        struct parse_loc loc);
struct expr *build_binary(struct parser *parser, uint8_t op, struct expr *left, struct expr *right,
                          struct parse_loc loc);
struct expr *build_conditional(struct parser *parser, struct expr *condition, struct expr *middle,
                               struct expr *right, struct parse_loc loc);
struct expr *build_assignment(struct parser *parser, uint8_t op, struct expr *left,
                              struct expr *right, struct parse_loc loc);
struct expr *build_init_list(struct parser *parser, struct expr *list, struct parse_loc loc);
struct expr *build_init_item(struct parser *parser, struct expr *list,
                             struct designator *designators, struct expr *value);
struct designator *build_designator(struct parser *parser, struct pp_name *name, struct expr *index,
                                    struct parse_loc loc);
struct designator *build_range_designator(struct parser *parser, struct expr *first,
                                          struct expr *last, struct parse_loc loc);
struct designator *build_old_designator(struct parser *parser, struct pp_name *name,
                                        struct parse_loc loc);
struct designator *build_designators(struct parser *parser, struct designator *list,
                                     struct designator *next);
struct asm_operands *build_asm_operand(struct parser *parser, struct asm_operands *list,
                                       struct pp_name *name, struct expr *constraint,
                                       struct expr *value);
struct asm_operands *build_asm_clobber(struct parser *parser, struct asm_operands *list,
                                       struct expr *name);
/* Operands and clobbers are NULL where the text has none. */
struct expr *build_asm_text(struct parser *parser, struct expr *text,
                            const struct asm_operands *outputs, const struct asm_operands *inputs,
                            const struct asm_operands *clobbers);

/* ast_build_stmt.c: statements */
struct stmt *build_block_begin(struct parser *parser, struct parse_loc loc);
struct stmt *build_block_item(struct parser *parser, struct stmt *block, struct stmt *item);
struct stmt *build_block_labels(struct parser *parser, struct stmt *block, struct stmt *labels,
                                struct parse_loc loc);
struct stmt *build_block_end(struct parser *parser, struct stmt *block, struct parse_loc loc);
struct stmt *build_declaration_statement(struct parser *parser, struct decl_group *group,
                                         struct parse_loc loc);
struct stmt *build_labelled(struct parser *parser, struct stmt *label, struct stmt *body);
struct stmt *build_label(struct parser *parser, struct pp_name *name, struct parse_loc loc);
struct stmt *build_case(struct parser *parser, struct expr *low, struct expr *high,
                        struct parse_loc loc);
struct stmt *build_expression_statement(struct parser *parser, struct expr *expr,
                                        struct parse_loc loc);
struct stmt *build_if(struct parser *parser, struct expr *condition, struct stmt *body,
                      struct stmt *otherwise, struct parse_loc loc, struct parse_loc otherwise_loc);
struct stmt *build_switch(struct parser *parser, struct expr *value, struct stmt *body,
                          struct parse_loc loc);
struct stmt *build_while(struct parser *parser, const struct word *word, struct expr *condition,
                         struct stmt *body, struct parse_loc loc);
struct stmt *build_do(struct parser *parser, const struct word *word, struct stmt *body,
                      struct expr *condition, struct parse_loc loc);
struct stmt *build_for_start(struct parser *parser, const struct word *word, struct parse_loc loc);
struct stmt *build_for(struct parser *parser, struct stmt *loop, struct stmt *init,
                       struct expr *condition, struct expr *step, struct stmt *body,
                       struct parse_loc loc);
struct stmt *build_attributed_statement(struct parser *parser, struct attribute *attributes,
                                        struct stmt *stmt);
struct stmt *build_goto(struct parser *parser, struct pp_name *name, struct parse_loc loc);
void build_local_label(struct parser *parser, struct pp_name *name); /* __label__ */
/* Refused with a message. */
struct stmt *build_computed_goto(struct parser *parser, struct parse_loc loc);
struct expr *build_label_address(struct parser *parser, struct parse_loc loc);
struct stmt *build_jump(struct parser *parser, enum stmt_kind kind, struct expr *value,
                        struct parse_loc loc);
struct stmt *build_asm(struct parser *parser, struct expr *assembly, struct parse_loc loc);

/* ast_build_decl.c: declarations and functions */
/* The function of a block literal; opens the scope of its parameters. */
struct decl *build_closure_function(struct parser *parser, struct type_name *type,
                                    struct declarator_head *params, struct parse_loc loc);
void build_top_level(struct parser *parser, struct decl_group *group);
void build_file_asm(struct parser *parser, struct parse_loc loc);
void build_function_begin(struct parser *parser, struct decl_group *group, struct parse_loc loc);
void build_function_end(struct parser *parser, struct decl_group *group, struct stmt *body);
struct decl_group *build_empty_declaration(struct parser *parser, struct specifiers *specifiers,
                                           struct parse_loc loc);
struct decl_group *build_initialized(struct parser *parser, struct decl_group *group,
                                     struct expr *init);
struct decl_group *build_static_assert(struct parser *parser, struct expr *condition,
                                       struct expr *message, struct parse_loc loc);
struct decl_group *build_declare(struct parser *parser, struct decl_group *group,
                                 struct specifiers *specifiers, struct declarator_head *head,
                                 struct parse_loc loc);
struct decl_group *build_declare_next(struct parser *parser, struct decl_group *group,
                                      struct attribute *attributes, struct declarator_head *head,
                                      struct parse_loc loc);
struct declarator_head *build_declared(struct parser *parser, struct declarator_head *head,
                                       struct attribute *attributes);
/* A variable of unknown type, or a parameter if it has no name; already reported. */
struct decl *build_lost(struct parser *parser, struct pp_name *name, loc_t loc);
struct declarator_head *build_declarator(struct parser *parser, struct pp_name *name,
                                         struct parse_loc loc);
struct declarator_head *build_pointed(struct parser *parser, struct declarator_head *head,
                                      struct declarator_chain *pointers);
struct declarator_head *build_array(struct parser *parser, struct declarator_head *head,
                                    struct expr *length, struct parse_loc loc);
struct declarator_head *build_function(struct parser *parser, struct declarator_head *head,
                                       struct parameter_list *params, struct parse_loc loc);
struct declarator_chain *build_pointer(struct parser *parser, const struct qualifier_set *set,
                                       struct declarator_chain *inner, struct parse_loc loc);
struct declarator_chain *build_block_pointer(struct parser *parser, const struct qualifier_set *set,
                                             struct declarator_chain *inner, struct parse_loc loc);
struct qualifier_set build_no_qualifiers(void);
struct qualifier_set build_qualified(struct parser *parser, const struct qualifier_set *set,
                                     const struct word *word);
struct qualifier_set build_qualified_attribute(struct parser *parser,
                                               const struct qualifier_set *set,
                                               struct attribute *attribute);
struct parameter_list *build_variadic(struct parser *parser, struct parameter_list *list);
struct parameter_list *build_parameters(struct parser *parser, struct parameter_list *list,
                                        struct decl *param);
struct decl *build_parameter(struct parser *parser, struct specifiers *specifiers,
                             struct declarator_head *head, struct attribute *attributes,
                             struct parse_loc loc);
struct type_name *build_type_name(struct parser *parser, struct specifiers *specifiers,
                                  struct declarator_head *head, struct parse_loc loc);
/* For the ast_build_*.c: a declarator, and a declaration whose head may be NULL: no name. */
struct declarator_head *build_new_head(struct parser *parser, struct pp_name *name, loc_t loc);
struct decl *build_new_decl(struct parser *parser, enum decl_kind kind,
                            struct specifiers *specifiers, const struct declarator_head *head,
                            loc_t loc);
/* An error if the name cannot be a variable's, a function's or an enumerator's (6.1.9). */
void build_check_name(struct parser *parser, const struct pp_name *name, loc_t loc);

/* ast_build_specifier.c: specifiers, declarators, attributes */
struct specifiers *build_flag(struct parser *parser, const struct word *word, struct parse_loc loc);
struct specifiers *build_type_word(struct parser *parser, const struct word *word,
                                   struct parse_loc loc);
struct specifiers *build_type_name_specifier(struct parser *parser, struct pp_name *name,
                                             struct parse_loc loc);
struct specifiers *build_typeof(struct parser *parser, struct expr *expr, struct type_name *type,
                                struct parse_loc loc);
struct specifiers *build_record_specifier(struct parser *parser, struct record_syntax *record,
                                          struct parse_loc loc);
struct specifiers *build_specifiers(struct parser *parser, struct specifiers *specifiers,
                                    struct specifiers *more);
struct specifiers *build_attributed(struct parser *parser, struct specifiers *specifiers,
                                    struct attribute *attributes);
struct attribute *build_attribute(struct parser *parser, struct pp_name *name,
                                  struct argument_list args, struct type_name *type,
                                  struct parse_loc loc);
/* _Alignas of a number or a type, as __attribute__((aligned)). */
struct attribute *build_alignas(struct parser *parser, struct expr *align, struct type_name *type,
                                struct parse_loc loc);
struct attribute *build_attributes(struct parser *parser, struct attribute *list,
                                   struct attribute *more);
struct pp_name *build_word_name(struct parser *parser, const struct word *word);
/* Empty specifiers, for the ast_build_*.c. */
struct specifiers *build_new_specifiers(struct parser *parser, struct parse_loc loc);

/* ast_build_record.c: structures and enumerations */
struct record_syntax *build_broken(struct parser *parser, struct record_syntax *head);
struct record_syntax *build_record(struct parser *parser, const struct word *word,
                                   struct attribute *attributes, struct pp_name *name,
                                   struct parse_loc loc);
void build_record_open(struct parser *parser, struct record_syntax *record);
struct record_syntax *build_record_close(struct parser *parser, struct record_syntax *record);
struct record_syntax *build_enum(struct parser *parser, struct attribute *attributes,
                                 struct pp_name *name, struct parse_loc loc);
struct record_syntax *build_enum_close(struct parser *parser, struct record_syntax *head,
                                       struct record_syntax *body);
struct record_syntax *build_enumerator(struct parser *parser, struct record_syntax *list,
                                       struct pp_name *name, struct expr *value,
                                       struct parse_loc loc);
void build_anonymous_field(struct parser *parser, struct specifiers *specifiers,
                           struct parse_loc loc);
struct decl_group *build_field(struct parser *parser, struct decl_group *group,
                               struct specifiers *specifiers, struct declarator_head *head,
                               struct parse_loc loc);
struct decl_group *build_field_next(struct parser *parser, struct decl_group *group,
                                    struct attribute *attributes, struct declarator_head *head,
                                    struct parse_loc loc);
struct declarator_head *build_bits(struct parser *parser, struct declarator_head *head,
                                   struct expr *bits, struct attribute *attributes);

/* ast_build_error.c: syntax errors */
/* Reports a token that does not fit, in Clang's wording where there is one. */
void build_syntax_error(struct parser *parser, const struct syntax_error *error, loc_t loc);
/* Reports a word used as a type that is none; says so if it is a keyword elsewhere. */
void build_unknown_type(struct parser *parser, const struct pp_name *word, loc_t loc);
/* After an error production, when the parser is back in step.  The statement declares what was
 * declared before the error or would have been; NULL if there is nothing to declare. */
struct stmt *build_recovered(struct parser *parser, struct parse_loc loc);
void build_top_recovered(struct parser *parser); /* ... between external declarations */
void build_field_recovered(struct parser *parser);
void build_unfinished_field(struct parser *parser); /* the last, without ";" */

#endif
