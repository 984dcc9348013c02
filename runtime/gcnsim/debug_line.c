/* Lines that somebody types, by libedit, with a history and editing: in place of debug.c's plain ones, where the
 * build has that library. */
#include "runtime/gcnsim/debug.h"

#include <editline/readline.h>

char *
debug_read_line(const char *prompt)
{
    fflush(stdout);
    char *line = readline(prompt);
    if (line && *line)
        add_history(line);
    return line;
}
