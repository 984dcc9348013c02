// options: cl20
// Objects of types that are not complete, OpenCL C 2.0 (C99 6.7, 6.9.2).
// What lies elsewhere needs none; tentative definitions have one at the end.
extern constant struct elsewhere outside;
extern constant struct elsewhere several[]; // error: array has incomplete element type
extern constant struct later first;
extern global union other either;
extern constant void nothing;
extern constant int numbers[];
global struct later second;
static global struct later third;
constant struct never fifth;             // error: variable has incomplete type 'struct never'
global void sixth;                       // error: variable has incomplete type 'void'
global int closed[];
global int closed[4];
extern constant int known[2];
extern constant int known[];
extern constant int known[3];            // error: redefinition of 'known' with a different type: '__constant int[3]' vs '__constant int[2]'
constant void *address(void) { return &outside; }
void early(global int *p)
{
    struct never inside;                 // error: variable has incomplete type 'struct never'
    extern constant struct elsewhere outside;
    p[0] = outside.x;                    // error: incomplete definition of type 'struct elsewhere'
    p[1] = sizeof outside;               // error: invalid application of 'sizeof' to an incomplete type
    p[2] = sizeof numbers;               // error: invalid application of 'sizeof' to an incomplete type
    p[3] = numbers[7] + sizeof closed + sizeof known;
    either = either;                     // error: incomplete type '__global union other' is not assignable
}
struct later { int x; };
int late(void) { return first.x + second.x + third.x; }
