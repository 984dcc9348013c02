void declared_only(int a);
int even(int n);
int odd(int n) { return n ? even(n - 1) : 0; }
int even(int n) { return n ? odd(n - 1) : 1; } // error: recursive call of 'odd' is not allowed in OpenCL C
void f(void) { }
