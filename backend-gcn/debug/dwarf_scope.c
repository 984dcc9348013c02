/* The variables of a function and the blocks that they are declared in.  An instruction is in a
 * block if its location is: that gives ranges, which are of version 3 and in version 2 as gcc and clang write
 * them. */
#include "backend-gcn/debug/dwarf_internal.h"

struct range {
    uint64_t low, high; /* in .text */
};

/* A block with its code. */
struct block {
    const struct debug_scope *scope;
    struct die *die; /* its own, or that of the block around */
    VEC(struct range) ranges;
    VEC(struct block *) inner; /* in the order of the source */
};

struct scopes {
    struct dwarf_unit *unit;
    const struct dwarf_code *code;
    uint32_t site; /* of the inlined call whose blocks these are; 0: the function's own */
    VEC(struct block *) all;
};

/* ---- which code is in which block ---- */

static bool
is_after(const struct scopes *s, loc_t first, loc_t second)
{
    const struct dwarf_options *options = s->unit->options;
    return options->is_after && options->is_after(options->data, first, second);
}

static struct block *
block_new(struct scopes *s, const struct debug_scope *scope)
{
    struct block *block = ARENA_NEW(s->unit->arena, struct block);
    block->scope = scope;
    vec_push(s->unit->arena, &s->all, block);
    return block;
}

/* The tree of the source, made without recursion: `all` is also what is still to be done. */
static struct block *
make_blocks(struct scopes *s, const struct debug_scope *outermost)
{
    struct block *root = block_new(s, outermost);
    for (uint32_t i = 0; i < s->all.count; i++) {
        struct block *block = s->all.at[i];
        for (uint32_t k = 0; k < block->scope->scopes.count; k++) {
            struct block *inner = block_new(s, block->scope->scopes.at[k]);
            vec_push(s->unit->arena, &block->inner, inner);
        }
    }
    return root;
}

/* The block in this one that holds the location, or NULL. */
static struct block *
inner_at(const struct scopes *s, const struct block *block, loc_t loc)
{
    uint32_t low = 0, high = block->inner.count;
    while (low < high) { /* the first that begins after it */
        uint32_t middle = low + (high - low) / 2;
        if (is_after(s, block->inner.at[middle]->scope->start, loc))
            high = middle;
        else
            low = middle + 1;
    }
    struct block *found = low ? block->inner.at[low - 1] : NULL;
    return found && !is_after(s, loc, found->scope->end) ? found : NULL;
}

static void
add_range(struct scopes *s, struct block *block, uint64_t low, uint64_t high)
{
    if (block->ranges.count && vec_last(&block->ranges).high == low)
        vec_last(&block->ranges).high = high;
    else
        vec_push(s->unit->arena, &block->ranges, (struct range){low, high});
}

/* What is inlined is where it is called. */
static loc_t
loc_of(const struct scopes *s, const struct mir_line *line)
{
    uint32_t below = dwarf_site_below(s->unit, line->site, s->site);
    if (below == UINT32_MAX)
        return 0;
    return below ? s->unit->object->module->debug->sites.at[below].call : line->loc;
}

static void
find_ranges(struct scopes *s, struct block *root)
{
    const struct mir_function *function = s->code->function;
    for (uint32_t i = 0; i < function->lines.count; i++) {
        const struct mir_line *line = &function->lines.at[i];
        bool is_last = i + 1 == function->lines.count;
        uint32_t end = is_last ? function->code_size : line[1].offset;
        loc_t loc = line->offset < end ? loc_of(s, line) : 0;
        for (struct block *block = loc ? root : NULL; block; block = inner_at(s, block, loc))
            add_range(s, block, s->code->start + line->offset, s->code->start + end);
    }
}

/* ---- entries ---- */

static void
add_variable(struct scopes *s, struct die *parent, const struct debug_variable *variable)
{
    struct die *die = die_new(s->unit, parent,
                              variable->is_parameter ? DW_TAG_formal_parameter : DW_TAG_variable);
    if (s->site) {
        die_ref(s->unit, die, DW_AT_abstract_origin,
                map_get(&s->unit->abstract, MAP_KEY(variable)));
    } else {
        die_text(s->unit, die, DW_AT_name, variable->name);
        die_ref(s->unit, die, DW_AT_type, dwarf_type(s->unit, variable->type));
        die_place(s->unit, die, variable->loc);
    }
    dwarf_place(s->unit, die, s->code, variable, s->site);
}

