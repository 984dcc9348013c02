/* The interface where occ is built without HSA's headers: there is no system, so nothing else is ever called. */
#include "runtime/hsa/gpu.h"

#include <string.h>

#pragma GCC diagnostic ignored "-Wunused-parameter"

struct gpu_system *
gpu_system_open(char **why)
{
    *why = strdup("occ was built without HSA's headers");
    return NULL;
}

/* clang-format off */
#define ABSENT(type, call) type call { return (type)0; }
ABSENT(void, gpu_system_close(struct gpu_system *system))
ABSENT(void, gpu_system_abandon(struct gpu_system *system))
ABSENT(const char *, gpu_system_name(const struct gpu_system *system))
ABSENT(unsigned, gpu_count(const struct gpu_system *system))
ABSENT(struct gpu *, gpu_at(const struct gpu_system *system, unsigned index))
ABSENT(const char *, gpu_refused_at(const struct gpu_system *system, unsigned index))
ABSENT(const struct gpu_info *, gpu_describe(const struct gpu *gpu))
ABSENT(void *, gpu_alloc(struct gpu *gpu, enum gpu_memory kind, size_t size))
ABSENT(void, gpu_free(struct gpu_system *system, void *memory))
ABSENT(void *, gpu_lock(struct gpu_system *system, void *host, size_t size))
ABSENT(void, gpu_unlock(struct gpu_system *system, void *host))
ABSENT(enum gpu_status, gpu_fence_status(const struct gpu_fence *fence))
ABSENT(enum gpu_status, gpu_fence_wait(struct gpu_fence *fence, uint64_t nanoseconds))
ABSENT(const char *, gpu_fence_message(const struct gpu_fence *fence))
ABSENT(bool, gpu_fence_times(const struct gpu_fence *fence, uint64_t *start, uint64_t *end))
ABSENT(struct gpu_fence *, gpu_fence_retain(struct gpu_fence *fence))
ABSENT(void, gpu_fence_release(struct gpu_fence *fence))
ABSENT(struct gpu_fence *, gpu_copy(struct gpu *gpu, void *to, const void *from, size_t size, struct
       gpu_fence *const *waits, unsigned wait_count, char **why))
ABSENT(void, gpu_system_keep_times(struct gpu_system *system))
ABSENT(bool, gpu_object_fits(const struct gpu *gpu, const void *bytes, size_t size, char **why))
ABSENT(struct gpu_object *, gpu_object_load(struct gpu *gpu, const void *bytes, size_t size, const
       struct gpu_definition *definitions, unsigned count, char **why))
ABSENT(void, gpu_object_unload(struct gpu_object *object))
ABSENT(bool, gpu_object_kernel(struct gpu_object *object, const char *name, struct gpu_kernel
       *kernel))
ABSENT(bool, gpu_object_variable(const struct gpu_object *object, const char *name, void **address,
       uint64_t *size))
ABSENT(struct gpu_queue *, gpu_queue_new(struct gpu *gpu, const struct gpu_queue_options *options,
       char **why))
ABSENT(void, gpu_queue_free(struct gpu_queue *queue))
ABSENT(void, gpu_queue_break(struct gpu_queue *queue, const char *message))
ABSENT(void, gpu_queue_abandon(struct gpu_queue *queue))
ABSENT(bool, gpu_queue_is_broken(const struct gpu_queue *queue))
ABSENT(uint64_t, gpu_queue_address(const struct gpu_queue *queue))
ABSENT(void, gpu_queue_apertures(const struct gpu_queue *queue, uint32_t *shared, uint32_t
       *private))
ABSENT(struct gpu_fence *, gpu_submit(struct gpu_queue *queue, const struct gpu_launch *launch,
       struct gpu_fence *const *waits, unsigned wait_count, char **why))
ABSENT(struct gpu_fence *, gpu_expect(struct gpu_queue *queue, uint64_t *signal, char **why))
ABSENT(uint64_t, gpu_queue_write_index(const struct gpu_queue *queue))
ABSENT(struct gpu_fence *, gpu_submit_barrier(struct gpu_queue *queue, struct gpu_fence *const
       *waits, unsigned wait_count, char **why))
ABSENT(bool, gpu_image_exists(struct gpu *gpu, enum sim_geometry geometry, enum sim_channel_order
       order, enum sim_channel_type type, bool reads, bool writes))
ABSENT(bool, gpu_image_new(struct gpu *gpu, const struct sim_image_info *info, uint64_t *handle,
       char **why))
ABSENT(bool, gpu_image_map(struct gpu *gpu, const struct sim_image_info *info, void *texels,
       uint64_t *handle, char **why))
ABSENT(void, gpu_image_free(struct gpu *gpu, uint64_t handle))
ABSENT(bool, gpu_image_write(struct gpu *gpu, uint64_t handle, const struct sim_image_box *box,
       const void *texels, char **why))
ABSENT(bool, gpu_image_read(struct gpu *gpu, uint64_t handle, const struct sim_image_box *box, void
       *texels, char **why))
ABSENT(bool, gpu_image_view(struct gpu *gpu, uint64_t image, enum sim_channel_order order,
                            uint64_t *handle, char **why))
ABSENT(bool, gpu_sampler_new(struct gpu *gpu, const struct sim_sampler_info *info, uint64_t *handle,
       char **why))
ABSENT(void, gpu_sampler_free(struct gpu *gpu, uint64_t handle))
/* clang-format on */
