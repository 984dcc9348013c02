/* Registers, memory and LDS as `gcnsim debug` shows them.  What is uninitialised has a question mark
 * for each hexadecimal digit, or stands as `undefined`. */
#include "runtime/gcnsim/debug.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 64, PER_LINE = 8 };

/* ---- values ---- */

static void
put_hexadecimal(struct strbuf *out, unsigned bytes, uint64_t value, uint64_t undefined)
{
    strbuf_puts(out, "0x");
    for (unsigned shift = 8 * bytes; shift; shift -= 4) {
        bool known = !(undefined >> (shift - 4) & 15);
        strbuf_printf(out, known ? "%x" : "?", (unsigned)(value >> (shift - 4) & 15));
    }
}

static void
put_component(struct strbuf *out, const struct value_type *type, const uint8_t *bytes,
              const uint8_t *undefined)
{
    uint64_t value = 0, shadow = 0;
    memcpy(&value, bytes, type->bytes);
    memcpy(&shadow, undefined, type->bytes);
    if (type->letter == 'x')
        put_hexadecimal(out, type->bytes, value, shadow);
    else if (shadow)
        strbuf_puts(out, "undefined");
    else
        value_print(out, type, bytes);
}

static void
put_value(struct strbuf *out, const struct value_type *type, const uint8_t *bytes,
          const uint8_t *undefined)
{
    strbuf_puts(out, type->width > 1 ? "(" : "");
    for (unsigned k = 0; k < type->width; k++) {
        strbuf_puts(out, k ? "," : "");
        put_component(out, type, bytes + k * type->bytes, undefined + k * type->bytes);
    }
    strbuf_puts(out, type->width > 1 ? ")" : "");
}

/* ---- registers ---- */

struct place {
    enum sim_register which;
    unsigned number, count; /* of S, V and A: how many from number on */
    bool is_vector;
};

static const struct {
    const char *name;
    enum sim_register which;
} specials[] = {{"vcc", SIM_REGISTER_VCC},
                {"exec", SIM_REGISTER_EXEC},
                {"flat_scratch", SIM_REGISTER_FLAT_SCRATCH},
                {"m0", SIM_REGISTER_M0},
                {"scc", SIM_REGISTER_SCC}};

enum { SPECIALS = sizeof specials / sizeof *specials };

/* A number at *text; *text is then behind it. */
static bool
take_number(const char **text, unsigned most, unsigned *number)
{
    char *end;
    if (!isdigit((unsigned char)**text))
        return false;
    unsigned long value = strtoul(*text, &end, 10);
    *text = end;
    *number = (unsigned)value;
    return value <= most;
}

/* s4, v[2:3], vcc, ... up to what is no part of it. */
static bool
take_register(const char **text, struct place *place)
{
    static const char letters[] = "sva";
    static const enum sim_register which[] = {SIM_REGISTER_S, SIM_REGISTER_V, SIM_REGISTER_A};
    for (unsigned i = 0; i < SPECIALS; i++) {
        size_t length = strlen(specials[i].name);
        if (strncmp(*text, specials[i].name, length) == 0 &&
            !isalnum((unsigned char)(*text)[length])) {
            *place = (struct place){.which = specials[i].which, .count = 1};
            *text += length;
            return true;
        }
    }
    const char *letter = **text ? strchr(letters, **text) : NULL, *at = *text + 1;
    if (!letter)
        return false;
    *place = (struct place){.which = which[letter - letters], .is_vector = *letter != 's'};
    unsigned last;
    if (*at != '[') {
        place->count = 1;
        *text = at;
        return take_number(text, 511, &place->number);
    }
    at++;
    if (!take_number(&at, 511, &place->number) || *at++ != ':' || !take_number(&at, 511, &last) ||
        *at++ != ']' || last < place->number || last - place->number >= 16)
        return false;
    place->count = last - place->number + 1;
    *text = at;
    return true;
}

enum { MOST_DWORDS = 16 };

/* What registers from a place on hold, one behind the other. */
struct held {
    uint8_t bytes[4 * MOST_DWORDS], undefined[4 * MOST_DWORDS];
    unsigned size; /* bytes */
    bool is_pending, exists;
};

