/* Variables that the loader finds: code reads their addresses from slots of the global offset table, which the
 * loader fills (AMDGPUUsage, "Symbols": external symbols are accessed through a GOT entry).
 *
 *   symbol @x   ->   %1 = symbol @.got.x; load p.constant %1
 *
 * A weak variable that is hidden from it, and that no unit defines, is at address 0 (ELF gABI, "Symbol Table"). */
#include "midend/pass.h"

#include "midend/ir/ir_build.h"
#include "support/map.h"

#include <string.h>

enum { SLOT_BYTES = 8 };

struct imports {
    struct ir_module *module;
    struct map slots; /* name of an import -> its slot */
};

static struct ir_global *
slot_of(struct imports *imports, struct ir_global *variable)
{
    static const uint8_t zeros[SLOT_BYTES];
    struct ir_module *module = imports->module;
    struct ir_global *slot = map_get(&imports->slots, MAP_KEY(variable->name));
    if (slot)
        return slot;
    const char *name = arena_printf(module->arena, ".got.%s", variable->name);
    slot = ir_global_new(module, intern_string(&module->intern, name), IR_SPACE_CONSTANT,
                         SLOT_BYTES, SLOT_BYTES, zeros);
    slot->is_got = true;
    slot->relocs = ARENA_NEW(module->arena, struct ir_reloc);
    slot->relocs->target = variable;
    slot->reloc_count = 1;
    map_put(&imports->slots, MAP_KEY(variable->name), slot);
    return slot;
}

static void
read_slot(struct imports *imports, struct ir_function *function, struct ir_inst *symbol)
{
    struct ir_builder b = {function, symbol->block, symbol, symbol->loc};
    struct ir_inst *address = ir_build(&b, IR_OP_symbol, IR_P_CONSTANT, 1, NULL, 0);
    address->global = slot_of(imports, symbol->global);
    struct ir_inst *load =
        ir_build_load(&b, (enum ir_type)symbol->type, 1, address->def, SLOT_BYTES);
    load->memory.is_invariant = true;
    ir_replace_uses(function, symbol->def, load->def);
    ir_remove(symbol);
}

static bool
is_missing(const struct ir_global *global)
{
    return global->is_external && global->is_weak && !global->is_import;
}

static bool
lower_symbol(struct imports *imports, struct ir_function *function, struct ir_inst *symbol)
{
    if (symbol->global->is_import) {
        read_slot(imports, function, symbol);
    } else if (is_missing(symbol->global)) {
        ir_replace_uses(function, symbol->def, ir_const(function, (enum ir_type)symbol->type, 0));
        ir_remove(symbol);
    } else {
        return false;
    }
    return true;
}

/* Addresses in the variable that are of what is missing become numbers. */
static bool
lower_relocs(struct ir_module *module, struct ir_global *global)
{
    uint32_t kept = 0, count = global->reloc_count;
    uint8_t *bytes = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const struct ir_reloc *reloc = &global->relocs[i];
        if (!is_missing(reloc->target)) {
            global->relocs[kept++] = *reloc;
            continue;
        }
        if (!bytes)
            bytes = ARENA_ARRAY(module->arena, global->size, uint8_t);
        if (global->bytes && global->bytes != bytes)
            memcpy(bytes, global->bytes, global->size);
        global->bytes = bytes;
        memcpy(bytes + reloc->offset, &reloc->addend, sizeof reloc->addend);
    }
    global->reloc_count = kept;
    return kept != count;
}

static void
drop_missing(struct ir_module *module)
{
    struct ir_global **link = &module->globals;
    module->last_global = NULL;
    while (*link) {
        if (is_missing(*link)) {
            *link = (*link)->next;
            continue;
        }
        module->last_global = *link;
        link = &(*link)->next;
    }
}

bool
lower_imports(struct ir_module *module)
{
    struct imports imports = {module, map_new(module->arena)};
    bool changed = false;
    for (struct ir_global *global = module->globals; global; global = global->next)
        changed |= lower_relocs(module, global);
    for (struct ir_function *f = module->functions; f; f = f->next)
        ir_foreach_block (block, f)
            ir_foreach_inst_safe (inst, block)
                if (inst->op == IR_OP_symbol)
                    changed |= lower_symbol(&imports, f, inst);
    drop_missing(module);
    return changed;
}
