/* Pairs of equal operations on halves or shorts become one operation on both (packed.def).
 *
 *   %3 = fma f16 %1, %5, %7; %4 = fma f16 %2, %6, %8; store f16 %9, %3, %4
 *   ->   %10 = pk_fma i32 ...; store i32 %9, %10
 *
 * Pairs begin where two neighbours are stored and go on to their operands (after Larsen and
 * Amarasinghe, "Exploiting superword level parallelism", 2000): equal operations and phis of one
 * block, neighbours that one load reads, constants; what is none of these is put together.  A pair
 * is computed only if nothing else uses its members, and pairs that hang together only if they save
 * more operations than they put together. */
#include "midend/pass.h"

#include "midend/ir/ir_build.h"
#include "midend/analysis/memory_order.h"
#include "support/limit.h"

enum { MAX_ARGS = 3 }; /* of operations on pairs */

static const uint8_t forms[IR_OPS][IR_TYPES] = {
#define PACKED(op, type, form) [IR_OP_##op][IR_##type] = IR_OP_##form,
#include "midend/values/packed.def"
};

enum kind { TOGETHER, CONSTANT, LOADED, COMPUTED, MERGED };

struct pair {
    ir_id lo, hi;
    uint8_t kind;
    bool is_reached;         /* from a store */
    uint32_t args[MAX_ARGS]; /* of COMPUTED: pairs */
    uint32_t first_arg;      /* of MERGED: in more_args */
    uint32_t group;          /* union-find: pairs that hang together */
    ir_id word;              /* both in one i32; 0: not made yet */
};

struct packer {
    struct ir_function *function;
    struct arena arena;
    VEC(struct pair) pairs;
    VEC(uint32_t) more_args;      /* of phis: a pair for each predecessor */
    struct map found;             /* lo, hi -> index + 1 */
    struct map member;            /* result of an operation or phi -> index + 1 of its only pair */
    VEC(struct ir_inst *) stores; /* of pairs */
    VEC(uint32_t) stored;         /* the pairs of the stores, one after the other */
    struct map first_stored;      /* store -> index of its first one + 1 */
    uint32_t *place;              /* by value: its instruction's place in its block */
    int32_t *gain;                /* by group */
    struct map words;             /* load -> the load of words that takes its place */
};

static enum ir_type
type_of(const struct packer *p, ir_id id)
{
    return ir_type_of(p->function, id);
}

static bool
is_constant(const struct packer *p, ir_id id)
{
    return ir_is_const(p->function, id) || ir_value(p->function, id)->kind == IR_VALUE_UNDEF;
}

/* ---- which pairs there are ---- */

static bool
are_neighbours(const struct packer *p, ir_id lo, ir_id hi)
{
    const struct ir_inst *load = ir_def(p->function, lo);
    return load && load->op == IR_OP_load && hi == lo + 1 && ir_def(p->function, hi) == load &&
           (lo - load->def) % 2 == 0 && load->def_count % 2 == 0 && ir_is_plain(&load->memory);
}

static bool
is_small(enum ir_type type)
{
    return type == IR_F16 || type == IR_I16;
}

/* Operations of one form; shifts by one constant each. */
static bool
are_alike(const struct packer *p, ir_id lo, ir_id hi)
{
    const struct ir_inst *a = ir_def(p->function, lo), *b = ir_def(p->function, hi);
    if (!a || !b || a == b || a->op != b->op || a->type != b->type || a->block != b->block)
        return false;
    if (a->op == IR_OP_phi)
        return is_small((enum ir_type)a->type);
    if (!forms[a->op][a->type])
        return false;
    bool shifts = a->op == IR_OP_shl || a->op == IR_OP_lshr || a->op == IR_OP_ashr;
    return !shifts || (ir_is_const(p->function, a->args[1].value) &&
                       ir_is_const(p->function, b->args[1].value));
}

static enum kind
kind_of(const struct packer *p, ir_id lo, ir_id hi)
{
    if (is_constant(p, lo) && is_constant(p, hi))
        return CONSTANT;
    if (are_neighbours(p, lo, hi))
        return LOADED;
    if (!are_alike(p, lo, hi) || map_get(&p->member, lo) || map_get(&p->member, hi))
        return TOGETHER;
    return ir_def(p->function, lo)->op == IR_OP_phi ? MERGED : COMPUTED;
}

