/* What a kernel does through each of its pointer and image arguments: reads, writes, both.
 *
 * The metadata states it (ActualAccQual, .actual_access), so that a runtime need not move what is never read or
 * written.  A pointer is followed through arithmetic, casts, phis, selects, variables and calls; where it is lost,
 * nothing is stated. */
#include "midend/analysis/memory_address.h"
#include "midend/pass.h"

enum { READS = 1, WRITES = 2, LOST = 4 };

struct place {
    struct ir_function *function;
    ir_id pointer;
};

struct following {
    struct arena *arena;
    struct map seen; /* of values: their places in functions' tables, which stay where they are */
    VEC(struct place) queue; /* still to be looked at */
    unsigned access;
    bool is_image;
};

static void
follow(struct following *f, struct ir_function *function, ir_id pointer)
{
    uint64_t key = MAP_KEY(ir_value(function, pointer));
    if (map_get(&f->seen, key))
        return;
    map_put(&f->seen, key, f);
    vec_push(f->arena, &f->queue, (struct place){function, pointer});
}

/* The pointer is kept in a variable: what is loaded from there may be it. */
static void
follow_variable(struct following *f, struct ir_function *function, ir_id variable)
{
    const struct ir_inst *alloca = ir_def(function, variable);
    if (!alloca || alloca->op != IR_OP_alloca) {
        f->access |= LOST;
        return;
    }
    for (struct ir_use *use = ir_value(function, variable)->uses; use; use = use->next) {
        struct ir_inst *user = use->user;
        bool is_plain =
            use == &user->args[0] && (user->op == IR_OP_load || user->op == IR_OP_store);
        if (!is_plain)
            f->access |= LOST;
        for (uint32_t i = 0; is_plain && user->op == IR_OP_load && i < user->def_count; i++)
            follow(f, function, user->def + i);
    }
}

static void
follow_call(struct following *f, const struct ir_inst *call, uint32_t arg)
{
    struct ir_function *callee = call->callee;
    if (!callee->entry || arg >= callee->param_count || f->is_image)
        f->access |= LOST;
    else
        follow(f, callee, callee->params[arg]);
}

static void
note_use(struct following *f, struct ir_function *function, const struct ir_use *use)
{
    struct ir_inst *user = use->user;
    uint32_t arg = (uint32_t)(use - user->args);
    switch (user->op) {
    case IR_OP_load:
        f->access |= READS;
        break;
    case IR_OP_store:
        if (arg == 0)
            f->access |= WRITES;
        else
            follow_variable(f, function, user->args[0].value);
        break;
    case IR_OP_memcpy:
        f->access |= arg == 0 ? WRITES : READS;
        break;
    case IR_OP_memzero:
        f->access |= WRITES;
        break;
    case IR_OP_atomic:
    case IR_OP_cmpxchg:
        f->access |= arg == 0 ? READS | WRITES : LOST;
        break;
    case IR_OP_image_read:
    case IR_OP_image_sample:
        f->access |= arg == 0 ? READS : LOST;
        break;
    case IR_OP_image_write:
        f->access |= arg == 0 ? WRITES : LOST;
        break;
    case IR_OP_image_query:
    case IR_OP_eq:
    case IR_OP_ne:
    case IR_OP_ult:
    case IR_OP_ule:
    case IR_OP_ugt:
    case IR_OP_uge:
        break;
    case IR_OP_ptradd:
    case IR_OP_bitcast:
    case IR_OP_addrspacecast:
    case IR_OP_select:
    case IR_OP_phi:
        follow(f, function, user->def);
        break;
    case IR_OP_call:
        follow_call(f, user, arg);
        break;
    default:
        f->access |= LOST;
    }
}

static uint8_t
access_of(struct arena *arena, struct ir_function *kernel, uint32_t param, bool is_image)
{
    static const uint8_t accesses[] = {
        [READS] = KERNEL_ACCESS_READ,
        [WRITES] = KERNEL_ACCESS_WRITE,
        [READS | WRITES] = KERNEL_ACCESS_READ_WRITE,
    };
    struct following f = {.arena = arena, .seen = map_new(arena), .is_image = is_image};
    follow(&f, kernel, kernel->params[param]);
    while (f.queue.count && !(f.access & LOST)) {
        struct place place = vec_pop(&f.queue);
        guard_poll(arena->guard);
        for (struct ir_use *use = ir_value(place.function, place.pointer)->uses; use;
             use = use->next)
            note_use(&f, place.function, use);
    }
    return f.access & LOST ? KERNEL_ACCESS_NONE : accesses[f.access];
}

bool
note_access(struct ir_function *function)
{
    struct arena arena;
    if (!function->is_kernel || !function->kernel)
        return false;
    arena_init_scratch(&arena, function->module->arena->allocator, function->module->guard);
    for (uint32_t i = 0; i < function->param_count && i < function->kernel->arg_count; i++) {
        struct kernel_arg *arg = &function->kernel->args[i];
        bool is_image = arg->kind == KERNEL_ARG_IMAGE;
        if (is_image || arg->kind == KERNEL_ARG_GLOBAL_BUFFER)
            arg->actual_access = access_of(&arena, function, i, is_image);
    }
    arena_free(&arena);
    return false;
}
