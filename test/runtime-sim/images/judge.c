/* Kernels with images on the host's OpenCL and on the simulator: what both leave must agree.
 *
 *   image-judge KERNELS.cl OPTIONS CASES OBJECT...
 *
 * OPTIONS build the kernels for the host; each object is clang's of the same file.  Lines of CASES:
 *
 *   KERNEL | GLOBAL/LOCAL | TOLERANCE | argument ; argument ...
 *
 *   is=V,V...: the last argument, a buffer, holds these integers; the host is not asked
 *   exact, ulp=N: floats may differ by N units in the last place (normalised integers as floats:
 *   1.5 on each side, OpenCL 1.2, 8.3.1), or near=R: numbers may differ by 2^-7 of the range R (OpenCL's minimum for linear
 *   filters), normalised integers by as much of their own range
 *   int 1, float 0.5, int2 1,2 ...           by value
 *   buffer float|int N random|zero           filled with numbers from 0 to 1, or small integers
 *   image 2D|3D|... ORDER TYPE WxHxD[*LAYERS] random|zero
 *   sampler normalized|unnormalized none|clamp_to_edge|clamp|repeat|mirrored_repeat nearest|linear
 *   local N
 *   auto WxH [NAME=VALUE ...]                instead of all: arguments by the object's metadata; VALUE
 *                                            R: an image of one channel; u16: of 16-bit integers;
 *                                            of a buffer or local memory its size; [V,V...]: the
 *                                            integers that a buffer begins with */
#include "judge.h"

#include "support/ieee.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 4096 };

struct tolerance {
    double absolute, relative;
};

static unsigned passed, failed, line_number;

/* ---- Contents ---- */

static uint64_t
next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

enum fill { FILL_FLOAT, FILL_HALF, FILL_SMALL, FILL_ANY };

static void
fill(uint8_t *bytes, uint64_t size, enum fill kind, uint64_t seed)
{
    for (uint64_t at = 0; at < size;) {
        uint64_t value = next_random(&seed);
        float unit = (float)(value >> 40) * 0x1p-24f;
        uint32_t bits = (uint32_t)value;
        unsigned width = kind == FILL_HALF ? 2 : 4;
        if (kind == FILL_FLOAT)
            memcpy(&bits, &unit, sizeof bits);
        else if (kind == FILL_HALF)
            bits = (uint32_t)ieee_bits(16, (double)unit);
        else if (kind == FILL_SMALL)
            bits &= 7;
        for (unsigned i = 0; i < width && at < size; i++)
            bytes[at++] = (uint8_t)(bits >> 8 * i);
    }
}

static struct arg *
add_arg(struct launch *launch, enum arg_kind kind, enum element element, uint64_t size)
{
    struct arg *arg = &launch->args[launch->arg_count++];
    *arg = (struct arg){.kind = kind, .element = element, .size = size};
    arg->bytes = calloc(1, size + 1);
    return arg;
}

static uint64_t
image_size(const struct sim_image_info *info)
{
    return (uint64_t)sim_texel_bytes(info->order, info->type) * info->width * info->height *
           info->depth * info->layers;
}

static void
add_image(struct launch *launch, const struct sim_image_info *info, bool random)
{
    struct arg *arg = add_arg(launch, ARG_IMAGE, ELEMENT_BYTES, image_size(info));
    arg->image = *info;
    if (random)
        fill(arg->bytes, arg->size,
             info->type == SIM_TYPE_FLOAT        ? FILL_FLOAT
             : info->type == SIM_TYPE_HALF_FLOAT ? FILL_HALF
                                                 : FILL_ANY,
             launch->arg_count);
}

static void
add_buffer(struct launch *launch, enum element element, uint64_t count, bool random)
{
    struct arg *arg = add_arg(launch, ARG_BUFFER, element, 4 * count);
    if (random)
        fill(arg->bytes, arg->size, element == ELEMENT_FLOAT ? FILL_FLOAT : FILL_SMALL,
             launch->arg_count);
}

