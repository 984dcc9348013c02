/* What AMD's OpenCL runtime reads of a program that it has built. */
#ifndef OCC_TEST_DRIVER_COMGR_START_H
#define OCC_TEST_DRIVER_COMGR_START_H

#include <stddef.h>

/* Checks an executable of that many kernels, whose names begin with the prefix; version: '2' to '5'. */
void start_check_object(const char *bytes, size_t size, const char *isa, char version,
                        const char *prefix, unsigned kernels);

#endif
