/* Samplers. */
#include "runtime/icd/entries.h"

#include <stdlib.h>

uint64_t
icd_sampler_handle(struct _cl_sampler *sampler, struct icd_engine *engine)
{
    uint64_t *handle = &sampler->handles[engine->index];
    struct sim_sampler_info info = {
        .normalized = sampler->normalized,
        .addressing = (enum sim_addressing)(sampler->addressing - CL_ADDRESS_NONE),
        .linear = sampler->filter == CL_FILTER_LINEAR};
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
    return icd_result(sampler, CL_SUCCESS, errcode_ret);
}

CL_API_ENTRY cl_sampler CL_API_CALL
icd_clCreateSamplerWithProperties(cl_context context,
                                  const cl_sampler_properties *sampler_properties,
                                  cl_int *errcode_ret)
{
    static const cl_sampler_properties names[] = {
        CL_SAMPLER_NORMALIZED_COORDS, CL_SAMPLER_ADDRESSING_MODE, CL_SAMPLER_FILTER_MODE};
    cl_sampler_properties values[] = {CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST};
    bool is_given[] = {false, false, false};
    for (const cl_sampler_properties *at = sampler_properties; at && *at; at += 2) {
        unsigned i = 0;
        while (i < 3 && names[i] != *at)
            i++;
        if (i == 3 || is_given[i])
            return icd_result(NULL, CL_INVALID_VALUE, errcode_ret);
        values[i] = at[1];
        is_given[i] = true;
    }
    if (icd_is(context, ICD_CONTEXT) && (values[0] | values[1] | values[2]) > UINT32_MAX)
        return icd_result(NULL, CL_INVALID_VALUE, errcode_ret);
    cl_sampler sampler =
        icd_clCreateSampler(context, (cl_bool)values[0], (cl_addressing_mode)values[1],
                            (cl_filter_mode)values[2], errcode_ret);
    if (sampler)
        icd_properties_copy(&sampler->properties, sampler_properties);
    return sampler;
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
    case CL_SAMPLER_PROPERTIES:
        return icd_info_properties(&info, &sampler->properties);
    default:
        return CL_INVALID_VALUE;
    }
}
