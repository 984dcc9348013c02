/* printf: a record in the buffer that the launch passes, and a row of the metadata that says how to
 * read it (docs/abi.md, printf).
 *
 *   %3 = printf i32 %1, %2, format "%d\0a"  ->      %4 = call p.global @__occ_printf_alloc(i32 12)
 *                                                   %5 = eq i1 %4, p.global 0x0
 *                                                   cbr %5, rest, room
 *                                           room:   store 3 x i32 %4, i32 id, %1, %2, align 4
 *                                                   br rest
 *                                           rest:   %3 = sext i32 %5
 *
 * The arguments come by components; the format says which belong together.  Their values stand in
 * the record one after the other, in whole dwords: vectors of chars one dword a component, a vector
 * of three in the place of four, strings padded.  What the row cannot say, a character that readers
 * would take for an escape, becomes an argument of its own.
 *
 * Runs over the whole module with its first kernel, before functions of the library are linked. */
#include "midend/pass.h"

#include "midend/ir/ir_build.h"
#include "midend/ir/ir_info.h"
#include "support/limit.h"

#include <string.h>

enum { STORED_AT_ONCE = 4 }; /* dwords */

/* A string that is copied when the program runs. */
struct run_time_string {
    ir_id pointer;
    uint32_t offset, dwords; /* in the record, of its place there */
};

struct record {
    struct ir_builder b;
    struct arena *arena;
    struct ir_inst *inst;
    struct strbuf row;      /* the format as the metadata has it */
    uint32_t next_argument; /* of inst */
    VEC(ir_id) dwords;      /* of the record: i32; 0: part of a run-time string */
    VEC(uint32_t) sizes;    /* of the row's arguments, in bytes */
    VEC(struct run_time_string) strings;
};

/* ---- values ---- */

static ir_id
to_bits(struct record *r, ir_id id, enum ir_type type)
{
    return ir_build1(&r->b,
                     ir_is_pointer(ir_type_of(r->b.function, id)) ? IR_OP_ptrtoint : IR_OP_bitcast,
                     type, id);
}

static void
add_dword(struct record *r, ir_id id)
{
    vec_push(r->arena, &r->dwords, id);
}

static void
add_constant(struct record *r, uint32_t value)
{
    add_dword(r, ir_const(r->b.function, IR_I32, value));
}

/* A scalar, or a component that is stored as one. */
static void
add_scalar(struct record *r, ir_id id, bool is_signed)
{
    enum ir_type type = ir_type_of(r->b.function, id);
    unsigned bits = ir_type_bits(type);
    if (type == IR_F16) {
        id = ir_build1(&r->b, IR_OP_fpext, IR_F32, id);
        bits = 32;
    } else if (bits < 32) {
        id = ir_build1(&r->b, is_signed && type != IR_I1 ? IR_OP_sext : IR_OP_zext, IR_I32, id);
        bits = 32;
    }
    if (bits == 64) {
        add_dword(r, ir_build1(&r->b, IR_OP_unpack_lo, IR_I32, id));
        add_dword(r, ir_build1(&r->b, IR_OP_unpack_hi, IR_I32, id));
    } else {
        add_dword(r, ir_type_of(r->b.function, id) == IR_I32 ? id : to_bits(r, id, IR_I32));
    }
}

static ir_id
half_bits(struct record *r, ir_id id)
{
    if (ir_type_of(r->b.function, id) == IR_F16)
        id = to_bits(r, id, IR_I16);
    return ir_build1(&r->b, IR_OP_zext, IR_I32, id);
}

/* Two components of 16 bits in a dword. */
static void
add_pair(struct record *r, const struct ir_use *low, const struct ir_use *high)
{
    ir_id pair = half_bits(r, low->value);
    if (high) {
        ir_id upper = ir_build2(&r->b, IR_OP_shl, IR_I32, half_bits(r, high->value),
                                ir_const(r->b.function, IR_I32, 16));
        pair = ir_build2(&r->b, IR_OP_or, IR_I32, pair, upper);
    }
    add_dword(r, pair);
}

