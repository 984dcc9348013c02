/* From source text to AST.  Stages: source.h (files, positions), pp (preprocessing tokens and macro
 * expansion), lex (tokens of the language), parse.y (grammar, builds the AST through ast_build.h).
 */
#ifndef OCC_FRONTEND_FRONTEND_H
#define OCC_FRONTEND_FRONTEND_H

#include "frontend/ast.h"
#include "support/map.h"

struct sources;    /* source.h */
struct suggestion; /* support/suggest.h */

/* A header or source given by the host instead of the disk. */
struct virtual_file {
    const char *name; /* as written in #include */
    const char *text;
    size_t length;
};

/* One -D, -U or -include, in command-line order. */
struct pp_option {
    char kind;        /* 'D', 'U', 'i' (-include) */
    const char *text; /* "NAME", "NAME=value", "file.h" */
};

/* A header that was read from disk. */
struct frontend_file {
    const char *name;
    bool is_system; /* found through -isystem */
};

/* What the outcome depends on besides text and options. */
enum frontend_input_kind {
    INPUT_FILE,    /* on disk: it is there, and was read if more than that was asked */
    INPUT_MISSING, /* what was looked for there and is no file */
    INPUT_TIME,    /* a macro's name: __DATE__, without a date that is given */
};
struct frontend_input {
    const char *name; /* interned */
    enum frontend_input_kind kind;
};

enum frontend_question { ASKS_BUILTIN, ASKS_ATTRIBUTE };

struct frontend_options {
    const struct pp_option *pp;
    uint32_t pp_count;
    const char *const *quote_paths; /* -iquote: for #include "..." only */
    uint32_t quote_path_count;
    const char *const *include_paths; /* -I */
    uint32_t include_path_count;
    const char *const *system_paths; /* -isystem: after the others, no warnings in there */
    uint32_t system_path_count;
    const struct virtual_file *virtual_files; /* looked up before the disk */
    uint32_t virtual_file_count;
    bool use_disk;         /* may #include read the file system? */
    bool missing_are_made; /* -MG: a missing header is no error */
    uint16_t cl_version;   /* 100, 110, 120, 200, 300: -cl-std, __OPENCL_C_VERSION__ */
    bool fast_relaxed_math, finite_math, has_fp16, has_fp64;
    bool not_optimised;            /* -O0: no __OPTIMIZE__ */
    bool single_constants;         /* -cl-single-precision-constant */
    bool fast_fma32;               /* FP_FAST_FMAF */
    bool has_realtime;             /* a clock that the whole device shares */
    bool lacks_mipmaps;            /* no cl_khr_mipmap_image unless -cl-ext asks for it */
    const char *const *extensions; /* -cl-ext: "-NAME" or "+NAME", NAME may be all; in order */
    uint32_t extension_count;
    const char *target_name; /* "gfx900": defines __gfx900__ and __AMDGCN__ ... as clang does */
    bool has_xnack, xnack;   /* can it be chosen, and is it on? */
    const char *const *prefix_maps; /* "OLD=NEW": __FILE__ says NEW for names that begin with OLD */
    uint32_t prefix_map_count;
    /* Would a use of the builtin, of the attribute compile?  For __has_builtin and __has_attribute; NULL:
     * nothing is known. */
    bool (*knows)(void *data, enum frontend_question question, const char *name);
    void *knows_data;
    bool is_preprocessed; /* the text comes from -E: no macros, no -D -U -include */
    bool no_line_markers; /* -P */
    bool keep_comments;   /* -C */
    bool only_macros;     /* -dM: the macros at the end instead of the text */
    int64_t date;         /* of __DATE__ and __TIME__: seconds since 1970, UTC */
    bool date_is_given;   /* else using them is a warning: the output differs each time */
    /* Is given each external declaration once it is complete; NULL: nobody wants to know. */
    void (*declared)(void *data, struct decl *decl);
    void *declared_data;
    bool is_library; /* compiling libclc-lite: reserved __occ_ names allowed */
};

