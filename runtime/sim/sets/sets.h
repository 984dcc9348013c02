/* The loops of the sets that matter: sets.c has their table. */
#ifndef OCC_RUNTIME_SIM_SETS_SETS_H
#define OCC_RUNTIME_SIM_SETS_SETS_H

#include "runtime/sim/sets/run.h"
#include "runtime/sim/strict/strict.h"
#include "runtime/sim/timing/timing.h"

sim_run_fn sets_run_alone, sets_run_timed, sets_run_strict;

#endif
