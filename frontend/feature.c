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

static const struct {
    const char *name;
    bool executes;
    int8_t needs; /* of an extension: an enum feature; else -1 */
} features[] = {
#define FEATURE(id, name, executes)           {name, executes, -1},
#define EXTENSION(id, name, feature, offered) {name, offered, FEATURE_##feature},
#include "frontend/feature.def"
};

const char *
frontend_feature_name(unsigned feature)
{
    return features[feature].name;
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
has_feature(const struct frontend_options *options, enum feature feature)
{
    const char *name = features[feature].name;
    int needs = features[feature].needs;
    if (needs < 0 && options->cl_version == 200)
        return true;
    bool is_there =
        features[feature].executes ? frontend_extension(options, name) : is_given(options, name);
    return is_there &&
           (needs < 0 ? options->cl_version >= 300 : has_feature(options, (enum feature)needs));
}

uint64_t
frontend_features(const struct frontend_options *options)
{
    uint64_t set = 0;
    for (int i = 0; i < FEATURES; i++)
        set |= (uint64_t)has_feature(options, (enum feature)i) << i;
    return set;
}

bool
frontend_feature_macro(const struct frontend_options *options, const char *name)
{
    for (int i = 0; i < FEATURES; i++)
        if (strcmp(features[i].name, name) == 0)
            return (features[i].executes || is_given(options, name)) &&
                   has_feature(options, (enum feature)i);
    return false;
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
