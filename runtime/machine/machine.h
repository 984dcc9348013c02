/* What runs one kernel after the other: the simulator, or a GPU through ROCr.
 *
 * The same calls with the same arguments serve both, so that who makes launches (`gcnsim run`, `occ selftest`)
 * is told where they run and need not know it anywhere else.  Addresses are those that kernels use.  Functions
 * are those of runtime/sim/sim.h in what they take and return; a GPU checks nothing of what the simulator checks
 * besides.  A machine belongs to one thread. */
#ifndef OCC_RUNTIME_MACHINE_MACHINE_H
#define OCC_RUNTIME_MACHINE_MACHINE_H

#include "runtime/sim/sim.h"
#include "support/strbuf.h"

struct machine;

/* A simulator with these options.  NULL: there is no memory. */
struct machine *machine_simulator(struct arena *arena, const struct sim_options *options);
/* The GPU of that index in ROCr's order.  Of the options, those count that no card needs to know: max_seconds
 * ends a launch.  NULL: *why, in the arena, says why there is none. */
struct machine *machine_gpu(struct arena *arena, unsigned index, const struct sim_options *options,
                            const char **why);
/* The GPU that "gpu" or "gpu:N" names.  false: the text is neither. */
bool machine_gpu_named(const char *text, unsigned *index);
/* Frees what it holds; NULL is allowed. */
void machine_free(struct machine *machine);
/* Frees all that was made on it: it is as new.  false: there is no memory. */
bool machine_reset(struct machine *machine);

bool machine_is_gpu(const struct machine *machine);
/* Of a GPU: as -mcpu= takes it.  NULL: the simulator runs what it is given. */
const char *machine_processor(const struct machine *machine);
/* How objects for GPUs are compiled: those of version 2 cannot say which features a chip has on, so that ROCr refuses
 * them on gfx906 and gfx801. */
#define MACHINE_OBJECT_VERSION "-mcode-object-version=4"
/* Has it such images?  Of sizes only levels are looked at. */
bool machine_has_image(const struct machine *machine, const struct sim_image_info *info);
/* Holds the objects that were loaded, and runs them if it is no GPU. */
struct sim_device *machine_device(const struct machine *machine);
/* What went wrong in the last call that failed. */
const char *machine_message(const struct machine *machine);

/* Lines about the machine that a report of a failure should hold: card, driver, versions; no names of hosts or
 * people. */
void machine_describe(const struct machine *machine, struct strbuf *out);
/* Tells of each GPU what it is, and of what cannot be used why; how many can be used. */
unsigned machine_list_gpus(struct strbuf *out);

/* Does the kernel take a queue that kernels put kernels into, or the default one?  */
bool machine_wants_queue(const struct sim_kernel *kernel);
/* Makes the machine's one such queue, as enqueue_new; *address: queue_t.  Launches of kernels that want it have it, and
 * end when all that they enqueued has run. */
enum sim_status machine_queue_new(struct machine *machine, uint32_t size, const void *scheduler,
                                  size_t scheduler_size, uint64_t *address);

/* ---- as in sim.h ---- */

uint64_t machine_alloc(struct machine *machine, uint64_t size);
uint64_t machine_alloc_raw(struct machine *machine, uint64_t size);
void machine_free_memory(struct machine *machine, uint64_t address);
enum sim_status machine_write(struct machine *machine, uint64_t address, const void *bytes,
                              uint64_t size);
enum sim_status machine_read(struct machine *machine, uint64_t address, void *bytes, uint64_t size);

enum sim_status machine_image_new(struct machine *machine, const struct sim_image_info *info,
                                  uint64_t *handle);
enum sim_status machine_image_write(struct machine *machine, uint64_t handle,
                                    const struct sim_image_box *box, const void *texels);
enum sim_status machine_image_read(struct machine *machine, uint64_t handle,
                                   const struct sim_image_box *box, void *texels);
enum sim_status machine_sampler_new(struct machine *machine, const struct sim_sampler_info *info,
                                    uint64_t *handle);

enum sim_status machine_load(struct machine *machine, const void *bytes, size_t size,
                             const struct sim_externals *externals, struct sim_object **object);
/* Where a variable of an object is; false: it has none of that name. */
bool machine_variable(struct machine *machine, const struct sim_object *object, const char *name,
                      uint64_t *address, uint64_t *size);
enum sim_status machine_launch(struct machine *machine, const struct sim_kernel *kernel,
                               const struct sim_launch *launch);
uint64_t machine_printf_new(struct machine *machine, uint32_t size);
enum sim_status machine_printf_flush(struct machine *machine, const struct sim_object *object,
                                     uint64_t buffer,
                                     void (*text)(void *data, const char *text, size_t length),
                                     void *data, struct sim_printf_report *report);

#endif