/* The next argument, or the next `count` components of one. */
static void
add_value(struct record *r, uint32_t count, bool is_signed)
{
    const struct ir_inst *inst = r->inst;
    const struct ir_use *args = &inst->args[r->next_argument];
    uint32_t start = r->dwords.count, found = 0;
    while (found < count && r->next_argument + found < inst->arg_count &&
           ir_type_of(r->b.function, args[found].value) == ir_type_of(r->b.function, args->value))
        found++;
    count = found; /* less than before: the format is wrong */
    if (!count)
        return;
    r->next_argument += count;
    unsigned bits = ir_type_bits(ir_type_of(r->b.function, args->value));
    for (uint32_t i = 0; i < count; i++) {
        if (count == 1 || bits != 16)
            add_scalar(r, args[i].value, is_signed);
        else if (i % 2 == 0)
            add_pair(r, &args[i], i + 1 < count ? &args[i + 1] : NULL);
    }
    for (uint32_t i = 0; count == 3 && bits != 16 && i < (bits == 64 ? 2 : 1); i++)
        add_constant(r, 0);
    vec_push(r->arena, &r->sizes, 4 * (r->dwords.count - start));
}

/* ---- strings ---- */

/* The bytes at a constant address, up to the end of the object; NULL: not known. */
static const char *
known_string(const struct ir_function *f, ir_id id, uint32_t *length)
{
    const struct ir_inst *def = ir_def(f, id);
    uint64_t offset = 0;
    for (; def && def->op != IR_OP_symbol; def = ir_def(f, id)) {
        bool adds = def->op == IR_OP_ptradd && ir_is_const(f, def->args[1].value);
        if (!adds && def->op != IR_OP_addrspacecast && def->op != IR_OP_bitcast)
            return NULL;
        if (adds)
            offset += ir_value(f, def->args[1].value)->bits;
        id = def->args[0].value;
    }
    const struct ir_global *global = def ? def->global : NULL;
    if (!global || !global->bytes || global->reloc_count || global->space != IR_SPACE_CONSTANT ||
        offset >= global->size)
        return NULL;
    *length = (uint32_t)strnlen((const char *)global->bytes + offset, global->size - offset);
    return (const char *)global->bytes + offset;
}

/* Bytes of the longest string that the pointer may lead to, without NUL; too many: not known. */
static uint32_t
longest_string(const struct ir_function *f, ir_id id, unsigned depth)
{
    uint32_t longest = 0, length;
    if (known_string(f, id, &length))
        return length;
    const struct ir_inst *def = ir_def(f, id);
    if (!def || (def->op != IR_OP_select && def->op != IR_OP_phi) ||
        LIMIT_MET(f->module->guard, PRINTF_CHOICES, depth == LIMIT_PRINTF_CHOICES))
        return UINT32_MAX;
    for (uint32_t i = def->op == IR_OP_select; i < def->arg_count; i++) {
        length = longest_string(f, def->args[i].value, depth + 1);
        longest = length > longest ? length : longest;
    }
    return longest;
}

static void
add_bytes(struct record *r, const char *bytes, uint32_t length)
{
    for (uint32_t i = 0; i <= length; i += 4) {
        uint8_t part[4] = {0};
        memcpy(part, bytes + i, length - i < 4 ? length - i : 4);
        add_constant(r, part[0] | (uint32_t)part[1] << 8 | (uint32_t)part[2] << 16 |
                            (uint32_t)part[3] << 24);
    }
}

