/* --arg SPEC: a kind, a colon, what the kind wants, and any number of @NAME=TEXT that say what to
 * do with it after the run. */
#include "runtime/gcnsim/gcnsim.h"
#include "runtime/gcnsim/value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
argument_by_value(struct command *command, struct argument *argument, const void *bytes,
                  uint64_t size)
{
    void *copy = arena_alloc(command->arena, size + 1);
    memcpy(copy, bytes, size);
    argument->value = (struct sim_arg){.bytes = copy, .size = size};
}

const char *
argument_label(const struct command *command, const struct argument *argument)
{
    const char *name = argument->name ? argument->name : "";
    if (argument->is_variable)
        return arena_printf(command->arena, "variable %s", name);
    return arena_printf(command->arena, *name ? "argument %u (%s)" : "argument %u", argument->index,
                        name);
}

bool
argument_fails(const struct command *command, const struct argument *argument, const char *path,
               const char *why)
{
    fprintf(stderr, "gcnsim: %s: %s%s%s\n", argument_label(command, argument), path,
            *path ? ": " : "", why);
    return false;
}

const char *
argument_output(const struct argument *argument, const char *name)
{
    vec_foreach (const struct argument_output, output, &argument->outputs)
        if (strcmp(output->name, name) == 0)
            return output->text;
    return NULL;
}

/* ---- kinds without a file of their own ---- */

/* What the kernel's metadata may contradict; x32 is only bits. */
static struct sim_value
type_of(const struct value_type *type)
{
    struct sim_value value = {SIM_VALUE_UNKNOWN, (uint8_t)type->width};
    for (unsigned i = SIM_VALUE_I8; i < SIM_VALUE_ADDRESS; i++)
        if (sim_value_type_name(i)[0] == type->letter && sim_value_type_size(i) == type->bytes)
            value.type = (uint8_t)i;
    return value;
}

static const char *
parse_number(struct command *command, struct argument *argument, const char *text)
{
    struct value_type type;
    uint8_t value[VALUE_MAX] = {0};
    value_type_read(argument->spec, strcspn(argument->spec, ":"), &type);
    if (!value_read_all(&type, text, value))
        return "";
    argument_by_value(command, argument, value, value_type_size(&type));
    argument->value.value = type_of(&type);
    return NULL;
}

