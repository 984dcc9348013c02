// A brace too many or too few has one message, and what stands after it is read as if it were right.
void f(int a)
{
    if (a)
        a = 1;
    }
    while (a) { // error: expected external declaration
        a = 2;
    }
    if (a)
        return;
}
void g(int b)
{
    for (int i = 0; i < 3; i++)
        b++;
        b = undeclared1; // error: use of undeclared identifier 'undeclared1'
    }
    return; // error: expected external declaration
}
void h(int a)
{
    a = 1;
}
    a = 2; // error: type specifier missing, defaults to 'int'
    a = a ? 3 : 4;
    return;
}
} // error: extraneous closing brace ('}')
kernel void k(global int *p)
{
    if (p[0]) { // note: to match this '{'
        p[1] = 1;
    else { // error: expected '}'
        p[2] = 2;
    }
    p[3] = undeclared2; // error: use of undeclared identifier 'undeclared2'
    if (p[0]) {
        p[1] = 1;
        else p[2] = 2; // error: expected expression
    }
}
union u { int a; float b; } // error: expected ';' after union
constant int c = undeclared3; // error: use of undeclared identifier 'undeclared3'
struct s { int a; }
constant s_object = {1};
int last(int b) { return undeclared4; } // error: use of undeclared identifier 'undeclared4'
