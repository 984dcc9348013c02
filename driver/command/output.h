/* The files that the command writes, and what they are called. */
#ifndef OCC_DRIVER_COMMAND_OUTPUT_H
#define OCC_DRIVER_COMMAND_OUTPUT_H

#include "driver/options/options.h"

/* Writes bytes to a file, "-" being standard output; an incomplete file is removed.  false with
 * errno set. */
bool output_write(const char *path, const void *bytes, size_t size);

/* What is told beside messages: to standard output if programs read the messages, else to standard error.  false,
 * having said so: it cannot be written. */
bool output_report(const struct options *options, const char *title, const char *report);

/* Do both paths lead to one regular file, which an output would replace? */
bool output_is_input(const char *path, const char *input);

/* Removes the file, which an error leaves without sense, but no device and not the input. */
void output_forget(const char *path, const char *input);

/* One input, for one target, and what became of it.  The functions below report failures on standard error; false:
 * something failed.  Each writes what the options ask for, or nothing. */
struct output {
    struct arena *arena;
    const struct options *options;
    const char *input;                   /* its path; "-": standard input */
    const struct offload_target *target; /* that names of files tell; NULL: they tell none */
    const occ_result *result;
    const void *bytes; /* a bundle, size bytes; NULL: the output is the result's */
    size_t size;
    VEC(const char *) written; /* paths, for output_discard */
};

/* Appends all files that may be written, without devices. */
void output_names(const struct output *output, argument_vec *names);
/* The output itself: -o, else a name made of the input's. */
bool output_main(struct output *output);
/* Bytes as a C source: `const unsigned char NAME[]` and `const size_t NAME_size`, NAME made of the last part
 * of the path without its ending; what: told in a comment. */
void output_array(struct strbuf *text, const char *path, const char *what, const void *bytes,
                  size_t size);
/* -M and its family: -MF; with -M and -MM the output; else beside the output, as gcc names it.  One rule of `count`
 * outputs of one input, written in the name of the first. */
bool output_dependencies(struct output *outputs, unsigned count);
/* -ftime-trace: beside the output with .json, or where the switch says. */
bool output_time_trace(struct output *output);
/* -fpass-html: the same with .html. */
bool output_pass_html(struct output *output);
/* -save-temps: a text with this ending. */
bool output_temporary(struct output *output, const char *ending);
/* After an error: removes what was written, and what an earlier compilation left as the output and
 * its rule, so that no build takes it for this one's. */
void output_discard(const struct output *output);

#endif
