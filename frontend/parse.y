/* The grammar of OpenCL C: C99 6.5-6.9, OpenCL C 1.2 chapter 6, GNU attributes, inline assembly.
 *
 * Actions are one call of ast_build.c each.  Whether a name is a type is decided in lex.c, so
 * TYPE_NAME and NAME are different tokens here and the grammar is LALR(1) without a conflict.
 *
 * Most errors are mended before bison sees them, by a token put in or left out (find_repair below).
 * Else the error productions take what is in the brackets, the statement or the declaration. */
%code requires {
#include "frontend/ast_build.h"
}
%code {
#include <string.h>

#define YYMALLOC(size) arena_alloc(parser->arena, size)
#define YYFREE(block) ((void)(block))
#define YYMAXDEPTH 10000
#define YYLLOC_DEFAULT(all, right, n)                                                              \
    do {                                                                                           \
        if (n) {                                                                                   \
            (all).first = YYRHSLOC(right, 1).first;                                                \
            (all).last = YYRHSLOC(right, n).last;                                                  \
        } else {                                                                                   \
            (all).first = (all).last = YYRHSLOC(right, 0).last;                                    \
        }                                                                                          \
    } while (0)
/* Tokens come through next_token below, which sees the parser's stack of states. */
#undef yylex
#define yylex(value, loc, parser) next_token(value, loc, parser, yyssp, yyerrstatus)
static int next_token(union parse_value *value, struct parse_loc *loc, struct parser *parser,
                      const void *top, int status);
static void parse_error(struct parse_loc *loc, struct parser *parser, const char *message);
}

%define api.pure full
%define api.prefix {parse_}
%define api.token.prefix {TOKEN_}
%define api.value.type {union parse_value}
%define api.location.type {struct parse_loc}
%define parse.error custom
%define lr.default-reduction consistent
%locations
%param {struct parser *parser}
%expect 0

%token END 0 "end of file"
%token INVALID "invalid token" SKIPPED "block" /* thrown away while recovering */
%token <name> NAME "identifier" TYPE_NAME "type name"
%token <expr> CONSTANT "constant" STRING "string literal"
%token <word> QUALIFIER "qualifier" STORAGE "storage class" TYPE_WORD "type"
%token <word> SIZEOF "sizeof" STRUCT "struct" ENUM "enum"
%token <word> FOR "for" WHILE "while" DO "do"
%token <word> IF "if" ELSE "else" SWITCH "switch" CASE "case" DEFAULT "default"
%token <word> GOTO "goto" BREAK "break" CONTINUE "continue" RETURN "return"
%token ATTRIBUTE "__attribute__" ASM "asm" OFFSETOF "__builtin_offsetof"
%token <word> CONVERSION "__builtin_astype"
%token STATIC_ASSERT "_Static_assert" TYPEOF "typeof" TYPES_COMPATIBLE "__builtin_types_compatible_p" GENERIC "_Generic"
%token LPAREN "(" RPAREN ")" LBRACKET "[" RBRACKET "]" LBRACE "{" RBRACE "}"
%token DOT "." ARROW "->" COLON ":" SEMICOLON ";" ELLIPSIS "..." QUESTION "?"
%token <op> ASSIGN "=" ASSIGN_OP "assignment operator" COMMA ","
%token <op> STEP "++" UNARY "unary operator"
%token <op> OR_OR "||" AND_AND "&&" PIPE "|" CARET "^" AMPERSAND "&" EQUALITY "=="
%token <op> RELATION "<" SHIFT "<<" PLUS "+" MINUS "-" STAR "*" DIVIDE "/"

%precedence THEN
%precedence "else"
%left "||"
%left "&&"
%left "|"
%left "^"
%left "&"
%left "=="
%left "<"
%left "<<"
%left "+" "-"
%left "*" "/"

%type <expr> closure_head primary postfix unary cast binary conditional assignment expression
%type <expr> expression_opt constant initializer initializer_items initializer_list
%type <list> arguments arguments_opt
%type <op> unary_operator
%type <type> type_name
%type <designator> designator designators designation member_designator
%type <generic> associations association
%type <specifiers> specifiers specifier plain_specifiers plain_specifier
%type <record> record record_name record_head record_open enum_name enum_head enumerators
%type <attributes> attribute attribute_list attributes_opt attribute_items attribute_item
%type <name> attribute_name
%type <qualifiers> qualifiers
%type <head> declarator direct_declarator declared abstract_declarator direct_abstract
%type <head> abstract_opt field_declarator
%type <chain> pointer
%type <params> parameters parameters_opt parameter_list
%type <decl> parameter
%type <group> declaring declaration fielding
%type <stmt> statement bare_statement block block_items block_item labelled label labels loop for_start for_init
%type <assembly> asm_operands asm_operand_list asm_clobbers
%type <expr> asm_label_opt asm_text

%%

unit:
    %empty
    | unit external
    ;

external:
    function
    | declaration                           { build_top_level(parser, $1); }
    | ";"
    | ASM "(" STRING ")" ";"                { build_file_asm(parser, @1); }
    | error ";"                             { build_top_recovered(parser); yyerrok; }
    | error SKIPPED                         { build_top_recovered(parser); yyerrok; }
    | error "}"                             { build_top_recovered(parser); yyerrok; }
    ;

function:
    declaring { build_function_begin(parser, $1, @1); } block
        { build_function_end(parser, $1, $3); }
    ;

/* Declarations. */

declaration:
    specifiers ";"                          { $$ = build_empty_declaration(parser, $1, @1); }
    | declaring ";"                         { $$ = $1; }
    | STATIC_ASSERT "(" constant "," STRING ")" ";"
        { $$ = build_static_assert(parser, $3, $5, @1); }
    | declaring "=" initializer ";"         { $$ = build_initialized(parser, $1, $3); }
    ;

declaring:
    specifiers declared                     { $$ = build_declare(parser, NULL, $1, $2, @2); }
    | declaring "," attributes_opt declared { $$ = build_declare_next(parser, $1, $3, $4, @4); }
    | declaring "=" initializer "," attributes_opt declared
        { $$ = build_declare_next(parser, build_initialized(parser, $1, $3), $5, $6, @6); }
    ;

declared:
    declarator asm_label_opt attributes_opt { $$ = build_declared(parser, $1, $3); }
    ;

asm_label_opt:
    %empty                                  { $$ = NULL; }
    | ASM "(" STRING ")"                    { $$ = $3; }
    ;

specifiers:
    specifier                               { $$ = $1; }
    | attribute_list specifier              { $$ = build_attributed(parser, $2, $1); }
    | specifiers specifier                  { $$ = build_specifiers(parser, $1, $2); }
    | specifiers attribute                  { $$ = build_attributed(parser, $1, $2); }
    ;

