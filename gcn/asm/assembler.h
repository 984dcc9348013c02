/* The assembler's own parts.  Private to this folder. */
#ifndef OCC_GCN_ASM_ASSEMBLER_H
#define OCC_GCN_ASM_ASSEMBLER_H

#include "gcn/asm/assemble.h"
#include "gcn/dwarf/line_table.h"
#include "gcn/object/elf.h"
#include "support/map.h"

/* ---- text.c: texts, lines, locations ---- */

/* A text that statements come from: a file, or what a macro or .rept made. */
struct source_text {
    const char *name; /* of the file, of the macro */
    const char *text;
    uint32_t length;
    loc_t base;   /* of its first byte */
    loc_t origin; /* where it was included or expanded; 0: the first file */
    bool is_expansion;
    uint32_t counted, counted_lines; /* text.c: bytes up to a line's start, newlines in them */
};

/* A place in a text that is being read. */
struct input {
    uint32_t text; /* index */
    uint32_t at;
    uint32_t conditions; /* that were open when it began */
};

/* What is left of a statement. */
struct cursor {
    const char *next, *end;
};

/* ---- expressions, symbols, sections ---- */

enum operator{
    OPERATOR_NONE,
    OPERATOR_MINUS,
    OPERATOR_NOT,
    OPERATOR_COMPLEMENT,
#define BINARY(name, text, precedence, value) OPERATOR_##name,
#include "gcn/asm/operator.def"
};

struct expression {
    uint8_t operator;      /* enum operator; NONE: a symbol, or a number */
    uint8_t variant;       /* of a symbol with '@': its relocation, ELF_R_AMDGPU_*; NONE: without */
    bool is_distance;      /* a number that labels made */
    int64_t value;         /* of a number */
    struct symbol *symbol; /* NULL: none */
    const struct expression *left, *right;
};

/* What an expression comes to: value + add - sub, of symbols that are defined, or are in no text. */
struct relocatable {
    int64_t value;
    struct symbol *add, *sub;
    uint8_t variant; /* of add */
};

struct symbol {
    const char *name;        /* "": it has none */
    loc_t loc;               /* of its definition, else of its first use */
    struct section *section; /* NULL: undefined, or an expression */
    uint64_t offset;
    const struct expression *assigned; /* NULL: none */
    const struct expression *size;
    uint64_t common_size, common_align;
    uint16_t special; /* SHN_COMMON, SHN_AMDGPU_LDS; 0: none */
    uint8_t binding, type, visibility;
    bool has_binding, is_temporary, is_used; /* used: by a relocation */
    bool is_counter;                         /* .amdgcn.next_free_vgpr and the like */
    bool is_visited;                         /* during an evaluation */
    uint32_t index;                          /* in the symbol table */
};

enum fixup_kind { FIXUP_DATA, FIXUP_RELATIVE, FIXUP_BRANCH };

/* A place whose bytes depend on an expression that was not known. */
struct fixup {
    uint64_t offset;
    const struct expression *expression;
    loc_t loc;
    uint8_t kind, size; /* enum fixup_kind; bytes */
};

struct section {
    const char *name;
    uint32_t type;
    uint64_t flags, align, entry_size;
    struct strbuf content;
    uint64_t zeros; /* SHT_NOBITS */
    VEC(struct fixup) fixups;
    struct symbol symbol; /* of type STT_SECTION */
    uint32_t index;       /* in the file */
    uint32_t lines;       /* in lines.sections, + 1; 0: it has none */
};

/* .if: is this branch read, and may a later one be? */
struct condition {
    bool is_active, is_done, is_else;
    loc_t loc;
};

struct macro_parameter {
    const char *name, *initial; /* NULL: no default */
    bool is_required, is_rest;
};

struct macro {
    const char *name, *body;
    VEC(struct macro_parameter) parameters;
};

/* What .file and .loc have said. */
struct line_section {
    struct section *section;
    VEC(struct line_row) rows;
};

struct lines {
    struct line_table table; /* its directories and files */
    struct map directories;  /* name -> number */
    VEC(struct line_section) sections;
    struct line_row row;       /* of the last .loc */
    loc_t loc;                 /* of the last .file */
    bool is_pending;           /* no bytes have come after it */
    struct section *described; /* by the sequence that is being written */
};

