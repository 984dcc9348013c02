/* Calls of builtin functions: the rows of builtin.def are instantiated for the argument types and
 * the best fitting one is chosen, as C++ would among overloads written out.  convert_ and as_
 * functions have no rows: their names say everything. */
#include "frontend/frontend.h"
#include "sema/builtin_signature.h"

#include <string.h>

/* ---- choice ---- */

struct choice {
    const struct builtin *row;
    struct signature signature;
    struct instance t;
    int rank[MAX_TOKENS];
    bool ambiguous;
};

static bool
rank_args(struct sema *s, const struct signature *signature, struct instance t,
          const struct expr_list *args, int *rank)
{
    for (uint32_t i = 0; i < signature->params; i++) {
        struct type *type = signature_type(s, signature, i + 1, t, args->at[i]->type);
        rank[i] = type ? sema_conversion_rank(s, args->at[i], type) : -1;
        if (rank[i] < 0)
            return false;
    }
    return true;
}

static void
consider(struct sema *s, struct choice *best, const struct builtin *row,
         const struct signature *signature, struct instance t, const struct expr_list *args)
{
    struct choice choice = {.row = row, .signature = *signature, .t = t};
    if (!rank_args(s, signature, t, args, choice.rank))
        return;
    int order = best->row ? sema_better_rank(choice.rank, best->rank, signature->params) : 1;
    if (order == 0)
        best->ambiguous = true;
    if (order == 1)
        *best = choice;
}

bool
sema_row_allowed(struct sema *s, const struct builtin *row)
{
    if (s->options.is_library)
        return true;
    if (row->flags & BUILTIN_LIBRARY_ONLY)
        return false;
    if (builtin_needs(row) >= 0 && !sema_has(s, (enum feature)builtin_needs(row)))
        return false;
    if (row->flags & BUILTIN_PRINTF && s->options.cl_version < 120 &&
        !(s->state->extensions & EXTENSION_PRINTF))
        return false;
    return !(row->flags & BUILTIN_CL2 && s->options.cl_version < 200) &&
           !(row->flags & BUILTIN_CL12 && s->options.cl_version < 120) &&
           !(row->flags & BUILTIN_IMAGE && !s->options.has_images) &&
           !(row->flags & BUILTIN_HALF && !s->options.has_fp16) &&
           !(row->flags & BUILTIN_SEQ_CST && !sema_has(s, FEATURE_ORDER_SEQ_CST)) &&
           !(row->flags & BUILTIN_DEVICE_SCOPE && !sema_has(s, FEATURE_SCOPE_DEVICE)) &&
           !(row->flags & BUILTIN_MIPMAP && !s->options.has_mipmaps) &&
           !(row->flags & BUILTIN_MIPMAP_WRITE && !s->options.has_mipmap_writes);
}

bool
sema_has_element(struct sema *s, enum type_kind element)
{
    if (element == TYPE_DOUBLE)
        return s->options.has_fp64;
    return element != TYPE_HALF || s->options.has_fp16;
}

static void
consider_image_row(struct sema *s, struct choice *best, const struct builtin *row,
                   const struct signature *signature, const struct expr_list *args)
{
    struct type *image = type_unqualified(args->at[0]->type);
    if (image->kind == TYPE_IMAGE && row->elements >> image->shape & 1 &&
        row->components >> image->access & 1)
        consider(s, best, row, signature, (struct instance){TYPE_INT, 1, image}, args);
}

static void
consider_row(struct sema *s, struct choice *best, const struct builtin *row,
             const struct expr_list *args)
{
    struct signature signature;
    signature_split(row->signature, &signature);
    if (args->count < signature.params ||
        (args->count > signature.params && !signature.is_variadic))
        return;
    if (row->flags & BUILTIN_IMAGE) {
        consider_image_row(s, best, row, &signature, args);
        return;
    }
    if (!row->elements) {
        /* a row without T has one instance, and nothing looks at its type */
        consider(s, best, row, &signature, (struct instance){TYPE_INT, 1, NULL}, args);
        return;
    }
    uint32_t components = signature_components(row, &signature, args);
    for (int kind = 0; components && kind < TYPE_KINDS; kind++) {
        struct instance t = {(enum type_kind)kind, components, NULL};
        if (builtin_has_element(row, kind) && sema_has_element(s, t.element))
            consider(s, best, row, &signature, t, args);
    }
}

