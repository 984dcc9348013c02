/* libclc-build: compiles the library with occ's own front end to IR text and writes it as C.
 *
 *   libclc-build [-print-after=PASS] [-fstress-text] [-ftime-report] OUT.c library.h FILE.cl...
 *
 * The passes are the pipeline `library` of midend/passes.def: a PASS is library.NAME, or all.
 * Every file is a translation unit of its own.  Each function becomes one string, together with the
 * declarations of what it calls and the globals it reads, so that it can be read by itself. */
#include "frontend/frontend.h"
#include "midend/gen/gen.h"
#include "midend/ir/ir.h"
#include "midend/pass.h"
#include "sema/sema.h"
#include "support/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    const char *name, *text;
};

struct build {
    struct arena arena;
    struct guard guard;
    struct virtual_file header; /* library.h */
    VEC(struct entry) entries;
    struct pass_options passes;
    bool failed;
};

static const char *
base_name(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/'), *start = slash ? slash + 1 : path;
    const char *dot = strrchr(start, '.');
    return arena_strndup(arena, start, dot ? (size_t)(dot - start) : strlen(start));
}

static struct translation_unit *
parse(struct build *build, struct diag *diag, const char *path, struct frontend *frontend)
{
    struct pp_option include = {'i', build->header.name};
    struct frontend_options options = {.pp = &include,
                                       .pp_count = 1,
                                       .virtual_files = &build->header,
                                       .virtual_file_count = 1,
                                       .cl_version = 120,
                                       .has_fp16 = true,
                                       .has_fp64 = true,
                                       .is_library = true,
                                       .use_disk = true, /* the headers of a chapter */
                                       .target_name = "gfx900"};
    size_t length;
    char *text = file_read(&build->arena, path, &length);
    if (!text) {
        fprintf(stderr, "libclc-build: cannot read %s\n", path);
        return NULL;
    }
    frontend_init(frontend, &build->arena, diag, &options);
    struct translation_unit *unit = frontend_parse(frontend, path, text, length);
    struct sema sema;
    struct sema_options sema_options = {
        .cl_version = 120, .has_fp64 = true, .has_fp16 = true, .is_library = true};
    if (diag->errors)
        return NULL;
    sema_image_options(&sema_options, &options);
    sema_init(&sema, &build->arena, diag, &frontend->intern, &sema_options);
    return sema_check(&sema, unit) ? unit : NULL;
}

struct needs {
    VEC(struct ir_function *) functions;
    VEC(struct ir_global *) globals;
};

static void
need_global(struct arena *arena, struct needs *needs, struct ir_global *global)
{
    for (uint32_t i = 0; i < needs->globals.count; i++)
        if (needs->globals.at[i] == global)
            return;
    vec_push(arena, &needs->globals, global);
    for (uint32_t i = 0; i < global->reloc_count; i++)
        need_global(arena, needs, global->relocs[i].target);
}

static void
need_function(struct arena *arena, struct needs *needs, struct ir_function *function)
{
    for (uint32_t i = 0; i < needs->functions.count; i++)
        if (needs->functions.at[i] == function)
            return;
    vec_push(arena, &needs->functions, function);
}

static struct needs
find_needs(struct arena *arena, struct ir_function *function)
{
    struct needs needs = {0};
    ir_foreach_block (block, function) {
        ir_foreach_inst (inst, block) {
            if (inst->op == IR_OP_call && inst->callee != function)
                need_function(arena, &needs, inst->callee);
            if (inst->op == IR_OP_symbol)
                need_global(arena, &needs, inst->global);
        }
    }
    return needs;
}

/* Prints a module that holds the function, its globals, and declarations of its callees: copies,
 * linked anew. */
