// The parameters before and after a broken one are there.
void f(float *t, float *u, float *v v) // error: expected ')' // note: to match this '('
{
    t[0] = u[0];
}
void g(int a, int b b, int c) // error: expected ')' // note: to match this '('
{
    a = c;
}
void h(int a, 3, int d) // error: expected parameter declarator
{
    a = d;
}
void i(int a int d) // error: expected ')' // note: to match this '('
{
    a = undeclared; // error: use of undeclared identifier 'undeclared'
}
