// options: -Wall -Wextra
/* Unused names beside errors, as clang-16: those of the scope that an error is in may be used by what is wrong; of
 * other scopes, and beside a wrong conversion, they are told.  A parameter counts as used where its name stands. */
struct pair {
    int first;
};

void names(int used, int unused, int set) // warning: unused parameter 'unused'
{
    typedef int number;
    int outer;
    set = 3;
    {
        int apart; // warning: unused variable 'apart'
    }
    {
        int beside;
        nothing = 2; // error: use of undeclared identifier 'nothing'
    }
    for (int i = 0; i < 3; i++) {
        int body; // warning: unused variable 'body'
    }
    for (int i = nothing;;) { // error: use of undeclared identifier 'nothing'
        int body; // warning: unused variable 'body'
    }
    if (used) {
        int y; // warning: variable 'y' set but not used
        y = 2;
    }
label:;
}

void conversions(int used, int unused) // warning: unused parameter 'unused'
{
    int *pointer = used; // error: incompatible integer to pointer conversion // warning: unused variable 'pointer'
    int number;
    number = &used; // error: incompatible pointer to integer conversion
    typedef int type; // warning: unused typedef 'type'
    return 1; // error: void function 'conversions' should not return a value
}

int results(int used)
{
    int number; // warning: unused variable 'number'
    if (used)
        return; // error: non-void function 'results' should return a value
    return 1;
}

int members(int used, int unused) // warning: unused parameter 'unused'
{
    int number;
    struct pair p;
    used = p.third; // error: no member named 'third'
    {
        int apart; // warning: unused variable 'apart'
    }
}

int calls(int used, int unused) // warning: unused parameter 'unused'
{
    int number, set;
    results(); // error: too few arguments
    used();    // error: called object type '__private int' is not a function
    set = 1;
}

void operands(int a, float b, int c, int d, int unused) // warning: unused parameter 'unused'
{
    int number;
    b % 2;      // error: invalid operands
    unknown(a); // error: use of undeclared identifier 'unknown'
    c.x = 1;    // error: member reference base type
    *d = 1;     // error: indirection requires pointer operand
}

void labels(int unused) // warning: unused parameter 'unused'
{
    int number; // warning: unused variable 'number'
    goto nowhere; // error: use of undeclared label 'nowhere'
}
