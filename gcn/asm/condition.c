/* .if and its family. */
#include "gcn/asm/assembler.h"

#include <string.h>

bool
condition_is_active(const struct assembler *as)
{
    return !as->conditions.count || vec_last(&as->conditions).is_active;
}

void
condition_close(struct assembler *as, uint32_t open)
{
    if (as->conditions.count <= open)
        return;
    diag_error(as->diag, as->conditions.at[open].loc, assembly_unclosed, ".if", ".endif");
    as->conditions.count = open;
}

/* ---- what they ask ---- */

enum question {
    IF,
    IFEQ,
    IFNE,
    IFGE,
    IFGT,
    IFLE,
    IFLT,
    IFDEF,
    IFNDEF,
    IFB,
    IFNB,
    IFC,
    IFNC,
    IFEQS,
    IFNES
};

static const struct {
    const char *name;
    uint8_t question;
} questions[] = {{".if", IF},         {".ifeq", IFEQ},       {".ifne", IFNE},   {".ifge", IFGE},
                 {".ifgt", IFGT},     {".ifle", IFLE},       {".iflt", IFLT},   {".ifdef", IFDEF},
                 {".ifndef", IFNDEF}, {".ifnotdef", IFNDEF}, {".ifb", IFB},     {".ifnb", IFNB},
                 {".ifc", IFC},       {".ifnc", IFNC},       {".ifeqs", IFEQS}, {".ifnes", IFNES}};

static bool
compare(enum question question, int64_t value)
{
    switch (question) {
    case IFEQ:
        return value == 0;
    case IFGE:
        return value >= 0;
    case IFGT:
        return value > 0;
    case IFLE:
        return value <= 0;
    case IFLT:
        return value < 0;
    default:
        return value != 0;
    }
}

/* A text up to a comma or the end, without blanks around it. */
static const char *
plain_text(struct assembler *as, bool ends_at_comma, size_t *length)
{
    scan_space(&as->cursor);
    const char *start = as->cursor.next, *end = start;
    while (end < as->cursor.end && !(ends_at_comma && *end == ','))
        end++;
    as->cursor.next = end;
    while (end > start && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
        end--;
    *length = (size_t)(end - start);
    return start;
}

static bool
same_texts(struct assembler *as, bool quoted, bool *good)
{
    size_t a_length = 0, b_length = 0;
    const char *a = quoted ? scan_string(as, &a_length) : plain_text(as, true, &a_length);
    if (!a || !scan_expect(as, ','))
        return *good = false;
    const char *b = quoted ? (scan_space(&as->cursor), scan_string(as, &b_length))
                           : plain_text(as, false, &b_length);
    *good = b != NULL;
    return b && a_length == b_length && memcmp(a, b, a_length) == 0;
}

/* The answer; *good: the question was well put. */
static bool
ask(struct assembler *as, enum question question, bool *good)
{
    int64_t value;
    size_t length;
    *good = true;
    switch (question) {
    case IFDEF:
    case IFNDEF: {
        const char *name = scan_expect_name(as, "a symbol");
        struct symbol *symbol = name ? map_get(&as->by_name, MAP_KEY(name)) : NULL;
        *good = name != NULL;
        return (symbol && symbol_is_defined(symbol)) == (question == IFDEF);
    }
    case IFB:
    case IFNB:
        plain_text(as, false, &length);
        return (length == 0) == (question == IFB);
    case IFC:
    case IFNC:
        return same_texts(as, false, good) == (question == IFC);
    case IFEQS:
    case IFNES:
        return same_texts(as, true, good) == (question == IFEQS);
    default:
        *good = scan_integer(as, &value);
        return *good && compare(question, value);
    }
}

/* ---- the directives ---- */

static void
open(struct assembler *as, enum question question, loc_t loc)
{
    enum { MAX_COUNT = 1000 };
    struct condition condition = {.is_done = true, .loc = loc};
    bool good;
    if (as->conditions.count >= MAX_COUNT) {
        diag_error(as->diag, loc, assembly_nesting);
        as->has_ended = true;
        return;
    }
    if (condition_is_active(as)) {
        condition.is_active = ask(as, question, &good);
        condition.is_done = condition.is_active || !good;
        condition.is_active &= good;
    }
    scan_skip(as);
    vec_push(as->arena, &as->conditions, condition);
}

/* .else, .elseif */
static void
change(struct assembler *as, bool is_else)
{
    struct condition *condition = &vec_last(&as->conditions);
    bool good = true;
    bool takes = !condition->is_done;
    condition->is_active = false;
    condition->is_else |= is_else;
    if (takes)
        condition->is_active = is_else || ask(as, IF, &good);
    condition->is_active &= good;
    condition->is_done |= condition->is_active || !good;
    scan_skip(as);
}

bool
condition_run(struct assembler *as, const char *name, loc_t loc)
{
    bool is_else = strcmp(name, ".else") == 0, is_elseif = strcmp(name, ".elseif") == 0;
    bool is_end = strcmp(name, ".endif") == 0;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (strcmp(name, questions[i].name) == 0) {
            open(as, questions[i].question, loc);
            return true;
        }
    if (!is_else && !is_elseif && !is_end)
        return false;
    uint32_t own = as->inputs.count ? vec_last(&as->inputs).conditions : 0;
    if (as->conditions.count <= own || (!is_end && vec_last(&as->conditions).is_else)) {
        diag_error(as->diag, loc, assembly_nothing_before, name);
        scan_skip(as);
    } else if (is_end) {
        as->conditions.count--;
        scan_expect_end(as);
    } else {
        change(as, is_else);
    }
    return true;
}
