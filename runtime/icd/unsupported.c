/* What a platform of OpenCL 1.2 refuses whose devices have no images, no shared virtual memory, no pipes. */
#include "runtime/icd/entries.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

CL_API_ENTRY cl_mem CL_API_CALL
icd_clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                    size_t image_width, size_t image_height, size_t image_row_pitch, void *host_ptr,
                    cl_int *errcode_ret)
{
    return icd_result(NULL, CL_INVALID_OPERATION, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
icd_clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                    size_t image_width, size_t image_height, size_t image_depth,
                    size_t image_row_pitch, size_t image_slice_pitch, void *host_ptr,
                    cl_int *errcode_ret)
{
    return icd_result(NULL, CL_INVALID_OPERATION, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                               cl_mem_object_type image_type, cl_uint num_entries,
                               cl_image_format *image_formats, cl_uint *num_image_formats)
{
    if (num_image_formats)
        *num_image_formats = 0;
    return icd_is(context, ICD_CONTEXT) ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size,
                   void *param_value, size_t *param_value_size_ret)
{
    return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_sampler CL_API_CALL
icd_clCreateSampler(cl_context context, cl_bool normalized_coords,
                    cl_addressing_mode addressing_mode, cl_filter_mode filter_mode,
                    cl_int *errcode_ret)
{
    return icd_result(NULL, CL_INVALID_OPERATION, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clRetainSampler(cl_sampler sampler)
{
    return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clReleaseSampler(cl_sampler sampler)
{
    return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name, size_t param_value_size,
                     void *param_value, size_t *param_value_size_ret)
{
    return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read,
                       const size_t *origin, const size_t *region, size_t row_pitch,
                       size_t slice_pitch, void *ptr, cl_uint num_events_in_wait_list,
                       const cl_event *event_wait_list, cl_event *event)
{
    return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_write,
                        const size_t *origin, const size_t *region, size_t input_row_pitch,
                        size_t input_slice_pitch, const void *ptr, cl_uint num_events_in_wait_list,
                        const cl_event *event_wait_list, cl_event *event)
{
    return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image,
                       const size_t *src_origin, const size_t *dst_origin, const size_t *region,
                       cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                       cl_event *event)
{
    return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_buffer,
                               const size_t *src_origin, const size_t *region, size_t dst_offset,
                               cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                               cl_event *event)
{
    return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_image,
                               size_t src_offset, const size_t *dst_origin, const size_t *region,
                               cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                               cl_event *event)
{
    return CL_INVALID_OPERATION;
}

CL_API_ENTRY void *CL_API_CALL
icd_clEnqueueMapImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_map,
                      cl_map_flags map_flags, const size_t *origin, const size_t *region,
                      size_t *image_row_pitch, size_t *image_slice_pitch,
                      cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                      cl_event *event, cl_int *errcode_ret)
{
    return icd_result(NULL, CL_INVALID_OPERATION, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
icd_clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                  const cl_image_desc *image_desc, void *host_ptr, cl_int *errcode_ret)
{
    return icd_result(NULL, CL_INVALID_OPERATION, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void *fill_color,
                       const size_t *origin, const size_t *region, cl_uint num_events_in_wait_list,
                       const cl_event *event_wait_list, cl_event *event)
{
    return CL_INVALID_OPERATION;
}

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

CL_API_ENTRY cl_sampler CL_API_CALL
icd_clCreateSamplerWithProperties(cl_context context,
                                  const cl_sampler_properties *sampler_properties,
                                  cl_int *errcode_ret)
{
    return icd_result(NULL, CL_INVALID_OPERATION, errcode_ret);
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

CL_API_ENTRY cl_mem CL_API_CALL
icd_clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties,
                                cl_mem_flags flags, const cl_image_format *image_format,
                                const cl_image_desc *image_desc, void *host_ptr,
                                cl_int *errcode_ret)
{
    return icd_result(NULL, CL_INVALID_OPERATION, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clSetContextDestructorCallback(cl_context context,
                                   void(CL_CALLBACK *pfn_notify)(cl_context context,
                                                                 void *user_data),
                                   void *user_data)
{
    return CL_INVALID_OPERATION;
}
