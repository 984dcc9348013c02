/* Values of variables: their locations (DWARF 4, sections 2.5 and 2.6) for one lane.  The operand of DW_OP_xderef
 * names an address space as AMDGPUUsage of 2017 numbers them; as the last operation it tells the place itself. */
#include "runtime/gcnsim/debug_source.h"

#include <string.h>

enum { MAX_STACK = 32, FIRST_VGPR = 2560, LAST_VGPR = 2815, LATE_SGPR = 1088, FIRST_SGPR = 32 };
enum {
    OP_DEREF = 0x06,
    OP_CONST1U = 0x08,
    OP_CONSTS = 0x11,
    OP_DUP = 0x12,
    OP_DROP = 0x13,
    OP_MINUS = 0x1c,
    OP_MUL = 0x1e,
    OP_PLUS = 0x22,
    OP_SHR = 0x25,
    OP_REG0 = 0x50,
    OP_BREG0 = 0x70,
    OP_FBREG = 0x91,
    OP_IMPLICIT_VALUE = 0x9e,
    OP_ADDRX = 0xa1,
    OP_ENTRY_VALUE = 0xa3
};
/* What AMDGPUUsage of today calls the spaces that it has other numbers for. */
enum { LATE_LOCAL = 3, LATE_PRIVATE = 5 };

struct entry {
    uint64_t value;
    bool is_place; /* memory of the space at that address, not looked at yet */
    enum debug_space space;
};

struct evaluation {
    struct debugger *d;
    const struct die_node *variable;
    unsigned lane;
    struct entry stack[MAX_STACK];
    unsigned count;
    bool fails, is_value; /* DW_OP_stack_value */
    unsigned reg;         /* of a register location */
    bool has_reg;
    bool has_frame; /* it counts from the function's frame */
    bool owns_registers,
        owns_memory; /* that are the place of a variable of a function that was called */
    bool is_stored;  /* it is told by a place that it is stored to: a register or private memory */
    struct debug_value *out;
    uint64_t done; /* bytes of pieces */
    bool has_pieces;
};

/* ---- registers and memory ---- */

/* When the function of the frame that is looked at was called; 0: it is the kernel. */
static uint32_t
entered(const struct debugger *d)
{
    return d->frames.count ? d->frames.at[d->frame].entered : 0;
}

/* *is_stale: the frame's function has not written it. */
static bool
read_any(struct evaluation *e, unsigned number, uint32_t *value, uint32_t *undefined,
         bool *is_stale)
{
    struct sim_register_value read;
    bool is_vector = number >= FIRST_VGPR && number <= LAST_VGPR;
    unsigned index = is_vector              ? number - FIRST_VGPR
                     : number >= LATE_SGPR  ? number - LATE_SGPR + 64
                     : number >= FIRST_SGPR ? number - FIRST_SGPR
                                            : UINT16_MAX;
    const struct debugger *d = e->d;
    const struct debug_saved *saved = d->frames.count ? d->frames.at[d->frame].saved : NULL;
    if (!saved)
        *is_stale = sim_register_written(d->wave, is_vector, index, e->lane) <= entered(d);
    bool is_there = saved ? debug_saved_register(saved, is_vector, index, e->lane, &read, is_stale)
                          : sim_wave_register(d->wave, is_vector ? SIM_REGISTER_V : SIM_REGISTER_S,
                                              index, e->lane, &read);
    if (!is_there)
        return false;
    *value = (uint32_t)read.value;
    *undefined = (uint32_t)read.undefined;
    return true;
}

static bool
read_register(struct evaluation *e, unsigned number, uint32_t *value, uint32_t *undefined)
{
    bool is_stale;
    return read_any(e, number, value, undefined, &is_stale);
}

/* Of one that is the variable's place: what a function called before has left there is not the variable's. */
static bool
read_own(struct evaluation *e, unsigned number, uint32_t *value, uint32_t *undefined)
{
    bool is_stale;
    bool is_there = read_any(e, number, value, undefined, &is_stale);
    if (is_there && is_stale && e->owns_registers)
        *undefined = UINT32_MAX;
    return is_there;
}

