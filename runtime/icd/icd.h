/* What all files of the ICD share: handles and references, answers to queries, the program's floating-point environment.
 *
 * Every handle that a program holds points to a struct icd_object, whose first member is the table by
 * which the loader calls.  Its object's header has the rest: platform.h, context.h, queue.h, memory.h, image.h, program.h. */
#ifndef OCC_RUNTIME_ICD_ICD_H
#define OCC_RUNTIME_ICD_ICD_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS

#include "runtime/settings/settings.h"
#include "support/fpenv.h"

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ICD_DEVICES = SETTINGS_DEVICES, /* of the platform */
    ICD_WORK_GROUP = 256,
    ICD_SUB_GROUP = 64,
    ICD_PACKET = 1024,          /* bytes of a pipe's */
    ICD_PRINTF_BYTES = 1 << 20, /* of a launch's buffer */
    ICD_FEW = 2,                /* most events have no more of anything */
    ICD_SVM_GAP = 8192, /* bytes after an allocation of shared memory, which nothing may use */
};
static const uint64_t ICD_GLOBAL_BYTES = UINT64_C(4) << 30, ICD_ALLOCATION_BYTES = 1 << 30;

/* ---- the program's floating-point environment (environment.c) ---- */

struct icd_entry {
    struct fpenv caller;
    bool is_outermost; /* the program has called, not another function of the API */
};
/* What each function of the API begins and ends with: dispatch.c sees to it.  A thread may be in several. */
void icd_enter(struct icd_entry *entry);
void icd_leave(struct icd_entry *entry);

struct icd_callout {
    struct fpenv own, *caller;
};
void icd_out(struct icd_callout *callout);
void icd_in(struct icd_callout *callout);
/* A call of a function that the program has given: in its environment, in which it may call the API again. */
#define ICD_CALL_BACK(call)                                                                        \
    do {                                                                                           \
        struct icd_callout callout;                                                                \
        icd_out(&callout);                                                                         \
        call;                                                                                      \
        icd_in(&callout);                                                                          \
    } while (0)

/* A thread of ours calls back in the environment that it would have if the program had made it: who makes the
 * thread notes that, the thread begins and ends with it. */
void icd_environment_inherit(struct fpenv *thread);
void icd_environment_begin(struct fpenv *thread);
void icd_environment_end(const struct fpenv *thread);

/* ---- objects (object.c) ---- */

enum icd_kind {
    ICD_FREED, /* what lies where a handle pointed to is often this */
    ICD_PLATFORM = 0x0CC1CD01,
    ICD_DEVICE,
    ICD_CONTEXT,
    ICD_QUEUE,
    ICD_MEMORY,
    ICD_SAMPLER,
    ICD_PROGRAM,
    ICD_KERNEL,
    ICD_EVENT,
};
enum { ICD_KINDS = ICD_EVENT - ICD_CONTEXT + 1 }; /* of objects that programs make */

struct icd_object {
    const struct _cl_icd_dispatch *dispatch;
    _Atomic uint32_t kind;
    _Atomic uint32_t references;
    _Atomic uint32_t
        handles; /* references that are the program's, as CL_..._REFERENCE_COUNT says */
};

/* A zeroed object of that many bytes with one reference; NULL: no memory. */
void *icd_new(enum icd_kind kind, size_t bytes);
/* Is the handle one of such an object? */
bool icd_is(const void *handle, enum icd_kind kind);
void icd_retain(void *object);
/* What clRetain... and clRelease... do.  icd_drop_handle only counts: was that the program's last one?
 * The reference is released after it. */
void icd_retain_handle(void *object);
bool icd_drop_handle(void *object);
/* Was that the last reference?  Then the caller frees what belongs to it, and icd_free's it. */
bool icd_release(void *object);
void icd_free(void *object);

/* ---- OCC_ICD_CHECK=api (api.c): nothing of these does anything without it ---- */

void icd_api_made(enum icd_kind kind);
/* The program has no reference any more, of so many; 0: it had none. */
void icd_api_dropped(enum icd_kind kind, uint32_t before);
/* Does what is freed stay, to be known again? */
bool icd_api_keeps(enum icd_kind kind);
/* The program gives a handle of that kind, which was or is such an object. */
void icd_api_used(const struct icd_object *object, enum icd_kind kind);
/* A launch begins, whose argument is the memory object, which was one: is it there no more? */
bool icd_api_is_freed(const void *object, const char *kernel, unsigned argument);

extern const struct _cl_icd_dispatch icd_dispatch;

/* What goes into *errcode_ret, which may be NULL, and the handle or NULL. */
/* Room for more than *room elements of so many bytes, in place of the list, which may be the first room that its object
 * has itself; NULL: no memory. */
void *icd_grow(void *list, const void *first, unsigned *room, size_t bytes);
void *icd_result(void *handle, cl_int error, cl_int *errcode_ret);

/* ---- queries (info.c) ---- */

/* Where a clGet*Info function puts its answer. */
struct icd_info {
    size_t capacity;
    void *value;    /* may be NULL */
    size_t *needed; /* may be NULL */
};
cl_int icd_info(const struct icd_info *info, const void *value, size_t size);
/* The text with its NUL; NULL: "". */
cl_int icd_info_text(const struct icd_info *info, const char *text);
cl_int icd_info_words(const struct icd_info *info, const char *words); /* NULL: no memory */
#define ICD_INFO_VALUE(info, type, value) icd_info(info, &(type){value}, sizeof(type))

/* Properties as a program gave them, to be asked for: pairs and a 0. */
struct icd_properties {
    cl_properties *list; /* NULL: none were given */
    size_t bytes;
};
/* false: no memory. */
bool icd_properties_copy(struct icd_properties *to, const cl_properties *from);
cl_int icd_info_properties(const struct icd_info *info, const struct icd_properties *properties);

#endif
