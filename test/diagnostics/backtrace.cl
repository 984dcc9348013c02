// Of many macro expansions the outermost and the innermost three are told.
#define A(x) ((x) + bad) // note: expanded from macro 'A'
#define B(x) A(x)        // note: expanded from macro 'B'
#define C(x) B(x)        // note: expanded from macro 'C'
#define D(x) C(x)
#define E(x) D(x)
#define F(x) E(x)        // note: expanded from macro 'F'
#define G(x) F(x)        // note: expanded from macro 'G'
#define H(x) G(x)        // note: expanded from macro 'H'
int f(int a) { return H(a); } // error: use of undeclared identifier 'bad'
// nowhere: note: (skipping 2 expansions in backtrace; use -fmacro-backtrace-limit=0 to see all)
