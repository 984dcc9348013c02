#define CL_TARGET_OPENCL_VERSION 300
#include "test/icd/texel.h"

#include <math.h>
#include <string.h>

static const struct {
    cl_channel_order order;
    const char *letters;
    bool is_srgb;
} orders[] = {
    {CL_R, "R", false},         {CL_Rx, "R", false},        {CL_A, "A", false},
    {CL_RG, "RG", false},       {CL_RGx, "RG", false},      {CL_RA, "RA", false},
    {CL_RGB, "RGB", false},     {CL_RGBx, "RGB", false},    {CL_RGBA, "RGBA", false},
    {CL_BGRA, "BGRA", false},   {CL_ARGB, "ARGB", false},   {CL_ABGR, "ABGR", false},
    {CL_INTENSITY, "I", false}, {CL_LUMINANCE, "L", false}, {CL_DEPTH, "D", false},
    {CL_sRGBA, "RGBA", true},   {CL_sBGRA, "BGRA", true},
};

static const struct {
    cl_channel_type type;
    int kind;
    unsigned bits[4], packed_bytes; /* 0: each component as many bits as the first */
} types[] = {
    {CL_SNORM_INT8, TEXEL_SNORM, {8}, 0},
    {CL_SNORM_INT16, TEXEL_SNORM, {16}, 0},
    {CL_UNORM_INT8, TEXEL_UNORM, {8}, 0},
    {CL_UNORM_INT16, TEXEL_UNORM, {16}, 0},
    {CL_SIGNED_INT8, TEXEL_SINT, {8}, 0},
    {CL_SIGNED_INT16, TEXEL_SINT, {16}, 0},
    {CL_SIGNED_INT32, TEXEL_SINT, {32}, 0},
    {CL_UNSIGNED_INT8, TEXEL_UINT, {8}, 0},
    {CL_UNSIGNED_INT16, TEXEL_UINT, {16}, 0},
    {CL_UNSIGNED_INT32, TEXEL_UINT, {32}, 0},
    {CL_HALF_FLOAT, TEXEL_FLOAT, {16}, 0},
    {CL_FLOAT, TEXEL_FLOAT, {32}, 0},
    {CL_UNORM_SHORT_565, TEXEL_UNORM, {5, 6, 5}, 2},
    {CL_UNORM_SHORT_555, TEXEL_UNORM, {5, 5, 5}, 2},
    {CL_UNORM_INT_101010, TEXEL_UNORM, {10, 10, 10}, 4},
};

bool
texel_format(const cl_image_format *format, struct texel *texel)
{
    unsigned o = 0, t = 0;
    while (o < sizeof orders / sizeof *orders && orders[o].order != format->image_channel_order)
        o++;
    while (t < sizeof types / sizeof *types && types[t].type != format->image_channel_data_type)
        t++;
    if (o == sizeof orders / sizeof *orders || t == sizeof types / sizeof *types)
        return false;
    *texel = (struct texel){.format = *format,
                            .letters = orders[o].letters,
                            .is_packed = types[t].packed_bytes,
                            .is_srgb = orders[o].is_srgb};
    texel->kind = types[t].kind;
    size_t count = strlen(texel->letters);
    for (size_t i = 0; i < count; i++)
        texel->bits[i] = types[t].bits[texel->is_packed ? i : 0];
    texel->bytes = texel->is_packed ? types[t].packed_bytes : count * texel->bits[0] / 8;
    return true;
}

const char *
texel_suffix(const struct texel *texel)
{
    return texel->kind == TEXEL_SINT ? "i" : texel->kind == TEXEL_UINT ? "ui" : "f";
}

/* Where the component begins, in bits from the lowest of the first byte. */
static unsigned
place(const struct texel *texel, unsigned index)
{
    unsigned at = 0, count = (unsigned)strlen(texel->letters);
    for (unsigned i = texel->is_packed ? index + 1 : 0; i < (texel->is_packed ? count : index); i++)
        at += texel->bits[i];
    return at;
}

static uint32_t
raw_of(const struct texel *texel, const uint8_t *bytes, unsigned index)
{
    uint32_t raw = 0;
    for (unsigned i = 0; i < texel->bits[index]; i++) {
        unsigned bit = place(texel, index) + i;
        raw |= (uint32_t)(bytes[bit / 8] >> bit % 8 & 1) << i;
    }
    return raw;
}

