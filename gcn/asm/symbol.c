/* Symbols: labels, assignments, numeric labels. */
#include "gcn/asm/assembler.h"

#include <string.h>

/* 1: may be defined many times. */
struct numeric {
    struct symbol *last, *next; /* before, after this place; NULL: none */
};

struct symbol *
symbol_of(struct assembler *as, const char *name)
{
    struct symbol *symbol = map_get(&as->by_name, MAP_KEY(name));
    if (symbol)
        return symbol;
    symbol = ARENA_NEW(as->arena, struct symbol);
    symbol->name = name;
    symbol->is_temporary = strncmp(name, ".L", 2) == 0;
    map_put(&as->by_name, MAP_KEY(name), symbol);
    vec_push(as->arena, &as->symbols, symbol);
    return symbol;
}

struct symbol *
symbol_here(struct assembler *as)
{
    struct symbol *symbol = ARENA_NEW(as->arena, struct symbol);
    symbol->name = "";
    symbol->is_temporary = true;
    symbol->section = as->section;
    symbol->offset = section_offset(as->section);
    return symbol;
}

bool
symbol_is_defined(const struct symbol *symbol)
{
    return symbol->section || symbol->assigned || symbol->special;
}

void
symbol_define(struct assembler *as, struct symbol *symbol, loc_t loc)
{
    if (symbol_is_defined(symbol)) {
        diag_error(as->diag, loc, assembly_redefined, symbol->name);
        return;
    }
    symbol->loc = loc;
    symbol->section = as->section;
    symbol->offset = section_offset(as->section);
}

/* What the expression is at this time, if that says less than a tree: symbols that are defined later
 * stay in it. */
static const struct expression *
simplified(struct assembler *as, const struct expression *value)
{
    struct relocatable r;
    if (!expression_has_labels(value) || !expression_evaluate(as, value, &r) || r.sub || r.variant)
        return value;
    if (!r.add)
        return expression_distance(as, r.value);
    const struct expression *symbol = expression_symbol(as, r.add, ELF_R_AMDGPU_NONE);
    return r.value ? expression_binary(as, OPERATOR_ADD, symbol, expression_number(as, r.value))
                   : symbol;
}

void
symbol_assign(struct assembler *as, const char *name, const struct expression *value, bool is_final,
              loc_t loc)
{
    struct symbol *symbol = symbol_of(as, name);
    if (symbol->section || symbol->special || (is_final && symbol->assigned)) {
        diag_error(as->diag, loc, assembly_redefined, name);
        return;
    }
    value = simplified(as, value);
    if (value->symbol == symbol) {
        diag_error(as->diag, loc, assembly_recursive, name);
        return;
    }
    symbol->loc = loc;
    symbol->assigned = value;
}

static struct numeric *
numeric_of(struct assembler *as, uint64_t number)
{
    struct numeric *numeric = map_get(&as->numeric, number + 1);
    if (!numeric) {
        numeric = ARENA_NEW(as->arena, struct numeric);
        map_put(&as->numeric, number + 1, numeric);
    }
    return numeric;
}

struct symbol *
symbol_numeric(struct assembler *as, uint64_t number, bool is_forward)
{
    struct numeric *numeric = numeric_of(as, number);
    if (is_forward && !numeric->next) {
        numeric->next = ARENA_NEW(as->arena, struct symbol);
        numeric->next->name = arena_printf(as->arena, "%llu", (unsigned long long)number);
        numeric->next->is_temporary = true;
    }
    return is_forward ? numeric->next : numeric->last;
}

void
symbol_define_numeric(struct assembler *as, uint64_t number, loc_t loc)
{
    struct symbol *symbol = symbol_numeric(as, number, true);
    struct numeric *numeric = numeric_of(as, number);
    symbol_define(as, symbol, loc);
    numeric->last = symbol;
    numeric->next = NULL;
}

/* ---- directives ---- */

enum { BIND, VISIBILITY };

static void
for_names(struct assembler *as, int what, uint8_t value)
{
    do {
        loc_t loc = text_here(as);
        const char *name = scan_expect_name(as, "a symbol");
        if (!name)
            return;
        struct symbol *symbol = symbol_of(as, name);
        symbol->loc = symbol->loc ? symbol->loc : loc;
        if (what == VISIBILITY) {
            symbol->visibility = value;
        } else if (symbol->has_binding && symbol->binding != value &&
                   (symbol->binding == STB_LOCAL || value == STB_LOCAL)) {
            diag_error(as->diag, loc, assembly_binding, name);
        } else {
            symbol->has_binding = true;
            symbol->binding = value;
        }
    } while (scan_accept(as, ','));
    scan_expect_end(as);
}

void
directive_bind(struct assembler *as, int64_t binding, loc_t loc)
{
    (void)loc;
    for_names(as, BIND, (uint8_t)binding);
}

void
directive_visibility(struct assembler *as, int64_t visibility, loc_t loc)
{
    (void)loc;
    for_names(as, VISIBILITY, (uint8_t)visibility);
}

