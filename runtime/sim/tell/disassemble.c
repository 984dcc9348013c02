/* Code as text, for profiles and the debugger; the trace and the messages print what was decoded.
 * And where functions begin. */
#include "runtime/sim/dispatch/dispatch.h"
#include "runtime/sim/tell/tell.h"

/* The offset to which a branch of fixed length leads; false: it is none. */
static bool
target_of(const struct gcn_inst *inst, uint64_t offset, uint64_t *target)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    bool is_branch =
        info->flags & GCN_FLAG_BRANCH && (info->format == GCN_SOPP || inst->op == GCN_s_call_b64);
    *target = offset + 4 + (uint64_t)(int64_t)inst->imm * 4;
    return is_branch;
}

const char *
sim_disassemble(const struct sim_device *device, struct arena *arena, const struct sim_code *code,
                size_t word, unsigned *words)
{
    struct gcn_inst inst;
    uint64_t target;
    *words = gcn_decode(device->target, code->text + word, code->words - word, &inst);
    if (!*words) {
        *words = 1;
        return arena_printf(arena, ".long 0x%08x", code->text[word]);
    }
    struct strbuf text = strbuf_new(arena);
    bool is_branch = target_of(&inst, 4 * word, &target);
    const char *label =
        is_branch ? arena_printf(arena, "0x%llx", (unsigned long long)target) : NULL;
    gcn_print(&text, device->target, &inst, label);
    return text.text;
}

uint64_t
sim_entry(struct sim_device *device, const struct sim_object *object,
          const struct sim_function *function, bool *is_kernel)
{
    *is_kernel = false;
    for (unsigned i = 0; i < object->kernel_count; i++) {
        const struct sim_kernel *kernel = &object->kernels[i];
        if (strcmp(kernel->name, function->name) != 0)
            continue;
        const struct kernel_descriptor *header =
            sim_host_pointer(device, kernel->descriptor, sizeof *header);
        *is_kernel = true;
        if (function->base == kernel->descriptor && header)
            return function->base + (uint64_t)header->kernel_code_entry_byte_offset;
    }
    return function->base;
}
