// options: -DNAME -DVALUE=4 -DTWICE(x)=((x)*2) -Iinclude -ifirst.h -Dgone -Ugone
#include "once.h"
#include <once.h>
#include "../include/sub/inner.h"
#define HEADER "sub/beside.h"
#define ANGLE <sub/beside.h>
#include HEADER
#include ANGLE
NAME VALUE TWICE(3) FIRST BESIDE gone
#if __has_include(<once.h>) && !__has_include("nothing.h")
yes __FILE__ __LINE__
#endif
