/* The grammar of OpenCL C: C99 6.5-6.9, OpenCL C 1.2 chapter 6, GNU attributes, inline assembly.
 *
 * Actions are one call of ast_build.c each; rules without one leave the value of their first part.
 * parse_machine.h is the parser that bison's tables drive.  Whether a name is a type is decided in lex.c, so
 * TYPE_NAME and NAME are different tokens here and the grammar is LALR(1) without a conflict.
 *
 * Most errors are repaired before the parser sees them, by tokens inserted, deleted or replaced: see
 * parse_repair.h.  Else the error productions discard what is in the brackets, the statement or the
 * declaration. */
%code requires {
#include "frontend/ast_build.h"
}
%code {
#include "frontend/parse_repair.h"

#define yyerrok (*status = 0)
}

%skeleton "./parse_machine.m4"
%define api.token.raw
%define api.prefix {parse_}
%define api.token.prefix {TOKEN_}
%define api.value.type {union parse_value}
%define api.location.type {struct parse_loc}
%define lr.default-reduction consistent
%locations
%param {struct parser *parser}
%expect 0

%token END 0 "end of file"
%token INVALID "invalid token" SKIPPED "block" /* discarded while recovering */
%token <name> NAME "identifier" TYPE_NAME "type name"
%token <expr> CONSTANT "constant" STRING "string literal"
%token <word> QUALIFIER "qualifier" STORAGE "storage class" TYPE_WORD "type"
%token <word> SIZEOF "sizeof" STRUCT "struct" ENUM "enum"
%token <word> FOR "for" WHILE "while" DO "do"
%token <word> IF "if" ELSE "else" SWITCH "switch" CASE "case" DEFAULT "default"
%token <word> GOTO "goto" BREAK "break" CONTINUE "continue" RETURN "return"
%token ATTRIBUTE "__attribute__" ALIGNAS "_Alignas" ASM "asm" OFFSETOF "__builtin_offsetof"
%token <word> CONVERSION "__builtin_astype"
%token LOCAL_LABEL "__label__"
%token STATIC_ASSERT "_Static_assert" TYPEOF "typeof" TYPES_COMPATIBLE "__builtin_types_compatible_p" GENERIC "_Generic"
%token LPAREN "(" RPAREN ")" LBRACKET "[" RBRACKET "]" LBRACE "{" RBRACE "}"
%token DOT "." ARROW "->" COLON ":" SEMICOLON ";" ELLIPSIS "..." QUESTION "?"
%token <op> ASSIGN "=" ASSIGN_OP "assignment operator" COMMA ","
%token <op> STEP "++" UNARY "unary operator"
%token <op> OR_OR "||" AND_AND "&&" PIPE "|" CARET "^" AMPERSAND "&" EQUALITY "=="
%token <op> RELATION "<" SHIFT "<<" PLUS "+" MINUS "-" STAR "*" DIVIDE "/"

%precedence THEN
%precedence "else"
%right "?"
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

%type <expr> closure_head postfix unary cast binary assignment expression
%type <expr> expression_opt constant initializer initializer_items initializer_list
%type <arguments> arguments arguments_opt
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
    | attribute_list ";"                    /* of nothing */
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
    | STATIC_ASSERT "(" constant ")" ";"    { $$ = build_static_assert(parser, $3, NULL, @1); }
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
    specifier
    | attribute_list specifier              { $$ = build_attributed(parser, $2, $1); }
    | specifiers specifier                  { $$ = build_specifiers(parser, $1, $2); }
    | specifiers attribute                  { $$ = build_attributed(parser, $1, $2); }
    ;

plain_specifiers:
    plain_specifier
    | plain_specifiers plain_specifier      { $$ = build_specifiers(parser, $1, $2); }
    ;

plain_specifier:
    QUALIFIER                               { $$ = build_flag(parser, &$1, @1); }
    | TYPE_WORD                             { $$ = build_type_word(parser, &$1, @1); }
    | TYPE_NAME                             { $$ = build_type_name_specifier(parser, $1, @1); }
    ;

specifier:
    plain_specifier
    | STORAGE                               { $$ = build_flag(parser, &$1, @1); }
    | record                                { $$ = build_record_specifier(parser, $1, @1); }
    | TYPEOF "(" expression ")"             { $$ = build_typeof(parser, $3, NULL, @1); }
    | TYPEOF "(" type_name ")"              { $$ = build_typeof(parser, NULL, $3, @1); }
    ;

