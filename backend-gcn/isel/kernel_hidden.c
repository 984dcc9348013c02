/* Hidden arguments of a kernel: which of them its metadata lists, and where they lie (AMDGPUUsage, Code Object V3 and
 * V5 Metadata).
 *
 * Most kernels are given the few that they use.  One that has a hidden_block, for the source asks for
 * __builtin_amdgcn_implicitarg_ptr, has the whole block, as LLVM's kernels have it.  As there, an argument that is an
 * address is listed only if the kernel may read it, for the runtime makes an object for it: a load at a constant offset
 * reads what lies there, and any other use of the pointer may read everything.  Numbers are always listed. */
#include "backend-gcn/isel/isel.h"
#include "gcn/object/object_version.h"
#include "support/number.h"

/* Of one pointer to another: what is followed. */
enum { MAX_STEPS = 64 };

/* The IR and objects number those alike that the IR has values of. */
#define SAME(kind) _Static_assert((int)IR_HIDDEN_##kind == (int)HIDDEN_##kind, #kind)
SAME(GLOBAL_OFFSET_X);
SAME(GLOBAL_OFFSET_Y);
SAME(GLOBAL_OFFSET_Z);
SAME(PRINTF_BUFFER);
SAME(DEFAULT_QUEUE);
SAME(COMPLETION_ACTION);
_Static_assert(IR_HIDDEN_COUNT == 6, "all of them");

static const struct hidden_layout *
layout_of(const struct isel *isel)
{
    return isel->options->object_version->hidden;
}

/* ---- what is read through the block's address ---- */

/* Chips with registers for the apertures need no arguments for them. */
static bool
is_needless(const struct isel *isel, unsigned kind)
{
    return isel->target->has_flat_offset &&
           (kind == HIDDEN_PRIVATE_BASE || kind == HIDDEN_SHARED_BASE);
}

/* Bytes of the block are read.  What holds printf's buffer is that if the program prints. */
static void
note_read(struct isel *isel, int64_t begin, int64_t end)
{
    const struct hidden_layout *layout = layout_of(isel);
    for (unsigned kind = 0; kind < HIDDEN_COUNT; kind++) {
        const struct hidden_place *place = &layout->places[kind];
        if (place->size && hidden_kinds[kind].is_address && kind != HIDDEN_PRINTF_BUFFER &&
            begin < place->offset + place->size && place->offset < end)
            isel->function->hidden_used[kind] = true;
    }
}

static void
note_uses(struct isel *isel, const struct ir_function *f, ir_id pointer, int64_t offset,
          unsigned steps)
{
    for (const struct ir_use *use = ir_value(f, pointer)->uses; use; use = use->next) {
        const struct ir_inst *user = use->user;
        uint32_t index = (uint32_t)(use - user->args);
        bool is_far = steps == MAX_STEPS;
        if (user->op == IR_OP_load)
            note_read(isel, offset,
                      offset + (int64_t)user->def_count * ir_type_bytes((enum ir_type)user->type));
        else if (user->op == IR_OP_ptradd && !index && ir_is_const(f, user->args[1].value) &&
                 !is_far)
            note_uses(isel, f, user->def, offset + (int64_t)ir_value(f, user->args[1].value)->bits,
                      steps + 1);
        else if (user->op == IR_OP_call && !is_far)
            note_uses(isel, user->callee, user->callee->params[index], offset, steps + 1);
        else
            note_read(isel, INT64_MIN, INT64_MAX);
    }
}

void
kernel_hidden_scan(struct isel *isel, const struct ir_inst *block)
{
    bool *used = isel->function->hidden_used;
    const struct ir_module *module = isel->kernel->module;
    isel->has_hidden_block = true;
    for (unsigned kind = 0; kind < HIDDEN_COUNT; kind++)
        used[kind] |= layout_of(isel)->places[kind].size && !hidden_kinds[kind].is_address &&
                      !is_needless(isel, kind);
    used[HIDDEN_PRINTF_BUFFER] |= module->printf_rows.count != 0;
    note_uses(isel, isel->kernel, block->def, 0, 0);
}

/* ---- the list ---- */

/* The kind that is passed at the offset; HIDDEN_COUNT: none of those that have their place there, or false: none has. */
static bool
kind_at(const struct isel *isel, uint32_t offset, unsigned *kind)
{
    const struct hidden_layout *layout = layout_of(isel);
    bool is_place = false;
    *kind = HIDDEN_COUNT;
    for (unsigned i = 0; i < HIDDEN_COUNT; i++) {
        if (!layout->places[i].size || layout->places[i].offset != offset)
            continue;
        is_place = true;
        if (isel->function->hidden_used[i] && *kind == HIDDEN_COUNT)
            *kind = i;
    }
    return is_place;
}

/* In the order of their places and, in a layout that names holes, with those before them or of the whole block. */
uint32_t
kernel_hidden_list(struct isel *isel)
{
    const struct hidden_layout *layout = layout_of(isel);
    struct mir_function *function = isel->function;
    uint32_t listed = 0, end = 0, last = 0;
    for (unsigned i = 0; i < HIDDEN_COUNT; i++)
        last = (uint32_t)larger(last, layout->places[i].offset);
    for (uint32_t at = 0; at <= last; at += 2) {
        unsigned kind;
        if (!kind_at(isel, at, &kind) || (kind == HIDDEN_COUNT && layout->block_size))
            continue;
        function->hidden_args[listed++] = (uint8_t)kind;
        if (kind == HIDDEN_COUNT && !isel->has_hidden_block)
            continue;
        function->hidden_arg_count = listed;
        end = at + hidden_place(layout, function->hidden_args, listed - 1)->size;
    }
    return layout->block_size && listed ? layout->block_size : end;
}

uint32_t
kernel_hidden_offset(const struct isel *isel)
{
    const struct kernel_info *info = isel->kernel->kernel;
    return hidden_block(info ? info->kernarg_size : 0);
}

struct mir_operand
kernel_hidden_value(struct isel *isel, unsigned hidden)
{
    const struct hidden_place *place = &layout_of(isel)->places[hidden];
    return isel_smem(isel, isel->user[KERNEL_USER_KERNARG_SEGMENT_PTR],
                     kernel_hidden_offset(isel) + place->offset, place->size / 4);
}
