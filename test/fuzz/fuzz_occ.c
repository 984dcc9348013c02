/* fuzz-occ [-seed=N] [-count=N] [-from=N] [-seconds=N] [-keep] FILE...: compiles COUNT mutations of
 * the files.  Each must end in time with an object, or with an error that names its location: a
 * crash, a hang, a leak, an internal error or a message without a location is a failure.
 *
 * Input I depends on the seed and I alone, so `-from=I -count=1 -keep` reproduces it as
 * fuzz-I.cl. */
#include "driver/occ.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_TEXT = 1 << 16, MAX_TOKENS = 1 << 15, MAX_FILES = 256 };

struct token {
    const char *text;
    unsigned length;
};

struct tokens {
    struct token at[MAX_TOKENS];
    unsigned count;
};

struct file {
    const char *name;
    char *text;
    size_t length;
};

struct settings {
    uint64_t seed;
    unsigned from, count, seconds;
    bool keep;
    struct file files[MAX_FILES];
    unsigned file_count;
};

/* Shared between the parent and the child that compiles. */
struct progress {
    unsigned next, troubles, good, wrong;
};

/* clang-format off */
static const char *const words[] = {
    "int", "uint", "char", "uchar", "short", "ushort", "long", "ulong", "float", "double", "half",
    "bool", "void", "size_t", "int2", "int3", "int4", "float2", "float3", "float4", "float16",
    "uchar16", "long8", "double4", "image2d_t", "sampler_t", "event_t", "struct", "union", "enum",
    "typedef", "const", "volatile", "restrict", "static", "extern", "inline", "unsigned", "signed",
    "__global", "__local", "__constant", "__private", "__generic", "__kernel", "kernel", "global",
    "local", "if", "else", "for", "while", "do", "switch", "case", "default", "break", "continue",
    "return", "goto", "sizeof", "__auto_type", "__label__", "barrier", "get_global_id", "get_local_id", "atomic_add",
    "atom_cmpxchg", "vload4", "vstore3", "convert_int4", "as_float4", "as_int", "dot", "cross",
    "min", "clamp", "mix", "select", "shuffle", "sqrt", "native_sin", "fract", "mad24", "popcount",
    "async_work_group_copy", "printf", "read_imagef", "x", "xy", "s0", "sF", "lo", "even", "main",
    "__attribute__((packed))", "__attribute__((aligned(3)))",
    "__attribute__((reqd_work_group_size(7,0,9)))", "__attribute__((vec_type_hint(int)))",
    "asm(\"s_nop 0\")", "asm(\"v_mov_b32 %0, %1\" : \"=v\"(x) : \"v\"(y))", "NULL", "true",
};
/* clang-format on */
/* clang-format off */
static const char *const numbers[] = {
    "0", "1", "2", "3", "7", "16", "31", "32", "33", "63", "64", "255", "256", "65536", "-1",
    "2147483647", "2147483648", "4294967295", "4294967296", "0x7fffffffffffffff",
    "0xffffffffffffffff", "18446744073709551616", "1.0f", "1e39f", "1e400", "0x1p-1074", ".5",
    "1e-46f", "0.0", "3.4028235e38f", "1.0h", "1ul", "077", "0b1", "'a'", "'\\xff'", "\"text\"",
    "123456789012345678901234567890", "1e999999999", "0x1p99999",
};
/* clang-format on */
/* clang-format off */
static const char *const marks[] = {
    "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "~", "!", "&&", "||", "?", ":", "=", "+=",
    "<<=", "%=", "==", "<", ">=", ",", ";", ".", "->", "++", "--", "(", ")", "[", "]", "{", "}",
    "()", "[]", "{}", "(float4)", "(int*)", "(__global int*)", "(char)", "&*", "*&", "[0]", "[-1]",
    "[1u<<31]", ".xyzw", ".s0123", ".lo.lo", "({", "})", "#", "##", "\n#define A A+A\n",
    "\n#if 0\n", "\n#endif\n", "\n#include \"fuzz.cl\"\n", "/*", "*/", "//", "\"", "'", "\\",
    "\\\n", "...", "@",
    "$", "\x80", "\x01", "\xf0\x9f\x98\x80",
};
/* clang-format on */