/* The same of private memory. */
static void
find_stale(const struct evaluation *e, struct debug_value *at)
{
    const struct debugger *d = e->d;
    for (uint64_t i = 0; i < at->size && e->owns_memory && d->wave; i++)
        if (sim_private_written(d->wave, e->lane, (uint32_t)(at->address + i)) <= entered(d))
            at->undefined[i] = UINT8_MAX;
}

/* Where a generic address leads, as FLAT instructions take it: the upper half tells the aperture. */
static enum debug_space
resolved(enum debug_space space, uint64_t address)
{
    enum { LOCAL_APERTURE = 1 << 16, PRIVATE_APERTURE = 2 << 16 };
    if (space != DEBUG_GLOBAL)
        return space;
    return address >> 32 == LOCAL_APERTURE     ? DEBUG_LOCAL
           : address >> 32 == PRIVATE_APERTURE ? DEBUG_PRIVATE
                                               : DEBUG_GLOBAL;
}

void
debug_load(struct debugger *d, unsigned lane, struct debug_value *value)
{
    struct arena *arena = d->command->arena;
    enum debug_space space = resolved(value->space, value->address);
    value->bytes = ARENA_ARRAY(arena, value->size + 8, uint8_t);
    value->undefined = ARENA_ARRAY(arena, value->size + 8, uint8_t);
    value->missing = ARENA_ARRAY(arena, value->size + 8, uint8_t);
    bool is_there = false;
    uint32_t size = (uint32_t)value->size;
    if (space == DEBUG_PRIVATE)
        is_there = d->wave && sim_wave_private(d->wave, lane, (uint32_t)value->address, size,
                                               value->bytes, value->undefined);
    else if (space == DEBUG_LOCAL)
        is_there = d->wave && sim_wave_lds(d->wave, (uint32_t)value->address, size, value->bytes,
                                           value->undefined);
    else if (space == DEBUG_GLOBAL)
        is_there = sim_peek(d->device, value->address, size, value->bytes, value->undefined);
    if (!is_there)
        memset(value->missing, 0xFF, value->size);
}

static uint64_t
load_number(struct evaluation *e, enum debug_space space, uint64_t address, unsigned size)
{
    struct debug_value at = {.size = size, .space = space, .address = address};
    uint64_t number = 0;
    debug_load(e->d, e->lane, &at);
    memcpy(&number, at.bytes, size <= 8 ? size : 8);
    e->fails |= at.missing[0] || at.undefined[0];
    return number;
}

/* ---- the stack ---- */

static void
push(struct evaluation *e, uint64_t value)
{
    if (e->count == MAX_STACK)
        e->fails = true;
    else
        e->stack[e->count++] = (struct entry){.value = value};
}

static uint64_t
pop(struct evaluation *e)
{
    if (!e->count) {
        e->fails = true;
        return 0;
    }
    struct entry top = e->stack[--e->count];
    return top.is_place ? load_number(e, top.space, top.value, 8) : top.value;
}

/* The space is below the address.  LLVM's code that is optimised keeps what it said of the variable's memory when it has
 * the value itself in place of the address: memory of that space is only found from the frame on. */
static void
change_space(struct evaluation *e, unsigned size)
{
    uint64_t address = pop(e), space = pop(e);
    if (space == LATE_PRIVATE && !e->has_frame) {
        push(e, address);
        e->is_value = true;
        return;
    }
    space = space == LATE_LOCAL ? DEBUG_LOCAL : space == LATE_PRIVATE ? DEBUG_PRIVATE : space;
    if (space >= DEBUG_NOWHERE) {
        e->fails = true;
    } else if (size) {
        push(e, load_number(e, (enum debug_space)space, address, size));
    } else {
        push(e, address);
        e->stack[e->count - 1].is_place = true;
        e->stack[e->count - 1].space = (enum debug_space)space;
    }
}

