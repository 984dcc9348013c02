// A comma that is missing in a list: what is said depends on the list.
enum e { A B, C D }; // error: missing ',' between enumerators // fixit: 11 ,
void f(int a int b) // error: expected ')' // note: to match this '('
{
    int c[] = {1 2}; // error: expected '}' // note: to match this '{'
    int d[] = {a b}; // error: expected '}' // note: to match this '{'
    c[0] = d[1] + B + D + undeclared; // error: use of undeclared identifier 'undeclared'
}