static const char *
print_alone(struct build *build, struct ir_function *function)
{
    struct needs needs = find_needs(&build->arena, function);
    struct ir_module module = *function->module;
    module.functions = module.last_function = NULL;
    module.globals = module.last_global = NULL;
    for (uint32_t i = 0; i <= needs.functions.count; i++) {
        struct ir_function *copy = ARENA_NEW(&build->arena, struct ir_function);
        *copy = i < needs.functions.count ? *needs.functions.at[i] : *function;
        copy->next = NULL;
        copy->is_external = i < needs.functions.count;
        if (copy->is_external)
            copy->entry = copy->last_block = NULL;
        *(module.last_function ? &module.last_function->next : &module.functions) = copy;
        module.last_function = copy;
    }
    for (uint32_t i = 0; i < needs.globals.count; i++) {
        struct ir_global *copy = ARENA_NEW(&build->arena, struct ir_global);
        *copy = *needs.globals.at[i];
        copy->next = NULL;
        *(module.last_global ? &module.last_global->next : &module.globals) = copy;
        module.last_global = copy;
    }
    struct strbuf text = strbuf_new(&build->arena);
    ir_print_module(&text, &module);
    return text.text;
}

static void
compile(struct build *build, const char *path)
{
    struct diag diag;
    struct frontend frontend;
    diag_init(&diag, &build->arena);
    struct translation_unit *unit = parse(build, &diag, path, &frontend);
    struct ir_module *module = ir_module_new(&build->arena, &build->guard);
    /* traps have the queue for handlers that want it: the version of the object is not known yet */
    struct gen_options options = {.is_library = true,
                                  .trap_wants_queue = true,
                                  .static_prefix = base_name(&build->arena, path)};
    if (unit)
        gen_module(module, &diag, unit, &options);
    diag_finish(&diag, "");
    if (diag.log.length)
        fwrite(diag.log.text, 1, diag.log.length, stderr);
    if (!unit || diag.errors) {
        build->failed = true;
        return;
    }
    for (struct ir_function *function = module->functions; function; function = function->next) {
        if (function->is_external)
            continue;
        function->is_library = true;
        ir_foreach_block (block, function) /* library locations mean nothing to users */
            ir_foreach_inst (inst, block)
                inst->loc = 0;
        function->loc = 0;
        /* work that the cheap passes do here is saved in every compilation */
        pass_run_library(function, &build->passes);
        struct entry entry = {function->name, print_alone(build, function)};
        vec_push(&build->arena, &build->entries, entry);
    }
}

static int
by_name(const void *a, const void *b)
{
    return strcmp(((const struct entry *)a)->name, ((const struct entry *)b)->name);
}

static void
write_text(FILE *out, const char *text)
{
    fputs("        \"", out);
    for (; *text; text++) {
        if (*text == '\n')
            fputs(text[1] ? "\\n\"\n        \"" : "\\n", out);
        else if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else
            fputc(*text, out);
    }
    fputs("\"", out);
}

static void
write_c(const struct build *build, FILE *out)
{
    fputs("/* Written by libclc-build. */\n#include \"libclc-lite/libclc.h\"\n\n"
          "#include <stdint.h>\n#include <string.h>\n\n"
          "static const struct entry {\n    const char *name, *text;\n    uint32_t length;\n"
          "} entries[] = {\n",
          out);
    for (uint32_t i = 0; i < build->entries.count; i++) {
        const struct entry *entry = &build->entries.at[i];
        fprintf(out, "    {\"%s\",\n", entry->name);
        write_text(out, entry->text);
        fprintf(out, ",\n     %zu},\n", strlen(entry->text));
    }
    fputs("};\n\nconst char *\nlibclc_find(const char *name, size_t *length)\n{\n"
          "    size_t low = 0, high = sizeof entries / sizeof *entries;\n"
          "    while (low < high) {\n"
          "        size_t middle = low + (high - low) / 2;\n"
          "        int order = strcmp(name, entries[middle].name);\n"
          "        if (order == 0) {\n"
          "            *length = entries[middle].length;\n"
          "            return entries[middle].text;\n"
          "        }\n"
          "        if (order < 0)\n            high = middle;\n"
          "        else\n            low = middle + 1;\n"
          "    }\n    return NULL;\n}\n",
          out);
}

