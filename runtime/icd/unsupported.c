/* What a platform of OpenCL 1.2 refuses: shared virtual memory, pipes, sub-groups. */
#include "runtime/icd/entries.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

CL_API_ENTRY cl_mem CL_API_CALL
icd_clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size,
                 cl_uint pipe_max_packets, const cl_pipe_properties *properties,
                 cl_int *errcode_ret)
{
    return icd_result(NULL, CL_INVALID_OPERATION, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name, size_t param_value_size, void *param_value,
                  size_t *param_value_size_ret)
{
    return CL_INVALID_OPERATION;
}

CL_API_ENTRY void *CL_API_CALL
icd_clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment)
{
    return NULL;
}

CL_API_ENTRY void CL_API_CALL
icd_clSVMFree(cl_context context, void *svm_pointer)
{
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueSVMFree(cl_command_queue command_queue, cl_uint num_svm_pointers, void **svm_pointers,
                     void(CL_CALLBACK *pfn_free_func)(cl_command_queue queue,
                                                      cl_uint num_svm_pointers, void **svm_pointers,
                                                      void *user_data),
                     void *user_data, cl_uint num_events_in_wait_list,
                     const cl_event *event_wait_list, cl_event *event)
{
    return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy, void *dst_ptr,
                       const void *src_ptr, size_t size, cl_uint num_events_in_wait_list,
                       const cl_event *event_wait_list, cl_event *event)
{
    return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueSVMMemFill(cl_command_queue command_queue, void *svm_ptr, const void *pattern,
                        size_t pattern_size, size_t size, cl_uint num_events_in_wait_list,
                        const cl_event *event_wait_list, cl_event *event)
{
    return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map, cl_map_flags flags,
                    void *svm_ptr, size_t size, cl_uint num_events_in_wait_list,
                    const cl_event *event_wait_list, cl_event *event)
{
    return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueSVMUnmap(cl_command_queue command_queue, void *svm_ptr,
                      cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                      cl_event *event)
{
    return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index, const void *arg_value)
{
    return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name, size_t param_value_size,
                        const void *param_value)
{
    return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_kernel CL_API_CALL
icd_clCloneKernel(cl_kernel source_kernel, cl_int *errcode_ret)
{
    return icd_result(NULL, CL_INVALID_OPERATION, errcode_ret);
}

CL_API_ENTRY cl_program CL_API_CALL
icd_clCreateProgramWithIL(cl_context context, const void *il, size_t length, cl_int *errcode_ret)
{
    return icd_result(NULL, CL_INVALID_OPERATION, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers,
                           const void **svm_pointers, const size_t *sizes,
                           cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
                           const cl_event *event_wait_list, cl_event *event)
{
    return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *device_timestamp,
                            cl_ulong *host_timestamp)
{
    return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetHostTimer(cl_device_id device, cl_ulong *host_timestamp)
{
    return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
                            cl_kernel_sub_group_info param_name, size_t input_value_size,
                            const void *input_value, size_t param_value_size, void *param_value,
                            size_t *param_value_size_ret)
{
    return CL_INVALID_OPERATION;
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

CL_API_ENTRY cl_int CL_API_CALL
icd_clSetContextDestructorCallback(cl_context context,
                                   void(CL_CALLBACK *pfn_notify)(cl_context context,
                                                                 void *user_data),
                                   void *user_data)
{
    return CL_INVALID_OPERATION;
}
