/* What the checks of a program's own rules share: strict_points.c, strict_reports.c, strict_items.c, strict_copies.c. */
#ifndef OCC_RUNTIME_SIM_STRICT_STRICT_POINTS_H
#define OCC_RUNTIME_SIM_STRICT_STRICT_POINTS_H

#include "runtime/sim/strict/strict.h"

/* ---- strict_reports.c ---- */

enum { MOST_REPORTS = 64 }; /* of a launch; more places are told, but not counted */

struct report {
    uint64_t pc, count;
    unsigned kind;
    const struct sim_check *check; /* the point that told it first; NULL: an access did */
    char place[160], reason[512];
};

struct reports {
    unsigned count;
    struct report all[MOST_REPORTS];
};

struct points_device {
    struct reports reports;
};

void reports_begin(struct sim_device *device);
/* A fault, or a warning once for each place, as the program was compiled; or nothing, if it is suppressed. */
void points_tell(struct sim_wave *wave, const struct sim_op *op, int lane, const char *reason);
/* The same of an instruction that the wave came to before. */
void points_tell_at(struct sim_wave *wave, uint64_t pc, int lane, const char *reason);
/* Where a point is. */
uint64_t points_pc(const struct sim_wave *wave, const struct sim_check *check);

/* ---- strict_points.c ---- */

/* Was the running kernel compiled to be checked for one of these?  enum sim_asks */
bool points_ask(const struct sim_device *device, uint32_t kinds);
/* What the register of that number of a point holds. */
static inline uint64_t
points_value(const struct sim_wave *wave, const struct sim_check *check, unsigned n, int lane)
{
    uint64_t low = wave->v[check->reg[n]][lane];
    return check->dwords[n] == 1 ? low : low | (uint64_t)wave->v[check->reg[n] + 1][lane] << 32;
}
/* "file.cl:4" of a pc, or its offset in the code. */
void points_put_line(struct sim_device *device, const struct sim_code *code, uint64_t pc,
                     struct strbuf *text);
/* Which variable the bits come from that nobody has set, of a vector register, or of a scalar one. */
void points_put_origin(struct sim_wave *wave, const struct sim_op *op, int lane,
                       struct strbuf *text);

#endif
