/* Expressions as text: no more parentheses than the grammar needs, so that it is tested, too. */
#include "number.h"
#include "program.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COMMA = 0, ASSIGNMENT = 1, CONDITIONAL = 2, UNARY = 13, POSTFIX = 14, PRIMARY = 15 };

static void
print_float(FILE *out, enum scalar t, uint64_t bits)
{
    const char *suffix = t == FLOAT ? "f" : t == HALF ? "h" : "";
    double value = to_double(t, bits);
    if (isnan(value) || isinf(value))
        fprintf(out, "((%s)%s%s)", scalar_name(t), value < 0 ? "-" : "",
                isnan(value) ? "NAN" : "INFINITY");
    else if (fabs(value) < 1e6 && value * 4 == rint(value * 4))
        fprintf(out, signbit(value) ? "(%.2f%s)" : "%.2f%s", value, suffix);
    else
        fprintf(out, signbit(value) ? "(%a%s)" : "%a%s", value, suffix);
}

void
number_print(FILE *out, enum scalar t, uint64_t bits)
{
    if (is_float(t))
        print_float(out, t, bits);
    else if (t < INT && (int64_t)bits < 0)
        fprintf(out, "((%s)%" PRId64 ")", scalar_name(t), (int64_t)bits);
    else if (t < INT)
        fprintf(out, "((%s)%" PRIu64 ")", scalar_name(t), bits);
    else if (is_signed(t) && (int64_t)bits == least(t))
        fprintf(out, "(-%" PRId64 "%s - 1)", -((int64_t)bits + 1), t == LONG ? "l" : "");
    else if (is_signed(t))
        fprintf(out, (int64_t)bits < 0 ? "(%" PRId64 "%s)" : "%" PRId64 "%s", (int64_t)bits,
                t == LONG ? "l" : "");
    else
        fprintf(out, "%#" PRIx64 "%s", bits, t == ULONG ? "ul" : "u");
}

/* Is a cast written as a vector literal of one element?  Only names are not. */
static bool
is_literal(const struct node *node)
{
    return node->kind == NODE_CAST && node->type.count > 1 &&
           (node->child[0]->kind != NODE_VARIABLE || node->child[0]->arrow);
}

static int
precedence(const struct node *node)
{
    switch (node->kind) {
    case NODE_COMMA:
        return COMMA;
    case NODE_ASSIGN:
        return ASSIGNMENT;
    case NODE_TERNARY:
    case NODE_CHOICE:
        return CONDITIONAL;
    case NODE_BINARY:
        return operators[node->op].precedence;
    case NODE_UNARY:
        return UNARY;
    case NODE_CAST: /* (int4)(x) is a literal, a primary expression (6.1.6) */
        return is_literal(node) ? POSTFIX : UNARY;
    case NODE_STEP:
        return node->op & 2 ? POSTFIX : UNARY;
    case NODE_DEREF:
        return node->child_count ? POSTFIX : UNARY;
    default:
        return POSTFIX;
    }
}

static void
print_at(FILE *out, const struct program *p, const struct node *node, int least_precedence)
{
    bool parentheses = precedence(node) < least_precedence;
    fputs(parentheses ? "(" : "", out);
    node_print(out, p, node);
    fputs(parentheses ? ")" : "", out);
}

static void
print_arguments(FILE *out, const struct program *p, const struct node *node, const char *name)
{
    fprintf(out, "%s(", name);
    for (unsigned i = 0; i < node->child_count; i++) {
        fputs(i ? ", " : "", out);
        print_at(out, p, node->child[i], ASSIGNMENT);
    }
    fputs(")", out);
}

/* .xyz, .s01, or .lo .hi .even .odd where the components are those. */
static void
print_components(FILE *out, const struct node *node)
{
    static const char *const halves[] = {"lo", "hi", "even", "odd"};
    unsigned count = node->type.count, whole = node->child[0]->type.count;
    bool letters = whole <= 4 && (node->components[0] + count) % 2;
    fputs(".", out);
    for (unsigned kind = 0; kind < 4 && 2 * count == whole; kind++) {
        bool same = true;
        for (unsigned i = 0; i < count; i++)
            same &= node->components[i] == (kind < 2 ? i + kind * count : 2 * i + (kind & 1));
        if (same && (count > 1 || node->child[0]->reads & 1)) {
            fputs(halves[kind], out);
            return;
        }
    }
    fputs(letters ? "" : "s", out);
    for (unsigned i = 0; i < count; i++)
        fputc((letters ? "xyzw" : "0123456789abcdef")[node->components[i]], out);
}

static void
print_object(FILE *out, const struct program *p, const struct node *node)
{
    const struct object *object = &p->objects[node->object];
    const char *type = type_name(object->type);
    if (node->arrow)
        fprintf(out, "(&s%u)->%s", object->structure, strchr(object->name, '.') + 1);
    else if (object->storage == INPUT)
        fprintf(out, "IN(%s, %u)", type, object->input);
    else if (object->storage == LOCAL)
        fprintf(out, "%s[lid]", object->name);
    else if (object->storage == CONSTANT)
        fprintf(out, "t%" PRIu64 "_%s", p->seed, object->name);
    else
        fprintf(out, "%s", object->name);
}

