/* Manual pages and completions, made when occ is built: to standard output. */
#ifndef OCC_DRIVER_MANUAL_MANUAL_H
#define OCC_DRIVER_MANUAL_MANUAL_H

#include <stdbool.h>

/* Text as groff_man(7) has it. */
void manual_put_roff(const char *text);
/* Text inside of '...[...]' of zsh's _arguments. */
void manual_put_zsh(const char *text);

/* Of occ-obj. */
void manual_object_man(void);
void manual_object_bash(void);
void manual_object_zsh(void);

#endif
