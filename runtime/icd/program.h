/* Programs and their builds, code, kernels, what is asked of libocc. */
#ifndef OCC_RUNTIME_ICD_PROGRAM_H
#define OCC_RUNTIME_ICD_PROGRAM_H

#include "driver/occ.h"
#include "runtime/cache/cache.h"
#include "runtime/icd/icd.h"
#include "runtime/sim/sim.h"

#include <pthread.h>
#include <time.h>

struct icd_engine;

/* ---- programs and kernels ---- */

/* An object for an engine's GPU (code.c): builds and kernels hold it. */
struct icd_code {
    atomic_uint references;
    struct icd_engine *engine;
    struct sim_object *object; /* of the reader: whose kernels they are that others ask */
    void *on_gpu; /* the driver's, under the GPU's lock; NULL: nothing of it has been launched */
    struct icd_code *
        *definers;    /* of its externals, by their index: references; NULL: none, it is weak */
    bool is_complete; /* they have been found, or there are no externals */
    uint8_t *bytes;
    size_t size;
    uint64_t sum;          /* of its bytes */
    size_t variable_bytes; /* of program scope */
    bool is_uniform;       /* its build was promised that work-groups are of one size */
    struct icd_code *next_unused;
};

/* Reads it, without the GPU; NULL: why not stands in *message, which is the caller's to free, or there is no memory.
 * It is not complete if it has externals. */
struct icd_code *icd_code_load(struct icd_engine *engine, const uint8_t *bytes, size_t size,
                               char **message);
struct icd_code *icd_code_retain(struct icd_code *code); /* NULL stays NULL */
void icd_code_release(struct icd_code *code);            /* NULL is allowed */
/* The locked GPU gets it if it has not; false: it has no room (the message says so). */
bool icd_code_to_gpu(struct icd_code *code);
/* Unloads what nobody holds.  Who calls has locked the GPU. */
void icd_code_unload_unused(struct icd_engine *engine);

/* ---- variables of other programs (external.c) ---- */

/* Finds what the program's new code does not define in the other programs of its context that are built for the
 * engine, and makes it complete.  false: *message, the caller's to free, names what cannot be found; NULL: no
 * memory. */
bool icd_externals_find(struct _cl_program *program, struct icd_code *code, char **message);
/* Others find the program's variables, until it is released. */
void icd_program_publish(struct _cl_program *program);
void icd_program_withdraw(struct _cl_program *program);

struct icd_build {
    cl_build_status status;
    char *options;    /* NULL: none */
    char *log;        /* NULL: empty */
    char *attributes; /* as of struct icd_compiled; NULL: a binary */
    bool has_argument_info;
    bool is_uniform; /* -cl-uniform-work-group-size, also of a unit in it */
    uint8_t *binary;
    size_t binary_size;
    cl_program_binary_type type;
    struct icd_code *code; /* on the engine's GPU; NULL: not loaded */
};

struct _cl_program {
    struct icd_object object;
    struct _cl_context *context;
    struct _cl_program *next_program;  /* of the context, under its lock of programs */
    struct _cl_program **program_link; /* what points to it in that list; NULL: it is not in it */
    char *source;                      /* NULL: made from binaries */
    bool is_linked;                    /* by clLinkProgram: it cannot be built again */
    bool has_device[ICD_DEVICES];
    pthread_mutex_t lock;                 /* of the rest */
    struct icd_build builds[ICD_DEVICES]; /* by engine */
    bool is_building;
    unsigned kernels; /* that are attached */
};

/* One of nothing, which the caller releases; NULL: no memory. */
struct _cl_program *icd_program_new(cl_context context);
void icd_program_release(struct _cl_program *program);
/* Frees what the build holds: it is none. */
void icd_build_forget(struct icd_build *build);
/* Has the build kernels to ask for?  A binary has none before it is built (OpenCL 1.2, 5.7.1): programs ask by
 * clCreateKernel whether it is. */
bool icd_is_built(const struct icd_build *build);
/* One that has, any; NULL: there is none.  Under the program's lock. */
const struct icd_build *icd_program_built(const struct _cl_program *program);

