/* Types as expressions of `gcnsim debug` write them, of casts and sizeof.
 *
 *   unsigned char      float      struct item      item *      global const int * */
#include "runtime/gcnsim/debug_source.h"

#include <ctype.h>
#include <string.h>

enum { MAX_WORD = 128 };

/* Words that together are a number's type; kind 0: it only changes others. */
static const struct {
    const char *word;
    char kind; /* i, u, f as of value.h */
    unsigned size;
} words[] = {
    {"bool", 'u', 1},     {"char", 'i', 1},      {"uchar", 'u', 1},    {"short", 'i', 2},
    {"ushort", 'u', 2},   {"int", 'i', 4},       {"uint", 'u', 4},     {"long", 'i', 8},
    {"ulong", 'u', 8},    {"half", 'f', 2},      {"float", 'f', 4},    {"double", 'f', 8},
    {"size_t", 'u', 8},   {"ptrdiff_t", 'i', 8}, {"intptr_t", 'i', 8}, {"uintptr_t", 'u', 8},
    {"unsigned", 'u', 0}, {"signed", 'i', 0},    {"const", 0, 0},      {"volatile", 0, 0},
    {"__global", 0, 0},   {"__local", 0, 0},     {"__private", 0, 0},  {"__constant", 0, 0},
    {"global", 0, 0},     {"local", 0, 0},       {"private", 0, 0},    {"constant", 0, 0}};

enum { WORDS = sizeof words / sizeof *words };

static size_t
word_at(const char *at, char word[MAX_WORD])
{
    size_t length = 0;
    while (length + 1 < MAX_WORD && (isalnum((unsigned char)at[length]) || at[length] == '_')) {
        word[length] = at[length];
        length++;
    }
    word[length] = '\0';
    return length;
}

/* The entry of a type; tags: 0: of a typedef or a number; else of a structure, union or enumeration. */
static const struct die_node *
entry_of(const struct debugger *d, const char *name, unsigned tag)
{
    vec_foreach (struct die_node *const, at, &d->dies->all) {
        const struct die_node *die = *at;
        bool fits =
            tag ? die->tag == tag : die->tag == DW_TAG_typedef || die->tag == DW_TAG_base_type;
        const char *own = fits ? die_name(d->dies, die) : NULL;
        if (own && strcmp(own, name) == 0)
            return die->tag == DW_TAG_typedef ? die_type(d->dies, die) : die;
    }
    return NULL;
}

static unsigned
tag_of(const char *word)
{
    return strcmp(word, "struct") == 0  ? DW_TAG_structure_type
           : strcmp(word, "union") == 0 ? DW_TAG_union_type
           : strcmp(word, "enum") == 0  ? DW_TAG_enumeration_type
                                        : 0;
}

/* One of the words; false: it is none. */
static bool
add_word(const char *word, struct debug_type_name *type)
{
    for (unsigned i = 0; i < WORDS; i++) {
        if (strcmp(words[i].word, word) != 0)
            continue;
        if (!words[i].kind) {
            type->space = strstr(word, "local")     ? DEBUG_LOCAL
                          : strstr(word, "private") ? DEBUG_PRIVATE
                                                    : type->space;
            return true;
        }
        bool is_modified = type->kind && (!words[i].size || !type->size);
        type->kind = is_modified && type->kind == 'u' ? 'u' : words[i].kind;
        type->size = words[i].size > type->size ? words[i].size : type->size;
        return true;
    }
    return false;
}

bool
debug_take_type(struct debugger *d, const char **text, struct debug_type_name *type)
{
    char word[MAX_WORD];
    const char *at = *text;
    *type = (struct debug_type_name){.space = DEBUG_GLOBAL};
    for (size_t length; (length = word_at(at += strspn(at, " \t"), word)); at += length) {
        unsigned tag = tag_of(word);
        if (tag) {
            at += length;
            length = word_at(at += strspn(at, " \t"), word);
        } else if (add_word(word, type)) {
            continue;
        }
        if (type->entry || type->kind || !(type->entry = entry_of(d, word, tag)) ||
            (!tag && debug_find_variable(d, word)))
            return false;
    }
    if (type->kind && !type->size)
        type->size = 4;
    if (!type->kind && !type->entry)
        return false;
    for (; *at == '*'; at += 1 + strspn(at + 1, " \t"))
        type->stars++;
    if (type->kind && type->stars) /* what it points to has to be known */
        for (unsigned i = 0; i < WORDS && !type->entry; i++)
            if (words[i].kind == type->kind && words[i].size == type->size)
                type->entry = entry_of(d, words[i].word, 0);
    *text = at;
    return true;
}
