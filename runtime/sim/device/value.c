/* Types of values: their names in OpenCL C and in metadata, and what an argument may be given.
 * OpenCL C 1.2, 6.1.1 and 6.1.2; AMDGPUUsage, "Code Object V2 Kernel Argument Metadata". */
#include "runtime/sim/device/load.h"

static const struct {
    const char *name; /* ours; in capitals, ValueType of the metadata */
    uint32_t size;
    const char *words[4]; /* in OpenCL C */
} types[] = {
    [SIM_VALUE_UNKNOWN] = {"", 0, {NULL}},
    [SIM_VALUE_I8] = {"i8", 1, {"char"}},
    [SIM_VALUE_U8] = {"u8", 1, {"uchar", "unsigned char"}},
    [SIM_VALUE_I16] = {"i16", 2, {"short"}},
    [SIM_VALUE_U16] = {"u16", 2, {"ushort", "unsigned short"}},
    [SIM_VALUE_I32] = {"i32", 4, {"int"}},
    [SIM_VALUE_U32] = {"u32", 4, {"uint", "unsigned int", "unsigned"}},
    [SIM_VALUE_I64] = {"i64", 8, {"long"}},
    [SIM_VALUE_U64] = {"u64", 8, {"ulong", "unsigned long"}},
    [SIM_VALUE_F16] = {"f16", 2, {"half"}},
    [SIM_VALUE_F32] = {"f32", 4, {"float"}},
    [SIM_VALUE_F64] = {"f64", 8, {"double"}},
    [SIM_VALUE_ADDRESS] = {"address", 8, {NULL}},
};

enum { TYPES = sizeof types / sizeof *types };

const char *
sim_value_type_name(enum sim_value_type type)
{
    return types[type].name;
}

uint32_t
sim_value_type_size(enum sim_value_type type)
{
    return types[type].size;
}

static uint8_t
width_of(const char *digits)
{
    static const uint8_t widths[] = {2, 3, 4, 8, 16};
    unsigned value = 0;
    for (; *digits >= '0' && *digits <= '9' && value < 100; digits++)
        value = value * 10 + (unsigned)(*digits - '0');
    for (size_t i = 0; !*digits && i < sizeof widths; i++)
        if (widths[i] == value)
            return widths[i];
    return 0;
}

/* "float", "uint4"; a typedef's name, which the compiler may keep, is unknown. */
static struct sim_value
parse_word(const char *text)
{
    size_t length = strcspn(text, "0123456789");
    for (uint8_t type = 1; type < TYPES; type++)
        for (unsigned i = 0; i < 4 && types[type].words[i]; i++)
            if (strlen(types[type].words[i]) == length &&
                memcmp(types[type].words[i], text, length) == 0) {
                uint8_t width = text[length] ? width_of(text + length) : 1;
                return width ? (struct sim_value){type, width} : (struct sim_value){0, 0};
            }
    return (struct sim_value){0, 0};
}

/* "F32", "f32": of a vector, its elements. */
static uint8_t
parse_value_type(const char *text)
{
    for (uint8_t type = 1; type < SIM_VALUE_ADDRESS; type++)
        if (strlen(text) == strlen(types[type].name) && (text[0] | 0x20) == types[type].name[0] &&
            strcmp(text + 1, types[type].name + 1) == 0)
            return type;
    return SIM_VALUE_UNKNOWN;
}

struct sim_value
value_parse(const char *type_name, const char *value_type, uint32_t size)
{
    struct sim_value value = parse_word(type_name);
    if (value.type != SIM_VALUE_UNKNOWN)
        return value;
    value.type = parse_value_type(value_type);
    uint32_t element = types[value.type].size;
    /* a vector of three takes the place of four, so the size does not tell them apart */
    value.width = element && size / element != 4 ? (uint8_t)(size / element) : 0;
    return value.width ? value : (struct sim_value){0, 0};
}

static bool
is_float(uint8_t type)
{
    return type >= SIM_VALUE_F16 && type <= SIM_VALUE_F64;
}

bool
value_fits(struct sim_value wanted, struct sim_value given)
{
    if (wanted.type == SIM_VALUE_UNKNOWN || given.type == SIM_VALUE_UNKNOWN)
        return true;
    if (is_float(wanted.type) != is_float(given.type) ||
        types[wanted.type].size != types[given.type].size)
        return false;
    /* an address that somebody computed, or 0, is a number, but no number wants an address */
    if (given.type == SIM_VALUE_ADDRESS && wanted.type != SIM_VALUE_ADDRESS)
        return false;
    return (wanted.width ? wanted.width : 1) == (given.width ? given.width : 1);
}
