/* The `gcnsim` command: runs a kernel of a code object. */
#include "runtime/sim/sim.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_GOOD = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_STRICT = 3, MAX_ARGS = 256 };

static const char usage[] =
    "usage: gcnsim run FILE.co --kernel NAME --global X[,Y[,Z]] --local X[,Y[,Z]]\n"
    "       [--offset X[,Y[,Z]]] [--arg SPEC]... [--stats] [--trace] [--no-strict]\n"
    "       [--foreign | --own] [--max-instructions N]\n"
    "       gcnsim list FILE.co\n"
    "SPEC:  i32:V u32:V i64:V u64:V f32:V f64:V   a number by value\n"
    "       hex:BYTES                             bytes by value\n"
    "       local:BYTES                           local memory\n"
    "       buf:FILE or buf:N, then @out=FILE     a buffer with a file's contents or N zeroed\n"
    "                                             bytes; written to a file after the run\n"
    "exit:  0 good, 1 failed run, bad object or unreadable file, 2 wrong usage,\n"
    "       3 fault: the kernel did what the hardware, or a strict reading of it, forbids\n";

struct argument {
    const char *spec;
    uint8_t *bytes;
    uint64_t size;
    uint64_t buffer; /* address, 0: by value or local */
    uint64_t buffer_size;
    const char *out;
    bool local;
};

struct command {
    const char *file, *kernel;
    uint32_t global[3], local[3], offset[3];
    unsigned dims, local_dims, offset_dims;
    struct argument args[MAX_ARGS];
    unsigned arg_count;
    bool stats, trace, strict;
    int foreign;
    uint64_t max_instructions;
    struct sim_device *device;
};

static int
complain(const char *what, const char *which)
{
    fprintf(stderr, "gcnsim: %s%s%s\n%s", what, which ? ": " : "", which ? which : "", usage);
    return EXIT_USAGE;
}

static uint8_t *
read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "gcnsim: %s: %s\n", path, strerror(errno));
        return NULL;
    }
    size_t capacity = 4096, used = 0, got;
    uint8_t *bytes = malloc(capacity);
    while (bytes && (got = fread(bytes + used, 1, capacity - used, file)) > 0) {
        used += got;
        if (used < capacity)
            continue;
        capacity *= 2;
        uint8_t *larger = realloc(bytes, capacity);
        if (!larger)
            free(bytes);
        bytes = larger;
    }
    if (ferror(file)) {
        fprintf(stderr, "gcnsim: %s: %s\n", path, strerror(errno));
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    *size = used;
    return bytes;
}

/* ---- command line ---- */

static bool
parse_sizes(const char *text, uint32_t sizes[3], unsigned *count)
{
    for (*count = 0; *count < 3;) {
        char *end;
        errno = 0;
        unsigned long long value = strtoull(text, &end, 0);
        if (!isdigit((unsigned char)*text) || errno || value > UINT32_MAX)
            return false;
        sizes[(*count)++] = (uint32_t)value;
        if (!*end)
            return true;
        if (*end != ',')
            return false;
        text = end + 1;
    }
    return false;
}

/* A whole number and nothing else; strtoull would also take blanks and signs. */
static bool
parse_count(const char *text, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 0);
    return isdigit((unsigned char)*text) && !*end && !errno;
}

static bool
by_value(struct argument *arg, const void *value, size_t size)
{
    arg->bytes = malloc(size ? size : 1);
    if (!arg->bytes)
        return false;
    memcpy(arg->bytes, value, size);
    arg->size = size;
    return true;
}

static bool
parse_number(struct argument *arg, const char *type, const char *text)
{
    char *end;
    errno = 0;
    if (isspace((unsigned char)*text))
        return false;
    if (type[0] == 'f') {
        double value = strtod(text, &end);
        float narrow = (float)value;
        if (end == text || *end)
            return false;
        return type[1] == '3' ? by_value(arg, &narrow, 4) : by_value(arg, &value, 8);
    }
    uint64_t value;
    if (type[0] == 'u') {
        if (!parse_count(text, &value) || (type[1] == '3' && value > UINT32_MAX))
            return false;
        return by_value(arg, &value, type[1] == '3' ? 4 : 8);
    }
    value = (uint64_t)strtoll(text, &end, 0);
    if (end == text || *end || errno)
        return false;
    if (type[1] == '3' && ((int64_t)value < INT32_MIN || (int64_t)value > UINT32_MAX))
        return false;
    return by_value(arg, &value, type[1] == '3' ? 4 : 8);
}

