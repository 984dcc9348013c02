/* Integer expressions over symbols. */
#include "gcn/asm/assembler.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 200, MAX_STEPS = 100000 };

static const struct {
    const char *text;
    uint8_t operator, precedence;
} binaries[] = {
#define BINARY(name, text, precedence, value) {text, OPERATOR_##name, precedence},
#include "gcn/asm/operator.def"
};

static const struct expression *
missing(struct assembler *as, const struct cursor *cursor, const char *what)
{
    if (!as->expected) {
        as->expected = what;
        as->expected_at = cursor->next;
    }
    return NULL;
}

static struct expression *
new_expression(struct assembler *as, struct expression made)
{
    struct expression *e = ARENA_NEW(as->arena, struct expression);
    *e = made;
    return e;
}

const struct expression *
expression_number(struct assembler *as, int64_t value)
{
    return new_expression(as, (struct expression){.value = value});
}

const struct expression *
expression_distance(struct assembler *as, int64_t value)
{
    return new_expression(as, (struct expression){.value = value, .is_distance = true});
}

const struct expression *
expression_symbol(struct assembler *as, struct symbol *symbol, unsigned variant)
{
    return new_expression(as, (struct expression){.symbol = symbol, .variant = (uint8_t)variant});
}

static bool
is_number(const struct expression *e)
{
    return !e->operator&& !e->symbol;
}

/* false: a division by zero. */
static bool
calculate(unsigned operator, int64_t a, int64_t b, int64_t *value)
{
    if ((operator== OPERATOR_DIVIDE || operator== OPERATOR_REMAINDER) && b == 0)
        return false;
    switch (operator) {
    case OPERATOR_MINUS:
        *value = (int64_t)(0 - (uint64_t)a);
        return true;
    case OPERATOR_NOT:
        *value = !a;
        return true;
    case OPERATOR_COMPLEMENT:
        *value = ~a;
        return true;
#define BINARY(name, text, precedence, result)                                                     \
    case OPERATOR_##name:                                                                          \
        *value = (result);                                                                         \
        return true;
#include "gcn/asm/operator.def"
    default:
        return false;
    }
}

bool
expression_has_labels(const struct expression *e)
{
    return !is_number(e) || e->is_distance;
}

/* Numbers are put together at once: nothing of them is left for later. */
const struct expression *
expression_binary(struct assembler *as, unsigned operator, const struct expression * left,
                  const struct expression *right)
{
    int64_t value;
    bool known = is_number(left) && (!right || is_number(right));
    if (known && calculate(operator, left->value, right ? right->value : 0, &value))
        return new_expression(
            as,
            (struct expression){.value = value,
                                .is_distance = left->is_distance || (right && right->is_distance)});
    return new_expression(
        as, (struct expression){.operator=(uint8_t) operator, .left = left, .right = right});
}

/* ---- parsing ---- */

static const struct expression *parse_unary(struct assembler *as, struct cursor *cursor,
                                            bool ends_at_bar, unsigned depth);
static const struct expression *parse_binary(struct assembler *as, struct cursor *cursor,
                                             bool ends_at_bar, unsigned depth, unsigned least);

/* 12, 0x1f, 0b101, 017, 1f, 1b */
static const struct expression *
parse_number(struct assembler *as, struct cursor *cursor)
{
    const char *start = cursor->next, *end = start;
    while (end < cursor->end && isalnum((unsigned char)*end))
        end++;
    char *text = arena_strndup(as->arena, start, (size_t)(end - start)), *stop;
    bool is_binary = text[0] == '0' && (text[1] | 32) == 'b' && text[2];
    errno = 0;
    uint64_t value = strtoull(is_binary ? text + 2 : text, &stop, is_binary ? 2 : 0);
    bool is_label = !is_binary && stop != text && (*stop == 'f' || *stop == 'b') && !stop[1] &&
                    !(text[0] == '0' && (text[1] | 32) == 'x');
    if ((*stop && !is_label) || errno == ERANGE)
        return missing(as, cursor, "a number of 64 bits");
    if (is_label) {
        struct symbol *symbol = symbol_numeric(as, value, *stop == 'f');
        if (!symbol)
            return missing(as, cursor, "a label that is defined before");
        cursor->next = end;
        return expression_symbol(as, symbol, ELF_R_AMDGPU_NONE);
    }
    cursor->next = end;
    return expression_number(as, (int64_t)value);
}

