/* cl_intel_subgroups, cl_intel_subgroup_local_block_io: shuffles of two values in a row, and blocks of memory that a
 * sub-group shares: component k of a lane is element k * (size of the largest sub-group) + lane. */

/* From lane + delta of `current` followed by `next`, one each in as many lanes as a sub-group can have; delta is
 * at most that. */
#define SHUFFLES(T)                                                                                \
    OVERLOAD T intel_sub_group_shuffle_down(T current, T next, uint delta)                         \
    {                                                                                              \
        uint size = get_max_sub_group_size(), at = get_sub_group_local_id() + delta;               \
        T first = sub_group_shuffle(current, at), second = sub_group_shuffle(next, at - size);     \
        return at < size ? first : second;                                                         \
    }                                                                                              \
    OVERLOAD T intel_sub_group_shuffle_up(T previous, T current, uint delta)                       \
    {                                                                                              \
        uint size = get_max_sub_group_size(), lane = get_sub_group_local_id();                     \
        uint at = lane - delta;                                                                    \
        T first = sub_group_shuffle(previous, at + size), second = sub_group_shuffle(current, at); \
        return lane < delta ? first : second;                                                      \
    }
SHUFFLES(char)
SHUFFLES(uchar)
SHUFFLES(short)
SHUFFLES(ushort)
SHUFFLES(int)
SHUFFLES(uint)
SHUFFLES(long)
SHUFFLES(ulong)
SHUFFLES(float)
SHUFFLES(double)
SHUFFLES(half)

#define BLOCK_OF(space, E, T, n, count)                                                            \
    OVERLOAD T __occ_block_read##n(const space E *p)                                               \
    {                                                                                              \
        uint size = get_max_sub_group_size(), at = get_sub_group_local_id();                       \
        T value;                                                                                   \
        for (uint k = 0; k < count; k++, at += size)                                               \
            ((E *)&value)[k] = p[at];                                                              \
        return value;                                                                              \
    }                                                                                              \
    OVERLOAD void __occ_block_write##n(space E *p, T value)                                        \
    {                                                                                              \
        uint size = get_max_sub_group_size(), at = get_sub_group_local_id();                       \
        for (uint k = 0; k < count; k++, at += size)                                               \
            p[at] = ((E *)&value)[k];                                                              \
    }
#define BLOCK(E, T, n, count)                                                                      \
    BLOCK_OF(global, E, T, n, count)                                                               \
    BLOCK_OF(local, E, T, n, count)
#define BLOCKS(E)                                                                                  \
    BLOCK(E, E, , 1)                                                                               \
    BLOCK(E, E##2, 2, 2)                                                                           \
    BLOCK(E, E##4, 4, 4)                                                                           \
    BLOCK(E, E##8, 8, 8)
BLOCKS(uchar)
BLOCK(uchar, uchar16, 16, 16)
BLOCKS(ushort)
BLOCK(ushort, ushort16, 16, 16)
BLOCKS(uint)
BLOCKS(ulong)
