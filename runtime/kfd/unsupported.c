/* The rest of the interface: what makes no sense without the hardware. */
#include "runtime/kfd/kfd.h"

#define REFUSED(name, ...)                                                                         \
    HSAKMT_STATUS name(__VA_ARGS__)                                                                \
    {                                                                                              \
        return HSAKMT_STATUS_NOT_SUPPORTED;                                                        \
    }
#pragma GCC diagnostic ignored "-Wunused-parameter"

REFUSED(hsaKmtGetQueueInfo, HSA_QUEUEID queue, HsaQueueInfo *info)
REFUSED(hsaKmtAllocQueueGWS, HSA_QUEUEID queue, HSAuint32 count, HSAuint32 *first)
REFUSED(hsaKmtRegisterGraphicsHandleToNodes, HSAuint64 handle, HsaGraphicsResourceInfo *info,
        HSAuint64 count, HSAuint32 *nodes)
REFUSED(hsaKmtShareMemory, void *address, HSAuint64 size, HsaSharedMemoryHandle *handle)
REFUSED(hsaKmtRegisterSharedHandle, const HsaSharedMemoryHandle *handle, void **address,
        HSAuint64 *size)
REFUSED(hsaKmtRegisterSharedHandleToNodes, const HsaSharedMemoryHandle *handle, void **address,
        HSAuint64 *size, HSAuint64 count, HSAuint32 *nodes)
REFUSED(hsaKmtProcessVMRead, HSAuint32 process, HsaMemoryRange *local, HSAuint64 local_count,
        HsaMemoryRange *remote, HSAuint64 remote_count, HSAuint64 *copied)
REFUSED(hsaKmtProcessVMWrite, HSAuint32 process, HsaMemoryRange *local, HSAuint64 local_count,
        HsaMemoryRange *remote, HSAuint64 remote_count, HSAuint64 *copied)
REFUSED(hsaKmtMapGraphicHandle, HSAuint32 node, HSAuint64 device, HSAuint64 resource,
        HSAuint64 offset, HSAuint64 size, HSAuint64 *address)
REFUSED(hsaKmtUnmapGraphicHandle, HSAuint32 node, HSAuint64 address, HSAuint64 size)
REFUSED(hsaKmtDbgRegister, HSAuint32 node)
REFUSED(hsaKmtDbgUnregister, HSAuint32 node)
REFUSED(hsaKmtDbgWavefrontControl, HSAuint32 node, HSA_DBG_WAVEOP operation, HSA_DBG_WAVEMODE mode,
        HSAuint32 trap, HsaDbgWaveMessage *message)
REFUSED(hsaKmtDbgAddressWatch, HSAuint32 node, HSAuint32 count, HSA_DBG_WATCH_MODE modes[],
        void *addresses[], HSAuint64 masks[], HsaEvent *events[])
REFUSED(hsaKmtGetKernelDebugTrapVersionInfo, HSAuint32 *major, HSAuint32 *minor)
REFUSED(hsaKmtPmcGetCounterProperties, HSAuint32 node, HsaCounterProperties **properties)
REFUSED(hsaKmtPmcRegisterTrace, HSAuint32 node, HSAuint32 count, HsaCounter *counters,
        HsaPmcTraceRoot *root)
REFUSED(hsaKmtPmcUnregisterTrace, HSAuint32 node, HSATraceId trace)
REFUSED(hsaKmtPmcAcquireTraceAccess, HSAuint32 node, HSATraceId trace)
REFUSED(hsaKmtPmcReleaseTraceAccess, HSAuint32 node, HSATraceId trace)
REFUSED(hsaKmtPmcStartTrace, HSATraceId trace, void *buffer, HSAuint64 size)
REFUSED(hsaKmtPmcQueryTrace, HSATraceId trace)
REFUSED(hsaKmtPmcStopTrace, HSATraceId trace)
REFUSED(hsaKmtSPMAcquire, HSAuint32 node)
REFUSED(hsaKmtSPMRelease, HSAuint32 node)
REFUSED(hsaKmtSPMSetDestBuffer, HSAuint32 node, HSAuint32 size, HSAuint32 *timeout,
        HSAuint32 *copied, void *buffer, bool *is_lost)
REFUSED(hsaKmtSVMSetAttr, void *first, HSAuint64 size, unsigned count,
        HSA_SVM_ATTRIBUTE *attributes)
REFUSED(hsaKmtSVMGetAttr, void *first, HSAuint64 size, unsigned count,
        HSA_SVM_ATTRIBUTE *attributes)

/* Its effect is packet.c's: queues stop with the code of the error. */
HSAKMT_STATUS
hsaKmtSetTrapHandler(HSAuint32 node, void *code, HSAuint64 code_size, void *data,
                     HSAuint64 data_size)
{
    return kfd_gpu_of(node) ? HSAKMT_STATUS_SUCCESS : HSAKMT_STATUS_INVALID_NODE_UNIT;
}
