/* printf: the buffer that a kernel fills and the text that its records stand for.
 *
 * The buffer begins with two dwords, the offset after the last record and the size of the whole
 * buffer in bytes; the records follow.  A kernel adds the length of a record to the offset,
 * atomically, unless that would exceed the size; then printf returns -1.  (So __printf_alloc of
 * AMD's device libraries.)  A record is the dword that names its format, then the arguments, each of
 * as many bytes as the format's row in the metadata says, without padding.
 *
 *      0        4      8                     8 + offset
 *      +--------+------+----+------+------+----+ ... +---------+
 *      | offset | size | id | arg0 | arg1 | id |     |  free   |
 *      +--------+------+----+------+------+----+ ... +---------+
 *
 *  A string argument is in the record itself, padded to
 * dwords.  Vectors of small elements may come widened, as in a call.  Text: OpenCL C, 6.12.13. */
#include "runtime/sim/dispatch/dispatch.h"
#include "support/ieee.h"
#include "support/number.h"

#include <stdlib.h>

enum { HEADER = 8, MAX_WIDTH = 4095 }; /* the widest field that C promises */

/* ---- conversions ---- */

struct conversion {
    const char *start, *end; /* its text */
    char flags[8];
    unsigned width, vector; /* vector: components, 1 for a scalar */
    int precision;          /* -1: none */
    unsigned narrow;        /* bytes that hh or h leave of an integer; 0: all */
    char letter;
};

static const char *
scan_number(const char *text, unsigned *value)
{
    for (*value = 0; *text >= '0' && *text <= '9'; text++)
        *value = (unsigned)smaller(*value * 10 + (unsigned)(*text - '0'), MAX_WIDTH);
    return text;
}

/* What follows the percent sign at text; false: no conversion of OpenCL C. */
static bool
scan_conversion(const char *text, struct conversion *out)
{
    static const char lengths[][3] = {"hh", "hl", "h", "l"}; /* the longest first */
    unsigned count = 0, precision;
    *out = (struct conversion){.start = text++, .precision = -1, .vector = 1};
    for (; *text && strchr("-+ #0", *text); text++)
        if (!strchr(out->flags, *text) && count < sizeof out->flags - 1)
            out->flags[count++] = *text;
    text = scan_number(text, &out->width);
    if (*text == '.') {
        text = scan_number(text + 1, &precision);
        out->precision = (int)precision;
    }
    if (*text == 'v')
        text = scan_number(text + 1, &out->vector);
    for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        size_t length = strlen(lengths[i]);
        if (strncmp(text, lengths[i], length) != 0)
            continue;
        out->narrow = i == 0 ? 1 : i == 2 ? 2 : 0;
        text += length;
        break;
    }
    out->letter = *text;
    out->end = text + (*text != '\0');
    return *text && strchr("diouxXfFeEgGaAcsp", *text) && out->vector >= 1 && out->vector <= 16;
}

struct printing {
    struct sim_device *device;
    struct strbuf text;
    const uint8_t *bytes, *shadow; /* of the record's arguments; shadow may be NULL */
    const struct sim_printf_format *format;
    bool undefined;
    unsigned undefined_argument;
};

static void
note_undefined(struct printing *printing, uint32_t at, uint32_t size, unsigned argument)
{
    for (uint32_t i = 0; printing->shadow && i < size; i++)
        if (printing->shadow[at + i] && !printing->undefined) {
            printing->undefined = true;
            printing->undefined_argument = argument;
        }
}

/* The conversion as C's printf takes it, for an argument of the largest type. */
static const char *
host_format(struct arena *arena, const struct conversion *conversion, const char *length)
{
    struct strbuf format = strbuf_new(arena);
    strbuf_printf(&format, "%%%s", conversion->flags);
    if (conversion->width)
        strbuf_printf(&format, "%u", conversion->width);
    if (conversion->precision >= 0)
        strbuf_printf(&format, ".%d", conversion->precision);
    strbuf_printf(&format, "%s%c", length, conversion->letter);
    return format.text;
}

static void
print_integer(struct printing *printing, const struct conversion *conversion, uint64_t bits,
              unsigned bytes)
{
    bool is_signed = conversion->letter == 'd' || conversion->letter == 'i';
    if (conversion->narrow && conversion->narrow < bytes)
        bytes = conversion->narrow;
    unsigned unused = 64 - 8 * bytes;
    bits <<= unused;
    bits = is_signed ? (uint64_t)((int64_t)bits >> unused) : bits >> unused;
    strbuf_printf(&printing->text, host_format(printing->text.arena, conversion, "ll"),
                  (unsigned long long)bits);
}