/* 'a', '\n' */
static const struct expression *
parse_character(struct assembler *as, struct cursor *cursor)
{
    const char *p = cursor->next + 1;
    char c = p < cursor->end ? *p++ : '\0';
    if (c == '\\' && p < cursor->end) {
        static const char letters[] = "bfnrt", values[] = "\b\f\n\r\t";
        c = *p++;
        const char *letter = c ? strchr(letters, c) : NULL;
        c = letter ? values[letter - letters] : c;
    }
    if (p >= cursor->end || *p != '\'')
        return missing(as, cursor, "a character");
    cursor->next = p + 1;
    return expression_number(as, (unsigned char)c);
}

static bool
parse_variant(struct cursor *cursor, unsigned *variant)
{
    const char *start = cursor->next + 1, *end = start;
    while (end < cursor->end && (isalnum((unsigned char)*end) || *end == '@'))
        end++;
    size_t length = (size_t)(end - start);
    for (unsigned i = 1; i < ELF_R_AMDGPU_COUNT; i++)
        if (*reloc_types[i].text && text_is_word(start, length, reloc_types[i].text)) {
            *variant = i;
            cursor->next = end;
            return true;
        }
    return false;
}

/* A symbol; one that has a number by now stands for it. */
static const struct expression *
parse_symbol(struct assembler *as, struct cursor *cursor)
{
    const char *start = cursor->next;
    const char *name = scan_name(as, cursor);
    unsigned variant = ELF_R_AMDGPU_NONE;
    if (!name)
        return missing(as, cursor, "an expression");
    if (strcmp(name, ".") == 0 && *start == '.')
        return expression_symbol(as, symbol_here(as), ELF_R_AMDGPU_NONE);
    struct symbol *symbol = symbol_of(as, name);
    if (!symbol->loc)
        symbol->loc = text_loc(as, start);
    if (cursor->next < cursor->end && *cursor->next == '@' && !parse_variant(cursor, &variant))
        return missing(as, cursor, "a relocation such as @rel32@lo");
    if (symbol->assigned && is_number(symbol->assigned) && !variant)
        return symbol->assigned;
    return expression_symbol(as, symbol, variant);
}

static const struct expression *
parse_unary(struct assembler *as, struct cursor *cursor, bool ends_at_bar, unsigned depth)
{
    static const struct {
        char c;
        uint8_t operator;
    } unaries[] = {{'-', OPERATOR_MINUS},
                   {'+', OPERATOR_NONE},
                   {'~', OPERATOR_COMPLEMENT},
                   {'!', OPERATOR_NOT}};
    scan_space(cursor);
    if (cursor->next >= cursor->end)
        return missing(as, cursor, "an expression");
    if (depth > DEEPEST)
        return missing(as, cursor, "an expression of less depth");
    for (size_t i = 0; i < sizeof unaries / sizeof *unaries; i++) {
        if (*cursor->next != unaries[i].c)
            continue;
        cursor->next++;
        const struct expression *e = parse_unary(as, cursor, ends_at_bar, depth + 1);
        return e && unaries[i].operator? expression_binary(as, unaries[i].operator, e, NULL) : e;
    }
    if (*cursor->next == '(') {
        cursor->next++;
        const struct expression *e = parse_binary(as, cursor, false, depth + 1, 0);
        scan_space(cursor);
        if (e && (cursor->next >= cursor->end || *cursor->next != ')'))
            return missing(as, cursor, "')'");
        cursor->next++;
        return e;
    }
    if (*cursor->next == '\'')
        return parse_character(as, cursor);
    return isdigit((unsigned char)*cursor->next) ? parse_number(as, cursor)
                                                 : parse_symbol(as, cursor);
}

/* The operator ahead; its index, or -1. */
static int
operator_ahead(struct cursor *cursor, bool ends_at_bar)
{
    scan_space(cursor);
    for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++) {
        size_t length = strlen(binaries[i].text);
        if ((size_t)(cursor->end - cursor->next) >= length &&
            memcmp(cursor->next, binaries[i].text, length) == 0)
            return ends_at_bar && *cursor->next == '|' ? -1 : (int)i;
    }
    return -1;
}