static void
add_string(struct record *r)
{
    const struct ir_function *f = r->b.function;
    uint32_t length, start = r->dwords.count;
    if (r->next_argument == r->inst->arg_count)
        return;
    ir_id id = r->inst->args[r->next_argument].value;
    if (!ir_is_pointer(ir_type_of(f, id))) { /* the format is wrong */
        add_value(r, 1, false);
        return;
    }
    r->next_argument++;
    const char *bytes = known_string(f, id, &length);
    if (bytes) {
        add_bytes(r, bytes, length);
    } else {
        length = longest_string(f, id, 0);
        if (LIMIT_MET(f->module->guard, PRINTF_STRING, length >= LIMIT_PRINTF_STRING))
            length = LIMIT_PRINTF_STRING - 1;
        struct run_time_string string = {id, 4 * start, length / 4 + 1};
        vec_push(r->arena, &r->strings, string);
        for (uint32_t i = 0; i < string.dwords; i++)
            add_dword(r, 0);
    }
    vec_push(r->arena, &r->sizes, 4 * (r->dwords.count - start));
}

/* ---- the format ---- */

/* Bytes of the well-formed sequence of UTF-8 there, beyond ASCII; 0: it is none. */
static unsigned
sequence_length(const char *text)
{
    unsigned char first = (unsigned char)*text;
    unsigned length = first >= 0xC2 && first < 0xE0   ? 2
                      : first >= 0xE0 && first < 0xF0 ? 3
                      : first >= 0xF0 && first < 0xF5 ? 4
                                                      : 0;
    uint32_t point = first & (0x7Fu >> length);
    for (unsigned i = 1; i < length; i++) {
        if (((unsigned char)text[i] & 0xC0) != 0x80)
            return 0;
        point = point << 6 | ((unsigned char)text[i] & 0x3F);
    }
    bool is_good =
        (length == 3 && point >= 0x800 && (point < 0xD800 || point > 0xDFFF) && point < 0xFFFE) ||
        (length == 4 && point >= 0x10000 && point < 0x110000);
    return length == 2 || is_good ? length : 0;
}

/* Readers undo \n and the like and \72, but no backslash of the program's own. */
static bool
is_escape(const char *text)
{
    return *text == '\\' && text[1] && strchr("\\abfnrv7", text[1]);
}

/* Copies what stands for itself; returns how many bytes it was. */
static size_t
add_plain(struct record *r, const char *text)
{
    static const char escaped[] = "\a\b\f\n\r\v:", letters[] = "abfnrv";
    const char *at = strchr(escaped, *text);
    unsigned length = sequence_length(text);
    if (at && *at == ':') {
        strbuf_puts(&r->row, "\\72");
    } else if (at) {
        strbuf_printf(&r->row, "\\%c", letters[at - escaped]);
    } else if (length) {
        strbuf_add(&r->row, text, length);
        return length;
    } else if ((unsigned char)*text < 32 || (unsigned char)*text > 126 || is_escape(text)) {
        strbuf_puts(&r->row, "%c");
        add_constant(r, (unsigned char)*text);
        vec_push(r->arena, &r->sizes, 4);
    } else {
        strbuf_add(&r->row, text, 1);
    }
    return 1;
}

/* Width and precision by an argument: the protocol has no place for that, so it is a constant. */
static void
add_star(struct record *r)
{
    const struct ir_function *f = r->b.function;
    const struct ir_inst *inst = r->inst;
    ir_id id = r->next_argument < inst->arg_count ? inst->args[r->next_argument++].value : 0;
    if (id && ir_is_const(f, id) && ir_is_int(ir_type_of(f, id)))
        strbuf_printf(&r->row, "%lld",
                      (long long)ir_signed(ir_type_of(f, id), ir_value(f, id)->bits));
    else if (f->module->diag)
        diag_error(f->module->diag, inst->loc, printf_star_not_constant);
}

/* Readers know hh, h, hl and l.  The other lengths of C, which programs do write, are 64 bits: l. */
static const char *
add_length(struct record *r, const char *text)
{
    size_t count = strspn(text, "hlzjtqL");
    bool is_known = !strpbrk(arena_strndup(r->arena, text, count), "zjtqL") &&
                    strncmp(text, "ll", 2) != 0 && count <= 2;
    if (is_known)
        strbuf_add(&r->row, text, count);
    else
        strbuf_puts(&r->row, "l");
    return text + count;
}