plain_specifiers:
    plain_specifier                         { $$ = $1; }
    | plain_specifiers plain_specifier      { $$ = build_specifiers(parser, $1, $2); }
    ;

plain_specifier:
    QUALIFIER                               { $$ = build_flag(parser, &$1, @1); }
    | TYPE_WORD                             { $$ = build_type_word(parser, &$1, @1); }
    | TYPE_NAME                             { $$ = build_type_name_specifier(parser, $1, @1); }
    ;

specifier:
    plain_specifier                         { $$ = $1; }
    | STORAGE                               { $$ = build_flag(parser, &$1, @1); }
    | record                                { $$ = build_record_specifier(parser, $1, @1); }
    | TYPEOF "(" expression ")"             { $$ = build_typeof(parser, $3, NULL, @1); }
    | TYPEOF "(" type_name ")"              { $$ = build_typeof(parser, NULL, $3, @1); }
    ;

record:
    record_name                             { $$ = $1; }
    | record_open fields "}"                { $$ = build_record_close(parser, $1); }
    | record_open fields error "}"
        { build_field_recovered(parser); $$ = build_record_close(parser, $1); yyerrok; }
    | enum_name                             { $$ = $1; }
    | enum_head "{" enumerators comma_opt "}" { $$ = build_enum_close(parser, $1, $3); }
    | enum_head "{" error "}"               { $$ = build_broken(parser, $1); yyerrok; }
    ;

record_name:
    STRUCT attributes_opt NAME              { $$ = build_record(parser, &$1, $2, $3, @3); }
    ;

record_head:
    record_name                             { $$ = $1; }
    | STRUCT attributes_opt                 { $$ = build_record(parser, &$1, $2, NULL, @1); }
    ;

record_open:
    record_head "{"                         { build_record_open(parser, $1); $$ = $1; }
    ;

enum_name:
    ENUM attributes_opt NAME                { $$ = build_enum(parser, $2, $3, @3); }
    ;

enum_head:
    enum_name                               { $$ = $1; }
    | ENUM attributes_opt                   { $$ = build_enum(parser, $2, NULL, @1); }
    ;

enumerators:
    NAME                                    { $$ = build_enumerator(parser, NULL, $1, NULL, @1); }
    | NAME "=" constant                     { $$ = build_enumerator(parser, NULL, $1, $3, @1); }
    | enumerators "," NAME                  { $$ = build_enumerator(parser, $1, $3, NULL, @3); }
    | enumerators "," NAME "=" constant     { $$ = build_enumerator(parser, $1, $3, $5, @3); }
    ;

comma_opt: %empty | "," ;

fields:
    %empty
    | fields field
    ;

field:
    STATIC_ASSERT "(" constant "," STRING ")" ";" /* checked nowhere in a structure */
    | specifiers ";"                        { build_anonymous_field(parser, $1, @1); }
    | fielding ";"
    | ";"
    | error ";"                             { build_field_recovered(parser); yyerrok; }
    ;

fielding:
    specifiers field_declarator             { $$ = build_field(parser, NULL, $1, $2, @2); }
    | fielding "," attributes_opt field_declarator
        { $$ = build_field_next(parser, $1, $3, $4, @4); }
    ;

field_declarator:
    declarator attributes_opt               { $$ = build_declared(parser, $1, $2); }
    | declarator ":" constant attributes_opt { $$ = build_bits(parser, $1, $3, $4); }
    | ":" constant                          { $$ = build_bits(parser, NULL, $2, NULL); }
    ;

declarator:
    direct_declarator                       { $$ = $1; }
    | pointer direct_declarator             { $$ = build_pointed(parser, $2, $1); }
    ;

direct_declarator:
    NAME                                    { $$ = build_declarator(parser, $1, @1); }
    | "(" declarator ")"                    { $$ = $2; }
    | direct_declarator "[" qualifiers expression_opt "]"
        { $$ = build_array(parser, $1, $4, @2); }
    | direct_declarator "(" parameters_opt ")" { $$ = build_function(parser, $1, $3, @2); }
    ;

pointer:
    "*" qualifiers                          { $$ = build_pointer(parser, &$2, NULL, @1); }
    | "*" qualifiers pointer                { $$ = build_pointer(parser, &$2, $3, @1); }
    | "^" qualifiers                        { $$ = build_block_pointer(parser, &$2, NULL, @1); }
    | "^" qualifiers pointer                { $$ = build_block_pointer(parser, &$2, $3, @1); }
    ;

qualifiers:
    %empty                                  { $$ = build_no_qualifiers(); }
    | qualifiers QUALIFIER                  { $$ = build_qualified(parser, &$1, &$2); }
    | qualifiers STORAGE                    { $$ = $1; }
    | qualifiers attribute                  { $$ = build_qualified_attribute(parser, &$1, $2); }
    ;

abstract_opt:
    %empty                                  { $$ = NULL; }
    | abstract_declarator                   { $$ = $1; }
    ;

abstract_declarator:
    pointer                                 { $$ = build_pointed(parser, NULL, $1); }
    | direct_abstract                       { $$ = $1; }
    | pointer direct_abstract               { $$ = build_pointed(parser, $2, $1); }
    ;

direct_abstract:
    "(" abstract_declarator ")"             { $$ = $2; }
    | "[" qualifiers expression_opt "]"     { $$ = build_array(parser, NULL, $3, @1); }
    | "(" parameters_opt ")"                { $$ = build_function(parser, NULL, $2, @1); }
    | direct_abstract "[" qualifiers expression_opt "]"
        { $$ = build_array(parser, $1, $4, @2); }
    | direct_abstract "(" parameters_opt ")" { $$ = build_function(parser, $1, $3, @2); }
    ;

parameters_opt:
    %empty                                  { $$ = NULL; }
    | parameters                            { $$ = $1; }
    ;

parameters:
    parameter_list                          { $$ = $1; }
    | parameter_list "," "..."              { $$ = build_variadic(parser, $1); }
    ;

parameter_list:
    parameter                               { $$ = build_parameters(parser, NULL, $1); }
    | parameter_list "," parameter          { $$ = build_parameters(parser, $1, $3); }
    ;

parameter:
    specifiers declarator attributes_opt    { $$ = build_parameter(parser, $1, $2, $3, @$); }
    | specifiers abstract_opt               { $$ = build_parameter(parser, $1, $2, NULL, @$); }
    | error                                 { $$ = build_lost(parser, NULL, @1.first); }
    ;

