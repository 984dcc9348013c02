/* The preprocessor's own structures: tokens, names, macros, the stack of open files.
 *
 * pp_next() is the whole service: it hands out one fully expanded preprocessing token after the
 * other.  Beneath it are pp_read() (tokens before expansion: first the pending list, where
 * expansions are put, then the innermost open file) and pp_scan(), the scanner of one file. */
#ifndef OCC_FRONTEND_PP_H
#define OCC_FRONTEND_PP_H

#include "frontend/frontend.h"
#include "frontend/source.h"
#include "support/wide.h"

#include <sys/types.h>

enum pp_kind {
    PP_END,     /* of the file, of an argument that is expanded alone */
    PP_NEWLINE, /* inside a directive only */
    PP_NAME,    /* identifier or keyword */
    PP_NUMBER,
    PP_CHAR,
    PP_STRING,
    PP_PUNCT,
    PP_HEADER,      /* <file.h>, after #include */
    PP_PRAGMA,      /* text: what follows #pragma, with single blanks */
    PP_PLACEMARKER, /* an empty operand of ## */
    PP_VA_OPT,      /* macro body: __VA_OPT__, whose tokens follow it */
    PP_OTHER,       /* a stray character, an unterminated string */
};

enum pp_flag {
    PP_SPACE = 1,          /* white space before it */
    PP_LINE_START = 2,     /* first of its line */
    PP_STRINGIFY = 4,      /* macro body: # before this parameter */
    PP_PASTE = 8,          /* macro body: ## after it */
    PP_AFTER_NOTHING = 32, /* before it, a macro expanded to nothing */
    PP_EXPANDED = 16,      /* comes from a macro: its loc counts tokens, not bytes */
};

enum pp_punct {
    PUNCT_NONE,
#define PUNCTUATOR(name, text, token, op) PUNCT_##name,
#include "frontend/token.def"
    PUNCT_COUNT
};

/* Macros that a token must not be replaced by again (Prosser's algorithm). */
struct pp_hide_set {
    const struct pp_macro *macro;
    const struct pp_hide_set *next;
    uint32_t depth; /* members from here on */
};

struct pp_token {
    uint8_t kind;    /* enum pp_kind */
    uint8_t flags;   /* enum pp_flag */
    uint16_t detail; /* PUNCT: enum pp_punct; NAME in a macro body: 1 + number of the parameter */
    uint32_t length; /* VA_OPT: of tokens between its parentheses, instead */
    loc_t loc;
    const char *text; /* not NUL-terminated, except of names */
    union {
        struct pp_name *name; /* NAME, unless skipping */
        const loc_t *places;  /* PRAGMA: of the token that each character of the text comes from */
    };
    const struct pp_hide_set *hidden;
    struct pp_token *next; /* in lists */
};

struct pp_list {
    struct pp_token *first, *last;
};

/* Everything known about an identifier; one object per spelling. */
struct pp_name {
    const char *text; /* interned in frontend.intern */
    uint32_t length, hash;
    struct pp_macro *macro; /* NULL: not one (any more) */
    uint16_t keyword;       /* token of the language, 0: none; see keyword.h */
    uint8_t binding;        /* enum binding: what the parser's innermost declaration made of it */
    uint8_t tag;            /* 's', 'u', 'e': some struct, union or enum is called so */
    bool builtin_type;      /* a type name unless declared otherwise: float4, uint */
    bool is_foreign;        /* holds more than ASCII, not yet reported */
    struct decl *declared;  /* BINDING_TYPEDEF */
};

enum pp_dynamic {
    DYNAMIC_NONE,
    DYNAMIC_LINE,
    DYNAMIC_FILE,
    DYNAMIC_BASE_FILE,
    DYNAMIC_FILE_NAME,
    DYNAMIC_INCLUDE_LEVEL,
    DYNAMIC_COUNTER,
    DYNAMIC_DATE,
    DYNAMIC_TIME,
    DYNAMIC_HAS_INCLUDE,
    DYNAMIC_HAS_INCLUDE_NEXT,
    DYNAMIC_HAS_NOTHING,
    DYNAMIC_HAS_FEATURE,
    DYNAMIC_HAS_EXTENSION,
    DYNAMIC_HAS_ATTRIBUTE,
    DYNAMIC_HAS_BUILTIN
};

struct pp_macro {
    struct pp_name *name;
    loc_t loc;
    bool is_function, is_variadic;
    uint8_t dynamic;      /* enum pp_dynamic: the body is made when it is used */
    uint32_t param_count; /* __VA_ARGS__ included */
    struct pp_name **params;
    struct pp_token *body;
    uint32_t body_count;
    struct source_macro origin;
};

struct pp_condition {
    loc_t loc;
    bool taken; /* some branch was */
    bool seen_else;
};

/* A header that was read, from the host's virtual files or from the disk. */
struct pp_header {
    const char *name; /* interned: the path it was found at */
    struct source_text *text;
    bool is_virtual, is_system;
    bool once;       /* #pragma once was met */
    uint32_t folder; /* where #include_next continues in the list of search folders */
    dev_t device;
    ino_t inode;
};

