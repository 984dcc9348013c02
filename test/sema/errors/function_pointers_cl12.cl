// options: cl12
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable
typedef int (*fn)(int);
void *to_void(fn f) { return f; }         // error: changes address space
fn from_void(void *p) { return (fn)p; }   // error: casting '__private void *' to type 'fn' (aka 'int (*)(int)') changes address space of pointer
long number(fn f) { return (long)f + sizeof f; }
