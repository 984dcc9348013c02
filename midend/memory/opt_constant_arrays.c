/* Private arrays that never hold anything but constants are read from constant memory.
 *
 * An initialiser of many literals is copied from constant memory (gen_init.c), others are stores of
 * constants.  If nothing else writes to the object and its address is used only in loads, the
 * object is removed: loads from private memory are expensive, and those from constants fold when
 * their index is known.  Bytes that two writes give different values must be written in one block,
 * before all reads; bytes that are never written may have any value.
 *
 *   %1 = alloca; memcpy %1, %2 (symbol @t); %3 = load %1 + i      ->   %3 = load %2 + i
 *   %1 = alloca; store %1, 5; store %1 + 4, 7; %3 = load %1 + i   ->   @a = {5, 7}; load @a + i */
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/ir/ir_build.h"
#include "support/limit.h"

#include <string.h>

struct write {
    struct ir_inst *inst; /* store of constants, memzero, or memcpy from constant memory */
    uint32_t offset;
};

struct table {
    struct ir_function *function;
    struct arena arena;
    struct ana_dom *dom; /* NULL: not needed yet */
    struct ir_inst *object;
    VEC(struct write) writes;
    VEC(struct ir_inst *) begins; /* memzero that only says that nothing is needed any more */
    VEC(struct ir_inst *) reads;
    bool indexed; /* at least one load has a variable place */
};

/* ---- what happens to the object ---- */

/* The constant object that the pointer leads into, and where; NULL: none. */
static struct ir_global *
source_of(const struct ir_function *function, ir_id pointer, uint64_t *offset)
{
    const struct ir_inst *inst = ir_def(function, pointer);
    *offset = 0;
    if (inst && inst->op == IR_OP_ptradd && ir_is_const(function, inst->args[1].value)) {
        *offset = ir_value(function, inst->args[1].value)->bits;
        inst = ir_def(function, inst->args[0].value);
    }
    bool constant = inst && inst->op == IR_OP_symbol && inst->type == IR_P_CONSTANT;
    return constant ? inst->global : NULL;
}

static bool
is_plain(const struct ir_inst *inst)
{
    return !inst->memory.is_volatile && inst->memory.order == IR_NOT_ATOMIC;
}

static uint32_t
bytes_of(const struct ir_inst *inst)
{
    return inst->op == IR_OP_store
               ? ir_type_bytes((enum ir_type)inst->type) * inst->memory.components
               : inst->size;
}

/* Does it write constants that are known now? */
static bool
is_constant_write(const struct ir_function *function, const struct ir_inst *inst)
{
    if (inst->op == IR_OP_store) {
        bool constant = true;
        for (uint32_t i = 1; i < inst->arg_count; i++)
            constant &= ir_is_const(function, inst->args[i].value);
        return constant;
    }
    if (inst->op == IR_OP_memcpy) {
        uint64_t offset;
        return source_of(function, inst->args[1].value, &offset) != NULL;
    }
    return inst->op == IR_OP_memzero;
}

/* Collects what is done through the pointer, which is `offset` bytes into the object if that is
 * known.  False: the address is used in another way. */
static bool
collect(struct table *t, ir_id pointer, uint64_t offset, bool known, unsigned depth)
{
    struct ir_function *f = t->function;
    if (LIMIT_MET(f->module->guard, ADDRESS_CHAIN, depth == LIMIT_ADDRESS_CHAIN))
        return false;
    for (struct ir_use *use = ir_value(f, pointer)->uses; use; use = use->next) {
        struct ir_inst *user = use->user;
        uint32_t which = (uint32_t)(use - user->args);
        if (user->op == IR_OP_ptradd && which == 0) {
            ir_id by = user->args[1].value;
            bool constant = known && ir_is_const(f, by);
            uint64_t next = constant ? (offset + ir_value(f, by)->bits) & UINT32_MAX : 0;
            if (!collect(t, user->def, next, constant, depth + 1))
                return false;
        } else if ((user->op == IR_OP_load || (user->op == IR_OP_memcpy && which == 1)) &&
                   is_plain(user)) {
            t->indexed |= !known;
            vec_push(&t->arena, &t->reads, user);
        } else if (user->op == IR_OP_memzero && user->memory.is_undefined) {
            vec_push(&t->arena, &t->begins, user);
        } else if ((user->op == IR_OP_store || user->op == IR_OP_memcpy ||
                    user->op == IR_OP_memzero) &&
                   which == 0 && known && is_plain(user) && is_constant_write(f, user) &&
                   offset + bytes_of(user) <= t->object->size) {
            vec_push(&t->arena, &t->writes, (struct write){user, (uint32_t)offset});
        } else {
            return false;
        }
    }
    return true;
}

