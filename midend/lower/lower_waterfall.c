/* Images and samplers whose handles differ between lanes, and resources of buffers: the unit takes one of each for
 * all lanes, so a loop serves the lanes one handle after the other.
 *
 *   %t = image_read %h, ...   ->   first = readfirstlane h;
 *                                  if (h == first) t = image_read first, ...; else once more */
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/ir/ir_build.h"

/* An operation, and which of its first arguments differ between lanes, as bits. */
struct served {
    struct ir_inst *inst;
    unsigned differs;
};

struct waterfall {
    struct ir_builder b;
    struct served served;
};

static bool
has_sampler(const struct ir_function *function, const struct ir_inst *inst)
{
    return inst->op == IR_OP_image_sample &&
           ir_is_pointer(ir_type_of(function, inst->args[1].value));
}

/* The first arguments that the unit takes from scalar registers. */
static uint32_t
handle_count(const struct ir_function *function, const struct ir_inst *inst)
{
    switch ((enum ir_op)inst->op) {
    case IR_OP_image_read:
    case IR_OP_image_write:
    case IR_OP_image_query:
        return 1;
    case IR_OP_image_sample:
        return has_sampler(function, inst) ? 2 : 1;
    case IR_OP_buffer_load:
    case IR_OP_buffer_store:
    case IR_OP_buffer_atomic:
    case IR_OP_buffer_to_local:
        return IR_BUFFER_SCALARS;
    default:
        return 0;
    }
}

/* The operation with the handles of the first lane: *is_served: this lane has the same ones. */
static void
take_first(struct waterfall *w, uint32_t index, ir_id *is_served)
{
    ir_id own = w->served.inst->args[index].value;
    if (!(w->served.differs >> index & 1))
        return;
    enum ir_type type = ir_type_of(w->b.function, own);
    ir_id first = ir_build(&w->b, IR_OP_readfirstlane, type, 1, &own, 1)->def;
    ir_id same = ir_build2(&w->b, IR_OP_eq, IR_I1, own, first);
    *is_served = *is_served ? ir_build2(&w->b, IR_OP_and, IR_I1, *is_served, same) : same;
    ir_set_arg(w->served.inst, index, first);
}

/* before -> header -> serve | wait -> join -> after | back -> header */
static void
expand(struct ir_function *f, struct served served)
{
    struct ir_inst *inst = served.inst;
    struct ir_block *header = ir_split_block(inst), *serve = ir_split_block(inst);
    struct ir_block *after = ir_split_block(inst->next);
    struct ir_block *wait = ir_block_after(serve), *join = ir_block_after(wait),
                    *back = ir_block_after(join);
    struct waterfall w = {{f, header, NULL, inst->loc}, served};
    ir_id is_served = 0;
    w.b.before = header->last;
    for (uint32_t i = 0; i < handle_count(f, inst); i++)
        take_first(&w, i, &is_served);
    ir_set_cbr(header, is_served, serve, wait);
    ir_set_br(serve, join);
    ir_set_br(wait, join);
    w.b.block = join;
    w.b.before = NULL;
    for (uint32_t i = 0; i < inst->def_count; i++) {
        ir_id args[2] = {inst->def + i, ir_undef(f, (enum ir_type)inst->type)};
        struct ir_inst *phi = ir_inst_new(f, IR_OP_phi, (enum ir_type)inst->type, 1, args, 2);
        ir_append(join, phi);
        ir_replace_uses(f, inst->def + i, phi->def);
        ir_set_arg(phi, 0, inst->def + i);
    }
    ir_set_cbr(join, is_served, after, back);
    ir_set_br(back, header);
}

/* What is uniform in a loop that lanes leave apart differs behind it. */
static unsigned
differing(const struct ana_divergence *divergence, const struct ana_loops *loops,
          const struct ir_inst *inst, uint32_t count)
{
    unsigned differs = 0;
    for (uint32_t i = 0; i < count; i++)
        if (ana_differs_at(divergence, loops, inst, i))
            differs |= 1u << i;
    return differs;
}

bool
lower_waterfall(struct ir_function *function)
{
    VEC(struct served) found = {0};
    struct arena arena;
    arena_init_scratch(&arena, function->module->arena->allocator, function->module->guard);
    const struct ana_divergence *divergence = NULL;
    const struct ana_loops *loops = NULL;
    ir_foreach_block (block, function)
        ir_foreach_inst (inst, block) {
            uint32_t count = handle_count(function, inst);
            if (count && !divergence) {
                divergence = ana_divergence(&arena, function);
                loops = ana_loops(&arena, function, ana_dom(&arena, function));
            }
            unsigned differs = count ? differing(divergence, loops, inst, count) : 0;
            if (differs)
                vec_push(&arena, &found, ((struct served){inst, differs}));
        }
    vec_foreach (const struct served, served, &found)
        expand(function, *served);
    arena_free(&arena);
    return found.count != 0;
}
