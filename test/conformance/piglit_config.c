#include "test/conformance/piglit_config.h"

#include "support/strbuf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct reader {
    struct arena *arena;
    struct piglit_program *program;
    struct piglit_test defaults; /* what [config] says for every test */
    struct piglit_test *test;    /* NULL while in [config] */
};

static void
unsupported(struct reader *reader, const char *what)
{
    if (!reader->program->unsupported)
        reader->program->unsupported = arena_strdup(reader->arena, what);
}

static const struct {
    const char *name;
    struct piglit_type type;
} type_names[] = {
    {"char", {PIGLIT_INT, 1, 1}},     {"uchar", {PIGLIT_UINT, 1, 1}},
    {"short", {PIGLIT_INT, 2, 1}},    {"ushort", {PIGLIT_UINT, 2, 1}},
    {"int", {PIGLIT_INT, 4, 1}},      {"uint", {PIGLIT_UINT, 4, 1}},
    {"long", {PIGLIT_INT, 8, 1}},     {"ulong", {PIGLIT_UINT, 8, 1}},
    {"half", {PIGLIT_FLOAT, 2, 1}},   {"float", {PIGLIT_FLOAT, 4, 1}},
    {"double", {PIGLIT_FLOAT, 8, 1}},
};

/* "int", "float4"; steps over it. */
static bool
read_type(const char **text, struct piglit_type *type)
{
    size_t length = strspn(*text, "abcdefghijklmnopqrstuvwxyz");
    for (size_t i = 0; i < sizeof type_names / sizeof *type_names; i++)
        if (strlen(type_names[i].name) == length && !strncmp(type_names[i].name, *text, length)) {
            char *end = (char *)(uintptr_t)(*text + length);
            *type = type_names[i].type;
            if (*end >= '0' && *end <= '9') /* strtoul would step over spaces to the first value */
                type->components = (unsigned)strtoul(end, &end, 10);
            *text = end;
            return true;
        }
    return false;
}

/* IEEE half from double, to nearest even. */
static uint16_t
half_bits(double value)
{
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    double magnitude = fabs(value);
    int exponent;
    if (isnan(value))
        return 0x7e00;
    if (magnitude >= 65520.0)
        return sign | 0x7c00;
    frexp(magnitude, &exponent);
    if (magnitude == 0 || exponent < -13) /* denormal: units of 2^-24 */
        return sign | (uint16_t)nearbyint(ldexp(magnitude, 24));
    double units = nearbyint(ldexp(magnitude, 11 - exponent)); /* 1024 .. 2048 */
    return (uint16_t)(sign + ((exponent + 13) << 10) + (unsigned)units);
}

bool
piglit_close(const struct piglit_arg *expected, double got, double want)
{
    static const int digits[] = {[2] = 11, [4] = 24, [8] = 53};
    double tolerance = expected->tolerance;
    int exponent;
    if (expected->is_ulps) {
        frexp(want, &exponent);
        tolerance = ldexp(tolerance, exponent - digits[expected->type.size]);
    }
    /* A NaN stands for any number as well, as in piglit: some tests leave results open like that.
     */
    return isnan(want) || got == want || fabs(got - want) <= tolerance;
}

static void
put_value(const struct piglit_type *type, const char *text, uint8_t *bytes, char **end)
{
    uint64_t integer;
    if (type->kind != PIGLIT_FLOAT) {
        integer = *text == '-' ? (uint64_t)strtoll(text, end, 0) : strtoull(text, end, 0);
        memcpy(bytes, &integer, type->size);
        return;
    }
    double value = strtod(text, end);
    float single = (float)value;
    uint16_t half = half_bits(value);
    if (type->size == 8)
        memcpy(bytes, &value, 8);
    else if (type->size == 4)
        memcpy(bytes, &single, 4);
    else
        memcpy(bytes, &half, 2);
}

static const char *
skip_space(const char *text)
{
    return text + strspn(text, " \t");
}

static bool
accept_word(const char **text, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(*text, word, length) != 0)
        return false;
    *text = skip_space(*text + length);
    return true;
}

