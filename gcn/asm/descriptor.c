/* .amdhsa_kernel: a kernel descriptor of 64 bytes (AMDGPUUsage, Kernel Descriptor). */
#include "gcn/asm/assembler.h"

#include "support/number.h"

#include <string.h>

enum { RSRC3 = 44, RSRC1 = 48, RSRC2 = 52, PROPERTIES = 56, ENTRY = 16, SIZE = 64 };

struct descriptor {
#define NUMBER(name, member, bits, initial, family) int64_t member;
#include "gcn/asm/amdhsa.def"
    uint8_t bytes[SIZE];
    unsigned implied_user_sgprs;
    bool is_broken;
};

enum row {
#define BITS(name, ...)   ROW_##name,
#define NUMBER(name, ...) ROW_##name,
#include "gcn/asm/amdhsa.def"
    ROWS
};

static void
set_bits(struct descriptor *d, unsigned word, unsigned first, unsigned width, int64_t value)
{
    uint32_t bits, mask = ((1u << width) - 1) << first;
    memcpy(&bits, d->bytes + word, sizeof bits);
    bits = (bits & ~mask) | ((uint32_t)value << first & mask);
    memcpy(d->bytes + word, &bits, sizeof bits);
}

static void
set_defaults(struct descriptor *d)
{
    *d = (struct descriptor){.is_broken = false};
#define BITS(name, word, first, width, initial, user, family)                                      \
    set_bits(d, word, first, width, initial);
#define NUMBER(name, member, bits, initial, family) d->member = (initial);
#include "gcn/asm/amdhsa.def"
}

