/* Expressions of `print` and `watch`: C's operators on variables, with members, elements, vectors' components.
 *
 *   a[i + 1].second.xy      *p      &s.count      (float) has none: types are not written */
#include "runtime/gcnsim/debug_source.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NAME = 128, MAX_DEPTH = 64 };

struct expression {
    struct debugger *d;
    const char *at;
    unsigned lane, depth;
    bool fails;
};

static void
fail(struct expression *e, const char *what, const char *which)
{
    if (!e->fails)
        debug_error(e->d, "%s%s%s", what, which ? " " : "", which ? which : "");
    e->fails = true;
}

static bool
accept(struct expression *e, const char *text)
{
    e->at += strspn(e->at, " \t");
    size_t length = strlen(text);
    if (strncmp(e->at, text, length) != 0)
        return false;
    e->at += length;
    return true;
}

/* ---- numbers ---- */

static struct debug_value
make(struct expression *e, const void *bytes, bool is_float)
{
    struct arena *arena = e->d->command->arena;
    struct debug_value value = {.size = 8, .is_float = is_float, .space = DEBUG_NOWHERE};
    value.bytes = ARENA_ARRAY(arena, 16, uint8_t);
    value.undefined = ARENA_ARRAY(arena, 16, uint8_t);
    value.missing = ARENA_ARRAY(arena, 16, uint8_t);
    memcpy(value.bytes, bytes, 8);
    return value;
}

static struct debug_value
make_number(struct expression *e, int64_t number)
{
    return make(e, &number, false);
}

struct number {
    int64_t whole;
    double real;
    bool is_float;
};

static struct number
number_of(struct expression *e, const struct debug_value *value)
{
    struct number n = {0};
    if (!e->fails && !debug_number_of(e->d, value, &n.whole, &n.real, &n.is_float))
        fail(e, debug_is_whole(value) ? "a number is wanted" : "a value is not known or not set",
             NULL);
    return n;
}

/* ---- operands ---- */

static struct debug_value expression(struct expression *e, unsigned level);

static struct debug_value
literal(struct expression *e)
{
    char *end, *real_end;
    uint64_t number = strtoull(e->at, &end, 0);
    double real = strtod(e->at, &real_end);
    bool is_float = real_end > end;
    e->at = is_float ? real_end : end;
    e->at += strspn(e->at, "uUlLfFhH");
    return is_float ? make(e, &real, true) : make_number(e, (int64_t)number);
}

static void
take_name(struct expression *e, char name[MAX_NAME])
{
    size_t length = 0;
    e->at += strspn(e->at, " \t");
    while (isalnum((unsigned char)*e->at) || *e->at == '_') {
        if (length + 1 < MAX_NAME)
            name[length++] = *e->at;
        e->at++;
    }
    name[length] = '\0';
}

static struct debug_value
primary(struct expression *e)
{
    char name[MAX_NAME];
    struct debug_value value = {0};
    e->at += strspn(e->at, " \t");
    if (accept(e, "(")) {
        value = expression(e, 0);
        if (!accept(e, ")"))
            fail(e, "a ) is missing", NULL);
        return value;
    }
    if (isdigit((unsigned char)*e->at))
        return literal(e);
    take_name(e, name);
    const struct die_node *variable = *name ? debug_find_variable(e->d, name) : NULL;
    const char *why = NULL;
    if (!*name)
        fail(e, "an expression is wanted at", *e->at ? e->at : "the end");
    else if (!variable)
        fail(e, "no variable is called", name);
    else if ((why = debug_variable_value(e->d, variable, e->lane, &value)) != NULL)
        fail(e, arena_printf(e->d->command->arena, "%s: %s", name, why), NULL);
    return e->fails ? make_number(e, 0) : value;
}

/* What a pointer points to. */
static struct debug_value
pointee(struct expression *e, const struct debug_value *pointer, int64_t index)
{
    const struct die_node *type = pointer->type;
    if (!type || type->tag != DW_TAG_pointer_type) {
        fail(e, "a pointer is wanted", NULL);
        return *pointer;
    }
    struct number address = number_of(e, pointer);
    const struct die_node *base = die_type(e->d->dies, type);
    struct debug_value value = {.type = base, .size = debug_size_of(e->d, base)};
    uint64_t space = die_number_of(type, DW_AT_address_class, DEBUG_GLOBAL);
    value.space = space < DEBUG_NOWHERE ? (enum debug_space)space : DEBUG_GLOBAL;
    value.address = (uint64_t)address.whole + (uint64_t)index * value.size;
    if (pointer->size == 4)
        value.address = (uint32_t)value.address;
    if (!value.size)
        fail(e, "nothing is known of what it points to", NULL);
    else
        debug_load(e->d, e->lane, &value);
    return value;
}

