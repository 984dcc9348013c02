/* Buffers, sub-buffers, pipes and shared memory: objects, and where their bytes are. */
#ifndef OCC_RUNTIME_ICD_MEMORY_H
#define OCC_RUNTIME_ICD_MEMORY_H

#include "runtime/icd/icd.h"

#include <pthread.h>

struct icd_callback;
struct icd_engine;
struct icd_enqueue;
struct icd_image;
struct icd_place;
struct icd_work;

/* ---- memory ---- */

/* A pointer that a map gave, until it is unmapped: each holds its memory, which the program may release before. */
struct icd_mapped {
    struct icd_mapped *next;
    uint8_t *at;
    size_t size;
    bool changes; /* the host may write there */
};

/* Where the bytes of a buffer are current: in the host's memory, which GPUs may use as it is, or on GPUs that have
 * bytes of their own. */
struct icd_copies {
    pthread_mutex_t lock;
    bool has_bytes; /* somebody has written some */
    bool on_host;
    bool is_separate[ICD_DEVICES]; /* the engine's GPU has bytes of its own */
    bool on_gpu[ICD_DEVICES];      /* which are current */
};

struct _cl_mem {
    struct icd_object object;
    struct _cl_context *context;
    cl_mem_object_type type;
    cl_mem_flags flags;
    size_t size;
    void *host_pointer; /* the program's, of CL_MEM_USE_HOST_PTR */
    uint8_t *bytes;     /* what it holds */
    bool owns_bytes;
    bool
        is_constant; /* the process itself may not write some of its bytes: they are the program's */
    bool is_reserved;   /* its size is counted to the devices */
    uint64_t place;     /* of a root, order.c: the number of its first byte; 0: none yet */
    uint8_t *undefined; /* as many: 1 bits are uninitialised (undefined.c); NULL: not looked at */
    struct icd_stored *stored; /* under the context's lock; NULL: nothing to be told */
    size_t gap;                /* bytes after those that are taken too */
    bool is_svm; /* an allocation of shared memory, not an object: it holds no context */
    struct _cl_device_id *sharer; /* whose driver has given its bytes; NULL: they are pages */
    struct _cl_mem *next_svm;
    struct _cl_mem *shared;  /* the allocation that holds its bytes, a reference; NULL: none does */
    cl_uint packet, packets; /* of a pipe: bytes of one, how many */
    struct icd_properties properties;
    struct _cl_mem *parent; /* of a sub-buffer, or an image that is made of it; a reference */
    size_t origin;
    uint64_t address[ICD_DEVICES]; /* on each engine's GPU, under its lock; 0: not mapped there */
    struct icd_copies copies;      /* of a buffer that is no part of another */
    struct icd_mapped *mapped;     /* under the context's lock */
    struct icd_callback *destructors; /* the last one first, under the context's lock */
    struct icd_image *image;          /* NULL: a buffer */
};

/* Of the context, which it holds unless it is shared memory, all zero but that; NULL: no memory. */
struct _cl_mem *icd_memory_new(struct _cl_context *context, cl_mem_object_type type, bool is_svm);
void icd_memory_release(struct _cl_mem *memory);
/* May the process itself not write some of those bytes? */
bool icd_is_constant(const void *at, size_t size);
/* May a command write it?  false: its bytes are the program's, which may not either; that is told. */
bool icd_memory_is_writable(const struct _cl_mem *memory);
/* Counts the memory's size to each device of its context until it is released; false: one has not so much
 * left. */
bool icd_memory_reserve(struct _cl_mem *memory);
/* Zeroed bytes, taken when they are touched, with a gap after them that cannot be; NULL: no memory. */
uint8_t *icd_take_pages(size_t size, size_t gap);
/* The address on the engine's locked GPU; 0: it has no room (the message says so).  A sub-buffer has one
 * of its own, so that accesses beside it are found, though these bytes are those of its parent. */
uint64_t icd_memory_address(struct _cl_mem *memory, struct icd_engine *engine);
/* A sub-buffer's address as a part of its parent. */
uint64_t icd_memory_address_in_parent(struct _cl_mem *memory, struct icd_engine *engine);

/* ---- where a buffer's bytes are (memory_data.c): no engine is locked ---- */