static const struct {
    const char *name;
    uint8_t word, first, width, user_sgprs, family;
} rows[] = {
#define BITS(name, word, first, width, initial, user, family)                                      \
    {#name, word, first, width, user, GCN_##family},
#define NUMBER(name, member, bits, initial, family) {#name, 0, 0, bits, 0, GCN_##family},
#include "gcn/asm/amdhsa.def"
};

static void
put_number(struct descriptor *d, unsigned row, int64_t value)
{
#define NUMBER(name, member, bits, initial, family)                                                \
    if (row == ROW_##name)                                                                         \
        d->member = value;
#include "gcn/asm/amdhsa.def"
}

static bool
fits(int64_t value, unsigned bits)
{
    return value >= 0 && value < (int64_t)1 << bits;
}

/* One directive; the row must not have been used before. */
static void
field(struct assembler *as, struct descriptor *d, unsigned row, bool *seen, loc_t loc)
{
    int64_t value;
    d->is_broken = true;
    if (as->target->family < rows[row].family) {
        diag_error(as->diag, loc, assembly_not_on_target, rows[row].name, as->target->name);
        scan_skip(as);
        return;
    }
    if (!scan_integer(as, &value) || !scan_expect_end(as))
        return;
    if (!fits(value, rows[row].width)) {
        diag_error(as->diag, loc, assembly_range, "value");
        return;
    }
    if (seen[row]) {
        diag_error(as->diag, loc, assembly_twice, rows[row].name);
        return;
    }
    d->is_broken = false;
    seen[row] = true;
    if (!rows[row].word)
        put_number(d, row, value);
    else
        set_bits(d, rows[row].word, rows[row].first, rows[row].width, value);
    d->implied_user_sgprs += value ? rows[row].user_sgprs : 0;
}

/* The directives up to the end; false: it is not there. */
static bool
read_fields(struct assembler *as, struct descriptor *d, loc_t start)
{
    static const char prefix[] = ".amdhsa_";
    bool seen[ROWS] = {false};
    bool was_broken = false;
    while (text_next_line(as)) {
        guard_poll(as->job->guard);
        if (scan_at_end(as))
            continue;
        loc_t loc = text_here(as);
        const char *name = scan_name(as, &as->cursor);
        if (name && strcmp(name, ".end_amdhsa_kernel") == 0) {
            d->is_broken |= was_broken || !scan_expect_end(as);
            return true;
        }
        unsigned row = 0;
        bool is_one = name && strncmp(name, prefix, sizeof prefix - 1) == 0;
        while (is_one && row < ROWS && strcmp(rows[row].name, name + sizeof prefix - 1) != 0)
            row++;
        if (!is_one || row == ROWS) {
            diag_error(as->diag, loc, assembly_directive, name ? name : "");
            scan_skip(as);
            was_broken = true;
            continue;
        }
        field(as, d, row, seen, loc);
        was_broken |= d->is_broken;
    }
    diag_error(as->diag, start, assembly_unclosed, ".amdhsa_kernel", ".end_amdhsa_kernel");
    return false;
}

static void
wrong(struct assembler *as, struct descriptor *d, loc_t loc, const char *what)
{
    diag_error(as->diag, loc, assembly_descriptor, what);
    d->is_broken = true;
}

/* SGPRs with the extra ones on top (LLVM, getNumExtraSGPRs), in units of 8. */
static void
settle_sgprs(struct assembler *as, struct descriptor *d, loc_t loc)
{
    enum { WITH_INIT_BUG = 96, UNIT = 8 };
    const struct gcn_target *target = as->target;
    int64_t extra = d->reserve_vcc ? 2 : 0;
    extra = d->reserve_xnack_mask ? 4 : extra;
    if (d->reserve_flat_scratch)
        extra = target->has_flat ? target->extra_sgprs : 4;
    if (d->sgprs > target->max_sgprs || d->sgprs + extra > target->allocated_sgprs)
        wrong(as, d, loc, "there are not so many SGPRs");
    int64_t sgprs = target->sgpr_init_bug ? WITH_INIT_BUG : d->sgprs + extra;
    set_bits(d, RSRC1, 6, 4, round_up(sgprs ? sgprs : 1, UNIT) / UNIT - 1);
}

static void
settle_vgprs(struct assembler *as, struct descriptor *d, loc_t loc)
{
    enum { LEAST = 4, MAX_COUNT = 256, STEP = 4 };
    const struct gcn_target *target = as->target;
    int64_t vgprs = d->vgprs ? d->vgprs : 1;
    if (vgprs > target->max_vgprs)
        wrong(as, d, loc, "there are not so many VGPRs");
    set_bits(d, RSRC1, 0, 6, round_up(vgprs, target->vgpr_granule) / target->vgpr_granule - 1);
    if (!target->agprs_follow_vgprs)
        return;
    int64_t offset = d->accum_offset;
    if (offset < LEAST || offset > MAX_COUNT || offset % STEP)
        wrong(as, d, loc, ".amdhsa_accum_offset must be 4 to 256, in steps of 4");
    else if (offset > round_up(vgprs, STEP))
        wrong(as, d, loc, ".amdhsa_accum_offset exceeds the VGPRs");
    else
        set_bits(d, RSRC3, 0, 6, offset / STEP - 1);
}

static void
settle(struct assembler *as, struct descriptor *d, loc_t loc)
{
    const uint32_t sizes[] = {(uint32_t)d->lds, (uint32_t)d->scratch, (uint32_t)d->kernarg};
    if (d->vgprs < 0 || d->sgprs < 0) {
        wrong(as, d, loc, ".amdhsa_next_free_vgpr and .amdhsa_next_free_sgpr are required");
        return;
    }
    bool has_xnack = (as->xnack && as->target->xnack_supported) || as->xnack_is_open;
    if (as->xnack_is_open && d->reserve_xnack_mask >= 0)
        has_xnack = d->reserve_xnack_mask;
    if (d->reserve_xnack_mask >= 0 && (d->reserve_xnack_mask != 0) != has_xnack)
        wrong(as, d, loc, ".amdhsa_reserve_xnack_mask is not as the target has XNACK");
    d->reserve_xnack_mask = has_xnack;
    if (!as->target->has_flat)
        d->reserve_flat_scratch = 1; /* LLVM counts it, and has no directive */
    settle_vgprs(as, d, loc);
    settle_sgprs(as, d, loc);
    if (d->user_sgprs >= 0 && d->user_sgprs < d->implied_user_sgprs)
        wrong(as, d, loc, ".amdhsa_user_sgpr_count is less than the enabled ones need");
    set_bits(d, RSRC2, 1, 5, d->user_sgprs >= 0 ? d->user_sgprs : d->implied_user_sgprs);
    memcpy(d->bytes, sizes, sizeof sizes);
}

/* The descriptor's symbol is like the kernel's, which must not be replaced by another one's. */
static struct symbol *
define_symbol(struct assembler *as, const char *kernel, loc_t loc)
{
    const struct object_launch *launch = target_version(as)->launch;
    const char *suffix = launch->descriptor_suffix ? launch->descriptor_suffix : ".kd";
    struct symbol *code = symbol_of(as, kernel);
    struct symbol *symbol =
        symbol_of(as, intern_string(&as->names, arena_printf(as->arena, "%s%s", kernel, suffix)));
    code->loc = code->loc ? code->loc : loc;
    symbol_define(as, symbol, loc);
    symbol->binding = code->has_binding         ? code->binding
                      : symbol_is_defined(code) ? STB_LOCAL
                                                : STB_GLOBAL;
    symbol->has_binding = true;
    symbol->visibility = code->visibility;
    symbol->type = STT_OBJECT;
    symbol->size = expression_number(as, SIZE);
    code->visibility = code->visibility ? code->visibility : STV_PROTECTED;
    return symbol;
}

/* kernel@rel64 - descriptor */
static void
add_entry(struct assembler *as, const char *kernel, struct symbol *symbol, loc_t loc)
{
    const struct expression *code =
        expression_symbol(as, symbol_of(as, kernel), ELF_R_AMDGPU_REL64);
    const struct expression *here = expression_symbol(as, symbol, ELF_R_AMDGPU_NONE);
    section_fixup(as, expression_binary(as, OPERATOR_SUBTRACT, code, here), SIZE - ENTRY, 8,
                  FIXUP_DATA, loc);
}

void
directive_amdhsa_kernel(struct assembler *as, int64_t unused, loc_t loc)
{
    struct descriptor d;
    (void)unused;
    const char *kernel = scan_expect_name(as, "a kernel's name");
    if (!kernel)
        return;
    target_fix(as);
    bool is_first = !map_get(&as->kernels, MAP_KEY(kernel));
    if (!is_first)
        diag_error(as->diag, loc, assembly_redefined, kernel);
    map_put(&as->kernels, MAP_KEY(kernel), (void *)(uintptr_t)kernel);
    scan_expect_end(as);
    set_defaults(&d);
    if (!read_fields(as, &d, loc) || !is_first || d.is_broken)
        return;
    settle(as, &d, loc);
    if (d.is_broken)
        return;
    if (!as->said_notes && !as->version)
        as->said_notes = &object_notes_amdgpu;
    struct symbol *symbol = define_symbol(as, kernel, loc);
    if (section_add(as, d.bytes, sizeof d.bytes))
        add_entry(as, kernel, symbol, loc);
}
