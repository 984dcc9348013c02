#include "driver/library/link_code.h"

#include "gcn/codeobj/codeobj.h"
#include "driver/units/inspect.h"

#include <string.h>

/* Why code is not what switches ask for; NULL: it is, or they do not say. */
static const char *
mismatch(struct pipeline *pipeline, const struct codeobj *object)
{
    const struct options *options = pipeline->options;
    const struct gcn_target *target = object->target;
    bool is_other_target =
        options->target_is_given && target && strcmp(target->like, options->target->like) != 0;
    bool is_other_version =
        options->object_version && object->version && object->version != options->object_version;
    if (is_other_target)
        return arena_printf(pipeline->arena, "it is for %s, not for %s", target->name,
                            options->target->name);
    if (is_other_version)
        return arena_printf(pipeline->arena, "it is of code object version %s, not of %s",
                            object->version->name, options->object_version->name);
    return NULL;
}

static void
note_definitions(struct pipeline *pipeline, struct link_code *units, const struct codeobj *object)
{
    vec_foreach (const struct codeobj_symbol, symbol, &object->symbols) {
        bool is_local = ELF64_ST_BIND(symbol->entry.st_info) == STB_LOCAL;
        if (!is_local && symbol->entry.st_shndx != SHN_UNDEF)
            vec_push(pipeline->arena, &units->defined, symbol->name);
    }
}

/* A damaged one is told before the link of IR misses what it defines. */
static void
take_code(struct pipeline *pipeline, struct link_code *units, const struct occ_unit *unit)
{
    struct codeobj object;
    const char *why = codeobj_read(&object, pipeline->arena, unit->bytes, unit->size);
    if (!why)
        why = mismatch(pipeline, &object);
    if (why) {
        diag_error(&pipeline->diag, 0, link_objects,
                   arena_printf(pipeline->arena, "'%s': %s", unit->name, why));
        return;
    }
    if (!units->code.count)
        units->object_version = object.version;
    note_definitions(pipeline, units, &object);
    vec_push(pipeline->arena, &units->code,
             (struct link_input){unit->name, unit->bytes, unit->size});
}

bool
link_code_sort(struct pipeline *pipeline, struct link_code *units)
{
    const struct occ_job *job = pipeline->job;
    *units =
        (struct link_code){.ir = ARENA_ARRAY(pipeline->arena, job->unit_count, struct occ_unit)};
    for (unsigned i = 0; i < job->unit_count; i++) {
        const struct occ_unit *unit = &job->units[i];
        struct occ_binary binary = {.size = sizeof binary};
        inspect(&binary, pipeline->arena, unit->bytes, unit->size);
        if (binary.kind == OCC_BINARY_RELOCATABLE)
            take_code(pipeline, units, unit);
        else
            units->ir[units->ir_count++] = *unit;
    }
    if (pipeline->diag.errors)
        return false;
    bool good = !units->code.count || pipeline->options->output == OCC_EXECUTABLE;
    if (!good)
        diag_error(&pipeline->diag, 0, link_code, units->code.at[0].name);
    return good;
}

struct link_others
link_code_others(const struct link_code *units)
{
    return (struct link_others){.name = units->code.count ? units->code.at[0].name : NULL,
                                .object_version = units->object_version,
                                .defined = units->defined.at,
                                .defined_count = units->defined.count};
}

static void
tell(void *data, const char *message)
{
    struct pipeline *pipeline = data;
    diag_error(&pipeline->diag, 0, link_objects, message);
}

void
link_code_objects(struct pipeline *pipeline, const struct link_input *inputs, unsigned count)
{
    const struct link_job job = {.arena = pipeline->arena,
                                 .guard = pipeline->guard,
                                 .inputs = inputs,
                                 .count = count,
                                 .error = tell,
                                 .data = pipeline};
    pipeline->bytes = link_objects(&job, &pipeline->size);
}

void
link_code_with_ir(struct pipeline *pipeline, struct link_code *units)
{
    if (pipeline->bytes)
        vec_push(pipeline->arena, &units->code,
                 (struct link_input){units->ir[0].name, pipeline->bytes, pipeline->size});
    link_code_objects(pipeline, units->code.at, units->code.count);
}
