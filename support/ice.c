#include "support/ice.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void
guard_push(struct guard *guard, struct cleanup *entry, void (*release)(void *object), void *object)
{
    *entry = (struct cleanup){.release = release, .object = object, .older = guard->cleanups};
    if (entry->older)
        entry->older->newer = entry;
    guard->cleanups = entry;
}

void
guard_pop(struct guard *guard, struct cleanup *entry)
{
    if (entry->older)
        entry->older->newer = entry->newer;
    if (entry->newer)
        entry->newer->older = entry->older;
    else
        guard->cleanups = entry->older;
}

/* The frames that hold the entries are still there: the last moment to run them. */
_Noreturn static void
unwind(struct guard *guard, enum guard_status status)
{
    guard->status = status;
    while (guard->cleanups) {
        struct cleanup *entry = guard->cleanups;
        guard_pop(guard, entry);
        entry->release(entry->object);
    }
    longjmp(guard->target, 1);
}

void
ice(struct guard *guard, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(guard->message, sizeof guard->message, format, args);
    va_end(args);
    unwind(guard, GUARD_ICE);
}

void
guard_unwind(struct guard *guard, enum guard_status status, const char *message)
{
    snprintf(guard->message, sizeof guard->message, "%s", message);
    unwind(guard, status);
}
