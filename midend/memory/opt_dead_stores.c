/* Stores that a later one overwrites before anything reads them, and stores to private objects that
 * nothing reads before the function ends; with the loads and operations that only they needed.
 *
 *   store i32 %p, %x; store i32 %p, i32 0   ->   store i32 %p, i32 0
 *
 * Blocks are walked backwards, from the end of the function on: what every way from here overwrites is
 * known at the end of a block, but of the way back to a loop's header, nothing. */
#include "midend/pass.h"

#include "midend/ir/debug_point.h"

#include "midend/analysis/analysis.h"
#include "midend/analysis/memory_address.h"
#include "midend/analysis/memory_order.h"
#include "support/limit.h"

#include <string.h>

/* Ranges that will be overwritten; of private objects also those that nobody will read. */
struct later {
    uint32_t count;
    struct memory_address ranges[];
};

/* A base of 0 in the generic space may be any memory but private objects. */
static const struct memory_address anything;

struct finder {
    struct ir_function *function;
    struct arena arena;
    struct ana_dom *dom;
    struct later *later;     /* at the current point; LIMIT_LATER_STORES ranges */
    struct later **at_start; /* per block id; NULL: not visited, nothing is known */
    struct memory_objects objects;
    bool changed;
};

/* Is the range all of an object? */
static bool
is_object(const struct finder *f, const struct memory_address *range)
{
    return range->is_private && range->base == range->object && range->offset == 0 &&
           range->size == ir_def(f->function, range->object)->size;
}

static bool
is_covered(const struct finder *f, const struct later *later, const struct memory_address *at)
{
    for (uint32_t i = 0; i < later->count; i++) {
        const struct memory_address *range = &later->ranges[i];
        if ((range->base == at->base && range->offset <= at->offset &&
             at->offset + at->size <= range->offset + range->size) ||
            (range->object == at->object && is_object(f, range)))
            return true;
    }
    return false;
}

static void
add(struct finder *f, const struct memory_address *range)
{
    if (range->size &&
        !LIMIT_MET(f->arena.guard, LATER_STORES, f->later->count == LIMIT_LATER_STORES))
        f->later->ranges[f->later->count++] = *range;
}

/* A read: what it may see is needed. */
static void
read(struct finder *f, const struct memory_address *at)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < f->later->count; i++)
        if (!memory_may_alias(&f->later->ranges[i], at) && kept++ != i)
            f->later->ranges[kept - 1] = f->later->ranges[i];
    f->later->count = kept;
}

/* Private objects end with the function. */
static void
end_objects(struct finder *f)
{
    ir_foreach_inst (inst, f->function->entry)
        if (inst->op == IR_OP_alloca && !f->objects.escapes[inst->def])
            add(f, &(struct memory_address){.object = inst->def,
                                            .base = inst->def,
                                            .size = inst->size,
                                            .space = IR_SPACE_PRIVATE,
                                            .is_private = true});
}

/* What all ways from the end of the block overwrite. */
static void
start_at_end(struct finder *f, const struct ir_block *block)
{
    f->later->count = 0;
    if (block->last->op == IR_OP_ret)
        end_objects(f);
    for (uint32_t i = 0; i < block->succ_count; i++)
        if (!f->at_start[block->succs[i]->id])
            return;
    for (uint32_t i = 0; block->succ_count && i < f->at_start[block->succs[0]->id]->count; i++) {
        const struct memory_address *range = &f->at_start[block->succs[0]->id]->ranges[i];
        if (block->succ_count == 1 || is_covered(f, f->at_start[block->succs[1]->id], range))
            add(f, range);
    }
}

static void
keep_start(struct finder *f, const struct ir_block *block)
{
    size_t size = sizeof *f->later + f->later->count * sizeof f->later->ranges[0];
    f->at_start[block->id] = arena_alloc(&f->arena, size);
    memcpy(f->at_start[block->id], f->later, size);
}

