/* 6.12.1: the position of a work-item.  Sizes come from the dispatch packet
 * (hsa_kernel_dispatch_packet_t: work-group size in bytes 4 to 9, grid size in work-items in bytes
 * 12 to 23), the global offset from the hidden arguments.  The argument is nearly always a
 * constant: after inlining one arm is left. A dimension out of range gives 0 for ids and offsets, 1
 * for sizes. */

OVERLOAD uint
get_work_dim(void)
{
    /* setup: the number of dimensions in the low two bits */
    return *(__constant const ushort *)((__constant const char *)__occ_dispatch_ptr() + 2) & 3u;
}

OVERLOAD size_t
get_local_id(uint dimension)
{
    switch (dimension) {
    case 0:
        return __builtin_amdgcn_workitem_id_x();
    case 1:
        return __builtin_amdgcn_workitem_id_y();
    case 2:
        return __builtin_amdgcn_workitem_id_z();
    default:
        return 0;
    }
}

OVERLOAD size_t
get_group_id(uint dimension)
{
    switch (dimension) {
    case 0:
        return __builtin_amdgcn_workgroup_id_x();
    case 1:
        return __builtin_amdgcn_workgroup_id_y();
    case 2:
        return __builtin_amdgcn_workgroup_id_z();
    default:
        return 0;
    }
}

OVERLOAD size_t
get_enqueued_local_size(uint dimension)
{
    switch (dimension) {
    case 0:
        return __builtin_amdgcn_workgroup_size_x();
    case 1:
        return __builtin_amdgcn_workgroup_size_y();
    case 2:
        return __builtin_amdgcn_workgroup_size_z();
    default:
        return 1;
    }
}

/* The last group of a dimension has what is left of the grid. */
static uint
rest(uint group, uint size, uint grid)
{
    return __occ_uniform_groups() ? size : __occ_umin(grid - group * size, size);
}

OVERLOAD size_t
get_local_size(uint dimension)
{
    switch (dimension) {
    case 0:
        return rest(__builtin_amdgcn_workgroup_id_x(), __builtin_amdgcn_workgroup_size_x(),
                    __builtin_amdgcn_grid_size_x());
    case 1:
        return rest(__builtin_amdgcn_workgroup_id_y(), __builtin_amdgcn_workgroup_size_y(),
                    __builtin_amdgcn_grid_size_y());
    case 2:
        return rest(__builtin_amdgcn_workgroup_id_z(), __builtin_amdgcn_workgroup_size_z(),
                    __builtin_amdgcn_grid_size_z());
    default:
        return 1;
    }
}

OVERLOAD size_t
get_global_size(uint dimension)
{
    switch (dimension) {
    case 0:
        return __builtin_amdgcn_grid_size_x();
    case 1:
        return __builtin_amdgcn_grid_size_y();
    case 2:
        return __builtin_amdgcn_grid_size_z();
    default:
        return 1;
    }
}

OVERLOAD size_t
get_global_offset(uint dimension)
{
    switch (dimension) {
    case 0:
        return __occ_global_offset_x();
    case 1:
        return __occ_global_offset_y();
    case 2:
        return __occ_global_offset_z();
    default:
        return 0;
    }
}

/* Ids within a grid of at most 2^32 work-items: 32 bits suffice before the offset is added.  The
 * terms that are the same for the whole group are added first, on the scalar unit. */
OVERLOAD size_t
get_global_id(uint dimension)
{
    switch (dimension) {
    case 0:
        return __builtin_amdgcn_workgroup_id_x() * (uint)__builtin_amdgcn_workgroup_size_x() +
               __occ_global_offset_x() + __builtin_amdgcn_workitem_id_x();
    case 1:
        return __builtin_amdgcn_workgroup_id_y() * (uint)__builtin_amdgcn_workgroup_size_y() +
               __occ_global_offset_y() + __builtin_amdgcn_workitem_id_y();
    case 2:
        return __builtin_amdgcn_workgroup_id_z() * (uint)__builtin_amdgcn_workgroup_size_z() +
               __occ_global_offset_z() + __builtin_amdgcn_workitem_id_z();
    default:
        return 0;
    }
}

/* OpenCL C 1.x has whole work-groups only; 2.0's last one may be smaller: rounded up. */
OVERLOAD size_t
get_num_groups(uint dimension)
{
    uint size, group;
    switch (dimension) {
    case 0:
        size = __builtin_amdgcn_grid_size_x();
        group = __builtin_amdgcn_workgroup_size_x();
        break;
    case 1:
        size = __builtin_amdgcn_grid_size_y();
        group = __builtin_amdgcn_workgroup_size_y();
        break;
    case 2:
        size = __builtin_amdgcn_grid_size_z();
        group = __builtin_amdgcn_workgroup_size_z();
        break;
    default:
        return 1;
    }
    uint whole = size / group;
    return whole + (whole * group < size);
}

OVERLOAD size_t
get_local_linear_id(void)
{
    uint row = __occ_umul24(__builtin_amdgcn_workitem_id_z(), (uint)get_local_size(1)) +
               __builtin_amdgcn_workitem_id_y();
    return __occ_umul24(row, (uint)get_local_size(0)) + __builtin_amdgcn_workitem_id_x();
}

OVERLOAD size_t
get_global_linear_id(void)
{
    size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1),
           z = get_global_id(2) - get_global_offset(2);
    return (z * get_global_size(1) + y) * get_global_size(0) + x;
}

/* cl_khr_kernel_clock: the lower half first. */
#define CLOCK(scope)                                                                               \
    OVERLOAD uint2 clock_read_hilo_##scope(void)                                                   \
    {                                                                                              \
        return as_uint2(clock_read_##scope());                                                     \
    }
CLOCK(device)
CLOCK(work_group)
CLOCK(sub_group)
