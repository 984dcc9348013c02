/* Images, samplers, events, pipes and blocks: types whose values a program cannot see.  Where they
 * may stand (OpenCL C 6.9 a, b of version 1.2, 6.11 of 3.0) and how images may be accessed
 * (6.6). */
#include "frontend/frontend.h"
#include "sema/sema_internal.h"

#include <string.h>

bool
sema_is_handle(const struct type *type)
{
    return type->kind == TYPE_IMAGE || type->kind == TYPE_SAMPLER || type->kind == TYPE_PIPE ||
           type->kind == TYPE_BLOCK;
}

/* ---- access qualifiers ---- */

static const struct {
    uint32_t flag;
    uint8_t access;
    const char *word;
} qualifiers[] = {
    {SPEC_READ_ONLY, KERNEL_ACCESS_READ, "read_only"},
    {SPEC_WRITE_ONLY, KERNEL_ACCESS_WRITE, "write_only"},
    {SPEC_READ_WRITE, KERNEL_ACCESS_READ_WRITE, "read_write"},
};

static const char *
access_word(const struct type *type)
{
    for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++)
        if (qualifiers[i].access == type->access)
            return qualifiers[i].word;
    return "";
}

static bool
refuse_without(struct sema *s, loc_t loc, const struct type *type, const char *what)
{
    diag_error(s->diag, loc, type_requires_support, sema_str(s, type), what);
    return false;
}

void
sema_image_options(struct sema_options *sema, const struct frontend_options *frontend)
{
    uint16_t version = frontend->cl_version;
    bool is_20 = version == 200, is_30 = version >= 300;
    sema->has_images = frontend_has_images(frontend);
    sema->has_read_write_images =
        is_20 || (is_30 && frontend_extension(frontend, "__opencl_c_read_write_images"));
    sema->has_3d_image_writes =
        is_20 || (frontend_extension(frontend, "cl_khr_3d_image_writes") &&
                  (!is_30 || frontend_extension(frontend, "__opencl_c_3d_image_writes")));
    sema->has_depth_images = version >= 200 || frontend_extension(frontend, "cl_khr_depth_images");
    sema->has_msaa_images = frontend_extension(frontend, "cl_khr_gl_msaa_sharing");
    sema->has_mipmaps = version >= 200 && frontend_extension(frontend, "cl_khr_mipmap_image");
    sema->has_mipmap_writes =
        version >= 200 && frontend_extension(frontend, "cl_khr_mipmap_image_writes");
}

/* Does the target with its options have images of this kind? */
static bool
is_available(struct sema *s, loc_t loc, const struct type *type)
{
    const struct sema_options *options = &s->options;
    if (type->kind != TYPE_IMAGE && type->kind != TYPE_SAMPLER)
        return true;
    if (!options->has_images)
        return refuse_without(s, loc, type, "__opencl_c_images");
    if (type->kind == TYPE_SAMPLER)
        return true;
    if (type->shape == IMAGE_3D && type->access != KERNEL_ACCESS_READ &&
        !options->has_3d_image_writes)
        return refuse_without(s, loc, type,
                              options->cl_version < 300
                                  ? "cl_khr_3d_image_writes"
                                  : "cl_khr_3d_image_writes and __opencl_c_3d_image_writes");
    uint8_t flags = image_facts[type->shape].flags;
    if (flags & IMAGE_MSAA && !options->has_msaa_images)
        return refuse_without(s, loc, type, "cl_khr_gl_msaa_sharing");
    if (flags & IMAGE_DEPTH && !options->has_depth_images)
        return refuse_without(s, loc, type, "cl_khr_depth_images");
    if (type->access == KERNEL_ACCESS_READ_WRITE && !options->has_read_write_images) {
        diag_error(s->diag, loc, read_write_can_not_be_used, sema_str(s, type));
        return false;
    }
    return true;
}

/* Do the qualifiers given, a set, contradict each other or those of the type's name?  Reports that,
 * and also if they only repeat the name's. */
static bool
is_contradicted(struct sema *s, const struct specifiers *spec, const struct type *type,
                uint32_t given)
{
    bool is_named = spec->named && !(spec->flags & SPEC_PIPE); /* packets have no access */
    if (!given || (!(given & (given - 1)) && !is_named))
        return false;
    bool repeats = false;
    for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++)
        repeats = repeats || (given == qualifiers[i].flag && qualifiers[i].access == type->access);
    if (repeats)
        diag_warning(s->diag, spec->loc, duplicate_specifier, access_word(type));
    else
        diag_error(s->diag, spec->loc, multiple_access_qualifiers);
    if (is_named)
        diag_note(s->diag, spec->named->loc, access_declared_here, access_word(type));
    return !repeats;
}

