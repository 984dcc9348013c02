/* Registers as `gcnsim debug` shows them, and values in general.  What is uninitialised has a
 * question mark for each hexadecimal digit, or stands as `undefined`. */
#include "runtime/gcnsim/debug.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

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

void
debug_put_value(struct strbuf *out, const struct value_type *type, const uint8_t *bytes,
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

static const struct {
    const char *name;
    enum sim_register which;
} specials[] = {{"vcc", SIM_REGISTER_VCC},
                {"exec", SIM_REGISTER_EXEC},
                {"flat_scratch", SIM_REGISTER_FLAT_SCRATCH},
                {"m0", SIM_REGISTER_M0},
                {"scc", SIM_REGISTER_SCC}};

enum { SPECIALS = sizeof specials / sizeof *specials };

bool
debug_take_number(const char **text, unsigned most, unsigned *number)
{
    char *end;
    if (!isdigit((unsigned char)**text))
        return false;
    unsigned long value = strtoul(*text, &end, 10);
    *text = end;
    *number = (unsigned)value;
    return value <= most;
}

bool
debug_take_register(const char **text, struct place *place)
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
        return debug_take_number(text, 511, &place->number);
    }
    at++;
    if (!debug_take_number(&at, 511, &place->number) || *at++ != ':' ||
        !debug_take_number(&at, 511, &last) || *at++ != ']' || last < place->number ||
        last - place->number >= DEBUG_MAX_DWORDS)
        return false;
    place->count = last - place->number + 1;
    *text = at;
    return true;
}

struct held
debug_fetch(const struct sim_wave *wave, const struct place *place, unsigned lane)
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
        if (!debug_take_number(&text, DEBUG_LANES - 1, &first))
            return false;
        last = first;
        if (*text == '-' && (text++, !debug_take_number(&text, DEBUG_LANES - 1, &last)))
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
        debug_put_value(out, type, held->bytes + at, held->undefined + at);
    }
}

static bool
print_vector(struct debugger *d, const struct place *place, const char *name, uint64_t lanes,
             struct value_type *type)
{
    struct held first = debug_fetch(d->wave, place, 0);
    if (!fit_type(d, &first, name, type))
        return false;
    printf("%s%s%s\n", name, first.is_pending ? " (a load is not waited for)" : "",
           lanes ? "" : " (no lane is active)");
    for (unsigned lane = 0; lane < DEBUG_LANES; lane += DEBUG_PER_LINE) {
        struct strbuf line = strbuf_new(d->command->arena);
        if (!(lanes >> lane & 0xFF))
            continue;
        strbuf_printf(&line, "  lane %2u:", lane);
        for (unsigned i = lane; i < lane + DEBUG_PER_LINE; i++) {
            struct held held = debug_fetch(d->wave, place, i);
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
    struct held held = debug_fetch(d->wave, place, 0);
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
    if (!debug_take_register(&text, &place) || *text)
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
    for (unsigned i = 0; i < count; i += DEBUG_PER_LINE) {
        struct strbuf line = strbuf_new(d->command->arena);
        strbuf_printf(&line, "%c%-3u", letter, i);
        for (unsigned k = i; k < i + DEBUG_PER_LINE && k < count; k++) {
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
    if (count > 1 || (count && (!parse_count(words[0], &lane) || lane >= DEBUG_LANES)))
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