static bool
parse_hex(struct argument *arg, const char *text)
{
    size_t length = strlen(text);
    if (!length || length % 2 || strspn(text, "0123456789abcdefABCDEF") != length)
        return false;
    arg->bytes = malloc(length / 2);
    arg->size = length / 2;
    for (size_t i = 0; arg->bytes && i < length / 2; i++) {
        char digits[] = {text[2 * i], text[2 * i + 1], '\0'};
        arg->bytes[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
    return arg->bytes != NULL;
}

/* Only keeps the spec: buffers are made once the device exists. */
static bool
parse_arg(struct argument *arg, const char *spec)
{
    const char *colon = strchr(spec, ':');
    if (!colon)
        return false;
    size_t length = (size_t)(colon - spec);
    const char *value = colon + 1;
    static const char *const numbers[] = {"i32", "u32", "i64", "u64", "f32", "f64"};
    arg->spec = spec;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (length == 3 && memcmp(spec, numbers[i], 3) == 0)
            return parse_number(arg, numbers[i], value);
    if (length == 3 && memcmp(spec, "hex", 3) == 0)
        return parse_hex(arg, value);
    if (length == 5 && memcmp(spec, "local", 5) == 0) {
        arg->local = true;
        return parse_count(value, &arg->size);
    }
    if (length != 3 || memcmp(spec, "buf", 3) != 0)
        return false;
    const char *out = strstr(value, "@out=");
    if (out)
        arg->out = out + 5;
    return *value && value != out && !(out && !*arg->out);
}

static int
parse_command(int argc, char **argv, struct command *command)
{
    if (argc < 3)
        return complain("no code object", NULL);
    command->file = argv[2];
    for (int i = 3; i < argc; i++) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(name, "--stats") == 0)
            command->stats = true;
        else if (strcmp(name, "--trace") == 0)
            command->trace = true;
        else if (strcmp(name, "--no-strict") == 0)
            command->strict = false;
        else if (strcmp(name, "--foreign") == 0)
            command->foreign = 1;
        else if (strcmp(name, "--own") == 0)
            command->foreign = 0;
        else if (!value)
            return complain("unknown switch, or one without its value", name);
        else {
            i++;
            bool good = true;
            if (strcmp(name, "--kernel") == 0)
                command->kernel = value;
            else if (strcmp(name, "--global") == 0)
                good = parse_sizes(value, command->global, &command->dims);
            else if (strcmp(name, "--local") == 0)
                good = parse_sizes(value, command->local, &command->local_dims);
            else if (strcmp(name, "--offset") == 0)
                good = parse_sizes(value, command->offset, &command->offset_dims);
            else if (strcmp(name, "--max-instructions") == 0)
                good = parse_count(value, &command->max_instructions);
            else if (strcmp(name, "--arg") == 0)
                good = command->arg_count < MAX_ARGS &&
                       parse_arg(&command->args[command->arg_count++], value);
            else
                return complain("unknown switch", name);
            if (!good)
                return complain("bad value", value);
        }
    }
    if (!command->kernel || !command->dims || !command->local_dims)
        return complain("--kernel, --global and --local are needed", NULL);
    if (command->dims != command->local_dims ||
        (command->offset_dims && command->offset_dims != command->dims))
        return complain("sizes of different dimensions", NULL);
    return EXIT_GOOD;
}

/* ---- running ---- */

static void
print_line(void *data, const char *line)
{
    fprintf(data, "%s\n", line);
}

static bool
make_buffer(struct command *command, struct argument *arg)
{
    char text[4096];
    const char *value = arg->spec + 4, *end = arg->out ? arg->out - 5 : value + strlen(value);
    snprintf(text, sizeof text, "%.*s", (int)(end - value), value);
    uint64_t size;
    uint8_t *bytes = NULL;
    size_t file_size = 0;
    if (!parse_count(text, &size)) {
        bytes = read_file(text, &file_size);
        if (!bytes)
            return false;
        size = file_size;
    }
    arg->buffer = sim_alloc(command->device, size);
    arg->buffer_size = size;
    if (!arg->buffer)
        fprintf(stderr, "gcnsim: %s\n", sim_message(command->device));
    else if (bytes)
        sim_write(command->device, arg->buffer, bytes, size);
    free(bytes);
    return arg->buffer && by_value(arg, &arg->buffer, 8);
}

static int
report(const struct command *command, enum sim_status status)
{
    fprintf(stderr, "gcnsim: %s%s\n", status == SIM_FAULT ? "fault: " : "",
            sim_message(command->device));
    return status == SIM_FAULT ? EXIT_STRICT : EXIT_FAILED;
}

static int
write_outputs(struct command *command)
{
    for (unsigned i = 0; i < command->arg_count; i++) {
        struct argument *arg = &command->args[i];
        if (!arg->out)
            continue;
        uint8_t *bytes = malloc(arg->buffer_size + 1);
        if (!bytes)
            return EXIT_FAILED;
        enum sim_status status = sim_read(command->device, arg->buffer, bytes, arg->buffer_size);
        FILE *file = fopen(arg->out, "wb");
        bool good = file && fwrite(bytes, 1, arg->buffer_size, file) == arg->buffer_size;
        if (file && fclose(file) != 0)
            good = false;
        free(bytes);
        if (!good) {
            fprintf(stderr, "gcnsim: %s: %s\n", arg->out, strerror(errno));
            return EXIT_FAILED;
        }
        if (status != SIM_OK)
            return report(command, status);
    }
    return EXIT_GOOD;
}

