/* Objects for an engine's GPU.  A build does not wait until that is free: what an object holds, a GPU
 * tells that never runs, and the other one loads it when it is launched.  Who lets go of the last
 * reference does not wait either: the object is put aside while the GPU works. */
#include "runtime/icd/icd.h"

#include <elf.h>
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

/* Bytes of the variables that kernels may change: those of sections that are written and hold no tables of
 * the linker's.  The simulator has loaded the bytes, but has not looked at sections. */
static size_t
variable_bytes(const uint8_t *bytes, size_t size)
{
    Elf64_Ehdr header;
    size_t sum = 0;
    if (size < sizeof header)
        return 0;
    memcpy(&header, bytes, sizeof header);
    for (size_t i = 0; i < header.e_shnum; i++) {
        Elf64_Shdr section;
        if (header.e_shoff > size || (size - header.e_shoff) / sizeof section <= i)
            break;
        memcpy(&section, bytes + header.e_shoff + i * sizeof section, sizeof section);
        bool has_bytes = section.sh_type == SHT_PROGBITS || section.sh_type == SHT_NOBITS;
        if (has_bytes && section.sh_flags & SHF_WRITE && section.sh_flags & SHF_ALLOC)
            sum += section.sh_size;
    }
    return sum;
}

static void
free_code(struct icd_code *code)
{
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
    if (sim_load(reader, bytes, size, &code->object) != SIM_OK) {
        *message = strdup(sim_message(reader));
        free_code(code);
        code = NULL;
    }
    pthread_mutex_unlock(&engine->reader_lock);
    return code;
}

const struct sim_kernel *
icd_code_kernel(struct icd_code *code, const char *name)
{
    struct sim_device *sim = code->engine->sim;
    if (!code->on_gpu && sim_load(sim, code->bytes, code->size, &code->on_gpu) != SIM_OK)
        return NULL;
    return sim_find_kernel(code->on_gpu, name);
}

struct icd_code *
icd_code_retain(struct icd_code *code)
{
    if (code)
        atomic_fetch_add(&code->references, 1);
    return code;
}

void
icd_code_release(struct icd_code *code)
{
    if (!code || atomic_fetch_sub(&code->references, 1) != 1)
        return;
    struct icd_engine *engine = code->engine;
    pthread_mutex_lock(&engine->reader_lock);
    sim_unload(engine->reader, code->object);
    pthread_mutex_unlock(&engine->reader_lock);
    pthread_mutex_lock(&engine->unused_lock);
    code->next_unused = engine->unused;
    engine->unused = code;
    pthread_mutex_unlock(&engine->unused_lock);
    if (pthread_mutex_trylock(&engine->sim_lock) == 0) {
        icd_code_unload_unused(engine);
        pthread_mutex_unlock(&engine->sim_lock);
    }
}

void
icd_code_unload_unused(struct icd_engine *engine)
{
    pthread_mutex_lock(&engine->unused_lock);
    struct icd_code *code = engine->unused, *next;
    engine->unused = NULL;
    pthread_mutex_unlock(&engine->unused_lock);
    for (; code; code = next) {
        next = code->next_unused;
        if (code->on_gpu)
            sim_unload(engine->sim, code->on_gpu);
        free_code(code);
    }
}