type_name:
    specifiers abstract_opt                 { $$ = build_type_name(parser, $1, $2, @1); }
    ;

attributes_opt:
    %empty                                  { $$ = NULL; }
    | attribute_list                        { $$ = $1; }
    ;

attribute_list:
    attribute                               { $$ = $1; }
    | attribute_list attribute              { $$ = build_attributes(parser, $1, $2); }
    ;

attribute:
    ATTRIBUTE "(" "(" attribute_items ")" ")" { $$ = $4; }
    | ATTRIBUTE "(" error ")"               { $$ = NULL; yyerrok; }
    ;

attribute_items:
    attribute_item                          { $$ = $1; }
    | attribute_items "," attribute_item    { $$ = build_attributes(parser, $1, $3); }
    ;

attribute_item:
    %empty                                  { $$ = NULL; }
    | attribute_name                        { $$ = build_attribute(parser, $1, NULL, NULL, @1); }
    | attribute_name "(" arguments_opt ")"  { $$ = build_attribute(parser, $1, $3, NULL, @1); }
    | attribute_name "(" type_name ")"      { $$ = build_attribute(parser, $1, NULL, $3, @1); }
    ;

attribute_name:
    NAME                                    { $$ = $1; }
    | TYPE_NAME                             { $$ = $1; }
    | QUALIFIER                             { $$ = build_word_name(parser, &$1); }
    | STORAGE                               { $$ = build_word_name(parser, &$1); }
    ;

initializer:
    assignment                              { $$ = $1; }
    | initializer_list                      { $$ = $1; }
    ;

initializer_list:
    "{" "}"                                 { $$ = build_init_list(parser, NULL, @$); }
    | "{" initializer_items comma_opt "}"   { $$ = build_init_list(parser, $2, @$); }
    | "{" error "}"                         { $$ = build_error(parser, @$); yyerrok; }
    ;

initializer_items:
    initializer                             { $$ = build_init_item(parser, NULL, NULL, $1); }
    | designation initializer               { $$ = build_init_item(parser, NULL, $1, $2); }
    | initializer_items "," initializer     { $$ = build_init_item(parser, $1, NULL, $3); }
    | initializer_items "," designation initializer
        { $$ = build_init_item(parser, $1, $3, $4); }
    ;

designation:
    designators "="                         { $$ = $1; }
    | NAME ":"                              { $$ = build_old_designator(parser, $1, @1); }
    ;

designators:
    designator                              { $$ = $1; }
    | designators designator                { $$ = build_designators(parser, $1, $2); }
    ;

designator:
    "[" constant "]"                        { $$ = build_designator(parser, NULL, $2, @1); }
    | "[" constant "..." constant "]"
        { $$ = build_range_designator(parser, $2, $4, @1); }
    | "." NAME                              { $$ = build_designator(parser, $2, NULL, @2); }
    ;

/* Statements. */

block:
    block_items "}"                         { $$ = build_block_end(parser, $1, @$); }
    | block_items labels "}"                { $$ = build_block_labels(parser, $1, $2, @$); }
    | block_items error "}"                 { $$ = build_block_end(parser, $1, @$); yyerrok; }
    ;

block_items:
    "{"                                     { $$ = build_block_begin(parser, @1); }
    | block_items block_item                { $$ = build_block_item(parser, $1, $2); }
    ;

block_item:
    declaration                             { $$ = build_declaration_statement(parser, $1, @1); }
    | statement                             { $$ = $1; }
    ;

labels:
    label                                   { $$ = $1; }
    | label labels                          { $$ = build_labelled(parser, $1, $2); }
    ;

labelled: label statement                   { $$ = build_labelled(parser, $1, $2); } ;

label:
    NAME ":"                                { $$ = build_label(parser, $1, @1); }
    | CASE constant ":"                     { $$ = build_case(parser, $2, NULL, @1); }
    | CASE constant "..." constant ":"      { $$ = build_case(parser, $2, $4, @1); }
    | DEFAULT ":"                           { $$ = build_case(parser, NULL, NULL, @1); }
    ;

statement:
    bare_statement                          { $$ = $1; }
    | attribute_list bare_statement         { $$ = build_attributed_statement(parser, $1, $2); }
    ;

bare_statement:
    labelled                                { $$ = $1; }
    | block                                 { $$ = $1; }
    | expression_opt ";"                    { $$ = build_expression_statement(parser, $1, @1); }
    | IF "(" expression ")" statement %prec THEN { $$ = build_if(parser, $3, $5, NULL, @1); }
    | IF "(" expression ")" statement ELSE statement { $$ = build_if(parser, $3, $5, $7, @1); }
    | IF "(" error ")" statement %prec THEN { $$ = build_if(parser, NULL, $5, NULL, @1); }
    | IF "(" error ")" statement ELSE statement { $$ = build_if(parser, NULL, $5, $7, @1); }
    | SWITCH "(" expression ")" statement   { $$ = build_switch(parser, $3, $5, @1); }
    | SWITCH "(" error ")" statement        { $$ = build_switch(parser, NULL, $5, @1); }
    | loop                                  { $$ = $1; }
    | GOTO NAME ";"                         { $$ = build_goto(parser, $2, @1); }
    | CONTINUE ";"                          { $$ = build_jump(parser, STMT_CONTINUE, NULL, @1); }
    | BREAK ";"                             { $$ = build_jump(parser, STMT_BREAK, NULL, @1); }
    | RETURN expression_opt ";"             { $$ = build_jump(parser, STMT_RETURN, $2, @1); }
    | ASM asm_qualifiers "(" asm_text ")" ";" { $$ = build_asm(parser, $4, @1); }
    | error ";"                             { $$ = build_recovered(parser, @$); yyerrok; }
    | error SKIPPED                         { $$ = build_recovered(parser, @$); yyerrok; }
    ;

loop:
    WHILE "(" expression ")" statement      { $$ = build_while(parser, &$1, $3, $5, @1); }
    | WHILE "(" error ")" statement         { $$ = build_while(parser, &$1, NULL, $5, @1); }
    | DO statement WHILE "(" expression ")" ";" { $$ = build_do(parser, &$1, $2, $5, @1); }
    | for_start for_init expression_opt ";" expression_opt ")" statement
        { $$ = build_for(parser, $1, $2, $3, $5, $7); }
    | for_start error ")" { $<stmt>$ = build_recovered(parser, @1); yyerrok; } statement
        { $$ = build_for(parser, $1, $<stmt>4, NULL, NULL, $5); }
    ;

for_start: FOR "("                          { $$ = build_for_start(parser, &$1, @1); } ;

