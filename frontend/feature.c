/* The optional parts of OpenCL C that a program may use: extensions, images, features of 3.0. */
#include "frontend/frontend.h"

#include <string.h>

bool
frontend_extension(const struct frontend_options *options, const char *name)
{
    bool there = !options->lacks_mipmaps || strncmp(name, "cl_khr_mipmap_image", 19) != 0;
    for (uint32_t i = 0; i < options->extension_count; i++) {
        const char *change = options->extensions[i];
        if (strcmp(change + 1, name) == 0 || strcmp(change + 1, "all") == 0)
            there = *change == '+';
    }
    return there;
}

/* A feature that can be left out only in OpenCL C 3.0. */
bool
frontend_has_images(const struct frontend_options *options)
{
    return options->cl_version < 300 || frontend_extension(options, "__opencl_c_images");
}

enum need { NEEDS_ANY, NEEDS_FP16, NEEDS_FP64, NEEDS_REALTIME, NEEDS_ASKED };

enum { FEATURE_SINCE = 200 };

static const struct {
    const char *name;
    uint16_t since;
    bool executes;
    uint8_t needs;         /* enum need */
    uint8_t part_of, also; /* enum feature: those without which it is not there, or itself */
} features[] = {
#define FEATURE(id, name, executes) {name, FEATURE_SINCE, executes, 0, FEATURE_##id, FEATURE_##id},
#define EXTENSION(id, name, since, needs, part_of)                                                 \
    {name, since, NEEDS_##needs != NEEDS_ASKED, NEEDS_##needs, FEATURE_##part_of, FEATURE_##id},
#define BOTH(id, name, one, other) {name, FEATURE_SINCE, true, 0, FEATURE_##one, FEATURE_##other},
#include "frontend/feature.def"
};

/* Those of 2.0, which cannot be taken away there. */
static const bool is_of_version_2[FEATURES] = {
#define FEATURE(id, name, executes) [FEATURE_##id] = true,
#include "frontend/feature.def"
};

const char *
frontend_feature_name(unsigned feature)
{
    return features[feature].name;
}

const char *
frontend_missing_name(const struct feature_set *given, unsigned feature)
{
    bool is_other = features[feature].also != feature && given->has[features[feature].part_of];
    return features[is_other ? features[feature].also : feature].name;
}

unsigned
frontend_feature_since(unsigned feature)
{
    return features[feature].since;
}

static bool
is_given(const struct frontend_options *options, const char *name)
{
    for (uint32_t i = options->extension_count; i-- > 0;)
        if (strcmp(options->extensions[i] + 1, name) == 0 ||
            strcmp(options->extensions[i] + 1, "all") == 0)
            return options->extensions[i][0] == '+';
    return false;
}

static bool
has_needed(const struct frontend_options *options, enum need need)
{
    const bool answers[] = {[NEEDS_ANY] = true,
                            [NEEDS_FP16] = options->has_fp16,
                            [NEEDS_FP64] = options->has_fp64,
                            [NEEDS_REALTIME] = options->has_realtime,
                            [NEEDS_ASKED] = true};
    return answers[need];
}

static bool
has_feature(const struct frontend_options *options, enum feature feature)
{
    const char *name = features[feature].name;
    enum feature whole = (enum feature)features[feature].part_of;
    enum feature other = (enum feature)features[feature].also;
    if (options->cl_version < features[feature].since)
        return false;
    if (is_of_version_2[feature] && options->cl_version == FEATURE_SINCE)
        return true;
    return has_needed(options, (enum need)features[feature].needs) &&
           (whole == feature || frontend_feature_macro(options, whole)) &&
           (other == feature || has_feature(options, other)) &&
           (features[feature].executes ? frontend_extension(options, name)
                                       : is_given(options, name));
}

struct feature_set
frontend_features(const struct frontend_options *options)
{
    struct feature_set set = {{false}};
    for (int i = 0; i < FEATURES; i++)
        set.has[i] = has_feature(options, (enum feature)i);
    return set;
}

bool
frontend_may_use(const struct frontend_options *options, unsigned feature)
{
    return has_feature(options, (enum feature)feature);
}

int
frontend_find_feature(const char *name)
{
    for (int i = 0; i < FEATURES; i++)
        if (strcmp(features[i].name, name) == 0)
            return i;
    return -1;
}

bool
frontend_feature_macro(const struct frontend_options *options, unsigned feature)
{
    return (features[feature].executes || is_given(options, features[feature].name)) &&
           has_feature(options, (enum feature)feature);
}

bool
frontend_has_feature(const struct frontend_options *options, const char *name,
                     bool extensions_count)
{
    enum { ALWAYS = -1 };
    static const struct {
        const char *name;
        bool is_feature;
        int8_t needs;
    } rows[] = {
#define CLANG_FEATURE(name, is_feature, needs) {name, is_feature, needs},
#include "frontend/clang_feature.def"
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return (rows[i].is_feature || extensions_count) &&
                   (rows[i].needs == ALWAYS || has_feature(options, (enum feature)rows[i].needs));
    return false;
}
