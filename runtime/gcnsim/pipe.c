/* pipe:PACKETSxSIZE: a pipe as AMD's device libraries lay it out.
 *
 *      0           8            16        24      128
 *      +-----------+------------+---------+ ... ... +----------+----------+ ...
 *      | read from | written to | packets |         | packet 0 | packet 1 |
 *      +-----------+------------+---------+ ... ... +----------+----------+ ...
 *
 * Both indices count packets since the pipe was last empty; whoever reads the last packet there is
 * sets both to 0 (__read_pipe_2 of opencl.bc). */
#include "runtime/gcnsim/gcnsim.h"
#include "runtime/gcnsim/value.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIPE_HEADER = 128, MAX_PACKETS = 1 << 20, MAX_PACKET = 1 << 16 };

struct pipe {
    uint64_t packets, packet_size; /* what it holds at most; bytes */
    uint8_t *filled;               /* packets that are in it from the start */
    uint64_t filled_count;
};

static const char *
read_contents(struct arena *arena, struct pipe *pipe, const char *text)
{
    struct value_type type;
    size_t length = strcspn(text, "=");
    unsigned count;
    if (!text[length] || !value_type_read(text, length, &type) ||
        !value_read_list(arena, &type, text + length + 1, &pipe->filled, &count))
        return "";
    uint64_t bytes = (uint64_t)count * type.bytes;
    if (bytes % pipe->packet_size)
        return "the last packet lacks bytes";
    pipe->filled_count = bytes / pipe->packet_size;
    return pipe->filled_count > pipe->packets ? "more packets than the pipe holds" : NULL;
}

const char *
pipe_parse(struct command *command, struct argument *argument, const char *text)
{
    struct pipe *pipe = argument->data = ARENA_NEW(command->arena, struct pipe);
    char *end;
    errno = 0;
    pipe->packets = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)*text) || errno || *end != 'x' || !isdigit((unsigned char)end[1]))
        return "pipe:PACKETSxSIZE is wanted";
    pipe->packet_size = strtoull(end + 1, &end, 10);
    if (errno || (*end && *end != '='))
        return "";
    if (!pipe->packets || pipe->packets > MAX_PACKETS || !pipe->packet_size ||
        pipe->packet_size > MAX_PACKET)
        return "a pipe has 1 to 1048576 packets of 1 to 65536 bytes";
    const char *why = check_print(argument);
    return why || !*end ? why : read_contents(command->arena, pipe, end + 1);
}

bool
pipe_make(struct command *command, struct argument *argument)
{
    const struct pipe *pipe = argument->data;
    uint64_t header[] = {0, pipe->filled_count, pipe->packets};
    argument->size = PIPE_HEADER + pipe->packets * pipe->packet_size;
    argument->address = machine_alloc_raw(command->machine, argument->size);
    if (!argument->address)
        return report_failure(command, SIM_ERROR) == EXIT_GOOD;
    machine_write(command->machine, argument->address, header, sizeof header);
    if (pipe->filled_count)
        machine_write(command->machine, argument->address + PIPE_HEADER, pipe->filled,
                      pipe->filled_count * pipe->packet_size);
    argument_by_value(command, argument, &argument->address, 8);
    argument->value.value = (struct sim_value){SIM_VALUE_ADDRESS, 1};
    return true;
}

/* Copies the packets that nobody has read, in order: the pipe is a ring. */
static enum sim_status
read_packets(struct command *command, const struct argument *argument, uint64_t first,
             uint64_t count, uint8_t *bytes)
{
    const struct pipe *pipe = argument->data;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t at = (first + i) % pipe->packets * pipe->packet_size;
        enum sim_status status =
            machine_read(command->machine, argument->address + PIPE_HEADER + at,
                         bytes + i * pipe->packet_size, pipe->packet_size);
        if (status != SIM_OK)
            return status;
    }
    return SIM_OK;
}

enum exit_status
pipe_finish(struct command *command, const struct argument *argument)
{
    const struct pipe *pipe = argument->data;
    const char *path = argument_output(argument, "out");
    const char *what = argument_output(argument, "print");
    uint64_t header[3];
    if (!path && !what)
        return EXIT_GOOD;
    enum sim_status status =
        machine_read(command->machine, argument->address, header, sizeof header);
    if (status != SIM_OK)
        return report_argument(command, argument, status);
    uint64_t count = header[1] - header[0];
    if (count > pipe->packets || header[2] != pipe->packets) {
        fprintf(stderr, "gcnsim: argument %u: the indices of the pipe are broken\n",
                argument->index);
        return EXIT_FAILED;
    }
    uint8_t *bytes = arena_alloc(command->arena, count * pipe->packet_size + 1);
    status = read_packets(command, argument, header[0], count, bytes);
    if (status != SIM_OK)
        return report_argument(command, argument, status);
    if (what)
        print_contents(command, argument, what, bytes, count * pipe->packet_size);
    return path ? write_whole_file(path, bytes, count * pipe->packet_size) : EXIT_GOOD;
}