/* From a percent sign to after the letter. */
static const char *
add_conversion(struct record *r, const char *text)
{
    unsigned long components = 1;
    strbuf_add(&r->row, text++, 1);
    for (; *text && strchr("-+ #0123456789.*", *text); text++) {
        if (*text == '*')
            add_star(r);
        else
            strbuf_add(&r->row, text, 1);
    }
    const char *vector = text;
    if (*text == 'v')
        for (components = 0, text++; *text >= '0' && *text <= '9'; text++)
            components = components < 100 ? components * 10 + (unsigned long)(*text - '0') : 100;
    strbuf_add(&r->row, vector, (size_t)(text - vector));
    text = add_length(r, text);
    strbuf_add(&r->row, text, *text != '\0');
    if (*text == 's')
        add_string(r);
    else if (*text && strchr("diouxXfFeEgGaAcp", *text)) /* others stand for themselves */
        add_value(r, (uint32_t)components, *text == 'd' || *text == 'i');
    return text + (*text != '\0');
}

static void
add_format(struct record *r)
{
    for (const char *text = r->inst->format; *text;) {
        if (*text != '%') {
            text += add_plain(r, text);
        } else if (text[1] == '%') {
            strbuf_puts(&r->row, "%%");
            text += 2;
        } else {
            text = add_conversion(r, text);
        }
    }
    while (r->next_argument < r->inst->arg_count) /* more than the format asks for */
        add_value(r, 1, true);
}

/* The number of the row, from 1 on; equal rows are one.  A linker numbers those of several objects anew,
 * so code has it from printf_id, never as a constant that others share. */
static uint32_t
row_number(struct record *r)
{
    struct ir_module *module = r->b.function->module;
    struct strbuf row = strbuf_new(r->arena);
    strbuf_printf(&row, "%u:", r->sizes.count);
    for (uint32_t i = 0; i < r->sizes.count; i++)
        strbuf_printf(&row, "%u:", r->sizes.at[i]);
    strbuf_puts(&row, r->row.text ? r->row.text : "");
    const char *text = intern_string(&module->intern, row.text);
    for (uint32_t i = 0; i < module->printf_rows.count; i++)
        if (module->printf_rows.at[i] == text)
            return i + 1;
    vec_push(module->arena, &module->printf_rows, text);
    return module->printf_rows.count;
}

/* ---- the record ---- */

static struct ir_inst *
call_library(struct record *r, const char *name, const ir_id *args, uint32_t count,
             enum ir_type result)
{
    struct ir_module *module = r->b.function->module;
    struct ir_function *callee = ir_find_function(module, name);
    uint8_t types[4], results[] = {(uint8_t)result};
    for (uint32_t i = 0; i < count; i++)
        types[i] = (uint8_t)ir_type_of(r->b.function, args[i]);
    if (!callee) {
        callee = ir_function_new(module, name, types, count, results, result != IR_VOID);
        callee->is_external = true;
    }
    struct ir_inst *call = ir_build(&r->b, IR_OP_call, result, result != IR_VOID, args, count);
    call->callee = callee;
    return call;
}

static void
store_dwords(struct record *r, ir_id record)
{
    uint32_t count = r->dwords.count;
    for (uint32_t i = 0, run; i < count; i += run) {
        run = 0;
        while (i + run < count && run < STORED_AT_ONCE && r->dwords.at[i + run])
            run++;
        if (run)
            ir_build_store(&r->b, IR_I32, run, ir_build_offset(&r->b, record, 4 * (int64_t)i),
                           &r->dwords.at[i], 4);
        run += !run;
    }
}

