/* buf:FILE, buf:N and buf:N*TYPE=FILL: buffers, with what becomes of them after the run. */
#include "runtime/gcnsim/gcnsim.h"
#include "runtime/gcnsim/value.h"
#include "support/ieee.h"

#include <string.h>

enum fill { FILL_FILE, FILL_ZEROES, FILL_UNDEFINED, FILL_LIST, FILL_IOTA, FILL_RANDOM };

struct buffer {
    enum fill fill;
    const char *path;
    uint64_t count; /* values, or bytes for FILL_ZEROES and FILL_UNDEFINED */
    struct value_type type;
    uint8_t *list; /* components, one after the other; start and step of FILL_IOTA */
    unsigned list_count;
    uint64_t seed;
};

/* ---- the text ---- */

static bool
read_list(struct arena *arena, struct buffer *buffer, const char *text)
{
    return value_read_list(arena, &buffer->type, text, &buffer->list, &buffer->list_count);
}

/* WORD or WORD,NUMBERS: *rest is what follows the comma, or NULL. */
static bool
is_word(const char *text, const char *word, const char **rest)
{
    size_t length = strlen(word);
    if (strncmp(text, word, length) != 0 || (text[length] && text[length] != ','))
        return false;
    *rest = text[length] ? text + length + 1 : NULL;
    return true;
}

static const char *
read_fill(struct arena *arena, struct buffer *buffer, const char *text, bool counted)
{
    const char *rest;
    if (is_word(text, "iota", &rest)) {
        buffer->fill = FILL_IOTA;
        if (!counted)
            return "how many values?";
        return read_list(arena, buffer, rest) && buffer->list_count <= 2 ? NULL : "";
    }
    if (is_word(text, "random", &rest)) {
        buffer->fill = FILL_RANDOM;
        if (!counted)
            return "how many values?";
        return !rest || parse_count(rest, &buffer->seed) ? NULL : "";
    }
    buffer->fill = FILL_LIST;
    if (!read_list(arena, buffer, text))
        return "";
    if (buffer->list_count % buffer->type.width)
        return "the last vector lacks components";
    if (!counted)
        buffer->count = buffer->list_count / buffer->type.width;
    return NULL;
}

/* [N*]TYPE[=FILL]; *typed says whether the text looks like that at all. */
static const char *
read_typed(struct arena *arena, struct buffer *buffer, const char *text, bool *typed)
{
    const char *star = strchr(text, '*'), *type = star ? star + 1 : text;
    size_t length = strcspn(type, "=");
    *typed = value_type_read(type, length, &buffer->type) && (star || type[length]);
    if (!*typed)
        return NULL;
    if (star && !parse_count(arena_strndup(arena, text, (size_t)(star - text)), &buffer->count))
        return "";
    if (buffer->count > UINT64_MAX / VALUE_MAX)
        return "too many values";
    if (type[length])
        return read_fill(arena, buffer, type + length + 1, star);
    buffer->fill = FILL_ZEROES;
    buffer->count *= value_type_size(&buffer->type);
    return NULL;
}

/* Files are read later, once the command line is known to be right. */
const char *
buffer_parse(struct command *command, struct argument *argument, const char *text)
{
    struct buffer *buffer = argument->data = ARENA_NEW(command->arena, struct buffer);
    const char *equals = strchr(text, '=');
    bool typed;
    const char *why = check_print(argument);
    if (!why)
        why = read_typed(command->arena, buffer, text, &typed);
    if (why || typed)
        return why;
    buffer->fill = FILL_ZEROES;
    if (parse_count(text, &buffer->count))
        return NULL;
    buffer->fill = FILL_UNDEFINED;
    if (equals && strcmp(equals, "=undefined") == 0 &&
        parse_count(arena_strndup(command->arena, text, (size_t)(equals - text)), &buffer->count))
        return NULL;
    buffer->fill = FILL_FILE;
    buffer->path = text;
    return NULL;
}

/* ---- the contents ---- */

uint64_t
next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static double
list_value(const struct buffer *buffer, unsigned index, double otherwise)
{
    uint64_t bits = 0;
    if (index >= buffer->list_count)
        return otherwise;
    memcpy(&bits, buffer->list + index * buffer->type.bytes, buffer->type.bytes);
    return ieee_value(8 * buffer->type.bytes, bits);
}

