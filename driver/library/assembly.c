#include "driver/library/assembly.h"

#include "gcn/asm/assemble.h"
#include "driver/library/link_code.h"
#include "support/file.h"

#include <string.h>

bool
assembly_is_input(const struct options *options, const char *name)
{
    const char *dot = strrchr(name, '.');
    return options->language ? options->is_assembly : dot && strcmp(dot, ".s") == 0;
}

/* A file on disk, for dependency files too. */
static const char *
read_disk(struct pipeline *pipeline, const char *path, size_t *length)
{
    const char *text = file_read(pipeline->arena, path, length);
    frontend_depends(pipeline->frontend, text ? INPUT_FILE : INPUT_MISSING, path);
    if (text)
        vec_push(pipeline->arena, &pipeline->included,
                 (struct frontend_file){arena_strdup(pipeline->arena, path), false});
    return text;
}

/* assemble_job.read: the job's own headers, the working folder, -I. */
static const char *
read_file(void *data, const char *name, size_t *length)
{
    struct pipeline *pipeline = data;
    const struct occ_job *job = pipeline->job;
    for (unsigned i = 0; i < job->header_count; i++)
        if (strcmp(job->headers[i].name, name) == 0) {
            *length = job->headers[i].length;
            return *length ? job->headers[i].text : "";
        }
    const char *text = job->use_disk ? read_disk(pipeline, name, length) : NULL;
    vec_foreach (const char *const, folder, &pipeline->options->include_paths)
        if (!text && job->use_disk)
            text =
                read_disk(pipeline, arena_printf(pipeline->arena, "%s/%s", *folder, name), length);
    return text;
}

void
assembly_run(struct pipeline *pipeline)
{
    const struct options *options = pipeline->options;
    enum occ_output output = options->output;
    const struct assemble_job job = {.arena = pipeline->arena,
                                     .guard = pipeline->guard,
                                     .diag = &pipeline->diag,
                                     .name = pipeline->job->name,
                                     .text = pipeline->job->source,
                                     .length = pipeline->job->length,
                                     .target = options->target,
                                     .target_is_given = options->target_is_given,
                                     .xnack = options->xnack,
                                     .sramecc = options->sramecc,
                                     .version = *options->triple->os ? options->object_version
                                                                     : &object_version_bare,
                                     .read = read_file,
                                     .read_data = pipeline};
    if (output != OCC_RELOCATABLE && output != OCC_NOTHING && output != OCC_EXECUTABLE) {
        diag_error(&pipeline->diag, 0, assembly_output);
        return;
    }
    pipeline->bytes = assemble(&job, &pipeline->size);
    const struct link_input object = {job.name, pipeline->bytes, pipeline->size};
    if (pipeline->bytes && output == OCC_EXECUTABLE)
        link_code_objects(pipeline, &object, 1);
}
