/* OCC_ICD_RECORD (record.c): launches as folders. */
#ifndef OCC_RUNTIME_ICD_RECORD_H
#define OCC_RUNTIME_ICD_RECORD_H

#include "runtime/icd/program.h"
#include "runtime/record/record.h"

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
    cl_uint queue_bytes; /* of the queue on the device that it may use; 0: none */
    struct record_folder folder;
    struct icd_code *code;
    struct icd_engine *engine;
    struct _cl_mem **shared; /* all shared memory, with references; NULL: none */
    unsigned shared_count;
};

/* By the settings, which stay the caller's; NULL: they name no folder, or no memory. */
struct icd_record *icd_record_new(const struct settings *settings);
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
bool icd_sources_write(const struct icd_sources *sources, const struct record_folder *folder,
                       const uint8_t *bytes, size_t size);

#endif
