#include "runtime/selftest/case.h"

#include "support/ieee.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    struct arena *arena;
    struct case_program *program;
    unsigned line;
};

static void
wrong(struct reader *reader, const char *what, const char *where)
{
    if (!reader->program->error)
        reader->program->error =
            arena_printf(reader->arena, "%u: %s '%s'", reader->line, what, where);
}

static const struct {
    const char *name;
    struct value_type type;
} type_names[] = {
    {"char", {VALUE_INT, 1}},    {"uchar", {VALUE_UINT, 1}},   {"short", {VALUE_INT, 2}},
    {"ushort", {VALUE_UINT, 2}}, {"int", {VALUE_INT, 4}},      {"uint", {VALUE_UINT, 4}},
    {"long", {VALUE_INT, 8}},    {"ulong", {VALUE_UINT, 8}},   {"half", {VALUE_FLOAT, 2}},
    {"float", {VALUE_FLOAT, 4}}, {"double", {VALUE_FLOAT, 8}}, {"struct", {VALUE_UINT, 1}},
};

static bool
find_type(const char *name, size_t length, struct value_type *type)
{
    for (size_t i = 0; i < sizeof type_names / sizeof *type_names; i++)
        if (strlen(type_names[i].name) == length && !strncmp(type_names[i].name, name, length)) {
            *type = type_names[i].type;
            return true;
        }
    return false;
}

/* The next word between spaces, or NULL. */
static const char *
next_word(struct reader *reader, const char **text)
{
    const char *start = *text + strspn(*text, " \t");
    size_t length = strcspn(start, " \t");
    *text = start + length;
    return length ? arena_strndup(reader->arena, start, length) : NULL;
}

/* The bits of a literal; *end after it. */
static uint64_t
read_bits(struct reader *reader, struct value_type type, const char *text, char **end)
{
    uint64_t limit = type.size == 8 ? UINT64_MAX : (1ull << 8 * type.size) - 1, value;
    if (*text == '#')
        value = strtoull(text + 1, end, 16);
    else if (type.kind == VALUE_FLOAT && type.size == 4) {
        float single = strtof(text, end); /* rounded once */
        value = 0;
        memcpy(&value, &single, 4);
    } else if (type.kind == VALUE_FLOAT)
        value = ieee_bits(8 * type.size, strtod(text, end));
    else if (*text == '-') {
        value = (uint64_t)strtoll(text, end, 0);
        if (~value > limit >> 1)
            wrong(reader, "does not fit its type", text);
        value &= limit;
    } else
        value = strtoull(text, end, 0);
    if (value > limit)
        wrong(reader, "does not fit its type", text);
    return value;
}

/* "[type:]literal[*count]", "_": how often. */
static unsigned
read_value(struct reader *reader, const char *word, struct expectation *value)
{
    const char *colon = strchr(word, ':');
    char *end = (char *)(uintptr_t)(word + 1);
    if (colon) {
        if (!find_type(word, (size_t)(colon - word), &value->type))
            wrong(reader, "unknown type", word);
        word = colon + 1;
        end = (char *)(uintptr_t)(word + 1);
    }
    value->any = *word == '_';
    if (!value->any)
        value->bits = read_bits(reader, value->type, word, &end);
    if (*end == '*')
        return (unsigned)strtoul(end + 1, &end, 10);
    if (*end)
        wrong(reader, "not a value", word);
    return 1;
}

static void
read_tolerance(struct reader *reader, const char *word, struct case_arg *arg, unsigned from)
{
    char *end;
    double tolerance = strtod(word + 1, &end);
    for (unsigned i = from; i < arg->expected.count; i++) {
        arg->expected.at[i].tolerance = tolerance;
        arg->expected.at[i].is_ulps = !strcmp(end, "ulp");
    }
    if (*end && strcmp(end, "ulp") != 0)
        wrong(reader, "not a tolerance", word);
}

