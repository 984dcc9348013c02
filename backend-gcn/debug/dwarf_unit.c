/* The compilation unit: its functions, its variables of program scope, .debug_aranges. */
#include "backend-gcn/debug/dwarf_internal.h"

#include <string.h>

const char *const dwarf_section_names[DWARF_SECTIONS] = {
    [DWARF_INFO] = ".debug_info",       [DWARF_ABBREV] = ".debug_abbrev",
    [DWARF_LINE] = ".debug_line",       [DWARF_STR] = ".debug_str",
    [DWARF_ARANGES] = ".debug_aranges", [DWARF_RANGES] = ".debug_ranges",
    [DWARF_LOC] = ".debug_loc"};

static void
start_unit(struct dwarf_unit *unit)
{
    const struct dwarf_options *options = unit->options;
    struct die *root = unit->root = die_new(unit, NULL, DW_TAG_compile_unit);
    die_text(unit, root, DW_AT_producer, options->producer);
    die_number(unit, root, DW_AT_language, unit->facts->language);
    die_text(unit, root, DW_AT_name, unit->files.at[0]);
    die_text(unit, root, DW_AT_comp_dir, options->directory);
    die_section(unit, root, DW_AT_stmt_list, DWARF_LINE, 0);
    if (unit->high > unit->low)
        die_range(unit, root, unit->low, unit->high);
}

/* The name as written; a function of the library, or of a unit that was linked, has only that of
 * the IR. */
static const char *
written_name(const struct ir_function *source, const struct debug_function *described)
{
    if (described && described->name)
        return described->name;
    return source->kernel ? source->kernel->name : source->name;
}

static void
add_function(struct dwarf_unit *unit, const struct dwarf_code *code,
             const struct debug_function *described)
{
    const struct ir_function *source = code->function->source;
    struct die *die = die_new(unit, unit->root, DW_TAG_subprogram);
    const char *name = written_name(source, described);
    bool has_link_name = !source->is_kernel && strcmp(name, source->name) != 0;
    die_text(unit, die, DW_AT_name, name);
    if (has_link_name)
        die_text(unit, die, (enum dwarf_attribute_name)unit->facts->linkage_name, source->name);
    die_place(unit, die, source->loc);
    die_range(unit, die, code->start, code->start + code->function->code_size);
    if (source->is_kernel || (described && described->is_external))
        die_flag(unit, die, DW_AT_external);
    if (!described)
        return;
    die_flag(unit, die, DW_AT_prototyped);
    die_ref(unit, die, DW_AT_type, dwarf_type(unit, described->result));
    dwarf_scopes(unit, die, code, described);
}

static void
add_variable(struct dwarf_unit *unit, const struct debug_variable *variable)
{
    struct die *die = die_new(unit, unit->root, DW_TAG_variable);
    die_text(unit, die, DW_AT_name, variable->name);
    die_ref(unit, die, DW_AT_type, dwarf_type(unit, variable->type));
    die_place(unit, die, variable->loc);
    if (variable->is_external)
        die_flag(unit, die, DW_AT_external);
    dwarf_place(unit, die, NULL, variable, 0);
}

/* One tuple, for all code of the unit, and the end. */
static void
write_aranges(struct dwarf_unit *unit)
{
    enum { HEADER_PADDING = 4 /* tuples are at multiples of 16 */ };
    struct strbuf *buf = &unit->dwarf->sections[DWARF_ARANGES];
    dwarf_u32(buf, 0);
    dwarf_u16(buf, 2);
    dwarf_add_fixup(unit, DWARF_ARANGES, 4, DWARF_INFO, NULL, 0);
    dwarf_u8(buf, 8); /* bytes of an address */
    dwarf_u8(buf, 0); /* of a segment */
    for (unsigned i = 0; i < HEADER_PADDING; i++)
        dwarf_u8(buf, 0);
    dwarf_add_fixup(unit, DWARF_ARANGES, 8, DWARF_TEXT, NULL, unit->low);
    dwarf_u64(buf, unit->high - unit->low);
    dwarf_u64(buf, 0);
    dwarf_u64(buf, 0);
    dwarf_set_length(buf, 0);
}

static void
find_code(struct dwarf_unit *unit)
{
    const struct dwarf_code *last = unit->code_count ? &unit->code[unit->code_count - 1] : NULL;
    unit->low = last ? unit->code[0].start : 0;
    unit->high = last ? last->start + last->function->code_size : 0;
}

static struct map
described_functions(struct dwarf_unit *unit)
{
    const struct debug_info *info = unit->object->module->debug;
    struct map found = map_new(unit->arena);
    for (uint32_t i = 0; info && i < info->functions.count; i++)
        map_put(&found, MAP_KEY(info->functions.at[i].function), &info->functions.at[i]);
    return found;
}

struct dwarf *
dwarf_write(const struct code_object *object, const struct dwarf_code *code, uint32_t count,
            bool (*is_placed)(const void *data, const struct ir_global *global), const void *data)
{
    struct arena *arena = object->arena;
    const struct debug_info *info = object->module->debug;
    struct dwarf_unit unit = {.arena = arena,
                              .object = object,
                              .options = object->options->dwarf,
                              .facts = dwarf_facts_of(object->options->dwarf->version),
                              .dwarf = ARENA_NEW(arena, struct dwarf),
                              .code = code,
                              .code_count = count,
                              .is_placed = is_placed,
                              .data = data,
                              .file_numbers = map_new(arena),
                              .string_offsets = map_new(arena),
                              .strings = intern_new(arena),
                              .types = map_new(arena)};
    for (unsigned i = 0; i < DWARF_SECTIONS; i++)
        unit.dwarf->sections[i] = strbuf_new(arena);
    find_code(&unit);
    dwarf_file(&unit, unit.options->name);
    start_unit(&unit);
    unit.described = described_functions(&unit);
    unit.abstract = map_new(arena);
    for (uint32_t i = 0; i < count; i++)
        add_function(&unit, &code[i], map_get(&unit.described, MAP_KEY(code[i].function->source)));
    for (uint32_t i = 0; info && i < info->variables.count; i++)
        add_variable(&unit, &info->variables.at[i]);
    dwarf_finish_types(&unit);
    die_write(&unit);
    if (count)
        write_aranges(&unit);
    dwarf_write_lines(&unit);
    vec_foreach (const char *const, name, &unit.files)
        vec_push(arena, &unit.dwarf->files, *name);
    return unit.dwarf;
}
