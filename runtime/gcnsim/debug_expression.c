/* Expressions of `print` and `watch`: C's operators on variables, with members, elements, vectors' components.
 *
 *   a[i + 1].second.xy      *(p + 1)      &s.count      (float)n / 2      n > 2 ? sizeof(item) : 0 */
#include "runtime/gcnsim/debug_source.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NAME = 128, MAX_DEPTH = 64 };

struct expression {
    struct debugger *d;
    const char *at;
    unsigned lane, depth;
    unsigned skips; /* what C does not evaluate has no faults */
    bool fails;
    bool is_missing, is_undefined; /* by an operand that is it: so is the result */
};

static void
fail(struct expression *e, const char *what, const char *which)
{
    if (!e->fails)
        debug_error(e->d, "%s%s%s", what, which ? " " : "", which ? which : "");
    e->fails = true;
}

/* Of a value, not of how it is written. */
static void
fail_value(struct expression *e, const char *what)
{
    if (!e->skips && !e->is_missing && !e->is_undefined)
        fail(e, what, NULL);
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

static struct debug_value
make_unsigned(struct expression *e, uint64_t number)
{
    struct debug_value value = make(e, &number, false);
    value.is_unsigned = true;
    return value;
}

/* The result of an operator. */
static struct debug_value
make_result(struct expression *e, const struct debug_number *n)
{
    return n->is_float      ? make(e, &n->real, true)
           : n->is_unsigned ? make_unsigned(e, (uint64_t)n->whole)
                            : make_number(e, n->whole);
}

static void
note_unknown(struct expression *e, const struct debug_value *value)
{
    bool is_missing = false;
    for (uint64_t i = 0; i < value->size; i++)
        is_missing |= value->missing[i];
    e->is_missing |= is_missing;
    e->is_undefined |= !is_missing;
}

static struct debug_number
number_of(struct expression *e, const struct debug_value *value)
{
    struct debug_number n = {0};
    if (e->fails || debug_number_of(value, &n))
        return n;
    if (debug_is_whole(value))
        fail_value(e, "a number is wanted");
    else if (!e->skips)
        note_unknown(e, value);
    return n;
}

/* ---- operands ---- */

static struct debug_value expression(struct expression *e, unsigned level);
static struct debug_value choice(struct expression *e);

static struct debug_value
literal(struct expression *e)
{
    char *end, *real_end;
    uint64_t number = strtoull(e->at, &end, 0);
    double real = strtod(e->at, &real_end);
    bool is_float = real_end > end;
    e->at = is_float ? real_end : end;
    size_t suffix = strspn(e->at, "uUlLfFhH");
    bool is_long = memchr(e->at, 'l', suffix) || memchr(e->at, 'L', suffix);
    bool is_unsigned = memchr(e->at, 'u', suffix) || memchr(e->at, 'U', suffix);
    e->at += suffix;
    is_unsigned = (is_unsigned && (is_long || number > UINT32_MAX)) || number > INT64_MAX;
    struct debug_number n = {(int64_t)number, real, is_float, is_unsigned};
    return make_result(e, &n);
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
        value = choice(e);
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
        fail_value(e, arena_printf(e->d->command->arena, "%s: %s", name, why));
    return e->fails || why ? make_number(e, 0) : value;
}

static struct debug_value
make_pointer(struct expression *e, uint64_t address, const struct die_node *pointee,
             enum debug_space space)
{
    if (space == DEBUG_PRIVATE || space == DEBUG_LOCAL)
        address = (uint32_t)address;
    struct debug_value value = make_unsigned(e, address);
    value.pointee = pointee;
    value.points_in = space;
    return value;
}

static bool
is_array(const struct die_node *type)
{
    return type && type->tag == DW_TAG_array_type && !die_find(type, DW_AT_GNU_vector);
}

/* Of what is nowhere at all, the address is not known either. */
static void
need_address(struct expression *e, const struct debug_value *value)
{
    bool is_known = !value->size;
    for (uint64_t i = 0; i < value->size; i++)
        is_known |= !value->missing[i];
    if (value->space != DEBUG_NOWHERE || e->fails || e->skips)
        return;
    if (is_known)
        fail_value(e, "it has no address: it is in registers");
    else
        note_unknown(e, value);
}

/* An array as the address of its first element, a pointer with what it points to; false: it is neither. */
static bool
decay(struct expression *e, struct debug_value *value)
{
    const struct die_node *type = value->type;
    if (!type)
        return value->pointee != NULL;
    const struct die_node *base = die_type(e->d->dies, type);
    if (type->tag == DW_TAG_pointer_type) {
        uint64_t space = die_number_of(type, DW_AT_address_class, DEBUG_GLOBAL);
        *value = make_pointer(e, (uint64_t)number_of(e, value).whole, base,
                              space < DEBUG_NOWHERE ? (enum debug_space)space : DEBUG_GLOBAL);
        return true;
    }
    if (!is_array(type))
        return false;
    need_address(e, value);
    *value = make_pointer(e, value->address, base, value->space);
    return true;
}

/* The pointer so many elements on. */
static struct debug_value
advance(struct expression *e, const struct debug_value *pointer, int64_t count)
{
    uint64_t size = debug_size_of(e->d, pointer->pointee);
    if (!size)
        fail(e, "nothing is known of what it points to", NULL);
    uint64_t address = (uint64_t)number_of(e, pointer).whole + (uint64_t)count * size;
    return make_pointer(e, address, pointer->pointee, pointer->points_in);
}

/* That of an array, which may be in registers. */
static struct debug_value
element_at(struct expression *e, const struct debug_value *array, int64_t index)
{
    const struct die_node *type = die_type(e->d->dies, array->type);
    uint64_t size = debug_size_of(e->d, type);
    struct debug_value part;
    if (!size || index < 0 || ((uint64_t)index + 1) * size > array->size) {
        fail(e, "the index is outside of the array", NULL);
        return *array;
    }
    debug_part_of(array, (uint64_t)index * size, type, size, &part);
    return part;
}

/* What a pointer points to. */
static struct debug_value
pointee(struct expression *e, const struct debug_value *pointer, int64_t index)
{
    struct debug_value from = *pointer;
    if (!e->fails && is_array(pointer->type) && pointer->space == DEBUG_NOWHERE)
        return element_at(e, pointer, index);
    if (!decay(e, &from)) {
        fail(e, "a pointer is wanted", NULL);
        return *pointer;
    }
    struct debug_value value = {
        .type = from.pointee, .size = debug_size_of(e->d, from.pointee), .space = from.points_in};
    value.address = (uint64_t)number_of(e, &from).whole + (uint64_t)index * value.size;
    if (value.space == DEBUG_PRIVATE || value.space == DEBUG_LOCAL)
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
    struct debug_value index_value = choice(e);
    int64_t index = number_of(e, &index_value).whole;
    if (!accept(e, "]"))
        fail(e, "a ] is missing", NULL);
    if (e->fails || !value->type || value->type->tag != DW_TAG_array_type)
        return pointee(e, value, index);
    return element_at(e, value, index);
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

static struct debug_value unary(struct expression *e);

/* ( type ), which stands here or not. */
static bool
take_type(struct expression *e, struct debug_type_name *type)
{
    const char *start = e->at;
    if (accept(e, "(") && debug_take_type(e->d, &e->at, type) && accept(e, ")"))
        return true;
    e->at = start;
    return false;
}

/* A number as one of the size. */
static struct debug_value
convert(struct expression *e, const struct debug_type_name *type, const struct debug_value *value)
{
    struct debug_number n = number_of(e, value);
    double real = n.is_float ? n.real : value->is_unsigned ? (double)(uint64_t)n.whole : n.real;
    bool fits = !n.is_float || (n.real > -0x1p63 && n.real < 0x1p63);
    int64_t whole = !n.is_float ? n.whole : fits ? (int64_t)n.real : 0;
    unsigned shift = 64 - 8 * type->size;
    if (type->kind == 'f') {
        real = type->size == 4 ? (double)(float)real : real;
        return make(e, &real, true);
    }
    if (!fits)
        fail_value(e, "a conversion that has no result");
    struct debug_value done = make_number(e, (int64_t)((uint64_t)whole << shift) >> shift);
    if (type->kind == 'u')
        done = make_number(e, (int64_t)((uint64_t)whole << shift >> shift));
    done.is_unsigned = type->kind == 'u' && type->size == 8;
    return done;
}

static struct debug_value
cast(struct expression *e, const struct debug_type_name *type)
{
    struct debug_value value = unary(e);
    if (e->fails)
        return value;
    if (type->stars == 1 && type->entry) {
        enum debug_space space = decay(e, &value) ? value.points_in : type->space;
        return make_pointer(e, (uint64_t)number_of(e, &value).whole, type->entry, space);
    }
    struct debug_type_name number = *type;
    uint64_t encoding = type->entry ? die_number_of(type->entry, DW_AT_encoding, 0) : 0;
    if (!type->kind && !type->stars && type->entry && type->entry->tag == DW_TAG_base_type) {
        number.size = (unsigned)debug_size_of(e->d, type->entry);
        number.kind = encoding == DW_ATE_float                                      ? 'f'
                      : encoding == DW_ATE_signed || encoding == DW_ATE_signed_char ? 'i'
                                                                                    : 'u';
    }
    if (!number.kind || number.stars || !number.size || number.size > 8) {
        fail(e, "only numbers and pointers are converted", NULL);
        return value;
    }
    decay(e, &value);
    return convert(e, &number, &value);
}

static struct debug_value
size_of(struct expression *e)
{
    struct debug_type_name type;
    uint64_t size;
    if (take_type(e, &type)) {
        bool is_short = type.space == DEBUG_PRIVATE || type.space == DEBUG_LOCAL;
        size = type.stars  ? is_short ? 4 : 8
               : type.kind ? type.size
                           : debug_size_of(e->d, type.entry);
    } else {
        e->skips++;
        struct debug_value value = unary(e);
        e->skips--;
        size = value.type || value.pointee ? value.size : 0;
        if (value.bits)
            size = 0;
    }
    if (!size)
        fail(e, "sizeof takes a type or an object", NULL);
    return make_unsigned(e, size);
}

static bool
accept_word(struct expression *e, const char *word)
{
    const char *start = e->at;
    if (accept(e, word) && !isalnum((unsigned char)*e->at) && *e->at != '_')
        return true;
    e->at = start;
    return false;
}

static struct debug_value
unary(struct expression *e)
{
    struct debug_value value;
    struct debug_type_name type;
    struct debug_number n;
    if (++e->depth > MAX_DEPTH)
        fail(e, "the expression is too deep", NULL);
    if (e->fails)
        return make_number(e, 0);
    e->at += strspn(e->at, " \t");
    char op = *e->at;
    bool is_size = accept_word(e, "sizeof");
    if (is_size || take_type(e, &type)) {
        value = is_size ? size_of(e) : cast(e, &type);
        e->depth--;
        return value;
    }
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
        need_address(e, &value);
        return value.type ? make_pointer(e, value.address, value.type, value.space)
                          : make_number(e, (int64_t)value.address);
    }
    n = number_of(e, &value);
    if (op == '+')
        return value;
    bool is_zero = n.is_float ? n.real == 0 : !n.whole;
    n.real = -n.real;
    n.is_float &= op == '-';
    n.is_unsigned &= op != '!';
    n.whole = op == '-' ? (int64_t)(0 - (uint64_t)n.whole) : op == '~' ? ~n.whole : is_zero;
    return make_result(e, &n);
}

/* ---- operators ---- */

static const struct {
    const char *text;
    unsigned level;
} operators[] = {{"||", 1}, {"&&", 2}, {"|", 3},  {"^", 4},  {"&", 5},  {"==", 6},
                 {"!=", 6}, {"<=", 7}, {">=", 7}, {"<<", 8}, {">>", 8}, {"<", 7},
                 {">", 7},  {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10}};

enum { OPERATORS = sizeof operators / sizeof *operators };

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

/* + and - of pointers; false: of none. */
static bool
of_pointers(struct expression *e, const char *op, struct debug_value *left,
            struct debug_value *right)
{
    bool is_left = decay(e, left), is_right = decay(e, right);
    if ((!is_left && !is_right) || (*op != '+' && *op != '-') || e->fails)
        return false;
    if (is_left && is_right) {
        uint64_t size = debug_size_of(e->d, left->pointee);
        int64_t bytes = number_of(e, left).whole - number_of(e, right).whole;
        if (*op == '+' || !size)
            fail(e, "pointers are not added", NULL);
        *left = make_number(e, size ? bytes / (int64_t)size : 0);
        return true;
    }
    if (is_right && *op == '-')
        fail(e, "a pointer is not subtracted from a number", NULL);
    int64_t count = number_of(e, is_left ? right : left).whole;
    *left = advance(e, is_left ? left : right, *op == '-' ? -count : count);
    return true;
}

static struct debug_value
expression(struct expression *e, unsigned level)
{
    struct debug_value left = unary(e);
    for (unsigned i; !e->fails && (i = operator_at(e, level)) < OPERATORS;) {
        const char *op = operators[i].text;
        e->at += strlen(op);
        bool decides = operators[i].level <= 2; /* && and || */
        bool skips = decides && !number_of(e, &left).is_float &&
                     (number_of(e, &left).whole != 0) == (*op == '|');
        e->skips += skips;
        struct debug_value right = expression(e, operators[i].level);
        bool is_done = of_pointers(e, op, &left, &right);
        e->skips -= skips;
        if (is_done)
            continue;
        struct debug_number a = number_of(e, &left), b = {0};
        if (!skips)
            b = number_of(e, &right);
        struct debug_number result = {0};
        const char *why = e->fails ? NULL : debug_operate(op, a, skips ? a : b, &result);
        if (why)
            fail_value(e, why);
        left = make_result(e, &result);
    }
    return left;
}

/* a ? b : c */
static struct debug_value
choice(struct expression *e)
{
    struct debug_value value = expression(e, 0), other;
    if (e->fails || !accept(e, "?"))
        return value;
    decay(e, &value);
    struct debug_number n = number_of(e, &value);
    bool is_true = n.is_float ? n.real != 0 : n.whole != 0;
    e->skips += !is_true;
    value = choice(e);
    e->skips -= !is_true;
    if (!accept(e, ":"))
        fail(e, "a : is missing", NULL);
    e->skips += is_true;
    other = e->fails ? value : choice(e);
    e->skips -= is_true;
    return is_true ? value : other;
}

bool
debug_evaluate(struct debugger *d, const char *text, unsigned lane, struct debug_value *value)
{
    struct expression e = {.d = d, .at = text, .lane = lane};
    *value = choice(&e);
    e.at += strspn(e.at, " \t");
    if (!e.fails && *e.at)
        fail(&e, "this is not understood:", e.at);
    if (!e.fails && e.is_missing)
        memset(value->missing, 0xFF, value->size);
    else if (!e.fails && e.is_undefined)
        memset(value->undefined, 0xFF, value->size);
    return !e.fails;
}
