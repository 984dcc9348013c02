/* Which bytes a loop accesses through a pointer, from before it on: sums of values and constants.
 *
 *   for (i = 0; i < n; i++) p[4 * g + i]      p + 16 * g  to just before  p + 16 * g + 4 * (n - 1) + 4
 *
 * Terms that both have in common cancel where two such are compared, so that the test is mostly one on the distance of
 * two pointers, the same in all lanes. */
#include "midend/loops/version.h"

#include "midend/ir/ir_info.h"
#include "support/limit.h"

/* ---- sums ---- */

static bool
add_term(struct version_form *form, ir_id id, enum version_widen widen, int64_t times)
{
    for (uint32_t i = 0; i < form->count; i++) {
        struct version_term *term = &form->terms[i];
        if (term->id != id || term->widen != widen)
            continue;
        term->times += times;
        if (!term->times)
            *term = form->terms[--form->count];
        return true;
    }
    if (form->count == VERSION_TERMS)
        return false;
    form->terms[form->count++] = (struct version_term){id, widen, times};
    return true;
}

/* a - b, or a + b. */
static bool
add_form(struct version_form *a, const struct version_form *b, int sign)
{
    bool fits = true;
    a->constant += sign * b->constant;
    for (uint32_t i = 0; i < b->count && fits; i++)
        fits = add_term(a, b->terms[i].id, b->terms[i].widen, sign * b->terms[i].times);
    return fits;
}

static bool
differ_by_constant(const struct version_form *a, const struct version_form *b)
{
    struct version_form apart = *a;
    return add_form(&apart, b, -1) && !apart.count;
}

/* ---- addresses ---- */

struct walker {
    const struct versions *v;
    struct version_form *form;
    int64_t growth[VERSION_LOOPS]; /* with each iteration */
    unsigned work;
};

/* Of constants; an i32 times MOST_GROWTH is no more than addresses have bits for, whatever it is. */
#define MOST_BYTES  (INT64_C(1) << 40)
#define MOST_GROWTH (INT64_C(1) << 15)

static bool
product(int64_t a, int64_t b, int64_t *result)
{
    return !__builtin_mul_overflow(a, b, result) && *result > -MOST_BYTES && *result < MOST_BYTES;
}

/* Is the wider value of the sum that of its parts? */
static bool
keeps(const struct ir_inst *inst, enum version_widen widen)
{
    return widen == VERSION_SAME ||
           inst->no_wrap & (widen == VERSION_SEXT ? IR_NO_SIGNED_WRAP : IR_NO_UNSIGNED_WRAP);
}

static int64_t
constant_of(const struct ir_function *f, ir_id id, enum version_widen widen)
{
    uint64_t bits = ir_value(f, id)->bits;
    return widen == VERSION_ZEXT ? (int64_t)bits : ir_signed(ir_type_of(f, id), bits);
}

static bool add_value(struct walker *w, ir_id id, int64_t times, enum version_widen widen);

/* What the loops count: from where it starts on. */
static bool
add_counter(struct walker *w, ir_id id, int64_t times, enum version_widen widen)
{
    const struct versions *v = w->v;
    const struct ir_function *f = v->u.function;
    struct ana_counter counter;
    int64_t growth;
    for (uint32_t i = 0; i < v->loop_count; i++) {
        if (!ana_counter(&v->loops[i].at, id, &counter))
            continue;
        if (!ir_is_const(f, counter.step) || !ana_is_outside(&v->loops[0].at, counter.start) ||
            !keeps(counter.next, widen) ||
            !product(times, constant_of(f, counter.step, widen), &growth))
            return false;
        w->growth[i] += growth;
        return add_value(w, counter.start, times, widen);
    }
    return false;
}

/* Is it a sum or product that is that of the wider parts? */
static bool
is_linear(const struct walker *w, const struct ir_inst *inst, enum version_widen widen)
{
    const struct ir_function *f = w->v->u.function;
    switch ((enum ir_op)inst->op) {
    case IR_OP_ptradd:
    case IR_OP_add:
    case IR_OP_sub:
        return keeps(inst, widen);
    case IR_OP_mul:
    case IR_OP_shl:
        return keeps(inst, widen) && ir_is_const(f, inst->args[1].value);
    case IR_OP_sext:
    case IR_OP_zext:
        return widen == VERSION_SAME && ir_type_of(f, inst->args[0].value) == IR_I32;
    default:
        return false;
    }
}

