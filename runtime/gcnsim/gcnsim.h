/* What the files of the `gcnsim` command share: the command line as read, its arguments.
 *
 * Everything lives in the command's arena until the command ends.  A function that fails has said
 * why on standard error; a parser gives its reason back as text, and its caller names the place. */
#ifndef OCC_RUNTIME_GCNSIM_GCNSIM_H
#define OCC_RUNTIME_GCNSIM_GCNSIM_H

#include "runtime/machine/machine.h"
#include "runtime/sim/sim.h"
#include "support/arena.h"
#include "support/vec.h"

#include <stdio.h>

enum exit_status { EXIT_GOOD = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_STRICT = 3 };

enum stats_form { STATS_NONE, STATS_TEXT, STATS_JSON };
enum profile_form { PROFILE_TEXT, PROFILE_JSON, PROFILE_HTML };

struct command;
struct argument;
struct gcnsim_object;
struct preset;

/* A kind of `--arg KIND:TEXT`.  A new kind is a file with these functions and a row of
 * argument_kinds[] in argument.c; rows without parse are more lines of help. */
struct argument_kind {
    const char *prefix; /* what stands before the colon */
    const char *form;   /* for --help: "local:BYTES" */
    const char *help;
    /* Reads the text before any device exists.  NULL, or what is wrong with it: "" when there is
     * no more to say than that it is a bad value. */
    const char *(*parse)(struct command *command, struct argument *argument, const char *text);
    /* Makes what lives on the device and sets argument->value; NULL: parse has set it.  False: it
     * failed and has said so. */
    bool (*make)(struct command *command, struct argument *argument);
    /* Writes and prints what the run left, as argument->outputs ask; NULL: the kind takes no
     * outputs. */
    enum exit_status (*finish)(struct command *command, const struct argument *argument);
};

/* One `@NAME=TEXT` after an argument. */
struct argument_output {
    const char *name, *text;
};

struct argument {
    const char *spec;             /* as it stands on the command line */
    unsigned index;               /* from 0, as messages count */
    const char *name, *type_name; /* of the kernel's parameter, once the object is loaded; "":
                                     unknown */
    const struct argument_kind *kind;
    VEC(struct argument_output) outputs;
    struct sim_arg value; /* what the launch gets */
    uint64_t address;     /* on the device: of a buffer, or what the handle points to; 0: none */
    uint64_t size;        /* bytes at the address */
    bool is_variable;     /* of the program, by that name, and no argument at all: preset.c */
    void *data;           /* the kind's own */
};

/* The command line. */
struct command {
    struct arena *arena;
    const char *word;                   /* the first of the command line: "run", "profile", ... */
    const char *file;                   /* the code object */
    const struct gcnsim_object *object; /* its bytes; NULL: they are in the file */
    const char *kernel;                 /* NULL: the only one */
    uint32_t global[3], local[3];
    uint64_t offset[3];
    unsigned dims, local_dims, offset_dims; /* how many of them were given; 0: none */
    bool local_chosen;                      /* here, and not on the command line */
    bool uniform, partial;                  /* work-groups */
    uint32_t dynamic_local;                 /* bytes */
    const char *trap_handler;               /* a code object's file; NULL: the runtime's */
    const char *scheduler; /* of kernels that kernels enqueue: a code object's file; NULL: ours */
    uint64_t queue;        /* that they put them into; 0: none */
    VEC(struct argument) arguments;
    VEC(struct preset) presets; /* preset.c */
    bool is_replay;             /* switches after a recorded launch count, where it has them too */
    bool names_missing;         /* the object is loaded all the same, to be looked at */
    VEC(const char *) missing;  /* variables that neither the object nor a preset defines */
    enum stats_form stats;
    const char *reports; /* file for what objects made with -fsanitize= are told; NULL: none */
    enum profile_form profile;
    const char *profile_file; /* NULL: standard output */
    const char *script;       /* the debugger's commands; NULL: standard input */
    uint32_t printf_size;     /* bytes of the buffer, with its header */
    bool failure_is_told;     /* by the debugger */
    struct sim_options options;
    const char *device_name;      /* of --device; NULL: the simulator */
    const char *simulator_switch; /* one that was given and that no GPU knows; NULL: none */
    struct machine *machine;      /* runs the kernel; the debugger makes its own */
    struct sim_device *device;  /* of the machine: has the object, and runs it if that is no GPU */
    FILE *output;               /* what buffers are printed to */
    VEC(const char *) outcomes; /* outcome.c */
};

/* ---- command_line.c ---- */

/* Reads the switches of `gcnsim WORD FILE SWITCH...` from argv[at] on. */
enum exit_status command_line_read(struct command *command, char **argv, int at);
/* The help, to standard output. */
void command_line_help(void);
/* One line on standard error; which may be NULL. */
enum exit_status usage_error(const char *what, const char *which);
/* A whole number and nothing else: strtoull would also take blanks and signs. */
bool parse_count(const char *text, uint64_t *value);

/* ---- argument.c ---- */

/* Adds the argument that --arg describes.  NULL, or what is wrong ("": no more than that). */
const char *argument_read(struct command *command, const char *spec);
/* The kinds, one line each. */
void argument_help(void);
/* Sets the argument to bytes by value; they are copied. */
void argument_by_value(struct command *command, struct argument *argument, const void *bytes,
                       uint64_t size);
/* Sets the argument to the address of memory of that size, or of the byte of it that @at= names; false:
 * there is none, as it has said. */
bool argument_is_address(struct command *command, struct argument *argument, uint64_t address,
                         uint64_t size);