static void
tell_ranges(struct scopes *s, struct die *die, const struct block *block)
{
    struct strbuf *ranges = &s->unit->dwarf->sections[DWARF_RANGES];
    if (block->ranges.count == 1) {
        die_range(s->unit, die, block->ranges.at[0].low, block->ranges.at[0].high);
        return;
    }
    if (!block->ranges.count)
        return;
    die_section(s->unit, die, DW_AT_ranges, DWARF_RANGES, ranges->length);
    vec_foreach (const struct range, range, &block->ranges) {
        dwarf_u64(ranges, range->low - s->unit->low);
        dwarf_u64(ranges, range->high - s->unit->low);
    }
    dwarf_u64(ranges, 0);
    dwarf_u64(ranges, 0);
}

/* A block that declares nothing has no entry: what is in it belongs to the one around. */
static void
add_blocks(struct scopes *s, struct block *root, struct die *die)
{
    VEC(struct block *) todo = {0};
    root->die = die;
    vec_push(s->unit->arena, &todo, root);
    for (uint32_t i = 0; i < todo.count; i++) {
        struct block *block = todo.at[i];
        guard_poll(s->unit->object->guard);
        if (block != root && block->scope->variables.count) {
            block->die = die_new(s->unit, block->die, DW_TAG_lexical_block);
            tell_ranges(s, block->die, block);
        }
        vec_foreach (const struct debug_variable, variable, &block->scope->variables)
            add_variable(s, block->die, variable);
        vec_foreach (struct block *const, inner, &block->inner) {
            (*inner)->die = block->die;
            vec_push(s->unit->arena, &todo, *inner);
        }
    }
}

/* ---- inlined calls ---- */

struct pending {
    uint32_t site;
    struct die *die;
    const struct debug_function *function;
};

/* The entry of a call, in the block that it stands in. */
static struct die *
add_call(struct scopes *s, struct block *block, const struct debug_site *site,
         const struct debug_function *function)
{
    struct dwarf_unit *unit = s->unit;
    struct diag_location location;
    uint32_t file;
    struct block *inner = block;
    while ((inner = inner_at(s, inner, site->call)) != NULL)
        block = inner;
    struct die *die = die_new(unit, block->die, DW_TAG_inlined_subroutine);
    die_ref(unit, die, DW_AT_abstract_origin, dwarf_abstract(unit, function));
    if (dwarf_resolve(unit, site->call, &location, &file)) {
        die_number(unit, die, DW_AT_call_file, file);
        die_number(unit, die, DW_AT_call_line, location.line);
    }
    return die;
}

/* The calls that stand in this function, or inlined call, itself: each with its code. */
static void
find_calls(struct scopes *s, struct block *root, struct map *calls)
{
    const struct debug_info *info = s->unit->object->module->debug;
    const struct mir_function *function = s->code->function;
    for (uint32_t i = 0; i < function->lines.count; i++) {
        const struct mir_line *line = &function->lines.at[i];
        bool is_last = i + 1 == function->lines.count;
        uint32_t end = is_last ? function->code_size : line[1].offset;
        uint32_t below = dwarf_site_below(s->unit, line->site, s->site);
        if (!below || below == UINT32_MAX || line->offset == end)
            continue;
        struct block *call = map_get(calls, below);
        if (!call) {
            const struct debug_site *site = &info->sites.at[below];
            const struct debug_function *callee =
                map_get(&s->unit->described, MAP_KEY(site->callee));
            call = block_new(s, callee->scope);
            call->die = add_call(s, root, site, callee);
            map_put(calls, below, call);
        }
        add_range(s, call, s->code->start + line->offset, s->code->start + end);
    }
}

void
dwarf_scopes(struct dwarf_unit *unit, struct die *die, const struct dwarf_code *code,
             const struct debug_function *function)
{
    const struct debug_info *info = unit->object->module->debug;
    VEC(struct pending) todo = {0};
    vec_push(unit->arena, &todo, (struct pending){0, die, function});
    for (uint32_t i = 0; i < todo.count; i++) {
        struct pending at = todo.at[i];
        struct scopes s = {.unit = unit, .code = code, .site = at.site};
        struct map calls = map_new(unit->arena);
        struct block *root = make_blocks(&s, at.function->scope);
        find_ranges(&s, root);
        add_blocks(&s, root, at.die);
        find_calls(&s, root, &calls);
        for (uint32_t k = 1; k < info->sites.count; k++) {
            struct block *call = map_get(&calls, k);
            if (!call)
                continue;
            tell_ranges(&s, call->die, call);
            struct pending inner = {k, call->die,
                                    map_get(&unit->described, MAP_KEY(info->sites.at[k].callee))};
            vec_push(unit->arena, &todo, inner);
        }
    }
}