/* A macro that #pragma push_macro keeps; NULL: the name stood for none. */
struct pp_pushed {
    struct pp_name *name;
    struct pp_macro *macro;
};

/* An open file. */
struct pp_file {
    struct source_file *source;
    struct pp_header *header; /* NULL: the main file */
    const char *at;           /* in the clean text: where the next token is looked for */
    uint32_t bias;            /* what makes a place of the lower bits of a character's address */
    void *scanner;            /* yyscan_t */
    /* pp_skip.c: where these characters are in the clean text, if that is not before `at` */
    const char *next_slash, *next_hash, *next_percent;
    struct pp *pp;
    uint8_t flags; /* for the next token */
    bool in_directive, skipping;
    VEC(struct pp_condition) conditions;
    struct pp_file *outer;
    uint32_t depth;
};

struct pp {
    struct frontend *frontend;
    struct arena *arena;
    struct diag *diag;
    struct sources *sources;
    struct pp_name **names; /* open hashing */
    uint32_t name_count, name_capacity;
    struct pp_file *file; /* the innermost */
    struct pp_token *pending, *free;
    uint32_t alone; /* > 0: an argument or #if line is being expanded, files are not read */
    uint32_t argument_depth;
    uint64_t bytes;      /* of the files that were opened */
    uint64_t expansions; /* tokens made by expansions so far, to stop exponential growth */
    uint32_t counter;
    /* the last union of hide sets: neighbouring tokens nearly always need the same one */
    const struct pp_hide_set *union_of[2], *union_is;
    VEC(struct pp_header *) headers; /* in the order of their first inclusion */
    VEC(struct pp_pushed) pushed;
    struct pp_name *name_defined, *name_va_args, *name_va_opt, *name_pragma;
    bool stopped;      /* after an error that would repeat endlessly: only PP_END follows */
    bool unterminated; /* a macro's arguments or a comment went on to the end of the file */
    loc_t line_end;    /* of the directive that was read last; 0: unknown */
    bool in_condition; /* a #if line is being expanded: operands of `defined` are left alone */
    struct pp_output *output; /* -E: pragmas are kept, even the unknown ones; NULL: not -E */
};

/* pp.c */
struct pp *pp_new(struct frontend *frontend);
struct pp_name *pp_name(struct pp *pp, const char *text, size_t length);
/* The same of a text whose hash_text is known. */
struct pp_name *pp_name_hashed(struct pp *pp, const char *text, size_t length, uint32_t hash);
/* Opens the main file, with -include files and -D in front.  false: too large. */
bool pp_start(struct pp *pp, const char *name, const char *text, size_t length);
/* Makes a text (NULL: it is too large) the innermost open file.  false: an error was reported. */
bool pp_open(struct pp *pp, const char *name, struct source_text *text, loc_t included_at);
/* A copy of a text, without a byte order mark, for pp_open. */
struct source_text *pp_text_copy(struct pp *pp, const char *text, size_t length);
/* How many bytes at the start of a text are a byte order mark. */
size_t pp_mark_length(const char *text, size_t length);
/* The innermost open file is this header. */
void pp_entered(struct pp *pp, struct pp_header *header);
/* The next token before expansion; directives are obeyed and never seen. */
void pp_read(struct pp *pp, struct pp_token *token);
/* The next token after expansion. */
void pp_next(struct pp *pp, struct pp_token *token);
/* The same after pp_scan has read the first one from the innermost file. */
void pp_next_scanned(struct pp *pp, struct pp_token *token);
/* A token in a list of its own; from the free list when there is one. */
struct pp_token *pp_token_new(struct pp *pp, const struct pp_token *copy);
void pp_list_add(struct pp_list *list, struct pp_token *token);
void pp_list_free(struct pp *pp, struct pp_list *list);
/* Puts a list in front of everything that is still to be read. */
void pp_push(struct pp *pp, struct pp_list list);
/* Expands a list alone, as a macro argument is.  Takes the list, gives a new one. */
struct pp_list pp_expand_alone(struct pp *pp, struct pp_list list);
bool pp_is_punct(const struct pp_token *token, enum pp_punct punct);
/* The spelling of a list, with single blanks. */
const char *pp_list_text(struct pp *pp, const struct pp_list *list, size_t *length);

/* pp_plain.c */
/* The next token of a file, of whatever kind: no macro is expanded, no directive obeyed. */
int pp_scan(struct pp_token *token, struct pp_file *file);
/* pp_next in line, for the caller that needs each token of a program. */
static inline void
pp_next_fast(struct pp *pp, struct pp_token *token)
{
    if (pp->pending || pp->alone || pp->stopped || !pp->file) {
        pp_next(pp, token);
        return;
    }
    int kind = pp_scan(token, pp->file);
    bool is_macro =
        kind == PP_NAME && (token->name->macro != NULL || token->name == pp->name_pragma);
    if (kind == PP_END || token->flags & PP_LINE_START || is_macro)
        pp_next_scanned(pp, token);
}

