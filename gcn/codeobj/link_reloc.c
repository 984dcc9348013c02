/* Relocations: applied, or left to the loader. */
#include "gcn/codeobj/linker.h"

#include <string.h>

enum { NONE = 0, ABS64 = ELF_R_AMDGPU_ABS64 };

/* One relocation of an input, at its place in the output. */
struct site {
    uint32_t input, symbol, type;
    uint32_t section; /* of the input, and where there */
    uint64_t offset;
    struct placed place;
    int64_t addend;
    bool is_loaded;
    const struct reloc_type *row;
};

/* false: the place is left out with its section, or it is no relocation at all. */
static bool
site_of(struct linker *linker, uint32_t input, const struct codeobj_reloc *reloc, struct site *site)
{
    const struct codeobj *object = &linker->objects[input];
    uint32_t of = object->sections.at[reloc->section].header.sh_info;
    uint64_t symbol = ELF64_R_SYM(reloc->entry.r_info);
    *site = (struct site){.input = input,
                          .symbol = (uint32_t)symbol,
                          .type = (uint32_t)ELF64_R_TYPE(reloc->entry.r_info),
                          .section = of,
                          .offset = reloc->entry.r_offset,
                          .addend = reloc->entry.r_addend};
    site->row = reloc_type(site->type);
    if (of >= object->sections.count ||
        symbol >= (object->symbols.count ? object->symbols.count : 1)) {
        link_error(linker, "'%s': a relocation has no section or symbol", link_name(linker, input));
        return false;
    }
    const struct codeobj_section *section = &object->sections.at[of];
    site->is_loaded = section->header.sh_flags & SHF_ALLOC;
    site->place = linker->places[input][of];
    uint64_t size = site->row ? site->row->size : 0, offset = reloc->entry.r_offset;
    if (!site->row)
        link_error(linker, "'%s': relocation type %u is unknown", link_name(linker, input),
                   site->type);
    else if (section->bytes &&
             (size > section->header.sh_size || offset > section->header.sh_size - size))
        link_error(linker, "'%s': a relocation lies outside of %s", link_name(linker, input),
                   section->name);
    else if (site->type != NONE && section->bytes) {
        site->place.offset += offset;
        return true;
    }
    return false;
}

static const char *
place_of_site(struct linker *linker, const struct site *site)
{
    return link_place(linker, site->input, site->section, site->offset);
}

/* ---- what the loader adds ---- */

/* Is it weak, and defined by nobody, nor for the loader to find?  Its address is 0. */
static bool
is_nowhere(const struct global *global)
{
    return global && global->input == UINT32_MAX && !link_is_import(global);
}

static bool
is_dynamic(struct linker *linker, const struct site *site)
{
    bool is_absolute = false;
    const struct codeobj_symbol *symbol =
        site->symbol ? &linker->objects[site->input].symbols.at[site->symbol] : NULL;
    struct global *global = link_global_of(linker, site->input, site->symbol);
    if (!site->symbol)
        return false;
    is_absolute = (global ? global->symbol : symbol)->entry.st_shndx == SHN_ABS;
    return site->is_loaded && site->type == ABS64 && !is_absolute && !is_nowhere(global);
}

static void
each_site(struct linker *linker, void (*visit)(struct linker *linker, const struct site *site))
{
    for (uint32_t i = 0; i < linker->job->count; i++)
        vec_foreach (const struct codeobj_reloc, reloc, &linker->objects[i].relocs) {
            struct site site;
            guard_poll(linker->job->guard);
            if (site_of(linker, i, reloc, &site))
                visit(linker, &site);
        }
}

/* ---- GOT ---- */

static uint32_t
got_index(struct linker *linker, const struct site *site)
{
    const struct global *global = link_global_of(linker, site->input, site->symbol);
    uint32_t i = 0;
    for (; i < linker->got.count; i++) {
        const struct got_entry *entry = &linker->got.at[i];
        bool same =
            global ? entry->global && entry->global->name == global->name
                   : !entry->global && entry->input == site->input && entry->symbol == site->symbol;
        if (same)
            break;
    }
    return i;
}

/* The loader writes whole addresses of what it finds: into slots, and where ABS64 is. */
static void
note_direct(struct linker *linker, const struct site *site)
{
    struct global *global = link_global_of(linker, site->input, site->symbol);
    if (global && site->is_loaded && !site->row->through_got && site->type != ABS64)
        global->is_direct = true;
}

/* A local symbol is nobody else's to define. */
static void
check_local(struct linker *linker, const struct site *site)
{
    const struct codeobj_symbol *symbol = &linker->objects[site->input].symbols.at[site->symbol];
    bool is_own = site->symbol && !link_global_of(linker, site->input, site->symbol);
    if (is_own && symbol->entry.st_shndx == SHN_UNDEF)
        link_error(linker, "'%s' is undefined and local; '%s' uses it at %s+0x%llx%s", symbol->name,
                   link_name(linker, site->input),
                   linker->objects[site->input].sections.at[site->section].name,
                   (unsigned long long)site->offset, place_of_site(linker, site));
}

