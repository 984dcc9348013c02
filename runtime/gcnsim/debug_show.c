/* Commands of `gcnsim debug` that show variables: print EXPRESSION, info locals, info args. */
#include "runtime/gcnsim/debug_source.h"

unsigned
debug_lane(const struct debugger *d)
{
    struct sim_wave_info info;
    if (d->has_item || !d->wave)
        return d->has_item ? d->lane : 0;
    sim_wave_describe(d->wave, &info);
    return info.exec ? (unsigned)__builtin_ctzll(info.exec) : 0;
}

/* Lanes that are not active are elsewhere: what they have there is not known. */
static bool
is_here(struct debugger *d)
{
    struct sim_wave_info info;
    if (!d->wave)
        return true;
    sim_wave_describe(d->wave, &info);
    if (info.exec >> debug_lane(d) & 1)
        return true;
    return debug_error(d, "the work-item does not take part here: it is inactive");
}

bool
debug_print_expression(struct debugger *d, const char *text)
{
    struct debug_value value;
    struct strbuf out = strbuf_new(d->command->arena);
    if (!is_here(d) || !debug_evaluate(d, text, debug_lane(d), &value))
        return false;
    debug_put_object(d, &out, &value);
    printf("%s = %s\n", text, out.text);
    return true;
}

bool
debug_tell_variables(struct debugger *d, bool arguments)
{
    debug_find_frames(d);
    if (!d->frames.count)
        return debug_knows_nothing(d, "variables");
    if (!is_here(d))
        return false;
    struct debug_variables found = debug_variables_of(d, &d->frames.at[d->frame]);
    vec_foreach (const struct die_node *const, die, &found) {
        struct debug_value value;
        struct strbuf out = strbuf_new(d->command->arena);
        if (((*die)->tag == DW_TAG_formal_parameter) != arguments)
            continue;
        const char *why = debug_variable_value(d, *die, debug_lane(d), &value);
        if (why)
            strbuf_printf(&out, "<%s>", why);
        else
            debug_put_object(d, &out, &value);
        printf("%s = %s\n", die_name(d->dies, *die), out.text);
    }
    return true;
}
