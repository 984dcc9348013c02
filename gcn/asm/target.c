/* What a text says of its target and of the version of its object. */
#include "gcn/asm/assembler.h"

#include <stdlib.h>
#include <string.h>

/* A target as the text names it. */
struct named_target {
    const struct gcn_target *target;
    bool xnack, says_xnack, says_sramecc, by_sign; /* by_sign: of version 3 */
    uint8_t sramecc;
};

/* gfx900, gfx900:xnack+, gfx906+sram-ecc+xnack (version 3), gfx901; false: there is none such. */
static bool
read_name(struct arena *arena, const char *text, struct named_target *named)
{
    size_t length = strcspn(text, ":+");
    const struct gcn_name *other = gcn_find_name(text, length);
    const char *chip = other ? other->chip : arena_strndup(arena, text, length);
    *named = (struct named_target){.target = gcn_find_target(chip, strlen(chip)),
                                   .xnack = other && other->xnack,
                                   .says_xnack = other && other->xnack};
    for (text += length; named->target && *text;) {
        bool by_sign = *text++ == '+', is_on = by_sign;
        length = strcspn(text, ":+-");
        bool is_xnack = text_is_word(text, length, "xnack");
        bool is_sramecc =
            text_is_word(text, length, "sramecc") || text_is_word(text, length, "sram-ecc");
        if (by_sign && strncmp(text, "sram-ecc", 8) == 0) {
            is_sramecc = true;
            length = 8;
        }
        text += length;
        if (!by_sign) {
            is_on = *text == '+';
            if (*text++ != (is_on ? '+' : '-'))
                return false;
        }
        if (is_xnack && named->target->xnack_supported) {
            named->says_xnack = true;
            named->xnack = is_on;
        } else if (is_sramecc && named->target->sramecc_supported) {
            named->says_sramecc = true;
            named->by_sign = by_sign;
            named->sramecc = is_on ? GCN_FEATURE_ON : GCN_FEATURE_OFF;
        } else {
            return false;
        }
    }
    return named->target != NULL;
}

/* The processor of amdgcn-amd-amdhsa--gfx900: after four hyphens; NULL: there is none. */
static const char *
processor_of(const char *id)
{
    if (strncmp(id, "amdgcn-", 7) != 0)
        return NULL;
    for (unsigned i = 0; id && i < 4; i++)
        id = (id = strchr(id, '-')) ? id + 1 : NULL;
    return id;
}

/* Version 3 has no sign for SRAM-ECC that is open, which counts as on. */
static bool
agrees_on_sramecc(const struct named_target *named, uint8_t sramecc)
{
    bool is_on = named->by_sign && sramecc == GCN_FEATURE_ANY;
    return !named->says_sramecc || named->sramecc == (is_on ? GCN_FEATURE_ON : sramecc);
}

/* Makes it the target, or holds it against the one that holds already. */
static void
agree(struct assembler *as, const struct named_target *named, const char *text, loc_t loc)
{
    const struct gcn_target *target = named->target;
    bool same = strcmp(target->like, as->target->like) == 0 &&
                (!named->says_xnack || named->xnack == as->xnack) &&
                agrees_on_sramecc(named, as->sramecc);
    if (as->job->target_is_given || as->target_is_fixed) {
        if (!same)
            diag_error(as->diag, loc, assembly_target, text,
                       arena_printf(as->arena, "%s%s", as->target->name,
                                    !as->target->xnack_supported ? ""
                                    : as->xnack                  ? ":xnack+"
                                                                 : ":xnack-"));
    } else {
        as->target = target;
        as->xnack = named->says_xnack ? named->xnack : target->xnack_default;
        as->sramecc = named->says_sramecc ? named->sramecc : GCN_FEATURE_ANY;
        as->target_is_fixed = true;
    }
    as->xnack_is_open = target->xnack_supported && !named->says_xnack;
    target_fix(as);
}

static struct symbol *
counter(struct assembler *as, const char *name, int64_t value)
{
    struct symbol *symbol = symbol_of(as, intern_string(&as->names, name));
    symbol->assigned = expression_number(as, value);
    symbol->is_temporary = symbol->is_counter = true;
    return symbol;
}

void
target_init(struct assembler *as)
{
    as->target = as->job->target;
    as->xnack = as->job->xnack;
    as->sramecc = as->job->sramecc;
    as->version = as->job->version;
    as->next_vgpr = counter(as, ".amdgcn.next_free_vgpr", 0);
    as->next_sgpr = counter(as, ".amdgcn.next_free_sgpr", 0);
    as->kernel_vgprs = counter(as, ".kernel.vgpr_count", 0);
    as->kernel_sgprs = counter(as, ".kernel.sgpr_count", 0);
    if (as->job->target_is_given)
        target_fix(as);
}

