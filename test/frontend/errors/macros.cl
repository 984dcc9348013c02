#define ADD(x, y) ((x) + (y)) // note: macro 'ADD' defined here // note: macro 'ADD' defined here // note: macro 'ADD' defined here
int a = ADD(1); // error: too few arguments provided to function-like macro invocation
int b = ADD(1, 2, 3); // error: too many arguments
#define TWICE 1 // note: previous definition is here
#define TWICE 2 // warning: 'TWICE' macro redefined
#define TWICE 2
#define F(x, x) x // error: duplicate macro parameter name 'x'
#define G(x // error: missing ')' in macro parameter list
#define H(x) #y // error: '#' is not followed by a macro parameter
#define I ## x // error: '##' cannot appear at start of macro expansion
#define J(1) x // error: invalid token in macro parameter list
#define defined 1 // error: cannot define macro 'defined'
#define // error: macro name missing
#undef // error: macro name missing
#undef 1 // error: macro name must be an identifier
#ifdef // error: macro name missing
#endif
#if // error: expected value in expression
#endif
#if 1 + // error: expected value in expression
#endif
#if 1 2 // error: invalid expression in #if
#endif
#if 1 / 0 // error: division by zero in preprocessor expression
#endif
#if 1.0 // error: floating point literal in preprocessor expression
#endif
#else // error: #else without #if
#elif 1 // error: #elif without #if
#endif // error: #endif without #if
#if 0
#else
#else // error: #else after #else
#endif
#error this is wrong // error: this is wrong
#warning look here // warning: look here
#nonsense // error: invalid preprocessing directive
#include // error: expected "FILENAME" or <FILENAME>
#pragma OPENCL EXTENSION cl_khr_nothing : enable // warning: unknown OpenCL extension 'cl_khr_nothing' - ignoring
#pragma something else // warning: unknown pragma ignored
#pragma pack(3) // warning: malformed
#pragma pack(pop) // warning: #pragma pack(pop) without pack(push)
#pragma pack // warning: malformed
#define BAD(x) x + ; // note: expanded from macro 'BAD'
#define WORSE(x) BAD(x) // note: expanded from macro 'WORSE'
int c = WORSE(1); // error: expected expression
#define CAT(x, y) x ## y // note: expanded from macro 'CAT'
int d = CAT(+, /) 1; // error: pasting formed '+/', an invalid preprocessing token // error: expected expression
#if 1 // error: unterminated conditional directive
int e = ADD(1, // error: unterminated function-like macro invocation
#ifdef // error: macro name missing
#endif
#if // error: expected value in expression
#endif
#if FUNCTION_LIKE(1) // error: function-like macro 'FUNCTION_LIKE' is not defined
#endif
