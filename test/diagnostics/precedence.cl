// Each note of -Wparentheses and its kin says what to write, brackets on both sides.
void
precedence(global int *p, int a, int b, int c)
{
    p[0] = a & b == c; // warning: & has lower precedence than == // note: '==' expression to silence // fixit: 16 ( // fixit: 22 ) // note: & expression to evaluate it first // fixit: 12 ( // fixit: 17 )
    p[0] = !a == b;    // warning: logical not is only applied // note: after the '!' // fixit: 13 ( // fixit: 19 ) // note: around left hand side // fixit: 12 ( // fixit: 14 )
    p[0] = a + (b == c) ? 1 : 2; // warning: operator '?:' has lower precedence // note: '+' expression // fixit: 12 ( // fixit: 24 ) // note: '?:' expression // fixit: 16 ( // fixit: 32 )
    p[0] = a && 12;    // warning: use of logical '&&' with constant operand // note: use '&' // fixit: 14-15 & // note: remove constant // fixit: 13-18
    p[0] = a || 12;    // warning: use of logical '||' with constant operand // note: use '|' // fixit: 14-15 |
    if (a = b)         // warning: using the result of an assignment // note: around the assignment // fixit: 9 ( // fixit: 14 ) // note: use '==' // fixit: 11-11 ==
        p[0] = 1;
    a == b; // warning: equality comparison result unused // note: use '=' // fixit: 7-8 =
    a != b; // warning: inequality comparison result unused // note: use '|=' // fixit: 7-8 |=
}
