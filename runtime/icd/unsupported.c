/* What OpenCL 3.0 need not have and this platform has not: programs in an intermediate language, queues
 * on the device, and the callbacks of program-scope constructors. */
#include "runtime/icd/entries.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

CL_API_ENTRY cl_program CL_API_CALL
icd_clCreateProgramWithIL(cl_context context, const void *il, size_t length, cl_int *errcode_ret)
{
    return icd_result(NULL, CL_INVALID_OPERATION, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device,
                                   cl_command_queue command_queue)
{
    return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clSetProgramReleaseCallback(cl_program program,
                                void(CL_CALLBACK *pfn_notify)(cl_program program, void *user_data),
                                void *user_data)
{
    return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id, size_t spec_size,
                                       const void *spec_value)
{
    return CL_INVALID_OPERATION;
}