/* ---- the bytes of the table ---- */

struct image {
    uint8_t *bytes, *written; /* per byte: its value, and whether it has one */
    bool in_order;            /* some byte was given two values */
};

static void
put(struct image *image, uint32_t at, uint8_t byte)
{
    image->in_order |= image->written[at] && image->bytes[at] != byte;
    image->bytes[at] = byte;
    image->written[at] = 1;
}

/* False: the source is not known in full. */
static bool
put_copy(const struct table *t, struct image *image, const struct write *write)
{
    uint64_t from;
    uint32_t size = write->inst->size;
    const struct ir_global *global = source_of(t->function, write->inst->args[1].value, &from);
    if (global->is_external || global->is_weak || global->reloc_count || from > global->size ||
        size > global->size - from)
        return false;
    for (uint32_t i = 0; i < size; i++)
        put(image, write->offset + i, global->bytes ? global->bytes[from + i] : 0);
    return true;
}

static bool
put_write(const struct table *t, struct image *image, const struct write *write)
{
    const struct ir_inst *inst = write->inst;
    if (inst->op == IR_OP_memcpy)
        return put_copy(t, image, write);
    uint32_t at = write->offset, size = bytes_of(inst);
    uint32_t each = inst->op == IR_OP_store ? size / inst->memory.components : size;
    for (uint32_t i = 0; i < size; i++) {
        uint64_t bits = 0;
        if (inst->op == IR_OP_store)
            bits = ir_value(t->function, inst->args[1 + i / each].value)->bits >> i % each * 8;
        put(image, at + i, (uint8_t)bits);
    }
    return true;
}

static bool
contains(struct ir_inst *const *list, uint32_t count, const struct ir_inst *inst)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i] == inst)
            return true;
    return false;
}

/* Puts all writes in program order; false unless they are in one block, and all reads after them. */
static bool
put_in_order(struct table *t, struct image *image)
{
    struct ir_block *block = t->writes.at[0].inst->block;
    struct map index = map_new(&t->arena);
    uint32_t left = t->writes.count;
    for (uintptr_t i = 0; i < t->writes.count; i++) {
        if (t->writes.at[i].inst->block != block)
            return false;
        map_put(&index, MAP_KEY(t->writes.at[i].inst), (void *)(i + 1));
    }
    if (!t->dom)
        t->dom = ana_dom(&t->arena, t->function);
    vec_foreach (struct ir_inst *, read, &t->reads)
        if (t->dom->number[(*read)->block->id] == UINT32_MAX ||
            t->dom->number[block->id] == UINT32_MAX ||
            !ana_dominates(t->dom, block, (*read)->block))
            return false;
    for (const struct ir_inst *inst = block->first; left; inst = inst->next) {
        uintptr_t at = (uintptr_t)map_get(&index, MAP_KEY(inst));
        if (at)
            left -= put_write(t, image, &t->writes.at[at - 1]);
        else if (contains(t->reads.at, t->reads.count, inst))
            return false;
    }
    return true;
}

/* A module's table of these bytes: the same one for equal objects. */
static struct ir_global *
table_of(const struct table *t, const uint8_t *bytes)
{
    static const char prefix[] = ".array";
    struct ir_module *module = t->function->module;
    unsigned count = 0;
    for (struct ir_global *global = module->globals; global; global = global->next) {
        if (strncmp(global->name, prefix, sizeof prefix - 1) != 0)
            continue;
        count++;
        if (global->size == t->object->size && !memcmp(global->bytes, bytes, global->size))
            return global;
    }
    const char *name = arena_printf(module->arena, "%s%u", prefix, count);
    return ir_global_new(module, name, IR_SPACE_CONSTANT, t->object->size, t->object->align, bytes);
}

