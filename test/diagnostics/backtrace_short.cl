// options: -fmacro-backtrace-limit=1
// Only the outermost is told.
#define A(x) ((x) + bad)
#define B(x) A(x)
#define C(x) B(x)
#define D(x) C(x)
#define E(x) D(x)
#define F(x) E(x)
#define G(x) F(x)
#define H(x) G(x)        // note: expanded from macro 'H'
int f(int a) { return H(a); } // error: use of undeclared identifier 'bad'
// nowhere: note: (skipping 7 expansions in backtrace; use -fmacro-backtrace-limit=0 to see all)