struct assembler {
    const struct assemble_job *job;
    struct arena *arena;
    struct diag *diag;
    VEC(struct source_text) texts;
    VEC(struct input) inputs; /* innermost last */
    uint64_t expanded;        /* bytes that macros made */
    uint32_t expansions;      /* \@ */
    struct strbuf line;       /* the statement, comments blanked out */
    loc_t line_loc;           /* of its first byte */
    struct cursor cursor;
    const char *expected;    /* what the last expression lacked ... */
    const char *expected_at; /* ... and where */
    struct intern names;
    struct map by_name;           /* name -> struct symbol */
    VEC(struct symbol *) symbols; /* with names, in the order of their appearance */
    struct map numeric;           /* n + 1 -> struct numeric */
    struct map macros;            /* name -> struct macro */
    bool alternate_macros;
    VEC(struct section *) sections;
    struct map section_names;    /* name -> struct section */
    VEC(struct section *) stack; /* .pushsection */
    struct section *section, *previous;
    VEC(struct condition) conditions;
    bool has_ended; /* .end */

    const struct gcn_target *target;
    bool xnack, target_is_fixed;
    bool xnack_is_open; /* the text's target says neither xnack+ nor xnack- */
    bool has_numbers;   /* symbols such as .amdgcn.gfx_generation_number */
    uint8_t sramecc;
    bool names_target;                     /* .amdgcn_target */
    const struct object_version *version;  /* of the switch or a directive; NULL: not said */
    const struct object_notes *said_notes; /* which the text speaks of; NULL: of none */
    struct symbol *next_vgpr, *next_sgpr, *kernel_vgprs, *kernel_sgprs;
    struct map kernels; /* name of .amdhsa_kernel -> itself */
    struct lines lines;
};

/* Enters a text that the arena holds; false: there is no room left for its locations. */
bool text_enter(struct assembler *as, const char *name, const char *text, size_t length,
                loc_t origin, bool is_expansion);
/* Sets as->cursor to the next statement; false: there is none. */
bool text_next_line(struct assembler *as);
/* The raw next line, its newline not counted; false: the text is at its end. */
bool text_raw_line(struct assembler *as, const char **line, size_t *length);
/* The location of a place in the statement, and of the next byte to be read. */
loc_t text_loc(const struct assembler *as, const char *at);
loc_t text_here(struct assembler *as);
/* Gives diag a resolver for the locations of these texts. */
void text_resolver(struct assembler *as);
/* The length of the first word of a raw line; *word: where it is. */
size_t text_first_word(const char *line, size_t length, const char **word);
bool text_is_word(const char *text, size_t length, const char *word);

/* ---- scan.c: parts of a statement; what is missing is reported, and what follows skipped ---- */

void scan_space(struct cursor *cursor);
bool scan_at_end(struct assembler *as);
bool scan_accept(struct assembler *as, char c);
bool scan_expect(struct assembler *as, char c);
bool scan_expect_end(struct assembler *as);
/* Reports that something was expected here; false. */
bool scan_missing(struct assembler *as, const char *what);
void scan_skip(struct assembler *as);
bool scan_is_name(char c, bool is_first);
/* A name in the arena's intern table, also in quotes; NULL: none is here. */
const char *scan_name(struct assembler *as, struct cursor *cursor);
const char *scan_expect_name(struct assembler *as, const char *what);
/* A string, unescaped, that may hold NULs; NULL: none is here. */
const char *scan_string(struct assembler *as, size_t *length);
/* A word of letters, digits and '_' or '.', as it is written. */
const char *scan_word(struct assembler *as);
/* An expression; NULL: it was reported. */
const struct expression *scan_expression(struct assembler *as);
/* One that is known now; false: it was reported. */
bool scan_integer(struct assembler *as, int64_t *value);

/* ---- expression.c ---- */

/* Reads an expression; NULL: as->expected says what was missing, and where. */
const struct expression *expression_parse(struct assembler *as, struct cursor *cursor,
                                          bool ends_at_bar);
const struct expression *expression_number(struct assembler *as, int64_t value);
/* The same, which labels made. */
const struct expression *expression_distance(struct assembler *as, int64_t value);
const struct expression *expression_symbol(struct assembler *as, struct symbol *symbol,
                                           unsigned variant);
const struct expression *expression_binary(struct assembler *as, unsigned operator,
                                           const struct expression * left,
                                           const struct expression *right);
/* Is it more than numbers? */
bool expression_has_labels(const struct expression *e);
/* What it comes to now; false: it is not value + add - sub. */
bool expression_evaluate(struct assembler *as, const struct expression *e, struct relocatable *r);
bool expression_is_absolute(struct assembler *as, const struct expression *e, int64_t *value);

