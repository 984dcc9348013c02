/* Objects for an engine's GPU.  A build does not wait until that is free: what an object holds, a GPU
 * tells that never runs, and the other one loads it when it is launched.  Who lets go of the last
 * reference does not wait either: the object is put aside while the GPU works. */
#include "runtime/icd/context.h"
#include "runtime/icd/platform.h"
#include "runtime/icd/program.h"

#include "gcn/codeobj/elf_view.h"

#include <stdlib.h>
#include <string.h>

/* FNV-1a. */
static uint64_t
sum_of(const uint8_t *bytes, size_t size)
{
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001B3);
    return sum;
}

/* Sections that are written, but by the loader alone: addresses, and the rest of their page. */
static bool
is_of_loader(const char *name)
{
    static const char *const names[] = {".got", ".got.plt", ".data.rel.ro", ".relro_padding"};
    for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* Bytes of the variables that kernels may change: those of sections that are written and hold no tables of
 * the linker's. */
static size_t
variable_bytes(const uint8_t *bytes, size_t size)
{
    struct elf_view file;
    Elf64_Shdr section;
    size_t sum = 0;
    if (!elf_view_open(&file, bytes, size))
        return 0;
    struct elf_view_texts names = elf_view_texts(&file, file.header.e_shstrndx);
    for (uint32_t i = 0; elf_view_section(&file, i, &section); i++) {
        bool has_bytes = section.sh_type == SHT_PROGBITS || section.sh_type == SHT_NOBITS;
        if (has_bytes && section.sh_flags & SHF_WRITE && section.sh_flags & SHF_ALLOC &&
            !is_of_loader(elf_view_text(names, section.sh_name)))
            sum += section.sh_size;
    }
    return sum;
}

static void
free_code(struct icd_code *code)
{
    free(code->definers);
    free(code->bytes);
    free(code);
}

/* Locks it; NULL: no memory, nothing is locked. */
static struct sim_device *
lock_reader(struct icd_engine *engine)
{
    pthread_mutex_lock(&engine->reader_lock);
    if (engine->reader)
        return engine->reader;
    engine->reader = sim_device_new(&(struct sim_options){.foreign = -1});
    if (engine->reader && sim_device_set_target(engine->reader, engine->device->target) == SIM_OK)
        return engine->reader;
    sim_device_free(engine->reader);
    engine->reader = NULL;
    pthread_mutex_unlock(&engine->reader_lock);
    return NULL;
}

/* Whoever reads an object need not know where its externals are: nothing of it is executed there. */
static bool
be_anywhere(void *data, const char *name, uint64_t *address)
{
    (void)data;
    (void)name;
    *address = 0;
    return true;
}

/* The reader is locked.  false: *message says why, NULL: no memory. */
static bool
read_object(struct icd_code *code, struct sim_device *reader, char **message)
{
    const struct sim_externals anywhere = {be_anywhere, NULL};
    if (sim_load_with(reader, code->bytes, code->size, &anywhere, &code->object) != SIM_OK) {
        *message = strdup(sim_message(reader));
        return false;
    }
    unsigned count = sim_external_count(code->object);
    code->is_complete = !count;
    code->definers = count ? calloc(count, sizeof *code->definers) : NULL;
    if (!count || code->definers)
        return true;
    sim_unload(reader, code->object);
    return false;
}

struct icd_code *
icd_code_load(struct icd_engine *engine, const uint8_t *bytes, size_t size, char **message)
{
    *message = NULL;
    struct icd_code *code = calloc(1, sizeof *code);
    uint8_t *copy = code ? malloc(size ? size : 1) : NULL;
    struct sim_device *reader = copy ? lock_reader(engine) : NULL;
    if (!reader) {
        free(copy);
        free(code);
        return NULL;
    }
    atomic_init(&code->references, 1);
    code->engine = engine;
    code->bytes = memcpy(copy, bytes, size);
    code->size = size;
    code->sum = sum_of(bytes, size);
    code->variable_bytes = variable_bytes(bytes, size);
    if (!read_object(code, reader, message)) {
        free_code(code);
        code = NULL;
    }
    pthread_mutex_unlock(&engine->reader_lock);
    return code;
}

/* Itself, if its definers have been loaded, or one that must be before it. */
static struct icd_code *
next_to_load(struct icd_code *code)
{
    for (unsigned i = 0; i < sim_external_count(code->object);)
        if (code->definers[i] && !code->definers[i]->on_gpu) {
            code = code->definers[i];
            i = 0;
        } else {
            i++;
        }
    return code;
}

bool
icd_code_to_gpu(struct icd_code *code)
{
    while (!code->on_gpu) { /* no code needs itself: those that it needs were there before it */
        struct icd_code *next = next_to_load(code);
        if (!next->engine->device->driver->load(next->engine, next))
            return false;
    }
    return true;
}

struct icd_code *
icd_code_retain(struct icd_code *code)
{
    if (code)
        atomic_fetch_add(&code->references, 1);
    return code;
}

/* Was that the last one?  Then it comes to the list. */
static void
drop_reference(struct icd_code *code, struct icd_code **list)
{
    if (!code || atomic_fetch_sub(&code->references, 1) != 1)
        return;
    code->next_unused = *list;
    *list = code;
}

/* Of what nobody holds: who needed its variables has ended, and it needs none itself any more. */
static void
put_aside(struct icd_code *code, struct icd_code **list)
{
    struct icd_engine *engine = code->engine;
    for (unsigned i = 0; i < sim_external_count(code->object); i++)
        drop_reference(code->definers[i], list);
    pthread_mutex_lock(&engine->reader_lock);
    sim_unload(engine->reader, code->object);
    pthread_mutex_unlock(&engine->reader_lock);
    pthread_mutex_lock(&engine->unused_lock);
    code->next_unused = engine->unused;
    engine->unused = code;
    pthread_mutex_unlock(&engine->unused_lock);
}

void
icd_code_release(struct icd_code *code)
{
    struct icd_code *list = NULL;
    drop_reference(code, &list);
    if (!list)
        return;
    struct icd_engine *engine = code->engine;
    while (list) {
        struct icd_code *dead = list;
        list = dead->next_unused;
        put_aside(dead, &list);
    }
    if (pthread_mutex_trylock(&engine->gpu_lock) == 0) {
        icd_code_unload_unused(engine);
        pthread_mutex_unlock(&engine->gpu_lock);
    }
}

void
icd_code_unload_unused(struct icd_engine *engine)
{
    if (!engine->unused)
        return;
    pthread_mutex_lock(&engine->unused_lock);
    struct icd_code *code = engine->unused, *next;
    engine->unused = NULL;
    pthread_mutex_unlock(&engine->unused_lock);
    for (; code; code = next) {
        next = code->next_unused;
        if (code->on_gpu)
            engine->device->driver->unload(engine, code);
        free_code(code);
    }
}