static void
print_place(FILE *out, const struct program *p, const struct node *node)
{
    if (node->kind == NODE_SWIZZLE) {
        print_at(out, p, node->child[0], POSTFIX);
        print_components(out, node);
        return;
    }
    if (node->kind == NODE_DEREF)
        fprintf(out, "%sq%u", node->child_count ? "" : "*", node->object);
    else
        print_object(out, p, node);
    if (node->child_count) {
        fputs("[", out);
        node_print(out, p, node->child[0]);
        fputs("]", out);
    }
}

static void
print_conversion(FILE *out, const struct program *p, const struct node *node)
{
    static const char *const modes[] = {"", "_rte", "_rtz", "_rtp", "_rtn"};
    fprintf(out, "convert_%s%s%s(", type_name(node->type), node->saturate ? "_sat" : "",
            modes[node->rounding + 1]);
    print_at(out, p, node->child[0], ASSIGNMENT);
    fputs(")", out);
}

static void
print_operation(FILE *out, const struct program *p, const struct node *node)
{
    int own = precedence(node);
    bool assign = node->kind == NODE_ASSIGN;
    print_at(out, p, node->child[0], assign ? UNARY : own);
    fprintf(out, " %s%s ", assign && node->op == OPERATORS ? "" : operators[node->op].text,
            assign ? "=" : "");
    print_at(out, p, node->child[1], assign ? ASSIGNMENT : own + 1);
}

static void
print_prefix(FILE *out, const struct program *p, const struct node *node)
{
    if (node->kind == NODE_UNARY) {
        fputc(node->op, out);
        print_at(out, p, node->child[0], POSTFIX);
    } else if (node->kind == NODE_CAST) {
        fprintf(out, "(%s)", type_name(node->type));
        print_at(out, p, node->child[0], POSTFIX);
    } else if (node->op & 2) {
        print_at(out, p, node->child[0], POSTFIX);
        fputs(node->op & 1 ? "--" : "++", out);
    } else {
        fputs(node->op & 1 ? "--" : "++", out);
        print_at(out, p, node->child[0], UNARY);
    }
}

static void
print_list(FILE *out, const struct program *p, const struct node *node)
{
    if (node->kind == NODE_TERNARY || node->kind == NODE_CHOICE) {
        print_at(out, p, node->child[0], CONDITIONAL + 1);
        fputs(" ? ", out);
        print_at(out, p, node->child[1], ASSIGNMENT); /* as_type may be a macro: no bare comma */
        fputs(" : ", out);
        print_at(out, p, node->child[2], CONDITIONAL);
        return;
    }
    for (unsigned i = 0; i < node->child_count; i++) {
        fputs(i ? ", " : "", out);
        print_at(out, p, node->child[i], ASSIGNMENT);
    }
}

void
node_print(FILE *out, const struct program *p, const struct node *node)
{
    char name[40];
    switch (node->kind) {
    case NODE_CONST:
        number_print(out, node->type.scalar, node->constant);
        break;
    case NODE_VARIABLE:
    case NODE_INDEX:
    case NODE_DEREF:
    case NODE_SWIZZLE:
        print_place(out, p, node);
        break;
    case NODE_BINARY:
    case NODE_ASSIGN:
        print_operation(out, p, node);
        break;
    case NODE_UNARY:
    case NODE_STEP:
        print_prefix(out, p, node);
        break;
    case NODE_CAST:
        if (is_literal(node)) {
            snprintf(name, sizeof name, "(%s)", type_name(node->type));
            print_arguments(out, p, node, name);
        } else {
            print_prefix(out, p, node);
        }
        break;
    case NODE_CONVERT:
        print_conversion(out, p, node);
        break;
    case NODE_SIZE:
        fprintf(out, "sizeof(%s)", type_name(node->of));
        break;
    case NODE_BUILTIN:
        print_arguments(out, p, node, builtins[node->op].name);
        break;
    case NODE_SHUFFLE:
        print_arguments(out, p, node, node->child_count == 3 ? "shuffle2" : "shuffle");
        break;
    case NODE_AS:
    case NODE_VECTOR:
        snprintf(name, sizeof name, node->kind == NODE_AS ? "as_%s" : "(%s)",
                 type_name(node->type));
        print_arguments(out, p, node, name);
        break;
    case NODE_CALL:
        snprintf(name, sizeof name, "f%" PRIu64 "_%u", p->seed, node->object);
        print_arguments(out, p, node, name);
        break;
    case NODE_RESULT:
        fprintf(out, "OUT(%s, %u) = ", type_name(node->type), node->output);
        print_at(out, p, node->child[0], ASSIGNMENT);
        break;
    default:
        print_list(out, p, node);
    }
}
