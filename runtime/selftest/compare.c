#include "runtime/selftest/run.h"
#include "support/ieee.h"

#include <math.h>
#include <string.h>

const char *
case_value_text(struct arena *arena, struct value_type type, uint64_t bits)
{
    unsigned unused = 64 - 8 * type.size;
    const char *hex = arena_printf(arena, "0x%0*llx", 2 * (int)type.size, (unsigned long long)bits);
    if (type.kind == VALUE_FLOAT)
        return arena_printf(arena, "%.9g (%s)", ieee_value(8 * type.size, bits), hex);
    if (type.kind == VALUE_INT)
        return arena_printf(arena, "%lld (%s)", (long long)((int64_t)(bits << unused) >> unused),
                            hex);
    return arena_printf(arena, "%llu (%s)", (unsigned long long)bits, hex);
}

static bool
as_expected(const struct expectation *want, uint64_t bits)
{
    static const int digits[] = {[2] = 11, [4] = 24, [8] = 53};
    if (want->any || bits == want->bits)
        return true;
    if (want->type.kind != VALUE_FLOAT)
        return false;
    double a = ieee_value(8 * want->type.size, bits), tolerance = want->tolerance;
    double b = ieee_value(8 * want->type.size, want->bits);
    int exponent;
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    if (want->is_ulps && isfinite(b)) {
        frexp(b, &exponent);
        tolerance = ldexp(tolerance, exponent - digits[want->type.size]);
    }
    return tolerance > 0 && fabs(a - b) <= tolerance;
}

/* "name[2]", "name[2].1" of vectors */
static const char *
place_text(struct arena *arena, const struct case_arg *arg, size_t at)
{
    size_t index = at / arg->type.size, slots = arg->components == 3 ? 4 : arg->components;
    if (slots == 1)
        return arena_printf(arena, "%s[%zu]", arg->name, index);
    return arena_printf(arena, "%s[%zu].%zu", arg->name, index / slots, index % slots);
}

void
case_compare(struct case_run *run, const struct case_launch *launch, const struct case_arg *arg,
             const uint8_t *got)
{
    struct arena *arena = run->arena;
    bool *known = arena_alloc(arena, arg->size + 1);
    for (unsigned i = 0; i < arg->expected.count; i++) {
        const struct expectation *want = &arg->expected.at[i];
        uint64_t bits = 0;
        memcpy(&bits, got + want->at, want->type.size);
        memset(known + want->at, 1, want->type.size);
        if (!as_expected(want, bits))
            run->tell(run->data, want->line,
                      arena_printf(arena, "%s is %s instead of %s",
                                   place_text(arena, arg, want->at),
                                   case_value_text(arena, want->type, bits),
                                   case_value_text(arena, want->type, want->bits)));
    }
    for (size_t at = 0; at < arg->size; at++) { /* the fourth of three components is anyone's */
        if (arg->components == 3 && at % (4 * (size_t)arg->type.size) >= 3 * arg->type.size)
            continue;
        if (!known[at] && got[at] != arg->bytes[at]) {
            run->tell(run->data, launch->line,
                      arena_printf(arena, "%s was stored to, and nobody expects it",
                                   place_text(arena, arg, at)));
            return;
        }
    }
}
