/* record-programs: writes the cases of examples/ and test/e2e as programs of `occ selftest`.
 *
 *   record-programs OBJECTS OUTPUT FOLDER...
 *
 * OBJECTS holds NAME.co of each case, one of FOLDER NAME.cl; OUTPUT/NAME.cl becomes that source after comments with each
 * launch.  What is expected is what the object left on the simulator, once the case's own computation on the host has
 * found it right: floats may be off by what the cases allow, a part of the largest.  Cases that are too large for a
 * small kernel, or that use images, are told and left out. */
#include "examples/host/run.h"
#include "support/ieee.h"
#include "support/strbuf.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BUFFERS = 64, MAX_TEXT = 64000 };

static struct {
    struct arena arena;
    struct strbuf text;
    struct {
        uint64_t address, size;
    } buffers[MAX_BUFFERS];
    unsigned buffer_count;
    const char *lacks; /* why it is left out; NULL: nothing */
} record;

/* ---- values ---- */

struct element {
    const char *name; /* as the comments have it */
    unsigned size;    /* bytes of a component */
    bool is_float, is_signed;
    double tolerance; /* of what is expected, as a part of the largest */
};

/* Of "const float4*": float, and the 4 in *width. */
static const struct element *
element_of(const char *type, unsigned *width)
{
    static const struct element elements[] = {
        {"char", 1, false, true, 0},     {"uchar", 1, false, false, 0},
        {"short", 2, false, true, 0},    {"ushort", 2, false, false, 0},
        {"int", 4, false, true, 0},      {"uint", 4, false, false, 0},
        {"long", 8, false, true, 0},     {"ulong", 8, false, false, 0},
        {"half", 2, true, true, 4e-3},   {"float", 4, true, true, 1e-4},
        {"double", 8, true, true, 1e-10}};
    static const struct element bytes = {"struct", 1, false, false, 0};
    for (unsigned i = 0; i < sizeof elements / sizeof *elements; i++) {
        size_t length = strlen(elements[i].name);
        if (strncmp(type, elements[i].name, length) == 0 && strchr("*0123456789", type[length])) {
            *width = (unsigned)strtoul(type + length, NULL, 10);
            *width += !*width;
            return &elements[i];
        }
    }
    *width = 1;
    return &bytes;
}

static void
put_value(const struct element *element, const uint8_t *bytes)
{
    uint64_t bits = 0;
    unsigned unused = 64 - 8 * element->size;
    memcpy(&bits, bytes, element->size);
    double value = element->is_float ? ieee_value(8 * element->size, bits) : 0;
    if (element->is_float && isnan(value))
        strbuf_puts(&record.text, " nan");
    else if (element->is_float)
        strbuf_printf(&record.text, " %a", value);
    else if (element->is_signed)
        strbuf_printf(&record.text, " %lld", (long long)((int64_t)(bits << unused) >> unused));
    else
        strbuf_printf(&record.text, " %llu", (unsigned long long)bits);
}

/* With repeated ones once; a vector of three has a fourth that nobody writes. */
static void
put_values(const struct element *element, unsigned width, const uint8_t *bytes, uint64_t size)
{
    unsigned slots = width == 3 ? 4 : width;
    uint64_t count = size / element->size;
    for (uint64_t i = 0, same; i < count; i += same) {
        same = 1;
        if (i % slots >= width)
            continue;
        while (width != 3 && i + same < count &&
               memcmp(bytes + i * element->size, bytes + (i + same) * element->size,
                      element->size) == 0)
            same++;
        put_value(element, bytes + i * element->size);
        if (same > 1)
            strbuf_printf(&record.text, "*%llu", (unsigned long long)same);
    }
}

static double
largest(const struct element *element, const uint8_t *bytes, uint64_t size)
{
    double most = 1;
    for (uint64_t i = 0; i < size / element->size; i++) {
        uint64_t bits = 0;
        memcpy(&bits, bytes + i * element->size, element->size);
        double value = fabs(ieee_value(8 * element->size, bits));
        most = isfinite(value) && value > most ? value : most;
    }
    return most;
}

