#include "test/midend/run/ir_run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { STACK_SIZE = 64 * 1024, STACK_START = 16, MAX_DEPTH = 64 };

struct frame {
    struct ir_function *function;
    struct ir_inst *next;
    uint64_t *values;
    const struct ir_inst *call; /* in the caller */
    uint32_t stack_base;
    uint32_t room; /* of values: kept for the next call at this depth */
};

struct item { /* a work-item */
    struct frame frames[MAX_DEPTH];
    uint32_t depth, stack_used;
    uint32_t id[3], group[3];
    uint8_t *stack;
    bool done;
};

struct state {
    struct ir_machine *machine;
    struct arena *arena;
    struct item *item;
};

static bool
fault(struct state *s, const char *what)
{
    struct ir_machine *machine = s->machine;
    if (!machine->error) {
        const struct frame *frame = &s->item->frames[s->item->depth - 1];
        struct strbuf text = strbuf_new(machine->arena);
        strbuf_printf(&text, "%s: %s: ", frame->function->name, what);
        if (frame->next)
            ir_print_inst(&text, frame->function, frame->next);
        machine->error = text.text;
    }
    return false;
}

uint8_t *
ir_run_alloc(struct ir_machine *machine, size_t size)
{
    struct ir_run_region region = {arena_alloc(machine->arena, size + 256), size};
    region.start += -(uintptr_t)region.start & 255;
    vec_push(machine->arena, &machine->regions, region);
    return region.start;
}

/* The host's address of size bytes, or NULL. */
static uint8_t *
reach(struct state *s, enum ir_type pointer, uint64_t address, size_t size)
{
    enum ir_space space = ir_space_of(pointer);
    if (space == IR_SPACE_GENERIC && address >> 56) {
        space = address >> 56 == 1 ? IR_SPACE_LOCAL : IR_SPACE_PRIVATE;
        address = (uint32_t)address;
    }
    if (space == IR_SPACE_LOCAL)
        return address + size <= s->machine->lds_size ? s->machine->lds + address : NULL;
    if (space == IR_SPACE_PRIVATE)
        return address >= STACK_START && address + size <= STACK_SIZE ? s->item->stack + address
                                                                      : NULL;
    vec_foreach (struct ir_run_region, region, &s->machine->regions)
        if (address >= (uintptr_t)region->start &&
            address + size <= (uintptr_t)region->start + region->size)
            return (uint8_t *)(uintptr_t)address;
    return NULL;
}

static uint64_t
value_of(const struct frame *frame, ir_id id)
{
    const struct ir_value *value = ir_value(frame->function, id);
    return value->kind == IR_VALUE_CONST ? value->bits : frame->values[id];
}

static uint64_t
arg(const struct frame *frame, const struct ir_inst *inst, uint32_t index)
{
    return value_of(frame, inst->args[index].value);
}

/* ---- memory ---- */

static bool
transfer(struct state *s, struct frame *frame, const struct ir_inst *inst)
{
    enum ir_type pointer = ir_type_of(frame->function, inst->args[0].value);
    uint64_t address = arg(frame, inst, 0);
    bool is_load = inst->op == IR_OP_load;
    enum ir_type type =
        is_load ? (enum ir_type)inst->type : ir_type_of(frame->function, inst->args[1].value);
    unsigned size = ir_type_bytes(type),
             components = is_load ? inst->def_count : inst->arg_count - 1;
    uint8_t *at = reach(s, pointer, address, (size_t)size * components);
    if (!at)
        return fault(s, "address out of bounds");
    if (inst->memory.align && address % inst->memory.align)
        return fault(s, "address less aligned than promised");
    for (unsigned i = 0; i < components; i++) {
        uint64_t bits = 0;
        if (is_load) {
            memcpy(&bits, at + i * size, size);
            frame->values[inst->def + i] = bits;
        } else {
            bits = arg(frame, inst, 1 + i);
            memcpy(at + i * size, &bits, size);
        }
    }
    return true;
}

static bool
copy_or_zero(struct state *s, struct frame *frame, const struct ir_inst *inst)
{
    uint8_t *to =
        reach(s, ir_type_of(frame->function, inst->args[0].value), arg(frame, inst, 0), inst->size);
    if (!to)
        return fault(s, "address out of bounds");
    if (inst->op == IR_OP_memzero)
        return memset(to, inst->memory.is_undefined ? 0xa5 : 0, inst->size), true;
    uint8_t *from =
        reach(s, ir_type_of(frame->function, inst->args[1].value), arg(frame, inst, 1), inst->size);
    if (!from)
        return fault(s, "address out of bounds");
    memmove(to, from, inst->size);
    return true;
}

