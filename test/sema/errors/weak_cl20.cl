// options: cl20
// Weak declarations: what is one unit's alone has no other definition, and what no unit may define has no certain address.
#define WEAK __attribute__((weak))
WEAK static global int first;                       // error: weak declaration cannot have internal linkage
static global int second WEAK = 2;                  // error: weak declaration cannot have internal linkage
static WEAK constant int third = 3;                 // error: weak declaration cannot have internal linkage
static global int fourth;
WEAK extern global int fourth;                      // error: weak declaration cannot have internal linkage
static WEAK int function(void) { return 1; }        // error: weak declaration cannot have internal linkage
static WEAK int declared(void);                     // error: weak declaration cannot have internal linkage
static int defined(void) { return 1; }
WEAK int defined(void);
extern WEAK global int outside;
WEAK global int inside;
WEAK constant int with_value = 1;
WEAK int shared(void) { return function() + declared() + defined(); }
static inline int shared_by_all(void) { return 1; }
global int *global address = &outside + 1;
global int is_there = &outside != 0;                // error: initializer element is not a compile-time constant
global int is_missing = !&outside;                  // error: initializer element is not a compile-time constant
global int either = &outside || 0;                  // error: initializer element is not a compile-time constant
global int both = 1 && &outside;                    // error: initializer element is not a compile-time constant
constant int chosen = &outside ? 3 : 4;             // error: initializer element is not a compile-time constant
constant bool truth = &outside;                     // error: initializer element is not a compile-time constant
global int known = &inside != 0;
int declared(void) { return 2; }
kernel void k(WEAK global int *a)
{
    static WEAK global int of_function;             // error: weak declaration cannot have internal linkage
    WEAK int automatic = 1;                         // error: weak declaration cannot have internal linkage
    local WEAK int of_group;                        // error: weak declaration cannot have internal linkage
    extern WEAK global int far;
    *a = of_function + automatic + of_group + far + (&far ? 1 : 2);
}
