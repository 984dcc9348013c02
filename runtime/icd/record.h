/* OCC_ICD_RECORD (record.c): launches as folders. */
#ifndef OCC_RUNTIME_ICD_RECORD_H
#define OCC_RUNTIME_ICD_RECORD_H

#include "runtime/icd/icd.h"

#include <stdio.h>

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
    unsigned number;   /* of the folder */
    struct icd_code *code;
    struct icd_engine *engine;
    struct _cl_mem **shared; /* all shared memory, with references; NULL: none */
    unsigned shared_count;
};

/* The folder's name stays the caller's; NULL: no memory. */
struct icd_record *icd_record_new(const char *folder);
/* Notes what the bytes are made from: a launch of them can be compiled anew. */
void icd_record_made(struct icd_record *record, struct _cl_device_id *device,
                     const struct icd_question *question, const uint8_t *bytes, size_t size);
/* Writes all but what the launch will leave, if there was none like it; sets launch->folder.  No GPU is
 * locked. */
void icd_record_before(struct icd_record *record, struct icd_recorded *launch);
/* Writes what it has left; failure: why it did not end well, NULL: it did. */
void icd_record_after(struct icd_record *record, struct icd_recorded *launch, const char *failure);

/* ---- memory that no argument names (record_memory.c), under the record's lock ---- */

/* Adds to the launch's switches, and writes what is there; false: a file cannot be written. */
bool icd_record_memory_before(FILE *out, struct icd_recorded *launch);
bool icd_record_memory_after(struct icd_recorded *launch);

/* ---- what binaries were made from (record_source.c), under the record's lock ---- */

struct icd_sources;

struct icd_sources *icd_sources_new(void); /* NULL: no memory */
void icd_sources_note(struct icd_sources *sources, struct _cl_device_id *device,
                      const struct icd_question *question, const uint8_t *bytes, size_t size);
/* Writes the sources of the binary into the folder; nothing if they are not known. */
bool icd_sources_write(const struct icd_sources *sources, const char *folder, const uint8_t *bytes,
                       size_t size);

/* ---- what both use ---- */

/* A sum, begun with ICD_RECORD_SUM, of some bytes more. */
#define ICD_RECORD_SUM UINT64_C(0xCBF29CE484222325)
uint64_t icd_record_mix(uint64_t sum, const void *bytes, size_t size);
/* Writes a file; blocks of zeros become holes. */
bool icd_record_write(const char *folder, const char *name, const uint8_t *bytes, size_t size);

#endif
