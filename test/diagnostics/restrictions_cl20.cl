// options: -cl-std=CL2.0
// Restrictions of OpenCL C 2.0: what their messages propose and underline.
kernel void k(void)
{
    global int hurl; // error: function scope variable cannot be declared in global address space // fixit: 5 static
}
void packets(pipe void p); // error: packets of a pipe cannot be of type 'void' // range: 14-17
