/* What one compilation does: run_stages() in pipeline.c is the list of stages. */
#ifndef OCC_DRIVER_LIBRARY_PIPELINE_H
#define OCC_DRIVER_LIBRARY_PIPELINE_H

#include "driver/options/options.h"
#include "midend/pass.h"
#include "support/diag.h"
#include "support/limit.h"

struct pipeline {
    struct arena *arena;
    struct guard *guard;
    struct diag diag;
    const struct options *options;
    const struct occ_job *job;
    struct strbuf report;      /* time, dumps, resource usage */
    struct limit_notes limits; /* -fprint-limits: for the report */
    struct strbuf trace;       /* -ftime-trace */
    struct strbuf page;        /* -fpass-html */
    struct strbuf stop_text;   /* machine IR after the pass of -stop-after */
    const void *bytes;         /* the output */
    size_t size;
    VEC(struct frontend_file) included;  /* by assembly text */
    const struct frontend_file *headers; /* read from disk */
    uint32_t header_count;
    struct frontend *frontend;           /* while it runs */
    const struct frontend_input *inputs; /* on which the result depends */
    uint32_t input_count;
    struct occ_kernel *kernels;
    unsigned kernel_count;
    const char *const *printf_rows;
    unsigned printf_count;
};

/* Was -E done for the source, as -x or else its name says? */
bool pipeline_is_preprocessed(const struct options *options, const char *name);
/* Runs; false when the program has errors (in pipeline->diag). */
bool pipeline_run(struct pipeline *pipeline);

#endif
