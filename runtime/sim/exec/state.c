/* What the files of this room keep of a wave. */
#include "runtime/sim/exec/valu.h"

struct state {
    struct sim_counters counters;
    struct sim_jumps jumps;
    struct sim_state state;
    struct sim_scalar scalar;
    struct valu_mode valu_mode;
    struct sim_dma dma;
    struct sim_gws gws;
};

void
exec_make_wave(struct sim_wave *wave, struct arena *arena)
{
    struct state *own = ARENA_NEW(arena, struct state);
    wave->counters = &own->counters;
    wave->jumps = &own->jumps;
    wave->state = &own->state;
    wave->scalar = &own->scalar;
    wave->valu_mode = &own->valu_mode;
    wave->dma = &own->dma;
    wave->gws = &own->gws;
}

void
exec_begin_wave(struct sim_wave *wave)
{
    memset(wave->counters, 0, sizeof *wave->counters);
    wave->jumps->count = wave->jumps->depth = 0;
    wave->scalar->vccz_stale = wave->scalar->vccz_corrupt = wave->scalar->dirty = false;
    wave->scalar->lines.count = 0;
    wave->valu_mode->bits = ~wave->mode; /* to be read */
    wave->dma->end = 0;
    wave->state->vskip = false;
    trap_begin(wave);
}