for_init:
    declaration                             { $$ = build_declaration_statement(parser, $1, @1); }
    | expression_opt ";"                    { $$ = build_expression_statement(parser, $1, @1); }
    ;

expression_opt:
    %empty                                  { $$ = NULL; }
    | expression                            { $$ = $1; }
    ;

asm_qualifiers:
    %empty
    | asm_qualifiers QUALIFIER
    | asm_qualifiers STORAGE
    ;

asm_text:
    STRING                                  { $$ = build_asm_text(parser, $1, NULL, NULL, NULL); }
    | STRING ":" asm_operands               { $$ = build_asm_text(parser, $1, $3, NULL, NULL); }
    | STRING ":" asm_operands ":" asm_operands
        { $$ = build_asm_text(parser, $1, $3, $5, NULL); }
    | STRING ":" asm_operands ":" asm_operands ":" asm_clobbers
        { $$ = build_asm_text(parser, $1, $3, $5, $7); }
    ;

asm_operands:
    %empty                                  { $$ = NULL; }
    | asm_operand_list                      { $$ = $1; }
    ;

asm_operand_list:
    STRING "(" expression ")"               { $$ = build_asm_operand(parser, NULL, NULL, $1, $3); }
    | "[" NAME "]" STRING "(" expression ")"
        { $$ = build_asm_operand(parser, NULL, $2, $4, $6); }
    | asm_operand_list "," STRING "(" expression ")"
        { $$ = build_asm_operand(parser, $1, NULL, $3, $5); }
    | asm_operand_list "," "[" NAME "]" STRING "(" expression ")"
        { $$ = build_asm_operand(parser, $1, $4, $6, $8); }
    ;

asm_clobbers:
    %empty                                  { $$ = NULL; }
    | STRING                                { $$ = build_asm_clobber(parser, NULL, $1); }
    | asm_clobbers "," STRING               { $$ = build_asm_clobber(parser, $1, $3); }
    ;

/* Expressions. */

primary:
    NAME                                    { $$ = build_name(parser, $1, @1); }
    | CONSTANT                              { $$ = $1; }
    | STRING                                { $$ = $1; }
    | "(" expression ")"                    { $$ = build_parenthesised(parser, $2, @$); }
    | "(" error ")"                         { $$ = build_error(parser, @$); yyerrok; }
    | "(" block ")"                         { $$ = build_block_expression(parser, $2, @$); }
    | closure_head block                    { $$ = build_closure_end(parser, $1, $2, @$); }
    | CONVERSION "(" assignment "," type_name ")"
        { $$ = build_conversion(parser, &$1, $3, $5, @$); }
    | TYPES_COMPATIBLE "(" type_name "," type_name ")"
        { $$ = build_types_compatible(parser, $3, $5, @$); }
    | GENERIC "(" assignment "," associations ")" { $$ = build_generic(parser, $3, $5, @$); }
    | OFFSETOF "(" type_name "," member_designator ")"
        { $$ = build_offsetof(parser, $3, $5, @$); }
    ;

closure_head:
    "^"                                     { $$ = build_closure(parser, NULL, NULL, @$); }
    | "^" "(" parameters_opt ")"
        { $$ = build_closure(parser, NULL, build_function(parser, NULL, $3, @2), @$); }
    | "^" plain_specifiers abstract_opt /* a struct's brace would be that of its members */
        { $$ = build_closure(parser, build_type_name(parser, $2, $3, @2), NULL, @$); }
    ;

associations:
    association                             { $$ = $1; }
    | associations "," association          { $$ = build_associations(parser, $1, $3); }
    ;

association:
    type_name ":" assignment                { $$ = build_association(parser, $1, $3, @1); }
    | DEFAULT ":" assignment                { $$ = build_association(parser, NULL, $3, @1); }
    ;

member_designator:
    NAME                                    { $$ = build_designator(parser, $1, NULL, @1); }
    | member_designator designator          { $$ = build_designators(parser, $1, $2); }
    ;

postfix:
    primary                                 { $$ = $1; }
    | postfix "[" expression "]"            { $$ = build_index(parser, $1, $3, @$); }
    | postfix "(" arguments_opt ")"         { $$ = build_call(parser, $1, $3, @$); }
    | postfix "[" error "]"                 { $$ = build_error(parser, @$); yyerrok; }
    | postfix "(" error ")"                 { $$ = build_error(parser, @$); yyerrok; }
    | postfix "." NAME                      { $$ = build_member(parser, $1, $3, false, @3); }
    | postfix "->" NAME                     { $$ = build_member(parser, $1, $3, true, @3); }
    | postfix "++"                          { $$ = build_postfix(parser, $1, $2, @2); }
    | "(" type_name ")" initializer_list    { $$ = build_compound_literal(parser, $2, $4, @$); }
    ;

arguments_opt:
    %empty                                  { $$ = NULL; }
    | arguments                             { $$ = $1; }
    ;

arguments:
    assignment                              { $$ = build_arguments(parser, NULL, $1); }
    | arguments "," assignment              { $$ = build_arguments(parser, $1, $3); }
    ;

unary:
    postfix                                 { $$ = $1; }
    | "++" unary                            { $$ = build_unary(parser, $1, $2, @1); }
    | unary_operator cast                   { $$ = build_unary(parser, $1, $2, @1); }
    | SIZEOF unary                          { $$ = build_sizeof(parser, &$1, NULL, $2, @$); }
    | SIZEOF "(" type_name ")"              { $$ = build_sizeof(parser, &$1, $3, NULL, @$); }
    ;

unary_operator:
    "&"                                     { $$ = OP_ADDRESS; }
    | "*"                                   { $$ = OP_DEREF; }
    | "+"                                   { $$ = OP_PLUS; }
    | "-"                                   { $$ = OP_NEG; }
    | UNARY                                 { $$ = $1; }
    ;

cast:
    unary                                   { $$ = $1; }
    | "(" type_name ")" cast                { $$ = build_cast(parser, $2, $4, @1); }
    ;

binary:
    cast                                    { $$ = $1; }
    | binary "*" binary                     { $$ = build_binary(parser, $2, $1, $3, @2); }
    | binary "/" binary                     { $$ = build_binary(parser, $2, $1, $3, @2); }
    | binary "+" binary                     { $$ = build_binary(parser, $2, $1, $3, @2); }
    | binary "-" binary                     { $$ = build_binary(parser, $2, $1, $3, @2); }
    | binary "<<" binary                    { $$ = build_binary(parser, $2, $1, $3, @2); }
    | binary "<" binary                     { $$ = build_binary(parser, $2, $1, $3, @2); }
    | binary "==" binary                    { $$ = build_binary(parser, $2, $1, $3, @2); }
    | binary "&" binary                     { $$ = build_binary(parser, $2, $1, $3, @2); }
    | binary "^" binary                     { $$ = build_binary(parser, $2, $1, $3, @2); }
    | binary "|" binary                     { $$ = build_binary(parser, $2, $1, $3, @2); }
    | binary "&&" binary                    { $$ = build_binary(parser, $2, $1, $3, @2); }
    | binary "||" binary                    { $$ = build_binary(parser, $2, $1, $3, @2); }
    ;

