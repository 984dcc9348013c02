/* The scheduler keeps the constraints of midend/analysis/memory_order.h: a plain or relaxed access before
 * (P) and one after (Q) an operation with an order (O), of all kinds, orders, scopes and spaces.
 *
 *   test-constraints TARGET...
 *
 * Bytes are P's, dwords O's, shorts Q's, so that the assembly tells who is who.  What comes first in
 * the program waits for a load of 8 bytes, what comes later does not: a scheduler that may exchange
 * the two does so.  It also has to: a cell without a constraint in which nothing ever moves would
 * say that the test sees nothing. */
#include "backend-gcn/backend.h"
#include "backend-gcn/object/code_object.h"
#include "midend/ir/ir_names.h"
#include "midend/analysis/memory_order.h"
#include "midend/pass.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned failures, kept, moved;

struct operation {
    struct ir_ordering is;
    bool is_late; /* it depends on the slow load */
};

static bool
is_local(const struct operation *op)
{
    return op->is.spaces == IR_SPACE_MASK(LOCAL);
}

/* Pointers %11 (global) and %12 (local), plus %13 when late; `at` is the number of free values. */
static void
write_operation(struct strbuf *text, const struct operation *op, const char *type, unsigned at)
{
    const char *space = is_local(op) ? "local" : "global";
    if (op->is.access != IR_ACCESS_FENCE) {
        strbuf_printf(text, "    %%%u = ptradd p.%s %s, %s\n", at, space,
                      is_local(op) ? "%12" : "%11",
                      !op->is_late   ? (is_local(op) ? "%14" : "%15")
                      : is_local(op) ? "%16"
                                     : "%13");
        strbuf_printf(text, "    %%%u = ptradd p.%s %%%u, %s %u\n", at + 1, space, at,
                      is_local(op) ? "i32" : "i64", at * 4);
    }
    if (op->is.access == IR_ACCESS_LOAD)
        strbuf_printf(text, "    %%%u = load %s %%%u, align 4", at + 2, type, at + 1);
    else if (op->is.access == IR_ACCESS_STORE)
        strbuf_printf(text, "    store %s %%%u, %s 7, align 4", type, at + 1, type);
    else if (op->is.access == IR_ACCESS_RMW)
        strbuf_printf(text, "    %%%u = atomic i32 %%%u, i32 7, add", at + 2, at + 1);
    else
        strbuf_puts(text, "    fence");
    if (op->is.order)
        strbuf_printf(text, ", order %s, scope %s", ir_order_names[op->is.order],
                      ir_scope_names[op->is.scope]);
    if (op->is.access == IR_ACCESS_FENCE) {
        strbuf_puts(text, ", spaces ");
        ir_print_spaces(text, op->is.spaces);
    }
    strbuf_puts(text, "\n");
}

/* Stores what the operation has read, at the end. */
static void
write_use(struct strbuf *text, const struct operation *op, const char *type, unsigned at)
{
    if (op->is.access != IR_ACCESS_LOAD && op->is.access != IR_ACCESS_RMW)
        return;
    strbuf_printf(text, "    %%%u = ptradd p.global %%4, i64 %u\n", at + 3, at);
    strbuf_printf(text, "    store %s %%%u, %%%u, align 1\n", type, at + 3, at + 2);
}

static const char *const types[] = {"i8", "i32", "i16"};

