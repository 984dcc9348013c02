#include "runtime/sim/format/format.h"
#include "support/ieee.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

struct number_format {
    const char *name;
    uint8_t code, last_generation;
    bool writable, is_float;
};

static const struct number_format number_formats[] = {
#define NUMBER_FORMAT(code, name, text, writable, last, is_float)                                  \
    {text, code, last, writable, is_float},
#include "runtime/sim/format/format.def"
};

#define NUMBER(name)           1u << SIM_NUMBER_##name
#define COMPONENTS(x, y, z, w) ((x > 0) + (y > 0) + (z > 0) + (w > 0))
#define DATA_FORMAT(code, name, bytes, x, y, z, w, buffer, image)                                  \
    {name, code, bytes, COMPONENTS(x, y, z, w), {x, y, z, w}, {buffer, image}},

static const struct sim_data_format data_formats[] = {
#include "runtime/sim/format/format.def"
};

#undef NUMBER
#undef COMPONENTS

enum {
    DATA_FORMATS = sizeof data_formats / sizeof *data_formats,
    NUMBER_FORMATS = sizeof number_formats / sizeof *number_formats,
};

static const struct number_format *
find_number(unsigned code)
{
    for (unsigned i = 0; i < NUMBER_FORMATS; i++)
        if (number_formats[i].code == code)
            return &number_formats[i];
    return NULL;
}

bool
sim_format_find(enum sim_resource_kind kind, const struct gcn_target *target, unsigned data_code,
                unsigned number_code, struct sim_format *format)
{
    const struct number_format *number = find_number(number_code);
    if (!number || target->generation > number->last_generation)
        return false;
    for (unsigned i = 0; i < DATA_FORMATS; i++) {
        const struct sim_data_format *data = &data_formats[i];
        if (data->code != data_code || !(data->numbers[kind] >> number_code & 1))
            continue;
        *format = (struct sim_format){data, number->code, number->writable, number->is_float};
        return true;
    }
    return false;
}

const char *
sim_number_name(unsigned number_code)
{
    const struct number_format *number = find_number(number_code);
    return number ? number->name : "reserved";
}

uint32_t
sim_format_one(const struct sim_format *format)
{
    return format->is_float ? 0x3F800000 : 1;
}

static uint32_t
mask_of(unsigned bits)
{
    return UINT32_MAX >> (32 - bits);
}

static int32_t
extend_sign(uint32_t raw, unsigned bits)
{
    return (int32_t)(raw << (32 - bits)) >> (32 - bits);
}

/* To the nearest integer, ties to even; a NaN is 0. */
static int64_t
nearest(double value, double low, double high)
{
    if (isnan(value))
        return 0;
    return (int64_t)rint(value < low ? low : value > high ? high : value);
}

/* ---- Floats of 16, 11 and 10 bits: five bits of exponent, the smaller two without a sign ---- */

enum { SMALL_EXPONENT = 31, SMALL_BIAS = 15, SINGLE_BIAS = 127, SINGLE_MANTISSA = 23 };

static unsigned
mantissa_bits(unsigned bits)
{
    return bits == 16 ? 10 : bits - 5;
}

static uint32_t
load_small_float(uint32_t raw, unsigned bits)
{
    unsigned width = mantissa_bits(bits), exponent = raw >> width & SMALL_EXPONENT;
    uint32_t mantissa = raw & mask_of(width), sign = bits == 16 ? (raw & 0x8000) << 16 : 0;
    if (exponent == 0)
        return sign | (uint32_t)ieee_bits(32, ldexp(mantissa, 1 - SMALL_BIAS - (int)width));
    exponent = exponent == SMALL_EXPONENT ? 255 : exponent + SINGLE_BIAS - SMALL_BIAS;
    return sign | exponent << SINGLE_MANTISSA | mantissa << (SINGLE_MANTISSA - width);
}

/* A number from 0 on; where the format has infinities for it, what is too large becomes one. */
static uint32_t
store_size(double size, unsigned width, bool overflows)
{
    uint32_t infinity = (uint32_t)SMALL_EXPONENT << width;
    int exponent;
    if (isinf(size))
        return infinity;
    if (size < 0x1p-14)
        return (uint32_t)rint(ldexp(size, SMALL_BIAS - 1 + (int)width));
    (void)frexp(size, &exponent);
    /* The mantissa with its leading bit; rounding may carry into the exponent. */
    double mantissa = rint(ldexp(size, (int)width + 1 - exponent));
    double result = ldexp(exponent + SMALL_BIAS - 2, (int)width) + mantissa;
    return result < infinity ? (uint32_t)result : overflows ? infinity : infinity - 1;
}

static uint32_t
store_small_float(uint32_t a, unsigned bits)
{
    unsigned width = mantissa_bits(bits);
    bool has_sign = bits == 16;
    uint32_t sign = has_sign ? a >> 16 & 0x8000 : 0, size = a & INT32_MAX;
    if (size > 0x7F800000)
        return sign | (uint32_t)SMALL_EXPONENT << width | 1u << (width - 1) |
               (size >> (SINGLE_MANTISSA - width) & mask_of(width));
    return !has_sign && a >> 31 ? 0 : sign | store_size(ieee_value(32, size), width, has_sign);
}

/* ---- sRGB (OpenCL 2.0, 8.3.1.3; IEC 61966-2-1) ---- */

