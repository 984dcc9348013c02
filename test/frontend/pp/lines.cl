// options: -iquoteinclude/quoted -isysteminclude/system
1 __LINE__ __FILE__
#line 100 "dir/foo.cl"
2 __LINE__ __FILE__ __FILE_NAME__ __BASE_FILE__ __INCLUDE_LEVEL__
# 33 "bar.h" 1 3
3 __LINE__ __FILE__
#warning in a system header
# 5 "bar.h" 2
4 __LINE__ __FILE__
#define L 55 "a\"b\\c.cl"
#line L
5 __LINE__ __FILE__
#line 7 "C:\dir\x.cl"
6 __LINE__ __FILE__
#line 08
7 __LINE__
__DATE__ __TIME__
#include "where.h"
WHERE
#undef WHERE
#include <where.h>
WHERE
__COUNTER__ __COUNTER__
a _Pragma("unroll 2") b
c
