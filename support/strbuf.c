#include "support/strbuf.h"

#include <stdio.h>
#include <string.h>

struct strbuf
strbuf_new(struct arena *arena)
{
    return (struct strbuf){.arena = arena};
}

static void
grow(struct strbuf *buf, size_t room)
{
    char *bigger = arena_alloc_raw(buf->arena, room);
    arena_copy(buf->arena, bigger, buf->text, buf->length);
    bigger[buf->length] = '\0';
    buf->text = bigger;
    buf->capacity = room;
}

void
strbuf_reserve(struct strbuf *buf, size_t more)
{
    if (buf->length + more + 1 > buf->capacity)
        grow(buf, buf->length + more + 1);
}

static void
reserve(struct strbuf *buf, size_t more)
{
    if (buf->length + more + 1 <= buf->capacity)
        return;
    size_t room = buf->capacity ? buf->capacity * 2 : 256;
    while (room < buf->length + more + 1)
        room *= 2;
    grow(buf, room);
}

enum { PIECE = 512 * 1024 }; /* what is copied without a poll */

static __attribute__((noinline)) void
add_long(struct strbuf *buf, const char *bytes, size_t length)
{
    reserve(buf, length);
    for (; length > PIECE; bytes += PIECE, length -= PIECE) {
        strbuf_add(buf, bytes, PIECE);
        guard_poll(buf->arena->guard);
    }
    strbuf_add(buf, bytes, length);
}

void
strbuf_add(struct strbuf *buf, const char *bytes, size_t length)
{
    if (length > PIECE) {
        add_long(buf, bytes, length);
        return;
    }
    reserve(buf, length);
    if (length)
        memcpy(buf->text + buf->length, bytes, length);
    buf->length += length;
    buf->text[buf->length] = '\0';
}

void
strbuf_zeros(struct strbuf *buf, size_t length)
{
    reserve(buf, length);
    memset(buf->text + buf->length, 0, length + 1);
    buf->length += length;
}

void
strbuf_puts(struct strbuf *buf, const char *text)
{
    strbuf_add(buf, text, strlen(text));
}

void
strbuf_printf(struct strbuf *buf, const char *format, ...)
{
    char small[256];
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(small, sizeof small, format, args);
    va_end(args);
    if (length >= 0 && (size_t)length < sizeof small)
        strbuf_add(buf, small, (size_t)length);
    else
        strbuf_puts(buf, arena_vprintf(buf->arena, format, again));
    va_end(again);
}

void
strbuf_column(struct strbuf *buf, size_t column)
{
    size_t start = buf->length;
    while (start > 0 && buf->text[start - 1] != '\n')
        start--;
    do
        strbuf_add(buf, " ", 1);
    while (buf->length - start < column);
}
