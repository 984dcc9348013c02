/* Command line -> struct options. */
#ifndef OCC_DRIVER_OPTIONS_OPTIONS_H
#define OCC_DRIVER_OPTIONS_OPTIONS_H

#include "gcn/isa/gcn_target.h"
#include "driver/occ.h"
#include "driver/options/triple.h"
#include "frontend/frontend.h"
#include "support/pass_run.h"
#include "support/vec.h"

/* -M and its family: see depend.h. */
struct depend_options {
    bool wanted;           /* -M -MM -MD -MMD */
    bool only;             /* -M -MM: nothing is compiled */
    bool no_system;        /* -MM -MMD */
    bool phony;            /* -MP */
    bool missing_are_made; /* -MG: a missing header is no error */
    const char *file;      /* -MF */
    const char *targets;   /* -MT and -MQ, quoted where asked, blanks between; NULL: by output */
};

/* A warning about a switch that was accepted: its %s is what the user wrote. */
struct option_notice {
    enum diag_id id;
    const char *text;
};

/* Are messages coloured?  Only the command knows whether it writes to a terminal. */
enum option_colour { COLOUR_AUTO, COLOUR_NEVER, COLOUR_ALWAYS };

struct option_row;

/* A switch as it was used: which row, and the user's words, one or two; the carrier before each of them. */
struct option_use {
    const struct option_row *row; /* NULL: one that only its carrier's program knows */
    const char *carrier;          /* NULL: none */
    const char *words[2];         /* the second NULL: it has one */
};

enum { OPTION_NOWHERE = -1 };

/* -g0, -gline-tables-only, -g */
enum debug_level { DEBUG_NONE, DEBUG_LINES, DEBUG_ALL };

/* One of --offload-arch=. */
struct offload_target {
    const char *word; /* as the user wrote it: "fiji" */
    const char *isa;  /* "amdgcn-amd-amdhsa--gfx900:xnack-" */
};

struct options {
    const struct gcn_target *target;
    bool target_is_given;               /* by -mcpu= or --offload-arch= */
    const char *cpu;                    /* of -mcpu=, as written; NULL: not given */
    VEC(struct offload_target) targets; /* of --offload-arch=; [0] is also `target` if alone */
    bool bundles;                       /* --gpu-bundle-output */
    const struct triple *triple;
    bool xnack, xnack_is_given; /* named in -mcpu=, or by a name that has it */
    uint8_t sramecc;            /* enum gcn_feature */
    uint16_t cl_version;
    const struct object_version *object_version;               /* NULL: by target */
    unsigned optimise;                                         /* 0..3 */
    bool optimise_is_given, debug_is_given, inlining_is_given; /* by a switch, not by default */
    bool creates_library;                                      /* -create-library */
    bool keeps_ir;                                             /* -flto */
    bool has_threads;                                          /* -j */
    uint32_t threads;          /* of -j; 0: as many as there are cores */
    bool as_c_array;           /* --emit=c-array */
    bool enables_link_options; /* -enable-link-options */
    enum occ_output output;
    const char *output_switch; /* that chose the output; NULL: none */
    int output_place;        /* of the last one that chooses, or is the command's, in the arguments;
                         OPTION_NOWHERE */
    const char *output_file; /* NULL: by input name; "-": standard output */
    VEC(const char *) inputs;
    VEC(struct option_use) uses;
    VEC(struct option_notice) notices;
    VEC(struct pp_option) pp;
    VEC(const char *) extensions; /* "-NAME" or "+NAME" in order */
    VEC(const char *) include_paths, quote_paths, system_paths;
    const char *language; /* -x; NULL: by input name */
    bool is_assembly;     /* -x assembler */
    bool is_preprocessed; /* -x; without it the name of the job decides */
    bool no_line_markers, keep_comments, only_macros;
    struct depend_options depend;
    bool single_constants, exact_division, no_contract, finite_math, fast_math, unsafe_math;
    bool no_signed_zeros, strict_aliasing;
    bool wraps;                        /* -fwrapv */
    bool unsafe_atomics;               /* -munsafe-fp-atomics: backend_float_atomics */
    bool zeroes_private, zeroes_local; /* memory begins with zeros */
    bool verbose, show_command, save_temps, save_temps_beside;
    uint32_t max_vgprs;           /* 0: the target's */
    uint32_t error_limit;         /* 0: the default */
    uint32_t backtrace_limit;     /* of macros, the same */
    VEC(const char *) warnings;   /* -W..., what is after it, in order */
    uint8_t diag_format;          /* enum diag_format */
    uint8_t colour;               /* enum option_colour */
    uint8_t debug;                /* enum debug_level */
    uint8_t dwarf_version;        /* 2, 4 */
    const char *debug_folder;     /* -fdebug-compilation-dir=; NULL: the working folder */
    VEC(const char *) debug_maps; /* "OLD=NEW", for names of files in debug information */
    bool no_warnings, flush_denormals, uniform_groups;
    bool resource_usage, time_report, time_trace, pass_html, wait_everything, spill_everything;
    bool print_limits;
    bool no_flat_scratch;
    bool validate, stress;
    bool list_targets, list_passes, help, version, ignore_unknown;
    bool remarks_usage;            /* -Rpass-analysis=kernel-resource-usage */
    VEC(const char *) prefix_maps; /* "OLD=NEW", for __FILE__ */
    const char *print_after, *stop_after, *only_kernel;
    uint32_t sanitize;              /* enum sanitize_set */
    pass_selectors disabled_passes; /* -fdisable-pass= */
    const char *time_trace_file;    /* -ftime-trace=; NULL: beside the output */
    const char *pass_html_file;     /* -fpass-html=; NULL: beside the output */
    const char *save_temps_prefix;  /* -save-temps=; NULL: the input's name */
    const char *error;              /* what is wrong with the command line; NULL: nothing */
    int place;                      /* in the arguments, of what is handled */
    const char *current;            /* the switch that is being handled, as the user wrote it ... */
    const char *current_value;      /* ... and its value, if that was an argument by itself */
    const char *carrier;            /* what carries it, such as -Xclang; NULL: nothing */
    bool no_unroll;                 /* -fno-unroll-loops */
    uint8_t inlining;               /* enum pass_inlining */
    uint8_t remarks_inline;         /* -Rpass=inline, -Rpass-missed=inline: PASS_REMARKS_... */
    struct arena *arena;
};

typedef VEC(const char *) argument_vec;

/* Fills options from arguments (without a program name).  Sets options->error on the first unknown
 * switch, missing or invalid value. */
void options_parse(struct options *options, struct arena *arena, const char *const *args,
                   unsigned count);
/* Appends the switches as words, but those of the kinds `without` (enum option_kind). */
void options_words(const struct options *options, unsigned without, argument_vec *words);
/* The code object version that will be written. */
const struct object_version *options_object_version(const struct options *options);
void options_print_help(struct strbuf *buf);
void options_print_targets(struct strbuf *buf);
void options_print_passes(struct strbuf *buf);

#endif
