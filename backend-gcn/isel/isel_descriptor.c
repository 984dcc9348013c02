/* Descriptors of images and samplers (T#, V#, S#) in SGPRs, and what queries read of them.
 *
 * Handles are the same in all lanes by now (lower_waterfall).  A descriptor is loaded once: where
 * all its uses are dominated, and in front of loops.  That may be earlier than the program asks for,
 * but an argument always has a descriptor behind its handle (OpenCL 1.2, 5.7.2: no null images).
 * Where there are more than registers should hold, those that are used most have that right, and the
 * others are loaded in each block that uses them: one scalar load costs less than lanes of a spill. */
#include "backend-gcn/isel/isel.h"
#include "backend-gcn/mir/mir_effects.h"
#include "support/limit.h"
#include "support/number.h"

#include <string.h>

struct isel_descriptor {
    ir_id handle;
    uint32_t dwords;
    struct ir_block *place;         /* NULL: each block that uses it */
    uint32_t uses;                  /* those in loops count more */
    struct mir_operand tuple;       /* kind NONE: not made yet */
    const struct mir_block *holder; /* the block that made it */
};

enum { T_DWORDS = 8, V_DWORDS = 4, S_DWORDS = 4 };

unsigned
isel_image_dwords(const struct ir_inst *inst)
{
    return image_facts[inst->image.shape].flags & IMAGE_BUFFER ? V_DWORDS : T_DWORDS;
}

/* ---- where ---- */

struct finder {
    struct isel *isel;
    struct ana_dom *dom;
};

static struct ir_block *
common_dominator(const struct ana_dom *dom, struct ir_block *a, struct ir_block *b)
{
    while (a != b) {
        if (dom->number[a->id] > dom->number[b->id])
            a = dom->idom[a->id];
        else
            b = dom->idom[b->id];
    }
    return a;
}

static struct isel_descriptor *
find(struct isel *isel, ir_id handle, uint32_t dwords)
{
    vec_foreach (struct isel_descriptor, known, &isel->descriptors)
        if (known->handle == handle && known->dwords == dwords)
            return known;
    return NULL;
}

static void
note_use(struct finder *f, ir_id handle, uint32_t dwords, struct ir_block *block)
{
    struct isel *isel = f->isel;
    struct isel_descriptor *known = find(isel, handle, dwords);
    const struct ana_loop *loop = isel->loops->of[block->id];
    enum { MAX_DEPTH = 4 }; /* of loops that count: a weight, kept in 32 bits */
    uint32_t depth = loop ? (uint32_t)smaller(loop->depth, MAX_DEPTH) : 0;
    if (!known) {
        struct isel_descriptor made = {.handle = handle, .dwords = dwords, .place = block};
        vec_push(isel->arena, &isel->descriptors, made);
        known = &vec_last(&isel->descriptors);
    }
    known->place = common_dominator(f->dom, known->place, block);
    known->uses += 1u << 3 * depth;
}

/* Those beyond what registers should hold, least used first, lose their place. */
static void
limit_kept(struct isel *isel)
{
    uint32_t dwords = 0;
    vec_foreach (struct isel_descriptor, descriptor, &isel->descriptors)
        dwords += descriptor->dwords;
    while (LIMIT_MET(isel->guard, DESCRIPTOR_DWORDS, dwords > LIMIT_DESCRIPTOR_DWORDS)) {
        struct isel_descriptor *least = NULL;
        vec_foreach (struct isel_descriptor, descriptor, &isel->descriptors)
            if (descriptor->place && (!least || descriptor->uses < least->uses))
                least = descriptor;
        least->place = NULL;
        dwords -= least->dwords;
    }
}

/* In front of the loops that do not make the handle. */
static void
leave_loops(struct finder *f, struct isel_descriptor *descriptor)
{
    const struct isel *isel = f->isel;
    const struct ir_inst *def = ir_def(isel->kernel, descriptor->handle);
    const struct ana_loop *inside = def ? isel->loops->of[def->block->id] : NULL;
    for (;;) {
        const struct ana_loop *loop = isel->loops->of[descriptor->place->id];
        if (!loop || (inside && ana_loop_contains(loop, inside)))
            return;
        descriptor->place = f->dom->idom[loop->header->id];
    }
}

void
isel_find_descriptors(struct isel *isel)
{
    struct finder f = {.isel = isel};
    ir_foreach_block (block, isel->kernel) {
        if (isel->divergence->number[block->id] == UINT32_MAX)
            continue;
        ir_foreach_inst (inst, block) {
            if (inst->op < IR_OP_image_read || inst->op >= IR_OP_image_query)
                continue;
            if (!f.dom)
                f.dom = ana_dom(isel->arena, isel->kernel);
            note_use(&f, inst->args[0].value, isel_image_dwords(inst), block);
            if (inst->op == IR_OP_image_sample)
                note_use(&f, inst->args[1].value, S_DWORDS, block);
        }
    }
    vec_foreach (struct isel_descriptor, descriptor, &isel->descriptors)
        leave_loops(&f, descriptor);
    limit_kept(isel);
}

