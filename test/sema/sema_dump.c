/* sema-dump [--dump] [--library] [--fp16] [-cl-std=CLx.y] [-Dx] [-Ipath] FILE...: checks files,
 * prints messages, and with --dump the typed AST.  A debugging aid. */
#include "harness.h"
#include "sema/type.h"
#include "test/frontend/ast_dump.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool dump, validate = true;

static int
check_file(const char *path, struct harness_input *input)
{
    static struct harness h;
    int failed = 0;
    char *text = harness_read(path, &input->length);
    if (!text) {
        fprintf(stderr, "cannot read %s\n", path);
        return 1;
    }
    input->name = path;
    input->text = text;
    if (!harness_run(&h, input)) {
        printf("%s: internal error: %s\n", path, h.guard.message);
        failed = 1;
    } else {
        fputs(h.diag.log.text ? h.diag.log.text : "", stdout);
        struct strbuf out = strbuf_new(&h.arena);
        if (dump)
            ast_dump(&out, h.unit, type_str);
        if (h.ok && validate && typed_validate(&out, h.unit))
            failed = 1;
        fputs(out.text ? out.text : "", stdout);
        failed = failed || !h.ok;
    }
    harness_free(&h);
    free(text);
    return failed;
}

int
main(int argc, char **argv)
{
    static struct pp_option options[64];
    static const char *includes[64];
    struct harness_input input = {.keep_warnings = true, .pp = options, .include_paths = includes};
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--dump") == 0)
            dump = true;
        else if (strcmp(argv[i], "--library") == 0)
            input.is_library = true;
        else if (strcmp(argv[i], "--fp16") == 0)
            input.has_fp16 = true;
        else if (strcmp(argv[i], "-w") == 0)
            input.keep_warnings = false;
        else if (strncmp(argv[i], "-cl-std=CL", 10) == 0)
            input.cl_version = (uint16_t)(strtod(argv[i] + 10, NULL) * 100 + 0.5);
        else if (strncmp(argv[i], "-D", 2) == 0 && input.pp_count < 64)
            options[input.pp_count++] = (struct pp_option){'D', argv[i] + 2};
        else if (strcmp(argv[i], "-include") == 0 && input.pp_count < 64)
            options[input.pp_count++] = (struct pp_option){'i', argv[++i]};
        else if (strncmp(argv[i], "-I", 2) == 0 && input.include_path_count < 64)
            includes[input.include_path_count++] = argv[i] + 2;
        else
            failed |= check_file(argv[i], &input);
    }
    return failed;
}