static uint32_t
add_pair(struct packer *p, ir_id lo, ir_id hi)
{
    uint64_t key = (uint64_t)lo << 32 | hi;
    uintptr_t known = (uintptr_t)map_get(&p->found, key);
    if (known)
        return (uint32_t)known - 1;
    struct pair pair = {.lo = lo, .hi = hi, .group = p->pairs.count};
    bool is_full = LIMIT_MET(p->arena.guard, PACKED_PAIRS, p->pairs.count >= LIMIT_PACKED_PAIRS);
    pair.kind = is_full ? TOGETHER : (uint8_t)kind_of(p, lo, hi);
    vec_push(&p->arena, &p->pairs, pair);
    map_put(&p->found, key, (void *)(uintptr_t)p->pairs.count);
    if (pair.kind >= COMPUTED) {
        map_put(&p->member, lo, (void *)(uintptr_t)p->pairs.count);
        map_put(&p->member, hi, (void *)(uintptr_t)p->pairs.count);
    }
    return p->pairs.count - 1;
}

static unsigned
likeness(const struct packer *p, ir_id lo, ir_id hi)
{
    return are_neighbours(p, lo, hi) ? 3 : are_alike(p, lo, hi) ? 2 : lo == hi;
}

/* The operands of a pair of operations; of those that commute in the better order. */
static void
add_operands(struct packer *p, uint32_t index)
{
    const struct ir_inst *a = ir_def(p->function, p->pairs.at[index].lo);
    const struct ir_inst *b = ir_def(p->function, p->pairs.at[index].hi);
    if (a->op == IR_OP_phi) {
        p->pairs.at[index].first_arg = p->more_args.count;
        uint32_t first = p->more_args.count;
        for (uint32_t i = 0; i < a->arg_count; i++)
            vec_push(&p->arena, &p->more_args, 0);
        for (uint32_t i = 0; i < a->arg_count; i++)
            p->more_args.at[first + i] = add_pair(p, a->args[i].value, b->args[i].value);
        return;
    }
    ir_id a0 = a->args[0].value, a1 = a->args[1].value;
    ir_id b0 = b->args[0].value, b1 = b->args[1].value;
    bool swaps =
        (ir_op_flags((enum ir_op)a->op) & IR_COMMUTES || a->op == IR_OP_fma ||
         a->op == IR_OP_fmad) &&
        likeness(p, a0, b1) + likeness(p, a1, b0) > likeness(p, a0, b0) + likeness(p, a1, b1);
    for (uint32_t i = 0; i < a->arg_count; i++) {
        uint32_t other = swaps && i < 2 ? 1 - i : i;
        uint32_t arg = add_pair(p, a->args[i].value, b->args[other].value);
        p->pairs.at[index].args[i] = arg;
    }
}

static void
find_pairs(struct packer *p)
{
    ir_foreach_block (block, p->function) {
        uint32_t place = 0;
        ir_foreach_inst (inst, block) {
            for (uint32_t i = 0; i < inst->def_count; i++)
                p->place[inst->def + i] = place;
            place++;
            if (inst->op != IR_OP_store || !is_small((enum ir_type)inst->type) ||
                inst->arg_count % 2 == 0 || !ir_is_plain(&inst->memory))
                continue;
            vec_push(&p->arena, &p->stores, inst);
            map_put(&p->first_stored, MAP_KEY(inst), (void *)(uintptr_t)(p->stored.count + 1));
            for (uint32_t i = 1; i < inst->arg_count; i += 2) {
                uint32_t pair = add_pair(p, inst->args[i].value, inst->args[i + 1].value);
                vec_push(&p->arena, &p->stored, pair);
            }
        }
    }
    for (uint32_t i = 0; i < p->pairs.count; i++)
        if (p->pairs.at[i].kind >= COMPUTED)
            add_operands(p, i);
}

/* ---- which are worth it ---- */

static uint32_t
arg_count(const struct packer *p, const struct pair *pair)
{
    return pair->kind >= COMPUTED ? ir_def(p->function, pair->lo)->arg_count : 0;
}

static uint32_t
arg_of(const struct packer *p, const struct pair *pair, uint32_t i)
{
    return pair->kind == MERGED ? p->more_args.at[pair->first_arg + i] : pair->args[i];
}

static void
reach(struct packer *p, uint32_t index)
{
    VEC(uint32_t) work = {0};
    vec_push(&p->arena, &work, index);
    while (work.count) {
        struct pair *pair = &p->pairs.at[vec_pop(&work)];
        if (pair->is_reached)
            continue;
        pair->is_reached = true;
        for (uint32_t i = 0; i < arg_count(p, pair); i++)
            vec_push(&p->arena, &work, arg_of(p, pair, i));
    }
}

