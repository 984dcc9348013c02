/* Text that grows in an arena: what printers write to. */
#ifndef OCC_SUPPORT_STRBUF_H
#define OCC_SUPPORT_STRBUF_H

#include "support/arena.h"

struct strbuf {
    char *text; /* NUL-terminated once anything was added; NULL before */
    size_t length, capacity;
    struct arena *arena;
};

/* An empty text that grows in the arena. */
struct strbuf strbuf_new(struct arena *arena);
/* Makes room for so many bytes more, and no more than that. */
void strbuf_reserve(struct strbuf *buf, size_t more);
/* Appends length bytes; so many that are 0; NUL-terminated text; what printf would write. */
void strbuf_add(struct strbuf *buf, const char *bytes, size_t length);
void strbuf_zeros(struct strbuf *buf, size_t length);
void strbuf_puts(struct strbuf *buf, const char *text);
void strbuf_printf(struct strbuf *buf, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Pads with spaces up to the column, counted from the last newline; at least one space. */
void strbuf_column(struct strbuf *buf, size_t column);

#endif