static struct debug_value
element(struct expression *e, const struct debug_value *value)
{
    struct debug_value index_value = expression(e, 0), part;
    int64_t index = number_of(e, &index_value).whole;
    if (!accept(e, "]"))
        fail(e, "a ] is missing", NULL);
    if (e->fails || !value->type || value->type->tag != DW_TAG_array_type)
        return pointee(e, value, index);
    const struct die_node *type = die_type(e->d->dies, value->type);
    uint64_t size = debug_size_of(e->d, type);
    if (!size || index < 0 || ((uint64_t)index + 1) * size > value->size) {
        fail(e, "the index is outside of the array", NULL);
        return *value;
    }
    debug_part_of(value, (uint64_t)index * size, type, size, &part);
    return part;
}

static struct debug_value
postfix(struct expression *e)
{
    struct debug_value value = primary(e), part;
    char name[MAX_NAME];
    while (!e->fails) {
        if (accept(e, "[")) {
            value = element(e, &value);
            continue;
        }
        bool is_arrow = accept(e, "->");
        if (!is_arrow && !accept(e, "."))
            break;
        if (is_arrow)
            value = pointee(e, &value, 0);
        take_name(e, name);
        if (!*name)
            fail(e, "the name of a member is wanted at", *e->at ? e->at : "the end");
        if (!e->fails && !debug_member_of(e->d, &value, name, &part))
            fail(e, "there is no member", name);
        if (!e->fails)
            value = part;
    }
    return value;
}

static struct debug_value
unary(struct expression *e)
{
    struct debug_value value;
    struct number n;
    if (++e->depth > MAX_DEPTH)
        fail(e, "the expression is too deep", NULL);
    if (e->fails)
        return make_number(e, 0);
    e->at += strspn(e->at, " \t");
    char op = *e->at;
    if (!op || !strchr("-~!*&+", op)) {
        value = postfix(e);
        e->depth--;
        return value;
    }
    e->at++;
    value = unary(e);
    e->depth--;
    if (op == '*')
        return pointee(e, &value, 0);
    if (op == '&') {
        if (!e->fails && value.space == DEBUG_NOWHERE)
            fail(e, "it has no address: it is in registers", NULL);
        return make_number(e, (int64_t)value.address);
    }
    n = number_of(e, &value);
    n.real = -n.real;
    if (op == '-' && n.is_float)
        return make(e, &n.real, true);
    return op == '+' ? value
                     : make_number(e, op == '-'   ? (int64_t)(0 - (uint64_t)n.whole)
                                      : op == '~' ? ~n.whole
                                                  : !n.whole);
}

/* ---- operators ---- */

static const struct {
    const char *text;
    unsigned level;
} operators[] = {{"||", 1}, {"&&", 2}, {"|", 3},  {"^", 4},  {"&", 5},  {"==", 6},
                 {"!=", 6}, {"<=", 7}, {">=", 7}, {"<<", 8}, {">>", 8}, {"<", 7},
                 {">", 7},  {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10}};

enum { OPERATORS = sizeof operators / sizeof *operators };

static struct debug_value
of_reals(struct expression *e, const char *op, double a, double b)
{
    double result = *op == '+' ? a + b : *op == '-' ? a - b : *op == '*' ? a * b : a / b;
    bool is_equal = op[1] == '=';
    if (strchr("+-*/", *op))
        return make(e, &result, true);
    if (*op == '=' || *op == '!')
        return make_number(e, (a == b) == (*op == '='));
    if (*op == '<' || *op == '>')
        return make_number(e, *op == '<' ? is_equal ? a <= b : a < b : is_equal ? a >= b : a > b);
    fail(e, "no such operator for floating point:", op);
    return make_number(e, 0);
}

