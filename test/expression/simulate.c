#include "examples/host/sim_environment.h"
#include "simulate.h"

#include "driver/occ.h"
#include "runtime/sim/sim.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static char *
message(const char *what, const char *detail)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    fprintf(out, "%s: %s", what, detail);
    fclose(out);
    return text;
}

static char *
load(struct sim_device *device, const char *text, const char *switches, struct sim_object **object)
{
    const char *options[16];
    unsigned count = 0;
    char *words = strdup(switches), *wrong = NULL;
    for (char *word = strtok(words, " "); word && count < 14; word = strtok(NULL, " "))
        options[count++] = word;
    options[count++] = "-cl-fp32-correctly-rounded-divide-sqrt";
    options[count++] = "-w";
    struct occ_job job = {.size = sizeof job,
                          .source = text,
                          .length = strlen(text),
                          .options = options,
                          .option_count = count};
    occ_compiler *compiler = occ_compiler_create(NULL);
    occ_result *result = NULL;
    size_t size;
    const void *bytes = NULL;
    if (occ_compile(compiler, &job, &result) != OCC_OK)
        wrong = message("does not compile", result ? occ_result_log(result) : "no memory");
    else if (bytes = occ_result_bytes(result, &size),
             sim_load(device, bytes, size, object) != SIM_OK)
        wrong = message("does not load", sim_message(device));
    occ_result_free(result);
    occ_compiler_destroy(compiler);
    free(words);
    return wrong;
}

static char *
launch(struct sim_device *device, struct sim_object *object, const struct program *program,
       uint8_t *output)
{
    char name[32];
    snprintf(name, sizeof name, "e%" PRIu64, program->seed);
    const struct sim_kernel *kernel = sim_find_kernel(object, name);
    uint64_t out = sim_alloc(device, program->output_size),
             in = sim_alloc(device, program->input_size);
    struct sim_arg args[] = {{.bytes = &out, .size = 8}, {.bytes = &in, .size = 8}};
    struct sim_launch grid = {
        .dims = 1, .global = {LANES, 1, 1}, .local = {LANES, 1, 1}, .args = args, .arg_count = 2};
    uint8_t *input = sim_host_pointer(device, in, program->input_size);
    char *wrong = NULL;
    if (input)
        program_fill_input(program, input);
    if (!kernel || !input || !out)
        wrong = message(name, "no such kernel, or no memory");
    else if (sim_launch(device, kernel, &grid) != SIM_OK ||
             sim_read(device, out, output, program->output_size) != SIM_OK)
        wrong = message(name, sim_message(device));
    sim_free(device, out);
    sim_free(device, in);
    return wrong;
}

char *
simulate(const char *text, const char *switches, struct program *const *programs, unsigned count,
         uint8_t *const *outputs)
{
    struct sim_options options = {.strict = true, .foreign = -1, .max_instructions = 20000000};
    if (!sim_environment(&options))
        return message("simulator", "OCC_ROUNDING, OCC_SCHEDULE or OCC_SIMULATOR is none");
    struct sim_device *device = sim_device_new(&options);
    struct sim_object *object = NULL;
    char *wrong =
        device ? load(device, text, switches, &object) : message("simulator", "no memory");
    for (unsigned i = 0; i < count && !wrong; i++)
        wrong = launch(device, object, programs[i], outputs[i]);
    sim_device_free(device);
    return wrong;
}
