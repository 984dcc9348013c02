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
    VEC(struct range) ranges;
    VEC(struct block *) inner; /* in the order of the source */
};

struct scopes {
    struct dwarf_unit *unit;
    const struct dwarf_code *code;
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

static void
find_ranges(struct scopes *s, struct block *root)
{
    const struct mir_function *function = s->code->function;
    for (uint32_t i = 0; i < function->lines.count; i++) {
        const struct mir_line *line = &function->lines.at[i];
        bool is_last = i + 1 == function->lines.count;
        uint32_t end = is_last ? function->code_size : line[1].offset;
        struct block *block = line->loc && line->offset < end ? inner_at(s, root, line->loc) : NULL;
        for (; block; block = inner_at(s, block, line->loc))
            add_range(s, block, s->code->start + line->offset, s->code->start + end);
    }
}

/* ---- entries ---- */

static void
add_variable(struct scopes *s, struct die *parent, const struct debug_variable *variable)
{
    struct die *die = die_new(s->unit, parent,
                              variable->is_parameter ? DW_TAG_formal_parameter : DW_TAG_variable);
    die_text(s->unit, die, DW_AT_name, variable->name);
    die_ref(s->unit, die, DW_AT_type, dwarf_type(s->unit, variable->type));
    die_place(s->unit, die, variable->loc);
    dwarf_place(s->unit, die, s->code, variable);
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

/* What is still to be written, and where. */
struct pending {
    const struct block *block;
    struct die *parent;
};

/* A block that declares nothing has no entry: what is in it belongs to the one around. */
void
dwarf_scopes(struct dwarf_unit *unit, struct die *die, const struct dwarf_code *code,
             const struct debug_function *function)
{
    struct scopes s = {.unit = unit, .code = code};
    VEC(struct pending) todo = {0};
    struct block *root = make_blocks(&s, function->scope);
    find_ranges(&s, root);
    vec_push(unit->arena, &todo, (struct pending){root, die});
    for (uint32_t i = 0; i < todo.count; i++) {
        struct pending at = todo.at[i];
        struct die *own = at.parent;
        guard_poll(unit->object->guard);
        if (at.block != root && at.block->scope->variables.count) {
            own = die_new(unit, at.parent, DW_TAG_lexical_block);
            tell_ranges(&s, own, at.block);
        }
        vec_foreach (const struct debug_variable, variable, &at.block->scope->variables)
            add_variable(&s, own, variable);
        vec_foreach (struct block *const, inner, &at.block->inner)
            vec_push(unit->arena, &todo, (struct pending){*inner, own});
    }
}
