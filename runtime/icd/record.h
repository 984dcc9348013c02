/* OCC_ICD_RECORD (record.c): launches as folders. */
#ifndef OCC_RUNTIME_ICD_RECORD_H
#define OCC_RUNTIME_ICD_RECORD_H

#include "runtime/icd/icd.h"

/* A launch that is about to be made, or has been. */
struct icd_recorded {
    struct _cl_kernel *owner;
    struct _cl_device_id *device;
    const struct sim_kernel *kernel;
    const struct icd_build *build;
    uint64_t code_sum;
    const struct icd_argument *arguments;
    unsigned argument_count, dims;
    uint64_t global[3], local[3], offset[3];
    char folder[4096]; /* "": it is not recorded */
};

/* The folder's name stays the caller's; NULL: no memory. */
struct icd_record *icd_record_new(const char *folder);
/* Writes all but what the launch will leave, if there was none like it; sets launch->folder.  No GPU is
 * locked. */
void icd_record_before(struct icd_record *record, struct icd_recorded *launch);
/* Writes what it has left. */
void icd_record_after(struct icd_record *record, const struct icd_recorded *launch);

#endif
