/* A device with one kernel that is written as instructions, for tests in C. */
#ifndef OCC_TEST_RUNTIME_SIM_FIXTURE_H
#define OCC_TEST_RUNTIME_SIM_FIXTURE_H

#include "runtime/sim/dispatch/dispatch.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

struct fixture {
    struct sim_device *device;
    struct sim_object object;
    struct sim_kernel kernel;
};

/* A strict device; source: one instruction a line.  Failures end the test. */
struct fixture make_fixture(const char *target, const char *source, unsigned vgprs);
/* Launches so many groups of so many work-items. */
enum sim_status launch(struct fixture *f, uint32_t groups, uint32_t size);

#endif
