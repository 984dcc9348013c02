// options: cl20
queue_t in_global;                                          // error: the '__global queue_t' type cannot be used to declare a program scope variable
clk_event_t event;                                          // error: the '__global clk_event_t' type cannot be used to declare a program scope variable
reserve_id_t id;                                            // error: the '__global reserve_id_t' type cannot be used to declare a program scope variable
ndrange_t range;                                            // error: the '__global ndrange_t' type cannot be used to declare a program scope variable
struct holds { queue_t q; clk_event_t e; reserve_id_t r; ndrange_t n; };
queue_t pass(queue_t q) { return q; }
kernel void queues(queue_t q, global int *p)
{
    queue_t x = q, none = CLK_NULL_QUEUE, several[3];
    if (q == x)
        *p = 1;
    q = pass(x);
    int i = q;                                              // error: initializing '__private int' with an expression of incompatible type 'queue_t'
    *p = q + 1;                                             // error: invalid operands to binary expression
    *p = q < x;                                             // error: invalid operands to binary expression
}
void events(clk_event_t e, global clk_event_t *p)
{
    clk_event_t x = e;
    if (x == CLK_NULL_EVENT)
        x = *p;
    x = 0;                                                  // error: assigning to '__private clk_event_t' from incompatible type 'int'
}
kernel void reservations(reserve_id_t r) {}                 // error: '__private reserve_id_t' cannot be used as the type of a kernel parameter
kernel void ranges(ndrange_t n) {}                          // error: '__private ndrange_t' cannot be used as the type of a kernel parameter
void ids(reserve_id_t r)
{
    reserve_id_t x = CLK_NULL_RESERVE_ID;
    if (r == x)                                             // error: invalid operands to binary expression ('reserve_id_t' and 'reserve_id_t')
        x = r;
}
