// One that the kernel asks for is not the first.
// kernel: second global=4,4,2 local=4,4,2
// arg: uint r[4] = 0 0 0 0
kernel void
second(global uint *r)
{
    atomic_add(&r[get_local_id(1)], get_local_id(1) + 1);
}
// expect: r[0] = 8 16 24 32

// kernel: sum global=4,4,2 local=4,4,2
// arg: uint r[4] = 0 0 0 0
kernel void
sum(global uint *r)
{
    atomic_add(&r[get_local_id(0)], get_local_id(1) * 10 + get_local_id(0));
}
// expect: r[0] = 120 128 136 144
