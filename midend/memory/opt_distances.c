/* Addresses at a constant distance from one that was accessed before are computed from that one, and selection
 * folds the distance into the access:
 *
 *   %8 = add nsw %y, 1 ; %9 = mul nsw %8, %w ; %10 = add nsw %9, %x ; %11 = ptradd %a, shl (sext %10), 2
 *   %12 = load %11 ; .. the same with %y and %x - 3 ..
 *   ->   %21 = ptradd %11, .. only if w is a constant; its distance is (-w - 3) * 4
 *
 * An address is a base and a sum of products of values, with constants.  Sums and products of 64 bits may wrap: so
 * does the address.  Those of 32 bits that are widened must be exact, which IR_NO_SIGNED_WRAP says of what the
 * program computes.  It says nothing of what the program does not need: an index that another pass computes too
 * early may wrap.  But where memory was accessed through an address, its index was exact.  So only such addresses
 * are starting points, and only where their access is known to have come before. */
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/ir/ir_info.h"
#include "support/limit.h"

#include <string.h>

/* What instructions add to an address on most chips; a larger distance is no cheaper than an index. */
enum { LOWEST = -4096, HIGHEST = 4095 };
enum { TERMS = 8, BUCKETS = 256 };

/* How a value of 32 bits counts in a sum. */
enum reading { AS_IT_IS, WIDENED_SIGNED, WIDENED_UNSIGNED };

/* A product of up to two values and a constant; 0: no value. */
struct term {
    uint64_t values[2]; /* id * 4 + enum reading, the larger one first */
    uint64_t factor;
};

/* The sum of terms, sorted by their values, and a constant, modulo the width of the address. */
struct form {
    struct term terms[TERMS];
    unsigned count;
    uint64_t constant;
    bool is_too_long;
};

struct place {
    ir_id pointer, base;
    struct form form;
    const struct ir_block *block; /* of the access */
    struct place *next;
};

struct distances {
    struct ir_function *function;
    struct arena scratch;
    struct ana_dom *dom;
    struct place *buckets[BUCKETS];
    unsigned work; /* values of the present address that were looked at */
    bool changed;
};

/* ---- sums ---- */

/* The terms are not cleared: there are many sums, and most are short. */
static void
clear(struct form *form)
{
    form->count = 0;
    form->constant = 0;
    form->is_too_long = false;
}

static void
add_term(struct form *form, const struct term *term)
{
    unsigned at = 0;
    if (!term->factor)
        return;
    if (!term->values[0]) {
        form->constant += term->factor;
        return;
    }
    int order = -1;
    while (at < form->count &&
           (order = memcmp(form->terms[at].values, term->values, sizeof term->values)) < 0)
        at++;
    if (at < form->count && order == 0) {
        form->terms[at].factor += term->factor;
        if (!form->terms[at].factor)
            memmove(form->terms + at, form->terms + at + 1,
                    (--form->count - at) * sizeof *form->terms);
        return;
    }
    if (form->count == TERMS) {
        form->is_too_long = true;
        return;
    }
    memmove(form->terms + at + 1, form->terms + at, (form->count++ - at) * sizeof *form->terms);
    form->terms[at] = *term;
}

static void
add_form(struct form *form, const struct form *other, uint64_t factor)
{
    for (unsigned i = 0; i < other->count; i++)
        add_term(form, &(struct term){{other->terms[i].values[0], other->terms[i].values[1]},
                                      other->terms[i].factor * factor});
    form->constant += other->constant * factor;
    form->is_too_long |= other->is_too_long;
}

/* The product of two sums; false: it has products of three values. */
static bool
add_product(struct form *form, const struct form *a, const struct form *b)
{
    for (unsigned i = 0; i <= a->count; i++)
        for (unsigned k = 0; k <= b->count; k++) {
            struct term none[2] = {{{0}, a->constant}, {{0}, b->constant}};
            struct term x = i < a->count ? a->terms[i] : none[0];
            const struct term *y = k < b->count ? &b->terms[k] : &none[1];
            x.factor *= y->factor;
            if (!x.values[0]) {
                memcpy(x.values, y->values, sizeof x.values);
            } else if (y->values[0]) {
                uint64_t u = x.values[0], v = y->values[0];
                if (x.factor && (x.values[1] || y->values[1]))
                    return false;
                x.values[0] = u > v ? u : v;
                x.values[1] = u > v ? v : u;
            }
            add_term(form, &x);
        }
    return true;
}

