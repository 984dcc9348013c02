/* Prints what each row of the instruction table does besides its operands, for effects.py:
 *
 *   NAME FORMAT before|gfx9|long READS WRITES
 *
 * once for the chips before GFX9 and once for those after, where they have the operation, and for the
 * long form of what has a short one.  READS and WRITES are words of exec m0 scc vcc with commas between
 * them, or `-`.  VCC counts where no field names it; EXEC as the mask of vector instructions too. */
#include "gcn/isa/gcn_target.h"

#include <stdio.h>
#include <string.h>

static const char *const format_names[GCN_FORMATS] = {
    "SOP2",  "SOP1",  "SOPC",  "SOPK",  "SOPP",   "SMEM",    "VOP1",
    "VOP2",  "VOPC",  "VOP3A", "VOP3B", "VOP3P",  "VINTRP",  "DS",
    "MUBUF", "MTBUF", "MIMG",  "FLAT",  "GLOBAL", "SCRATCH", "EXP"};

static void
print_words(bool exec, bool m0, bool scc, bool vcc)
{
    const bool set[] = {exec, m0, scc, vcc};
    static const char *const words[] = {"exec", "m0", "scc", "vcc"};
    const char *between = " ";
    for (unsigned i = 0; i < 4; i++) {
        if (set[i])
            printf("%s%s", between, words[i]);
        between = set[i] ? "," : between;
    }
    if (*between == ' ')
        printf(" -");
}

/* Does the short form read or write VCC without an operand field for it? */
static bool
short_form_vcc(const struct gcn_op_info *info, bool write)
{
    for (unsigned i = 0; i < info->operand_count; i++) {
        const struct gcn_operand_info *operand = &info->operands[i];
        if (operand->kind == GCN_OPERAND_VCC && (write ? operand->is_def : operand->is_use))
            return true;
    }
    return false;
}

static void
print_effects(const struct gcn_target *target, enum gcn_op op, const char *form)
{
    const struct gcn_op_info *info = &gcn_op_info[op];
    struct gcn_inst inst = {.op = (uint16_t)op, .format = info->format};
    inst.lds = op == GCN_buffer_store_lds_dword; /* always */
    uint32_t flags = info->flags;
    bool is_short = form[0] != 'l';
    for (unsigned i = 0; i < GCN_MAX_OPERANDS; i++)
        inst.operands[i].reg = GCN_NO_REG;
    bool masked = info->format >= GCN_VOP1 && !(flags & GCN_FLAG_NO_EXEC_MASK);
    printf("%s %s %s", info->name, format_names[info->format], form);
    print_words(flags & GCN_FLAG_READS_EXEC || masked, gcn_reads_m0(target, &inst),
                flags & GCN_FLAG_READS_SCC,
                flags & GCN_FLAG_READS_VCC || (is_short && short_form_vcc(info, false)));
    print_words(flags & GCN_FLAG_WRITES_EXEC, flags & GCN_FLAG_WRITES_M0,
                flags & GCN_FLAG_WRITES_SCC,
                flags & GCN_FLAG_WRITES_VCC || (is_short && short_form_vcc(info, true)));
    printf("\n");
}

/* The first of the chips that has the operation; false: none has. */
static bool
print_first(enum gcn_op op, const char *const *chips, const char *form)
{
    for (; *chips; chips++) {
        const struct gcn_target *target = gcn_find_target(*chips, strlen(*chips));
        if (gcn_has_op(target, op)) {
            print_effects(target, op, form);
            return true;
        }
    }
    return false;
}

int
main(void)
{
    static const char *const before[] = {"gfx803", "gfx700", "gfx600", NULL};
    static const char *const after[] = {"gfx900", "gfx906", "gfx908", "gfx90a", NULL};
    for (unsigned op = GCN_NO_OP + 1; op < GCN_OPS; op++) {
        const struct gcn_op_info *info = &gcn_op_info[op];
        bool has_long = info->format >= GCN_VOP1 && info->format <= GCN_VOPC &&
                        !(info->flags & GCN_FLAG_NO_VOP3);
        print_first(op, before, "before");
        print_first(op, after, "gfx9");
        if (has_long && !print_first(op, before, "long"))
            print_first(op, after, "long");
    }
    return 0;
}