void
target_fix(struct assembler *as)
{
    const struct gcn_target *target = as->target;
    as->target_is_fixed = true;
    if (as->has_numbers)
        return;
    as->has_numbers = true;
    counter(as, ".amdgcn.gfx_generation_number", target->major);
    counter(as, ".amdgcn.gfx_generation_minor", target->minor);
    counter(as, ".amdgcn.gfx_generation_stepping", target->step);
    counter(as, ".option.machine_version_major", target->major);
    counter(as, ".option.machine_version_minor", target->minor);
    counter(as, ".option.machine_version_stepping", target->step);
}

static void
count(struct assembler *as, struct symbol *symbol, int64_t least)
{
    if (symbol->assigned->operator|| symbol->assigned->symbol || symbol->assigned->value<least)
        symbol->assigned = expression_number(as, least);
}

void
target_count_registers(struct assembler *as, const struct gcn_inst *inst)
{
    for (unsigned i = 0; i < gcn_op_info[inst->op].operand_count; i++) {
        const struct gcn_operand *operand = &inst->operands[i];
        unsigned dwords = operand->dwords;
        if (operand->reg == GCN_NO_REG || gcn_op_info[inst->op].operands[i].kind == GCN_OPERAND_IMM)
            continue;
        if (operand->reg >= GCN_VGPR0 && operand->reg < GCN_VGPR0 + 256) {
            count(as, as->next_vgpr, operand->reg - GCN_VGPR0 + (int64_t)dwords);
            count(as, as->kernel_vgprs, operand->reg - GCN_VGPR0 + (int64_t)dwords);
        } else if (operand->reg < GCN_VCC_LO) {
            count(as, as->next_sgpr, operand->reg + (int64_t)dwords);
            count(as, as->kernel_sgprs, operand->reg + (int64_t)dwords);
        }
    }
}

/* ---- versions ---- */

/* The row that the text speaks of, without a switch and .amdhsa_code_object_version: the default, if
 * its notes are the text's.  Version 2 has other directives than .amdgcn_target. */
const struct object_version *
target_version(const struct assembler *as)
{
    const struct object_version *version = object_version_default(as->target);
    if (as->version)
        return as->version;
    const struct object_notes *notes = as->said_notes     ? as->said_notes
                                       : as->names_target ? &object_notes_amdgpu
                                                          : NULL;
    if (!notes || version->notes == notes)
        return version;
    for (unsigned i = 0; i < object_version_count; i++) {
        version = &object_versions[i];
        bool is_usual = version->launch->header_size || version->targets->in_metadata;
        if (version->notes == notes && is_usual && object_version_knows(version, as->target))
            return version;
    }
    return object_version_default(as->target);
}

const struct object_notes *
target_yaml_notes(const struct assembler *as)
{
    bool is_other = as->version && as->version->notes->is_yaml;
    return is_other ? as->version->notes : &object_notes_hsa;
}

void
target_says_notes(struct assembler *as, const struct object_notes *notes, const char *directive,
                  loc_t loc)
{
    const struct object_notes *known = as->version ? as->version->notes : as->said_notes;
    if (known && known != notes)
        diag_error(as->diag, loc, assembly_version, directive);
    as->said_notes = notes;
}

/* .amdhsa_code_object_version 4 */
void
directive_object_version(struct assembler *as, int64_t unused, loc_t loc)
{
    (void)unused;
    scan_space(&as->cursor);
    const char *name = scan_word(as);
    const struct object_version *version = object_version_find(name);
    if (!version || !object_version_knows(version, as->target)) {
        struct strbuf known = strbuf_new(as->arena);
        object_version_list(&known, as->target, " or ");
        scan_missing(as, arena_printf(as->arena, "a code object version: %s", known.text));
    } else if (as->version && as->version != version) {
        diag_error(as->diag, loc, assembly_version, ".amdhsa_code_object_version");
    } else {
        as->version = version;
        scan_expect_end(as);
    }
}

/* .hsa_code_object_version 2,1 */
void
directive_hsa_version(struct assembler *as, int64_t unused, loc_t loc)
{
    enum { NOTE = 1 };
    int64_t major, minor;
    (void)unused;
    target_says_notes(as, &object_notes_hsa, ".hsa_code_object_version", loc);
    if (!scan_integer(as, &major) || !scan_expect(as, ',') || !scan_integer(as, &minor) ||
        !scan_expect_end(as))
        return;
    const uint32_t version[] = {(uint32_t)major, (uint32_t)minor};
    note_add(as, NOTE, "AMD", version, sizeof version);
}

