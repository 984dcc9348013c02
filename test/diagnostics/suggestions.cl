// Names that nearly exist.
struct point {
    int width, heigth; // note: 'width' declared here // note: 'heigth' declared here
    struct {
        float depth; // note: 'depth' declared here
    };
};
#define WRONG(p) p.widht + nubmer // note: from macro 'WRONG' // note: from macro 'WRONG'
int helper_function(int value) // note: 'helper_function' declared here
{
    return value;
}
kernel void k(global int *output, struct point p) // note: 'output' declared here
{
    int number = get_globl_id(0); // note: 'number' declared here // error: use of undeclared identifier 'get_globl_id'; did you mean 'get_global_id'? // fixit: 18-29 get_global_id
    outptu[0] = 1; // error: use of undeclared identifier 'outptu'; did you mean 'output'? // fixit: 5-10 output
    output[0] = p.height; // error: no member named 'height' in 'struct point'; did you mean 'heigth'? // fixit: 19-24 heigth
    output[1] = p.dept; // error: no member named 'dept' in 'struct point'; did you mean 'depth'?
    output[2] = helper_funktion(1); // error: undeclared identifier 'helper_funktion'; did you mean 'helper_function'?
    output[3] = sinn(1.0f); // error: use of undeclared identifier 'sinn'; did you mean 'sin'?
    output[4] = p.volume; // error: no member named 'volume' in 'struct point'
    output[5] = WRONG(p); // error: did you mean 'width'? // error: did you mean 'number'?
    x = 1; // error: use of undeclared identifier 'x'
}
