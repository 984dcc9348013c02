/* The `gcnsim` command as a function, for the program of that name and for `occ run`. */
#ifndef OCC_RUNTIME_GCNSIM_GCNSIM_COMMAND_H
#define OCC_RUNTIME_GCNSIM_GCNSIM_COMMAND_H

#include <stddef.h>
#include <stdint.h>

/* A code object that lies in no file. */
struct gcnsim_object {
    const uint8_t *bytes;
    size_t size;
};

/* Does what main() is asked to with these words, argv[argc] being NULL; the exit status (docs/gcnsim.md).
 * object: stands for the contents of the file that argv[2] names; NULL: the file is read.  Prints, and
 * keeps what it is doing in a variable of its own: one call at a time. */
int gcnsim_command(int argc, char **argv, const struct gcnsim_object *object);

#endif
