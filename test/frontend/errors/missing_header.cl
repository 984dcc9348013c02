#ifdef NONE
#include "neither.h"
#endif
constant int x = 1 + ; // error: expected expression
#include "no_such_file.h" // error: 'no_such_file.h' file not found
another_type y; // only the missing file is an error: this one may follow from it
#include <no_other_file.h>