/* What libocc is asked (compile.c). */
struct icd_question {
    enum occ_action action;
    const char *source;               /* of OCC_BUILD, OCC_COMPILE */
    const char *options;              /* the program's; NULL: none */
    bool preprocesses, lists_macros;  /* no program is made, but text: -E, -E -dM */
    cl_bitfield zeroes;               /* as of the context */
    const struct occ_header *headers; /* of OCC_COMPILE */
    unsigned header_count;
    const struct occ_unit *units; /* of OCC_LINK */
    unsigned unit_count;
};

/* What it says. */
struct icd_compiled {
    enum occ_status status;
    char *log;
    uint8_t *binary; /* NULL: none */
    size_t size;
    char *attributes; /* of each kernel: its name, a blank, what the source says of it, a newline */
};
/* Fills *made, whose parts are the caller's to free; false: no memory. */
bool icd_compile(struct _cl_device_id *device, const struct icd_question *question,
                 struct icd_compiled *made);

/* ---- built programs, kept on disk (compile_cache.c; docs/icd.md, "Cache") ---- */

enum { ICD_CACHE_MILLISECONDS = 20 }; /* what is built in less is not kept */

/* By the environment, of which is told what cannot be; NULL: none. */
struct cache *icd_cache_new(void);
/* What was made of such a job before, as icd_compile leaves it; false: nothing is known. */
bool icd_cache_find(const struct cache *cache, const struct occ_job *job,
                    struct icd_compiled *made);
/* Keeps it, if the job ended well; begun: by CLOCK_REALTIME. */
void icd_cache_store(const struct cache *cache, const struct occ_job *job,
                     const struct icd_compiled *made, const occ_result *result,
                     const struct timespec *begun);

/* Are they options of a build?  *log, the caller's to free, says what is wrong, or warns; NULL: no memory. */
bool icd_options_are_good(struct _cl_device_id *device, const char *options, char **log);

/* Narrows the bytes of a bundle to the object for that device; others stay. */
void icd_unbundle(const struct _cl_device_id *device, const unsigned char **bytes, size_t *size);
/* What the bytes are, CL_PROGRAM_BINARY_TYPE_NONE: nothing for that device. */
cl_program_binary_type icd_binary_type(const struct _cl_device_id *device, const uint8_t *bytes,
                                       size_t size);

struct icd_argument {
    bool is_set;
    size_t size;
    uint8_t *bytes;         /* by value or an address; NULL: of local memory, or an object */
    struct _cl_mem *memory; /* buffer or image; NULL: a null pointer */
    struct _cl_sampler *sampler;
    struct _cl_command_queue *queue; /* on the device */
};

struct _cl_kernel {
    struct icd_object object;
    struct _cl_program *program;
    const struct sim_kernel *made[ICD_DEVICES]; /* by engine; NULL: not built for it */
    struct icd_code *codes[ICD_DEVICES];        /* that hold those */
    const struct sim_kernel *any;               /* one of them */
    unsigned argument_count;                    /* explicit ones */
    struct icd_argument *arguments;             /* under the context's lock */
    bool has_told; /* under that, too: its arguments share memory, with OCC_ICD_CHECK=api */
};

/* api.c, before a launch: which of its arguments may not be the same memory and are?  Under the context's lock. */
void icd_api_check_arguments(struct _cl_kernel *kernel);

/* Is it one for the host, and not what has become of a block? */
static inline bool
icd_kernel_is_listed(const struct sim_kernel *kernel)
{
    return !*kernel->notes.runtime_handle;
}
/* How many of those the object has. */
unsigned icd_kernel_count(const struct sim_object *object);
/* The metadata of an explicit argument. */
const struct sim_arg_info *icd_kernel_argument(const struct _cl_kernel *kernel, unsigned index);
/* As it was built for the device, which may be NULL if there is but one; NULL: for none. */
const struct sim_kernel *icd_kernel_on(const struct _cl_kernel *kernel, cl_device_id device);
/* LDS of a work-group, with what the arguments that are set ask for. */
uint64_t icd_kernel_local_bytes(const struct _cl_kernel *kernel, const struct sim_kernel *made);
/* Sets it; the argument's bytes become the kernel's. */
void icd_kernel_set_argument(struct _cl_kernel *kernel, unsigned index,
                             const struct icd_argument *argument);
void icd_kernel_release(struct _cl_kernel *kernel);

/* What kernels print goes to standard output (launch.c). */
void icd_print(void *data, const char *text, size_t length);
/* It has been printed. */
void icd_printed(const char *kernel, const struct sim_printf_report *report);

#endif
