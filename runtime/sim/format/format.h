/* Elements of buffers and images: from bytes of memory to 32-bit registers and back.
 * No device, no descriptor: who has read a descriptor asks here what its format means. */
#ifndef OCC_RUNTIME_SIM_IMAGE_FORMAT_H
#define OCC_RUNTIME_SIM_IMAGE_FORMAT_H

#include "gcn/isa/gcn_target.h"

#include <stdbool.h>
#include <stdint.h>

/* Number formats by their code in descriptors: SIM_NUMBER_UNORM, ... (format.def). */
enum sim_number_format {
#define NUMBER_FORMAT(code, name, text, writable, last, is_float) SIM_NUMBER_##name = code,
#include "runtime/sim/format/format.def"
};

/* Whose data format it is: codes agree, but images have more of them. */
enum sim_resource_kind { SIM_RESOURCE_BUFFER, SIM_RESOURCE_IMAGE };

/* How the bits of an element are shared out; component 0 is X and has the lowest bits. */
struct sim_data_format {
    const char *name; /* "10_11_11": from the highest bit to the lowest */
    uint8_t code;
    uint8_t bytes;       /* of an element */
    uint8_t count;       /* components */
    uint8_t bits[4];     /* of each component; 0: it has none */
    uint16_t numbers[2]; /* by enum sim_resource_kind: which number formats exist, 1 << code */
};

/* A data format with a number format; to be had from sim_format_find and copied at will. */
struct sim_format {
    const struct sim_data_format *data; /* static */
    uint8_t number;                     /* enum sim_number_format */
    bool writable; /* stores exist; else only loads (CLRX: scaled numbers and snorm_ogl) */
    bool is_float; /* registers hold floats; else integers */
};

/* What the two codes of a descriptor or of an MTBUF instruction mean on the target.  False: the
 * hardware knows no such pair, and *format is unchanged. */
bool sim_format_find(enum sim_resource_kind kind, const struct gcn_target *target,
                     unsigned data_code, unsigned number_code, struct sim_format *format);
/* "unorm", ...; "reserved" for a code that is no number format. */
const char *sim_number_name(unsigned number_code);
/* What a register gets from the select "1": 1.0f or the integer 1. */
uint32_t sim_format_one(const struct sim_format *format);

/* One element of format->data->bytes bytes to registers: bits of a float, or an integer extended to
 * 32 bits.  Components that the format has not are 0: the descriptor's selects give them values.
 * Normalised numbers and sRGB are correctly rounded (OpenCL 1.2, 8.3.1 asks for 1.5 ulp). */
void sim_format_load(const struct sim_format *format, const void *bytes, uint32_t component[4]);
/* Registers to one element; all its bytes are written.  Integers and normalised numbers are
 * clamped to the format's range, a NaN becomes 0 there, floats are rounded to nearest even (OpenCL
 * 1.2, 8.3.1.1 and 8.3.2), a float that is too large becomes infinite, in formats without a sign
 * the largest number; there negative numbers become 0. */
void sim_format_store(const struct sim_format *format, const uint32_t component[4], void *bytes);

/* The same for shadows (1 bits: uninitialised).  An integer keeps its bits apart, with the sign
 * extended; any other number is undefined as a whole when one bit of it is. */
void sim_format_load_shadow(const struct sim_format *format, const void *shadow,
                            uint32_t component[4]);
/* A component with any undefined bit makes its bits of the element undefined, but for 32-bit
 * components, which keep theirs apart. */
void sim_format_store_shadow(const struct sim_format *format, const uint32_t component[4],
                             void *shadow);

#endif