/* Copied by a function of the library for each address space: __occ_printf_string.p1u32.p2i8.u32. */
static void
store_strings(struct record *r, ir_id record)
{
    vec_foreach (const struct run_time_string, string, &r->strings) {
        enum ir_space space = ir_space_of(ir_type_of(r->b.function, string->pointer));
        ir_id args[] = {ir_build_offset(&r->b, record, string->offset), string->pointer,
                        ir_const(r->b.function, IR_I32, string->dwords)};
        const char *name =
            arena_printf(r->arena, "__occ_printf_string.p1u32.p%di8.u32", (int)space);
        call_library(r, name, args, 3, IR_VOID);
    }
}

/* printf returns 0, or -1 when there is no room. */
static void
build(struct record *r)
{
    struct ir_inst *inst = r->inst;
    struct ir_function *f = r->b.function;
    struct ir_block *before = inst->block;
    ir_id size = ir_const(f, IR_I32, 4 * (uint64_t)r->dwords.count);
    ir_id record = call_library(r, "__occ_printf_alloc.u32", &size, 1, IR_P_GLOBAL)->def;
    ir_id full = ir_build2(&r->b, IR_OP_eq, IR_I1, record, ir_const(f, IR_P_GLOBAL, 0));
    struct ir_block *rest = ir_split_block(inst), *room = ir_block_after(before);
    ir_set_cbr(before, full, rest, room);
    r->b.block = room;
    r->b.before = NULL;
    store_dwords(r, record);
    store_strings(r, record);
    ir_build_br(&r->b, rest);
    r->b.block = rest;
    r->b.before = inst;
    ir_replace_uses(f, inst->def, ir_build1(&r->b, IR_OP_sext, IR_I32, full));
    ir_remove(inst);
}

static void
lower(struct arena *arena, struct ir_inst *inst)
{
    struct ir_function *f = inst->block->function;
    struct record r = {.b = {f, inst->block, inst, inst->loc},
                       .arena = arena,
                       .inst = inst,
                       .row = strbuf_new(arena)};
    if (f->module->no_hidden_arguments && f->module->diag)
        diag_fatal(f->module->diag, inst->loc, printf_without_buffer);
    add_dword(&r, 0);
    add_format(&r);
    struct ir_inst *id = ir_build(&r.b, IR_OP_printf_id, IR_I32, 1, NULL, 0);
    id->row = row_number(&r);
    r.dwords.at[0] = id->def;
    build(&r);
}

/* Each printf begins a block of its own.  Splitting moves what follows, so the last one comes first:
 * every instruction moves once. */
static void
split_at_printfs(struct arena *arena, const struct ir_block *block)
{
    VEC(struct ir_inst *) found = {0};
    ir_foreach_inst (inst, block) {
        guard_poll(arena->guard); /* before this pass all may be one block */
        if (inst->op == IR_OP_printf)
            vec_push(arena, &found, inst);
    }
    for (uint32_t i = found.count; i-- > 1;)
        ir_split_block(found.at[i]);
}

static struct ir_inst *
first_printf(const struct ir_block *block)
{
    ir_foreach_inst (inst, block)
        if (inst->op == IR_OP_printf)
            return inst;
    return NULL;
}

/* What follows a lowered one is a block of its own. */
static bool
lower_all(struct ir_function *function)
{
    struct arena scratch;
    bool changed = false;
    arena_init_scratch(&scratch, function->module->arena->allocator, function->module->guard);
    ir_foreach_block (block, function) {
        split_at_printfs(&scratch, block);
        struct ir_inst *inst = first_printf(block);
        if (inst)
            lower(&scratch, inst);
        changed |= inst != NULL;
    }
    arena_free(&scratch);
    return changed;
}

bool
lower_printf(struct ir_module *module)
{
    bool changed = false;
    for (struct ir_function *f = module->functions; f; f = f->next)
        if (f->entry)
            changed |= lower_all(f);
    return changed;
}
