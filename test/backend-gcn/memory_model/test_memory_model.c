/* What is around atomic accesses and fences, for every combination of access, order, scope, space,
 * model and target, against sequences.txt.
 *
 *   test-memory-model sequences.txt TARGET...
 *
 * The kernel stores to global and to local memory, so that every counter has something to wait for,
 * does the operation, loads from both.  Between the stores and the operation, and between the
 * operation and the loads, there must be the table's steps and nothing else. */
#include "backend-gcn/backend.h"
#include "backend-gcn/object/code_object.h"
#include "midend/ir/ir_names.h"
#include "midend/pass.h"
#include "support/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 256, WORDS = 8 };

struct row {
    char access[16], order[16], scopes[32], spaces[32];
    char before[64], after[64];
};

static struct row rows[ROWS];
static unsigned row_count, failures, checked;

/* ---- the table ---- */

static void
read_rows(char *text)
{
    for (char *line = strtok(text, "\n"); line && row_count < ROWS; line = strtok(NULL, "\n")) {
        struct row *row = &rows[row_count];
        int read = 0;
        char *colon = strchr(line, ':');
        if (line[0] == '#' || !colon)
            continue;
        *colon = 0;
        sscanf(line, "%15s %15s %31s %31s %n", row->access, row->order, row->scopes, row->spaces,
               &read);
        snprintf(row->before, sizeof row->before, "%s", line + read);
        snprintf(row->after, sizeof row->after, "%s", colon + 1);
        row_count += read > 0;
    }
}

static bool
lists(const char *list, const char *word)
{
    size_t length = strlen(word);
    if (!strcmp(list, "any"))
        return strcmp(word, "private") != 0;
    for (const char *at = list; at; at = strchr(at, '|'), at = at ? at + 1 : NULL)
        if (!strncmp(at, word, length) && (at[length] == 0 || at[length] == '|'))
            return true;
    return false;
}

/* One combination. */
struct point {
    const char *access, *order, *scope, *space;
    const struct gcn_target *target;
    bool joined; /* the HSA model */
};

static const struct row *
find_row(const struct point *point)
{
    const struct row *found = NULL;
    for (unsigned i = 0; i < row_count; i++) {
        const struct row *row = &rows[i];
        if (strcmp(row->access, point->access) ||
            (strcmp(row->order, point->order) && strcmp(row->order, "any")) ||
            !(lists(row->scopes, point->scope) || !strcmp(row->scopes, "any")) ||
            !lists(row->spaces, point->space))
            continue;
        if (found) {
            printf("two rows for %s %s %s %s\n", point->access, point->order, point->scope,
                   point->space);
            failures++;
        }
        found = row;
    }
    if (!found) {
        printf("no row for %s %s %s %s\n", point->access, point->order, point->scope, point->space);
        failures++;
    }
    return found;
}

/* The steps of the point's target and model as "wb vm lgkm inv"; *glc: whether the word was there.
 */
static void
wanted(const struct point *point, const char *steps, char *out, bool *glc)
{
    char copy[64];
    bool is_system = !strcmp(point->scope, "sys"), has_l2 = !strcmp(point->target->name, "gfx90a");
    out[0] = 0;
    snprintf(copy, sizeof copy, "%s", steps);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
        char *mark = strchr(word, '?');
        if (mark && !point->joined)
            continue;
        if (mark)
            *mark = 0;
        if (!strcmp(word, "glc"))
            *glc = true;
        else if (!strcmp(word, "inv") && has_l2 && is_system)
            strcat(out, "invl2 inv ");
        else if (strcmp(word, "wb") || (has_l2 && is_system))
            strcat(strcat(out, word), " ");
    }
}

/* ---- the code ---- */

static const char *
full_scope(const char *scope)
{
    return !strcmp(scope, "st")   ? "singlethread"
           : !strcmp(scope, "wf") ? "wavefront"
           : !strcmp(scope, "wg") ? "workgroup"
           : !strcmp(scope, "ag") ? "agent"
                                  : "system";
}

/* The operation as IR text; its result, if any, is %20. */
static void
write_operation(struct strbuf *text, const struct point *point)
{
    bool is_volatile = !strcmp(point->order, "volatile");
    bool is_atomic = !is_volatile && strcmp(point->order, "none") != 0;
    const char *pointer = !strcmp(point->space, "global")    ? "%10"
                          : !strcmp(point->space, "local")   ? "%11"
                          : !strcmp(point->space, "generic") ? "%4"
                                                             : "%5";
    if (!strcmp(point->access, "load"))
        strbuf_printf(text, "    %%20 = load i32 %s, align 4", pointer);
    else if (!strcmp(point->access, "store"))
        strbuf_printf(text, "    store i32 %s, i32 7, align 4", pointer);
    else if (!strcmp(point->access, "rmw"))
        strbuf_printf(text, "    %%20 = atomic i32 %s, i32 7, add", pointer);
    else
        strbuf_puts(text, "    fence");
    if (is_atomic)
        strbuf_printf(text, ", order %s, scope %s", point->order, full_scope(point->scope));
    if (!strcmp(point->access, "fence"))
        strbuf_printf(text, ", spaces %s",
                      !strcmp(point->space, "both") ? "global|local" : point->space);
    strbuf_puts(text, is_volatile ? ", volatile\n" : "\n");
}

