/* Text and code as HTML. */
#ifndef OCC_DRIVER_LIBRARY_HTML_CODE_H
#define OCC_DRIVER_LIBRARY_HTML_CODE_H

#include "support/diag.h"

/* Writes text that may hold anything, of length bytes with a NUL somewhere after them, or up to its NUL. */
void html_put(struct strbuf *out, const char *text, size_t length);
void html_puts(struct strbuf *out, const char *text);
/* Writes a line of IR or machine IR with elements for what may be clicked: <i> a value, a register or a block, whose
 * title has its width where the text has not; <b> a location, whose title is FILE:LINE as diag finds it. */
void html_code(struct strbuf *out, const char *text, const struct diag *diag);

#endif
