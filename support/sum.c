/* Sums of texts: sum.h. */
#include "support/sum.h"

#include <string.h>

static const unsigned __int128 PRIME = ((unsigned __int128)1 << 88) + 0x13B;

static void
step(struct sum *sum, uint64_t bytes)
{
    sum->value = (sum->value ^ bytes) * PRIME;
    sum->value ^= sum->value >> 67;
}

void
sum_add_byte(struct sum *sum, unsigned char byte)
{
    sum->open |= (uint64_t)byte << 8 * sum->count++;
    if (sum->count == 8) {
        step(sum, sum->open);
        sum->open = sum->count = 0;
    }
}

void
sum_add(struct sum *sum, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (; size && sum->count; size--)
        sum_add_byte(sum, *at++);
    for (; size >= 8; size -= 8, at += 8) {
        uint64_t eight;
        memcpy(&eight, at, 8);
        step(sum, eight);
    }
    while (size--)
        sum_add_byte(sum, *at++);
}

void
sum_add_text(struct sum *sum, const void *bytes, size_t size)
{
    uint64_t count = size;
    sum_add(sum, &count, sizeof count);
    sum_add(sum, bytes, size);
}

unsigned __int128
sum_end(struct sum *sum)
{
    step(sum, sum->open);
    step(sum, sum->count);
    return sum->value;
}