static const char *
kernel_text(struct arena *arena, const struct point *point)
{
    struct strbuf text = strbuf_new(arena);
    bool is_generic = !strcmp(point->space, "generic"),
         is_private = !strcmp(point->space, "private");
    bool gives = strcmp(point->access, "store") && strcmp(point->access, "fence");
    strbuf_puts(&text,
                "function @k (p.global %1, p.local %2, p.global %3) kernel\n"
                "info \"k\" kernarg 24 max_flat 256 version 200\n"
                "    arg \"a\" \"int*\" global_buffer i32 offset 0 size 8 align 8 space global\n"
                "    arg \"b\" \"int*\" dynamic_local i32 offset 8 size 4 align 4 space local"
                " pointee_align 4\n"
                "    arg \"c\" \"int*\" global_buffer i32 offset 16 size 8 align 8 space global\n"
                "{\nb0 ():\n");
    if (is_private)
        strbuf_puts(&text, "    %5 = alloca p.private, size 4, align 4\n");
    strbuf_puts(&text, "    %6 = workitem_id i32 dim 0\n    %7 = zext i64 %6\n"
                       "    %10 = ptradd p.global %1, %7\n    %11 = ptradd p.local %2, %6\n"
                       "    %12 = ptradd p.global %3, %7\n");
    if (is_generic)
        strbuf_puts(&text, "    %4 = addrspacecast p.generic %10\n");
    strbuf_puts(&text, "    store i32 %12, i32 1, align 4\n    store i32 %11, i32 2, align 4\n");
    write_operation(&text, point);
    strbuf_puts(&text, "    %30 = load i32 %12, align 4\n"
                       "    %31 = load i32 %11, align 4\n"
                       "    %32 = add i32 %30, %31\n");
    if (gives)
        strbuf_puts(&text, "    %33 = add i32 %32, %20\n");
    strbuf_printf(&text, "    store i32 %%3, %%%u, align 4\n    ret\n}\n", gives ? 33u : 32u);
    return text.text;
}

/* The assembly, unscheduled. */
static char *
compile(struct arena *arena, struct guard *guard, const struct point *point)
{
    const char *source = kernel_text(arena, point);
    struct ir_module *module = ir_module_new(arena, guard);
    const char *error = ir_parse(module, source, strlen(source));
    if (error)
        ice(guard, "%s\n%s", error, source);
    struct ir_function *kernel = module->functions;
    lower_loops(kernel);
    lower_divergence(kernel);
    struct backend_options options = {.object.target = point->target,
                                      .object_version = object_version_default(point->target),
                                      .object.xnack = point->target->xnack_default,
                                      .joined_memory_model = point->joined};
    struct pass_options pass = {.validate = true};
    struct mir_function *function = backend_compile(arena, kernel, NULL, &options, &pass);
    struct strbuf text = strbuf_new(arena);
    if (function)
        asm_listing(&text, function, NULL);
    return arena_printf(arena, "%s", text.text ? text.text : "");
}

static bool
is_access(const char *line)
{
    static const char *const starts[] = {
        "buffer_load", "buffer_store", "buffer_atomic", "flat_", "global_", "scratch_", "ds_"};
    for (unsigned i = 0; i < sizeof starts / sizeof *starts; i++)
        if (!strncmp(line, starts[i], strlen(starts[i])))
            return true;
    return false;
}

static void
add_steps(const char *line, char *out)
{
    if (!strncmp(line, "buffer_wbl2", 11))
        strcat(out, "wb ");
    else if (!strncmp(line, "buffer_invl2", 12))
        strcat(out, "invl2 ");
    else if (!strncmp(line, "buffer_wbinvl1", 14))
        strcat(out, "inv ");
    if (strncmp(line, "s_waitcnt", 9))
        return;
    if (strstr(line, "vmcnt(0)"))
        strcat(out, "vm ");
    else if (strstr(line, "vmcnt("))
        strcat(out, "vm(n) ");
    if (strstr(line, "lgkmcnt(0)"))
        strcat(out, "lgkm ");
    else if (strstr(line, "lgkmcnt("))
        strcat(out, "lgkm(n) ");
}

