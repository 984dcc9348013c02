__attribute__((aligned(16))) int a;
int b __attribute__((aligned(8), unused)), __attribute__((x)) c, d __attribute__((__aligned__));
struct __attribute__((packed)) s { int x __attribute__((aligned(4))); char y; } __attribute__((aligned(32))) t;
typedef float v4 __attribute__((ext_vector_type(4)));
v4 e = (v4)(1, 2, 3, 4);
int *__attribute__((address_space(1))) p; int __attribute__((address_space(3))) *q;
__kernel __attribute__((work_group_size_hint(1,2,3))) __attribute__((vec_type_hint(int))) void k1(void) {}
__attribute__((always_inline)) static inline void f(int x __attribute__((unused))) __attribute__((const));
void __attribute__((noinline, format(printf, 1, 2))) g(__constant char *fmt, ...);
kernel void k2(global int *x) { __attribute__((aligned(4))) int y = *x; __attribute__((fallthrough)); }
__kernel_exec(8, float4) void k3(void) {}
__attribute__(()) int empty;
