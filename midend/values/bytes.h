/* What opt_bytes knows of the bytes of a value, for byte_logic.c. */
#ifndef OCC_MIDEND_VALUES_BYTES_H
#define OCC_MIDEND_VALUES_BYTES_H

#include "midend/ir/ir_build.h"

enum { WIDEST = 8 }; /* bytes */

/* A byte of a value; id 0: it is 0. */
struct byte {
    ir_id id;
    uint8_t index;
};

struct bytes {
    struct byte at[WIDEST];
};

struct byte_search {
    struct ir_function *function;
    /* By value, what was found to be a sum of nothing: 1 + how many bytes it has; so that each is looked
     * into once.  Values that the pass makes are not in it. */
    uint8_t *opaque;
    uint32_t value_count;
    uint32_t visits;
    uint32_t saved; /* operations that only this sum needs */
};

/* A dword made of two others, bytes numbered as perm's selector: 0 to 3 of `low`, 4 to 7 of `high`. */
struct mix {
    struct byte low, high; /* any byte of each; id 0: there is none */
    uint32_t selector;
};

/* The bytes of a value.  is_saved: the value above is not needed if the sum is replaced. */
struct bytes byte_find(struct byte_search *s, ir_id id, unsigned depth, bool is_saved);
/* Of four bytes; false: there are more than two dwords, or one that is none. */
bool byte_mix_of(const struct byte_search *s, const struct byte *bytes, struct mix *mix);
ir_id byte_dword(struct ir_builder *b, const struct byte *byte);
/* One operation without perm, or none; 0: there is no such. */
ir_id byte_simple_form(struct ir_builder *b, const struct mix *mix);

/* byte_logic.c: four bytes that equal operations computed, as one operation on all; 0: they are no such, or that
 * costs as much. */
ir_id byte_logic(struct byte_search *s, struct ir_builder *b, const struct byte *bytes);
#endif
