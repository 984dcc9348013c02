/* Directives that put bytes into a section. */
#include "gcn/asm/assembler.h"

#include "support/ieee.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* .byte, .long ...: expressions */
void
directive_integers(struct assembler *as, int64_t size, loc_t loc)
{
    (void)loc;
    if (scan_at_end(as))
        return;
    do {
        loc_t here = text_here(as);
        const struct expression *value = scan_expression(as);
        if (!value)
            return;
        section_add_value(as, value, (unsigned)size, here);
    } while (scan_accept(as, ','));
    scan_expect_end(as);
}

/* Rounded once; a NaN has all bits set, but for a sign that is not there, as LLVM has it. */
static uint64_t
float_bits(const char *text, double value, size_t size)
{
    if (isnan(value))
        return *text == '-' ? UINT64_MAX : UINT64_MAX >> 1 >> (64 - 8 * size);
    if (size != sizeof(float))
        return ieee_bits((unsigned)size * 8, value);
    return ieee_bits(32, (double)strtof(text, NULL));
}

/* .float, .double */
void
directive_floats(struct assembler *as, int64_t size, loc_t loc)
{
    (void)loc;
    do {
        scan_space(&as->cursor);
        const char *start = as->cursor.next, *end = start;
        while (end < as->cursor.end && (scan_is_name(*end, false) || *end == '+' || *end == '-'))
            end++;
        char *text = arena_strndup(as->arena, start, (size_t)(end - start)), *stop;
        double value = strtod(text, &stop);
        if (!*text || *stop) {
            scan_missing(as, "a number");
            return;
        }
        as->cursor.next = end;
        uint64_t bits = float_bits(text, value, (size_t)size);
        section_add(as, &bits, (size_t)size);
    } while (scan_accept(as, ','));
    scan_expect_end(as);
}

/* A number alone, of up to 128 bits; false: another expression is ahead, or too large a number. */
static bool
scan_octa(struct assembler *as, uint64_t value[2])
{
    const char *at = as->cursor.next, *end = at;
    while (end < as->cursor.end && isalnum((unsigned char)*end))
        end++;
    bool prefixed = end - at > 2 && *at == '0' && strchr("xXbB", at[1]);
    unsigned base = !prefixed ? (end > at && *at == '0' ? 8 : 10) : (at[1] | 32) == 'x' ? 16 : 2;
    unsigned __int128 number = 0;
    for (at += prefixed ? 2 : 0; at < end; at++) {
        unsigned digit =
            isdigit((unsigned char)*at) ? (unsigned)(*at - '0') : (unsigned)(*at | 32) - 'a' + 10;
        unsigned __int128 next = number * base + digit;
        if (digit >= base || (next - digit) / base != number || next < digit)
            return false;
        number = next;
    }
    const char *start = as->cursor.next;
    as->cursor.next = end;
    if (end == start || (!scan_at_end(as) && *as->cursor.next != ',')) {
        as->cursor.next = start;
        return false;
    }
    value[0] = (uint64_t)number;
    value[1] = (uint64_t)(number >> 64);
    return true;
}

/* .octa: 128 bits, of which an expression has 64 */
void
directive_octa(struct assembler *as, int64_t unused, loc_t loc)
{
    (void)unused;
    (void)loc;
    do {
        uint64_t value[2];
        int64_t low;
        scan_space(&as->cursor);
        if (!scan_octa(as, value)) {
            if (!scan_integer(as, &low))
                return;
            value[0] = (uint64_t)low;
            value[1] = low < 0 ? UINT64_MAX : 0;
        }
        section_add(as, value, sizeof value);
    } while (scan_accept(as, ','));
    scan_expect_end(as);
}