/* Is the use by a store of the pair, or by a pair that takes the value only as part of this one? */
static bool
is_inside(const struct packer *p, uint32_t index, const struct ir_use *use)
{
    const struct ir_inst *user = use->user;
    uintptr_t first = (uintptr_t)map_get(&p->first_stored, MAP_KEY(user));
    if (first)
        return use != user->args &&
               p->stored.at[first - 1 + ((uint32_t)(use - user->args) - 1) / 2] == index;
    uintptr_t member = user->def_count ? (uintptr_t)map_get(&p->member, user->def) : 0;
    const struct pair *pair = member ? &p->pairs.at[member - 1] : NULL;
    if (!pair || !pair->is_reached || pair->kind < COMPUTED)
        return false;
    for (uint32_t i = 0; i < arg_count(p, pair); i++) {
        uint32_t arg = arg_of(p, pair, i);
        const struct pair *taken = &p->pairs.at[arg];
        if (arg != index && (taken->lo == use->value || taken->hi == use->value))
            return false;
    }
    return true;
}

static bool
is_used_inside(const struct packer *p, uint32_t index)
{
    const struct pair *pair = &p->pairs.at[index];
    for (uint32_t half = 0; half < 2; half++)
        for (const struct ir_use *use = ir_value(p->function, half ? pair->hi : pair->lo)->uses;
             use; use = use->next)
            if (!is_inside(p, index, use))
                return false;
    return true;
}

/* Pairs that others use are put together of what is computed anyway; then what led to them alone is
 * not there any more. */
static void
drop_shared(struct packer *p)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < p->pairs.count; i++)
            p->pairs.at[i].is_reached = false;
        for (uint32_t i = 0; i < p->stored.count; i++)
            reach(p, p->stored.at[i]);
        for (uint32_t i = 0; i < p->pairs.count; i++) {
            struct pair *pair = &p->pairs.at[i];
            if (pair->is_reached && pair->kind >= COMPUTED && !is_used_inside(p, i)) {
                pair->kind = TOGETHER;
                changed = true;
            }
        }
    }
}

static uint32_t
group_of(struct packer *p, uint32_t index)
{
    while (p->pairs.at[index].group != index)
        index = p->pairs.at[index].group = p->pairs.at[p->pairs.at[index].group].group;
    return index;
}

static void
join_groups(struct packer *p)
{
    for (uint32_t i = 0; i < p->pairs.count; i++)
        for (uint32_t k = 0; p->pairs.at[i].is_reached && k < arg_count(p, &p->pairs.at[i]); k++) {
            uint32_t arg = arg_of(p, &p->pairs.at[i], k);
            if (p->pairs.at[arg].kind >= COMPUTED)
                p->pairs.at[group_of(p, arg)].group = group_of(p, i);
        }
}

/* Has the operation no form of its own for pairs, and so no modifiers? */
static bool
is_logic(const struct packer *p, const struct pair *pair)
{
    unsigned op = ir_def(p->function, pair->lo)->op;
    return op == IR_OP_and || op == IR_OP_or || op == IR_OP_xor;
}

/* Does it take an operation to put the pair together for that user?  One of a number with itself is a
 * modifier. */
static bool
is_made(const struct packer *p, uint32_t index, const struct pair *user)
{
    const struct pair *pair = &p->pairs.at[index];
    return pair->kind == TOGETHER && (pair->lo != pair->hi || is_logic(p, user));
}

/* An operation less for each pair of them, one more for each that is put together. */
static void
count_gains(struct packer *p)
{
    p->gain = ARENA_ARRAY(&p->arena, p->pairs.count + 1, int32_t);
    join_groups(p);
    for (uint32_t i = 0; i < p->pairs.count; i++) {
        const struct pair *pair = &p->pairs.at[i];
        if (!pair->is_reached || pair->kind < COMPUTED)
            continue;
        int32_t *gain = &p->gain[group_of(p, i)];
        *gain += 1;
        for (uint32_t k = 0; k < arg_count(p, pair); k++)
            *gain -= is_made(p, arg_of(p, pair, k), pair);
    }
}

static bool
is_taken(struct packer *p, uint32_t index)
{
    const struct pair *pair = &p->pairs.at[index];
    return pair->is_reached && pair->kind >= COMPUTED && p->gain[group_of(p, index)] > 0;
}

/* ---- making them ---- */

