/* -fpass-html: a page that shows one kernel at each stage of the way. */
#ifndef OCC_DRIVER_LIBRARY_PASS_HTML_H
#define OCC_DRIVER_LIBRARY_PASS_HTML_H

#include "frontend/ast.h"
#include "midend/pass.h"

/* The kernel's texts, and where its source begins and ends; first.line_text is NULL where that is not known. */
struct pass_html {
    struct pass_texts texts;
    struct diag_location first, last;
    const struct diag *diag; /* finds locations */
};

/* Takes the IR of the kernel `name` (NULL: of the first one) as the first text; passes add theirs to
 * ->texts.  unit: what the IR was made of, read here alone; NULL: IR that was linked.  In the arena; NULL: the module
 * has no such kernel. */
struct pass_html *pass_html_begin(struct arena *arena, const struct diag *diag,
                                  struct ir_module *module, const struct translation_unit *unit,
                                  const char *name);
/* Writes the page, which needs no other file: the source, then a column for each text, with what differs from the
 * column before marked.  page: NULL if no kernel went through passes; file: the name of the source. */
void pass_html_write(struct strbuf *out, const struct pass_html *page, const char *file,
                     const char *target);

#endif