static uint64_t
rmw(enum ir_rmw op, unsigned bits, uint64_t old, uint64_t value)
{
    unsigned shift = 64 - bits;
    int64_t a = (int64_t)(old << shift) >> shift, b = (int64_t)(value << shift) >> shift;
    switch (op) {
    case IR_RMW_XCHG:
        return value;
    case IR_RMW_ADD:
        return old + value;
    case IR_RMW_SUB:
        return old - value;
    case IR_RMW_AND:
        return old & value;
    case IR_RMW_OR:
        return old | value;
    case IR_RMW_XOR:
        return old ^ value;
    case IR_RMW_SMIN:
        return a < b ? old : value;
    case IR_RMW_SMAX:
        return a > b ? old : value;
    case IR_RMW_UMIN:
        return old < value ? old : value;
    case IR_RMW_UMAX:
        return old > value ? old : value;
    case IR_RMW_INC:
        return old >= value ? 0 : old + 1;
    case IR_RMW_DEC:
        return old == 0 || old > value ? value : old - 1;
    default:
        return value;
    }
}

/* The same of f32 and f64. */
static uint64_t
float_rmw(enum ir_rmw operation, unsigned bits, uint64_t old, uint64_t value)
{
    uint32_t words[2] = {(uint32_t)old, (uint32_t)value};
    float a = 0, b = 0, single;
    double x, y;
    memcpy(&a, &words[0], 4);
    memcpy(&b, &words[1], 4);
    memcpy(&x, &old, 8);
    memcpy(&y, &value, 8);
    x = bits == 64 ? x : a;
    y = bits == 64 ? y : b;
    single = a + b;
    double result = operation == IR_RMW_FMIN   ? fmin(x, y)
                    : operation == IR_RMW_FMAX ? fmax(x, y)
                    : bits == 64               ? x + y
                                               : (double)single;
    single = (float)result;
    memcpy(&words[0], &single, 4);
    memcpy(&old, &result, 8);
    return bits == 64 ? old : words[0];
}

static bool
atomic(struct state *s, struct frame *frame, const struct ir_inst *inst)
{
    unsigned size = ir_type_bytes((enum ir_type)inst->type);
    uint8_t *at =
        reach(s, ir_type_of(frame->function, inst->args[0].value), arg(frame, inst, 0), size);
    uint64_t old = 0, value = arg(frame, inst, 1);
    if (!at)
        return fault(s, "address out of bounds");
    memcpy(&old, at, size);
    if (inst->op == IR_OP_cmpxchg)
        value = old == value ? arg(frame, inst, 2) : old;
    else if (inst->memory.rmw >= IR_RMW_FADD)
        value = float_rmw((enum ir_rmw)inst->memory.rmw, size * 8, old, value);
    else
        value = rmw((enum ir_rmw)inst->memory.rmw, size * 8, old, value);
    memcpy(at, &value, size);
    frame->values[inst->def] = old;
    return true;
}

/* ---- control ---- */

static bool
enter(struct state *s, struct ir_function *function, const struct ir_inst *call)
{
    struct item *item = s->item;
    if (!function->entry || item->depth == MAX_DEPTH)
        return fault(s,
                     function->entry ? "calls nest too deep" : "call of a function without body");
    struct frame *frame = &item->frames[item->depth++];
    if (frame->room <= function->values.count) {
        frame->room = function->values.count + 100;
        frame->values = ARENA_ARRAY(s->arena, frame->room, uint64_t);
    }
    memset(frame->values, 0xee, frame->room * sizeof *frame->values);
    frame->function = function;
    frame->call = call;
    frame->stack_base = item->stack_used;
    frame->next = function->entry->first;
    return true;
}

static bool
call(struct state *s, struct frame *frame, const struct ir_inst *inst)
{
    if (!enter(s, inst->callee, inst))
        return false;
    struct frame *callee = &s->item->frames[s->item->depth - 1];
    for (uint32_t i = 0; i < inst->arg_count; i++)
        callee->values[inst->callee->params[i]] = arg(frame, inst, i);
    return true;
}

static bool
leave(struct state *s, struct frame *frame, const struct ir_inst *inst)
{
    struct item *item = s->item;
    item->stack_used = frame->stack_base;
    if (--item->depth == 0) {
        item->done = true;
        return true;
    }
    struct frame *caller = &item->frames[item->depth - 1];
    for (uint32_t i = 0; i < inst->arg_count; i++)
        caller->values[frame->call->def + i] = arg(frame, inst, i);
    caller->next = frame->call->next;
    return true;
}

