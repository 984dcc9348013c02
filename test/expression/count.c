/* How often each construct occurs in the programs that were counted. */
#include "number.h"
#include "program.h"

#include <stdarg.h>
#include <stdio.h>

enum form { SCALAR_INTEGER, SCALAR_FLOAT, VECTOR_INTEGER, VECTOR_FLOAT, VECTOR_AND_SCALAR, FORMS };

enum feature {
#define FEATURE(id, text) FEATURE_##id,
#include "feature.def"
    FEATURES
};

static struct counts {
    unsigned types[SCALARS][17], binary[OPERATORS][FORMS], assign[OPERATORS + 1][FORMS];
    unsigned unary[4][FORMS], step[4][FORMS], features[FEATURES];
    unsigned cast[SCALARS][SCALARS], splat[SCALARS][SCALARS], as[SCALARS][SCALARS];
    unsigned convert[SCALARS][SCALARS][2], rounded[SCALARS][SCALARS][ROUNDINGS + 1];
    unsigned builtin[FUNCTIONS][SCALARS][2];
} counts;

static enum form
form_of(const struct node *node)
{
    struct vtype a = node->child[0]->type, b = node->child[node->child_count - 1]->type;
    struct vtype vector = a.count > 1 ? a : b;
    if (a.count != b.count)
        return VECTOR_AND_SCALAR;
    bool floats = is_float(vector.scalar) || (a.count == 1 && is_float(a.scalar));
    return a.count == 1 ? (floats ? SCALAR_FLOAT : SCALAR_INTEGER)
                        : (floats ? VECTOR_FLOAT : VECTOR_INTEGER);
}

static void
count_swizzle(const struct node *node, bool written)
{
    unsigned count = node->type.count, whole = node->child[0]->type.count;
    static const enum feature halves[] = {FEATURE_LO, FEATURE_HI, FEATURE_EVEN, FEATURE_ODD};
    counts.features[written ? FEATURE_SWIZZLE_WRITTEN : FEATURE_SWIZZLE]++;
    for (unsigned kind = 0; kind < 4 && 2 * count == whole && count > 1; kind++) {
        bool same = true;
        for (unsigned i = 0; i < count; i++)
            same &= node->components[i] == (kind < 2 ? i + kind * count : 2 * i + (kind & 1));
        counts.features[halves[kind]] += same;
    }
}

static void
count_place(const struct program *p, const struct node *node, bool written)
{
    const struct object *object = &p->objects[node->object];
    bool constant = node->child_count && node->child[0]->kind == NODE_CONST;
    if (node->kind == NODE_SWIZZLE) {
        count_swizzle(node, written);
        return;
    }
    if (node->kind == NODE_DEREF) {
        bool chosen = p->pointers[node->object].choice != NULL;
        counts.features[written ? FEATURE_POINTER_WRITTEN : FEATURE_POINTER]++;
        counts.features[FEATURE_POINTER_CHOSEN] += chosen;
        counts.features[FEATURE_POINTER_INDEX] += node->child_count > 0;
        return;
    }
    counts.features[FEATURE_PRIVATE + object->storage]++;
    counts.features[FEATURE_WRITTEN] += written;
    counts.features[FEATURE_MEMBER] += object->member;
    counts.features[FEATURE_ARROW] += node->arrow;
    if (object->array)
        counts.features[constant ? FEATURE_INDEX_CONSTANT : FEATURE_INDEX]++;
}

static void
count_conversion(const struct node *node)
{
    enum scalar to = node->type.scalar, from = node->child[0]->type.scalar;
    if (node->kind == NODE_AS)
        counts.as[to][from]++;
    else if (node->kind == NODE_CONVERT)
        counts.convert[to][from][node->saturate]++, counts.rounded[to][from][node->rounding + 1]++;
    else if (node->type.count > 1)
        counts.splat[to][from]++;
    else
        counts.cast[to][from]++;
}

static void
count_call(const struct node *node)
{
    const struct builtin_info *info = &builtins[node->op];
    counts.builtin[node->op][node->of.scalar][node->of.count > 1]++;
    for (unsigned i = 0; i < node->child_count; i++)
        counts.features[FEATURE_BUILTIN_WIDENED] +=
            info->signature[i + 1] == 'v' && node->child[i]->type.count < node->of.count;
}

static void
count_other(const struct node *node)
{
    static const enum feature features[NODE_KINDS] = {[NODE_CONST] = FEATURE_CONSTANT_NUMBER,
                                                      [NODE_COMMA] = FEATURE_COMMA,
                                                      [NODE_TERNARY] = FEATURE_TERNARY,
                                                      [NODE_CHOICE] = FEATURE_CHOICE,
                                                      [NODE_VECTOR] = FEATURE_LITERAL,
                                                      [NODE_SHUFFLE] = FEATURE_SHUFFLE,
                                                      [NODE_CALL] = FEATURE_CALL,
                                                      [NODE_SIZE] = FEATURE_SIZE,
                                                      [NODE_RESULT] = FEATURE_RESULT};
    counts.features[features[node->kind]]++;
    counts.features[FEATURE_TERNARY_VECTOR] += node->kind == NODE_TERNARY && node->type.count > 1;
    counts.features[FEATURE_SHUFFLE2] += node->kind == NODE_SHUFFLE && node->child_count == 3;
    for (unsigned i = 0; i < node->child_count && node->kind == NODE_VECTOR; i++)
        counts.features[FEATURE_LITERAL_PART] += node->child[i]->type.count > 1;
    for (unsigned i = 0; i < node->child_count && node->kind == NODE_RESULT; i++)
        counts.features[FEATURE_IMPLICIT] += !same_type(node->type, node->child[i]->type);
}

