/* Metadata of a code object as a tree: maps, lists, texts, numbers, whether it was YAML or MsgPack. */
#ifndef OCC_GCN_METADATA_META_H
#define OCC_GCN_METADATA_META_H

#include "support/strbuf.h"
#include "support/vec.h"

enum meta_kind { META_NONE, META_TEXT, META_NUMBER, META_FLOAT, META_BOOL, META_LIST, META_MAP };

struct meta;
struct meta_entry {
    const char *key; /* NULL in a list */
    struct meta *value;
};

struct meta {
    uint8_t kind;     /* enum meta_kind */
    bool quoted;      /* text: in YAML it stands in quotes, or has the tag of a text */
    bool is_negative; /* number */
    const char *text; /* NUL-terminated; of a plain YAML scalar as it stands there */
    size_t length;    /* of the text */
    uint64_t
        number; /* number, or 0 and 1 for false and true; of a negative one its two's complement; of a
                   float the bits of the double */
    uint32_t line;                  /* of the YAML text, from 1; 0: not read from such */
    VEC(struct meta_entry) entries; /* of a list or a map, in order */
};

/* New values in the arena. */
struct meta *meta_text(struct arena *arena, const char *text, bool quoted);
struct meta *meta_number(struct arena *arena, uint64_t number);
struct meta *meta_bool(struct arena *arena, bool value);
struct meta *meta_new(struct arena *arena, enum meta_kind kind); /* META_LIST, META_MAP: empty */
/* Appends to a map, or with key NULL to a list. */
void meta_add(struct arena *arena, struct meta *to, const char *key, struct meta *value);

/* The map under a key of a map, made if it lacks one; with key "" the map itself. */
struct meta *meta_inner(struct arena *arena, struct meta *map, const char *key);
/* Orders a map by its keys, as MsgPack has them. */
void meta_sort(struct meta *map);

/* The value under a key; NULL: the tree is no map, is NULL, or lacks it. */
struct meta *meta_get(const struct meta *map, const char *key);
/* Entries of a list or map; 0 for anything else and NULL. */
uint32_t meta_count(const struct meta *list);
/* The text of a scalar; "": it is none, or NULL. */
const char *meta_string(const struct meta *value);
/* A number, also one that YAML has as text, decimal or 0x..; false: it is none. */
bool meta_integer(const struct meta *value, uint64_t *number);
/* Of a META_FLOAT. */
double meta_double(const struct meta *value);
/* true, or the text true, or a number other than 0. */
bool meta_is_true(const struct meta *value);

/* ---- meta_key.c: the rows of meta_key.def ---- */

enum meta_how {
    META_HOW_TEXT,
    META_HOW_NAME,
    META_HOW_NUMBER,
    META_HOW_COUNT,
    META_HOW_NUMBERS,
    META_HOW_VERSION,
    META_HOW_FLAG,
    META_HOW_WORD
};
enum meta_needed { META_NEEDED_NEVER, META_NEEDED_MSGPACK, META_NEEDED_ALWAYS };
struct meta_key {
    const char *yaml, *msgpack;
    const char *map; /* of YAML, inside of the kernel's; "" */
    uint8_t how;     /* enum meta_how */
    uint8_t needed;  /* enum meta_needed */
};
enum meta_key_id {
#define KERNEL(key, yaml, map, msgpack, how, needed) META_KERNEL_##key,
#include "gcn/metadata/meta_key.def"
    META_KERNEL_KEYS,
    META_BEFORE_ARG = META_KERNEL_KEYS - 1,
#define ARG(key, yaml, msgpack, how, needed) META_ARG_##key,
#include "gcn/metadata/meta_key.def"
    META_KEYS
};
extern const struct meta_key
    meta_keys[META_KEYS]; /* of kernels, then from META_KERNEL_KEYS on of arguments */
/* The spelling of the 2017 guide. */
const char *meta_guide_key(const char *yaml);

/* A word of a closed set in both forms. */
struct meta_word {
    const char *yaml, *msgpack;
};
extern const struct meta_word meta_words[];
extern const unsigned meta_word_count;

/* ---- notes ---- */

/* meta_yaml.c.  NULL and *tree, or what is wrong with the text, with its line.  What stands after the first
 * document is an error, "..." and blank lines excepted. */
const char *meta_parse_yaml(struct arena *arena, const char *text, size_t length,
                            struct meta **tree);
/* The tree as occ writes it into notes of version 2: block style, but lists of numbers in a line. */
void meta_print_yaml(struct strbuf *out, const struct meta *tree);
/* Does a name from the program stand in quotes?  Where it could be read as something else (y, null, 'int*'). */
bool meta_is_quoted(const char *name);
/* Must a text stand in double quotes in what LLVM's assembler reads?  Its lexer takes a double quote that stands
 * alone for the start of a string, and ; // and slash-asterisk outside of strings for comments, also in '...'. */
bool meta_is_double_quoted(const char *text);
/* Plain scalars become numbers, truth values and floats, as LLVM reads YAML that stands for MsgPack. */
void meta_resolve(struct meta *tree);

/* meta_msgpack.c.  NULL and *tree, or what is wrong. */
const char *meta_parse_msgpack(struct arena *arena, const void *bytes, size_t size,
                               struct meta **tree);
/* Appends the tree; maps and lists keep their order. */
void meta_pack(struct strbuf *out, const struct meta *tree);

/* meta_text.c.  The tree of MsgPack as YAML that LLVM's assembler reads, a document of its own. */
void meta_print_text(struct strbuf *out, const struct meta *tree);

#endif
