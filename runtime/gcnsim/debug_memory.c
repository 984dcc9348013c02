/* Memory and LDS as `gcnsim debug` shows them, and how an address is given. */
#include "runtime/gcnsim/debug.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The first 64 bits. */
static uint64_t
value_of(const struct held *held, bool *is_defined)
{
    uint64_t value = 0, undefined = 0;
    unsigned size = held->size < 8 ? held->size : 8;
    memcpy(&value, held->bytes, size);
    memcpy(&undefined, held->undefined, size);
    *is_defined = !undefined;
    return value;
}

/* argN */
static bool
take_argument(struct debugger *d, const char **text, uint64_t *address)
{
    unsigned index;
    if (strncmp(*text, "arg", 3) != 0)
        return false;
    *text += 3;
    if (!debug_take_number(text, UINT16_MAX, &index) || index >= d->command->arguments.count)
        return false;
    *address = d->command->arguments.at[index].address;
    return *address != 0;
}

/* s4, s[4:5], v[2:3]:LANE */
static bool
take_held(struct debugger *d, const char **text, uint64_t *address)
{
    struct place place;
    unsigned lane = 0;
    bool is_defined;
    if (!d->wave || !debug_take_register(text, &place) || (place.is_vector && *(*text)++ != ':') ||
        (place.is_vector && !debug_take_number(text, DEBUG_LANES - 1, &lane)))
        return false;
    struct held held = debug_fetch(d->wave, &place, lane);
    *address = value_of(&held, &is_defined);
    return held.exists && is_defined;
}

static bool
read_address(struct debugger *d, const char *word, uint64_t *address)
{
    const char *text = word;
    uint64_t number;
    char *end;
    if (isdigit((unsigned char)*text)) {
        *address = strtoull(text, &end, 0);
        text = end;
    } else if (!take_argument(d, &text, address)) {
        text = word;
        if (!take_held(d, &text, address))
            return debug_error(d, "%s is no address", word);
    }
    if (*text == '+' && parse_count(text + 1, &number)) {
        *address += number;
        return true;
    }
    return !*text || debug_error(d, "%s is no address", word);
}

/* The words of memory and lds; *size: bytes. */
static bool
read_range(struct debugger *d, char **words, unsigned count, uint64_t *address, uint64_t *size,
           struct value_type *type)
{
    enum { MAX_COUNT = 1 << 20 };
    uint64_t values;
    if (count != 3 || !parse_count(words[1], &values) || !values || values > MAX_COUNT ||
        !value_type_read(words[2], strlen(words[2]), type))
        return debug_error(d, "the command takes ADDRESS COUNT TYPE");
    *size = values * value_type_size(type);
    return read_address(d, words[0], address);
}

static void
print_range(struct debugger *d, const struct value_type *type, uint64_t size, const uint8_t *bytes,
            const uint8_t *undefined)
{
    unsigned step = value_type_size(type),
             per_line = type->width > 4 ? 1 : DEBUG_PER_LINE / type->width;
    for (uint64_t i = 0; i < size / step; i += per_line) {
        struct strbuf line = strbuf_new(d->command->arena);
        strbuf_printf(&line, "%5llu:", (unsigned long long)i);
        for (uint64_t k = i; k < i + per_line && k < size / step; k++) {
            strbuf_puts(&line, " ");
            debug_put_value(&line, type, bytes + k * step, undefined + k * step);
        }
        puts(line.text);
    }
}

bool
debug_memory(struct debugger *d, char **words, unsigned count)
{
    struct value_type type;
    uint64_t address = 0, size = 0;
    if (!read_range(d, words, count, &address, &size, &type))
        return false;
    uint8_t *bytes = arena_alloc(d->command->arena, size);
    uint8_t *undefined = arena_alloc(d->command->arena, size);
    if (!sim_peek(d->device, address, size, bytes, undefined))
        return debug_error(d, "%llu bytes at 0x%llx are not inside of one allocation",
                           (unsigned long long)size, (unsigned long long)address);
    print_range(d, &type, size, bytes, undefined);
    return true;
}

bool
debug_lds(struct debugger *d, char **words, unsigned count)
{
    struct value_type type;
    struct sim_wave_info info;
    uint64_t address = 0, size = 0;
    if (!read_range(d, words, count, &address, &size, &type))
        return false;
    sim_wave_describe(d->wave, &info);
    uint8_t *bytes = arena_alloc(d->command->arena, size);
    uint8_t *undefined = arena_alloc(d->command->arena, size);
    if (address > UINT32_MAX || size > UINT32_MAX ||
        !sim_wave_lds(d->wave, (uint32_t)address, (uint32_t)size, bytes, undefined))
        return debug_error(d, "%llu bytes at 0x%llx are not inside of the LDS, %u bytes",
                           (unsigned long long)size, (unsigned long long)address, info.lds_bytes);
    print_range(d, &type, size, bytes, undefined);
    return true;
}