/* A worse candidate seen later does not settle a tie; a second look at all would, but an element
 * type that ties with the best one on every argument does not exist in the table. */
static void
choose(struct sema *s, const struct builtin *const *rows, uint32_t count,
       const struct expr_list *args, struct choice *best)
{
    *best = (struct choice){.row = NULL};
    for (uint32_t i = 0; i < count; i++)
        if (sema_row_allowed(s, rows[i]) && !(rows[i]->flags & BUILTIN_CUSTOM))
            consider_row(s, best, rows[i], args);
}

/* ---- the call ---- */

/* What is pointed to is in private memory: see midend/gen/gen_builtin.c. */
static struct type *
scalar_form(struct sema *s, struct type *type)
{
    if (type->kind != TYPE_POINTER)
        return type_element(type);
    return type_pointer(s->types, sema_in_space(s, type_element(type->base), SPACE_PRIVATE));
}

static const char *
library_name(struct sema *s, const struct builtin *row, struct type **params, uint32_t count)
{
    struct type *scalars[MAX_TOKENS];
    const char *name = row->target ? row->target : row->name;
    for (uint32_t i = 0; i < count; i++)
        scalars[i] = row->flags & BUILTIN_COMPONENTWISE ? scalar_form(s, params[i]) : params[i];
    return sema_mangle(s->arena, name, scalars, count);
}

/* Only printf is variadic. */
static bool
is_printable(struct sema *s, const struct expr *arg)
{
    const struct type *type = arg->type;
    if (type_is_scalar(type) || type->kind == TYPE_VECTOR)
        return true;
    diag_error(s->diag, arg->loc, printf_argument, sema_str(s, type));
    return false;
}

/* A pointer to less than the 128 bits that the function stores, or to what is no event of device enqueue: errors for
 * clang 22, where other pointers that differ get a warning.  GNU's atomic functions are of any type: those of other
 * sizes do not exist. */
static bool
is_refused(const struct builtin *row, const struct type *param, const struct type *given)
{
    bool is_gnu = strncmp(row->name, "__atomic_", 9) == 0 || strncmp(row->name, "__sync_", 7) == 0;
    if (param->kind != TYPE_POINTER || given->kind != TYPE_POINTER ||
        given->base->kind == TYPE_VOID || param->base->kind == TYPE_VOID)
        return false;
    return (is_gnu && given->base->size != param->base->size) ||
           (type_is_wide(param->base) && !type_is_wide(given->base)) ||
           (param->base->kind == TYPE_CLK_EVENT && given->base->kind != TYPE_CLK_EVENT);
}

static struct expr *
build(struct sema *s, struct expr *call, const struct choice *choice)
{
    struct type *params[MAX_TOKENS];
    struct expr_list *args = &call->call.args;
    uint32_t count = choice->signature.params;
    for (uint32_t i = 0; i < args->count; i++) {
        if (i >= count) {
            args->at[i] = sema_promote_variadic(s, args->at[i]);
            if (!args->at[i] || !is_printable(s, args->at[i]))
                return NULL;
            continue;
        }
        params[i] = signature_type(s, &choice->signature, i + 1, choice->t, args->at[i]->type);
        if (is_refused(choice->row, params[i], args->at[i]->type)) {
            sema_error(s, args->at[i], incompatible_pointers_passing, sema_written(s, args->at[i]),
                       sema_str(s, params[i]));
            return NULL;
        }
        args->at[i] =
            sema_assign_to(s, args->at[i], params[i], ASSIGN_PASSING, args->at[i]->loc, NULL);
        if (!args->at[i])
            return NULL;
        int64_t value;
        if (choice->signature.constants >> (i + 1) & 1 && !constexpr_integer(args->at[i], &value)) {
            sema_error(s, args->at[i], argument_must_be_constant_integer, choice->row->name);
            return NULL;
        }
    }
    call->kind = EXPR_BUILTIN;
    call->call.builtin = choice->row;
    call->call.callee = NULL;
    call->type = signature_type(s, &choice->signature, 0, choice->t, NULL);
    if (choice->row->implementation == BUILTIN_LIB)
        call->call.library_name = library_name(s, choice->row, params, count);
    else
        sema_check_order(s, call);
    return call;
}

