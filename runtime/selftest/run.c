#include "runtime/selftest/run.h"

#include <string.h>

enum { PRINTF_SIZE = 65536 };

const char *
case_lacks(const struct machine *machine, const struct case_launch *launch)
{
    vec_foreach (const struct case_arg, arg, &launch->args)
        if (arg->kind == ARG_IMAGE && !machine_has_image(machine, &arg->image))
            return "no images of its format, levels or samples";
    return NULL;
}

/* Makes what the argument points to; *at: its address or handle, which args[i] holds. */
static enum sim_status
make_arg(struct machine *machine, const struct case_arg *arg, uint64_t *at, struct sim_arg *value)
{
    *at = 0;
    *value = (struct sim_arg){.bytes = at, .size = sizeof *at};
    switch (arg->kind) {
    case ARG_BUFFER:
        *at = machine_alloc_raw(machine, arg->size);
        return *at ? machine_write(machine, *at, arg->bytes, arg->size) : SIM_ERROR;
    case ARG_IMAGE:
        return case_image_new(machine, arg, at);
    case ARG_SAMPLER:
        return machine_sampler_new(machine, &arg->sampler, at);
    case ARG_VALUE:
    case ARG_LOCAL:
        *value = (struct sim_arg){
            .local = arg->kind == ARG_LOCAL, .bytes = arg->bytes, .size = arg->size};
        return SIM_OK;
    default:
        return SIM_OK;
    }
}

static void
compare(struct case_run *run, const struct case_launch *launch, const uint64_t *places)
{
    for (unsigned i = 0; i < launch->args.count; i++) {
        const struct case_arg *arg = &launch->args.at[i];
        if (arg->kind != ARG_BUFFER && arg->kind != ARG_IMAGE)
            continue;
        uint8_t *got = arena_alloc(run->arena, arg->size + 8);
        enum sim_status status = arg->kind == ARG_IMAGE
                                     ? case_image_read(run->machine, arg, places[i], got)
                                     : machine_read(run->machine, places[i], got, arg->size);
        if (status != SIM_OK)
            run->tell(run->data, launch->line,
                      arena_printf(run->arena, "%s: %s", arg->name, machine_message(run->machine)));
        else
            case_compare(run, launch, arg, got);
        run->got[i] = got;
    }
}

const struct sim_kernel *
case_run(struct case_run *run, const struct sim_object *object, const struct case_launch *launch)
{
    struct machine *machine = run->machine;
    const struct sim_kernel *kernel = sim_find_kernel(object, launch->kernel);
    struct sim_arg args[CASE_MAX_ARGS];
    uint64_t places[CASE_MAX_ARGS];
    struct sim_launch grid = {.dims = launch->dims, .args = args, .arg_count = launch->args.count};
    memset(run->got, 0, sizeof run->got);
    if (!kernel || launch->args.count > CASE_MAX_ARGS) {
        run->tell(
            run->data, launch->line,
            arena_printf(run->arena, "no kernel '%s', or too many arguments", launch->kernel));
        return NULL;
    }
    enum sim_status status = SIM_OK;
    for (unsigned i = 0; i < launch->args.count && status == SIM_OK; i++)
        status = make_arg(machine, &launch->args.at[i], &places[i], &args[i]);
    grid.printf_buffer =
        machine_printf_new(machine, PRINTF_SIZE); /* nobody looks at what is printed */
    memcpy(grid.global, launch->global, sizeof grid.global);
    memcpy(grid.local, launch->local, sizeof grid.local);
    memcpy(grid.offset, launch->offset, sizeof grid.offset);
    if (status == SIM_OK)
        status = machine_launch(machine, kernel, &grid);
    if (status != SIM_OK) {
        run->tell(run->data, launch->line, machine_message(machine));
        return NULL;
    }
    compare(run, launch, places);
    return kernel;
}
