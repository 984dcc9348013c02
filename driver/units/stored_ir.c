#include "driver/units/stored_ir.h"

#include "gcn/codeobj/elf_view.h"
#include "libclc-lite/libclc.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The first line: what it is, who may use it, how code is made of it, and FNV-1a of that and the rest. */
#define NAME    "; occ stored IR "
#define VERSION "7"
#define HEADER                                                                                     \
    NAME VERSION ", %s, target %s, xnack %s, sramecc %s, object %s, f32 denormals %s, groups %s, " \
                 "level %u, inline %s, debug %s, sum "
enum { MAX_LEVEL = 3 };

#define ANY_OBJECT "any"

static const char *const kind_names[] = {"unit", "library"};
static const char *const denormal_names[] = {"flushed", "kept"};
static const char *const group_names[] = {"uniform", "ragged"};
static const char *const debug_names[] = {
    [DEBUG_NONE] = "none", [DEBUG_LINES] = "lines", [DEBUG_ALL] = "all"};
static const char *const inlining_names[] = {
    [PASS_INLINE_PLAN] = "plan", [PASS_INLINE_MARKED] = "marked", [PASS_INLINE_ALL] = "all"};
static const char *const feature_names[] = {
    [GCN_FEATURE_ANY] = "any", [GCN_FEATURE_OFF] = "off", [GCN_FEATURE_ON] = "on"};
#define COUNT(names) (sizeof(names) / sizeof *(names))
#define SUM_BASIS    UINT64_C(0xCBF29CE484222325)

/* Which of the names the word is: *index; false: none. */
static bool
find_name(const char *const *names, unsigned count, const char *word, unsigned *index)
{
    for (*index = 0; *index < count; ++*index)
        if (strcmp(word, names[*index]) == 0)
            return true;
    return false;
}
#define FIND_NAME(names, word, index) find_name(names, COUNT(names), word, index)

/* Goes on from a sum with the next bytes. */
static uint64_t
sum_of(const struct arena *arena, uint64_t sum, const char *text, size_t length)
{
    enum { STEP = 1 << 18 }; /* bytes between polls */
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
    return ir_has_callee(inst) && !inst->callee->entry &&
           (!libclc_find(inst->callee->name, &length) || libclc_offers(inst->callee->name));
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
    struct strbuf line = strbuf_new(module->arena);
    strbuf_printf(&line, HEADER, kind_names[header->is_library], header->target,
                  feature_names[header->xnack], feature_names[header->sramecc],
                  header->object_version ? header->object_version->name : ANY_OBJECT,
                  denormal_names[!module->f32_flush], group_names[module->ragged_groups],
                  header->optimise, inlining_names[header->inlining], debug_names[header->debug]);
    uint64_t sum = sum_of(module->arena, SUM_BASIS, line.text, line.length);
    strbuf_printf(text, "%s%016" PRIx64 "\n", line.text,
                  sum_of(module->arena, sum, body.text, body.length));
    strbuf_add(text, body.text, body.length);
}

/* ---- reading ---- */

/* The section's bytes, copied; NULL: there is none. */
static const char *
copy_section(struct arena *arena, const struct elf_view *file, size_t *length)
{
    const uint8_t *found = elf_view_find(file, ".occ.ir", length);
    if (!found)
        return NULL;
    char *text = arena_alloc_raw(arena, *length + 1);
    arena_copy(arena, text, found, *length);
    text[*length] = '\0';
    return text;
}

/* The words of the first line. */
struct header_words {
    char kind[16], denormals[16], groups[16], inlining[16], debug[16], xnack[16], sramecc[16];
    char object[16];
};

/* false: a word is none that occ writes. */
static bool
take_words(struct stored_ir *stored, const struct header_words *words)
{
    unsigned kind, denormals, groups, xnack, sramecc, inlining, debug;
    bool good = FIND_NAME(kind_names, words->kind, &kind) &&
                FIND_NAME(denormal_names, words->denormals, &denormals) &&
                FIND_NAME(group_names, words->groups, &groups) &&
                FIND_NAME(feature_names, words->xnack, &xnack) &&
                FIND_NAME(feature_names, words->sramecc, &sramecc) &&
                FIND_NAME(inlining_names, words->inlining, &inlining) &&
                FIND_NAME(debug_names, words->debug, &debug) && stored->optimise <= MAX_LEVEL;
    stored->object_version = object_version_find(words->object);
    good &= stored->object_version || strcmp(words->object, ANY_OBJECT) == 0;
    if (!good)
        return false;
    stored->is_library = kind;
    stored->keeps_denormals = denormals;
    stored->has_ragged_groups = groups;
    stored->xnack = xnack;
    stored->sramecc = sramecc;
    stored->inlining = inlining;
    stored->debug = debug;
    return true;
}

/* false: it is no such line, or the sum is of other bytes. */
static bool
read_header(struct stored_ir *stored, const struct arena *arena, const char *text, size_t length)
{
    char line[300];
    struct header_words words;
    uint64_t sum;
    int before_sum = 0;
    const char *end = memchr(text, '\n', length < sizeof line ? length : sizeof line - 1);
    size_t size = end ? (size_t)(end - text) : 0;
    memcpy(line, text, size);
    line[size] = '\0';
    if (!end ||
        sscanf(line,
               NAME VERSION ", %15[^,], target %31[^,], xnack %15[^,], sramecc %15[^,], "
                            "object %15[^,], f32 denormals %15[^,], groups %15[^,], level %1u, "
                            "inline %15[^,], debug %15[^,], sum %n%" SCNx64,
               words.kind, stored->target, words.xnack, words.sramecc, words.object,
               words.denormals, words.groups, &stored->optimise, words.inlining, words.debug,
               &before_sum, &sum) != 11)
        return false;
    stored->text = end + 1;
    stored->length = length - size - 1;
    uint64_t own = sum_of(arena, SUM_BASIS, line, (size_t)before_sum);
    return take_words(stored, &words) && sum_of(arena, own, stored->text, stored->length) == sum;
}

/* The version of the form, to be told; NULL: it is this one, or none. */
static const char *
other_version(struct arena *arena, const char *text)
{
    size_t name = strlen(NAME), digits = 0;
    if (strncmp(text, NAME, name) == 0)
        digits = strspn(text + name, "0123456789");
    const char *version = arena_strndup(arena, text + (digits ? name : 0), digits);
    bool is_other = digits && digits < 9 && strcmp(version, VERSION) != 0;
    return is_other ? arena_printf(arena, "its IR is of version %s, and this occ reads %s", version,
                                   VERSION)
                    : NULL;
}

/* Why there is no IR. */
static const char *
what_else(const struct elf_view *file, bool is_object)
{
    unsigned type = file->header.e_type;
    return is_object && (type == ET_DYN || type == ET_EXEC)
               ? "it is linked already"
               : "it is damaged, or no object for these GPUs";
}

const char *
stored_ir_read(struct stored_ir *stored, struct arena *arena, const void *bytes, size_t size)
{
    struct elf_view file;
    size_t length = 0;
    bool is_object = elf_view_open(&file, bytes, size) && elf_view_is_gcn(&file);
    const char *text = is_object ? copy_section(arena, &file, &length) : NULL;
    *stored = (struct stored_ir){.is_there = text};
    if (!text)
        return what_else(&file, is_object);
    if (read_header(stored, arena, text, length))
        return NULL;
    const char *other = other_version(arena, text);
    return other ? other : "its IR is damaged";
}