static uint32_t
load_srgb(uint32_t raw, unsigned bits)
{
    double c = (double)raw / mask_of(bits);
    return (uint32_t)ieee_bits(32, c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
}

static uint32_t
store_srgb(uint32_t a, unsigned bits)
{
    double c = ieee_value(32, a), scale = mask_of(bits);
    c = !(c > 0) ? 0 : c > 1 ? 1 : c;
    c = c < 0.0031308 ? c * 12.92 : 1.055 * pow(c, 1 / 2.4) - 0.055;
    return (uint32_t)nearest(c * scale, 0, scale);
}

/* ---- One component; raw has `bits` bits ---- */

static uint32_t
load_component(unsigned number, uint32_t raw, unsigned bits)
{
    double range = mask_of(bits), half = mask_of(bits) >> 1;
    int32_t value = extend_sign(raw, bits);
    switch ((enum sim_number_format)number) {
    case SIM_NUMBER_UNORM:
        return (uint32_t)ieee_bits(32, raw / range);
    case SIM_NUMBER_SNORM:
        return (uint32_t)ieee_bits(32, value < -half ? -1 : value / half);
    case SIM_NUMBER_USCALED:
        return (uint32_t)ieee_bits(32, raw);
    case SIM_NUMBER_SSCALED:
        return (uint32_t)ieee_bits(32, value);
    case SIM_NUMBER_UINT:
        return raw;
    case SIM_NUMBER_SINT:
        return (uint32_t)value;
    case SIM_NUMBER_SNORM_OGL:
        return (uint32_t)ieee_bits(32, (2.0 * value + 1) / range);
    case SIM_NUMBER_FLOAT: /* 8 bits: the stencil beside a depth */
        return bits == 32 || bits == 8 ? raw : load_small_float(raw, bits);
    case SIM_NUMBER_SRGB:
        return load_srgb(raw, bits);
    }
    return 0;
}

static uint32_t
store_component(unsigned number, uint32_t a, unsigned bits)
{
    double range = mask_of(bits), half = mask_of(bits) >> 1, value = ieee_value(32, a);
    int64_t integer = (int32_t)a;
    switch ((enum sim_number_format)number) {
    case SIM_NUMBER_UNORM:
        return (uint32_t)nearest(value * range, 0, range);
    case SIM_NUMBER_SNORM:
        return (uint32_t)nearest(value * half, -half, half);
    case SIM_NUMBER_USCALED:
        return (uint32_t)nearest(value, 0, range);
    case SIM_NUMBER_SSCALED:
        return (uint32_t)nearest(value, -half - 1, half);
    case SIM_NUMBER_UINT:
        return a < mask_of(bits) ? a : mask_of(bits);
    case SIM_NUMBER_SINT:
        return (uint32_t)(integer < -half - 1 ? (int64_t)-half - 1
                          : integer > half    ? (int64_t)half
                                              : integer);
    case SIM_NUMBER_SNORM_OGL:
        return (uint32_t)nearest((value * range - 1) / 2, -half - 1, half);
    case SIM_NUMBER_FLOAT:
        return bits == 32 ? a : bits == 8 ? (a < 255 ? a : 255) : store_small_float(a, bits);
    case SIM_NUMBER_SRGB:
        return store_srgb(a, bits);
    }
    return 0;
}

/* Alpha of an sRGB format is linear. */
static unsigned
number_of(const struct sim_format *format, unsigned component)
{
    bool linear = format->number == SIM_NUMBER_SRGB && component == 3;
    return linear ? SIM_NUMBER_UNORM : format->number;
}

/* ---- Elements: no component crosses a dword ---- */

struct element {
    uint32_t words[4];
};

static uint32_t
get_bits(const struct element *element, unsigned at, unsigned bits)
{
    return element->words[at / 32] >> at % 32 & mask_of(bits);
}

static void
put_bits(struct element *element, unsigned at, unsigned bits, uint32_t raw)
{
    element->words[at / 32] |= (raw & mask_of(bits)) << at % 32;
}

void
sim_format_load(const struct sim_format *format, const void *bytes, uint32_t component[4])
{
    const struct sim_data_format *data = format->data;
    struct element element = {0};
    memcpy(&element, bytes, data->bytes);
    for (unsigned i = 0, at = 0; i < 4; at += data->bits[i++]) {
        unsigned bits = data->bits[i];
        component[i] =
            bits ? load_component(number_of(format, i), get_bits(&element, at, bits), bits) : 0;
    }
}

void
sim_format_store(const struct sim_format *format, const uint32_t component[4], void *bytes)
{
    const struct sim_data_format *data = format->data;
    struct element element = {0};
    for (unsigned i = 0, at = 0; i < data->count; at += data->bits[i++])
        put_bits(&element, at, data->bits[i],
                 store_component(number_of(format, i), component[i], data->bits[i]));
    memcpy(bytes, &element, data->bytes);
}

static uint32_t
load_component_shadow(unsigned number, uint32_t raw, unsigned bits)
{
    if (bits == 32 || number == SIM_NUMBER_UINT)
        return raw;
    if (number == SIM_NUMBER_SINT)
        return (uint32_t)extend_sign(raw, bits);
    return raw ? UINT32_MAX : 0;
}

void
sim_format_load_shadow(const struct sim_format *format, const void *shadow, uint32_t component[4])
{
    const struct sim_data_format *data = format->data;
    struct element element = {0};
    memcpy(&element, shadow, data->bytes);
    for (unsigned i = 0, at = 0; i < 4; at += data->bits[i++]) {
        unsigned bits = data->bits[i];
        component[i] =
            bits ? load_component_shadow(format->number, get_bits(&element, at, bits), bits) : 0;
    }
}

void
sim_format_store_shadow(const struct sim_format *format, const uint32_t component[4], void *shadow)
{
    const struct sim_data_format *data = format->data;
    struct element element = {0};
    for (unsigned i = 0, at = 0; i < data->count; at += data->bits[i++]) {
        uint32_t apart = data->bits[i] == 32 ? component[i] : component[i] ? UINT32_MAX : 0;
        put_bits(&element, at, data->bits[i], apart);
    }
    memcpy(shadow, &element, data->bytes);
}
