/* Points that a compiler has left in the code for the checks of a program's own rules (docs/abi.md, "Checks"). */
#ifndef OCC_RUNTIME_SIM_DEVICE_CHECKS_H
#define OCC_RUNTIME_SIM_DEVICE_CHECKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sim_code;

/* A point at which the program's own rules are checked, behind an instruction (checks.c). */
enum sim_check_kind {
#define CHECK(name, word, registers, numbers) SIM_CHECK_##name,
#include "runtime/sim/device/check_kind.def"
#undef CHECK
    SIM_CHECK_KINDS
};

enum { SIM_CHECK_REGISTERS = 9 }; /* of one point, at most */

struct sim_check {
    uint32_t word; /* of the image */
    uint8_t kind;  /* enum sim_check_kind */
    uint8_t register_count;
    uint8_t dwords[SIM_CHECK_REGISTERS];
    uint16_t reg[SIM_CHECK_REGISTERS]; /* VGPRs */
    uint64_t number[3];
    char sign;          /* of an index: 's' or 'u' */
    bool local, global; /* memories that are ordered */
    bool acquires, releases;
    const char *name;
};

/* What the object was compiled to be checked for: sim_object.asks. */
enum sim_asks {
    SIM_ASKS_BOUNDS = 1,
    SIM_ASKS_RACE = 2,
    SIM_ASKS_UNDEFINED = 4,
    SIM_ASKS_ASYNC_COPY = 8,
    SIM_ASKS_RECOVER_BOUNDS = 16, /* what is told of these ends no launch */
    SIM_ASKS_RECOVER_RACE = 32,
    SIM_ASKS_RECOVER_UNDEFINED = 64,
    SIM_ASKS_RECOVER_ASYNC_COPY = 128,
    SIM_ASKS_RECOVER = 240, /* all of them */
};

/* The point at this word of the image; NULL: there is none. */
const struct sim_check *checks_at(const struct sim_code *code, size_t word);

#endif