static bool
check_names(const struct build *build)
{
    bool good = true;
    for (uint32_t i = 1; i < build->entries.count; i++) {
        if (strcmp(build->entries.at[i - 1].name, build->entries.at[i].name) == 0) {
            fprintf(stderr, "libclc-build: '%s' is defined twice\n", build->entries.at[i].name);
            good = false;
        }
    }
    return good;
}

/* Switches come first; returns how many there are, or -1. */
static int
parse_switches(struct build *build, int argc, char **argv)
{
    static const char print_after[] = "-print-after=";
    const struct pass_level *level = &pass_midend;
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        const char *value = argv[i] + sizeof print_after - 1, *wrong = NULL;
        if (strncmp(argv[i], print_after, sizeof print_after - 1) == 0)
            build->passes.print_after = value;
        else if (strcmp(argv[i], "-fstress-text") == 0)
            build->passes.stress = true;
        else if (strcmp(argv[i], "-ftime-report") == 0)
            build->passes.event_arena = &build->arena;
        else
            wrong = "unknown switch";
        if (build->passes.print_after == value && strcmp(value, "all") != 0)
            wrong = pass_check_selector(&build->arena, &level, 1, value, false);
        if (wrong) {
            fprintf(stderr, "libclc-build: %s: %s\n", argv[i], wrong);
            return -1;
        }
    }
    return i - 1;
}

/* Prints what the switches ask for on standard error. */
static void
report(const struct build *build)
{
    uint64_t total = 0;
    if (build->passes.dump->length)
        fwrite(build->passes.dump->text, 1, build->passes.dump->length, stderr);
    vec_foreach (const struct pass_event, event, &build->passes.events) {
        fprintf(stderr, "%10.3f ms  %s of %s\n", (double)event->own / 1e6, event->name,
                event->subject);
        total += event->own;
    }
    if (build->passes.event_arena)
        fprintf(stderr, "%10.3f ms  total\n", (double)total / 1e6);
}

/* arguments: OUT.c library.h FILE.cl... */
static int
build_library(struct build *build, int count, char **arguments)
{
    build->header.name = arguments[1];
    build->header.text = file_read(&build->arena, arguments[1], &build->header.length);
    if (!build->header.text) {
        fprintf(stderr, "libclc-build: cannot read %s\n", arguments[1]);
        return 1;
    }
    for (int i = 2; i < count; i++)
        compile(build, arguments[i]);
    report(build);
    if (build->entries.count)
        qsort(build->entries.at, build->entries.count, sizeof *build->entries.at, by_name);
    if (build->failed || !check_names(build))
        return 1;
    FILE *out = fopen(arguments[0], "w");
    if (!out) {
        fprintf(stderr, "libclc-build: cannot write %s\n", arguments[0]);
        return 1;
    }
    write_c(build, out);
    return fclose(out) == 0 ? 0 : 1;
}

int
main(int argc, char **argv)
{
    static struct build build;
    struct strbuf dump;
    int status = 1;
    arena_init(&build.arena, NULL, &build.guard);
    dump = strbuf_new(&build.arena);
    build.passes = (struct pass_options){.optimise = 1, .validate = true, .dump = &dump};
    int switches = parse_switches(&build, argc, argv);
    if (switches < 0 || argc - switches < 4) {
        fputs("usage: libclc-build [-print-after=PASS] [-fstress-text] [-ftime-report] "
              "OUT.c library.h FILE.cl...\n",
              stderr);
        arena_free(&build.arena);
        return 2;
    }
    if (setjmp(build.guard.target) == 0)
        status = build_library(&build, argc - switches - 1, argv + switches + 1);
    else
        fprintf(stderr, "libclc-build: %s\n", build.guard.message);
    arena_free(&build.arena);
    return status;
}