record:
    record_name
    | record_open fields "}"                { $$ = build_record_close(parser, $1); }
    | record_open fields fielding "}"
        { build_unfinished_field(parser); $$ = build_record_close(parser, $1); }
    | record_open fields error "}"
        { build_field_recovered(parser); $$ = build_record_close(parser, $1); yyerrok; }
    | enum_name
    | enum_head "{" enumerators comma_opt "}" { $$ = build_enum_close(parser, $1, $3); }
    | enum_head "{" error "}"               { $$ = build_broken(parser, $1); yyerrok; }
    ;

record_name:
    STRUCT attributes_opt NAME              { $$ = build_record(parser, &$1, $2, $3, @3); }
    ;

record_head:
    record_name
    | STRUCT attributes_opt                 { $$ = build_record(parser, &$1, $2, NULL, @1); }
    ;

record_open:
    record_head "{"                         { build_record_open(parser, $1); $$ = $1; }
    ;

enum_name:
    ENUM attributes_opt NAME                { $$ = build_enum(parser, $2, $3, @3); }
    ;

enum_head:
    enum_name
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
    STATIC_ASSERT "(" constant "," STRING ")" ";" /* not checked in a structure */
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
    direct_declarator
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
    | abstract_declarator
    ;

abstract_declarator:
    pointer                                 { $$ = build_pointed(parser, NULL, $1); }
    | direct_abstract
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
    | parameters
    ;

parameters:
    parameter_list
    | parameter_list "," "..."              { $$ = build_variadic(parser, $1); }
    ;

parameter_list:
    parameter                               { $$ = build_parameters(parser, NULL, $1); }
    | parameter_list "," parameter          { $$ = build_parameters(parser, $1, $3); }
    | parameter_list error                  { $$ = $1; }
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
    | attribute_list
    ;

attribute_list:
    attribute
    | attribute_list attribute              { $$ = build_attributes(parser, $1, $2); }
    ;

attribute:
    ATTRIBUTE "(" "(" attribute_items ")" ")" { $$ = $4; }
    | ATTRIBUTE "(" error ")"               { $$ = NULL; yyerrok; }
    | ALIGNAS "(" constant ")"              { $$ = build_alignas(parser, $3, NULL, @1); }
    | ALIGNAS "(" type_name ")"             { $$ = build_alignas(parser, NULL, $3, @1); }
    ;

attribute_items:
    attribute_item
    | attribute_items "," attribute_item    { $$ = build_attributes(parser, $1, $3); }
    ;

attribute_item:
    %empty                                  { $$ = NULL; }
    | attribute_name
        { $$ = build_attribute(parser, $1, build_no_arguments(), NULL, @1); }
    | attribute_name "(" arguments_opt ")"  { $$ = build_attribute(parser, $1, $3, NULL, @1); }
    | attribute_name "(" type_name ")"
        { $$ = build_attribute(parser, $1, build_no_arguments(), $3, @1); }
    ;

attribute_name:
    NAME
    | TYPE_NAME
    | QUALIFIER                             { $$ = build_word_name(parser, &$1); }
    | STORAGE                               { $$ = build_word_name(parser, &$1); }
    ;

initializer:
    assignment
    | initializer_list
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
    designator
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
    | statement
    | LOCAL_LABEL local_labels ";"          { $$ = NULL; }
    ;

local_labels:
    NAME                                    { build_local_label(parser, $1); }
    | local_labels "," NAME                 { build_local_label(parser, $3); }
    ;

labels:
    label
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
    bare_statement
    | attribute_list bare_statement         { $$ = build_attributed_statement(parser, $1, $2); }
    ;

