/* A GPU as a machine: synchronous, with all that was made on it in one list. */
#ifndef OCC_RUNTIME_MACHINE_BOARD_H
#define OCC_RUNTIME_MACHINE_BOARD_H

#include "runtime/machine/machine.h"

struct board;

/* device: holds the objects that the GPU runs, and so their metadata; of the GPU's target from now on.
 * NULL: *why, in the arena. */
struct board *board_new(struct arena *arena, unsigned index, struct sim_device *device,
                        uint32_t max_seconds, const char **why);
void board_free(struct board *board);
/* Frees all that was made, and what it knows of the device's objects. */
void board_reset(struct board *board, struct sim_device *device);
const char *board_message(const struct board *board);
const char *board_processor(const struct board *board);
bool board_has_image(const struct board *board, const struct sim_image_info *info);
void board_describe(const struct board *board, struct strbuf *out);

/* As in machine.h. */
uint64_t board_alloc(struct board *board, uint64_t size, bool is_zeroed);
void board_free_memory(struct board *board, uint64_t address);
enum sim_status board_write(struct board *board, uint64_t address, const void *bytes,
                            uint64_t size);
enum sim_status board_read(struct board *board, uint64_t address, void *bytes, uint64_t size);
enum sim_status board_image_new(struct board *board, const struct sim_image_info *info,
                                uint64_t *handle);
enum sim_status board_image_write(struct board *board, uint64_t handle,
                                  const struct sim_image_box *box, const void *texels);
enum sim_status board_image_read(struct board *board, uint64_t handle,
                                 const struct sim_image_box *box, void *texels);
enum sim_status board_sampler_new(struct board *board, const struct sim_sampler_info *info,
                                  uint64_t *handle);
enum sim_status board_load(struct board *board, const void *bytes, size_t size,
                           const struct sim_externals *externals, struct sim_object **object);
bool board_variable(struct board *board, const char *name, uint64_t *address, uint64_t *size);
enum sim_status board_launch(struct board *board, const struct sim_kernel *kernel,
                             const struct sim_launch *launch);
uint64_t board_printf_new(struct board *board, uint32_t size);
enum sim_status board_printf_flush(struct board *board, const struct sim_object *object,
                                   uint64_t buffer,
                                   void (*text)(void *data, const char *text, size_t length),
                                   void *data, struct sim_printf_report *report);

#endif
