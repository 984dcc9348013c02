/* --memory ADDRESS=FILE and --variable NAME=FILE: what lies in memory besides the arguments when the kernel
 * is launched, and with @expect=FILE what should lie there afterwards. */
#include "runtime/gcnsim/gcnsim.h"

#include <stdio.h>
#include <string.h>

struct preset {
    const char *place; /* an address, or a variable's name */
    bool is_variable;
    const char *path, *expected; /* NULL: nothing in particular */
    uint64_t address, size;      /* 0: it is not there */
};

/* Takes PLACE=FILE[@expect=FILE] apart. */
static const char *
read_preset(struct command *command, const char *text, bool is_variable)
{
    static const char expect[] = "@expect=";
    const char *equals = strchr(text, '='), *at = equals ? strstr(equals, expect) : NULL;
    if (!equals || equals == text || !equals[1] || at == equals + 1)
        return "a place, = and a file are wanted";
    size_t length = at ? (size_t)(at - equals - 1) : strlen(equals + 1);
    struct preset preset = {
        .place = arena_strndup(command->arena, text, (size_t)(equals - text)),
        .is_variable = is_variable,
        .path = arena_strndup(command->arena, equals + 1, length),
        .expected = at ? at + strlen(expect) : NULL,
    };
    if (!is_variable && !parse_count(preset.place, &preset.address))
        return "an address stands before =";
    vec_push(command->arena, &command->presets, preset);
    return NULL;
}

const char *
preset_set_memory(struct command *command, const char *value)
{
    return read_preset(command, value, false);
}

const char *
preset_set_variable(struct command *command, const char *value)
{
    return read_preset(command, value, true);
}

static const char *
name_of(const struct command *command, const struct preset *preset)
{
    return arena_printf(command->arena, preset->is_variable ? "variable %s" : "memory at %s",
                        preset->place);
}

static enum exit_status
fails(const struct command *command, const struct preset *preset, const char *why)
{
    fprintf(stderr, "gcnsim: %s: %s\n", name_of(command, preset), why);
    return EXIT_FAILED;
}

/* Another compiler may have found that nobody needs it. */
static enum exit_status
find_variable(const struct command *command, const struct sim_object *object, struct preset *preset)
{
    for (unsigned i = 0; i < sim_variable_count(object); i++) {
        const struct sim_variable *variable = sim_variable_at(object, i);
        if (strcmp(variable->name, preset->place) != 0)
            continue;
        preset->address = variable->address;
        if (variable->size == preset->size)
            return EXIT_GOOD;
        return fails(command, preset,
                     arena_printf(command->arena, "%s has %llu bytes, the variable %llu",
                                  preset->path, (unsigned long long)preset->size,
                                  (unsigned long long)variable->size));
    }
    preset->size = 0;
    fprintf(stderr, "gcnsim: %s has no variable %s: it is left out\n", command->file,
            preset->place);
    return EXIT_GOOD;
}

static enum exit_status
make(struct command *command, const struct sim_object *object, struct preset *preset)
{
    size_t size;
    const uint8_t *bytes = read_whole_file(command->arena, preset->path, &size);
    if (!bytes)
        return EXIT_FAILED;
    preset->size = size;
    if (preset->is_variable) {
        enum exit_status status = find_variable(command, object, preset);
        if (status != EXIT_GOOD || !preset->size)
            return status;
    } else if (!sim_alloc_at(command->device, preset->address, size)) {
        return fails(command, preset, sim_message(command->device));
    }
    bool good = sim_write(command->device, preset->address, bytes, size) == SIM_OK;
    return good ? EXIT_GOOD : fails(command, preset, sim_message(command->device));
}

enum exit_status
presets_make(struct command *command, const struct sim_object *object)
{
    enum exit_status status = EXIT_GOOD;
    vec_foreach (struct preset, preset, &command->presets)
        if (status == EXIT_GOOD)
            status = make(command, object, preset);
    return status;
}

enum exit_status
presets_finish(struct command *command)
{
    enum exit_status status = EXIT_GOOD;
    vec_foreach (const struct preset, preset, &command->presets) {
        if (!preset->size || !preset->expected)
            continue;
        uint8_t *bytes = arena_alloc(command->arena, preset->size);
        if (sim_read(command->device, preset->address, bytes, preset->size) != SIM_OK)
            status = fails(command, preset, sim_message(command->device));
        else if (check_expected(command, name_of(command, preset), preset->expected, bytes,
                                preset->size) != EXIT_GOOD)
            status = EXIT_FAILED;
    }
    return status;
}
