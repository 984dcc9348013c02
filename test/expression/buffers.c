/* The bytes that a kernel reads, and those that it wrote. */
#include "number.h"
#include "program.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void
program_fill_input(const struct program *program, uint8_t *input)
{
    for (unsigned i = 0; i < program->object_count; i++) {
        const struct object *object = &program->objects[i];
        unsigned size = scalar_size(object->type.scalar), count = object->type.count;
        if (object->storage == LITERAL || object->storage == CONSTANT ||
            object->storage == PARAMETER)
            continue;
        for (unsigned lane = 0; lane < LANES; lane++)
            for (unsigned k = 0; k < object->length * count; k++) {
                unsigned at = object->input + (k / count * LANES + lane) * type_size(object->type) +
                              k % count * size;
                memcpy(input + at, &object->initial[lane * object->length * count + k], size);
            }
    }
}

/* Payload and sign of a NaN are open. */
static bool
same_number(enum scalar t, uint64_t a, uint64_t b)
{
    return a == b || (is_nan(t, a) && is_nan(t, b));
}

static uint64_t
read_component(const struct node *result, const uint8_t *output, unsigned lane, unsigned i)
{
    enum scalar t = result->type.scalar;
    uint64_t bits = 0;
    memcpy(&bits, output + result->output + lane * type_size(result->type) + i * scalar_size(t),
           scalar_size(t));
    return is_float(t) ? bits : wrap(t, bits);
}

static void
print_number(enum scalar t, uint64_t bits)
{
    unsigned digits = 2 * scalar_size(t);
    uint64_t shown = digits < 16 ? bits & ((1ull << 4 * digits) - 1) : bits;
    if (is_float(t))
        printf("%a (%0*" PRIx64 ")", to_double(t, bits), (int)digits, shown);
    else
        printf("%" PRId64 " (%0*" PRIx64 ")", (int64_t)bits, (int)digits, shown);
}

/* The objects that the expression reads, with their first values in a lane. */
static void
print_inputs(const struct program *program, const struct node *result, unsigned lane)
{
    for (unsigned i = 0; i < program->object_count; i++) {
        const struct object *object = &program->objects[i];
        unsigned count = object->length * object->type.count;
        if (!(result->reads >> i & 1))
            continue;
        printf("    %s %s at first:", type_name(object->type), object->name);
        for (unsigned k = 0; k < count && k < 16; k++) {
            printf(k ? ", " : " ");
            print_number(object->type.scalar, object->initial[lane * count + k]);
        }
        printf(count > 16 ? " ...\n" : "\n");
    }
}

static void
report(const struct program *program, const struct node *result, const uint8_t *output,
       unsigned lane, unsigned i, const char *way)
{
    enum scalar t = result->type.scalar;
    printf("FAIL seed %" PRIu64 ", %s, work-item %u, component %u:\n    ", program->seed, way, lane,
           i);
    node_print(stdout, program, result);
    printf(";\n");
    print_inputs(program, result, lane);
    printf("    expected ");
    print_number(t, result->value[lane * result->type.count + i]);
    printf(", got ");
    print_number(t, read_component(result, output, lane, i));
    printf("\n");
}

/* The first component that differs, as lane * 16 + component, or -1. */
static int
first_difference(const struct node *result, const uint8_t *output)
{
    for (unsigned lane = 0; lane < LANES; lane++)
        for (unsigned i = 0; i < result->type.count; i++)
            if (!same_number(result->type.scalar, result->value[lane * result->type.count + i],
                             read_component(result, output, lane, i)))
                return (int)(lane * 16 + i);
    return -1;
}

unsigned
program_check(const struct program *program, const uint8_t *output, const char *way, unsigned shown)
{
    unsigned wrong = 0;
    for (unsigned i = 0; i < program->statement_count; i++) {
        const struct node *node = program->statements[i];
        int at = node->kind == NODE_RESULT ? first_difference(node, output) : -1;
        if (at >= 0 && wrong++ < shown)
            report(program, node, output, (unsigned)at / 16, (unsigned)at % 16, way);
    }
    return wrong;
}