static double
half_value(uint32_t raw)
{
    int exponent = raw >> 10 & 31;
    double fraction = raw & 1023, sign = raw >> 15 ? -1 : 1;
    return sign * (exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24));
}

static double
to_linear(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double
to_srgb(double c)
{
    return c < 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1 / 2.4) - 0.055;
}

static bool
is_srgb_letter(const struct texel *texel, unsigned index)
{
    return texel->is_srgb && texel->letters[index] != 'A';
}

/* The number that the largest of the component's stands for. */
static double
scale_of(const struct texel *texel, unsigned index)
{
    return ldexp(1, (int)texel->bits[index] - (texel->kind == TEXEL_SNORM)) - 1;
}

static double
value_of(const struct texel *texel, const uint8_t *bytes, unsigned index)
{
    uint32_t raw = raw_of(texel, bytes, index);
    unsigned bits = texel->bits[index];
    int32_t integer = (int32_t)(raw << (32 - bits)) >> (32 - bits);
    float number;
    memcpy(&number, &raw, sizeof number);
    switch (texel->kind) {
    case TEXEL_UNORM:
        return is_srgb_letter(texel, index) ? to_linear(raw / 255.0) : raw / scale_of(texel, index);
    case TEXEL_SNORM:
        return fmax(integer / scale_of(texel, index), -1);
    case TEXEL_SINT:
        return integer;
    case TEXEL_UINT:
        return raw;
    case TEXEL_FLOAT:
        return bits == 16 ? half_value(raw) : (double)number;
    }
    return 0;
}

/* Which component a channel of a colour is; -1: none. */
static int
component_of(const struct texel *texel, unsigned channel)
{
    char first = texel->letters[0];
    if (first == 'I' || (first == 'L' && channel < 3) || (first == 'D' && !channel))
        return 0;
    const char *at = strchr(texel->letters, "RGBA"[channel]);
    return at ? (int)(at - texel->letters) : -1;
}

void
texel_load(const struct texel *texel, const uint8_t *bytes, double rgba[4])
{
    for (unsigned i = 0; i < 4; i++) {
        int component = component_of(texel, i);
        rgba[i] = component >= 0 ? value_of(texel, bytes, (unsigned)component) : i == 3;
    }
}

/* Table 8.3.1: normalized numbers to 1.5 ulp; sRGB by way back (8.3.6), here to a tenth of a step. */
bool
texel_is_read(const struct texel *texel, const uint8_t *bytes, const double rgba[4])
{
    double wanted[4];
    unsigned count = texel->letters[0] == 'D' ? 1 : 4;
    texel_load(texel, bytes, wanted);
    for (unsigned i = 0; i < count; i++) {
        bool is_exact = texel->kind > TEXEL_SNORM;
        bool is_srgb = texel->is_srgb && i < 3;
        double error = is_srgb ? fabs(to_srgb(rgba[i]) - to_srgb(wanted[i])) * 255 / 0.1
                               : fabs(rgba[i] - wanted[i]) / (fabs(wanted[i]) * 1.8e-7 + 1e-30);
        if (is_exact ? rgba[i] != wanted[i] : !(error <= 1))
            return false;
    }
    return true;
}

/* Which channel of a colour becomes the component. */
static unsigned
channel_of(const struct texel *texel, unsigned index)
{
    static const char channels[] = "RGBA";
    const char *at = strchr(channels, texel->letters[index]);
    return at ? (unsigned)(at - channels) : 0;
}

static double
clamp(double value, double low, double high)
{
    return !(value > low) ? low : value > high ? high : value;
}