/* Values fill the argument; "repeat" starts again from the first when they run out. */
static void
read_values(struct reader *reader, struct piglit_arg *arg, const char *text)
{
    unsigned components = arg->type.components, slots = components == 3 ? 4 : components;
    unsigned total = arg->count * components, read = 0;
    bool repeat = accept_word(&text, "repeat");
    arg->size = (size_t)arg->count * slots * arg->type.size;
    arg->bytes = arena_alloc(reader->arena, arg->size + 8);
    for (; read < total && *text; read++) {
        size_t slot = read / components * slots + read % components;
        char *end;
        if (strncmp(text, "tolerance", 9) == 0)
            break;
        put_value(&arg->type, text, arg->bytes + slot * arg->type.size, &end);
        if (end == text) {
            unsupported(reader, text);
            return;
        }
        text = skip_space(end);
    }
    if (accept_word(&text, "tolerance")) {
        char *end;
        arg->tolerance = strtod(text, &end);
        text = skip_space(end);
        arg->is_ulps = accept_word(&text, "ulp");
    }
    for (unsigned i = read; repeat && read && i < total; i++) {
        size_t from = i % read, to = i / components * slots + i % components;
        from = from / components * slots + from % components;
        memcpy(arg->bytes + to * arg->type.size, arg->bytes + from * arg->type.size,
               arg->type.size);
    }
}

/* The next word, in the arena; NULL at the end. */
static const char *
next_word(struct reader *reader, const char **text)
{
    size_t length = strcspn(*text, " \t");
    const char *word = arena_strndup(reader->arena, *text, length);
    *text = skip_space(*text + length);
    return length ? word : NULL;
}

/* "image_type 2d image_width 2 ...", "normalized_coords 0 addressing_mode NONE ..." */
static void
read_words(struct reader *reader, struct piglit_words *words, const char *text)
{
    const struct {
        const char *key;
        const char **word;
        uint32_t *number;
    } keys[] = {
        {"image_type", &words->shape, NULL},
        {"image_width", NULL, &words->width},
        {"image_height", NULL, &words->height},
        {"image_depth", NULL, &words->depth},
        {"image_channel_order", &words->order, NULL},
        {"image_channel_data_type", &words->channel, NULL},
        {"addressing_mode", &words->addressing, NULL},
        {"filter_mode", &words->filter, NULL},
    };
    for (const char *key; (key = next_word(reader, &text)) != NULL;) {
        const char *value = next_word(reader, &text);
        unsigned found = 0;
        while (found < sizeof keys / sizeof *keys && strcmp(keys[found].key, key) != 0)
            found++;
        if (value && !strcmp(key, "normalized_coords"))
            words->normalized = *value == '1';
        else if (!value || found == sizeof keys / sizeof *keys)
            unsupported(reader, key);
        else if (keys[found].word)
            *keys[found].word = value;
        else
            *keys[found].number = (uint32_t)strtoul(value, NULL, 10);
    }
}

/* "uchar4 1 2 3 4 image_type 2d ...": as many values as the image has texels. */
static void
read_image(struct reader *reader, struct piglit_arg *arg, const char *text)
{
    struct piglit_words *words = &arg->words;
    const char *keys = strstr(text, "image_");
    if (!keys || !read_type(&text, &arg->type)) {
        unsupported(reader, text);
        return;
    }
    read_words(reader, words, keys);
    arg->count =
        words->width * (words->height ? words->height : 1) * (words->depth ? words->depth : 1);
    read_values(reader, arg,
                arena_strndup(reader->arena, skip_space(text), (size_t)(keys - skip_space(text))));
}

/* "0 buffer int[2] 1 2", "1 float 0.5", "2 buffer int[4] NULL" */
static void
read_arg(struct reader *reader, const char *text, bool is_output)
{
    struct piglit_arg arg = {.is_output = is_output, .count = 1};
    char *end;
    arg.index = (unsigned)strtoul(text, &end, 10);
    text = skip_space(end);
    arg.is_buffer = accept_word(&text, "buffer");
    arg.is_image = accept_word(&text, "image");
    arg.is_sampler = accept_word(&text, "sampler");
    if (arg.is_image || arg.is_sampler) {
        if (arg.is_image)
            read_image(reader, &arg, text);
        else
            read_words(reader, &arg.words, text);
        vec_push(reader->arena, &reader->test->args, arg);
        return;
    }
    if (!read_type(&text, &arg.type)) {
        unsupported(reader, text);
        return;
    }
    if (*text == '[') {
        arg.count = (unsigned)strtoul(text + 1, &end, 10);
        text = *end == ']' ? end + 1 : end;
    }
    text = skip_space(text);
    unsigned slots = arg.type.components == 3 ? 4 : arg.type.components;
    arg.size = (size_t)arg.count * slots * arg.type.size;
    if (!strncasecmp(text, "null", 4))
        arg.is_null = true;
    else if (!strncmp(text, "random", 6))
        unsupported(reader, "random");
    else
        read_values(reader, &arg, text);
    vec_push(reader->arena, &reader->test->args, arg);
}

