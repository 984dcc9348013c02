/* Is this still the process that made something, or a child of fork, which has none of its threads?  getpid asks the
 * kernel each time, so a page is kept that a child finds empty (madvise(2), MADV_WIPEONFORK). */
#ifndef OCC_SUPPORT_PROCESS_H
#define OCC_SUPPORT_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

struct process_mark {
    pid_t process;
    bool *page; /* true in that process; NULL: the kernel has no such page, and is asked */
};

void process_mark_begin(struct process_mark *mark);
bool process_mark_is_ours(const struct process_mark *mark);
/* In the process or a child: each has its own. */
void process_mark_end(struct process_mark *mark);

#endif