static struct debug_value
of_wholes(struct expression *e, const char *op, int64_t a, int64_t b)
{
    uint64_t x = (uint64_t)a, y = (uint64_t)b;
    bool is_double = op[1] != '\0';
    if ((*op == '/' || *op == '%') && (!b || (b == -1 && a == INT64_MIN))) {
        fail(e, "a division that has no result", NULL);
        return make_number(e, 0);
    }
    switch (*op) {
    case '|':
        return make_number(e, is_double ? a || b : (int64_t)(x | y));
    case '&':
        return make_number(e, is_double ? a && b : (int64_t)(x & y));
    case '^':
        return make_number(e, (int64_t)(x ^ y));
    case '=':
        return make_number(e, a == b);
    case '!':
        return make_number(e, a != b);
    case '<':
        return make_number(e, op[1] == '<' ? (int64_t)(x << (y & 63)) : is_double ? a <= b : a < b);
    case '>':
        return make_number(e, op[1] == '>' ? a >> (y & 63) : is_double ? a >= b : a > b);
    case '+':
        return make_number(e, (int64_t)(x + y));
    case '-':
        return make_number(e, (int64_t)(x - y));
    case '*':
        return make_number(e, (int64_t)(x * y));
    default:
        return make_number(e, *op == '/' ? a / b : a % b);
    }
}

/* The operator that stands here and binds more than the level; OPERATORS: none. */
static unsigned
operator_at(struct expression *e, unsigned level)
{
    e->at += strspn(e->at, " \t");
    for (unsigned i = 0; i < OPERATORS; i++)
        if (strncmp(e->at, operators[i].text, strlen(operators[i].text)) == 0)
            return operators[i].level > level ? i : OPERATORS;
    return OPERATORS;
}

static struct debug_value
expression(struct expression *e, unsigned level)
{
    struct debug_value left = unary(e);
    for (unsigned i; !e->fails && (i = operator_at(e, level)) < OPERATORS;) {
        const char *op = operators[i].text;
        e->at += strlen(op);
        struct debug_value right = expression(e, operators[i].level);
        struct number a = number_of(e, &left), b = number_of(e, &right);
        if (!e->fails)
            left = a.is_float || b.is_float ? of_reals(e, op, a.real, b.real)
                                            : of_wholes(e, op, a.whole, b.whole);
    }
    return left;
}

bool
debug_evaluate(struct debugger *d, const char *text, unsigned lane, struct debug_value *value)
{
    struct expression e = {.d = d, .at = text, .lane = lane};
    *value = expression(&e, 0);
    e.at += strspn(e.at, " \t");
    if (!e.fails && *e.at)
        fail(&e, "this is not understood:", e.at);
    return !e.fails;
}

/* ---- commands ---- */

unsigned
debug_lane(const struct debugger *d)
{
    struct sim_wave_info info;
    if (d->has_item || !d->wave)
        return d->has_item ? d->lane : 0;
    sim_wave_describe(d->wave, &info);
    return info.exec ? (unsigned)__builtin_ctzll(info.exec) : 0;
}

/* Lanes that are not active are elsewhere: what they have there is not known. */
static bool
is_here(struct debugger *d)
{
    struct sim_wave_info info;
    if (!d->wave)
        return true;
    sim_wave_describe(d->wave, &info);
    if (info.exec >> debug_lane(d) & 1)
        return true;
    return debug_error(d, "the work-item does not take part here: it is inactive");
}

bool
debug_print_expression(struct debugger *d, const char *text)
{
    struct debug_value value;
    struct strbuf out = strbuf_new(d->command->arena);
    if (!is_here(d) || !debug_evaluate(d, text, debug_lane(d), &value))
        return false;
    debug_put_object(d, &out, &value);
    printf("%s = %s\n", text, out.text);
    return true;
}

bool
debug_tell_variables(struct debugger *d, bool arguments)
{
    debug_find_frames(d);
    if (!d->frames.count)
        return debug_knows_nothing(d, "variables");
    if (!is_here(d))
        return false;
    struct debug_variables found = debug_variables_of(d, &d->frames.at[d->frame]);
    vec_foreach (const struct die_node *const, die, &found) {
        struct debug_value value;
        struct strbuf out = strbuf_new(d->command->arena);
        if (((*die)->tag == DW_TAG_formal_parameter) != arguments)
            continue;
        const char *why = debug_variable_value(d, *die, debug_lane(d), &value);
        if (why)
            strbuf_printf(&out, "<%s>", why);
        else
            debug_put_object(d, &out, &value);
        printf("%s = %s\n", die_name(d->dies, *die), out.text);
    }
    return true;
}