static uint64_t
random_next(uint64_t *seed)
{
    *seed ^= *seed << 13; /* xorshift64, G. Marsaglia */
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static bool
is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Words, numbers, runs of white space; of the rest each byte stands alone. */
static void
split(struct tokens *tokens, const char *text, size_t length)
{
    tokens->count = 0;
    for (size_t i = 0; i < length && tokens->count < MAX_TOKENS / 2;) {
        size_t end = i + 1;
        if (is_word(text[i]))
            while (end < length &&
                   (is_word(text[end]) || (text[end] == '.' && isdigit((unsigned char)text[i]))))
                end++;
        else if (isspace((unsigned char)text[i]))
            while (end < length && isspace((unsigned char)text[end]))
                end++;
        tokens->at[tokens->count++] = (struct token){text + i, (unsigned)(end - i)};
        i = end;
    }
}

#define PICK(list, seed) list[random_next(seed) % (sizeof list / sizeof *list)]

static struct token
invent(const struct token *like, uint64_t *seed)
{
    bool wild = random_next(seed) % 8 == 0;
    char first = wild ? "a1+"[random_next(seed) % 3] : like->text[0];
    const char *text = isdigit((unsigned char)first) ? PICK(numbers, seed)
                       : is_word(first)              ? PICK(words, seed)
                                                     : PICK(marks, seed);
    return (struct token){text, (unsigned)strlen(text)};
}

static void
insert(struct tokens *tokens, unsigned at, struct token token)
{
    if (tokens->count >= MAX_TOKENS)
        return;
    memmove(tokens->at + at + 1, tokens->at + at, (tokens->count - at) * sizeof token);
    tokens->at[at] = token;
    tokens->count++;
}

static void
remove_run(struct tokens *tokens, unsigned at, unsigned run)
{
    run = run > tokens->count - at ? tokens->count - at : run;
    memmove(tokens->at + at, tokens->at + at + run,
            (tokens->count - at - run) * sizeof *tokens->at);
    tokens->count -= run;
}

static void
copy_run(struct tokens *tokens, unsigned from, unsigned to, unsigned run)
{
    for (unsigned i = 0; i < run && from + i < tokens->count; i++)
        insert(tokens, to + i, tokens->at[from + i + (from >= to ? i : 0)]);
}

/* Another token of the same sort, so that more programs pass the parser. */
static void
exchange(struct tokens *tokens, unsigned at, uint64_t *seed)
{
    for (unsigned tries = 0; tries < 50; tries++) {
        unsigned other = (unsigned)(random_next(seed) % tokens->count);
        char a = tokens->at[at].text[0], b = tokens->at[other].text[0];
        if (is_word(a) == is_word(b) && !isspace((unsigned char)b)) {
            tokens->at[at] = tokens->at[other];
            return;
        }
    }
}

static void
mutate(struct tokens *tokens, uint64_t *seed)
{
    if (!tokens->count)
        return;
    unsigned at = (unsigned)(random_next(seed) % tokens->count);
    unsigned other = (unsigned)(random_next(seed) % tokens->count);
    unsigned run = 1 + (unsigned)(random_next(seed) % 8);
    for (unsigned i = 0; i < 8 && isspace((unsigned char)tokens->at[at].text[0]); i++)
        at = (unsigned)(random_next(seed) % tokens->count);
    switch (random_next(seed) % 10) {
    case 0:
        remove_run(tokens, at, 1);
        break;
    case 1:
        remove_run(tokens, at, run);
        break;
    case 2:
        copy_run(tokens, other, at, run);
        break;
    case 3:
        insert(tokens, at, invent(&tokens->at[at], seed));
        break;
    case 4:
    case 5:
    case 6:
        tokens->at[at] = invent(&tokens->at[at], seed);
        break;
    default:
        exchange(tokens, at, seed);
    }
}

/* Sorts of tokens within which an exchange mostly gives a program that still compiles. */
static const char *const sorts[][12] = {
    {"+", "-", "*", "/", "%", "&", "|", "^", "<", ">"},
    {"int", "uint", "char", "ushort", "long", "ulong", "float", "short", "uchar"},
    {"float4", "float2", "float3", "int4", "float8", "float16"},
    {"0", "1", "2", "3", "5", "16", "31", "64", "1000", "65536", "0x7fffffff"},
    {"if", "while"},
    {"break", "continue"},
    {"x", "y", "z", "w"},
    {"get_global_id", "get_local_id", "get_group_id", "get_local_size", "get_num_groups"},
    {"min", "max", "atan2", "pow", "fmod", "hypot", "step"},
    {"sqrt", "sin", "exp", "log", "floor", "fabs", "abs", "native_rsqrt", "clz", "popcount"},
};

static bool
is_text(const struct token *token, const char *text)
{
    return strlen(text) == token->length && memcmp(text, token->text, token->length) == 0;
}

static bool
exchange_in_sort(struct token *token, uint64_t *seed)
{
    for (size_t s = 0; s < sizeof sorts / sizeof *sorts; s++) {
        unsigned count = 0;
        bool here = false;
        for (; count < 12 && sorts[s][count]; count++)
            here |= is_text(token, sorts[s][count]);
        if (!here)
            continue;
        const char *text = sorts[s][random_next(seed) % count];
        *token = (struct token){text, (unsigned)strlen(text)};
        return true;
    }
    return false;
}

/* A statement removed, or copied elsewhere. */
static void
move_statement(struct tokens *tokens, unsigned at, uint64_t *seed)
{
    unsigned start = at, end = at, to = (unsigned)(random_next(seed) % tokens->count);
    while (start < tokens->count && !strchr(";{}", tokens->at[start].text[0]))
        start++;
    for (end = start + 1; end < tokens->count && !strchr(";{}", tokens->at[end].text[0]);)
        end++;
    if (end >= tokens->count || tokens->at[end].text[0] != ';')
        return;
    while (to < tokens->count && !strchr(";{}", tokens->at[to].text[0]))
        to++;
    if (to < tokens->count && random_next(seed) % 2)
        copy_run(tokens, start + 1, to + 1, end - start);
    else
        remove_run(tokens, start + 1, end - start);
}

static void
mutate_gently(struct tokens *tokens, uint64_t *seed)
{
    for (unsigned tries = 0; tokens->count && tries < 30; tries++) {
        unsigned at = (unsigned)(random_next(seed) % tokens->count);
        if (random_next(seed) % 16 == 0) {
            move_statement(tokens, at, seed);
            return;
        }
        if (exchange_in_sort(&tokens->at[at], seed))
            return;
    }
}

static size_t
join(const struct tokens *tokens, char *text)
{
    size_t length = 0;
    for (unsigned i = 0; i < tokens->count; i++) {
        const struct token *token = &tokens->at[i];
        bool glued = i > 0 && is_word(token->text[0]) && is_word(text[length - 1]);
        if (length + token->length + 1 > MAX_TEXT)
            break;
        if (glued)
            text[length++] = ' ';
        memcpy(text + length, token->text, token->length);
        length += token->length;
    }
    return length;
}

/* Now and then bytes instead of tokens: noise, or the file cut off. */
static size_t
spoil_bytes(char *text, size_t length, uint64_t *seed)
{
    switch (random_next(seed) % 16) {
    case 0:
        return length ? random_next(seed) % length : 0;
    case 1:
        for (unsigned i = 0; length && i < 8; i++)
            text[random_next(seed) % length] = (char)random_next(seed);
        return length;
    default:
        return length;
    }
}

static size_t
make_input(const struct settings *settings, unsigned index, char *text)
{
    static struct tokens tokens;
    uint64_t seed = (settings->seed * 0x9e3779b97f4a7c15u) ^ ((index + 1) * 0xd1342543de82ef95u);
    const struct file *file = &settings->files[random_next(&seed) % settings->file_count];
    split(&tokens, file->text, file->length);
    bool gentle = index % 2;
    for (unsigned n = 1 + (unsigned)(random_next(&seed) % (gentle ? 4 : 3)); n > 0; n--)
        (gentle ? mutate_gently : mutate)(&tokens, &seed);
    size_t length = join(&tokens, text);
    return gentle ? length : spoil_bytes(text, length, &seed);
}

static void
complain(const struct settings *settings, unsigned index, const char *what, const char *detail)
{
    printf("input %u: %s%s%.300s\n", index, what, *detail ? ": " : "", detail);
    fflush(stdout);
    if (settings->keep) {
        static char text[MAX_TEXT];
        char path[64];
        size_t length = make_input(settings, index, text);
        snprintf(path, sizeof path, "fuzz-%u.cl", index);
        FILE *file = fopen(path, "wb");
        if (file) {
            fwrite(text, 1, length, file);
            fclose(file);
        }
    }
}

/* Is there a caret with nothing but underlined ranges after it in its line? */
static bool
has_caret(const char *text)
{
    for (const char *at = text; (at = strchr(at, '^')); at++)
        if (at[1 + strspn(at + 1, " ~")] == '\n')
            return true;
    return false;
}

/* "name:line:col: error: ..." then the line of source and the caret. */
static bool
has_place(const char *log)
{
    const char *error = strstr(log, "error: ");
    const char *start = error;
    while (start && start > log && start[-1] != '\n')
        start--;
    return error && error > start && isdigit((unsigned char)start[error - start - 3]) &&
           (has_caret(error) || strstr(error, "fuzz.cl:1:1"));
}

static const char *
check(enum occ_status status, const occ_result *result)
{
    size_t size;
    const void *bytes = occ_result_bytes(result, &size);
    switch (status) {
    case OCC_OK:
        return bytes ? NULL : "no output";
    case OCC_ERROR:
        return has_place(occ_result_log(result)) ? NULL : "error without a place";
    default:
        return "status";
    }
}

static double
cpu_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void
try(const struct settings *settings, struct progress *progress, unsigned index)
{
    static char text[MAX_TEXT];
    static const char *const targets[] = {"-mcpu=gfx900", "-mcpu=gfx803", "-mcpu=gfx700",
                                          "-mcpu=gfx801", "-mcpu=gfx908"};
    static const char *const levels[] = {"-O3", "-O3", "-O0", "-O1"};
    static const char *const extras[] = {"-w", "-g", "-fverify-passes",
                                         "-S", "-c", "-cl-std=CL2.0"};
    size_t length = make_input(settings, index, text);
    char *copy = malloc(length ? length : 1); /* so that a sanitizer sees reads beyond the end */
    memcpy(copy, text, length);
    const char *options[] = {targets[index % 5], levels[index / 5 % 4], extras[index / 3 % 6]};
    struct occ_job job = {.size = sizeof job,
                          .name = "fuzz.cl",
                          .source = copy,
                          .length = length,
                          .options = options,
                          .option_count = 3};
    occ_compiler *compiler = occ_compiler_create(NULL);
    occ_result *result = NULL;
    double start = cpu_seconds();
    enum occ_status status = occ_compile(compiler, &job, &result);
    double took = cpu_seconds() - start;
    const char *wrong = check(status, result);
    if (!wrong && took > settings->seconds)
        wrong = "too slow";
    progress->good += status == OCC_OK;
    progress->wrong += status == OCC_ERROR;
    if (wrong) {
        progress->troubles++;
        complain(settings, index, wrong, occ_result_log(result));
    }
    occ_result_free(result);
    occ_compiler_destroy(compiler);
    free(copy);
}

/* A crash ends one child; the next goes on after the input that did it. */
static void
run(const struct settings *settings, struct progress *progress)
{
    unsigned end = settings->from + settings->count;
    progress->next = settings->from;
    while (progress->next < end) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            while (progress->next < end) {
                alarm(settings->seconds * 5);
                try(settings, progress, progress->next);
                progress->next++;
            }
            fflush(stdout);
            exit(0); /* not _exit: the leak check runs at exit */
        }
        int state = 0;
        waitpid(child, &state, 0);
        if (state == 0)
            continue;
        progress->troubles++;
        char detail[64];
        snprintf(detail, sizeof detail, "%s %d", WIFSIGNALED(state) ? "signal" : "exit",
                 WIFSIGNALED(state) ? WTERMSIG(state) : WEXITSTATUS(state));
        complain(settings, progress->next < end ? progress->next : end - 1, "crash", detail);
        progress->next++;
    }
}

