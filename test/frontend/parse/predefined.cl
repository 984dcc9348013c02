// options: -cl-fast-relaxed-math
int v[] = { __OPENCL_VERSION__, __OPENCL_C_VERSION__, CL_VERSION_1_2, __ENDIAN_LITTLE__, CHAR_BIT, INT_MAX, INT_MIN, cl_khr_fp64,
    CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, __FAST_RELAXED_MATH__, __gfx900__, __GFX9__, __AMDGCN__, FP_FAST_FMAF, __LINE__ };
float f[] = { FLT_EPSILON, FLT_MAX, M_PI_F, MAXFLOAT, HUGE_VALF, INFINITY, NAN };
double d[] = { DBL_MAX, M_PI, HUGE_VAL };
half h[] = { HALF_MAX };
ulong u = ULONG_MAX; long l = LONG_MIN; constant char *p = NULL; constant char n[] = __amdgcn_processor__;
int not_defined[] = { __gfx803__, __GFX8__, CLK_IMAGE_MEM_FENCE, __opencl_c_pipes, __clang__ };