bool
texel_is_written(const struct texel *texel, const double rgba[4], const uint8_t *bytes)
{
    for (unsigned i = 0; i < strlen(texel->letters); i++) {
        double value = rgba[channel_of(texel, i)], scale = scale_of(texel, i);
        double stored = value_of(texel, bytes, i), high = ldexp(1, (int)texel->bits[i]);
        double error = 1;
        switch (texel->kind) {
        case TEXEL_UNORM:
            value = clamp(value, 0, 1);
            value = is_srgb_letter(texel, i) ? to_srgb(value) : value;
            error = fabs(raw_of(texel, bytes, i) - value * scale) / 0.6;
            break;
        case TEXEL_SNORM:
            error = fabs(stored - clamp(value, -1, 1)) * scale / 0.6;
            break;
        case TEXEL_SINT:
            error = 2 * fabs(stored - clamp(value, -high / 2, high / 2 - 1));
            break;
        case TEXEL_UINT:
            error = 2 * fabs(stored - clamp(value, 0, high - 1));
            break;
        case TEXEL_FLOAT:
            error = stored == value ? 0 : 2;
            break;
        }
        if (!(error <= 1))
            return false;
    }
    return true;
}

bool
texel_is_same(const struct texel *texel, const uint8_t *one, const uint8_t *other)
{
    for (unsigned i = 0; i < strlen(texel->letters); i++)
        if (raw_of(texel, one, i) != raw_of(texel, other, i))
            return false;
    return true;
}

uint32_t
texel_chance(uint64_t *seed, uint32_t below)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*seed >> 33) % below);
}

/* A multiple of 1/64 between -4 and 4. */
static double
random_number(uint64_t *seed)
{
    return (double)((int)texel_chance(seed, 513) - 256) / 64;
}

static uint32_t
half_bits(double value)
{
    int exponent;
    double fraction = frexp(fabs(value), &exponent);
    uint32_t magnitude =
        value == 0 ? 0 : ((uint32_t)(exponent + 14) << 10 | ((uint32_t)(fraction * 2048) & 1023));
    return (value < 0 ? 0x8000u : 0) | magnitude;
}

void
texel_random(const struct texel *texel, uint64_t *seed, uint8_t *bytes)
{
    for (size_t i = 0; i < texel->bytes; i++)
        bytes[i] = (uint8_t)texel_chance(seed, 256);
    for (unsigned i = 0; texel->kind == TEXEL_FLOAT && i < strlen(texel->letters); i++) {
        float number = (float)random_number(seed);
        uint16_t half = (uint16_t)half_bits((double)number);
        size_t size = texel->bits[0] / 8;
        memcpy(bytes + i * size, size == 2 ? (void *)&half : (void *)&number, size);
    }
}

void
texel_random_color(const struct texel *texel, uint64_t *seed, double rgba[4])
{
    double high = ldexp(1, (int)texel->bits[0]);
    for (unsigned i = 0; i < 4; i++)
        switch (texel->kind) {
        case TEXEL_UNORM:
        case TEXEL_SNORM:
            rgba[i] = random_number(seed) / 3; /* mostly within 1 */
            rgba[i] = (double)(float)rgba[i];
            break;
        case TEXEL_SINT: /* a tenth is beyond what it holds */
            rgba[i] = trunc(((double)texel_chance(seed, 1001) / 1000 - 0.5) * high * 1.1);
            rgba[i] = clamp(rgba[i], INT32_MIN, INT32_MAX);
            break;
        case TEXEL_UINT:
            rgba[i] = trunc((double)texel_chance(seed, 1001) / 1000 * high * 1.1);
            rgba[i] = clamp(rgba[i], 0, UINT32_MAX);
            break;
        case TEXEL_FLOAT:
            rgba[i] = random_number(seed);
            break;
        }
}

void
texel_pack(const struct texel *texel, const double rgba[4], uint32_t words[4])
{
    for (unsigned i = 0; i < 4; i++) {
        float number = (float)rgba[i];
        if (texel->kind == TEXEL_SINT || texel->kind == TEXEL_UINT)
            words[i] = (uint32_t)(int64_t)rgba[i];
        else
            memcpy(&words[i], &number, sizeof number);
    }
}

void
texel_unpack(const struct texel *texel, const uint32_t words[4], double rgba[4])
{
    for (unsigned i = 0; i < 4; i++) {
        float number;
        memcpy(&number, &words[i], sizeof number);
        rgba[i] = texel->kind == TEXEL_SINT   ? (double)(int32_t)words[i]
                  : texel->kind == TEXEL_UINT ? (double)words[i]
                                              : (double)number;
    }
}
