// Tags without their keyword, misspelt types, macros and directives.
struct record { int a; };
union pun { int a; };
enum choice { FIRST };
typedef float4 pixel;
#define SIZE_OF_TILE 16
#define SQUARE(x) ((x) * (x))
#defien OTHER 1 // error: invalid preprocessing directive; did you mean '#define'? // fixit: 2-7 define
#ifdfe OTHER // error: invalid preprocessing directive; did you mean '#ifdef'?
#endif
#frobnicate // error: invalid preprocessing directive
kernel void tags(global record *r, // error: must use 'struct' tag to refer to type 'record' // fixit: 25 struct
                 global unit *p) // error: unknown type name 'unit'; did you mean 'uint'? // fixit: 25-28 uint
{
    pun u; // error: must use 'union' tag to refer to type 'pun' // fixit: 5 union
    choice c; // error: must use 'enum' tag to refer to type 'choice'
    pixle colour; // error: unknown type name 'pixle'; did you mean 'pixel'? // fixit: 5-9 pixel
    p[0] = SIZE_OF_TIEL; // error: use of undeclared identifier 'SIZE_OF_TIEL'; did you mean 'SIZE_OF_TILE'? // fixit: 12-23 SIZE_OF_TILE
    p[1] = SQARE(2); // error: use of undeclared identifier 'SQARE'; did you mean 'SQUARE'?
    barrier(CLK_LOCAL_MEM_FENC); // error: use of undeclared identifier 'CLK_LOCAL_MEM_FENC'; did you mean 'CLK_LOCAL_MEM_FENCE'?
}
struct planet {
    float mass; // note: 'mass' declared here
};
void designators(void)
{
    struct planet a = {.mas = 1}; // error: field designator 'mas' does not refer to any field in type 'struct planet'; did you mean 'mass'? // fixit: 25-27 mass
    struct planet b = {.x = 1}; // error: field designator 'x' does not refer to any field in type 'struct planet'
    sin(); // error: too few arguments
}
// nowhere: note: candidate function 'float sin(float)' not viable: requires 1 argument, but 0 were provided
