/* --memory ADDRESS=FILE and --variable NAME=SPEC: what lies in memory besides the arguments when the kernel
 * is launched, and what should lie there, or becomes of it, afterwards.  A variable that the object only uses
 * lies in memory of its own, and the loader gets its address. */
#include "runtime/gcnsim/gcnsim.h"

#include <stdio.h>
#include <string.h>

struct preset {
    const char *place;             /* an address, or a variable's name */
    bool is_variable, is_external; /* external: the object does not define it */
    const char *path, *expected;   /* of memory; NULL: nothing in particular */
    struct argument contents;      /* of a variable: a buffer, which is no argument */
    uint64_t address, size;        /* 0: it is not there */
};

/* NULL, or that the switch has named the variable or the address before; a switch after a recorded launch takes the
 * place of what was recorded. */
static const char *
add(struct command *command, const struct preset *preset)
{
    vec_foreach (struct preset, other, &command->presets) {
        if (other->is_variable != preset->is_variable ||
            (preset->is_variable ? strcmp(other->place, preset->place) != 0
                                 : other->address != preset->address))
            continue;
        if (!command->is_replay)
            return arena_printf(command->arena, "%s is given twice", preset->place);
        *other = *preset;
        return NULL;
    }
    vec_push(command->arena, &command->presets, *preset);
    return NULL;
}

/* Takes ADDRESS=FILE[@expect=FILE] apart. */
const char *
preset_set_memory(struct command *command, const char *text)
{
    static const char expect[] = "@expect=";
    const char *equals = strchr(text, '='), *at = equals ? strstr(equals, expect) : NULL;
    if (!equals || equals == text || !equals[1] || at == equals + 1)
        return "a place, = and a file are wanted";
    size_t length = at ? (size_t)(at - equals - 1) : strlen(equals + 1);
    struct preset preset = {
        .place = arena_strndup(command->arena, text, (size_t)(equals - text)),
        .path = arena_strndup(command->arena, equals + 1, length),
        .expected = at ? at + strlen(expect) : NULL,
    };
    if (!parse_count(preset.place, &preset.address))
        return "an address stands before =";
    return add(command, &preset);
}

/* NAME=SPEC, as after --arg buf: */
const char *
preset_set_variable(struct command *command, const char *text)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1])
        return "a name, = and contents are wanted";
    struct preset preset = {
        .place = arena_strndup(command->arena, text, (size_t)(equals - text)),
        .is_variable = true,
        .contents = {.spec = equals + 1, .is_variable = true, .type_name = ""},
    };
    preset.contents.name = preset.place;
    preset.contents.kind = argument_kind_named("buf");
    const char *why = argument_read_text(command, &preset.contents, equals + 1);
    if (!why && argument_output(&preset.contents, "at"))
        why = "@at= is for arguments";
    return why ? why : add(command, &preset);
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

/* In memory of its own: what the buffer makes is copied into a variable that the object defines. */
static bool
make_contents(struct command *command, struct preset *preset)
{
    struct argument *contents = &preset->contents;
    if (!contents->kind->make(command, contents))
        return false;
    preset->address = contents->address;
    preset->size = contents->size;
    return true;
}

bool
presets_prepare(struct command *command)
{
    vec_foreach (struct preset, preset, &command->presets)
        if (preset->is_variable && !make_contents(command, preset))
            return false;
    return true;
}

bool
preset_find(void *data, const char *name, uint64_t *address)
{
    struct command *command = data;
    vec_foreach (struct preset, preset, &command->presets)
        if (preset->is_variable && strcmp(preset->place, name) == 0) {
            preset->is_external = true;
            *address = preset->address;
            return true;
        }
    vec_foreach (const char *const, known, &command->missing)
        if (strcmp(*known, name) == 0)
            return command->names_missing;
    vec_push(command->arena, &command->missing, arena_strdup(command->arena, name));
    *address = 0;
    return command->names_missing;
}

/* Moves the contents to where the variable is. */
static enum exit_status
fill_variable(struct command *command, struct preset *preset, uint64_t address,
              uint64_t variable_size)
{
    uint64_t from = preset->address, size = preset->size;
    if (variable_size != size)
        return fails(command, preset,
                     arena_printf(command->arena, "%s has %llu bytes, the variable %llu",
                                  preset->contents.spec, (unsigned long long)size,
                                  (unsigned long long)variable_size));
    uint8_t *bytes = arena_alloc(command->arena, size + 1);
    if (machine_read(command->machine, from, bytes, size) != SIM_OK ||
        machine_write(command->machine, address, bytes, size) != SIM_OK)
        return fails(command, preset, machine_message(command->machine));
    machine_free_memory(command->machine, from);
    preset->contents.address = address;
    return EXIT_GOOD;
}

/* Another compiler may have found that nobody needs it. */
static enum exit_status
make_variable(struct command *command, const struct sim_object *object, struct preset *preset)
{
    if (preset->is_external)
        return EXIT_GOOD; /* while the object was loaded */
    uint64_t address, size;
    if (machine_variable(command->machine, object, preset->place, &address, &size))
        return fill_variable(command, preset, address, size);
    preset->size = 0;
    fprintf(stderr, "gcnsim: %s has no variable %s: it is left out\n", command->file,
            preset->place);
    return EXIT_GOOD;
}

static enum exit_status
make(struct command *command, const struct sim_object *object, struct preset *preset)
{
    size_t size;
    if (preset->is_variable)
        return make_variable(command, object, preset);
    const uint8_t *bytes = read_whole_file(command->arena, preset->path, &size);
    if (!bytes)
        return EXIT_FAILED;
    preset->size = size;
    if (!sim_alloc_at(command->device, preset->address, size))
        return fails(command, preset, machine_message(command->machine));
    bool good = machine_write(command->machine, preset->address, bytes, size) == SIM_OK;
    return good ? EXIT_GOOD : fails(command, preset, machine_message(command->machine));
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
        const struct argument *contents = &preset->contents;
        if (preset->is_variable && preset->size) {
            enum exit_status finished = contents->kind->finish(command, contents);
            status = status == EXIT_GOOD ? finished : status;
        }
        if (!preset->size || !preset->expected)
            continue;
        uint8_t *bytes = arena_alloc(command->arena, preset->size);
        if (machine_read(command->machine, preset->address, bytes, preset->size) != SIM_OK)
            status = fails(command, preset, machine_message(command->machine));
        else if (check_expected(command, name_of(command, preset), preset->expected, bytes,
                                preset->size) != EXIT_GOOD)
            status = EXIT_FAILED;
    }
    return status;
}
