/* Parts of opt_versions.c. */
#ifndef OCC_MIDEND_LOOPS_VERSION_H
#define OCC_MIDEND_LOOPS_VERSION_H

#include "midend/analysis/memory_address.h"
#include "midend/ir/ir_build.h"
#include "midend/loops/unroll.h"

enum {
    VERSION_LOOPS = 3,   /* the loop, and those in it */
    VERSION_TERMS = 8,   /* values that an address is the sum of */
    VERSION_STREAMS = 6, /* objects that a loop accesses */
    VERSION_RANGES = 4   /* addresses into one of them that differ by more than a constant */
};

/* How a value of an address becomes 64 bits wide; SPAN: it is no value, but the number of iterations after the first
 * of the loop with that index. */
enum version_widen { VERSION_SAME, VERSION_SEXT, VERSION_ZEXT, VERSION_SPAN };

/* A sum of values from before the loop, each times a constant, and of a constant. */
struct version_form {
    struct version_term {
        ir_id id;
        enum version_widen widen;
        int64_t times;
    } terms[VERSION_TERMS];
    uint32_t count;
    int64_t constant;
};

/* The bytes from low to just before high are all that accesses touch in all iterations, and others maybe. */
struct version_range {
    struct version_form low, high;
};

/* One object, as the loop accesses it. */
struct version_stream {
    struct memory_address at; /* of an access */
    bool loads, stores;
    bool is_unknown; /* its ranges are not known */
    struct version_range ranges[VERSION_RANGES];
    uint32_t range_count;
};

struct version_loop {
    struct ana_induction at;
    struct ana_bound bound; /* if the span is not constant */
    bool is_known, is_constant;
    uint64_t span; /* iterations after the first, if constant */
};

struct versions {
    struct unroller u;
    struct memory_objects objects;
    struct version_loop loops[VERSION_LOOPS]; /* the first is the loop at hand */
    uint32_t loop_count;
    struct version_stream streams[VERSION_STREAMS];
    uint32_t stream_count;
    uint32_t made; /* versions so far */
};

/* version_range.c: the loop of v->loops[index].at; can be without a known span. */
void version_find_span(struct versions *v, uint32_t index);
/* Adds what the access touches to the stream; false: it is not known, or there are too many ranges. */
bool version_add_range(struct versions *v, struct version_stream *stream,
                       const struct ir_inst *access, uint32_t size);
/* Have the two ranges no byte in common?  A value of type i1. */
ir_id version_apart(struct versions *v, struct ir_builder *b, const struct version_range *x,
                    const struct version_range *y);

#endif