conditional:
    binary                                  { $$ = $1; }
    | binary "?" expression ":" conditional { $$ = build_conditional(parser, $1, $3, $5, @2); }
    | binary "?" ":" conditional            { $$ = build_conditional(parser, $1, NULL, $4, @2); }
    ;

/* Wider than C's, whose left side is a unary: what is no lvalue is sema's to say. */
assignment:
    conditional                             { $$ = $1; }
    | conditional "=" assignment            { $$ = build_assignment(parser, OP_NONE, $1, $3, @2); }
    | conditional ASSIGN_OP assignment      { $$ = build_assignment(parser, $2, $1, $3, @2); }
    ;

expression:
    assignment                              { $$ = $1; }
    | expression "," assignment             { $$ = build_binary(parser, OP_COMMA, $1, $3, @2); }
    ;

constant: conditional                       { $$ = $1; } ;

%%

/* A stack on which tokens are tried: reductions are played through (as "lookahead correction", J.
 * Denny's, does) on the parser's own stack, read downwards, and an overlay of new states.  The
 * tables' lookahead sets alone say too much, for they are merged (LALR). */
struct trial {
    const yy_state_t *top;
    yy_state_t overlay[64];
    int count;
};

static void
begin_trial(struct trial *trial, const yy_state_t *top)
{
    trial->top = top;
    trial->count = 0; /* the overlay need not be cleared: this happens for every token */
}

static void
copy_trial(struct trial *to, const struct trial *from)
{
    to->top = from->top;
    to->count = from->count;
    memcpy(to->overlay, from->overlay, (size_t)from->count * sizeof *from->overlay);
}

/* Would the parser come to shift a token of this kind?  If so, it has. */
static bool
shifts_kind(struct trial *trial, int kind)
{
    for (;;) {
        int state = trial->count ? trial->overlay[trial->count - 1] : *trial->top;
        int at = yypact[state], rule = yydefact[state];
        if (trial->count == 64)
            return false;
        if (!yypact_value_is_default(at)) {
            at += kind;
            if (at >= 0 && at <= YYLAST && yycheck[at] == kind) {
                if (yytable_value_is_error(yytable[at]))
                    return false;
                if (yytable[at] > 0) {
                    trial->overlay[trial->count++] = (yy_state_t)yytable[at];
                    return true;
                }
                rule = -yytable[at];
            }
        }
        if (rule == 0)
            return false;
        int length = yyr2[rule], fresh = length < trial->count ? length : trial->count;
        trial->count -= fresh;
        trial->top -= length - fresh;
        state = trial->count ? trial->overlay[trial->count - 1] : *trial->top;
        int left = yyr1[rule] - YYNTOKENS, to = yypgoto[left] + state;
        trial->overlay[trial->count++] = (yy_state_t)(
            to >= 0 && to <= YYLAST && yycheck[to] == state ? yytable[to] : yydefgoto[left]);
    }
}

static bool
shifts(struct trial *trial, int token)
{
    return shifts_kind(trial, YYTRANSLATE(token));
}

/* Do these tokens fit behind each other?  A list ends with -1. */
static bool
fits(const struct trial *trial, const int *tokens)
{
    struct trial copy;
    copy_trial(&copy, trial);
    for (; *tokens >= 0; tokens++)
        if (!shifts(&copy, *tokens))
            return false;
    return true;
}
#define FITS(trial, ...) fits(trial, (const int[]){__VA_ARGS__, -1})

/* Reports what is wrong with a token, by what could have stood there. */
static void
report(struct parser *parser, const struct trial *trial, yysymbol_kind_t got, loc_t loc)
{
    const char *only = NULL;
    uint64_t set[2] = {0};
    int count = 0;
    for (int kind = 0; kind < YYNTOKENS; kind++) {
        struct trial copy;
        copy_trial(&copy, trial);
        if (kind == YYSYMBOL_YYerror || kind == YYSYMBOL_YYUNDEF)
            continue;
        if (!shifts_kind(&copy, kind))
            continue;
        set[kind / 64] |= UINT64_C(1) << (kind % 64);
        only = count++ ? NULL : yysymbol_name((yysymbol_kind_t)kind);
    }
#define HAS(name) (set[YYSYMBOL_##name / 64] >> (YYSYMBOL_##name % 64) & 1)
    struct syntax_error error = {
        .unexpected = yysymbol_name(got), .only = only, .is_end = got == YYSYMBOL_YYEOF,
        .is_block = got == YYSYMBOL_LBRACE || got == YYSYMBOL_SKIPPED,
        .is_brace = got == YYSYMBOL_RBRACE, .after_parenthesis = parser->token_before == TOKEN_RPAREN,
        .expression = HAS(CONSTANT), .semicolon = HAS(SEMICOLON), .rparen = HAS(RPAREN),
        .rbracket = HAS(RBRACKET), .rbrace = HAS(RBRACE), .name = HAS(NAME), .type = HAS(TYPE_WORD),
        .statement = HAS(RETURN), .external = HAS(YYEOF), .block = HAS(LBRACE),
        .colon = HAS(COLON), .string = HAS(STRING), .attribute = HAS(ATTRIBUTE),
    };
#undef HAS
    build_syntax_error(parser, &error, loc);
}

/* A token that waits behind those that were put in before it. */
struct repair {
    int inserted[16];
    int count, next;
    bool has_held;
    int held;
    union parse_value value;
    struct parse_loc loc;
    int attempts;    /* to mend at this token */
    uint32_t opened; /* parentheses that were put in: their partners are missing, too */
};

static bool
insert(struct repair *repair, struct trial *trial, int token)
{
    if (repair->count == 16 || !shifts(trial, token))
        return false;
    repair->inserted[repair->count++] = token;
    return true;
}

/* Closes brackets until the token fits, or a semicolon and the token.  Braces only before what
 * cannot stand in any. */
