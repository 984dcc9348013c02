#include "test/fpenv/hostile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned long calls;

/* MXCSR: FTZ, upward, DAZ; of the exceptions division by zero, invalid and overflow trap, "denormal operand" is
 * set.  x87: upward, 24 bits, the same traps, "stack fault" clear, "denormal operand" set. */
static const struct fpenv all = {
    .mxcsr = 0x8000 | 0x4000 | 0x1900 | 0x0040 | 0x0002, .control = 0x0872, .status = 0x0002};

/* The default one, but for flags: a library that restores only what it has changed leaves its own. */
static const struct fpenv flags = {.mxcsr = 0x1F80 | 0x0002, .control = 0x037F, .status = 0x0002};

static struct fpenv hostile;

__attribute__((constructor)) static void
choose(void)
{
    const char *wanted = getenv("OCC_TEST_HOSTILE");
    hostile = wanted && strcmp(wanted, "flags") == 0 ? flags : all;
}

void
hostile_begin(struct fpenv *before)
{
    struct fpenv own;
    fpenv_get(before);
    fpenv_out(&own, &hostile);
}

void
hostile_end(const struct fpenv *before, const char *call)
{
    struct fpenv now;
    char text[200];
    fpenv_get(&now);
    fpenv_leave(before);
    __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
    if (memcmp(&now, &hostile, sizeof now) == 0)
        return;
    int length = snprintf(
        text, sizeof text, "%s left MXCSR %04x, x87 %04x %04x, not %04x, %04x %04x\n", call,
        now.mxcsr, now.control, now.status, hostile.mxcsr, hostile.control, hostile.status);
    if (write(2, text, (size_t)length) < 0)
        _exit(4);
    _exit(3);
}

bool
hostile_is_current(void)
{
    struct fpenv now;
    fpenv_get(&now);
    return (now.mxcsr & ~0x3Fu) == (hostile.mxcsr & ~0x3Fu) && now.control == hostile.control;
}

unsigned long
hostile_calls(void)
{
    return calls;
}

/* A suite that calls nothing would pass. */
__attribute__((destructor)) static void
report(void)
{
    const char *wanted = getenv("OCC_TEST_HOSTILE");
    if (wanted && !calls) {
        fprintf(stderr, "no call was made in the hostile environment\n");
        _exit(3);
    }
}
