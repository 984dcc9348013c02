#include "gcn/dwarf/dwarf_bytes.h"

#include <string.h>

void
dwarf_u8(struct strbuf *buf, unsigned value)
{
    char byte = (char)value;
    strbuf_add(buf, &byte, 1);
}

void
dwarf_u16(struct strbuf *buf, unsigned value)
{
    dwarf_u8(buf, value & 0xff);
    dwarf_u8(buf, value >> 8 & 0xff);
}

void
dwarf_u32(struct strbuf *buf, uint32_t value)
{
    dwarf_u16(buf, value & 0xffff);
    dwarf_u16(buf, value >> 16);
}

void
dwarf_u64(struct strbuf *buf, uint64_t value)
{
    dwarf_u32(buf, (uint32_t)value);
    dwarf_u32(buf, (uint32_t)(value >> 32));
}

void
dwarf_uleb(struct strbuf *buf, uint64_t value)
{
    for (; value > 0x7f; value >>= 7)
        dwarf_u8(buf, (value & 0x7f) | 0x80);
    dwarf_u8(buf, (unsigned)value);
}

void
dwarf_sleb(struct strbuf *buf, int64_t value)
{
    while (value < -0x40 || value > 0x3f) {
        dwarf_u8(buf, ((unsigned)value & 0x7f) | 0x80);
        value >>= 7;
    }
    dwarf_u8(buf, (unsigned)value & 0x7f);
}

void
dwarf_set_length(struct strbuf *buf, size_t at)
{
    uint32_t length = (uint32_t)(buf->length - at - sizeof length);
    memcpy(buf->text + at, &length, sizeof length); /* little-endian hosts, as everywhere */
}