/* Steps after the second access (stores), after the third (the operation); the third itself. */
static void
found(char *assembly, bool is_fence, char steps[2][256], char *operation)
{
    unsigned accesses = 0, last = is_fence ? 3 : 4;
    steps[0][0] = steps[1][0] = operation[0] = 0;
    for (char *line = strtok(assembly, "\n"); line && accesses < last; line = strtok(NULL, "\n")) {
        while (*line == ' ' || *line == '\t')
            line++;
        accesses += is_access(line);
        if (is_access(line) && accesses == 3)
            snprintf(operation, 256, "%s", line);
        if (accesses == 2 || (accesses == 3 && !is_fence))
            add_steps(line, steps[is_fence || accesses == 3]);
    }
}

static void
check(const struct point *point, const char *assembly, const struct row *row)
{
    char want[2][256], got[2][256], operation[256];
    bool glc = false, is_fence = !strcmp(point->access, "fence");
    char *copy = strdup(assembly);
    if (!copy)
        exit(2);
    wanted(point, row->before, want[0], &glc);
    wanted(point, row->after, want[1], &glc);
    found(copy, is_fence, got, operation);
    free(copy);
    bool is_load = !strcmp(point->access, "load");
    bool right = !strcmp(want[0], got[0]) && !strcmp(want[1], got[1]) &&
                 (!is_load || (strstr(operation, " glc") != NULL) == glc);
    checked++;
    if (right || failures++ > 10)
        return;
    printf("%s %s: %s %s %s %s: expected [%s] %s [%s], found [%s] %s [%s] in\n%s\n",
           point->target->name, point->joined ? "HSA" : "OpenCL", point->access, point->order,
           point->scope, point->space, want[0], glc ? "glc" : "", want[1], got[0], operation,
           got[1], assembly);
}

static void
guarded(const struct point *point)
{
    const struct row *row = find_row(point);
    struct arena arena;
    struct guard guard = {0};
    arena_init(&arena, NULL, &guard);
    if (setjmp(guard.target) == 0) {
        char *assembly = compile(&arena, &guard, point);
        if (row)
            check(point, assembly, row);
    } else {
        printf("%s %s %s %s %s: %s\n", point->target->name, point->access, point->order,
               point->scope, point->space, guard.message);
        failures++;
    }
    arena_free(&arena);
}

/* ---- all of them ---- */

static const char *const orders[] = {"none",    "volatile", "relaxed", "acquire",
                                     "release", "acq_rel",  "seq_cst"};
static const char *const scopes[] = {"st", "wf", "wg", "ag", "sys"};
static const char *const accesses[] = {"load", "store", "rmw", "fence"};
static const char *const spaces[] = {"global", "local", "generic", "both", "private"};
#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool
is_meaningful(const struct point *point)
{
    bool is_fence = !strcmp(point->access, "fence");
    bool is_rmw = !strcmp(point->access, "rmw");
    if (!strcmp(point->space, "generic") && !point->target->has_flat) /* taken apart before */
        return false;
    if (!strcmp(point->order, "none") || !strcmp(point->order, "volatile"))
        return !is_fence && !is_rmw && strcmp(point->space, "both") &&
               !(!strcmp(point->access, "store") && !strcmp(point->order, "volatile"));
    if (!strcmp(point->space, "both"))
        return is_fence;
    if (!strcmp(point->space, "private"))
        return !is_fence && !is_rmw;
    if (!strcmp(point->space, "generic"))
        return !is_fence && point->target->has_flat;
    return true;
}

static void
check_target(const char *name)
{
    const unsigned count = 2 * COUNT(orders) * COUNT(scopes) * COUNT(accesses) * COUNT(spaces);
    for (unsigned i = 0; i < count; i++) {
        unsigned n = i;
        struct point point = {.target = gcn_find_target(name, strlen(name))};
        point.joined = n % 2, n /= 2;
        point.order = orders[n % COUNT(orders)], n /= COUNT(orders);
        point.scope = scopes[n % COUNT(scopes)], n /= COUNT(scopes);
        point.access = accesses[n % COUNT(accesses)], n /= COUNT(accesses);
        point.space = spaces[n];
        if (is_meaningful(&point))
            guarded(&point);
    }
}

int
main(int argc, char **argv)
{
    struct arena arena;
    struct guard guard = {0};
    size_t length;
    arena_init(&arena, NULL, &guard);
    char *text = argc > 2 ? file_read(&arena, argv[1], &length) : NULL;
    if (!text)
        return 2;
    read_rows(text);
    for (int i = 2; i < argc; i++)
        check_target(argv[i]);
    printf("%u rows, %u sequences, %u failures\n", row_count, checked, failures);
    arena_free(&arena);
    return failures || !checked;
}
