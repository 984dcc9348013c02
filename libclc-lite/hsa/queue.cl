/* The indices of an AQL queue, in kernels: names, types and orders as ROCm-Device-Libs' ockl has them. */
#include "../hsa.h"

enum { RELAXED = 0, ACQUIRE = 2, RELEASE = 3, ACQ_REL = 4, SEQ_CST = 5, SYSTEM = 3 };

static ulong
load(const global ulong *index, int order)
{
    global ulong *at = (global ulong *)index;
    switch (order) {
    case RELAXED:
        return __occ_atomic_load(at, RELAXED, SYSTEM);
    case SEQ_CST:
        return __occ_atomic_load(at, SEQ_CST, SYSTEM);
    default:
        return __occ_atomic_load(at, ACQUIRE, SYSTEM);
    }
}

ulong
__ockl_hsa_queue_load_read_index(const global struct aql_queue *queue, int order)
{
    return load(&queue->read_index, order);
}

ulong
__ockl_hsa_queue_load_write_index(const global struct aql_queue *queue, int order)
{
    return load(&queue->write_index, order);
}

ulong
__ockl_hsa_queue_add_write_index(global struct aql_queue *queue, ulong count, int order)
{
    switch (order) {
    case RELAXED:
        return __occ_atomic_add(&queue->write_index, count, RELAXED, SYSTEM);
    case RELEASE:
        return __occ_atomic_add(&queue->write_index, count, RELEASE, SYSTEM);
    case ACQ_REL:
        return __occ_atomic_add(&queue->write_index, count, ACQ_REL, SYSTEM);
    case SEQ_CST:
        return __occ_atomic_add(&queue->write_index, count, SEQ_CST, SYSTEM);
    default:
        return __occ_atomic_add(&queue->write_index, count, ACQUIRE, SYSTEM);
    }
}

/* What was there: expected, if it was exchanged. */
ulong
__ockl_hsa_queue_cas_write_index(global struct aql_queue *queue, ulong expected, ulong value,
                                 int order)
{
    global ulong *at = &queue->write_index;
    switch (order) {
    case RELAXED:
        __occ_atomic_compare_exchange(at, &expected, value, RELAXED, RELAXED, SYSTEM);
        break;
    case RELEASE:
        __occ_atomic_compare_exchange(at, &expected, value, RELEASE, RELAXED, SYSTEM);
        break;
    case ACQ_REL:
        __occ_atomic_compare_exchange(at, &expected, value, ACQ_REL, RELAXED, SYSTEM);
        break;
    case SEQ_CST:
        __occ_atomic_compare_exchange(at, &expected, value, SEQ_CST, RELAXED, SYSTEM);
        break;
    default:
        __occ_atomic_compare_exchange(at, &expected, value, ACQUIRE, RELAXED, SYSTEM);
    }
    return expected;
}

void
__ockl_hsa_queue_store_write_index(global struct aql_queue *queue, ulong value, int order)
{
    switch (order) {
    case RELAXED:
        __occ_atomic_store(&queue->write_index, value, RELAXED, SYSTEM);
        break;
    case SEQ_CST:
        __occ_atomic_store(&queue->write_index, value, SEQ_CST, SYSTEM);
        break;
    default:
        __occ_atomic_store(&queue->write_index, value, RELEASE, SYSTEM);
    }
}
