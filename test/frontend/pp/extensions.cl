// options: -Iinclude -isysteminclude/system
#include "next.h"
#define A 1
#pragma push_macro("A")
#undef A
#pragma push_macro("A")
#define A 2
_Pragma("push_macro(\"A\")")
#define B(x) x + A
#pragma push_macro("B")
#undef B
#undef A
B(A)
#pragma pop_macro("A")
A
#pragma pop_macro("A")
A
#pragma pop_macro("A")
#pragma pop_macro("B")
B(3)
__COUNTER__ __COUNTER__ __COUNTER__
#if __COUNTER__ == 3 && __has_warning("-Wall") + __has_feature(x) == 0
__COUNTER__
#endif
#if defined __has_include && defined __has_include_next && !__has_include(<gone.h>)
yes
#endif
