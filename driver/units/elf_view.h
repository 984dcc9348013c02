/* What an ELF object has, found in its bytes, which may be anything: nothing is allocated, so nothing can be
 * missing but in the object. */
#ifndef OCC_DRIVER_UNITS_ELF_VIEW_H
#define OCC_DRIVER_UNITS_ELF_VIEW_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>

/* false: it is no ELF object for these GPUs. */
bool elf_view_header(const void *bytes, size_t size, Elf64_Ehdr *header);
/* The first section of that name, *length bytes inside of those given; NULL: there is none. */
const char *elf_view_section(const void *bytes, size_t size, const char *name, size_t *length);

#endif
