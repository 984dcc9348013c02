/* All that is in a code object, as a tree for people and programs. */
#ifndef OCC_GCN_CODEOBJ_DESCRIBE_H
#define OCC_GCN_CODEOBJ_DESCRIBE_H

#include "gcn/codeobj/codeobj.h"

/* Keys in the order of the file: file, segments, sections, symbols, dynamic symbols, relocations, notes, kernels,
 * metadata. */
struct meta *codeobj_describe(const struct codeobj *object, struct arena *arena);

/* describe_text.c: indented text, lists of alike maps as tables; JSON. */
void codeobj_print(struct strbuf *out, const struct meta *tree);
void codeobj_print_json(struct strbuf *out, const struct meta *tree);

#endif
