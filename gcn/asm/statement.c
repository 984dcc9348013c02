/* Statements: labels, assignments, directives, macros, instructions. */
#include "gcn/asm/assembler.h"

#include <ctype.h>
#include <string.h>

static const struct {
    const char *name;
    void (*run)(struct assembler *as, int64_t argument, loc_t loc);
    int64_t argument;
} directives[] = {
#define DIRECTIVE(text, function, argument) {text, directive_##function, argument},
#include "gcn/asm/directive.def"
};

/* One directive, its name read; false: there is none of that name. */
static bool
directive_run(struct assembler *as, const char *name, loc_t loc)
{
    for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
        if (strcmp(directives[i].name, name) == 0) {
            directives[i].run(as, directives[i].argument, loc);
            return true;
        }
    if (strncmp(name, ".cfi_", 5) != 0)
        return false;
    scan_skip(as);
    return true;
}

/* ---- instructions ---- */

/* gcn_expressions.read */
static struct gcn_expression
read_expression(void *data, const char **next, const char *end, bool ends_at_bar)
{
    struct assembler *as = data;
    struct cursor cursor = {*next, end};
    struct gcn_expression read = {0};
    const struct expression *e = expression_parse(as, &cursor, ends_at_bar);
    if (!e) {
        read.error = arena_printf(as->arena, "expected %s", as->expected);
        *next = as->expected_at;
        return read;
    }
    read.is_known = expression_is_absolute(as, e, &read.value);
    read.later = expression_has_labels(e) ? e : NULL;
    *next = cursor.next;
    return read;
}

/* Does LLVM count the literal from its own place (SIMCCodeEmitter, needsPCRel)?  A bare symbol and one
 * with an addend; but neither absolute relocations nor differences. */
static bool
is_relative(const struct expression *e)
{
    if (e->symbol)
        return e->variant != ELF_R_AMDGPU_ABS32_LO && e->variant != ELF_R_AMDGPU_ABS32_HI;
    return e->operator&& e->right && e->operator!=
        OPERATOR_SUBTRACT &&(is_relative(e->left) || is_relative(e->right));
}

static void
add_fixup(struct assembler *as, const struct gcn_parsed *parsed, unsigned size, loc_t loc)
{
    const struct expression *e = parsed->later;
    if (parsed->fixup == GCN_FIXUP_BRANCH)
        section_fixup(as, e, size, 2, FIXUP_BRANCH, loc);
    else
        section_fixup(as, e, 4, 4, is_relative(e) ? FIXUP_RELATIVE : FIXUP_DATA, loc);
}

/* v_illegal: no row of the tables, but what LLVM calls these bits on every chip */
static bool
illegal(struct assembler *as, const char *name)
{
    const uint32_t word = UINT32_MAX;
    if (strcmp(name, "v_illegal") != 0)
        return false;
    section_add(as, &word, sizeof word);
    return true;
}

static void
instruction(struct assembler *as, const char *start)
{
    const struct gcn_expressions expressions = {as, read_expression};
    struct gcn_parsed parsed = {0};
    uint32_t words[3];
    target_fix(as);
    as->cursor.next = start;
    loc_t loc = text_loc(as, start);
    const char *why = gcn_parse_symbolic(as->arena, as->target, start,
                                         (size_t)(as->cursor.end - start), &expressions, &parsed);
    unsigned count = why ? 0 : gcn_encode(as->target, &parsed.inst, words, &why);
    if (!count) {
        bool has_place = parsed.error_at && parsed.error_at >= start;
        diag_error(as->diag, has_place ? text_loc(as, parsed.error_at) : loc, assembly_instruction,
                   why);
    } else if (section_add(as, words, count * sizeof *words)) {
        target_count_registers(as, &parsed.inst);
        if (parsed.later)
            add_fixup(as, &parsed, count * (unsigned)sizeof *words, loc);
    }
    scan_skip(as);
}

/* ---- statements ---- */

/* "12:" */
static bool
numeric_label(struct assembler *as)
{
    const char *p = as->cursor.next;
    uint64_t number = 0;
    loc_t loc = text_loc(as, p);
    for (; p < as->cursor.end && isdigit((unsigned char)*p) && number < UINT32_MAX; p++)
        number = number * 10 + (uint64_t)(*p - '0');
    if (p == as->cursor.next || p == as->cursor.end || *p != ':')
        return false;
    as->cursor.next = p + 1;
    symbol_define_numeric(as, number, loc);
    return true;
}

static bool
assignment(struct assembler *as, const char *name, loc_t loc)
{
    struct cursor *cursor = &as->cursor;
    if (scan_at_end(as) || *cursor->next != '=')
        return false;
    bool is_final = cursor->next + 1 < cursor->end && cursor->next[1] == '=';
    cursor->next += is_final ? 2 : 1;
    if (strcmp(name, ".") == 0) {
        directive_org(as, 0, loc);
        return true;
    }
    const struct expression *value = scan_expression(as);
    if (value && scan_expect_end(as))
        symbol_assign(as, name, value, is_final, loc);
    return true;
}

/* What begins with a name. */
static void
named(struct assembler *as, const char *name, const char *start)
{
    loc_t loc = text_loc(as, start);
    if (assignment(as, name, loc) || macro_run(as, name, loc) || directive_run(as, name, loc) ||
        illegal(as, name))
        return;
    if (*name == '.') {
        diag_error(as->diag, loc, assembly_directive, name);
        scan_skip(as);
        return;
    }
    instruction(as, start);
}

static void
statement(struct assembler *as)
{
    while (!scan_at_end(as) && !as->has_ended) {
        const char *start = as->cursor.next;
        if (*start == '#') { /* a marker of a preprocessor */
            scan_skip(as);
            return;
        }
        if (numeric_label(as))
            continue;
        const char *name = scan_name(as, &as->cursor);
        if (name && condition_run(as, name, text_loc(as, start)))
            return;
        if (!condition_is_active(as)) {
            scan_skip(as);
        } else if (!name) {
            scan_missing(as, "a statement");
        } else if (scan_accept(as, ':')) {
            symbol_define(as, symbol_of(as, name), text_loc(as, start));
        } else {
            named(as, name, start);
            if (!as->has_ended && as->line.text && !scan_at_end(as))
                scan_expect_end(as);
        }
    }
}

void
statement_all(struct assembler *as)
{
    while (!as->has_ended && text_next_line(as)) {
        guard_poll(as->job->guard);
        statement(as);
    }
    while (as->inputs.count) {
        struct input input = vec_pop(&as->inputs);
        if (!as->has_ended)
            condition_close(as, input.conditions);
    }
}
