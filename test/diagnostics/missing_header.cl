// After a header that is missing only further missing headers are told, before it everything is.
int before(void) { return a; }  // error: use of undeclared identifier 'a'
#include "no_such_file.h"       // error: 'no_such_file.h' file not found
type_of_the_header x;
int behind(void) { return constant_of_the_header }
#include <neither_this>         // error: 'neither_this' file not found