/* ---- Arguments as text ---- */

static const char *const geometry_names[] = {"1D", "1D_array", "1D_buffer", "2D", "2D_array", "3D"};
static const char *const addressing_names[] = {"none", "clamp_to_edge", "clamp", "repeat",
                                               "mirrored_repeat"};

static bool
find_name(const char *const *names, unsigned count, const char *name, unsigned *index)
{
    for (*index = 0; *index < count; ++*index)
        if (strcmp(names[*index], name) == 0)
            return true;
    return false;
}

static bool
parse_format(const char *order, const char *type, struct sim_image_info *info)
{
    info->order = 0;
    while (info->order < SIM_ORDERS && strcmp(sim_channel_order_name(info->order), order) != 0)
        info->order++;
    info->type = 0;
    while (info->type < SIM_TYPES && strcmp(sim_channel_type_name(info->type), type) != 0)
        info->type++;
    return info->order < SIM_ORDERS && info->type < SIM_TYPES;
}

static bool
parse_image(struct launch *launch, const char *text)
{
    char geometry[16], order[16], type[32], size[32], contents[16];
    struct sim_image_info info = {.height = 1, .depth = 1, .layers = 1, .levels = 1};
    unsigned index;
    if (sscanf(text, "image %15s %15s %31s %31s %15s", geometry, order, type, size, contents) !=
            5 ||
        !find_name(geometry_names, 6, geometry, &index) || !parse_format(order, type, &info))
        return false;
    info.geometry = index;
    sscanf(size, "%ux%ux%u", &info.width, &info.height, &info.depth);
    if (strchr(size, '*'))
        info.layers = (uint32_t)atoi(strchr(size, '*') + 1);
    add_image(launch, &info, strcmp(contents, "random") == 0);
    return true;
}

static bool
parse_sampler(struct launch *launch, const char *text)
{
    char coordinates[16], addressing[32], filter[16];
    unsigned index;
    if (sscanf(text, "sampler %15s %31s %15s", coordinates, addressing, filter) != 3 ||
        !find_name(addressing_names, 5, addressing, &index))
        return false;
    struct arg *arg = add_arg(launch, ARG_SAMPLER, ELEMENT_BYTES, 0);
    arg->sampler = (struct sim_sampler_info){.normalized = strcmp(coordinates, "normalized") == 0,
                                             .addressing = index,
                                             .linear = strcmp(filter, "linear") == 0};
    return true;
}

static bool
parse_value(struct launch *launch, const char *text)
{
    bool is_float = strncmp(text, "float", 5) == 0;
    const char *at = strchr(text, ' ');
    if (!at || (!is_float && strncmp(text, "int", 3) != 0))
        return false;
    struct arg *arg = add_arg(launch, ARG_VALUE, ELEMENT_BYTES, 64);
    for (arg->size = 0; at; arg->size += 4) {
        float number = strtof(at + 1, NULL);
        int32_t integer = (int32_t)strtoll(at + 1, NULL, 0);
        memcpy(arg->bytes + arg->size, is_float ? (void *)&number : (void *)&integer, 4);
        at = strchr(at + 1, ',');
    }
    return true;
}

static bool
parse_arg(struct launch *launch, const char *text)
{
    char type[16], contents[16];
    unsigned long count;
    if (strncmp(text, "image ", 6) == 0)
        return parse_image(launch, text);
    if (strncmp(text, "sampler ", 8) == 0)
        return parse_sampler(launch, text);
    if (sscanf(text, "buffer %15s %lu %15s", type, &count, contents) == 3) {
        add_buffer(launch, strcmp(type, "float") == 0 ? ELEMENT_FLOAT : ELEMENT_INT, count,
                   strcmp(contents, "random") == 0);
        return true;
    }
    if (sscanf(text, "local %lu", &count) == 1) {
        add_arg(launch, ARG_LOCAL, ELEMENT_BYTES, count);
        return true;
    }
    return parse_value(launch, text);
}

