/* sampler:WORD[,WORD...] */
#include "runtime/gcnsim/gcnsim.h"
#include "runtime/gcnsim/value.h"

#include <string.h>

/* MIN:MAX */
static bool
read_lods(struct arena *arena, struct sim_sampler_info *info, const char *text)
{
    static const struct value_type number = {'f', sizeof(float), 1};
    const char *colon = strchr(text, ':');
    uint8_t low[sizeof(float)], high[sizeof(float)];
    if (!colon ||
        !value_read_all(&number, arena_strndup(arena, text, (size_t)(colon - text)), low) ||
        !value_read_all(&number, colon + 1, high))
        return false;
    memcpy(&info->min_lod, low, sizeof low);
    memcpy(&info->max_lod, high, sizeof high);
    info->bounds_lod = true;
    return true;
}

static const char *
read_sampler_word(struct arena *arena, struct sim_sampler_info *info, const char *word)
{
    static const char *const addressings[] = {[SIM_ADDRESSING_NONE] = "none",
                                              [SIM_ADDRESSING_CLAMP_TO_EDGE] = "clamp_to_edge",
                                              [SIM_ADDRESSING_CLAMP] = "clamp",
                                              [SIM_ADDRESSING_REPEAT] = "repeat",
                                              [SIM_ADDRESSING_MIRRORED_REPEAT] = "mirrored_repeat"};
    const struct {
        const char *word;
        bool *flag, value;
    } flags[] = {
        {"normalized", &info->normalized, true}, {"unnormalized", &info->normalized, false},
        {"linear", &info->linear, true},         {"nearest", &info->linear, false},
        {"mip_linear", &info->mip_linear, true}, {"mip_nearest", &info->mip_nearest, true}};
    for (unsigned i = 0; i < sizeof addressings / sizeof *addressings; i++)
        if (strcmp(word, addressings[i]) == 0) {
            info->addressing = i;
            return NULL;
        }
    for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(word, flags[i].word) == 0) {
            *flags[i].flag = flags[i].value;
            return NULL;
        }
    if (strncmp(word, "lod:", 4) == 0 && read_lods(arena, info, word + 4))
        return NULL;
    return arena_printf(arena, "no word of samplers: %s", word);
}

const char *
sampler_parse(struct command *command, struct argument *argument, const char *text)
{
    struct sim_sampler_info *info = argument->data =
        ARENA_NEW(command->arena, struct sim_sampler_info);
    const char *why = NULL;
    while (!why && text)
        why = read_sampler_word(command->arena, info, next_word(command->arena, &text));
    bool repeats = info->addressing >= SIM_ADDRESSING_REPEAT;
    return why                            ? why
           : repeats && !info->normalized ? "repeating wants normalized coordinates"
                                          : NULL;
}

bool
sampler_make(struct command *command, struct argument *argument)
{
    if (machine_sampler_new(command->machine, argument->data, &argument->address) != SIM_OK)
        return argument_fails(command, argument, "", machine_message(command->machine));
    argument_by_value(command, argument, &argument->address, 8);
    return true;
}