static bool
add_file(struct settings *settings, const char *name)
{
    FILE *stream = fopen(name, "rb");
    char *text = malloc(MAX_TEXT);
    if (!stream || !text || settings->file_count == MAX_FILES)
        return false;
    size_t length = fread(text, 1, MAX_TEXT, stream);
    fclose(stream);
    settings->files[settings->file_count++] = (struct file){name, text, length};
    return true;
}

static bool
parse(struct settings *settings, const char *arg)
{
    unsigned *number = strncmp(arg, "-from=", 6) == 0      ? &settings->from
                       : strncmp(arg, "-count=", 7) == 0   ? &settings->count
                       : strncmp(arg, "-seconds=", 9) == 0 ? &settings->seconds
                                                           : NULL;
    if (number)
        *number = (unsigned)strtoul(strchr(arg, '=') + 1, NULL, 10);
    else if (strncmp(arg, "-seed=", 6) == 0)
        settings->seed = strtoull(arg + 6, NULL, 10);
    else if (strcmp(arg, "-keep") == 0)
        settings->keep = true;
    else
        return add_file(settings, arg);
    return true;
}

int
main(int argc, char **argv)
{
    static struct settings settings = {.seed = 1, .count = 1000, .seconds = 2};
    for (int i = 1; i < argc; i++)
        if (!parse(&settings, argv[i])) {
            fprintf(stderr, "fuzz-occ: cannot read %s\n", argv[i]);
            return 2;
        }
    struct progress *progress =
        mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!settings.file_count || progress == MAP_FAILED)
        return 2;
    run(&settings, progress);
    printf("%u inputs: %u compiled, %u refused\n", settings.count, progress->good, progress->wrong);
    printf("%u passed, %u failed\n", settings.count - progress->troubles, progress->troubles);
    for (unsigned i = 0; i < settings.file_count; i++)
        free(settings.files[i].text);
    return progress->troubles != 0;
}