static const char *
parse_hex(struct command *command, struct argument *argument, const char *text)
{
    size_t length = strlen(text);
    if (!length || length % 2 || strspn(text, "0123456789abcdefABCDEF") != length)
        return "";
    uint8_t *bytes = arena_alloc(command->arena, length / 2);
    for (size_t i = 0; i < length / 2; i++) {
        char digits[] = {text[2 * i], text[2 * i + 1], '\0'};
        bytes[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
    argument->value = (struct sim_arg){.bytes = bytes, .size = length / 2};
    return NULL;
}

static const char *
parse_local(struct command *command, struct argument *argument, const char *text)
{
    (void)command;
    argument->value.local = true;
    return parse_count(text, &argument->value.size) ? NULL : "";
}

bool
argument_is_address(struct command *command, struct argument *argument, uint64_t address,
                    uint64_t size)
{
    uint64_t offset = 0;
    const char *at = argument_output(argument, "at");
    if (at && (!parse_count(at, &offset) || offset > size))
        return argument_fails(command, argument, argument->spec, "@at= is no byte of the buffer");
    address += offset;
    argument_by_value(command, argument, &address, sizeof address);
    argument->value.value = (struct sim_value){SIM_VALUE_ADDRESS, 1};
    return true;
}

/* The buffer of an argument before this one. */
static const char *
parse_same(struct command *command, struct argument *argument, const char *text)
{
    uint64_t index;
    if (!parse_count(text, &index) || index >= command->arguments.count ||
        strcmp(command->arguments.at[index].kind->prefix, "buf") != 0)
        return "it must be the number of a buffer before it";
    argument->size = index; /* until it is made */
    return NULL;
}

static bool
make_same(struct command *command, struct argument *argument)
{
    const struct argument *other = &command->arguments.at[argument->size];
    argument->size = other->size;
    return argument_is_address(command, argument, other->address, other->size);
}

static enum exit_status
finish_same(struct command *command, const struct argument *argument)
{
    (void)command;
    (void)argument;
    return EXIT_GOOD;
}

static const struct argument_kind argument_kinds[] = {
    {"TYPE", "TYPE:V[,V...]", "a number or vector by value, TYPE i8 to i64, u8 to u64, f16 to f64,",
     parse_number, NULL, NULL},
    {"", "", "each with x2, x3, x4, x8 or x16 behind it: f32x4:1,2,3,4", NULL, NULL, NULL},
    {"hex", "hex:BYTES", "bytes by value", parse_hex, NULL, NULL},
    {"local", "local:BYTES", "local memory", parse_local, NULL, NULL},
    {"buf", "buf:FILE", "a buffer with a file's contents", buffer_parse, buffer_make,
     buffer_finish},
    {"", "buf:N", "N zeroed bytes; buf:N=undefined: uninitialised ones", NULL, NULL, NULL},
    {"", "buf:[N*]TYPE=FILL", "N values, or as many as FILL has: V[,V...] (repeated up to N),",
     NULL, NULL, NULL},
    {"", "", "iota[,START[,STEP]] or random[,SEED], floating point from 0 to 1", NULL, NULL, NULL},
    {"same", "same:N", "the buffer of argument N, which stands before", parse_same, make_same,
     finish_same},
    {"pipe", "pipe:PACKETSxSIZE", "an empty pipe for as many packets of SIZE bytes", pipe_parse,
     pipe_make, pipe_finish},
    {"", "pipe:NxSIZE=TYPE=V,V", "and what is in it", NULL, NULL, NULL},
    {"queue", "queue[:BYTES]",
     "the queue that kernels put kernels into, with 131072 bytes of slots;", queue_parse,
     queue_make, NULL},
    {"", "", "where the kernel takes none, it is only the default queue's size", NULL, NULL, NULL},
    {"image", "image:FILE.png", "an image of a PNG, PGM or PPM, RGBA of UNORM_INT8", image_parse,
     image_make, image_finish},
    {"", "image:WORD,...[=FILL]",
     "words: WxH, W or WxHxD; channel order and type (R,FLOAT); array:N,", NULL, NULL, NULL},
    {"", "", "levels:N, samples:N, buffer; filled from a picture, a raw FILE, or by random[,SEED],",
     NULL, NULL, NULL},
    {"", "", "gradient, zero (so without), undefined", NULL, NULL, NULL},
    {"sampler", "sampler:WORD,...",
     "a sampler: normalized, linear, one of none clamp_to_edge clamp repeat", sampler_parse,
     sampler_make, NULL},
    {"", "", "mirrored_repeat; mip_nearest, mip_linear (without: texels, nearest, none)", NULL,
     NULL, NULL},
};

/* What can stand after the text of kinds that have a finish function. */
static const struct {
    const char *name, *form, *help;
} outputs[] = {
    {"out", "@out=FILE",
     "behind a buffer, pipe or image: its contents after the run go to the file"},
    {"print", "@print=TYPE[,N]", "and they are printed, N values a line"},
    {"expect", "@expect=FILE", "and they must be those of the file (buffers and images)"},
    {"at", "@at=BYTE", "behind a buffer: the kernel gets the address of that byte of it"},
};

enum {
    KINDS = sizeof argument_kinds / sizeof *argument_kinds,
    OUTPUTS = sizeof outputs / sizeof *outputs
};

void
argument_help(void)
{
    for (unsigned i = 0; i < KINDS; i++)
        printf("  %-22s  %s\n", argument_kinds[i].form, argument_kinds[i].help);
    for (unsigned i = 0; i < OUTPUTS; i++)
        printf("  %-22s  %s\n", outputs[i].form, outputs[i].help);
}

static const struct argument_kind *
find_kind(const char *spec, size_t length)
{
    struct value_type type;
    if (value_type_read(spec, length, &type))
        return &argument_kinds[0];
    for (unsigned i = 1; i < KINDS; i++)
        if (argument_kinds[i].parse && strlen(argument_kinds[i].prefix) == length &&
            memcmp(argument_kinds[i].prefix, spec, length) == 0)
            return &argument_kinds[i];
    return NULL;
}

/* The last @NAME= of a known name; NULL: none.  File names may hold other @. */
static char *
find_output(char *text, struct argument_output *output)
{
    for (char *at = text + strlen(text); at-- > text;)
        for (unsigned i = 0; *at == '@' && i < OUTPUTS; i++) {
            size_t length = strlen(outputs[i].name);
            if (strncmp(at + 1, outputs[i].name, length) == 0 && at[1 + length] == '=') {
                *output = (struct argument_output){outputs[i].name, at + length + 2};
                return at;
            }
        }
    return NULL;
}

const struct argument_kind *
argument_kind_named(const char *prefix)
{
    return find_kind(prefix, strlen(prefix));
}

const char *
argument_read_text(struct command *command, struct argument *argument, const char *given)
{
    char *text = arena_strdup(command->arena, given), *at;
    struct argument_output output;
    while (argument->kind->finish && (at = find_output(text, &output))) {
        *at = '\0';
        if (!*output.text)
            return "";
        if (argument_output(argument, output.name))
            return arena_printf(command->arena, "@%s= stands twice", output.name);
        vec_push(command->arena, &argument->outputs, output);
    }
    return *text ? argument->kind->parse(command, argument, text) : "";
}

const char *
argument_read(struct command *command, const char *spec)
{
    const char *colon = strchr(spec, ':');
    struct argument argument = {.spec = spec, .index = command->arguments.count};
    argument.kind = find_kind(spec, colon ? (size_t)(colon - spec) : strlen(spec));
    bool may_be_bare = argument.kind && argument.kind->parse == queue_parse;
    if (!argument.kind || (!colon && !may_be_bare))
        return "no kind of argument";
    const char *why = colon ? argument_read_text(command, &argument, colon + 1)
                            : argument.kind->parse(command, &argument, "");
    vec_push(command->arena, &command->arguments, argument);
    return why;
}