/* ---- symbol.c ---- */

struct symbol *symbol_of(struct assembler *as, const char *name);
/* A symbol without a name at this place. */
struct symbol *symbol_here(struct assembler *as);
/* Defines it here; reports when it is defined already. */
void symbol_define(struct assembler *as, struct symbol *symbol, loc_t loc);
/* name = expression; may it be changed later? */
void symbol_assign(struct assembler *as, const char *name, const struct expression *value,
                   bool is_final, loc_t loc);
bool symbol_is_defined(const struct symbol *symbol);
/* 1f, 1b; NULL: there is none before. */
struct symbol *symbol_numeric(struct assembler *as, uint64_t number, bool is_forward);
void symbol_define_numeric(struct assembler *as, uint64_t number, loc_t loc);

/* ---- section.c ---- */

struct section *section_of(struct assembler *as, const char *name, uint32_t type, uint64_t flags);
void section_switch(struct assembler *as, struct section *section);
uint64_t section_offset(const struct section *section);
/* Appends bytes to the current section; false: not possible there, and reported. */
bool section_add(struct assembler *as, const void *bytes, size_t size);
/* The same for gaps, in which no line begins. */
bool section_fill(struct assembler *as, const void *bytes, size_t size);
bool section_add_zeros(struct assembler *as, uint64_t count, unsigned value);
void section_add_value(struct assembler *as, const struct expression *value, unsigned size,
                       loc_t loc);
void section_fixup(struct assembler *as, const struct expression *value, unsigned back,
                   unsigned size, enum fixup_kind kind, loc_t loc);
void section_align(struct assembler *as, uint64_t align, const int64_t *fill, unsigned fill_size,
                   uint64_t most);

/* ---- statements ---- */

/* statement.c: everything up to the end of the text. */
void statement_all(struct assembler *as);
/* macro.c: an invocation; false: there is no such macro. */
bool macro_run(struct assembler *as, const char *name, loc_t loc);
/* condition.c: are statements read at present?  And does the directive change that? */
bool condition_is_active(const struct assembler *as);
bool condition_run(struct assembler *as, const char *name, loc_t loc);
/* When an input ends. */
void condition_close(struct assembler *as, uint32_t open);

/* target.c */
void target_init(struct assembler *as);
/* Nothing after this may change the target. */
void target_fix(struct assembler *as);
/* What the text says of its version by the kind of its notes. */
void target_says_notes(struct assembler *as, const struct object_notes *notes,
                       const char *directive, loc_t loc);
/* The notes that directives of YAML and its target are of: the version's, if it has such, else those of version 2. */
const struct object_notes *target_yaml_notes(const struct assembler *as);
void target_count_registers(struct assembler *as, const struct gcn_inst *inst);
/* The last of the three numbers of its ISA, with XNACK. */
unsigned target_stepping_of(const struct assembler *as);
const struct object_version *target_version(const struct assembler *as);

/* line.c: at the beginning; where bytes are about to be added; a switch to another section; the end: .debug_line. */
void line_init(struct assembler *as);
void line_bytes(struct assembler *as);
void line_section(struct assembler *as);
void line_finish(struct assembler *as);

/* note.c */
void note_add(struct assembler *as, uint32_t type, const char *owner, const void *bytes,
              size_t size);
/* metadata.c: YAML -> MsgPack; *minor: of amdhsa.version, -1 without.  is_yaml: it stays YAML, whose keys it has.
 * false: it is malformed. */
bool metadata_pack(struct assembler *as, const char *text, size_t length, bool is_yaml,
                   struct strbuf *packed, int64_t *minor, const char **problem);
struct meta;
/* metadata_check.c.  What is wrong with the metadata of a text, with its line: keys that are twice in a map, or
 * missing, and values that are not what they are to be; NULL: nothing.  Before meta_resolve. */
const char *metadata_check(struct assembler *as, const struct meta *tree, bool is_yaml);

/* write.c: resolves what is left, then the ELF file; NULL after errors. */
const uint8_t *write_object(struct assembler *as, size_t *size);

/* ---- what directive.def names ---- */

#define DIRECTIVE(text, function, argument)                                                        \
    void directive_##function(struct assembler *as, int64_t argument_, loc_t loc);
#include "gcn/asm/directive.def"

#endif