static struct held
fetch(const struct sim_wave *wave, const struct place *place, unsigned lane)
{
    struct held held = {.exists = true};
    for (unsigned i = 0; i < place->count && held.exists; i++) {
        struct sim_register_value value;
        held.exists = sim_wave_register(wave, place->which, place->number + i, lane, &value);
        if (!held.exists)
            break;
        unsigned size = value.bits == 1 ? 4 : value.bits / 8;
        memcpy(held.bytes + held.size, &value.value, size);
        memcpy(held.undefined + held.size, &value.undefined, size);
        held.size += size;
        held.is_pending |= value.is_pending;
    }
    return held;
}

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

static uint64_t
active_lanes(const struct sim_wave *wave)
{
    struct sim_wave_info info;
    sim_wave_describe(wave, &info);
    return info.exec;
}

/* 0-3,8 */
static bool
read_lanes(const char *text, uint64_t *lanes)
{
    *lanes = 0;
    do {
        unsigned first, last;
        if (!take_number(&text, LANES - 1, &first))
            return false;
        last = first;
        if (*text == '-' && (text++, !take_number(&text, LANES - 1, &last)))
            return false;
        for (unsigned i = first; i <= last; i++)
            *lanes |= UINT64_C(1) << i;
    } while (*text++ == ',');
    return !text[-1] && *lanes;
}

/* The type in which a register is shown: as wide as it is, unless one was given. */
static bool
fit_type(struct debugger *d, const struct held *held, const char *name, struct value_type *type)
{
    if (!held->exists)
        return debug_error(d, "the wave has no register %s", name);
    if (!type->letter)
        *type = (struct value_type){'x', held->size % 8 ? 4 : 8, 1};
    if (!type->width || held->size % (type->bytes * type->width))
        return debug_error(d, "%s has %u bytes, which is no number of such values", name,
                           held->size);
    return true;
}

static void
put_held(struct strbuf *out, const struct value_type *type, const struct held *held)
{
    unsigned step = type->bytes * type->width;
    for (unsigned at = 0; at < held->size; at += step) {
        strbuf_puts(out, at ? "," : "");
        put_value(out, type, held->bytes + at, held->undefined + at);
    }
}

static bool
print_vector(struct debugger *d, const struct place *place, const char *name, uint64_t lanes,
             struct value_type *type)
{
    struct held first = fetch(d->wave, place, 0);
    if (!fit_type(d, &first, name, type))
        return false;
    printf("%s%s%s\n", name, first.is_pending ? " (a load is not waited for)" : "",
           lanes ? "" : " (no lane is active)");
    for (unsigned lane = 0; lane < LANES; lane += PER_LINE) {
        struct strbuf line = strbuf_new(d->command->arena);
        if (!(lanes >> lane & 0xFF))
            continue;
        strbuf_printf(&line, "  lane %2u:", lane);
        for (unsigned i = lane; i < lane + PER_LINE; i++) {
            struct held held = fetch(d->wave, place, i);
            strbuf_puts(&line, " ");
            if (lanes >> i & 1)
                put_held(&line, type, &held);
            else
                strbuf_puts(&line, "-");
        }
        puts(line.text);
    }
    return true;
}

static bool
print_scalar(struct debugger *d, const struct place *place, const char *name,
             struct value_type *type)
{
    struct held held = fetch(d->wave, place, 0);
    struct strbuf line = strbuf_new(d->command->arena);
    if (place->which == SIM_REGISTER_SCC && !type->letter)
        *type = (struct value_type){'u', 4, 1};
    if (!fit_type(d, &held, name, type))
        return false;
    put_held(&line, type, &held);
    printf("%s = %s%s\n", name, line.text, held.is_pending ? " (a load is not waited for)" : "");
    return true;
}

