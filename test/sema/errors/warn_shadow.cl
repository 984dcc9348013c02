// options: -Wshadow
/* Names of variables that hide another variable. */
constant int file_scope = 1; // note: previous declaration is here
typedef int type;
enum { ENUMERATOR };
int function(int a);
int prototype(int file_scope);
int hides(int a, int file_scope) // warning: declaration shadows a variable in the global scope
{
    int b = a;
    int type = 3, function = 2, ENUMERATOR = 1; /* no variables */
    {
        int a = 2;              // warning: declaration shadows a local variable
        float b = 1;            // warning: declaration shadows a local variable
        float b2 = b;
        { int b2 = a; }         // warning: declaration shadows a local variable
    }
    for (int b = 0; b < 3; b++) // warning: declaration shadows a local variable
        for (int c = 0; c < b; c++)
            ;
    for (int c = 0; c < b; c++)
        ;
    int c = ({ int b = 3; b; }); // warning: declaration shadows a local variable
    return a + b + type + function + ENUMERATOR + c;
}
kernel void local_variables(global int *p)
{
    local int a[3];
    extern constant int file_scope;
    enum { ENUMERATOR };
    struct a { int p; } s;
    p[0] = a[0] + file_scope;
}