/* Precedence climbing (Richards, 1979). */
static const struct expression *
parse_binary(struct assembler *as, struct cursor *cursor, bool ends_at_bar, unsigned depth,
             unsigned least)
{
    const struct expression *left = parse_unary(as, cursor, ends_at_bar, depth);
    unsigned terms = 0;
    while (left) {
        int i = operator_ahead(cursor, ends_at_bar);
        if (i < 0 || binaries[i].precedence <= least)
            return left;
        if (++terms > DEEPEST)
            return missing(as, cursor, "an expression of less depth");
        cursor->next += strlen(binaries[i].text);
        const struct expression *right =
            parse_binary(as, cursor, ends_at_bar, depth + 1, binaries[i].precedence);
        left = right ? expression_binary(as, binaries[i].operator, left, right) : NULL;
    }
    return NULL;
}

const struct expression *
expression_parse(struct assembler *as, struct cursor *cursor, bool ends_at_bar)
{
    as->expected = NULL;
    return parse_binary(as, cursor, ends_at_bar, 0, 0);
}

/* ---- evaluation ---- */

static bool evaluate(struct assembler *as, const struct expression *e, struct relocatable *r,
                     unsigned depth, unsigned *steps);

static bool
evaluate_symbol(struct assembler *as, const struct expression *e, struct relocatable *r,
                unsigned depth, unsigned *steps)
{
    struct symbol *symbol = e->symbol;
    if (!symbol->assigned || e->variant) {
        *r = (struct relocatable){.add = symbol, .variant = e->variant};
        return true;
    }
    if (symbol->is_visited)
        return false;
    symbol->is_visited = true;
    bool good = evaluate(as, symbol->assigned, r, depth, steps);
    symbol->is_visited = false;
    return good;
}

/* Two symbols of one section have a known distance. */
static void
cancel(struct relocatable *r)
{
    if (!r->add || !r->sub || r->variant)
        return;
    if (r->add != r->sub && (!r->add->section || r->add->section != r->sub->section))
        return;
    r->value += (int64_t)(r->add->offset - r->sub->offset);
    r->add = r->sub = NULL;
}

static bool
add_up(struct relocatable *r, const struct relocatable *other, bool subtract)
{
    struct symbol *add = subtract ? other->sub : other->add;
    struct symbol *sub = subtract ? other->add : other->sub;
    r->value = (int64_t)((uint64_t)r->value +
                         (subtract ? 0 - (uint64_t)other->value : (uint64_t)other->value));
    if (subtract && other->variant)
        return false;
    if (add && r->add) { /* a - b + c, where b is where c is */
        struct relocatable pair = {.add = add, .sub = r->sub};
        cancel(&pair);
        if (pair.add || other->variant)
            return false;
        r->sub = NULL;
        r->value += pair.value;
        add = NULL;
    }
    if (sub && r->sub)
        return false;
    if (add) {
        r->add = add;
        r->variant = other->variant;
    }
    r->sub = sub ? sub : r->sub;
    cancel(r);
    return true;
}

static bool
evaluate(struct assembler *as, const struct expression *e, struct relocatable *r, unsigned depth,
         unsigned *steps)
{
    struct relocatable right = {0};
    if (depth > 4 * DEEPEST || ++*steps > MAX_STEPS)
        return false;
    if (e->symbol)
        return evaluate_symbol(as, e, r, depth + 1, steps);
    if (!e->operator) {
        *r = (struct relocatable){.value = e->value};
        return true;
    }
    if (!evaluate(as, e->left, r, depth + 1, steps) ||
        (e->right && !evaluate(as, e->right, &right, depth + 1, steps)))
        return false;
    if (e->operator== OPERATOR_ADD || e->operator== OPERATOR_SUBTRACT)
        return add_up(r, &right, e->operator== OPERATOR_SUBTRACT);
    return !r->add && !r->sub && !right.add && !right.sub &&
           calculate(e->operator, r->value, right.value, &r->value);
}

bool
expression_evaluate(struct assembler *as, const struct expression *e, struct relocatable *r)
{
    unsigned steps = 0;
    *r = (struct relocatable){0};
    return evaluate(as, e, r, 0, &steps);
}

bool
expression_is_absolute(struct assembler *as, const struct expression *e, int64_t *value)
{
    struct relocatable r;
    bool good = expression_evaluate(as, e, &r) && !r.add && !r.sub;
    *value = good ? r.value : 0;
    return good;
}
