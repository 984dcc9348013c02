/* OCC_ICD_RECORD: what a launch may use of memory that no argument names: shared memory, each allocation at
 * its address, and the variables of the program. */
#include "runtime/icd/context.h"
#include "runtime/icd/memory.h"
#include "runtime/icd/platform.h"
#include "runtime/icd/record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- shared memory ---- */

/* The allocations there are, held until the launch has been recorded. */
static bool
hold_shared(struct icd_recorded *launch)
{
    struct _cl_context *context = launch->engine->context;
    unsigned count = 0;
    pthread_mutex_lock(&context->svm_lock);
    for (const struct _cl_mem *memory = context->svm; memory; memory = memory->next_svm)
        count++;
    launch->shared = count ? malloc(count * sizeof *launch->shared) : NULL;
    for (struct _cl_mem *memory = context->svm; memory && launch->shared;
         memory = memory->next_svm) {
        icd_retain(memory);
        launch->shared[launch->shared_count++] = memory;
    }
    pthread_mutex_unlock(&context->svm_lock);
    return launch->shared_count == count;
}

static bool
write_shared(const struct icd_recorded *launch, const char *suffix)
{
    bool good = true;
    for (unsigned i = 0; i < launch->shared_count; i++) {
        char name[32];
        snprintf(name, sizeof name, "shared%u.%s", i, suffix);
        good &=
            record_write(&launch->folder, name, launch->shared[i]->bytes, launch->shared[i]->size);
    }
    return good;
}

/* ---- variables ---- */

/* A variable: of loaded code, by its index, or by the name that it exports. */
struct variable {
    const struct icd_code *code;
    const char *export;
    unsigned index;
    const struct sim_variable *what;
};

/* Writes it by that number; out: with its switch. */
static bool
write_variable(FILE *out, const struct icd_recorded *launch, const char *suffix, unsigned number,
               const struct variable *variable)
{
    struct icd_engine *engine = launch->engine;
    const struct sim_variable *what = variable->what;
    char name[32];
    snprintf(name, sizeof name, "variable%u.%s", number, suffix);
    if (out)
        fprintf(out, "--variable=%s=./variable%u.in@expect=variable%u.out\n", what->name, number,
                number);
    uint8_t *bytes = malloc(what->size ? what->size : 1);
    bool good = bytes &&
                engine->device->driver->read_variable(engine, variable->code, variable->export,
                                                      variable->index, bytes, what->size) &&
                record_write(&launch->folder, name, bytes, what->size);
    free(bytes);
    return good;
}

/* Does it tell where a kernel is that others enqueue? */
static bool
is_handle(const struct icd_code *code, const char *name)
{
    bool found = false;
    for (unsigned i = 0; i < sim_kernel_count(code->object) && !found; i++) {
        const char *handle = sim_kernel_at(code->object, i)->notes.runtime_handle;
        found = *handle && strcmp(handle, name) == 0;
    }
    return found;
}

/* Writes them all, and those of other programs.  The GPU is locked.  What holds addresses from the start, or handles of
 * kernels, is left out: they would be others; but those of other programs must be somewhere. */
static bool
write_variables(FILE *out, const struct icd_recorded *launch, const char *suffix)
{
    const struct icd_code *code = launch->code;
    unsigned count = sim_variable_count(code->object);
    bool good = true;
    for (unsigned i = 0; i < count; i++) {
        struct variable own = {code, NULL, i, sim_variable_at(code->object, i)};
        if (!own.what->has_address && !is_handle(code, own.what->name))
            good &= write_variable(out, launch, suffix, i, &own);
    }
    for (unsigned i = 0; i < sim_external_count(code->object); i++) {
        const struct icd_code *definer = code->definers[i];
        const char *name = sim_external_at(code->object, i)->name;
        if (definer)
            good &= write_variable(
                out, launch, suffix, count + i,
                &(struct variable){definer, name, 0, sim_find_export(definer->object, name)});
    }
    return good;
}

static bool
visit_variables(FILE *out, const struct icd_recorded *launch, const char *suffix)
{
    if (!launch->code->variable_bytes && !sim_external_count(launch->code->object))
        return true;
    if (!icd_engine_lock(launch->engine))
        return false;
    /* an object that the GPU has no room for has none, and the launch will say so */
    bool good = !icd_code_to_gpu(launch->code) || write_variables(out, launch, suffix);
    icd_engine_unlock(launch->engine);
    return good;
}

bool
icd_record_memory_before(FILE *out, struct icd_recorded *launch)
{
    bool good = hold_shared(launch) && write_shared(launch, "in");
    for (unsigned i = 0; i < launch->shared_count; i++)
        fprintf(out, "--memory=0x%" PRIxPTR "=./shared%u.in@expect=shared%u.out\n",
                (uintptr_t)launch->shared[i]->bytes, i, i);
    return visit_variables(out, launch, "in") && good;
}

bool
icd_record_memory_after(struct icd_recorded *launch)
{
    bool good = !*launch->folder.path ||
                (write_shared(launch, "out") && visit_variables(NULL, launch, "out"));
    for (unsigned i = 0; i < launch->shared_count; i++)
        icd_memory_release(launch->shared[i]);
    free(launch->shared);
    launch->shared = NULL;
    launch->shared_count = 0;
    return good;
}
