/* @print=TYPE[,N]: what an argument holds after the run, as numbers. */
#include "runtime/gcnsim/gcnsim.h"
#include "runtime/gcnsim/value.h"

#include <stdio.h>
#include <string.h>

const char *
check_print(const struct argument *argument)
{
    struct value_type type;
    const char *text = argument_output(argument, "print");
    size_t length = text ? strcspn(text, ",") : 0;
    uint64_t per_line = 1;
    if (!text)
        return NULL;
    if (!value_type_read(text, length, &type))
        return "@print= takes a type";
    if (text[length] && (!parse_count(text + length + 1, &per_line) || !per_line))
        return "@print=TYPE,N takes a number of values a line";
    return NULL;
}

static void
print_value(struct strbuf *line, const struct value_type *type, const uint8_t *value)
{
    strbuf_puts(line, type->width > 1 ? " (" : " ");
    for (unsigned k = 0; k < type->width; k++) {
        strbuf_puts(line, k ? "," : "");
        value_print(line, type, value + k * type->bytes);
    }
    strbuf_puts(line, type->width > 1 ? ")" : "");
}

void
print_contents(struct command *command, const struct argument *argument, const char *what,
               const uint8_t *bytes, uint64_t size)
{
    struct value_type type;
    size_t length = strcspn(what, ",");
    uint64_t per_line = 0;
    value_type_read(what, length, &type);
    unsigned step = value_type_size(&type);
    if (what[length])
        parse_count(what + length + 1, &per_line);
    else
        per_line = type.width > 4 ? 1 : 8 / type.width;
    if (argument->is_variable)
        fputs("variable", command->output);
    else
        fprintf(command->output, "argument %u", argument->index);
    fprintf(command->output, "%s%s: %llu %.*s\n", *argument->name ? " " : "", argument->name,
            (unsigned long long)(size / step), (int)length, what);
    for (uint64_t i = 0; i < size / step; i += per_line) {
        struct arena arena;
        arena_init(&arena, NULL, command->arena->guard);
        struct strbuf line = strbuf_new(&arena);
        strbuf_printf(&line, "%5llu:", (unsigned long long)i);
        for (uint64_t k = i; k < i + per_line && k < size / step; k++)
            print_value(&line, &type, bytes + k * step);
        fprintf(command->output, "%s\n", line.text);
        arena_free(&arena);
    }
    if (size % step)
        fprintf(command->output, "%llu bytes are left over\n", (unsigned long long)(size % step));
}
