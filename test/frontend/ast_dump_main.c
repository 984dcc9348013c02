/* ast-dump [-E] [-q] [-DNAME=VALUE] [-IDIR] FILE...: what the front end makes of a file. */
#include "test/frontend/ast_dump.h"
#include "frontend/frontend.h"

#include <stdio.h>
#include <string.h>

enum { OPTIONS = 64 };

static bool
read_file(struct arena *arena, const char *name, struct strbuf *text)
{
    FILE *file = fopen(name, "rb");
    *text = strbuf_new(arena);
    if (!file)
        return false;
    char block[4096];
    size_t got;
    while ((got = fread(block, 1, sizeof block, file)) > 0)
        strbuf_add(text, block, got);
    fclose(file);
    return true;
}

static bool
dump_file(struct guard *guard, const char *name, const struct frontend_options *options,
          bool preprocess, bool quiet)
{
    struct arena arena;
    struct diag diag;
    struct frontend frontend;
    struct strbuf text, out;
    arena_init(&arena, NULL, guard);
    diag_init(&diag, &arena);
    out = strbuf_new(&arena);
    bool good = read_file(&arena, name, &text);
    if (!good) {
        fprintf(stderr, "ast-dump: cannot read %s\n", name);
    } else {
        frontend_init(&frontend, &arena, &diag, options);
        const char *source = text.text ? text.text : "";
        if (preprocess)
            frontend_preprocess(&frontend, name, source, text.length, &out);
        else {
            const struct translation_unit *unit =
                frontend_parse(&frontend, name, source, text.length);
            if (!quiet)
                ast_dump(&out, unit, NULL);
        }
        if (out.text && !quiet)
            fwrite(out.text, 1, out.length, stdout);
        diag_finish(&diag, "");
        if (diag.log.text)
            fputs(diag.log.text, stderr);
        good = diag.errors == 0;
    }
    arena_free(&arena);
    return good;
}

int
main(int argc, char **argv)
{
    struct pp_option pp[OPTIONS];
    const char *paths[OPTIONS];
    struct frontend_options options = {.pp = pp,
                                       .include_paths = paths,
                                       .use_disk = true,
                                       .cl_version = 120,
                                       .has_fp16 = true,
                                       .has_fp64 = true,
                                       .target_name = "gfx900"};
    bool preprocess = false, quiet = false, good = true;
    struct guard guard = {0};
    if (setjmp(guard.target)) {
        fprintf(stderr, "ast-dump: %s\n", guard.message);
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        const char *arg = argv[i];
        if (strcmp(arg, "-E") == 0)
            preprocess = true;
        else if (strcmp(arg, "-q") == 0)
            quiet = true;
        else if (strcmp(arg, "-cl-std=CL2.0") == 0)
            options.cl_version = 200;
        else if (strncmp(arg, "-D", 2) == 0 && options.pp_count < OPTIONS)
            pp[options.pp_count++] = (struct pp_option){'D', arg + 2};
        else if (strncmp(arg, "-I", 2) == 0 && options.include_path_count < OPTIONS)
            paths[options.include_path_count++] = arg + 2;
        else
            good &= dump_file(&guard, arg, &options, preprocess, quiet);
    }
    return good ? 0 : 1;
}
