/* Debug information in assembly text. */
#ifndef OCC_BACKEND_GCN_DEBUG_ASM_DEBUG_H
#define OCC_BACKEND_GCN_DEBUG_ASM_DEBUG_H

#include "backend-gcn/debug/dwarf.h"
#include "backend-gcn/emit/asm_source.h"

/* The debug information of the object; declares its files, in its order, and names the beginning of
 * .text.  NULL: none is wanted. */
struct dwarf *asm_debug_start(struct strbuf *buf, const struct code_object *object,
                              struct asm_source *source);
/* After all else: its sections. */
void asm_debug_finish(struct strbuf *buf, const struct dwarf *dwarf);

#endif
