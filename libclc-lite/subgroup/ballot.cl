/* Votes and ballots (cl_khr_subgroup_non_uniform_vote, _ballot): masks with a bit for each lane, in
 * the first two components of a uint4. */

static ulong
bits(uint4 ballot)
{
    return as_ulong(ballot.xy);
}

static uint4
ballot_of(ulong bits)
{
    return (uint4)(as_uint2(bits), 0, 0);
}

/* The lanes of the largest sub-group of the launch. */
static ulong
all_lanes(void)
{
    return ~0ul >> (64 - get_max_sub_group_size());
}

OVERLOAD int
sub_group_elect(void)
{
    return __occ_mbcnt(__occ_ballot(true), 0) == 0;
}

OVERLOAD uint4
sub_group_ballot(int predicate)
{
    return ballot_of(__occ_ballot(predicate != 0));
}

OVERLOAD int
sub_group_inverse_ballot(uint4 value)
{
    return sub_group_ballot_bit_extract(value, get_sub_group_local_id());
}

OVERLOAD int
sub_group_ballot_bit_extract(uint4 value, uint index)
{
    return (int)(bits(value) >> index) & 1;
}

OVERLOAD uint
sub_group_ballot_bit_count(uint4 value)
{
    return (uint)__occ_popcount(bits(value) & all_lanes());
}

OVERLOAD uint
sub_group_ballot_inclusive_scan(uint4 value)
{
    return (uint)__occ_mbcnt(bits(value), sub_group_inverse_ballot(value));
}

OVERLOAD uint
sub_group_ballot_exclusive_scan(uint4 value)
{
    return (uint)__occ_mbcnt(bits(value), 0);
}

/* A lane that does not exist is found only where the result is undefined. */
OVERLOAD uint
sub_group_ballot_find_lsb(uint4 value)
{
    return (uint)__occ_ctz(bits(value));
}

OVERLOAD uint
sub_group_ballot_find_msb(uint4 value)
{
    return 63 - (uint)__occ_clz(bits(value) & all_lanes());
}

OVERLOAD uint4
get_sub_group_eq_mask(void)
{
    return ballot_of(1ul << get_sub_group_local_id());
}

OVERLOAD uint4
get_sub_group_ge_mask(void)
{
    return ballot_of(~0ul << get_sub_group_local_id() & all_lanes());
}

OVERLOAD uint4
get_sub_group_gt_mask(void)
{
    return ballot_of(~1ul << get_sub_group_local_id() & all_lanes());
}

OVERLOAD uint4
get_sub_group_le_mask(void)
{
    return ballot_of(~(~1ul << get_sub_group_local_id()));
}

OVERLOAD uint4
get_sub_group_lt_mask(void)
{
    return ballot_of(~(~0ul << get_sub_group_local_id()));
}

#define FIRST(T, FIRST)                                                                            \
    OVERLOAD T sub_group_broadcast_first(T x) { return FIRST; }                                    \
    OVERLOAD int sub_group_non_uniform_all_equal(T x)                                              \
    {                                                                                              \
        T first = FIRST;                                                                           \
        return __occ_ballot(!(x == first)) == 0; /* NaN equals nothing */                          \
    }

#define WORD(x) __occ_readfirstlane((uint)(x))
#define PAIR(x) ((ulong)WORD((x) >> 32) << 32 | WORD(x))

FIRST(char, (char)WORD(x))
FIRST(uchar, (uchar)WORD(x))
FIRST(short, (short)WORD(x))
FIRST(ushort, (ushort)WORD(x))
FIRST(int, (int)WORD(x))
FIRST(uint, WORD(x))
FIRST(long, (long)PAIR((ulong)x))
FIRST(ulong, PAIR(x))
FIRST(float, as_float(WORD(as_uint(x))))
FIRST(double, as_double(PAIR(as_ulong(x))))
FIRST(half, as_half((ushort)WORD(as_ushort(x))))
