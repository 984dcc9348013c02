#include "driver/stored_ir.h"

#include "driver/elf_view.h"
#include "libclc-lite/libclc.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The first line: what it is, who may use it, how code is made of it, and FNV-1a of the rest. */
#define VERSION "; occ stored IR 5, "
#define HEADER                                                                                     \
    VERSION                                                                                        \
    "%s, target %s, xnack %s, sramecc %s, f32 denormals %s, groups %s, level %u, inline %s, "      \
    "debug %s, sum %016" PRIx64 "\n"

static const char *const debug_names[] = {
    [DEBUG_NONE] = "none", [DEBUG_LINES] = "lines", [DEBUG_ALL] = "all"};
static const char *const inlining_names[] = {
    [PASS_INLINE_PLAN] = "plan", [PASS_INLINE_MARKED] = "marked", [PASS_INLINE_ALL] = "all"};
static const char *const feature_names[] = {
    [GCN_FEATURE_ANY] = "any", [GCN_FEATURE_OFF] = "off", [GCN_FEATURE_ON] = "on"};
#define COUNT(names) (sizeof(names) / sizeof *(names))

/* Which of the names the word is; of none the first. */
static unsigned
name_index(const char *const *names, unsigned count, const char *word)
{
    unsigned found = 0;
    for (unsigned i = 0; i < count; i++)
        if (strcmp(word, names[i]) == 0)
            found = i;
    return found;
}

static uint64_t
sum_of(const struct arena *arena, const char *text, size_t length)
{
    enum { STEP = 1 << 18 }; /* bytes between polls */
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < length; i++) {
        if (i % STEP == 0)
            guard_poll(arena->guard);
        sum = (sum ^ (uint8_t)text[i]) * UINT64_C(0x100000001B3);
    }
    return sum;
}

/* ---- writing ---- */

/* Numbers of locations mean nothing outside of a compilation: they become those of places, or none. */
struct keeping {
    struct ir_module *module;
    const struct debug_places *places;
    struct map numbers; /* location -> number of its place */
    VEC(struct ir_place) made;
};

/* wanted: a link may tell it; else it is kept for debug information alone. */
static loc_t
keep_place(struct keeping *keeping, loc_t loc, bool wanted)
{
    struct arena *arena = keeping->module->arena;
    struct ir_place place;
    bool is_kept = loc && (wanted || keeping->places->level != DEBUG_NONE);
    uintptr_t number = is_kept ? (uintptr_t)map_get(&keeping->numbers, loc) : 0;
    if (number || !is_kept || !debug_places_find(keeping->places, loc, &place))
        return (loc_t)number;
    vec_push(arena, &keeping->made, place);
    map_put(&keeping->numbers, loc, (void *)(uintptr_t)keeping->made.count);
    return keeping->made.count;
}

/* Does the instruction use what other units define? */
static bool
is_use(const struct ir_inst *inst)
{
    size_t length;
    if (inst->op == IR_OP_symbol)
        return inst->global->is_external;
    return inst->op == IR_OP_call && !inst->callee->entry &&
           !libclc_find(inst->callee->name, &length);
}

static bool
is_offered(const struct ir_function *function)
{
    return function->entry && strncmp(function->name, "static.", 7) != 0;
}

static void
keep_places(struct ir_module *module, const struct debug_places *places)
{
    struct keeping keeping = {module, places, map_new(module->arena), {0}};
    for (struct ir_global *global = module->globals; global; global = global->next)
        global->loc = keep_place(&keeping, global->loc, global->is_visible || global->reloc_count);
    for (struct ir_function *function = module->functions; function; function = function->next) {
        function->loc = keep_place(&keeping, function->loc, is_offered(function));
        ir_foreach_block (block, function)
            ir_foreach_inst (inst, block)
                inst->loc = keep_place(&keeping, inst->loc, is_use(inst));
    }
    module->places.count = 0; /* those of the units that it is made of */
    vec_foreach (const struct ir_place, place, &keeping.made)
        vec_push(module->arena, &module->places, *place);
}

void
stored_ir_write(struct strbuf *text, struct ir_module *module, const struct stored_ir *header,
                const struct debug_places *places)
{
    struct strbuf body = strbuf_new(module->arena);
    keep_places(module, places);
    ir_print_module(&body, module);
    strbuf_printf(text, HEADER, header->is_library ? "library" : "unit", header->target,
                  feature_names[header->xnack], feature_names[header->sramecc],
                  module->f32_flush ? "flushed" : "kept",
                  module->ragged_groups ? "ragged" : "uniform", header->optimise,
                  inlining_names[header->inlining], debug_names[header->debug],
                  sum_of(module->arena, body.text, body.length));
    strbuf_add(text, body.text, body.length);
}

/* ---- reading ---- */

/* The section's bytes, copied; NULL: there is none. */
static const char *
copy_section(struct arena *arena, const void *bytes, size_t size, size_t *length)
{
    const char *found = elf_view_section(bytes, size, ".occ.ir", length);
    if (!found)
        return NULL;
    char *text = arena_alloc_raw(arena, *length + 1);
    arena_copy(arena, text, found, *length);
    text[*length] = '\0';
    return text;
}

/* false: it is no such line. */
static bool
read_header(struct stored_ir *stored, const struct arena *arena, const char *text, size_t length)
{
    char line[300], kind[16], denormals[16], groups[16], inlining[16], debug[16];
    char xnack[16], sramecc[16];
    uint64_t sum;
    const char *end = memchr(text, '\n', length < sizeof line ? length : sizeof line - 1);
    size_t size = end ? (size_t)(end - text) : 0;
    memcpy(line, text, size);
    line[size] = '\0';
    if (!end || sscanf(line,
                       VERSION "%15[^,], target %31[^,], xnack %15[^,], sramecc %15[^,], "
                               "f32 denormals %15[^,], groups %15[^,], level %1u, inline %15[^,], "
                               "debug %15[^,], sum %" SCNx64,
                       kind, stored->target, xnack, sramecc, denormals, groups, &stored->optimise,
                       inlining, debug, &sum) != 10)
        return false;
    stored->text = end + 1;
    stored->length = length - size - 1;
    stored->is_library = strcmp(kind, "library") == 0;
    stored->keeps_denormals = strcmp(denormals, "kept") == 0;
    stored->has_ragged_groups = strcmp(groups, "ragged") == 0;
    stored->xnack = name_index(feature_names, COUNT(feature_names), xnack);
    stored->sramecc = name_index(feature_names, COUNT(feature_names), sramecc);
    stored->inlining = name_index(inlining_names, COUNT(inlining_names), inlining);
    stored->debug = name_index(debug_names, COUNT(debug_names), debug);
    return sum_of(arena, stored->text, stored->length) == sum;
}

const char *
stored_ir_read(struct stored_ir *stored, struct arena *arena, const void *bytes, size_t size)
{
    size_t length = 0;
    const char *text = copy_section(arena, bytes, size, &length);
    *stored = (struct stored_ir){.is_there = text};
    if (!text)
        return "it is no object of occ -c with stored IR";
    return read_header(stored, arena, text, length)
               ? NULL
               : "its IR is of another version of occ, or damaged";
}
