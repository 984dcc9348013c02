/* From source text to AST.  Stages: source.h (files, positions), pp (preprocessing tokens and macro
 * expansion), lex (tokens of the language), parse.y (grammar, builds the AST through ast_build.h). */
#ifndef OCC_FRONTEND_FRONTEND_H
#define OCC_FRONTEND_FRONTEND_H

#include "frontend/ast.h"
#include "support/map.h"

struct sources; /* source.h */

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

struct frontend_options {
    const struct pp_option *pp;
    uint32_t pp_count;
    const char *const *include_paths; /* -I */
    uint32_t include_path_count;
    const struct virtual_file *virtual_files; /* looked up before the disk */
    uint32_t virtual_file_count;
    bool use_disk;         /* may #include read the file system? */
    uint16_t cl_version;   /* 100, 110, 120, 200, 300: -cl-std, __OPENCL_C_VERSION__ */
    bool fast_relaxed_math, has_fp16, has_fp64, has_images;
    bool fast_fma32;       /* FP_FAST_FMAF */
    const char *target_name; /* "gfx900": defines __gfx900__ and __AMDGCN__ ... as clang does */
    bool is_library;       /* compiling libclc-lite: reserved __occ_ names allowed */
};

struct frontend {
    struct arena *arena;   /* program lifetime */
    struct diag *diag;
    struct intern intern;
    struct frontend_options options;
    struct sources *sources;
    struct pp *pp;
};

/* Prepares; diag gets its resolver here.  Nothing is read yet. */
void frontend_init(struct frontend *frontend, struct arena *arena, struct diag *diag,
                   const struct frontend_options *options);
/* Preprocesses and parses text named name.  Errors are in diag; the AST is never NULL and holds what
 * could be parsed. */
struct translation_unit *frontend_parse(struct frontend *frontend, const char *name,
                                        const char *text, size_t length);
/* -E: appends the preprocessed text with # line markers. */
void frontend_preprocess(struct frontend *frontend, const char *name, const char *text,
                         size_t length, struct strbuf *out);
/* Names of the files that were read from disk, in order, for dependency files. */
const char *const *frontend_files(const struct frontend *frontend, uint32_t *count);
/* File (interned name) and line of a position, for debug info; false for 0. */
bool frontend_place(const struct frontend *frontend, loc_t loc, struct diag_place *place);

#endif
