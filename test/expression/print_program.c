/* Programs as OpenCL C: declarations, functions, kernels. */
#include "program.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char prelude[] = "#pragma OPENCL FP_CONTRACT OFF\n"
                              "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                              "#ifdef cl_khr_fp16\n"
                              "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                              "#endif\n"
                              "#define lid get_local_id(0)\n"
                              "#define OUT(t, at) ((global t *)(out + at))[lid]\n"
                              "#define IN(t, at) (((global const t *)(in + at))[lid])\n"
                              "#define INU(t, at) (((global const t *)(in + at))[0])\n";

/* What the statements mention, as bits: a reduced program declares nothing else. */
struct used {
    uint64_t objects;
    unsigned pointers, functions;
};

static void
find_used(const struct program *p, const struct node *node, struct used *used)
{
    for (unsigned i = 0; i < node->child_count; i++)
        find_used(p, node->child[i], used);
    if (node->kind == NODE_VARIABLE || node->kind == NODE_INDEX)
        used->objects |= 1ull << node->object;
    const struct pointer *pointer = &p->pointers[node->object % MAX_POINTERS];
    if (node->kind == NODE_DEREF && !(used->pointers >> node->object & 1)) {
        used->pointers |= 1u << node->object;
        used->objects |= 1ull << pointer->object[0] | 1ull << pointer->object[1];
        if (pointer->choice)
            find_used(p, pointer->choice, used);
    }
    if (node->kind != NODE_CALL || used->functions >> node->object & 1)
        return;
    const struct function *function = &p->functions[node->object];
    used->functions |= 1u << node->object;
    for (unsigned i = 0; i < function->statement_count; i++)
        find_used(p, function->statements[i], used);
    find_used(p, function->value, used);
}

static struct used
all_used(const struct program *p)
{
    struct used used = {0};
    for (unsigned i = 0; i < p->statement_count; i++)
        find_used(p, p->statements[i], &used);
    return used;
}

static bool
structure_used(const struct program *p, const struct used *used, unsigned structure)
{
    for (unsigned i = 0; i < p->object_count; i++)
        if (p->objects[i].member && p->objects[i].structure == structure && used->objects >> i & 1)
            return true;
    return false;
}

static void
print_initial(FILE *out, const struct object *object)
{
    const char *type = type_name(object->type);
    unsigned count = object->type.count;
    fputs(object->array ? "{" : "", out);
    for (unsigned i = 0; i < object->length; i++) {
        fputs(i ? ", " : "", out);
        unsigned at = object->input + i * LANES * type_size(object->type);
        if (object->storage != LITERAL && object->storage != CONSTANT) {
            fprintf(out, "%s(%s, %u)", object->storage == UNIFORM ? "INU" : "IN",
                    object->type.scalar == BOOL ? "uchar" : type, at);
            continue;
        }
        if (count > 1)
            fprintf(out, "(%s)(", type);
        for (unsigned c = 0; c < count; c++) {
            fputs(c ? ", " : "", out);
            number_print(out, object->type.scalar, object->initial[i * count + c]);
        }
        fputs(count > 1 ? ")" : "", out);
    }
    fputs(object->array ? "}" : "", out);
}

static void
print_array(FILE *out, const struct object *object)
{
    if (object->array)
        fprintf(out, "[%u]", object->length);
}

static void
print_object_declaration(FILE *out, const struct program *p, const struct object *object)
{
    const char *type = type_name(object->type);
    if (object->storage == CONSTANT)
        fprintf(out, "constant %s t%" PRIu64 "_%s", type, p->seed, object->name);
    else if (object->storage == LOCAL)
        fprintf(out, "    local %s *%s = (local %s *)(shared + %u);\n    %s[lid]", type,
                object->name, type, object->local, object->name);
    else
        fprintf(out, "    %s %s", type, object->name);
    print_array(out, object);
    fputs(" = ", out);
    print_initial(out, object);
    fputs(";\n", out);
}

static void
print_structure_type(FILE *out, const struct program *p, unsigned structure)
{
    fprintf(out, "struct S%" PRIu64 "_%u {", p->seed, structure);
    for (unsigned i = 0; i < p->object_count; i++) {
        const struct object *object = &p->objects[i];
        if (!object->member || object->structure != structure)
            continue;
        fprintf(out, " %s %s", type_name(object->type), strchr(object->name, '.') + 1);
        print_array(out, object);
        fputs(";", out);
    }
    fputs(" };\n", out);
}

static void
print_structure(FILE *out, const struct program *p, unsigned structure)
{
    bool first = true;
    fprintf(out, "    struct S%" PRIu64 "_%u s%u = {", p->seed, structure, structure);
    for (unsigned i = 0; i < p->object_count; i++) {
        const struct object *object = &p->objects[i];
        if (!object->member || object->structure != structure)
            continue;
        fputs(first ? "" : ", ", out);
        first = false;
        print_initial(out, object);
    }
    fputs("};\n", out);
}

static void
print_target(FILE *out, const struct program *p, const struct pointer *pointer, unsigned side)
{
    const struct object *object = &p->objects[pointer->object[side]];
    if (object->array && pointer->element[side] % 2)
        fprintf(out, "%s + %u", object->name, pointer->element[side]);
    else if (object->array)
        fprintf(out, "&%s[%u]", object->name, pointer->element[side]);
    else
        fprintf(out, "&%s", object->name);
}

