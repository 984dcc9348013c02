/* amd_signal_t and amd_queue_t in memory: AMDGPU Compute ABI 0.40, "AMD Signal", "AMD AQL Queue Object"; ROCr's
 * amd_hsa_signal.h and amd_hsa_queue.h. */

typedef struct {
    ulong handle;
} hsa_signal_t;

enum signal_kind { SIGNAL_USER = 1, SIGNAL_DOORBELL = -1, SIGNAL_LEGACY_DOORBELL = -2 };

struct aql_queue {
    uint type, features;
    global ulong *base; /* of packets of 64 bytes */
    hsa_signal_t doorbell;
    uint size, reserved1; /* in packets */
    ulong id;
    uint caps, reserved2[3];
    ulong write_index;
    uint group_base, private_base, max_cu_id, max_wave_id;
    ulong max_doorbell; /* the index after the last packet that a legacy doorbell was told of */
    uint doorbell_lock, reserved3[9];
    ulong read_index;
};

struct signal {
    long kind; /* enum signal_kind */
    union {
        long value;
        global ulong *doorbell;
        global uint *legacy_doorbell;
    };
    global ulong *mailbox; /* NULL: nobody is told */
    uint event, reserved1;
    ulong start, end;
    global struct aql_queue *queue; /* of a doorbell */
    ulong reserved2;
};

long __ockl_hsa_signal_load(hsa_signal_t signal, int order);
void __ockl_hsa_signal_store(hsa_signal_t signal, long value, int order);