static bool
close_brackets(struct repair *repair, struct trial *trial, int token, bool braces)
{
    bool after_semicolon = token != TOKEN_SEMICOLON && token != TOKEN_LBRACE;
    while (repair->count < 12) {
        if (FITS(trial, token))
            return repair->count > 0;
        if (after_semicolon && FITS(trial, TOKEN_SEMICOLON, token))
            return insert(repair, trial, TOKEN_SEMICOLON);
        if (!insert(repair, trial, TOKEN_RPAREN) && !insert(repair, trial, TOKEN_RBRACKET) &&
            !(braces && insert(repair, trial, TOKEN_RBRACE)) &&
            !(braces && FITS(trial, TOKEN_SEMICOLON, TOKEN_RBRACE) &&
              insert(repair, trial, TOKEN_SEMICOLON)))
            return false;
    }
    return false;
}

/* Can the statement before have ended here?  New lines and these words say so. */
static bool
starts_anew(const struct parser *parser, int token)
{
    return parser->current.flags & PP_LINE_START || token == TOKEN_SEMICOLON ||
           token == TOKEN_LBRACE || token == TOKEN_RBRACE || token == TOKEN_END ||
           token == TOKEN_RPAREN || token == TOKEN_RBRACKET;
}

/* Tokens before the one at hand that would make it fit; false: none that are likely. */
static bool
find_insertion(const struct parser *parser, struct repair *repair, const struct trial *start,
               int token)
{
    struct trial trial;
    copy_trial(&trial, start);
    bool braces = token == TOKEN_SEMICOLON || token == TOKEN_END;
    bool lacks_declarator = FITS(start, TOKEN_NAME) && FITS(start, TOKEN_ATTRIBUTE) &&
                            !FITS(start, TOKEN_CONSTANT);
    bool in_list = FITS(start, TOKEN_COMMA, TOKEN_DOT) || FITS(start, TOKEN_COMMA, TOKEN_ELLIPSIS) ||
                   FITS(start, TOKEN_COMMA, TOKEN_RBRACE);
    if (!FITS(start, TOKEN_SEMICOLON) && !FITS(start, TOKEN_CONSTANT) &&
        !FITS(start, TOKEN_RPAREN) && !FITS(start, TOKEN_PLUS) && FITS(start, TOKEN_LPAREN, token))
        return insert(repair, &trial, TOKEN_LPAREN);
    bool nested_function = token == TOKEN_LBRACE && parser->in_function &&
                           parser->token_before == TOKEN_RPAREN && FITS(start, TOKEN_ATTRIBUTE);
    if (!lacks_declarator && !nested_function && FITS(start, TOKEN_SEMICOLON, token))
        return insert(repair, &trial, TOKEN_SEMICOLON);
    if (!parser->in_function && parser->token_before == TOKEN_RPAREN &&
        parser->current.flags & PP_LINE_START && FITS(start, TOKEN_LBRACE, token))
        return insert(repair, &trial, TOKEN_LBRACE);
    if (FITS(start, TOKEN_COLON, token))
        return insert(repair, &trial, TOKEN_COLON);
    if (in_list && FITS(start, TOKEN_COMMA, token))
        return insert(repair, &trial, TOKEN_COMMA);
    if (starts_anew(parser, token) && close_brackets(repair, &trial, token, braces))
        return true;
    repair->count = 0;
    copy_trial(&trial, start);
    if (FITS(start, TOKEN_COLON, TOKEN_CONSTANT, token))
        (void)insert(repair, &trial, TOKEN_COLON);
    if (insert(repair, &trial, TOKEN_CONSTANT) &&
        (FITS(&trial, token) ||
         (starts_anew(parser, token) && close_brackets(repair, &trial, token, braces))))
        return true;
    repair->count = 0;
    return FITS(start, TOKEN_TYPE_WORD, token) && !FITS(start, TOKEN_CONSTANT) &&
           !FITS(start, TOKEN_SEMICOLON, token) && insert(repair, &trial, TOKEN_TYPE_WORD);
}

/* `kernel void` within a function: closing braces are missing.  What follows the body of a struct and
 * cannot belong to it: a semicolon is. */
static bool
find_missing_end(struct parser *parser, struct repair *repair, const struct trial *start,
                 int token, uint32_t word)
{
    if (!(parser->current.flags & PP_LINE_START) ||
        !(parser->behind_record || (token == TOKEN_STORAGE && word == SPEC_KERNEL)))
        return false;
    struct trial trial;
    copy_trial(&trial, start);
    bool kernel = token == TOKEN_STORAGE && word == SPEC_KERNEL && lex_starts_kernel(parser);
    if (parser->behind_record && (kernel || token == TOKEN_TYPE_WORD || token == TOKEN_STRUCT ||
                                  token == TOKEN_ENUM))
        return FITS(start, TOKEN_SEMICOLON, token) && insert(repair, &trial, TOKEN_SEMICOLON);
    if (!kernel || !(parser->in_function || parser->records.count) || FITS(start, TOKEN_END))
        return false;
    while (!FITS(&trial, TOKEN_END))
        if (!insert(repair, &trial, TOKEN_RBRACE) && !insert(repair, &trial, TOKEN_RPAREN) &&
            !insert(repair, &trial, TOKEN_RBRACKET) && !insert(repair, &trial, TOKEN_SEMICOLON))
            return false;
    return true;
}

static int
hand_out(struct repair *repair, union parse_value *value, struct parse_loc *loc,
         struct parser *parser)
{
    int token = repair->inserted[repair->next++];
    loc->first = loc->last = repair->loc.first;
    if (token == TOKEN_CONSTANT)
        value->expr = build_error(parser, *loc);
    else if (token == TOKEN_TYPE_WORD)
        value->word = (struct word){"int", SPEC_ERROR};
    else
        value->op = OP_COMMA;
    lex_inserted(parser, token);
    if (repair->next == repair->count)
        repair->next = repair->count = 0;
    return token;
}

static void
hold(struct repair *repair, int token, const union parse_value *value, const struct parse_loc *loc)
{
    repair->has_held = true;
    repair->held = token;
    repair->value = *value;
    repair->loc = *loc;
}

/* Reports an error that is mended by the tokens in repair.  Of a missing parenthesis whose partner
 * was missing, too, nothing is said. */
