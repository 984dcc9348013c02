/* The groups of cases of test_hsa; the state is a struct machine. */
#ifndef OCC_TEST_KFD_TEST_HSA_H
#define OCC_TEST_KFD_TEST_HSA_H

#include "test/kfd/hsa_host.h"

int test_queues(struct machine *machine);
int test_memory(struct machine *machine);
int test_scratch(struct machine *machine);
int test_errors(struct machine *machine);
int test_agents(struct machine *machine);

#endif
