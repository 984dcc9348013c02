#include "support/process.h"

#include <sys/mman.h>
#include <unistd.h>

enum { PAGE_BYTES = 4096 };

void
process_mark_begin(struct process_mark *mark)
{
    mark->process = getpid();
    void *page = mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mark->page = page == MAP_FAILED ? NULL : page;
    if (mark->page && madvise(mark->page, PAGE_BYTES, MADV_WIPEONFORK) != 0)
        process_mark_end(mark);
    if (mark->page)
        *mark->page = true;
}

bool
process_mark_is_ours(const struct process_mark *mark)
{
    return mark->page ? *mark->page : mark->process == getpid();
}

void
process_mark_end(struct process_mark *mark)
{
    if (mark->page)
        munmap(mark->page, PAGE_BYTES);
    mark->page = NULL;
}
