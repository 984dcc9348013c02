// options: -Wall
// What the parser finds and what is found later come in the order of the program.
int undeclared_first(void) { return a; } // error: use of undeclared identifier 'a'
int syntax(int x) { return x } // error: expected ';' after return statement
int undeclared_second(void) { return b; } // error: use of undeclared identifier 'b'
#include "order.h" // note: in file included from here // note: in file included from here
#define TWICE(x) ((x) + c) // note: expanded from macro 'TWICE'
int used(int y) { return TWICE(y); } // error: use of undeclared identifier 'c'
#warning last // warning: last
int comma(int z) { return z +; } // error: expected expression
// order.h:4: error: use of undeclared identifier 'd'
// order.h:9: error: expected ';' after return statement
