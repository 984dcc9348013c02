/* Address spaces, pipes and device-side enqueue (OpenCL C 2.0, 6.13.9, 6.13.16, 6.13.17): functions
 * whose arguments no signature describes. */
#include "sema/sema_internal.h"

#include <string.h>

/* ---- atomics ---- */

/* Loads do not release, stores do not acquire (C11 7.17.7). */
void
sema_check_order(struct sema *s, const struct expr *call)
{
    enum { ACQUIRE = 2, RELEASE = 3, ACQ_REL = 4 }; /* see sema_own_constant */
    static const struct {
        const char *target;
        uint8_t argument, wrong;
        bool has_weak; /* GNU's compare-exchange has one argument more before it */
    } rules[] = {{"c11_load", 1, RELEASE, false},
                 {"c11_store", 2, ACQUIRE, false},
                 {"c11_flag_clear", 1, ACQUIRE, false},
                 {"gnu_load", 2, RELEASE, false},
                 {"gnu_store", 2, ACQUIRE, false},
                 {"gnu_clear", 1, ACQUIRE, false},
                 {"gnu_compare_exchange", 4, RELEASE, true},
                 {"c11_compare_exchange", 4, RELEASE, true}};
    bool is_gnu = strncmp(call->call.builtin->name, "__atomic_", 9) == 0;
    const struct expr_list *args = &call->call.args;
    int64_t order;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        uint32_t at = rules[i].argument + (is_gnu && rules[i].has_weak);
        if (strcmp(call->call.builtin->target, rules[i].target) == 0 && at < args->count &&
            constexpr_integer(args->at[at], &order) &&
            (order == rules[i].wrong || order == ACQ_REL))
            sema_warning(s, args->at[at], invalid_memory_order);
    }
}

/* ---- address spaces ---- */

/* to_global and the like: a pointer in the generic space, or one that converts to it. */
struct expr *
sema_to_space(struct sema *s, struct expr *call, const struct builtin *row)
{
    struct expr_list *args = &call->call.args;
    if (!sema_builtin_count(s, call, 1, 1))
        return NULL;
    struct type *from = args->at[0]->type;
    if (from->kind != TYPE_POINTER || from->base->space == SPACE_CONSTANT) {
        diag_error(s->diag, call->loc, expecting_generic_pointer, row->name);
        return NULL;
    }
    struct type *pointee = type_qualified(s->types, from->base, from->base->qualifiers, true,
                                          (enum address_space)row->detail);
    return sema_builtin_done(call, row, type_pointer(s->types, pointee));
}

/* ---- pipes ---- */

static bool
check_pipe(struct sema *s, const struct expr *call, const struct builtin *row)
{
    const struct type *pipe = call->call.args.count ? call->call.args.at[0]->type : NULL;
    bool writes = row->detail & PIPE_WRITES;
    if (!pipe || pipe->kind != TYPE_PIPE) {
        diag_error(s->diag, call->loc, first_argument_must_be_pipe, row->name);
        return false;
    }
    if (row->detail == PIPE_QUERY || (pipe->access == KERNEL_ACCESS_WRITE) == writes)
        return true;
    diag_error(s->diag, call->call.args.at[0]->loc, invalid_pipe_access,
               writes ? "write_only" : "read_only");
    return false;
}

static bool
wrong_pipe_argument(struct sema *s, const struct expr *call, const char *wanted,
                    const struct expr *have)
{
    diag_error(s->diag, call->loc, invalid_pipe_argument, call->call.callee->name.name, wanted,
               sema_str(s, have->type));
    return false;
}

static bool
check_reserve_id(struct sema *s, const struct expr *call, const struct expr *arg)
{
    return arg->type->kind == TYPE_RESERVE_ID || wrong_pipe_argument(s, call, "reserve_id_t", arg);
}

static bool
check_uint(struct sema *s, struct expr *call, uint32_t at)
{
    struct expr **arg = &call->call.args.at[at];
    if (!type_is_integer((*arg)->type))
        return wrong_pipe_argument(s, call, "uint", *arg);
    *arg = sema_arithmetic_to(s, *arg, sema_basic(s, TYPE_UINT));
    return true;
}

