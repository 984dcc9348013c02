/* The command's heap, made ready for a process that allocates fast and ends soon. */
#ifndef OCC_DRIVER_HEAP_H
#define OCC_DRIVER_HEAP_H

/* To be called first in main.  Asks for huge pages and keeps what is freed: without that, a page
 * fault for each 4 KiB is a third of the time of a compilation.  Whatever the system refuses is left
 * as it was; on other C libraries than glibc this does nothing. */
void heap_prepare(void);

#endif
