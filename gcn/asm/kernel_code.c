/* .amd_kernel_code_t: 256 bytes in front of a kernel's code. */
#include "gcn/asm/assembler.h"

#include <string.h>

enum { SIZE = 256 };

static const struct {
    const char *name, *other;
    uint8_t offset, first, bits;
    int16_t initial;
} keys[] = {
#define KEY(name, other, offset, first, bits, initial)                                             \
    {#name, #other, offset, first, bits, initial},
#include "gcn/object/kernel_code.def"
};

enum { KEYS = sizeof keys / sizeof *keys };

static void
set(uint8_t *bytes, unsigned key, int64_t value)
{
    uint64_t word = 0,
             mask = keys[key].bits < 64 ? ((uint64_t)1 << keys[key].bits) - 1 : UINT64_MAX;
    bool is_field = keys[key].first || keys[key].bits < 8; /* of a word */
    unsigned size = is_field ? 4 : keys[key].bits / 8u;
    memcpy(&word, bytes + keys[key].offset, size);
    word = (word & ~(mask << keys[key].first)) | ((uint64_t)value & mask) << keys[key].first;
    memcpy(bytes + keys[key].offset, &word, size);
}

static void
set_defaults(const struct assembler *as, uint8_t *bytes)
{
    const struct gcn_target *target = as->target;
    const struct {
        const char *name;
        unsigned value;
    } numbers[] = {{"amd_machine_version_major", target->major},
                   {"amd_machine_version_minor", target->minor},
                   {"amd_machine_version_stepping", target_stepping_of(as)}};
    memset(bytes, 0, SIZE);
    for (unsigned i = 0; i < KEYS; i++) {
        int64_t value = keys[i].initial;
        for (unsigned k = 0; k < 3; k++)
            if (strcmp(numbers[k].name, keys[i].name) == 0)
                value = numbers[k].value;
        set(bytes, i, value);
    }
}

/* What GFX10 introduced; 0 says of a flag that it is not used. */
static bool
is_of_gfx10(const char *name, int64_t value)
{
    static const struct {
        const char *name;
        int64_t value;
    } rows[] = {{"enable_wgp_mode", 1},
                {"enable_mem_ordered", 1},
                {"enable_fwd_progress", 1},
                {"enable_wavefront_size32", 1},
                {"wavefront_size", 5}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0 && rows[i].value == value)
            return true;
    return false;
}

/* key = value */
static bool
read_key(struct assembler *as, uint8_t *bytes, const char *name, loc_t loc)
{
    unsigned key = 0;
    int64_t value;
    if (strcmp(name, "max_scratch_backing_memory_byte_size") == 0) {
        scan_skip(as); /* old texts have it; llvm-mc 16 reads no value and leaves the bytes 0 */
        return true;
    }
    while (key < KEYS && strcmp(keys[key].name, name) != 0 && strcmp(keys[key].other, name) != 0)
        key++;
    if (key == KEYS) {
        diag_error(as->diag, loc, assembly_key, name);
        scan_skip(as);
        return false;
    }
    if (!scan_expect(as, '=') || !scan_integer(as, &value) || !scan_expect_end(as))
        return false;
    unsigned bits = keys[key].bits;
    bool is_whole = !keys[key].first && bits >= 8; /* -1 stands for all bits there */
    int64_t least = is_whole && bits < 64 ? -((int64_t)1 << (bits - 1)) : 0;
    if (bits < 64 && (value < least || value >= (int64_t)1 << bits)) {
        diag_error(as->diag, loc, assembly_range, "value");
        return false;
    }
    if (is_of_gfx10(keys[key].name, value)) {
        diag_error(as->diag, loc, assembly_not_on_target,
                   arena_printf(as->arena, "%s = %lld", name, (long long)value), as->target->name);
        return false;
    }
    set(bytes, key, value);
    return true;
}

void
directive_kernel_code(struct assembler *as, int64_t unused, loc_t loc)
{
    uint8_t bytes[SIZE];
    bool good = true;
    (void)unused;
    target_fix(as);
    if (!as->version)
        target_says_notes(as, &object_notes_hsa, ".amd_kernel_code_t", loc);
    scan_expect_end(as);
    set_defaults(as, bytes);
    while (text_next_line(as)) {
        guard_poll(as->job->guard);
        if (scan_at_end(as))
            continue;
        loc_t here = text_here(as);
        const char *name = scan_expect_name(as, "a key");
        if (name && strcmp(name, ".end_amd_kernel_code_t") == 0) {
            if (good && scan_expect_end(as))
                section_add(as, bytes, sizeof bytes);
            return;
        }
        good &= name && read_key(as, bytes, name, here);
    }
    diag_error(as->diag, loc, assembly_unclosed, ".amd_kernel_code_t", ".end_amd_kernel_code_t");
}
