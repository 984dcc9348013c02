/* libocc: OpenCL C in, code objects for AMD GCN out.
 *
 * Make one occ_compiler per allocator and keep it: it is immutable, so any number of threads may
 * compile with it at once.  Nothing here prints, exits, or touches the process's state; files are
 * read only for #include, and only when a job allows it.  The floating-point environment of the thread
 * (rounding, flushing of denormals, traps, flags) is neither used nor changed; callbacks run in it.  A thread that compiles needs 256 KB of
 * stack for usual programs, 4 MB for the deepest that are not refused (3,900 times `a = ` in one
 * expression).
 *
 * Stable within a SONAME: the functions, the numbers of enumerations, and the members of structures, to
 * which later versions only append.  Structures that a host fills have their size as first member;
 * those that it reads are made by the library.  Texts of messages, and what the compiler makes of a
 * program, may change with any version.  C99 and later, C++11 and later. */
#ifndef OCC_H
#define OCC_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define OCC_API __attribute__((visibility("default")))
#else
#define OCC_API
#endif

typedef struct occ_compiler occ_compiler; /* where memory comes from */
typedef struct occ_result occ_result;     /* what one compilation left */

/* How a call ended: the first five are also the exit status of the command occ. */
enum occ_status {
    OCC_OK = 0,
    OCC_ERROR = 1,     /* the program is wrong: see the log */
    OCC_USAGE = 2,     /* an option is unknown, its value wrong, its file missing: see the log */
    OCC_MEMORY = 3,    /* the allocator gave nothing */
    OCC_INTERNAL = 4,  /* a fault of the compiler, named in the log with the pass it happened in */
    OCC_CANCELLED = 5, /* the job's cancel said so */
    OCC_DEADLINE = 6,  /* the job's time was over */
    OCC_MEMORY_LIMIT = 7 /* the job's memory was used up */
};

/* What a compilation makes: the options of the job choose. */
enum occ_output {
    OCC_EXECUTABLE,  /* ELF shared object that a loader takes */
    OCC_RELOCATABLE, /* ELF relocatable object (-c); of a unit that calls functions which it does not
                         define: IR for a linker (docs/abi.md), no code and no kernels */
    OCC_ASSEMBLY,    /* text (-S) */
    OCC_PREPROCESSED, /* text (-E) */
    OCC_IR,           /* text (-emit-ir) */
    OCC_NOTHING       /* check only (-fsyntax-only) */
};

/* Set size to sizeof(struct occ_config); zero members choose defaults.  alloc gives memory aligned
 * for any object, or NULL; release takes back a block that alloc gave.  Both or neither are given;
 * each thread that compiles calls them. */
struct occ_config {
    size_t size;
    void *(*alloc)(void *data, size_t bytes); /* NULL: malloc and free */
    void (*release)(void *data, void *block);
    void *data;
};

/* A header given by the host: looked up before the disk. */
struct occ_header {
    const char *name; /* as written in #include */
    const char *text;
    size_t length; /* of text, in bytes */
};

/* What a job does. */
enum occ_action {
    OCC_BUILD,   /* source to what the options ask for */
    OCC_COMPILE, /* source to a unit, which holds IR for a later link, as clCompileProgram does */
    OCC_LINK /* units to an executable, or with -create-library to a unit, as clLinkProgram does */
};

/* What OCC_COMPILE, or OCC_RELOCATABLE without kernels, has made. */
struct occ_unit {
    const char *name; /* for messages */
    const void *bytes;
    size_t size;
};

/* One compilation, all of it the caller's.  Set size to sizeof(struct occ_job), in any version of
 * this header: newer members are taken as zero.  A size too small to hold the source gives
 * OCC_USAGE.
 *
 * The options are those of the command.  Those that do not suit the action give OCC_USAGE: OCC_COMPILE
 * makes a unit and nothing else (no -S, -E, -fsyntax-only), OCC_LINK has no source (no -E, -D, -cl-std=;
 * -I is warned of), linking's own are for OCC_LINK (-create-library).  Switches that name files to write,
 * ask the command for text, or name an input (-o, -MD and its family, -save-temps, -v, --help, "k.cl")
 * have no effect in a job: the log warns of each (-Wunused-command-line-argument).  For -ftime-trace,
 * -fpass-html and -M the result holds what they ask for: occ_result_time_trace, occ_result_pass_html,
 * occ_result_header. */