/* What holds its bytes: itself, a parent, shared memory. */
struct _cl_mem *icd_memory_root(struct _cl_mem *memory);
/* Makes those bytes of the host's current; false: no memory, or the GPU is lost. */
bool icd_memory_to_host(struct _cl_mem *memory, const uint8_t *at, size_t size);
/* All of it, and the host has it from then on, too. */
bool icd_memory_all_to_host(struct _cl_mem *memory);
/* The host has written them: so must be GPUs' that are current. */
bool icd_memory_written(struct _cl_mem *memory, const uint8_t *at, size_t size);
/* Makes all that the engine's GPU has of it current, and the only ones if they will be changed.  The status of a command
 * that needs it: CL_COMPLETE, or an error, which the program has been told: no room there, or the GPU is lost. */
cl_int icd_memory_to_gpu(struct _cl_mem *memory, struct icd_engine *engine, bool changes);
/* The bytes of it for a command on the engine, which are current there then; pitches are the caller's. */
cl_int icd_memory_place(struct _cl_mem *memory, uint8_t *at, struct icd_engine *engine,
                        bool changes, struct icd_place *place);

/* ---- */

/* Is it a buffer of that context? */
cl_int icd_buffer_check(const struct _cl_mem *memory, const struct _cl_context *context);
bool icd_map_flags_are_good(cl_map_flags flags);
/* Notes the pointer and enqueues its map; NULL: *error says why, and nothing is noted.  The work is freed
 * in any case. */
void *icd_enqueue_map(const struct icd_enqueue *call, struct _cl_mem *memory,
                      const struct icd_mapped *mapped, struct icd_work *work, cl_int *error);
/* The work of a buffer's map; NULL: no memory. */
struct icd_work *icd_map_work(struct _cl_mem *memory, uint8_t *at, size_t size, cl_map_flags flags);
/* Flags of memory: known ones, that do not exclude each other. */
bool icd_mem_flags_are_good(cl_mem_flags flags);
/* What host_ptr must be for them. */
cl_int icd_host_pointer_check(cl_mem_flags flags, const void *host);
/* The flags of a part of memory that has others: its own, or those where it has none; 0: it asks for
 * more. */
cl_mem_flags icd_flags_inherit(cl_mem_flags flags, cl_mem_flags of);

/* Shared virtual memory (svm.c): the allocation that holds the address; NULL: there is none. */
struct _cl_mem *icd_svm_find(struct _cl_context *context, const void *pointer);
/* The same with a reference. */
struct _cl_mem *icd_svm_retain(struct _cl_context *context, const void *pointer);
/* Maps all allocations to the engine's locked GPU; false: it has no room (the message says so). */
bool icd_svm_map(struct icd_engine *engine);

/* ---- uninitialised bytes of buffers (sim/undefined.c): only with OCC_ICD_CHECK=all ---- */

struct icd_argument;
/* Begins to look, at memory with context, size and bytes; false: no memory. */
bool icd_undefined_begin(struct _cl_mem *memory, bool is_written);
/* The host, or a command, has written these bytes of the memory. */
void icd_undefined_clear(const struct _cl_mem *memory, const uint8_t *at, size_t size);
/* Notes what a launch with those arguments has stored; its GPU is locked. */
void icd_undefined_note(struct icd_engine *engine, const struct icd_argument *arguments,
                        unsigned count);
/* Tells if the bytes, which the host gets, are stored and uninitialised. */
void icd_undefined_read(struct _cl_mem *memory, const uint8_t *at, size_t size);

/* The bytes are mapped. */
void icd_undefined_map(struct _cl_mem *memory, const uint8_t *at, size_t size, cl_map_flags flags);

/* Rows of bytes, and slices of rows, on one side of a transfer. */
struct icd_side {
    struct _cl_mem *memory; /* NULL: the host's memory */
    uint8_t *bytes;         /* the first one moved */
    size_t row, slice;      /* pitches in bytes */
};
/* What a transfer does to uninitialised bytes. */
void icd_undefined_move(const struct icd_side *to, const struct icd_side *from,
                        const size_t size[3]);
/* Moves bytes, rows and slices (transfer.c). */
cl_int icd_enqueue_transfer(const struct icd_enqueue *call, const struct icd_side *to,
                            const struct icd_side *from, const size_t size[3]);
/* Repeats the pattern; CL_INVALID_VALUE: it does not fit. */
cl_int icd_enqueue_fill(const struct icd_enqueue *call, struct _cl_mem *memory, size_t offset,
                        size_t size, const void *pattern, size_t pattern_size);

#endif