static void
visit_store(struct finder *f, struct ir_inst *store)
{
    uint32_t size = ir_type_bytes((enum ir_type)store->type) * (store->arg_count - 1);
    struct memory_address at = memory_address_of(&f->objects, store->args[0].value, size);
    memory_note_access(&at, store);
    if (is_covered(f, f->later, &at)) {
        ir_remove(store);
        f->changed = true;
    } else {
        add(f, &at);
    }
}

/* Is it a load, or an operation without effects, whose results nothing needs (any more)? */
static bool
is_unused(const struct ir_function *function, const struct ir_inst *inst, unsigned flags)
{
    for (uint32_t i = 0; i < inst->def_count; i++)
        if (ir_value(function, inst->def + i)->uses)
            return false;
    return inst->def_count && !(flags & IR_EFFECT) &&
           (inst->op != IR_OP_load || ir_is_plain(&inst->memory));
}

/* Whatever is neither a plain load nor a plain store may order what others see. */
static void
visit(struct finder *f, struct ir_inst *inst)
{
    unsigned flags = ir_inst_flags(inst);
    if (is_unused(f->function, inst, flags)) {
        ir_remove(inst);
        f->changed = true;
    } else if (inst->op == IR_OP_store && ir_is_plain(&inst->memory)) {
        visit_store(f, inst);
    } else if (inst->op == IR_OP_load) {
        uint32_t size = ir_type_bytes((enum ir_type)inst->type) * inst->def_count;
        struct memory_address at = memory_address_of(&f->objects, inst->args[0].value, size);
        memory_note_access(&at, inst);
        read(f, ir_is_plain(&inst->memory) ? &at : &anything);
        read(f, &at);
    } else if (flags & (IR_READ | IR_WRITE | IR_EFFECT) && inst != inst->block->last) {
        read(f, &anything);
    }
}

/* Stores to private objects that are never read, wherever they are. */
static void
drop_write_only(struct finder *f)
{
    ir_foreach_inst (alloca, f->function->entry) {
        if (alloca->op != IR_OP_alloca || f->objects.escapes[alloca->def])
            continue;
        bool is_read = false;
        VEC(ir_id) work = {0};
        VEC(struct ir_inst *) stores = {0};
        vec_push(&f->arena, &work, alloca->def);
        while (work.count && !is_read) {
            ir_id pointer = vec_pop(&work);
            for (struct ir_use *use = ir_value(f->function, pointer)->uses; use; use = use->next) {
                if (use->user->op == IR_OP_ptradd)
                    vec_push(&f->arena, &work, use->user->def);
                else if (use->user->op == IR_OP_store && !use->user->memory.is_volatile)
                    vec_push(&f->arena, &stores, use->user);
                else
                    is_read = true;
            }
        }
        for (uint32_t i = 0; i < stores.count && !is_read; i++)
            ir_remove(stores.at[i]);
        f->changed |= stores.count && !is_read;
    }
}

bool
opt_dead_stores(struct ir_function *function)
{
    struct finder f = {.function = function};
    arena_init_scratch(&f.arena, function->module->arena->allocator, function->module->guard);
    f.dom = ana_dom(&f.arena, function);
    f.later =
        arena_alloc(&f.arena, sizeof *f.later + LIMIT_LATER_STORES * sizeof f.later->ranges[0]);
    f.at_start = ARENA_ARRAY(&f.arena, function->block_count, struct later *);
    f.objects = memory_objects(&f.arena, function);
    drop_write_only(&f);
    for (uint32_t i = f.dom->count; i-- > 0;) {
        struct ir_block *block = f.dom->order[i];
        start_at_end(&f, block);
        for (struct ir_inst *inst = block->last, *before; inst; inst = before) {
            before = inst->prev;
            guard_poll(f.arena.guard);
            visit(&f, inst);
        }
        keep_start(&f, block);
    }
    arena_free(&f.arena);
    if (f.changed && function->module->debug)
        debug_distrust(function);
    return f.changed;
}
