/* The linker's own parts; private to link*.c. */
#ifndef OCC_GCN_CODEOBJ_LINKER_H
#define OCC_GCN_CODEOBJ_LINKER_H

#include "gcn/codeobj/codeobj.h"
#include "gcn/codeobj/link.h"
#include "gcn/object/elf.h"
#include "support/lines.h"
#include "support/map.h"

/* Where a section of an input went. */
struct placed {
    uint32_t output; /* 0: it is left out */
    uint64_t offset;
};

/* What a name means to all inputs. */
struct global {
    const char *name;
    uint32_t input;                      /* who defines it; UINT32_MAX: nobody */
    const struct codeobj_symbol *symbol; /* the definition, or a use */
    bool is_weak; /* undefined: all uses are; defined: a stronger one may come */
    bool
        is_direct; /* undefined: a use wants it defined: hidden, or not by a whole address that the loader writes */
    uint64_t common_offset; /* in .bss: of SHN_COMMON */
    uint32_t dynamic_index; /* in .dynsym; 0: not there */
};

struct got_entry {
    uint32_t input, symbol;
    const struct global *global; /* NULL: a symbol of its own */
};

struct linker {
    uint32_t flags; /* e_flags of all inputs together */
    const struct link_job *job;
    struct arena *arena;
    bool failed;
    struct codeobj *objects; /* one for each input */
    struct placed **places;  /* input, section */
    struct elf_file file;
    struct intern intern;
    struct map names;           /* interned name -> index into globals, + 1 */
    VEC(struct global) globals; /* in the order of their first mention */
    VEC(struct got_entry) got;
    struct lines_table lines; /* that link_place has read last, of the input and the section */
    uint32_t lines_input, lines_section;
    size_t rela_count; /* entries of .rela.dyn that are filled */
    uint32_t note, dynsym, hash, dynstr, rela, bss, dynamic, got_section, symtab, strtab, shstrtab;
};

__attribute__((format(printf, 2, 3))) void link_error(struct linker *linker, const char *format,
                                                      ...);
const char *link_name(const struct linker *linker, uint32_t input);
struct strbuf *link_content(struct linker *linker, uint32_t section);
uint64_t link_section_address(const struct linker *linker, uint32_t section);

/* link_symbols.c */
void
link_collect_symbols(struct linker *linker); /* finds definitions; places common ones in .bss */
void link_write_symbols(
    struct linker *linker); /* values count from their section until link_finish_symbols */
void link_finish_symbols(struct linker *linker);
/* The global that a symbol of an input stands for; NULL: it is the input's own. */
struct global *link_global_of(struct linker *linker, uint32_t input, uint32_t symbol);
/* May another object's definition take its place at load? */
bool link_is_preemptible(const struct global *global);
/* Is it for the loader to find: undefined, and used so that it can? */
bool link_is_import(const struct global *global);
/* Its address once the layout is done; 0 for an undefined weak one.  *is_absolute: it has no section. */
uint64_t link_address_of(struct linker *linker, uint32_t input, uint32_t symbol, bool *is_absolute);

/* Is its value the number of a row of printf (PRINTF_SYMBOL)? */
bool link_is_row(const struct codeobj_symbol *symbol);

/* link_place.c: ", FILE:LINE:COLUMN" of an offset in a section of an input, by its line table; "": it has none. */
const char *link_place(struct linker *linker, uint32_t input, uint32_t section, uint64_t offset);

/* link_reloc.c */
void link_collect_got(struct linker *linker);
uint32_t link_count_dynamic(struct linker *linker); /* entries of .rela.dyn */
void link_relocate(struct linker *linker);

/* link_notes.c: fills the note section; gives rows of printf their numbers, before relocations are applied. */
void link_notes(struct linker *linker);

#endif