static bool
add_inst(struct walker *w, const struct ir_inst *inst, int64_t times, enum version_widen widen)
{
    const struct ir_function *f = w->v->u.function;
    ir_id a = inst->args[0].value, b = inst->arg_count > 1 ? inst->args[1].value : 0;
    int64_t factor;
    switch ((enum ir_op)inst->op) {
    case IR_OP_sext:
        return add_value(w, a, times, VERSION_SEXT);
    case IR_OP_zext:
        return add_value(w, a, times, VERSION_ZEXT);
    case IR_OP_sub:
        return add_value(w, a, times, widen) && add_value(w, b, -times, widen);
    case IR_OP_mul:
        return product(times, constant_of(f, b, widen), &factor) && add_value(w, a, factor, widen);
    case IR_OP_shl:
        return ir_value(f, b)->bits < 32 &&
               product(times, INT64_C(1) << ir_value(f, b)->bits, &factor) &&
               add_value(w, a, factor, widen);
    default:
        return add_value(w, a, times, widen) && add_value(w, b, times, widen);
    }
}

static bool
add_value(struct walker *w, ir_id id, int64_t times, enum version_widen widen)
{
    const struct ir_function *f = w->v->u.function;
    const struct ir_inst *inst = ir_def(f, id);
    int64_t constant;
    if (ir_is_const(f, id)) {
        bool fits = product(times, constant_of(f, id, widen), &constant);
        w->form->constant += constant;
        return fits;
    }
    if (LIMIT_MET(f->module->guard, GROWTH_TERMS, w->work++ == LIMIT_GROWTH_TERMS))
        return false;
    if (inst && is_linear(w, inst, widen))
        return add_inst(w, inst, times, widen);
    if (ana_is_outside(&w->v->loops[0].at, id))
        return add_term(w->form, id, widen, times);
    return add_counter(w, id, times, widen);
}

/* ---- ranges ---- */

void
version_find_span(struct versions *v, uint32_t index)
{
    struct version_loop *loop = &v->loops[index];
    const struct ir_function *f = v->u.function;
    struct ana_trips trips;
    loop->is_known = loop->is_constant = false;
    if (!ana_bound(&loop->at, &loop->bound))
        return;
    const struct ana_counter *counter = &loop->bound.counter;
    if (ana_bound_trips(&loop->at, &loop->bound, &trips) && !trips.if_entered) {
        loop->is_known = loop->is_constant = trips.count <= MOST_BYTES;
        loop->span = trips.count - 1;
        return;
    }
    if (counter->phi->type != IR_I32) /* spans of 64 bits may be larger than memory */
        return;
    uint64_t one = loop->bound.is_down ? ir_mask((enum ir_type)counter->phi->type) : 1;
    loop->is_known = ir_is_const(f, counter->step) && ir_value(f, counter->step)->bits == one &&
                     ana_is_outside(&v->loops[0].at, counter->start) &&
                     ana_is_outside(&v->loops[0].at, loop->bound.bound);
}

/* What is added to the end at which the range grows; once_more: the access is there when the loop ends, too. */
static bool
add_growth(const struct version_loop *loop, uint32_t index, int64_t growth, bool once_more,
           struct version_form *end)
{
    int64_t more;
    if (!loop->is_known ||
        (!loop->is_constant && (growth > MOST_GROWTH || growth < -MOST_GROWTH)) ||
        !product(growth, (int64_t)(loop->is_constant ? loop->span : 0) + once_more, &more))
        return false;
    end->constant += more;
    return loop->is_constant || add_term(end, index, VERSION_SPAN, growth);
}

static void
join(struct version_range *range, const struct version_range *other)
{
    if (other->low.constant < range->low.constant)
        range->low.constant = other->low.constant;
    if (other->high.constant > range->high.constant)
        range->high.constant = other->high.constant;
}