/* Phis of the target are taken at once, from the edge that was walked. */
static bool
go(struct state *s, struct frame *frame, struct ir_block *from, unsigned succ)
{
    struct ir_block *to = from->succs[succ];
    uint64_t taken[256];
    uint32_t count = 0, edge = ir_pred_index(from, succ);
    ir_foreach_inst (inst, to) {
        if (inst->op != IR_OP_phi || count == 256)
            break;
        taken[count++] = arg(frame, inst, edge);
    }
    count = 0;
    struct ir_inst *inst = to->first;
    for (; inst && inst->op == IR_OP_phi; inst = inst->next)
        frame->values[inst->def] = taken[count++];
    frame->next = inst;
    return inst ? true : fault(s, "block without end");
}

/* ---- one instruction ---- */

static uint64_t
hidden_arg(const struct ir_machine *machine, uint32_t which)
{
    return which <= IR_HIDDEN_GLOBAL_OFFSET_Z ? machine->offset[which] : 0;
}

static uint64_t
address_of_global(const struct ir_global *global)
{
    return global->space == IR_SPACE_LOCAL ? global->offset : (uintptr_t)global->bytes;
}

/* The two instructions that piglit's tests write, with constants. */
static bool
assembly(struct state *s, const struct ir_inst *inst, uint64_t *result)
{
    const char *text = inst->assembly->text;
    unsigned long long value;
    unsigned shift;
    if (!*text)
        return true;
    if (sscanf(text, "v_mov_b32 %%0, %lli", (long long *)&value) == 1)
        *result = (uint32_t)value;
    else if (sscanf(text, "v_lshlrev_b64 %%0, %u, %llu", &shift, &value) == 2)
        *result = value << shift;
    else
        return fault(s, "assembly unknown to ir_run");
    return true;
}

static bool
simple(struct state *s, struct frame *frame, const struct ir_inst *inst)
{
    uint64_t args[16] = {0}, *result = &frame->values[inst->def];
    struct item *item = s->item;
    for (uint32_t i = 0; i < inst->arg_count && i < 16; i++)
        args[i] = arg(frame, inst, i);
    switch ((enum ir_op)inst->op) {
    case IR_OP_workitem_id:
        *result = item->id[inst->dimension];
        return true;
    case IR_OP_workgroup_id:
        *result = item->group[inst->dimension];
        return true;
    case IR_OP_dispatch_ptr:
        *result = (uintptr_t)s->machine->packet;
        return true;
    case IR_OP_hidden_arg:
        *result = hidden_arg(s->machine, inst->hidden);
        return true;
    case IR_OP_symbol:
        *result = address_of_global(inst->global);
        return true;
    case IR_OP_fence:
        return true;
    case IR_OP_asm:
        return assembly(s, inst, result);
    case IR_OP_div_scale: /* scaling matters near the ends of the range only */
        result[0] = args[0];
        result[1] = 0;
        return true;
    case IR_OP_alloca:
        item->stack_used = (item->stack_used + inst->align - 1) & -inst->align;
        *result = item->stack_used;
        item->stack_used += inst->size;
        return item->stack_used <= STACK_SIZE || fault(s, "out of private memory");
    default:
        break;
    }
    return ir_run_op(frame->function, inst, args, result) ||
           fault(s, "operation unknown to ir_run");
}

/* Until the work-item ends, faults, or waits (then *waits). */
static bool
run_item(struct state *s, bool *waits)
{
    struct item *item = s->item;
    *waits = false;
    while (!item->done) {
        struct frame *frame = &item->frames[item->depth - 1];
        struct ir_inst *inst = frame->next;
        bool good = true, moved = false;
        if (++s->machine->steps > s->machine->step_limit)
            return fault(s, "runs for too long");
        switch ((enum ir_op)inst->op) {
        case IR_OP_load:
        case IR_OP_store:
            good = transfer(s, frame, inst);
            break;
        case IR_OP_memcpy:
        case IR_OP_memzero:
            good = copy_or_zero(s, frame, inst);
            break;
        case IR_OP_atomic:
        case IR_OP_cmpxchg:
            good = atomic(s, frame, inst);
            break;
        case IR_OP_barrier:
            *waits = true;
            break;
        case IR_OP_call:
            moved = true, good = call(s, frame, inst);
            break;
        case IR_OP_ret:
            moved = true, good = leave(s, frame, inst);
            break;
        case IR_OP_br:
            moved = true, good = go(s, frame, inst->block, 0);
            break;
        case IR_OP_cbr:
            moved = true, good = go(s, frame, inst->block, !arg(frame, inst, 0));
            break;
        default:
            good = simple(s, frame, inst);
        }
        if (!good)
            return false;
        if (!moved)
            frame->next = inst->next;
        if (*waits)
            return true;
    }
    return true;
}

/* ---- groups ---- */