static uint32_t
bits_of(const struct packer *p, ir_id id)
{
    return ir_is_const(p->function, id) ? (uint32_t)ir_value(p->function, id)->bits & 0xffff : 0;
}

/* The half of a word as a value of the type. */
static ir_id
part_of(struct ir_builder *b, ir_id word, uint32_t half, enum ir_type type)
{
    if (half)
        word = ir_build2(b, IR_OP_lshr, IR_I32, word, ir_const(b->function, IR_I32, 16));
    ir_id part = ir_build1(b, IR_OP_trunc, IR_I16, word);
    return type == IR_I16 ? part : ir_build1(b, IR_OP_bitcast, type, part);
}

/* The load of words that takes the place of a load of halves. */
static struct ir_inst *
load_words(struct packer *p, struct ir_inst *load)
{
    struct ir_inst *words = map_get(&p->words, load->def);
    if (words)
        return words;
    struct ir_builder b = {p->function, load->block, load, load->loc};
    words = ir_build_load(&b, IR_I32, load->def_count / 2, load->args[0].value, load->memory.align);
    words->memory.is_invariant = load->memory.is_invariant;
    map_put(&p->words, load->def, words);
    return words;
}

/* After the last of both definitions; NULL: nowhere, a parameter or in different blocks. */
static struct ir_inst *
behind_both(const struct packer *p, ir_id lo, ir_id hi)
{
    struct ir_inst *a = ir_def(p->function, lo), *b = ir_def(p->function, hi);
    if (!a || (b && a->block == b->block && p->place[hi] > p->place[lo]))
        a = b;
    if (!a || (b && a->block != b->block))
        return NULL;
    return a->op == IR_OP_phi ? ir_first_after_phis(a->block) : a->next;
}

static ir_id word_of(struct packer *p, uint32_t index, struct ir_inst *user);

static ir_id
put_together(struct packer *p, struct pair *pair, struct ir_inst *user)
{
    struct ir_inst *at = behind_both(p, pair->lo, pair->hi);
    ir_id both[2] = {pair->lo, pair->hi};
    bool lasts = at || (!ir_def(p->function, pair->lo) && !ir_def(p->function, pair->hi));
    if (lasts && !at)
        at = ir_first_after_phis(p->function->entry);
    struct ir_inst *before = at ? at : user;
    struct ir_builder b = {p->function, before->block, before, user->loc};
    ir_id word = ir_build(&b, IR_OP_pk_join, IR_I32, 1, both, 2)->def;
    if (lasts)
        pair->word = word;
    return word;
}

static ir_id
compute(struct packer *p, uint32_t index)
{
    struct pair pair = p->pairs.at[index];
    struct ir_function *f = p->function;
    struct ir_inst *a = ir_def(f, pair.lo), *b = ir_def(f, pair.hi);
    struct ir_inst *at = p->place[pair.lo] > p->place[pair.hi] ? a : b;
    ir_id args[MAX_ARGS];
    for (uint32_t i = 0; i < a->arg_count; i++)
        args[i] = word_of(p, pair.args[i], at);
    struct ir_builder builder = {f, at->block, at, at->loc};
    struct ir_inst *both =
        ir_build(&builder, (enum ir_op)forms[a->op][a->type], IR_I32, 1, args, a->arg_count);
    both->no_wrap = a->no_wrap & b->no_wrap & IR_NO_SIGNALLING;
    return both->def;
}

/* Phis come first, without their arguments, which may depend on them. */
static void
make_phis(struct packer *p)
{
    for (uint32_t i = 0; i < p->pairs.count; i++) {
        struct pair *pair = &p->pairs.at[i];
        if (pair->kind != MERGED || !is_taken(p, i))
            continue;
        struct ir_inst *old = ir_def(p->function, pair->lo);
        ir_id *args = ARENA_ARRAY(&p->arena, old->arg_count + 1, ir_id);
        for (uint32_t k = 0; k < old->arg_count; k++)
            args[k] = ir_undef(p->function, IR_I32);
        struct ir_inst *phi = ir_inst_new(p->function, IR_OP_phi, IR_I32, 1, args, old->arg_count);
        phi->loc = old->loc;
        ir_insert_before(old, phi);
        pair->word = phi->def;
    }
}

static void
fill_phis(struct packer *p)
{
    for (uint32_t i = 0; i < p->pairs.count; i++) {
        const struct pair pair = p->pairs.at[i];
        if (pair.kind != MERGED || !is_taken(p, i))
            continue;
        struct ir_inst *phi = ir_def(p->function, pair.word);
        for (uint32_t k = 0; k < phi->arg_count; k++)
            ir_set_arg(
                phi, k,
                word_of(p, p->more_args.at[pair.first_arg + k], phi->block->preds.at[k]->last));
    }
}

