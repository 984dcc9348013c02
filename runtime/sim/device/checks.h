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

/* How far the order of a fence or an atomic operation reaches; UNSAID: as far as the hardware has it. */
enum sim_scope { SIM_SCOPE_UNSAID, SIM_SCOPE_SUBGROUP, SIM_SCOPE_WORKGROUP, SIM_SCOPE_DEVICE };

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
    uint8_t scope; /* enum sim_scope */
    const char *name;
};

enum sim_ask {
#define ASK(name, word) SIM_ASK_##name,
#include "runtime/sim/device/check_ask.def"
#undef ASK
    SIM_ASK_KINDS
};

/* What the object was compiled to be checked for: sim_object.asks. */
enum sim_asks {
#define ASK(name, word) SIM_ASKS_##name = 1 << SIM_ASK_##name,
#include "runtime/sim/device/check_ask.def"
#undef ASK
    SIM_ASKS_ALL = (1 << SIM_ASK_KINDS) - 1,
    SIM_ASKS_RECOVER = SIM_ASKS_ALL
                       << SIM_ASK_KINDS, /* a bit for each: what is told ends no launch */
};

extern const char *const checks_ask_name[SIM_ASK_KINDS];

/* The point at this word of the image; NULL: there is none. */
const struct sim_check *checks_at(const struct sim_code *code, size_t word);

#endif
