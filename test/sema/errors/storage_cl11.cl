// options: cl11
// Before OpenCL C 1.2 there are no storage classes (6.8).
static int is_static(void);              // error: OpenCL C version 1.1 does not support the 'static' storage class specifier
extern int is_extern(void);              // error: OpenCL C version 1.1 does not support the 'extern' storage class specifier
void function(void)
{
    static constant int a = 1;           // error: OpenCL C version 1.1 does not support the 'static' storage class specifier
    register int b;                      // error: OpenCL C version 1.1 does not support the 'register' storage class specifier
}
#ifdef cl_clang_storage_class_specifiers
#pragma OPENCL EXTENSION cl_clang_storage_class_specifiers : enable
#endif
static int with_extension(void) { return 1; }
