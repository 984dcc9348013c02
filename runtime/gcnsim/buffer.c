/* buf:FILE and buf:N: buffers, with what becomes of them after the run. */
#include "runtime/gcnsim/gcnsim.h"

#include <stdio.h>
#include <string.h>

/* Only keeps the text: files are read once the command line is known to be right. */
const char *
buffer_parse(struct command *command, struct argument *argument, const char *text)
{
    (void)command;
    argument->data = (char *)text;
    return NULL;
}

bool
buffer_make(struct command *command, struct argument *argument)
{
    const char *text = argument->data;
    uint8_t *bytes = NULL;
    size_t file_size;
    if (!parse_count(text, &argument->size)) {
        bytes = read_whole_file(command->arena, text, &file_size);
        if (!bytes)
            return false;
        argument->size = file_size;
    }
    argument->address = sim_alloc(command->device, argument->size);
    if (!argument->address)
        return report_failure(command, SIM_ERROR) == EXIT_GOOD;
    if (bytes)
        sim_write(command->device, argument->address, bytes, argument->size);
    argument_by_value(command, argument, &argument->address, 8);
    return true;
}

enum exit_status
buffer_finish(struct command *command, const struct argument *argument)
{
    const char *path = argument_output(argument, "out");
    if (!path)
        return EXIT_GOOD;
    uint8_t *bytes = arena_alloc(command->arena, argument->size + 1);
    enum sim_status status = sim_read(command->device, argument->address, bytes, argument->size);
    enum exit_status written = write_whole_file(path, bytes, argument->size);
    return written == EXIT_GOOD && status != SIM_OK ? report_failure(command, status) : written;
}