/* ---- launches ---- */

static uint64_t
size_of(uint64_t address)
{
    for (unsigned i = 0; i < record.buffer_count; i++)
        if (record.buffers[i].address == address)
            return record.buffers[i].size;
    return 0;
}

static uint8_t *
copy_of(struct run *run, uint64_t address, uint64_t size)
{
    uint8_t *bytes = arena_alloc(&record.arena, size + 8);
    sim_peek(run->device, address, size, bytes, arena_alloc(&record.arena, size + 8));
    return bytes;
}

static void
put_argument(struct run *run, const struct sim_arg_info *info, const struct sim_arg *arg)
{
    unsigned width;
    const struct element *element = element_of(info->type_name, &width);
    uint64_t address = 0;
    if (info->kind == SIM_ARG_IMAGE || info->kind == SIM_ARG_SAMPLER)
        record.lacks = "images";
    strbuf_puts(&record.text, "// arg: ");
    if (arg->local) {
        strbuf_printf(&record.text, "local %llu\n", (unsigned long long)arg->size);
        return;
    }
    strbuf_puts(&record.text, element->name);
    if (width > 1)
        strbuf_printf(&record.text, "%u", width);
    if (info->kind == SIM_ARG_GLOBAL_BUFFER) {
        memcpy(&address, arg->bytes, sizeof address);
        uint64_t size = size_of(address), slots = width == 3 ? 4 : width;
        strbuf_printf(&record.text, " %s[%llu] =", info->name,
                      (unsigned long long)(size / element->size / slots));
        put_values(element, width, copy_of(run, address, size), size);
    } else {
        strbuf_printf(&record.text, " %s =", info->name);
        put_values(element, width, arg->bytes, arg->size);
    }
    strbuf_puts(&record.text, "\n");
}

static void
put_expected(struct run *run, const struct sim_arg_info *info, const struct sim_arg *arg,
             const uint8_t *before)
{
    unsigned width;
    const struct element *element = element_of(info->type_name, &width);
    uint64_t address = 0;
    if (info->kind != SIM_ARG_GLOBAL_BUFFER)
        return;
    memcpy(&address, arg->bytes, sizeof address);
    uint64_t size = size_of(address);
    const uint8_t *after = copy_of(run, address, size);
    if (memcmp(before, after, size) == 0)
        return;
    strbuf_printf(&record.text, "// expect: %s[0] =", info->name);
    put_values(element, width, after, size);
    if (element->tolerance > 0)
        strbuf_printf(&record.text, " ~%g", element->tolerance * largest(element, after, size));
    strbuf_puts(&record.text, "\n");
}

bool
run_launch(struct run *run, const char *kernel, const uint32_t global[2], const uint32_t local[2],
           const struct sim_arg *args, unsigned count)
{
    enum { MAX_ARGS = 32 };
    const struct sim_kernel *found = sim_find_kernel(run->object, kernel);
    bool is_flat = global[1] == 1 && local[1] == 1;
    const struct sim_launch launch = {.dims = is_flat ? 1 : 2,
                                      .global = {global[0], global[1], 1},
                                      .local = {local[0], local[1], 1},
                                      .args = args,
                                      .arg_count = count};
    const uint8_t *before[MAX_ARGS] = {NULL};
    if (!found || count > MAX_ARGS)
        return run_fail(run, "no kernel %s", kernel);
    strbuf_printf(&record.text, "//\n// kernel: %s global=%u,%u local=%u,%u\n", kernel, global[0],
                  global[1], local[0], local[1]);
    for (unsigned i = 0; i < count; i++) {
        uint64_t address = 0;
        put_argument(run, &found->args[i], &args[i]);
        if (found->args[i].kind == SIM_ARG_GLOBAL_BUFFER) {
            memcpy(&address, args[i].bytes, sizeof address);
            before[i] = copy_of(run, address, size_of(address));
        }
    }
    if (sim_launch(run->device, found, &launch) != SIM_OK)
        return run_fail(run, "%s", sim_message(run->device));
    for (unsigned i = 0; i < count; i++)
        put_expected(run, &found->args[i], &args[i], before[i]);
    return true;
}