/* ---- samplers that the source writes as numbers ---- */

/* The S# that ROCm's device libraries have for OpenCL's bits: "none" is the border, which is
 * transparent black; all levels; their comparison (3), of no use, too. */
static void
sampler_words(const struct gcn_target *target, uint32_t bits, uint32_t words[S_DWORDS])
{
    enum { BORDER = 6, LAST_TEXEL = 2, WRAP = 0, MIRROR = 1 };
    static const uint8_t clamps[8] = {BORDER, LAST_TEXEL, BORDER, WRAP, MIRROR};
    static const uint32_t third[2] = {0, 1u << 31 /* ANISO_OVERRIDE */}; /* from GFX9 on */
    uint32_t clamp = clamps[bits >> 1 & 7];
    bool is_normalized = bits & 1, is_linear = (bits & 0x30) == 0x20;
    words[0] = clamp | clamp << 3 | clamp << 6 | 3 << 12 | (is_normalized ? 0u : 1u << 15) |
               1u << 28 /* DISABLE_CUBE_WRAP */;
    words[1] = 0xfffu << 12; /* MAX_LOD */
    words[2] = third[target->generation >= 9] | (is_linear ? 5u << 20 : 0) |
               (bits & IR_SAMPLER_LEVELS ? 1u << 26 /* MIP_FILTER: the nearest */ : 0);
    words[3] = 0;
}

static const struct ir_inst *
literal_sampler(const struct isel *isel, ir_id handle)
{
    const struct ir_inst *def = ir_def(isel->kernel, handle);
    return def && def->op == IR_OP_sampler ? def : NULL;
}

/* Is there a use that wants the handle itself? */
static bool
needs_address(const struct isel *isel, const struct ir_inst *sampler)
{
    for (const struct ir_use *use = ir_value(isel->kernel, sampler->def)->uses; use;
         use = use->next)
        if (use->user->op != IR_OP_image_sample && use->user->op != IR_OP_image_query)
            return true;
    return false;
}

/* A phi or a call takes the address of constant data. */
void
isel_sampler(struct isel *isel, struct ir_inst *inst)
{
    struct ir_module *module = isel->kernel->module;
    uint32_t words[S_DWORDS];
    if (!needs_address(isel, inst))
        return;
    sampler_words(isel->target, inst->sampler, words);
    const char *name = arena_printf(isel->arena, "__occ_sampler.%u", inst->sampler);
    struct ir_global *global = module->globals;
    while (global && strcmp(global->name, name) != 0)
        global = global->next;
    if (!global)
        global = ir_global_new(module, name, IR_SPACE_CONSTANT, sizeof words, 16, words);
    isel_symbol_address(isel, inst->def, global);
}

/* ---- loading ---- */

static struct mir_operand
make(struct isel *isel, const struct isel_descriptor *descriptor)
{
    const struct ir_inst *literal = literal_sampler(isel, descriptor->handle);
    struct mir_operand parts[S_DWORDS];
    uint32_t words[S_DWORDS];
    if (!literal)
        return isel_smem(isel, isel_use_sgpr(isel, descriptor->handle), 0, descriptor->dwords);
    sampler_words(isel->target, literal->sampler, words);
    for (unsigned i = 0; i < S_DWORDS; i++)
        parts[i] = mir_const(words[i]);
    parts[0] = isel_to_sgpr(isel, parts[0]); /* no longer a constant: a tuple of registers */
    return isel_join(isel, parts, S_DWORDS);
}

struct mir_operand
isel_descriptor(struct isel *isel, ir_id handle, unsigned dwords)
{
    struct isel_descriptor *descriptor = find(isel, handle, dwords);
    struct mir_builder here = isel->b;
    struct mir_block *place = descriptor->place ? isel->blocks[descriptor->place->id] : here.block;
    if (!isel_is_uniform(isel, handle))
        ice(isel->guard, "isel: a handle of an image differs between lanes");
    if (descriptor->tuple.kind != MIR_NONE && descriptor->holder == place)
        return descriptor->tuple;
    if (place != here.block) {
        isel->b.block = place;
        isel->b.before = mir_block_end(place, MIR_SGPR);
    }
    descriptor->tuple = make(isel, descriptor);
    descriptor->holder = place;
    isel->b = here;
    return descriptor->tuple;
}

/* ---- queries ---- */