static void
read_sizes(const char *text, uint32_t sizes[3])
{
    char *end;
    for (int i = 0; i < 3; i++, text = end)
        sizes[i] = (uint32_t)strtoul(text, &end, 10);
}

/* Keys that a test has and [config] may set for all. */
static bool
read_test_key(struct reader *reader, struct piglit_test *test, const char *key, const char *value)
{
    uint32_t sizes[3];
    if (!strcmp(key, "kernel_name"))
        test->kernel = arena_strdup(reader->arena, value);
    else if (!strcmp(key, "dimensions"))
        test->dims = (unsigned)strtoul(value, NULL, 10);
    else if (!strcmp(key, "global_size"))
        read_sizes(value, test->global);
    else if (!strcmp(key, "local_size"))
        read_sizes(value, test->local);
    else if (!strcmp(key, "global_offset")) {
        read_sizes(value, sizes);
        for (int i = 0; i < 3; i++)
            test->offset[i] = sizes[i];
    } else if (!strcmp(key, "expect_test_fail"))
        test->expect_fail = !strcasecmp(value, "true");
    else
        return false;
    return true;
}

static void
read_config_key(struct reader *reader, const char *key, const char *value)
{
    struct piglit_program *program = reader->program;
    const char *copy = arena_strdup(reader->arena, value);
    if (!strcmp(key, "name"))
        program->name = copy;
    else if (!strcmp(key, "program_source_file"))
        program->source_file = copy;
    else if (!strcmp(key, "build_options"))
        program->options = copy;
    else if (!strcmp(key, "clc_version_min"))
        program->version_min = (unsigned)strtoul(value, NULL, 10);
    else if (!strcmp(key, "expect_build_fail"))
        program->expect_build_fail = !strcasecmp(value, "true");
    else if (!strcmp(key, "require_device_extensions"))
        program->extensions = copy;
    else if (!strcmp(key, "device_regex"))
        program->device_regex = copy;
    else if (!strcmp(key, "need_image_support"))
        program->needs_images = !strcasecmp(value, "true");
    else if (strcmp(key, "clc_version_max") != 0)
        unsupported(reader, key);
}

static void
read_key(struct reader *reader, const char *key, const char *value)
{
    struct piglit_test *test = reader->test ? reader->test : &reader->defaults;
    if (read_test_key(reader, test, key, value))
        return;
    if (!reader->test)
        read_config_key(reader, key, value);
    else if (!strcmp(key, "name"))
        test->name = arena_strdup(reader->arena, value);
    else if (!strcmp(key, "arg_in") || !strcmp(key, "arg_out"))
        read_arg(reader, value, key[4] == 'o');
    else
        unsupported(reader, key);
}

static void
read_line(struct reader *reader, char *line)
{
    line += strspn(line, " \t");
    size_t length = strlen(line);
    while (length && strchr(" \t\r", line[length - 1]))
        line[--length] = '\0';
    char *colon = strchr(line, ':');
    if (!strcmp(line, "[test]")) {
        vec_push(reader->arena, &reader->program->tests, reader->defaults);
        reader->test = &vec_last(&reader->program->tests);
    } else if (colon && *line != '#' && *line != '[') {
        *colon = '\0';
        read_key(reader, line, skip_space(colon + 1));
    }
}

void
piglit_read(struct piglit_program *program, struct arena *arena, const char *text)
{
    struct reader reader = {.arena = arena, .program = program, .defaults = {.dims = 1}};
    *program = (struct piglit_program){.options = "", .name = "", .source_file = NULL};
    while (*text) {
        struct strbuf line = strbuf_new(arena);
        bool more = true;
        while (more && *text) { /* a backslash joins lines */
            size_t length = strcspn(text, "\n"), used = length;
            const char *comment = memchr(text, '#', length);
            if (comment && comment > text && (comment[-1] == ' ' || comment[-1] == '\t'))
                used = (size_t)(comment - text);
            while (used && strchr(" \t\r", text[used - 1]))
                used--;
            more = used && text[used - 1] == '\\';
            strbuf_add(&line, text, more ? used - 1 : used);
            strbuf_puts(&line, " ");
            text += length + (text[length] == '\n');
        }
        read_line(&reader, line.text);
    }
}
