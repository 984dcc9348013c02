// What only the preprocessor complains about.
#if defined(X // error: missing ')' after 'defined'
#endif
#if __has_include // error: missing '(' after '__has_include'
#endif
#if __has_include("a.h" // error: missing ')' after '__has_include'
#endif
#if __has_builtin("sin") // error: '__has_builtin' takes one name
#endif
#if __has_builtin(1) // error: '__has_builtin' takes one name
#endif
#if __has_builtin(sin, 1) // error: '__has_builtin' takes one name
#endif
#if __has_builtin(sin sin) // error: '__has_builtin' takes one name
#endif
#if __has_attribute("weak") // error: '__has_attribute' takes one name
#endif
#if __has_feature(a b) // error: '__has_feature' takes one name
#endif
#if __has_extension(1) // error: '__has_extension' takes one name
#endif
#if __has_builtin(sin) + __has_c_attribute(gnu::unused) + __has_warning("-Wall")
#endif
#if 0x // error: invalid integer constant in preprocessor expression
#endif
#if @ // error: invalid token at start of a preprocessor expression
#endif
#define P(a b) 1 // error: expected comma or ')' in macro parameter list
#define Q!x // warning: requires whitespace after the macro name
#undef Q x // warning: extra tokens at end of #undef directive
#ifdef P x // warning: extra tokens at end of #ifdef directive
#endif
#include "empty.h" x // warning: extra tokens at end of #include directive
#include "" // error: empty filename
#include_next "empty.h" // warning: #include_next in primary source file; will search from start of include path
#pragma pop_macro("P") // warning: #pragma pop_macro could not pop 'P', no matching push_macro
#pragma push_macro(P) // warning: malformed '#pragma push_macro' ignored
#pragma pop_macro "P" // warning: malformed '#pragma pop_macro' ignored
#pragma message("hello") // warning: hello
_Pragma(1) // error: _Pragma takes a parenthesized string literal
constant int b = 0b12; // error: invalid digit '2' in binary constant
constant int c = '\x'; // error: \x used with no following hex digits
constant int d = '\777'; // error: escape sequence out of range
/* to the end: // error: unterminated /* comment