struct expr *
sema_no_match(struct sema *s, const struct expr *call, const char *name)
{
    struct strbuf types = strbuf_new(s->arena);
    for (uint32_t i = 0; i < call->call.args.count; i++)
        strbuf_printf(&types, "%s'%s'", i ? ", " : "", sema_str(s, call->call.args.at[i]->type));
    sema_error(s, call, no_matching_function_call, name);
    diag_note(s->diag, call->loc, argument_types_are, types.text ? types.text : "");
    return NULL;
}

/* No row takes these arguments: if their number is the reason, the message says so. */
static struct expr *
no_row(struct sema *s, const struct expr *call, const char *name, const struct builtin *const *rows,
       uint32_t count)
{
    struct signature first, other;
    uint32_t have = call->call.args.count;
    bool same = true;
    signature_split(rows[0]->signature, &first);
    for (uint32_t i = 0; i < count; i++) {
        signature_split(rows[i]->signature, &other);
        same &= !other.is_variadic && other.params == first.params;
    }
    if (same && have != first.params) {
        loc_t loc = sema_wrong_count(s, call, first.params);
        diag_error(s->diag, loc, wrong_argument_count_builtin, have < first.params ? "few" : "many",
                   first.params, have);
    } else {
        sema_no_match(s, call, name);
    }
    sema_note_builtins(s, call, rows, count, false);
    return NULL;
}

struct expr *
sema_builtin_done(struct expr *call, const struct builtin *row, struct type *type)
{
    call->kind = EXPR_BUILTIN;
    call->call.builtin = row;
    call->call.callee = NULL;
    call->type = type;
    return call;
}

bool
sema_builtin_count(struct sema *s, const struct expr *call, uint32_t least, uint32_t most)
{
    uint32_t have = call->call.args.count;
    if (have >= least && have <= most)
        return true;
    loc_t loc = sema_wrong_count(s, call, have < least ? least : most);
    diag_error(s->diag, loc, wrong_argument_count, have < least ? "few" : "many",
               least == most ? "" : "at least ", have < least ? least : most, have);
    return false;
}

/* shuffle(x, mask), shuffle2(x, y, mask): x and mask are vectors of any counts. */
struct expr *
sema_builtin_shuffle(struct sema *s, struct expr *call, const struct builtin *row)
{
    struct expr_list *args = &call->call.args;
    uint32_t sources = (uint32_t)row->detail;
    if (args->count != sources + 1)
        return sema_no_match(s, call, row->name);
    struct type *x = args->at[0]->type, *mask = args->at[sources]->type;
    bool ok = x->kind == TYPE_VECTOR && mask->kind == TYPE_VECTOR && type_is_integer(mask->base) &&
              !type_is_signed(mask->base) && mask->base->size == x->base->size && x->count != 3 &&
              mask->count != 3;
    if (sources == 2)
        ok = ok && type_unqualified(args->at[1]->type) == type_unqualified(x);
    if (!ok)
        return sema_no_match(s, call, row->name);
    return sema_builtin_done(call, row, type_vector(s->types, x->base, mask->count));
}

/* ---- convert_type_sat_rtX, as_type ---- */

static bool
parse_conversion(struct sema *s, const char *name, struct type **type, bool *saturate,
                 enum rounding *rounding)
{
    static const char *const modes[] = {
        [ROUND_RTE] = "_rte", [ROUND_RTZ] = "_rtz", [ROUND_RTP] = "_rtp", [ROUND_RTN] = "_rtn"};
    size_t length = strcspn(name, "_");
    *type = sema_type_word(s, intern_text(s->intern, name, length));
    if (!*type || !type_is_arithmetic(type_element(*type)) || (*type)->kind == TYPE_BOOL)
        return false;
    name += length;
    *saturate = strncmp(name, "_sat", 4) == 0;
    name += *saturate ? 4 : 0;
    *rounding = ROUND_DEFAULT;
    for (int i = ROUND_RTE; i <= ROUND_RTN; i++) {
        if (strcmp(name, modes[i]) == 0) {
            *rounding = (enum rounding)i;
            name += 4;
        }
    }
    return *name == '\0' && !(*saturate && type_is_float(type_element(*type)));
}

