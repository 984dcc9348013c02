// options: cl20
// A mistake within a block literal, or a statement expression, is none of the declaration around.
void
in_a_block(global int *o)
{
    void (^b)(void) = ^{ o[0] 1 ] 2; }; // error: expected ';' after expression
    o[0] = 1;
}
void
in_an_expression(global int *o)
{
    int x = ({ 1 ] 2; 3; }); // error: expected ';'
    o[0] = x;
}
