#include "support/ice.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void
ice(struct guard *guard, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(guard->message, sizeof guard->message, format, args);
    va_end(args);
    guard->status = GUARD_ICE;
    longjmp(guard->target, 1);
}

void
guard_unwind(struct guard *guard, enum guard_status status, const char *message)
{
    snprintf(guard->message, sizeof guard->message, "%s", message);
    guard->status = status;
    longjmp(guard->target, 1);
}
