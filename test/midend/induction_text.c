#include "test/midend/induction_text.h"

#include "midend/analysis/ana_induction.h"
#include "midend/ir/ir_info.h"

enum { MAX_TRIPS = 64 };

struct teller {
    struct strbuf out;
    struct arena *arena;
    struct ir_function *function;
    struct ana_dom *dom;
    struct ana_loops *loops;
    const struct ana_loop *loop;
    struct ana_induction at;
};

static const char *
name(const struct teller *t, ir_id id)
{
    if (!ir_is_const(t->function, id))
        return arena_printf(t->arena, "%%%u", id);
    enum ir_type type = ir_type_of(t->function, id);
    return arena_printf(t->arena, "%lld",
                        (long long)ir_signed(type, ir_value(t->function, id)->bits));
}

static void
tell_growth(struct teller *t, const struct ir_inst *inst)
{
    struct ana_growth growth = ana_growth(&t->at, inst->def);
    if (!growth.is_known) {
        strbuf_printf(&t->out, "  varies %s\n", name(t, inst->def));
        return;
    }
    strbuf_printf(&t->out, "  grows %s by %lld", name(t, inst->def), (long long)growth.times);
    for (unsigned i = 0; i < 2 && growth.by[i]; i++)
        strbuf_printf(&t->out, " * %s", name(t, growth.by[i]));
    strbuf_printf(&t->out, "\n");
}

static void
tell_counters(struct teller *t)
{
    struct ana_counter counter;
    for (const struct ir_inst *phi = t->loop->header->first; phi->op == IR_OP_phi; phi = phi->next)
        if (ana_counter(&t->at, phi->def, &counter))
            strbuf_printf(&t->out, "  counts %s from %s by %s\n", name(t, phi->def),
                          name(t, counter.start), name(t, counter.step));
}

static void
tell_trips(struct teller *t, const struct ana_trips *trips)
{
    strbuf_printf(&t->out, ": %llu trips%s\n", (unsigned long long)trips->count,
                  trips->if_entered ? " if entered" : "");
}

static void
tell_bound(struct teller *t)
{
    struct ana_bound bound;
    struct ana_trips trips;
    if (!ana_bound(&t->at, &bound))
        return;
    strbuf_printf(&t->out, "  while %s %s %s, %s", name(t, bound.counter.phi->def),
                  bound.is_down       ? bound.is_included ? ">=" : ">"
                  : bound.is_included ? "<="
                                      : "<",
                  name(t, bound.bound), bound.is_signed ? "signed" : "unsigned");
    if (ana_bound_trips(&t->at, &bound, &trips))
        tell_trips(t, &trips);
    else
        strbuf_printf(&t->out, "\n");
}

static bool
is_inside(const struct teller *t, const struct ir_block *block)
{
    return ana_loop_contains(t->loop, t->loops->of[block->id]);
}

static void
tell_block(struct teller *t, const struct ir_block *block)
{
    struct ana_trips trips;
    ir_foreach_inst (inst, block)
        if (inst->def_count == 1)
            tell_growth(t, inst);
    if (block->succ_count == 2 && is_inside(t, block->succs[0]) != is_inside(t, block->succs[1]) &&
        ana_dominates(t->dom, block, t->loop->latch) &&
        ana_trips(t->arena, &t->at, block, MAX_TRIPS, &trips)) {
        strbuf_printf(&t->out, "  exit of b%u", block->id);
        tell_trips(t, &trips);
    }
}

static void
tell_counted(struct teller *t)
{
    strbuf_printf(&t->out, "  counted:");
    ir_foreach_block (block, t->function)
        ir_foreach_inst (inst, block)
            if (is_inside(t, block) && inst->def_count == 1 &&
                ana_is_counted(t->function, t->loops, inst->def))
                strbuf_printf(&t->out, " %s", name(t, inst->def));
    strbuf_printf(&t->out, "\n");
}

static void
tell_loop(struct teller *t)
{
    strbuf_printf(&t->out, "%s b%u: %s, %u exits\n", t->function->name, t->loop->header->id,
                  t->loop->is_innermost ? "innermost" : "outer", t->loop->exit_count);
    if (!ana_induction(&t->at, t->function, t->loops, t->loop)) {
        strbuf_printf(&t->out, "  several ways in or back\n");
        return;
    }
    tell_counters(t);
    tell_bound(t);
    for (uint32_t i = 0; i < t->dom->count; i++)
        if (is_inside(t, t->dom->order[i]))
            tell_block(t, t->dom->order[i]);
    tell_counted(t);
}

char *
induction_text(struct ir_module *module)
{
    struct teller t = {.out = strbuf_new(module->arena), .arena = module->arena};
    for (t.function = module->functions; t.function; t.function = t.function->next) {
        t.dom = ana_dom(t.arena, t.function);
        t.loops = ana_loops(t.arena, t.function, t.dom);
        vec_foreach (struct ana_loop *, loop, &t.loops->all) {
            t.loop = *loop;
            tell_loop(&t);
        }
    }
    return t.out.text;
}
