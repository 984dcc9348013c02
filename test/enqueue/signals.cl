/* Each signal operation, with each order; who waits, by condition and by time.  Results in o[], of which the host knows
 * all; the types are those of ROCm's device libraries, or ours where those have none. */
typedef struct {
    ulong handle;
} hsa_signal_t;
enum { RELAXED = 0, ACQUIRE = 2, RELEASE = 3, ACQ_REL = 4, SEQ_CST = 5 };
extern long __ockl_hsa_signal_load(hsa_signal_t s, int order);
extern void __ockl_hsa_signal_store(hsa_signal_t s, long value, int order);
extern long __ockl_hsa_signal_add(hsa_signal_t s, long value, int order);
extern void __ockl_hsa_signal_subtract(hsa_signal_t s, long value, int order);
extern void __ockl_hsa_signal_and(hsa_signal_t s, long value, int order);
extern void __ockl_hsa_signal_or(hsa_signal_t s, long value, int order);
extern void __ockl_hsa_signal_xor(hsa_signal_t s, long value, int order);
extern long __ockl_hsa_signal_exchange(hsa_signal_t s, long value, int order);
extern long __ockl_hsa_signal_cas(hsa_signal_t s, long expected, long value, int order);
extern long __ockl_hsa_signal_increment(hsa_signal_t s, int order);
extern long __ockl_hsa_signal_decrement(hsa_signal_t s, int order);
extern long __ockl_hsa_signal_min(hsa_signal_t s, long value, int order);
extern long __ockl_hsa_signal_max(hsa_signal_t s, long value, int order);
extern long __ockl_hsa_signal_wait(hsa_signal_t s, int condition, long wanted, ulong limit, int order);

/* memory: amd_signal_t, 64 bytes of kind user */
kernel void touch(global ulong *memory, global long *o, global ulong *mailbox)
{
    static constant int orders[] = {RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST};
    hsa_signal_t s = {(ulong)memory};
    memory[0] = 1;
    memory[1] = 5;
    memory[2] = (ulong)mailbox;
    memory[3] = 0x177;
    mailbox[0] = 0;
    int n = 0;
    for (int i = 0; i < 5; i++) {
        int order = orders[i];
        __ockl_hsa_signal_store(s, 5, order);
        o[n++] = __ockl_hsa_signal_load(s, order);            /* 5 */
        o[n++] = __ockl_hsa_signal_add(s, 3, order);          /* 5, then 8 */
        __ockl_hsa_signal_subtract(s, 10, order);             /* -2 */
        o[n++] = __ockl_hsa_signal_min(s, -3, order);         /* -2, then -3 */
        o[n++] = __ockl_hsa_signal_max(s, 12, order);         /* -3, then 12 */
        __ockl_hsa_signal_and(s, 9, order);                   /* 8 */
        __ockl_hsa_signal_or(s, 3, order);                    /* 11 */
        __ockl_hsa_signal_xor(s, 1, order);                   /* 10 */
        o[n++] = __ockl_hsa_signal_increment(s, order);       /* 10, then 11 */
        o[n++] = __ockl_hsa_signal_decrement(s, order);       /* 11, then 10 */
        o[n++] = __ockl_hsa_signal_exchange(s, 40, order);    /* 10 */
        mailbox[0] = 0;
        o[n++] = __ockl_hsa_signal_cas(s, 41, 42, order);     /* 40, as it was */
        o[n++] = mailbox[0];                                  /* 0: nobody is told */
        o[n++] = __ockl_hsa_signal_cas(s, 40, 42, order);     /* 40, then 42 */
        o[n++] = mailbox[0];                                  /* 0x177 */
        o[n++] = __ockl_hsa_signal_wait(s, 0, 42, ~0ul, order);  /* 42 */
        o[n++] = __ockl_hsa_signal_wait(s, 1, 42, 500, order);   /* 42: it gives up */
        o[n++] = __ockl_hsa_signal_wait(s, 2, 43, ~0ul, order);  /* 42 */
        o[n++] = __ockl_hsa_signal_wait(s, 3, 43, 500, order);   /* 42: it gives up */
    }
}

/* 128 work-items: one wave waits for what the other does. */
kernel void meet(global ulong *memory, global long *o)
{
    hsa_signal_t s = {(ulong)memory};
    if (get_local_id(0) == 0)
        o[0] = __ockl_hsa_signal_wait(s, 3, 64, ~0ul, ACQUIRE);
    else if (get_local_id(0) >= 64)
        __ockl_hsa_signal_increment(s, RELEASE);
}