/* .ascii, .asciz: strings, each with so many NULs */
void
directive_strings(struct assembler *as, int64_t zeros, loc_t loc)
{
    (void)loc;
    if (scan_at_end(as))
        return;
    do {
        do { /* one after the other are one, as in LLVM without NULs alone */
            size_t length = 0;
            const char *text = scan_string(as, &length);
            if (!text) {
                bool is_escape = !scan_at_end(as) && *as->cursor.next == '\\';
                scan_missing(as, is_escape ? "an escape sequence" : "a string");
                return;
            }
            section_add(as, text, length);
        } while (!zeros && !scan_at_end(as) && *as->cursor.next == '"');
        section_add_zeros(as, (uint64_t)zeros, 0);
    } while (scan_accept(as, ','));
    scan_expect_end(as);
}

/* .zero, .skip, .space: how many bytes[, of what value] */
void
directive_space(struct assembler *as, int64_t unused, loc_t loc)
{
    (void)unused;
    int64_t count, value = 0;
    if (!scan_integer(as, &count) || (scan_accept(as, ',') && !scan_integer(as, &value)) ||
        !scan_expect_end(as))
        return;
    if (count < 0)
        diag_error(as->diag, loc, assembly_range, "count");
    else
        section_add_zeros(as, (uint64_t)count, (unsigned)value & 0xff);
}

/* .fill repeat[, size[, value]]: of a value of more than four bytes, the upper ones are zero */
void
directive_fill(struct assembler *as, int64_t unused, loc_t loc)
{
    (void)unused;
    int64_t count, size = 1, value = 0;
    if (!scan_integer(as, &count) || (scan_accept(as, ',') && !scan_integer(as, &size)) ||
        (scan_accept(as, ',') && !scan_integer(as, &value)) || !scan_expect_end(as))
        return;
    if (count < 0 || size < 0) {
        diag_error(as->diag, loc, assembly_range, "count or size");
        return;
    }
    size = size > 8 ? 8 : size;
    if (size > 4)
        value = (uint32_t)value;
    if (!value || !size) {
        if (!__builtin_mul_overflow(count, size, &count))
            section_add_zeros(as, (uint64_t)count, 0);
        else
            diag_error(as->diag, loc, assembly_range, "count or size");
        return;
    }
    for (int64_t i = 0; i < count && !as->has_ended; i++)
        if (!section_fill(as, &value, (size_t)size))
            return;
}

/* .p2align (is_power) and .balign, .align: alignment[, fill value[, most bytes to skip]]; the suffix w
 * or l: fill values of 2 or 4 bytes.  argument: size of the fill value, negative for .p2align. */
void
directive_align(struct assembler *as, int64_t argument, loc_t loc)
{
    enum { MAX_ALIGN = 1 << 24, MAX_POWER = 24 };
    bool is_power = argument < 0, has_fill = false;
    int64_t align, fill = 0, most = 0;
    if (!scan_integer(as, &align))
        return;
    if (scan_accept(as, ',')) {
        if (!scan_at_end(as) && *as->cursor.next != ',') {
            has_fill = true;
            if (!scan_integer(as, &fill))
                return;
        }
        if (scan_accept(as, ',') && !scan_integer(as, &most))
            return;
    }
    if (!scan_expect_end(as))
        return;
    if (is_power && align >= 0 && align <= MAX_POWER)
        align = (int64_t)1 << align;
    else if (is_power)
        align = -1;
    align = align ? align : 1;
    if (align < 0 || align > MAX_ALIGN || align & (align - 1) || most < 0)
        diag_error(as->diag, loc, assembly_range, "alignment");
    else
        section_align(as, (uint64_t)align, has_fill ? &fill : NULL,
                      (unsigned)(is_power ? -argument : argument), (uint64_t)most);
}

/* .org offset[, fill]: never backwards */
void
directive_org(struct assembler *as, int64_t unused, loc_t loc)
{
    (void)unused;
    int64_t fill = 0;
    struct relocatable r;
    const struct expression *e = scan_expression(as);
    if (!e || (scan_accept(as, ',') && !scan_integer(as, &fill)) || !scan_expect_end(as))
        return;
    uint64_t here = section_offset(as->section);
    bool good = expression_evaluate(as, e, &r) && !r.sub && !r.variant &&
                (!r.add || r.add->section == as->section);
    int64_t to = good ? r.value + (int64_t)(r.add ? r.add->offset : 0) : -1;
    if (to < 0 || (uint64_t)to < here)
        diag_error(as->diag, loc, assembly_range, "place");
    else
        section_add_zeros(as, (uint64_t)to - here, (unsigned)fill & 0xff);
}

