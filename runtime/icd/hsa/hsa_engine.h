/* What the files of this folder share: an engine on a real GPU. */
#ifndef OCC_RUNTIME_ICD_HSA_HSA_ENGINE_H
#define OCC_RUNTIME_ICD_HSA_HSA_ENGINE_H

#include "runtime/hsa/gpu.h"
#include "runtime/icd/icd.h"

enum { HSA_STAGING = 1 << 20, HSA_MESSAGE = 512 };

/* Memory that the driver has given an address for. */
struct hsa_mapping {
    struct hsa_mapping *next;
    void *address;
    enum { HSA_OWN, HSA_LOCKED, HSA_SHARED } kind;
    void *host; /* of what is locked */
};

enum hsa_blit { HSA_MOVE, HSA_MOVE_ALIGNED, HSA_FILL, HSA_BLITS };

/* struct icd_engine's `gpu`. */
struct hsa_engine {
    struct gpu_system *system;
    struct gpu *gpu;
    struct gpu_queue *queue; /* NULL: none yet, or the last one broke */
    struct hsa_mapping *mappings;
    uint8_t *staging; /* HSA_STAGING bytes that the host and the GPU see; NULL: none yet */
    struct gpu_object *blits;
    struct gpu_kernel blit[HSA_BLITS];
    char message[HSA_MESSAGE];
};

static inline struct hsa_engine *
hsa_of(const struct icd_engine *engine)
{
    return engine->gpu;
}

/* Notes the text, which it frees, for `message`; always false. */
bool hsa_fails(struct icd_engine *engine, char *why);
/* The engine's queue, made if there is none; NULL: the message says why. */
struct gpu_queue *hsa_queue(struct icd_engine *engine);
/* Waits for the command, whose fence it releases, as long as a launch may take.  false: the message says why.  fence
 * NULL: `why` does. */
bool hsa_wait(struct icd_engine *engine, struct gpu_fence *fence, char *why);

/* ---- memory.c ---- */

uint64_t hsa_map(struct icd_engine *engine, struct _cl_mem *memory, bool *is_separate);
void hsa_unmap(struct icd_engine *engine, uint64_t address);
bool hsa_move(struct icd_engine *engine, const struct icd_place *to, const struct icd_place *from,
              const size_t size[3]);
bool hsa_fill(struct icd_engine *engine, uint64_t address, size_t size, const void *pattern,
              size_t pattern_size);
void hsa_free_all(struct icd_engine *engine);

/* ---- blit.c: kernels that move and fill ---- */

/* Rows of bytes between places that the GPU sees. */
bool hsa_blit_move(struct icd_engine *engine, const struct icd_place *to,
                   const struct icd_place *from, const size_t size[3]);
/* pattern: where the GPU sees it. */
bool hsa_blit_fill(struct icd_engine *engine, uint64_t address, size_t size, uint64_t pattern,
                   size_t pattern_size);

/* ---- launch.c ---- */

bool hsa_load(struct icd_engine *engine, struct icd_code *code);
void hsa_unload(struct icd_engine *engine, struct icd_code *code);
bool hsa_read_variable(struct icd_engine *engine, const struct icd_code *code, const char *name,
                       unsigned index, void *bytes, size_t size);
bool hsa_launch(struct icd_engine *engine, const struct icd_launch *launch, char **complaint);

#endif
