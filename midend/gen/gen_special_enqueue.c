/* Device enqueue (OpenCL C 2.0, 6.13.17): a block becomes a kernel that takes the literal by value, and
 * libclc-lite/enqueue/ puts its dispatch packet into the queue.
 *
 *   void (^b)(local void *)     kernel __F_block_invoke_kernel(literal, local void *)
 *                               __F_block_invoke_kernel.runtime_handle, which the runtime fills */
#include "midend/gen/gen_builtin.h"
#include "sema/sema.h"

enum { HANDLE_SIZE = 16, HANDLE_ALIGN = 8, SIZE_BYTES = 8 };

/* ---- the kernel ---- */

/* What the runtime writes where the kernel's code is: memory that may have changed before any launch. */
static struct ir_global *
handle_of(struct gen *g, struct closure *closure)
{
    if (closure->lowered)
        return closure->lowered;
    struct ir_global *handle = ir_global_new(g->module, closure->kernel->runtime_handle,
                                             IR_SPACE_GLOBAL, HANDLE_SIZE, HANDLE_ALIGN, NULL);
    handle->is_visible = true;
    closure->lowered = handle;
    vec_push(g->arena, &g->children, closure);
    return handle;
}

static struct ir_function *
new_child(struct gen *g, const struct closure *closure)
{
    struct kernel_info *info = closure->kernel;
    uint8_t *params = ARENA_ARRAY(g->arena, info->arg_count, uint8_t);
    for (uint32_t i = 0; i < info->arg_count; i++)
        params[i] = i ? (uint8_t)IR_P_LOCAL : (uint8_t)IR_P_CONSTANT;
    struct ir_function *kernel =
        ir_function_new(g->module, info->name, params, info->arg_count, NULL, 0);
    kernel->is_kernel = true;
    kernel->kernel = info;
    kernel->loc = closure->function->loc;
    return kernel;
}

void
gen_child_kernel(struct gen *g, const struct closure *closure)
{
    enum { KERNARG_ALIGN = 16 };
    struct ir_function *kernel = new_child(g, closure);
    struct ir_function *body = gen_function_of(g, closure->function);
    VEC(ir_id) args = {0};
    g->function = kernel;
    g->b = (struct ir_builder){.function = kernel, .loc = kernel->loc};
    g->b.block = ir_block_new(kernel);
    const struct type *result = closure->function->type->base;
    if (gen_returns_in_memory(result))
        vec_push(g->arena, &args, ir_build_alloca(&g->b, result->size, result->align)->def);
    ir_id copy[] = {ir_build_alloca(&g->b, closure->size, closure->align)->def, kernel->params[0]};
    struct ir_inst *memcpy = ir_build(&g->b, IR_OP_memcpy, IR_VOID, 0, copy, 2);
    memcpy->size = closure->size;
    memcpy->memory.align = closure->align;
    memcpy->align = closure->align < KERNARG_ALIGN ? closure->align : KERNARG_ALIGN;
    vec_push(g->arena, &args, copy[0]);
    for (uint32_t i = 1; i < kernel->param_count; i++)
        vec_push(g->arena, &args, kernel->params[i]);
    enum ir_type type = body->result_count ? (enum ir_type)body->result_types[0] : IR_VOID;
    ir_build(&g->b, IR_OP_call, type, body->result_count, args.at, args.count)->callee = body;
    ir_build_ret(&g->b, NULL, 0);
}

/* ---- what fails ---- */

/* Without -g every failure is CLK_ENQUEUE_FAILURE (OpenCL C 2.0, 6.13.17.3). */
static ir_id
failure(struct gen *g, ir_id named)
{
    enum { ENQUEUE_FAILURE = -101 };
    if (g->options->names_failures)
        return named;
    ir_id zero = ir_build_int(&g->b, IR_I32, 0);
    return ir_build3(&g->b, IR_OP_select, IR_I32, ir_build2(&g->b, IR_OP_eq, IR_I1, named, zero),
                     zero, ir_build_int(&g->b, IR_I32, (uint32_t)ENQUEUE_FAILURE));
}

/* ---- enqueue_kernel ---- */

/* The address of the block's copies, with the header before them. */
static ir_id
literal(struct gen *g, struct expr *block, const struct closure *closure)
{
    ir_id context = gen_scalar(g, block);
    if (!closure->captures.count)
        context = ir_build_alloca(&g->b, closure->size, closure->align)->def;
    const struct {
        uint32_t offset, value;
        enum ir_type type;
    } header[] = {{CLOSURE_SIZE, closure->size, IR_I32},
                  {CLOSURE_ALIGN, closure->align, IR_I32},
                  {CLOSURE_INVOKE, 0, IR_I64}}; /* nobody calls it */
    for (unsigned i = 0; i < sizeof header / sizeof *header; i++) {
        ir_id value = ir_build_int(&g->b, header[i].type, header[i].value);
        ir_build_store(&g->b, header[i].type, 1, ir_build_offset(&g->b, context, header[i].offset),
                       &value, ir_type_bytes(header[i].type));
    }
    return context;
}

static bool
is_event_pointer(const struct type *type)
{
    return type->kind == TYPE_POINTER && type->base->kind == TYPE_CLK_EVENT;
}