/* ---- Arguments by metadata ---- */

/* NAME=VALUE in the text, or NULL. */
static const char *
find_override(const char *text, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = text; length && (at = strstr(at, name)); at++)
        if (at[-1] == ' ' && at[length] == '=')
            return at + length + 1;
    return NULL;
}

/* Sizes by their names, small numbers else. */
static void
add_automatic_value(struct launch *launch, const struct sim_arg_info *info, const char *override,
                    unsigned width, unsigned height)
{
    struct arg *arg = add_arg(launch, ARG_VALUE, ELEMENT_BYTES, info->size);
    bool is_float = strncmp(info->type_name, "float", 5) == 0;
    bool is_width = strstr(info->name, "width") || strcmp(info->name, "wd") == 0;
    bool is_height = strstr(info->name, "height") || strcmp(info->name, "ht") == 0;
    for (unsigned at = 0; at + 4 <= info->size; at += 4) {
        float number = override ? strtof(override, NULL) : 0.25f + (float)at / 64;
        int64_t integer = override    ? strtoll(override, NULL, 0)
                          : is_width  ? width
                          : is_height ? height
                                      : 1;
        memcpy(arg->bytes + at, is_float ? (void *)&number : (void *)&integer, 4);
    }
}

/* [V,V...]: a buffer that begins with these. */
static void
add_list(struct launch *launch, const char *text)
{
    add_buffer(launch, ELEMENT_INT, 256, true);
    uint8_t *bytes = launch->args[launch->arg_count - 1].bytes;
    for (unsigned at = 0; *text && *text != ']' && at < 256; at++) {
        char *end;
        int32_t value = (int32_t)strtoll(text + 1, &end, 0);
        memcpy(bytes + 4 * at, &value, 4);
        text = end;
    }
}

static void
add_automatic(struct launch *launch, const struct sim_arg_info *info, const char *text,
              unsigned width, unsigned height)
{
    const char *override = find_override(text, info->name);
    struct sim_image_info image = {
        SIM_GEOMETRY_2D, SIM_ORDER_RGBA, SIM_TYPE_FLOAT, width, height, 1, 1, 1, 0, 1};
    if (override && *override == 'R' && override[1] <= ' ')
        image.order = SIM_ORDER_R;
    if (override && strncmp(override, "u16", 3) == 0)
        image.order = SIM_ORDER_R, image.type = SIM_TYPE_UNSIGNED_INT16;
    if (info->kind == SIM_ARG_IMAGE)
        add_image(launch, &image, true);
    else if (info->kind == SIM_ARG_SAMPLER)
        parse_sampler(launch, "sampler unnormalized clamp_to_edge nearest");
    else if (info->kind == SIM_ARG_LOCAL_POINTER)
        add_arg(launch, ARG_LOCAL, ELEMENT_BYTES, override ? strtoull(override, NULL, 0) : 8192);
    else if (info->kind == SIM_ARG_GLOBAL_BUFFER && override && *override == '[')
        add_list(launch, override);
    else if (info->kind == SIM_ARG_GLOBAL_BUFFER)
        add_buffer(launch, strncmp(info->type_name, "float", 5) == 0 ? ELEMENT_FLOAT : ELEMENT_INT,
                   override ? strtoull(override, NULL, 0) : 16ul * width * height, true);
    else
        add_automatic_value(launch, info, override, width, height);
}

static bool
parse_automatic(struct launch *launch, const char *text)
{
    const struct sim_kernel *kernel = simulator_kernel(launch->kernel);
    unsigned width, height;
    if (!kernel || sscanf(text, "auto %ux%u", &width, &height) != 2)
        return false;
    for (unsigned i = 0; i < kernel->arg_count && kernel->args[i].kind < SIM_ARG_HIDDEN_NONE; i++)
        add_automatic(launch, &kernel->args[i], text, width, height);
    return true;
}

/* ---- Lines ---- */