struct occ_job {
    size_t size;
    const char *name; /* of the source, for messages and __FILE__; NULL: "<source>" */
    const char *source;
    size_t length;              /* of source, in bytes; no NUL is needed */
    const char *const *options; /* command-line switches, one a string: "-mcpu=gfx900", "-DN=4" */
    unsigned option_count;
    const struct occ_header *headers;
    unsigned header_count;
    int use_disk;                       /* may #include and -include read files?  If not, -I and its
                                           like lead nowhere, and messages say so */
    const long long *source_date_epoch; /* what __DATE__ and __TIME__ say, in seconds since 1970;
                                           NULL: now, with a warning */
    enum occ_action action;
    const struct occ_unit *units; /* of OCC_LINK, which has no source */
    unsigned unit_count;
    /* Limits.  cancel is called by the thread that compiles, again and again, mostly within a
     * millisecond, at most 5 apart; not 0: stop.  All that was taken is given back. */
    int (*cancel)(void *data); /* NULL: nobody cancels */
    void *cancel_data;
    unsigned deadline_ms; /* from the call on; 0: none */
    /* Bytes that the job may hold at once, with its result, and with what libelf, libyaml and msgpack-c
     * take of malloc, as far as that is known beforehand; 0: no limit. */
    size_t memory_limit;
    /* More options, as clBuildProgram and its like take them: words with blanks between them; quotes keep
     * blanks in a word, a backslash a blank or a quote.  They stand after `options`, and choose no output: -S, -E and
     * the like, those that have no effect in a job, a word that is no option, a quote that is not closed, and
     * another target than `options` names, give OCC_USAGE.  NULL: none. */
    const char *option_string;
};

/* ---- what a compilation tells ---- */

enum occ_severity { OCC_NOTE, OCC_WARNING, OCC_FAILURE };

/* line and column begin at 1, columns count bytes; file NULL: no place is known. */
struct occ_place {
    const char *file;
    unsigned line, column;
};
/* From the first character to the last. */
struct occ_range {
    struct occ_place first, last;
};
/* What would mend the program: the text in place of what lies from first up to, not with, past. */
struct occ_fixit {
    struct occ_place first, past;
    const char *text;
};
/* A message.  Notes stand after the message that they belong to. */
struct occ_diagnostic {
    enum occ_severity severity;
    const char *id;      /* of the kind of message, the same in later versions */
    const char *option;  /* the switch of a warning, "-Wunused-variable"; NULL: none */
    const char *message; /* one line */
    struct occ_place place;
    const struct occ_range *ranges;
    unsigned range_count;
    const struct occ_fixit *fixits;
    unsigned fixit_count;
};

/* What clGetKernelArgInfo tells of an argument: OpenCL 1.2, 5.7.3. */
enum occ_address { OCC_PRIVATE, OCC_GLOBAL, OCC_CONSTANT, OCC_LOCAL };
enum occ_access { OCC_NO_ACCESS, OCC_READ_ONLY, OCC_WRITE_ONLY, OCC_READ_WRITE };
enum occ_qualifier { OCC_CONST = 1, OCC_RESTRICT = 2, OCC_VOLATILE = 4, OCC_PIPE = 8 };
struct occ_argument {
    const char *name, *type_name;
    enum occ_address address;
    enum occ_access access;
    unsigned qualifiers;          /* of enum occ_qualifier, together */
    unsigned size, align, offset; /* in the kernarg segment, bytes */
};

