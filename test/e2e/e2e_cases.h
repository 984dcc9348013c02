/* Cases that have a file of their own. */
#ifndef OCC_TEST_E2E_CASES_H
#define OCC_TEST_E2E_CASES_H

#include "examples/host/run.h"

bool image_filter(struct run *run);

#endif
