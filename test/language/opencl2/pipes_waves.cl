// Pipes: whole waves, places used again, full and empty pipes, packets of other types, pointers to
// every address space, reservations of sub-groups.
// A pipe is memory: read index, write index, capacity, padding up to 128 bytes, packets (ROCm).
// options: -cl-std=CL2.0
// kernel: fill global=100 local=100
// arg: ulong out[98] = 0 0 80 0*95
// arg: int r[100]
kernel void
fill(write_only pipe ulong out, global int *r)
{
    int me = get_global_id(0);
    ulong packet = 1000 + me;
    if (me < 64)
        r[me] = write_pipe(out, &packet);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (me >= 64)
        r[me] = write_pipe(out, &packet);
}
// expect: out[1] = 80 80
// expect: out[16] = 1000 1001 1002 1003 1004 1005 1006 1007 1008 1009 1010 1011 1012 1013 1014 1015 1016 1017 1018 1019
// expect: out[36] = 1020 1021 1022 1023 1024 1025 1026 1027 1028 1029 1030 1031 1032 1033 1034 1035 1036 1037 1038 1039
// expect: out[56] = 1040 1041 1042 1043 1044 1045 1046 1047 1048 1049 1050 1051 1052 1053 1054 1055 1056 1057 1058 1059
// expect: out[76] = 1060 1061 1062 1063 1064 1065 1066 1067 1068 1069 1070 1071 1072 1073 1074 1075 1076 1077 1078 1079
// expect: r[0] = 0*80 -1*20

// kernel: some global=64
// arg: ulong in[24] = 6 10 5 0*13 40 50 60 70 80 0*3
// arg: ulong r[64]
kernel void
some(read_only pipe ulong in, global ulong *r)
{
    int me = get_global_id(0);
    ulong packet = 7;
    if (me % 2)
        return;
    r[me] = read_pipe(in, &packet) == 0 ? packet : 1;
}
// expect: in[0] = _ _
// expect: r[0] = 50 _ 60 _ 70 _ 80 _
// expect: r[8] = 1 _ 1 _ 1 _ 1 _ 1 _ 1 _ 1 _ 1 _ 1 _ 1 _ 1 _ 1 _ 1 _ 1 _
// expect: r[36] = 1 _ 1 _ 1 _ 1 _ 1 _ 1 _ 1 _ 1 _ 1 _ 1 _ 1 _ 1 _ 1 _ 1 _

struct packet {
    char name[3];
    int4 v;
};

// kernel: spaces
// arg: ulong in[20] = 0 2 2 0*13 0x434241 0 0 0
// arg: ulong out[28] = 0x100000000 0x100000000 3 0*25
// arg: int r[8]
kernel void
spaces(read_only pipe short8 in, write_only pipe struct packet out, global int *r)
{
    local short8 shared;
    short8 mine;
    short8 *any = &mine;
    struct packet p = {"xyz", (int4)(1, 2, 3, 4)};
    r[0] = read_pipe(in, &shared);          //= 0
    r[1] = shared.s0;                       //= 0x4241
    r[2] = read_pipe(in, any);              //= 0
    r[3] = read_pipe(in, any);              //= -1
    r[4] = write_pipe(out, &p);             //= 0
    r[5] = get_pipe_num_packets(out);       //= 1
    r[6] = is_valid_reserve_id(reserve_write_pipe(out, 3)); //= 0
    r[7] = get_pipe_max_packets(out);       //= 3
}
// expect: out[0] = 0x100000000 0x100000001
// expect: in[0] = _ _
// expect: out[20] = _ _ 0x0000000200000001 0x0000000400000003

// kernel: waves global=128 local=128
// arg: uint in[160] = 0*2 128 0 128 0*27 0*128
// arg: uint out[160] = 0 0 0 0 128 0*155
// arg: int r[128]
kernel void
waves(read_only pipe uint in, write_only pipe uint out, global int *r)
{
    uint lane = get_sub_group_local_id(), packet = 0, me = get_global_id(0);
    reserve_id_t from = sub_group_reserve_read_pipe(in, 64);
    reserve_id_t to = sub_group_reserve_write_pipe(out, 64);
    reserve_id_t no = sub_group_reserve_write_pipe(out, 129);
    read_pipe(in, from, 63 - lane, &packet);
    packet += lane;
    write_pipe(out, to, lane, &packet);
    sub_group_commit_read_pipe(in, from);
    sub_group_commit_write_pipe(out, to);
    r[me] = is_valid_reserve_id(no);
}
// expect: in[0] = _*4
// expect: out[0] = _ _ 128
// expect: out[32] = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
// expect: out[64] = 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
// expect: out[96] = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
// expect: out[128] = 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
// expect: r[0] = 0*128
