/* What a launch may be, by what an object says of itself: sizes, types of arguments.
 *
 * test_launch FORM=OBJECT...: launches.cl as clang writes it, each FORM as the rows below name it.
 */
#include "runtime/sim/sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

struct run {
    const char *form;
    struct sim_device *device;
    struct sim_object *object;
};

/* Whether the launch's message holds the text; NULL: it must succeed. */
static void
expect(const struct run *run, const char *kernel, const struct sim_launch *launch, const char *text)
{
    const struct sim_kernel *found = sim_find_kernel(run->object, kernel);
    enum sim_status status = found ? sim_launch(run->device, found, launch) : SIM_FAULT;
    const char *message = status == SIM_OK ? "ran" : sim_message(run->device);
    if (found && (text ? status == SIM_ERROR && strstr(message, text) : status == SIM_OK))
        return;
    printf("%s: %s (%u,%u)/(%u,%u): %s, not %s\n", run->form, kernel, launch->global[0],
           launch->global[1], launch->local[0], launch->local[1], message, text ? text : "ran");
    failures++;
}

/* ---- sizes ---- */

/* OpenCL C 1.x wants whole groups, and so does an object of version 5 that says so; the launch may
 * ask for it (-cl-uniform-work-group-size).  reqd_work_group_size is exact. */
static const struct size_row {
    const char *form; /* "": of any */
    const char *kernel;
    uint32_t global[2], local[2];
    bool uniform;
    const char *message;
} size_rows[] = {
    {"", "groups", {64, 1}, {16, 1}, false, NULL},
    {"", "groups", {16, 1}, {16, 1}, true, NULL},
    {"", "groups", {8, 1}, {16, 1}, false, "work-groups of 16 work-items are larger than the grid"},
    {"", "groups", {64, 2}, {4, 3}, false, "larger than the grid of 2 in dimension 1"},
    {"", "groups", {65, 1}, {16, 1}, true, "the launch is uniform"},
    {"1.2-v2", "groups", {65, 1}, {16, 1}, false, "it is of a 1.x program"},
    {"1.2-v4", "groups", {65, 1}, {16, 1}, false, "65 work-items in dimension 0 are no multiple"},
    {"1.2-v4", "groups", {64, 7}, {16, 2}, false, "7 work-items in dimension 1 are no multiple"},
    {"1.2-v5", "groups", {65, 1}, {16, 1}, false, "the object asks for uniform work-groups"},
    {"2.0-v4", "groups", {65, 1}, {16, 1}, false, NULL},
    {"2.0-v5", "groups", {65, 3}, {16, 2}, false, NULL},
    {"2.0-v5-uniform", "groups", {65, 1}, {16, 1}, false, "the object asks for uniform"},
    {"", "required", {16, 8}, {8, 4}, false, NULL},
    {"", "required", {16, 8}, {8, 8}, false, "requires work-groups of (8,4,1)"},
    {"", "required", {32, 1}, {32, 1}, false, "requires work-groups of (8,4,1)"},
    {"2.0-v5", "required", {17, 9}, {8, 4}, false, NULL},
};

static void
check_sizes(const struct run *run)
{
    uint64_t buffer = sim_alloc(run->device, 256);
    struct sim_arg arg = {.bytes = &buffer, .size = 8, .value = {SIM_VALUE_ADDRESS, 1}};
    for (size_t i = 0; i < sizeof size_rows / sizeof *size_rows; i++) {
        const struct size_row *row = &size_rows[i];
        if (*row->form && strcmp(row->form, run->form) != 0)
            continue;
        struct sim_launch launch = {.dims = row->global[1] > 1 || row->local[1] > 1 ? 2 : 1,
                                    .args = &arg,
                                    .arg_count = 1,
                                    .uniform = row->uniform};
        memcpy(launch.global, row->global, sizeof row->global);
        memcpy(launch.local, row->local, sizeof row->local);
        expect(run, row->kernel, &launch, row->message);
    }
}

/* ---- types ---- */

/* One argument of `types` given otherwise than it is declared. */
static const struct type_row {
    unsigned index;
    struct sim_value value;
    uint32_t size;
    const char *message;
} type_rows[] = {
    {0, {SIM_VALUE_U64, 1}, 8, NULL}, /* an address that somebody computed */
    {0, {SIM_VALUE_F64, 1}, 8, "argument 0 (o) is int*, not f64"},
    {1, {SIM_VALUE_U32, 1}, 4, NULL},
    {1, {SIM_VALUE_F32, 1}, 4, "argument 1 (i) is int, not f32"},
    {1, {SIM_VALUE_I64, 1}, 8, "argument 1 (i) takes 4 bytes, not 8"},
    {1, {SIM_VALUE_I16, 2}, 4, "argument 1 (i) is int, not i16x2"},
    {2, {SIM_VALUE_F32, 0}, 4, NULL},
    {2, {SIM_VALUE_UNKNOWN, 0}, 4, NULL},
    {2, {SIM_VALUE_I32, 1}, 4, "argument 2 (f) is float, not i32"},
    {2, {SIM_VALUE_F16, 2}, 4, "argument 2 (f) is float, not f16x2"},
    {4, {SIM_VALUE_F32, 4}, 16, NULL},
    {4, {SIM_VALUE_F32, 3}, 16, "argument 4 (v) is float4, not f32x3"},
    {4, {SIM_VALUE_F64, 2}, 16, "argument 4 (v) is float4, not f64x2"},
    {4, {SIM_VALUE_F32, 1}, 4, "argument 4 (v) takes 16 bytes, not 4"},
    {5, {SIM_VALUE_I16, 3}, 6, NULL}, /* takes the place of four */
    {5, {SIM_VALUE_I16, 3}, 8, NULL},
    {5, {SIM_VALUE_I16, 4}, 8, "argument 5 (s) is short3, not i16x4"},
    {6, {SIM_VALUE_F32, 1}, 4, NULL}, /* a typedef: the name says nothing */
    {7, {SIM_VALUE_F32, 2}, 8, NULL},
};

static const uint32_t type_sizes[] = {8, 4, 4, 4, 16, 8, 4, 8};

static void
check_types(const struct run *run)
{
    uint64_t buffer = sim_alloc(run->device, 256);
    uint32_t zeros[4] = {0};
    for (size_t i = 0; i < sizeof type_rows / sizeof *type_rows; i++) {
        const struct type_row *row = &type_rows[i];
        struct sim_arg args[8] = {{0}};
        for (unsigned k = 0; k < 8; k++) {
            args[k].bytes = k ? (const void *)zeros : &buffer;
            args[k].size = type_sizes[k];
        }
        args[row->index].value = row->value;
        args[row->index].size = row->size;
        struct sim_launch launch = {
            .dims = 1, .global = {1}, .local = {1}, .args = args, .arg_count = 8};
        expect(run, "types", &launch, row->message);
    }
}

static bool
load(struct run *run, const char *path)
{
    static char bytes[1 << 16];
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file)
        fclose(file);
    return sim_load(run->device, bytes, size, &run->object) == SIM_OK;
}

int
main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char *path = strchr(argv[i], '=');
        if (!path)
            return 2;
        *path++ = '\0';
        struct sim_options options = {.strict = true, .foreign = -1};
        struct run run = {.form = argv[i], .device = sim_device_new(&options)};
        if (!run.device || !load(&run, path)) {
            printf("%s: %s\n", path, run.device ? sim_message(run.device) : "out of memory");
            return 1;
        }
        check_sizes(&run);
        check_types(&run);
        sim_device_free(run.device);
    }
    return failures != 0;
}