static void
arithmetic(struct evaluation *e, unsigned op)
{
    uint64_t b = pop(e), a = pop(e);
    switch (op) {
    case DW_OP_and:
        push(e, a & b);
        break;
    case DW_OP_or:
        push(e, a | b);
        break;
    case OP_PLUS:
        push(e, a + b);
        break;
    case OP_MINUS:
        push(e, a - b);
        break;
    case OP_MUL:
        push(e, a * b);
        break;
    case DW_OP_shl:
        push(e, b < 64 ? a << b : 0);
        break;
    case OP_SHR:
        push(e, b < 64 ? a >> b : 0);
        break;
    default:
        push(e, b);
        push(e, a);
        break; /* DW_OP_swap */
    }
}

/* A register as it was when the wave began: only those that the launch sets are known. */
static void
entry_value(struct evaluation *e, struct die_cursor *c)
{
    uint64_t size = die_take_uleb(c);
    struct die_cursor inner = {c->at, c->at + (size <= (uint64_t)(c->end - c->at) ? size : 0),
                               false};
    unsigned op = (unsigned)die_take(&inner, 1);
    uint64_t number = op == DW_OP_regx || op == DW_OP_bregx ? die_take_uleb(&inner)
                      : op >= OP_REG0 && op < OP_REG0 + 32  ? op - OP_REG0
                                                            : 0;
    const struct debug_wave *seen = debug_wave_of(e->d, e->d->wave);
    e->fails |= number < FIRST_SGPR || number >= FIRST_SGPR + DEBUG_ENTRY_SGPRS;
    push(e, e->fails ? 0 : seen->entry[number - FIRST_SGPR]);
    die_take(c, (unsigned)size);
}

static void
base_register(struct evaluation *e, uint64_t number, int64_t offset)
{
    uint32_t value = 0, undefined = 0;
    e->fails |= !read_register(e, (unsigned)number, &value, &undefined) || undefined;
    push(e, value + (uint64_t)offset);
}

/* From the function's frame on, which a register has as bytes of all lanes (LLVM's code). */
static void
of_frame(struct evaluation *e, int64_t offset)
{
    const struct die_node *function = e->variable;
    while (function && function->tag != DW_TAG_subprogram)
        function = function->parent;
    const struct die_value *base = function ? die_find(function, DW_AT_frame_base) : NULL;
    struct die_cursor c = {.is_bad = true};
    if (base && base->bytes)
        c = (struct die_cursor){base->bytes, base->bytes + base->number, false};
    bool is_register = die_take(&c, 1) == DW_OP_regx;
    uint64_t number = die_take_uleb(&c);
    e->fails |= !is_register || c.is_bad || number >= FIRST_VGPR;
    if (e->fails)
        return;
    e->has_frame = true;
    base_register(e, number, 0);
    push(e, pop(e) / DEBUG_LANES + (uint64_t)offset);
}

/* ---- pieces ---- */

static void
copy_bytes(struct evaluation *e, const void *bytes, const void *undefined, uint64_t size)
{
    struct debug_value *out = e->out;
    if (size > out->size - e->done)
        size = out->size - e->done;
    memcpy(out->bytes + e->done, bytes, size);
    memset(out->missing + e->done, 0, size);
    if (undefined)
        memcpy(out->undefined + e->done, undefined, size);
    e->done += size;
}