static void
report_mended(struct parser *parser, struct repair *repair, const struct trial *start, int token,
              loc_t loc)
{
    int first = repair->inserted[0];
    if (first == TOKEN_RPAREN && repair->opened) {
        repair->opened--;
        parser->broken = true;
        return;
    }
    repair->opened += first == TOKEN_LPAREN;
    if (first == TOKEN_TYPE_WORD && FITS(start, TOKEN_END) && !parser->quiet) {
        diag_error(parser->diag, loc, implicit_int);
        parser->quiet = parser->broken = true;
    } else if (first == TOKEN_SEMICOLON && parser->behind_record && !parser->quiet) {
        diag_fixit(parser->diag, parser->behind_previous, 0, ";");
        diag_error(parser->diag, parser->behind_previous, expected_semicolon_after_record,
                   parser->closed);
        parser->broken = true;
    } else if (first == TOKEN_COMMA && FITS(start, TOKEN_ASSIGN) && !parser->quiet) {
        diag_fixit(parser->diag, parser->behind_previous, 0, ",");
        diag_error(parser->diag, parser->behind_previous, missing_comma_between_enumerators);
        parser->quiet = parser->broken = true;
    } else if (first == TOKEN_RBRACE && !parser->quiet) {
        diag_error(parser->diag, loc, expected_closing_brace);
        parser->quiet = parser->broken = true;
    } else {
        report(parser, start, YYTRANSLATE(token), loc);
    }
}

/* `==` for `=`, `;` for the comma of parameters. */
static bool
exchange(struct parser *parser, const struct trial *start, int *token, union parse_value *value,
         loc_t loc)
{
    if (*token == TOKEN_EQUALITY && value->op == OP_EQ && FITS(start, TOKEN_ASSIGN)) {
        if (!parser->quiet)
            diag_error(parser->diag, loc, equality_for_assignment);
        parser->quiet = parser->broken = true;
        value->op = OP_NONE;
        *token = TOKEN_ASSIGN;
        return true;
    }
    if (*token != TOKEN_SEMICOLON || !FITS(start, TOKEN_COMMA, TOKEN_ELLIPSIS) ||
        !lex_follows_type(lex_peek(parser, 0)) || lex_peek(parser, 0)->flags & PP_LINE_START)
        return false;
    report(parser, start, YYSYMBOL_SEMICOLON, loc);
    *token = TOKEN_COMMA;
    return true;
}

/* `)`, `]`, `else`, `:` too many: the next token fits instead. */
static bool
leave_out(struct parser *parser, const struct trial *start, int *token, union parse_value *value,
          struct parse_loc *loc)
{
    static const char *const texts[] = {")", "]", ":", "else"};
    int extra = *token == TOKEN_RPAREN     ? 1
                : *token == TOKEN_RBRACKET ? 2
                : *token == TOKEN_COLON    ? 3
                : *token == TOKEN_ELSE     ? 4
                                           : 0;
    if (!extra)
        return false;
    struct repair *repair = parser->repair;
    union parse_value next_value;
    struct parse_loc next_loc;
    loc_t at = loc->first;
    int next;
    do
        next = lex_next(&next_value, &next_loc, parser);
    while (next == *token);
    hold(repair, next, &next_value, &next_loc);
    if (!FITS(start, next)) {
        repair->attempts = 2; /* bison gets the one at hand as it is */
        return false;
    }
    repair->has_held = false;
    if (!parser->quiet && extra == 4)
        diag_error(parser->diag, at, expected_expression);
    else if (!parser->quiet)
        diag_error(parser->diag, at, extraneous_token, texts[extra - 1]);
    parser->quiet = parser->broken = true;
    *token = next;
    *value = next_value;
    *loc = next_loc;
    return true;
}

static bool
mend(struct parser *parser, const struct trial *start, int *token, union parse_value *value,
     struct parse_loc *loc, bool recovering)
{
    struct repair *repair = parser->repair;
    if (repair->attempts >= 2 || parser->failed)
        return false;
    repair->attempts++;
    repair->count = repair->next = 0;
    struct trial trial;
    copy_trial(&trial, start);
    if (recovering) { /* what is thrown away ends at the end of its brackets or statement */
        if (!starts_anew(parser, *token) || !close_brackets(repair, &trial, *token, *token == TOKEN_END)) {
            repair->count = 0;
            return false;
        }
    } else {
        if (exchange(parser, start, token, value, loc->first))
            return true;
        if (!find_insertion(parser, repair, start, *token)) {
            repair->count = 0;
            return leave_out(parser, start, token, value, loc);
        }
        report_mended(parser, repair, start, *token, loc->first);
    }
    hold(repair, *token, value, loc);
    *token = hand_out(repair, value, loc, parser);
    return true;
}

/* Is the unknown name a type, by what stands before and behind it? */
static bool
is_unknown_type(struct parser *parser, const struct trial *start)
{
    const struct pp_token *next = lex_peek(parser, 0);
    if (!FITS(start, TOKEN_TYPE_NAME))
        return false;
    if (lex_follows_type(next))
        return true;
    bool star = pp_is_punct(next, PUNCT_STAR);
    if (!FITS(start, TOKEN_NAME)) /* a type alone fits: in parameters, outside of functions */
        return star;
    if (!FITS(start, TOKEN_CONSTANT)) /* behind qualifiers */
        return star;
    if (star && FITS(start, TOKEN_RETURN)) { /* foo *x; or foo *x = ... at a statement's start */
        const struct pp_token *name = lex_peek(parser, 1), *behind = lex_peek(parser, 2);
        return name->kind == PP_NAME &&
               (pp_is_punct(behind, PUNCT_SEMICOLON) || pp_is_punct(behind, PUNCT_ASSIGN) ||
                pp_is_punct(behind, PUNCT_COMMA) || pp_is_punct(behind, PUNCT_LBRACKET));
    }
    if (parser->token_before != TOKEN_LPAREN)
        return false;
    const struct pp_token *second = lex_peek(parser, 1);
    if (star) /* (foo *) */
        return pp_is_punct(second, PUNCT_RPAREN) || pp_is_punct(second, PUNCT_STAR);
    return pp_is_punct(next, PUNCT_RPAREN) &&
           (second->kind == PP_NAME || second->kind == PP_NUMBER || second->kind == PP_CHAR);
}