/* Both in a word; the user is what it is made before at the latest. */
static ir_id
word_of(struct packer *p, uint32_t index, struct ir_inst *user)
{
    struct pair *pair = &p->pairs.at[index];
    struct ir_function *f = p->function;
    if (pair->word)
        return pair->word;
    if (pair->kind == CONSTANT)
        return ir_const(f, IR_I32, bits_of(p, pair->lo) | bits_of(p, pair->hi) << 16);
    if (pair->kind == LOADED) {
        struct ir_inst *load = ir_def(f, pair->lo);
        return pair->word = load_words(p, load)->def + (pair->lo - load->def) / 2;
    }
    if (!is_taken(p, index))
        return put_together(p, pair, user);
    return pair->word = compute(p, index);
}

static bool
rewrite_store(struct packer *p, struct ir_inst *store, const uint32_t *pairs)
{
    uint32_t count = store->arg_count / 2;
    bool pays = false;
    ir_id words[8];
    for (uint32_t i = 0; i < count; i++)
        pays |= is_taken(p, pairs[i]);
    if (!pays)
        return false;
    for (uint32_t i = 0; i < count; i++)
        words[i] = word_of(p, pairs[i], store);
    struct ir_builder b = {p->function, store->block, store, store->loc};
    ir_build_store(&b, IR_I32, count, store->args[0].value, words, store->memory.align);
    ir_remove(store);
    return true;
}

/* What else uses a load of halves takes them from its words. */
static void
split_words(struct packer *p, struct ir_inst *load)
{
    struct ir_inst *words = map_get(&p->words, load->def);
    struct ir_builder b = {p->function, load->block, load, load->loc};
    for (uint32_t i = 0; i < load->def_count; i++)
        if (ir_value(p->function, load->def + i)->uses)
            ir_replace_uses(p->function, load->def + i,
                            part_of(&b, words->def + i / 2, i % 2, (enum ir_type)load->type));
    ir_remove(load);
}

static void
remove_members(struct packer *p)
{
    for (uint32_t i = 0; i < p->pairs.count; i++) {
        const struct pair *pair = &p->pairs.at[i];
        if (!pair->word || !is_taken(p, i))
            continue;
        for (uint32_t half = 0; half < 2; half++) {
            struct ir_inst *inst = ir_def(p->function, half ? pair->hi : pair->lo);
            for (uint32_t k = 0; k < inst->arg_count; k++)
                ir_set_arg(inst, k, ir_undef(p->function, type_of(p, inst->args[k].value)));
        }
    }
    for (uint32_t i = 0; i < p->pairs.count; i++) {
        const struct pair *pair = &p->pairs.at[i];
        if (!pair->word || !is_taken(p, i))
            continue;
        ir_remove(ir_def(p->function, pair->lo));
        ir_remove(ir_def(p->function, pair->hi));
    }
}

static bool
rewrite(struct packer *p)
{
    bool changed = false;
    uint32_t stored = 0;
    make_phis(p);
    for (uint32_t i = 0; i < p->stores.count; i++) {
        uint32_t count = p->stores.at[i]->arg_count / 2;
        changed |= rewrite_store(p, p->stores.at[i], &p->stored.at[stored]);
        stored += count;
    }
    if (!changed)
        return false;
    fill_phis(p);
    remove_members(p);
    ir_foreach_block (block, p->function)
        ir_foreach_inst_safe (inst, block)
            if (inst->op == IR_OP_load && map_get(&p->words, inst->def) &&
                map_get(&p->words, inst->def) != inst)
                split_words(p, inst);
    return true;
}

bool
opt_packed(struct ir_function *function)
{
    struct packer p = {.function = function};
    if (function->module->lacks & IR_LACKS_PACKED)
        return false;
    arena_init_scratch(&p.arena, function->module->arena->allocator, function->module->guard);
    p.found = map_new(&p.arena);
    p.member = map_new(&p.arena);
    p.words = map_new(&p.arena);
    p.first_stored = map_new(&p.arena);
    p.place = ARENA_ARRAY(&p.arena, function->values.count, uint32_t);
    find_pairs(&p);
    bool changed = false;
    if (p.stored.count) {
        drop_shared(&p);
        count_gains(&p);
        changed = rewrite(&p);
    }
    arena_free(&p.arena);
    return changed;
}
