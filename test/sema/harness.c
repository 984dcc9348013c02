#include "harness.h"
#include "sema/warn/warn.h"

#include <stdio.h>
#include <stdlib.h>

static void
run(struct harness *h, const struct harness_input *input)
{
    uint16_t version = input->cl_version ? input->cl_version : 120;
    static const char *const features[] = {
#define FEATURE(id, name, executes)                "+" name,
#define EXTENSION(id, name, since, needs, part_of) "+" name,
#define BOTH(id, name, one, other)                 "+" name,
#include "frontend/feature.def"
    };
    static const char *const no_features[] = {
#define FEATURE(id, name, executes)                "-" name,
#define EXTENSION(id, name, since, needs, part_of) "-" name,
#define BOTH(id, name, one, other)                 "-" name,
#include "frontend/feature.def"
    };
    struct frontend_options options = {.pp = input->pp,
                                       .pp_count = input->pp_count,
                                       .include_paths = input->include_paths,
                                       .include_path_count = input->include_path_count,
                                       .use_disk = true,
                                       .cl_version = version,
                                       .has_fp16 = input->has_fp16,
                                       .has_fp64 = !input->no_fp64,
                                       .fast_fma32 = true,
                                       .extensions = &input->extension,
                                       .extension_count = input->extension != NULL,
                                       .target_name = "gfx900",
                                       .is_library = input->is_library};
    if (input->all_features || input->no_features) {
        options.extensions = input->all_features ? features : no_features;
        options.extension_count = FEATURES;
    }
    struct sema_options sema_options = {.cl_version = version,
                                        .has_fp64 = !input->no_fp64,
                                        .has_fp16 = input->has_fp16,
                                        .features = frontend_features(&options),
                                        .target_features = UINT32_MAX,
                                        .warnings = input->is_library ? NULL : &warn_checks,
                                        .is_library = input->is_library};
    sema_image_options(&sema_options, &options);
    diag_init(&h->diag, &h->arena);
    h->diag.no_warnings = !input->keep_warnings;
    h->diag.error_limit = UINT32_MAX;
    for (unsigned i = 0; i < 8 && input->switches[i]; i++)
        diag_switch(&h->diag, input->switches[i]);
    frontend_init(&h->frontend, &h->arena, &h->diag, &options);
    h->unit = frontend_parse(&h->frontend, input->name, input->text, input->length);
    sema_init(&h->sema, &h->arena, &h->diag, &h->frontend.intern, &sema_options);
    h->ok = sema_check(&h->sema, h->unit) && !h->diag.errors;
    diag_finish(&h->diag, "");
}

bool
harness_run(struct harness *h, const struct harness_input *input)
{
    *h = (struct harness){.ok = false};
    arena_init(&h->arena, NULL, &h->guard);
    if (setjmp(h->guard.target) != 0)
        return false;
    run(h, input);
    return true;
}

void
harness_free(struct harness *h)
{
    arena_free(&h->arena);
}

char *
harness_read(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = size >= 0 ? malloc((size_t)size + 1) : NULL;
    if (text) {
        *length = fread(text, 1, (size_t)size, file);
        text[*length] = '\0';
    }
    fclose(file);
    return text;
}
