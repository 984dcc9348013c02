/* The files that the command reads. */
#ifndef OCC_DRIVER_COMMAND_INPUT_H
#define OCC_DRIVER_COMMAND_INPUT_H

#include <stdbool.h>
#include <stddef.h>

/* The text is the caller's to free, also after an error. */
struct input {
    char *text;
    size_t length;
};

/* Reads a whole file; "-" is standard input.  false with errno set. */
bool input_read(const char *path, struct input *input);

#endif
