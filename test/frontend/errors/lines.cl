// options: -date=now
#pragma once // warning: #pragma once in main file
constant char d[] = __DATE__; // warning: expansion of date or time macro is not reproducible
constant char t[] = __TIME__; // warning: expansion of date or time macro
#line 0x10 // error: #line directive requires a positive integer argument
#line // error: #line directive requires a positive integer argument
#line 4294967296 // error: #line directive requires a positive integer argument
#line 10 a // error: invalid filename for #line directive
#line 10 "errors/lines.cl" 3 // warning: extra tokens at end of #line directive
int trigraph(int a) { return a ??(1): 2; } // warning: trigraph ignored // error: expected expression
