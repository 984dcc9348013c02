/* Numbers as DWARF writes them. */
#ifndef OCC_GCN_DWARF_DWARF_BYTES_H
#define OCC_GCN_DWARF_DWARF_BYTES_H

#include "support/strbuf.h"

void dwarf_u8(struct strbuf *buf, unsigned value);
void dwarf_u16(struct strbuf *buf, unsigned value);
void dwarf_u32(struct strbuf *buf, uint32_t value);
void dwarf_u64(struct strbuf *buf, uint64_t value);
void dwarf_uleb(struct strbuf *buf, uint64_t value);
void dwarf_sleb(struct strbuf *buf, int64_t value);
/* Writes the length of what follows `at` into the four bytes there. */
void dwarf_set_length(struct strbuf *buf, size_t at);

#endif