/* Values one after the other from byte offset at, as expectations; returns the offset after. */
static size_t
read_values(struct reader *reader, struct case_arg *arg, size_t at, const char *text)
{
    unsigned from = arg->expected.count;
    const char *word;
    while ((word = next_word(reader, &text)) != NULL) {
        struct expectation value = {.line = reader->line, .type = arg->type};
        if (*word == '~') {
            read_tolerance(reader, word, arg, from);
            continue;
        }
        for (unsigned count = read_value(reader, word, &value); count > 0; count--) {
            value.at = at;
            vec_push(reader->arena, &arg->expected, value);
            at += value.type.size;
            if (arg->components == 3 && at % (4 * value.type.size) == 3 * value.type.size)
                at += value.type.size;
        }
    }
    if (from == arg->expected.count)
        wrong(reader, "no values for", arg->name);
    return at;
}

/* Contents are read like expectations and then written. */
static void
read_contents(struct reader *reader, struct case_arg *arg, const char *text)
{
    size_t size = read_values(reader, arg, 0, text);
    uint8_t *bytes = arena_alloc(reader->arena, (size > arg->size ? size : arg->size) + 8);
    if (arg->kind != ARG_VALUE && size > arg->size)
        wrong(reader, "too many values for", arg->name);
    memcpy(bytes, arg->bytes, arg->size);
    for (unsigned i = 0; i < arg->expected.count; i++) {
        const struct expectation *value = &arg->expected.at[i];
        if (!value->any)
            memcpy(bytes + value->at, &value->bits, value->type.size);
    }
    arg->bytes = bytes;
    if (arg->kind == ARG_VALUE)
        arg->size = size;
    arg->expected.count = 0;
}

static struct case_launch *
current(struct reader *reader, const char *where)
{
    struct case_program *program = reader->program;
    if (program->launches.count)
        return &vec_last(&program->launches);
    wrong(reader, "no '// kernel:' before", where);
    return NULL;
}

/* "int4", "struct" */
static void
read_arg_type(struct reader *reader, const char *word, struct case_arg *arg)
{
    size_t length = strspn(word, "abcdefghijklmnopqrstuvwxyz");
    if (!find_type(word, length, &arg->type))
        wrong(reader, "unknown type", word);
    arg->components = word[length] ? (unsigned)strtoul(word + length, NULL, 10) : 1;
}

static size_t
element_size(const struct case_arg *arg)
{
    return (size_t)arg->type.size * (arg->components == 3 ? 4 : arg->components);
}

/* "image name 4x2 RGBA FLOAT array:3 = 1 2 3", "sampler normalized repeat linear": the words after
 * the first. */
static void
read_opaque(struct reader *reader, const char *text, struct case_arg *arg)
{
    const char *word;
    bool is_image = arg->kind == ARG_IMAGE;
    if (is_image)
        arg->name = next_word(reader, &text);
    while ((word = next_word(reader, &text)) != NULL && strcmp(word, "=") != 0)
        if (!(is_image ? case_image_word : case_sampler_word)(arg, word))
            wrong(reader, "unknown word", word);
    if (!is_image)
        return;
    if (!arg->name || !case_image_finish(arg)) {
        wrong(reader, "no such image", "");
        return;
    }
    arg->bytes = arena_alloc(reader->arena, arg->size + 8);
    memset(arg->bytes, 0xa5, arg->size);
    if (word)
        read_contents(reader, arg, text);
}

