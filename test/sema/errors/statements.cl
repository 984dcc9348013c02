void f(int n, float x)
{
    break;                        // error: 'break' statement not in loop or switch statement
    continue;                     // error: 'continue' statement not in loop statement
    case 1:;                      // error: 'case' statement not in switch statement
    default:;                     // error: 'default' statement not in switch statement
    switch (x) {}                 // error: statement requires expression of integer type ('float' invalid)
    switch (n) {
    case 1: break;
    case 1: break;                // error: duplicate case value '1'
    case n: break;                // error: expression is not an integer constant expression
    default: break;
    default: break;               // error: multiple default labels in one switch
    case 'a': continue;           // error: 'continue' statement not in loop statement
    case 3 ... 5: break;
    }
    goto nowhere;                 // error: use of undeclared label 'nowhere'
    goto here;
here:
    n++;
here:                             // error: redefinition of label 'here'
    for (int i = 0; i < n; i++) {
        if (i == 2)
            continue;
        while (n)
            break;
    }
    i = 1;                        // error: use of undeclared identifier 'i'
    do
        n--;
    while (n > 0);
    1 = n;                        // error: expression is not assignable
    n++ = 1;                      // error: expression is not assignable
    n + 1 = 2;                    // error: expression is not assignable
    n ? n : n += 2;               // error: expression is not assignable
    n = -n = 3;                   // error: expression is not assignable
    const int c = 1;
    c = 2;                        // error: cannot assign to variable 'c' with const-qualified type 'const __private int'
    c++;                          // error: cannot assign to variable 'c'
    int a[3], b[3];
    a = b;                        // error: array type '__private int[3]' is not assignable
    x = x % 2;                    // error: invalid operands to binary expression ('float' and 'int')
    x = x & 1;                    // error: invalid operands to binary expression
    x <<= 1;                      // error: invalid operands to binary expression
    n = ~x;                       // error: invalid argument type 'float' to unary expression
    struct s { int a; } s1, s2;
    s1 = s2;
    s1 = s1 + s2;                 // error: invalid operands to binary expression
    s1 = 1;                       // error: assigning to '__private struct s' from incompatible type 'int'
    if (s1)                       // error: statement requires expression of scalar type ('struct s' invalid)
        n = -s1;                  // error: invalid argument type 'struct s' to unary expression
    n = vec_step(s1);             // error: 'vec_step' requires built-in scalar or vector type
    s1++;                         // error: cannot increment value of type 'struct s'
    n = sizeof(void);             // error: invalid application of 'sizeof' to a void type
    n = sizeof(struct nothing);   // error: invalid application of 'sizeof' to an incomplete type 'struct nothing'
    n = (int)s1;                  // error: used type 'struct s' where arithmetic or pointer type is required
    n = n ? s1 : n;               // error: incompatible operand types ('struct s' and 'int')
    half *hp;
    x = *hp;                      // error: loading directly from pointer to type '__private half' requires cl_khr_fp16
    *hp = x;                      // error: assigning directly to pointer to type '__private half' requires cl_khr_fp16
}