/* The hardware resources that a kernel takes: what --resource-usage prints. */
struct occ_kernel {
    const char *name;
    unsigned sgprs, vgprs;                 /* with VCC and other special registers */
    unsigned spilled_sgprs, spilled_vgprs; /* registers */
    unsigned scratch_bytes;                /* per work-item */
    unsigned lds_bytes;                    /* static, per work-group */
    unsigned code_bytes;
    unsigned waves;          /* per SIMD, for work-groups of the largest size */
    const char *waves_limit; /* "vgprs", "sgprs", "lds", "waves", "workgroups" */
    unsigned kernarg_bytes;  /* of the kernarg segment, with hidden arguments */
    const struct occ_argument *arguments;
    unsigned argument_count;
    const char *attributes; /* as CL_KERNEL_ATTRIBUTES: "reqd_work_group_size(8,8,1)"; "": none */
};

/* Makes a compiler; config NULL means all defaults.  NULL when the allocator gives nothing, or when
 * config's size is not set or one of alloc and release is missing.  The caller destroys it; results
 * may outlive it. */
OCC_API occ_compiler *occ_compiler_create(const struct occ_config *config);
/* Frees a compiler that no thread uses; NULL is allowed. */
OCC_API void occ_compiler_destroy(occ_compiler *compiler);

/* Compiles.  *result is always made, also for a failed job, whose log it holds, and is the caller's
 * to free; but it is NULL if there is no memory for it (OCC_MEMORY) or an argument is NULL
 * (OCC_USAGE).  Strings and bytes of the job are not used after the return. */
OCC_API enum occ_status occ_compile(const occ_compiler *compiler, const struct occ_job *job,
                                    occ_result **result);
/* Looks at the options of a job alone, for its action: nothing is compiled, the source may be missing.
 * OCC_OK, or OCC_USAGE with the reason in the log; otherwise as occ_compile. */
OCC_API enum occ_status occ_check_options(const occ_compiler *compiler, const struct occ_job *job,
                                          occ_result **result);

enum { OCC_KEY_SIZE = 33 };
/* The key under which the result of a job may be kept: 32 hexadecimal digits, the same on every machine
 * for the same tokens after the preprocessor and the same blanks between them (of assembly: the same object), what
 * the options lead to, units and build of this library.  Of OCC_COMPILE, of what is no executable, with -g and with -Rpass=, whose result
 * has places, also for the same name, lines and switches of the preprocessor; with debug information for the same
 * folder (-fdebug-compilation-dir=, -fdebug-prefix-map=).  The limits of the job hold here, too.  *result holds the log if preprocessing fails, which gives
 * the status; it is the caller's.  OCC_USAGE: also for a key that is NULL. */
OCC_API enum occ_status occ_cache_key(const occ_compiler *compiler, const struct occ_job *job,
                                      char key[OCC_KEY_SIZE], occ_result **result);

/* What the bytes of an object are; size is sizeof(struct occ_binary) as the caller knows it. */
enum occ_binary_kind {
    OCC_BINARY_UNKNOWN,    /* no object for these GPUs, or damaged */
    OCC_BINARY_UNIT,       /* of OCC_COMPILE: for OCC_LINK */
    OCC_BINARY_LIBRARY,    /* of OCC_LINK with -create-library: for OCC_LINK, too */
    OCC_BINARY_EXECUTABLE, /* for a loader, by any compiler */
    OCC_BINARY_RELOCATABLE /* with code, not linked */
};
struct occ_binary {
    size_t size;
    enum occ_binary_kind kind;
    const char
        *target; /* "gfx900", constant; NULL: the object does not say, or none that is known */
};
/* Fills binary->kind and binary->target.  Bytes may be anything; they are looked at, not checked
 * whole.  OCC_USAGE: an argument is NULL or binary->size too small; OCC_MEMORY. */
OCC_API enum occ_status occ_inspect(const occ_compiler *compiler, const void *bytes, size_t length,
                                    struct occ_binary *binary);

