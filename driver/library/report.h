/* What is reported about a compilation besides messages: the kernels' resources, the time of each
 * pass. */
#ifndef OCC_DRIVER_LIBRARY_REPORT_H
#define OCC_DRIVER_LIBRARY_REPORT_H

#include "backend-gcn/backend.h"
#include "driver/occ.h"
#include "support/diag.h"

/* The hardware resources that a finished kernel takes. */
struct occ_kernel report_kernel(const struct backend_options *options,
                                const struct mir_function *kernel);
/* Adds what the source says of its arguments and attributes, in the arena. */
void report_arguments(struct arena *arena, const struct mir_function *kernel,
                      struct occ_kernel *made);
/* A line of --resource-usage. */
void report_usage(struct strbuf *out, const struct occ_kernel *kernel);
/* What a pass told, in the form of clang's remarks. */
void report_remark(struct strbuf *out, const struct pass_remark *remark,
                   const struct diag_location *location);
/* The same in the words of LLVM's remarks, which scripts look for; place: of the kernel. */
void report_remarks(struct strbuf *out, const struct occ_kernel *kernel,
                    const struct diag_location *place);
/* -ftime-report: the sum of each pass's times, and what no pass accounts for. */
void report_time(struct strbuf *out, const struct pass_options *pass, uint64_t total);

#endif
