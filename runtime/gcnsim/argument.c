/* --arg SPEC: a kind, a colon, what the kind wants, and any number of @NAME=TEXT that say what to
 * do with it after the run. */
#include "runtime/gcnsim/gcnsim.h"

#include <ctype.h>
#include <errno.h>
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
argument_output(const struct argument *argument, const char *name)
{
    vec_foreach (const struct argument_output, output, &argument->outputs)
        if (strcmp(output->name, name) == 0)
            return output->text;
    return NULL;
}

/* ---- kinds without a file of their own ---- */

static const char *
parse_number(struct command *command, struct argument *argument, const char *text)
{
    const char *type = argument->kind->prefix;
    bool narrow = type[1] == '3';
    char *end;
    errno = 0;
    if (isspace((unsigned char)*text))
        return "";
    if (type[0] == 'f') {
        double value = strtod(text, &end);
        float single = (float)value;
        if (end == text || *end)
            return "";
        argument_by_value(command, argument, narrow ? (void *)&single : &value, narrow ? 4 : 8);
        return NULL;
    }
    uint64_t value;
    if (type[0] == 'u') {
        if (!parse_count(text, &value) || (narrow && value > UINT32_MAX))
            return "";
    } else {
        value = (uint64_t)strtoll(text, &end, 0);
        if (end == text || *end || errno)
            return "";
        if (narrow && ((int64_t)value < INT32_MIN || (int64_t)value > UINT32_MAX))
            return "";
    }
    argument_by_value(command, argument, &value, narrow ? 4 : 8);
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

static const struct argument_kind argument_kinds[] = {
    {"i32", "i32:V", "a number by value", parse_number, NULL, NULL},
    {"u32", "u32:V", "", parse_number, NULL, NULL},
    {"i64", "i64:V", "", parse_number, NULL, NULL},
    {"u64", "u64:V", "", parse_number, NULL, NULL},
    {"f32", "f32:V", "", parse_number, NULL, NULL},
    {"f64", "f64:V", "", parse_number, NULL, NULL},
    {"hex", "hex:BYTES", "bytes by value", parse_hex, NULL, NULL},
    {"local", "local:BYTES", "local memory", parse_local, NULL, NULL},
    {"buf", "buf:FILE, buf:N", "a buffer with a file's contents, or N zeroed bytes", buffer_parse,
     buffer_make, buffer_finish},
};

/* What can stand behind the text of kinds that have a finish function. */
static const struct {
    const char *name, *form, *help;
} outputs[] = {
    {"out", "@out=FILE", "behind a buffer: its contents after the run go to the file"},
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
    for (unsigned i = 0; i < KINDS; i++)
        if (strlen(argument_kinds[i].prefix) == length &&
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

const char *
argument_read(struct command *command, const char *spec)
{
    if (command->arguments.count == MAX_ARGUMENTS)
        return "too many arguments";
    const char *colon = strchr(spec, ':');
    struct argument argument = {.spec = spec, .index = command->arguments.count};
    argument.kind = colon ? find_kind(spec, (size_t)(colon - spec)) : NULL;
    if (!argument.kind)
        return "no kind of argument";
    char *text = arena_strdup(command->arena, colon + 1), *at;
    struct argument_output output;
    while (argument.kind->finish && (at = find_output(text, &output))) {
        *at = '\0';
        if (!*output.text)
            return "";
        vec_push(command->arena, &argument.outputs, output);
    }
    const char *why = *text ? argument.kind->parse(command, &argument, text) : "";
    vec_push(command->arena, &command->arguments, argument);
    return why;
}