bool
version_add_range(struct versions *v, struct version_stream *stream, const struct ir_inst *access,
                  uint32_t size)
{
    struct version_range range = {0};
    struct walker walker = {.v = v, .form = &range.low};
    if (!add_value(&walker, access->args[0].value, 1, VERSION_SAME))
        return false;
    range.high = range.low;
    range.high.constant += size;
    for (uint32_t i = 0; i < v->loop_count; i++) {
        const struct ana_loop *loop = v->loops[i].at.loop;
        bool once_more = access->block == loop->header ||
                         !ana_loop_contains(loop, v->u.loops->of[access->block->id]);
        struct version_form *end = walker.growth[i] < 0 ? &range.low : &range.high;
        if (walker.growth[i] && !add_growth(&v->loops[i], i, walker.growth[i], once_more, end))
            return false;
    }
    for (uint32_t i = 0; i < stream->range_count; i++)
        if (differ_by_constant(&stream->ranges[i].low, &range.low) &&
            differ_by_constant(&stream->ranges[i].high, &range.high)) {
            join(&stream->ranges[i], &range);
            return true;
        }
    if (stream->range_count == VERSION_RANGES)
        return false;
    stream->ranges[stream->range_count++] = range;
    return true;
}

/* ---- the test ---- */

/* Iterations after the first, if there is a first; else any number. */
static ir_id
build_span(const struct version_loop *loop, struct ir_builder *b)
{
    const struct ana_bound *bound = &loop->bound;
    enum ir_type type = (enum ir_type)bound->counter.phi->type;
    ir_id high = bound->is_down ? bound->counter.start : bound->bound;
    ir_id low = bound->is_down ? bound->bound : bound->counter.start;
    ir_id span = ir_build2(b, IR_OP_sub, type, high, low);
    if (!bound->is_included)
        span = ir_build2(b, IR_OP_sub, type, span, ir_const(b->function, type, 1));
    return ir_build1(b, IR_OP_zext, IR_I64, span);
}

static ir_id
build_term(const struct versions *v, struct ir_builder *b, const struct version_term *term)
{
    ir_id value = term->widen == VERSION_SPAN   ? build_span(&v->loops[term->id], b)
                  : term->widen == VERSION_SEXT ? ir_build1(b, IR_OP_sext, IR_I64, term->id)
                  : term->widen == VERSION_ZEXT ? ir_build1(b, IR_OP_zext, IR_I64, term->id)
                  : ir_is_pointer(ir_type_of(b->function, term->id))
                      ? ir_build1(b, IR_OP_ptrtoint, IR_I64, term->id)
                      : term->id;
    uint64_t times = (uint64_t)(term->times < 0 ? -term->times : term->times);
    return times == 1
               ? value
               : ir_build2(b, IR_OP_mul, IR_I64, value, ir_const(b->function, IR_I64, times));
}

/* Those that are added come first. */
static ir_id
build_form(const struct versions *v, struct ir_builder *b, const struct version_form *form)
{
    ir_id sum = ir_const(b->function, IR_I64, 0);
    for (unsigned minus = 0; minus < 2; minus++)
        for (uint32_t i = 0; i < form->count; i++)
            if ((form->terms[i].times < 0) == minus)
                sum = ir_build2(b, minus ? IR_OP_sub : IR_OP_add, IR_I64, sum,
                                build_term(v, b, &form->terms[i]));
    return ir_build2(b, IR_OP_add, IR_I64, sum,
                     ir_const(b->function, IR_I64, (uint64_t)form->constant));
}

/* They overlap where x.low < y.high and y.low < x.high: where y.high - x.low - 1 lies from 0 to before the sum of both
 * sizes less 1.  Addresses have 48 bits, so that no difference wraps. */
ir_id
version_apart(struct versions *v, struct ir_builder *b, const struct version_range *x,
              const struct version_range *y)
{
    struct version_form at = y->high, sizes = x->high;
    bool fits = add_form(&at, &x->low, -1) && add_form(&sizes, &x->low, -1) &&
                add_form(&sizes, &y->high, 1) && add_form(&sizes, &y->low, -1);
    if (!fits)
        return ir_const(b->function, IR_I1, 0);
    at.constant--;
    sizes.constant--;
    return ir_build2(b, IR_OP_uge, IR_I1, build_form(v, b, &at), build_form(v, b, &sizes));
}
