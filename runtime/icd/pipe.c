/* Pipes (OpenCL 3.0, 5.4): memory that only kernels read and write.  docs/abi.md has its layout. */
#include "runtime/icd/context.h"
#include "runtime/icd/entries.h"
#include "runtime/icd/memory.h"
#include "runtime/icd/platform.h"

#include <string.h>

enum { HEADER = 128 };

CL_API_ENTRY cl_mem CL_API_CALL
icd_clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size,
                 cl_uint pipe_max_packets, const cl_pipe_properties *properties,
                 cl_int *errcode_ret)
{
    const cl_mem_flags usual = CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS;
    cl_int error = !icd_is(context, ICD_CONTEXT)                   ? CL_INVALID_CONTEXT
                   : !icd_is_version_3(context)                    ? CL_INVALID_OPERATION
                   : flags & ~usual || (properties && *properties) ? CL_INVALID_VALUE
                   : !pipe_packet_size || !pipe_max_packets        ? CL_INVALID_PIPE_SIZE
                   : pipe_packet_size > ICD_PACKET                 ? CL_INVALID_PIPE_SIZE
                                                                   : CL_SUCCESS;
    size_t size = HEADER + (size_t)pipe_packet_size * pipe_max_packets;
    if (error == CL_SUCCESS && size > icd_allocation_bytes(context))
        error = CL_MEM_OBJECT_ALLOCATION_FAILURE;
    if (error != CL_SUCCESS)
        return icd_result(NULL, error, errcode_ret);
    struct _cl_mem *memory = icd_memory_new(context, CL_MEM_OBJECT_PIPE, false);
    if (!memory)
        return icd_result(NULL, CL_OUT_OF_HOST_MEMORY, errcode_ret);
    memory->flags = flags ? flags : usual;
    memory->size = size;
    memory->owns_bytes = true;
    memory->bytes = icd_memory_reserve(memory) ? icd_take_pages(size, 0) : NULL;
    if (!memory->bytes) {
        icd_memory_release(memory);
        return icd_result(NULL, CL_MEM_OBJECT_ALLOCATION_FAILURE, errcode_ret);
    }
    memory->packet = pipe_packet_size;
    memory->packets = pipe_max_packets;
    memory->copies.has_bytes = true;
    memcpy(memory->bytes, (uint64_t[3]){0, 0, pipe_max_packets}, 3 * sizeof(uint64_t));
    return icd_result(memory, CL_SUCCESS, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name, size_t param_value_size, void *param_value,
                  size_t *param_value_size_ret)
{
    struct icd_info info = {param_value_size, param_value, param_value_size_ret};
    if (!icd_is(pipe, ICD_MEMORY) || pipe->type != CL_MEM_OBJECT_PIPE)
        return CL_INVALID_MEM_OBJECT;
    switch (param_name) {
    case CL_PIPE_PACKET_SIZE:
        return ICD_INFO_VALUE(&info, cl_uint, pipe->packet);
    case CL_PIPE_MAX_PACKETS:
        return ICD_INFO_VALUE(&info, cl_uint, pipe->packets);
    case CL_PIPE_PROPERTIES:
        return icd_info(&info, NULL, 0);
    default:
        return CL_INVALID_VALUE;
    }
}