static void
set_params(struct item *item, struct ir_function *kernel, const uint8_t *kernarg, uint32_t lds)
{
    for (uint32_t i = 0; i < kernel->param_count; i++) {
        const struct kernel_arg *info = &kernel->kernel->args[i];
        enum ir_type type = (enum ir_type)kernel->param_types[i];
        uint64_t bits = 0;
        if (info->kind == KERNEL_ARG_BY_VALUE && ir_is_pointer(type)) {
            bits = (uintptr_t)(kernarg + info->offset);
        } else if (info->kind == KERNEL_ARG_DYNAMIC_LOCAL) {
            uint32_t size;
            bits = lds = (lds + 127) & ~127u; /* enough for any vector */
            memcpy(&size, kernarg + info->offset, 4);
            lds += size;
        } else {
            memcpy(&bits, kernarg + info->offset, ir_type_bytes(type));
        }
        item->frames[0].values[kernel->params[i]] = bits;
    }
}

static bool
run_group(struct ir_machine *machine, struct ir_function *kernel, const uint8_t *kernarg,
          const uint32_t group[3], uint32_t lds)
{
    struct arena arena;
    uint32_t count = machine->local[0] * machine->local[1] * machine->local[2];
    arena_init_scratch(&arena, NULL, machine->arena->guard);
    struct item *items = ARENA_ARRAY(&arena, count, struct item);
    struct state s = {machine, &arena, NULL};
    bool good = true, running = true;
    memset(machine->lds, 0xcd, machine->lds_size);
    for (uint32_t i = 0; i < count && good; i++) {
        struct item *item = s.item = &items[i];
        item->id[0] = i % machine->local[0];
        item->id[1] = i / machine->local[0] % machine->local[1];
        item->id[2] = i / machine->local[0] / machine->local[1];
        memcpy(item->group, group, sizeof item->group);
        item->stack = arena_alloc(&arena, STACK_SIZE);
        memset(item->stack, 0xab, STACK_SIZE);
        item->stack_used = STACK_START;
        good = enter(&s, kernel, NULL);
        if (good)
            set_params(item, kernel, kernarg, lds);
    }
    while (good && running) {
        uint32_t waiting = 0, done = 0;
        for (uint32_t i = 0; i < count && good; i++) {
            bool waits;
            s.item = &items[i];
            machine->steps = 0;
            good = run_item(&s, &waits);
            waiting += waits;
            done += items[i].done && !waits;
        }
        running = waiting > 0;
        if (good && waiting && done)
            good = fault(&s, "some work-items ended while others wait at a barrier");
    }
    arena_free(&arena);
    return good;
}

static void
place_globals(struct ir_machine *machine, uint32_t *lds)
{
    for (struct ir_global *g = machine->module->globals; g; g = g->next) {
        if (g->space == IR_SPACE_LOCAL) {
            *lds = (*lds + g->align - 1) & -g->align;
            g->offset = *lds;
            *lds += g->size;
            continue;
        }
        uint8_t *bytes = ir_run_alloc(machine, g->size);
        if (g->bytes)
            memcpy(bytes, g->bytes, g->size);
        g->bytes = bytes;
    }
    for (struct ir_global *g = machine->module->globals; g; g = g->next)
        for (uint32_t i = 0; i < g->reloc_count; i++) {
            uint64_t address = (uintptr_t)g->relocs[i].target->bytes + g->relocs[i].addend;
            memcpy((uint8_t *)(uintptr_t)g->bytes + g->relocs[i].offset, &address, 8);
        }
}

static void
fill_packet(struct ir_machine *machine)
{
    uint16_t setup = (uint16_t)machine->dims;
    memcpy(machine->packet + 2, &setup, 2);
    for (unsigned i = 0; i < 3; i++) {
        uint16_t size = (uint16_t)machine->local[i];
        memcpy(machine->packet + 4 + 2 * i, &size, 2);
        memcpy(machine->packet + 12 + 4 * i, &machine->global[i], 4);
    }
    struct ir_run_region region = {machine->packet, sizeof machine->packet};
    vec_push(machine->arena, &machine->regions, region);
}

bool
ir_run_kernel(struct ir_machine *machine, struct ir_function *kernel, const uint8_t *kernarg,
              size_t kernarg_size)
{
    enum { LDS = 64 * 1024 };
    uint32_t lds = 0, group[3];
    struct ir_run_region region = {(uint8_t *)(uintptr_t)kernarg, kernarg_size};
    vec_push(machine->arena, &machine->regions, region);
    place_globals(machine, &lds);
    lds = (lds + 15) & ~15u;
    machine->lds = arena_alloc(machine->arena, LDS);
    machine->lds_size = LDS;
    fill_packet(machine);
    for (group[2] = 0; group[2] < machine->global[2] / machine->local[2]; group[2]++)
        for (group[1] = 0; group[1] < machine->global[1] / machine->local[1]; group[1]++)
            for (group[0] = 0; group[0] < machine->global[0] / machine->local[0]; group[0]++)
                if (!run_group(machine, kernel, kernarg, group, lds))
                    return false;
    return true;
}
