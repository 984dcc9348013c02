// Values that lanes give to others, which nobody has set.
// options: -cl-std=CL2.0
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable

// run: broadcast --global 64 --local 64 --arg buf:64*i32=1
// told: uninitialised value: it is stored here @ BROADCAST
// told: it depends on the variable 'given', which nobody has set since @ GIVEN
// run: broadcast --global 64 --local 64 --arg buf:64*i32=9
kernel void
broadcast(global int *x)
{
    int i = get_local_id(0), n = x[i];
    int given; /* GIVEN */
    if (i >= 9 - n)
        given = i;
    x[i] = sub_group_broadcast(given, 0); /* BROADCAST */
}

// run: shuffled --global 64 --local 64 --arg buf:64*i32=1
// told: uninitialised value: it is stored here @ SHUFFLED
// told: it depends on the variable 'passed', which nobody has set since @ PASSED
// run: shuffled --global 64 --local 64 --arg buf:64*i32=9
kernel void
shuffled(global int *x)
{
    int i = get_local_id(0), n = x[i];
    int passed; /* PASSED */
    if (i >= 9 - n)
        passed = i;
    x[i] = sub_group_shuffle(passed, i ^ 1); /* SHUFFLED */
}