static void
print_component(struct printing *printing, const struct conversion *conversion, uint64_t bits,
                unsigned bytes)
{
    struct strbuf *text = &printing->text;
    const char *format;
    switch (conversion->letter) {
    case 'c':
        format = host_format(text->arena, conversion, "");
        strbuf_printf(text, format, (int)(bits & 0xFF));
        break;
    case 'p':
        format = arena_printf(text->arena, "0x%llx", (unsigned long long)bits);
        strbuf_printf(text, strchr(conversion->flags, '-') ? "%-*s" : "%*s", (int)conversion->width,
                      format);
        break;
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
        print_integer(printing, conversion, bits, bytes);
        break;
    default:
        format = host_format(text->arena, conversion, "");
        strbuf_printf(text, format, bytes == 1 ? 0.0 : ieee_value(8 * bytes, bits));
        break;
    }
}

/* Bytes of a component: a vector of three takes the place of four, or of three. */
static unsigned
component_size(const struct conversion *conversion, uint32_t size)
{
    unsigned count = conversion->vector;
    if (count == 3 && size % 3)
        count = 4;
    unsigned bytes = size % count ? 0 : size / count;
    return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 ? bytes : 0;
}

/* Prints the argument of that number at its offset; false: it does not fit the conversion. */
static bool
print_argument(struct printing *printing, const struct conversion *conversion, unsigned number,
               uint32_t at)
{
    uint32_t size = printing->format->sizes.at[number];
    if (conversion->letter == 's') {
        const char *string = (const char *)printing->bytes + at;
        size_t length = strnlen(string, size);
        char *copy = arena_strndup(printing->text.arena, string, length);
        note_undefined(printing, at, (uint32_t)length, number);
        strbuf_printf(&printing->text, host_format(printing->text.arena, conversion, ""), copy);
        return true;
    }
    unsigned bytes = component_size(conversion, size);
    for (unsigned i = 0; bytes && i < conversion->vector; i++) {
        uint64_t bits = 0;
        memcpy(&bits, printing->bytes + at + i * bytes, bytes);
        note_undefined(printing, at + i * bytes, bytes, number);
        strbuf_puts(&printing->text, i ? "," : "");
        print_component(printing, conversion, bits, bytes);
    }
    return bytes != 0;
}

/* A conversion without an argument, or of another kind, stands as it is: OpenCL leaves it open. */
static void
print_record(struct printing *printing)
{
    uint32_t at = 0;
    unsigned number = 0;
    for (const char *text = printing->format->text; *text;) {
        size_t plain = strcspn(text, "%");
        strbuf_add(&printing->text, text, plain);
        text += plain;
        if (!*text)
            return;
        struct conversion conversion;
        if (text[1] == '%') {
            strbuf_puts(&printing->text, "%");
            text += 2;
            continue;
        }
        bool good = scan_conversion(text, &conversion);
        bool has = good && number < printing->format->sizes.count;
        if (!has || !print_argument(printing, &conversion, number, at))
            strbuf_add(&printing->text, conversion.start,
                       (size_t)(conversion.end - conversion.start));
        if (has)
            at += printing->format->sizes.at[number++];
        text = conversion.end;
    }
}

/* ---- the buffer ---- */

uint64_t
sim_printf_new(struct sim_device *device, uint32_t size)
{
    if (size < HEADER) {
        snprintf(device->message, sizeof device->message,
                 "a printf buffer has %u bytes at least, not %u", HEADER, size);
        return 0;
    }
    uint64_t address = sim_alloc_raw(device, size);
    uint32_t header[] = {0, size};
    if (address)
        sim_write(device, address, header, sizeof header);
    return address;
}

static const struct sim_printf_format *
find_format(const struct sim_object *object, uint32_t id)
{
    vec_foreach (const struct sim_printf_format, format, &object->formats)
        if (format->id == id)
            return format;
    return NULL;
}

struct flush {
    const struct sim_object *object;
    uint8_t *bytes, *shadow; /* of the buffer; shadow NULL: all of it is initialised */
    uint32_t size;
    void (*text)(void *data, const char *text, size_t length);
    void *data;
    struct sim_printf_report *report;
};

/* Prints the record there; what has no format ends the decoding. */
static uint32_t
flush_record(struct sim_device *device, const struct flush *flush, uint32_t at, uint32_t end)
{
    struct arena arena;
    uint32_t id, left = end - at;
    memcpy(&id, flush->bytes + at, 4);
    const struct sim_printf_format *format = find_format(flush->object, id);
    if (!format)
        sim_error(device, "byte %u of the printf buffer names format %u, which the object lacks",
                  at, id);
    if (format->length > left)
        sim_error(device, "the record at byte %u of the printf buffer has %u bytes, not %u", at,
                  left, format->length);
    arena_init_scratch(&arena, &device->allocator, &device->guard);
    struct printing printing = {.device = device,
                                .text = strbuf_new(&arena),
                                .bytes = flush->bytes + at + 4,
                                .format = format};
    if (device->options.strict && flush->shadow)
        printing.shadow = flush->shadow + at + 4;
    print_record(&printing);
    if (printing.text.length)
        SIM_CALL_BACK(device, flush->text(flush->data, printing.text.text, printing.text.length));
    flush->report->records++;
    arena_free(&arena);
    if (printing.undefined && !flush->report->undefined_format) {
        flush->report->undefined_format = format->text;
        flush->report->undefined_argument = printing.undefined_argument;
    }
    return format->length;
}

