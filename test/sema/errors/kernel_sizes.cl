// Work-groups larger than any target runs.
__kernel __attribute__((reqd_work_group_size(16, 16, 31))) // error: 'reqd_work_group_size' attribute of kernel 'too_many' asks for 7936 work-items, the limit is 1024
void too_many(void) {}
__kernel __attribute__((reqd_work_group_size(4294967295, 4294967295, 4294967295))) // error: the limit is 1024
void far_too_many(void) {}
__kernel __attribute__((amdgpu_flat_work_group_size(1, 2048))) // error: 'amdgpu_flat_work_group_size' attribute of kernel 'flat' asks for 2048 work-items, the limit is 1024
void flat(void) {}
__kernel __attribute__((reqd_work_group_size(1024, 1, 1)))
void just_right(void) {}
__kernel __attribute__((reqd_work_group_size(64, 64, 64))) // error: asks for 262144 work-items
void cube(void)
{
}
