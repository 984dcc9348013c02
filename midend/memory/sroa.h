/* The parts of scalar replacement: opt_sroa.c finds objects and their pieces, sroa_rewrite.c makes
 * the pieces and rewrites the accesses. */
#ifndef OCC_MIDEND_MEMORY_SROA_H
#define OCC_MIDEND_MEMORY_SROA_H

#include "midend/ir/ir_build.h"

struct piece {
    uint32_t start, size; /* bytes in the object */
    enum ir_type type;    /* of the variable, if it is one */
    bool typed;
    bool mixed;   /* accessed whole, but as different types */
    bool divided; /* some access takes a part of it: it becomes dwords, cut where the offset in the
                     object is a multiple of 4 */
    ir_id *allocas; /* one; divided: one a dword */
};

struct object {
    struct ir_inst *alloca;
    bool ok;
    bool *used, *same_slice; /* per byte: accessed; in one piece with the byte before */
    uint32_t *piece_at;      /* per byte: index + 1 */
    VEC(struct piece) pieces;
};

struct access { /* one use of an object, at a constant offset */
    struct object *object;
    struct ir_inst *inst;
    uint32_t arg; /* which argument the pointer is: memcpy has two */
    uint32_t offset;
    bool rewritten;
};

struct sroa {
    struct ir_function *function;
    struct arena scratch;
    VEC(struct object) objects;
    VEC(struct access) accesses;
    struct map sides; /* instruction + argument -> index of its access, + 1 */
};

/* opt_sroa.c: the object on the other side of a copy, if it is one that is taken apart; or NULL. */
struct access *sroa_other_side(struct sroa *s, const struct access *access);
/* The integer type of 1, 2, 4 or 8 bytes; I64 for any other size. */
enum ir_type sroa_word_type(uint32_t size);

/* sroa_rewrite.c: the variables of an object's pieces. */
void sroa_make_allocas(struct sroa *s, struct object *object);
/* Puts accesses to pieces before the access; the caller removes it if this says true. */
bool sroa_rewrite(struct sroa *s, const struct access *access);

#endif