unsigned
target_stepping_of(const struct assembler *as)
{
    return as->target->step + (as->xnack && as->target->steps_for_xnack);
}

/* The chip with the numbers; an odd step of GFX9 may be the one before, with XNACK. */
static bool
find_numbers(const int64_t *numbers, struct named_target *named)
{
    for (unsigned i = 0; i < gcn_target_count; i++) {
        const struct gcn_target *target = &gcn_targets[i];
        bool is_exact = numbers[2] == target->step;
        bool is_next = target->steps_for_xnack && numbers[2] == target->step + 1;
        if (target->generic_version || numbers[0] != target->major || numbers[1] != target->minor ||
            (!is_exact && !is_next))
            continue;
        *named = (struct named_target){
            .target = target,
            .xnack = is_next || !target->steps_for_xnack ? is_next || target->xnack_default : false,
            .says_xnack = target->steps_for_xnack};
        if (is_exact)
            return true;
    }
    return named->target != NULL;
}

/* "AMD", of a length that counts its NUL */
static bool
read_quoted(struct assembler *as, const char *expected)
{
    size_t length = 0;
    if (!scan_expect(as, ','))
        return false;
    const char *text = scan_string(as, &length);
    if (text && strcmp(text, expected) == 0)
        return true;
    return scan_missing(as, arena_printf(as->arena, "\"%s\"", expected));
}

/* .hsa_code_object_isa [major, minor, stepping, "AMD", "AMDGPU"] */
void
directive_hsa_isa(struct assembler *as, int64_t unused, loc_t loc)
{
    enum { NOTE = 3, SIZE = 27 };
    int64_t numbers[3];
    struct named_target named = {0};
    (void)unused;
    target_says_notes(as, &object_notes_hsa, ".hsa_code_object_isa", loc);
    if (!scan_at_end(as)) {
        if (!scan_integer(as, &numbers[0]) || !scan_expect(as, ',') ||
            !scan_integer(as, &numbers[1]) || !scan_expect(as, ',') ||
            !scan_integer(as, &numbers[2]) || !read_quoted(as, "AMD") ||
            !read_quoted(as, "AMDGPU") || !scan_expect_end(as))
            return;
        const char *text = arena_printf(as->arena, "%lld.%lld.%lld", (long long)numbers[0],
                                        (long long)numbers[1], (long long)numbers[2]);
        if (!find_numbers(numbers, &named)) {
            diag_error(as->diag, loc, assembly_no_target, text);
            return;
        }
        agree(as, &named, text, loc);
    }
    target_fix(as);
    struct {
        uint16_t vendor_size, arch_size;
        uint32_t major, minor, stepping;
        char names[11];
    } isa = {4, 7, as->target->major, as->target->minor, target_stepping_of(as), "AMD\0AMDGPU"};
    note_add(as, NOTE, "AMD", &isa, SIZE);
}

/* .amdgcn_target "amdgcn-amd-amdhsa--gfx900:xnack-"; .amd_amdgpu_isa: with a note */
void
directive_target(struct assembler *as, int64_t note, loc_t loc)
{
    size_t length = 0;
    struct named_target named;
    const char *id = scan_string(as, &length);
    if (!id) {
        scan_missing(as, "a target's name in quotes");
        return;
    }
    const char *processor = processor_of(id);
    if (!processor || !read_name(as->arena, processor, &named)) {
        diag_error(as->diag, loc, assembly_no_target, id);
        return;
    }
    agree(as, &named, processor, loc);
    as->names_target |= !note;
    if (note) {
        const struct object_notes *notes = target_yaml_notes(as);
        target_says_notes(as, notes, ".amd_amdgpu_isa", loc);
        note_add(as, (uint32_t)note, "AMD", id, strlen(id) + notes->ends_names);
    }
    scan_expect_end(as);
}

/* .amdgpu_hsa_kernel name: where the registers of a kernel begin to be counted */
void
directive_hsa_kernel(struct assembler *as, int64_t unused, loc_t loc)
{
    (void)unused;
    const char *name = scan_expect_name(as, "a symbol");
    if (!name)
        return;
    struct symbol *symbol = symbol_of(as, name);
    symbol->loc = symbol->loc ? symbol->loc : loc;
    symbol->type = ELF_STT_AMDGPU_HSA_KERNEL;
    as->kernel_vgprs->assigned = as->kernel_sgprs->assigned = expression_number(as, 0);
    scan_expect_end(as);
}
