/* A queue that kernels put kernels into (OpenCL C 2.0, 6.13.17), on a simulated device.
 *
 * Functions return as those of sim.h do, and leave a message in the device (sim_message). */
#ifndef OCC_RUNTIME_ENQUEUE_ENQUEUE_H
#define OCC_RUNTIME_ENQUEUE_ENQUEUE_H

#include "runtime/enqueue/layout.h"
#include "runtime/sim/sim.h"

struct enqueue_queue {
    uint64_t address; /* queue_t; 0: there is no queue */
    struct enqueue_layout layout;
    struct sim_object *scheduler;
};

/* Does the kernel take a queue, or the default one? */
bool enqueue_wants_queue(const struct sim_kernel *kernel);
/* Makes a queue with `size` bytes of slots (layout.h).  scheduler: an object whose only kernel does what
 * __amd_scheduler_rocm does; NULL: ours.  It is loaded, and stays the queue's. */
enum sim_status enqueue_new(struct sim_device *device, uint32_t size, const void *scheduler,
                            size_t scheduler_size, struct enqueue_queue *queue);
void enqueue_free(struct sim_device *device, struct enqueue_queue *queue);
/* Tells the object where the kernels are that its blocks became. */
enum sim_status enqueue_fill_handles(struct sim_device *device, const struct sim_object *object);
/* sim_launch with the queue as default one; all that was enqueued runs then.  If something fails, the queue is as new. */
enum sim_status enqueue_begin(struct sim_device *device, const struct enqueue_queue *queue,
                              const struct sim_kernel *kernel, const struct sim_launch *launch);
enum sim_status enqueue_finish(struct sim_device *device, const struct enqueue_queue *queue);
/* Both. */
enum sim_status enqueue_launch(struct sim_device *device, const struct enqueue_queue *queue,
                               const struct sim_kernel *kernel, const struct sim_launch *launch);

#endif
