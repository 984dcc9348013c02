#define _GNU_SOURCE
#include "driver/heap.h"

#include <stdint.h>
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

#if defined(__GLIBC__) && defined(MADV_HUGEPAGE) && !defined(__SANITIZE_ADDRESS__)

enum {
    RESERVED = 512 << 20,  /* address space that the heap takes at once; memory when it is used */
    FIRST = 1 << 20,       /* more than the heap's free end at the start: makes it grow */
    LATER_STEP = 4 << 20,  /* by what it grows after that */
    OWN_MAPPING = 32 << 20 /* what still gets a mapping of its own: the most that mallopt takes */
};

void
heap_prepare(void)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = (uintptr_t)sbrk(0);
    mallopt(M_MMAP_THRESHOLD, OWN_MAPPING);
    mallopt(M_TRIM_THRESHOLD, RESERVED);
    mallopt(M_TOP_PAD, RESERVED);
    void *volatile block = malloc(FIRST); /* volatile: the pair must not be optimised away */
    free(block);
    mallopt(M_TOP_PAD, LATER_STEP);
    uintptr_t end = (uintptr_t)sbrk(0);
    start = (start + page - 1) / page * page;
    if (block && end != UINTPTR_MAX && end > start)
        (void)madvise((void *)start, end - start, MADV_HUGEPAGE);
}

#else

void
heap_prepare(void)
{
}

#endif
