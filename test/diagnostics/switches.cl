// options: -Wno-extra-tokens -Werror=unknown-pragmas -Wno-error=macro-redefined -Werror -Wunknown-pragma
// nowhere: error: unknown warning option '-Wunknown-pragma'; did you mean '-Wunknown-pragmas'?
#pragma nobody // error: unknown pragma ignored
#define A 1 // note: previous definition is here
#define A 2 // warning: 'A' macro redefined
#ifdef A
#endif A
