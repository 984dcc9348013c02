// Kernels that kernels enqueue are observed by what their own object was compiled for: each kind is told in a child.
// The queue's scheduler, whose object is another one, asks for nothing.
// options: -cl-std=CL2.0
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

#define START(number, ...)                                                                                            \
    if (get_global_id(0) == 0)                                                                                        \
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(number, number), __VA_ARGS__)

// Nothing is told of right ones, one of which starts another.
// run: right --global 64 --local 64 --arg buf:64*i32=iota --arg queue
kernel void
right(global int *x)
{
    START(64, ^{
        int own[4] = {1, 2, 3, 4};
        x[get_local_id(0)] += own[get_local_id(0) % 4];
        if (get_local_id(0) == 0)
            enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(64, 64),
                           ^(local int *t) {
                               t[get_local_id(0)] = x[get_local_id(0)];
                               barrier(CLK_LOCAL_MEM_FENCE);
                               x[get_local_id(0)] = t[63 - get_local_id(0)];
                           },
                           256u);
    });
}

// run: index --global 1 --local 1 --arg buf:64*i32=iota --arg queue
// told: outside of its array: index 20 of 'own', which has 20 elements @ INDEX
kernel void
index(global int *x)
{
    START(64, ^{
        int own[20];
        for (int i = 0; i < 20; i++)
            own[i] = i;
        x[get_local_id(0)] = own[x[20]]; /* INDEX */
    });
}

// run: object --global 1 --local 1 --arg buf:64*i32=iota --arg queue
// told: outside of its object: byte 80 of 'own', which has 80 bytes; the access has 4 @ OBJECT
kernel void
object(global int *x)
{
    START(64, ^{
        int own[20];
        for (int i = 0; i < 20; i++)
            own[i] = i;
        int *p = own;
        x[get_local_id(0)] = p[x[20]]; /* OBJECT */
    });
}

// run: race --global 1 --local 1 --arg buf:64*i32=0 --arg queue
// told: race of work-items: byte 0 of an allocation is written, and another work-item read it @ RACE
kernel void
race(global int *x)
{
    START(64, ^{
        x[get_local_id(0)] = x[63 - get_local_id(0)] + 1; /* RACE */
    });
}

// run: local_race --global 1 --local 1 --arg buf:64*i32=0 --arg queue
// told: race of work-items: byte 252 of local memory is read @ LOCAL_RACE
kernel void
local_race(global int *x)
{
    START(64, ^(local int *t) {
        t[get_local_id(0)] = x[get_local_id(0)];
        x[get_local_id(0)] = t[63 - get_local_id(0)]; /* LOCAL_RACE */
    }, 256u);
}

// run: undefined --global 1 --local 1 --arg buf:64*i32=0 --arg queue
// told: uninitialised value: it is stored here @ UNDEFINED
// told: it depends on the variable 'n', which nobody has set since @ UNDEFINED_BEGIN
kernel void
undefined(global int *x)
{
    START(64, ^{
        int n; /* UNDEFINED_BEGIN */
        if (x[0])
            n = 1;
        x[get_local_id(0)] = n; /* UNDEFINED */
    });
}

// run: copy --global 1 --local 1 --arg buf:64*i32=iota --arg queue
// told: asynchronous copy: local memory is read, which it writes until it is waited for @ COPY
kernel void
copy(global int *x)
{
    START(64, ^(local int *t) {
        event_t e = async_work_group_copy(t, x, 64, 0);
        x[get_global_id(0)] = t[63 - get_local_id(0)]; /* COPY */
        wait_group_events(1, &e);
    }, 256u);
}

// run: alignment --global 1 --local 1 --arg buf:64*i32=iota --arg queue
// told: misaligned pointer @ ALIGNMENT
kernel void
alignment(global int *x)
{
    START(1, ^{
        global char *bytes = (global char *)x + x[1];
        x[0] = *(global int *)bytes; /* ALIGNMENT */
    });
}

// run: null --global 1 --local 1 --arg buf:64*i32=0 --arg queue
// told: null pointer: private memory is accessed through it @ NULL
kernel void
null(global int *x)
{
    START(1, ^{
        int own = 1;
        private int *p = x[0] ? &own : 0;
        x[1] = *p; /* NULL */
    });
}

// run: divergence --global 1 --local 1 --arg buf:64*i32=0 --arg queue
// told: divergent call @ DIVERGENCE
kernel void
divergence(global int *x)
{
    START(64, ^{
        if (get_local_id(0) < 32)
            x[get_local_id(0)] = sub_group_any(x[get_local_id(0)]); /* DIVERGENCE */
    });
}

// A child's child.
// run: grandchild --global 1 --local 1 --arg buf:64*i32=iota --arg queue
// told: outside of its array: index 20 of 'own', which has 20 elements @ GRANDCHILD
kernel void
grandchild(global int *x)
{
    START(1, ^{
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(64, 64), ^{
            int own[20];
            for (int i = 0; i < 20; i++)
                own[i] = i;
            x[get_local_id(0)] = own[x[20]]; /* GRANDCHILD */
        });
    });
}
