/* Calls of builtin functions: the rows of builtin.def are instantiated for the argument types and
 * the best fitting one is chosen, as C++ would among overloads written out.  convert_ and as_
 * functions have no rows: their names say everything. */
#include "sema/sema_internal.h"

#include <string.h>

enum { MOST_TOKENS = 8 };

/* A signature cut into its parts. */
struct signature {
    const char *token[MOST_TOKENS];
    uint8_t length[MOST_TOKENS];
    uint32_t params;    /* token[0] is the result */
    uint32_t constants; /* bit i: token[i] must be a constant */
    bool is_variadic;
};

static void
split(const char *text, struct signature *signature)
{
    uint32_t count = 0;
    *signature = (struct signature){.params = 0};
    while (*text && count < MOST_TOKENS) {
        size_t length = strcspn(text, " ");
        if (strncmp(text, "...", 3) == 0) {
            signature->is_variadic = true;
            break;
        }
        uint32_t is_constant = *text == '=';
        signature->constants |= is_constant << count;
        signature->token[count] = text + is_constant;
        signature->length[count++] = (uint8_t)(length - is_constant);
        text += length;
        text += *text == ' ';
    }
    signature->params = count - 1;
}

static uint32_t
lanes_bit(uint32_t lanes)
{
    static const uint8_t bits[17] = {
        [1] = LANES_1, [2] = LANES_2, [3] = LANES_3, [4] = LANES_4, [8] = LANES_8, [16] = LANES_16};
    return lanes <= 16 ? bits[lanes] : 0;
}

static uint32_t
only_lanes(uint32_t set)
{
    static const uint8_t lanes[] = {1, 2, 3, 4, 8, 16};
    for (uint32_t i = 0; i < sizeof lanes; i++)
        if (set == lanes_bit(lanes[i]))
            return lanes[i];
    return 0;
}

/* What T stands for, or M. */
struct instance {
    enum type_kind element;
    uint32_t lanes;
    struct type *image;
};

static struct type *
with_lanes(struct sema *s, enum type_kind element, uint32_t lanes)
{
    struct type *type = sema_basic(s, element);
    return lanes > 1 ? type_vector(s->types, type, lanes) : type;
}

static enum type_kind
integer_of_size(uint32_t size, bool is_signed)
{
    enum type_kind kind = size == 1   ? TYPE_CHAR
                          : size == 2 ? TYPE_SHORT
                          : size == 4 ? TYPE_INT
                                      : TYPE_LONG;
    return is_signed ? kind : (enum type_kind)(kind + 1);
}