static struct expr *
convert(struct sema *s, struct expr *call, const char *name, struct type *type, bool saturate,
        enum rounding rounding)
{
    struct expr *arg = call->call.args.count == 1 ? call->call.args.at[0] : NULL;
    if (!arg || !type_is_arithmetic(type_element(arg->type)) ||
        type_components(arg->type) != type_components(type))
        return sema_no_match(s, call, name);
    if (type_is_wide(
            arg->type)) { /* converts as well to the argument of one overload as of another */
        sema_error(s, call, call_ambiguous, name);
        return NULL;
    }
    struct expr *node = sema_convert_node(s, arg, type, CAST_SCALAR);
    node->loc = call->loc;
    node->start = call->start;
    node->end = call->end;
    node->saturate = saturate;
    node->rounding = (uint8_t)rounding;
    node->is_explicit = true;
    return node;
}

static struct expr *
reinterpret(struct sema *s, struct expr *call, const char *name, struct type *type)
{
    struct expr *arg = call->call.args.count == 1 ? call->call.args.at[0] : NULL;
    if (!arg || !type_is_arithmetic(type_element(arg->type)) || arg->type->kind == TYPE_BOOL)
        return sema_no_match(s, call, name);
    if (arg->type->size != type->size) {
        sema_error(s, call, invalid_reinterpretation_sizes_must_match, sema_str(s, type),
                   sema_str(s, arg->type));
        return NULL;
    }
    struct expr *node = sema_convert_node(s, arg, type, CAST_BITS);
    node->is_explicit = true;
    return node;
}

/* The type of as_<type>, or NULL. */
static struct type *
as_type(struct sema *s, const char *name)
{
    struct type *type =
        strncmp(name, "as_", 3) == 0 ? sema_type_word(s, intern_string(s->intern, name + 3)) : NULL;
    return type && type_is_arithmetic(type_element(type)) && type->kind != TYPE_BOOL &&
                   !type_is_wide(type)
               ? type
               : NULL;
}

bool
sema_is_builtin(struct sema *s, const char *name)
{
    uint32_t count;
    struct type *type;
    bool saturate;
    enum rounding rounding;
    const struct builtin *const *rows = builtin_find(name, &count);
    for (uint32_t i = 0; rows && i < count; i++)
        if (sema_row_allowed(s, rows[i]))
            return true;
    if (strncmp(name, "convert_", 8) == 0)
        return parse_conversion(s, name + 8, &type, &saturate, &rounding);
    return as_type(s, name) != NULL;
}

static bool
has_target_feature(const struct sema *s, const struct builtin *row)
{
    int feature = builtin_needs_target(row);
    return feature < 0 || s->options.is_library || s->options.target_features >> feature & 1;
}

/* Is there an element type that the row can be used with, and are there those that it names? */
static bool
has_types(struct sema *s, const struct builtin *row)
{
    if (strstr(row->signature, "f64") && !s->options.has_fp64)
        return false;
    if (!row->elements || row->flags & (BUILTIN_IMAGE | BUILTIN_CUSTOM))
        return true;
    for (int kind = 0; kind < TYPE_KINDS; kind++)
        if (builtin_has_element(row, kind) && sema_has_element(s, (enum type_kind)kind))
            return true;
    return false;
}

bool
sema_knows(struct sema *s, enum frontend_question question, const char *name)
{
    uint32_t count;
    if (question == ASKS_ATTRIBUTE)
        return sema_knows_attribute(s, name);
    const struct builtin *const *rows = builtin_find(name, &count);
    for (uint32_t i = 0; rows && i < count; i++)
        if (sema_row_allowed(s, rows[i]) && has_target_feature(s, rows[i]) && has_types(s, rows[i]))
            return true;
    return !rows && sema_is_builtin(s, name);
}

/* What one row still needs: an optional feature, an extension, or a version of the language. */
static bool
note_missing(struct sema *s, const struct expr *name, const struct builtin *row)
{
    int needs = builtin_needs(row);
    unsigned since = needs >= 0                 ? frontend_feature_since((unsigned)needs)
                     : row->flags & BUILTIN_CL2 ? 200
                     : row->flags & (BUILTIN_CL12 | BUILTIN_PRINTF) ? 120
                                                                    : 100;
    const struct feature_set *given = &s->options.features;
    const char *wanted = needs >= 0                  ? frontend_missing_name(given, (unsigned)needs)
                         : row->flags & BUILTIN_HALF ? "cl_khr_fp16"
                         : row->flags & BUILTIN_MIPMAP       ? "cl_khr_mipmap_image"
                         : row->flags & BUILTIN_MIPMAP_WRITE ? "cl_khr_mipmap_image_writes"
                         : row->flags & BUILTIN_IMAGE        ? "__opencl_c_images"
                                                             : NULL;
    if (row->flags & BUILTIN_LIBRARY_ONLY || sema_row_allowed(s, row))
        return false;
    sema_note_since(s, name->loc, row->name, since, wanted);
    return true;
}