static void
note_got(struct linker *linker, const struct site *site)
{
    check_local(linker, site);
    note_direct(linker, site);
    if (site->row->through_got && got_index(linker, site) == linker->got.count)
        vec_push(linker->arena, &linker->got,
                 (struct got_entry){site->input, site->symbol,
                                    link_global_of(linker, site->input, site->symbol)});
}

void
link_collect_got(struct linker *linker)
{
    each_site(linker, note_got);
}

uint32_t
link_count_dynamic(struct linker *linker)
{
    uint32_t count = 0;
    vec_foreach (const struct got_entry, entry, &linker->got)
        count += !is_nowhere(link_global_of(linker, entry->input, entry->symbol));
    for (uint32_t i = 0; i < linker->job->count; i++)
        vec_foreach (const struct codeobj_reloc, reloc, &linker->objects[i].relocs) {
            struct site site;
            bool failed = linker->failed;
            if (site_of(linker, i, reloc, &site))
                count += is_dynamic(linker, &site);
            if (linker->failed && !failed)
                return count;
        }
    return count;
}

/* ---- applying ---- */

/* The next entry of .rela.dyn: for an address at `place`. */
static void
leave_to_loader(struct linker *linker, uint64_t place, uint64_t address,
                const struct global *global, int64_t addend)
{
    Elf64_Rela *entries = (Elf64_Rela *)link_content(linker, linker->rela)->text;
    size_t count = link_content(linker, linker->rela)->length / sizeof *entries;
    if (linker->rela_count == count)
        ice(linker->job->guard, "there is no room for a dynamic relocation");
    entries[linker->rela_count++] =
        link_is_preemptible(global) && global->dynamic_index
            ? (Elf64_Rela){place, ELF64_R_INFO((uint64_t)global->dynamic_index, ABS64), addend}
            : (Elf64_Rela){place, ELF64_R_INFO(UINT64_C(0), ELF_R_AMDGPU_RELATIVE64),
                           (int64_t)address + addend};
}

static void
fill_got(struct linker *linker)
{
    for (uint32_t i = 0; i < linker->got.count; i++) {
        const struct got_entry *entry = &linker->got.at[i];
        bool is_absolute;
        uint64_t address = link_address_of(linker, entry->input, entry->symbol, &is_absolute);
        const struct global *global = link_global_of(linker, entry->input, entry->symbol);
        if (is_nowhere(global))
            continue;
        leave_to_loader(linker, link_section_address(linker, linker->got_section) + i * UINT64_C(8),
                        address, global, 0);
    }
}

static bool
fits(const struct reloc_type *row, uint64_t value)
{
    int64_t is = (int64_t)value;
    if (row->size == 8 || row->shift)
        return true;
    if (row->size == 2)
        return is % 4 == 0 && is / 4 >= INT16_MIN && is / 4 <= INT16_MAX;
    return strstr(row->name, "_LO") || (is >= INT32_MIN && is <= (int64_t)UINT32_MAX);
}

static void
put(struct linker *linker, const struct site *site, uint64_t value)
{
    const struct reloc_type *row = site->row;
    const char *name = linker->objects[site->input].symbols.count
                           ? linker->objects[site->input].symbols.at[site->symbol].name
                           : "";
    if (!fits(row, value)) {
        link_error(linker, "'%s'%s: '%s' is too far away for %s", link_name(linker, site->input),
                   place_of_site(linker, site), name, row->name);
        return;
    }
    if (row->size == 2)
        value = (uint64_t)((int64_t)value / 4);
    value >>= row->shift;
    memcpy(link_content(linker, site->place.output)->text + site->place.offset, &value, row->size);
}

static void
apply(struct linker *linker, const struct site *site)
{
    bool is_absolute;
    uint64_t address = link_address_of(linker, site->input, site->symbol, &is_absolute);
    uint64_t place = link_section_address(linker, site->place.output) + site->place.offset;
    const struct global *global = link_global_of(linker, site->input, site->symbol);
    if (!site->place.output)
        return;
    if (is_dynamic(linker, site)) {
        leave_to_loader(linker, place, address, global, site->addend);
        return;
    }
    bool is_moving = site->is_loaded && !is_absolute && !(global && global->input == UINT32_MAX);
    if (is_moving && !site->row->from_place) {
        link_error(linker, "'%s'%s: %s needs an address that is known at load only (%s)",
                   link_name(linker, site->input), place_of_site(linker, site), site->row->name,
                   global ? global->name : "of a section");
        return;
    }
    if (site->row->through_got)
        address = link_section_address(linker, linker->got_section) +
                  got_index(linker, site) * UINT64_C(8);
    uint64_t value = address + (uint64_t)site->addend - (site->row->from_place ? place : 0);
    if (site->row->size == 2)
        value -= 4; /* a branch counts from after itself */
    put(linker, site, value);
}

/* In the order of addresses, as code_object.c writes them: none is left out, but entries of a weak symbol that
 * nobody defines. */
void
link_relocate(struct linker *linker)
{
    each_site(linker, apply);
    fill_got(linker);
}