/* What the operations so far have told, as so many bytes of the value. */
static void
finish_piece(struct evaluation *e, uint64_t size)
{
    uint64_t left = e->out->size - e->done;
    if (size > left)
        size = left;
    e->is_stored |= e->has_reg;
    if (e->has_reg) {
        uint32_t words[2] = {0}, undefined[2] = {0};
        bool is_known = read_own(e, e->reg, &words[0], &undefined[0]);
        if (size > 4) /* a register pair that is one location */
            is_known = is_known && read_own(e, e->reg + 1, &words[1], &undefined[1]);
        if (is_known && size <= 8)
            copy_bytes(e, words, undefined, size);
        else
            e->done += size;
    } else if (!e->count) {
        e->done += size; /* nothing is known of it */
    } else if (e->is_value) {
        uint64_t value = pop(e);
        copy_bytes(e, &value, NULL, size < 8 ? size : 8);
    } else {
        struct entry top = e->stack[--e->count];
        struct debug_value at = {
            .size = size, .space = top.is_place ? top.space : DEBUG_GLOBAL, .address = top.value};
        debug_load(e->d, e->lane, &at);
        e->is_stored |= at.space == DEBUG_PRIVATE;
        if (at.space == DEBUG_PRIVATE)
            find_stale(e, &at);
        if (!e->has_pieces) {
            e->out->space = at.space;
            e->out->address = at.address;
        }
        memcpy(e->out->bytes + e->done, at.bytes, size);
        memcpy(e->out->undefined + e->done, at.undefined, size);
        memcpy(e->out->missing + e->done, at.missing, size);
        e->done += size;
    }
    e->has_reg = e->is_value = false;
    e->count = 0;
}

/* ---- operations ---- */

/* Bytes that are the value: up to 8 of them. */
static void
implicit_value(struct evaluation *e, struct die_cursor *c)
{
    uint64_t size = die_take_uleb(c);
    e->fails |= size > 8;
    push(e, e->fails ? 0 : die_take(c, (unsigned)size));
    e->is_value = true;
}

static bool
constant(struct evaluation *e, struct die_cursor *c, unsigned op)
{
    static const uint8_t sizes[] = {1, 1, 2, 2, 4, 4, 8, 8};
    if (op >= DW_OP_lit0 && op < DW_OP_lit0 + 32) {
        push(e, op - DW_OP_lit0);
    } else if (op >= OP_CONST1U && op < DW_OP_constu) {
        unsigned size = sizes[op - OP_CONST1U];
        uint64_t value = die_take(c, size);
        bool is_negative = (op - OP_CONST1U) % 2 && size < 8 && value >> (8 * size - 1) & 1;
        push(e, is_negative ? value | ~UINT64_C(0) << 8 * size : value);
    } else if (op == DW_OP_constu) {
        push(e, die_take_uleb(c));
    } else if (op == OP_CONSTS) {
        push(e, (uint64_t)die_take_sleb(c));
    } else if (op == DW_OP_addr) {
        push(e, die_take(c, 8) + debug_base(e->d));
    } else if (op == OP_ADDRX) {
        push(e, die_address_at(e->d->dies, e->variable->unit, die_take_uleb(c)) + debug_base(e->d));
    } else {
        return false;
    }
    return true;
}

static bool
of_register(struct evaluation *e, struct die_cursor *c, unsigned op)
{
    if (op == DW_OP_regx || (op >= OP_REG0 && op < OP_REG0 + 32)) {
        e->reg = op == DW_OP_regx ? (unsigned)die_take_uleb(c) : op - OP_REG0;
        e->has_reg = true;
    } else if (op == DW_OP_bregx) {
        uint64_t number = die_take_uleb(c);
        base_register(e, number, die_take_sleb(c));
    } else if (op >= OP_BREG0 && op < OP_BREG0 + 32) {
        base_register(e, op - OP_BREG0, die_take_sleb(c));
    } else if (op == DW_OP_GNU_entry_value || op == OP_ENTRY_VALUE) {
        entry_value(e, c);
    } else if (op == OP_FBREG) {
        of_frame(e, die_take_sleb(c));
    } else {
        return false;
    }
    return true;
}

