/* extern variables that nothing defines. */
extern constant int nowhere;
__kernel void
uses(__global int *p)
{
    // ERROR: variable 'nowhere' is used but not defined
    p[0] = nowhere;
}