/* The component of that number, as bits. */
static uint64_t
fill_bits(struct buffer *buffer, uint64_t number)
{
    const struct value_type *type = &buffer->type;
    uint64_t bits = 0, start = 0, step = 1;
    if (buffer->fill == FILL_LIST) {
        memcpy(&bits, buffer->list + number % buffer->list_count * type->bytes, type->bytes);
        return bits;
    }
    if (buffer->fill == FILL_RANDOM) {
        bits = next_random(&buffer->seed);
        /* As many bits as a float has, so that 1 is never rounded to. */
        unsigned precision = type->bytes == 8 ? 53 : type->bytes == 4 ? 24 : 11;
        double unit = (double)(bits >> (64 - precision)) / (double)(UINT64_C(1) << precision);
        return type->letter == 'f' ? ieee_bits(8 * type->bytes, unit) : bits;
    }
    if (type->letter == 'f')
        return ieee_bits(8 * type->bytes,
                         list_value(buffer, 0, 0) + (double)number * list_value(buffer, 1, 1));
    if (buffer->list_count > 0)
        memcpy(&start, buffer->list, type->bytes);
    if (buffer->list_count > 1)
        memcpy(&step, buffer->list + type->bytes, type->bytes);
    return start + number * step;
}

static inline void
put_bits(uint8_t *to, unsigned bytes, uint64_t bits)
{
    if (bytes == 4)
        memcpy(to, &bits, 4);
    else
        memcpy(to, &bits, bytes);
}

static void
fill(struct buffer *buffer, uint8_t *bytes)
{
    const struct value_type *type = &buffer->type;
    size_t size = value_type_size(type);
    bool is_integer = buffer->fill == FILL_RANDOM && type->letter != 'f';
    for (uint64_t i = 0; i < buffer->count; i++)
        for (unsigned k = 0; k < type->width; k++) {
            uint64_t bits =
                is_integer ? next_random(&buffer->seed) : fill_bits(buffer, i * type->width + k);
            put_bits(bytes + i * size + k * type->bytes, type->bytes, bits);
        }
}

/* In its place, if the host sees that. */
static bool
fill_memory(struct command *command, struct argument *argument)
{
    bool is_gpu = machine_is_gpu(command->machine);
    uint8_t *bytes = is_gpu ? arena_alloc_raw(command->arena, argument->size)
                            : sim_host_pointer(command->device, argument->address, argument->size);
    fill(argument->data, bytes);
    return !is_gpu ||
           machine_write(command->machine, argument->address, bytes, argument->size) == SIM_OK;
}

bool
buffer_make(struct command *command, struct argument *argument)
{
    struct buffer *buffer = argument->data;
    uint8_t *bytes = NULL;
    size_t file_size = 0;
    argument->size = buffer->count;
    if (buffer->fill == FILL_FILE) {
        bytes = read_whole_file(command->arena, buffer->path, &file_size);
        if (!bytes)
            return false;
        argument->size = file_size;
    } else if (buffer->fill >= FILL_LIST) {
        argument->size = buffer->count * value_type_size(&buffer->type);
    }
    argument->address = (buffer->fill == FILL_UNDEFINED ? machine_alloc_raw : machine_alloc)(
        command->machine, argument->size);
    if (!argument->address)
        return report_failure(command, SIM_ERROR) == EXIT_GOOD;
    bool is_written = !bytes || machine_write(command->machine, argument->address, bytes,
                                              argument->size) == SIM_OK;
    if (buffer->fill >= FILL_LIST && argument->size)
        is_written = fill_memory(command, argument);
    if (!is_written)
        return report_failure(command, SIM_ERROR) == EXIT_GOOD;
    return argument_is_address(command, argument, argument->address, argument->size);
}

/* ---- after the run ---- */

enum exit_status
buffer_finish(struct command *command, const struct argument *argument)
{
    const char *path = argument_output(argument, "out");
    const char *what = argument_output(argument, "print");
    enum exit_status written = EXIT_GOOD;
    if (!path && !what && !argument_output(argument, "expect"))
        return EXIT_GOOD;
    uint8_t *bytes = arena_alloc(command->arena, argument->size + 1);
    enum sim_status status =
        machine_read(command->machine, argument->address, bytes, argument->size);
    if (what)
        print_contents(command, argument, what, bytes, argument->size);
    if (path)
        written = write_whole_file(path, bytes, argument->size);
    if (written == EXIT_GOOD)
        written = check_argument(command, argument, bytes, argument->size);
    return written == EXIT_GOOD && status != SIM_OK ? report_argument(command, argument, status)
                                                    : written;
}
