/* Programs that are linked with libocc and the simulator statically: the linker takes these functions in place of the
 * libraries' (--wrap). */
#include "driver/occ.h"
#include "runtime/sim/sim.h"
#include "test/fpenv/hostile.h"

#define WRAP(type, name, parameters, arguments)                                                    \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters                                                                  \
    {                                                                                              \
        struct fpenv before;                                                                       \
        hostile_begin(&before);                                                                    \
        type value = __real_##name arguments;                                                      \
        hostile_end(&before, #name);                                                               \
        return value;                                                                              \
    }

WRAP(enum occ_status, occ_compile,
     (const occ_compiler *compiler, const struct occ_job *job, occ_result **result),
     (compiler, job, result))
WRAP(enum occ_status, occ_check_options,
     (const occ_compiler *compiler, const struct occ_job *job, occ_result **result),
     (compiler, job, result))
WRAP(enum sim_status, sim_load,
     (struct sim_device * device, const void *bytes, size_t size, struct sim_object **object),
     (device, bytes, size, object))
WRAP(enum sim_status, sim_launch,
     (struct sim_device * device, const struct sim_kernel *kernel, const struct sim_launch *launch),
     (device, kernel, launch))
WRAP(enum sim_status, sim_printf_flush,
     (struct sim_device * device, const struct sim_object *object, uint64_t buffer,
      void (*text)(void *data, const char *text, size_t length), void *data,
      struct sim_printf_report *report),
     (device, object, buffer, text, data, report))
WRAP(const struct sim_profile *, sim_profile, (struct sim_device * device, struct arena *arena),
     (device, arena))