struct type *
sema_pipe(struct sema *s, struct type *packet, loc_t loc)
{
    const struct type *element = packet->kind == TYPE_VECTOR ? packet->base : packet;
    bool is_record = (packet->kind == TYPE_STRUCT || packet->kind == TYPE_UNION) && packet->size;
    if (is_record || type_is_arithmetic(element))
        return type_pipe(s->types, packet, KERNEL_ACCESS_READ);
    if (packet->kind == TYPE_POINTER)
        diag_error(s->diag, loc, pipe_packet_cannot_be_pointer);
    else
        diag_error(s->diag, loc, pipe_packet_type, sema_str(s, packet));
    return NULL;
}

static struct type *
pipe_access(struct sema *s, const struct specifiers *spec, struct type *type, uint32_t given)
{
    if (is_contradicted(s, spec, type, given))
        return NULL;
    if (given == SPEC_READ_WRITE) {
        diag_error(s->diag, spec->loc, access_qualifier_cannot_be_used_for, sema_str(s, type));
        return NULL;
    }
    return given == SPEC_WRITE_ONLY ? type_pipe(s->types, type->base, KERNEL_ACCESS_WRITE) : type;
}

struct type *
sema_access(struct sema *s, const struct specifiers *spec, struct type *type)
{
    uint32_t given = spec->flags & (SPEC_READ_ONLY | SPEC_WRITE_ONLY | SPEC_READ_WRITE);
    if (type->kind == TYPE_PIPE)
        return pipe_access(s, spec, type, given);
    if (given && type->kind != TYPE_IMAGE) {
        diag_error(s->diag, spec->loc, access_qualifier_can_only_used_pipe_image);
        return NULL;
    }
    if (is_contradicted(s, spec, type, given))
        return NULL;
    for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++)
        if (given == qualifiers[i].flag)
            type = type_image(s->types, (enum image_shape)type->shape,
                              (enum kernel_access)qualifiers[i].access);
    return is_available(s, spec->loc, type) ? type : NULL;
}

/* ---- where they may stand ---- */

bool
sema_may_point_to(struct sema *s, const struct type *pointee, loc_t loc)
{
    if (!sema_is_handle(pointee))
        return true;
    if (pointee->kind == TYPE_PIPE) {
        diag_error(s->diag, loc, pipe_packet_cannot_be_pointer);
        return false;
    }
    diag_error(s->diag, loc, pointer_type_invalid_opencl, sema_str(s, pointee));
    return false;
}

bool
sema_may_be_element(struct sema *s, const struct type *element, loc_t loc)
{
    if (!sema_is_handle(element))
        return true;
    diag_error(s->diag, loc, array_type_invalid_opencl, sema_str(s, element));
    return false;
}

bool
sema_may_return(struct sema *s, const struct type *result, loc_t loc)
{
    if (!sema_is_handle(result))
        return true;
    diag_error(s->diag, loc, return_type_not_allowed, sema_str(s, result));
    return false;
}

static bool
check_sampler(struct sema *s, const struct decl *decl, const struct type *type)
{
    bool is_constant = type->has_space && type->space == SPACE_CONSTANT;
    if (type->has_space && (type->space == SPACE_LOCAL || type->space == SPACE_GLOBAL)) {
        diag_error(s->diag, decl->loc, sampler_address_space);
        return false;
    }
    if (decl->is_program_scope && !is_constant && !(type->qualifiers & QUAL_CONST)) {
        diag_error(s->diag, decl->loc, global_sampler_not_const);
        return false;
    }
    return true;
}

/* The type with the space that a variable gets when none is written, as clang's messages have
 * it. */
static const char *
spaced_str(struct sema *s, const struct decl *decl, struct type *type)
{
    bool is_global = decl->is_program_scope && sema_has(s, FEATURE_PROGRAM_SCOPE);
    if (!type->has_space)
        type = sema_in_space(s, type, is_global ? SPACE_GLOBAL : SPACE_PRIVATE);
    return sema_str(s, type);
}

