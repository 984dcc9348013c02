// options: -Iinclude
#include "bad.h" // note: in file included from here
