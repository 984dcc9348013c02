/* Source text to IR, for the tests of gen. */
#ifndef OCC_TEST_MIDEND_GEN_LOWER_H
#define OCC_TEST_MIDEND_GEN_LOWER_H

#include "midend/ir/ir.h"

enum lower_status { LOWER_GOOD, LOWER_ERRORS, LOWER_NO_FILE, LOWER_BROKEN };

/* Reads, parses, checks and lowers the file; the IR's text is added to out, messages to log.
 * LOWER_BROKEN: ir_validate objects, the text does not read back to itself, or internal error. */
enum lower_status lower_file(struct arena *arena, struct guard *guard, const char *path,
                             struct strbuf *out, struct strbuf *log);

/* Text named name to a new module; NULL after errors, which are in diag's log.  cl_version: 120...
 */
struct ir_module *lower_text(struct arena *arena, struct guard *guard, struct diag *diag,
                             const char *name, const char *text, size_t length,
                             unsigned cl_version);

#endif