/* .set name, value; .equiv: once only */
void
directive_set(struct assembler *as, int64_t is_final, loc_t loc)
{
    const char *name = scan_expect_name(as, "a symbol");
    if (!name || !scan_expect(as, ','))
        return;
    const struct expression *value = scan_expression(as);
    if (value && scan_expect_end(as))
        symbol_assign(as, name, value, is_final != 0, loc);
}

void
directive_type(struct assembler *as, int64_t unused, loc_t loc)
{
    static const struct {
        const char *name;
        uint8_t type;
    } types[] = {{"function", STT_FUNC},
                 {"STT_FUNC", STT_FUNC},
                 {"object", STT_OBJECT},
                 {"STT_OBJECT", STT_OBJECT},
                 {"notype", STT_NOTYPE},
                 {"STT_NOTYPE", STT_NOTYPE},
                 {"common", STT_COMMON},
                 {"STT_COMMON", STT_COMMON},
                 {"amdgpu_hsa_kernel", ELF_STT_AMDGPU_HSA_KERNEL}};
    (void)unused;
    const char *name = scan_expect_name(as, "a symbol");
    if (!name)
        return;
    scan_accept(as, ',');
    if (!scan_accept(as, '@') && !scan_accept(as, '%') && !scan_accept(as, '#'))
        scan_accept(as, '"');
    const char *type = scan_word(as);
    scan_accept(as, '"');
    struct symbol *symbol = symbol_of(as, name);
    symbol->loc = symbol->loc ? symbol->loc : loc;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(type, types[i].name) == 0) {
            symbol->type = types[i].type;
            scan_expect_end(as);
            return;
        }
    diag_error(as->diag, loc, assembly_symbol_type, type);
    scan_skip(as);
}

void
directive_size(struct assembler *as, int64_t unused, loc_t loc)
{
    (void)unused;
    const char *name = scan_expect_name(as, "a symbol");
    if (!name || !scan_expect(as, ','))
        return;
    struct symbol *symbol = symbol_of(as, name);
    symbol->loc = symbol->loc ? symbol->loc : loc;
    symbol->size = scan_expression(as);
    if (symbol->size)
        scan_expect_end(as);
}

static bool
is_power(int64_t value)
{
    return value > 0 && !(value & (value - 1));
}

/* .comm name, size[, power of two that it is aligned to: so LLVM for this target]; .amdgpu_lds name,
 * size[, alignment]: which the linker puts into LDS */
void
directive_common(struct assembler *as, int64_t section, loc_t loc)
{
    enum { LDS_ALIGN = 4, MAX_POWER = 16, MAX_ALIGN = 1 << MAX_POWER, MAX_LDS = 1 << 16 };
    bool is_lds = section != SHN_COMMON;
    int64_t size, align = is_lds ? LDS_ALIGN : 0;
    const char *name = scan_expect_name(as, "a symbol");
    if (!name || !scan_expect(as, ',') || !scan_integer(as, &size) ||
        (scan_accept(as, ',') && !scan_integer(as, &align)) || !scan_expect_end(as))
        return;
    struct symbol *symbol = symbol_of(as, name);
    if (!is_lds)
        align = align >= 0 && align <= MAX_POWER ? (int64_t)1 << align : -1;
    if (size < 0 || (is_lds && size > MAX_LDS) || !is_power(align) || align > MAX_ALIGN) {
        diag_error(as->diag, loc, assembly_range, "size or alignment");
        return;
    }
    if (symbol_is_defined(symbol)) {
        diag_error(as->diag, loc, assembly_redefined, name);
        return;
    }
    symbol->loc = loc;
    symbol->special = (uint16_t)section;
    symbol->common_size = (uint64_t)size;
    symbol->common_align = (uint64_t)align;
    symbol->type = STT_OBJECT;
    symbol->binding = symbol->has_binding ? symbol->binding : STB_GLOBAL;
    symbol->has_binding = true;
}

/* .lcomm name, size[, align]: in .bss */
void
directive_local_common(struct assembler *as, int64_t unused, loc_t loc)
{
    (void)unused;
    int64_t size, align = 1;
    const char *name = scan_expect_name(as, "a symbol");
    if (!name || !scan_expect(as, ',') || !scan_integer(as, &size) ||
        (scan_accept(as, ',') && !scan_integer(as, &align)) || !scan_expect_end(as))
        return;
    if (size < 0 || !is_power(align)) {
        diag_error(as->diag, loc, assembly_range, "size or alignment");
        return;
    }
    struct section *section = as->section;
    as->section = section_of(as, ".bss", SHT_NOBITS, SHF_ALLOC | SHF_WRITE);
    section_align(as, (uint64_t)align, NULL, 1, 0);
    struct symbol *symbol = symbol_of(as, name);
    symbol_define(as, symbol, loc);
    symbol->type = STT_OBJECT;
    symbol->size = expression_number(as, size);
    section_add_zeros(as, (uint64_t)size, 0);
    as->section = section;
}
