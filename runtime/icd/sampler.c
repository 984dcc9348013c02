/* Samplers. */
#include "runtime/icd/context.h"
#include "runtime/icd/entries.h"
#include "runtime/icd/image.h"
#include "runtime/icd/platform.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

struct sim_sampler_info
icd_sampler_modes(const struct _cl_sampler *sampler)
{
    bool has_levels = icd_has_mipmaps(sampler->context);
    bool is_linear = sampler->mip_filter == CL_FILTER_LINEAR;
    return (struct sim_sampler_info){
        .normalized = sampler->normalized,
        .addressing = (enum sim_addressing)(sampler->addressing - CL_ADDRESS_NONE),
        .linear = sampler->filter == CL_FILTER_LINEAR,
        .mip_nearest = has_levels && !is_linear,
        .mip_linear = has_levels && is_linear,
        .bounds_lod = has_levels && (sampler->min_lod > 0 || sampler->max_lod < FLT_MAX),
        .min_lod = sampler->min_lod,
        .max_lod = sampler->max_lod};
}

uint64_t
icd_sampler_handle(struct _cl_sampler *sampler, struct icd_engine *engine)
{
    uint64_t *handle = &sampler->handles[engine->index];
    struct sim_sampler_info info = icd_sampler_modes(sampler);
    if (!*handle && !engine->device->driver->sampler_new(engine, &info, handle))
        *handle = 0;
    return *handle;
}

void
icd_sampler_release(struct _cl_sampler *sampler)
{
    if (!icd_release(sampler))
        return;
    struct _cl_context *context = sampler->context;
    for (unsigned i = 0; i < context->engine_count; i++) {
        struct icd_rest rest = {.address = sampler->handles[i], .kind = ICD_REST_SAMPLER};
        if (rest.address)
            icd_engine_free(&context->engines[i], &rest, true);
    }
    free(sampler->properties.list);
    icd_free(sampler);
    icd_context_release(context);
}

CL_API_ENTRY cl_sampler CL_API_CALL
icd_clCreateSampler(cl_context context, cl_bool normalized_coords,
                    cl_addressing_mode addressing_mode, cl_filter_mode filter_mode,
                    cl_int *errcode_ret)
{
    /* SIM_ADDRESSING_NONE and those after it come in the order of CL_ADDRESS_NONE's */
    bool is_known = addressing_mode >= CL_ADDRESS_NONE &&
                    addressing_mode <= CL_ADDRESS_MIRRORED_REPEAT &&
                    (filter_mode == CL_FILTER_NEAREST || filter_mode == CL_FILTER_LINEAR) &&
                    normalized_coords <= CL_TRUE;
    bool repeats =
        addressing_mode == CL_ADDRESS_REPEAT || addressing_mode == CL_ADDRESS_MIRRORED_REPEAT;
    if (!icd_is(context, ICD_CONTEXT))
        return icd_result(NULL, CL_INVALID_CONTEXT, errcode_ret);
    if (!is_known || (repeats && !normalized_coords))
        return icd_result(NULL, CL_INVALID_VALUE, errcode_ret);
    struct _cl_sampler *sampler = icd_new(ICD_SAMPLER, sizeof *sampler);
    if (!sampler)
        return icd_result(NULL, CL_OUT_OF_HOST_MEMORY, errcode_ret);
    icd_retain(context);
    sampler->context = context;
    sampler->normalized = normalized_coords;
    sampler->addressing = addressing_mode;
    sampler->filter = filter_mode;
    sampler->mip_filter = CL_FILTER_NEAREST;
    sampler->max_lod = FLT_MAX;
    return icd_result(sampler, CL_SUCCESS, errcode_ret);
}

/* The properties, whose values are numbers of 32 bits, with what they are if they are not given. */
enum {
    NORMALIZED,
    ADDRESSING,
    FILTER,
    MIP_FILTER, /* from here on: where there are mipmaps */
    MIN_LOD,
    MAX_LOD,
    PROPERTIES
};
static const struct {
    cl_sampler_properties name;
    cl_uint value;
} defaults[PROPERTIES] = {
    [NORMALIZED] = {CL_SAMPLER_NORMALIZED_COORDS, CL_TRUE},
    [ADDRESSING] = {CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_CLAMP},
    [FILTER] = {CL_SAMPLER_FILTER_MODE, CL_FILTER_NEAREST},
    [MIP_FILTER] = {CL_SAMPLER_MIP_FILTER_MODE_KHR, CL_FILTER_NEAREST},
    [MIN_LOD] = {CL_SAMPLER_LOD_MIN_KHR, 0},
    [MAX_LOD] = {CL_SAMPLER_LOD_MAX_KHR, 0x7F7FFFFF}, /* MAXFLOAT's bits */
};

