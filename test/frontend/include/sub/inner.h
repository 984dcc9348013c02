#include "beside.h"
int inner = __LINE__;
