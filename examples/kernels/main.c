/* Carries its kernels with it; a host would give them to clCreateProgramWithBinary. */
#include "uses-kernels_kernels.h"

#include <stdio.h>

int
main(void)
{
    printf("scale takes %zu bytes for gfx900, %zu for gfx803\n", scale_gfx900_size,
           scale_gfx803_size);
    return scale_gfx900[0] != 0x7F;
}
