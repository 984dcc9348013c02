// Semicolons within brackets, most often those of a macro: one message each.
#define TEN 10; // note: from macro 'TEN' // note: from macro 'TEN' // note: from macro 'TEN'
kernel void k(global int *p)
{
    int a[TEN]; // error: extraneous ';'
    int b[] = {1, TEN}; // error: extraneous ';'
    for (int i = 0; i < TEN; i++) // error: extraneous ';'
        p[i] = a[i];
    p[1] = abs(TEN) + b[2]; // error: extraneous ';'
    if (p[0] > 3;) // error: extraneous ';' // fixit: 17-17
        p[0] = 1;
    p[2] = (3;) + 1; // error: extraneous ';'
    for (int i = 0; i < 3; i++; i++) // error: expected ')' // note: to match this '('
        p[i] = 3;
    for (int i = 0; i < 3; i++; p[0]++, (p[1])) // error: expected ')' // note: to match this '('
        p[i] = 3;
    for (int i; int j = 0; i++) // error: expected expression
        p[i] = 3;
    if (int a = 3; a) // error: expected expression
        p[1] = 3;
    while (p[1] > 3; p[1]--) { // error: expected ')' // note: to match this '('
        p[2] = 3;
    }
    p[1]++; p[2]++) // error: extraneous ')'
        p[3] = 2;
    p[4] = undeclared; // error: use of undeclared identifier 'undeclared'
}