/* false: what there is not, or twice. */
static bool
read_properties(const cl_sampler_properties *properties, unsigned known, cl_uint values[PROPERTIES])
{
    bool is_given[PROPERTIES] = {false};
    for (unsigned i = 0; i < PROPERTIES; i++)
        values[i] = defaults[i].value;
    for (const cl_sampler_properties *at = properties; at && *at; at += 2) {
        unsigned i = 0;
        while (i < known && defaults[i].name != *at)
            i++;
        if (i == known || is_given[i] || (i < MIN_LOD && at[1] > UINT32_MAX))
            return false;
        values[i] = (cl_uint)at[1];
        is_given[i] = true;
    }
    return true;
}

static bool
set_levels(struct _cl_sampler *sampler, const cl_uint values[PROPERTIES])
{
    sampler->mip_filter = values[MIP_FILTER];
    memcpy(&sampler->min_lod, &values[MIN_LOD], sizeof sampler->min_lod);
    memcpy(&sampler->max_lod, &values[MAX_LOD], sizeof sampler->max_lod);
    bool is_known =
        sampler->mip_filter == CL_FILTER_NEAREST || sampler->mip_filter == CL_FILTER_LINEAR;
    return is_known && sampler->min_lod >= 0 && sampler->max_lod >= sampler->min_lod;
}

CL_API_ENTRY cl_sampler CL_API_CALL
icd_clCreateSamplerWithProperties(cl_context context,
                                  const cl_sampler_properties *sampler_properties,
                                  cl_int *errcode_ret)
{
    cl_uint values[PROPERTIES];
    if (!icd_is(context, ICD_CONTEXT))
        return icd_result(NULL, CL_INVALID_CONTEXT, errcode_ret);
    if (!read_properties(sampler_properties, icd_has_mipmaps(context) ? PROPERTIES : MIP_FILTER,
                         values))
        return icd_result(NULL, CL_INVALID_VALUE, errcode_ret);
    cl_int error;
    cl_sampler sampler = icd_clCreateSampler(context, values[NORMALIZED], values[ADDRESSING],
                                             values[FILTER], &error);
    if (sampler && !set_levels(sampler, values)) {
        icd_sampler_release(sampler);
        return icd_result(NULL, CL_INVALID_VALUE, errcode_ret);
    }
    if (sampler)
        icd_properties_copy(&sampler->properties, sampler_properties);
    return icd_result(sampler, error, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clRetainSampler(cl_sampler sampler)
{
    if (!icd_is(sampler, ICD_SAMPLER))
        return CL_INVALID_SAMPLER;
    icd_retain_handle(sampler);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clReleaseSampler(cl_sampler sampler)
{
    if (!icd_is(sampler, ICD_SAMPLER))
        return CL_INVALID_SAMPLER;
    icd_drop_handle(sampler);
    icd_sampler_release(sampler);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name, size_t param_value_size,
                     void *param_value, size_t *param_value_size_ret)
{
    struct icd_info info = {param_value_size, param_value, param_value_size_ret};
    if (!icd_is(sampler, ICD_SAMPLER))
        return CL_INVALID_SAMPLER;
    bool is_of_levels =
        param_name >= CL_SAMPLER_MIP_FILTER_MODE_KHR && param_name <= CL_SAMPLER_LOD_MAX_KHR;
    if (is_of_levels && !icd_has_mipmaps(sampler->context))
        return CL_INVALID_VALUE;
    switch (param_name) {
    case CL_SAMPLER_REFERENCE_COUNT:
        return ICD_INFO_VALUE(&info, cl_uint, sampler->object.handles);
    case CL_SAMPLER_CONTEXT:
        return ICD_INFO_VALUE(&info, cl_context, sampler->context);
    case CL_SAMPLER_NORMALIZED_COORDS:
        return ICD_INFO_VALUE(&info, cl_bool, sampler->normalized);
    case CL_SAMPLER_ADDRESSING_MODE:
        return ICD_INFO_VALUE(&info, cl_addressing_mode, sampler->addressing);
    case CL_SAMPLER_FILTER_MODE:
        return ICD_INFO_VALUE(&info, cl_filter_mode, sampler->filter);
    case CL_SAMPLER_MIP_FILTER_MODE_KHR:
        return ICD_INFO_VALUE(&info, cl_filter_mode, sampler->mip_filter);
    case CL_SAMPLER_LOD_MIN_KHR:
        return ICD_INFO_VALUE(&info, cl_float, sampler->min_lod);
    case CL_SAMPLER_LOD_MAX_KHR:
        return ICD_INFO_VALUE(&info, cl_float, sampler->max_lod);
    case CL_SAMPLER_PROPERTIES:
        return icd_info_properties(&info, &sampler->properties);
    default:
        return CL_INVALID_VALUE;
    }
}
