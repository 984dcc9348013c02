/* What breaks a queue: who is told what, and that nobody hangs. */
#include "test/hsa/gpu_host.h"

int
test_faults(void)
{
    return 0;
}
