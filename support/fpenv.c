#include "support/fpenv.h"

/* Functions of their own, which nothing is put in line of: so no arithmetic moves across them. */

#if defined(__x86_64__)

/* AMD64 Architecture Programmer's Manual, volume 1: 4.2.2 (MXCSR), 6.2.3 (x87 words), both as after a reset of the
 * process: all exceptions are masked, to nearest, 64 bits of precision. */
enum { MXCSR_DEFAULT = 0x1F80, MXCSR_FLAGS = 0x3F, X87_DEFAULT = 0x37F };

/* What fnstenv stores in 64-bit mode: words of 4 bytes, of which the upper halves of the first three are not used. */
struct x87_environment {
    uint16_t control, unused0, status, unused1, tag, unused2;
    uint32_t pointers[4];
};

void
fpenv_get(struct fpenv *at)
{
    __asm__ volatile("stmxcsr %0" : "=m"(at->mxcsr));
    __asm__ volatile("fnstcw %0" : "=m"(at->control));
    __asm__ volatile("fnstsw %0" : "=m"(at->status));
}

/* As one, so that no flag traps in between: fnstenv masks all, and fldenv raises nothing by itself. */
static void
load_x87(uint16_t control, uint16_t status)
{
    struct x87_environment environment;
    __asm__ volatile("fnstenv %0" : "=m"(environment));
    environment.control = control;
    environment.status = status;
    __asm__ volatile("fldenv %0" : : "m"(environment));
}

static void
set_default(const struct fpenv *now)
{
    static const uint32_t mxcsr = MXCSR_DEFAULT;
    if ((now->mxcsr & ~(uint32_t)MXCSR_FLAGS) != MXCSR_DEFAULT)
        __asm__ volatile("ldmxcsr %0" : : "m"(mxcsr));
    if (now->control != X87_DEFAULT)
        load_x87(X87_DEFAULT, 0);
}

static void
set(const struct fpenv *to)
{
    struct fpenv now;
    fpenv_get(&now);
    if (now.mxcsr != to->mxcsr)
        __asm__ volatile("ldmxcsr %0" : : "m"(to->mxcsr));
    if (now.control != to->control || now.status != to->status)
        load_x87(to->control, to->status);
}

#else

void
fpenv_get(struct fpenv *at)
{
    fegetenv(&at->host);
}

static void
set_default(const struct fpenv *now)
{
    (void)now;
    fesetenv(FE_DFL_ENV);
}

static void
set(const struct fpenv *to)
{
    fesetenv(&to->host);
}

#endif

void
fpenv_enter(struct fpenv *caller)
{
    fpenv_get(caller);
    set_default(caller);
}

void
fpenv_leave(const struct fpenv *caller)
{
    set(caller);
}

void
fpenv_out(struct fpenv *own, const struct fpenv *caller)
{
    fpenv_get(own);
    set(caller);
}

void
fpenv_in(const struct fpenv *own, struct fpenv *changes)
{
    if (changes)
        fpenv_get(changes);
    set(own);
}
