/* A profile and what its forms, text, JSON and HTML, have in common. */
#ifndef OCC_RUNTIME_GCNSIM_PROFILE_H
#define OCC_RUNTIME_GCNSIM_PROFILE_H

#include "runtime/gcnsim/gcnsim.h"
#include "runtime/gcnsim/source.h"
#include "support/strbuf.h"

/* Where a cycle goes: 0 is the issue of an instruction, 1 + enum sim_stall a stall. */
enum { CAUSES = 1 + SIM_STALLS };

/* All instructions of a line of the source. */
struct profile_line {
    struct sim_place place;
    const char *text; /* "": it cannot be read */
    uint64_t cycles, stalls;
    unsigned instructions; /* of the code, not of the launch */
};

struct profile_view {
    const struct command *command;
    const struct sim_profile *profile;
    const struct sim_stats *stats;
    const struct gcn_target *target;
    uint64_t by_cause[CAUSES]; /* cycles of all rows */
    uint64_t hottest;          /* cycles of the row that has most */
    uint64_t vector_executions, vector_lanes;
    bool has_sources; /* some row has one */
    struct source_files sources;
    VEC(struct profile_line) lines; /* by falling cycles */
};

/* What the launch cannot be shorter than; it takes as long as the longest: runtime/sim/timing/timing.c. */
struct bound {
    const char *name;
    uint64_t among;  /* how many places or units share the work */
    uint64_t cycles; /* each of them has */
};

enum { BOUNDS = 6 };

void profile_bounds(const struct profile_view *view, struct bound bounds[BOUNDS]);
/* "issue", or the name of the stall. */
const char *cause_name(unsigned cause);
/* Cycles of the row that go to the cause. */
uint64_t row_cause(const struct sim_profile_row *row, unsigned cause);
/* The stall that took most of the row's cycles; 0: it has none. */
unsigned row_main_stall(const struct sim_profile_row *row);
/* part of whole in tenths of a percent, rounded; 0 of nothing. */
unsigned permille(uint64_t part, uint64_t whole);
/* "2 work-groups of 16x4". */
void put_groups(const struct profile_view *view, struct strbuf *out);
/* What keeps more waves from a SIMD, in words. */
const char *occupancy_reason(const struct sim_stats *stats);

/* profile_lines.c: fills view->lines. */
void profile_find_lines(struct profile_view *view);

/* ---- profile_json.c, profile_html.c ---- */

void profile_json(struct profile_view *view, struct strbuf *out);
void profile_html(struct profile_view *view, struct strbuf *out);

/* ---- profile_svg.c, profile_style.c: parts of the page ---- */

/* The text with what HTML would read as marks escaped. */
void put_escaped(struct strbuf *out, const char *text);
/* A number with commas between its thousands. */
void put_number(struct strbuf *out, uint64_t number);
/* Each instruction as a bar of its cycles, by cause; a link to its row. */
void put_overview(const struct profile_view *view, struct strbuf *out);
/* Waves in the places of the SIMDs. */
void put_timeline(const struct profile_view *view, struct strbuf *out);
extern const char profile_style[];

#endif