/* pp_lex.l */
/* Makes the text, which two NULs follow, what the file's tokens come from. */
void pp_scanner_start(struct pp_file *file, char *text, size_t length);
/* What pp_scan does, for any text; slow. */
int pp_scan_any(struct pp_token *token, struct pp_file *file);
/* From now on and to the end of the line, pp_scan_any may give <file>, or "file" without escapes. */
void pp_scanner_want_header(struct pp_file *file);
/* Lexes a short text that is in no file (the result of ##, a _Pragma); flags as given. */
struct pp_list pp_scan_text(struct pp *pp, const char *text, size_t length, loc_t loc);

/* pp_comment.c: warns of a comment that goes further than it looks. */
void pp_check_comment(struct pp_file *file, const char *text, const char *end);

/* pp_skip.c: all of them poll, for what they go over may be very long. */
/* Past a comment, at its newline if it is one of a line; NULL: it has no end before limit. */
const char *pp_comment_end(struct pp *pp, const char *text, const char *limit);
/* Past a string or character constant; one that does not end goes up to the end of its line, or a backslash there. */
const char *pp_literal_end(struct pp *pp, const char *text, const char *limit, bool *is_closed);
/* In a branch that does not count: goes on to the next token that may be a directive's #. */
void pp_skip(struct pp_file *file);

/* pp_long.c */
/* Of names, numbers, names of files: longer ones nobody reads, and each takes long without a poll. */
enum { PP_MAX_TOKEN = 65535 };
/* The first name or number of the text that is longer, also in branches that do not count; NULL: there is
 * none, as nearly always a few looks tell. */
const char *pp_long_word(struct pp *pp, const struct source_text *text);
/* Reports what is longer, `what` being "an identifier or number" or the like. */
bool pp_check_length(struct pp *pp, loc_t loc, size_t length, const char *what);
/* Of the name of a file in the rest of a line, not yet read. */
bool pp_check_header(struct pp *pp);

/* pp_macro.c */
/* If the name stands for a macro that may be replaced here, puts the replacement into pending. */
bool pp_expand(struct pp *pp, const struct pp_token *token);

/* pp_dynamic.c: __LINE__ and similar macros; their value goes to pending. */
void pp_expand_dynamic(struct pp *pp, const struct pp_macro *macro, const struct pp_token *token);

/* pp_define.c: #define and #undef; the list is what follows the directive's name. */
void pp_define(struct pp *pp, struct pp_list line, loc_t loc);
void pp_undefine(struct pp *pp, struct pp_list line, loc_t loc);
/* Defines from a text: "NAME BODY" or "NAME(X) BODY". */
struct pp_macro *pp_define_text(struct pp *pp, const char *file, const char *text, size_t length);
void pp_undefine_text(struct pp *pp, const char *file, const char *text, size_t length);

/* pp_directive.c: after # at the start of a line. */
void pp_directive(struct pp *pp, loc_t hash);
/* Rest of the directive's line; the newline is taken. */
struct pp_list pp_read_line(struct pp *pp);
/* The end of that line, where messages about something missing point. */
loc_t pp_line_end(const struct pp *pp, loc_t otherwise);

/* pp_output.c */
/* Appends a string literal that means the text. */
void pp_add_quoted(struct strbuf *out, const char *text);
/* A file was entered or left.  Does nothing without -E. */
void pp_output_enter(struct pp *pp, const struct source_file *file);
void pp_output_leave(struct pp *pp, const struct source_file *file);
/* -C: a comment of the innermost file, outside directives and arguments of macros. */
void pp_output_comment(struct pp *pp, loc_t loc, const char *text, size_t length);

/* pp_include.c */
/* next: for #include_next, only the folders after that of the including file. */
void pp_include(struct pp *pp, const struct pp_token *header, loc_t loc, bool next);
bool pp_has_include(struct pp *pp, const struct pp_token *header, bool next);
void pp_include_option(struct pp *pp, const char *name);

/* pp_expr.y, pp_condition.c: the value of a #if line. */
bool pp_condition(struct pp *pp, struct pp_list line, loc_t loc);
/* The value of an already expanded list of numbers and operators; false: it is something else, or
 * an error was reported. */
bool pp_arithmetic(struct pp *pp, const struct pp_list *list, wide_int *value);

/* pp_pragma.c */
/* A pragma token for the parser goes to pending, or the pragma is obeyed at once. */
void pp_pragma(struct pp *pp, struct pp_list line, loc_t loc);
/* _Pragma("...") */
void pp_pragma_operator(struct pp *pp, loc_t loc);

/* pp_predefined.c: the macro that a name is born with, or NULL. */
struct pp_macro *pp_predefined(struct pp *pp, struct pp_name *name);
/* Looks up every name that can be predefined. */
void pp_predefine_all(struct pp *pp);
/* The first name that is not in the order in which they are looked up, for a test; NULL: there is none. */
const char *pp_predefined_disorder(void);

#endif