/* The object that runs on a target ("gfx900", as -mcpu= takes it) in a bundle of clang-offload-bundler, or in
 * section .hip_fatbin of a program of the host: *object is inside of the bytes, which may be anything, *size
 * bytes long.  OCC_ERROR: they are no such thing, or not exactly one object fits; OCC_USAGE: an argument is NULL, or the
 * target unknown; OCC_MEMORY. */
OCC_API enum occ_status occ_bundle_find(const occ_compiler *compiler, const void *bytes,
                                        size_t length, const char *target, const void **object,
                                        size_t *size);

/* Frees a result and all that it holds; NULL is allowed. */
OCC_API void occ_result_free(occ_result *result);

/* Everything below lives as long as the result; a NULL result has no bytes, no log and no
 * kernels. */
/* The output, *size bytes (size may be NULL); NULL and 0 unless the job returned OCC_OK. */
OCC_API const void *occ_result_bytes(const occ_result *result, size_t *size);
/* Errors, warnings and notes as text, each line ended; never NULL. */
OCC_API const char *occ_result_log(const occ_result *result);
/* What -ftime-report, -fprint-limits, -print-after and --resource-usage print; never NULL. */
OCC_API const char *occ_result_report(const occ_result *result);
/* What -ftime-trace asks for: JSON in the form of Chrome's trace events; "" without it, and for a
 * job that failed; never NULL. */
OCC_API const char *occ_result_time_trace(const occ_result *result);
/* What -fpass-html asks for: a page of HTML, which needs no other file, of one kernel after each pass; ""
 * without it, and for a job that failed; never NULL. */
OCC_API const char *occ_result_pass_html(const occ_result *result);
/* The headers that were read from disk, in order, for dependency files and caches; NULL after the
 * last one, and for a job that failed.  *is_system: found through -isystem; may be NULL. */
OCC_API const char *occ_result_header(const occ_result *result, unsigned index, int *is_system);
/* On what a result depends besides its job and the build of the library: files on disk that were read, or whose
 * existence was asked for (#if __has_include), what was looked for on disk and is no file, in search folders
 * too, and the time. */
enum occ_input {
    OCC_INPUT_FILE,
    OCC_INPUT_MISSING,
    OCC_INPUT_TIME /* "__DATE__" or "__TIME__", used in a job without source_date_epoch */
};
/* Each of them once, its name as it was looked for, in order, for who keeps results: the same job gives the
 * same result and log as long as they all are as they were.  NULL after the last one, and for a job that failed;
 * kind may be NULL. */
OCC_API const char *occ_result_input(const occ_result *result, unsigned index,
                                     enum occ_input *kind);
/* What the options asked for, also for a job that failed; OCC_NOTHING for NULL. */
OCC_API enum occ_output occ_result_kind(const occ_result *result);
/* The kernels for which code was made; 0 for a job that failed, and for a unit kept as IR. */
OCC_API unsigned occ_result_kernel_count(const occ_result *result);
/* NULL when index is not below the count. */
OCC_API const struct occ_kernel *occ_result_kernel(const occ_result *result, unsigned index);

/* The messages of the log, in its order; what ended the job before its time, and what is wrong with its options,
 * is the last one. */
OCC_API unsigned occ_result_diagnostic_count(const occ_result *result);
/* NULL when index is not below the count. */
OCC_API const struct occ_diagnostic *occ_result_diagnostic(const occ_result *result,
                                                           unsigned index);
/* The rows of the printf table, "1:4:%d\n", as metadata have them after their number, which is index + 1
 * (docs/abi.md); NULL after the last, and for a job that failed. */
OCC_API const char *occ_result_printf(const occ_result *result, unsigned index);

/* The version of the library, "0.1.0"; the text is constant. */
OCC_API const char *occ_version(void);
/* What tells this build from others, of the same version too: a sum of its sources, 64 hexadecimal digits.  For the
 * keys of who keeps results; the text is constant. */
OCC_API const char *occ_build(void);

#ifdef __cplusplus
}
#endif
#endif