bare_statement:
    labelled
    | block
    | expression_opt ";"                    { $$ = build_expression_statement(parser, $1, @2); }
    | IF "(" expression ")" statement %prec THEN { $$ = build_if(parser, $3, $5, NULL, @1, @1); }
    | IF "(" expression ")" statement ELSE statement
        { $$ = build_if(parser, $3, $5, $7, @1, @6); }
    | IF "(" error ")" statement %prec THEN { $$ = build_if(parser, NULL, $5, NULL, @1, @1); }
    | IF "(" error ")" statement ELSE statement
        { $$ = build_if(parser, NULL, $5, $7, @1, @6); }
    | SWITCH "(" expression ")" statement   { $$ = build_switch(parser, $3, $5, @1); }
    | SWITCH "(" error ")" statement        { $$ = build_switch(parser, NULL, $5, @1); }
    | loop
    | GOTO NAME ";"                         { $$ = build_goto(parser, $2, @1); }
    | GOTO "*" expression ";"               { $$ = build_computed_goto(parser, @1); }
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
        { $$ = build_for(parser, $1, $2, $3, $5, $7, @$); }
    | for_start for_init error ")" { (void)build_recovered(parser, @3); yyerrok; } statement
        { $$ = build_for(parser, $1, $2, NULL, NULL, $6, @$); }
    | for_start error ")" { $<stmt>$ = build_recovered(parser, @1); yyerrok; } statement
        { $$ = build_for(parser, $1, $<stmt>4, NULL, NULL, $5, @$); }
    ;

for_start: FOR "("                          { $$ = build_for_start(parser, &$1, @1); } ;

for_init:
    declaration                             { $$ = build_declaration_statement(parser, $1, @1); }
    | expression_opt ";"                    { $$ = build_expression_statement(parser, $1, @1); }
    ;

expression_opt:
    %empty                                  { $$ = NULL; }
    | expression
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
    | asm_operand_list
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

closure_head:
    "^"                                     { $$ = build_closure(parser, NULL, NULL, @$); }
    | "^" "(" parameters_opt ")"
        { $$ = build_closure(parser, NULL, build_function(parser, NULL, $3, @2), @$); }
    | "^" record_name abstract_declarator
        { $$ = build_closure(parser, build_type_name(parser, build_record_specifier(parser, $2, @2), $3, @2), NULL, @$); }
    | "^" plain_specifiers abstract_opt /* a brace after `struct s` would begin its members */
        { $$ = build_closure(parser, build_type_name(parser, $2, $3, @2), NULL, @$); }
    ;

associations:
    association
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

/* What chains of rules with one part each cost, every operand of a program pays: primary expressions
 * have no rule of their own, and conditional ones are among the binary. */
postfix:
    NAME                                    { $$ = build_name(parser, $1, @1); }
    | CONSTANT
    | STRING
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
    %empty                                  { $$ = build_no_arguments(); }
    | arguments
    ;

arguments:
    assignment                              { $$ = build_argument(parser, $1); }
    | arguments "," assignment              { $$ = build_arguments(parser, $1, $3); }
    ;

unary:
    postfix
    | "++" unary                            { $$ = build_unary(parser, $1, $2, @1); }
    | "&&" NAME                             { $$ = build_label_address(parser, @1); }
    | unary_operator cast                   { $$ = build_unary(parser, $1, $2, @1); }
    | SIZEOF unary                          { $$ = build_sizeof(parser, &$1, NULL, $2, @$); }
    | SIZEOF "(" type_name ")"              { $$ = build_sizeof(parser, &$1, $3, NULL, @$); }
    ;

unary_operator:
    "&"                                     { $$ = OP_ADDRESS; }
    | "*"                                   { $$ = OP_DEREF; }
    | "+"                                   { $$ = OP_PLUS; }
    | "-"                                   { $$ = OP_NEG; }
    | UNARY
    ;

cast:
    unary
    | "(" type_name ")" cast                { $$ = build_cast(parser, $2, $4, @1); }
    ;

binary:
    cast
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
    | binary "?" expression ":" binary %prec "?"
        { $$ = build_conditional(parser, $1, $3, $5, @2); }
    | binary "?" ":" binary %prec "?"       { $$ = build_conditional(parser, $1, NULL, $4, @2); }
    ;

/* Wider than C's, whose left side is a unary expression: sema reports what is not an lvalue. */
assignment:
    binary
    | binary "=" assignment                 { $$ = build_assignment(parser, OP_NONE, $1, $3, @2); }
    | binary ASSIGN_OP assignment           { $$ = build_assignment(parser, $2, $1, $3, @2); }
    ;

expression:
    assignment
    | expression "," assignment             { $$ = build_binary(parser, OP_COMMA, $1, $3, @2); }
    ;

constant: binary ;

%%

#include "frontend/parse_machine.h"