enum feature {
#define FEATURE(id, name, executes)                FEATURE_##id,
#define EXTENSION(id, name, since, needs, part_of) FEATURE_##id,
#define BOTH(id, name, one, other)                 FEATURE_##id,
#include "frontend/feature.def"
    FEATURES
};

struct feature_set {
    bool has[FEATURES];
};

struct frontend {
    struct arena *arena; /* program lifetime */
    struct arena *tree;  /* the AST's: the same, unless it is changed after frontend_init */
    struct diag *diag;
    struct intern intern;
    struct frontend_options options;
    struct sources *sources;
    struct pp *pp;
    VEC(struct frontend_input) inputs;
    struct map is_input; /* by interned name, and whether it is one of the time */
};

/* feature.c */
/* Has -cl-ext left the extension or feature enabled?  Does not tell whether it exists at all. */
bool frontend_extension(const struct frontend_options *options, const char *name);
bool frontend_has_images(const struct frontend_options *options); /* __IMAGE_SUPPORT__ */
/* Those that programs may use, and whether one of them is. */
struct feature_set frontend_features(const struct frontend_options *options);
bool frontend_may_use(const struct frontend_options *options, unsigned feature);
/* Its macro: "__opencl_c_pipes"; the first version of OpenCL C that can have it. */
const char *frontend_feature_name(unsigned feature);
unsigned frontend_feature_since(unsigned feature);
/* The same of one that is not there; of what needs two, the name of that which is not given. */
const char *frontend_missing_name(const struct feature_set *given, unsigned feature);
/* __has_feature and, where extensions count, __has_extension of clang's name. */
bool frontend_has_feature(const struct frontend_options *options, const char *name,
                          bool extensions_count);
/* Is the macro of the feature defined?  That of one that does not execute is when it is asked for. */
bool frontend_feature_macro(const struct frontend_options *options, unsigned feature);
/* The feature that the macro is of; -1: it is none's. */
int frontend_find_feature(const char *name);

/* frontend.c */
/* Prepares; diag gets its resolver here.  Nothing is read yet. */
void frontend_init(struct frontend *frontend, struct arena *arena, struct diag *diag,
                   const struct frontend_options *options);
/* Preprocesses and parses text named name.  Errors are in diag; the AST is never NULL and holds
 * what could be parsed. */
struct translation_unit *frontend_parse(struct frontend *frontend, const char *name,
                                        const char *text, size_t length);
/* The files that were read from disk, in order, for dependency files. */
const struct frontend_file *frontend_files(const struct frontend *frontend, uint32_t *count);
/* What the outcome depends on, each once, in the order in which it was first asked for. */
const struct frontend_input *frontend_inputs(const struct frontend *frontend, uint32_t *count);
/* Notes one, which need not be interned. */
void frontend_depends(struct frontend *frontend, enum frontend_input_kind kind, const char *name);
/* File (interned name) and line of a position, for debug info; false for 0. */
bool frontend_location(const struct frontend *frontend, loc_t loc, struct diag_location *location);
/* Does the first location follow the second in the program? */
bool frontend_is_after(const struct frontend *frontend, loc_t first, loc_t second);
/* pp_dynamic.c: a file's name under the last of the maps, each "OLD=NEW", that fits; in the arena, or the
 * name itself. */
const char *frontend_map_name(struct arena *arena, const char *const *maps, uint32_t count,
                              const char *name);

/* pp_output.c; -E: appends the preprocessed text with # line markers. */
void frontend_preprocess(struct frontend *frontend, const char *name, const char *text,
                         size_t length, struct strbuf *out);
/* pp_predefined.c: offers the names of all macros defined at the end, either the function-like or
 * the other ones. */
void frontend_offer_macros(const struct frontend *frontend, struct suggestion *near,
                           bool of_functions);

#endif