/* A pointer to events, or null in any form. */
static ir_id
event_pointer(struct gen *g, struct expr *expr)
{
    struct gen_value value = gen_expr(g, expr);
    if (!is_event_pointer(value.type))
        return ir_build_int(&g->b, IR_P_GENERIC, 0);
    bool is_generic = ir_type_of(g->function, value.at[0]) == IR_P_GENERIC;
    return is_generic ? value.at[0]
                      : ir_build1(&g->b, IR_OP_addrspacecast, IR_P_GENERIC, value.at[0]);
}

/* A private copy of an ndrange_t. */
static ir_id
ndrange(struct gen *g, struct expr *expr)
{
    struct gen_lvalue copy = gen_temporary(g, gen_unqualified(expr->type));
    gen_store(g, copy, gen_expr(g, expr));
    return copy.pointer;
}

/* Of what a local argument points to, where the library's own alignment does not do; 0: it does. */
static uint64_t
wanted_align(const struct type *param)
{
    enum { LOCAL_ALIGN = 16 }; /* libclc-lite/enqueue/enqueue.cl */
    return param->base->align > LOCAL_ALIGN ? param->base->align : 0;
}

/* The sizes of the local arguments, from args->at[first] on, each a size_t whose high half is an alignment. */
static ir_id
local_sizes(struct gen *g, const struct expr_list *args, uint32_t first,
            const struct type *function)
{
    uint32_t count = args->count - first;
    ir_id sizes = ir_build_alloca(&g->b, SIZE_BYTES * (count ? count : 1), SIZE_BYTES)->def;
    for (uint32_t i = 0; i < count; i++) {
        ir_id size = ir_build1(&g->b, IR_OP_zext, IR_I64, gen_scalar(g, args->at[first + i]));
        uint64_t align = wanted_align(function->params[i]);
        if (align)
            size =
                ir_build2(&g->b, IR_OP_or, IR_I64, size, ir_build_int(&g->b, IR_I64, align << 32));
        ir_build_store(&g->b, IR_I64, 1, ir_build_offset(&g->b, sizes, i * SIZE_BYTES), &size,
                       SIZE_BYTES);
    }
    return sizes;
}

struct gen_value
gen_special_enqueue_kernel(struct gen *g, struct expr *expr)
{
    const struct expr_list *args = &expr->call.args;
    uint32_t at = sema_enqueued_block(args), events = ENQUEUE_BLOCK;
    struct closure *closure = sema_block_of(args->at[at]);
    bool has_events = at != ENQUEUE_BLOCK;
    ir_id null = ir_build_int(&g->b, IR_P_GENERIC, 0);
    ir_id ids[] = {gen_scalar(g, args->at[ENQUEUE_QUEUE]),
                   gen_scalar(g, args->at[ENQUEUE_FLAGS]),
                   ndrange(g, args->at[ENQUEUE_NDRANGE]),
                   has_events ? gen_scalar(g, args->at[events]) : ir_build_int(&g->b, IR_I32, 0),
                   has_events ? event_pointer(g, args->at[events + 1]) : null,
                   has_events ? event_pointer(g, args->at[events + 2]) : null,
                   0,
                   literal(g, args->at[at], closure),
                   ir_build_int(&g->b, IR_I32, args->count - at - 1),
                   local_sizes(g, args, at + 1, closure->function->type),
                   ir_build_int(&g->b, IR_I32, g->options->lds_size)};
    struct ir_inst *symbol = ir_build(&g->b, IR_OP_symbol, IR_P_GLOBAL, 1, NULL, 0);
    symbol->global = handle_of(g, closure);
    ids[6] = symbol->def;
    ir_id result =
        gen_library_call1(g, "__occ_enqueue_kernel", IR_I32, ids, sizeof ids / sizeof *ids);
    return gen_value1(expr->type, failure(g, result));
}

/* ---- the others ---- */

/* Functions of the library with the same arguments. */
struct gen_value
gen_special_enqueue_call(struct gen *g, struct expr *expr)
{
    ir_id ids[4];
    for (uint32_t i = 0; i < expr->call.args.count; i++)
        ids[i] = is_event_pointer(expr->call.args.at[i]->type)
                     ? event_pointer(g, expr->call.args.at[i])
                     : gen_scalar(g, expr->call.args.at[i]);
    const char *name = arena_printf(g->arena, "__occ_%s", expr->call.builtin->name);
    bool is_void = expr->type->kind == TYPE_VOID;
    ir_id id = gen_library_call1(g, name, is_void ? IR_VOID : gen_type(g, expr->type), ids,
                                 expr->call.args.count);
    if (is_void)
        return (struct gen_value){.type = expr->type};
    bool can_fail = expr->type->kind == TYPE_INT; /* enqueue_marker */
    return gen_value1(expr->type, can_fail ? failure(g, id) : id);
}

/* What a kernel may ask about a block says nothing of the block: all are compiled for the same sizes. */
struct gen_value
gen_special_kernel_query(struct gen *g, struct expr *expr)
{
    const struct expr_list *args = &expr->call.args;
    bool of_range = args->count == 2;
    ir_id range = of_range ? ndrange(g, args->at[0]) : 0;
    gen_discard(g, args->at[args->count - 1]);
    const char *name = arena_printf(g->arena, "__occ_%s", expr->call.builtin->name);
    return gen_value1(expr->type, gen_library_call1(g, name, IR_I32, &range, of_range));
}