/* A block variable names one literal for good (6.12.5.2). */
static bool
check_block(struct sema *s, const struct decl *decl)
{
    if (!decl->is_extern && decl->init)
        return true;
    diag_report(s->diag, decl->loc,
                decl->is_extern ? DIAG_block_cannot_be_extern : DIAG_block_must_be_initialized);
    return false;
}

static bool
check_event(struct sema *s, const struct decl *decl, struct type *type)
{
    if (decl->is_program_scope) {
        diag_error(s->diag, decl->loc, type_not_at_program_scope, spaced_str(s, decl, type));
        return false;
    }
    if (decl->is_static || (type->has_space && type->space != SPACE_PRIVATE)) {
        diag_error(s->diag, decl->loc, event_type_space);
        return false;
    }
    return true;
}

bool
sema_opaque_variable(struct sema *s, const struct decl *decl, struct type *type)
{
    while (type->kind == TYPE_ARRAY)
        type = type->base;
    bool is_ndrange = type->record && type->record->typedef_name &&
                      strcmp(type->record->typedef_name, "ndrange_t") == 0;
    switch (is_ndrange ? TYPE_QUEUE : type->kind) {
    case TYPE_BLOCK:
        return check_block(s, decl);
    case TYPE_QUEUE:
    case TYPE_CLK_EVENT:
    case TYPE_RESERVE_ID:
        if (decl->is_program_scope)
            diag_error(s->diag, decl->loc, type_not_at_program_scope, spaced_str(s, decl, type));
        return !decl->is_program_scope;
    case TYPE_PIPE:
    case TYPE_IMAGE:
        diag_error(s->diag, decl->loc, only_function_parameter, spaced_str(s, decl, type));
        return false;
    case TYPE_SAMPLER:
        return check_sampler(s, decl, type);
    case TYPE_EVENT:
        return check_event(s, decl, type);
    default:
        return true;
    }
}

/* ---- what may be done with them ---- */

/* Normalized coordinates in bit 0, addressing in 1 to 3, the filter in 4 and 5. */
static void
check_bits(struct sema *s, const struct expr *expr, uint32_t bits)
{
    uint32_t addressing = bits >> 1 & 7, filter = bits >> 4 & 3;
    if (filter != 1 && filter != 2)
        sema_warning(s, expr, sampler_invalid_bits, "Filter Mode");
    if (addressing > 4)
        sema_warning(s, expr, sampler_invalid_bits, "Addressing Mode");
}

/* A sampler from an integer constant of 32 bits, events and queues from 0, a queue from (void *)0
 * as well. */
struct expr *
sema_opaque_from(struct sema *s, struct expr *expr, struct type *type)
{
    int64_t value;
    if (type->kind == TYPE_SAMPLER && type_is_integer(expr->type) && expr->type->size == 4 &&
        constexpr_integer(expr, &value)) {
        check_bits(s, expr, (uint32_t)value);
        expr = sema_arithmetic_to(s, expr, sema_basic(s, TYPE_UINT));
        return sema_convert_node(s, expr, type, CAST_INT_TO_POINTER);
    }
    bool is_event = type->kind == TYPE_EVENT && type_is_integer(expr->type);
    if ((is_event || type->kind == TYPE_QUEUE) && sema_is_null_constant(s, expr))
        return sema_convert_node(s, sema_integer(s, expr, sema_basic(s, TYPE_ULONG), 0), type,
                                 CAST_SCALAR);
    return NULL;
}

struct expr *
sema_opaque_cast(struct sema *s, struct expr *operand, struct type *type, loc_t loc)
{
    int64_t value;
    struct expr *made = type->kind == TYPE_EVENT ? sema_opaque_from(s, operand, type) : NULL;
    bool is_number = type->kind == TYPE_EVENT && type_is_integer(operand->type) &&
                     constexpr_integer(operand, &value);
    if (made)
        return made;
    if (type->kind == TYPE_BLOCK && type_unqualified(operand->type) == type)
        return sema_convert_node(s, operand, type, CAST_NONE);
    sema_underline_whole(s, operand);
    if (is_number)
        diag_error(s->diag, loc, non_zero_event, (long long)value);
    else if (type_is_scalar(type))
        diag_error(s->diag, loc, operand_where_arithmetic_pointer_type, sema_str(s, operand->type));
    else
        diag_error(s->diag, loc, used_type_where_arithmetic_pointer_type, sema_str(s, type));
    return NULL;
}
