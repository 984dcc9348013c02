#include "scale.h"

kernel void
scale(global float *values)
{
    values[get_global_id(0)] *= FACTOR + OFFSET;
}
