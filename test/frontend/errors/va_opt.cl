#define A(x) __VA_OPT__(x) // warning: __VA_OPT__ can only appear in the expansion of a variadic macro
#define B __VA_OPT__ // warning: __VA_OPT__ can only appear in the expansion of a variadic macro
#define __VA_OPT__ 1 // error: cannot define macro '__VA_OPT__'
#define C(...) __VA_OPT__ x // error: missing '(' following __VA_OPT__
#define D(...) __VA_OPT__ // error: missing '(' following __VA_OPT__
#define E(...) __VA_OPT__(x (y) // error: missing ')' after the tokens of __VA_OPT__
#define F(...) __VA_OPT__(__VA_OPT__(x)) // error: __VA_OPT__ cannot be nested
#define G(...) __VA_OPT__(x ## ) // error: '##' cannot appear at end of __VA_OPT__ argument
#define H(...) __VA_OPT__(## x) // error: '##' cannot appear at start of __VA_OPT__ argument
#define I(...) __VA_OPT__(x) ## // error: '##' cannot appear at end of macro expansion
#define J(...) #__VA_OPT__ // error: missing '(' following __VA_OPT__
#define K(...) #x __VA_OPT__(x) // error: '#' is not followed by a macro parameter
#define SAME(...) __VA_OPT__(a b) // note: previous definition is here
#define SAME(...) __VA_OPT__(a) b // warning: 'SAME' macro redefined
#if 0
#elifdef ONE TWO // warning: use of a '#elifdef' directive is a C2x extension // warning: extra tokens at end of #elifdef directive
#elifndef // warning: use of a '#elifndef' directive is a C2x extension // error: macro name missing
#else
#elifdef ONE // warning: use of a '#elifdef' directive is a C2x extension // error: #elifdef after #else
#endif
#elifndef ONE // error: #elifndef without #if
#ident // error: invalid #ident directive
#ident one // error: invalid #ident directive
#ident "one" "two" // error: invalid #ident directive