/* .uleb128, .sleb128 */
void
directive_leb128(struct assembler *as, int64_t is_signed, loc_t loc)
{
    (void)loc;
    do {
        int64_t value;
        if (!scan_integer(as, &value))
            return;
        for (bool more = true; more;) {
            uint8_t byte = (uint8_t)(value & 0x7f);
            bool sign = byte & 0x40;
            value = is_signed ? value >> 7 : (int64_t)((uint64_t)value >> 7);
            more = is_signed ? !((value == 0 && !sign) || (value == -1 && sign)) : value != 0;
            byte |= more ? 0x80 : 0;
            if (!section_add(as, &byte, 1))
                return;
        }
    } while (scan_accept(as, ','));
    scan_expect_end(as);
}

/* .ident "text": a NUL and strings in .comment */
void
directive_ident(struct assembler *as, int64_t unused, loc_t loc)
{
    size_t length = 0;
    const char *text = scan_string(as, &length);
    (void)unused;
    (void)loc;
    if (!text) {
        scan_missing(as, "a string");
        return;
    }
    struct section *before = as->section;
    as->section = section_of(as, ".comment", SHT_PROGBITS, SHF_MERGE | SHF_STRINGS);
    as->section->entry_size = 1;
    if (!section_offset(as->section))
        section_add_zeros(as, 1, 0);
    section_add(as, text, length + 1);
    as->section = before;
    scan_expect_end(as);
}

/* [, skip[, count]]: which bytes of the file */
static void
add_file(struct assembler *as, const char *bytes, size_t length, loc_t loc)
{
    int64_t skip = 0, count = INT64_MAX;
    if (scan_accept(as, ',') &&
        (!scan_integer(as, &skip) || (scan_accept(as, ',') && !scan_integer(as, &count))))
        return;
    if (!scan_expect_end(as))
        return;
    if (skip < 0 || count < 0) {
        diag_error(as->diag, loc, assembly_range, "skip or count");
        return;
    }
    size_t start = (uint64_t)skip < length ? (size_t)skip : length, rest = length - start;
    section_add(as, bytes + start, (uint64_t)count < rest ? (size_t)count : rest);
}

/* .include "file", .incbin "file"[, skip[, count]] */
void
directive_include(struct assembler *as, int64_t is_binary, loc_t loc)
{
    size_t length = 0;
    const char *name = scan_string(as, &length);
    if (!name) {
        scan_missing(as, "a file's name in quotes");
        return;
    }
    const char *text = as->job->read ? as->job->read(as->job->read_data, name, &length) : NULL;
    if (!text)
        diag_error(as->diag, loc, assembly_no_file, name);
    else if (is_binary)
        add_file(as, text, length, loc);
    else
        text_enter(as, name, text, length, loc, false);
}

void
directive_end(struct assembler *as, int64_t unused, loc_t loc)
{
    (void)unused;
    (void)loc;
    as->has_ended = true;
}

/* What does not change the object: .loc, .cfi_startproc */
void
directive_ignored(struct assembler *as, int64_t unused, loc_t loc)
{
    (void)unused;
    (void)loc;
    scan_skip(as);
}

/* .error "text", .warning "text", .err */
void
directive_message(struct assembler *as, int64_t is_warning, loc_t loc)
{
    size_t length = 0;
    const char *text = scan_string(as, &length);
    text = text ? text : ".err";
    if (is_warning)
        diag_warning(as->diag, loc, assembly_warning, text);
    else
        diag_error(as->diag, loc, assembly_error, text);
    scan_skip(as);
}
