// A file that is there and cannot be read.
#include "/proc/self/mem" // error: cannot read '/proc/self/mem'
