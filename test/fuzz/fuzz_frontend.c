/* The front end and sema under a fuzzer: libFuzzer's entry, which test/frontend/mutate.c calls too.
 *
 * An input is a program.  A first line `//` with letters chooses how it is read: 1 2 3 the version
 * (1.1, 2.0, 3.0), E preprocesses only, P takes it for preprocessed, H half is there, D double is
 * not, L the library's rules.  Any answer but a tree without a fault or errors is a finding: an
 * internal error, an error without a message, a typed tree that lowering could not rely on. */
#include "frontend/frontend.h"
#include "sema/sema.h"
#include "test/sema/harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What #include finds. */
static const struct virtual_file headers[] = {
    {"a.h", "#pragma once\n#define A 1\nint a(int);\n", 36},
    {"b.h", "#ifdef B\nint b;\n#else\n#define B(x) x\n#include \"b.h\"\n#endif\n", 58},
    {"c/d.h", "#include \"../a.h\"\n#if A\n", 24},
};

static _Noreturn void
fail(const char *what, const char *detail)
{
    fprintf(stderr, "finding: %s: %s\n", what, detail ? detail : "");
    abort();
}

static void
choose(const char *text, size_t length, struct frontend_options *options, struct sema_options *sema,
       bool *preprocess)
{
    *options = (struct frontend_options){.virtual_files = headers,
                                         .virtual_file_count = sizeof headers / sizeof *headers,
                                         .cl_version = 120,
                                         .has_fp64 = true,
                                         .target_name = "gfx900"};
    *preprocess = false;
    if (length > 2 && memcmp(text, "//", 2) == 0) {
        for (size_t i = 2; i < length && i < 16 && text[i] != '\n'; i++) {
            char c = text[i];
            if (c >= '1' && c <= '3')
                options->cl_version = c == '1' ? 110 : c == '2' ? 200 : 300;
            *preprocess |= c == 'E';
            options->is_preprocessed |= c == 'P';
            options->has_fp16 |= c == 'H';
            options->has_fp64 &= c != 'D';
            options->is_library |= c == 'L';
        }
    }
    *sema = (struct sema_options){.cl_version = options->cl_version,
                                  .has_fp64 = options->has_fp64,
                                  .has_fp16 = options->has_fp16,
                                  .features = frontend_features(options),
                                  .target_features = UINT32_MAX,
                                  .is_library = options->is_library};
    sema_image_options(sema, options);
}

static void
check(struct arena *arena, const char *text, size_t length)
{
    struct frontend_options options;
    struct sema_options sema_options;
    struct diag diag;
    struct frontend frontend;
    struct sema sema;
    bool preprocess;
    choose(text, length, &options, &sema_options, &preprocess);
    diag_init(&diag, arena);
    frontend_init(&frontend, arena, &diag, &options);
    if (preprocess) {
        struct strbuf out = strbuf_new(arena);
        frontend_preprocess(&frontend, "fuzz.cl", text, length, &out);
        return;
    }
    struct translation_unit *unit = frontend_parse(&frontend, "fuzz.cl", text, length);
    sema_init(&sema, arena, &diag, &frontend.intern, &sema_options);
    bool good = sema_check(&sema, unit);
    diag_finish(&diag, "");
    if (diag.errors && !(diag.log.text && strstr(diag.log.text, "error: ")))
        fail("an error without a message", diag.log.text);
    struct strbuf faults = strbuf_new(arena);
    if (good && !diag.errors && typed_validate(&faults, unit))
        fail("a wrong tree", faults.text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct guard guard = {0};
    struct arena arena;
    char *copy = malloc(size ? size : 1); /* so that a sanitizer sees reads beyond the end */
    if (size)
        memcpy(copy, data, size);
    arena_init(&arena, NULL, &guard);
    if (setjmp(guard.target) == 0)
        check(&arena, copy, size);
    else if (guard.status != GUARD_PROGRAM)
        fail("internal error", guard.message);
    arena_free(&arena);
    free(copy);
    return 0;
}
