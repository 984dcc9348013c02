/* Shared by dwarf_*.c: the unit that is being written, and its entries (DIEs) before they are
 * bytes. */
#ifndef OCC_BACKEND_GCN_DEBUG_DWARF_INTERNAL_H
#define OCC_BACKEND_GCN_DEBUG_DWARF_INTERNAL_H

#include "backend-gcn/debug/dwarf.h"
#include "gcn/dwarf/dwarf_bytes.h"
#include "gcn/dwarf/dwarf_constant.h"
#include "gcn/dwarf/line_table.h"
#include "midend/ir/debug_info.h"

/* An entry is numbered when it gets its place, so references may point ahead. */
struct die_attribute {
    uint16_t name;                  /* enum dwarf_attribute_name */
    uint8_t form;                   /* enum dwarf_form */
    uint8_t target;                 /* addr, and offsets in sections: as dwarf_fixup.target */
    uint64_t value;                 /* a number, an addend, or how long the text is */
    const char *text;               /* blocks: the bytes */
    struct die *die;                /* ref4 */
    const struct ir_global *object; /* blocks that begin with DW_OP_addr: of what */
};

struct die {
    uint16_t tag;    /* enum dwarf_tag */
    uint32_t offset; /* in .debug_info, once it is written */
    VEC(struct die_attribute) attributes;
    struct die *first, *last, *next;
};

/* What versions differ in. */
struct dwarf_facts {
    uint8_t number;
    const struct line_form *lines;
    uint8_t language;      /* enum dwarf_language */
    uint16_t linkage_name; /* enum dwarf_attribute_name: for the name of the IR */
    uint8_t flag, section_offset, expression; /* enum dwarf_form */
    bool has_restrict;                        /* as a type */
    bool
        has_sizes; /* high_pc and places of members may be plain numbers; bit-fields are numbered from the record's start */
};
/* dwarf_version.c: of version 2 or 4. */
const struct dwarf_facts *dwarf_facts_of(unsigned number);

struct dwarf_unit {
    struct arena *arena;
    const struct code_object *object;
    const struct dwarf_options *options;
    const struct dwarf_facts *facts;
    struct dwarf *dwarf;
    const struct dwarf_code *code;
    uint32_t code_count;
    uint64_t low, high; /* of the code in .text */
    bool (*is_placed)(const void *data, const struct ir_global *global);
    const void *data;
    VEC(const char *) files;   /* mapped; number 1 is the first */
    struct map file_numbers;   /* name as it came -> number */
    struct map string_offsets; /* interned text -> offset in .debug_str, + 1 */
    struct intern strings;
    struct map types;     /* debug_type -> die */
    struct map described; /* ir_function -> debug_function */
    struct map abstract;  /* debug_function -> die of what is inlined; debug_variable -> die */
    VEC(const struct debug_type *) incomplete;
    struct die *root;
};

/* Appends a number that the object writer fills: an address (8 bytes) or an offset (4). */
void dwarf_add_fixup(struct dwarf_unit *unit, enum dwarf_section section, unsigned size,
                     unsigned target, const struct ir_global *object, uint64_t addend);

/* ---- dwarf_line.c ---- */
/* The number of a file, a new one if it is; the name is as the frontend has it. */
uint32_t dwarf_file(struct dwarf_unit *unit, const char *name);
/* The number of the location's file and its line; false: there is none, line and column are 0. */
bool dwarf_resolve(struct dwarf_unit *unit, loc_t loc, struct diag_location *location,
                   uint32_t *file);
/* .debug_line: the rows of all functions, and all files that anybody has asked for. */
void dwarf_write_lines(struct dwarf_unit *unit);

/* ---- dwarf_die.c ---- */
struct die *die_new(struct dwarf_unit *unit, struct die *parent, enum dwarf_tag tag);
void die_text(struct dwarf_unit *unit, struct die *die, enum dwarf_attribute_name name,
              const char *text); /* NULL: no attribute */
void die_number(struct dwarf_unit *unit, struct die *die, enum dwarf_attribute_name name,
                uint64_t value);
void die_signed(struct dwarf_unit *unit, struct die *die, enum dwarf_attribute_name name,
                int64_t value);
void die_flag(struct dwarf_unit *unit, struct die *die, enum dwarf_attribute_name name);
void die_ref(struct dwarf_unit *unit, struct die *die, enum dwarf_attribute_name name,
             struct die *to); /* NULL: no attribute */
void die_section(struct dwarf_unit *unit, struct die *die, enum dwarf_attribute_name name,
                 enum dwarf_section section, uint64_t offset);
/* low_pc and high_pc: offsets in .text. */
void die_range(struct dwarf_unit *unit, struct die *die, uint64_t low, uint64_t high);
/* DW_AT_location, or an offset in a record; object: what a leading DW_OP_addr names, or NULL. */
void die_block(struct dwarf_unit *unit, struct die *die, enum dwarf_attribute_name name,
               const struct strbuf *bytes, const struct ir_global *object);
/* decl_file and decl_line, where there are. */
void die_place(struct dwarf_unit *unit, struct die *die, loc_t loc);
/* .debug_info and .debug_abbrev. */
void die_write(struct dwarf_unit *unit);

/* ---- dwarf_type.c: NULL for void; dwarf_finish_types writes what types consist of ---- */
struct die *dwarf_type(struct dwarf_unit *unit, const struct debug_type *type);
void dwarf_finish_types(struct dwarf_unit *unit);
/* Of the pointers to a space: 0: none. */
unsigned dwarf_address_class(enum ir_space space);

/* ---- dwarf_scope.c: variables and blocks of a function ---- */
void dwarf_scopes(struct dwarf_unit *unit, struct die *die, const struct dwarf_code *code,
                  const struct debug_function *function);
/* dwarf_inline.c: what all inlined calls of the function are instances of. */
struct die *dwarf_abstract(struct dwarf_unit *unit, const struct debug_function *function);
/* The site of the row, or the one around it, whose parent is `site`; 0: the row is of that site itself; UINT32_MAX: it
 * is of another one.  Sites of functions that nobody describes do not count. */
uint32_t dwarf_site_below(const struct dwarf_unit *unit, uint32_t row_site, uint32_t site);

/* ---- dwarf_place.c: DW_AT_location, where the variable has a known one; code: the function that it
 * belongs to, or NULL; site: of which inlined call, or 0 ---- */
void dwarf_place(struct dwarf_unit *unit, struct die *die, const struct dwarf_code *code,
                 const struct debug_variable *variable, uint32_t site);
/* ---- dwarf_list.c: the same of what is in registers, or constant, for a part of the code ---- */
void dwarf_place_list(struct dwarf_unit *unit, struct die *die, const struct dwarf_code *code,
                      const struct debug_variable *variable, uint32_t site);
/* dwarf_place.c: as many dwords in registers, one after the other: the part of the lane that is looked at. */
void dwarf_add_registers(struct strbuf *bytes, const uint16_t *regs, unsigned count);
/* An entry of a list in .debug_loc, from and to offsets in .text; and its end. */
void dwarf_add_entry(struct dwarf_unit *unit, uint64_t low, uint64_t high,
                     const struct strbuf *bytes);
void dwarf_end_list(struct dwarf_unit *unit);

#endif
