// options: -cl-std=CL3.0 -cl-ext=+cl_intel_subgroups_short,+cl_intel_subgroup_local_block_io,+cl_intel_subgroup_buffer_prefetch,-cl_arm_integer_dot_product_accumulate_int16
// nowhere: note: candidate function 'uint intel_sub_group_block_read(const __local uint *)' not viable
// nowhere: note: candidate function 'int arm_dot_acc(char4, char4, int)' not viable
// nowhere: note: candidate function 'uint arm_dot_acc(uchar4, uchar4, uint)' not viable
// What needs two extensions is there with both; sums of another element have an extension of their own.
#if !defined(cl_intel_subgroup_local_block_io) || !defined(cl_intel_bfloat16_conversions) || \
    !defined(cl_arm_integer_dot_product_accumulate_int8) || defined(cl_arm_integer_dot_product_accumulate_int16)
#error "macros"
#endif
kernel void a(local uint *l, local ushort *s, global ushort *g)
{
    l[64] = intel_sub_group_block_read(l);
    s[64] = intel_sub_group_block_read_us(s);
    intel_sub_group_block_write_us16(s, (ushort16)1);
    g[0] = intel_sub_group_block_read_us(g);
    intel_sub_group_block_prefetch_us16(g);
}
kernel void b(local uchar *l, global uint *g)
{
    l[0] = intel_sub_group_block_read_uc(l); // error: use of undeclared identifier 'intel_sub_group_block_read_uc' // note: available with the feature cl_intel_subgroups_char
    intel_sub_group_block_prefetch_ui(g); // error: use of undeclared identifier 'intel_sub_group_block_prefetch_ui' // note: available with the feature cl_intel_subgroups
    g[0] = intel_sub_group_block_read(g); // error: no matching function for call to 'intel_sub_group_block_read' // note: argument types are ('__global uint *')
}
kernel void c(global uint *g, uchar4 b, short2 s)
{
    g[0] = arm_dot_acc(b, b, 1u);
    g[1] = arm_dot_acc(s, s, 1); // error: no matching function for call to 'arm_dot_acc' // note: argument types are ('short2', 'short2', 'int')
}