/* The packet is read or written through a generic pointer where that space exists. */
static bool
check_packet(struct sema *s, struct expr *call, uint32_t at)
{
    const struct expr_list *args = &call->call.args;
    const struct type *pipe = args->at[0]->type, *have = args->at[at]->type;
    if (have->kind == TYPE_POINTER && type_unqualified(have->base) == pipe->base &&
        have->base->space != SPACE_CONSTANT)
        return true;
    const char *wanted = arena_printf(s->arena, "%s *", sema_str(s, pipe->base));
    return wrong_pipe_argument(s, call, wanted, args->at[at]);
}

/* read_pipe(pipe, pointer), read_pipe(pipe, reserve_id, index, pointer) */
static bool
check_transfer(struct sema *s, struct expr *call, const struct builtin *row)
{
    struct expr_list *args = &call->call.args;
    if (args->count != 2 && args->count != 4) {
        diag_error(s->diag, call->loc, invalid_number_arguments, row->name);
        return false;
    }
    return check_pipe(s, call, row) &&
           (args->count == 2 ||
            (check_reserve_id(s, call, args->at[1]) && check_uint(s, call, 2))) &&
           check_packet(s, call, args->count - 1);
}

struct expr *
sema_pipe_call(struct sema *s, struct expr *call, const struct builtin *row)
{
    static const uint8_t results[] = {TYPE_INT, TYPE_RESERVE_ID, TYPE_VOID, TYPE_UINT};
    int kind = row->detail & ~PIPE_WRITES;
    uint32_t count = kind == PIPE_QUERY ? 1 : 2;
    bool ok;
    if (kind == PIPE_TRANSFER)
        ok = check_transfer(s, call, row);
    else
        ok = sema_builtin_count(s, call, count, count) && check_pipe(s, call, row);
    if (ok && kind == PIPE_RESERVE)
        ok = check_uint(s, call, 1);
    if (ok && kind == PIPE_COMMIT)
        ok = check_reserve_id(s, call, call->call.args.at[1]);
    return ok ? sema_builtin_done(call, row, sema_basic(s, (enum type_kind)results[kind])) : NULL;
}

/* ---- device enqueue ---- */

/* cl_khr_device_enqueue_local_arg_types: local pointers to any type. */
static bool
is_block_parameter(struct sema *s, const struct type *type)
{
    return type->kind == TYPE_POINTER && type->base->space == SPACE_LOCAL &&
           (type->base->kind == TYPE_VOID || sema_has(s, FEATURE_ENQUEUE_LOCAL_ARGS));
}

/* A block that can become a kernel, by its parameters. */
static const struct type *
check_block(struct sema *s, const struct expr *arg, const struct builtin *row)
{
    const struct type *type = arg->type;
    if (type->kind != TYPE_BLOCK) {
        diag_error(s->diag, arg->loc, enqueue_expected_block, row->name);
        return NULL;
    }
    for (uint32_t i = 0; i < type->base->count; i++) {
        if (is_block_parameter(s, type->base->params[i]))
            continue;
        diag_error(s->diag, arg->loc, enqueue_block_parameter_type);
        return NULL;
    }
    return type->base;
}

static bool
is_ndrange(struct sema *s, const struct expr *arg)
{
    return type_unqualified(arg->type) == sema_type_word(s, intern_string(s->intern, "ndrange_t"));
}

static bool
expected(struct sema *s, const struct expr *arg, const struct builtin *row, const char *what)
{
    diag_error(s->diag, arg->loc, enqueue_expected_type, row->name, what);
    return false;
}

/* queue, flags, ndrange: all forms begin with these. */
static bool
check_head(struct sema *s, struct expr *call, const struct builtin *row)
{
    struct expr **args = call->call.args.at;
    if (args[0]->type->kind != TYPE_QUEUE)
        return expected(s, args[0], row, "'queue_t'");
    if (!type_is_integer(args[1]->type))
        return expected(s, args[1], row, "'kernel_enqueue_flags_t' (i.e. uint)");
    if (!is_ndrange(s, args[2]))
        return expected(s, args[2], row, "'ndrange_t'");
    args[1] = sema_arithmetic_to(s, args[1], sema_basic(s, TYPE_INT));
    return true;
}