static const char *
kernel_text(struct arena *arena, const struct operation ops[3])
{
    struct strbuf text = strbuf_new(arena);
    strbuf_puts(&text,
                "function @k (p.global %1, p.local %2, p.global %3, p.global %4) kernel\n"
                "info \"k\" kernarg 32 max_flat 256 version 200\n"
                "    arg \"a\" \"int*\" global_buffer i32 offset 0 size 8 align 8 space global\n"
                "    arg \"b\" \"int*\" dynamic_local i32 offset 8 size 4 align 4 space local"
                " pointee_align 4\n"
                "    arg \"c\" \"long*\" global_buffer i64 offset 16 size 8 align 8 space global\n"
                "    arg \"d\" \"char*\" global_buffer i8 offset 24 size 8 align 8 space global\n"
                "{\nb0 ():\n    %6 = workitem_id i32, dim 0\n    %7 = shl i32 %6, i32 2\n"
                "    %8 = zext i64 %7\n    %9 = ptradd p.global %3, %8\n"
                "    %11 = ptradd p.global %1, %8\n    %12 = ptradd p.local %2, %7\n"
                "    %13 = load i64 %9, align 8, invariant\n    %14 = add i32 %7, i32 64\n"
                "    %15 = zext i64 %14\n    %16 = trunc i32 %13\n");
    for (unsigned i = 0; i < 3; i++)
        write_operation(&text, &ops[i], types[i], 30 + 10 * i);
    for (unsigned i = 0; i < 3; i++)
        write_use(&text, &ops[i], types[i], 30 + 10 * i);
    strbuf_puts(&text, "    ret\n}\n");
    return text.text;
}

static const char *
compile(struct arena *arena, struct guard *guard, const struct gcn_target *target,
        const char *source)
{
    struct ir_module *module = ir_module_new(arena, guard);
    const char *error = ir_parse(module, source, strlen(source));
    if (error)
        ice(guard, "%s\n%s", error, source);
    struct ir_function *kernel = module->functions;
    lower_loops(kernel);
    lower_divergence(kernel);
    struct backend_options options = {.object.target = target,
                                      .object_version = object_version_default(target),
                                      .object.xnack = target->xnack_default};
    struct pass_options pass = {.validate = true, .optimise = 2};
    struct strbuf text = strbuf_new(arena);
    struct mir_function *function = backend_compile(arena, kernel, NULL, &options, &pass);
    if (function)
        asm_listing(&text, function, NULL);
    return text.text ? text.text : "";
}

/* The line after the word it begins with, or NULL. */
static const char *
behind(const char *line, const char *word)
{
    size_t length = strlen(word);
    return strncmp(line, word, length) ? NULL : line + length;
}

/* Which of the three the access is, or -1: the slow load, or none. */
static int
who(const char *line)
{
    static const char *const units[] = {"ds_", "flat_", "global_", "buffer_"};
    static const char *const verbs[] = {"load_", "store_", "atomic_", "read_", "write_", ""};
    static const struct {
        const char *start;
        int who;
    } sizes[] = {{"byte", 0},   {"ubyte", 0},  {"sbyte", 0},  {"u8", 0},  {"b8", 0},
                 {"short", 2},  {"ushort", 2}, {"sshort", 2}, {"u16", 2}, {"b16", 2},
                 {"dword ", 1}, {"b32", 1},    {"add", 1}};
    const char *rest = NULL;
    for (unsigned i = 0; i < sizeof units / sizeof *units && !rest; i++)
        rest = behind(line, units[i]);
    for (unsigned i = 0; i < sizeof verbs / sizeof *verbs && rest; i++)
        for (unsigned k = 0; k < sizeof sizes / sizeof *sizes && behind(rest, verbs[i]); k++)
            if (behind(behind(rest, verbs[i]), sizes[k].start))
                return sizes[k].who;
    return -1;
}

/* The order of first appearance; an operation that is not there has position 0 (fences). */
static void
find_places(const char *assembly, unsigned places[3])
{
    unsigned place = 0;
    memset(places, 0, 3 * sizeof *places);
    for (const char *line = assembly; line;
         line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
        while (*line == ' ')
            line++;
        int index = who(line);
        if (index >= 0 && !places[index])
            places[index] = ++place;
    }
}

static void
report(const struct gcn_target *target, const struct operation ops[3], unsigned a, unsigned b,
       const char *assembly)
{
    printf("%s: %u and %u have changed places:", target->name, a, b);
    for (unsigned i = 0; i < 3; i++)
        printf(" [%s %s %s%s]", ir_order_names[ops[i].is.order], ir_scope_names[ops[i].is.scope],
               ops[i].is.access == IR_ACCESS_LOAD    ? "load"
               : ops[i].is.access == IR_ACCESS_STORE ? "store"
               : ops[i].is.access == IR_ACCESS_RMW   ? "rmw"
                                                     : "fence",
               is_local(&ops[i]) ? " local" : "");
    printf("\n%s\n", assembly);
}

