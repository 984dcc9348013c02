/* Objects on an engine's GPU.  Who lets go of the last reference may be in a hurry while the GPU works:
 * the object is put aside then. */
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

struct icd_code *
icd_code_load(struct icd_engine *engine, const uint8_t *bytes, size_t size, char **message)
{
    *message = NULL;
    struct icd_code *code = calloc(1, sizeof *code);
    struct sim_device *sim = code ? icd_engine_lock(engine) : NULL;
    if (!sim) {
        free(code);
        return NULL;
    }
    atomic_init(&code->references, 1);
    code->engine = engine;
    code->sum = sum_of(bytes, size);
    code->variable_bytes = variable_bytes(bytes, size);
    if (sim_load(sim, bytes, size, &code->object) != SIM_OK) {
        *message = strdup(sim_message(sim));
        free(code);
        code = NULL;
    }
    icd_engine_unlock(engine);
    return code;
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
        sim_unload(engine->sim, code->object);
        free(code);
    }
}
