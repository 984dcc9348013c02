/* Predefined macros cost nothing until their name is met: a name that is seen for the first time is
 * looked up in a sorted table, and only then is its definition read.  The values are those of
 * `clang-16 -dM -E` for amdgcn; __VERSION__ and similar macros name occ. */
#include "frontend/pp.h"
#include "support/suggest.h"

#include <stdio.h>
#include <string.h>

/* When a row holds. */
enum condition {
    ALWAYS,
    CL12 /* before 2.0 */,
    CL20 /* 2.0 on */,
    CL30 /* 3.0 on */,
    FP64,
    FP16,
    IMAGES,
    IMAGES12 /* 1.2 on */,
    IMAGES20,
    FAST_MATH,
    OPTIMISED,
    FP64_30,
    LATER, /* the extension is not there yet: to be turned on with it */
    FMA32
};

struct row {
    const char *name;
    const char *body; /* starts with @: a parameter list follows */
    uint8_t when, dynamic;
};

static const struct row rows[] = {
#define PREDEFINED(name, when, body) {#name, body, when, DYNAMIC_NONE},
#define DYNAMIC(name, dynamic)       {#name, "", ALWAYS, dynamic},
#include "frontend/pp_predefined.def"
};

enum { ROWS = sizeof rows / sizeof *rows };

static bool
holds(const struct pp *pp, enum condition when)
{
    const struct frontend_options *options = &pp->frontend->options;
    switch (when) {
    case ALWAYS:
        return true;
    case CL12:
        return options->cl_version < 200;
    case CL20:
        return options->cl_version >= 200;
    case CL30:
        return options->cl_version >= 300;
    case FP64:
        return options->has_fp64;
    case FP16:
        return options->has_fp16;
    case IMAGES:
        return frontend_has_images(options);
    case IMAGES12:
        return frontend_has_images(options) && options->cl_version >= 120;
    case IMAGES20:
        return frontend_has_images(options) && options->cl_version >= 200;
    case FAST_MATH:
        return options->fast_relaxed_math;
    case OPTIMISED:
        return !options->not_optimised;
    case FP64_30:
        return options->has_fp64 && options->cl_version >= 300;
    case LATER:
        return false;
    case FMA32:
        return options->fast_fma32;
    }
    return false;
}

static const struct row *
find_row(const char *name)
{
    int low = 0, high = ROWS;
    while (low < high) {
        int middle = (low + high) / 2, order = strcmp(name, rows[middle].name);
        if (order == 0)
            return &rows[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const char *
pp_predefined_disorder(void)
{
    for (int i = 1; i < ROWS; i++)
        if (strcmp(rows[i - 1].name, rows[i].name) >= 0)
            return rows[i].name;
    return NULL;
}

/* Names that depend on the target: __gfx900__, __GFX9__. */
static const char *
target_body(const struct pp *pp, const char *name)
{
    const struct frontend_options *options = &pp->frontend->options;
    const char *target = options->target_name;
    if (!target)
        return NULL;
    size_t length = strlen(target);
    if (strncmp(name, "__", 2) == 0 && strncmp(name + 2, target, length) == 0 &&
        strcmp(name + 2 + length, "__") == 0)
        return "1";
    if (strncmp(name, "__GFX", 5) == 0 && strncmp(target, "gfx", 3) == 0 && length > 5 &&
        strncmp(name + 5, target + 3, length - 5) == 0 && strcmp(name + length, "__") == 0)
        return "1";
    if (strcmp(name, "__amdgcn_processor__") == 0)
        return arena_printf(pp->arena, "\"%s\"", target);
    if (strcmp(name, "__amdgcn_target_id__") == 0)
        return arena_printf(pp->arena, "\"%s%s\"", target,
                            !options->has_xnack ? ""
                            : options->xnack    ? ":xnack+"
                                                : ":xnack-");
    if (strcmp(name, "__amdgcn_feature_xnack__") == 0 && options->has_xnack)
        return options->xnack ? "1" : "0";
    return NULL;
}

static bool
is_extension(const char *name)
{
    return strncmp(name, "cl_", 3) == 0 || strncmp(name, "__opencl_c_", 11) == 0;
}

/* The macros of feature.def. */
static const char *
feature_body(const struct pp *pp, const char *name)
{
    int feature = frontend_find_feature(name);
    return feature >= 0 && frontend_feature_macro(&pp->frontend->options, (unsigned)feature) ? "1"
                                                                                             : NULL;
}

struct pp_macro *
pp_predefined(struct pp *pp, struct pp_name *name)
{
    const char *body = NULL;
    const struct row *row = find_row(name->text);
    if (row && row->dynamic) {
        struct pp_macro *macro = ARENA_NEW(pp->arena, struct pp_macro);
        macro->name = name;
        macro->dynamic = row->dynamic;
        return macro;
    }
    if (row)
        body = holds(pp, row->when) ? row->body : NULL;
    else if (is_extension(name->text))
        body = feature_body(pp, name->text);
    else if (name->length > 4 && name->text[0] == '_' && name->text[1] == '_')
        body = target_body(pp, name->text);
    if (strcmp(name->text, "__OPENCL_C_VERSION__") == 0 ||
        strcmp(name->text, "__OPENCL_VERSION__") == 0)
        body = arena_printf(pp->arena, "%u", pp->frontend->options.cl_version);
    if (strcmp(name->text, "__FINITE_MATH_ONLY__") == 0)
        body = pp->frontend->options.finite_math ? "1" : "0";
    if (!body ||
        (is_extension(name->text) && !frontend_extension(&pp->frontend->options, name->text)))
        return NULL;
    bool is_function = *body == '@';
    const char *text =
        arena_printf(pp->arena, "%s%s%s", name->text, is_function ? "" : " ", body + is_function);
    return pp_define_text(pp, "<built-in>", text, strlen(text));
}

void
pp_predefine_all(struct pp *pp)
{
    static const char *const of_target[] = {"__amdgcn_processor__", "__amdgcn_target_id__",
                                            "__amdgcn_feature_xnack__"};
    const char *target = pp->frontend->options.target_name;
    for (int i = 0; i < ROWS; i++)
        pp_name(pp, rows[i].name, strlen(rows[i].name));
    for (unsigned i = 0; i < FEATURES; i++)
        pp_name(pp, frontend_feature_name(i), strlen(frontend_feature_name(i)));
    for (size_t i = 0; i < sizeof of_target / sizeof *of_target; i++)
        pp_name(pp, of_target[i], strlen(of_target[i]));
    if (!target || strlen(target) <= 5)
        return;
    const char *names[] = {
        arena_printf(pp->arena, "__%s__", target),
        arena_printf(pp->arena, "__GFX%.*s__", (int)strlen(target) - 5, target + 3)};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        pp_name(pp, names[i], strlen(names[i]));
}

void
frontend_offer_macros(const struct frontend *frontend, struct suggestion *near, bool of_functions)
{
    pp_predefine_all(frontend->pp);
    for (uint32_t i = 0; i < frontend->pp->name_capacity; i++) {
        const struct pp_name *name = frontend->pp->names[i];
        if (name && name->macro && name->macro->is_function == of_functions)
            suggest_offer(near, name->text, name->length);
    }
}
