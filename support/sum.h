/* A sum of 128 bits that tells texts apart: FNV-1a (draft-eastlake-fnv-17, section 5), but eight
 * bytes a step, with a shift for the upper half, which a product does not carry down.  Against
 * chance and damage, not against who makes texts that collide. */
#ifndef OCC_SUPPORT_SUM_H
#define OCC_SUPPORT_SUM_H

#include <stddef.h>
#include <stdint.h>

struct sum {
    unsigned __int128 value;
    uint64_t open;  /* bytes of the step that is not full, the first lowest */
    unsigned count; /* of them */
};

#define SUM_START                                                                                  \
    {                                                                                              \
        .value =                                                                                   \
            (unsigned __int128)UINT64_C(0x6C62272E07BB0142) << 64 | UINT64_C(0x62B821756295C58D)   \
    }

void sum_add_byte(struct sum *sum, unsigned char byte);
/* Bytes one after the other: how they are cut into calls does not matter. */
void sum_add(struct sum *sum, const void *bytes, size_t size);
/* With their number before them, so that texts side by side are not taken for others. */
void sum_add_text(struct sum *sum, const void *bytes, size_t size);
/* Of all that was added, which ends it. */
unsigned __int128 sum_end(struct sum *sum);

#endif