bool
debug_print(struct debugger *d, char **words, unsigned count)
{
    static const char form[] = "the command is: print REG [LANES] [TYPE]";
    struct place place;
    struct value_type type = {0};
    uint64_t lanes = active_lanes(d->wave);
    const char *text = count ? words[0] : "";
    if (!take_register(&text, &place) || *text)
        return count ? debug_error(d, "no register is called %s", words[0]) : debug_error(d, form);
    for (unsigned i = 1; i < count; i++)
        if (!value_type_read(words[i], strlen(words[i]), &type) &&
            !(place.is_vector && read_lanes(words[i], &lanes)))
            return debug_error(d, "%s are no lanes and no type", words[i]);
    if (place.is_vector)
        return print_vector(d, &place, words[0], lanes, &type);
    return print_scalar(d, &place, words[0], &type);
}

/* ---- all registers ---- */

static void
tell_bank(struct debugger *d, enum sim_register which, char letter, unsigned count, unsigned lane)
{
    struct sim_register_value value;
    for (unsigned i = 0; i < count; i += PER_LINE) {
        struct strbuf line = strbuf_new(d->command->arena);
        strbuf_printf(&line, "%c%-3u", letter, i);
        for (unsigned k = i; k < i + PER_LINE && k < count; k++) {
            if (!sim_wave_register(d->wave, which, k, lane, &value))
                break;
            strbuf_puts(&line, value.is_pending ? "*" : " ");
            put_hexadecimal(&line, 4, value.value, value.undefined);
        }
        puts(line.text);
    }
}

bool
debug_registers(struct debugger *d, char **words, unsigned count)
{
    struct sim_wave_info info;
    sim_wave_describe(d->wave, &info);
    uint64_t lane = info.exec ? (unsigned)__builtin_ctzll(info.exec) : 0;
    if (count > 1 || (count && (!parse_count(words[0], &lane) || lane >= LANES)))
        return debug_error(d, "the command is: regs [LANE]");
    for (unsigned i = 0; i < SPECIALS; i++) {
        struct place place = {.which = specials[i].which, .count = 1};
        struct value_type type = {0};
        print_scalar(d, &place, specials[i].name, &type);
    }
    tell_bank(d, SIM_REGISTER_S, 's', info.sgprs, 0);
    printf("lane %u\n", (unsigned)lane);
    tell_bank(d, SIM_REGISTER_V, 'v', info.vgprs, (unsigned)lane);
    tell_bank(d, SIM_REGISTER_A, 'a', info.agprs, (unsigned)lane);
    return true;
}

/* ---- memory ---- */

/* argN */
static bool
take_argument(struct debugger *d, const char **text, uint64_t *address)
{
    unsigned index;
    if (strncmp(*text, "arg", 3) != 0)
        return false;
    *text += 3;
    if (!take_number(text, UINT16_MAX, &index) || index >= d->command->arguments.count)
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
    if (!d->wave || !take_register(text, &place) || (place.is_vector && *(*text)++ != ':') ||
        (place.is_vector && !take_number(text, LANES - 1, &lane)))
        return false;
    struct held held = fetch(d->wave, &place, lane);
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
    enum { MOST = 1 << 20 };
    uint64_t values;
    if (count != 3 || !parse_count(words[1], &values) || !values || values > MOST ||
        !value_type_read(words[2], strlen(words[2]), type))
        return debug_error(d, "the command takes ADDRESS COUNT TYPE");
    *size = values * value_type_size(type);
    return read_address(d, words[0], address);
}

static void
print_range(struct debugger *d, const struct value_type *type, uint64_t size, const uint8_t *bytes,
            const uint8_t *undefined)
{
    unsigned step = value_type_size(type), per_line = type->width > 4 ? 1 : PER_LINE / type->width;
    for (uint64_t i = 0; i < size / step; i += per_line) {
        struct strbuf line = strbuf_new(d->command->arena);
        strbuf_printf(&line, "%5llu:", (unsigned long long)i);
        for (uint64_t k = i; k < i + per_line && k < size / step; k++) {
            strbuf_puts(&line, " ");
            put_value(&line, type, bytes + k * step, undefined + k * step);
        }
        puts(line.text);
    }
}

bool
debug_memory(struct debugger *d, char **words, unsigned count)
{
    struct value_type type;
    uint64_t address, size;
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
    uint64_t address, size;
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