static void
operation(struct evaluation *e, struct die_cursor *c)
{
    unsigned op = (unsigned)die_take(c, 1);
    if (constant(e, c, op) || of_register(e, c, op))
        return;
    switch (op) {
    case DW_OP_piece:
        e->has_pieces = true;
        finish_piece(e, die_take_uleb(c));
        break;
    case DW_OP_stack_value:
        e->is_value = true;
        break;
    case OP_IMPLICIT_VALUE:
        implicit_value(e, c);
        break;
    case DW_OP_plus_uconst:
        push(e, pop(e) + die_take_uleb(c));
        break;
    case DW_OP_xderef:
        change_space(e, 0);
        break;
    case DW_OP_xderef_size:
        change_space(e, (unsigned)die_take(c, 1));
        break;
    case OP_DEREF:
        push(e, load_number(e, DEBUG_GLOBAL, pop(e), 8));
        break;
    case OP_DUP:
        push(e, pop(e));
        push(e, e->count ? e->stack[e->count - 1].value : 0);
        break;
    case OP_DROP:
        pop(e);
        break;
    case DW_OP_and:
    case DW_OP_or:
    case OP_PLUS:
    case OP_MINUS:
    case OP_MUL:
    case DW_OP_shl:
    case OP_SHR:
    case DW_OP_swap:
        arithmetic(e, op);
        break;
    default:
        e->fails = true;
        break;
    }
}

/* A constant that is in no memory. */
static void
constant_value(struct debug_value *value, const struct die_node *variable)
{
    const struct die_value *constant = die_find(variable, DW_AT_const_value);
    const void *bytes =
        constant ? constant->bytes ? (const void *)constant->bytes : (const void *)&constant->number
                 : NULL;
    uint64_t size = constant && constant->bytes ? constant->number : sizeof constant->number;
    if (!bytes)
        return;
    memcpy(value->bytes, bytes, size < value->size ? size : value->size);
    memset(value->missing, 0, size < value->size ? size : value->size);
}

/* A parameter with one place for all of its function, which has not stored it yet. */
static bool
is_awaited(struct debugger *d, const struct die_node *variable, uint64_t offset)
{
    const struct die_node *function = variable->parent;
    const struct die_value *location = die_find(variable, DW_AT_location);
    return variable->tag == DW_TAG_formal_parameter && location && location->bytes && function &&
           function->tag == DW_TAG_subprogram && offset < debug_prologue_end(d, function);
}

/* A variable with one place for all of its function, which nobody else has: the code of others has registers in such a way for what
 * they held when it was called. */
static void
find_own(struct evaluation *e)
{
    const struct die_node *variable = e->variable;
    const struct die_value *location = die_find(variable, DW_AT_location),
                           *producer = die_find(variable->unit->root, DW_AT_producer);
    e->owns_memory =
        variable->tag == DW_TAG_variable && location && location->bytes && entered(e->d);
    e->owns_registers = e->owns_memory && producer && producer->bytes &&
                        strncmp((const char *)producer->bytes, "occ ", strlen("occ ")) == 0;
}

const char *
debug_variable_value(struct debugger *d, const struct die_node *variable, unsigned lane,
                     struct debug_value *value)
{
    struct arena *arena = d->command->arena;
    size_t length = 0;
    uint64_t offset = d->frames.count ? d->frames.at[d->frame].offset : 0;
    const struct die_node *type = die_type(d->dies, variable);
    *value =
        (struct debug_value){.type = type, .size = debug_size_of(d, type), .space = DEBUG_NOWHERE};
    if (!value->size)
        return "its type has no size";
    const uint8_t *bytes = die_expression(d->dies, variable, offset, &length);
    struct evaluation e = {.d = d, .variable = variable, .lane = lane, .out = value};
    value->bytes = ARENA_ARRAY(arena, value->size + 8, uint8_t);
    value->undefined = ARENA_ARRAY(arena, value->size + 8, uint8_t);
    value->missing = ARENA_ARRAY(arena, value->size + 8, uint8_t);
    memset(value->missing, 0xFF, value->size);
    struct die_cursor c = {bytes, bytes ? bytes + length : bytes, !bytes};
    find_own(&e);
    if (!d->wave && bytes && (!length || (bytes[0] != DW_OP_addr && bytes[0] != OP_ADDRX)))
        return "no wave is there";
    while (!c.is_bad && !e.fails && c.at < c.end)
        operation(&e, &c);
    if (e.fails)
        memset(value->missing, 0xFF, value->size);
    else if (!e.has_pieces && bytes)
        finish_piece(&e, value->size);
    else if (!bytes)
        constant_value(value, variable);
    return e.is_stored && is_awaited(d, variable, offset) ? "not stored yet" : NULL;
}
