#ifndef OCC_DRIVER_LIBRARY_TIME_TRACE_H
#define OCC_DRIVER_LIBRARY_TIME_TRACE_H

#include "midend/pass.h"

/* Writes as JSON the events of a compilation that started at `start`: an object whose traceEvents
 * are complete events ("X"), in microseconds of processor time; the first is the whole compilation
 * of the source `name`.  chrome://tracing, Perfetto and speedscope show it. */
void time_trace_write(struct strbuf *out, const struct pass_options *pass, const char *name,
                      uint64_t start);

#endif