/* "int4 name[8] = 1 2 3", "int name = 5", "local 64", "null"; images and samplers */
static void
read_arg(struct reader *reader, const char *text)
{
    struct case_launch *launch = current(reader, text);
    struct case_arg arg = {.name = "", .components = 1};
    const char *type = next_word(reader, &text), *rest = text, *name = next_word(reader, &text);
    const char *equals = next_word(reader, &text);
    if (!launch || !type)
        return;
    if (!strcmp(type, "image") || !strcmp(type, "sampler")) {
        arg.kind = *type == 'i' ? ARG_IMAGE : ARG_SAMPLER;
        read_opaque(reader, rest, &arg);
    } else if (!strcmp(type, "null")) {
        arg.kind = ARG_NULL;
    } else if (!name) {
        wrong(reader, "no name after", type);
    } else if (!strcmp(type, "local")) {
        arg.kind = ARG_LOCAL;
        arg.size = strtoul(name, NULL, 10);
    } else {
        const char *bracket = strchr(name, '[');
        read_arg_type(reader, type, &arg);
        arg.kind = bracket ? ARG_BUFFER : ARG_VALUE;
        arg.name = bracket ? arena_strndup(reader->arena, name, (size_t)(bracket - name)) : name;
        arg.size = bracket ? element_size(&arg) * strtoul(bracket + 1, NULL, 10) : 0;
        arg.bytes = arena_alloc(reader->arena, arg.size + 8);
        memset(arg.bytes, 0xa5, arg.size);
        if (equals)
            read_contents(reader, &arg, text);
        else if (!bracket || !arg.size)
            wrong(reader, "no value of", name);
    }
    vec_push(reader->arena, &launch->args, arg);
}

/* Finds "name[index]" of one of the launch's buffers in text. */
static struct case_arg *
find_place(struct case_launch *launch, const char *text, size_t *at)
{
    for (const char *open = text; (open = strchr(open, '[')) != NULL; open++) {
        const char *start = open;
        if (!isdigit((unsigned char)open[1]))
            continue;
        while (start > text && (isalnum((unsigned char)start[-1]) || start[-1] == '_'))
            start--;
        for (unsigned i = 0; i < launch->args.count; i++) {
            struct case_arg *arg = &launch->args.at[i];
            size_t length = (size_t)(open - start);
            if ((arg->kind == ARG_BUFFER || arg->kind == ARG_IMAGE) &&
                strlen(arg->name) == length && !strncmp(arg->name, start, length)) {
                *at = element_size(arg) * strtoul(open + 1, NULL, 10);
                return arg;
            }
        }
    }
    return NULL;
}

/* Expected values of the place that `where` names. */
static void
read_expected(struct reader *reader, const char *where, const char *values)
{
    struct case_launch *launch = current(reader, where);
    size_t at = 0;
    struct case_arg *arg = launch ? find_place(launch, where, &at) : NULL;
    if (!arg)
        wrong(reader, "no buffer[index] in", where);
    else if (read_values(reader, arg, at, values) > arg->size)
        wrong(reader, "too many values for", arg->name);
}

/* "name[2] = 1 2 3" */
static void
read_expect(struct reader *reader, const char *text)
{
    const char *place = next_word(reader, &text), *equals = next_word(reader, &text);
    if (!place || !equals || strcmp(equals, "=") != 0)
        wrong(reader, "not 'name[index] = values':", text);
    else
        read_expected(reader, place, text);
}

/* "8,4": how many. */
static unsigned
read_sizes(const char *text, uint32_t sizes[3])
{
    char *end = (char *)(uintptr_t)text;
    unsigned count = 0;
    do
        sizes[count++] = (uint32_t)strtoul(end + (*end == ','), &end, 10);
    while (*end == ',' && count < 3);
    return count;
}

/* "name global=8,4 local=4,2 offset=1" */
static void
read_kernel(struct reader *reader, const char *text)
{
    struct case_launch launch = {.line = reader->line, .dims = 1};
    const char *word;
    uint32_t offset[3] = {0};
    bool has_local = false;
    for (unsigned i = 0; i < 3; i++)
        launch.global[i] = launch.local[i] = 1;
    launch.kernel = next_word(reader, &text);
    while ((word = next_word(reader, &text)) != NULL) {
        if (!strncmp(word, "global=", 7))
            launch.dims = read_sizes(word + 7, launch.global);
        else if (!strncmp(word, "local=", 6))
            has_local = read_sizes(word + 6, launch.local);
        else if (!strncmp(word, "offset=", 7))
            read_sizes(word + 7, offset);
        else
            wrong(reader, "unknown word", word);
    }
    for (unsigned i = 0; i < 3; i++) {
        launch.offset[i] = offset[i];
        if (!has_local)
            launch.local[i] = launch.global[i];
    }
    vec_push(reader->arena, &reader->program->launches, launch);
}