/* The object that holds the same as the private one; NULL: none. */
static struct ir_global *
find_table(struct table *t)
{
    const struct ir_inst *first = t->writes.count ? t->writes.at[0].inst : NULL;
    uint64_t offset;
    if (t->writes.count == 1 && first->op == IR_OP_memcpy && first->size == t->object->size) {
        struct ir_global *whole = source_of(t->function, first->args[1].value, &offset);
        if (offset == 0)
            return whole;
    }
    uint32_t size = t->object->size;
    if (!first || !t->indexed || LIMIT_MET(t->arena.guard, TABLE_BYTES, size > LIMIT_TABLE_BYTES))
        return NULL;
    struct image image = {ARENA_ARRAY(&t->arena, size, uint8_t),
                          ARENA_ARRAY(&t->arena, size, uint8_t), false};
    vec_foreach (struct write, write, &t->writes)
        if (!put_write(t, &image, write))
            return NULL;
    if (image.in_order && !put_in_order(t, &image))
        return NULL;
    return table_of(t, image.bytes);
}

/* ---- replacing ---- */

/* Every use of the private address becomes one of the symbol + offset, an i32 or 0. */
static void
move_uses(struct ir_function *f, ir_id from, ir_id symbol, ir_id offset)
{
    for (struct ir_use *use; (use = ir_value(f, from)->uses);) {
        struct ir_inst *user = use->user;
        struct ir_builder b = {f, user->block, user, user->loc};
        if (user->op == IR_OP_ptradd) {
            ir_id by = user->args[1].value;
            move_uses(f, user->def, symbol,
                      offset ? ir_build2(&b, IR_OP_add, IR_I32, offset, by) : by);
            ir_remove(user);
            continue;
        }
        ir_id to = symbol;
        if (offset) /* 32 bits of the sum count; it lies in the object */
            to = ir_build2(&b, IR_OP_ptradd, IR_P_CONSTANT, symbol,
                           ir_build1(&b, IR_OP_zext, IR_I64, offset));
        ir_set_arg(user, (uint32_t)(use - user->args), to);
        if (user->op == IR_OP_load)
            user->memory.is_invariant = true;
    }
}

static bool
replace(struct table *t)
{
    struct ir_function *f = t->function;
    struct ir_inst *object = t->object;
    t->writes.count = t->reads.count = t->begins.count = 0;
    t->indexed = false;
    struct ir_global *global =
        collect(t, object->def, 0, true, 0) && t->reads.count ? find_table(t) : NULL;
    if (!global)
        return false;
    if (global->align < object->align)
        global->align = object->align; /* loads rely on the object's alignment */
    /* An old symbol may not dominate all uses of the object: make a new one at the top. */
    struct ir_inst *symbol = ir_inst_new(f, IR_OP_symbol, IR_P_CONSTANT, 1, NULL, 0);
    symbol->global = global;
    ir_insert_before(object, symbol);
    vec_foreach (struct write, write, &t->writes)
        ir_remove(write->inst);
    vec_foreach (struct ir_inst *, begin, &t->begins)
        ir_remove(*begin);
    move_uses(f, object->def, symbol->def, 0);
    ir_remove(object);
    return true;
}

bool
opt_constant_arrays(struct ir_function *function)
{
    struct table table = {.function = function};
    bool changed = false, again = true;
    arena_init_scratch(&table.arena, function->module->arena->allocator, function->module->guard);
    while (again) { /* copies of what became constant follow */
        again = false;
        ir_foreach_inst_safe (inst, function->entry)
            if (inst->op == IR_OP_alloca) {
                table.object = inst;
                again |= replace(&table);
            }
        changed |= again;
    }
    arena_free(&table.arena);
    return changed;
}