/* The block at position `at`, and after it a size for each of its parameters. */
static bool
check_block_and_sizes(struct sema *s, struct expr *call, const struct builtin *row, uint32_t at)
{
    struct expr_list *args = &call->call.args;
    const struct expr *block = args->at[at];
    if (args->count == at + 1 && block->type->kind == TYPE_BLOCK && block->type->base->count) {
        diag_error(s->diag, block->loc, enqueue_block_has_parameters);
        return false;
    }
    const struct type *function = check_block(s, block, row);
    if (!function)
        return false;
    if (args->count - at - 1 != function->count) {
        diag_error(s->diag, call->loc, enqueue_sizes_mismatch);
        return false;
    }
    for (uint32_t i = at + 1; i < args->count; i++) {
        if (!type_is_integer(args->at[i]->type)) {
            diag_error(s->diag, args->at[i]->loc, enqueue_size_not_integer);
            return false;
        }
        args->at[i] = sema_arithmetic_to(s, args->at[i], sema_basic(s, TYPE_UINT));
    }
    return true;
}

/* The number of events, the list to wait for and the event to return. */
static bool
check_events(struct sema *s, struct expr *call, const struct builtin *row)
{
    struct expr **args = call->call.args.at;
    if (!type_is_integer(args[3]->type))
        return expected(s, args[3], row, "integer");
    args[3] = sema_arithmetic_to(s, args[3], sema_basic(s, TYPE_UINT));
    for (uint32_t i = 4; i < 6; i++) {
        const struct type *type = args[i]->type;
        bool ok = sema_is_null_constant(s, args[i]) ||
                  (type->kind == TYPE_POINTER && type->base->kind == TYPE_CLK_EVENT);
        if (!ok)
            return expected(s, args[i], row, "'clk_event_t *'");
    }
    return true;
}

/* queue, flags, ndrange, [count, events to wait for, event to return], block, sizes ... */
uint32_t
sema_enqueued_block(const struct expr_list *args)
{
    bool is_first = args->count == ENQUEUE_BLOCK + 1;
    return is_first || args->at[ENQUEUE_BLOCK]->type->kind == TYPE_BLOCK
               ? ENQUEUE_BLOCK
               : ENQUEUE_BLOCK_AFTER_EVENTS;
}

struct expr *
sema_enqueue_call(struct sema *s, struct expr *call, const struct builtin *row)
{
    struct expr_list *args = &call->call.args;
    if (!sema_builtin_count(s, call, ENQUEUE_BLOCK + 1, UINT32_MAX) || !check_head(s, call, row))
        return NULL;
    uint32_t at = sema_enqueued_block(args);
    if (at >= args->count) {
        diag_error(s->diag, call->loc, enqueue_wrong_arguments);
        return NULL;
    }
    if ((at != ENQUEUE_BLOCK && !check_events(s, call, row)) ||
        !check_block_and_sizes(s, call, row, at))
        return NULL;
    struct closure *closure = sema_block_of(args->at[at]);
    if (closure && !closure->kernel)
        sema_block_kernel(s, closure);
    return sema_builtin_done(call, row, sema_basic(s, TYPE_INT));
}

/* get_kernel_work_group_size(block), get_kernel_sub_group_count_for_ndrange(ndrange, block) */
struct expr *
sema_kernel_query(struct sema *s, struct expr *call, const struct builtin *row)
{
    uint32_t count = (uint32_t)row->detail;
    struct expr **args = call->call.args.at;
    if (!sema_builtin_count(s, call, count, count))
        return NULL;
    if (count == 2 && !is_ndrange(s, args[0])) {
        expected(s, args[0], row, "'ndrange_t'");
        return NULL;
    }
    if (!check_block(s, args[count - 1], row))
        return NULL;
    return sema_builtin_done(call, row, sema_basic(s, TYPE_UINT));
}
