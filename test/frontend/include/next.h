int first_next;
#if __has_include_next("next.h")
#include_next <next.h>
#endif
#if __has_include_next("once.h")
#error wrong
#endif
