/* Executes each rule of algebraic.def, and shows that wrong ones would be noticed.
 *
 *   test-rules EQUIVALENT [EFFORT]              all rules
 *   test-rules rule NUMBER EQUIVALENT [EFFORT]  one of them, with its instances that go wrong; from 1 on
 *
 * For each rule and type of its result: instances of the pattern with random operands, types and constants
 * (rule_instance.c); opt_algebraic with that rule and the more specific ones before it, and with all; what the function returns before and after
 * (rule_value.c).  Each rule must be taken for each of its types that the IR allows.  Then each mutant of the rule
 * (rule_mutant.c) must give a wrong value, or none, for some instance: an input that cannot tell a condition or an
 * operand proves nothing.  EQUIVALENT, equivalent.txt, has the mutants that are right. */
#include "test/midend/rules/rules.h"

#include "midend/pass.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRED = 60, TRIES = 500, MORE = 8, MUTANT_TRIES = 1500, MEMORY = 8 << 20 };

static unsigned effort = 1, only;
static struct {
    unsigned instances, fired, mutants, killed, failures;
} counts;

/* ---- memory: a rule that is never done must end ---- */

static size_t taken;

static void *
take(void *data, size_t size)
{
    (void)data;
    taken += size;
    return taken > MEMORY ? NULL : malloc(size);
}

static void
give(void *data, void *block)
{
    (void)data;
    free(block);
}

static const struct allocator limited = {take, give, NULL, NULL};

/* ---- one instance ---- */

/* LATER: a rule before it was taken. */
enum outcome { UNFIT, NOT_TAKEN, LATER, RIGHT, WRONG };

struct trial {
    const struct rule *rule; /* or a mutant of it */
    unsigned number;         /* in the table */
    enum ir_type type;
    uint64_t seed;
    bool all_rules;
    const char *why; /* of WRONG, in the arena */
    struct arena arena;
    struct guard guard;
};

/* The rules with its root that stand before the rule, which count on each other's order, and it. */
static const struct rule *
rules_to(struct trial *t, uint32_t *count)
{
    struct rule *rules = ARENA_ARRAY(&t->arena, t->number + 1, struct rule);
    *count = 0;
    for (unsigned i = 0; i < t->number; i++)
        if (algebraic_table[i].pattern[0] == t->rule->pattern[0])
            rules[(*count)++] = algebraic_table[i];
    rules[(*count)++] = *t->rule;
    return rules;
}

/* Is the root gone? */
static bool
rewrite(struct trial *t, struct instance *instance, const struct rule *rules, uint32_t count)
{
    instance->module->algebraic_rules = algebraic_index(&t->arena, rules, count);
    opt_algebraic(instance->function);
    return !instance->root->block;
}

static const char *
text_of(struct trial *t, const struct instance *instance)
{
    struct strbuf text = strbuf_new(&t->arena);
    ir_print_function(&text, instance->function);
    char *start = strstr(text.text, "{");
    return start ? start : text.text;
}

static enum outcome
wrong(struct trial *t, const char *before, const struct instance *instance, const char *what)
{
    t->why = arena_printf(&t->arena, "%s\nbefore: %safter: %s", what, before, text_of(t, instance));
    return WRONG;
}

static enum outcome
try(struct trial *t)
{
    struct instance instance;
    struct values before, after;
    struct inputs inputs;
    struct numbers numbers = numbers_new(t->seed, 1, 1);
    if (!instance_make(&instance, &t->arena, &t->guard, t->rule, t->type, numbers))
        return UNFIT;
    uint32_t count;
    const struct rule *rules = rules_to(t, &count);
    const char *text = only ? text_of(t, &instance) : "";
    inputs_make(&inputs, instance.function, numbers_new(t->seed, 2, 2));
    values_of(&before, instance.function, &inputs);
    bool fired = t->all_rules ? rewrite(t, &instance, algebraic_table, RULE_COUNT)
                              : rewrite(t, &instance, rules, count);
    const char *fault = ir_validate(instance.function, 0, &t->arena);
    if (fault)
        return wrong(t, text, &instance, fault);
    values_of(&after, instance.function, &inputs);
    unsigned i = values_differ(&instance, &before, &after);
    if (i < INPUTS)
        return wrong(t, text, &instance,
                     arena_printf(&t->arena, "%#llx%s becomes %#llx%s",
                                  (unsigned long long)before.bits[i],
                                  before.is_defined[i] ? "" : " (undefined)",
                                  (unsigned long long)after.bits[i],
                                  after.is_defined[i] ? "" : " (undefined)"));
    if (!fired)
        return NOT_TAKEN;
    instance_make(&instance, &t->arena, &t->guard, t->rule, t->type, numbers);
    return rewrite(t, &instance, rules, count - 1) ? LATER : RIGHT;
}

/* The same; *why, if not NULL, gets what is wrong. */
static enum outcome
run(const struct rule *rule, unsigned number, enum ir_type type, uint64_t seed, bool all_rules,
    char why[4000])
{
    static struct trial t;
    enum outcome outcome = WRONG;
    memset(&t, 0, sizeof t);
    t.rule = rule;
    t.number = number;
    t.type = type;
    t.seed = seed;
    t.all_rules = all_rules;
    taken = 0;
    arena_init(&t.arena, &limited, &t.guard);
    if (setjmp(t.guard.target) == 0)
        outcome = try(&t);
    else
        t.why = t.guard.message;
    if (outcome == WRONG && why)
        snprintf(why, 4000, "%s", t.why);
    arena_free(&t.arena);
    return outcome;
}

/* ---- a rule ---- */

