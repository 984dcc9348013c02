/* Variables that a program uses and another one defines.  The context's programs are what an executable of the HSA
 * runtime is: a symbol that one object leaves undefined is looked for among those that the others export.  Where two
 * do there is no choice, and the user is refused: hsa_executable_agent_global_variable_define has
 * HSA_STATUS_ERROR_VARIABLE_ALREADY_DEFINED for that (HSA Runtime Programmer's Reference Manual).  What is found is
 * code, and held: a program that is built again or released takes nothing away. */
#include "runtime/icd/context.h"
#include "runtime/icd/program.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- the context's programs ---- */

void
icd_program_publish(struct _cl_program *program)
{
    struct _cl_context *context = program->context;
    pthread_mutex_lock(&context->programs_lock);
    program->next_program = context->programs;
    program->program_link = &context->programs;
    if (program->next_program)
        program->next_program->program_link = &program->next_program;
    context->programs = program;
    pthread_mutex_unlock(&context->programs_lock);
}

void
icd_program_withdraw(struct _cl_program *program)
{
    pthread_mutex_lock(&program->context->programs_lock);
    if (program->program_link) {
        *program->program_link = program->next_program;
        if (program->next_program)
            program->next_program->program_link = program->program_link;
    }
    pthread_mutex_unlock(&program->context->programs_lock);
}

/* ---- finding ---- */

/* The program's code for the engine, if it is built and exports the name: a reference.  A program that was released
 * lives on while there are kernels of it (OpenCL 1.2, 5.6.1), but not because commands are still under way: whether
 * these are, nobody knows who builds. */
static struct icd_code *
definer_in(struct _cl_program *program, const struct icd_engine *engine, const char *name)
{
    struct icd_code *code = NULL;
    pthread_mutex_lock(&program->lock);
    const struct icd_build *build = &program->builds[engine->index];
    bool is_alive = program->object.handles || program->kernels;
    if (is_alive && icd_is_built(build) && sim_find_export(build->code->object, name))
        code = icd_code_retain(build->code);
    pthread_mutex_unlock(&program->lock);
    return code;
}

/* The first definer, a reference; NULL: there is none.  *count: how many there are. */
static struct icd_code *
find_definer(const struct _cl_program *user, const struct icd_engine *engine, const char *name,
             unsigned *count)
{
    struct _cl_context *context = user->context;
    struct icd_code *found = NULL;
    *count = 0;
    pthread_mutex_lock(&context->programs_lock);
    for (struct _cl_program *program = context->programs; program;
         program = program->next_program) {
        struct icd_code *code = program == user ? NULL : definer_in(program, engine, name);
        *count += code != NULL;
        if (found)
            icd_code_release(code); /* its program holds it, too */
        else
            found = code;
    }
    pthread_mutex_unlock(&context->programs_lock);
    return found;
}

bool
icd_externals_find(struct _cl_program *program, struct icd_code *code, char **message)
{
    size_t size;
    bool good = true;
    *message = NULL;
    FILE *out = code->is_complete ? NULL : open_memstream(message, &size);
    if (!out)
        return code->is_complete;
    for (unsigned i = 0; i < sim_external_count(code->object); i++) {
        const struct sim_external *external = sim_external_at(code->object, i);
        unsigned count;
        code->definers[i] = find_definer(program, code->engine, external->name, &count);
        if (count == 1 || (!count && external->is_weak))
            continue;
        fprintf(out,
                "%sthe object uses %s, which it does not define, and %s built in the context does",
                good ? "" : "\n", external->name,
                count ? "more than one other program" : "no other program");
        good = false;
    }
    good &= fclose(out) == 0;
    if (good) {
        free(*message);
        *message = NULL;
    }
    code->is_complete = good;
    return good;
}