static void
read_check(struct reader *reader, const char *text)
{
    struct case_launch *launch = current(reader, text);
    struct case_check check = {.line = reader->line, .field = next_word(reader, &text)};
    check.relation = next_word(reader, &text);
    const char *value = next_word(reader, &text);
    if (!value)
        wrong(reader, "not 'field relation value'", "");
    else if (launch) {
        check.value = strtoull(value, NULL, 0);
        vec_push(reader->arena, &launch->checks, check);
    }
}

static void
read_options(struct reader *reader, const char *text)
{
    const char *word;
    while ((word = next_word(reader, &text)) != NULL)
        vec_push(reader->arena, &reader->program->options, word);
}

static void
read_text(struct reader *reader, const char *text, bool absent)
{
    struct case_text row = {reader->line, text, absent};
    vec_push(reader->arena, &reader->program->texts, row);
}

static void
read_key(struct reader *reader, const char *key, const char *text)
{
    if (!strcmp(key, "options"))
        read_options(reader, text);
    else if (!strcmp(key, "targets"))
        reader->program->targets = text;
    else if (!strcmp(key, "xfail"))
        reader->program->xfail = *text ? text : "no reason given";
    else if (!strcmp(key, "kernel"))
        read_kernel(reader, text);
    else if (!strcmp(key, "arg"))
        read_arg(reader, text);
    else if (!strcmp(key, "expect"))
        read_expect(reader, text);
    else if (!strcmp(key, "check"))
        read_check(reader, text);
    else if (!strcmp(key, "asm"))
        read_text(reader, text, false);
    else if (!strcmp(key, "asm-not"))
        read_text(reader, text, true);
    else
        wrong(reader, "unknown key", key);
}

/* "// key: text" at the start of a line, or "//= values" after a statement. */
static void
read_line(struct reader *reader, const char *line)
{
    const char *values = strstr(line, "//=");
    if (!strncmp(line, "// ", 3) && reader->line > 1) { /* the first line is a title */
        size_t length = strspn(line + 3, "abcdefghijklmnopqrstuvwxyz-");
        const char *text = line + 3 + length;
        if (length && *text == ':' && (text[1] == ' ' || !text[1])) {
            text += 1 + strspn(text + 1, " ");
            read_key(reader, arena_strndup(reader->arena, line + 3, length), text);
        }
    } else if (values)
        read_expected(reader, arena_strndup(reader->arena, line, (size_t)(values - line)),
                      values + 3);
}

/* A launch that says nothing of its results tests nothing. */
static bool
expects_something(const struct case_launch *launch)
{
    bool expects = launch->checks.count > 0;
    for (unsigned i = 0; i < launch->args.count; i++)
        expects |= launch->args.at[i].expected.count > 0;
    return expects;
}

void
case_read(struct case_program *program, struct arena *arena, const char *text)
{
    struct reader reader = {.arena = arena, .program = program};
    *program = (struct case_program){.targets = NULL};
    while (*text) {
        size_t length = strcspn(text, "\n"), used = length;
        while (used && strchr(" \t\r", text[used - 1]))
            used--;
        reader.line++;
        read_line(&reader, arena_strndup(arena, text, used));
        text += length + (text[length] == '\n');
    }
    for (unsigned i = 0; i < program->launches.count; i++) {
        reader.line = program->launches.at[i].line;
        if (!expects_something(&program->launches.at[i]) && !program->texts.count)
            wrong(&reader, "nothing is expected of", program->launches.at[i].kernel);
    }
    reader.line = 1;
    if (!program->launches.count)
        wrong(&reader, "nothing is launched", "");
}