/* Who it is, in the command's arena: "argument 0 (x)", "variable x". */
const char *argument_label(const struct command *command, const struct argument *argument);
/* Takes the outputs off the end of the text and parses it as the argument's kind does.  NULL, or what is wrong. */
const char *argument_read_text(struct command *command, struct argument *argument,
                               const char *text);
/* The kind of that prefix; NULL: none. */
const struct argument_kind *argument_kind_named(const char *prefix);
/* Says on standard error why the argument, or its file, cannot be; false. */
bool argument_fails(const struct command *command, const struct argument *argument,
                    const char *path, const char *why);
/* The text of an output, NULL: it was not asked for. */
const char *argument_output(const struct argument *argument, const char *name);

/* ---- buffer.c, print.c ---- */

const char *buffer_parse(struct command *command, struct argument *argument, const char *text);
bool buffer_make(struct command *command, struct argument *argument);
enum exit_status buffer_finish(struct command *command, const struct argument *argument);
/* Prints bytes as @print=WHAT asks: TYPE[,N], which check_print has found good. */
void print_contents(struct command *command, const struct argument *argument, const char *what,
                    const uint8_t *bytes, uint64_t size);
/* NULL, or what is wrong with the argument's @print=. */
const char *check_print(const struct argument *argument);

/* SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): the same numbers everywhere. */
uint64_t next_random(uint64_t *state);

/* ---- queue.c ---- */

const char *queue_parse(struct command *command, struct argument *argument, const char *text);
bool queue_make(struct command *command, struct argument *argument);
/* Makes the queue if the kernel wants one, and takes out arguments that only say how large it is.  false: it cannot be
 * made, as it has said. */
bool queue_prepare(struct command *command, const struct sim_kernel *kernel);

/* ---- expect.c ---- */

/* The bytes beside a file; says what differs.  whose: "argument 0 (a)". */
enum exit_status check_expected(struct command *command, const char *whose, const char *path,
                                const uint8_t *bytes, uint64_t size);
/* Those of an argument beside the file of its @expect=, if it has that. */
enum exit_status check_argument(struct command *command, const struct argument *argument,
                                const uint8_t *bytes, uint64_t size);

/* ---- preset.c ---- */

const char *preset_set_memory(struct command *command, const char *value);
const char *preset_set_variable(struct command *command, const char *value);
/* Makes the contents of variables, before the object is loaded; false: one cannot be, as it has said. */
bool presets_prepare(struct command *command);
/* For sim_load_with, of the command: where a variable is that the object does not define. */
bool preset_find(void *command, const char *name, uint64_t *address);
/* Puts them where they belong, of the loaded object; compares. */
enum exit_status presets_make(struct command *command, const struct sim_object *object);
enum exit_status presets_finish(struct command *command);

/* ---- replay.c ---- */

/* Reads FOLDER SWITCH..., and enters the folder; --object; runs the launch. */
enum exit_status replay_read(struct command *command, char **argv);
const char *replay_set_object(struct command *command, const char *value);
enum exit_status replay_kernel(struct command *command);

/* ---- outcome.c ---- */

/* One schedule of all has ended: prints what the buffers hold, if no earlier one left the same.  data:
 * the command. */
void outcome_add(void *data);
/* How many there were. */
void outcome_end(const struct command *command);

/* ---- image.c, sampler.c ---- */

const char *image_parse(struct command *command, struct argument *argument, const char *text);
bool image_make(struct command *command, struct argument *argument);
enum exit_status image_finish(struct command *command, const struct argument *argument);
const char *sampler_parse(struct command *command, struct argument *argument, const char *text);
bool sampler_make(struct command *command, struct argument *argument);
/* The text up to the next comma; *text is what follows that, or NULL. */
const char *next_word(struct arena *arena, const char **text);

/* ---- pipe.c ---- */

const char *pipe_parse(struct command *command, struct argument *argument, const char *text);
bool pipe_make(struct command *command, struct argument *argument);
enum exit_status pipe_finish(struct command *command, const struct argument *argument);

/* ---- file.c ---- */

/* The whole file, in the arena; NULL: it could not be read, and that has been said. */
uint8_t *read_whole_file(struct arena *arena, const char *path, size_t *size);
/* Closes a file that was written.  False: `good` is, or closing failed, which errno explains; then
 * the file is removed, unless it is a device or a pipe: no half is left. */
bool end_file(FILE *file, const char *path, bool good);
/* Replaces the file's content; says so on standard error if that fails. */
enum exit_status write_whole_file(const char *path, const void *bytes, size_t size);

/* ---- trace_filter.c ---- */

/* Reads FILTER[,FILTER]...; false: it is none. */
bool trace_filter_read(const char *text, struct sim_trace_filter *filter);

/* ---- run.c, list.c, stats.c, profile.c, debug.c ---- */

/* The code object on a device of its own, or NULL. */
/* The bytes of the code object; NULL: they cannot be read, which has been said. */
const uint8_t *object_bytes(struct command *command, size_t *size);
struct sim_object *load_object(struct command *command);
/* Says what the device's last call failed with. */
enum exit_status report_failure(const struct command *command, enum sim_status status);
/* The same of an argument: its contents could not be read. */
enum exit_status report_argument(const struct command *command, const struct argument *argument,
                                 enum sim_status status);
enum exit_status run_kernel(struct command *command);
enum exit_status list_kernels(struct command *command);
/* Runs the kernel and writes the profile of the run. */
enum exit_status profile_kernel(struct command *command);
/* The same under a debugger, which makes the device. */
enum exit_status debug_kernel(struct command *command);
/* Those of the device's last launch. */
void print_stats(const struct command *command);

/* ---- reports.c ---- */

/* What an object made with -fsanitize= was told of, to the file command->reports. */
enum exit_status write_reports(const struct command *command);
/* A line for each place that was met more than once. */
void tell_counts(const struct command *command);

#endif