uint64_t
run_buffer(struct run *run, const void *bytes, size_t size)
{
    uint64_t address = sim_alloc(run->device, size);
    if (bytes)
        sim_write(run->device, address, bytes, size);
    if (record.buffer_count == MAX_BUFFERS)
        abort();
    record.buffers[record.buffer_count].address = address;
    record.buffers[record.buffer_count++].size = size;
    return address;
}

/* ---- the rest of run.h ---- */

bool
run_fail(struct run *run, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(run->message, sizeof run->message, format, args);
    va_end(args);
    return false;
}

bool
run_read(struct run *run, uint64_t buffer, void *bytes, size_t size)
{
    return sim_read(run->device, buffer, bytes, size) == SIM_OK ||
           run_fail(run, "%s", sim_message(run->device));
}

uint32_t
run_random(struct run *run)
{
    run->random ^= run->random << 13;
    run->random ^= run->random >> 17;
    run->random ^= run->random << 5;
    return run->random;
}

float
run_random_float(struct run *run, float low, float high)
{
    return low + (high - low) * ((float)(run_random(run) >> 8) / 16777216.0f);
}

bool
run_near(struct run *run, const char *what, size_t at, double got, double want, double relative,
         double absolute)
{
    return fabs(got - want) <= relative * fabs(want) + absolute ||
           run_fail(run, "%s[%zu] is %.9g instead of %.9g", what, at, got, want);
}

/* ---- the program ---- */

static char *
read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *bytes = arena_alloc(&record.arena, 1 << 20);
    *size = file ? fread(bytes, 1, (1 << 20) - 1, file) : 0;
    if (file)
        fclose(file);
    return *size ? bytes : NULL;
}

static bool
write_program(const char *output, const char *name, const char *source, size_t size)
{
    char *path = arena_printf(&record.arena, "%s/%s.cl", output, name);
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    fprintf(file,
            "// %s, with its launches; written by record.c.\n// options: -ffp-contract=off\n%s\n",
            name, record.text.text);
    fwrite(source, 1, size, file);
    return fclose(file) == 0;
}

static bool
record_case(const struct run_case *item, char **argv)
{
    const struct sim_options options = {.strict = true, .foreign = -1};
    struct run run = {.random = 2463534242u, .device = sim_device_new(&options)};
    size_t object_size, source_size = 0;
    char *object =
        read_file(arena_printf(&record.arena, "%s/%s.co", argv[1], item->name), &object_size);
    const char *source = NULL;
    record.text = strbuf_new(&record.arena);
    record.buffer_count = 0;
    record.lacks = NULL;
    for (char **folder = argv + 3; *folder && !source; folder++)
        source =
            read_file(arena_printf(&record.arena, "%s/%s.cl", *folder, item->name), &source_size);
    bool good = object && source &&
                sim_load(run.device, object, object_size, &run.object) == SIM_OK &&
                item->check(&run);
    if (good && record.text.length > MAX_TEXT)
        record.lacks = "room";
    if (!good)
        printf("%s: %s\n", item->name, object && source ? run.message : "no object or source");
    else if (record.lacks)
        printf("%s: left out, it wants %s\n", item->name, record.lacks);
    else
        good = write_program(argv[2], item->name, source, source_size);
    sim_device_free(run.device);
    return good;
}

int
main(int argc, char **argv)
{
    struct guard guard = {.status = GUARD_OK};
    bool good = argc > 3;
    if (setjmp(guard.target) != 0)
        return 1;
    arena_init(&record.arena, NULL, &guard);
    for (const struct run_case *item = example_cases; good && item->name; item++)
        good = record_case(item, argv);
    for (const struct run_case *item = e2e_cases; good && item->name; item++)
        good = record_case(item, argv);
    arena_free(&record.arena);
    return !good;
}