static char *
trim(char *text)
{
    while (*text == ' ')
        text++;
    for (size_t length = strlen(text); length && text[length - 1] <= ' ';)
        text[--length] = '\0';
    return text;
}

static bool
parse_sizes(struct launch *launch, const char *text)
{
    const char *slash = strchr(text, '/'), *at = text;
    for (unsigned part = 0; part < 2 && slash; part++, at = slash + 1)
        for (launch->dims = 0; at && launch->dims < 3 && (part || at < slash);) {
            (part ? launch->local : launch->global)[launch->dims++] = strtoul(at, NULL, 10);
            at = strchr(at, ',');
            at = at ? at + 1 : NULL;
        }
    return slash != NULL;
}

static bool
parse_tolerance(const char *text, struct tolerance *tolerance, const char **expected)
{
    *tolerance = (struct tolerance){0};
    *expected = strncmp(text, "is=", 3) == 0 ? text + 3 : NULL;
    if (strncmp(text, "near=", 5) == 0)
        tolerance->absolute = strtod(text + 5, NULL) * 0x1p-7;
    else if (strncmp(text, "ulp=", 4) == 0)
        tolerance->relative = strtod(text + 4, NULL) * 0x1p-23;
    else
        return *expected || strcmp(text, "exact") == 0;
    return true;
}

/* The line is cut up.  *expected: the text after "is=", or NULL. */
static bool
parse_line(char *line, struct launch *launch, struct tolerance *tolerance, const char **expected)
{
    char *field[4] = {strtok(line, "|"), strtok(NULL, "|"), strtok(NULL, "|"), strtok(NULL, "|")};
    if (!field[3] || !parse_sizes(launch, field[1]))
        return false;
    snprintf(launch->kernel, sizeof launch->kernel, "%s", trim(field[0]));
    field[2] = trim(field[2]);
    if (!parse_tolerance(field[2], tolerance, expected))
        return false;
    field[3] = trim(field[3]);
    if (strncmp(field[3], "auto ", 5) == 0)
        return parse_automatic(launch, field[3]);
    for (char *text = strtok(field[3], ";"); text; text = strtok(NULL, ";"))
        if (launch->arg_count == MAX_ARGS || !parse_arg(launch, trim(text)))
            return false;
    return true;
}

/* ---- Comparing ---- */

/* Bytes of an element, its value and what of it the tolerance counts as 1. */
static unsigned
element_of(const struct arg *arg, const uint8_t *bytes, double *value, double *one)
{
    unsigned type = arg->kind == ARG_IMAGE          ? arg->image.type
                    : arg->element == ELEMENT_FLOAT ? SIM_TYPE_FLOAT
                                                    : SIM_TYPE_SIGNED_INT32;
    static const uint8_t sizes[] = {1, 2, 1, 2, 4, 2, 2, 4, 1, 2, 4, 1, 2, 4, 2, 4};
    uint64_t raw = 0;
    unsigned size = sizes[type];
    memcpy(&raw, bytes, size);
    bool is_float = type >= SIM_TYPE_HALF_FLOAT;
    int64_t integer = (int64_t)(raw << (64 - 8 * size)) >> (64 - 8 * size);
    *value = is_float                       ? ieee_value(8 * size, raw)
             : type <= SIM_TYPE_SNORM_INT16 ? (double)integer
                                            : (double)raw;
    *one = is_float ? 1 : type <= SIM_TYPE_UNORM_INT16 ? (type & 1 ? 65535 : 255) : 0;
    return size;
}

static bool
agrees(double a, double b, double tolerance)
{
    return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= tolerance;
}

static void
report(const char *what, const struct launch *launch, const char *message)
{
    printf("%s: line %u, %s: %s\n", what, line_number, launch->kernel, message);
    failed++;
}

