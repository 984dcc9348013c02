#ifndef OCC_TEST_EXPRESSION_REDUCE_H
#define OCC_TEST_EXPRESSION_REDUCE_H

#include "program.h"

/* Changes a program for which fails() is true into a smaller one for which it still is. */
void program_reduce(struct program *program,
                    bool (*fails)(struct program *program, const void *data), const void *data);
#endif
