// Directives, macros and characters that users forget, put in or mistake: one message each, and what follows is read.
// extra endif
#if 1
#endif
#endif // error: #endif without #if
kernel void k2_78(global int *x)
{
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// else after else
#if 1
#else
#else // error: #else after #else
#endif
kernel void k2_79(global int *x)
{
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// if empty
#if // error: expected value in expression
#endif
kernel void k2_80(global int *x)
{
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// if bad
#if (1 +  // error: expected value in expression
#endif
#if 1 + // error: expected value in expression
#endif
#if FOO(1) // error: function-like macro 'FOO' is not defined
#endif
kernel void k2_81(global int *x)
{
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// macro args few
#define M_82(a, b) ((a) + (b))
kernel void k2_82(global int *x)
{
    x[0] = M_82(1); // error: too few arguments provided to function-like macro invocation
    x[0] = M_82(1, 2, 3); // error: too many arguments provided to function-like macro invocation
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// unterminated string
kernel void k2_83(global int *x)
{
    printf("hello); // error: missing terminating
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// unterminated char
kernel void k2_84(global int *x)
{
    char c = 'a; // error: missing terminating
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// stray char
kernel void k2_85(global int *x)
{
    x[0] = 1 @ 2; // error: unexpected character '@'
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// stray backslash
kernel void k2_86(global int *x)
{
    x[0] = 1; \ 
    x[0] = 2 \ + 3; // error: unexpected character '\'
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// hash mid
kernel void k0_87(global int *x)
{
    x[0] = # 1; // error: expected expression
    x[2] = undeclared3; // error: use of undeclared identifier 'undeclared3'
}