/* A pair is held if a constraint says so, or both are held by the operation in between. */
static bool
is_held(const struct operation ops[3], unsigned a, unsigned b)
{
    if (!ir_may_reorder(&ops[a].is, &ops[b].is))
        return true;
    return b == a + 2 && !ir_may_reorder(&ops[a].is, &ops[a + 1].is) &&
           !ir_may_reorder(&ops[a + 1].is, &ops[b].is);
}

static void
check(const struct gcn_target *target, const struct operation ops[3])
{
    struct arena arena;
    struct guard guard = {0};
    unsigned places[3];
    arena_init(&arena, NULL, &guard);
    if (setjmp(guard.target) == 0) {
        const char *assembly = compile(&arena, &guard, target, kernel_text(&arena, ops));
        find_places(assembly, places);
        for (unsigned a = 0; a < 3; a++)
            for (unsigned b = a + 1; b < 3; b++) {
                bool exchanged = places[a] && places[b] && places[a] > places[b];
                bool held = is_held(ops, a, b);
                kept += held;
                moved += exchanged && !held;
                if (held && exchanged && failures++ < 5)
                    report(target, ops, a, b, assembly);
            }
    } else {
        printf("%s: %s\n", target->name, guard.message);
        failures++;
    }
    arena_free(&arena);
}

/* Loads and stores, plain and relaxed. */
static struct operation
neighbour(unsigned n)
{
    struct operation op = {.is = {.access = n % 2 ? IR_ACCESS_LOAD : IR_ACCESS_STORE}};
    op.is.spaces = n / 2 % 2 ? IR_SPACE_MASK(LOCAL) : IR_SPACE_MASK(GLOBAL);
    op.is.order = n / 4 % 2 ? IR_RELAXED : IR_NOT_ATOMIC;
    op.is.scope = op.is.order ? IR_SCOPE_WORKGROUP : 0;
    return op;
}

static void
check_target(const char *name)
{
    static const uint8_t orders[] = {IR_RELAXED, IR_ACQUIRE, IR_RELEASE, IR_ACQ_REL, IR_SEQ_CST};
    static const ir_space_set spaces[] = {IR_SPACE_MASK(GLOBAL), IR_SPACE_MASK(LOCAL),
                                          IR_SPACE_MASK(GLOBAL) | IR_SPACE_MASK(LOCAL)};
    const struct gcn_target *target = gcn_find_target(name, strlen(name));
    for (unsigned i = 0; i < 5 * 4 * 3 * 3 * 64; i++) {
        unsigned n = i / 64;
        struct operation ops[3] = {neighbour(i % 8), {{0}, false}, neighbour(i / 8 % 8)};
        struct ir_memory memory = {0};
        ops[1].is.spaces = spaces[n % 3], n /= 3;
        ops[1].is.scope = memory.scope = (uint8_t)(n % 3 ? n % 3 + 1u : 0), n /= 3;
        ops[1].is.access = (uint8_t)(IR_ACCESS_LOAD + n % 4), n /= 4;
        memory.order = orders[n];
        if (ops[1].is.access != IR_ACCESS_FENCE && ops[1].is.spaces == spaces[2])
            continue;
        ops[1].is.order =
            (uint8_t)ir_order_of((enum ir_access)ops[1].is.access, &memory, ops[1].is.spaces);
        bool relaxed = ops[0].is.order || ops[2].is.order; /* only fences take note of that */
        if (ops[1].is.order == IR_NOT_ATOMIC || (relaxed && ops[1].is.access != IR_ACCESS_FENCE))
            continue;
        for (unsigned late = 0; late < 2; late++) {
            ops[0].is_late = late == 0 || ops[1].is.access == IR_ACCESS_FENCE;
            ops[1].is_late = late == 1;
            check(target, ops);
        }
    }
}

int
main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        check_target(argv[i]);
    printf("%u pairs kept, %u free ones exchanged, %u failures\n", kept, moved, failures);
    return failures || !kept || !moved;
}