static void
print_stats(const struct sim_stats *stats)
{
    printf("instructions %llu\n", (unsigned long long)stats->instructions);
    for (unsigned i = 0; i < SIM_CLASSES; i++)
        printf("%s %llu\n", sim_class_name(i), (unsigned long long)stats->by_class[i]);
    const struct {
        const char *name;
        uint64_t value;
    } rows[] = {
        {"lane_ops", stats->lane_ops},
        {"loads", stats->loads},
        {"stores", stats->stores},
        {"atomics", stats->atomics},
        {"bytes_read", stats->bytes_read},
        {"bytes_written", stats->bytes_written},
        {"lds_conflict_cycles", stats->lds_conflict_cycles},
        {"work_groups", stats->groups},
        {"waves", stats->waves},
        {"vgprs", stats->vgprs},
        {"sgprs", stats->sgprs},
        {"lds_bytes", stats->lds_bytes},
        {"scratch_bytes", stats->scratch_bytes},
        {"waves_per_simd", stats->occupancy},
        {"busy_valu", stats->busy_valu},
        {"busy_salu", stats->busy_salu},
        {"busy_lds", stats->busy_lds},
        {"busy_vmem", stats->busy_vmem},
        {"latency", stats->latency},
        {"cycles", stats->cycles},
        {"warnings", stats->warnings},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        printf("%s %llu\n", rows[i].name, (unsigned long long)rows[i].value);
    printf("occupancy_limit %s\n", stats->occupancy_limit ? stats->occupancy_limit : "none");
}

static struct sim_object *
load(struct command *command, int *code)
{
    size_t size;
    uint8_t *bytes = read_file(command->file, &size);
    struct sim_object *object = NULL;
    *code = EXIT_FAILED;
    if (!bytes)
        return NULL;
    enum sim_status status = sim_load(command->device, bytes, size, &object);
    free(bytes);
    if (status != SIM_OK) {
        fprintf(stderr, "gcnsim: %s: %s\n", command->file, sim_message(command->device));
        return NULL;
    }
    return object;
}

static int
run(struct command *command)
{
    int code;
    struct sim_object *object = load(command, &code);
    if (!object)
        return code;
    const struct sim_kernel *kernel = sim_find_kernel(object, command->kernel);
    if (!kernel) {
        fprintf(stderr, "gcnsim: %s has no kernel %s\n", command->file, command->kernel);
        return EXIT_FAILED;
    }
    struct sim_arg args[MAX_ARGS];
    for (unsigned i = 0; i < command->arg_count; i++) {
        struct argument *arg = &command->args[i];
        if (strncmp(arg->spec, "buf:", 4) == 0 && !make_buffer(command, arg))
            return EXIT_FAILED;
        args[i] = (struct sim_arg){arg->local, arg->bytes, arg->size};
    }
    struct sim_launch launch = {
        .dims = command->dims, .args = args, .arg_count = command->arg_count};
    for (unsigned d = 0; d < command->dims; d++) {
        launch.global[d] = command->global[d];
        launch.local[d] = command->local[d];
        launch.offset[d] = command->offset[d];
    }
    enum sim_status status = sim_launch(command->device, kernel, &launch);
    if (status != SIM_OK)
        return report(command, status);
    code = write_outputs(command);
    if (command->stats)
        print_stats(sim_stats(command->device));
    return code;
}

static int
list(struct command *command)
{
    int code;
    struct sim_object *object = load(command, &code);
    if (!object)
        return code;
    printf("version %u target %s\n", sim_object_version(object),
           sim_device_target(command->device)->name);
    for (unsigned i = 0; i < sim_kernel_count(object); i++) {
        const struct sim_kernel *kernel = sim_kernel_at(object, i);
        printf("kernel %s kernarg %u lds %u private %u\n", kernel->name, kernel->kernarg_size,
               kernel->group_size, kernel->private_size);
        for (unsigned k = 0; k < kernel->arg_count; k++)
            printf("  arg %s kind %d offset %u size %u\n", kernel->args[k].name,
                   (int)kernel->args[k].kind, kernel->args[k].offset, kernel->args[k].size);
    }
    return EXIT_GOOD;
}

int
main(int argc, char **argv)
{
    static struct command command;
    command.strict = true;
    command.foreign = -1;
    for (int i = 1; i < argc && i < 3; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(usage, stdout);
            return EXIT_GOOD;
        }
    bool listing = argc == 3 && strcmp(argv[1], "list") == 0;
    if (!listing && (argc < 2 || strcmp(argv[1], "run") != 0))
        return complain("the first word is run or list", NULL);
    if (listing)
        command.file = argv[2];
    int code = listing ? EXIT_GOOD : parse_command(argc, argv, &command);
    if (code == EXIT_GOOD) {
        struct sim_options options = {.strict = command.strict,
                                      .foreign = command.foreign,
                                      .max_instructions = command.max_instructions,
                                      .trace = command.trace ? print_line : NULL,
                                      .warn = print_line,
                                      .data = stderr};
        command.device = sim_device_new(&options);
        code = !command.device ? EXIT_FAILED : listing ? list(&command) : run(&command);
        sim_device_free(command.device);
    }
    for (unsigned i = 0; i < command.arg_count; i++)
        free(command.args[i].bytes);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "gcnsim: standard output: %s\n", strerror(errno));
        return EXIT_FAILED;
    }
    return code;
}
