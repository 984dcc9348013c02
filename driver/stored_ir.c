#include "driver/stored_ir.h"

#include "driver/elf_view.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The first line: what it is, who may use it, and FNV-1a of the rest. */
#define HEADER "; occ stored IR 3, %s, target %s, f32 denormals %s, groups %s, sum %016" PRIx64 "\n"

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
struct places {
    struct ir_module *module;
    const struct dwarf_options *dwarf; /* NULL: none are kept */
    struct map numbers;                /* location -> number of its place */
    VEC(struct ir_place) made;
};

static loc_t
keep_place(struct places *places, loc_t loc)
{
    const struct dwarf_options *dwarf = places->dwarf;
    struct arena *arena = places->module->arena;
    struct diag_location location = {0};
    uintptr_t number = loc && dwarf ? (uintptr_t)map_get(&places->numbers, loc) : 0;
    if (number || !loc || !dwarf || !dwarf->resolve(dwarf->data, loc, &location))
        return (loc_t)number;
    vec_push(arena, &places->made,
             (struct ir_place){dwarf->map_name(dwarf->data, location.file), location.line,
                               location.column});
    map_put(&places->numbers, loc, (void *)(uintptr_t)places->made.count);
    return places->made.count;
}

static void
keep_places(struct ir_module *module, const struct dwarf_options *dwarf)
{
    struct places places = {module, dwarf, map_new(module->arena), {0}};
    for (struct ir_function *function = module->functions; function; function = function->next) {
        function->loc = keep_place(&places, function->loc);
        ir_foreach_block (block, function)
            ir_foreach_inst (inst, block)
                inst->loc = keep_place(&places, inst->loc);
    }
    module->places.count = 0; /* those of the units that it is made of */
    vec_foreach (const struct ir_place, place, &places.made)
        vec_push(module->arena, &module->places, *place);
}

void
stored_ir_write(struct strbuf *text, struct ir_module *module, const char *target, bool is_library,
                const struct dwarf_options *dwarf)
{
    struct strbuf body = strbuf_new(module->arena);
    keep_places(module, dwarf);
    ir_print_module(&body, module);
    strbuf_printf(text, HEADER, is_library ? "library" : "unit", target,
                  module->f32_flush ? "flushed" : "kept",
                  module->ragged_groups ? "ragged" : "uniform",
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
    char line[160], kind[16], denormals[16], groups[16];
    uint64_t sum;
    const char *end = memchr(text, '\n', length < sizeof line ? length : sizeof line - 1);
    size_t size = end ? (size_t)(end - text) : 0;
    memcpy(line, text, size);
    line[size] = '\0';
    if (!end || sscanf(line,
                       "; occ stored IR 3, %15[^,], target %31[^,], f32 denormals %15[^,], "
                       "groups %15[^,], sum %" SCNx64,
                       kind, stored->target, denormals, groups, &sum) != 5)
        return false;
    stored->text = end + 1;
    stored->length = length - size - 1;
    stored->is_library = strcmp(kind, "library") == 0;
    stored->keeps_denormals = strcmp(denormals, "kept") == 0;
    stored->has_ragged_groups = strcmp(groups, "ragged") == 0;
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
