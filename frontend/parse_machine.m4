# What bison writes of parse.y: its tables, and the actions as one function.  How they are used is
# parse_machine.h.  In the language of bison's skeletons (bison's data/README.md): text in brackets
# stands for itself.

m4_include(b4_skeletonsdir/[c.m4])

# How the values and the places of a rule's parts are written; POSITION counts from 1.
# b4_lhs_value(SYMBOL, [TYPE]), b4_rhs_value(LENGTH, POSITION, SYMBOL, [TYPE]), and the places.
m4_define([b4_lhs_value], [b4_symbol_value([(*result)], [$1], [$2])])
m4_define([b4_rhs_value],
[b4_symbol_value([values@{b4_subtract([$2], [$1])@}], [$3], [$4])])
m4_define([b4_lhs_location], [(*loc)])
m4_define([b4_rhs_location], [(locs@{b4_subtract([$2], [$1])@})])

b4_header_if([[
]b4_output_begin([b4_spec_header_file])[
]b4_cpp_guard_open([b4_spec_mapped_header_file])[
]b4_percent_code_get([[requires]])[
]b4_token_enums[
int parse_parse(struct parser *parser);
]b4_cpp_guard_close([b4_spec_mapped_header_file])[
]b4_output_end[
]])

b4_output_begin([b4_parser_file_name])[
#include "frontend/parse.tab.h"

]b4_declare_symbol_enum[
]b4_percent_code_get[

#define YY_NULLPTR NULL
typedef ]b4_int_type(0, m4_eval(b4_states_number - 1))[ yy_state_t;
typedef ]b4_percent_define_get([[api.value.type]])[ yy_value;
typedef ]b4_percent_define_get([[api.location.type]])[ yy_loc;

enum {
    ACCEPTING_STATE = ]b4_final_state_number[,
    LAST_ENTRY = ]b4_last[, /* of yytable */
    STATES = ]b4_states_number[,
    TOKEN_KINDS = ]b4_tokens_number[,
    RULES = ]b4_rules_number[,
    BY_DEFAULT = ]b4_pact_ninf[, /* in yypact: the state needs no token */
    NOT_ALLOWED = ]b4_table_ninf[ /* in yytable */
};

static const char *const symbol_names[] = {
  ]b4_symbol_names[
};

]b4_parser_tables_define[

/* The rules that have actions.  The others leave the value of their first part. */]
m4_pushdef([b4_case], [  @{$1@} = true,])dnl
[static const bool has_action[RULES + 1] = {
]b4_user_actions[
};]
m4_popdef([b4_case])dnl
[
/* Does what the rule says.  The last part's value and place are at *values and *locs, those before
 * it below.  result is where the rule's own value goes: the place of its first part, so an action
 * reads its parts before it sets it.  *loc: where the rule's text is.  status: of the recovery. */
static inline void
act(struct parser *parser, int rule, yy_value *values, const yy_loc *locs, yy_value *result,
    const yy_loc *loc, int *status)
{
    switch (rule) {
]b4_user_actions[
    default:
        break;
    }
}

]b4_percent_code_get([[epilogue]])[]dnl
b4_epilogue[]dnl
b4_output_end