static void gather(struct distances *d, ir_id id, enum reading reading, unsigned depth,
                   struct form *form);

/* Of a * b, or 1 << b for a shift. */
static bool
gather_product(struct distances *d, const struct ir_inst *inst, enum reading reading,
               unsigned depth, struct form *form)
{
    struct form a, b, product;
    ir_id by = inst->args[1].value;
    clear(&a);
    clear(&b);
    clear(&product);
    gather(d, inst->args[0].value, reading, depth, &a);
    if (inst->op == IR_OP_shl) {
        uint64_t amount = ir_value(d->function, by)->bits;
        if (!ir_is_const(d->function, by) || amount >= ir_type_bits((enum ir_type)inst->type))
            return false;
        b.constant = UINT64_C(1) << amount;
    } else {
        gather(d, by, reading, depth, &b);
    }
    if (a.is_too_long || b.is_too_long || !add_product(&product, &a, &b))
        return false;
    add_form(form, &product, 1);
    return true;
}

/* An operation on its arguments read alike; false: the value is to be taken as it is. */
static bool
gather_operation(struct distances *d, const struct ir_inst *inst, enum reading reading,
                 unsigned depth, struct form *form)
{
    struct form right;
    clear(&right);
    switch (inst->op) {
    case IR_OP_add:
    case IR_OP_sub:
    case IR_OP_mul:
    case IR_OP_shl:
        if ((reading == WIDENED_SIGNED && !(inst->no_wrap & IR_NO_SIGNED_WRAP)) ||
            (reading == WIDENED_UNSIGNED && !(inst->no_wrap & IR_NO_UNSIGNED_WRAP)))
            return false;
        if (inst->op == IR_OP_mul || inst->op == IR_OP_shl)
            return gather_product(d, inst, reading, depth, form);
        gather(d, inst->args[0].value, reading, depth, form);
        gather(d, inst->args[1].value, reading, depth, &right);
        add_form(form, &right, inst->op == IR_OP_add ? 1 : UINT64_MAX);
        return true;
    case IR_OP_sext:
    case IR_OP_zext:
        if (reading != AS_IT_IS || ir_type_of(d->function, inst->args[0].value) != IR_I32)
            return false;
        /* Without a sign both are the same. */
        bool is_signed =
            inst->op == IR_OP_sext || ana_most_bits(d->function, inst->args[0].value) < 32;
        gather(d, inst->args[0].value, is_signed ? WIDENED_SIGNED : WIDENED_UNSIGNED, depth, form);
        return true;
    default:
        return false;
    }
}

static void
gather(struct distances *d, ir_id id, enum reading reading, unsigned depth, struct form *form)
{
    if (ir_is_const(d->function, id)) {
        uint64_t bits = ir_value(d->function, id)->bits;
        form->constant += reading == WIDENED_SIGNED ? (uint64_t)(int64_t)(int32_t)bits : bits;
        return;
    }
    const struct ir_inst *inst = ir_def(d->function, id);
    if (inst && !LIMIT_MET(d->scratch.guard, INDEX_DEPTH, depth == LIMIT_INDEX_DEPTH) &&
        !LIMIT_MET(d->scratch.guard, INDEX_WORK, d->work == LIMIT_INDEX_WORK)) {
        d->work++;
        struct form parts;
        clear(&parts);
        if (gather_operation(d, inst, reading, depth + 1, &parts) && !parts.is_too_long) {
            add_form(form, &parts, 1);
            return;
        }
    }
    add_term(form, &(struct term){{(uint64_t)id * 4 + reading, 0}, 1});
}

/* Base and sum of an address; false: nothing was added to it, or too much. */
static bool
form_of(struct distances *d, ir_id pointer, struct place *place)
{
    place->pointer = place->base = pointer;
    clear(&place->form);
    unsigned bits = ir_type_bits(ir_type_of(d->function, pointer));
    const struct ir_inst *inst = ir_def(d->function, pointer);
    d->work = 0;
    for (unsigned k = 0; inst && inst->op == IR_OP_ptradd && k < LIMIT_INDEX_DEPTH; k++) {
        ir_id by = inst->args[1].value;
        /* An offset of 32 bits of a wide pointer is a number with a sign. */
        bool is_narrow = ir_type_bits(ir_type_of(d->function, by)) < bits;
        gather(d, by, is_narrow ? WIDENED_SIGNED : AS_IT_IS, 0, &place->form);
        place->base = inst->args[0].value;
        inst = ir_def(d->function, place->base);
    }
    for (unsigned i = 0; bits == 32 && i < place->form.count; i++)
        place->form.terms[i].factor = (uint32_t)place->form.terms[i].factor;
    return place->form.count && !place->form.is_too_long;
}