/* A name that means nothing may be a misspelt keyword or a type that is not declared. */
static int
check_name(struct parser *parser, const struct trial *start, union parse_value *value,
           const struct parse_loc *loc)
{
    const struct pp_name *name = value->name;
    if (name->binding == BINDING_TYPEDEF && parser->may_be_type && FITS(start, TOKEN_TYPE_NAME)) {
        parser->after_type = true; /* declared since it was read */
        return TOKEN_TYPE_NAME;
    }
    if (name->binding != BINDING_NONE || name->builtin_type || name->keyword ||
        !parser->may_be_type)
        return TOKEN_NAME;
    bool (*has_builtin)(const char *) = parser->frontend->options.has_builtin;
    const struct pp_token *next = lex_peek(parser, 0);
    bool type = is_unknown_type(parser, start), quiet = parser->quiet;
    if (!FITS(start, TOKEN_NAME) && FITS(start, TOKEN_TYPE_WORD, TOKEN_NAME, TOKEN_RPAREN) &&
        (pp_is_punct(next, PUNCT_COMMA) || pp_is_punct(next, PUNCT_RPAREN))) {
        if (!quiet)
            build_unknown_type(parser, name->text, loc->first);
        parser->broken = true; /* a parameter: the name may as well be its own */
        parser->repair->inserted[parser->repair->count++] = TOKEN_TYPE_WORD;
        hold(parser->repair, TOKEN_NAME, value, loc);
        return hand_out(parser->repair, value, &parser->repair->loc, parser);
    }
    if (!type && next->kind == PP_NAME && !next->name->keyword && FITS(start, TOKEN_RETURN))
        parser->quiet = true; /* sema will say that it is not declared */
    bool calls = !type && FITS(start, TOKEN_RETURN) && !(has_builtin && has_builtin(name->text)) &&
                 pp_is_punct(next, PUNCT_LPAREN);
    int keyword = (type || calls) && !quiet ? lex_similar_keyword(name) : 0;
    if (calls && keyword != TOKEN_FOR && keyword != TOKEN_WHILE && keyword != TOKEN_IF &&
        keyword != TOKEN_SWITCH)
        return TOKEN_NAME;
    if (keyword && FITS(start, keyword)) {
        const char *text = name->text;
        int token = lex_correct(parser, value);
        diag_fixit(parser->diag, loc->first, loc->last, value->word.text);
        if (calls)
            diag_error(parser->diag, loc->first, unknown_statement_suggest, text, value->word.text);
        else
            diag_error(parser->diag, loc->first, unknown_type_name_suggest, text, value->word.text);
        parser->broken = true;
        return token;
    }
    if (!type)
        return TOKEN_NAME;
    if (!quiet)
        build_unknown_type(parser, name->text, loc->first);
    parser->after_type = parser->broken = true;
    return TOKEN_TYPE_NAME;
}

/* Before a token is read: does a statement end with the one before? */
static void
note_statement(struct parser *parser)
{
    int token = parser->previous_token;
    if (parser->depth[0] || parser->depth[1] ||
        (token != TOKEN_SEMICOLON && token != TOKEN_LBRACE && token != TOKEN_RBRACE))
        return;
    parser->quiet = parser->declares = false;
    parser->jump = NULL;
    parser->lost.count = 0;
    parser->repair->opened = 0;
}

/* What is thrown away: brackets and blocks as a whole, and the names of a declaration are kept. */
static int
throw_away(struct parser *parser, int token, const union parse_value *value,
           const struct parse_loc *loc, bool recovering)
{
    if (token == TOKEN_LBRACE || (recovering && (token == TOKEN_LPAREN || token == TOKEN_LBRACKET)))
        lex_skip_group(parser);
    if (recovering && token == TOKEN_NAME && parser->declares && parser->may_be_type &&
        value->name->binding == BINDING_NONE && !value->name->keyword) {
        struct lost_name lost = {value->name, loc->first};
        vec_push(parser->arena, &parser->lost, lost);
        scope_bind(parser, value->name, NULL);
    }
    return token == TOKEN_LBRACE ? TOKEN_SKIPPED : token;
}

static void
note_word(struct parser *parser, int token, const union parse_value *value)
{
    int before = parser->token_before;
    bool starts = before == 0 || before == TOKEN_SEMICOLON || before == TOKEN_LBRACE ||
                  before == TOKEN_RBRACE || before == TOKEN_LPAREN;
    if (token == TOKEN_RETURN || token == TOKEN_GOTO || token == TOKEN_BREAK ||
        token == TOKEN_CONTINUE)
        parser->jump = value->word.text;
    else if (starts && (token == TOKEN_TYPE_WORD || token == TOKEN_TYPE_NAME ||
                        token == TOKEN_QUALIFIER || token == TOKEN_STORAGE || token == TOKEN_STRUCT))
        parser->declares = true;
}

struct repair *
parse_repair_new(struct arena *arena)
{
    return ARENA_NEW(arena, struct repair);
}

/* The quick answer: what the state itself says.  Where it reduces, only closing punctuation can be
 * in its lookahead set and yet not fit in the end. */
static bool
surely_fits(const yy_state_t *top, int token)
{
    int kind = YYTRANSLATE(token), at = yypact[*top];
    if (yypact_value_is_default(at))
        return false;
    at += kind;
    if (at < 0 || at > YYLAST || yycheck[at] != kind || yytable_value_is_error(yytable[at]))
        return false;
    return yytable[at] > 0 || (kind > YYSYMBOL_COMMA && kind < YYNTOKENS);
}

static int
next_token(union parse_value *value, struct parse_loc *loc, struct parser *parser,
           const void *top, int status)
{
    struct trial trial;
    struct repair *repair = parser->repair;
    bool recovering = status == 3; /* bison throws tokens away until one fits behind an error */
    int token;
    begin_trial(&trial, top);
    if (repair->next < repair->count)
        return hand_out(repair, value, loc, parser);
    if (repair->has_held) {
        token = repair->held;
        *value = repair->value;
        *loc = repair->loc;
        repair->has_held = false;
    } else {
        note_statement(parser);
        token = lex_next(value, loc, parser);
        if (token == TOKEN_END) { /* what is missing is missing behind the last token */
            loc->first = loc->last = parser->behind_previous ? parser->behind_previous : loc->first;
            parser->quiet |= parser->pp->unterminated;
        }
        repair->attempts = 0;
        note_word(parser, token, value);
        if (find_missing_end(parser, repair, &trial, token,
                             token == TOKEN_STORAGE ? value->word.value : 0)) {
            report_mended(parser, repair, &trial, token, loc->first);
            hold(repair, token, value, loc);
            return hand_out(repair, value, loc, parser);
        }
    }
    if (token == TOKEN_NAME && !recovering)
        token = check_name(parser, &trial, value, loc);
    if (surely_fits(top, token) || shifts(&trial, token))
        return token;
    begin_trial(&trial, top);
    if (mend(parser, &trial, &token, value, loc, recovering))
        return token;
    return throw_away(parser, token, value, loc, recovering);
}

static int
yyreport_syntax_error(const yypcontext_t *context, struct parser *parser)
{
    struct trial trial;
    begin_trial(&trial, context->yyssp);
    report(parser, &trial, yypcontext_token(context), yypcontext_location(context)->first);
    return 0;
}

/* Only the stack overflow comes here: syntax errors have their own function above. */
static void
parse_error(struct parse_loc *loc, struct parser *parser, const char *message)
{
    (void)message;
    diag_error(parser->diag, loc->first, program_too_deep);
}
