/* What OpenCL 3.0 need not have and this platform has not: programs in an intermediate language, and
 * the callbacks of program-scope constructors; and functions of extensions that the
 * loader exports, so that programs may call them without asking. */
#include "runtime/icd/context.h"
#include "runtime/icd/entries.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

CL_API_ENTRY cl_program CL_API_CALL
icd_clCreateProgramWithIL(cl_context context, const void *il, size_t length, cl_int *errcode_ret)
{
    return icd_result(NULL,
                      icd_is(context, ICD_CONTEXT) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT,
                      errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clSetProgramReleaseCallback(cl_program program,
                                void(CL_CALLBACK *pfn_notify)(cl_program program, void *user_data),
                                void *user_data)
{
    return icd_is(program, ICD_PROGRAM) ? CL_INVALID_OPERATION : CL_INVALID_PROGRAM;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id, size_t spec_size,
                                       const void *spec_value)
{
    return icd_is(program, ICD_PROGRAM) ? CL_INVALID_OPERATION : CL_INVALID_PROGRAM;
}

/* ---- extensions ---- */

CL_API_ENTRY cl_mem CL_API_CALL
icd_clCreateFromGLBuffer(cl_context context, cl_mem_flags flags, cl_GLuint bufobj,
                         cl_int *errcode_ret)
{
    return icd_result(NULL, CL_INVALID_CONTEXT, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
icd_clCreateFromGLTexture(cl_context context, cl_mem_flags flags, cl_GLenum target,
                          cl_GLint miplevel, cl_GLuint texture, cl_int *errcode_ret)
{
    return icd_result(NULL, CL_INVALID_CONTEXT, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
icd_clCreateFromGLTexture2D(cl_context context, cl_mem_flags flags, cl_GLenum target,
                            cl_GLint miplevel, cl_GLuint texture, cl_int *errcode_ret)
{
    return icd_result(NULL, CL_INVALID_CONTEXT, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
icd_clCreateFromGLTexture3D(cl_context context, cl_mem_flags flags, cl_GLenum target,
                            cl_GLint miplevel, cl_GLuint texture, cl_int *errcode_ret)
{
    return icd_result(NULL, CL_INVALID_CONTEXT, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
icd_clCreateFromGLRenderbuffer(cl_context context, cl_mem_flags flags, cl_GLuint renderbuffer,
                               cl_int *errcode_ret)
{
    return icd_result(NULL, CL_INVALID_CONTEXT, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetGLObjectInfo(cl_mem memobj, cl_gl_object_type *gl_object_type, cl_GLuint *gl_object_name)
{
    return icd_is(memobj, ICD_MEMORY) ? CL_INVALID_GL_OBJECT : CL_INVALID_MEM_OBJECT;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetGLTextureInfo(cl_mem memobj, cl_gl_texture_info param_name, size_t param_value_size,
                       void *param_value, size_t *param_value_size_ret)
{
    return icd_is(memobj, ICD_MEMORY) ? CL_INVALID_GL_OBJECT : CL_INVALID_MEM_OBJECT;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueAcquireGLObjects(cl_command_queue command_queue, cl_uint num_objects,
                              const cl_mem *mem_objects, cl_uint num_events_in_wait_list,
                              const cl_event *event_wait_list, cl_event *event)
{
    return icd_is(command_queue, ICD_QUEUE) ? CL_INVALID_CONTEXT : CL_INVALID_COMMAND_QUEUE;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueReleaseGLObjects(cl_command_queue command_queue, cl_uint num_objects,
                              const cl_mem *mem_objects, cl_uint num_events_in_wait_list,
                              const cl_event *event_wait_list, cl_event *event)
{
    return icd_is(command_queue, ICD_QUEUE) ? CL_INVALID_CONTEXT : CL_INVALID_COMMAND_QUEUE;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetGLContextInfoKHR(const cl_context_properties *properties, cl_gl_context_info param_name,
                          size_t param_value_size, void *param_value, size_t *param_value_size_ret)
{
    return CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR;
}

CL_API_ENTRY cl_event CL_API_CALL
icd_clCreateEventFromGLsyncKHR(cl_context context, cl_GLsync sync, cl_int *errcode_ret)
{
    return icd_result(NULL, CL_INVALID_CONTEXT, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
icd_clCreateFromEGLImageKHR(cl_context context, CLeglDisplayKHR display, CLeglImageKHR image,
                            cl_mem_flags flags, const cl_egl_image_properties_khr *properties,
                            cl_int *errcode_ret)
{
    return icd_result(NULL,
                      icd_is(context, ICD_CONTEXT) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT,
                      errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueAcquireEGLObjectsKHR(cl_command_queue command_queue, cl_uint num_objects,
                                  const cl_mem *mem_objects, cl_uint num_events_in_wait_list,
                                  const cl_event *event_wait_list, cl_event *event)
{
    return icd_is(command_queue, ICD_QUEUE) ? CL_INVALID_OPERATION : CL_INVALID_COMMAND_QUEUE;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueReleaseEGLObjectsKHR(cl_command_queue command_queue, cl_uint num_objects,
                                  const cl_mem *mem_objects, cl_uint num_events_in_wait_list,
                                  const cl_event *event_wait_list, cl_event *event)
{
    return icd_is(command_queue, ICD_QUEUE) ? CL_INVALID_OPERATION : CL_INVALID_COMMAND_QUEUE;
}

CL_API_ENTRY cl_event CL_API_CALL
icd_clCreateEventFromEGLSyncKHR(cl_context context, CLeglSyncKHR sync, CLeglDisplayKHR display,
                                cl_int *errcode_ret)
{
    return icd_result(NULL,
                      icd_is(context, ICD_CONTEXT) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT,
                      errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clCreateSubDevicesEXT(cl_device_id in_device,
                          const cl_device_partition_property_ext *properties, cl_uint num_entries,
                          cl_device_id *out_devices, cl_uint *num_devices)
{
    return icd_clCreateSubDevices(in_device, NULL, num_entries, out_devices, num_devices);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clRetainDeviceEXT(cl_device_id device)
{
    return icd_clRetainDevice(device);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clReleaseDeviceEXT(cl_device_id device)
{
    return icd_clReleaseDevice(device);
}

CL_API_ENTRY cl_command_queue CL_API_CALL
icd_clCreateCommandQueueWithPropertiesKHR(cl_context context, cl_device_id device,
                                          const cl_queue_properties_khr *properties,
                                          cl_int *errcode_ret)
{
    return icd_clCreateCommandQueueWithProperties(context, device, properties, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetKernelSubGroupInfoKHR(cl_kernel kernel, cl_device_id device,
                               cl_kernel_sub_group_info param_name, size_t input_value_size,
                               const void *input_value, size_t param_value_size, void *param_value,
                               size_t *param_value_size_ret)
{
    return icd_clGetKernelSubGroupInfo(kernel, device, param_name, input_value_size, input_value,
                                       param_value_size, param_value, param_value_size_ret);
}