/* ---- places ---- */

static unsigned
bucket_of(const struct place *place)
{
    uint64_t hash = place->base;
    for (unsigned i = 0; i < place->form.count; i++)
        hash = (hash ^ place->form.terms[i].values[0] ^ place->form.terms[i].values[1] << 20) *
                   UINT64_C(0x9e3779b97f4a7c15) +
               place->form.terms[i].factor;
    return (unsigned)(hash >> 40) % BUCKETS;
}

static int64_t
distance(const struct distances *d, const struct place *from, const struct place *to)
{
    uint64_t by = to->form.constant - from->form.constant;
    return ir_type_bits(ir_type_of(d->function, to->pointer)) == 64 ? (int64_t)by
                                                                    : (int32_t)(uint32_t)by;
}

/* A place near to it whose access came before. */
static struct place *
find_near(struct distances *d, const struct place *wanted, const struct ir_block *block)
{
    unsigned steps = 0;
    for (struct place **link = &d->buckets[bucket_of(wanted)];
         *link && !LIMIT_MET(d->scratch.guard, NEAR_PLACES, steps == LIMIT_NEAR_PLACES); steps++) {
        struct place *at = *link;
        if (!ana_dominates(d->dom, at->block, block)) {
            *link = at->next; /* the walk has left its subtree */
            continue;
        }
        int64_t by = distance(d, at, wanted);
        if (at->base == wanted->base && at->form.count == wanted->form.count && by >= LOWEST &&
            by <= HIGHEST &&
            memcmp(at->form.terms, wanted->form.terms, at->form.count * sizeof *at->form.terms) ==
                0)
            return at;
        link = &at->next;
    }
    return NULL;
}

/* Takes the address from a known one; one that is nothing but another and a constant stays. */
static void
rebase(struct distances *d, struct ir_inst *inst)
{
    struct place wanted;
    if (ir_space_of((enum ir_type)inst->type) == IR_SPACE_PRIVATE ||
        ir_is_const(d->function, inst->args[1].value) || !form_of(d, inst->def, &wanted))
        return;
    const struct place *near = find_near(d, &wanted, inst->block);
    if (!near || near->pointer == inst->def)
        return;
    enum ir_type type = ir_type_bits((enum ir_type)inst->type) == 64 ? IR_I64 : IR_I32;
    int64_t by = distance(d, near, &wanted);
    ir_set_arg(inst, 0, near->pointer);
    ir_set_arg(inst, 1, ir_const(d->function, type, (uint64_t)by));
    d->changed = true;
}

/* From here on the address is known. */
static void
note_access_to(struct distances *d, const struct ir_inst *inst)
{
    struct place known;
    ir_id pointer = inst->args[0].value;
    if (ir_space_of(ir_type_of(d->function, pointer)) == IR_SPACE_PRIVATE ||
        !form_of(d, pointer, &known) || find_near(d, &known, inst->block))
        return;
    struct place *place = ARENA_NEW(&d->scratch, struct place);
    *place = known;
    place->block = inst->block;
    struct place **bucket = &d->buckets[bucket_of(place)];
    place->next = *bucket;
    *bucket = place;
}

bool
opt_distances(struct ir_function *function)
{
    struct distances d = {.function = function};
    arena_init_scratch(&d.scratch, function->module->arena->allocator, function->module->guard);
    d.dom = ana_dom(&d.scratch, function);
    struct ir_block **order = ana_tree_order(&d.scratch, d.dom);
    for (uint32_t i = 0; i < d.dom->count; i++)
        ir_foreach_inst (inst, order[i]) {
            if (inst->op == IR_OP_ptradd)
                rebase(&d, inst);
            else if (inst->op == IR_OP_load || inst->op == IR_OP_store)
                note_access_to(&d, inst);
        }
    arena_free(&d.scratch);
    return d.changed;
}