static void
print_pointer(FILE *out, const struct program *p, unsigned number)
{
    const struct pointer *pointer = &p->pointers[number];
    fprintf(out, "    %s *q%u = ", type_name(pointer->type), number);
    if (pointer->choice) {
        fputs("(", out);
        node_print(out, p, pointer->choice);
        fputs(") ? ", out);
        print_target(out, p, pointer, 0);
        fputs(" : ", out);
        print_target(out, p, pointer, 1);
    } else {
        print_target(out, p, pointer, 0);
    }
    fputs(";\n", out);
}

/* ---- functions ---- */

static void
print_head(FILE *out, const struct program *p, unsigned number)
{
    const struct function *function = &p->functions[number];
    fprintf(out, "%s f%" PRIu64 "_%u(", type_name(function->result), p->seed, number);
    for (unsigned i = 0; i < function->parameter_count; i++) {
        const struct object *object = &p->objects[function->parameters[i]];
        fprintf(out, "%s%s %s", i ? ", " : "", type_name(object->type), object->name);
    }
    fputs(")", out);
}

static void
print_statement(FILE *out, const struct program *p, const struct node *node, const char *before)
{
    fprintf(out, "    %s", before);
    node_print(out, p, node);
    fputs(";\n", out);
}

static void
print_function(FILE *out, const struct program *p, const struct used *used, unsigned number)
{
    const struct function *function = &p->functions[number];
    print_head(out, p, number);
    fputs("\n{\n", out);
    for (unsigned i = 0; i < p->object_count; i++)
        if (p->objects[i].scope == number && p->objects[i].storage != PARAMETER &&
            used->objects >> i & 1)
            print_object_declaration(out, p, &p->objects[i]);
    for (unsigned i = 0; i < function->statement_count; i++)
        print_statement(out, p, function->statements[i], "");
    print_statement(out, p, function->value, "return ");
    fputs("}\n", out);
}

static void
print_body(FILE *out, const struct program *p, const struct used *used)
{
    fprintf(out,
            "void body%" PRIu64
            "(global uchar *out, global const uchar *in, local uchar *shared)\n{\n",
            p->seed);
    for (unsigned i = 0; i < p->object_count; i++) {
        const struct object *object = &p->objects[i];
        if (object->scope == MAX_FUNCTIONS && object->storage != CONSTANT &&
            object->storage != INPUT && !object->member && used->objects >> i & 1)
            print_object_declaration(out, p, object);
    }
    for (unsigned i = 0; i < p->structure_count; i++)
        if (structure_used(p, used, i))
            print_structure(out, p, i);
    for (unsigned i = 0; i < p->pointer_count; i++)
        if (used->pointers >> i & 1)
            print_pointer(out, p, i);
    for (unsigned i = 0; i < p->statement_count; i++)
        print_statement(out, p, p->statements[i], "");
    fputs("}\n", out);
}

static void
print_program(FILE *out, const struct program *p)
{
    struct used used = all_used(p);
    for (unsigned i = 0; i < p->structure_count; i++)
        if (structure_used(p, &used, i))
            print_structure_type(out, p, i);
    for (unsigned i = 0; i < p->object_count; i++)
        if (p->objects[i].storage == CONSTANT && used.objects >> i & 1)
            print_object_declaration(out, p, &p->objects[i]);
    for (unsigned i = 0; i < p->function_count; i++)
        if (used.functions >> i & 1) {
            print_head(out, p, i);
            fputs(";\n", out);
        }
    for (unsigned i = 0; i < p->function_count; i++)
        if (used.functions >> i & 1)
            print_function(out, p, &used, i);
    print_body(out, p, &used);
}

static void
print_kernels(FILE *out, struct program *const *programs, unsigned count, bool one_kernel)
{
    unsigned in = 0, to = 0, local = 0;
    for (unsigned i = 0; i < count; i++)
        if (programs[i]->local_size > local)
            local = programs[i]->local_size;
    for (unsigned i = 0; i < count; i++) {
        const struct program *p = programs[i];
        if (i == 0 || !one_kernel)
            fprintf(out,
                    "kernel void e%" PRIu64 "(global uchar *out, global const uchar *in)\n{\n"
                    "    local long16 shared[%u];\n",
                    p->seed, (one_kernel ? local : p->local_size) / 128 + 1);
        fprintf(out, "    body%" PRIu64 "(out + %u, in + %u, (local uchar *)shared);\n", p->seed,
                to, in);
        bool last = !one_kernel || i + 1 == count;
        fputs(last ? "}\n" : "    barrier(CLK_LOCAL_MEM_FENCE);\n", out);
        if (one_kernel)
            to += p->output_size, in += p->input_size;
    }
}

char *
programs_text(struct program *const *programs, unsigned count, bool one_kernel)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        abort();
    fputs(prelude, out);
    for (unsigned i = 0; i < count; i++)
        print_program(out, programs[i]);
    print_kernels(out, programs, count, one_kernel);
    fclose(out);
    return text;
}