void
sema_note_missing_builtin(struct sema *s, const struct expr *name)
{
    uint32_t count;
    const struct builtin *const *rows = builtin_find(name->name.name, &count);
    for (uint32_t i = 0; rows && i < count && !note_missing(s, name, rows[i]); i++)
        ;
}

bool
sema_builtin_fits(struct sema *s, const struct expr_list *args, const char *name)
{
    struct choice best;
    uint32_t count;
    const struct builtin *const *rows = builtin_find(name, &count);
    if (!rows)
        return false;
    choose(s, rows, count, args, &best);
    return best.row && !best.ambiguous;
}

/* The same for convert_ and as_ functions. */
static bool
is_conversion_type(struct sema *s, const char *name, const struct type *function)
{
    struct type *to = as_type(s, name);
    bool saturate, is_as = to;
    enum rounding rounding;
    const struct type *from = function->count == 1 ? function->params[0] : NULL;
    if (!from || !type_is_arithmetic(type_element((struct type *)from)) ||
        (!to && (strncmp(name, "convert_", 8) != 0 ||
                 !parse_conversion(s, name + 8, &to, &saturate, &rounding))))
        return false;
    bool fits = is_as ? from->size == to->size : type_components(from) == type_components(to);
    return fits && function->base == to && !function->is_variadic;
}

bool
sema_is_builtin_type(struct sema *s, const char *name, const struct type *function)
{
    struct choice best;
    uint32_t count;
    const struct builtin *const *rows = builtin_find(name, &count);
    struct expr_list args = {0};
    if (!rows)
        return is_conversion_type(s, name, function);
    for (uint32_t i = 0; i < function->count; i++) {
        struct expr *arg = expr_new(s->arena, EXPR_NAME);
        arg->type = function->params[i];
        vec_push(s->arena, &args, arg);
    }
    choose(s, rows, count, &args, &best);
    if (!best.row || best.signature.is_variadic != function->is_variadic ||
        signature_type(s, &best.signature, 0, best.t, NULL) != function->base)
        return false;
    for (uint32_t i = 0; i < function->count; i++)
        if (signature_type(s, &best.signature, i + 1, best.t, function->params[i]) !=
            type_unqualified(function->params[i]))
            return false;
    return true;
}

struct expr *
sema_builtin_call(struct sema *s, struct expr *call, const char *name)
{
    struct choice best;
    uint32_t count;
    struct type *type;
    bool saturate;
    enum rounding rounding;
    const struct builtin *const *rows = builtin_find(name, &count);
    if (!rows && strncmp(name, "convert_", 8) == 0 &&
        parse_conversion(s, name + 8, &type, &saturate, &rounding))
        return convert(s, call, name, type, saturate, rounding);
    if (!rows && (type = as_type(s, name)))
        return reinterpret(s, call, name, type);
    if (!rows)
        return sema_no_match(s, call, name);
    if (!has_target_feature(s, rows[0])) {
        static const char *const names[] = {
#define TARGET_FEATURE(id, name, op) name,
#include "sema/target_feature.def"
        };
        sema_error(s, call, builtin_needs_target_feature, name,
                   names[builtin_needs_target(rows[0])]);
        return NULL;
    }
    if (rows[0]->flags & BUILTIN_CUSTOM)
        return sema_custom_builtin(s, call, rows[0]);
    choose(s, rows, count, &call->call.args, &best);
    if (!best.row)
        return no_row(s, call, name, rows, count);
    if (best.ambiguous) {
        sema_error(s, call, call_ambiguous, name);
        sema_note_builtins(s, call, rows, count, true);
        return NULL;
    }
    if (best.row->flags & BUILTIN_CONVERGENT)
        s->state->has_barriers = true;
    return build(s, call, &best);
}