static bool
has_type(const struct rule *rule, enum ir_type type)
{
    switch ((enum types)rule->types) {
    case ANY:
        return type != IR_VOID;
    case INT:
        return ir_is_int(type);
    case WIDE:
        return type == IR_I32 || type == IR_I64;
    case FLOAT:
        return ir_is_float(type);
    case POINTER:
        return ir_is_pointer(type);
    case POINTER32:
        return ir_is_pointer(type) && ir_type_bits(type) == 32;
    case I1:
        return type == IR_I1;
    case I32:
        return type == IR_I32;
    case I64:
        return type == IR_I64;
    case F32:
        return type == IR_F32;
    case F64:
        return type == IR_F64;
    }
    return false;
}

/* Of a list, until the next call. */
static const char *
terms_text(const uint16_t *list)
{
    static char text[120];
    *text = 0;
    for (; *list != END; list++) {
        strcat(text, *text ? " " : "");
        strcat(text, token_name(*list));
    }
    return text;
}

static void
fail(unsigned number, enum ir_type type, const char *what)
{
    const struct rule *rule = &algebraic_table[number];
    printf("rule %u, %s -> ", number + 1, terms_text(rule->pattern));
    printf("%s, of %s: %s\n", terms_text(rule->replacement), ir_type_name(type), what);
    counts.failures++;
}

/* Returns how often the rule was taken for the type; -1: the IR has no such instance, or rules before it take
 * them all. */
static int
execute(unsigned number, enum ir_type type)
{
    int fired = 0, fits = 0, seen = 0;
    char why[4000];
    for (unsigned i = 0; i < (fired ? 1 : MORE) * TRIES * effort && fired < (int)(FIRED * effort);
         i++) {
        uint64_t seed = (uint64_t)number << 40 | (uint64_t)type << 32 | i;
        enum outcome outcome = run(&algebraic_table[number], number, type, seed, i % 4 == 3, why);
        counts.instances += outcome != UNFIT;
        seen += outcome != UNFIT;
        if (!seen && i >= TRIES)
            break;
        fits += outcome == NOT_TAKEN;
        fired += outcome == RIGHT && i % 4 != 3;
        if (outcome != WRONG)
            continue;
        fail(number, type, why);
        break;
    }
    counts.fired += (unsigned)fired;
    return fits || fired ? fired : -1;
}

/* ---- its mutants ---- */

static bool
is_killed(const struct rule *mutant, unsigned number, unsigned mutation)
{
    enum ir_type types[IR_TYPES];
    unsigned count = 0;
    for (enum ir_type type = IR_I1; type < IR_TYPES; type++)
        if (has_type(mutant, type))
            types[count++] = type;
    for (unsigned i = 0; i < MUTANT_TRIES * effort; i++) {
        uint64_t seed = (uint64_t)number << 40 | (uint64_t)(mutation + 20) << 32 | i;
        if (run(mutant, number, types[i % count], seed, false, NULL) == WRONG)
            return true;
    }
    return false;
}

/* The mutants that are right, one a line as is printed of one, with a reason above. */
static struct {
    char line[200];
    bool survived;
} equivalent[64];
static unsigned equivalent_count;

static bool
read_equivalent(const char *name)
{
    FILE *file = fopen(name, "r");
    char line[200];
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        if (*line && *line != '#' && equivalent_count < sizeof equivalent / sizeof *equivalent)
            strcpy(equivalent[equivalent_count++].line, line);
    }
    return file && fclose(file) == 0;
}

static bool
is_equivalent(const char *text)
{
    for (unsigned i = 0; i < equivalent_count; i++)
        if (strcmp(equivalent[i].line, text) == 0)
            return equivalent[i].survived = true;
    return false;
}

static void
kill_mutants(unsigned number)
{
    const struct rule *rule = &algebraic_table[number];
    struct rule mutant;
    char what[80];
    for (unsigned k = 0; rule_mutate(&mutant, rule, k, what); k++) {
        if (!*what)
            continue;
        counts.mutants++;
        if (is_killed(&mutant, number, k)) {
            counts.killed++;
            continue;
        }
        char text[200];
        snprintf(text, sizeof text, "%s: %s", terms_text(rule->pattern), what);
        if (is_equivalent(text))
            continue;
        printf("rule %u: a mutant survives: %s\n", number + 1, text);
        counts.failures++;
    }
}

static void
check(unsigned number)
{
    int fired = 0;
    for (enum ir_type type = IR_I1; type < IR_TYPES; type++) {
        if (!has_type(&algebraic_table[number], type))
            continue;
        int times = execute(number, type);
        if (times == 0 && !algebraic_table[number].holds)
            fail(number, type, "never taken");
        fired += times > 0;
        if (only)
            printf("%s: taken %d times\n", ir_type_name(type), times);
    }
    if (!fired)
        fail(number, IR_VOID, "never taken");
    kill_mutants(number);
}

int
main(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "rule") == 0) {
        only = (unsigned)atoi(argv[2]);
        argv += 2;
        argc -= 2;
    }
    if (argc < 2 || !read_equivalent(argv[1])) {
        fputs("usage: test-rules [rule NUMBER] EQUIVALENT [EFFORT]\n", stderr);
        return 2;
    }
    if (argc > 2)
        effort = (unsigned)atoi(argv[2]);
    for (unsigned i = 0; i < RULE_COUNT; i++)
        if (!only || only == i + 1)
            check(i);
    for (unsigned i = 0; i < equivalent_count && !only; i++)
        if (!equivalent[i].survived) {
            printf("listed as right, but it is not, or there is no such mutant: %s\n",
                   equivalent[i].line);
            counts.failures++;
        }
    printf("%d rules: %u instances, taken %u times; %u of %u mutants killed; %u failures\n",
           RULE_COUNT, counts.instances, counts.fired, counts.killed, counts.mutants,
           counts.failures);
    return counts.failures > 0;
}