struct field {
    uint8_t dword, first, bits, plus;
};

static const struct field queries[][2] = {
/* [GFX9] */
#define FIELD(dword, first, bits, plus)                                                            \
    {                                                                                              \
        dword, first, bits, plus                                                                   \
    }
#define QUERY(name, old, now) [IR_QUERY_##name] = {old, now},
#include "backend-gcn/isel/isel_image.def"
#undef FIELD
};

static const uint8_t orders[] = {
#define ORDER(number) number,
#include "backend-gcn/isel/isel_image.def"
};
static const uint8_t types[] = {
#define TYPE(number) number,
#include "backend-gcn/isel/isel_image.def"
};

enum { CL_R = 0x10b0, CL_SNORM_INT8 = 0x10d0 };

/* 16 numbers from first on, their low four bits one after the other. */
static uint64_t
nibbles(const uint8_t *numbers, unsigned count, unsigned first)
{
    uint64_t word = 0;
    for (unsigned i = first; i < count && i < first + 16; i++)
        word |= (uint64_t)(numbers[i] & 15) << 4 * (i - first);
    return word;
}

static struct mir_operand
nibble(struct isel *isel, struct mir_operand pair, struct mir_operand index)
{
    struct mir_operand parts[2], shift = isel_salu2(isel, GCN_s_lshl_b32, index, mir_const(2));
    isel_split(isel, isel_salu2(isel, GCN_s_lshr_b64, pair, shift), parts, 2, 1);
    return isel_salu2(isel, GCN_s_and_b32, parts[0], mir_const(15));
}

static struct mir_operand
channel_type(struct isel *isel, struct mir_operand index)
{
    struct mir_operand words = mir_const64(nibbles(types, sizeof types, 0));
    return isel_salu2(isel, GCN_s_add_u32, nibble(isel, words, index), mir_const(CL_SNORM_INT8));
}

static struct mir_operand
channel_order(struct isel *isel, struct mir_operand index)
{
    uint32_t fifth = 0;
    for (unsigned i = 0; i < sizeof orders; i++)
        fifth |= (uint32_t)(orders[i] >> 4) << i;
    struct mir_operand low = isel_to_sgpr(isel, mir_const64(nibbles(orders, sizeof orders, 0)));
    struct mir_operand high = isel_to_sgpr(isel, mir_const64(nibbles(orders, sizeof orders, 16)));
    struct mir_operand words = mir_new_sgpr(&isel->b, 2);
    isel_scmp(isel, GCN_s_cmp_lt_u32, index, mir_const(16));
    mir_build(&isel->b, GCN_s_cselect_b64, 1, words, low, high);
    struct mir_operand number = nibble(isel, words, index);
    struct mir_operand top = isel_salu2(isel, GCN_s_lshr_b32, mir_const(fifth), index);
    top = isel_salu2(isel, GCN_s_and_b32, top, mir_const(1));
    top = isel_salu2(isel, GCN_s_lshl_b32, top, mir_const(4));
    number = isel_salu2(isel, GCN_s_or_b32, number, top);
    return isel_salu2(isel, GCN_s_add_u32, number, mir_const(CL_R));
}

static struct mir_operand
extract(struct isel *isel, struct mir_operand word, const struct field *field)
{
    if (field->bits < 32)
        word = isel_salu2(isel, GCN_s_bfe_u32, word,
                          mir_const(field->first | (uint32_t)field->bits << 16));
    return field->plus ? isel_salu2(isel, GCN_s_add_u32, word, mir_const(field->plus)) : word;
}

void
isel_image_query(struct isel *isel, struct ir_inst *inst)
{
    ir_id handle = inst->args[0].value;
    const struct field *field = &queries[inst->image.query][isel->target->generation >= 9];
    const struct ir_inst *literal = literal_sampler(isel, handle);
    if (literal) {
        uint32_t words[S_DWORDS];
        sampler_words(isel->target, literal->sampler, words);
        uint32_t word = field->dword < S_DWORDS ? words[field->dword] : 0; /* no image: forged IR */
        isel_define(isel, inst->def, mir_const(word >> field->first & 1));
        return;
    }
    struct mir_operand answer =
        extract(isel, isel_smem(isel, isel_use_sgpr(isel, handle), field->dword * 4, 1), field);
    if (inst->image.query == IR_QUERY_DATA_TYPE)
        answer = channel_type(isel, answer);
    else if (inst->image.query == IR_QUERY_ORDER)
        answer = channel_order(isel, answer);
    else if (inst->image.query == IR_QUERY_SAMPLES)
        answer = isel_salu2(isel, GCN_s_lshl_b32, mir_const(1), answer);
    isel_define(isel, inst->def, answer);
}