static void
count_node(const struct program *p, const struct node *node, bool written)
{
    static const char signs[] = "+-~!";
    counts.types[node->type.scalar][node->type.count]++;
    bool writes = node->kind == NODE_ASSIGN || node->kind == NODE_STEP;
    for (unsigned i = 0; i < node->child_count; i++)
        count_node(p, node->child[i],
                   i == 0 && (writes || (written && node->kind == NODE_SWIZZLE)));
    if (node->kind == NODE_BINARY)
        counts.binary[node->op][form_of(node)]++;
    else if (node->kind == NODE_ASSIGN)
        counts.assign[node->op][form_of(node)]++;
    else if (node->kind == NODE_STEP)
        counts.step[node->op][form_of(node)]++;
    else if (node->kind == NODE_BUILTIN)
        count_call(node);
    else if (node->kind >= NODE_VARIABLE && node->kind <= NODE_SWIZZLE)
        count_place(p, node, written);
    else if (node->kind >= NODE_CAST && node->kind <= NODE_AS)
        count_conversion(node);
    else if (node->kind != NODE_UNARY)
        count_other(node);
    for (unsigned i = 0; i < 4 && node->kind == NODE_UNARY; i++)
        counts.unary[i][form_of(node)] += signs[i] == node->op;
}

void
program_count(const struct program *program)
{
    for (unsigned i = 0; i < program->statement_count; i++)
        count_node(program, program->statements[i], false);
    for (unsigned i = 0; i < program->function_count; i++) {
        const struct function *function = &program->functions[i];
        for (unsigned k = 0; k < function->statement_count; k++)
            count_node(program, function->statements[k], false);
        if (function->complete)
            count_node(program, function->value, false);
    }
}

/* ---- the table ---- */

static unsigned never;

static void
line(unsigned count, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf(count ? "%9u  " : "%9u* ", count);
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
    never += count == 0;
}

static void
print_forms(const unsigned counted[FORMS], const char *before, const char *op, const char *after,
            unsigned possible)
{
    static const char *const names[FORMS] = {"integers", "floats", "vectors of integers",
                                             "vectors of floats", "vector and scalar"};
    for (unsigned i = 0; i < FORMS; i++)
        if (possible >> i & 1)
            line(counted[i], "%s%s%s, %s", before, op, after, names[i]);
}

static void
print_operators(void)
{
    static const char *const unary[] = {"+", "-", "~", "!"};
    static const unsigned unary_forms[] = {15, 15, 5, 15};
    static const char *const steps[] = {"++x", "--x", "x++", "x--"};
    for (unsigned op = 0; op < OPERATORS; op++) {
        enum operator_group group = operators[op].group;
        bool floats = group != INTEGER_ONLY && group != SHIFT;
        print_forms(counts.binary[op], "", operators[op].text, "", floats ? 31 : 21);
        if (group < COMPARISON)
            print_forms(counts.assign[op], "", operators[op].text, "=", floats ? 31 : 21);
    }
    print_forms(counts.assign[OPERATORS], "", "=", "", 15);
    for (unsigned i = 0; i < 4; i++) {
        print_forms(counts.unary[i], "unary ", unary[i], "", unary_forms[i]);
        print_forms(counts.step[i], "", steps[i], "", 5);
    }
}

static void
print_conversions(enum scalar to, enum scalar from)
{
    static const char *const modes[] = {"", "_rte", "_rtz", "_rtp", "_rtn"};
    const char *a = scalar_name(to), *b = scalar_name(from);
    if (to != from)
        line(counts.cast[to][from], "(%s)%s", a, b);
    if (to != BOOL && (from != BOOL || !is_float(to)))
        line(counts.splat[to][from], "(%sN)%s", a, b);
    if (to == BOOL || from == BOOL || to == from)
        return;
    if (scalar_size(to) == scalar_size(from))
        line(counts.as[to][from], "as_%s(%s)", a, b);
    for (unsigned i = 0; i <= ROUNDINGS; i++)
        line(counts.rounded[to][from][i], "convert_%s%s(%s)", a, modes[i], b);
    if (!is_float(to))
        line(counts.convert[to][from][1], "convert_%s_sat(%s)", a, b);
}

static void
print_types(void)
{
    for (enum scalar t = BOOL; t < SCALARS; t++)
        for (unsigned i = 0; i < (t == BOOL ? 1 : 6); i++)
            line(counts.types[t][vector_counts[i]], "value of %s",
                 type_name((struct vtype){(uint8_t)t, vector_counts[i]}));
}

static void
print_builtins(void)
{
    for (unsigned i = 0; i < FUNCTIONS; i++)
        for (enum scalar t = CHAR; t < SCALARS; t++)
            if (builtin_takes(&builtins[i], t)) {
                line(counts.builtin[i][t][0], "%s of %s", builtins[i].name, scalar_name(t));
                line(counts.builtin[i][t][1], "%s of vectors of %s", builtins[i].name,
                     scalar_name(t));
            }
}

unsigned
print_counts(void)
{
    static const char *const names[FEATURES] = {
#define FEATURE(id, text) text,
#include "feature.def"
    };
    print_types();
    print_operators();
    for (unsigned i = 0; i < FEATURES; i++)
        line(counts.features[i], "%s", names[i]);
    for (enum scalar to = BOOL; to < SCALARS; to++)
        for (enum scalar from = BOOL; from < SCALARS; from++)
            print_conversions(to, from);
    print_builtins();
    printf("%u constructs never occur (marked *)\n", never);
    return never;
}
