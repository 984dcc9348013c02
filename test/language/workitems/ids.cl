// The functions about work-items: ids, sizes, groups and offsets in three dimensions.
// kernel: three global=4,2,2 local=2,2,1 offset=10,20,30
// arg: int r[22]
kernel void
three(global int *r)
{
    if (get_global_id(0) == 13 && get_global_id(1) == 21 && get_global_id(2) == 31) {
        uint none = 7;
        r[0] = get_work_dim();           //= 3
        r[1] = get_global_size(0);       //= 4
        r[2] = get_global_size(1);       //= 2
        r[3] = get_global_size(2);       //= 2
        r[4] = get_local_size(0);        //= 2
        r[5] = get_local_size(2);        //= 1
        r[6] = get_num_groups(0);        //= 2
        r[7] = get_num_groups(1);        //= 1
        r[8] = get_num_groups(2);        //= 2
        r[9] = get_group_id(0);          //= 1
        r[10] = get_group_id(1);         //= 0
        r[11] = get_group_id(2);         //= 1
        r[12] = get_local_id(0);         //= 1
        r[13] = get_local_id(1);         //= 1
        r[14] = get_local_id(2);         //= 0
        r[15] = get_global_offset(1);    //= 20
        r[16] = get_global_offset(2);    //= 30
        r[17] = get_global_id(none);     //= 0
        r[18] = get_global_size(none);   //= 1
        r[19] = get_local_size(none);    //= 1
        r[20] = get_num_groups(none);    //= 1
        r[21] = sizeof(get_global_id(0)); //= 8
    }
}

// The dimension is known only when the kernel runs, and differs between work-items.
// kernel: computed global=6,4,2 local=3,2,1
// arg: int r[3]
kernel void
computed(global int *r)
{
    int d = get_local_id(0), last = 1;
    for (int i = 0; i < 3; i++)
        last = last && get_global_id(i) == get_global_size(i) - 1 - (i == 0 ? 2 - d : 0);
    if (last)
        r[d] = get_global_size(d) * 100 + get_local_size(d) * 10 + get_num_groups(d);
}
// expect: r[0] = 632 422 212
