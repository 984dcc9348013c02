/* Queues on the device (OpenCL 3.0, 5.1): kernels put kernels into them.  A device has one in each context, which is its
 * default queue; the driver makes its memory when a kernel that takes it is launched. */
#include "runtime/icd/context.h"
#include "runtime/icd/entries.h"
#include "runtime/icd/platform.h"
#include "runtime/icd/queue.h"

bool
icd_has_device_queues(const struct _cl_device_id *device)
{
    return device->platform->settings.is_version_3;
}

/* What clCreateCommandQueueWithProperties asks for. */
cl_int
icd_device_queue_check(const struct _cl_device_id *device, cl_command_queue_properties flags,
                       cl_uint size)
{
    bool is_out_of_order = flags & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    if (!(flags & CL_QUEUE_ON_DEVICE))
        return flags & CL_QUEUE_ON_DEVICE_DEFAULT || size ? CL_INVALID_VALUE : CL_SUCCESS;
    return !is_out_of_order                 ? CL_INVALID_VALUE
           : !icd_has_device_queues(device) ? CL_INVALID_QUEUE_PROPERTIES
           : size > ICD_QUEUE_MOST          ? CL_INVALID_QUEUE_PROPERTIES
                                            : CL_SUCCESS;
}

struct _cl_command_queue *
icd_device_queue_default(struct icd_engine *engine)
{
    pthread_mutex_lock(&engine->context->lock);
    struct _cl_command_queue *queue = engine->device_queue;
    pthread_mutex_unlock(&engine->context->lock);
    return queue;
}

bool
icd_device_queue_join(struct _cl_command_queue *queue, cl_uint size)
{
    struct icd_engine *engine = queue->engine;
    queue->bytes = !size ? ICD_QUEUE_USUAL : size < ICD_QUEUE_LEAST ? ICD_QUEUE_LEAST : size;
    pthread_mutex_lock(&engine->context->lock);
    bool is_first = !engine->device_queue;
    if (is_first)
        engine->device_queue = queue;
    pthread_mutex_unlock(&engine->context->lock);
    return is_first;
}

void
icd_device_queue_leave(struct _cl_command_queue *queue)
{
    bool is_on_device = queue->flags & CL_QUEUE_ON_DEVICE;
    if (!is_on_device || !icd_context_is_ours(queue->context))
        return; /* in a fork the lock may be held for ever */
    pthread_mutex_lock(&queue->context->lock);
    if (queue->engine->device_queue == queue)
        queue->engine->device_queue = NULL;
    pthread_mutex_unlock(&queue->context->lock);
}

/* There is no other than the one that is it already. */
CL_API_ENTRY cl_int CL_API_CALL
icd_clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device,
                                   cl_command_queue command_queue)
{
    if (!icd_is(context, ICD_CONTEXT))
        return CL_INVALID_CONTEXT;
    struct icd_engine *engine = icd_context_engine(context, device);
    if (!engine)
        return CL_INVALID_DEVICE;
    if (!icd_has_device_queues(engine->device))
        return CL_INVALID_OPERATION;
    bool is_its = icd_is(command_queue, ICD_QUEUE) && command_queue->engine == engine &&
                  command_queue->flags & CL_QUEUE_ON_DEVICE;
    return is_its ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE;
}