static void
compare(const char *object, const struct launch *host, const struct launch *sim,
        const struct tolerance *tolerance)
{
    char text[160];
    for (unsigned i = 0; i < host->arg_count; i++) {
        const struct arg *a = &host->args[i], *b = &sim->args[i];
        double x, y, one;
        if (a->kind != ARG_BUFFER && a->kind != ARG_IMAGE)
            continue;
        for (uint64_t at = 0; at < a->size;) {
            unsigned size = element_of(a, a->bytes + at, &x, &one);
            element_of(b, b->bytes + at, &y, &one);
            if (!agrees(x, y, tolerance->absolute * one + tolerance->relative * fabs(x))) {
                snprintf(text, sizeof text,
                         "argument %u, element %llu: the host has %.9g, the simulator %.9g", i,
                         (unsigned long long)(at / size), x, y);
                report(object, host, text);
                return;
            }
            at += size;
        }
    }
    passed++;
}

static void
copy_launch(struct launch *to, const struct launch *from)
{
    *to = *from;
    for (unsigned i = 0; i < from->arg_count; i++) {
        to->args[i].bytes = malloc(from->args[i].size + 1);
        memcpy(to->args[i].bytes, from->args[i].bytes, from->args[i].size);
    }
}

/* A launch that writes nothing would agree with anything. */
static bool
has_changed(const struct launch *before, const struct launch *after)
{
    for (unsigned i = 0; i < before->arg_count; i++) {
        const struct arg *a = &before->args[i], *b = &after->args[i];
        if ((a->kind == ARG_BUFFER || a->kind == ARG_IMAGE) && memcmp(a->bytes, b->bytes, a->size))
            return true;
    }
    return false;
}

static void
free_launch(struct launch *launch)
{
    for (unsigned i = 0; i < launch->arg_count; i++)
        free(launch->args[i].bytes);
}

/* The integers of the text in the last argument. */
static void
expect(struct launch *launch, const char *text)
{
    struct arg *arg = &launch->args[launch->arg_count - 1];
    for (uint64_t at = 0; text && at < arg->size; at += 4) {
        int32_t value = (int32_t)strtoll(text, NULL, 0);
        memcpy(arg->bytes + at, &value, 4);
        text = strchr(text, ',') ? strchr(text, ',') + 1 : NULL;
    }
}

static void
judge(const char *object, const char *line)
{
    char copy[LINE];
    struct launch host = {0}, sim, before;
    const char *expected, *why = NULL;
    struct tolerance tolerance;
    snprintf(copy, sizeof copy, "%s", line);
    if (!parse_line(copy, &host, &tolerance, &expected)) {
        report(object, &host, line);
        free_launch(&host);
        return;
    }
    copy_launch(&before, &host);
    if (expected)
        expect(&host, expected);
    else
        why = host_run(&host);
    if (why)
        report("host", &host, why);
    for (unsigned layout = 0; !why && simulator_lay_out(layout); layout++) {
        copy_launch(&sim, &before);
        if ((why = simulator_run(&sim)))
            report(object, &host, why);
        else if (!has_changed(&before, &sim))
            report(object, &host, "the launch changes nothing");
        else
            compare(object, &host, &sim, &tolerance);
        free_launch(&sim);
    }
    free_launch(&before);
    free_launch(&host);
}

int
main(int argc, char **argv)
{
    char line[LINE];
    const char *why = argc > 4 ? host_open(argv[1], argv[2]) : "KERNELS.cl OPTIONS CASES OBJECT...";
    for (int i = 4; !why && i < argc; i++) {
        FILE *file = fopen(argv[3], "r");
        why = file ? simulator_open(argv[i]) : "no cases";
        for (line_number = 1; !why && fgets(line, sizeof line, file); line_number++)
            if (*line != '#' && *line != '\n')
                judge(strrchr(argv[i], '/') ? strrchr(argv[i], '/') + 1 : argv[i], line);
        if (file)
            fclose(file);
    }
    if (why)
        printf("%s: %s\n", argc > 1 ? argv[1] : argv[0], why);
    printf("%u passed, %u failed\n", passed, failed);
    return why || failed;
}