/* "f32x4" and the other types without a variable. */
static struct type *
fixed_type(struct sema *s, const char *token, uint32_t length)
{
    static const struct {
        const char *name;
        uint8_t kind;
    } names[] = {
        {"v", TYPE_VOID},     {"b", TYPE_BOOL},    {"z", TYPE_ULONG},      {"ev", TYPE_EVENT},
        {"sa", TYPE_SAMPLER}, {"qu", TYPE_QUEUE},  {"ce", TYPE_CLK_EVENT}, {"rid", TYPE_RESERVE_ID},
        {"i8", TYPE_CHAR},    {"u8", TYPE_UCHAR},  {"i16", TYPE_SHORT},    {"u16", TYPE_USHORT},
        {"i32", TYPE_INT},    {"u32", TYPE_UINT},  {"i64", TYPE_LONG},     {"u64", TYPE_ULONG},
        {"f16", TYPE_HALF},   {"f32", TYPE_FLOAT}, {"f64", TYPE_DOUBLE}};
    static const struct {
        char token[3];
        const char *word;
    } words[] = {{"mo", "memory_order"}, {"ms", "memory_scope"}, {"nd", "ndrange_t"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (length == 2 && memcmp(token, words[i].token, 2) == 0)
            return sema_type_word(s, intern_string(s->intern, words[i].word));
    const char *times = memchr(token, 'x', length);
    uint32_t letters = times ? (uint32_t)(times - token) : length, lanes = 1;
    if (times)
        lanes = times + 2 < token + length ? 16 : (uint32_t)(times[1] - '0');
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == letters && strncmp(names[i].name, token, letters) == 0)
            return with_lanes(s, (enum type_kind)names[i].kind, lanes);
    return NULL;
}

/* Three numbers travel in a vector of four (6.13.14.2). */
static struct type *
place_type(struct sema *s, enum type_kind element, uint32_t numbers)
{
    return with_lanes(s, element, numbers == 3 ? 4 : numbers);
}

static struct type *
image_type(struct sema *s, char letter, struct type *image)
{
    enum image_shape shape = (enum image_shape)image->shape;
    switch (letter) {
    case 'C':
        return place_type(s, TYPE_INT, image_coordinates(shape));
    case 'D':
        return place_type(s, TYPE_FLOAT, image_coordinates(shape));
    case 'G':
        return place_type(s, TYPE_FLOAT, image_facts[shape].dimensions);
    default:
        return image;
    }
}

static struct type *
plain_type(struct sema *s, const char *token, uint32_t length, struct instance t)
{
    struct type *element = length == 1 ? sema_basic(s, t.element) : NULL;
    if (token[0] == '@')
        return type_atomic(s->types, plain_type(s, token + 1, length - 1, t));
    switch (length == 1 ? token[0] : 0) {
    case 'T':
        return with_lanes(s, t.element, t.lanes);
    case 'E':
        return element;
    case 'S':
        return with_lanes(s, integer_of_size(element->size, true), t.lanes);
    case 'U':
        return with_lanes(s, integer_of_size(element->size, false), t.lanes);
    case 'I':
        return with_lanes(s, TYPE_INT, t.lanes);
    case 'N':
        return with_lanes(s, TYPE_UINT, t.lanes);
    case 'R':
        return t.lanes == 1 ? sema_basic(s, TYPE_INT)
                            : with_lanes(s, integer_of_size(element->size, true), t.lanes);
    case 'W':
        return with_lanes(s, integer_of_size(element->size * 2, type_is_signed(element)), t.lanes);
    case 'M':
    case 'C':
    case 'D':
    case 'G':
        return image_type(s, token[0], t.image);
    default:
        return fixed_type(s, token, length);
    }
}

static bool
space_fits(const struct sema *s, char letter, enum address_space space)
{
    switch (letter) {
    case 'g':
        return space == SPACE_GLOBAL;
    case 'l':
        return space == SPACE_LOCAL;
    case 'p':
        return space == SPACE_PRIVATE;
    case 'c':
        return space == SPACE_CONSTANT;
    case 'a':
        return space != SPACE_CONSTANT;
    case 'm':
        return space == SPACE_GLOBAL || space == SPACE_LOCAL ||
               (space != SPACE_CONSTANT && sema_has(s, FEATURE_GENERIC));
    default:
        return true;
    }
}

/* The pointer to what the token says, in the space and with the volatile of the argument; given
 * NULL (a result) in the first space that fits. */
static struct type *
pointer_type(struct sema *s, const char *token, uint32_t length, struct instance t,
             const struct type *given)
{
    unsigned qualifiers = given ? given->base->qualifiers & QUAL_VOLATILE : 0;
    uint32_t at = 1;
    if (token[at] == 'k') {
        qualifiers |= QUAL_CONST;
        at++;
    }
    if (token[at] == 'w') {
        qualifiers |= QUAL_VOLATILE;
        at++;
    }
    enum address_space space = given              ? (enum address_space)given->base->space
                               : token[at] == 'g' ? SPACE_GLOBAL
                               : token[at] == 'c' ? SPACE_CONSTANT
                                                  : SPACE_PRIVATE;
    if (!space_fits(s, token[at], space))
        return NULL;
    struct type *pointee = plain_type(s, token + at + 1, length - at - 1, t);
    if (!pointee)
        return NULL;
    return type_pointer(s->types, type_qualified(s->types, pointee, qualifiers, true, space));
}

static struct type *
token_type(struct sema *s, const struct signature *signature, uint32_t at, struct instance t,
           const struct type *given)
{
    const char *token = signature->token[at];
    uint32_t length = signature->length[at];
    if (token[0] != '*')
        return plain_type(s, token, length, t);
    if (given && given->kind != TYPE_POINTER) /* perhaps a null constant */
        given = NULL;
    return pointer_type(s, token, length, t, given);
}

static bool
follows_lanes(char letter)
{
    return letter && strchr("TSUINRW", letter);
}

/* Components that T must have for these arguments, 0: it cannot be. */
static uint32_t
lanes_for(const struct builtin *row, const struct signature *signature,
          const struct expr_list *args)
{
    uint32_t only = only_lanes(row->lanes);
    if (only)
        return only;
    for (uint32_t i = 0; i < signature->params && i < args->count; i++) {
        const char *token = signature->token[i + 1];
        uint32_t length = signature->length[i + 1];
        struct type *type = args->at[i]->type;
        bool alone = length == 1 || token[0] == '*';
        if (!alone || !follows_lanes(token[length - 1]))
            continue;
        if (type->kind == TYPE_POINTER)
            type = type->base;
        if (type->kind == TYPE_VECTOR)
            return row->lanes & lanes_bit(type->count) ? type->count : 0;
    }
    return row->lanes & LANES_1 ? 1 : 0;
}

/* ---- choice ---- */

struct choice {
    const struct builtin *row;
    struct signature signature;
    struct instance t;
    int rank[MOST_TOKENS];
    bool ambiguous;
};

static bool
rank_args(struct sema *s, const struct signature *signature, struct instance t,
          const struct expr_list *args, int *rank)
{
    for (uint32_t i = 0; i < signature->params; i++) {
        struct type *type = token_type(s, signature, i + 1, t, args->at[i]->type);
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

static bool
row_allowed(struct sema *s, const struct builtin *row)
{
    if (s->options.is_library)
        return true;
    if (row->flags & BUILTIN_LIBRARY_ONLY)
        return false;
    if (row->flags >= BUILTIN_NEEDS && !sema_has(s, (enum feature)(row->flags / BUILTIN_NEEDS - 1)))
        return false;
    if (row->flags & BUILTIN_PRINTF && s->options.cl_version < 120 &&
        !(s->state->extensions & EXTENSION_PRINTF))
        return false;
    return !(row->flags & BUILTIN_CL2 && s->options.cl_version < 200) &&
           !(row->flags & BUILTIN_CL12 && s->options.cl_version < 120) &&
           !(row->flags & BUILTIN_IMAGE && !s->options.has_images) &&
           !(row->flags & BUILTIN_HALF && !s->options.has_fp16) &&
           !(row->flags & BUILTIN_MIPMAP && !s->options.has_mipmaps) &&
           !(row->flags & BUILTIN_MIPMAP_WRITE && !s->options.has_mipmap_writes);
}

static bool
element_allowed(struct sema *s, enum type_kind element)
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
        row->lanes >> image->access & 1)
        consider(s, best, row, signature, (struct instance){TYPE_INT, 1, image}, args);
}

static void
consider_row(struct sema *s, struct choice *best, const struct builtin *row,
             const struct expr_list *args)
{
    struct signature signature;
    split(row->signature, &signature);
    if (args->count < signature.params ||
        (args->count > signature.params && !signature.is_variadic))
        return;
    if (row->flags & BUILTIN_IMAGE) {
        consider_image_row(s, best, row, &signature, args);
        return;
    }
    if (!row->elements) {
        consider(s, best, row, &signature, (struct instance){TYPE_INT, 1, NULL}, args);
        return;
    }
    uint32_t lanes = lanes_for(row, &signature, args);
    for (int kind = 0; lanes && kind < TYPE_KINDS; kind++) {
        struct instance t = {(enum type_kind)kind, lanes, NULL};
        if (row->elements >> kind & 1 && element_allowed(s, t.element))
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
        if (row_allowed(s, rows[i]) && !(rows[i]->flags & BUILTIN_CUSTOM))
            consider_row(s, best, rows[i], args);
}

/* ---- the call ---- */

static struct type *
scalar_form(struct sema *s, struct type *type)
{
    if (type->kind != TYPE_POINTER)
        return type_element(type);
    struct type *pointee = type->base;
    return type_pointer(
        s->types, sema_in_space(s, type_element(pointee), (enum address_space)pointee->space));
}

static const char *
library_name(struct sema *s, const struct builtin *row, struct type **params, uint32_t count)
{
    struct type *scalars[MOST_TOKENS];
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

static struct expr *
build(struct sema *s, struct expr *call, const struct choice *choice)
{
    struct type *params[MOST_TOKENS];
    struct expr_list *args = &call->call.args;
    uint32_t count = choice->signature.params;
    for (uint32_t i = 0; i < args->count; i++) {
        if (i >= count) {
            args->at[i] = sema_promote_variadic(s, args->at[i]);
            if (!args->at[i] || !is_printable(s, args->at[i]))
                return NULL;
            continue;
        }
        params[i] = token_type(s, &choice->signature, i + 1, choice->t, args->at[i]->type);
        args->at[i] = sema_assign_to(s, args->at[i], params[i], ASSIGN_PASSING, args->at[i]->loc);
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
    call->type = token_type(s, &choice->signature, 0, choice->t, NULL);
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

/* No row takes these arguments: if it is for their number, that is what is said. */
static struct expr *
no_row(struct sema *s, const struct expr *call, const char *name, const struct builtin *const *rows,
       uint32_t count)
{
    struct signature first, other;
    uint32_t have = call->call.args.count;
    split(rows[0]->signature, &first);
    for (uint32_t i = 0; i < count; i++) {
        split(rows[i]->signature, &other);
        if (other.is_variadic || other.params != first.params)
            return sema_no_match(s, call, name);
    }
    if (have == first.params)
        return sema_no_match(s, call, name);
    sema_error(s, call, wrong_argument_count_builtin, have < first.params ? "few" : "many",
               first.params, have);
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
    diag_error(s->diag, call->loc, wrong_argument_count, have < least ? "few" : "many",
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
        type_lanes(arg->type) != type_lanes(type))
        return sema_no_match(s, call, name);
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
    return type && type_is_arithmetic(type_element(type)) && type->kind != TYPE_BOOL ? type : NULL;
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
        if (row_allowed(s, rows[i]))
            return true;
    if (strncmp(name, "convert_", 8) == 0)
        return parse_conversion(s, name + 8, &type, &saturate, &rounding);
    return as_type(s, name) != NULL;
}

/* What one row waits for: an optional feature, an extension, or a version of the language. */
static bool
note_missing(struct sema *s, const struct expr *name, const struct builtin *row)
{
    static const char *const features[] = {
#define FEATURE(id, name, executes) name,
#include "frontend/feature.def"
    };
    unsigned needs = row->flags / BUILTIN_NEEDS, version = s->options.cl_version;
    unsigned since = needs || row->flags & BUILTIN_CL2              ? 200
                     : row->flags & (BUILTIN_CL12 | BUILTIN_PRINTF) ? 120
                                                                    : 100;
    const char *wanted = needs                               ? features[needs - 1]
                         : row->flags & BUILTIN_HALF         ? "cl_khr_fp16"
                         : row->flags & BUILTIN_MIPMAP       ? "cl_khr_mipmap_image"
                         : row->flags & BUILTIN_MIPMAP_WRITE ? "cl_khr_mipmap_image_writes"
                         : row->flags & BUILTIN_IMAGE        ? "__opencl_c_images"
                                                             : NULL;
    if (row->flags & BUILTIN_LIBRARY_ONLY || row_allowed(s, row))
        return false;
    if (version < since)
        diag_note(s->diag, name->loc, available_since, row->name, since / 100, since / 10 % 10);
    else if (wanted)
        diag_note(s->diag, name->loc, available_with_feature, row->name, wanted);
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
    if (rows[0]->flags & BUILTIN_CUSTOM)
        return sema_custom_builtin(s, call, rows[0]);
    choose(s, rows, count, &call->call.args, &best);
    if (!best.row)
        return no_row(s, call, name, rows, count);
    if (best.ambiguous) {
        sema_error(s, call, call_ambiguous, name);
        return NULL;
    }
    if (best.row->flags & BUILTIN_CONVERGENT)
        s->state->has_barriers = true;
    return build(s, call, &best);
}