static void
flush_records(struct sim_device *device, const struct flush *flush)
{
    uint32_t offset, longest = 0;
    memcpy(&offset, flush->bytes, 4);
    uint32_t room = flush->size - HEADER, end = (uint32_t)smaller(offset, room), at = 0;
    while (at + 4 <= end) {
        uint32_t id;
        memcpy(&id, flush->bytes + HEADER + at, 4);
        const struct sim_printf_format *format = find_format(flush->object, id);
        /* a kernel that adds first and looks then leaves a hole at the end */
        if (offset > room && (!format || format->length > end - at))
            break;
        at += flush_record(device, flush, HEADER + at, HEADER + end);
    }
    if (at != end && offset <= room)
        sim_error(device, "%u bytes are left over in the printf buffer", end - at);
    vec_foreach (const struct sim_printf_format, format, &flush->object->formats)
        longest = (uint32_t)larger(longest, format->length);
    flush->report->bytes = at;
    flush->report->lost_bytes = offset > room ? offset - at : 0;
    flush->report->full = room - at < longest;
}

static void
reset(struct flush *flush)
{
    uint32_t header[] = {0, flush->size};
    memcpy(flush->bytes, header, sizeof header);
    if (flush->shadow) {
        memset(flush->shadow, 0, HEADER);
        memset(flush->shadow + HEADER, 0xFF, flush->size - HEADER);
    }
}

static void
find_buffer(struct sim_device *device, struct flush *flush, uint64_t buffer)
{
    struct sim_region *region = sim_region_at(device, buffer, HEADER);
    if (!region)
        sim_error(device, "no printf buffer at 0x%llx", (unsigned long long)buffer);
    uint64_t at = buffer - region->base;
    flush->bytes = region->bytes + at;
    flush->shadow = region->shadow ? region->shadow + at : NULL;
    flush->size = (uint32_t)(region->size - at);
}

/* A fault; a warning of objects that were compiled to go on. */
static enum sim_status
tell_undefined(struct sim_device *device, const struct flush *flush)
{
    const char *format = flush->report->undefined_format;
    int length = (int)smaller(strcspn(format, "\r\n"), 200);
    snprintf(device->message, sizeof device->message,
             "printf prints uninitialised data: argument %u of \"%.*s\"",
             flush->report->undefined_argument, length, format);
    if (!(flush->object->asks >> SIM_ASK_KINDS & SIM_ASKS_UNDEFINED))
        return SIM_FAULT;
    device->stats.warnings++;
    if (device->options.warn)
        SIM_CALL_BACK(device, device->options.warn(device->options.data, device->message));
    return SIM_OK;
}

/* buffer: the address of what has no bytes yet. */
static enum sim_status
flush_guarded(struct sim_device *device, struct flush flush, uint64_t buffer)
{
    struct sim_printf_report *report = flush.report;
    device->status = SIM_ERROR;
    if (setjmp(device->guard.target) != 0) {
        sim_take_message(device);
        return device->status;
    }
    if (!flush.bytes)
        find_buffer(device, &flush, buffer);
    flush_records(device, &flush);
    reset(&flush);
    if (!report->undefined_format)
        return SIM_OK;
    return tell_undefined(device, &flush);
}

static enum sim_status
flush_call(struct sim_device *device, const struct flush *flush, uint64_t buffer)
{
    struct fpenv caller;
    *flush->report = (struct sim_printf_report){0};
    sim_begin_call(device, &caller);
    enum sim_status status = flush_guarded(device, *flush, buffer);
    sim_end_call(device);
    return status;
}

enum sim_status
sim_printf_flush(struct sim_device *device, const struct sim_object *object, uint64_t buffer,
                 void (*text)(void *data, const char *text, size_t length), void *data,
                 struct sim_printf_report *report)
{
    struct flush flush = {.object = object, .text = text, .data = data, .report = report};
    return flush_call(device, &flush, buffer);
}

enum sim_status
sim_printf_flush_host(struct sim_device *device, const struct sim_object *object, void *buffer,
                      uint32_t size, void (*text)(void *data, const char *text, size_t length),
                      void *data, struct sim_printf_report *report)
{
    struct flush flush = {.object = object,
                          .bytes = buffer,
                          .size = size,
                          .text = text,
                          .data = data,
                          .report = report};
    return flush_call(device, &flush, 0);
}

bool
sim_object_prints(const struct sim_object *object)
{
    return object->formats.count != 0;
}
